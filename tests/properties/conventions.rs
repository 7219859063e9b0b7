//! The report lists exactly those other rules under which a wrong claim holds according to the plain reference.

use std::collections::BTreeSet;
use std::fmt::Write;

use gametree::check::check;
use gametree::diagnostic::{Diagnostic, Note, Severity};
use gametree::model::{Cutoffs, Defaults};
use gametree::number::Number;
use gametree::search::Bound;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;

use crate::exercise::{Exercise, Written};
use crate::reference::{Course, Ends, Rules};
use crate::tree::{Player, Tree};

/// Choices of claims about the search of a tree: true claims under other rules, some of them altered.
pub(crate) fn choices() -> impl Strategy<Value = Choices> {
    let claims = vec((any::<Index>(), 0..12_u8, prop::bool::weighted(0.1)), 1..=4);
    (any::<Index>(), claims).prop_map(|(rules, claims)| Choices { rules, claims })
}

#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// The rules under which the claims hold.
    rules: Index,
    claims: Vec<(Index, u8, bool)>,
}

/// A claim about the search. Nodes and leaves are identified by their index in pre-order.
#[derive(Clone, Debug, PartialEq)]
enum Claim {
    Pruned(usize),
    Visited(usize),
    Window(usize, Ends),
    AtMost(usize, Number),
    AtLeast(usize, Number),
    /// The search returns this as the exact value.
    Exact(usize, Number),
    Count(&'static str, u64),
    Visits(Vec<Number>),
}

impl Claim {
    /// The true claim of this kind about a search, or a false one if `altered`.
    fn of(kind: u8, place: usize, tree: &Tree, course: &Course, altered: bool) -> Option<Self> {
        let is_leaf = tree.pre_order()[place]?.is_leaf();
        let visit = course.visits.get(&place);
        let counts = course.counts();
        let count = |name, number: u64| Some(Self::Count(name, number + u64::from(altered)));
        match kind {
            0 | 1 => Some(if visit.is_some() == altered { Self::Pruned(place) } else { Self::Visited(place) }),
            2 => visit.filter(|_| !is_leaf).map(|visit| Self::Window(place, visit.window)),
            3 => visit.filter(|_| !is_leaf).map(|visit| Self::AtMost(place, visit.returned)),
            4 => visit.filter(|_| !is_leaf).map(|visit| Self::AtLeast(place, visit.returned)),
            5 => count("leaves", counts.leaves),
            6 => count("nodes", counts.nodes),
            7 => count("cutoffs", counts.cutoffs),
            8 => count("pruned", counts.pruned?),
            9 | 10 => visit.filter(|_| !is_leaf).map(|visit| Self::Exact(place, visit.returned)),
            _ => Some(Self::Visits(leaves_in_order(tree, course))),
        }
    }

    fn holds(&self, tree: &Tree, rules: &Rules) -> bool {
        let course = Course::of(tree, rules);
        let visit = |place: &usize| course.visits.get(place);
        match self {
            Self::Pruned(place) => visit(place).is_none(),
            Self::Visited(place) => visit(place).is_some(),
            Self::Window(place, window) => visit(place).is_some_and(|visit| visit.window == *window),
            Self::AtMost(place, value) => visit(place).is_some_and(|visit| {
                let (result, alpha) = (visit.fail_soft, visit.window.0);
                visit.returned == *value && rules.reaches(alpha, result)
            }),
            Self::AtLeast(place, value) => visit(place).is_some_and(|visit| {
                let (result, beta) = (visit.fail_soft, visit.window.1);
                visit.returned == *value && rules.reaches(result, beta)
            }),
            Self::Exact(place, value) => visit(place).is_some_and(|visit| {
                visit.bound == Bound::Exact && visit.returned == *value && visit.fail_soft == *value
            }),
            Self::Count(name, number) => {
                let counts = course.counts();
                let actual = match *name {
                    "leaves" => Some(counts.leaves),
                    "nodes" => Some(counts.nodes),
                    "cutoffs" => Some(counts.cutoffs),
                    _ => counts.pruned,
                };
                actual == Some(*number)
            }
            Self::Visits(values) => leaves_in_order(tree, &course) == *values,
        }
    }

