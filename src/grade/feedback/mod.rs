//! The feedback that a student reads about a graded submission, as text and as Markdown.
//!
//! `faults.rs` puts wrong procedures into words, and `matching.rs` changes to the tree.

mod json;

use super::marks::Credit;
use super::submission::{Graded, GradedItem, GradedQuestion, GradedTree};
use crate::diagnostic::render::printable;
use crate::diagnostic::{counted, listed};
use crate::model::{Choice, Rule, clipped, names};
pub use json::to_json;

/// How much the feedback tells a student.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feedback {
    /// Verdicts, right answers and reasons.
    #[default]
    Full,
    /// Verdicts, without right answers and reasons.
    Hints,
    /// The marks of each question.
    Score,
    /// The marks of all questions together.
    None,
}

names! {
    Feedback { Full "full" Hints "hints" Score "score" None "none" }
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

/// The feedback as text, indented below the trees. It can be shown on a terminal, whatever the submission contains.
pub fn to_text(graded: &Graded, feedback: Feedback) -> String {
    let written = |line: &Line| match line {
        Line::Tree(text) => format!("\n{}\n", printable(text)),
        Line::Point(text) => format!("  {}\n", printable(text)),
        Line::Detail(text) => format!("      {}\n", printable(text)),
    };
    lines(graded, feedback).iter().map(written).collect()
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

/// `16 of 17 marks, 1 mistake`.
pub fn total(graded: &Graded) -> String {
    let mistakes = counted(graded.mistakes as u64, "mistake", "mistakes");
    format!("{} of {} marks, {mistakes}", graded.marks, graded.worth)
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
    let mut lines = Vec::new();
    if feedback == Feedback::None {
        return lines;
    }
    if feedback != Feedback::Score {
        lines.extend(looks_like(graded, feedback));
    }
    for tree in &graded.trees {
        tree_lines(tree, feedback, &mut lines);
    }
    for title in &graded.extra {
        lines.push(Line::Point(format!("! the tree {} is not in the exercise", clipped(title))));
    }
    for finding in &graded.findings {
        let line = finding.place.line;
        lines.push(Line::Point(format!("! line {line}: {} ({})", finding.message, finding.code)));
    }
    lines
}

/// Which wrong procedure the answers look like, and how to do it right.
fn looks_like(graded: &Graded, feedback: Feedback) -> Vec<Line> {
    let described: Vec<_> = graded.faults.iter().map(|fault| fault.description()).collect();
    match (&described[..], feedback) {
        ([], _) => Vec::new(),
        (several, Feedback::Hints) => several.iter().map(|it| Line::Point(it.question.to_string())).collect(),
        ([only], _) => vec![
            Line::Point(format!(
                "Looks like: {}. This wrong rule explains at least two mistakes: {}.",
                only.name, only.rule
            )),
            Line::Detail(only.put_right.to_string()),
        ],
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|it| it.name).collect();
            let first = Line::Point(format!("Looks like one of these: {}.", names.join("; ")));
            std::iter::once(first).chain(several.iter().map(|it| Line::Detail(it.put_right.to_string()))).collect()
        }
    }
}

fn tree_lines(tree: &GradedTree, feedback: Feedback, lines: &mut Vec<Line>) {
    lines.push(Line::Tree(clipped(&tree.title)));
    if tree.is_missing {
        lines.push(Line::Point("! this tree is missing".to_string()));
    }
    for alteration in &tree.alterations {
        lines.push(Line::Point(format!(
            "! the tree was changed: {alteration}; the answers are graded on the original tree"
        )));
    }
    if tree.is_refused {
        lines.push(Line::Point("! an altered tree gets no marks until somebody has looked at it".to_string()));
    }
    if let Some(cut) = tree.cut {
        let rule = Rule::Cut(cut);
        lines.push(Line::Point(format!("! graded under `{rule}`, which gives these answers more marks")));
    }
    lines.extend(tree.questions.iter().filter_map(by_hand));
    if feedback == Feedback::Score {
        lines.extend(tree.questions.iter().map(|it| Line::Point(format!("{}: {}", it.name, share(it)))));
        return;
    }
    let mut right = 0;
    for question in &tree.questions {
        let of = |credit: Credit| question.items.iter().filter(move |item| item.credit == credit);
        right += of(Credit::Right).count();
        for item in of(Credit::Wrong) {
            wrong_lines(item, question, feedback, lines);
        }
        let unanswered: Vec<&str> = of(Credit::Unanswered).map(|item| item.name.as_str()).collect();
        if !unanswered.is_empty() {
            lines.push(Line::Point(format!("○ no answer: {} ({})", listed(&unanswered), share(question))));
        }
        let follows: Vec<&str> = of(Credit::Follows).map(|item| item.name.as_str()).collect();
        if !follows.is_empty() {
            let marks = share(question);
            lines.push(Line::Point(format!(
                "↪ follows correctly from an earlier mistake: {} ({marks})",
                listed(&follows)
            )));
        }
    }
    lines.push(Line::Point(format!("✓ right: {}", counted(right as u64, "answer", "answers"))));
}

fn wrong_lines(item: &GradedItem, question: &GradedQuestion, feedback: Feedback, lines: &mut Vec<Line>) {
    let answer = item.answer.as_deref().map_or("not marked".to_string(), |answer| format!("`{}`", clipped(answer)));
    let is_full = feedback == Feedback::Full;
    let right =
        item.expected.as_deref().filter(|_| is_full).map(|right| format!("; the right answer is `{}`", clipped(right)));
    let marks = share(question);
    lines.push(Line::Point(format!("✗ {}: {answer}{} ({marks})", item.name, right.unwrap_or_default())));
    if is_full {
        lines.extend(item.reason.iter().map(|reason| Line::Detail(reason.clone())));
    }
}

/// Marks that somebody has set by hand.
fn by_hand(question: &GradedQuestion) -> Option<Line> {
    let set = question.by_hand.as_ref()?;
    let reason = if set.reason.is_empty() { String::new() } else { format!(": {}", set.reason) };
    let (name, marks) = (&question.name, share(question));
    Some(Line::Point(format!("! {name}: {marks}, set by hand; it was {}{reason}", set.before)))
}

/// `1 of 2`: the marks of a question.
fn share(question: &GradedQuestion) -> String {
    format!("{} of {}", question.marks, question.worth)
}
