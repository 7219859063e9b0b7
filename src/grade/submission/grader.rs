//! Grades submitted texts against exercises whose trees have been searched once.

use super::matching::{Matching, changed_settings, pairs, title, unpaired};
use super::original::Original;
use super::own_tree::marks_on_own_tree;
use super::readable::Readable;
use super::transplant::transplanted;
use super::words::{say_what_gives_answers, written};
use super::{Exercise, FormFinding, Graded, GradedQuestion, GradedTree};
use crate::claim::{Asked, Claims, asks};
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::grade::faults::{BlankRuns, Diagnosis};
use crate::grade::marks::{Altered, AskedTree, Conventions, Rubric};
use crate::model::{FileSettings, ResolvedTree};
use crate::number::{Fault as NumberFault, Fraction};
use crate::source::LineIndex;
use crate::syntax::parse;
use crate::syntax::tree::File;

/// At most this many findings in a submission are described.
const MOST_FINDINGS: usize = 20;

/// An exercise whose trees have been searched, to grade many submissions.
pub struct Grader<'e> {
    exercise: &'e Exercise,
    rubric: &'e Rubric,
    /// The trees of the exercise, in order.
    games: &'e [ResolvedTree<'e>],
    /// The keys of all trees, in order, under the rule of the exercise at α = β; then, if the other rule is accepted as
    /// well, all of them under that. `None` for a tree that asks nothing.
    keys: Vec<Option<Key<'e>>>,
}

/// A tree of the exercise with everything that grading needs.
struct Key<'e> {
    asked: &'e AskedTree<'e>,
    /// `None` if the tree cannot be run through; then no answer follows from another.
    blank: Option<BlankRuns<'e>>,
}

/// A tree that was graded under one rule at α = β.
struct GradedByRule {
    tree: GradedTree,
    /// What the answers to this tree and to those before it say about wrong procedures.
    diagnosis: Diagnosis,
    marks: Fraction,
}

