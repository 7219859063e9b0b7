//! Unknown leaves: the set that is solved for, compared with the plain search of the tree with numbers filled in.

use gametree::claim::{ClaimKind, Claims, Verdict};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::search::{Bound, Cause, Search, SolveError, SymbolicError, Unknown, VisitStatus};
use gametree::solve::{Unknowns, solve};
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseResult;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::agreement::counting_agrees;
use crate::exercise::Exercise;
use crate::tree::{Player, Tree};

/// Which leaves are unknown, and what is claimed.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    /// Leaves by their places in pre-order, each with the name of its unknown.
    unknown: BTreeMap<usize, char>,
    /// Claims by the places of their nodes and leaves.
    claims: BTreeMap<usize, String>,
    expectations: String,
    /// Whether `= v` at a node is about its return.
    asks_returns: bool,
}

/// What chooses a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    leaves: Vec<Index>,
    secret: Vec<Index>,
    claims: Vec<(Index, ClaimKind, bool)>,
    expectations: Vec<(ClaimKind, bool)>,
}

/// Where claims are written that do not follow `expect`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    InteriorNode,
    NodeOrLeaf,
}

/// Where claims of this kind are written; `None` if only after `expect`. A new kind needs an arm here, and one in
/// `claim` or `expectation`.
fn place(kind: ClaimKind) -> Option<Place> {
    use ClaimKind::{
        AtLeast, AtMost, Branches, Cutoffs, Enters, Exact, Fewest, Leaves, Line, Near, Nodes, Plays, Pruned,
        PrunedLeaves, Returned, Visited, Visits, Window,
    };
    match kind {
        Exact | Returned | Near | AtMost | AtLeast | Window | Plays => Some(Place::InteriorNode),
        Pruned | Visited => Some(Place::NodeOrLeaf),
        Leaves | Nodes | Cutoffs | PrunedLeaves | Branches | Fewest | Line | Visits | Enters => None,
        _ => panic!("no puzzle has claims of the kind {kind:?}"),
    }
}

/// Choices for puzzles with as many leaves that are unknown.
pub(crate) fn choices() -> impl Strategy<Value = Choices> {
    let kinds = |fits: fn(&ClaimKind) -> bool| select(ClaimKind::ALL.iter().copied().filter(fits).collect::<Vec<_>>());
    let at_nodes = kinds(|kind| place(*kind).is_some());
    let claims = vec((any::<Index>(), at_nodes, prop::bool::weighted(0.1)), 0..=4);
    let expected = kinds(|kind| kind.word().is_some());
    let expectations = vec((expected, prop::bool::weighted(0.1)), 0..=2);
    let parts = (vec(any::<Index>(), 1..=3), vec(any::<Index>(), 2), claims, expectations);
    parts.prop_map(|(leaves, secret, claims, expectations)| Choices { leaves, secret, claims, expectations })
}

/// The names that unknowns may have.
pub(crate) const NAMES: [char; 2] = ['x', 'y'];

impl Puzzle {
    /// Makes a puzzle with `count` different unknowns of an exercise. Most of its claims hold for one secret value of each.
    fn new(exercise: &Exercise, count: usize, choices: &Choices) -> Option<Self> {
        let all = exercise.tree.pre_order();
        let is_leaf = |place: &usize| matches!(all[*place], Some(Tree::Leaf(_)));
        let leaves: Vec<usize> = (0..all.len()).filter(is_leaf).collect();
        let numbers: Vec<Number> =
            numbers(&exercise.tree).into_iter().filter(|number| number.finite().is_some()).collect();
        if leaves.len() < count || numbers.is_empty() {
            return None;
        }
        let named = choices.leaves.iter().enumerate().map(|(nth, index)| (*index.get(&leaves), NAMES[nth % count]));
        let unknown: BTreeMap<usize, char> = named.collect();
        let asks_returns = choices.claims.iter().any(|(_, kind, _)| *kind == ClaimKind::Returned);
        let mut puzzle = Self { unknown, claims: BTreeMap::new(), expectations: String::new(), asks_returns };
        let secret: Vec<Number> = choices.secret.iter().map(|index| *index.get(&numbers)).collect();
        let (claims, expectations) =
            puzzle.judged(exercise, Some(&secret), |read, search| claims(read.game, search, choices))??;
        (puzzle.claims, puzzle.expectations) = (claims, expectations);
        Some(puzzle)
    }

    /// The text, with numbers in the place of the unknowns where they are given.
    fn text(&self, exercise: &Exercise, values: Option<&[Number]>) -> String {
        let without_tree = Exercise { tree: Tree::Leaf(Number::ZERO), spelt_out: false, above: true, ..*exercise };
        let settings: String = without_tree
            .to_string()
            .lines()
            .take_while(|line| *line != "tree {")
            .map(|line| format!("{line}\n"))
            .collect();
        let mut text = format!("{settings}tree {{\n");
        let mut place = 0;
        self.write(&mut text, &exercise.tree, values, &mut place).expect("strings can be written to");
        let asks = if self.asks_returns { "reveal answers ask returns\n" } else { "" };
        text + "\n" + asks + &self.expectations + "}\n"
    }