    /// Whether two claims cannot be made together.
    fn excludes(&self, other: &Self) -> bool {
        use Claim::{AtLeast, AtMost, Count, Exact, Pruned, Visited, Visits, Window};
        match (self, other) {
            (Pruned(one) | Visited(one), Pruned(two) | Visited(two))
            | (Window(one, _), Window(two, _))
            | (AtMost(one, _) | AtLeast(one, _) | Exact(one, _), AtMost(two, _) | AtLeast(two, _) | Exact(two, _)) => {
                one == two
            }
            (Count(one, _), Count(two, _)) => one == two,
            (Visits(_), Visits(_)) => true,
            _ => false,
        }
    }

    /// The claim as written at this node or leaf, if it belongs there.
    fn written_at(&self, here: usize) -> Option<String> {
        match self {
            Self::Pruned(place) if *place == here => Some("pruned".to_string()),
            Self::Visited(place) if *place == here => Some("visited".to_string()),
            Self::Window(place, (alpha, beta)) if *place == here => Some(format!("[{alpha}, {beta}]")),
            Self::AtMost(place, value) if *place == here => Some(format!("<= {value}")),
            Self::AtLeast(place, value) if *place == here => Some(format!(">= {value}")),
            Self::Exact(place, value) if *place == here => Some(format!("= {value}")),
            _ => None,
        }
    }

    fn expectation(&self) -> Option<String> {
        match self {
            Self::Count(name, number) => Some(format!("expect {name} = {number}")),
            Self::Visits(values) => {
                Some(values.iter().fold("expect visits".to_string(), |list, value| format!("{list} {value}")))
            }
            _ => None,
        }
    }
}

fn leaves_in_order(tree: &Tree, course: &Course) -> Vec<Number> {
    let all = tree.pre_order();
    let leaf = |place: &usize| match all[*place] {
        Some(Tree::Leaf(value)) => Some(*value),
        _ => None,
    };
    course.sequence.iter().filter_map(leaf).collect()
}

/// The rules that differ in one setting, each with its text.
fn single(rules: &Rules) -> Vec<(String, Rules)> {
    let Rules { cut, returns, order, cutoffs, window: _, range: _, depth: _ } = *rules;
    let cut = others(cut, |cut| Rules { cut, ..*rules });
    let order = others(order, |order| Rules { order, ..*rules });
    let returns = others(returns, |returns| Rules { returns, ..*rules });
    let cutoffs = others(cutoffs, |cutoffs| Rules { cutoffs, ..*rules });
    [cut, order, returns, cutoffs].concat()
}

/// The other values of a setting.
fn others<C: Written>(current: C, rules: impl Fn(C) -> Rules) -> Vec<(String, Rules)> {
    let values = C::NAMES.iter().map(|(_, value)| *value).filter(|value| *value != current);
    values.map(|value| (format!("`{}`", value.written()), rules(value))).collect()
}

/// The rules that differ in the cut rule and one more.
fn pairs(rules: &Rules) -> Vec<(String, Rules)> {
    let (cut, cutting_otherwise) = single(rules).remove(0);
    let others = single(&cutting_otherwise).into_iter().skip(1);
    let others = others.filter(|(_, other)| other.cutoffs != Cutoffs::None || rules.cutoffs == Cutoffs::None);
    others.map(|(other, rules)| (format!("{cut} and {other}"), rules)).collect()
}

/// What the report says about a failing claim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Nothing,
    /// It holds under each of these rules; whether setting one does not make other claims fail.
    Holds(BTreeSet<String>, bool),
    /// All failing claims hold under each of these rules.
    All(BTreeSet<String>),
}

