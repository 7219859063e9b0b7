//! Why a cutoff is right: what the refutation returned, the bound it met, and where that bound comes from.

use std::cell::RefCell;

use foldhash::HashMap;

use crate::model::{Order, ResolvedTree};
use crate::number::Number;
use crate::search::{Cause, Cutoff, Search, Side, VisitStatus};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

/// Why a cutoff is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The node that was cut off, and its refutation.
    pub cutoff: Cutoff,
    /// What the refutation returned; at a chance node, the bound on its sum.
    pub returned: Number,
    /// The bound that it met: α at a MIN node, β at a MAX node.
    pub bound: Number,
    /// Where the bound comes from.
    pub source: Source,
    /// Whether that bound is α or β.
    pub(crate) side: Side,
}

/// Where an end of an entry window comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From this sibling of the node or of an ancestor, which returned exactly this number.
    Child(NodeId),
    /// From the `window` of the root, which the file sets at this place.
    Window(Span),
    /// From the `window` that the project sets for the root.
    Project,
    /// From the window of the chance node above this child, by the rule of Star1.
    Star1(NodeId),
    /// From no child and no `window`: it is an end of the number line or of the `range`.
    NumberLine,
}

/// The proofs of the cutoffs of a search, and where its windows come from.
///
/// Many findings may follow the same path up the tree. Each part of a path is followed only once, so all findings
/// together take time linear in the tree.
pub(crate) struct Proofs<'a> {
    game: &'a ResolvedTree<'a>,
    search: &'a Search<'a>,
    same_alpha: AncestorCache,
    same_beta: AncestorCache,
    skipped: AncestorCache,
    /// For each node whose children set bounds, and each number they returned: the first child that returned it.
    setters: RefCell<HashMap<NodeId, HashMap<Number, NodeId>>>,
}

impl<'a> Proofs<'a> {
    pub(crate) fn new(game: &'a ResolvedTree<'a>, search: &'a Search<'a>) -> Self {
        let (same_alpha, same_beta, skipped) = <_>::default();
        Self { game, search, same_alpha, same_beta, skipped, setters: RefCell::default() }
    }

    /// The proof of a cutoff: climbs from the node to the ancestor at which the bound was set.
    pub(crate) fn of(&self, cutoff: Cutoff) -> Option<Proof> {
        let search = self.search;
        let at_chance = search.kind(cutoff.node) == Kind::Chance;
        // A chance node that is cut off returns a bound on its sum; any other node returns what its refutation
        // returned.
        let returned = search.fail_soft(if at_chance { cutoff.node } else { cutoff.refutation })?;
        let fails_low = returned <= self.window_end(cutoff.node, Side::Alpha)?;
        let side = match search.kind(cutoff.node) {
            Kind::Chance if fails_low => Side::Alpha,
            kind => Side::facing(kind),
        };
        let bound = self.window_end(cutoff.node, side)?;
        let source = self.source(cutoff.node, side)?;
        Some(Proof { cutoff, returned, bound, source, side })
    }

    /// The cutoff that skipped `node` or an ancestor of it.
    pub(crate) fn cutoff_above(&self, node: NodeId) -> Option<Cutoff> {
        let is_skipped = |node: &NodeId| self.search.status(*node) == VisitStatus::Skipped(Cause::Cutoff);
        let highest = self.skipped.end(node, |node| Some(self.game.parent(node)).filter(is_skipped));
        self.search.cutoff_at(self.game.parent(highest))
    }

    pub(crate) fn window_end(&self, node: NodeId, side: Side) -> Option<Number> {
        self.search.window(node).map(|window| window.end(side))
    }

    /// The source of an end of a node's entry window; `None` if it depends on unknown leaves.
    pub(crate) fn source(&self, node: NodeId, side: Side) -> Option<Source> {
        let (game, search) = (self.game, self.search);
        let bound = self.window_end(node, side)?;
        let cache = if side == Side::Alpha { &self.same_alpha } else { &self.same_beta };
        let above = |node: NodeId| (node != NodeId::ROOT).then(|| game.parent(node));
        // A chance node gives its children another window, even if one end happens to be the same.
        let passes_on = |parent: &NodeId| game.nodes().kind(*parent) != Kind::Chance;
        let has_same = |parent: &NodeId| self.window_end(*parent, side) == Some(bound);
        let node = cache.end(node, |node| above(node).filter(passes_on).filter(has_same));
        let Some(parent) = above(node) else {
            return Some(self.source_at_root(bound, side));
        };
        if !passes_on(&parent) {
            return Some(if search.settings().range.is_some() { Source::Star1(node) } else { Source::NumberLine });
        }
        // If the window of the parent is open, the source is not known.
        self.window_end(parent, side)?;
        if game.nodes().kind(parent) != side.holder() {
            // Shallow cutoffs do not pass this end down from the parent.
            return Some(Source::NumberLine);
        }
        let setter = self.first_to_return(parent, bound).filter(|sibling| *sibling != node);
        Some(setter.map_or(Source::NumberLine, Source::Child))
    }

    fn source_at_root(&self, bound: Number, side: Side) -> Source {
        let (alpha, beta) = self.search.settings().window;
        let set = if side == Side::Alpha { alpha } else { beta };
        match self.search.settings().window_span {
            Some(window) if set == bound => Source::Window(window),
            None if set == bound && set.finite().is_some() => Source::Project,
            _ => Source::NumberLine,
        }
    }

    /// The first child that returned `bound`, and so set it.
    fn first_to_return(&self, parent: NodeId, bound: Number) -> Option<NodeId> {
        let search = self.search;
        let mut setters = self.setters.borrow_mut();
        let of_parent = setters.entry(parent).or_insert_with(|| {
            let entered = self.game.nodes().children(parent).filter(|child| search.entered(*child));
            let mut returns: Vec<_> = entered.filter_map(|child| Some((search.fail_soft(child)?, child))).collect();
            // If several children return the same number, the map keeps the last one inserted.
            match search.settings().order {
                Order::LeftToRight => returns.reverse(),
                Order::RightToLeft => {}
            }
            returns.into_iter().collect()
        });
        of_parent.get(&bound).copied()
    }
}

/// For each node from which a path up the tree was followed: the node where the path ends.
#[derive(Default)]
struct AncestorCache(RefCell<HashMap<NodeId, NodeId>>);

impl AncestorCache {
    /// The end of the path from `node`. `next` returns the next node on the path, upwards, or `None` at its end.
    fn end(&self, node: NodeId, next: impl Fn(NodeId) -> Option<NodeId>) -> NodeId {
        let mut ends = self.0.borrow_mut();
        let mut visited = Vec::new();
        let mut at = node;
        let end = loop {
            if let Some(end) = ends.get(&at) {
                break *end;
            }
            visited.push(at);
            match next(at) {
                Some(above) => at = above,
                None => break at,
            }
        };
        ends.extend(visited.into_iter().map(|node| (node, end)));
        end
    }
}

impl Side {
    /// A cutoff at this end, in words.
    pub(crate) fn cutoff(self) -> &'static str {
        match self {
            Self::Alpha => "an α-cutoff",
            Self::Beta => "a β-cutoff",
        }
    }

    /// How a return that meets this end bounds the value of its node.
    pub(crate) fn extent(self) -> &'static str {
        match self {
            Self::Alpha => "at most",
            Self::Beta => "at least",
        }
    }
}
