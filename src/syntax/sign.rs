//! Recognises signs that begin no token of the language: what each one is, and how long it is.

use std::ops::Range;

use super::meant::meant;
use super::token::Token;
use crate::source::LINE_ENDS;

/// A sign of another language, with everything that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) kind: SignKind,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// What a sign was probably meant to be. Each kind is reported once for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SignKind {
    /// A comment to the end of its line; begins with this.
    Comment(&'static str),
    /// A comment between these two marks; it may span several lines.
    Block(&'static str, &'static str),
    /// A whole quoted text, in quotes of another kind.
    Quotes,
    /// Directly after a name: a prime.
    Prime,
    /// A separator between children or at the end of a line.
    Separator(char),
    /// A minus sign with a space before its number.
    LoneMinus,
    /// A fraction slash with spaces around it.
    LoneSlash,
    /// The sign of a word for infinity; `slip/number.rs` reports the two together.
    Infinity,
    /// A dash instead of a minus sign.
    Dash(char),
    Percent,
    AtLeast,
    AtMost,
    Near,
    Less,
    /// A whole window in angle brackets.
    Angles,
    /// An arrow between a label and its child.
    Arrow(&'static str),
    /// An arrow between the moves of a list.
    ListArrow(&'static str),
    /// An arrow after the move of `plays`, with the moves that follow.
    LineArrow,
    /// A LaTeX command, with the word that the language uses instead.
    Command(&'static str),
    /// A hyphen at the end of a line, with the line break; the word continues on the next line.
    Hyphen,
    /// A multiplication sign between a probability and a number.
    Times,
    /// Dots between the two ends of a window.
    Through,
    /// Dots, but not exactly three, which would stand for any subtree.
    Points,
    /// A character of another keyboard, with the one that the language uses instead.
    Foreign(&'static str),
    /// An invisible character, or a space that the language does not have.
    Space(char),
    Other(char),
}

/// Comments of other languages.
const COMMENTS: &[&str] = &["#", "%"];
const BLOCKS: &[(&str, &str)] = &[("/*", "*/"), ("<!--", "-->")];
const COMMANDS: &[(&str, &str)] = &[
    ("\\infty", "inf"),
    ("-\\infty", "-inf"),
    ("\\alpha", "alpha"),
    ("\\beta", "beta"),
    ("\\geq", ">="),
    ("\\ge", ">="),
    ("\\leq", "<="),
    ("\\le", "<="),
];
/// The sign that texts are put in.
const QUOTE: &str = "\"";
const ARROWS: &[&str] = &["-->", "->", "→", "⇒", "↦"];

impl Sign {
    /// Skips a sign that begins no token, with everything that belongs to it.
    pub(super) fn skip(tokens: &mut logos::Lexer<'_, Token>) -> Self {
        let Range { start, end } = tokens.span();
        let sign = Self::at(tokens.source(), start);
        tokens.bump((start + sign.length).saturating_sub(end));
        sign
    }

    /// The sign at `start`; no token begins there.
    fn at(source: &str, start: usize) -> Self {
        let (before, rest) = source.split_at(start);
        let first = rest.chars().next().unwrap_or_default();
        let is = |kind, length| Self { kind, length };
        let whole_line = || rest.find(LINE_ENDS).unwrap_or(rest.len());
        if let Some((begin, end)) = BLOCKS.iter().find(|(begin, _)| rest.starts_with(begin)) {
            let content = &rest[begin.len()..];
            let length = content.find(end).map_or(rest.len(), |at| begin.len() + at + end.len());
            return is(SignKind::Block(begin, end), length);
        }
        if first == '%' && is_percent(before, &rest[1..]) {
            return is(SignKind::Percent, 1);
        }
        if let Some(begin) = COMMENTS.iter().find(|begin| rest.starts_with(**begin)) {
            return is(SignKind::Comment(begin), whole_line());
        }
        if rest.starts_with("--") && !rest.starts_with("-->") && !is_number(&rest[2..]) {
            return is(SignKind::Comment("--"), whole_line());
        }
        if let Some(length) = foreign_quotes(before, rest) {
            return is(SignKind::Quotes, length);
        }
        if let Some(arrow) = ARROWS.iter().find(|arrow| rest.starts_with(**arrow)) {
            return match () {
                () if is_in_expectation(before) => is(SignKind::ListArrow(arrow), arrow.len()),
                () if played_move(before).is_some() => is(SignKind::LineArrow, further_moves(rest)),
                () => is(SignKind::Arrow(arrow), arrow.len()),
            };
        }
        if let Some((command, written)) = COMMANDS.iter().find(|(command, _)| rest.starts_with(command)) {
            return is(SignKind::Command(written), command.len());
        }
        if let Some(length) = angles(rest) {
            return is(SignKind::Angles, length);
        }
        if first == ';' && is_prose(rest) {
            return is(SignKind::Comment(";"), whole_line());
        }
        let run = || -> usize { rest.chars().take_while(|c| *c == first).map(char::len_utf8).sum() };
        let after = &rest[first.len_utf8()..];
        match first {
            '’' | '′' | '\'' | '`' if before.ends_with(char::is_alphanumeric) => {
                is(SignKind::Prime, first.len_utf8())
            }
            '-' if before.ends_with(char::is_alphabetic) && line_break(after) > 0 => {
                is(SignKind::Hyphen, 1 + line_break(after))
            }
            '-' | '−' | '+' if is_number(after.trim_start_matches(BLANKS)) => {
                is(SignKind::LoneMinus, first.len_utf8())
            }
            '-' | '−' | '+' if is_infinity(first_word(after)) => is(SignKind::Infinity, first.len_utf8()),
            '/' if is_number(after.trim_start_matches(BLANKS)) && ends_with_number(before.trim_end_matches(BLANKS)) => {
                is(SignKind::LoneSlash, 1)
            }
            '*' | '×' | '·'
                if is_number(after.trim_start_matches(BLANKS)) && ends_with_number(before.trim_end_matches(BLANKS)) =>
            {
                is(SignKind::Times, first.len_utf8())
            }
            ';' | '|' => is(SignKind::Separator(first), run()),
            '≈' => is(SignKind::Near, run()),
            '<' => is(SignKind::Less, run()),
            '.' if is_in_window(before, &rest[run()..]) => is(SignKind::Through, run()),
            '.' => is(SignKind::Points, run()),
            _ => match meant(first) {
                Some("-") => is(SignKind::Dash(first), first.len_utf8()),
                Some(">=") => is(SignKind::AtLeast, run()),
                Some("<=") => is(SignKind::AtMost, run()),
                Some(" ") => is(SignKind::Space(first), run()),
                Some(written) if written != QUOTE => is(SignKind::Foreign(written), run()),
                _ if is_invisible(first) => is(SignKind::Space(first), run()),
                _ => is(SignKind::Other(first), run()),
            },
        }
    }

    /// The token that the author meant by the sign, if there is one.
    pub(super) fn meant(self) -> Option<Token> {
        match self.kind {
            SignKind::Quotes => Some(Token::String),
            SignKind::AtLeast => Some(Token::AtLeast),
            SignKind::AtMost | SignKind::Less => Some(Token::AtMost),
            SignKind::Near => Some(Token::Tilde),
            SignKind::Arrow(_) | SignKind::Times => Some(Token::Colon),
            SignKind::Points if self.length == 2 => Some(Token::Elided),
            _ => None,
        }
    }
}

/// The blanks allowed between a sign and its number.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// Words for infinity, in small letters; the language has `inf`.
const INFINITIES: &[&str] = &["infinity", "infty", "inf", "infinite", "oo", "unendlich"];

/// Whether a word means infinity, in upper or lower case.
pub(super) fn is_infinity(word: &str) -> bool {
    INFINITIES.iter().any(|infinity| infinity.eq_ignore_ascii_case(word))
}

/// The word that a text begins with.
fn first_word(text: &str) -> &str {
    /// In bytes; longer than every word for infinity.
    const FARTHEST: usize = 20;
    let near = &text[..text.floor_char_boundary(FARTHEST)];
    near.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '\''))).next().unwrap_or_default()
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '∞') || text.starts_with("inf")
}

