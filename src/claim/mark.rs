//! `pruned` and `visited`. E0306: no cutoff skips a node marked `pruned`. E0307: the search skips one marked `visited`.

use super::reader::Reader;
use super::spec::{About, AtNode, Spec};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::explain::{Context, interval};
use crate::model::{Cut, Cutoffs, Order, ResolveError, ResolvedTree, clipped};
use crate::number::Number;
use crate::search::{Cause, Search, Shape, Side, VisitStatus, Window};
use crate::source::{LINE_ENDS, Span, offset};
use crate::syntax::tree::{ClaimForm, Kind, NodeId, Term};

pub(super) static PRUNED: Spec = Spec {
    code: Code::NotPruned,
    about: About::Search,
    at_node: Some(AtNode {
        sign: "pruned",
        meaning: "A claim: a cutoff skips this node or leaf, or what it lies below.",
    }),
    expected: None,
    missing: Some(["`pruned` at", "`pruned` at"]),
    answer: |_, search, node, _| (search.status(node) == VisitStatus::Skipped(Cause::Cutoff)).then(String::new),
    unfillable: |_, _| None,
    impossible: |_, _| None,
};

pub(super) static VISITED: Spec = Spec {
    code: Code::NotVisited,
    about: About::Search,
    at_node: Some(AtNode { sign: "visited", meaning: "A claim: the search enters this node or leaf." }),
    expected: None,
    missing: None,
    answer: |_, search, node, _| search.entered(node).then(String::new),
    unfillable: |_, _| None,
    impossible: |_, _| None,
};

/// The claim that a cutoff skips a node or leaf.
#[derive(Debug)]
pub(super) struct Pruned;

impl Pruned {
    pub(super) fn read(_: &mut Reader<'_>, _: NodeId, _: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self)
    }
}

impl Assertion for Pruned {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        match search.status(node) {
            VisitStatus::Open => Verdict::Open,
            status => (status == VisitStatus::Skipped(Cause::Cutoff)).into(),
        }
    }

    fn compared(&self, _: NodeId, _: &Search<'_>) -> Vec<(Shape, Shape)> {
        Vec::new()
    }

    fn content(&self) -> Content<'_> {
        Content::Mark
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        not_pruned(context, claim)
    }
}

/// The claim that the search enters a node or leaf.
#[derive(Debug)]
pub(super) struct Visited;

impl Visited {
    pub(super) fn read(_: &mut Reader<'_>, _: NodeId, _: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self)
    }
}

impl Assertion for Visited {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        Verdict::if_entered(search, node, || Some(true))
    }

    fn compared(&self, _: NodeId, _: &Search<'_>) -> Vec<(Shape, Shape)> {
        Vec::new()
    }

    fn content(&self) -> Content<'_> {
        Content::Mark
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        not_visited(context, claim)
    }
}

fn not_visited(context: &Context<'_>, claim: &Claim) -> Diagnostic {
    let called = context.game.called(claim.node);
    let finding = Diagnostic::new(Code::NotVisited, format!("{called} is never visited"), claim.span)
        .primary_label("marked as visited");
    let finding = context.label_skip(finding, claim.node);
    let weightless = context.search.status(claim.node) == VisitStatus::Skipped(Cause::Probability);
    match weightless || is_marked(context.game, claim.node) {
        true => finding.help("delete the mark"),
        false => finding.safe_fix("write `pruned`", claim.span, "pruned"),
    }
}

fn not_pruned(context: &Context<'_>, claim: &Claim) -> Diagnostic {
    let node = claim.node;
    let called = context.game.called(node);
    if let VisitStatus::Skipped(Cause::Probability) = context.search.status(node) {
        let message = format!("{called} is not pruned: it has probability 0");
        let finding = Diagnostic::new(Code::NotPruned, message, claim.span).primary_label("marked as pruned");
        return propose_deletion(context, finding.note("only what a cutoff skips is pruned"), claim.span);
    }
    let finding = Diagnostic::new(Code::NotPruned, format!("{called} is not pruned: the search visits it"), claim.span)
        .primary_label("marked as pruned");
    if let Some(next) = meant_for_next(context, claim) {
        let moved = format!(" {}", claim.span.of(context.game.text));
        let leaf = context.game.nodes().span(next);
        let edits =
            vec![Edit::new(Span::new(claim.span.start, leaf.start), ""), Edit::new(Span::empty(leaf.end), moved)];
        let title = format!("write `{} pruned`", clipped(leaf.of(context.game.text)));
        return finding.note("write a mark after the leaf that it marks").with_fix(Fix { title, edits, safe: false });
    }
    let finding = match context.search.cutoff_at(node) {
        Some(_) => finding.note(format!("the cutoff comes inside {called}; mark the children that it skips there")),
        None => note_refutation(context, why_searched(context, finding, node), node),
    };
    propose_deletion(context, finding, claim.span)
}

/// If what `node` returns causes the cutoff at its parent, notes that it is not part of what is skipped.
fn note_refutation(context: &Context<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    if node == NodeId::ROOT {
        return finding;
    }
    let parent = context.game.parent(node);
    let is_refutation = context.search.cutoff_at(parent).is_some_and(|cutoff| cutoff.refutation == node);
    match is_refutation {
        true => {
            let (called, parent) = (context.game.called(node), context.game.called(parent));
            finding.note(format!("{called} itself causes the cutoff at {parent}; only what comes after it is pruned"))
        }
        false => finding,
    }
}

/// The skipped leaf after a mark that was probably meant for it: the 8 in `2, pruned 8`.
fn meant_for_next(context: &Context<'_>, claim: &Claim) -> Option<NodeId> {
    let next = leaf_after_comma(context.game, claim)?;
    (context.search.status(next) == VisitStatus::Skipped(Cause::Cutoff)).then_some(next)
}