/// Checks what the report says about the chosen claims.
pub(crate) fn other_rules_are_told_exactly(exercise: &Exercise, choices: &Choices) -> TestCaseResult {
    let Exercise { tree, rules, .. } = exercise;
    let (single, pairs) = (single(rules), pairs(rules));
    let variants: Vec<&(String, Rules)> = single.iter().chain(&pairs).collect();
    let truth = Course::of(tree, &choices.rules.get(&variants).1);
    let mut claims: Vec<Claim> = Vec::new();
    for (place, kind, altered) in &choices.claims {
        let claim = Claim::of(*kind, place.index(tree.size()), tree, &truth, *altered);
        let is_empty = |claim: &Claim| matches!(claim, Claim::Window(_, (alpha, beta)) if alpha >= beta);
        claims.extend(claim.filter(|claim| !is_empty(claim) && !claims.iter().any(|other| other.excludes(claim))));
    }
    let text = written(exercise, &claims);
    let report = check(&text, &Defaults::default(), usize::MAX);
    let wrong: Vec<&Diagnostic> =
        report.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    let (holding, failing): (Vec<&Claim>, Vec<&Claim>) = claims.iter().partition(|claim| claim.holds(tree, rules));
    prop_assert_eq!(wrong.len(), failing.len(), "{}", &text);

    let under = |claim: &Claim, (_, rules): &&(String, Rules)| claim.holds(tree, rules);
    let harmless = |variant: &&(String, Rules)| holding.iter().all(|claim| under(claim, variant));
    let remedy = |variant: &&(String, Rules)| harmless(variant) && failing.iter().all(|claim| under(claim, variant));
    let names = |variants: Vec<&(String, Rules)>| variants.into_iter().map(|(name, _)| name.clone()).collect();
    let first = |wanted: &dyn Fn(&&(String, Rules)) -> bool| -> Vec<&(String, Rules)> {
        let found: Vec<_> = single.iter().filter(|variant| wanted(variant)).collect();
        if found.is_empty() { pairs.iter().filter(|variant| wanted(variant)).take(1).collect() } else { found }
    };
    let remedies = if failing.len() > 1 { first(&remedy) } else { Vec::new() };
    let mut expected: Vec<Said> = if remedies.is_empty() {
        let said = |claim: &&Claim| match first(&|variant| under(claim, variant)) {
            found if found.is_empty() => Said::Nothing,
            found => Said::Holds(names(found.clone()), found.iter().any(harmless)),
        };
        failing.iter().map(said).collect()
    } else {
        let silent = vec![Said::Nothing; failing.len() - 1];
        [vec![Said::All(names(remedies.clone()))], silent].concat()
    };
    let mut told: Vec<Said> = wrong.iter().map(|finding| said(finding)).collect();
    expected.sort();
    told.sort();
    prop_assert_eq!(told, expected, "{}", &text);
    // Ambiguous claims get no safe fixes, and the proposed rules make nothing worse.
    for finding in &wrong {
        let ambiguous = !remedies.is_empty() || said(finding) != Said::Nothing;
        prop_assert!(!ambiguous || finding.fixes().all(|fix| !fix.safe), "{}", &text);
        let proposed: BTreeSet<&str> =
            finding.fixes().filter_map(|fix| fix.title.strip_prefix("set ")?.strip_suffix(" in this tree")).collect();
        let known = variants.iter().filter(|variant| proposed.contains(variant.0.as_str()));
        let all_are_harmless = known.clone().all(harmless);
        prop_assert!(known.count() == proposed.len() && all_are_harmless, "{}", &text);
    }
    Ok(())
}

/// The tree with its settings and claims.
fn written(exercise: &Exercise, claims: &[Claim]) -> String {
    let mut text = "tree {\n".to_string();
    exercise.settings().iter().for_each(|(setting, _)| writeln!(text, "{setting}").unwrap());
    if claims.iter().any(|claim| matches!(claim, Claim::Exact(..))) {
        text.push_str("ask returns\nreveal answers\n");
    }
    write_tree(&mut text, &exercise.tree, 0, claims);
    claims.iter().filter_map(Claim::expectation).for_each(|line| write!(text, "\n{line}").unwrap());
    text + "\n}"
}

fn write_tree(out: &mut String, tree: &Tree, place: usize, claims: &[Claim]) {
    let heads: String = claims
        .iter()
        .filter_map(|claim| claim.written_at(place))
        .fold(String::new(), |heads, claim| heads + &claim + " ");
    match tree {
        Tree::Leaf(value) => write!(out, "{value} {heads}").unwrap(),
        Tree::Node(player, _, children) => {
            write!(out, "{} {heads}{{ ", if *player == Player::Max { "max" } else { "min" }).unwrap();
            for (place, child) in tree.places(place).into_iter().zip(children) {
                write_tree(out, child, place, claims);
            }
            out.push_str("} ");
        }
        _ => unreachable!("there is no chance and no limit"),
    }
}

/// What a finding says about other rules.
fn said(finding: &Diagnostic) -> Said {
    let told = finding.notes.iter().map(Note::text).find_map(|note| {
        let (before, after) = note.split_once("hold under ")?;
        let (rules, harmless) = match after.split_once(": courses use different rules") {
            Some((rules, _)) => (rules, true),
            None => (after.split_once(", but then other claims")?.0, false),
        };
        let rules = rules.replace(" or `", ", `").split(", ").map(ToString::to_string).collect();
        Some(if before.contains("wrong claims") { Said::All(rules) } else { Said::Holds(rules, harmless) })
    });
    told.unwrap_or(Said::Nothing)
}
