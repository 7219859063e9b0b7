//! The few lines of a source that a report shows: long ones clipped, control characters made visible.
//!
//! codespan prints whole source lines as they are. So it is given an excerpt in the place of the file, with the real
//! line and column numbers.

use std::collections::BTreeMap;
use std::ops::Range;

use codespan_reporting::files::{Error, Files, Location};

use super::{Located, printable_char};
use crate::source::Span;

/// How many characters of a long line are shown on either side of a label.
const AROUND: usize = 50;
/// Lines up to this length are shown whole.
const WHOLE: usize = 140;
/// How many characters of a long label are shown.
const LABEL: usize = 80;
const ELLIPSIS: &str = "…";
const TAB: &str = "    ";

/// Part of a source, with the places of labels in it.
pub(super) struct Excerpt {
    name: String,
    text: String,
    lines: Vec<Line>,
    /// For each label, in the order given, its place in the excerpt.
    pub(super) places: Vec<Range<usize>>,
    /// The place of the first label in the source.
    location: Location,
}

struct Line {
    /// The number of the line in the source, from 0.
    index: usize,
    range: Range<usize>,
}

impl Excerpt {
    /// Cuts out what is needed to show the given labels. Each label is shown on its first line only.
    pub(super) fn new(located: &Located<'_>, labels: &[Span]) -> Self {
        let text = &located.source.text;
        let mut on_line: BTreeMap<usize, Vec<(usize, Range<usize>)>> = BTreeMap::new();
        for (place, label) in labels.iter().enumerate() {
            let index = located.lines.line(label.start);
            let line = located.lines.line_span(text, index).unwrap_or_default();
            let start = label.start.clamp(line.start, line.end) - line.start;
            let end = label.end.clamp(line.start, line.end) - line.start;
            on_line.entry(index).or_default().push((place, start as usize..end as usize));
        }
        add_lines_between(&mut on_line);
        let first = located.lines.line_column(text, labels[0].start);
        let mut excerpt = Self {
            name: super::printable(&located.source.name),
            text: String::new(),
            lines: Vec::new(),
            places: vec![0..0; labels.len()],
            location: Location { line_number: first.line, column_number: first.column },
        };
        for (index, labels) in on_line {
            let line = located.lines.line_span(text, index).unwrap_or_default();
            excerpt.push_line(index, line.of(text), &labels);
        }
        excerpt
    }

    fn push_line(&mut self, index: usize, line: &str, labels: &[(usize, Range<usize>)]) {
        let begin = self.text.len();
        let shown = shown_parts(line, labels);
        let mut end = 0;
        for part in &shown {
            if part.start > end {
                self.text.push_str(ELLIPSIS);
            }
            self.push_part(line, part, labels);
            end = part.end;
        }
        if end < line.len() {
            self.text.push_str(ELLIPSIS);
        }
        self.lines.push(Line { index, range: begin..self.text.len() });
        self.text.push('\n');
    }

    /// Copies a part of a line, and records the places of its labels in the excerpt.
    fn push_part(&mut self, line: &str, part: &Range<usize>, labels: &[(usize, Range<usize>)]) {
        for (place, label) in labels {
            if part.contains(&label.start) || label.start == part.end {
                let start = self.text.len() + width(&line[part.start..label.start]);
                let shown = label.start..label.end.min(part.end).max(label.start);
                self.places[*place] = start..start + width(&line[shown]);
            }
        }
        self.text.extend(line[part.clone()].chars().map(Printed::new).flat_map(|printed| printed.chars()));
    }
}

/// A character as it is printed: itself, a visible replacement, or the spaces of a tab.
enum Printed {
    One(char),
    Tab,
}

impl Printed {
    fn new(character: char) -> Self {
        if character == '\t' { Self::Tab } else { Self::One(printable_char(character)) }
    }

    fn chars(self) -> impl Iterator<Item = char> {
        let (one, tab) = match self {
            Self::One(character) => (Some(character), ""),
            Self::Tab => (None, TAB),
        };
        one.into_iter().chain(tab.chars())
    }
}

