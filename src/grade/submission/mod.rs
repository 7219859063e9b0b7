//! Grades a submitted text: matches its trees with those of the exercise, and gives marks for each answer.

mod counts;
mod matching;
mod readable;
mod transplant;
mod words;

use std::borrow::Cow;

use super::faults::{Diagnosis, Fault};
use super::marks::{Altered, AskedTree, Conventions, Credit, Rubric};
use crate::claim::{Asked, Claims, asks};
use crate::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::model::{Cut, Defaults, FileSettings, ResolvedTree, Rule, Settings};
use crate::number::{Fault as NumberFault, Fraction};
use crate::source::{LineColumn, LineIndex, Span};
use crate::syntax::tree::File;
use crate::syntax::{name_at, parse};
use matching::{Matching, is_same};
use readable::Readable;
use transplant::transplanted;
use words::{say_what_gives_answers, written};

/// At most this many findings in a submission are described.
const MOST_FINDINGS: usize = 20;

/// A file with questions, read once to grade many submissions.
#[derive(Debug)]
pub struct Exercise {
    text: String,
    file: File,
    settings: FileSettings,
    project: Defaults,
}

/// A mistake of form in a submitted text: syntax, an unknown name, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormFinding {
    /// The code under which `gametree explain` explains it.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// Where it is.
    pub place: LineColumn,
}

/// A submission with its marks.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The trees of the exercise, in order.
    pub trees: Vec<GradedTree>,
    /// The titles of submitted trees that are not in the exercise.
    pub extra: Vec<String>,
    /// Mistakes of form in the submitted text. Claims that they leave unclear count as unanswered.
    pub findings: Vec<FormFinding>,
    /// The sum of the marks.
    pub marks: Fraction,
    /// The marks of a right submission.
    pub worth: Fraction,
    /// How many separate mistakes there are.
    pub mistakes: usize,
    /// The share of the marks for an answer that follows correctly from an earlier mistake.
    pub follow_through: Fraction,
    /// The wrong procedures that the answers look like: one, or two or three that explain them equally well, or none.
    pub faults: Vec<Fault>,
}

/// A tree of the exercise with the marks of its questions.
#[derive(Clone, Debug)]
pub struct GradedTree {
    /// Its title, or `tree 2` if it has none.
    pub title: String,
    /// Whether the submission has no such tree. Its questions are unanswered then.
    pub is_missing: bool,
    /// Whether it gets no marks because the student altered the part that the exercise gives.
    pub is_refused: bool,
    /// The rule at α = β, if it is not that of the exercise.
    pub cut: Option<Cut>,
    /// What was altered in the part that the exercise gives, in words. The tree is graded as the exercise gives it.
    pub alterations: Vec<String>,
    /// Its questions with their marks, in the order of the exercise.
    pub questions: Vec<GradedQuestion>,
    /// How many separate mistakes there are.
    pub mistakes: usize,
}

/// A question with its marks, in words.
#[derive(Clone, Debug)]
pub struct GradedQuestion {
    /// The number of the tree and of the question in it, such as `1.4`.
    pub number: String,
    /// What is asked: `ask values`, or the name of its only item.
    pub name: String,
    /// What the question asks for at all nodes; `None` if it asks for one thing, or for blank leaves.
    pub every: Option<Asked>,
    /// The marks that a right answer gives.
    pub worth: Fraction,
    /// The marks for this answer.
    pub marks: Fraction,
    /// What was asked, one by one.
    pub items: Vec<GradedItem>,
    /// The change, if somebody has set the marks by hand.
    pub by_hand: Option<ByHand>,
}

/// Marks that somebody has set by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand {
    /// The marks as they were before.
    pub before: Fraction,
    /// Why they were changed; may be empty.
    pub reason: String,
}

