//! What a generated exercise asks.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{listed, similar};
use crate::grade::run::{Answers, Asked, Run};
use crate::syntax::tree::NodeId;

/// A question about the whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// The value of each node.
    Values,
    /// The entry window of each node.
    Windows,
    /// What the search returns from each node.
    Returns,
    /// The best move of each node.
    Plays,
    /// What the search skips.
    Pruned,
    /// The leaves evaluated, in order.
    Visits,
    /// How many leaves the search evaluates.
    Leaves,
    /// The fewest leaves that a search can evaluate in any order.
    BestOrder,
    /// The values of an unknown leaf for which the search evaluates a given number of leaves.
    Unknown,
}

impl Question {
    /// Every question with its name, and its line in a tree.
    const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::Values, "values", "ask values"),
        (Self::Windows, "windows", "ask windows"),
        (Self::Returns, "returns", "ask returns"),
        (Self::Plays, "plays", "ask plays"),
        (Self::Pruned, "pruned", "ask pruned"),
        (Self::Visits, "visits", "expect visits _"),
        (Self::Leaves, "leaves", "expect leaves = _"),
        (Self::BestOrder, "best-order", "expect fewest = _"),
        (Self::Unknown, "unknown", "expect x in _"),
    ];

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        &Self::ALL[self as usize]
    }

    /// The question as it is written in the language.
    pub(super) fn line(self) -> &'static str {
        self.row().2
    }
}

/// The questions of an exercise, in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions(BTreeSet<Question>);

impl Questions {
    /// The questions.
    pub fn all(&self) -> impl Iterator<Item = Question> + '_ {
        self.0.iter().copied()
    }

    /// Whether this is one of them.
    pub fn contains(&self, question: Question) -> bool {
        self.0.contains(&question)
    }

    /// Whether some question is answered by the steps of a search, so that a wrong procedure can give other answers.
    pub(super) fn ask_about_steps(&self) -> bool {
        self.all().any(|question| !matches!(question, Question::BestOrder | Question::Unknown))
    }

    /// What somebody answers who searches like this run.
    pub(super) fn answers(&self, run: &Run<'_>) -> (Answers, Option<Vec<NodeId>>, Option<u64>) {
        let asked = Asked {
            values: self.contains(Question::Values),
            windows: self.contains(Question::Windows),
            returns: self.contains(Question::Returns),
            plays: self.contains(Question::Plays),
            pruned: self.contains(Question::Pruned),
        };
        let visits = self.contains(Question::Visits).then(|| run.visits().to_vec());
        let leaves = self.contains(Question::Leaves).then(|| run.counts().leaves);
        (run.sheet(asked), visits, leaves)
    }
}

impl FromIterator<Question> for Questions {
    fn from_iter<I: IntoIterator<Item = Question>>(questions: I) -> Self {
        Self(questions.into_iter().collect())
    }
}

impl FromStr for Questions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Question::ALL.map(|(_, name, _)| name);
        let read = |word: &str| {
            let found = Question::ALL.iter().find(|(_, name, _)| *name == word).map(|(question, ..)| *question);
            found.ok_or_else(|| match similar(word, names()) {
                Some(meant) => format!("there is no question `{word}`; did you mean `{meant}`?"),
                None => format!("there is no question `{word}`; there are {}", listed(&names().map(str::to_string))),
            })
        };
        let questions = text.split(',').map(|word| read(word.trim())).collect::<Result<BTreeSet<_>, _>>()?;
        if questions.contains(&Question::Values) && questions.contains(&Question::Returns) {
            return Err("`values` and `returns` are both written as `= 3` at a node; ask one of them".to_string());
        }
        if questions.contains(&Question::Unknown) && questions.len() > 1 {
            return Err("`unknown` is asked alone: with an unknown leaf, the other answers are not known".to_string());
        }
        Ok(Self(questions))
    }
}

impl fmt::Display for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.all().map(|question| question.row().1).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_and_written() {
        for (place, (question, name, _)) in Question::ALL.iter().enumerate() {
            assert_eq!((*question as usize, question.row().1), (place, *name));
            assert_eq!(name.parse::<Questions>().unwrap().to_string(), *name);
        }
        assert_eq!("pruned, values,values".parse::<Questions>().unwrap().to_string(), "values,pruned");
    }

    #[test]
    fn what_cannot_be_asked_is_refused() {
        let refused = |text: &str| text.parse::<Questions>().unwrap_err();
        assert_eq!(refused("value"), "there is no question `value`; did you mean `values`?");
        assert!(refused("").starts_with("there is no question ``; there are values, windows"));
        assert!(refused("values,returns").contains("ask one of them"));
        assert!(refused("unknown,leaves").contains("asked alone"));
    }
}
