//! Every report of an unreachable subtree is a proof: what it points at is confirmed by the plain reference.

use std::collections::BTreeMap;

use gametree::check::check;
use gametree::diagnostic::{Code, Diagnostic};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::source::Span;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::test_runner::{TestCaseError, TestCaseResult};
use proptest::{prop_assert, prop_assert_eq};

use crate::exercise::Exercise;
use crate::reference::{Course, Ends, Rules, Visit};
use crate::tree::{Player, Tree};

/// Checks every such report on an exercise.
pub(crate) fn unreachable_findings_are_proved(exercise: &Exercise) -> TestCaseResult {
    let text = exercise.to_string();
    let report = check(&text, &Defaults::default(), usize::MAX);
    let seen = exercise.seen();
    let course = Course::of(&seen, &exercise.rules);
    let places = Places::new(&text, &seen);
    let unreachable = report.findings.iter().filter(|finding| finding.code == Code::UnreachableCutoff);
    prop_assert_eq!(unreachable.clone().count(), course.refutations.len(), "one finding for each cutoff");
    for finding in unreachable {
        places.confirm(finding, &course, &exercise.rules)?;
    }
    Ok(())
}

/// Which node stands where in the text of an exercise.
struct Places<'t> {
    nodes: BTreeMap<Span, usize>,
    /// `None` below the depth limit.
    tree: Vec<Option<&'t Tree>>,
    parents: Vec<usize>,
    window: Option<Span>,
}

impl<'t> Places<'t> {
    fn new(text: &str, seen: &'t Tree) -> Self {
        let (file, mut findings) = parse(text, 0);
        let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
        let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
        let all = || game.nodes().all();
        Self {
            nodes: all().map(|node| (game.head(node), node.index())).collect(),
            tree: seen.pre_order(),
            parents: all().map(|node| game.parent(node).index()).collect(),
            window: game.settings.window_span,
        }
    }

    /// The labels of a finding are the refutation and, where a node set it, the bound that it ran into.
    fn confirm(&self, finding: &Diagnostic, course: &Course, rules: &Rules) -> TestCaseResult {
        let refutation = self.nodes[&finding.secondary[0].span];
        let node = self.parents[refutation];
        prop_assert_eq!(course.refutations.get(&node), Some(&refutation), "the last child searched there");
        let visit = &course.visits[&node];
        // A chance node runs into the window with a bound on its sum, and on either side.
        let (low, returned) = match self.player(node) {
            Some(player) => (player == Player::Min, course.visits[&refutation].fail_soft),
            None => (visit.fail_soft <= visit.window.0, visit.fail_soft),
        };
        let end = |ends: Ends| if low { ends.0 } else { ends.1 };
        let bound = end(visit.window);
        prop_assert!(
            if low { rules.stop(bound, returned) } else { rules.stop(returned, bound) },
            "it runs into the bound"
        );
        match finding.secondary.get(1) {
            Some(label) if Some(label.span) == self.window => {
                prop_assert_eq!(end(rules.window), bound, "the window at the root set the bound");
            }
            Some(label) => {
                let setter = self.nodes[&label.span];
                let set = if self.is_above(setter, node) {
                    end(self.confirm_star1(setter, node, course, rules)?.window)
                } else {
                    self.confirm_setter(setter, node, low, course)?.fail_soft
                };
                prop_assert_eq!(set, bound, "it set exactly the bound");
            }
            None => {
                prop_assert!(bound.finite().is_none() || bound == end(rules.known()), "only these need no setter");
            }
        }
        Ok(())
    }

    /// The bound-setter is a child that returned the bound to an ancestor of the node whose player has that bound, before
    /// the search came to the node. No chance node stands between, at which the bound would become another.
    fn confirm_setter<'c>(
        &self,
        setter: usize,
        node: usize,
        low: bool,
        course: &'c Course,
    ) -> Result<&'c Visit, TestCaseError> {
        let holder = self.parents[setter];
        prop_assert!(self.is_above(holder, node), "its parent is above the node");
        let other = if low { Player::Max } else { Player::Min };
        prop_assert_eq!(self.player(holder), Some(other), "the bound is the other player's");
        let between = self.tree[holder..node].iter().zip(holder..).filter(|(_, place)| self.is_above(*place, node));
        let chances = between.filter(|(tree, _)| matches!(tree, Some(Tree::Chance(..))));
        prop_assert_eq!(chances.count(), 0, "the bound comes down unchanged");
        let entered = |place: usize| course.sequence.iter().position(|other| *other == place);
        prop_assert!(entered(setter) < entered(node), "it was searched before");
        Ok(&course.visits[&setter])
    }

    /// The bound-setter is a chance node above the node, by the window that it handed to its child there.
    fn confirm_star1<'c>(
        &self,
        chance: usize,
        node: usize,
        course: &'c Course,
        rules: &Rules,
    ) -> Result<&'c Visit, TestCaseError> {
        prop_assert!(rules.range.is_some(), "without a range there is no Star1");
        let Some(Tree::Chance(..)) = self.tree[chance] else {
            return Err(TestCaseError::fail("only a chance node hands other windows down"));
        };
        let below = (chance + 1..=node).find(|child| self.is_above(*child, node));
        Ok(&course.visits[&below.expect("the node is below")])
    }

    /// Whether one node is the other or lies above it.
    fn is_above(&self, node: usize, mut below: usize) -> bool {
        while below != node && below != NodeId::ROOT.index() {
            below = self.parents[below];
        }
        below == node
    }

    fn player(&self, place: usize) -> Option<Player> {
        match self.tree[place] {
            Some(Tree::Node(player, ..)) => Some(*player),
            _ => None,
        }
    }
}
