//! E0312 and E0313: wrong sets after `expect x in`, and claims that do not hold for all values of the unknown leaves.

use std::collections::HashSet;

use super::convention::Conventions;
use super::open;
use crate::claim::{Claim, ClaimRef, Claims, SetClaim, Verdict};
use crate::diagnostic::{Code, Diagnostic, Findings, counted, listed};
use crate::explain::{Context, quoted};
use crate::model::{ResolvedTree, Settings, clipped};
use crate::number::{Number, Set};
use crate::search::{Search, SolveError, Unknown};
use crate::solve::{Example, Refutation, Solution, Unknowns, refute, solve};
use crate::syntax::tree::{File, Kind};

/// If solving for the unknowns took more node visits than this, it is not repeated under other rules.
const MOST_VISITS: u64 = 200_000;

/// The values of the unknown leaves for which all other claims of a tree hold.
pub(super) struct Solved {
    unknowns: Unknowns,
    /// Claims that cannot be made where they are. If there are any, nothing is solved.
    impossible: Vec<Diagnostic>,
    solution: Option<Result<Solution, SolveError>>,
}

impl Solved {
    pub(super) fn of(context: &Context<'_>, claims: &Claims<'_>) -> Self {
        let unknowns = Unknowns::of(context.game);
        let impossible: Vec<Diagnostic> = claims.all().filter_map(|(_, claim)| claim.impossible(context)).collect();
        let solution = impossible.is_empty().then(|| solve(claims, context.search.settings(), &unknowns));
        Self { unknowns, impossible, solution }
    }

    /// The indices of the `expect x in` claims whose set is not the one for which all other claims hold.
    fn wrong(&self, claims: &Claims<'_>, solution: &Solution) -> Vec<usize> {
        let is_wrong = |claim: &SetClaim| {
            self.unknowns.at(claim.leaf).is_some_and(|unknown| !is_right(solution, claim, &solution.set(unknown)))
        };
        (0..claims.sets.len()).filter(|place| is_wrong(&claims.sets[*place])).collect()
    }

    /// Which of the sets are right under the rules of other courses.
    pub(super) fn conventions<'c>(
        &'c self,
        context: &'c Context<'_>,
        claims: &'c Claims<'_>,
        file: &'c File,
    ) -> Conventions<'c> {
        let (wrong, visits) = match &self.solution {
            Some(Ok(solution)) => (self.wrong(claims, solution), solution.visits),
            _ => (Vec::new(), 0),
        };
        let failing: Vec<_> = wrong.iter().map(|place| (*place, claims.sets[*place].span)).collect();
        let under = |settings: &Settings| Some(self.wrong(claims, &solve(claims, settings, &self.unknowns).ok()?));
        Conventions::new(context.game, file, &failing, wrong, under).untried(visits > MOST_VISITS)
    }

    /// Reports every `expect x in` whose set is not the one for which the claims of the tree hold.
    pub(super) fn report(
        &self,
        context: &Context<'_>,
        claims: &Claims<'_>,
        conventions: &Conventions<'_>,
        findings: &mut Findings,
    ) {
        let game = context.game;
        self.impossible.iter().for_each(|finding| findings.add(finding.clone()));
        let solution = match &self.solution {
            Some(Ok(solution)) => solution,
            Some(Err(error)) => {
                findings.error(Code::Unsolvable, || open::unsolvable(game, *error, claims.sets[0].span));
                return;
            }
            None => return,
        };
        let asks = game.tree.asks();
        for place in self.wrong(claims, solution) {
            let claim = &claims.sets[place];
            let Some(unknown) = self.unknowns.at(claim.leaf) else { continue };
            findings.report(&game.levels, Code::WrongSet, || {
                let finding = self.wrong_set(context, claims, solution, claim, &solution.set(unknown));
                let finding = conventions.mention(finding, place);
                if asks { finding.uncertain() } else { finding }
            });
        }
    }

    /// Says for which values the claims hold, with an example for which they do not.
    fn wrong_set(
        &self,
        context: &Context<'_>,
        claims: &Claims<'_>,
        solution: &Solution,
        claim: &SetClaim,
        actual: &Set,
    ) -> Diagnostic {
        let game = context.game;
        let called = clipped(&game.name_of_unknown(claim.leaf).unwrap_or_default());
        let claimed = clipped(claim.operand.of(game.text));
        let written = solution.written(actual);
        let message = match written.as_str() {
            "nothing" => format!("the claims hold for no {called}, not for {called} in {claimed}"),
            "anything" => format!("the claims hold for every {called}, not only for {called} in {claimed}"),
            _ => format!("the claims hold for {called} in {}, not in {claimed}", clipped(&written)),
        };
        let mut finding = Diagnostic::new(Code::WrongSet, message, claim.operand).primary_label("claimed here");
        let possible = Set::from(solution.universe).intersection(&claim.set);
        let unknown = self.unknowns.at(claim.leaf);
        if let Some((unknown, value)) = unknown.zip(sample(&possible.without(actual))) {
            let failure = failure_at(claims, context.search.settings(), &self.unknowns, solution, unknown, value);
            if let Some(failure) = failure {
                let condition = format!("does not hold if {}", failure.condition);
                finding = finding.label(claims.get(failure.claim).span, condition).note(failure.in_words(claims));
            }
        }
        if let Some(value) = sample(&actual.without(&possible)) {
            finding = finding.note(format!("{called} = {value} is not in {claimed}, but every claim holds for it"));
        }
        let is_leaf = |unknown: &Unknown| game.nodes().kind(self.unknowns.leaf(*unknown)) == Kind::Unknown;
        if self.unknowns.all().filter(is_leaf).nth(1).is_some() {
            finding =
                finding.note(format!("{called} is in the set where the claims hold whatever the other unknowns are"));
        }
        let title = format!("write `{written}`");
        // Claims that contradict each other are not fixed by saying so: one of them is wrong.
        match actual.parts().is_empty() {
            true => finding.fix(title, claim.operand, written),
            false => finding.safe_fix(title, claim.operand, written),
        }
    }
}

