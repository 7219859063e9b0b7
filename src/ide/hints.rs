//! Inlay hints: the values and windows of nodes, and signs at cutoffs.

use super::Document;
use crate::claim::{ClaimKind, Claims, is_claimed};
use crate::diagnostic::Label;
use crate::explain::cutoff_reasons;
use crate::grade::answer::Answers;
use crate::model::{ResolvedTree, Shown};
use crate::search::{Bound, Cutoff};
use crate::source::Span;
use crate::syntax::tokens;
use crate::syntax::tree::NodeId;

/// Something that an editor shows within the text without being part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// The offset before which it is shown.
    pub offset: u32,
    /// What is shown.
    pub text: String,
    /// What it means, in a sentence.
    pub tooltip: Option<String>,
    /// What it is about.
    pub kind: HintKind,
}

/// What a hint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// The value of a node, and the window with which the search enters it.
    Node,
    /// A cutoff.
    Cutoff,
}

/// Which hints are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintKinds {
    /// The values of nodes.
    pub values: bool,
    /// The windows with which the search enters them.
    pub windows: bool,
    /// The cutoffs.
    pub cutoffs: bool,
}

impl Default for HintKinds {
    fn default() -> Self {
        Self { values: true, windows: true, cutoffs: true }
    }
}

/// At most this many nodes get hints, however much of a file is visible.
const MOST_NODES: usize = 300;

/// The hints for the visible part of the text, in order. Interior nodes get hints for what they do not claim already.
/// In a tree that hides its answers there are none. Linear.
pub fn inlay_hints(document: &Document, within: Span, kinds: HintKinds, shown: Shown) -> Vec<InlayHint> {
    let within = document.clamp_span(within);
    let mut hints = Vec::new();
    let is_visible = |span: Span| span.start <= within.end && within.start <= span.end;
    let mut left = MOST_NODES;
    for tree in document.file().trees.iter().filter(|tree| is_visible(tree.span)) {
        if left == 0 {
            break;
        }
        let game = document.game(tree);
        if document.hides_answers(&game, shown) {
            continue;
        }
        let claims = Claims::of(&game);
        let Some(answers) = Answers::of(&claims) else { continue };
        let search = &answers.search;
        let has_head = |node: NodeId| is_visible(Span::empty(game.nodes().brace(node)));
        let cutoff = |node: NodeId| {
            search.cutoff_at(node).filter(|cutoff| is_visible(Span::empty(end_of_refutation(&game, *cutoff))))
        };
        let interior = game.nodes().all().filter(|node| !search.kind(*node).is_leaf());
        let near: Vec<NodeId> =
            { interior }.filter(|node| has_head(*node) || cutoff(*node).is_some()).take(left).collect();
        left -= near.len();
        hints.extend(near.iter().filter(|node| has_head(**node)).filter_map(|node| at_head(&answers, *node, kinds)));
        if kinds.cutoffs {
            let cutoffs: Vec<Cutoff> = near.into_iter().filter_map(cutoff).collect();
            let reasons = cutoff_reasons(&game, search, &cutoffs);
            hints.extend(cutoffs.iter().zip(reasons).map(|(cutoff, reason)| at_cutoff(&game, *cutoff, reason)));
        }
    }
    hints.sort_by_key(|hint| hint.offset);
    hints
}

/// The value and the window of a node, before its brace. They are one hint, because editors show two hints at one place
/// without a space between them.
fn at_head(answers: &Answers<'_>, node: NodeId, kinds: HintKinds) -> Option<InlayHint> {
    let Answers { game, search, .. } = answers;
    let open = |kind: ClaimKind| !is_claimed(game, node, kind);
    let is_open = || open(ClaimKind::Exact) && open(ClaimKind::Returned);
    let value = search.value(node).filter(|_| kinds.values && is_open());
    let window = search.window(node).filter(|_| kinds.windows && open(ClaimKind::Window));
    let bound = search.bound(node).filter(|bound| value.is_some() && *bound != Bound::Exact);
    let (mut shown, mut explained) = (Vec::new(), Vec::new());
    let mut called = game.called(node);
    if let Some(value) = value {
        shown.push(format!("= {value}"));
        explained.push(format!("{called} is worth {value}"));
        called = "it".to_string();
    }
    let mut actions = Vec::new();
    if let Some(window) = window {
        let (alpha, beta) = (window.alpha, window.beta);
        shown.push(format!("[{alpha}, {beta}]"));
        actions.push(format!("enters {called} with α = {alpha} and β = {beta}"));
    }
    if let Some((returned, bound)) = search.returned(node).zip(bound) {
        let bound = if bound == Bound::Upper { "an upper bound" } else { "a lower bound" };
        actions.push(format!("returns {returned}, {bound}"));
    }
    explained.extend((!actions.is_empty()).then(|| format!("the search {}", actions.join(", and "))));
    let brace = game.nodes().brace(node);
    let offset = if game.is_bare(node) { brace } else { head_end(game, node) };
    let (text, tooltip) = (shown.join(" "), Some(explained.join("; ")));
    (!shown.is_empty()).then_some(InlayHint { offset, text, tooltip, kind: HintKind::Node })
}

/// The end of the last word before the brace of a node, so that the hint comes before blanks and comments.
fn head_end(game: &ResolvedTree<'_>, node: NodeId) -> u32 {
    let start = game.head(node).start;
    let head = Span::new(start, game.nodes().brace(node)).of(game.text);
    tokens(head).last().map_or(start, |(_, word)| start + word.end)
}

/// A sign after the refutation.
fn at_cutoff(game: &ResolvedTree<'_>, cutoff: Cutoff, reason: Option<Label>) -> InlayHint {
    InlayHint {
        offset: end_of_refutation(game, cutoff),
        text: "✂".to_string(),
        tooltip: reason.map(|reason| reason.message),
        kind: HintKind::Cutoff,
    }
}

/// The end of the refutation, where its hint is shown.
fn end_of_refutation(game: &ResolvedTree<'_>, cutoff: Cutoff) -> u32 {
    game.nodes().span(cutoff.refutation).end
}