/// One thing that was asked, in words.
#[derive(Clone, Debug)]
pub struct GradedItem {
    /// The node and the kind of claim: `C: value`.
    pub name: String,
    /// The node, and words for the question about one node and about several: `C`, `value of` and `values of`. `None`
    /// if the question is not about a node.
    pub subject: Option<(String, [&'static str; 2])>,
    /// When the search finds this out. In the order of these numbers, a mistake comes before its consequences.
    pub moment: usize,
    /// Whether the answer is right.
    pub credit: Credit,
    /// The answer as it is written.
    pub answer: Option<String>,
    /// Whether the answer is written at the node itself.
    pub is_written_here: bool,
    /// Where the answer is in the submitted text; `None` if there is none, or if the tree was altered.
    pub place: Option<Span>,
    /// A right answer; `None` if none can be written.
    pub expected: Option<String>,
    /// Why the answer is wrong: a message and its notes. For a missing `pruned`, why the search skips the node. Empty
    /// for all other missing answers, and for answers that are right or follow.
    pub reason: Vec<String>,
    /// The wrong procedures that give this answer, if it is wrong and the tree was not altered.
    pub given_by: Vec<Fault>,
    /// Whether it is a `pruned` mark, or a missing one.
    pub is_mark: bool,
    /// A mistake that the text of the answer alone shows.
    pub hint: Option<&'static str>,
}

impl Graded {
    /// Whether there is no answer at all.
    pub fn is_empty(&self) -> bool {
        let questions = self.trees.iter().flat_map(|tree| &tree.questions);
        questions.flat_map(|question| &question.items).all(|item| item.answer.is_none())
    }

    /// Sets the marks of the question with this number by hand. Does nothing if there is no such question.
    ///
    /// # Errors
    ///
    /// If the sum of the marks has no exact value.
    pub fn set_marks(&mut self, question: &str, marks: Fraction, reason: &str) -> Result<(), NumberFault> {
        let mut questions = self.trees.iter_mut().flat_map(|tree| &mut tree.questions);
        if let Some(question) = questions.find(|it| it.number == question) {
            question.by_hand = Some(ByHand { before: question.marks, reason: reason.to_string() });
            question.marks = marks;
        }
        self.add_up()
    }

    /// Adds up the marks of all questions.
    fn add_up(&mut self) -> Result<(), NumberFault> {
        (self.marks, self.worth) = (Fraction::ZERO, Fraction::ZERO);
        for question in self.trees.iter().flat_map(|tree| &tree.questions) {
            self.marks = self.marks.plus(question.marks)?;
            self.worth = self.worth.plus(question.worth)?;
        }
        Ok(())
    }
}

/// A tree that was graded under one rule at α = β.
struct GradedByRule {
    tree: GradedTree,
    /// What the answers to this tree and to those before it say about wrong procedures.
    diagnosis: Diagnosis,
    marks: Fraction,
}

impl Exercise {
    /// Reads an exercise. It must have no errors when everything is [shown](crate::model::Shown::Everything).
    pub fn new(text: &str, project: &Defaults) -> Self {
        let (file, _) = parse(text, 0);
        let settings = FileSettings::read(text, &file, project, &mut Findings::new(0));
        Self { text: text.to_string(), file, settings, project: project.clone() }
    }

    /// Grades a submitted text. Linear in the text for each question.
    ///
    /// # Errors
    ///
    /// If a number of marks has no exact value: the marks of the exercise have too many different denominators.
    pub fn grade(&self, submitted: &str, rubric: &Rubric) -> Result<Graded, NumberFault> {
        let Readable { text, file, findings } = Readable::new(submitted, &self.project);
        let settings = FileSettings::read(&text, &file, &self.project, &mut Findings::new(0));
        let mut submitted = resolved(&text, &file, &settings);
        let mut games = resolved(&self.text, &self.file, &self.settings);
        let pairs = pairs(&games, &submitted);
        let mut graded = Graded {
            trees: Vec::with_capacity(self.file.trees.len()),
            extra: extra_titles(&submitted, &pairs),
            findings: form_findings(&text, &findings),
            marks: Fraction::ZERO,
            worth: Fraction::ZERO,
            mistakes: 0,
            follow_through: rubric.follow_through,
            faults: Vec::new(),
        };
        let mut diagnosis = Diagnosis::default();
        for (place, (game, pair)) in games.iter_mut().zip(&pairs).enumerate() {
            let partner = pair.map(|pair| &mut submitted[pair]);
            let changed = partner.as_ref().map(|partner| changed_settings(&game.settings, &partner.settings));
            let Some(marked) = self.under_best_rule(place, game, partner, rubric, &diagnosis)? else { continue };
            let mut tree = marked.tree;
            tree.alterations.extend(changed.unwrap_or_default());
            graded.mistakes += tree.mistakes;
            graded.trees.push(tree);
            diagnosis = marked.diagnosis;
        }
        graded.faults = diagnosis.named();
        if graded.faults.is_empty() {
            graded.trees.iter_mut().for_each(|tree| say_what_gives_answers(tree, &diagnosis));
        }
        graded.add_up()?;
        Ok(graded)
    }

    /// Grades one tree, if it asks anything. If the rubric accepts both rules at α = β, grades it under both, and
    /// returns the better result.
    fn under_best_rule(
        &self,
        place: usize,
        game: &mut ResolvedTree<'_>,
        mut partner: Option<&mut ResolvedTree<'_>>,
        rubric: &Rubric,
        diagnosis: &Diagnosis,
    ) -> Result<Option<GradedByRule>, NumberFault> {
        let given = game.settings;
        let mut under = |settings: Settings| {
            game.settings = settings;
            if let Some(partner) = &mut partner {
                partner.settings = settings;
            }
            let claims = Claims::of(game);
            let Ok(asked) = AskedTree::new(&claims) else { return Ok(None) };
            if asked.questions.is_empty() {
                return Ok(None);
            }
            let mut diagnosis = diagnosis.clone();
            let tree = self.grade_tree(place, &asked, partner.as_deref(), rubric, &mut diagnosis)?;
            let marks = tree.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.marks))?;
            Ok(Some(GradedByRule { tree, diagnosis, marks }))
        };
        let own = under(given)?;
        if rubric.conventions == Conventions::Strict {
            return Ok(own);
        }
        let other = Settings { cut: given.cut.other(), ..given };
        let best = match (own, under(other)?) {
            (Some(own), Some(mut best)) if best.marks > own.marks => {
                best.tree.cut = Some(other.cut);
                Some(best)
            }
            (own, _) => own,
        };
        Ok(best)
    }