    fn write(&self, out: &mut String, tree: &Tree, values: Option<&[Number]>, place: &mut usize) -> fmt::Result {
        let own = *place;
        let claims = self.claims.get(&own).map_or("", String::as_str);
        *place += 1;
        let (kind, eval, children): (_, _, Vec<(Option<Number>, &Tree)>) = match tree {
            Tree::Leaf(value) => {
                match (self.unknown.get(&own), values) {
                    (None, _) => write!(out, "{value}")?,
                    (Some(name), None) => write!(out, "?{name}")?,
                    (Some(name), Some(values)) => write!(out, "{}", values[usize::from(*name == NAMES[1])])?,
                }
                return write!(out, " {claims}");
            }
            Tree::Limit(..) => unreachable!("trees are written whole"),
            Tree::Node(player, eval, children) => {
                let kind = if *player == Player::Max { "max" } else { "min" };
                (kind, eval, children.iter().map(|child| (None, child)).collect())
            }
            Tree::Chance(eval, children) => {
                let weighted = children.iter().map(|(weight, child)| (Some(Number::Finite(*weight)), child));
                ("chance", eval, weighted.collect())
            }
        };
        write!(out, "{kind} n{own} {claims} eval {eval} {{ ")?;
        for (weight, child) in children {
            let weight = weight.map_or(String::new(), |weight| format!(" {weight}"));
            write!(out, "m{place}{weight}: ", place = *place)?;
            self.write(out, child, values, place)?;
            write!(out, " ")?;
        }
        write!(out, "}}")
    }

    /// Asks something of the plain search with these values; `None` where there is none.
    fn judged<T>(
        &self,
        exercise: &Exercise,
        values: Option<&[Number]>,
        question: impl FnOnce(&Claims<'_>, &Search<'_>) -> T,
    ) -> Option<T> {
        let text = self.text(exercise, values);
        let (file, mut mistakes) = parse(&text, 1);
        let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut mistakes);
        let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut mistakes);
        let claims = Claims::read(&game, &mut mistakes);
        assert_eq!(mistakes.tally().total(), 0, "{text}\n{mistakes:?}");
        let search = Search::of(&game).ok()?;
        Some(question(&claims, &search))
    }

    /// Whether all claims hold in the plain search with these values.
    fn holds(&self, exercise: &Exercise, values: &[Number]) -> Option<bool> {
        self.judged(exercise, Some(values), |claims, search| {
            claims.all().all(|(_, claim)| claim.judge(claims.game, search) == Verdict::Holds)
        })
    }
}

/// The leaf values and static evaluations of a tree.
fn numbers(tree: &Tree) -> Vec<Number> {
    let number = |tree: &Tree| match tree {
        Tree::Leaf(number) | Tree::Limit(number, _) | Tree::Node(_, number, _) | Tree::Chance(number, _) => *number,
    };
    tree.pre_order().into_iter().flatten().map(number).collect()
}

/// Claims and expectations of a search; those that are askew are wrong, or hold by chance.
fn claims(
    game: &ResolvedTree<'_>,
    search: &Search<'_>,
    choices: &Choices,
) -> Option<(BTreeMap<usize, String>, String)> {
    let interior: Vec<NodeId> = search.visible().filter(|node| !search.kind(*node).is_leaf()).collect();
    let visible: Vec<NodeId> = search.visible().collect();
    let mut claims = BTreeMap::new();
    for (index, kind, askew) in &choices.claims {
        let nodes = if place(*kind) == Some(Place::InteriorNode) { &interior } else { &visible };
        let node = *index.get(nodes);
        claims.entry(node.index()).or_insert_with(|| claim(search, node, *kind, *askew).unwrap_or_default());
    }
    let mut expectations = BTreeMap::new();
    for (kind, askew) in &choices.expectations {
        expectations.extend(expectation(game, search, *kind, *askew));
    }
    let lines = expectations.into_iter().map(|(subject, what)| format!("expect {subject} {what}\n"));
    Some((claims, lines.collect()))
}

fn shifted(number: Number, askew: bool) -> Number {
    if askew { number.plus(Number::integer(1)).unwrap_or(number) } else { number }
}

