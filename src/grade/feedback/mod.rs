//! The feedback that a student reads about a graded submission, as text and as Markdown.
//!
//! `faults.rs` puts wrong procedures into words, and `matching.rs` changes to the tree.

mod json;
mod parts;
mod tree;

use super::faults::{Description, Fault};
use super::submission::Graded;
use crate::diagnostic::counted;
use crate::diagnostic::render::printable;
use crate::model::{Choice, clipped, names};
use crate::number::{Fraction, Number};
pub use json::to_json;
pub use parts::{Case, QuestionPart, notes, question_parts, test_cases};
use tree::TreeFeedback;
pub use tree::is_about_search;
pub(crate) use tree::is_only_counted;

/// How much the feedback tells a student.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feedback {
    /// Verdicts, right answers and reasons.
    #[default]
    Full,
    /// Verdicts on what the student has written, without right answers and reasons. Missing answers are only counted
    /// if their places would give answers away.
    Hints,
    /// The marks of each question.
    Score,
    /// The marks of all questions together.
    None,
}

names! {
    Feedback { Full "full" Hints "hints" Score "score" None "none" }
}

/// The signs before what is said about answers.
pub(crate) mod sign {
    pub(crate) const RIGHT: char = '✓';
    pub(crate) const FOLLOWS: char = '↪';
    pub(crate) const WRONG: char = '✗';
    pub(crate) const MISSING: char = '○';
    /// Before what is not about answers.
    pub(crate) const NOTICE: char = '!';
}

/// A line of feedback, before it is written as text or as Markdown.
enum Line {
    /// The name of a tree with its marks.
    Tree(String),
    /// Something about the tree or the whole submission.
    Point(String),
    /// Something about the point before.
    Detail(String),
}

/// The feedback in parts, for pages.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// What is said about all trees, before them.
    pub(crate) first: Vec<Point>,
    /// What is said about each tree. Empty if the feedback says nothing about trees.
    pub(crate) trees: Vec<Vec<Point>>,
    /// What is said about the file, after the trees.
    pub(crate) last: Vec<Point>,
}

/// A sentence, and what explains it.
#[derive(Debug)]
pub(crate) struct Point {
    pub(crate) text: String,
    pub(crate) details: Vec<String>,
}

/// The feedback in parts.
pub(crate) fn sections(graded: &Graded, feedback: Feedback) -> Sections {
    if feedback == Feedback::None {
        return Sections::default();
    }
    let trees = graded.trees.iter().map(|tree| points(TreeFeedback::new(tree, feedback, graded).lines()));
    Sections {
        first: points(first_lines(graded, feedback)),
        trees: trees.collect(),
        last: points(about_the_file(graded)),
    }
}

/// Lines without those that name trees.
fn points(lines: Vec<Line>) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for line in lines {
        match (line, points.last_mut()) {
            (Line::Tree(_), _) => {}
            (Line::Detail(text), Some(point)) => point.details.push(text),
            (Line::Point(text) | Line::Detail(text), _) => points.push(Point { text, details: Vec::new() }),
        }
    }
    points
}

/// The feedback as text, indented below the trees. It can be shown on a terminal, whatever the submission contains.
pub fn to_text(graded: &Graded, feedback: Feedback) -> String {
    let written = |line: &Line| match line {
        Line::Tree(text) => format!("\n{}\n", printable(text)),
        Line::Point(text) => format!("  {}\n", printable(text)),
        Line::Detail(text) => format!("      {}\n", printable(text)),
    };
    lines(graded, feedback).iter().map(written).collect()
}

/// Feedback as lines that can be shown on a terminal. Only the names of trees, which the exercise gives, begin a line.
fn plain(lines: &[Line]) -> Vec<String> {
    let written = |line: &Line| match line {
        Line::Tree(text) | Line::Point(text) => printable(text),
        Line::Detail(text) => format!("    {}", printable(text)),
    };
    lines.iter().map(written).collect()
}

/// The feedback as Markdown: a heading for each tree, and lists.
pub fn to_markdown(graded: &Graded, feedback: Feedback) -> String {
    let written = |line: &Line| match line {
        Line::Tree(text) => format!("\n## {}\n\n", escaped(text)),
        Line::Point(text) => format!("- {}\n", escaped(text)),
        Line::Detail(text) => format!("    - {}\n", escaped(text)),
    };
    lines(graded, feedback).iter().map(written).collect()
}

