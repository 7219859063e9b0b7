//! Matches the trees and nodes of a submission with those of the exercise, and lists what was altered.
//!
//! The *given part* of a tree is what the exercise gives: players, the order of children, labels, names, probabilities,
//! the values of leaves and static evaluations. A student adds claims to it and fills in blank leaves.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::diagnostic::counted;
use crate::model::{ResolvedTree, Rule, Settings, clipped};
use crate::number::Number;
use crate::syntax::tree::{ClaimForm, Kind, NodeId};

/// The nodes of a submitted tree matched with those of the exercise.
#[derive(Debug)]
pub(super) struct Matching {
    /// For each node of the exercise, the node of the submission that it corresponds to.
    pub(super) partners: Vec<Option<NodeId>>,
    /// What was altered, in words, each difference once.
    pub(super) alterations: Vec<String>,
}

impl Matching {
    /// Matches the nodes of two trees. If the given parts are the same, nodes correspond by their place; otherwise, from
    /// the roots down: children of the same kinds in order; or else equal subtrees, then children with the same label or
    /// name, then the others in order. Linear if nothing was altered.
    pub(super) fn new(exercise: &ResolvedTree<'_>, submitted: &ResolvedTree<'_>) -> Self {
        if is_same(exercise, submitted) {
            return Self { partners: exercise.nodes().all().map(Some).collect(), alterations: Vec::new() };
        }
        let mut matching = Self { partners: vec![None; exercise.nodes().len()], alterations: Vec::new() };
        // In an altered tree, a blank leaf of the exercise can have any place.
        let is_blank = |_| false;
        let (own, other) = (Given::of(exercise, is_blank), Given::of(submitted, is_blank));
        let mut pending = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((node, partner)) = pending.pop() {
            matching.partners[node.index()] = Some(partner);
            matching.note_difference(&own, &other, node, partner);
            let pairs = matching.pair_children(&own, &other, node, partner);
            pending.extend(pairs.into_iter().rev());
        }
        matching
    }

    /// Whether the given part was altered.
    pub(super) fn is_altered(&self) -> bool {
        !self.alterations.is_empty()
    }

    /// Notes how two nodes that correspond differ, apart from their children.
    fn note_difference(&mut self, own: &Given<'_>, other: &Given<'_>, node: NodeId, partner: NodeId) {
        let is_bare = |given: &Given<'_>, node: NodeId| !given.is_leaf(node) && given.game.is_bare(node);
        // The player of a bare node follows from the node above it.
        let follows = is_bare(own, node) && is_bare(other, partner);
        if own.single[node.index()] == other.single[partner.index()]
            || follows
            || own.is_filled_in(node, other, partner)
        {
            return;
        }
        let head = |given: &Given<'_>, node: NodeId| clipped(given.game.head(node).of(given.game.text));
        let (written, here) = (head(own, node), head(other, partner));
        let called = own.game.called(node);
        self.alterations.push(match (own.is_leaf(node), other.is_leaf(partner)) {
            (true, false) => format!("{called} is a leaf in the exercise and a node here"),
            (false, true) => format!("{called} is a node in the exercise and the leaf {here} here"),
            _ if written != here => format!("`{written}` in the exercise is `{here}` here"),
            _ => format!("{called} has a different {} here", own.difference(node, other, partner)),
        });
    }

    /// The children of two nodes that correspond to each other.
    fn pair_children(
        &mut self,
        own: &Given<'_>,
        other: &Given<'_>,
        node: NodeId,
        partner: NodeId,
    ) -> Vec<(NodeId, NodeId)> {
        let children = |given: &Given<'_>, node: NodeId| -> Vec<NodeId> {
            let nodes = given.game.nodes();
            if nodes.is_leaf(node) { Vec::new() } else { nodes.children(node).collect() }
        };
        let (left, right) = (children(own, node), children(other, partner));
        let fits = |(a, b): (&NodeId, &NodeId)| own.is_leaf(*a) == other.is_leaf(*b) && !own.contradicts(*a, other, *b);
        if left.len() == right.len() && left.iter().zip(&right).all(fits) {
            return left.into_iter().zip(right).collect();
        }
        let called = own.game.called(node);
        let mut free: Vec<Option<NodeId>> = right.iter().copied().map(Some).collect();
        let (mut pairs, mut lonely) = (Vec::new(), Vec::new());
        let by_subtree = first_places(right.iter().map(|child| other.subtree[child.index()]));
        let by_name = first_places(right.iter().filter_map(|child| other.move_name(*child)));
        for child in &left {
            let equal = by_subtree.get(&own.subtree[child.index()]).copied();
            let named = || own.move_name(*child).and_then(|name| by_name.get(&name).copied());
            let place =
                equal.filter(|place| free[*place].is_some()).or_else(|| named().filter(|it| free[*it].is_some()));
            match place.and_then(|place| free[place].take()) {
                Some(partner) => pairs.push((*child, partner)),
                None => lonely.push(*child),
            }
        }
        // What is left on both sides corresponds in order, if it can.
        let extra: Vec<NodeId> = free.into_iter().flatten().collect();
        let is_alike = |(a, b): (&NodeId, &NodeId)| own.is_leaf(*a) == other.is_leaf(*b);
        if lonely.len() == extra.len() && lonely.iter().zip(&extra).all(is_alike) {
            pairs.extend(lonely.into_iter().zip(extra));
            pairs.sort_unstable();
        } else {
            self.alterations.extend(lonely.iter().map(|child| format!("{} is missing", own.game.called(*child))));
            if !extra.is_empty() {
                self.alterations
                    .push(format!("{called} has {} that the exercise does not have", children_in_words(extra.len())));
            }
        }
        if !pairs.is_sorted_by_key(|(_, partner)| *partner) {
            self.alterations.push(format!("the children of {called} are in a different order"));
        }
        pairs
    }
}

