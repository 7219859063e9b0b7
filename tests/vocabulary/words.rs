//! The words of which random texts are made.

use gametree::syntax::RESERVED;

/// Signs and words beside the reserved ones, some of which are none of the language.
const COMMON: &[&str] = &[
    "{", "}", "[", "]", "(", ")", ":", "=", "~", "<=", ">=", "?", "?x", "...", "_", "#", "’", "alpha", "value",
    "leaves", "in", "or", "nothing", "0", "1", "inf", "3a", "\"open", "\n", "é",
];

/// The reserved words, what stands beside them everywhere, and these.
pub(crate) fn with(others: &[&'static str]) -> Vec<&'static str> {
    [RESERVED, COMMON, others].concat()
}
