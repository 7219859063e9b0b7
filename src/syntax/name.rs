//! The meaning of a name or a text in quotes.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{Span, offset};

/// The name or quoted text at `span`, with its escapes resolved and in Unicode's normal form C, so that two names are
/// equal exactly when they look equal. Allocates only if there is something to resolve.
pub fn name_at(text: &str, span: Span) -> Cow<'_, str> {
    let written = span.of(text);
    if written.as_bytes().first() != Some(&b'"') {
        return normal(written);
    }
    let content = &written[1..];
    let content = content.strip_suffix('"').unwrap_or(content);
    if !content.contains('\\') {
        return normal(content);
    }
    let mut resolved = String::with_capacity(content.len());
    for piece in pieces(content) {
        match piece {
            Piece::Character(character) => resolved.push(character),
            Piece::Unknown(_) => {}
        }
    }
    Cow::Owned(normal(&resolved).into_owned())
}

/// A text in Unicode's normal form C, in which names are compared.
pub fn normal(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// A word of the language used as a label.
pub(super) fn reserved_label(text: &str, word: Span) -> Diagnostic {
    let written = word.of(text);
    let message = format!("`{}` is a word of the language; as a label it needs quotes", clipped(written));
    Diagnostic::new(Code::UnexpectedToken, message, word).fix(
        format!("write `\"{}\"`", clipped(written)),
        word,
        format!("\"{written}\""),
    )
}

/// The error in a quoted text, if there is one: a missing quote or an unknown escape.
pub(super) fn check_quoted(text: &str, span: Span) -> Option<Diagnostic> {
    let written = span.of(text);
    let closed = written.len() > 1 && written.ends_with('"');
    if !closed {
        let finding = Diagnostic::new(Code::MalformedString, "this text has no closing quote on its line", span);
        let content = written.trim_end();
        let before_sign = content.find(':').map(|colon| &content[..colon]).or_else(|| content.strip_suffix('{'));
        return Some(match before_sign.map(str::trim_end).filter(|name| name.len() > 1) {
            Some(name) => {
                let end = Span::empty(span.start + offset(name.len()));
                finding.fix(format!("write `{}\"`", clipped(name)), end, "\"")
            }
            None => finding.help("write `\"` at its end; a line break inside is written `\\n`"),
        });
    }
    let unknown = pieces(&written[1..written.len() - 1]).find_map(|piece| match piece {
        Piece::Unknown(escape) => Some(escape.to_string()),
        Piece::Character(_) => None,
    })?;
    let message = format!("`{unknown}` is not an escape");
    Some(
        Diagnostic::new(Code::MalformedString, message, span)
            .help(r#"write `\\` for a backslash; the other escapes are `\"`, `\n` and `\u{3b1}`"#),
    )
}

enum Piece<'text> {
    Character(char),
    /// An escape that the language does not have.
    Unknown(&'text str),
}

/// The characters of a quoted text, escapes resolved.
fn pieces(content: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = content;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (piece, length) = if first == '\\' { escape(rest) } else { (Piece::Character(first), first.len_utf8()) };
        rest = &rest[length..];
        Some(piece)
    })
}

/// The escape at the beginning of `text`, and its length in bytes.
fn escape(text: &str) -> (Piece<'_>, usize) {
    let Some(letter) = text[1..].chars().next() else {
        return (Piece::Unknown(text), 1);
    };
    let length = 1 + letter.len_utf8();
    match letter {
        '"' | '\\' => (Piece::Character(letter), length),
        'n' => (Piece::Character('\n'), length),
        'u' => code_point(text).unwrap_or((Piece::Unknown(&text[..length]), length)),
        _ => (Piece::Unknown(&text[..length]), length),
    }
}

/// `\u{…}` at the beginning of `text`.
fn code_point(text: &str) -> Option<(Piece<'_>, usize)> {
    let (digits, _) = text.strip_prefix("\\u{")?.split_once('}')?;
    let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
    Some((Piece::Character(character), "\\u{}".len() + digits.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Span {
        Span::new(0, u32::try_from(text.len()).unwrap())
    }

    #[test]
    fn escapes_and_normal_form() {
        let text = r#""a \"b\" \\ \n \u{3b1}""#;
        assert_eq!(name_at(text, whole(text)), "a \"b\" \\ \n α");
        let decomposed = "e\u{301}";
        assert_eq!(name_at(decomposed, whole(decomposed)), "é");
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            (r#""a\q""#, "`\\q`"),
            (r#""\u{zz}""#, "`\\u`"),
            (r#""open"#, "no closing quote"),
            (r#"""#, "no closing quote"),
        ] {
            let found = check_quoted(text, whole(text)).expect("a fault");
            assert!(found.message.contains(fault), "{}", found.message);
        }
        assert_eq!(check_quoted(r#""fine \n""#, whole(r#""fine \n""#)), None);
    }
}
