//! Which notation a text is in.

use super::bracket::{Form, Item};
use super::lists::{self, children};
use super::literal::Literal;
use super::value::{player_of, read_number};
use super::{Format, Options, degrees, json, literal, log, misread, outline};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, lines, offset};

/// Recognises the format of a text by what is in it. The ending of a file does not count: Python and JSON files can have
/// trees in several notations.
///
/// # Errors
/// If no format fits, or two do.
pub fn detect(text: &str, options: &Options) -> Result<Format, Box<Diagnostic>> {
    Ok(recognised(text, options)?.0)
}

/// The format of a text, with its literal if that had to be found for it.
pub(super) fn recognised(text: &str, options: &Options) -> Result<(Format, Option<Literal>), Box<Diagnostic>> {
    if let Some(format) = marked(text) {
        return Ok((format, None));
    }
    if is_leaves(text) {
        return Ok((Format::Leaves, None));
    }
    let literal = match literal::find(text, options.variable.as_deref()) {
        Ok(literal) => literal,
        Err(fault) if literal::has_any(text) => return Err(fault),
        Err(_) if degrees::is_degrees(text) => return Ok((Format::Degrees, None)),
        Err(_) if outline::is_outline(text) => return Ok((Format::Outline, None)),
        Err(_) => return Err(nothing_fits(text)),
    };
    let format = of_literal(text, &literal.items);
    if format == Format::Lists {
        lists::refuse_two_readings(text, &literal.items)?;
    }
    Ok((format, Some(literal)))
}

/// The format of a text that has words or signs which only this format has.
pub(super) fn marked(text: &str) -> Option<Format> {
    let first_line = significant_lines(text).next().unwrap_or_default();
    let is_aima =
        || ["succs", "utils"].iter().all(|name| text.contains(name) && literal::assigned(text, name).is_some());
    match () {
        () if text.trim_start_matches('\u{feff}').split_whitespace().next() == Some("EFG") => Some(Format::Efg),
        () if is_cs188(text) => Some(Format::Cs188),
        () if is_log(text) => Some(Format::Trace),
        () if is_aima() => Some(Format::Aima),
        () if is_header(first_line) => Some(Format::Edges),
        () if is_nyu(first_line) && significant_lines(text).any(is_nyu_leaf) => Some(Format::Nyu),
        () => None,
    }
}

/// The format of a text whose first line already belongs to it. A file of this language can have words of other
/// notations further down.
pub(super) fn begun(text: &str) -> Option<Format> {
    let is_comment = |line: &&str| line.starts_with("//");
    let first = significant_lines(text).find(|line| !is_comment(line))?;
    let mut words = first.split_whitespace();
    if degrees::is_degrees(first) && !first.contains('{') {
        return Some(Format::Degrees);
    }
    let format = marked(text)?;
    let begins = match format {
        Format::Efg => words.nth(1) == Some("2"),
        Format::Cs188 => first.contains(": \"") && !first.contains('{'),
        Format::Trace => is_step(first),
        Format::Aima => words.next().is_some_and(|word| ["class", "succs", "utils"].contains(&word)),
        Format::Edges => is_header(first),
        _ => is_nyu(first),
    };
    begins.then_some(format)
}

/// Whether every line of a log is about the search.
pub(super) fn has_only_steps(text: &str) -> bool {
    significant_lines(text).all(is_step)
}

/// Whether a line of a log is about the search.
fn is_step(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    log::WORDS.contains(&word) || is_json_step(line)
}

fn is_json_step(line: &str) -> bool {
    line.starts_with('{') && line.contains("\"event\"")
}

/// The format of a text that is one list or object and nothing else, if it is long or begins with a name.
pub(super) fn lone_literal(text: &str, most: usize) -> Option<Format> {
    let items = literal::whole(text)?;
    let format = of_literal(text, &items);
    // In short lists of other formats, the parser recognises what is meant.
    (items.len() > most || format == Format::Tuples).then_some(format)
}

fn nothing_fits(text: &str) -> Box<Diagnostic> {
    let first = text.trim_start_matches('\u{feff}').trim_start();
    let start = text.len() - first.len();
    let line = first.lines().next().unwrap_or_default().trim_end();
    let span = Span::new(offset(start), offset(start + line.len()));
    misread("this text is in no notation that can be recognised", span)
        .help("`gametree convert --formats` lists the notations; name one of them with `--from`")
        .into()
}

fn of_literal(text: &str, items: &[Item]) -> Format {
    let first = children(items, 0).next().map(|place| items[place]);
    match first {
        _ if json::is_node(text, items) => Format::Json,
        Some(first) if first.form == Form::Text && player_of(text, first).is_none() => Format::Tuples,
        _ => Format::Lists,
    }
}

/// Whether a text is nothing but numbers.
fn is_leaves(text: &str) -> bool {
    let mut words =
        text.split(|sign: char| sign.is_whitespace() || sign == ',').filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| read_number(word).is_some())
}

fn significant_lines(text: &str) -> impl Iterator<Item = &str> {
    lines(text)
        .map(|line| line.trim_start_matches('\u{feff}').trim())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a text is a test of the course CS188.
fn is_cs188(text: &str) -> bool {
    significant_lines(text).filter_map(|line| line.split_once(':')).any(|(key, value)| match key.trim_end() {
        "successors" => value.trim_start().starts_with("\"\"\""),
        "class" => value.contains("GameTreeTest\""),
        _ => false,
    })
}

/// Whether the lines of a text are those of a log. A program may print other lines, too.
fn is_log(text: &str) -> bool {
    // A line that is written almost like this is refused later.
    let first = |line: &str| line.split_whitespace().next().and_then(log::meant);
    let has = |word: &str| significant_lines(text).any(|line| first(line) == Some(word));
    significant_lines(text).next().is_some_and(is_json_step)
        || (has("enter") && ["return", "leaf", "skip"].into_iter().any(has))
}

/// Whether a line is the header of a table of edges.
fn is_header(line: &str) -> bool {
    /// A line with more columns is no header: it would be that of a table which nobody can read.
    const MOST_COLUMNS: usize = 100;
    let columns = || line.split([',', ';', '\t']).take(MOST_COLUMNS).map(|word| word.trim().trim_matches('"'));
    ["parent", "child"].iter().all(|wanted| columns().any(|column| column.eq_ignore_ascii_case(wanted)))
}

/// Whether a line gives the value of a leaf: `b=4`.
fn is_nyu_leaf(line: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
    line.split_once('=').is_some_and(|(name, value)| is_name(name.trim()) && read_number(value.trim()).is_some())
}

fn is_nyu(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, list)| {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name && list.trim_start().starts_with('[')
    })
}
