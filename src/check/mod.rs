//! Checks a file and reports findings. Each rule has its own module.

mod better_order;
mod cause;
mod convention;
mod diagnosis;
mod doubt;
mod hidden;
mod judged;
mod observable;
mod open;
mod quality;
mod question;
mod sets;
mod unreachable;

use std::borrow::Borrow;
use std::cell::OnceCell;

use crate::claim::{ClaimRef, Claims, exchanged_ends};
use crate::diagnostic::{Code, Counts, Diagnostic, Findings, Severity, Tally};
use crate::explain::Context;
use crate::interrupt;
use crate::model::{Defaults, FileSettings, ResolvedTree, Reveal, Shown};
use crate::search::Search;
use crate::source::{Change, Span};
use crate::syntax::parse;
use crate::syntax::tree::{File, Tree};
pub use better_order::{BetterOrder, better_order};
use cause::Cause;
use convention::Conventions;
use doubt::Doubt;
use judged::{Doubted, Judged, Judgement};
pub use open::{explain_search_error, why_unsolvable};
pub use sets::{Failure, failure_at};

/// What was found in a file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings that were kept, in the order of their places.
    pub findings: Vec<Diagnostic>,
    /// The number of findings of each severity, kept or not.
    pub tally: Tally,
    /// The number of findings of each code, kept or not.
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
        self.counts = self.counts.without_notes();
        self
    }
}

/// One tree of a checked file.
#[derive(Clone, Copy, Debug)]
pub struct CheckedTree {
    /// The whole tree.
    pub span: Span,
    /// Its title, with the quotes.
    pub title: Option<Span>,
    /// Whether it has syntax errors. Such a tree is not checked.
    pub broken: bool,
    /// The number of errors found after parsing, kept or not.
    pub errors: usize,
    /// Whether its claims were not judged because of an error in its probabilities or its range, or in a setting of the
    /// tree, the file or the project.
    pub doubtful: bool,
    /// Whether its answers must not be shown unless somebody asks for them.
    pub hides_answers: bool,
    /// Whether it has a blank or an `ask`. Its answers are not fixed.
    pub asks: bool,
}

/// Checks the text of a file: its syntax, its names, every claim, and what the search never reaches.
///
/// `project` applies unless the file says otherwise. At most `limit` findings are kept; all are counted. Linear in the
/// text, apart from the explanations of the findings that are kept. A tree that hides its answers is checked without
/// giving them away; see [`Reveal`].
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
    check_showing(Shown::AsSet, text, project, limit)
}

/// Like [`check`], for a reader who wants to be shown more, or less, of the answers.
pub fn check_showing(shown: Shown, text: &str, project: &Defaults, limit: usize) -> Report {
    check_parsed(shown, text, parse(text, limit), project)
}

/// Like [`check_showing`], for a text that has been parsed.
pub fn check_parsed(shown: Shown, text: &str, parsed: (File, Findings), project: &Defaults) -> Report {
    let (file, mut findings) = parsed;
    let settings = FileSettings::read(text, &file, project, &mut findings);
    check_file(shown, text, &file, &settings, findings)
}

/// Like [`check_showing`], for a file that has been parsed; `findings` are those made so far.
pub fn check_file(shown: Shown, text: &str, file: &File, settings: &FileSettings, findings: Findings) -> Report {
    let checked = Checked { shown, text, file, settings };
    checked.report(findings, |tree, part| checked.tree(tree, part))
}

/// A file that is checked for one kind of reader.
#[derive(Clone, Copy)]
pub(crate) struct Checked<'a> {
    pub(crate) shown: Shown,
    pub(crate) text: &'a str,
    pub(crate) file: &'a File,
    pub(crate) settings: &'a FileSettings,
}

/// What was found in one tree. It depends on the text of the tree, on the settings above it, on whether it stands close
/// to the trees before and after it, and on whether it is the only one.
#[derive(Clone, Debug)]
pub(crate) struct TreeReport {
    tree: CheckedTree,
    findings: Findings,
    /// How many claims and expectations were judged.
    claims: usize,
}

impl TreeReport {
    /// Whether the report is complete: no finding was left out because the limit was reached.
    pub(crate) fn is_complete(&self) -> bool {
        self.findings.is_complete()
    }

    /// The report after a change to the text outside the tree; `None` if one of the report's places may lie in the
    /// changed text.
    pub(crate) fn moved(mut self, change: Change) -> Option<Self> {
        self.tree.span = change.moved(self.tree.span)?;
        if let Some(title) = &mut self.tree.title {
            *title = change.moved(*title)?;
        }
        self.findings.moved(change).then_some(self)
    }
}

