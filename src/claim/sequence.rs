//! `expect visits …` and `expect enters …`: the order of the search. E0310: it searches in another order.

use super::reader::Reader;
use super::spec::{About, Expected, Spec, Takes};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic, ordinal};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree, clipped, quoted_if_needed};
use crate::number::Number;
use crate::search::{Search, Shape};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId, Term, TermKind};

pub(super) static VISITS: Spec = Spec {
    code: Code::WrongSequence,
    about: About::Search,
    at_node: None,
    expected: Some(Expected {
        word: "visits",
        takes: Takes::Leaves,
        meaning: "`expect visits …`: these are the leaves in the order of evaluation.",
    }),
    missing: None,
    answer: |game, search, _, _| listed(search, search.leaf_sequence(), |node| leaf(game, search, node)),
    unfillable: |_, _| None,
    impossible: |_, _| None,
};

pub(super) static ENTERS: Spec = Spec {
    code: Code::WrongSequence,
    about: About::Search,
    at_node: None,
    expected: Some(Expected {
        word: "enters",
        takes: Takes::Nodes,
        meaning: "`expect enters …`: these are the nodes and leaves in the order of entering.",
    }),
    missing: None,
    answer: |game, search, _, _| listed(search, search.sequence(), |node| entered(game, search, node)),
    unfillable: |_, _| None,
    impossible: |_, _| None,
};

/// The names of all nodes of a sequence; `None` if it is open, very long or empty, or if one of them has no name.
fn listed(search: &Search<'_>, nodes: &[NodeId], name: impl Fn(NodeId) -> Option<String>) -> Option<String> {
    const LONGEST: usize = 1000;
    if search.counts().is_none() || nodes.is_empty() || nodes.len() > LONGEST {
        return None;
    }
    let names: Option<Vec<String>> = nodes.iter().map(|node| name(*node)).collect();
    Some(names?.join(" "))
}

/// A leaf by its value, or an unknown one by its name.
fn leaf(game: &ResolvedTree<'_>, search: &Search<'_>, node: NodeId) -> Option<String> {
    let unknown = || game.name_of_unknown(node).map(|_| game.unknown(node).to_string());
    search.fail_soft(node).map(|value| value.to_string()).or_else(unknown)
}

/// A node or leaf by its name or label, if that is unique; otherwise, a leaf by its value, as in [`leaf`].
fn entered(game: &ResolvedTree<'_>, search: &Search<'_>, node: NodeId) -> Option<String> {
    let names = [game.name(node), game.label(node)];
    let own = names.into_iter().flatten().find(|name| game.find(name) == Ok(node));
    let leaf = || leaf(game, search, node).filter(|_| search.kind(node).is_leaf());
    own.map(|name| quoted_if_needed(&name)).or_else(leaf)
}

/// One item of a sequence, which describes the node or leaf at its place.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    /// The item as it is written.
    term: Term,
    /// The value of a leaf; `None` if the item is a name or an unknown.
    value: Option<Number>,
}

impl Pattern {
    /// Whether the item describes this node or leaf: by its value, its label or name, or its unknown. `None` if that
    /// depends on the value of an unknown leaf.
    fn matches(&self, game: &ResolvedTree<'_>, search: &Search<'_>, node: NodeId) -> Option<bool> {
        if let Some(value) = self.value {
            if !search.kind(node).is_leaf() {
                return Some(false);
            }
            // A leaf that was searched has returned its value, even if minimax values were not computed.
            let actual = search.fail_soft(node).or_else(|| search.value(node));
            return actual.map(|actual| actual == value);
        }
        if game.nodes().kind(node) == Kind::Unknown && game.unknown(node) == self.term.span.of(game.text) {
            return Some(true);
        }
        let name = game.name_at(self.term.span);
        let names = [game.name_of_unknown(node), game.label(node), game.name(node)];
        Some(names.contains(&Some(name)))
    }
}

/// The claim that the search evaluates these leaves in this order, or enters these nodes and leaves.
#[derive(Debug)]
pub(crate) struct Sequence {
    leaves_only: bool,
    items: Vec<Pattern>,
}

impl Sequence {
    pub(super) fn read_visits(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Self::read(reader, terms, true)
    }

    pub(super) fn read_enters(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Self::read(reader, terms, false)
    }

    fn read(reader: &mut Reader<'_>, terms: &[Term], leaves_only: bool) -> Result<Self, ResolveError> {
        // References are recorded even for items after a wrong one.
        for term in terms {
            reader.item(*term);
        }
        let item = |term: &Term| {
            if term.kind == TermKind::Name {
                reader.game.check_name(term.span, leaves_only)?;
            }
            Ok(Pattern { term: *term, value: reader.game.number(*term) })
        };
        Ok(Self { leaves_only, items: terms.iter().map(item).collect::<Result<_, ResolveError>>()? })
    }

    /// The right list: what the search comes to.
    pub(crate) fn actual<'s>(&self, search: &'s Search<'_>) -> &'s [NodeId] {
        if self.leaves_only { search.leaf_sequence() } else { search.sequence() }
    }

