//! `[a, b]`: the window with which the search enters a node. E0304: it enters with another window.

use super::bound::never_entered;
use super::reader::Reader;
use super::spec::{About, AtNode, Spec};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic};
use crate::explain::{Context, interval};
use crate::model::{ResolveError, ResolvedTree};
use crate::number::Number;
use crate::search::{self, Search, Shape, Side};
use crate::syntax::tree::{NodeId, Term};

pub(super) static WINDOW: Spec = Spec {
    code: Code::WrongWindow,
    about: About::Search,
    at_node: Some(AtNode {
        sign: "[",
        meaning: "`[a, b]`, a claim: the search enters this node with α = a and β = b.",
    }),
    expected: None,
    missing: Some(["the window of", "the windows of"]),
    answer: |_, search, node, _| search.window(node).map(|window| interval(window.alpha, window.beta)),
    unfillable: never_entered,
    impossible: |_, _| None,
};

/// The note on a window whose ends are in the wrong order. The text of the window alone shows that it cannot be one
/// at entry.
pub(crate) const ENDS_IN_ORDER: &str = "α comes first, and is never greater than β on entry";

/// The claim that the search enters a node with this α and β.
#[derive(Debug)]
pub(super) struct Window {
    alpha: Number,
    beta: Number,
}

impl Window {
    pub(super) fn read(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self { alpha: reader.number(terms[0]), beta: reader.number(terms[1]) })
    }
}

impl Assertion for Window {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        Verdict::if_entered(search, node, || {
            let window = search.window(node)?;
            Some(window.alpha == self.alpha && window.beta == self.beta)
        })
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        let Some(window) = search.window_shape(node) else { return Vec::new() };
        vec![(window.alpha, Shape::constant(self.alpha)), (window.beta, Shape::constant(self.beta))]
    }

    fn content(&self) -> Content<'_> {
        Content::Window(search::Window { alpha: self.alpha, beta: self.beta })
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        wrong(context, claim, self.alpha, self.beta)
    }
}

/// E0212: a claimed window whose ends are exchanged. The text alone shows that, so it can be said while answers are
/// hidden.
pub(crate) fn exchanged_ends(claim: &Claim) -> Option<Diagnostic> {
    let Content::Window(search::Window { alpha, beta }) = claim.content() else { return None };
    let meant = interval(beta, alpha);
    let finding = || Diagnostic::new(Code::EmptyWindow, "the ends of this window are exchanged", claim.span);
    (alpha > beta).then(|| finding().note(ENDS_IN_ORDER).fix(format!("write `{meant}`"), claim.span, meant))
}

fn wrong(context: &Context<'_>, claim: &Claim, alpha: Number, beta: Number) -> Diagnostic {
    let node = claim.node;
    let called = context.game.called(node);
    if !context.search.entered(node) {
        let message = format!("the search never enters {called}, so it has no window there");
        let finding = Diagnostic::new(Code::WrongWindow, message, claim.span);
        return context.label_skip(finding, node).help("delete this claim");
    }
    let Some(window) = context.search.window(node) else {
        unreachable!("an open claim does not fail");
    };
    let (actual, claimed) = (interval(window.alpha, window.beta), interval(alpha, beta));
    let message = format!("the search enters {called} with {actual}, not {claimed}");
    let mut finding = Diagnostic::new(Code::WrongWindow, message, claim.span).primary_label("claimed here");
    if (alpha, beta) == (window.beta, window.alpha) {
        finding = finding.note("the ends are exchanged: α comes first, then β");
        return finding.safe_fix(format!("write `{actual}`"), claim.span, actual);
    }
    for (side, is_wrong) in [(Side::Alpha, window.alpha != alpha), (Side::Beta, window.beta != beta)] {
        if is_wrong {
            finding = context.label_source(finding, node, side);
        }
    }
    let at_the_end = context.search.final_window(node).is_some_and(|last| last.alpha == alpha && last.beta == beta);
    if at_the_end {
        finding = finding
            .note(format!("{claimed} is the window at the end of its search; the claim is about the window at entry"));
    } else if alpha > beta {
        finding = finding.note(ENDS_IN_ORDER);
    }
    finding.safe_fix(format!("write `{actual}`"), claim.span, actual)
}
