//! Checks a file and reports findings. Each rule has its own module.

mod best;
mod better_order;
mod bound;
mod case;
mod cause;
mod convention;
mod count;
mod course;
mod doubt;
mod judged;
mod mark;
mod moves;
mod observable;
mod open;
mod proof;
mod quality;
mod question;
mod unknown;
mod unreachable;
mod value;
mod window;

use std::cell::OnceCell;

use crate::diagnostic::{Code, Counts, Diagnostic, Findings, Severity, Tally};
use crate::interrupt;
use crate::model::{Claim, ClaimKind, Defaults, Expectation, ExpectationKind, FileSettings, Game, Settings};
use crate::search::Search;
use crate::solve::Which;
use crate::source::Span;
use crate::syntax::parse;
use crate::syntax::tree::{File, NodeId};
pub use better_order::{BetterOrder, better_order};
use case::Case;
use cause::Cause;
use convention::Conventions;
pub use course::{Reasons, cutoff_reasons, reasons};
use doubt::Doubt;
use judged::{Judged, Judgement};
pub use open::{explain_obstacle, why_unsolvable};
pub use unknown::{Failure, failure_at};

/// What was found in a file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings that were kept, in the order of their places.
    pub findings: Vec<Diagnostic>,
    /// How many there are, kept or not.
    pub tally: Tally,
    /// How many there are of each code, kept or not.
    pub counts: Counts,
    /// The trees of the file, in order.
    pub trees: Vec<CheckedTree>,
    /// How many claims and expectations were judged.
    pub claims: usize,
}

impl Report {
    /// The report without its notes: only what is wrong or deserves a look.
    #[must_use]
    pub fn without_notes(mut self) -> Self {
        self.findings.retain(|finding| finding.severity != Severity::Note);
        self.tally.notes = 0;
        self
    }
}

/// One tree of a checked file.
#[derive(Clone, Copy, Debug)]
pub struct CheckedTree {
    /// The whole tree.
    pub span: Span,
    /// Its title, in quotes.
    pub title: Option<Span>,
    /// Whether something in it could not be read, so that it was not checked.
    pub broken: bool,
    /// How many errors were found in what could be read, kept or not.
    pub errors: usize,
    /// Whether a setting is not known, by a mistake in the file or in the project's, so that no claim was judged.
    pub doubtful: bool,
}

/// Checks the text of a file: its syntax, its names, every claim, and what the search never reaches.
///
/// `project` holds where the file does not say otherwise. At most `limit` findings are kept; all are counted. Linear in
/// the text, but for what each kept finding has to tell.
pub fn check(text: &str, project: &Defaults, limit: usize) -> Report {
    let (file, mut findings) = parse(text, limit);
    let settings = FileSettings::read(text, &file, project, &mut findings);
    check_file(text, &file, &settings, findings)
}

/// As [`check`], of a file that has been read already, with what was found then.
pub fn check_file(text: &str, file: &File, settings: &FileSettings, findings: Findings) -> Report {
    check_trees(text, file, settings, Answers::Told, findings)
}

/// As [`check_file`], but if a tree asks questions, findings do not give answers away: they say only that an answer is
/// wrong.
pub fn check_exercise(text: &str, file: &File, settings: &FileSettings, findings: Findings) -> Report {
    check_trees(text, file, settings, Answers::KeptBack, findings)
}

/// Whether findings may show the answers of a tree that asks for them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    Told,
    KeptBack,
}

fn check_trees(text: &str, file: &File, settings: &FileSettings, answers: Answers, mut findings: Findings) -> Report {
    question::report_strays(file, &settings.levels, &mut findings);
    let mut claims = 0;
    let mut trees = Vec::with_capacity(file.trees.len());
    for tree in &file.trees {
        let errors_before = findings.tally().errors;
        let game = Game::new(text, tree, settings, &mut findings);
        if !game.unclear {
            claims += check_game(&game, file, answers, &mut findings);
        }
        let errors = findings.tally().errors - errors_before;
        let doubtful = game.unclear && !tree.broken;
        trees.push(CheckedTree { span: tree.span, title: tree.title, broken: tree.broken, errors, doubtful });
    }
    let counts = findings.counts();
    let (findings, tally) = findings.finish();
    Report { findings, tally, counts, trees, claims }
}

