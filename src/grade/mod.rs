//! Homework: the sheets that students fill in, the marks of their answers, and the mistakes that the answers show.
//!
//! The student's [`Run`](run::Run) repeats the search with the student's own results instead of the right ones, so that
//! a mistake counts only where it is made. A [`Fault`](faults::Fault) is a wrong procedure that can be run in the
//! same way.

pub(crate) mod answer;
pub mod faults;
mod feedback;
mod grading;
pub mod marks;
pub mod questions;
pub mod run;
mod sheet;
mod submission;

pub use feedback::{
    Case, Feedback, QuestionPart, escaped, is_about_search, notes, question_parts, share, test_cases, to_json,
    to_markdown, to_text, total,
};
pub(crate) use feedback::{Point, is_only_counted, sections, sign};
pub use grading::Grading;
pub use marks::{Altered, Conventions, Credit, PrunedRule, PrunedUnit, Rubric, share_named};
pub use sheet::{Heading, Key, SheetError, key, planted, sheet};
pub(crate) use sheet::{blank, rules_in_words};
pub use submission::{
    ByHand, Exercise, FormFinding, Graded, GradedItem, GradedQuestion, GradedTree, Grader, titles, with_graders,
};
