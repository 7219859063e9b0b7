//! Every text that results from deleting or doubling one token, or swapping it with the next.

use gametree::source::Span;
use gametree::syntax::tokens;

/// A finding may be at most this many tokens away from the edit, unless it is about a brace: a missing or extra brace
/// is noticed only where the nesting ends.
const NEAR: usize = 3;

/// A text with one slip.
#[allow(dead_code, reason = "not every test needs all of it")]
pub(crate) struct Slip {
    pub(crate) what: String,
    /// The place of the edit in the original text.
    pub(crate) place: Span,
    /// The tokens around it in the changed text.
    pub(crate) near: Span,
    pub(crate) text: String,
}

/// All slips in a text.
pub(crate) fn slips(text: &str) -> Vec<Slip> {
    let tokens: Vec<Span> = tokens(text).map(|(_, span)| span).collect();
    let mut slips = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let written = token.of(text);
        let line = 1 + text[..token.start as usize].matches('\n').count();
        let mut slip = |what: &str, span: Span, replacement: String| {
            let changed = format!("{}{replacement}{}", &text[..span.start as usize], &text[span.end as usize..]);
            let near = neighbourhood(&changed, span.start);
            slips.push(Slip { what: format!("line {line}: {what}"), place: span, near, text: changed });
        };
        slip("deleted", *token, String::new());
        slip("doubled", *token, format!("{written} {written}"));
        if let Some(next) = tokens.get(place + 1) {
            let between = Span::new(token.end, next.start).of(text);
            slip("swapped", token.to(*next), format!("{}{between}{written}", next.of(text)));
        }
    }
    slips
}

/// The text from [`NEAR`] tokens before an offset to as many after it.
fn neighbourhood(text: &str, offset: u32) -> Span {
    let tokens: Vec<Span> = tokens(text).map(|(_, span)| span).collect();
    let at = tokens.partition_point(|token| token.end <= offset);
    let first = tokens[at.saturating_sub(NEAR)];
    let last = tokens[(at + NEAR).min(tokens.len() - 1)];
    first.to(last)
}
