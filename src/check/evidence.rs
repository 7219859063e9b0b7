//! What reports point at: the child that decides a value, the refutation, and who set the bound it ran into.

use std::cell::OnceCell;

use super::convention::Variant;
use crate::diagnostic::{Diagnostic, listed};
use crate::model::{Cut, Cutoffs, Game, Order, clipped};
use crate::number::Number;
use crate::search::{Cutoff, Fate, Search};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

/// A tree with its search: all that a rule looks at.
pub(super) struct Case<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) search: &'a Search<'a>,
    /// Other rules that the tree may have been meant for.
    pub(super) variants: &'a [Variant],
    /// The searches under those rules, made when a claim fails.
    searches: Vec<OnceCell<Search<'a>>>,
}

/// Why a cutoff is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The node that was cut off, and its refutation.
    pub cutoff: Cutoff,
    /// What the refutation returned.
    pub returned: Number,
    /// The bound it ran into: α at a MIN node, β at a MAX node.
    pub bound: Number,
    /// Who had set it.
    pub source: Source,
}

/// Where an end of an entry window comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From this child, beside or further up, which had returned exactly that.
    Child(NodeId),
    /// From the `window` that is set for the root, at this place.
    Window(Span),
    /// From nothing: it is the end of the number line.
    NumberLine,
}

/// Finds the proof of a cutoff: climbs from the node to the ancestor at which the bound was set.
///
/// Linear in the number of plies climbed, and in the siblings of the node found.
pub fn prove(game: &Game<'_>, search: &Search<'_>, cutoff: Cutoff) -> Option<Proof> {
    let letter = Side::of(game.nodes().kind(cutoff.node)).letter;
    let bound = window_end(search, cutoff.node, letter)?;
    let returned = search.fail_soft(cutoff.refutation)?;
    let source = source(game, search, cutoff.node, letter)?;
    Some(Proof { cutoff, returned, bound, source })
}

fn window_end(search: &Search<'_>, node: NodeId, letter: char) -> Option<Number> {
    search.window(node).map(|window| if letter == 'α' { window.alpha } else { window.beta })
}

/// Where a node has an end of its entry window from; `None` where that is open.
fn source(game: &Game<'_>, search: &Search<'_>, node: NodeId, letter: char) -> Option<Source> {
    let bound = window_end(search, node, letter)?;
    let mut node = node;
    while node != NodeId::ROOT && window_end(search, game.parent(node), letter)? == bound {
        node = game.parent(node);
    }
    if node == NodeId::ROOT {
        return Some(search.settings().window_span.map_or(Source::NumberLine, Source::Window));
    }
    let parent = game.parent(node);
    let holder = if letter == 'α' { Kind::Max } else { Kind::Min };
    if game.nodes().kind(parent) != holder {
        // With shallow cutoffs the end was opened here on the way down.
        return Some(Source::NumberLine);
    }
    let has_set =
        |sibling: &NodeId| *sibling != node && search.entered(*sibling) && search.fail_soft(*sibling) == Some(bound);
    let mut setters = game.nodes().children(parent).filter(has_set);
    // Of several that returned the bound, the one that was searched first set it.
    let first = match search.settings().order {
        Order::LeftToRight => setters.next(),
        Order::RightToLeft => setters.last(),
    };
    Some(first.map_or(Source::NumberLine, Source::Child))
}

impl<'a> Case<'a> {
    pub(super) fn new(game: &'a Game<'a>, search: &'a Search<'a>, variants: &'a [Variant]) -> Self {
        let searches = variants.iter().map(|_| OnceCell::new()).collect();
        Self { game, search, variants, searches }
    }

