//! When in the reading of a text a finding comes to light.

use super::Code;

/// What a finding is about, in the order in which things come to light: a tree whose text is wrong is not searched, and
/// in one that is not searched no claim is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The text itself.
    Syntax,
    /// What its words mean.
    Words,
    /// What only a search shows to be impossible.
    Search,
    /// What is claimed.
    Claims,
    /// What deserves a look.
    Quality,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Self; 5] = [Self::Syntax, Self::Words, Self::Search, Self::Claims, Self::Quality];
}

/// Errors in the meaning of a tree that only its search brings to light.
const SEARCHED: &[Code] = &[
    Code::UncountableElision,
    Code::ImpossibleClaim,
    Code::OpposedInfinities,
    Code::InexactExpectation,
    Code::MissingEvaluation,
    Code::UnfillableBlank,
    Code::Unsolvable,
];

impl Code {
    /// When findings of this code come to light.
    pub fn stage(self) -> Stage {
        match &self.id()[..3] {
            "E01" => Stage::Syntax,
            "E02" if SEARCHED.contains(&self) => Stage::Search,
            "E02" => Stage::Words,
            "E03" => Stage::Claims,
            _ => Stage::Quality,
        }
    }

    /// Whether the finding is about the text itself, so that the tree it stands in means nothing yet.
    pub fn is_syntax(self) -> bool {
        self.stage() == Stage::Syntax
    }

    /// Whether a fix of such a finding may say what is true of a tree: all may but those of how it is written.
    pub fn may_tell_answers(self) -> bool {
        self.stage() > Stage::Words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fixes_of_what_is_written_tell_no_answers() {
        let telling = Code::ALL.iter().filter(|code| code.may_tell_answers());
        assert!(telling.clone().any(|code| *code == Code::WrongValue));
        assert!({ telling }.all(|code| !code.is_syntax() && *code != Code::UnknownReference));
    }
}
