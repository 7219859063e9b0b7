//! The levels of the lints that a fixture asks for.

use gametree::diagnostic::Code;
use gametree::model::Defaults;

/// The levels of the lints: a fixture that begins with `// --warn LINT` turns that lint on.
pub(crate) fn levels(text: &str) -> Defaults {
    let mut defaults = Defaults::default();
    let named = text.lines().next().and_then(|line| line.strip_prefix("// --warn "));
    if let Some(code) = named.and_then(|lint| Code::from_lint(lint.trim())) {
        defaults.levels.set(code, Some(code.severity()));
    }
    defaults
}
