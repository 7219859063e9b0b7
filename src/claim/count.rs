//! `expect leaves = n` and the like: what the search counts. E0308: the count is wrong.

use super::reader::Reader;
use super::spec::{About, Expected, Spec, Takes};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, counted};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::number::Number;
use crate::search::{Search, Shape};
use crate::source::Span;
use crate::syntax::tree::{NodeId, Term};

pub(super) static LEAVES: Spec = Spec {
    answer: |_, search, _, _| Quantity::Leaves.answer(search),
    ..row(Quantity::Leaves, "`expect leaves = n`: n leaves are evaluated.")
};

pub(super) static NODES: Spec = Spec {
    answer: |_, search, _, _| Quantity::Nodes.answer(search),
    ..row(Quantity::Nodes, "`expect nodes = n`: n nodes and leaves are entered, the root included.")
};

pub(super) static CUTOFFS: Spec = Spec {
    answer: |_, search, _, _| Quantity::Cutoffs.answer(search),
    ..row(Quantity::Cutoffs, "`expect cutoffs = n`: the search of n nodes ends with a cutoff.")
};

pub(super) static PRUNED: Spec = Spec {
    answer: |_, search, _, _| Quantity::Pruned.answer(search),
    ..row(Quantity::Pruned, "`expect pruned = n`: n leaves are never evaluated because of a cutoff.")
};

pub(super) static BRANCHES: Spec = Spec {
    answer: |_, search, _, _| Quantity::Branches.answer(search),
    ..row(
        Quantity::Branches,
        "`expect branches = n`: n subtrees and leaves are skipped by a cutoff, each counted as one.",
    )
};

/// The row of a count in the registry, without its `answer`.
const fn row(quantity: Quantity, meaning: &'static str) -> Spec {
    Spec {
        code: Code::WrongCount,
        about: About::Search,
        at_node: None,
        expected: Some(Expected { word: quantity.word(), takes: Takes::Number, meaning }),
        missing: None,
        answer: |_, _, _, _| None,
        unfillable: |_, _| None,
        impossible: |_, _| None,
    }
}

/// What a search counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    /// Leaves evaluated.
    Leaves,
    /// Nodes and leaves entered.
    Nodes,
    /// Nodes whose search ends with a cutoff.
    Cutoffs,
    /// Leaves that a cutoff skipped.
    Pruned,
    /// Subtrees and leaves that a cutoff skipped.
    Branches,
}

impl Quantity {
    const fn word(self) -> &'static str {
        match self {
            Self::Leaves => "leaves",
            Self::Nodes => "nodes",
            Self::Cutoffs => "cutoffs",
            Self::Pruned => "pruned",
            Self::Branches => "branches",
        }
    }

    /// What the search counted; `None` if that depends on unknown leaves or on what `...` hides.
    fn count(self, search: &Search<'_>) -> Option<u64> {
        let counts = search.counts()?;
        match self {
            Self::Leaves => Some(counts.leaves),
            Self::Nodes => Some(counts.nodes),
            Self::Cutoffs => Some(counts.cutoffs),
            Self::Pruned => counts.pruned,
            Self::Branches => Some(counts.branches),
        }
    }

    fn answer(self, search: &Search<'_>) -> Option<String> {
        Some(self.count(search)?.to_string())
    }
}

/// A count as a number of the language.
pub(super) fn whole(count: u64) -> Number {
    Number::Finite(count.into())
}

/// The claim that the search counts exactly this number.
#[derive(Debug)]
pub(super) struct Count {
    quantity: Quantity,
    value: Number,
}

/// The result of reading a count.
type Reading = Result<Count, ResolveError>;

