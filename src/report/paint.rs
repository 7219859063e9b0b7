//! The width and the colours of lines for people.

/// How many columns a line may take.
pub(super) const COLUMNS: usize = 80;

/// How a piece of a line is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    Plain,
    Bold,
    Faint,
    Good,
    Bad,
}

impl Paint {
    /// A piece of a line, painted if `color`.
    pub(super) fn over(self, piece: &str, color: bool) -> String {
        match self.code() {
            Some(code) if color && !piece.is_empty() => format!("{code}{piece}\u{1b}[0m"),
            _ => piece.to_string(),
        }
    }

    /// The ANSI code that starts the colour.
    fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Bold => Some("\u{1b}[1m"),
            Self::Faint => Some("\u{1b}[90m"),
            Self::Good => Some("\u{1b}[32m"),
            Self::Bad => Some("\u{1b}[31m"),
        }
    }
}
