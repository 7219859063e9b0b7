//! Grading: what a student's answers are worth, and what they show.
//!
//! The student's [`Run`](run::Run) repeats the search with the student's own results in the place of the right ones, so
//! that a mistake counts only where it is made. A [`Fault`](faults::Fault) is a wrong procedure that can be run in the
//! same way.

pub mod answers;
pub mod diagnosis;
pub mod faults;
pub mod procedure;
pub mod run;