/// Whether the given parts of two trees are the same. Linear.
pub(super) fn is_same(exercise: &ResolvedTree<'_>, submitted: &ResolvedTree<'_>) -> bool {
    if exercise.nodes().is_empty() || exercise.nodes().len() != submitted.nodes().len() {
        return false;
    }
    let (own, other) = Given::of_both(exercise, submitted);
    own.subtree[0] == other.subtree[0]
}

/// The place of each item; of equal items, that of the first.
fn first_places<T: Hash + Eq>(items: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut places = HashMap::new();
    for (place, item) in items.enumerate() {
        places.entry(item).or_insert(place);
    }
    places
}

/// The given part of a tree, as hashes.
struct Given<'g> {
    game: &'g ResolvedTree<'g>,
    /// For each node, its own given part.
    single: Vec<u64>,
    /// For each node, the given part of its whole subtree.
    subtree: Vec<u64>,
}

impl<'g> Given<'g> {
    /// The given parts of an exercise and a submission. Where the exercise has a blank leaf, any value is the same.
    fn of_both(exercise: &'g ResolvedTree<'g>, submitted: &'g ResolvedTree<'g>) -> (Self, Self) {
        let nodes = exercise.nodes();
        let is_blank = |node: NodeId| node.index() < nodes.len() && nodes.kind(node) == Kind::Blank;
        (Self::of(exercise, is_blank), Self::of(submitted, is_blank))
    }

    /// `is_blank` says at which places the exercise has a blank leaf, for which students choose a value.
    fn of(game: &'g ResolvedTree<'g>, is_blank: impl Fn(NodeId) -> bool) -> Self {
        let nodes = game.nodes();
        let single: Vec<u64> = nodes.all().map(|node| single(game, node, is_blank(node))).collect();
        let mut subtree = single.clone();
        for node in nodes.all().rev().filter(|node| !nodes.is_leaf(*node)) {
            let mut hasher = DefaultHasher::new();
            single[node.index()].hash(&mut hasher);
            nodes.children(node).for_each(|child| subtree[child.index()].hash(&mut hasher));
            subtree[node.index()] = hasher.finish();
        }
        Self { game, single, subtree }
    }

    /// What differs between two nodes with the same head, in words.
    fn difference(&self, node: NodeId, other: &Self, partner: NodeId) -> &'static str {
        if self.game.label(node) != other.game.label(partner) {
            "label"
        } else if probability(self.game, node) != probability(other.game, partner) {
            "probability"
        } else {
            "static evaluation"
        }
    }

    /// Whether a node is a blank leaf, and its partner is the same leaf with any value.
    fn is_filled_in(&self, node: NodeId, other: &Self, partner: NodeId) -> bool {
        let (nodes, game) = (self.game.nodes(), other.game);
        nodes.kind(node) == Kind::Blank
            && other.is_leaf(partner)
            && self.game.label(node) == game.label(partner)
            && self.game.name(node) == game.name(partner)
            && probability(self.game, node) == probability(game, partner)
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        self.game.nodes().is_leaf(node)
    }

    fn move_name(&self, node: NodeId) -> Option<String> {
        self.game.label(node).or_else(|| self.game.name(node)).map(Cow::into_owned)
    }

    /// Whether the two nodes have different labels or names.
    fn contradicts(&self, node: NodeId, other: &Self, partner: NodeId) -> bool {
        let differ = |a: Option<Cow<'_, str>>, b: Option<Cow<'_, str>>| a.zip(b).is_some_and(|(a, b)| a != b);
        differ(self.game.label(node), other.game.label(partner))
            || differ(self.game.name(node), other.game.name(partner))
    }
}

