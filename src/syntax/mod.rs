//! From text to flat trees: tokens (logos), the grammar (lalrpop), and the builder that keeps the nesting.

mod brace;
mod builder;
mod claim;
mod lexer;
mod literal;
mod name;
mod run;
pub mod set;
mod structure;
mod stumble;
mod token;
pub mod tree;
mod wording;

pub(crate) use builder::malformed_number;
pub use name::{name_at, normal};
pub use token::{RESERVED, SETTINGS, Token};

use std::cell::Cell;

use crate::diagnostic::Findings;
use crate::source::{LINE_ENDS, Span, offset};
use builder::{Builder, Layout};
use lexer::Lexer;
use run::Runs;
use tree::File;

#[allow(
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::needless_pass_by_value,
    clippy::unwrap_used
)]
#[allow(clippy::redundant_clone, clippy::cast_possible_truncation, clippy::uninlined_format_args)]
mod grammar {
    lalrpop_util::lalrpop_mod!(generated, "/tree.rs");
    pub(super) use generated::FileParser;
}

/// Reads a file. There is always a tree for what could be read; the findings, of which at most `limit` are kept, say
/// what could not.
///
/// The text must be shorter than [`crate::source::Source::LIMIT`]. Linear in its length.
pub fn parse(text: &str, limit: usize) -> (File, Findings) {
    let (parsed, swallowed_trees) = parse_with(text, Layout::Free, limit);
    if swallowed_trees { parse_with(text, Layout::RootsAtMargin, limit).0 } else { parsed }
}

/// All words, numbers and signs of a text with their places, in order; comments and what is not of the language left
/// out.
pub fn tokens(text: &str) -> impl Iterator<Item = (Token, Span)> {
    Lexer::new(text).filter_map(Result::ok).map(|(start, token, end)| (token, Span::new(start, end)))
}

/// As [`tokens`], with the `//` comments among them, which have no token. Blanks at the end of a comment do not count.
pub fn tokens_and_comments(text: &str) -> impl Iterator<Item = (Option<Token>, Span)> {
    let end = Span::empty(offset(text.len()));
    let mut before = 0;
    tokens(text).map(|(token, span)| (Some(token), span)).chain([(None, end)]).flat_map(move |(token, span)| {
        let gap = Span::new(before, span.start);
        before = span.end;
        let comments = comments(text, gap).map(|comment| (None, comment));
        comments.chain(token.map(|token| (Some(token), span)))
    })
}

/// The comments between two tokens.
fn comments(text: &str, gap: Span) -> impl Iterator<Item = Span> {
    let mut rest = gap;
    std::iter::from_fn(move || {
        let start = rest.start + offset(rest.of(text).find("//")?);
        let line = Span::new(start, rest.end).of(text).split(LINE_ENDS).next().unwrap_or_default();
        rest.start = start + offset(line.len());
        Some(Span::new(start, start + offset(line.trim_end().len())))
    })
}

/// The first word, number or sign within `span`, or all of it where there is none.
pub fn first_token(text: &str, span: Span) -> Span {
    let within = |(start, _, end): (u32, Token, u32)| Span::new(span.start + start, span.start + end);
    Lexer::new(span.of(text)).find_map(Result::ok).map_or(span, within)
}

/// Whether a text is a name that needs no quotes.
pub fn is_plain_name(text: &str) -> bool {
    let mut tokens = Lexer::new(text);
    let first = tokens.next().and_then(Result::ok);
    let whole =
        |(start, token, end): (u32, Token, u32)| token == Token::Name && start == 0 && end as usize == text.len();
    first.is_some_and(whole)
}

/// What the text says, and whether an unclosed brace took in what may be further trees: then nobody wants to know more,
/// and what comes behind them is not read. That can only be where the layout is free.
fn parse_with(text: &str, layout: Layout, limit: usize) -> ((File, Findings), bool) {
    let swallowed_trees = Cell::new(false);
    let mut builder = Builder::new(text, layout, limit, &swallowed_trees);
    let mut lexer = Lexer::reporting(text, limit);
    let outcome = grammar::FileParser::new().parse(&mut builder, Runs::new(&mut lexer, &swallowed_trees));
    debug_assert!(outcome.is_ok(), "the grammar recovers from every error");
    builder.findings.absorb(lexer.findings);
    let parsed = builder.finish(&lexer.passed_over);
    (parsed, swallowed_trees.get())
}
