//! Errors in settings, expectations and questions that begin correctly but go on wrongly.

use super::{found_words, is_reserved, sized};
use crate::diagnostic::{Code, Diagnostic, clipped, similar};
use crate::source::{LINE_ENDS, Span, offset};
use crate::syntax::builder::Builder;
use crate::syntax::lexer::Lexer;
use crate::syntax::syntax_error::SyntaxError;

impl Builder<'_> {
    /// `expect x inn (5, 7]` or `expect x (5, 7]`: a bracket after `expect` and one or two words.
    pub(super) fn set_without_in(&self, syntax_error: &SyntaxError<'_>) -> Option<Diagnostic> {
        if !syntax_error.is_bracket() {
            return None;
        }
        /// In bytes; enough for an expectation with two words.
        const LONGEST: usize = 200;
        let before = &self.text[..syntax_error.place.start as usize];
        let near = &before[before.floor_char_boundary(before.len().saturating_sub(LONGEST))..];
        let expectation = &near[near.rfind("expect ")?..];
        let words: Vec<&str> = expectation.split_whitespace().collect();
        let lacks_in = |unknown: &str| {
            let message = format!("`in` is missing between `{}` and its set", clipped(unknown));
            Diagnostic::new(Code::UnexpectedToken, message, syntax_error.place)
        };
        match words[..] {
            [_, unknown] => {
                Some(lacks_in(unknown).fix("write `in` before the set", Span::empty(syntax_error.place.start), "in "))
            }
            [_, _, word] if similar(word, ["in"]).is_some() => {
                let written = expectation.trim_end();
                let start = syntax_error.place.start as usize - expectation.len() + written.len() - word.len();
                let span = sized(offset(start), word);
                let message = format!("`in` comes before a set, not `{}`", clipped(word));
                Some(Diagnostic::new(Code::UnexpectedToken, message, span).suggest(span, word, "in"))
            }
            [_, unknown, _] => {
                Some(lacks_in(unknown).help(format!("write `expect {} in` before the set", clipped(unknown))))
            }
            _ => None,
        }
    }
}

/// A setting, an expectation or a question that is followed by something that does not fit.
pub(super) fn unfinished(syntax_error: &SyntaxError<'_>, text: &str) -> Diagnostic {
    let found = found_words(syntax_error, text);
    let last = last_token(syntax_error.begun);
    let whole = Span::new(syntax_error.start, syntax_error.start + last.end);
    let written = syntax_error.written(text);
    let is_next_line = Span::new(syntax_error.start, syntax_error.place.start).of(text).contains(LINE_ENDS);
    if is_reserved(written) && syntax_error.would_fit("text") && !is_next_line {
        let message = format!("`{written}` is a word of the language; as a name it needs quotes");
        let quoted = format!("\"{written}\"");
        let finding = Diagnostic::new(Code::UnexpectedToken, message, syntax_error.place);
        return finding.fix(format!("write `{quoted}`"), syntax_error.place, quoted);
    }
    let begun = &syntax_error.begun[..last.range().end];
    let shown = clipped(begun);
    let last = clipped(last.of(syntax_error.begun));
    let ends = is_next_line || syntax_error.found.is_none();
    let (place, message) = match needed(begun) {
        Some(what) if ends => (whole, format!("`{shown}` needs {what} after it")),
        Some(what) => (syntax_error.place, format!("`{shown}` needs {what} after it, not {found}")),
        None if ends => (whole, format!("`{shown}` is not finished")),
        None => (syntax_error.place, format!("{found} cannot follow `{last}`")),
    };
    let finding = Diagnostic::new(Code::UnexpectedToken, message, place);
    match shape(begun) {
        Some(shape) => finding.help(shape),
        None => finding.help(format!("write what is missing after `{last}`")),
    }
}

/// Where the last word, number or sign of a piece of text is.
fn last_token(text: &str) -> Span {
    let last = Lexer::new(text).filter_map(Result::ok).last();
    last.map_or_else(|| sized(0, text), |(start, _, end)| Span::new(start, end))
}

/// What alone can follow what was begun.
fn needed(begun: &str) -> Option<&'static str> {
    let words: Vec<String> = begun.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["depth" | "worth"] | ["expect", .., "=" | "~"] => Some("a number"),
        [.., "plays"] => Some("the label or the name of a child"),
        ["expect", "line" | "visits" | "enters"] => Some("a list of labels, names or values"),
        ["allow"] => Some("the name of a lint"),
        _ => None,
    }
}

/// The correct form of what was begun.
fn shape(begun: &str) -> Option<String> {
    let mut words = begun.split_whitespace();
    let first = words.next()?.to_lowercase();
    let subject = words.next().unwrap_or_default().to_lowercase();
    let shape = match (first.as_str(), subject.as_str()) {
        ("cut", _) => "write `cut alpha >= beta` or `cut alpha > beta`",
        ("search", _) => "write `search fail-soft` or `search fail-hard`",
        ("order", _) => "write `order left-to-right` or `order right-to-left`",
        ("cutoffs", _) => "write `cutoffs deep`, `cutoffs shallow` or `cutoffs none`",
        ("window", _) => "write a window like this: `window [-3, 7]`",
        ("range", _) => "write a range like this: `range [-3, 7]`",
        ("depth", _) => "write a whole number of plies: `depth 2`",
        ("allow", _) => "write the name of a lint: `allow tie`",
        ("plays", _) => "write the label or the name of a child: `plays a1`",
        ("eval", _) => "write a number: `eval 3`",
        ("worth", _) => "write a number of marks: `worth 2`",
        ("expect", "value" | "leaves" | "nodes" | "cutoffs" | "pruned" | "branches" | "fewest") => {
            return Some(format!("write, for example, `expect {subject} = 3`"));
        }
        ("expect", "plays" | "line" | "visits" | "enters") => {
            return Some(format!("write labels, names or values of leaves: `expect {subject} a1`"));
        }
        ("expect", _) => "write, for example, `expect value = 3` or `expect line a1 b1`",
        ("ask", _) => "write `ask pruned`, `ask values`, `ask windows` or `ask plays`",
        _ => return None,
    };
    Some(shape.to_string())
}