fn claim(search: &Search<'_>, node: NodeId, kind: ClaimKind, askew: bool) -> Option<String> {
    let returned = || Some(shifted(search.returned(node)?, askew));
    let is_upper = || Some(search.bound(node)? == Bound::Upper);
    let is_exact = || Some(search.bound(node)? == Bound::Exact && search.returned(node) == search.fail_soft(node));
    Some(match kind {
        ClaimKind::Exact => format!("= {}", shifted(search.value(node)?, askew)),
        ClaimKind::Returned if is_exact()? => format!("= {}", returned()?),
        ClaimKind::Near => format!("~ {}", search.value(node)?.rounded(0)?),
        ClaimKind::Window => {
            let window = search.window(node)?;
            format!("[{}, {}]", shifted(window.alpha, askew), window.beta)
        }
        ClaimKind::AtMost if is_upper()? => format!("<= {}", returned()?),
        ClaimKind::AtLeast if !is_upper()? => format!(">= {}", returned()?),
        ClaimKind::Plays => format!("plays m{}", search.first_best_move(node)?.index()),
        ClaimKind::Visited if askew || matches!(search.status(node), VisitStatus::Entered) => "visited".to_string(),
        ClaimKind::Pruned if search.status(node) == VisitStatus::Skipped(Cause::Cutoff) => "pruned".to_string(),
        ClaimKind::Returned | ClaimKind::AtMost | ClaimKind::AtLeast | ClaimKind::Visited | ClaimKind::Pruned => {
            return None;
        }
        _ => panic!("claims of the kind {kind:?} are not written at a node"),
    })
}

fn expectation(
    game: &ResolvedTree<'_>,
    search: &Search<'_>,
    kind: ClaimKind,
    askew: bool,
) -> Option<(&'static str, String)> {
    let counts = search.counts()?;
    let count = |count: u64| format!("= {}", count + u64::from(askew));
    let chance = search.kind(NodeId::ROOT) == gametree::syntax::tree::Kind::Chance;
    let what = match kind {
        ClaimKind::Exact => format!("= {}", shifted(search.value(NodeId::ROOT)?, askew)),
        ClaimKind::Near => format!("~ {}", search.value(NodeId::ROOT)?.rounded(0)?),
        ClaimKind::Leaves => count(counts.leaves),
        ClaimKind::Nodes => count(counts.nodes),
        ClaimKind::Cutoffs => count(counts.cutoffs),
        ClaimKind::PrunedLeaves => count(counts.pruned?),
        ClaimKind::Branches => count(counts.branches),
        ClaimKind::Fewest => count(search.fewest_leaves()?),
        ClaimKind::Plays => format!("m{}", search.first_best_move(NodeId::ROOT)?.index()),
        ClaimKind::Line if chance => return None,
        ClaimKind::Line => {
            let mut line = String::new();
            let mut node = NodeId::ROOT;
            while let Some(best) = search.first_best_move(node) {
                write!(line, "m{} ", best.index()).ok()?;
                node = best;
            }
            line
        }
        ClaimKind::Visits | ClaimKind::Enters => {
            let sequence = if kind == ClaimKind::Visits { search.leaf_sequence() } else { search.sequence() };
            if search.kind(NodeId::ROOT).is_leaf() {
                return None;
            }
            // Leaves by their values, nodes by the labels of the moves to them, the root by its name.
            let item = |node: &NodeId| match search.value(*node) {
                Some(value) if game.nodes().is_leaf(*node) => format!("{value} "),
                _ if *node == NodeId::ROOT => "n0 ".to_string(),
                _ => format!("m{} ", node.index()),
            };
            sequence.iter().map(item).collect()
        }
        _ => panic!("claims of the kind {kind:?} do not follow `expect`"),
    };
    Some((kind.word()?, what))
}

/// The numbers at which anything can change, as far as they are written, and numbers between and beyond them.
fn probes(exercise: &Exercise, puzzle: &Puzzle, found: impl Iterator<Item = Number>) -> Vec<Number> {
    let rules = exercise.rules;
    let mut marks = numbers(&exercise.tree);
    marks.extend([rules.window.0, rules.window.1]);
    marks.extend(rules.range.into_iter().flat_map(|(lower, upper)| [lower, upper]));
    let words = puzzle.claims.values().flat_map(|claim| claim.split([' ', '[', ']', ',']));
    marks.extend(words.filter_map(|word| word.parse::<Number>().ok()));
    marks.extend(found);
    marks.retain(|number| number.finite().is_some());
    // `~` has its ends half a unit away.
    let half = Number::fraction(1, 2).expect("2 is not 0");
    let around = |mark: &Number| [mark.plus(half), mark.minus(half)];
    marks.extend(marks.clone().iter().flat_map(around).flatten());
    marks.sort_unstable();
    marks.dedup();
    let middle = |pair: &[Number]| pair[0].plus(pair[1]).and_then(|sum| sum.over(2_u64.into()));
    let mut probes = marks.clone();
    probes.extend(marks.windows(2).flat_map(middle));
    probes.extend(marks.first().and_then(|least| least.minus(half).ok()));
    probes.extend(marks.last().and_then(|greatest| greatest.plus(half).ok()));
    let (lower, upper) = rules.known();
    probes.retain(|probe| lower <= *probe && *probe <= upper);
    probes.sort_unstable();
    probes.dedup();
    probes
}

