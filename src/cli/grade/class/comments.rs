//! The comments that a student wrote into a file. Whoever copies a file copies them, too.

use std::collections::HashSet;

use gametree::syntax::tokens;

use crate::cli::fingerprint::fingerprint;

/// The fewest letters in comments that count: shorter comments can agree by chance.
const LEAST_LETTERS: usize = 12;

/// A fingerprint of the comments that the sheet does not have; `None` if they are short. Spaces, line ends and the name of
/// the exercise make no difference: editors and the generator change them.
pub(super) fn own_comments(sheet: &str, submitted: &str) -> Option<String> {
    let given: HashSet<&str> = lines(sheet).collect();
    let own: Vec<&str> =
        lines(submitted).filter(|line| !given.contains(line) && !line.starts_with("// exercise:")).collect();
    let letters = own.iter().flat_map(|line| line.chars()).filter(|letter| letter.is_alphabetic()).count();
    (letters >= LEAST_LETTERS).then(|| fingerprint(own.join("\n").as_bytes()))
}

/// The lines of all comments, which are what stands between the words of a text.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ends = tokens(text).map(|(_, span)| (span.start as usize, span.end as usize));
    let mut before = 0;
    let gaps = ends.chain([(text.len(), text.len())]).map(move |(start, end)| {
        let gap = &text[before..start];
        before = end;
        gap
    });
    gaps.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty())
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
