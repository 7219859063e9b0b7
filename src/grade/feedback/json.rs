//! A graded submission as JSON. Numbers of marks are strings, since they are exact fractions.

use serde::Serialize;

use crate::grade::marks::Credit;
use crate::grade::submission::{ByHand, FormFinding, Graded, GradedItem, GradedQuestion, GradedTree};
use crate::model::Choice;
use crate::source::{LineColumn, LineIndex, Span};

/// The marks of a submission as one JSON object without line breaks; `text` is the submitted text.
///
/// # Errors
///
/// Those of the writer of JSON, which has none for these values.
pub fn to_json(graded: &Graded, text: &str) -> serde_json::Result<serde_json::Value> {
    let places = Places { text, lines: LineIndex::new(text) };
    serde_json::to_value(Submission {
        marks: graded.marks.to_string(),
        worth: graded.worth.to_string(),
        mistakes: graded.mistakes,
        misconceptions: graded.faults.iter().map(|fault| fault.description().name).collect(),
        trees: graded.trees.iter().map(|tree| places.tree(tree)).collect(),
        extra: &graded.extra,
        repeated: &graded.repeated,
        findings: graded.findings.iter().map(finding).collect(),
    })
}

#[derive(Serialize)]
struct Submission<'g> {
    marks: String,
    worth: String,
    mistakes: usize,
    misconceptions: Vec<&'static str>,
    trees: Vec<Tree<'g>>,
    extra: &'g [String],
    repeated: &'g [String],
    findings: Vec<Finding<'g>>,
}

#[derive(Serialize)]
struct Tree<'g> {
    title: &'g str,
    missing: bool,
    refused: bool,
    /// The rule at α = β, if it is not that of the exercise.
    cut: Option<&'static str>,
    alterations: &'g [String],
    /// The marks that the answers to an altered tree would get on the student's own tree.
    on_own_tree: Option<String>,
    questions: Vec<Question<'g>>,
}

#[derive(Serialize)]
struct Question<'g> {
    id: &'g str,
    name: &'g str,
    marks: String,
    worth: String,
    by_hand: Option<SetByHand<'g>>,
    items: Vec<Item<'g>>,
}

#[derive(Serialize)]
struct SetByHand<'g> {
    before: String,
    reason: &'g str,
}

#[derive(Serialize)]
struct Item<'g> {
    name: &'g str,
    verdict: &'static str,
    answer: Option<&'g str>,
    expected: Option<&'g str>,
    because: &'g [String],
    start: Option<Place>,
}

#[derive(Serialize)]
struct Finding<'g> {
    code: &'static str,
    message: &'g str,
    help: Option<&'g str>,
    start: Place,
}

/// A place in the submitted text, counted from 1.
#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
}

struct Places<'t> {
    text: &'t str,
    lines: LineIndex,
}

impl Places<'_> {
    fn place(&self, span: Span) -> Place {
        let LineColumn { line, column } = self.lines.line_column(self.text, span.start);
        Place { line, column }
    }

    fn tree<'g>(&self, tree: &'g GradedTree) -> Tree<'g> {
        Tree {
            title: &tree.title,
            missing: tree.is_missing,
            refused: tree.is_refused,
            cut: tree.cut.map(Choice::name),
            alterations: &tree.alterations,
            on_own_tree: tree.on_own_tree.map(|marks| marks.to_string()),
            questions: tree.questions.iter().map(|question| self.question(question)).collect(),
        }
    }

    fn question<'g>(&self, question: &'g GradedQuestion) -> Question<'g> {
        Question {
            id: &question.number,
            name: &question.name,
            marks: question.marks.to_string(),
            worth: question.worth.to_string(),
            by_hand: question.by_hand.as_ref().map(by_hand),
            items: question.items.iter().map(|item| self.item(item)).collect(),
        }
    }

    fn item<'g>(&self, item: &'g GradedItem) -> Item<'g> {
        Item {
            name: &item.name,
            verdict: item.credit.name(),
            answer: item.answer.as_deref(),
            expected: item.expected.as_deref(),
            because: &item.reason,
            start: item.place.map(|span| self.place(span)),
        }
    }
}

fn by_hand(ByHand { before, reason }: &ByHand) -> SetByHand<'_> {
    SetByHand { before: before.to_string(), reason }
}

fn finding(FormFinding { code, message, help, place }: &FormFinding) -> Finding<'_> {
    Finding { code: code.id(), message, help: help.as_deref(), start: Place { line: place.line, column: place.column } }
}

impl Credit {
    /// The credit in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Follows => "follows",
            Self::Trivial => "trivial",
            Self::Wrong => "wrong",
            Self::Unanswered => "unanswered",
        }
    }
}