    /// The search of the same tree under other rules.
    pub(super) fn under_variant(&self, place: usize) -> &Search<'a> {
        let settings = &self.variants[place].settings;
        self.searches[place].get_or_init(|| Search::new(self.game.nodes(), settings))
    }

    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.game.nodes().kind(node)
    }

    /// The player's name: MAX or MIN.
    pub(super) fn player(&self, node: NodeId) -> &'static str {
        self.kind(node).name()
    }

    pub(super) fn opponent(&self, node: NodeId) -> &'static str {
        if self.kind(node) == Kind::Max { "MIN" } else { "MAX" }
    }

    /// A best child of an interior node: the first in the order of the file.
    pub(super) fn decider(&self, node: NodeId) -> Option<NodeId> {
        self.search.best_moves(node)?.first().copied()
    }

    /// `the greatest` at MAX, `the least` at MIN.
    pub(super) fn superlative(&self, node: NodeId) -> &'static str {
        if self.kind(node) == Kind::Max { "greatest" } else { "least" }
    }

    /// Points at the child that decides what `node` is worth.
    pub(super) fn label_decider(&self, finding: Diagnostic, node: NodeId) -> Diagnostic {
        let (Some(child), Some(value)) = (self.decider(node), self.search.value(node)) else {
            return finding;
        };
        let only = self.game.nodes().children(node).nth(1).is_none();
        let why = match (only, self.kind(child).is_leaf()) {
            (true, _) => format!("{} has no other move", self.player(node)),
            (_, true) => format!("{} takes this child: {value} is the {}", self.player(node), self.superlative(node)),
            (_, false) => {
                format!("{} takes this child, worth {value}: the {}", self.player(node), self.superlative(node))
            }
        };
        finding.label(self.game.head(child), why)
    }

    /// Why `node` is never entered: the cutoff above it, as a proof in labels.
    pub(super) fn label_skip(&self, finding: Diagnostic, node: NodeId) -> Diagnostic {
        match self.cutoff_above(node).and_then(|cutoff| prove(self.game, self.search, cutoff)) {
            Some(proof) => self.label_proof(finding, &proof),
            None => finding,
        }
    }

    /// The cutoff that skipped `node` or what it lies below.
    pub(super) fn cutoff_above(&self, node: NodeId) -> Option<Cutoff> {
        let mut node = node;
        while self.search.fate(self.game.parent(node)) == Fate::Skipped {
            node = self.game.parent(node);
        }
        self.search.cutoff_at(self.game.parent(node))
    }

    /// The proof of a cutoff: what the refutation returned, and who had secured the bound.
    pub(super) fn label_proof(&self, finding: Diagnostic, proof: &Proof) -> Diagnostic {
        let Proof { cutoff: Cutoff { node, refutation }, returned, bound, source } = *proof;
        let Side { letter, article, holder, extent } = Side::of(self.kind(node));
        let sign = match (self.kind(node), self.search.settings().cut) {
            (Kind::Min, Cut::AtLeast) => '≤',
            (Kind::Min, Cut::Above) => '<',
            (_, Cut::AtLeast) => '≥',
            (_, Cut::Above) => '>',
        };
        let cause = match self.kind(refutation).is_leaf() {
            true => format!("after this {returned}"),
            false => format!("after this, which returned {returned}"),
        };
        let called = self.game.called(node);
        let finding = finding.label(
            self.game.head(refutation),
            format!("{cause}, {called} is worth {extent} {returned}: {article} {letter}-cutoff, since {returned} {sign} {bound}"),
        );
        match source {
            Source::Child(setter) => {
                let secured = format!("{holder} already has {bound} from here: {letter} = {bound}");
                finding.label(self.game.head(setter), secured)
            }
            Source::Window(window) => finding.label(window, format!("the search starts with {letter} = {bound}")),
            Source::NumberLine => finding,
        }
    }

    /// Points at where an end of a node's entry window comes from: a child beside or further up, or the root's window.
    pub(super) fn label_source(&self, finding: Diagnostic, node: NodeId, letter: char) -> Diagnostic {
        let Some(bound) = window_end(self.search, node, letter) else {
            return finding;
        };
        match source(self.game, self.search, node, letter) {
            Some(Source::Child(child)) => {
                finding.label(self.game.head(child), format!("{letter} = {bound} comes from here"))
            }
            Some(Source::Window(window)) => finding.label(window, format!("{letter} = {bound} comes from here")),
            _ if self.search.settings().cutoffs == Cutoffs::Shallow => {
                finding.note(format!("with `cutoffs shallow` {letter} is not handed down from further up"))
            }
            _ => finding.note(format!("{letter} is still {bound}: nothing above has changed it")),
        }
    }

    /// Nodes in words: `c2 and c3`, `the leaves 4 and 6`.
    pub(super) fn call_all(&self, nodes: &[NodeId]) -> String {
        const MOST: usize = 12;
        let unnamed = |node: &NodeId| {
            self.kind(*node) == Kind::Value && self.game.name(*node).is_none() && self.game.label(*node).is_none()
        };
        let shown = || nodes.iter().take(MOST + 1);
        if nodes.len() > 1 && shown().all(unnamed) {
            let values: Vec<String> = nodes.iter().map(|leaf| self.game.nodes().value(*leaf).to_string()).collect();
            return format!("the leaves {}", listed(&values));
        }
        let names: Vec<String> = nodes.iter().map(|node| self.game.called(*node)).collect();
        listed(&names)
    }

    /// The place of a run of siblings.
    pub(super) fn span_of(&self, nodes: &[NodeId]) -> Span {
        let span = |node: &NodeId| self.game.nodes().span(*node);
        nodes.iter().map(span).reduce(Span::to).unwrap_or_default()
    }
}

/// How one speaks of a cutoff at a node.
pub(super) struct Side {
    /// The bound it runs into.
    pub(super) letter: char,
    article: &'static str,
    /// The player who has secured that bound.
    pub(super) holder: &'static str,
    /// Which way the node is bounded.
    pub(super) extent: &'static str,
}

impl Side {
    pub(super) fn of(kind: Kind) -> Self {
        match kind {
            Kind::Min => Self { letter: 'α', article: "an", holder: "MAX", extent: "at most" },
            _ => Self { letter: 'β', article: "a", holder: "MIN", extent: "at least" },
        }
    }
}

/// An interval as the language writes it.
pub(super) fn interval(alpha: Number, beta: Number) -> String {
    format!("[{alpha}, {beta}]")
}

/// A piece of the source short enough for a message.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", clipped(text))
}