/// Searches the trees of the exercises, and calls `work` with a grader for each exercise, in order. Linear in the
/// exercises, times the number of faults.
pub fn with_graders<T>(exercises: &[(&Exercise, &Rubric)], work: impl FnOnce(&[Grader<'_>]) -> T) -> T {
    let trees: Vec<Vec<ResolvedTree<'_>>> =
        exercises.iter().map(|(exercise, rubric)| exercise.trees(rubric.conventions)).collect();
    let claims = each(&trees, Claims::of);
    let asked = each(&claims, asked);
    let keys = each(&asked, |asked| asked.as_ref().map(Key::new));
    let graders = exercises.iter().zip(&trees).zip(keys).map(|(((exercise, rubric), trees), keys)| {
        let games = &trees[..exercise.file.trees.len()];
        Grader { exercise, rubric, games, keys }
    });
    work(&graders.collect::<Vec<_>>())
}

fn each<'a, A, B>(groups: &'a [Vec<A>], made: impl Fn(&'a A) -> B) -> Vec<Vec<B>> {
    groups.iter().map(|group| group.iter().map(&made).collect()).collect()
}

/// A tree with its questions; `None` if it asks nothing.
fn asked<'e>(claims: &'e Claims<'e>) -> Option<AskedTree<'e>> {
    AskedTree::new(claims).ok().filter(|asked| !asked.questions.is_empty())
}

impl<'e> Key<'e> {
    fn new(asked: &'e AskedTree<'e>) -> Self {
        Self { asked, blank: BlankRuns::new(asked.game(), &asked.search) }
    }
}

impl Exercise {
    /// All trees under their own rules; then, if the other rule at α = β is accepted as well, all of them under that.
    fn trees(&self, conventions: Conventions) -> Vec<ResolvedTree<'_>> {
        let mut trees = resolved(&self.text, &self.file, &self.settings);
        if conventions != Conventions::Strict {
            let mut others = resolved(&self.text, &self.file, &self.settings);
            others.iter_mut().for_each(|game| game.settings.cut = game.settings.cut.other());
            trees.extend(others);
        }
        trees
    }
}

impl Grader<'_> {
    /// Grades a submitted text. Linear in the text for each question.
    ///
    /// # Errors
    ///
    /// If a number of marks has no exact value: the marks of the exercise have too many different denominators.
    pub fn grade(&self, submitted: &str) -> Result<Graded, NumberFault> {
        let Readable { text, file, findings } = Readable::new(submitted, &self.exercise.project);
        let settings = FileSettings::read(&text, &file, &self.exercise.project, &mut Findings::new(0));
        let mut submitted = resolved(&text, &file, &settings);
        let pairs = pairs(self.games, &submitted);
        let [repeated, extra] = unpaired(self.games, &submitted, &pairs);
        let mut graded = Graded {
            trees: Vec::with_capacity(self.games.len()),
            extra,
            repeated,
            findings: form_findings(&text, &findings),
            marks: Fraction::ZERO,
            worth: Fraction::ZERO,
            mistakes: 0,
            follow_through: self.rubric.follow_through,
            faults: Vec::new(),
        };
        let is_read = graded.findings.is_empty();
        let mut diagnosis = Diagnosis::default();
        for (place, (game, pair)) in self.games.iter().zip(&pairs).enumerate() {
            let partner = pair.map(|pair| &mut submitted[pair]);
            // The settings in a broken tree are not read.
            let read = partner.as_ref().filter(|partner| !partner.tree.broken);
            let changed = read.map(|partner| changed_settings(&game.settings, &partner.settings));
            let Some(marked) = self.under_best_rule(place, partner, is_read, &diagnosis)? else { continue };
            let mut tree = marked.tree;
            if let (Some(key), Some(pair), false) = (&self.keys[place], *pair, tree.alterations.is_empty()) {
                submitted[pair].settings = game.settings;
                tree.on_own_tree = marks_on_own_tree(key.asked, &submitted[pair], self.rubric);
            }
            tree.alterations.extend(changed.unwrap_or_default());
            graded.mistakes += tree.mistakes;
            graded.trees.push(tree);
            diagnosis = marked.diagnosis;
        }
        graded.faults = diagnosis.named();
        for tree in &mut graded.trees {
            say_what_gives_answers(tree, &graded.faults, &diagnosis);
        }
        graded.add_up()?;
        Ok(graded)
    }

    /// Grades one tree, if it asks anything, under each rule at α = β that is accepted, and returns the best result.
    fn under_best_rule(
        &self,
        place: usize,
        mut partner: Option<&mut ResolvedTree<'_>>,
        is_read: bool,
        diagnosis: &Diagnosis,
    ) -> Result<Option<GradedByRule>, NumberFault> {
        let mut best: Option<GradedByRule> = None;
        for key in self.keys.iter().skip(place).step_by(self.games.len()).flatten() {
            let settings = key.asked.game().settings;
            if let Some(partner) = &mut partner {
                partner.settings = settings;
            }
            let mut diagnosis = diagnosis.clone();
            let mut tree = self.grade_tree(place, key, partner.as_deref(), is_read, &mut diagnosis)?;
            let marks = tree.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.marks))?;
            if best.as_ref().is_none_or(|best| marks > best.marks) {
                tree.cut = Some(settings.cut).filter(|cut| *cut != self.games[place].settings.cut);
                best = Some(GradedByRule { tree, diagnosis, marks });
            }
        }
        Ok(best)
    }

    /// Grades one tree.
    fn grade_tree(
        &self,
        place: usize,
        key: &Key<'_>,
        partner: Option<&ResolvedTree<'_>>,
        is_read: bool,
        diagnosis: &mut Diagnosis,
    ) -> Result<GradedTree, NumberFault> {
        let game = key.asked.game();
        let partner = partner.filter(|partner| !partner.nodes().is_empty());
        let matched = partner.map(|partner| (partner, Matching::new(game, partner)));
        let asks_returns = |game: &ResolvedTree<'_>| asks(game, Asked::Returns);
        let (mut questions, mistakes) = match &matched {
            Some((partner, matching)) if !matching.is_altered() && asks_returns(game) == asks_returns(partner) => {
                written(key.asked, key.blank.as_ref(), partner, None, is_read, self.rubric, diagnosis)?
            }
            _ => {
                let matched = matched.as_ref().map(|(partner, matching)| (*partner, matching));
                let text = transplanted(game, matched);
                // In an altered tree, the changes may cause what looks like a wrong procedure.
                let is_altered = matched.is_some_and(|(_, matching)| matching.is_altered());
                let original = matched.map(|(partner, matching)| Original::new(partner, matching));
                let mut unused = Diagnosis::default();
                let diagnosis = if is_altered { &mut unused } else { diagnosis };
                let (mut questions, mistakes) = self.graded_text(place, key, &text, original, is_read, diagnosis)?;
                if is_altered {
                    questions.iter_mut().flat_map(|it| &mut it.items).for_each(|item| item.given_by.clear());
                }
                (questions, mistakes)
            }
        };
        let is_missing = matched.is_none();
        // Nodes that a slip of syntax hides were not altered.
        let read = matched.filter(|(partner, _)| !partner.tree.broken);
        let alterations = read.map(|(_, matching)| matching.alterations).unwrap_or_default();
        let is_refused = self.rubric.altered == Altered::Refuse && !alterations.is_empty();
        for (at, question) in questions.iter_mut().enumerate() {
            question.number = format!("{}.{}", place + 1, at + 1);
            if is_missing || is_refused {
                question.marks = Fraction::ZERO;
            }
        }
        let title = title(game, place);
        Ok(GradedTree {
            title,
            is_missing,
            is_refused,
            settings: game.settings,
            cut: None,
            alterations,
            on_own_tree: None,
            questions,
            mistakes,
        })
    }

    /// Grades the tree at this place of a text that differs from the exercise only in its claims.
    fn graded_text(
        &self,
        place: usize,
        key: &Key<'_>,
        text: &str,
        original: Option<Original<'_>>,
        is_read: bool,
        diagnosis: &mut Diagnosis,
    ) -> Result<(Vec<GradedQuestion>, usize), NumberFault> {
        let (file, mut findings) = parse(text, 0);
        let settings = FileSettings::read(text, &file, &self.exercise.project, &mut findings);
        let mut partner = ResolvedTree::new(text, &file.trees[place], &settings, &mut findings);
        partner.settings = key.asked.game().settings;
        written(key.asked, key.blank.as_ref(), &partner, original, is_read, self.rubric, diagnosis)
    }
}

fn resolved<'a>(text: &'a str, file: &'a File, settings: &FileSettings) -> Vec<ResolvedTree<'a>> {
    file.trees.iter().map(|tree| ResolvedTree::new(text, tree, settings, &mut Findings::new(0))).collect()
}

/// The first mistakes of form, with their lines.
fn form_findings(text: &str, findings: &[Diagnostic]) -> Vec<FormFinding> {
    let lines = LineIndex::new(text);
    let with_place = |finding: &Diagnostic| FormFinding {
        code: finding.code,
        message: finding.message.clone(),
        help: finding.notes.iter().find(|note| note.is_help()).map(|note| note.text().to_string()),
        place: lines.line_column(text, finding.primary.span.start),
    };
    findings.iter().filter(|finding| finding.severity == Severity::Error).take(MOST_FINDINGS).map(with_place).collect()
}
