//! Errors in settings, expectations and questions that begin correctly but go on wrongly.

use super::found_words;
use crate::diagnostic::{Code, Diagnostic, clipped, either, similar};
use crate::source::{LINE_ENDS, Span};
use crate::syntax::builder::Builder;
use crate::syntax::syntax_error::SyntaxError;
use crate::syntax::token::{CHOICES, LISTS, QUANTITIES, Token};
use crate::syntax::tokens::tokens_in;

impl Builder<'_> {
    /// `expect x inn (5, 7]` or `expect x (5, 7]`: a bracket after `expect` and one or two words.
    pub(super) fn set_without_in(&self, syntax_error: &SyntaxError) -> Option<Diagnostic> {
        if !syntax_error.is_bracket() {
            return None;
        }
        let start = syntax_error.list_start.unwrap_or(syntax_error.start);
        let mut tokens = tokens_in(self.text, Span::new(start, syntax_error.place.start));
        let (Some((Token::Expect, _)), Some((_, unknown))) = (tokens.next(), tokens.next()) else { return None };
        let unknown = unknown.of(self.text);
        let lacks_in = || {
            let message = format!("`in` is missing between `{}` and its set", clipped(unknown));
            Diagnostic::new(Code::UnexpectedToken, message, syntax_error.place)
        };
        let Some((_, place)) = tokens.next() else {
            let before = Span::empty(syntax_error.place.start);
            return Some(lacks_in().fix("write `in` before the set", before, "in "));
        };
        let word = place.of(self.text);
        match tokens.next() {
            Some(_) => None,
            None if similar(word, ["in"]).is_some() => {
                let message = format!("`in` comes before a set, not `{}`", clipped(word));
                Some(Diagnostic::new(Code::UnexpectedToken, message, place).suggest(place, word, "in"))
            }
            None => Some(lacks_in().help(format!("write `expect {} in` before the set", clipped(unknown)))),
        }
    }
}

/// A setting, an expectation or a question that is followed by something that does not fit.
pub(super) fn unfinished(syntax_error: &SyntaxError, text: &str) -> Diagnostic {
    let found = found_words(syntax_error, text);
    // After `worth`, only its number is missing, whatever the claim before it is.
    let worth = syntax_error.begun.last().filter(|(token, _)| *token == Token::Worth);
    let (whole, begun) = match worth {
        Some((_, span)) => (*span, vec![Token::Worth]),
        None => (syntax_error.begun_span(), syntax_error.begun_tokens()),
    };
    let written = syntax_error.written(text);
    let is_next_line = Span::new(syntax_error.start, syntax_error.place.start).of(text).contains(LINE_ENDS);
    if syntax_error.found.is_some_and(Token::is_reserved) && syntax_error.would_fit("text") && !is_next_line {
        let message = format!("`{written}` is a word of the language; as a name it needs quotes");
        let quoted = format!("\"{written}\"");
        let finding = Diagnostic::new(Code::UnexpectedToken, message, syntax_error.place);
        return finding.fix(format!("write `{quoted}`"), syntax_error.place, quoted);
    }
    let shown = clipped(whole.of(text));
    let last = clipped(syntax_error.begun.last().map_or("", |(_, span)| span.of(text)));
    let ends = is_next_line || syntax_error.found.is_none();
    let subject = syntax_error.begun.get(1).map_or("", |(_, span)| span.of(text)).to_lowercase();
    let (place, message) = match needed(&begun, &subject) {
        Some(what) if ends => (whole, format!("`{shown}` needs {what} after it")),
        Some(what) => (syntax_error.place, format!("`{shown}` needs {what} after it, not {found}")),
        None if ends => (whole, format!("`{shown}` is not finished")),
        None => (syntax_error.place, format!("{found} cannot follow `{last}`")),
    };
    let finding = Diagnostic::new(Code::UnexpectedToken, message, place);
    match begun.first().and_then(|first| shape(*first, &subject)) {
        Some(shape) => finding.help(shape),
        None => finding.help(format!("write what is missing after `{last}`")),
    }
}

/// What alone can follow what was begun, of which `subject` is the second word.
fn needed(begun: &[Token], subject: &str) -> Option<&'static str> {
    match (begun, subject) {
        ([Token::Depth | Token::Worth] | [Token::Expect, .., Token::Equal | Token::Tilde], _) => Some("a number"),
        ([.., Token::Plays], _) => Some("the label or the name of a child"),
        ([Token::Expect, _], "line" | "visits" | "enters") => Some("a list of labels, names or values"),
        ([Token::Allow], _) => Some("the name of a lint"),
        _ => None,
    }
}

/// The correct form of what begins with `first`; `subject` is the word after it.
fn shape(first: Token, subject: &str) -> Option<String> {
    let shape = match (first, subject) {
        (Token::Cut, _) => return choices("cut"),
        (Token::Search, _) => return choices("search"),
        (Token::Order, _) => return choices("order"),
        (Token::Cutoffs, _) => return choices("cutoffs"),
        (Token::Reveal, _) => return choices("reveal"),
        (Token::Window, _) => "write a window like this: `window [-3, 7]`",
        (Token::Range, _) => "write a range like this: `range [-3, 7]`",
        (Token::Depth, _) => "write a whole number of plies: `depth 2`",
        (Token::Allow, _) => "write the name of a lint: `allow tie`",
        (Token::Plays, _) => "write the label or the name of a child: `plays a1`",
        (Token::Eval, _) => "write a number: `eval 3`",
        (Token::Worth, _) => "write a number of marks: `worth 2`",
        (Token::Expect, quantity) if QUANTITIES.contains(&quantity) => {
            return Some(format!("write, for example, `expect {subject} = 3`"));
        }
        (Token::Expect, list) if LISTS.contains(&list) => {
            return Some(format!("write labels, names or values of leaves: `expect {subject} a1`"));
        }
        (Token::Expect, _) => "write, for example, `expect value = 3` or `expect line a1 b1`",
        (Token::Ask, _) => "write `ask pruned`, `ask values`, `ask windows`, `ask returns` or `ask plays`",
        _ => return None,
    };
    Some(shape.to_string())
}

/// The ways to write a setting whose values have names.
fn choices(setting: &str) -> Option<String> {
    let (_, values) = CHOICES.iter().find(|(other, _)| *other == setting)?;
    let written: Vec<String> = values.iter().map(|value| format!("`{setting} {value}`")).collect();
    Some(format!("write {}", either(&written)))
}
