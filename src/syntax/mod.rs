//! From text to flat trees: tokens (logos), the grammar (lalrpop), and the builder that keeps the nesting.

mod bare;
mod brace;
mod builder;
mod claim;
mod labels;
mod lexer;
mod literal;
mod meant;
mod name;
mod nesting;
mod node_set;
mod nodes;
mod reread;
mod run;
mod scan;
pub mod set;
mod shift;
mod siblings;
mod sign;
mod slip;
mod sparse;
mod splice;
mod step;
mod structure;
mod syntax_error;
mod term;
mod texts;
mod token;
mod tokens;
pub mod tree;
mod trial;
mod wording;

pub(crate) use builder::malformed_number;
pub use meant::read_as_meant;
pub use name::{name_at, normal};
pub use reread::{Reread, reread_trees};
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
pub use siblings::{Sound, reread_children};
pub(crate) use slip::Places;
use slip::Slips;
use tree::{File, Kind};

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
    let Read { file, findings, .. } = read(text, Span::new(0, offset(text.len())), limit, None);
    (file, findings)
}

/// Gives the same result as [`parse`]. It is faster if the text differs from `sound` only inside the braces of one node.
pub fn parse_like(sound: Sound<'_>, text: &str, limit: usize) -> (File, Findings) {
    let Read { file, findings, .. } = read(text, Span::new(0, offset(text.len())), limit, Some(sound));
    (file, findings)
}

/// What was read of a part of a text.
struct Read {
    file: File,
    findings: Findings,
    /// The layout in which it was read. If it was read again because of slips, the layout of the reading that trusts
    /// the text more.
    layout: Layout,
    /// Where the first reading found signs that the language does not have.
    passed_over: Vec<u32>,
}

/// Reads a part of a text, which must begin and end between tokens outside of all trees. All places are those of the
/// whole text. `sound` is only given if the part is the whole text; if it differs little, it makes reading faster.
fn read(text: &str, part: Span, limit: usize, sound: Option<Sound<'_>>) -> Read {
    let mut read = without_trial(text, part, limit, sound);
    if read.findings.tally().errors > 0 {
        trial::keep_what_helps(text, &read.file, &mut read.findings);
    }
    read
}

/// Like [`read`], but without trying the fixes of the findings.
fn without_trial(text: &str, part: Span, limit: usize, sound: Option<Sound<'_>>) -> Read {
    let read_once = |text: &str, stand_ins: &Places| {
        let like_sound = sound.and_then(|sound| siblings::read_like(sound, text, limit, stand_ins));
        like_sound.unwrap_or_else(|| read_in_layouts(text, part, limit, stand_ins))
    };
    let mut read = read_once(text, &Places::default());
    let (errors, bare) = (read.findings.tally().errors, read.findings.counts().of(Code::BareUnderChance));
    let passed = read.passed_over.iter().map(|place| Span::empty(*place));
    let passed_silently = read.file.mistaken;
    let wrong = passed.chain(read.findings.extent()).reduce(Span::to);
    // A bare node below a chance node is not a syntax error; it only has no meaning.
    let slips = (errors > bare || !read.passed_over.is_empty()).then(|| {
        // Look for slips only in the trees that have errors.
        let wrong = wrong.unwrap_or_default();
        Slips::of(text, near(text, wrong, read.file.around(text, wrong)))
    });
    if let Some(slips) = slips.filter(|slips| !slips.is_empty()) {
        let reread = read_once(&slips.readable(text), &slips.stand_ins);
        // If the second reading is not aligned with the text, its places may split characters. Then keep the trees of
        // the first reading.
        let file = if slips.is_aligned { reread.file } else { read.file };
        let layout = read.layout.max(reread.layout);
        read = Read { file, findings: reread.findings, layout, passed_over: read.passed_over };
        doubt(&mut read.file, &read.passed_over);
        doubt(&mut read.file, &slips.places);
        slips.report(&mut read.file, &mut read.findings);
        read.findings.kept_mut().for_each(|finding| finding.snap(text));
    }
    read.file.mistaken = mistaken(&mut read, wrong.into_iter().chain(passed_silently));
    read
}

