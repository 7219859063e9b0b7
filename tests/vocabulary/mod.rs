//! Random texts: words of the language, and random characters among them.

mod words;

use proptest::prelude::*;

/// Texts of at most so many words, these among them.
pub(crate) fn texts(others: &[&'static str], most: usize) -> impl Strategy<Value = String> + use<> {
    let word = proptest::sample::select(words::with(others)).prop_map(str::to_string);
    let word = prop_oneof![20 => word, 1 => any::<char>().prop_map(String::from)];
    let words = (proptest::collection::vec(word, 0..most), proptest::bool::weighted(0.8));
    words.prop_map(|(words, blank)| words.join(if blank { " " } else { "" }))
}
