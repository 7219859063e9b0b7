//! Checks a file and reports findings. Each rule has its own module.

mod best;
mod better_order;
mod bound;
mod cause;
mod context;
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
use crate::model::{Claim, ClaimKind, Defaults, Expectation, ExpectationKind, FileSettings, ResolvedTree, Settings};
use crate::search::Search;
use crate::solve::ClaimRef;
use crate::source::Span;
use crate::syntax::parse;
use crate::syntax::tree::{File, NodeId};
pub use better_order::{BetterOrder, better_order};
use cause::Cause;
use context::CheckContext;
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
///
/// ```
/// use gametree::check::check;
/// use gametree::model::Defaults;
///
/// let report = check("max A = 4 { 3, 5 }", &Defaults::default(), 100);
/// assert_eq!(report.findings[0].code.id(), "E0301");
/// assert_eq!(report.findings[0].message, "A is worth 5, not 4");
/// ```
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
        let game = ResolvedTree::new(text, tree, settings, &mut findings);
        if !game.has_errors {
            let keeps_answers = answers == Answers::KeptBack && tree.asks();
            findings.keep_answers(keeps_answers);
            claims += check_game(&game, file, keeps_answers, &mut findings);
            findings.keep_answers(false);
        }
        let errors = findings.tally().errors - errors_before;
        let doubtful = game.has_errors && !tree.broken;
        trees.push(CheckedTree { span: tree.span, title: tree.title, broken: tree.broken, errors, doubtful });
    }
    let counts = findings.counts();
    let (findings, tally) = findings.finish();
    Report { findings, tally, counts, trees, claims }
}

/// Checks one tree; how many claims were judged.
fn check_game(game: &ResolvedTree<'_>, file: &File, keeps_answers: bool, findings: &mut Findings) -> usize {
    let search = match Search::of(game) {
        Ok(search) => search,
        Err(obstacle) => {
            let finding = explain_obstacle(game, obstacle);
            findings.add(finding);
            return 0;
        }
    };
    let context = CheckContext::new(game, &search);
    let judged = Judged::of(&context);
    let conventions = judged.conventions(&context, file);
    unreachable::report(&context, &conventions, findings);
    question::report(&context, keeps_answers, findings);
    quality::report(&context, findings);
    better_order::report(&context, findings);
    match &judged {
        Judged::NotYet => return 0,
        Judged::Together(solved) => solved.report(&context, &conventions, findings),
        Judged::EachAlone(judged) if keeps_answers => report_wrong(&context, judged, findings),
        Judged::EachAlone(judged) => report_claims(&context, judged, &conventions, findings),
    }
    observable::report(&context, findings);
    game.claims.len() + game.expectations.len() + game.sets.len()
}

/// Reports each claim that does not hold. A claim must hold for all values of the unknown leaves.
fn report_claims(
    context: &CheckContext<'_>,
    judged: &[(usize, ClaimRef, Judgement)],
    conventions: &Conventions<'_>,
    findings: &mut Findings,
) {
    let game = context.game;
    let mut open = Vec::new();
    let cause = OnceCell::new();
    let doubt = OnceCell::new();
    for (place, which, judgement) in judged {
        interrupt::check();
        match judgement {
            Judgement::Impossible(finding) => findings.add((**finding).clone()),
            Judgement::Fails => findings.report(&game.levels, code(game, *which), || {
                let finding = conventions.mention(explain(context, *which), *place);
                let cause = cause.get_or_init(|| Cause::of(context, judged)).as_ref();
                let finding = match cause {
                    Some(cause) => cause.mention(finding),
                    None => finding,
                };
                doubt.get_or_init(|| Doubt::about(context, conventions.file())).mention(finding)
            }),
            Judgement::Open => open.push(*which),
            Judgement::Uncountable(elision) => {
                let describe = || open::uncountable(context, which.span(game), *elision);
                findings.report(&game.levels, Code::UncountableElision, describe);
            }
        }
    }
    unknown::report_open(context, &open, findings);
}

/// Reports which claims are wrong, and no more than that: not even why, so each under its own code.
fn report_wrong(context: &CheckContext<'_>, judged: &[(usize, ClaimRef, Judgement)], findings: &mut Findings) {
    let game = context.game;
    let is_open = |judgement: &Judgement| matches!(judgement, Judgement::Open);
    let open: Vec<ClaimRef> =
        judged.iter().filter(|(.., judgement)| is_open(judgement)).map(|(_, which, _)| *which).collect();
    let refuted = unknown::refuted(context, &open);
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

fn impossible(context: &CheckContext<'_>, which: ClaimRef) -> Option<Diagnostic> {
    match which {
        ClaimRef::Claim(place) => open::impossible(context, &context.game.claims[place]),
        ClaimRef::Expectation(place) => open::impossible_expectation(context, &context.game.expectations[place]),
    }
}

/// What is said of the first claim of a tree that its place cannot carry under these settings, if there is one.
pub fn impossible_claim(game: &ResolvedTree<'_>, settings: &Settings) -> Option<Diagnostic> {
    let search = Search::new(game, settings).ok()?;
    let context = CheckContext::new(game, &search);
    ClaimRef::all(game).find_map(|which| impossible(&context, which))
}

/// The code under which a claim is reported that fails.
fn code(game: &ResolvedTree<'_>, which: ClaimRef) -> Code {
    match which {
        ClaimRef::Claim(place) => claim_code(&game.claims[place].kind),
        ClaimRef::Expectation(place) => expectation_code(&game.expectations[place].kind),
    }
}

/// Puts a claim that fails into words.
fn explain(context: &CheckContext<'_>, which: ClaimRef) -> Diagnostic {
    match which {
        ClaimRef::Claim(place) => explain_claim(context, &context.game.claims[place]),
        ClaimRef::Expectation(place) => explain_expectation(context, &context.game.expectations[place]),
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

fn explain_claim(context: &CheckContext<'_>, claim: &Claim) -> Diagnostic {
    match &claim.kind {
        ClaimKind::Equal(value) => value::wrong(context, claim.node, claim.operand, *value),
        ClaimKind::Near(_) => value::not_near(context, claim.node, claim.operand),
        ClaimKind::Plays(child) => moves::not_best(context, claim.node, claim.operand, *child),
        ClaimKind::AtMost(_) | ClaimKind::AtLeast(_) => bound::wrong(context, claim),
        ClaimKind::Window(alpha, beta) => window::wrong(context, claim, *alpha, *beta),
        ClaimKind::Pruned => mark::not_pruned(context, claim),
        ClaimKind::Visited => mark::not_visited(context, claim),
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

fn explain_expectation(context: &CheckContext<'_>, expectation: &Expectation) -> Diagnostic {
    let root = NodeId::ROOT;
    let operand = expectation.operand;
    match &expectation.kind {
        ExpectationKind::Value(value) => value::wrong(context, root, operand, *value),
        ExpectationKind::Near(_) => value::not_near(context, root, operand),
        ExpectationKind::Plays(child) => moves::not_best(context, root, operand, *child),
        ExpectationKind::Line(steps) => moves::wrong_line(context, operand, steps),
        ExpectationKind::Fewest(_) => count::wrong_fewest(context, operand),
        ExpectationKind::Count(quantity, _) => count::wrong(context, operand, *quantity),
        ExpectationKind::Visits(items) => count::wrong_sequence(context, operand, items, true),
        ExpectationKind::Enters(items) => count::wrong_sequence(context, operand, items, false),
    }
}