/// How many bytes a piece of a line takes in the excerpt.
fn width(piece: &str) -> usize {
    piece.chars().map(Printed::new).flat_map(Printed::chars).map(char::len_utf8).sum()
}

/// If exactly one line lies between two that are shown, it is shown as well.
fn add_lines_between(on_line: &mut BTreeMap<usize, Vec<(usize, Range<usize>)>>) {
    let shown: Vec<usize> = on_line.keys().copied().collect();
    for pair in shown.windows(2).filter(|pair| pair[1] - pair[0] == 2) {
        on_line.insert(pair[0] + 1, Vec::new());
    }
}

/// The parts of a line that are shown, in order and without overlaps: all of a short line, the surroundings of the
/// labels on a long one.
fn shown_parts(line: &str, labels: &[(usize, Range<usize>)]) -> Vec<Range<usize>> {
    if line.len() <= WHOLE || labels.is_empty() {
        return std::iter::once(0..forward(line, 0, WHOLE)).collect();
    }
    let around = |(_, label): &(usize, Range<usize>)| {
        let end = label.end.min(forward(line, label.start, LABEL));
        backward(line, label.start, AROUND)..forward(line, end, AROUND)
    };
    let mut parts: Vec<Range<usize>> = labels.iter().map(around).collect();
    parts.sort_by_key(|part| part.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match merged.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => merged.push(part),
        }
    }
    merged
}

/// The place `count` characters after `from`, or the end.
fn forward(line: &str, from: usize, count: usize) -> usize {
    line[from..].char_indices().nth(count).map_or(line.len(), |(at, _)| from + at)
}

/// The place `count` characters before `from`, or the beginning.
fn backward(line: &str, from: usize, count: usize) -> usize {
    line[..from].char_indices().rev().nth(count.saturating_sub(1)).map_or(0, |(at, _)| at)
}

impl<'a> Files<'a> for Excerpt {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), byte: usize) -> Result<usize, Error> {
        let line = self.lines.partition_point(|line| line.range.end < byte);
        self.lines.get(line).map(|line| line.index).ok_or(Error::IndexTooLarge { given: byte, max: self.text.len() })
    }

    fn line_range(&'a self, (): (), index: usize) -> Result<Range<usize>, Error> {
        let place = self.lines.binary_search_by_key(&index, |line| line.index);
        let line = place.map_err(|_| Error::LineTooLarge { given: index, max: self.lines.len() })?;
        Ok(self.lines[line].range.clone())
    }

    fn location(&'a self, (): (), _byte: usize) -> Result<Location, Error> {
        Ok(self.location)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn excerpt(text: &str, labels: &[Span]) -> (String, Vec<String>) {
        let source = Source::new("file", text);
        let excerpt = Excerpt::new(&Located::new(&source), labels);
        let places = excerpt.places.iter().map(|place| excerpt.text[place.clone()].to_string()).collect();
        (excerpt.text, places)
    }

    #[test]
    fn labels_stay_on_their_words() {
        let long = format!("{}here{}there{}", "α ".repeat(400), "- ".repeat(400), "β ".repeat(400));
        let here = u32::try_from(long.find("here").unwrap()).unwrap();
        let there = u32::try_from(long.find("there").unwrap()).unwrap();
        let (text, places) = excerpt(&long, &[Span::new(here, here + 4), Span::new(there, there + 5)]);
        assert_eq!(places, ["here", "there"]);
        assert!(text.chars().count() < 300, "{text}");
        assert_eq!(text.matches('…').count(), 3);
    }

    #[test]
    fn control_characters_become_visible_and_tabs_wide() {
        let (text, places) = excerpt("\t\u{1b}[31mred\u{202e}", &[Span::new(6, 9)]);
        assert_eq!(text, "    ␛[31mred\u{fffd}\n");
        assert_eq!(places, ["red"]);
    }

    #[test]
    fn a_label_over_several_lines_is_shown_on_its_first() {
        let (text, places) = excerpt("one\ntwo\nthree\n", &[Span::new(4, 13)]);
        assert_eq!((text.as_str(), places), ("two\n", vec!["two".to_string()]));
    }
}