impl<'a> Checked<'a> {
    /// The report on the file. `of_tree` reports on a tree of the file, and gets an empty collection for the findings;
    /// the findings outside of trees are those in `findings`.
    pub(crate) fn report<T: Borrow<TreeReport>>(
        self,
        mut findings: Findings,
        mut of_tree: impl FnMut(&'a Tree, Findings) -> T,
    ) -> Report {
        question::report_strays(self.file, &self.settings.levels, &mut findings);
        let mut claims = 0;
        let mut trees = Vec::with_capacity(self.file.trees.len());
        for tree in &self.file.trees {
            let report = of_tree(tree, findings.of_part());
            let report: &TreeReport = report.borrow();
            findings.absorb(&report.findings);
            claims += report.claims;
            trees.push(report.tree);
        }
        let counts = findings.counts();
        let (findings, tally) = findings.finish();
        Report { findings, tally, counts, trees, claims }
    }

    /// The report on one tree of the file.
    pub(crate) fn tree(self, tree: &Tree, mut findings: Findings) -> TreeReport {
        let game = ResolvedTree::new(self.text, tree, self.settings, &mut findings);
        let mut claims = 0;
        if !tree.broken {
            let claimed = Claims::read(&game, &mut findings);
            if !game.has_errors {
                findings.hide_answers(game.hides_answers(self.shown));
                claims = check_claims(&claimed, self.file, game.reveals(self.shown), &mut findings);
                findings.hide_answers(false);
            }
        }
        let errors = findings.tally().errors;
        let doubtful = game.has_errors && !tree.broken;
        let hides_answers = game.hides_answers(Shown::AsSet);
        let (span, title, broken, asks) = (tree.span, tree.title, tree.broken, tree.asks());
        let tree = CheckedTree { span, title, broken, errors, doubtful, hides_answers, asks };
        TreeReport { tree, findings, claims }
    }
}

/// Checks one tree; returns how many claims were judged.
fn check_claims(claims: &Claims<'_>, file: &File, reveal: Reveal, findings: &mut Findings) -> usize {
    let game = claims.game;
    let search = match Search::of(game) {
        Ok(search) => search,
        Err(error) => {
            findings.add(explain_search_error(game, error));
            return 0;
        }
    };
    let context = Context::new(game, &search);
    let judged = Judged::of(&context, claims);
    let conventions = judged.conventions(&context, claims, file);
    unreachable::report(&context, claims, &conventions, findings);
    question::report(&context, claims, reveal, findings);
    quality::report(&context, findings);
    better_order::report(&context, findings);
    diagnosis::report(&context, claims, findings);
    if reveal != Reveal::Answers {
        hidden::report(&context, claims, findings);
    }
    match &judged {
        Judged::NotYet => return 0,
        // Whether a set is right depends on the answers.
        Judged::Together(_) if matches!(reveal, Reveal::Never | Reveal::Score) => return 0,
        Judged::Together(solved) => solved.report(&context, claims, &conventions, findings),
        Judged::EachAlone(doubted) if reveal != Reveal::Answers => {
            return report_wrong(&context, claims, doubted, reveal, findings);
        }
        Judged::EachAlone(doubted) => report_claims(&context, claims, doubted, &conventions, findings),
    }
    observable::report(&context, claims, findings);
    claims.count()
}

/// Reports each claim that does not hold. A claim must hold for all values of the unknown leaves.
fn report_claims(
    context: &Context<'_>,
    claims: &Claims<'_>,
    doubted: &[Doubted<'_>],
    conventions: &Conventions<'_>,
    findings: &mut Findings,
) {
    let levels = &context.game.levels;
    let mut open = Vec::new();
    let cause = OnceCell::new();
    let doubt = OnceCell::new();
    for Doubted { place, claim, judgement } in doubted {
        interrupt::check();
        match judgement {
            Judgement::Impossible(finding) => findings.add((**finding).clone()),
            Judgement::Fails => findings.report(levels, claim.kind.code(), || {
                let finding = conventions.mention(claim.explain(context), place.index());
                let finding = match cause.get_or_init(|| Cause::of(context, claims, doubted)) {
                    Some(cause) => cause.mention(finding),
                    None => finding,
                };
                doubt.get_or_init(|| Doubt::about(context, conventions.file())).mention(finding)
            }),
            Judgement::Open => open.push(*place),
            Judgement::Uncountable(elision) => {
                let describe = || open::uncountable(context, claim.span, *elision);
                findings.report(levels, Code::UncountableElision, describe);
            }
        }
    }
    sets::report_open(context, claims, &open, findings);
}

/// Reports which claims of a tree that hides its answers are wrong, each under its own code, but not why; returns how
/// many were judged. Under `reveal never` and `reveal score` these are none. A tree that hides its answers only because
/// it has open questions is the author's own file, so the claims that answer no question are judged.
fn report_wrong(
    context: &Context<'_>,
    claims: &Claims<'_>,
    doubted: &[Doubted<'_>],
    reveal: Reveal,
    findings: &mut Findings,
) -> usize {
    let is_judged = |place: ClaimRef| match context.game.reveal {
        _ if reveal == Reveal::Verdicts => true,
        Some(_) => false,
        None => !claims.is_answer(place),
    };
    let is_unreported = |doubted: &&Doubted<'_>| is_judged(doubted.place) && exchanged_ends(doubted.claim).is_none();
    let doubted: Vec<_> = doubted.iter().filter(is_unreported).collect();
    let open: Vec<_> = doubted.iter().filter(|doubted| doubted.is_open()).map(|doubted| doubted.place).collect();
    let refuted = sets::refuted(context, claims, &open);
    for Doubted { place, claim, judgement } in doubted {
        match judgement {
            Judgement::Impossible(finding) => findings.add((**finding).clone()),
            Judgement::Open if !refuted.contains(place) => {}
            Judgement::Uncountable(_) => {}
            Judgement::Fails | Judgement::Open => {
                let code = claim.kind.code();
                findings.report(&context.game.levels, code, || Diagnostic::new(code, code.title(), claim.span));
            }
        }
    }
    claims.all().filter(|(place, _)| is_judged(*place)).count()
}