    /// Grades one tree.
    fn grade_tree(
        &self,
        place: usize,
        asked: &AskedTree<'_>,
        partner: Option<&ResolvedTree<'_>>,
        rubric: &Rubric,
        diagnosis: &mut Diagnosis,
    ) -> Result<GradedTree, NumberFault> {
        let game = asked.game();
        let partner = partner.filter(|partner| !partner.nodes().is_empty());
        let matched = partner.map(|partner| (partner, Matching::new(game, partner)));
        let asks_returns = |game: &ResolvedTree<'_>| asks(game, Asked::Returns);
        let (mut questions, mistakes) = match &matched {
            Some((partner, matching)) if !matching.is_altered() && asks_returns(game) == asks_returns(partner) => {
                written(asked, partner, true, rubric, diagnosis)?
            }
            _ => {
                let text = transplanted(game, matched.as_ref().map(|(partner, matching)| (*partner, matching)));
                // What an altered tree looks like may come from what was altered.
                let is_altered = matched.as_ref().is_some_and(|(_, matching)| matching.is_altered());
                let mut unused = Diagnosis::default();
                let diagnosis = if is_altered { &mut unused } else { diagnosis };
                let (mut questions, mistakes) = self.graded_text(place, asked, &text, rubric, diagnosis)?;
                if is_altered {
                    questions.iter_mut().flat_map(|it| &mut it.items).for_each(|item| item.given_by.clear());
                }
                (questions, mistakes)
            }
        };
        let is_missing = matched.is_none();
        let alterations = matched.map(|(_, matching)| matching.alterations).unwrap_or_default();
        let is_refused = rubric.altered == Altered::Refuse && !alterations.is_empty();
        for (at, question) in questions.iter_mut().enumerate() {
            question.number = format!("{}.{}", place + 1, at + 1);
            if is_missing || is_refused {
                question.marks = Fraction::ZERO;
            }
        }
        let title = title(game, place);
        Ok(GradedTree { title, is_missing, is_refused, cut: None, alterations, questions, mistakes })
    }

    /// Grades the tree at this place of a text that differs from the exercise only in its claims.
    fn graded_text(
        &self,
        place: usize,
        asked: &AskedTree<'_>,
        text: &str,
        rubric: &Rubric,
        diagnosis: &mut Diagnosis,
    ) -> Result<(Vec<GradedQuestion>, usize), NumberFault> {
        let (file, mut findings) = parse(text, 0);
        let settings = FileSettings::read(text, &file, &self.project, &mut findings);
        let mut partner = ResolvedTree::new(text, &file.trees[place], &settings, &mut findings);
        partner.settings = asked.game().settings;
        written(asked, &partner, false, rubric, diagnosis)
    }
}