/// The smallest span that covers all mistakes, the findings about them, and their fixes; `None` if there are no mistakes.
/// `wrong` are the mistakes of an earlier reading, if there was one.
fn mistaken(read: &mut Read, wrong: impl Iterator<Item = Span>) -> Option<Span> {
    let doubtful = read.file.doubtful.iter().chain(&read.passed_over).map(|place| Span::empty(*place));
    let places = doubtful.chain(wrong).chain(read.file.mistaken).chain(read.findings.extent());
    let places = places.chain(read.findings.kept_mut().flat_map(|finding| finding.spans_mut().map(|span| *span)));
    places.reduce(Span::to)
}

impl File {
    /// The part of the text from the tree at a place, or the one before it, to the second tree after the place.
    fn around(&self, text: &str, place: Span) -> Span {
        let first = self.trees.partition_point(|tree| tree.span.start <= place.start);
        let next = self.trees.partition_point(|tree| tree.span.start <= place.end);
        let start = first.checked_sub(1).map_or(0, |tree| self.trees[tree].span.start);
        let end = self.trees.get(next + 1).map_or(offset(text.len()), |tree| tree.span.start);
        Span::new(start, end)
    }
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

/// Some children of a node that follow each other.
#[derive(Clone, Copy)]
struct Children {
    /// The kind of their parent.
    parent: Kind,
    /// Their parent's opening brace.
    brace: u32,
    /// Their text. It ends with their parent's closing brace if they are the last ones.
    text: Span,
    are_last: bool,
}

/// Reads children of a node as those of a root; there may be mistakes in them. Returns `None` if the braces do not match,
/// or if the text contains anything that belongs to a tree or to the file rather than to a node.
fn read_children(text: &str, children: Children, limit: usize, stand_ins: &Places) -> Option<Read> {
    let (given_up, layout) = (Cell::new(false), Layout::Free);
    let mut builder = Builder::new(text, layout, limit, &given_up, stand_ins);
    builder.begin_children(children.parent, children.brace);
    let mut lexer = Lexer::within(text, children.text);
    parse_items(&mut builder, Runs::new(&mut lexer, &given_up));
    let end = children.text.end;
    if !children.are_last && builder.nesting.is_in_outermost() {
        builder.close(end);
    }
    // Nodes that are still open are not closed, because the result would not be used.
    if builder.nesting.in_tree() || builder.nesting.went_beyond {
        return None;
    }
    let (file, findings) = builder.finish(end);
    let is_whole = file.trees.len() == 1 && file.trees[0].span.end == end;
    is_whole.then_some(Read { file, findings, layout, passed_over: lexer.passed_over })
}

fn parse_items(builder: &mut Builder<'_>, tokens: Runs<'_, '_>) {
    let outcome = grammar::FileParser::new().parse(builder, tokens);
    debug_assert!(outcome.is_ok(), "the grammar recovers from every error");
}

/// Reads a part of a text. Nothing is reported about `stand_ins`, because their text is not the author's.
fn read_in_layouts(text: &str, part: Span, limit: usize, stand_ins: &Places) -> Read {
    let (read, swallowed_trees) = read_in(Layout::Free, text, part, limit, stand_ins);
    if swallowed_trees { read_in(Layout::RootsAtMargin, text, part, limit, stand_ins).0 } else { read }
}

/// Reads a part of a text, and returns whether an unclosed brace has swallowed what may be further trees. In that case
/// the rest of the part is not read, and the result must not be used. This happens only in the free layout.
fn read_in(layout: Layout, text: &str, part: Span, limit: usize, stand_ins: &Places) -> (Read, bool) {
    let swallowed_trees = Cell::new(false);
    let mut builder = Builder::new(text, layout, limit, &swallowed_trees, stand_ins);
    let mut lexer = Lexer::within(text, part);
    parse_items(&mut builder, Runs::new(&mut lexer, &swallowed_trees));
    let (file, findings) = builder.finish(part.end);
    (Read { file, findings, layout, passed_over: lexer.passed_over }, swallowed_trees.get())
}
