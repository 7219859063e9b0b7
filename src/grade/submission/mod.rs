//! Grades a submitted text: matches its trees with those of the exercise, and gives marks for each answer.

mod counts;
mod grader;
mod matching;
mod original;
mod own_tree;
mod readable;
mod transplant;
mod words;

use super::faults::Fault;
use super::marks::{Credit, Rubric};
use super::sheet::{Heading, SheetError, sheet};
use crate::claim::{Asked, ClaimKind};
use crate::diagnostic::{Code, Findings};
use crate::model::{Cut, Defaults, FileSettings, Settings};
use crate::number::{Fault as NumberFault, Fraction};
use crate::source::{LineColumn, Span};
use crate::syntax::tree::{File, NodeId};
use crate::syntax::{name_at, parse};
pub use grader::{Grader, with_graders};

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
    /// What to do about it, if that is known.
    pub help: Option<String>,
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
    /// The titles of submitted trees that repeat a tree of the exercise. They may contain answers that were not graded.
    pub repeated: Vec<String>,
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
    /// The settings under which it is graded.
    pub settings: Settings,
    /// The rule at α = β, if it is not that of the exercise.
    pub cut: Option<Cut>,
    /// What was altered in the given part, and which settings, in words. The tree is graded as the exercise gives it.
    pub alterations: Vec<String>,
    /// The marks that the answers would get on the student's own tree, under the settings of the exercise. They do not
    /// count. `None` if the given part was not altered, or if the marks cannot be worked out.
    pub on_own_tree: Option<Fraction>,
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
    /// The node in the tree of the exercise; `None` if the question is about the whole tree.
    pub node: Option<NodeId>,
    /// The kind of claim that is asked for; `None` for the value of a blank or unknown leaf.
    pub kind: Option<ClaimKind>,
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
    /// Where the answer is in the submitted text; `None` if there is none, or if its place is not known.
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
    /// What can be said about a wrong answer without giving the right one away.
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

impl Exercise {
    /// Reads an exercise. It must have no errors when everything is [shown](crate::model::Shown::Everything).
    pub fn new(text: &str, project: &Defaults) -> Self {
        let (file, _) = parse(text, 0);
        let settings = FileSettings::read(text, &file, project, &mut Findings::new(0));
        Self { text: text.to_string(), file, settings, project: project.clone() }
    }

    /// The sheet of the exercise. It has no answers, and can be graded with.
    ///
    /// # Errors
    ///
    /// Those of [`sheet`](crate::grade::sheet()).
    pub fn sheet(&self, heading: Heading<'_>) -> Result<String, SheetError> {
        sheet(&self.text, &self.project, heading)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The settings that hold if it does not say otherwise.
    pub fn project(&self) -> &Defaults {
        &self.project
    }

    /// Grades one submitted text. To grade many, use [`with_graders`].
    ///
    /// # Errors
    ///
    /// See [`Grader::grade`].
    pub fn grade(&self, submitted: &str, rubric: &Rubric) -> Result<Graded, NumberFault> {
        with_graders(&[(self, rubric)], |graders| graders[0].grade(submitted))
    }
}

/// The titles of the trees in a text, in order.
pub fn titles(text: &str) -> Vec<String> {
    let (file, _) = parse(text, 0);
    file.trees.iter().filter_map(|tree| tree.title).map(|title| name_at(text, title).into_owned()).collect()
}