/// Whether dots between two texts are between the ends of a window: `[3..inf]`.
fn is_in_window(before: &str, after: &str) -> bool {
    /// In bytes; enough for a number.
    const FARTHEST: usize = 40;
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(FARTHEST))..];
    let Some((_, end)) = near.rsplit_once('[') else { return false };
    let is_end = |text: &str| is_number(text.trim_start_matches(['-', '−', '+']));
    is_end(end.trim_start_matches(BLANKS))
        && !end.contains([',', ']', '{', '}'])
        && is_end(after.trim_start_matches(BLANKS))
}

fn ends_with_number(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether `%` between two texts is a percent sign: directly after a number, or after blanks if what follows shows that
/// it does not begin a comment.
fn is_percent(before: &str, after: &str) -> bool {
    let goes_on = || after.trim_start_matches(BLANKS).starts_with([':', '{', '}']);
    ends_with_number(before) || (ends_with_number(before.trim_end_matches(BLANKS)) && goes_on())
}

/// Whether the line up to this place is an expectation.
fn is_in_expectation(before: &str) -> bool {
    /// In bytes. Enough for most expectations; without a limit, a very long line would be read again for each sign.
    const FARTHEST: usize = 200;
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(FARTHEST))..];
    let line = near.rsplit(LINE_ENDS).next().unwrap_or_default();
    line.split_whitespace().any(|word| word.eq_ignore_ascii_case("expect"))
}