/// Whether a claimed set is the one that was found, leaving aside values that no unknown can have.
fn is_right(solution: &Solution, claim: &SetClaim, actual: &Set) -> bool {
    solution.possible(&claim.set) == *actual
}

/// One of the numbers in a set.
fn sample(set: &Set) -> Option<Number> {
    set.parts().iter().find_map(crate::number::Part::sample)
}

/// A claim that fails for certain values of the unknowns.
pub struct Failure {
    /// The claim.
    pub claim: ClaimRef,
    /// The values, in words that follow `if`.
    pub condition: String,
    /// Why it fails for these values.
    pub reason: String,
}

impl Failure {
    /// The failure as a sentence.
    pub fn in_words(&self, claims: &Claims<'_>) -> String {
        let claim = quoted(claims.get(self.claim).span.of(claims.game.text));
        format!("if {}, {claim} fails: {}", self.condition, self.reason)
    }
}

/// A claim that fails if `unknown` has `value`, which is not in its set; `None` if no claim fails then, or if an
/// example would have too many digits.
pub fn failure_at(
    claims: &Claims<'_>,
    settings: &Settings,
    unknowns: &Unknowns,
    solution: &Solution,
    unknown: Unknown,
    value: Number,
) -> Option<Failure> {
    let game = claims.game;
    let example = |refutation: &Refutation| refutation.example_at(unknowns, unknown, value);
    let mut refutations = solution.refutations.iter();
    let (claim, example) = refutations.find_map(|refutation| Some((refutation.claim, example(refutation)?)))?;
    let search = Search::filled(game, settings, &unknowns.assign(&example.point)).ok();
    let failing = search.and_then(|search| failing(claims.get(claim), game, &search));
    let reason = failing.map_or_else(|| "this depends on what `...` stands for".to_string(), |failing| failing.message);
    Some(Failure { claim, condition: condition(game, unknowns, &example), reason })
}

/// The claims that the search with unknown leaves could not decide and that do not hold for all values.
pub(super) fn refuted(context: &Context<'_>, claims: &Claims<'_>, open: &[ClaimRef]) -> HashSet<ClaimRef> {
    if open.is_empty() {
        return HashSet::new();
    }
    let (refutations, _) = refute(claims, context.search, &Unknowns::of(context.game), open);
    let fails = |refutation: &&Refutation| !matches!(refutation.verdict, Verdict::Uncountable(_));
    refutations.iter().filter(fails).map(|refutation| refutation.claim).collect()
}

