//! What a student wrote into a file beside the answers: comments, and spaces where the sheet has others. Whoever copies a
//! file copies that, too.

use std::collections::HashSet;

use gametree::format::{WIDTH, format};
use gametree::syntax::tokens;

use crate::cli::fingerprint::fingerprint;

/// The fewest letters in comments that count: shorter comments can agree by chance.
const LEAST_LETTERS: usize = 12;
/// The fewest unusual spaces that count: fewer can agree by chance.
const LEAST_SPACES: usize = 8;

/// A fingerprint of a student's own comments and spaces; `None` if there are so few that two students could have the same.
/// The spaces of a formatted file are not the student's own.
pub(super) fn own_layout(sheet: &str, submitted: &str) -> Option<String> {
    let given: HashSet<&str> = gaps(sheet).into_iter().chain(["", " "]).collect();
    let is_formatted = || format(submitted, WIDTH).is_ok_and(|formatted| formatted == submitted);
    let mut own: Vec<&str> = gaps(submitted).into_iter().filter(|gap| !given.contains(gap)).collect();
    let has_letters = |gap: &&str| !gap.trim().is_empty();
    if is_formatted() {
        own.retain(has_letters);
    }
    let letters = own.iter().flat_map(|gap| gap.chars()).filter(|letter| letter.is_alphabetic()).count();
    let spaces = own.iter().filter(|gap| !has_letters(gap)).count();
    (letters >= LEAST_LETTERS || spaces >= LEAST_SPACES).then(|| fingerprint(own.join("\0").as_bytes()))
}

/// What stands between the words of a text.
fn gaps(text: &str) -> Vec<&str> {
    let (mut gaps, mut before) = (Vec::new(), 0);
    for (_, span) in tokens(text) {
        gaps.push(&text[before..span.start as usize]);
        before = span.end as usize;
    }
    gaps.push(&text[before..]);
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "// exercise: hw\n\ntree {\n    max A { min B { 3, 5 } min C { 2, 8 } }\n    ask values\n}\n";

    #[test]
    fn answers_alone_are_no_layout() {
        let answered = SHEET.replace("A {", "A = 3 {").replace("8 }", "8 pruned }");
        assert_eq!(own_layout(SHEET, SHEET), None);
        assert_eq!(own_layout(SHEET, &answered), None);
        assert_eq!(own_layout(SHEET, "max A=3{min B{3,5}}"), None, "it has no spaces at all");
    }

    #[test]
    fn comments_and_many_spaces_are() {
        let comment = "ask values // B is 3, since MIN takes 3\n";
        let one = SHEET.replace("ask values\n", comment).replace("A {", "A = 3 {");
        let other = SHEET.replace("ask values\n", comment).replace("A {", "A = 5 {");
        assert!(own_layout(SHEET, &one).is_some());
        assert_eq!(own_layout(SHEET, &one), own_layout(SHEET, &other), "whatever the answers are");
        assert_ne!(own_layout(SHEET, &one), own_layout(SHEET, &one.replace("since", "because")));
        assert_eq!(own_layout(SHEET, &SHEET.replace("ask values\n", "ask values // done\n")), None);
        assert!(own_layout(SHEET, &SHEET.replace(' ', "  ")).is_some());
        assert_eq!(own_layout(SHEET, &format(&SHEET.replace(' ', "  "), WIDTH).unwrap()), None);
    }
}
