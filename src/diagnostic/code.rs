//! The registry of codes: the one place that gives a code its number, its page and its properties.
//!
//! A number is never used twice, not even after its code is gone.

use std::fmt;

use super::Stage;

/// How severe a finding is, most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Something is wrong: `check` exits with 1.
    Error,
    /// Something deserves a look.
    Warning,
    /// Something is still to be done, but nothing is wrong.
    Note,
}

impl Severity {
    /// The severity in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Whether people can change how findings of a code are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// They cannot.
    Fixed,
    /// They can, by the name of this lint, which is reported unless it is allowed.
    On(&'static str),
    /// They can, by the name of this lint, which is reported only on request.
    Off(&'static str),
}

/// What a finding could give away about the answers of an exercise. Editors hold that back while answers are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveals {
    /// Nothing: the finding is about what is written.
    Nothing,
    /// Only its fixes say what is true of the tree.
    InFixes,
    /// Its fixes, message, labels and notes say what is true of the tree: if the tree asks something, only the title of
    /// the code may be shown.
    InReason,
    /// Its presence alone gives something away: if the tree asks something, the finding is not reported.
    ByPresence,
}

/// Declares the codes. The enum, the list and the look-ups come from one table. Every row must give every property: a
/// row that leaves one out does not compile.
macro_rules! registry {
    ($(
        $id:ident $name:ident $title:literal:
            severity $severity:ident, level $level:ident $(($lint:literal))?, stage $stage:ident,
            reveals $reveals:ident, fades $fades:literal, fixable $fixable:literal;
    )*) => {
        /// What a finding is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!(stringify!($id), ": ", $title, ".")] $name,)*
        }

        impl Code {
            /// Every code, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The number under which people look a code up, such as `E0301`.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => stringify!($id)),* }
            }

            /// What the code is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// How severe findings of this code are unless a lint level says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// Whether findings of this code can be allowed or denied.
            fn level(self) -> Level {
                match self { $(Self::$name => Level::$level $(($lint))?),* }
            }

            /// The stage at which findings of this code come to light.
            pub fn stage(self) -> Stage {
                match self { $(Self::$name => Stage::$stage),* }
            }

            /// What a finding of this code could give away about the answers of an exercise.
            pub fn reveals(self) -> Reveals {
                match self { $(Self::$name => Reveals::$reveals),* }
            }

            /// Whether findings of this code are about a part of a tree that never matters. Editors fade such parts.
            pub fn fades(self) -> bool {
                match self { $(Self::$name => $fades),* }
            }

            /// Whether `check --fix` can fix some findings of this code.
            pub fn is_fixable(self) -> bool {
                match self { $(Self::$name => $fixable),* }
            }

            /// The page that explains the code, in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("explain/", stringify!($id), ".md"))),* }
            }
        }
    };
}