/// Reports claims that the search with unknown leaves could not decide and that do not hold for all values.
pub(super) fn report_open(context: &Context<'_>, claims: &Claims<'_>, open: &[ClaimRef], findings: &mut Findings) {
    if open.is_empty() {
        return;
    }
    let (game, levels) = (context.game, &context.game.levels);
    let unknowns = Unknowns::of(game);
    let (refutations, error) = refute(claims, context.search, &unknowns, open);
    let mut filled = Filled { claims, settings: context.search.settings(), unknowns: &unknowns, last: None, uses: 0 };
    for refutation in &refutations {
        let span = claims.get(refutation.claim).span;
        if let Verdict::Uncountable(elision) = refutation.verdict {
            findings.report(levels, Code::UncountableElision, || open::uncountable(context, span, elision));
        } else {
            findings.report(levels, Code::FailsForSome, || fails_for_some(&mut filled, refutation));
        }
    }
    let Some(error) = error else { return };
    let refuted: HashSet<ClaimRef> = refutations.iter().map(|refutation| refutation.claim).collect();
    for claim in open.iter().filter(|claim| !refuted.contains(claim)) {
        findings.report(levels, Code::OpenClaim, || open::claim(context, claims.get(*claim).span, error));
    }
}

/// A search of the tree with values for its unknown leaves. It is kept, because many findings may need the same values.
struct Filled<'a> {
    claims: &'a Claims<'a>,
    settings: &'a Settings,
    unknowns: &'a Unknowns,
    last: Option<(Vec<Number>, Option<Search<'a>>)>,
    /// How many times it was used.
    uses: usize,
}

impl<'a> Filled<'a> {
    /// Explaining why a claim fails may need the whole tree, so only this many claims are explained.
    const MOST: usize = 200;

    fn search(&mut self, point: &[Number]) -> Option<&Search<'a>> {
        if self.uses == Self::MOST {
            return None;
        }
        self.uses += 1;
        if self.last.as_ref().is_none_or(|(last, _)| last != point) {
            let search = Search::filled(self.claims.game, self.settings, &self.unknowns.assign(point)).ok();
            self.last = Some((point.to_vec(), search));
        }
        self.last.as_ref()?.1.as_ref()
    }
}

fn fails_for_some(filled: &mut Filled<'_>, refutation: &Refutation) -> Diagnostic {
    let (game, unknowns, claim) = (filled.claims.game, filled.unknowns, filled.claims.get(refutation.claim));
    let example = refutation.example(unknowns);
    let failing = example.as_ref().and_then(|example| failing(claim, game, filled.search(&example.point)?));
    let finding = match example.as_ref().zip(failing) {
        Some((example, failing)) => {
            let message = format!("if {}, {}", condition(game, unknowns, example), failing.message);
            // The other notes and the fix would be right only for this value of the leaf.
            Diagnostic { code: Code::FailsForSome, message, notes: Vec::new(), ..failing }.without_fixes()
        }
        None => {
            let message = format!("{} depends on what is not known", quoted(claim.span.of(game.text)));
            Diagnostic::new(Code::FailsForSome, message, claim.span)
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
fn condition(game: &ResolvedTree<'_>, unknowns: &Unknowns, example: &Example) -> String {
    let called = |unknown: &Unknown| {
        let (leaf, value) = (unknowns.leaf(*unknown), example.point[unknown.index()]);
        match game.name_of_unknown(leaf) {
            Some(name) => format!("{} is {value}", clipped(&name)),
            None => format!("{} is worth {value}", game.called(leaf)),
        }
    };
    /// How many unknowns are named.
    const MOST: usize = 4;
    let mut parts: Vec<String> = example.relevant.iter().take(MOST).map(called).collect();
    match example.relevant.len() {
        0 => return "the unknown leaves have any values".to_string(),
        all if all > MOST => parts.push(counted((all - MOST) as u64, "more has its value", "more have their values")),
        _ => {}
    }
    listed(&parts)
}

/// Why a claim fails in a search with values for the unknowns; `None` if it does not fail, for example because that
/// depends on what `...` hides.
fn failing(claim: &Claim, game: &ResolvedTree<'_>, search: &Search<'_>) -> Option<Diagnostic> {
    (claim.judge(game, search) == Verdict::Fails).then(|| claim.explain(&Context::new(game, search)))
}