/// The set of one unknown is exact: at every number, it says what the plain search says.
pub(crate) fn one_unknown_is_exact(exercise: &Exercise, choices: &Choices) -> TestCaseResult {
    let Some(puzzle) = Puzzle::new(exercise, 1, choices) else { return Ok(()) };
    let text = puzzle.text(exercise, None);
    let solution = puzzle.judged(exercise, None, |claims, _| {
        let unknowns = Unknowns::of(claims.game);
        let x = unknowns.all().next().expect("a leaf is unknown");
        solve(claims, &claims.game.settings, &unknowns).map(|solution| solution.set(x))
    });
    let set = match solution {
        // The tree has no value, whatever its unknown leaf is.
        None | Some(Err(SolveError::SearchError(_))) => return Ok(()),
        Some(Err(SolveError::SymbolicError(SymbolicError::TooLong))) => {
            return Err(TestCaseError::reject("too many digits"));
        }
        Some(solution) => solution.map_err(|refusal| TestCaseError::fail(format!("{text}\n{refusal:?}")))?,
    };
    let ends = set.parts().iter().flat_map(|part| [part.lower, part.upper]);
    for probe in probes(exercise, &puzzle, ends) {
        let holds = puzzle.holds(exercise, &[probe, Number::ZERO]);
        prop_assert_eq!(
            Some(set.contains(probe)),
            holds.or(Some(set.contains(probe))),
            "{}\n{} at {}",
            text,
            set,
            probe
        );
    }
    Ok(())
}

/// A search that at first only counts agrees with one that records from the start, even if the steps of the search
/// depend on unknown leaves.
pub(crate) fn counting_agrees_with_unknowns(exercise: &Exercise, choices: &Choices) -> TestCaseResult {
    let Some(puzzle) = Puzzle::new(exercise, 1, choices) else { return Ok(()) };
    puzzle.judged(exercise, None, |claims, search| counting_agrees(claims.game, search)).unwrap_or(Ok(()))
}

/// The sets of two unknowns are exact: a number is in the set of one only if the claims hold for all numbers that are
/// tried for the other, and for a number that is not there is one of the other for which they do not.
pub(crate) fn two_unknowns_are_exact(exercise: &Exercise, choices: &Choices) -> TestCaseResult {
    let Some(puzzle) = Puzzle::new(exercise, 2, choices) else { return Ok(()) };
    let text = puzzle.text(exercise, None);
    let solved = puzzle.judged(exercise, None, |claims, _| {
        let game = claims.game;
        let unknowns = Unknowns::of(game);
        let all: Vec<_> = unknowns.all().collect();
        let names: Vec<_> = all.iter().map(|unknown| game.name_of_unknown(unknowns.leaf(*unknown))).collect();
        let place = |name: char| names.iter().position(|other| other.as_deref() == Some(name.to_string().as_str()));
        let order = NAMES.map(place);
        solve(claims, &claims.game.settings, &unknowns).map(|solution| (solution, unknowns, order))
    });
    let (solution, unknowns, order) = match solved {
        None | Some(Err(_)) => return Ok(()),
        Some(Ok(solved)) => solved,
    };
    let [Some(x), Some(y)] = order else { return Ok(()) };
    let all: Vec<Unknown> = unknowns.all().collect();
    let (of_x, of_y) = (solution.set(all[x]), solution.set(all[y]));
    let ends = of_x.parts().iter().chain(of_y.parts()).flat_map(|part| [part.lower, part.upper]);
    let probes = probes(exercise, &puzzle, ends);
    let mut held = vec![vec![true; probes.len()]; 2];
    for (i, one) in probes.iter().enumerate() {
        for (j, two) in probes.iter().enumerate() {
            let holds = puzzle.holds(exercise, &[*one, *two]).unwrap_or(true);
            held[0][i] &= holds;
            held[1][j] &= holds;
        }
    }
    let at = |point: &[Number]| puzzle.holds(exercise, &[point[x], point[y]]);
    for ((unknown, set), held) in [(all[x], of_x), (all[y], of_y)].iter().zip(&held) {
        for (probe, held) in probes.iter().zip(held) {
            if set.contains(*probe) {
                prop_assert!(*held, "{}\n{} at {}", text, set, probe);
                continue;
            }
            let refuted = solution.refutations.iter().find_map(|by| by.example_at(&unknowns, *unknown, *probe));
            let point = refuted.expect("what is not in the set has been refuted").point;
            prop_assert!(at(&point) != Some(true), "{}\n{} at {}: {:?}", text, set, probe, point);
        }
    }
    Ok(())
}
