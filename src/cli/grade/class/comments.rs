//! The comments that a student wrote into a file. Whoever copies a file copies them, too.

use std::collections::HashSet;

use gametree::source::Span;
use gametree::syntax::{tokens, with_comments};

use crate::cli::fingerprint::fingerprint;

/// The fewest letters in comments that count: shorter comments can agree by chance.
const LEAST_LETTERS: usize = 12;

/// A fingerprint of the comments that the sheet does not have; `None` if they are short. Spaces, line ends and the name of
/// the exercise make no difference: editors and the generator change them.
pub(super) fn own_comments(sheet: &str, submitted: &str) -> Option<String> {
    let given: HashSet<&str> = comments(sheet).collect();
    let is_own = |comment: &&str| !given.contains(comment) && !comment.starts_with("// exercise:");
    let own: Vec<&str> = comments(submitted).filter(is_own).collect();
    let letters = own.iter().flat_map(|comment| comment.chars()).filter(|letter| letter.is_alphabetic()).count();
    (letters >= LEAST_LETTERS).then(|| fingerprint(own.join("\n").as_bytes()))
}

fn comments(text: &str) -> impl Iterator<Item = &str> {
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let words = with_comments(text, Span::new(0, end), tokens(text));
    words.filter(|(token, _)| token.is_none()).map(|(_, comment)| comment.of(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str =
        "// exercise: hw\n// Rules as in the lecture.\n\ntree {\n    max A { min B { 3, 5 } }\n    ask values\n}\n";

    #[test]
    fn answers_spaces_and_the_comments_of_the_sheet_are_nobodys_own() {
        let answered = SHEET.replace("A {", "A = 3 {").replace("5 }", "5 pruned }");
        for text in [
            SHEET.to_string(),
            answered.clone(),
            answered.replace('\n', "\r\n"),
            answered.replace("    ", "\t"),
            answered.replace("// exercise: hw\n", "// exercise: hw-4711\n"),
            answered.replace("// Rules as in the lecture.\n", ""),
            answered.replace("ask values\n", "ask values // done\n"),
        ] {
            assert_eq!(own_comments(SHEET, &text), None, "{text}");
        }
    }

    #[test]
    fn a_remark_is_the_same_whatever_the_answers_are() {
        let remark = "ask values // B is 3, since MIN takes 3\n";
        let one = SHEET.replace("ask values\n", remark).replace("A {", "A = 3 {");
        let other = SHEET.replace("ask values\n", remark).replace("A {", "A = 5 {").replace('\n', "\r\n");
        assert!(own_comments(SHEET, &one).is_some());
        assert_eq!(own_comments(SHEET, &one), own_comments(SHEET, &other));
        assert_ne!(own_comments(SHEET, &one), own_comments(SHEET, &one.replace("since", "because")));
    }
}