/// The given part of a single node, as a hash. The hash is the same in every run of the program.
fn single(game: &ResolvedTree<'_>, node: NodeId, is_blank: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    let kind = game.nodes().kind(node);
    let is_leaf = kind.is_leaf();
    match kind {
        _ if is_blank && is_leaf => Kind::Blank.name().hash(&mut hasher),
        Kind::Value => game.nodes().value(node).hash(&mut hasher),
        Kind::Unknown => game.unknown(node).hash(&mut hasher),
        _ => kind.name().hash(&mut hasher),
    }
    game.label(node).hash(&mut hasher);
    game.name(node).hash(&mut hasher);
    probability(game, node).hash(&mut hasher);
    for (_, claim) in game.tree.claims.of(node) {
        if let ClaimForm::Eval(value) = claim.form {
            game.number(value).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// The probability that is written before a node, if there is one.
fn probability(game: &ResolvedTree<'_>, node: NodeId) -> Option<Number> {
    game.number(game.tree.probability(node)?)
}

fn children_in_words(number: usize) -> String {
    counted(number as u64, "child", "children")
}

/// For each tree of the exercise, the place of the submitted tree that matches it: one with the same title and content,
/// or with the same content, or with the same title; finally, the only one left. Trees without a title have the same one.
pub(super) fn pairs(games: &[ResolvedTree<'_>], submitted: &[ResolvedTree<'_>]) -> Vec<Option<usize>> {
    let mut pairs: Vec<Option<usize>> = vec![None; games.len()];
    let mut free: Vec<bool> = vec![true; submitted.len()];
    let rules: [fn(&ResolvedTree<'_>, &ResolvedTree<'_>) -> bool; 3] =
        [|game, other| has_same_title(game, other) && is_same(game, other), is_same, has_same_title];
    for fits in rules {
        for (game, pair) in games.iter().zip(&mut pairs).filter(|(_, pair)| pair.is_none()) {
            *pair = (0..submitted.len()).find(|place| free[*place] && fits(game, &submitted[*place]));
            if let Some(place) = *pair {
                free[place] = false;
            }
        }
    }
    let rest: Vec<usize> = (0..submitted.len()).filter(|place| free[*place]).collect();
    let lonely: Vec<usize> = (0..pairs.len()).filter(|place| pairs[*place].is_none()).collect();
    if let ([place], [other]) = (&lonely[..], &rest[..]) {
        pairs[*place] = Some(*other);
    }
    pairs
}

fn has_same_title(game: &ResolvedTree<'_>, other: &ResolvedTree<'_>) -> bool {
    own_title(game) == own_title(other)
}

fn own_title<'a>(game: &ResolvedTree<'a>) -> Option<Cow<'a, str>> {
    game.tree.title.map(|title| game.name_at(title))
}

pub(super) fn title(game: &ResolvedTree<'_>, place: usize) -> String {
    own_title(game).map_or_else(|| format!("tree {}", place + 1), Cow::into_owned)
}

/// The titles of the submitted trees that were not paired: those that repeat a tree of the exercise, and the others.
pub(super) fn unpaired(
    games: &[ResolvedTree<'_>],
    submitted: &[ResolvedTree<'_>],
    pairs: &[Option<usize>],
) -> [Vec<String>; 2] {
    let paired: HashSet<usize> = pairs.iter().copied().flatten().collect();
    let unpaired = (0..submitted.len()).filter(|place| !paired.contains(place));
    let is_repeated = |place: &usize| {
        let other = &submitted[*place];
        games.iter().any(|game| is_same(game, other) || own_title(other).is_some() && has_same_title(game, other))
    };
    let (repeated, extra): (Vec<usize>, Vec<usize>) = unpaired.partition(is_repeated);
    [repeated, extra].map(|places| places.into_iter().map(|place| title(&submitted[place], place)).collect())
}

/// The settings of a submitted tree that differ from those of the exercise, in words.
pub(super) fn changed_settings(given: &Settings, here: &Settings) -> Vec<String> {
    let rules = |settings: &Settings| {
        let Settings { cut, returns, order, cutoffs, .. } = *settings;
        [Rule::Cut(cut), Rule::Returns(returns), Rule::Order(order), Rule::Cutoffs(cutoffs)]
    };
    let pairs = rules(given).into_iter().zip(rules(here)).filter(|(given, here)| given != here);
    let mut changed: Vec<String> =
        pairs.map(|(given, here)| format!("`{given}` in the exercise is `{here}` here")).collect();
    let others = [
        ("window", given.window != here.window),
        ("range", given.range != here.range),
        ("depth", given.depth != here.depth),
    ];
    changed
        .extend(others.iter().filter(|(_, differs)| *differs).map(|(name, _)| format!("`{name}` is different here")));
    changed
}
