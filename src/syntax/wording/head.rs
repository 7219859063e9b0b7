//! Errors in the heads of nodes and trees, and in their claims.

use super::found_words;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, clipped, similar};
use crate::number::Number;
use crate::source::{LINE_ENDS, Span, offset};
use crate::syntax::builder::Builder;
use crate::syntax::syntax_error::SyntaxError;
use crate::syntax::token::Token;
use crate::syntax::tokens::tokens_in;

const CLAIMS_FOLLOW: &str = "after the name, write only claims (`= 3`, `plays a1`, …), then `{`";

impl Builder<'_> {
    /// Something in the head of a node that is not a claim.
    pub(super) fn in_head(&self, syntax_error: &SyntaxError) -> Diagnostic {
        let place = syntax_error.place;
        let brace_follows = self.brace_follows(place);
        let unexpected = |message: &str| Diagnostic::new(Code::UnexpectedToken, message, place);
        match syntax_error.found {
            Some(Token::Number) if brace_follows || self.is_claimed(place) => self.lone_number(place),
            Some(Token::Name) if brace_follows => self.unknown_claim(place),
            Some(Token::Above) => unexpected("`>` is not a claim").fix("for a lower bound write `>=`", place, ">="),
            Some(Token::Worth) => {
                let (head, worth) = (self.last_head().of(self.text), self.with_number(place).of(self.text));
                unexpected("`worth` comes after the answer that earns the marks").help(format!(
                    "write it after an answer or a blank: `{} = _ {} {{ … }}`",
                    clipped(head),
                    clipped(worth)
                ))
            }
            Some(Token::Window) if self.next_token(place.end) == Some(Token::OpenBracket) => {
                let rest = &self.text[place.end as usize..];
                let blanks = offset(rest.len() - rest.trim_start().len());
                unexpected("the window of a node is written without the word `window`").fix(
                    "delete the word",
                    Span::new(place.start, place.end + blanks),
                    "",
                )
            }
            Some(Token::String) if brace_follows => self
                .second_name(place)
                .unwrap_or_else(|| unexpected("a name comes before the claims").help(CLAIMS_FOLLOW)),
            Some(Token::Colon) if self.next_token(place.end) == Some(Token::OpenBrace) => {
                unexpected("the head of a node takes no colon").fix("delete the colon", place, "")
            }
            Some(Token::Colon) => self.colon_in_head(syntax_error),
            _ => self.head_without_brace(syntax_error),
        }
    }

    /// `min 2 {`, `max 1 = 3 {`: a number that may be a value or a name.
    fn lone_number(&self, place: Span) -> Diagnostic {
        let written = clipped(place.of(self.text));
        let head = self.last_head();
        let named = self.nesting.pending_node().is_some_and(|node| self.tree.names.get(node).is_some());
        let claimed = self.is_claimed(place);
        let touches_player = !named && self.are_adjacent(head, place);
        if touches_player && claimed {
            let message = format!("the name of a node begins with a letter; as a name `{written}` needs quotes");
            return Diagnostic::new(Code::UnexpectedToken, message, place).fix(
                format!("write `\"{written}\"`"),
                place,
                format!("\"{}\"", place.of(self.text)),
            );
        }
        let finding = Diagnostic::new(Code::UnexpectedToken, format!("`{written}` needs a sign before it"), place)
            .primary_label("`=`, `<=` or `>=`?");
        let title = format!("if the node is worth {written}, write `= {written}`");
        let title = if touches_player { format!("{title}; if that is its name, write `\"{written}\"`") } else { title };
        finding.fix(title, Span::empty(place.start), "= ")
    }

    /// A word with the number after it, if there is one.
    fn with_number(&self, word: Span) -> Span {
        let next = self.near_tokens(word.end).next().filter(|(token, _)| *token == Token::Number);
        next.map_or(word, |(_, number)| word.to(number))
    }

    /// Whether a claim follows a word.
    pub(super) fn is_claimed(&self, word: Span) -> bool {
        use Token::{Above, AtLeast, AtMost, Equal, OpenBracket, Tilde};
        let next = self.next_token(word.end);
        matches!(next, Some(Equal | AtMost | AtLeast | Above | Tilde | OpenBracket))
    }

    /// Whether there is no token between two tokens.
    fn are_adjacent(&self, first: Span, second: Span) -> bool {
        tokens_in(self.text, Span::new(first.end, second.start)).next().is_none()
    }

    fn unknown_claim(&self, place: Span) -> Diagnostic {
        const CLAIMS: &[&str] = &["pruned", "visited", "plays", "eval", "worth"];
        let written = place.of(self.text);
        let finding = Diagnostic::new(Code::UnknownWord, format!("`{}` is not a claim", clipped(written)), place);
        match similar(written, CLAIMS.iter().copied()) {
            Some(meant) => finding.suggest(place, written, meant),
            None if self.is_late_name(place) => {
                let gap = self.text[..place.start as usize].trim_end().len();
                let title = "write the name before the claims".to_string();
                let edits = vec![
                    Edit::new(Span::empty(self.last_head().end), format!(" {written}")),
                    Edit::new(Span::new(offset(gap), place.end), ""),
                ];
                finding.with_fix(Fix { title, edits, safe: false })
            }
            None => self.second_name(place).unwrap_or_else(|| {
                let word = clipped(written);
                finding.help(format!("if it is the best move, write `plays {word}`; otherwise delete it"))
            }),
        }
    }

    /// `max A B {`: a word right after the name.
    fn second_name(&self, place: Span) -> Option<Diagnostic> {
        let name = *self.tree.names.get(self.nesting.pending_node()?)?;
        if !self.are_adjacent(name, place) {
            return None;
        }
        let bare = |span: Span| clipped(span.of(self.text).trim_matches('"'));
        let help =
            format!("delete one of the two; for a name of two words, write `\"{} {}\"`", bare(name), bare(place));
        let message = "a node has one name, and this is a second one";
        Some(Diagnostic::new(Code::UnknownWord, message, place).label(name, "the first name").help(help))
    }

    /// Whether a word before the brace may be the name of a node that has none: `max = 9 Root {`.
    fn is_late_name(&self, place: Span) -> bool {
        let unnamed = self.nesting.pending_node().is_some_and(|node| self.tree.names.get(node).is_none());
        unnamed && self.next_token(place.end) == Some(Token::OpenBrace)
    }

    /// `max A: 3`: a colon where no brace follows. In `max a1: min {` and
    /// `b1: max a1: 3`, the word before it is a move.
    fn colon_in_head(&self, syntax_error: &SyntaxError) -> Diagnostic {
        let place = syntax_error.place;
        let written = clipped(self.last_head().of(self.text));
        let finding = Diagnostic::new(Code::UnexpectedToken, "the head of a node takes no colon", place);
        let is_node_next = matches!(self.next_token(place.end), Some(Token::Max | Token::Min | Token::Chance));
        let pending = self.nesting.pending_node();
        let is_move = is_node_next || pending.is_some_and(|node| self.tree.has_label(node));
        let name = pending.and_then(|node| self.tree.names.get(node));
        match name.filter(|name| is_move && self.are_adjacent(**name, place)) {
            Some(name) => {
                let label = clipped(name.of(self.text));
                let title = format!("if `{label}` is a move, write `{{ {label}:`");
                finding.fix(title, Span::empty(name.start), "{ ")
            }
            None => finding.help(format!("write the children of the node in braces: `{written} {{ … }}`")),
        }
    }

    /// A head that is not followed by a brace.
    fn head_without_brace(&self, syntax_error: &SyntaxError) -> Diagnostic {
        let head = self.last_head();
        let claims = tokens_in(self.text, Span::new(head.start, syntax_error.place.start));
        let claims = claims.last().map_or(head, |(_, last)| head.to(last));
        let written = clipped(claims.of(self.text));
        let message = match syntax_error.found {
            Some(_) => format!("`{{` is missing between `{written}` and {}", found_words(syntax_error, self.text)),
            None => format!("the brace after `{written}` is missing"),
        };
        let finding =
            Diagnostic::new(Code::MissingBrace, message, syntax_error.place).label(head, "the node without a brace");
        match syntax_error.found {
            Some(Token::CloseBrace | Token::Expect | Token::Ask | Token::Tree) | None => {
                finding.help(format!("write the children of the node in braces: `{written} {{ … }}`"))
            }
            Some(_) => finding.note(format!("a node has its children in braces: `{written} {{ … }}`")).fix(
                format!("write `{written} {{`"),
                Span::empty(claims.end),
                " {",
            ),
        }
    }

    /// A claim that begins correctly but goes on wrongly.
    pub(super) fn in_claim(&self, syntax_error: &SyntaxError) -> Option<Diagnostic> {
        let begun = &syntax_error.begun;
        let place = syntax_error.place;
        if begun.first().is_some_and(|(first, _)| first.is_setting() || *first == Token::Expect) {
            return None;
        }
        let is_bracket = |(token, _): &(Token, Span)| matches!(token, Token::OpenBracket | Token::CloseBracket);
        let last_bracket = begun.iter().rposition(is_bracket).filter(|at| begun[*at].0 == Token::OpenBracket);
        if let Some(window) = last_bracket.map(|at| &begun[at..]) {
            return Some(self.in_window(syntax_error, window));
        }
        let sign = match begun.last()?.0 {
            Token::Equal => "=",
            Token::Tilde => "~",
            Token::AtMost => "<=",
            Token::AtLeast => ">=",
            Token::Eval => "eval",
            _ => return None,
        };
        let message = format!("`{sign}` needs a number after it, not {}", found_words(syntax_error, self.text));
        let help = match (begun.last()?.0, syntax_error.found) {
            (Token::Eval, _) => "write a number after it".to_string(),
            (_, Some(Token::Worth)) => format!("write a number after it, or put the blank back: `{sign} _`"),
            _ => format!("write a number after it; for students to fill in, write `{sign} _`"),
        };
        Some(Diagnostic::new(Code::UnexpectedToken, message, place).help(help))
    }

    /// A window that goes on wrongly after these tokens, of which the first is its bracket.
    fn in_window(&self, syntax_error: &SyntaxError, tokens: &[(Token, Span)]) -> Diagnostic {
        let begun = tokens.iter().map(|(_, span)| *span).reduce(Span::to).unwrap_or(syntax_error.place);
        let closes = syntax_error.found == Some(Token::CloseBracket);
        let two_ends = "a window has two ends, α and β";
        let is_infinite = |end: Span| end.of(self.text).parse::<Number>().is_ok_and(|end| end.finite().is_none());
        let has_one_finite_end = matches!(tokens, [_, (_, end)] if !is_infinite(*end));
        if closes && tokens.len() <= 2 && !has_one_finite_end {
            let whole = begun.to(syntax_error.place);
            return Diagnostic::new(Code::UnexpectedToken, two_ends, whole)
                .help("write both: `[-inf, inf]` where nothing is known yet; for students to fill in, write `[_, _]`");
        }
        if let ([_, (_, end)], true) = (tokens, closes) {
            let (whole, end) = (begun.to(syntax_error.place), clipped(end.of(self.text)));
            return Diagnostic::new(Code::UnexpectedToken, two_ends, whole)
                .help(format!("write `[{end}, inf]` or `[-inf, {end}]`; if the node is worth {end}, write `= {end}`"));
        }
        let numbers = tokens.iter().filter(|(token, _)| *token == Token::Number).count();
        let goes_on = closes || matches!(syntax_error.found, Some(Token::Number | Token::Name));
        if numbers == 2 && !goes_on {
            return Diagnostic::new(Code::UnexpectedToken, "the bracket of this window is not closed", begun).fix(
                format!("write `{}]`", clipped(begun.of(self.text))),
                Span::empty(begun.end),
                "]",
            );
        }
        let whole = if goes_on { begun.to(syntax_error.place) } else { begun };
        let message = format!("{two_ends}, with a comma between them");
        Diagnostic::new(Code::UnexpectedToken, message, whole).help("write it, for example, as `[-inf, 3]`")
    }

    /// Something between `tree` and its brace.
    pub(super) fn in_tree_head(&self, syntax_error: &SyntaxError) -> Diagnostic {
        let place = syntax_error.place;
        if let (Some(Token::Name | Token::Number), Some(name)) = (syntax_error.found, self.before_brace(place.start)) {
            let quoted = format!("\"{}\"", name.of(self.text));
            return Diagnostic::new(Code::UnexpectedToken, "the name of a tree needs quotes", name).fix(
                format!("write `{}`", clipped(&quoted)),
                name,
                quoted,
            );
        }
        let head = self.tree.title.unwrap_or(self.tree.span);
        let written = clipped(self.tree.span.to(head).of(self.text));
        let message = match syntax_error.found {
            Some(_) => format!("`{{` is missing between `{written}` and {}", found_words(syntax_error, self.text)),
            None => format!("the brace after `{written}` is missing"),
        };
        let finding = Diagnostic::new(Code::MissingBrace, message, place).label(head, "the tree without a brace");
        match syntax_error.found {
            Some(Token::CloseBrace | Token::Tree) | None => {
                finding.help(format!("write what belongs to the tree in braces: `{written} {{ … }}`"))
            }
            Some(_) => finding.note(format!("a tree has its parts in braces: `{written} {{ … }}`")).fix(
                format!("write `{written} {{`"),
                Span::empty(head.end),
                " {",
            ),
        }
    }

    /// The words from `start` to the brace that ends them on the same line, unless they have quotes.
    fn before_brace(&self, start: u32) -> Option<Span> {
        let rest = &self.text[start as usize..];
        let line_end = start + offset(rest.find(LINE_ENDS).unwrap_or(rest.len()));
        let mut words = Span::empty(start);
        for (token, span) in tokens_in(self.text, Span::new(start, line_end)) {
            match token {
                Token::OpenBrace => return Some(words),
                Token::String => return None,
                _ => words.end = span.end,
            }
        }
        None
    }
}