impl Count {
    pub(super) fn read_leaves(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Reading {
        Ok(Self { quantity: Quantity::Leaves, value: reader.number(terms[0]) })
    }

    pub(super) fn read_nodes(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Reading {
        Ok(Self { quantity: Quantity::Nodes, value: reader.number(terms[0]) })
    }

    pub(super) fn read_cutoffs(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Reading {
        Ok(Self { quantity: Quantity::Cutoffs, value: reader.number(terms[0]) })
    }

    pub(super) fn read_pruned(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Reading {
        Ok(Self { quantity: Quantity::Pruned, value: reader.number(terms[0]) })
    }

    pub(super) fn read_branches(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Reading {
        Ok(Self { quantity: Quantity::Branches, value: reader.number(terms[0]) })
    }
}

impl Assertion for Count {
    fn judge(&self, _: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        match self.quantity.count(search) {
            Some(actual) => (whole(actual) == self.value).into(),
            None => uncountable(search, self.quantity),
        }
    }

    fn compared(&self, _: NodeId, _: &Search<'_>) -> Vec<(Shape, Shape)> {
        Vec::new()
    }

    fn content(&self) -> Content<'_> {
        Content::Count(self.value)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        wrong(context, claim.operand, self)
    }
}

fn uncountable(search: &Search<'_>, quantity: Quantity) -> Verdict {
    let skipped = || search.elision().filter(|_| quantity == Quantity::Pruned && search.counts().is_some());
    search.entered_elision().or_else(skipped).map_or(Verdict::Open, Verdict::Uncountable)
}

fn wrong(context: &Context<'_>, operand: Span, Count { quantity, value }: &Count) -> Diagnostic {
    let (Some(actual), Some(counts)) = (quantity.count(context.search), context.search.counts()) else {
        unreachable!("an open count does not fail");
    };
    let claimed = clipped(operand.of(context.game.text));
    let (what, verb) = match quantity {
        Quantity::Leaves => (counted(actual, "leaf is", "leaves are"), "evaluated"),
        Quantity::Nodes => (counted(actual, "node or leaf is", "nodes and leaves are"), "entered"),
        Quantity::Cutoffs => (counted(actual, "cutoff happens", "cutoffs happen"), ""),
        Quantity::Pruned => (counted(actual, "leaf is", "leaves are"), "skipped by a cutoff"),
        Quantity::Branches => (counted(actual, "subtree or leaf is", "subtrees and leaves are"), "skipped by a cutoff"),
    };
    let message = format!("{}, not {claimed}", [what.as_str(), verb].join(" ").trim_end());
    let finding = Diagnostic::new(Code::WrongCount, message, operand).primary_label("claimed here");
    let finding = label_cutoffs(context, finding);
    let finding = match quantity {
        Quantity::Leaves if counts.cutoffs == 0 => finding.note("no cutoff happens: every leaf is evaluated"),
        Quantity::Leaves => finding.note(format!(
            "{} skipped by {}",
            counted(counts.pruned.unwrap_or_default(), "leaf is", "leaves are"),
            counted(counts.cutoffs, "cutoff", "cutoffs")
        )),
        Quantity::Branches | Quantity::Pruned => {
            finding.note("`branches` counts each skipped subtree once, `pruned` every leaf in it")
        }
        Quantity::Cutoffs => finding.note("a cutoff counts where it leaves at least one child unsearched"),
        Quantity::Nodes => finding.note("`nodes` counts interior nodes and leaves, the root among them"),
    };
    let title = format!("write `{} = {actual}`", quantity.word());
    let Some((other, word)) = meant(context, operand, *quantity, *value) else {
        return finding.safe_fix(title, operand, actual.to_string());
    };
    let renamed = Fix {
        title: format!("write `{} = {claimed}`", other.word()),
        edits: vec![Edit::new(word, other.word())],
        safe: false,
    };
    finding
        .note(format!("{claimed} would be right for `{}`", other.word()))
        .fix(title, operand, actual.to_string())
        .or_help(&renamed.title)
        .or_with_fix(renamed)
}

/// The quantity that the author may have meant, with the word to replace: one that is easily confused with this
/// quantity, and for which the claimed number is right.
fn meant(context: &Context<'_>, operand: Span, quantity: Quantity, claimed: Number) -> Option<(Quantity, Span)> {
    let other = match quantity {
        Quantity::Pruned => Quantity::Branches,
        Quantity::Branches | Quantity::Cutoffs => Quantity::Pruned,
        Quantity::Leaves | Quantity::Nodes => return None,
    };
    let expectation = context.game.tree.expectations.iter().find(|expectation| expectation.span.contains(operand))?;
    let is_right = other.count(context.search).map(whole) == Some(claimed);
    is_right.then_some((other, expectation.subject.span))
}

/// Points at the first few cutoffs.
fn label_cutoffs(context: &Context<'_>, finding: Diagnostic) -> Diagnostic {
    const MOST: usize = 4;
    let shown = context.search.cutoffs().iter().take(MOST);
    shown.fold(finding, |finding, cutoff| {
        let called = context.game.called(cutoff.node);
        finding.label(context.game.head(cutoff.refutation), format!("a cutoff: the rest of {called} is skipped"))
    })
}