/// Checks one tree; how many claims were judged.
fn check_game(game: &Game<'_>, file: &File, answers: Answers, findings: &mut Findings) -> usize {
    let search = match Search::of(game) {
        Ok(search) => search,
        Err(obstacle) => {
            let finding = explain_obstacle(game, obstacle);
            findings.add(finding);
            return 0;
        }
    };
    let case = Case::new(game, &search);
    let keeps_answers = answers == Answers::KeptBack && game.tree.asks();
    let judged = Judged::of(&case);
    let conventions = judged.conventions(&case, file);
    if !keeps_answers {
        unreachable::report(&case, &conventions, findings);
    }
    question::report(&case, keeps_answers, findings);
    quality::report(&case, findings);
    if !keeps_answers {
        better_order::report(&case, findings);
    }
    match &judged {
        Judged::NotYet => return 0,
        Judged::Together(solved) => solved.report(&case, &conventions, findings),
        Judged::EachAlone(judged) if keeps_answers => report_wrong(&case, judged, findings),
        Judged::EachAlone(judged) => report_claims(&case, judged, &conventions, findings),
    }
    if !keeps_answers {
        observable::report(&case, findings);
    }
    game.claims.len() + game.expectations.len() + game.sets.len()
}

/// Reports each claim that does not hold. A claim must hold for all values of the unknown leaves.
fn report_claims(
    case: &Case<'_>,
    judged: &[(usize, Which, Judgement)],
    conventions: &Conventions<'_>,
    findings: &mut Findings,
) {
    let game = case.game;
    let mut open = Vec::new();
    let cause = OnceCell::new();
    let doubt = OnceCell::new();
    for (place, which, judgement) in judged {
        interrupt::check();
        match judgement {
            Judgement::Impossible(finding) => findings.add((**finding).clone()),
            Judgement::Fails => findings.report(&game.levels, code(game, *which), || {
                let finding = conventions.mention(explain(case, *which), *place);
                let cause = cause.get_or_init(|| Cause::of(case, judged)).as_ref();
                let finding = match cause {
                    Some(cause) => cause.mention(finding),
                    None => finding,
                };
                doubt.get_or_init(|| Doubt::about(case, conventions.file())).mention(finding)
            }),
            Judgement::Open => open.push(*which),
            Judgement::Uncountable(elision) => {
                let describe = || open::uncountable(case, which.span(game), *elision);
                findings.report(&game.levels, Code::UncountableElision, describe);
            }
        }
    }
    unknown::report_open(case, &open, findings);
}

/// Reports which claims are wrong, and no more than that: not even why, so each under its own code.
fn report_wrong(case: &Case<'_>, judged: &[(usize, Which, Judgement)], findings: &mut Findings) {
    let game = case.game;
    let is_open = |judgement: &Judgement| matches!(judgement, Judgement::Open);
    let open: Vec<Which> =
        judged.iter().filter(|(.., judgement)| is_open(judgement)).map(|(_, which, _)| *which).collect();
    let refuted = unknown::refuted(case, &open);
    for (_, which, judgement) in judged {
        match judgement {
            Judgement::Impossible(finding) => findings.add((**finding).clone()),
            Judgement::Open if !refuted.contains(which) => {}
            Judgement::Uncountable(_) => {}
            Judgement::Fails | Judgement::Open => {
                let code = code(game, *which);
                findings.report(&game.levels, code, || Diagnostic::new(code, code.title(), which.span(game)));
            }
        }
    }
}

