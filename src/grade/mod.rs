//! Homework: the sheets that students fill in, the marks of their answers, and the mistakes that the answers show.
//!
//! The student's [`Run`](run::Run) repeats the search with the student's own results instead of the right ones, so that
//! a mistake counts only where it is made. A [`Fault`](faults::Fault) is a wrong procedure that can be run in the
//! same way.

pub(crate) mod answer;
mod answered;
pub mod answers;
pub mod diagnosis;
mod error;
mod exercise;
pub mod faults;
mod feedback;
mod guide;
mod json;
mod key;
pub mod marks;
pub mod matching;
pub mod procedure;
mod pruned;
mod question;
pub mod questions;
pub mod rubric;
pub mod run;
mod sheet;
mod transplant;

pub use answered::{Credit, Sheet};
pub use error::SheetError;
pub use exercise::{Exercise, Graded, GradedItem, GradedQuestion, GradedTree};
pub use feedback::{Feedback, escaped, to_markdown, to_text, total};
pub use json::to_json;
pub use key::{Key, key};
pub use sheet::{Heading, sheet};
