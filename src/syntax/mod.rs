//! From text to flat trees: tokens (logos), the grammar (lalrpop), and the builder that keeps the nesting.

mod brace;
mod builder;
mod claim;
mod lexer;
mod literal;
mod meant;
mod name;
mod nesting;
mod run;
mod scan;
pub mod set;
mod sign;
mod slip;
mod structure;
mod syntax_error;
mod term;
mod token;
mod tokens;
pub mod tree;
mod trial;
mod wording;

pub(crate) use builder::malformed_number;
pub use meant::read_as_meant;
pub use name::{name_at, normal};
#[cfg(test)]
pub(crate) use token::{ASKED, LISTS, QUANTITIES};
pub use token::{CHOICES, RESERVED, SETTINGS, Token};
pub use tokens::{TokenTable, first_token, tokens, tokens_in, with_comments};

use std::cell::Cell;

use crate::diagnostic::{Code, Findings};
use crate::source::{LINE_ENDS, Span, offset};
use builder::{Builder, Layout};
use lexer::Lexer;
use run::Runs;
pub(crate) use slip::Places;
use slip::Slips;
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

/// Reads a file. There is always a tree for what could be read. The findings report what could not be read; at most
/// `limit` of them are kept.
///
/// The text must be shorter than [`crate::source::Source::LIMIT`]. Linear in its length.
pub fn parse(text: &str, limit: usize) -> (File, Findings) {
    let (file, mut findings) = without_trial(text, limit);
    if findings.tally().errors > 0 {
        trial::keep_what_helps(text, &file, &mut findings);
    }
    (file, findings)
}

/// Like [`parse`], but without trying the fixes of the findings.
fn without_trial(text: &str, limit: usize) -> (File, Findings) {
    let (file, findings, passed_over) = parse_in_layouts(text, limit, &Places::default());
    let (errors, bare) = (findings.tally().errors, findings.counts().of(Code::BareUnderChance));
    // A bare node below a chance node is not a syntax error; it only has no meaning.
    if errors == bare && passed_over.is_empty() {
        return (file, findings);
    }
    // Look for slips only in the trees that have errors.
    let passed = passed_over.iter().map(|place| Span::empty(*place));
    let wrong = passed.chain(findings.extent()).reduce(Span::to).unwrap_or_default();
    let slips = Slips::of(text, near(text, wrong, file.around(text, wrong)));
    if slips.is_empty() {
        return (file, findings);
    }
    let (reread, mut findings, _) = parse_in_layouts(&slips.readable(text), limit, &slips.stand_ins);
    // If the second reading is not aligned with the text, its places may split characters. Then keep the trees of the
    // first reading.
    let mut file = if slips.is_aligned { reread } else { file };
    doubt(&mut file, &passed_over);
    doubt(&mut file, &slips.places);
    slips.report(&mut file, &mut findings);
    findings.kept_mut().for_each(|finding| finding.snap(text));
    (file, findings)
}

/// The lines of a region that are near a place: all lines, unless the region is large.
fn near(text: &str, place: Span, region: Span) -> Span {
    /// In bytes, before the place and after it.
    const FAR: usize = 1 << 13;
    let start = text.floor_char_boundary((place.start as usize).saturating_sub(FAR));
    let start = text[..start].rfind(LINE_ENDS).map_or(0, |line_end| line_end + 1);
    let end = text.ceil_char_boundary((place.end as usize + FAR).min(text.len()));
    let end = text[end..].find(LINE_ENDS).map_or(text.len(), |line_end| end + line_end);
    Span::new(region.start.max(offset(start)), region.end.min(offset(end)))
}

/// Whether a text is a name that needs no quotes.
pub fn is_plain_name(text: &str) -> bool {
    let mut tokens = Lexer::new(text);
    let first = tokens.next().and_then(Result::ok);
    let whole =
        |(start, token, end): (u32, Token, u32)| token == Token::Name && start == 0 && end as usize == text.len();
    first.is_some_and(whole)
}

/// Marks the trees with doubtful places as broken, so that their claims are not judged. A doubtful place outside trees
/// may be a setting, so all trees below it are marked, too.
fn doubt(file: &mut File, places: &[u32]) {
    file.doubtful.extend(places);
    let mut doubtful_from = usize::MAX;
    for place in places {
        let next = file.trees.partition_point(|tree| tree.span.end <= *place);
        match file.trees.get_mut(next) {
            Some(tree) if tree.span.start <= *place => tree.broken = true,
            _ => doubtful_from = doubtful_from.min(next),
        }
    }
    file.trees.iter_mut().skip(doubtful_from).for_each(|tree| tree.broken = true);
}

/// The file that a text describes, its syntax errors, and the places of signs that the language does not have. Nothing
/// is reported about `stand_ins`, because their text is not the author's.
fn parse_in_layouts(text: &str, limit: usize, stand_ins: &Places) -> (File, Findings, Vec<u32>) {
    let (parsed, swallowed_trees) = parse_with(text, Layout::Free, limit, stand_ins);
    if swallowed_trees { parse_with(text, Layout::RootsAtMargin, limit, stand_ins).0 } else { parsed }
}

/// Parses the text, and returns whether an unclosed brace has swallowed what may be further trees. In that case the
/// rest of the text is not read, and the result must not be used. This happens only in the free layout.
fn parse_with(text: &str, layout: Layout, limit: usize, stand_ins: &Places) -> ((File, Findings, Vec<u32>), bool) {
    let swallowed_trees = Cell::new(false);
    let mut builder = Builder::new(text, layout, limit, &swallowed_trees, stand_ins);
    let mut lexer = Lexer::new(text);
    let outcome = grammar::FileParser::new().parse(&mut builder, Runs::new(&mut lexer, &swallowed_trees));
    debug_assert!(outcome.is_ok(), "the grammar recovers from every error");
    let (file, findings) = builder.finish();
    ((file, findings, lexer.passed_over), swallowed_trees.get())
}
