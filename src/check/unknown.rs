//! E0312 and E0313: what the unknown leaves of a tree may be, and claims that do not hold for all they may be.

use std::collections::HashSet;

use super::case::{Case, quoted};
use super::open;
use crate::diagnostic::{Code, Diagnostic, Findings, counted, listed};
use crate::judge::Verdict;
use crate::model::{Game, SetClaim, Settings, clipped};
use crate::number::{Number, Set};
use crate::search::{Search, Unknown};
use crate::solve::{Example, Refutation, Solution, Unknowns, Which, refute, solve};
use crate::syntax::tree::Kind;

/// Where it took more visits of nodes to solve for the unknowns, this is not done again under other rules.
const MOST_VISITS: u64 = 200_000;

/// Reports every `expect x in` that names another set than the one for which the claims of the tree hold.
pub(super) fn report_sets(case: &Case<'_>, findings: &mut Findings) {
    let game = case.game;
    let unknowns = Unknowns::of(game);
    let solution = match solve(game, case.search.settings(), &unknowns) {
        Ok(solution) => solution,
        Err(refusal) => {
            let span = game.sets[0].span;
            findings.error(Code::Unsolvable, || open::unsolvable(game, refusal, span));
            return;
        }
    };
    for claim in &game.sets {
        let Some(unknown) = unknowns.at(claim.leaf) else { continue };
        let actual = solution.set(unknown);
        if !is_right(&solution, claim, &actual) {
            findings.report(&game.levels, Code::WrongSet, || {
                let finding = wrong_set(case, &unknowns, &solution, claim, &actual);
                if solution.visits > MOST_VISITS {
                    return finding;
                }
                case.mention_conventions(finding, false, |search| {
                    let solution = solve(game, search.settings(), &unknowns);
                    solution.is_ok_and(|solution| is_right(&solution, claim, &solution.set(unknown))).into()
                })
            });
        }
    }
}

/// Whether a claimed set is the one that was found, as far as the unknown may be anything at all.
fn is_right(solution: &Solution, claim: &SetClaim, actual: &Set) -> bool {
    Set::from(solution.universe).intersection(&claim.set) == *actual
}

fn wrong_set(case: &Case<'_>, unknowns: &Unknowns, solution: &Solution, claim: &SetClaim, actual: &Set) -> Diagnostic {
    let game = case.game;
    let called = clipped(&game.name_of_unknown(claim.leaf).unwrap_or_default());
    let claimed = clipped(claim.operand.of(game.text));
    let written = solution.written(actual);
    let message = match written.as_str() {
        "nothing" => format!("the claims hold for no {called}, not for {called} in {claimed}"),
        "anything" => format!("the claims hold for every {called}, not only for {called} in {claimed}"),
        _ => format!("the claims hold for {called} in {}, not in {claimed}", clipped(&written)),
    };
    let mut finding = Diagnostic::new(Code::WrongSet, message, claim.operand).here("expected here");
    let possible = Set::from(solution.universe).intersection(&claim.set);
    let unknown = unknowns.at(claim.leaf);
    if let Some((unknown, value)) = unknown.zip(some(&possible.without(actual))) {
        finding = refuted_at(case, unknowns, solution, unknown, value, finding);
    }
    if let Some(value) = some(&actual.without(&possible)) {
        finding = finding.note(format!("{called} = {value} is not in {claimed}, but every claim holds for it"));
    }
    let is_leaf = |unknown: &Unknown| game.nodes().kind(unknowns.leaf(*unknown)) == Kind::Unknown;
    if unknowns.all().filter(is_leaf).nth(1).is_some() {
        finding = finding.note(format!("{called} is in the set where the claims hold whatever the other unknowns are"));
    }
    let title = format!("write `{written}`");
    // Claims that contradict each other are not mended by saying so: one of them is wrong.
    match actual.parts().is_empty() {
        true => finding.fix(title, claim.operand, written),
        false => finding.safe_fix(title, claim.operand, written),
    }
}

/// One of the numbers in a set.
fn some(set: &Set) -> Option<Number> {
    set.parts().iter().find_map(crate::number::Part::sample)
}

/// Says which claim fails where an unknown has this value.
fn refuted_at(
    case: &Case<'_>,
    unknowns: &Unknowns,
    solution: &Solution,
    unknown: Unknown,
    value: Number,
    finding: Diagnostic,
) -> Diagnostic {
    let Some(failure) = failure_at(case.game, case.search.settings(), unknowns, solution, unknown, value) else {
        return finding;
    };
    finding
        .label(failure.claim.span(case.game), format!("does not hold if {}", failure.condition))
        .note(failure.in_words(case.game))
}

/// A claim that fails for certain values of the unknowns.
pub struct Failure {
    /// The claim.
    pub claim: Which,
    /// The values, as the end of a sentence that begins with `if`.
    pub condition: String,
    /// Why it fails there.
    pub reason: String,
}

impl Failure {
    /// The failure as a sentence.
    pub fn in_words(&self, game: &Game<'_>) -> String {
        format!("if {}, {} fails: {}", self.condition, quoted(self.claim.span(game).of(game.text)), self.reason)
    }
}