registry! {
    E0101 UnexpectedCharacter "a character or sign that the language does not use":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable true;
    E0102 MalformedNumber "a number in a form that the language does not have":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0103 NumberTooLong "a number with too many digits":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0104 MalformedString "quoted text without a closing quote, or with an unknown escape":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0105 UnexpectedToken "a word or sign in the wrong place":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable true;
    E0106 UnclosedBrace "a brace that is never closed":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0107 SurplusBrace "an extra closing brace":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0108 UnknownWord "an unknown word":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable true;
    E0109 MissingColon "a label without its colon or without its child":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0110 ForeignBrackets "nested lists in brackets or parentheses":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0111 MissingBrace "a node or a tree without its opening brace":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0112 OutOfPlace "a part of the language in the wrong place":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0113 OtherNotation "a file in another notation":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;

    E0201 EmptyNode "a node without children":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0202 MissingRoot "a tree without a root":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0203 SeveralRoots "a tree with several roots":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0204 RepeatedLabel "two siblings with the same label":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0205 UnknownReference "a name that does not exist here":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0206 AmbiguousReference "a name that means several nodes or moves":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0207 RepeatedSetting "a setting given twice":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0208 RepeatedClaim "the same kind of claim twice on one node":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0209 UnknownSettingValue "an unknown value for a setting":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable true;
    E0210 UnknownQuantity "an unknown word after expect or ask":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable true;
    E0211 MisshapenExpectation "an expectation in the wrong form":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0212 EmptyWindow "an empty window, range or interval":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0213 MisplacedProbability "a probability outside a chance node":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0214 UnknownLint "a lint that does not exist":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable true;
    E0215 BareUnderChance "a bare node directly under a chance node":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0216 UncountableElision "a count that depends on what ... hides":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;
    E0217 UnknownNamedLikeQuantity "an unknown named like a quantity":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0218 ImpossibleClaim "a claim that makes no sense at this place":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;

    E0219 ImpossibleDepth "a depth that is not a whole number of plies":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0220 WrongProbability "a probability that is not between 0 and 1":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0221 MissingProbability "a chance node with probabilities on only some children":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0222 WrongSum "probabilities that do not sum to 1":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0223 OpposedInfinities "inf and -inf together at a chance node":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;
    E0224 InexactExpectation "a mean at a chance node with too many digits":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;
    E0225 MissingEvaluation "a node at the depth limit without a static evaluation":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;
    E0226 OutOfRange "a value outside the range":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0227 UnfillableBlank "a blank that has no right answer":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;
    E0228 WorthOfNothing "marks (worth) in the wrong place, or not above 0":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;
    E0229 Unsolvable "the values of an unknown leaf cannot be worked out":
        severity Error, level Fixed, stage Search, reveals InReason, fades false, fixable false;

    E0230 RepeatedQuestion "two questions that ask for the same claims":
        severity Error, level Fixed, stage Words, reveals Nothing, fades false, fixable false;

    E0301 WrongValue "a node is not worth what is claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0302 WrongApproximation "the rounded value of a node is not what is claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0303 WrongBound "the search does not return the bound that is claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0304 WrongWindow "the search does not enter a node with the window that is claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0305 WrongMove "the claimed move is not a best move":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0306 NotPruned "something marked pruned is not skipped by a cutoff":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0307 NotVisited "something marked visited is never searched":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable false;
    E0308 WrongCount "a count of the search is not what is claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0309 WrongLine "the claimed line is not a principal variation":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0310 WrongSequence "the order of the search is not what is claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0311 WrongFewest "the fewest leaves differ from the claim":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0312 WrongSet "an unknown leaf can have other values than claimed":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable true;
    E0313 FailsForSome "a claim that fails for some value of an unknown leaf":
        severity Error, level Fixed, stage Claims, reveals InReason, fades false, fixable false;

    W0401 UnreachableCutoff "a subtree that a cutoff skips":
        severity Warning, level On("unreachable-cutoff"), stage Quality, reveals ByPresence, fades true, fixable true;
    W0402 UnreachableDepth "a subtree below the depth limit":
        severity Warning, level On("unreachable-depth"), stage Quality, reveals ByPresence, fades true, fixable false;
    W0403 UnreachableProbability "a subtree of probability 0":
        severity Warning, level On("unreachable-probability"), stage Quality,
        reveals ByPresence, fades true, fixable false;

    W0501 Tie "several best moves where one is claimed or asked for":
        severity Warning, level On("tie"), stage Quality, reveals ByPresence, fades false, fixable false;
    W0502 ConventionDependent "a search that depends on the cut rule":
        severity Warning, level On("convention-dependent"), stage Quality,
        reveals ByPresence, fades false, fixable false;
    W0503 NoCutoff "a question about pruning, but nothing is pruned":
        severity Warning, level On("no-cutoff"), stage Quality, reveals ByPresence, fades false, fixable false;
    W0504 Unobservable "a claim about a node that the search never enters":
        severity Warning, level On("unobservable"), stage Quality, reveals ByPresence, fades false, fixable false;
    W0505 DuplicateName "a name that is used twice":
        severity Warning, level On("duplicate-name"), stage Quality, reveals InFixes, fades false, fixable false;
    W0506 OpenClaim "a claim about unknown leaves that cannot be decided":
        severity Warning, level On("open-claim"), stage Quality, reveals ByPresence, fades false, fixable false;

    W0507 MisplacedQuestion "a question text with no tree below it":
        severity Warning, level On("misplaced-question"), stage Quality, reveals InFixes, fades false, fixable false;
    W0509 SingleChild "a node with only one move":
        severity Warning, level Off("single-child"), stage Quality, reveals InFixes, fades false, fixable false;
    W0510 SamePlayer "a player who moves twice in a row":
        severity Warning, level Off("same-player"), stage Quality, reveals InFixes, fades false, fixable false;
    W0511 BetterOrder "a move order that evaluates more leaves than necessary":
        severity Warning, level Off("better-order"), stage Quality, reveals ByPresence, fades false, fixable false;

    W0512 DecimalComma "pairs of leaves that look like numbers with decimal commas":
        severity Warning, level On("decimal-comma"), stage Quality, reveals InFixes, fades false, fixable false;
    W0513 Diagnosis "which wrong procedures the questions can tell apart":
        severity Warning, level Off("diagnosis"), stage Quality, reveals ByPresence, fades false, fixable false;

    W0514 MarkAfterComma "a mark that may be meant for the leaf after it":
        severity Warning, level On("mark-after-comma"), stage Quality, reveals Nothing, fades false, fixable false;

    N0701 Unanswered "a blank or a question that waits for an answer":
        severity Note, level Fixed, stage Quality, reveals InFixes, fades false, fixable false;

    N0702 HiddenAnswers "answers that are not checked, because the tree hides them":
        severity Note, level Fixed, stage Quality, reveals Nothing, fades false, fixable false;

    E0801 NotToml "a gametree.toml that is not valid TOML":
        severity Error, level Fixed, stage Quality, reveals InFixes, fades false, fixable false;
    E0802 UnknownKey "a key that gametree.toml does not have":
        severity Error, level Fixed, stage Quality, reveals InFixes, fades false, fixable false;
    E0803 WrongKind "a value of the wrong kind for its key":
        severity Error, level Fixed, stage Quality, reveals InFixes, fades false, fixable false;
    E0804 ImpossiblePattern "a pattern that can match no path":
        severity Error, level Fixed, stage Quality, reveals InFixes, fades false, fixable false;

    E0910 MisreadNotation "a text that is not in the notation in which it is read":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0911 TwoReadings "a text that can be read in two ways":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0912 NotFull "leaves that make no full tree":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0913 BelowItself "a node that lies below itself":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0914 SeveralStarts "several nodes to which no move leads":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0915 NeitherChildrenNorValue "a node that has neither children nor a value":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0916 NoNumberThere "a word in the place of a number":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0917 TooMuchSharing "shared nodes that make too large a tree":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0920 NotTwoPlayers "a game with no players, or with more than two":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0921 ImperfectInformation "two nodes that a player cannot tell apart":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0922 NotConstantSum "payoffs whose sum is not always the same":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0923 WrongChance "a chance node with the wrong probabilities":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
    E0932 MisreadSolution "a solution that does not fit its test":
        severity Error, level Fixed, stage Syntax, reveals Nothing, fades false, fixable false;
}

