//! The next token, with the letters of all alphabets.
//!
//! The state machine of [`Token`] knows only the letters of ASCII: with the tables for all of Unicode, it would take
//! more time to compile than the rest of the program. This module continues words with other letters. Unicode (Standard
//! Annex 31) defines which characters are letters.

use unicode_ident::{is_xid_continue, is_xid_start};

use super::token::Token;

/// The next token of a text, or an error if no token begins with the next character.
#[inline]
pub(super) fn next_token(tokens: &mut logos::Lexer<'_, Token>) -> Option<Result<Token, ()>> {
    let token = tokens.next()?;
    let next = tokens.source().as_bytes().get(tokens.span().end);
    let may_go_on = token.is_err() || next.is_some_and(|next| !next.is_ascii() || *next == b'-');
    Some(if may_go_on { with_other_letters(tokens, token) } else { token })
}

/// The token with the letters beyond ASCII that continue it.
#[cold]
fn with_other_letters(tokens: &mut logos::Lexer<'_, Token>, token: Result<Token, ()>) -> Result<Token, ()> {
    let whole = match token {
        Err(()) if tokens.slice().starts_with(is_xid_start) => Token::Name,
        Ok(word) if word == Token::Name || word.is_reserved() => Token::Name,
        Ok(Token::Number) if tokens.slice() == "inf" => Token::Name,
        Ok(Token::Unknown) if tokens.slice() != "?" || tokens.remainder().starts_with(is_xid_start) => Token::Unknown,
        Ok(Token::Numbered) => Token::Numbered,
        Ok(Token::Blank | Token::Underscored) => Token::Underscored,
        other => return other,
    };
    let rest = rest_of_word(tokens.remainder(), whole == Token::Name);
    tokens.bump(rest);
    if rest > 0 || token.is_err() { Ok(whole) } else { token }
}

/// How much of a text continues the word before it. In a name, a hyphen can come before a letter.
fn rest_of_word(text: &str, is_name: bool) -> usize {
    let goes_on = |(at, character): (usize, char)| {
        let joins = character == '-' && is_name && text[at + 1..].starts_with(is_xid_start);
        joins || character == '\'' || is_xid_continue(character)
    };
    text.char_indices().find(|place| !goes_on(*place)).map_or(text.len(), |(end, _)| end)
}

#[cfg(test)]
mod tests {
    use logos::Logos;
    use regex_syntax::hir::{Class, HirKind};

    use super::*;

    /// Whether a character is in a class of regular expressions.
    fn with_property(pattern: &str) -> impl Fn(char) -> bool {
        let HirKind::Class(Class::Unicode(class)) = regex_syntax::parse(pattern).unwrap().into_kind() else {
            unreachable!("it is a class");
        };
        let ranges: Vec<_> = class.ranges().iter().map(|range| range.start()..=range.end()).collect();
        move |character| {
            let next = ranges.partition_point(|range| *range.end() < character);
            ranges.get(next).is_some_and(|range| range.contains(&character))
        }
    }

    /// The first token of a text, and whether it is the whole text.
    fn first(text: &str) -> (Option<Token>, bool) {
        let mut tokens = Token::lexer(text);
        let token = next_token(&mut tokens).and_then(Result::ok);
        (token, tokens.remainder().is_empty())
    }

    #[test]
    fn words_have_the_letters_of_unicode() {
        use Token::*;
        let (begins, continues) = (with_property(r"\p{XID_Start}"), with_property(r"\p{XID_Continue}"));
        // Each word with its token, and with its token if a letter follows.
        let words = [
            ("a", Name, Name),
            ("O-O", Name, Name),
            ("é'", Name, Name),
            ("max", Max, Name),
            ("inf", Number, Name),
            ("?x", Unknown, Unknown),
            ("?1", Numbered, Numbered),
            ("_", Blank, Underscored),
            ("_1", Underscored, Underscored),
        ];
        // A newer version of Unicode may define these as letters.
        let is_unassigned = with_property(r"\p{Unassigned}");
        for character in ('\u{80}'..=char::MAX).filter(|character| !is_unassigned(*character)) {
            let (begins, continues) = (begins(character), continues(character));
            let is_name = first(&character.to_string()) == (Some(Name), true);
            assert_eq!(is_name, begins, "{character:?}");
            for (word, alone, longer) in words {
                let expected = if continues { (longer, true) } else { (alone, false) };
                assert_eq!(first(&format!("{word}{character}")), (Some(expected.0), expected.1), "{word}{character:?}");
            }
            assert_eq!(first(&format!("?{character}")), (Some(Unknown), begins), "?{character:?}");
            assert_eq!(first(&format!("é-{character}")), (Some(Name), begins), "é-{character:?}");
            assert_eq!(first(&format!("3{character}")), (Some(Number), false), "3{character:?}");
            assert_eq!(first(&format!("-inf{character}")), (Some(Number), false), "-inf{character:?}");
        }
    }

    #[test]
    fn a_word_goes_on_after_other_letters() {
        for name in ["é1", "éa-b", "a-é-b'", "maxé", "treeß-minµ", "infß"] {
            assert_eq!(first(name), (Some(Token::Name), true), "{name}");
        }
        for name in ["é-", "é--b", "é-1", "é.", "a-", "é−"] {
            assert_eq!(first(name), (Some(Token::Name), false), "{name}");
        }
        assert_eq!(first("?é-b"), (Some(Token::Unknown), false));
        assert_eq!(first("_é-b"), (Some(Token::Underscored), false));
    }
}
