//! Single characters that keyboards and word processors write instead of those of the language.
//!
//! `check` reports each of them with a fix; in a student's answers, they are read as the characters that were meant.

use std::borrow::Cow;

use logos::Logos;

use super::scan::next_token;
use super::sign::{Sign, SignKind};
use super::token::Token;

/// What the language has instead of other characters. Spaces are not listed: every space of Unicode means a space.
const INSTEAD: &[(&[char], &str)] = &[
    (&['≤'], "<="),
    (&['≥'], ">="),
    (&['–', '—', '‐', '‑', '‒'], "-"),
    (&['“', '”', '„', '«', '»'], "\""),
    (&['，'], ","),
];

/// What a character that is not part of the language means, if only one meaning is possible.
pub(super) fn meant(character: char) -> Option<&'static str> {
    if character.is_whitespace() {
        return Some(" ");
    }
    INSTEAD.iter().find(|(characters, _)| characters.contains(&character)).map(|(_, written)| *written)
}

/// A text in which characters of the language replace those that mean them. Quoted texts and comments stay unchanged.
/// Each character is replaced by one, except that `≤` and `≥` become two.
///
/// Linear in the length of the text.
pub fn read_as_meant(text: &str) -> Cow<'_, str> {
    let mut replaced = String::new();
    let mut copied_to = 0;
    let mut tokens = Token::lexer(text);
    while let Some(token) = next_token(&mut tokens) {
        if token.is_ok() {
            continue;
        }
        let start = tokens.span().start;
        let sign = Sign::skip(&mut tokens);
        let written = &text[start..start + sign.length];
        replaced.push_str(&text[copied_to..start]);
        copied_to = start + sign.length;
        match sign.kind {
            SignKind::Comment(_) | SignKind::Block(..) => replaced.push_str(written),
            SignKind::Quotes => {
                let mut content = written.chars();
                let _ = (content.next(), content.next_back());
                replaced.extend(["\"", content.as_str(), "\""]);
            }
            _ => {
                let characters = written.chars().map(|character| (character, meant(character)));
                characters.for_each(|(character, meant)| match meant {
                    Some(meant) if !character.is_ascii() => replaced.push_str(meant),
                    _ => replaced.push(character),
                });
            }
        }
    }
    if copied_to == 0 {
        return Cow::Borrowed(text);
    }
    replaced.push_str(&text[copied_to..]);
    Cow::Owned(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keyboards_write_is_read_as_meant() {
        let read = [
            ("max A [–inf, ∞] = 3", "max A [-inf, ∞] = 3"),
            ("max A ≤ 3 { 1, 2 }", "max A <= 3 { 1, 2 }"),
            ("min ≥ —2 { ‑2 }", "min >= -2 { -2 }"),
            ("tree „first“ { 3， 5 }", "tree \"first\" { 3, 5 }"),
            ("tree «first» {}", "tree \"first\" {}"),
            ("tree »first« {}", "tree \"first\" {}"),
            ("tree ”first” {}", "tree \"first\" {}"),
            ("tree “first {", "tree \"first {"),
            ("max\u{202f}A\u{2007}=\u{3000}3", "max A = 3"),
        ];
        for (text, meant) in read {
            assert_eq!(read_as_meant(text), meant);
        }
    }

    #[test]
    fn texts_in_quotes_and_comments_stay() {
        let texts = [
            "tree \"alpha–beta, ‘so to say’ ≤ 3\" { max { 3 } }",
            "// It is ≤ 3 – “really”\nmax { 3 }",
            "/// Is “A” ≥ 3？ – Say so.\nmax { 3 }",
            "# It is ≤ 3\nmax { 3 }",
            "/* ≤ */ max { 3 }",
            "max A' = −3 { −3 … }",
        ];
        for text in texts {
            assert_eq!(read_as_meant(text), text);
        }
        assert_eq!(read_as_meant("tree “alpha–beta” {"), "tree \"alpha–beta\" {");
    }

    #[test]
    fn every_replacement_is_what_check_proposes() {
        for (characters, written) in INSTEAD {
            for character in *characters {
                let (text, fixed) = match *written {
                    "\"" => (format!("tree {character}A{character} {{ max {{ 3 }} }}"), "tree \"A\" {".to_string()),
                    "," => (format!("max {{ 3{character} 5 }}"), "3, 5".to_string()),
                    "-" => (format!("max {{ {character}3 }}"), "{ -3 }".to_string()),
                    _ => (format!("max A {character} 3 {{ 3 }}"), format!("A {written} 3")),
                };
                let (findings, _) = crate::syntax::parse(&text, 10).1.finish();
                let fix = findings.iter().find_map(|finding| finding.fix.as_ref());
                let by_hand = fix.unwrap_or_else(|| panic!("{text}: no fix")).applied_to(&text);
                assert!(by_hand.contains(&fixed), "{text}: {by_hand}");
                assert_eq!(read_as_meant(&text), by_hand);
            }
        }
    }
}