impl Code {
    /// The code with this number, in any spelling: `E0301`, `e0301`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
    }

    /// The code of the lint with this name.
    pub fn from_lint(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.lint() == Some(name))
    }

    /// The names of all lints.
    pub fn lints() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter_map(|code| code.lint())
    }

    /// The name by which findings of this code are allowed or denied, if they can be.
    pub fn lint(self) -> Option<&'static str> {
        match self.level() {
            Level::Fixed => None,
            Level::On(lint) | Level::Off(lint) => Some(lint),
        }
    }

    /// How findings of this code are reported unless a lint level says otherwise; `None` for lints that are off.
    pub fn default_level(self) -> Option<Severity> {
        match self.level() {
            Level::Fixed | Level::On(_) => Some(self.severity()),
            Level::Off(_) => None,
        }
    }

    /// Whether findings of this code are about the text itself, so that the tree around them has no meaning yet.
    pub fn is_syntax(self) -> bool {
        self.stage() == Stage::Syntax
    }

    /// Whether a fix of a finding of this code may say what is true of a tree.
    pub fn may_reveal_answers(self) -> bool {
        match self.reveals() {
            Reveals::Nothing => false,
            Reveals::InFixes | Reveals::InReason | Reveals::ByPresence => true,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_and_letters_follow_severities() {
        let parts: Vec<(&str, &str)> = Code::ALL.iter().filter_map(|code| code.id().split_at_checked(1)).collect();
        assert!(parts.is_sorted_by(|(_, number), (_, next)| number < next));
        for (code, (letter, _)) in Code::ALL.iter().zip(parts) {
            let expected = match code.severity() {
                Severity::Error => "E",
                Severity::Warning => "W",
                Severity::Note => "N",
            };
            assert_eq!(letter, expected, "{code}");
        }
    }

    #[test]
    fn numbers_of_codes_that_are_gone_are_not_used_again() {
        // Once a lint about settings that were read but not acted on.
        const RETIRED: &[&str] = &["W0508"];
        assert!(RETIRED.iter().all(|id| Code::from_id(id).is_none()));
    }

    #[test]
    fn lints_are_about_quality() {
        for code in Code::ALL.iter().filter(|code| code.lint().is_some()) {
            assert_eq!((code.stage(), code.severity()), (Stage::Quality, Severity::Warning), "{code}");
        }
        for code in Code::ALL.iter().filter(|code| code.fades()) {
            assert!(code.lint().is_some(), "{code} is no lint, so no part that it is about can be meant");
        }
    }

    #[test]
    fn lints_are_found_by_their_names() {
        assert_eq!(Code::from_lint("unreachable-cutoff"), Some(Code::UnreachableCutoff));
        assert_eq!(Code::from_id("w0401"), Some(Code::UnreachableCutoff));
        assert_eq!(Code::from_lint("nonsense"), None);
    }

    #[test]
    fn only_fixes_of_what_is_written_tell_no_answers() {
        let telling = Code::ALL.iter().filter(|code| code.may_reveal_answers());
        assert!(telling.clone().any(|code| *code == Code::WrongValue));
        assert!({ telling }.all(|code| !code.is_syntax() && *code != Code::UnknownReference));
    }
}
