//! The teacher's choices about grading.

use super::feedback::Feedback;
use super::marks::Rubric;

/// How to mark answers, and how much the feedback says about them: the table `[grade]` of `gametree.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grading {
    /// How marks are given.
    pub rubric: Rubric,
    /// How much the feedback tells.
    pub feedback: Feedback,
    /// Whether the feedback names wrong procedures that the answers look like.
    pub misconceptions: bool,
}

impl Default for Grading {
    fn default() -> Self {
        Self { rubric: Rubric::default(), feedback: Feedback::default(), misconceptions: true }
    }
}
