//! Every report of an unreachable subtree is a proof: what it points at is confirmed by the plain reference.

use std::collections::BTreeMap;

use gametree::check::check;
use gametree::diagnostic::{Code, Diagnostic, Levels};
use gametree::model::Game;
use gametree::source::Span;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::random::{Exercise, everyday_number, exercises};
use crate::reference::{Course, Player, Tree};

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_unreachable_finding_is_proved(exercise in exercises(everyday_number())) {
        let text = exercise.to_string();
        let report = check(&text, &Levels::default(), usize::MAX);
        let course = Course::of(&exercise.tree, &exercise.rules);
        let places = Places::new(&text, &exercise);
        let unreachable: Vec<&Diagnostic> = report.findings.iter().filter(|finding| finding.code == Code::UnreachableCutoff).collect();
        prop_assert_eq!(unreachable.len(), course.refutations.len(), "one finding for each cutoff");
        for finding in unreachable {
            places.confirm(finding, &course, &exercise)?;
        }
    }
}

/// Which node stands where in the text of an exercise.
struct Places<'t> {
    nodes: BTreeMap<Span, usize>,
    tree: Vec<&'t Tree>,
    parents: Vec<usize>,
    window: Option<Span>,
}

impl<'t> Places<'t> {
    fn new(text: &str, exercise: &'t Exercise) -> Self {
        let (file, _) = parse(text);
        let (game, _) = Game::new(text, &file, &file.trees[0], &Levels::default());
        let all = || game.nodes().all();
        Self {
            nodes: all().map(|node| (game.head(node), node.index())).collect(),
            tree: exercise.tree.pre_order(),
            parents: all().map(|node| game.parent(node).index()).collect(),
            window: game.settings.window_span,
        }
    }

    /// The labels of a finding are the refutation and, where a child set it, the bound that it ran into.
    fn confirm(&self, finding: &Diagnostic, course: &Course, exercise: &Exercise) -> TestCaseResult {
        let refutation = self.nodes[&finding.secondary[0].span];
        let node = self.parents[refutation];
        prop_assert_eq!(course.refutations.get(&node), Some(&refutation), "the last child searched there");
        let Tree::Node(player, _) = self.tree[node] else {
            panic!("leaves have no cutoffs");
        };
        let at_min = *player == Player::Min;
        let visit = &course.visits[&node];
        let bound = if at_min { visit.window.0 } else { visit.window.1 };
        let returned = course.visits[&refutation].fail_soft;
        let beyond = if at_min { returned <= bound } else { returned >= bound };
        prop_assert!(beyond && (returned != bound || !exercise.rules.strict), "it runs into the bound");
        match finding.secondary.get(1) {
            Some(label) if Some(label.span) == self.window => {
                let end = if at_min { exercise.rules.window.0 } else { exercise.rules.window.1 };
                prop_assert_eq!(end, bound, "the window at the root set the bound");
            }
            Some(label) => self.confirm_setter(self.nodes[&label.span], node, bound, course)?,
            None => prop_assert!(bound.finite().is_none(), "without a window only an infinity needs no setter"),
        }
        Ok(())
    }

    /// The bound-setter returned exactly the bound, to an ancestor of the node whose player has that bound, before the
    /// search came to the node.
    fn confirm_setter(
        &self,
        setter: usize,
        node: usize,
        bound: gametree::number::Number,
        course: &Course,
    ) -> TestCaseResult {
        prop_assert_eq!(course.visits[&setter].fail_soft, bound, "it returned exactly the bound");
        let holder = self.parents[setter];
        let mut ancestor = node;
        while ancestor != holder && ancestor != NodeId::ROOT.index() {
            ancestor = self.parents[ancestor];
        }
        prop_assert_eq!(ancestor, holder, "its parent is above the node");
        let player = |place: usize| match self.tree[place] {
            Tree::Node(player, _) => Some(*player),
            Tree::Leaf(_) => None,
        };
        prop_assert_ne!(player(holder), player(node), "the bound is the other player's");
        let entered = |place: usize| course.sequence.iter().position(|other| *other == place);
        prop_assert!(entered(setter) < entered(node), "it was searched before");
        Ok(())
    }
}
