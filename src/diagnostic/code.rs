//! The registry of codes: the one place where a code gets its number, severity, lint name and page.
//!
//! A number is never used twice, also not after its code is gone.

use std::fmt;

/// How grave a finding is, from the gravest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Something is wrong: `check` exits with 1.
    Error,
    /// Something deserves a look.
    Warning,
    /// Something is still to be done; nothing is wrong.
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

/// Declares the codes once: from one table come the enum, the list and the look-ups.
macro_rules! registry {
    ($($id:ident $name:ident $severity:ident $lint:expr, $title:literal;)*) => {
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

            /// How grave findings of this code are unless a lint level says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// The name under which findings of this code are allowed or denied, where they can be.
            pub fn lint(self) -> Option<&'static str> {
                match self { $(Self::$name => $lint),* }
            }

            /// What the code is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// The page that explains the code, in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("explain/", stringify!($id), ".md"))),* }
            }
        }
    };
}

registry! {
    E0101 UnexpectedCharacter Error None, "a character or sign that the language does not use";
    E0102 MalformedNumber Error None, "a number that is not written as numbers are here";
    E0103 NumberTooLong Error None, "a number with too many digits to be held exactly";
    E0104 MalformedString Error None, "a text in quotes that is not closed or has an unknown escape";
    E0105 UnexpectedToken Error None, "something that cannot stand where it stands";
    E0106 UnclosedBrace Error None, "a brace that is never closed";
    E0107 SurplusBrace Error None, "a closing brace too many";
    E0108 UnknownWord Error None, "a word that begins nothing here";
    E0109 MissingColon Error None, "a label without its colon or without its child";
    E0110 ForeignBrackets Error None, "nested lists in brackets or parentheses";
    E0111 MissingBrace Error None, "a node or a tree without its opening brace";
    E0112 OutOfPlace Error None, "a part of the language in the wrong place";

    E0201 EmptyNode Error None, "a node without children";
    E0202 MissingRoot Error None, "a tree without a root";
    E0203 SeveralRoots Error None, "a tree with several roots";
    E0204 RepeatedLabel Error None, "two siblings with the same label";
    E0205 UnknownReference Error None, "a name that no node or move here has";
    E0206 AmbiguousReference Error None, "a name that means several nodes or moves";
    E0207 RepeatedSetting Error None, "a setting given twice";
    E0208 RepeatedClaim Error None, "the same kind of claim twice on one node";
    E0209 UnknownSettingValue Error None, "a setting with a value it does not have";
    E0210 UnknownQuantity Error None, "a word after expect or ask that names nothing to expect or ask";
    E0211 MisshapenExpectation Error None, "an expectation in the wrong form";
    E0212 EmptyWindow Error None, "a window, range or interval in which nothing lies";
    E0213 MisplacedProbability Error None, "a probability outside a chance node";
    E0214 UnknownLint Error None, "a lint that does not exist";
    E0215 BareUnderChance Error None, "a bare node directly under a chance node";
    E0216 UncountableElision Error None, "a count that would have to look inside ...";
    E0217 UnknownNamedLikeQuantity Error None, "an unknown named like a quantity";
    E0218 ImpossibleClaim Error None, "a claim that this place cannot carry";

    E0219 ImpossibleDepth Error None, "a depth that is no whole number of plies";
    E0220 WrongProbability Error None, "a probability that is not between 0 and 1";
    E0221 MissingProbability Error None, "a chance node with probabilities on some of its children only";
    E0222 WrongSum Error None, "probabilities that do not sum to 1";
    E0223 OpposedInfinities Error None, "inf and -inf together at a chance node";
    E0224 InexactExpectation Error None, "an expectation that cannot be held exactly";
    E0225 MissingEvaluation Error None, "a node at the depth limit without a static evaluation";
    E0226 OutOfRange Error None, "a value outside of the range";
    E0227 UnfillableBlank Error None, "a blank that nothing could fill";
    E0228 WorthOfNothing Error None, "marks for what is no blank and no question";
    E0229 Unsolvable Error None, "what an unknown leaf may be cannot be worked out";

    E0301 WrongValue Error None, "a node is not worth what is claimed";
    E0302 WrongApproximation Error None, "a node is not worth roughly what is claimed";
    E0303 WrongBound Error None, "the search does not return the bound that is claimed";
    E0304 WrongWindow Error None, "the search does not enter a node with the window that is claimed";
    E0305 WrongMove Error None, "the move that is claimed is not a best one";
    E0306 NotPruned Error None, "what is marked pruned is searched, or skipped for another reason";
    E0307 NotVisited Error None, "what is marked visited is never searched";
    E0308 WrongCount Error None, "a count of the search is not what is claimed";
    E0309 WrongLine Error None, "the line that is claimed is no principal variation";
    E0310 WrongSequence Error None, "the search goes another way than claimed";
    E0311 WrongFewest Error None, "the fewest leaves are another number than claimed";
    E0312 WrongSet Error None, "an unknown leaf may be something else than claimed";
    E0313 FailsForSome Error None, "a claim that fails for some value of an unknown leaf";

    W0401 UnreachableCutoff Warning Some("unreachable-cutoff"), "a subtree that a cutoff skips";
    W0402 UnreachableDepth Warning Some("unreachable-depth"), "a subtree below the depth limit";
    W0403 UnreachableProbability Warning Some("unreachable-probability"), "a subtree of probability 0";

    W0501 Tie Warning Some("tie"), "several best moves where one is claimed or asked for";
    W0502 ConventionDependent Warning Some("convention-dependent"), "a search that depends on the rule of cutting";
    W0503 NoCutoff Warning Some("no-cutoff"), "a question about pruning where nothing is pruned";
    W0504 Unobservable Warning Some("unobservable"), "a claim on what the search never enters";
    W0505 DuplicateName Warning Some("duplicate-name"), "a name that is used twice";
    W0506 OpenClaim Warning Some("open-claim"), "a claim that depends on what is not known";

    W0507 MisplacedQuestion Warning Some("misplaced-question"), "a question text that stands above no tree";
    W0509 SingleChild Warning Some("single-child"), "a node with only one move";
    W0510 SamePlayer Warning Some("same-player"), "a player who moves twice in a row";
    W0511 BetterOrder Warning Some("better-order"), "an order of moves with more leaves to evaluate than needed";

    W0512 DecimalComma Warning Some("decimal-comma"), "pairs of leaves that look like numbers with decimal commas";

    N0701 Unanswered Note None, "a blank or a question that waits for an answer";

    E0801 NotToml Error None, "a gametree.toml that is not written in TOML";
    E0802 UnknownKey Error None, "a key that gametree.toml does not have";
    E0803 WrongKind Error None, "a value of another kind than its key takes";
    E0804 ImpossiblePattern Error None, "a pattern that can match no path";
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

    /// How findings of this code are reported unless a lint level says otherwise; `None` for lints that are off.
    pub fn default_level(self) -> Option<Severity> {
        let off = matches!(self, Self::SingleChild | Self::SamePlayer | Self::BetterOrder);
        (!off).then_some(self.severity())
    }

    /// Whether findings of this code are about a part of a tree that never matters, so that editors fade it.
    pub fn fades(self) -> bool {
        matches!(self, Self::UnreachableCutoff | Self::UnreachableDepth | Self::UnreachableProbability)
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
    fn numbers_rise_and_severities_follow_their_letters() {
        assert!(Code::ALL.is_sorted_by(|a, b| a.id()[1..] < b.id()[1..]));
        for code in Code::ALL {
            let errors_begin_with_e = code.id().starts_with('E') == (code.severity() == Severity::Error);
            assert!(errors_begin_with_e, "{code}");
        }
    }

    #[test]
    fn lints_are_found_by_their_names() {
        assert_eq!(Code::from_lint("unreachable-cutoff"), Some(Code::UnreachableCutoff));
        assert_eq!(Code::from_id("w0401"), Some(Code::UnreachableCutoff));
        assert_eq!(Code::from_lint("nonsense"), None);
    }
}
