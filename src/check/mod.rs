//! Everything that is to be said of a file: one rule, one file.

mod best;
mod better_order;
mod bound;
mod case;
mod convention;
mod count;
mod course;
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

use crate::diagnostic::{Code, Counts, Diagnostic, Findings, Tally};
use crate::interrupt;
use crate::judge::{self, Verdict};
use crate::model::{Claim, ClaimKind, Defaults, Expectation, ExpectationKind, FileSettings, Game, Settings};
use crate::search::Search;
use crate::solve::Which;
use crate::source::Span;
use crate::syntax::parse;
use crate::syntax::tree::{File, NodeId};
pub use better_order::{BetterOrder, better_order};
use case::Case;
pub use course::{Reasons, cutoff_reasons, reasons};
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
pub fn check_file(text: &str, file: &File, settings: &FileSettings, mut findings: Findings) -> Report {
    question::report_strays(file, &settings.levels, &mut findings);
    let mut claims = 0;
    let mut trees = Vec::with_capacity(file.trees.len());
    for tree in &file.trees {
        let errors_before = findings.tally().errors;
        let game = Game::new(text, tree, settings, &mut findings);
        if !game.unclear {
            claims += check_game(&game, &mut findings);
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
fn check_game(game: &Game<'_>, findings: &mut Findings) -> usize {
    let search = match Search::of(game) {
        Ok(search) => search,
        Err(obstacle) => {
            let finding = explain_obstacle(game, obstacle);
            findings.add(finding);
            return 0;
        }
    };
    let variants = OnceCell::new();
    let case = Case::new(game, &search, Some(&variants));
    unreachable::report(&case, findings);
    question::report(&case, findings);
    quality::report(&case, findings);
    better_order::report(&case, findings);
    if game.unsettled {
        return 0;
    }
    let judged = if game.sets.is_empty() { judge_claims(&case, findings) } else { judge_sets(&case, findings) };
    observable::report(&case, findings);
    judged
}

/// Judges every claim by itself; how many there are. Each must hold for all values of the unknown leaves.
fn judge_claims(case: &Case<'_>, findings: &mut Findings) -> usize {
    let game = case.game;
    let mut open = Vec::new();
    for which in Which::all(game) {
        interrupt::check();
        if let Some(finding) = impossible(case, which) {
            findings.add(finding);
            continue;
        }
        let span = which.span(game);
        match which.judge(game, case.search) {
            Verdict::Holds => {}
            Verdict::Fails => findings.report(&game.levels, code(game, which), || explain(case, which)),
            Verdict::Open => open.push(which),
            Verdict::Uncountable(elision) => {
                findings.report(&game.levels, Code::UncountableElision, || open::uncountable(case, span, elision));
            }
        }
    }
    unknown::report_open(case, &open, findings);
    game.claims.len() + game.expectations.len()
}

/// Judges what is expected of unknown leaves, of which all other claims speak together; how many claims there are.
fn judge_sets(case: &Case<'_>, findings: &mut Findings) -> usize {
    let game = case.game;
    let mut possible = true;
    for which in Which::all(game) {
        if let Some(finding) = impossible(case, which) {
            findings.add(finding);
            possible = false;
        }
    }
    if possible {
        unknown::report_sets(case, findings);
    }
    game.claims.len() + game.expectations.len() + game.sets.len()
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
    let case = Case::new(game, &search, None);
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

/// Puts a claim that fails into words. What is claimed of the search may hold under other rules, and that is said.
fn explain_claim(case: &Case<'_>, claim: &Claim) -> Diagnostic {
    let finding = match &claim.kind {
        ClaimKind::Equal(value) => return value::wrong(case, claim.node, claim.operand, *value),
        ClaimKind::Near(_) => return value::not_near(case, claim.node, claim.operand),
        ClaimKind::Plays(child) => return moves::not_best(case, claim.node, claim.operand, *child),
        ClaimKind::AtMost(_) | ClaimKind::AtLeast(_) => bound::wrong(case, claim),
        ClaimKind::Window(alpha, beta) => window::wrong(case, claim, *alpha, *beta),
        ClaimKind::Pruned => mark::not_pruned(case, claim),
        ClaimKind::Visited => mark::not_visited(case, claim),
    };
    case.mention_conventions(finding, false, |search| judge::claim(search, claim))
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
    let finding = match &expectation.kind {
        ExpectationKind::Value(value) => return value::wrong(case, root, operand, *value),
        ExpectationKind::Near(_) => return value::not_near(case, root, operand),
        ExpectationKind::Plays(child) => return moves::not_best(case, root, operand, *child),
        ExpectationKind::Line(steps) => return moves::wrong_line(case, operand, steps),
        ExpectationKind::Fewest(_) => return count::wrong_fewest(case, operand),
        ExpectationKind::Count(quantity, _) => count::wrong(case, operand, *quantity),
        ExpectationKind::Visits(items) => count::wrong_sequence(case, operand, items, true),
        ExpectationKind::Enters(items) => count::wrong_sequence(case, operand, items, false),
    };
    let about_order = matches!(expectation.kind, ExpectationKind::Visits(_) | ExpectationKind::Enters(_));
    case.mention_conventions(finding, about_order, |search| judge::expectation(case.game, search, expectation))
}