/// The leaf after a mark that a comma separates from its own leaf: the 8 in `2, pruned 8`. It has no mark itself.
pub(crate) fn leaf_after_comma(game: &ResolvedTree<'_>, claim: &Claim) -> Option<NodeId> {
    let (text, nodes) = (game.text, game.nodes());
    if !matches!(claim.content(), Content::Mark) || !text[..claim.span.start as usize].trim_end().ends_with(',') {
        return None;
    }
    let next = nodes.end(claim.node);
    let is_sibling =
        next.index() < nodes.len() && claim.node != NodeId::ROOT && game.parent(next) == game.parent(claim.node);
    if !is_sibling || !nodes.is_leaf(next) || is_marked(game, next) {
        return None;
    }
    let gap = Span::new(claim.span.end, nodes.span(next).start).of(text);
    (!gap.contains(',') && gap.trim().is_empty()).then_some(next)
}

/// Proposes to delete a mark. Replacing it by `visited` would add a claim that the author did not make.
fn propose_deletion(context: &Context<'_>, finding: Diagnostic, mark: Span) -> Diagnostic {
    finding.safe_fix("delete the mark", with_blanks(context.game.text, mark), "")
}

/// The span to delete with a word: the word and the blanks before it, or those after it if the word is the first on its
/// line. Blanks that the neighbours of the word need between them are not included.
fn with_blanks(text: &str, word: Span) -> Span {
    const BLANKS: [char; 2] = [' ', '\t'];
    let (before, after) = (&text[..word.start as usize], &text[word.end as usize..]);
    let blanks_before = offset(before.len() - before.trim_end_matches(BLANKS).len());
    let blanks_after = offset(after.len() - after.trim_start_matches(BLANKS).len());
    let is_first = before.trim_end_matches(BLANKS).ends_with(LINE_ENDS);
    let is_last = after.trim_start_matches(BLANKS).starts_with(LINE_ENDS);
    let is_separated = after.is_empty() || after.starts_with([' ', '\t', '\r', '\n', ',', '}']);
    match (is_first && !is_last, is_separated) {
        (true, _) => Span::new(word.start, word.end + blanks_after),
        (false, true) => Span::new(word.start - blanks_before, word.end),
        (false, false) => word,
    }
}

/// Whether a node or leaf is marked `pruned`.
fn is_marked(game: &ResolvedTree<'_>, node: NodeId) -> bool {
    game.tree.claims.of(node).iter().any(|(_, claim)| matches!(claim.form, ClaimForm::Pruned))
}

/// Notes why the search goes on to `node`: the best value of its parent so far lies within the window.
fn why_searched(context: &Context<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    if node == NodeId::ROOT {
        return finding.note("the root is always searched");
    }
    let parent = context.game.parent(node);
    let called = context.game.called(parent);
    if context.search.settings().cutoffs == Cutoffs::None {
        return finding.note("with `cutoffs none` nothing is ever skipped");
    }
    if context.kind(parent) == Kind::Chance {
        return finding.note(match context.search.settings().range {
            None => "a chance node skips children only if `range` limits the values of those still to be searched",
            Some(_) => "a chance node skips children only if its value can no longer lie within its window",
        });
    }
    let (Some(window), Some((child, best))) = (context.search.window(parent), context.best.before(parent, node)) else {
        let why = match is_first(context, parent, node) {
            true => match context.search.settings().order {
                Order::LeftToRight => "the search never skips the first child of a node",
                Order::RightToLeft => "its children are searched from right to left, so this one comes first",
            },
            false => "what the children before it return depends on unknown leaves",
        };
        return finding.note(format!("{called} is entered, and {why}"));
    };
    let side = Side::facing(context.kind(parent));
    let so_far = format!("with this, {called} is worth {} {best} so far", side.extent());
    let entered = interval(window.alpha, window.beta);
    let why = why_it_goes_on(context, parent, best, window);
    context
        .label_source(finding.label(context.game.head(child), so_far), parent, side)
        .note(format!("{called} is entered with {entered}: {why}"))
}

/// Says why the search of a node goes on: the node may still matter to the player above it.
fn why_it_goes_on(context: &Context<'_>, node: NodeId, best: Number, window: Window<Number>) -> String {
    let side = Side::facing(context.kind(node));
    let bound = window.end(side);
    let (beats, over) = match side {
        Side::Alpha => ("beat", "less"),
        Side::Beta => ("undercut", "more"),
    };
    if bound.finite().is_none() {
        let holder = side.holder().name();
        return format!("{holder} has no bound here ({side} = {bound}), so the search goes on");
    }
    let called = context.game.called(node);
    let has = context.bound_in_words(node, side, bound);
    let (end, rule) = match context.search.settings().cut {
        Cut::AtLeast => (format!("at {bound} or {over}"), ""),
        Cut::Above => (format!("only at {over} than {bound}"), ", under `cut alpha > beta`"),
    };
    match best == bound {
        true => format!("it may still equal {has}, so the search goes on; the search would stop {end}{rule}"),
        false => format!("{called} may still {beats} {has}, so the search goes on; it would stop {end}{rule}"),
    }
}

/// Whether the search of a node begins with this child.
fn is_first(context: &Context<'_>, parent: NodeId, child: NodeId) -> bool {
    let nodes = context.game.nodes();
    match context.search.settings().order {
        Order::LeftToRight => nodes.children(parent).next() == Some(child),
        Order::RightToLeft => nodes.end(parent) == nodes.end(child),
    }
}