/// A claim that fails where an unknown has a value that is not in its set; `None` where that has too many digits.
pub fn failure_at(
    game: &Game<'_>,
    settings: &Settings,
    unknowns: &Unknowns,
    solution: &Solution,
    unknown: Unknown,
    value: Number,
) -> Option<Failure> {
    let example = |by: &Refutation| by.example_at(unknowns, unknown, value);
    let (claim, example) = solution.refutations.iter().find_map(|by| Some((by.by, example(by)?)))?;
    let search = Search::filled(game, settings, &unknowns.assign(&example.point)).ok();
    let failing = search.and_then(|search| failing(game, &search, claim));
    let reason =
        failing.map_or_else(|| "it cannot be told without what `...` hides".to_string(), |failing| failing.message);
    Some(Failure { claim, condition: condition(game, unknowns, &example), reason })
}

/// Reports claims that are open to a search with unknown leaves: those that do not hold for all values.
pub(super) fn report_open(case: &Case<'_>, open: &[Which], findings: &mut Findings) {
    if open.is_empty() {
        return;
    }
    let (game, levels) = (case.game, &case.game.levels);
    let unknowns = Unknowns::of(game);
    let (refutations, refusal) = refute(game, case.search, &unknowns, open);
    let mut filled = Filled { game, settings: case.search.settings(), unknowns: &unknowns, last: None, looks: 0 };
    for refutation in &refutations {
        let span = refutation.by.span(game);
        if let Verdict::Uncountable(elision) = refutation.verdict {
            findings.report(levels, Code::UncountableElision, || open::uncountable(case, span, elision));
        } else {
            findings.report(levels, Code::FailsForSome, || fails_for_some(&mut filled, refutation));
        }
    }
    let Some(refusal) = refusal else { return };
    let refuted: HashSet<Which> = refutations.iter().map(|refutation| refutation.by).collect();
    for which in open.iter().filter(|which| !refuted.contains(which)) {
        findings.report(levels, Code::OpenClaim, || open::claim(case, which.span(game), refusal));
    }
}

/// The tree with values for its unknown leaves, searched. Many findings may ask for the same values.
struct Filled<'a> {
    game: &'a Game<'a>,
    settings: &'a Settings,
    unknowns: &'a Unknowns,
    last: Option<(Vec<Number>, Option<Search<'a>>)>,
    /// How often it was looked at.
    looks: usize,
}

impl<'a> Filled<'a> {
    /// To say why a claim fails may need a look at the whole tree, and no more than so many are taken.
    const MOST: usize = 200;

    fn search(&mut self, point: &[Number]) -> Option<&Search<'a>> {
        if self.looks == Self::MOST {
            return None;
        }
        self.looks += 1;
        if self.last.as_ref().is_none_or(|(last, _)| last != point) {
            let search = Search::filled(self.game, self.settings, &self.unknowns.assign(point)).ok();
            self.last = Some((point.to_vec(), search));
        }
        self.last.as_ref()?.1.as_ref()
    }
}

fn fails_for_some(filled: &mut Filled<'_>, refutation: &Refutation) -> Diagnostic {
    let (game, unknowns, which) = (filled.game, filled.unknowns, refutation.by);
    let example = refutation.example(unknowns);
    let failing = example.as_ref().and_then(|example| failing(game, filled.search(&example.point)?, which));
    let finding = match example.as_ref().zip(failing) {
        Some((example, failing)) => {
            let message = format!("if {}, {}", condition(game, unknowns, example), failing.message);
            // What the other notes and the fix say is meant for a leaf that has this value.
            Diagnostic { code: Code::FailsForSome, message, notes: Vec::new(), fix: None, ..failing }
        }
        None => {
            let message = format!("{} depends on what is not known", quoted(which.span(game).of(game.text)));
            Diagnostic::new(Code::FailsForSome, message, which.span(game))
        }
    };
    let named = unknowns.all().find_map(|unknown| game.name_of_unknown(unknowns.leaf(unknown)));
    let help = match named {
        Some(name) => format!(
            "claim what holds for every value, or say for which values all claims hold: `expect {0} in …`",
            clipped(&name)
        ),
        None => "claim what holds whatever is there, or write it out".to_string(),
    };
    finding.note("a claim must hold whatever the unknown leaves are worth").help(help)
}

/// `x is 5`, `x is 5 and y is 3`: the unknowns that matter, with their values.
fn condition(game: &Game<'_>, unknowns: &Unknowns, example: &Example) -> String {
    let called = |unknown: &Unknown| {
        let (leaf, value) = (unknowns.leaf(*unknown), example.point[unknown.index()]);
        match game.name_of_unknown(leaf) {
            Some(name) => format!("{} is {value}", clipped(&name)),
            None => format!("{} is worth {value}", game.called(leaf)),
        }
    };
    /// How many unknowns are named.
    const MOST: usize = 4;
    let mut parts: Vec<String> = example.concerned.iter().take(MOST).map(called).collect();
    match example.concerned.len() {
        0 => return "the unknown leaves have any values".to_string(),
        all if all > MOST => parts.push(counted((all - MOST) as u64, "more has its value", "more have their values")),
        _ => {}
    }
    listed(&parts)
}

/// Why a claim fails in a search with values for the unknowns; `None` where it depends on what `...` hides, or cannot be
/// said.
fn failing(game: &Game<'_>, search: &Search<'_>, which: Which) -> Option<Diagnostic> {
    let filled = Case::new(game, search, None);
    (which.judge(game, search) == Verdict::Fails).then(|| super::explain(&filled, which))
}