fn impossible(case: &Case<'_>, which: Which) -> Option<Diagnostic> {
    match which {
        Which::Claim(place) => open::impossible(case, &case.game.claims[place]),
        Which::Expectation(place) => open::impossible_expectation(case, &case.game.expectations[place]),
    }
}

/// What is said of the first claim of a tree that its place cannot carry under these settings, if there is one.
pub fn impossible_claim(game: &Game<'_>, settings: &Settings) -> Option<Diagnostic> {
    let search = Search::new(game, settings).ok()?;
    let case = Case::new(game, &search);
    Which::all(game).find_map(|which| impossible(&case, which))
}

/// The code under which a claim is reported that fails.
fn code(game: &Game<'_>, which: Which) -> Code {
    match which {
        Which::Claim(place) => claim_code(&game.claims[place].kind),
        Which::Expectation(place) => expectation_code(&game.expectations[place].kind),
    }
}

/// Puts a claim that fails into words.
fn explain(case: &Case<'_>, which: Which) -> Diagnostic {
    match which {
        Which::Claim(place) => explain_claim(case, &case.game.claims[place]),
        Which::Expectation(place) => explain_expectation(case, &case.game.expectations[place]),
    }
}

fn claim_code(kind: &ClaimKind) -> Code {
    match kind {
        ClaimKind::Equal(_) => Code::WrongValue,
        ClaimKind::Near(_) => Code::WrongApproximation,
        ClaimKind::AtMost(_) | ClaimKind::AtLeast(_) => Code::WrongBound,
        ClaimKind::Window(..) => Code::WrongWindow,
        ClaimKind::Plays(_) => Code::WrongMove,
        ClaimKind::Pruned => Code::NotPruned,
        ClaimKind::Visited => Code::NotVisited,
    }
}

fn explain_claim(case: &Case<'_>, claim: &Claim) -> Diagnostic {
    match &claim.kind {
        ClaimKind::Equal(value) => value::wrong(case, claim.node, claim.operand, *value),
        ClaimKind::Near(_) => value::not_near(case, claim.node, claim.operand),
        ClaimKind::Plays(child) => moves::not_best(case, claim.node, claim.operand, *child),
        ClaimKind::AtMost(_) | ClaimKind::AtLeast(_) => bound::wrong(case, claim),
        ClaimKind::Window(alpha, beta) => window::wrong(case, claim, *alpha, *beta),
        ClaimKind::Pruned => mark::not_pruned(case, claim),
        ClaimKind::Visited => mark::not_visited(case, claim),
    }
}

fn expectation_code(kind: &ExpectationKind) -> Code {
    match kind {
        ExpectationKind::Value(_) => Code::WrongValue,
        ExpectationKind::Near(_) => Code::WrongApproximation,
        ExpectationKind::Plays(_) => Code::WrongMove,
        ExpectationKind::Line(_) => Code::WrongLine,
        ExpectationKind::Count(..) => Code::WrongCount,
        ExpectationKind::Fewest(_) => Code::WrongFewest,
        ExpectationKind::Visits(_) | ExpectationKind::Enters(_) => Code::WrongSequence,
    }
}

fn explain_expectation(case: &Case<'_>, expectation: &Expectation) -> Diagnostic {
    let root = NodeId::ROOT;
    let operand = expectation.operand;
    match &expectation.kind {
        ExpectationKind::Value(value) => value::wrong(case, root, operand, *value),
        ExpectationKind::Near(_) => value::not_near(case, root, operand),
        ExpectationKind::Plays(child) => moves::not_best(case, root, operand, *child),
        ExpectationKind::Line(steps) => moves::wrong_line(case, operand, steps),
        ExpectationKind::Fewest(_) => count::wrong_fewest(case, operand),
        ExpectationKind::Count(quantity, _) => count::wrong(case, operand, *quantity),
        ExpectationKind::Visits(items) => count::wrong_sequence(case, operand, items, true),
        ExpectationKind::Enters(items) => count::wrong_sequence(case, operand, items, false),
    }
}