/// The titles of the trees in a text, in order.
pub fn titles(text: &str) -> Vec<String> {
    let (file, _) = parse(text, 0);
    file.trees.iter().filter_map(|tree| tree.title).map(|title| name_at(text, title).into_owned()).collect()
}

fn resolved<'a>(text: &'a str, file: &'a File, settings: &FileSettings) -> Vec<ResolvedTree<'a>> {
    file.trees.iter().map(|tree| ResolvedTree::new(text, tree, settings, &mut Findings::new(0))).collect()
}

/// For each tree of the exercise, the place of the submitted tree that it is: one with the same title and content, or
/// with the same content, or with the same title; at last, the only one left. Trees without a title have the same title.
fn pairs(games: &[ResolvedTree<'_>], submitted: &[ResolvedTree<'_>]) -> Vec<Option<usize>> {
    let mut pairs: Vec<Option<usize>> = vec![None; games.len()];
    let mut free: Vec<bool> = vec![true; submitted.len()];
    let rules: [fn(&ResolvedTree<'_>, &ResolvedTree<'_>) -> bool; 3] =
        [|game, other| has_same_title(game, other) && is_same(game, other), is_same, has_same_title];
    for fits in rules {
        for (game, pair) in games.iter().zip(&mut pairs).filter(|(_, pair)| pair.is_none()) {
            *pair = (0..submitted.len()).find(|place| free[*place] && fits(game, &submitted[*place]));
            if let Some(place) = *pair {
                free[place] = false;
            }
        }
    }
    let rest: Vec<usize> = (0..submitted.len()).filter(|place| free[*place]).collect();
    let lonely: Vec<usize> = (0..pairs.len()).filter(|place| pairs[*place].is_none()).collect();
    if let ([place], [other]) = (&lonely[..], &rest[..]) {
        pairs[*place] = Some(*other);
    }
    pairs
}

fn has_same_title(game: &ResolvedTree<'_>, other: &ResolvedTree<'_>) -> bool {
    own_title(game) == own_title(other)
}

fn own_title<'a>(game: &ResolvedTree<'a>) -> Option<Cow<'a, str>> {
    game.tree.title.map(|title| game.name_at(title))
}

fn title(game: &ResolvedTree<'_>, place: usize) -> String {
    own_title(game).map_or_else(|| format!("tree {}", place + 1), Cow::into_owned)
}

fn extra_titles(submitted: &[ResolvedTree<'_>], pairs: &[Option<usize>]) -> Vec<String> {
    let extra = (0..submitted.len()).filter(|place| !pairs.contains(&Some(*place)));
    extra.map(|place| title(&submitted[place], place)).collect()
}

/// The settings of a submitted tree that differ from those of the exercise, in words.
fn changed_settings(given: &Settings, here: &Settings) -> Vec<String> {
    let rules = |settings: &Settings| {
        let Settings { cut, returns, order, cutoffs, .. } = *settings;
        [Rule::Cut(cut), Rule::Returns(returns), Rule::Order(order), Rule::Cutoffs(cutoffs)]
    };
    let pairs = rules(given).into_iter().zip(rules(here)).filter(|(given, here)| given != here);
    let mut changed: Vec<String> =
        pairs.map(|(given, here)| format!("`{given}` in the exercise is `{here}` here")).collect();
    let others = [
        ("window", given.window != here.window),
        ("range", given.range != here.range),
        ("depth", given.depth != here.depth),
    ];
    changed.extend(others.iter().filter(|(_, differs)| *differs).map(|(name, _)| format!("`{name}` is another here")));
    changed
}

/// The first mistakes of form, with their lines.
fn form_findings(text: &str, findings: &[Diagnostic]) -> Vec<FormFinding> {
    let lines = LineIndex::new(text);
    let with_place = |finding: &Diagnostic| FormFinding {
        code: finding.code,
        message: finding.message.clone(),
        place: lines.line_column(text, finding.primary.span.start),
    };
    findings.iter().filter(|finding| finding.severity == Severity::Error).take(MOST_FINDINGS).map(with_place).collect()
}
