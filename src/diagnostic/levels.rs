//! How the findings of each lint are reported, and who says so.

use std::collections::BTreeMap;
use std::fmt;

use super::{Code, Severity};

/// How the findings of each lint are reported: as an error, a warning, a note, or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    changed: BTreeMap<Code, (Option<Severity>, Origin)>,
}

/// Where a level was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the file itself, where readers see it.
    File,
    /// In the project's `gametree.toml`.
    Project,
    /// By an option of the command, which named these lints.
    Option(Lints),
}

/// The lints that a name means. Levels are set in this order, so that the name of a lint overrides `all`, and
/// `warnings` means what is a warning in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lints {
    /// `all`: every lint, also those that are off by default.
    All,
    /// A single lint.
    One(Code),
    /// `warnings`: every lint that would otherwise be reported as a warning.
    Warnings,
}

impl Lints {
    /// The lints with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "all" => Some(Self::All),
            "warnings" => Some(Self::Warnings),
            _ => Code::from_lint(name).map(Self::One),
        }
    }

    /// The name of the lint with this code, such as `W0501`, or why findings of the code have no level; `None` if there
    /// is no such code.
    pub fn from_code(id: &str) -> Option<Result<&'static str, &'static str>> {
        let code = Code::from_id(id)?;
        Some(code.lint().ok_or(match code.severity() {
            Severity::Note => "is a note, and notes have no level",
            Severity::Error | Severity::Warning => "is always an error",
        }))
    }

    /// All names: first `all` and `warnings`, then those of the lints.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["all", "warnings"].into_iter().chain(Code::lints())
    }
}

impl fmt::Display for Lints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Warnings => "warnings",
            Self::One(code) => code.lint().unwrap_or_else(|| code.id()),
        })
    }
}

impl Levels {
    /// Reports findings of this code with the given severity, or not at all.
    pub fn set(&mut self, code: Code, level: Option<Severity>) {
        self.set_by(Lints::One(code), level, Origin::File);
    }

    /// Like [`Self::set`], for all lints that are meant; also says where the change comes from.
    pub fn set_by(&mut self, lints: Lints, level: Option<Severity>, origin: Origin) {
        let is_lint = |code: &Code| code.lint().is_some();
        let codes: Vec<Code> = match lints {
            Lints::One(code) => vec![code],
            Lints::All => Code::ALL.iter().copied().filter(is_lint).collect(),
            Lints::Warnings => {
                let is_warning = |code: &Code| self.of(*code) == Some(Severity::Warning);
                Code::ALL.iter().copied().filter(is_lint).filter(is_warning).collect()
            }
        };
        self.changed.extend(codes.into_iter().map(|code| (code, (level, origin))));
    }

    /// The severity of findings of this code; `None` if they are allowed.
    pub fn of(&self, code: Code) -> Option<Severity> {
        self.changed.get(&code).map_or(code.default_level(), |(level, _)| *level)
    }

    /// Says what changed a lint's severity, if it is not the default and was not changed in the file.
    pub(super) fn origin(&self, code: Code) -> Option<String> {
        let (level, origin) = self.changed.get(&code).copied()?;
        let (level, lint) = (level.filter(|level| code.default_level() != Some(*level))?, code.lint()?);
        let effect = |lint: &str| match level {
            Severity::Error => format!("makes {lint} an error"),
            Severity::Warning if code.default_level().is_none() => format!("turns {lint} on"),
            Severity::Warning => format!("makes {lint} a warning"),
            Severity::Note => format!("makes {lint} a note"),
        };
        match (origin, level) {
            (Origin::File, _) => None,
            (Origin::Project, _) => Some(format!("`gametree.toml` {}", effect(&format!("`{lint}`")))),
            (Origin::Option(given), Severity::Error) => Some(format!("`--deny {given}` {}", effect("this"))),
            (Origin::Option(given), _) => Some(format!("`--warn {given}` {}", effect("this"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_the_lints_that_are_warnings_by_then() {
        let mut levels = Levels::default();
        levels.set(Code::Tie, None);
        levels.set(Code::SamePlayer, Some(Severity::Warning));
        levels.set_by(Lints::Warnings, Some(Severity::Error), Origin::Project);
        assert_eq!(levels.of(Code::UnreachableCutoff), Some(Severity::Error));
        assert_eq!(levels.of(Code::SamePlayer), Some(Severity::Error), "switched on before");
        assert_eq!((levels.of(Code::Tie), levels.of(Code::SingleChild)), (None, None), "allowed, and off by default");
    }

    #[test]
    fn all_means_every_lint_and_nothing_else() {
        let mut levels = Levels::default();
        levels.set_by(Lints::All, None, Origin::Project);
        for code in Code::ALL {
            assert_eq!(levels.of(*code).is_none(), code.lint().is_some(), "{code}");
        }
    }

    #[test]
    fn every_name_means_the_lints_that_are_shown_under_it() {
        for name in Lints::names() {
            assert_eq!(Lints::from_name(name).unwrap().to_string(), name);
        }
        assert_eq!(Lints::from_name("E0301"), None);
    }
}
