//! Explains the values of nodes and the steps of the search, in labels and notes of findings.

mod best;
mod proof;
mod reasons;
mod star1;

use std::cell::OnceCell;

use foldhash::HashMap;

use best::Best;
pub(crate) use proof::{Proof, Proofs, Source};
pub use reasons::{Reasons, cutoff_reasons, reasons};
pub(crate) use reasons::{label_chance, label_cutoff, label_limit};

use crate::diagnostic::{Annotate, Label, listed};
use crate::model::{Cut, Cutoffs, ResolvedTree, clipped};
use crate::number::Number;
use crate::search::{Cutoff, Search, Side};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

/// A tree with its search, and a cache of what explanations have needed so far.
pub(crate) struct Context<'a> {
    pub(crate) game: &'a ResolvedTree<'a>,
    pub(crate) search: &'a Search<'a>,
    pub(crate) proofs: Proofs<'a>,
    pub(crate) best: Best<'a>,
    /// Whether the claims are a student's answers that are being graded.
    pub(crate) grades_answers: bool,
    /// The leaf with each value; `None` if several leaves have that value. Built when first needed.
    leaves: OnceCell<HashMap<Number, Option<NodeId>>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(game: &'a ResolvedTree<'a>, search: &'a Search<'a>) -> Self {
        let (proofs, best) = (Proofs::new(game, search), Best::new(game, search));
        Self { game, search, proofs, best, grades_answers: false, leaves: OnceCell::new() }
    }

    /// Like [`Self::new`], for claims that are a student's answers.
    pub(crate) fn of_answers(game: &'a ResolvedTree<'a>, search: &'a Search<'a>) -> Self {
        Self { grades_answers: true, ..Self::new(game, search) }
    }

    pub(crate) fn kind(&self, node: NodeId) -> Kind {
        self.search.kind(node)
    }

    /// Whether the search takes the static evaluation of an interior node.
    pub(crate) fn is_at_limit(&self, node: NodeId) -> bool {
        self.kind(node).is_leaf() && !self.game.nodes().is_leaf(node)
    }

    /// The name of the player who moves at a node: MAX or MIN.
    pub(crate) fn player(&self, node: NodeId) -> &'static str {
        self.kind(node).name()
    }

    pub(crate) fn opponent(&self, node: NodeId) -> &'static str {
        if self.kind(node) == Kind::Max { "MIN" } else { "MAX" }
    }

    /// The leaf with this value, if it is the only one.
    pub(crate) fn leaf_worth(&self, value: Number) -> Option<NodeId> {
        *self.leaves.get_or_init(|| self.leaves_by_value()).get(&value)?
    }

    fn leaves_by_value(&self) -> HashMap<Number, Option<NodeId>> {
        let mut leaves = HashMap::default();
        for leaf in self.game.nodes().all().filter(|node| self.kind(*node).is_leaf()) {
            let Some(value) = self.search.fail_soft(leaf).or_else(|| self.search.value(leaf)) else { continue };
            leaves.entry(value).and_modify(|only| *only = None).or_insert(Some(leaf));
        }
        leaves
    }

    /// A best child of an interior node: the first in the order of the file.
    pub(crate) fn decider(&self, node: NodeId) -> Option<NodeId> {
        self.best.moves(node).nodes.first().copied()
    }

    /// `greatest` at MAX, `least` at MIN.
    pub(crate) fn superlative(&self, node: NodeId) -> &'static str {
        if self.kind(node) == Kind::Max { "greatest" } else { "least" }
    }

    /// Points at the child that decides the value of `node`. At a chance node, notes how the value is calculated.
    pub(crate) fn label_decider<E: Annotate>(&self, explained: E, node: NodeId) -> E {
        if self.kind(node) == Kind::Chance {
            return self.note_expectation(explained, node);
        }
        let (Some(child), Some(value)) = (self.decider(node), self.search.value(node)) else {
            return explained;
        };
        let only = self.search.children(node).nth(1).is_none();
        let is_evaluated = self.is_at_limit(child);
        let why = match (only, self.kind(child).is_leaf()) {
            _ if is_evaluated => {
                format!(
                    "the search stops at this child and takes its static evaluation, {value}: the {}",
                    self.superlative(node)
                )
            }
            (true, _) => format!("{} has no other move", self.player(node)),
            (_, true) => format!("{} takes this child: {value} is the {}", self.player(node), self.superlative(node)),
            (_, false) => {
                format!("{} takes this child, worth {value}: the {}", self.player(node), self.superlative(node))
            }
        };
        explained.label(self.game.head(child), why)
    }

    /// Notes how the value of a chance node follows from those of its children.
    fn note_expectation<E: Annotate>(&self, explained: E, node: NodeId) -> E {
        const MOST: usize = 6;
        let children: Vec<NodeId> = self.search.children(node).collect();
        let share = |child: &NodeId| {
            let weight = self.search.view().weight(*child);
            Some(format!("{weight} · {}", self.search.value(*child)?))
        };
        let shares: Option<Vec<String>> = children.iter().take(MOST).map(share).collect();
        match (shares, self.search.value(node)) {
            (Some(shares), Some(value)) if children.len() <= MOST => {
                explained.note(format!("chance weighs its children: {} = {value}", shares.join(" + ")))
            }
            _ => explained
                .note("the value of a chance node is the mean of its children, weighted by their probabilities"),
        }
    }

    /// Labels the proof of the cutoff that skips `node`, if a cutoff does.
    pub(crate) fn label_skip<E: Annotate>(&self, explained: E, node: NodeId) -> E {
        match self.proofs.cutoff_above(node).and_then(|cutoff| self.proofs.of(cutoff)) {
            Some(proof) => self.label_proof(explained, &proof),
            None => explained,
        }
    }

    /// Labels the proof of a cutoff: what the refutation returned, and where the bound comes from.
    pub(crate) fn label_proof<E: Annotate>(&self, explained: E, proof: &Proof) -> E {
        let Proof { bound, source, side, .. } = *proof;
        let Label { span, message } = self.refutation_label(proof);
        let explained = explained.label(span, message);
        match source {
            Source::Child(setter) => {
                let secured = format!("{} already has {bound} from here: {side} = {bound}", side.holder().name());
                explained.label(self.game.head(setter), secured)
            }
            Source::Window(window) => explained.label(window, format!("the search starts with {side} = {bound}")),
            Source::Project => explained
                .note(format!("the search starts with {side} = {bound}: the project's `gametree.toml` says so")),
            Source::Star1(child) => self.label_star1(explained, child, side),
            Source::NumberLine => explained,
        }
    }

    /// The label of a refutation: what it returned, and why that is enough for a cutoff.
    pub(crate) fn refutation_label(&self, proof: &Proof) -> Label {
        let Proof { cutoff: Cutoff { node, refutation }, returned, bound, side, .. } = *proof;
        let sign = match (side, self.search.settings().cut) {
            (Side::Alpha, Cut::Above) if returned != bound => '<',
            (Side::Alpha, _) => '≤',
            (_, Cut::Above) if returned != bound => '>',
            _ => '≥',
        };
        // Under `fail-hard`, and at a chance node, the child may have returned another number.
        let same = self.search.returned(refutation) == Some(returned) && self.kind(node) != Kind::Chance;
        let cause = match self.kind(refutation).is_leaf() {
            _ if !same => "after this".to_string(),
            true => format!("after this {returned}"),
            false => format!("after this, which returned {returned}"),
        };
        let called = self.game.called(node);
        let message = format!(
            "{cause}, {called} is worth {} {returned}: {}, since {returned} {sign} {bound}",
            side.extent(),
            side.cutoff()
        );
        Label { span: self.game.head(refutation), message }
    }

    /// A bound in game terms: `MAX's 3` if a child gave it, otherwise `α = 3`.
    pub(crate) fn bound_in_words(&self, node: NodeId, side: Side, bound: Number) -> String {
        match self.proofs.source(node, side) {
            Some(Source::Child(_)) => format!("{}'s {bound}", side.holder().name()),
            _ => format!("{side} = {bound}"),
        }
    }

    /// Points at the source of an end of a node's entry window: a sibling of the node or of an ancestor, or the root's
    /// window.
    pub(crate) fn label_source<E: Annotate>(&self, explained: E, node: NodeId, side: Side) -> E {
        let Some(bound) = self.proofs.window_end(node, side) else {
            return explained;
        };
        match self.proofs.source(node, side) {
            Some(Source::Child(child)) => {
                explained.label(self.game.head(child), format!("{side} = {bound} comes from here"))
            }
            Some(Source::Window(window)) => explained.label(window, format!("{side} = {bound} comes from here")),
            Some(Source::Project) => {
                explained.note(format!("{side} = {bound} is an end of the window in the project's `gametree.toml`"))
            }
            Some(Source::Star1(child)) => self.label_star1(explained, child, side),
            _ if self.search.settings().cutoffs == Cutoffs::None => {
                explained.note("with `cutoffs none` every node is entered with the window of the root")
            }
            _ if self.search.settings().cutoffs == Cutoffs::Shallow => {
                explained.note(format!("with `cutoffs shallow` {side} is not passed down from higher nodes"))
            }
            _ if matches!(bound, Number::Finite(_)) => {
                let from = if self.search.settings().range_span.is_some() {
                    ""
                } else {
                    " set by the project's `gametree.toml`"
                };
                explained.note(format!(
                    "{side} is still {bound}, the end of the `range`{from}: nothing above has changed it"
                ))
            }
            _ => {
                let holder = side.holder().name();
                explained.note(format!("{side} is still {bound}: {holder} has no value yet at any node above"))
            }
        }
    }

    /// A list of nodes in words: `c2 and c3`, `the leaves 4 and 6`.
    pub(crate) fn call_all(&self, nodes: &[NodeId]) -> String {
        const MOST: usize = 12;
        let values = nodes.iter().map(|node| Some(self.game.unlabelled_value(*node)?.to_string()));
        if let Some(values) = values.collect::<Option<Vec<String>>>().filter(|values| values.len() > 1) {
            return format!("the leaves {}", listed(&values));
        }
        let unnamed = |node: &NodeId| self.game.name(*node).is_none() && self.game.label(*node).is_none();
        if nodes.len() > MOST && nodes.iter().any(unnamed) {
            return format!("these {} children", nodes.len());
        }
        let names: Vec<String> = nodes.iter().map(|node| self.game.called(*node)).collect();
        match &names[..] {
            [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|name| name == first) => {
                format!("these {} {} nodes", names.len(), self.kind(nodes[0]).name())
            }
            _ => listed(&names),
        }
    }

    /// The span of a run of siblings.
    pub(crate) fn span_of(&self, nodes: &[NodeId]) -> Span {
        let span = |node: &NodeId| self.game.nodes().span(*node);
        nodes.iter().map(span).reduce(Span::to).unwrap_or_default()
    }
}

/// An interval as the language writes it.
pub(crate) fn interval(alpha: Number, beta: Number) -> String {
    format!("[{alpha}, {beta}]")
}

/// A piece of the source in backticks, clipped for a message.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", clipped(text))
}
