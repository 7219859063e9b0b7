//! Why a cutoff is right: what the refutation returned, and who had set the bound it ran into.

use crate::model::{Game, Order};
use crate::number::Number;
use crate::search::{Cutoff, Search};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

/// Why a cutoff is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// The node that was cut off, and its refutation.
    pub cutoff: Cutoff,
    /// What the refutation returned.
    pub returned: Number,
    /// The bound it ran into: α at a MIN node, β at a MAX node.
    pub bound: Number,
    /// Who had set it.
    pub source: Source,
    /// How one speaks of it.
    pub(super) side: Side,
}

/// Where an end of an entry window comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// From this child, beside or further up, which had returned exactly that.
    Child(NodeId),
    /// From the `window` that is set for the root, at this place.
    Window(Span),
    /// From the `window` that the project sets for the root.
    Project,
    /// From the window of this chance node, by the rule of Star1.
    Star1(NodeId),
    /// From nothing: it is the end of the number line.
    NumberLine,
}

/// Finds the proof of a cutoff: climbs from the node to the ancestor at which the bound was set.
///
/// Linear in the number of plies climbed, and in the siblings of the node found.
pub(super) fn prove(game: &Game<'_>, search: &Search<'_>, cutoff: Cutoff) -> Option<Proof> {
    let at_chance = search.kind(cutoff.node) == Kind::Chance;
    // A chance node ends its search with a bound on its sum, any other with what the refutation returned.
    let returned = search.fail_soft(if at_chance { cutoff.node } else { cutoff.refutation })?;
    let fails_low = returned <= window_end(search, cutoff.node, 'α')?;
    let side = match search.kind(cutoff.node) {
        Kind::Chance if fails_low => Side::of(Kind::Min),
        kind => Side::of(kind),
    };
    let bound = window_end(search, cutoff.node, side.letter)?;
    let source = source(game, search, cutoff.node, side.letter)?;
    Some(Proof { cutoff, returned, bound, source, side })
}

pub(super) fn window_end(search: &Search<'_>, node: NodeId, letter: char) -> Option<Number> {
    search.window(node).map(|window| if letter == 'α' { window.alpha } else { window.beta })
}

/// Where a node has an end of its entry window from; `None` where that is open.
pub(super) fn source(game: &Game<'_>, search: &Search<'_>, node: NodeId, letter: char) -> Option<Source> {
    let bound = window_end(search, node, letter)?;
    let mut node = node;
    // A chance node makes another window of its own, even where an end happens to stay.
    let hands_on = |parent: NodeId| game.nodes().kind(parent) != Kind::Chance;
    while node != NodeId::ROOT && hands_on(game.parent(node)) && window_end(search, game.parent(node), letter)? == bound
    {
        node = game.parent(node);
    }
    if node == NodeId::ROOT {
        let (alpha, beta) = search.settings().window;
        let set = if letter == 'α' { alpha } else { beta };
        return Some(match search.settings().window_span {
            Some(window) if set == bound => Source::Window(window),
            None if set == bound && set.finite().is_some() => Source::Project,
            _ => Source::NumberLine,
        });
    }
    let parent = game.parent(node);
    let holder = if letter == 'α' { Kind::Max } else { Kind::Min };
    if game.nodes().kind(parent) == Kind::Chance {
        return Some(if search.settings().range.is_some() { Source::Star1(parent) } else { Source::NumberLine });
    }
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

/// How one speaks of a cutoff at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The bound it runs into.
    pub(super) letter: char,
    pub(super) article: &'static str,
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
