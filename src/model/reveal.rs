//! `reveal`: how much may be shown of the answers of an exercise.

use super::{Choice, ResolvedTree, names};

/// How much tools show of the answers of a tree: the claims with `worth`, and the claims that answer an `ask` of the
/// tree. This does not keep the answers secret; it keeps students from seeing them by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// Nothing: they are not judged.
    Never,
    /// How many marks all of them get together.
    Score,
    /// Which of them are wrong, but not why.
    Verdicts,
    /// Everything.
    Answers,
}

names! {
    Reveal { Never "never" Score "score" Verdicts "verdicts" Answers "answers" }
}

/// How much a reader wants to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// What the file allows. A tree with an open question hides its answers unless the file says otherwise.
    #[default]
    AsSet,
    /// What the file allows; everything if it says nothing.
    UnlessSet,
    /// Everything, even if the file hides it.
    Everything,
}

impl ResolvedTree<'_> {
    /// How much a reader may see of the answers of this tree.
    pub fn reveals(&self, shown: Shown) -> Reveal {
        match (shown, self.reveal) {
            (Shown::Everything, _) | (Shown::UnlessSet, None) => Reveal::Answers,
            (Shown::AsSet | Shown::UnlessSet, Some(reveal)) => reveal,
            (Shown::AsSet, None) if self.tree.asks() => Reveal::Never,
            (Shown::AsSet, None) => Reveal::Answers,
        }
    }

    /// Whether the answers of this tree must not be shown.
    pub fn hides_answers(&self, shown: Shown) -> bool {
        self.reveals(shown) != Reveal::Answers
    }
}
