//! `expect fewest = n`: the number of leaves evaluated in the best order. E0311: the number is wrong.

use super::count::whole;
use super::reader::Reader;
use super::spec::{About, Expected, Spec, Takes};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::number::Number;
use crate::search::{Search, Shape};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId, Term};

pub(super) static FEWEST: Spec = Spec {
    code: Code::WrongFewest,
    about: About::BestOrder,
    at_node: None,
    expected: Some(Expected {
        word: "fewest",
        takes: Takes::Number,
        meaning: "`expect fewest = n`: under the best order of the children n leaves are evaluated.",
    }),
    missing: None,
    answer: |_, search, _, _| Some(search.fewest_leaves()?.to_string()),
    unfillable: |_, _| None,
    impossible: bounded_chance,
};

/// The claim that, in the best order of the children, exactly this number of leaves is evaluated.
#[derive(Debug)]
pub(super) struct Fewest(Number);

impl Fewest {
    pub(super) fn read(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self(reader.number(terms[0])))
    }
}

impl Assertion for Fewest {
    fn judge(&self, _: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        match search.fewest_leaves() {
            Some(actual) => (whole(actual) == self.0).into(),
            None => search.elision().map_or(Verdict::Open, Verdict::Uncountable),
        }
    }

    /// A new critical tree starts at each child of a chance node. Every value is compared with the value of the node
    /// where its critical tree starts, and that value with the ends of the range.
    fn compared(&self, _: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        let nodes = search.view().nodes();
        let mut targets = vec![NodeId::ROOT; nodes.len()];
        let mut pairs = Vec::new();
        for node in search.visible() {
            let target = targets[node.index()];
            pairs.push((search.value_shape(node), search.value_shape(target)));
            if target == node {
                let ends =
                    search.settings().range.map_or([Number::NegativeInfinity, Number::Infinity], <[Number; 2]>::from);
                pairs.extend(ends.map(|end| (search.value_shape(node), Shape::constant(end))));
            }
            for child in search.children(node) {
                targets[child.index()] = if search.kind(node) == Kind::Chance { child } else { target };
            }
        }
        pairs
    }

    fn content(&self) -> Content<'_> {
        Content::Count(self.0)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        wrong(context, claim.operand)
    }
}

/// E0218: the tree has chance nodes and a `range`, so its fewest leaves are not known.
fn bounded_chance(context: &Context<'_>, claim: &Claim) -> Option<Diagnostic> {
    context.search.settings().range?;
    let node = context.search.chance_node()?;
    let message = "the fewest leaves are not known for chance nodes with a `range`";
    let finding = Diagnostic::new(Code::ImpossibleClaim, message, claim.span)
        .label(context.game.head(node), "a chance node")
        .help("delete the expectation, or the range");
    Some(match context.game.settings.range_span {
        Some(_) => finding,
        None => finding.note("the project's `gametree.toml` sets the range"),
    })
}

fn wrong(context: &Context<'_>, operand: Span) -> Diagnostic {
    let Some(actual) = context.search.fewest_leaves() else {
        unreachable!("an open count does not fail");
    };
    let claimed = clipped(operand.of(context.game.text));
    let message = format!("under the best order {} evaluated, not {claimed}", counted(actual, "leaf is", "leaves are"));
    Diagnostic::new(Code::WrongFewest, message, operand)
        .primary_label("claimed here")
        .note("this is the critical tree (Knuth and Moore 1975): at each node the children come in the order that cuts most, with `cut alpha >= beta`, deep cutoffs and the full window")
        .safe_fix(format!("write `fewest = {actual}`"), operand, actual.to_string())
}
