//! The feedback in parts, for systems that show each question, or each answer, on its own.

use std::collections::HashMap;

use super::tree::{TreeFeedback, is_about_search};
use super::{Feedback, Line, about_the_file, first_lines, plain, share};
use crate::grade::marks::Credit;
use crate::grade::submission::{Graded, GradedItem, GradedQuestion};
use crate::model::clipped;
use crate::number::Fraction;

/// The feedback on a question.
pub struct QuestionPart<'g> {
    /// The title of its tree.
    pub tree: &'g str,
    /// The question, with its marks.
    pub question: &'g GradedQuestion,
    /// What the student reads about it, line by line.
    pub lines: Vec<String>,
}

/// A test that passes or fails, for systems that know no marks.
pub struct Case<'g> {
    /// The title of the tree.
    pub tree: &'g str,
    /// What is asked; the same for all submissions.
    pub name: String,
    /// Why it fails, in one word; `None` if it passes.
    pub failure: Option<&'static str>,
    /// What the student reads about it, line by line.
    pub lines: Vec<String>,
}

/// What is to say about the whole submission and its trees, line by line.
pub fn notes(graded: &Graded, feedback: Feedback) -> Vec<String> {
    if feedback == Feedback::None {
        return Vec::new();
    }
    let mut lines = first_lines(graded, feedback);
    for tree in &graded.trees {
        let about_tree = TreeFeedback::new(tree, feedback, graded).notes();
        if !about_tree.is_empty() {
            lines.push(Line::Tree(clipped(&tree.title)));
            lines.extend(about_tree);
        }
    }
    lines.extend(about_the_file(graded));
    plain(&lines)
}

/// The feedback on each question, in the order of the exercise. If it tells only marks, it has no lines.
pub fn question_parts(graded: &Graded, feedback: Feedback) -> Vec<QuestionPart<'_>> {
    let mut parts = Vec::new();
    for tree in &graded.trees {
        let about_tree = TreeFeedback::new(tree, feedback, graded);
        parts.extend(tree.questions.iter().map(|question| QuestionPart {
            tree: &tree.title,
            question,
            lines: plain(&about_tree.about(question, &in_order(question))),
        }));
    }
    parts
}

/// A test for each answer that the exercise asks for. `blank` is the graded form of a submission without answers: its
/// items are the same for all students. What a student has answered beyond them fails one more test of its question.
/// Where single tests would tell more than the feedback may, they are one test.
pub fn test_cases<'g>(graded: &'g Graded, blank: &Graded, feedback: Feedback) -> Vec<Case<'g>> {
    let mut cases = Vec::new();
    if feedback == Feedback::None {
        return cases;
    }
    for (tree, blank) in graded.trees.iter().zip(&blank.trees) {
        let about_tree = TreeFeedback::new(tree, feedback, graded);
        for (question, blank) in tree.questions.iter().zip(&blank.questions) {
            let case = |name: &str, failure, items: &[&'g GradedItem]| Case {
                tree: &tree.title,
                name: name.to_string(),
                failure,
                lines: plain(&about_tree.about(question, items)),
            };
            let is_one = match feedback {
                Feedback::Full => question.by_hand.is_some(),
                Feedback::Hints => question.by_hand.is_some() || is_about_search(question),
                Feedback::Score | Feedback::None => true,
            };
            if is_one {
                let mut case = case(&question.name, marks_failure(question), &in_order(question));
                case.lines.insert(0, share(question.marks, question.worth));
                cases.push(case);
                continue;
            }
            let mut items: HashMap<&str, &GradedItem> =
                question.items.iter().map(|item| (item.name.as_str(), item)).collect();
            for blank in &blank.items {
                let item = items.remove(blank.name.as_str());
                let failure = match item {
                    Some(item) => item_failure(item, graded.follow_through),
                    None => marks_failure(question),
                };
                cases.push(case(&blank.name, failure, item.as_slice()));
            }
            let others: Vec<&GradedItem> =
                in_order(question).into_iter().filter(|item| items.contains_key(item.name.as_str())).collect();
            if is_about_search(question) {
                let wrong = others.iter().any(|item| item_failure(item, graded.follow_through).is_some());
                let name = format!("{}, nothing else", question.name);
                cases.push(case(&name, wrong.then_some(Credit::Wrong.name()), &others));
            }
        }
    }
    cases
}

/// Why an answer gets less than its full marks.
fn item_failure(item: &GradedItem, follow_through: Fraction) -> Option<&'static str> {
    let is_full = item.credit == Credit::Right || item.credit == Credit::Follows && follow_through == Fraction::ONE;
    (!is_full).then(|| item.credit.name())
}

fn marks_failure(question: &GradedQuestion) -> Option<&'static str> {
    (question.marks < question.worth).then_some(Credit::Wrong.name())
}

/// The items of a question, in the order of the search.
fn in_order(question: &GradedQuestion) -> Vec<&GradedItem> {
    let mut items: Vec<&GradedItem> = question.items.iter().collect();
    items.sort_by_key(|item| item.moment);
    items
}