/// `16 of 17 marks, 1 mistake`; `26.78 (241/9) of 30 marks, 2 mistakes`. If the number of mistakes is not known, it is
/// left out.
pub fn total(marks: Fraction, worth: Fraction, mistakes: Option<usize>) -> String {
    let mistakes = mistakes.map(|mistakes| format!(", {}", counted(mistakes as u64, "mistake", "mistakes")));
    format!("{} marks{}", share(marks, worth), mistakes.unwrap_or_default())
}

/// Text with escapes, so that Markdown and HTML show it unchanged.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '!' | '~' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn lines(graded: &Graded, feedback: Feedback) -> Vec<Line> {
    if feedback == Feedback::None {
        return Vec::new();
    }
    let trees = graded.trees.iter().flat_map(|tree| TreeFeedback::new(tree, feedback, graded).lines());
    first_lines(graded, feedback).into_iter().chain(trees).chain(about_the_file(graded)).collect()
}

/// What is said before the trees.
fn first_lines(graded: &Graded, feedback: Feedback) -> Vec<Line> {
    if feedback == Feedback::Score { Vec::new() } else { looks_like(graded, feedback) }
}

/// Trees that are not graded, and mistakes of form.
fn about_the_file(graded: &Graded) -> Vec<Line> {
    let mut lines = Vec::new();
    let repeated = graded.repeated.iter().map(|title| (title, "is there more than once; only one is graded"));
    let extra = graded.extra.iter().map(|title| (title, "is not part of the exercise, so it is not graded"));
    for (title, what) in repeated.chain(extra) {
        lines.push(Line::Point(format!("! the tree {} {what}", clipped(title))));
    }
    for finding in &graded.findings {
        let line = finding.place.line;
        lines.push(Line::Point(format!("! line {line}: {} ({})", finding.message, finding.code)));
        lines.extend(finding.help.iter().map(|help| Line::Detail(help.clone())));
    }
    lines
}

/// Which wrong procedure the answers look like, and how to do it right.
fn looks_like(graded: &Graded, feedback: Feedback) -> Vec<Line> {
    let Some(tree) = graded.trees.iter().find(|tree| tree.mistakes > 0) else { return Vec::new() };
    let put_right = |fault: &Fault| Line::Detail(fault.put_right(&tree.settings));
    match (&graded.faults[..], feedback) {
        (faults, Feedback::Hints) => {
            faults.iter().map(|fault| Line::Point(fault.description().question.to_string())).collect()
        }
        ([], _) => Vec::new(),
        ([only], _) => {
            let Description { name, rule, .. } = only.description();
            let first = format!("Looks like: {name}. At least two of your mistakes fit this wrong rule: {rule}.");
            vec![Line::Point(first), put_right(only)]
        }
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|fault| fault.description().name).collect();
            let first = Line::Point(format!("Your mistakes fit any of these: {}.", names.join("; ")));
            let advice = |fault: &Fault| {
                let right = fault.put_right(&tree.settings);
                Line::Detail(format!("{}: {right}", fault.description().name))
            };
            std::iter::once(first).chain(several.iter().map(advice)).collect()
        }
    }
}

/// `1.5 of 2`, `1.33 (4/3) of 2`: the marks that an answer gets, and those that a right one would get.
pub fn share(marks: Fraction, worth: Fraction) -> String {
    format!("{} of {}", decimal(marks), decimal(worth))
}

/// A number of marks as a short decimal. If that is not exact, the exact fraction follows: `1.33 (4/3)`.
fn decimal(marks: Fraction) -> String {
    const MOST_DECIMALS: usize = 4;
    let exact = marks.to_string();
    let is_short = exact.split_once('.').map_or(marks.is_integer(), |(_, places)| places.len() <= MOST_DECIMALS);
    match Number::Finite(marks).rounded(2).filter(|_| !is_short) {
        Some(rounded) => format!("{rounded} ({}/{})", marks.numerator(), marks.denominator()),
        None => exact,
    }
}
