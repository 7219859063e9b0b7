//! What holds of every formatted text.

use gametree::check::check;
use gametree::diagnostic::Code;
use gametree::format::{changes, format};
use gametree::model::Defaults;
use gametree::syntax::parse;
use proptest::prelude::*;

use crate::random::{Written, files};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_right_is_taken_for_a_slip(written in files()) {
        let text = format!("{}\n@\n", written.text);
        let (findings, _) = parse(&text, 100).1.finish();
        let syntax: Vec<&str> = findings.iter().filter(|one| one.code.is_syntax()).map(|one| one.message.as_str()).collect();
        prop_assert_eq!(syntax, ["`@` is not used in this language"], "{}", text);
    }

    #[test]
    fn formatting_changes_only_how_a_text_looks(written in files(), width in prop_oneof![Just(100_usize), 30..120_usize]) {
        let Written { text, content } = &written;
        let formatted = format(text, width).map_err(|obstacle| TestCaseError::fail(format!("{obstacle:?}\n{text}")))?;
        prop_assert_eq!(&squeezed(&formatted), content, "other words or comments, or in another order\n{}", &formatted);
        prop_assert_eq!(codes(&formatted), codes(text), "it means something else\n{}", &formatted);
        let again = format(&formatted, width);
        prop_assert_eq!(again.as_ref(), Ok(&formatted), "formatted once more");
        let mut changed = text.clone();
        let changes = changes(text, &formatted);
        prop_assert!(changes.is_sorted_by(|one, next| one.span.end <= next.span.start));
        for (place, change) in changes.iter().enumerate().rev() {
            changed.replace_range(change.span.range(), &change.text);
            let is_some_part = place % 5 == 0;
            prop_assert!(!is_some_part || codes(&changed) == codes(text), "a part of the changes means something else\n{}", &changed);
        }
        prop_assert_eq!(&changed, &formatted, "the changes are others");
        for line in formatted.lines() {
            prop_assert!(is_short(line, width), "could be shorter than {}: {}\n{}", width, line, &formatted);
            prop_assert_eq!(line, line.trim_end(), "blanks at the end of a line");
        }
        let has_surplus_blank_line = formatted.contains("\n\n\n") || formatted.starts_with('\n');
        prop_assert!(!has_surplus_blank_line, "{}", &formatted);
        let below_brace = formatted.lines().zip(formatted.lines().skip(1)).find(|(line, next)| line.ends_with('{') && next.is_empty());
        prop_assert_eq!(below_brace, None, "a blank line below a brace");
        let above_brace = formatted.lines().zip(formatted.lines().skip(1)).find(|(line, next)| line.is_empty() && next.trim() == "}");
        prop_assert_eq!(above_brace, None, "a blank line above a brace");
    }
}

/// A text without blanks and commas.
fn squeezed(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace() && *character != ',').collect()
}

/// What is found in a text, whatever the places. Lines of a question are one finding or several, as they stand.
fn codes(text: &str) -> Vec<&'static str> {
    let mut codes: Vec<_> =
        check(text, &Defaults::default(), 1000).findings.iter().map(|finding| finding.code.id()).collect();
    // These lints depend on commas and spaces, which formatting changes.
    codes.retain(|code| ![Code::DecimalComma.id(), Code::MarkAfterComma.id()].contains(code));
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Whether a line is within the width, comments aside, or has a word that is too long for any line there.
fn is_short(line: &str, width: usize) -> bool {
    let code = line.split("//").next().unwrap_or("").trim_end();
    let indent = code.len() - code.trim_start().len();
    let mut in_quotes = false;
    // Blanks within quotes are no places to end a line.
    let words = code.trim_start().split(|character| {
        in_quotes ^= character == '"';
        character == ' ' && !in_quotes
    });
    let longest = words.map(|word| word.chars().count()).max().unwrap_or(0);
    code.chars().count() <= width || indent + 8 + longest > width
}