/// The move before a place, if `plays` is before that.
pub(super) fn played_move(before: &str) -> Option<&str> {
    /// In bytes; enough for a name.
    const FARTHEST: usize = 100;
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(FARTHEST))..];
    let mut words = near.rsplit(BLANKS).filter(|word| !word.is_empty());
    let name = words.next().filter(|name| name.starts_with(char::is_alphabetic))?;
    words.next().filter(|word| word.eq_ignore_ascii_case("plays")).map(|_| name)
}

/// The length of `-> b -> c`, with which a text begins.
fn further_moves(text: &str) -> usize {
    let mut rest = text;
    while let Some(after) = ARROWS.iter().find_map(|arrow| rest.trim_start_matches(BLANKS).strip_prefix(arrow)) {
        let name = after.trim_start_matches(BLANKS);
        rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\''));
    }
    text.len() - rest.len()
}

/// The length of `<3, inf>`, if a text begins with that.
fn angles(text: &str) -> Option<usize> {
    /// In bytes; enough for two numbers.
    const FARTHEST: usize = 100;
    let near = &text[..text.floor_char_boundary(FARTHEST)];
    let end = near.find(['>', '\n', '{', '}']).filter(|end| near[*end..].starts_with('>'))?;
    let content = near[..end].strip_prefix('<')?;
    let words: Vec<&str> = content.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).collect();
    let is_end = |word: &&str| is_number(word.trim_start_matches(['-', '−', '+']));
    (words.len() == 2 && words.iter().all(is_end)).then_some(end + 1)
}

/// The length of the line break that a text begins with, and of the blanks around it; 0 if no word follows.
fn line_break(text: &str) -> usize {
    let word = text.trim_start();
    let gap = &text[..text.len() - word.len()];
    if gap.contains(LINE_ENDS) && word.starts_with(char::is_alphabetic) { gap.len() } else { 0 }
}

fn is_invisible(character: char) -> bool {
    !crate::diagnostic::render::is_printable(character)
}

/// Whether a line after `;` reads like a comment: it begins with two words, neither of which is a label.
fn is_prose(text: &str) -> bool {
    /// In bytes; enough for two words, because a line may be very long.
    const FARTHEST: usize = 100;
    let near = &text[..text.floor_char_boundary(FARTHEST)];
    let line = near.split(LINE_ENDS).next().unwrap_or_default();
    let mut words = line.trim_start_matches([';', ' ', '\t']).split_whitespace();
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    words.next().is_some_and(is_word) && words.next().is_some_and(|word| is_word(word.trim_end_matches(['.', ','])))
}

/// The length of a text in quotes of another kind, if they are closed on the same line. Directly after a name, the sign
/// is a prime instead.
fn foreign_quotes(before: &str, text: &str) -> Option<usize> {
    /// In characters; a closing quote further away is not found.
    const FARTHEST: usize = 200;
    if before.ends_with(char::is_alphanumeric) {
        return None;
    }
    let is_quote = |c: char| "‘’'`".contains(c) || meant(c) == Some(QUOTE);
    let first = text.chars().next().filter(|first| is_quote(*first))?;
    let near = text[first.len_utf8()..].char_indices().take(FARTHEST).take_while(|(_, c)| !LINE_ENDS.contains(c));
    let closing = { near }.find(|(_, c)| *c == '"' || is_quote(*c));
    closing.filter(|(at, _)| *at > 0).map(|(at, c)| first.len_utf8() + at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str, start: usize) -> (SignKind, &str) {
        let sign = Sign::at(text, start);
        (sign.kind, &text[start..start + sign.length])
    }

    #[test]
    fn a_sign_is_what_stands_around_it() {
        assert_eq!(kind("# all this\n3", 0), (SignKind::Comment("#"), "# all this"));
        assert_eq!(kind("/* and\n this */ 7", 0), (SignKind::Block("/*", "*/"), "/* and\n this */"));
        assert_eq!(kind("50% 3", 2), (SignKind::Percent, "%"));
        assert_eq!(kind("12.5 %: 3", 5), (SignKind::Percent, "%"));
        assert_eq!(kind("3 % half", 2), (SignKind::Comment("%"), "% half"));
        assert_eq!(kind("; the left one wins", 0), (SignKind::Comment(";"), "; the left one wins"));
        assert_eq!(kind("3; 5", 1), (SignKind::Separator(';'), ";"));
        assert_eq!(kind("- 3", 0), (SignKind::LoneMinus, "-"));
        assert_eq!(kind("-- 3 follows", 0), (SignKind::Comment("--"), "-- 3 follows"));
        assert_eq!(kind("1 / 2", 2), (SignKind::LoneSlash, "/"));
        assert_eq!(kind("A / B", 2), (SignKind::Other('/'), "/"));
        assert_eq!(kind("A’ 3", 1), (SignKind::Prime, "’"));
        assert_eq!(kind("‘A’ 3", 0), (SignKind::Quotes, "‘A’"));
        assert_eq!(kind("a -> 3", 2), (SignKind::Arrow("->"), "->"));
    }
}