    /// How many items must be deleted and inserted to turn the list into `order`: what the two have beyond their longest
    /// common subsequence. A list that is more than twice as long is not compared. O(length²) of `order`.
    pub(crate) fn distance(&self, game: &ResolvedTree<'_>, search: &Search<'_>, order: &[NodeId]) -> usize {
        if self.items.len() > 2 * order.len() {
            return self.items.len() + order.len();
        }
        // The length of the longest common subsequence of the items so far and the first nodes of `order`.
        let mut common = vec![0; order.len() + 1];
        for item in &self.items {
            let mut diagonal = 0;
            for (place, node) in order.iter().enumerate() {
                let above = common[place + 1];
                let matches = item.matches(game, search, *node) == Some(true);
                common[place + 1] = if matches { diagonal + 1 } else { above.max(common[place]) };
                diagonal = above;
            }
        }
        self.items.len() + order.len() - 2 * common[order.len()]
    }
}

impl Assertion for Sequence {
    fn judge(&self, _: NodeId, game: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        let actual = self.actual(search);
        if search.counts().is_none() {
            return Verdict::Open;
        }
        if actual.len() != self.items.len() {
            return Verdict::Fails;
        }
        let mut verdict = Verdict::Holds;
        for (item, node) in self.items.iter().zip(actual) {
            match item.matches(game, search, *node) {
                Some(true) => {}
                Some(false) => return Verdict::Fails,
                None => verdict = Verdict::Open,
            }
        }
        verdict
    }

    /// Each listed number is compared with the value of the leaf at its place.
    fn compared(&self, _: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        let leaves = self.items.iter().zip(self.actual(search)).filter(|(_, node)| search.kind(**node).is_leaf());
        let pair =
            |(item, leaf): (&Pattern, &NodeId)| Some((search.fail_soft_shape(*leaf)?, Shape::constant(item.value?)));
        leaves.filter_map(pair).collect()
    }

    fn content(&self) -> Content<'_> {
        Content::Sequence(self)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        wrong(context, claim.operand, &self.items, self.leaves_only)
    }
}

fn wrong(context: &Context<'_>, operand: Span, items: &[Pattern], leaves_only: bool) -> Diagnostic {
    let actual = if leaves_only { context.search.leaf_sequence() } else { context.search.sequence() };
    let verb = if leaves_only { "evaluates" } else { "enters" };
    let differs = |(item, node): (&Pattern, &NodeId)| item.matches(context.game, context.search, *node) == Some(false);
    let first = items.iter().zip(actual).position(differs).unwrap_or(items.len().min(actual.len()));
    let place = ordinal(first + 1);
    let finding = match (items.get(first), actual.get(first)) {
        (Some(item), Some(node)) => {
            let written = clipped(item.term.span.of(context.game.text));
            let called = context.game.called(*node);
            let (what, called) = match leaves_only {
                true => ("leaf evaluated", called.strip_prefix("the leaf ").unwrap_or(&called)),
                false => ("node entered", called.as_str()),
            };
            let message = format!("the {place} {what} is {called}, not {written}");
            Diagnostic::new(Code::WrongSequence, message, item.term.span)
                .primary_label("the list goes wrong here")
                .label(context.game.head(*node), format!("the search {verb} this instead"))
        }
        (Some(item), None) => {
            let noun = if leaves_only { "leaves" } else { "nodes and leaves" };
            let message = format!("the list is too long: the search {verb} only {} {noun}", actual.len());
            Diagnostic::new(Code::WrongSequence, message, item.term.span).primary_label("the search ends before this")
        }
        (None, Some(node)) => {
            let message = format!("the list ends, but the search goes on with {}", context.game.called(*node));
            Diagnostic::new(Code::WrongSequence, message, operand)
                .primary_label("ends too early")
                .label(context.game.head(*node), format!("the search {verb} this next"))
        }
        (None, None) => unreachable!("a list that is right does not fail"),
    };
    let finding = match items.get(first).and_then(|item| item_node(context, item)) {
        Some(node) if !context.search.entered(node) => context.label_skip(finding, node),
        _ => finding,
    };
    let by_value = leaves_only && items.iter().all(|item| item.value.is_some());
    propose(context, finding, operand, actual, by_value)
}

/// The node that a list item means. A number means the leaf with that value, if there is only one.
fn item_node(context: &Context<'_>, item: &Pattern) -> Option<NodeId> {
    match item.value {
        Some(value) => context.leaf_worth(value),
        None => context.game.find_item(item.term),
    }
}

/// Proposes the whole list: leaves by their values if the claim lists values, otherwise everything by its name.
fn propose(context: &Context<'_>, finding: Diagnostic, operand: Span, actual: &[NodeId], by_value: bool) -> Diagnostic {
    const LONGEST: usize = 60;
    let written = |node: &NodeId| match context.kind(*node) {
        Kind::Value if by_value => Some(context.search.view().number(*node).to_string()),
        _ => context.game.written_name(*node),
    };
    let names: Option<Vec<String>> = actual.iter().take(LONGEST + 1).map(written).collect();
    match names {
        None => finding.help("some nodes have no name or label to list them by: name them, `min B { … }`"),
        Some(names) if names.len() > LONGEST => finding,
        Some(names) => finding.safe_fix(format!("write `{}`", names.join(" ")), operand, names.join(" ")),
    }
}
