//! Slips that are understood without the grammar: signs and comments of other languages, pasted notations.
//!
//! Only a text with errors is searched for them. Each kind is reported once for a file, at its first place, with a fix
//! that mends all places. Then the text is read again as if it were mended, so that nothing is reported that only follows
//! from a slip. Every byte keeps its place in that reading.

mod drawing;
mod late;
mod list;
mod markdown;
mod notation;
mod number;
mod outside;
mod pasted;
mod sign;

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, applied};
use crate::source::{LINE_ENDS, Span};

/// The slips of a text, and the text as it is read without them.
pub(super) struct Slips<'text> {
    /// As long as the text that was written.
    pub(super) readable: Cow<'text, str>,
    /// Where they are: what is there is not what was meant.
    pub(super) places: Vec<u32>,
    slips: Vec<Slip>,
}

/// One kind of slip, wherever a file has it.
struct Slip {
    code: Code,
    message: String,
    /// The first place.
    span: Span,
    /// How many places there are.
    count: usize,
    advice: Advice,
    /// What mends all places.
    mend: Vec<Edit>,
    /// How the places are read; each edit is as long as what it replaces.
    reading: Vec<Edit>,
}

/// What to do about a slip.
enum Advice {
    /// The mend is the only thing that can be meant.
    Certain(String),
    /// The mend is what was most probably meant.
    Probable(String),
    /// The mend cannot be made by a machine.
    Help(String),
}

impl<'text> Slips<'text> {
    /// Linear in the text.
    pub(super) fn of(text: &'text str) -> Self {
        let mut slips = Self { readable: Cow::Borrowed(text), places: Vec::new(), slips: Vec::new() };
        for find in [
            markdown::find,
            drawing::find,
            outside::find,
            sign::find,
            number::find,
            notation::find,
            late::find,
            list::find,
        ] {
            let found = find(&slips.readable);
            slips.read_as(found);
        }
        slips
    }

    fn read_as(&mut self, found: Vec<Slip>) {
        let mut reading: Vec<&Edit> = found.iter().flat_map(|slip| &slip.reading).collect();
        if !reading.is_empty() {
            reading.sort_by_key(|edit| edit.span);
            self.places.extend(reading.iter().map(|edit| edit.span.start));
            let readable = applied(&self.readable, reading);
            debug_assert_eq!(readable.len(), self.readable.len(), "every byte keeps its place");
            self.readable = Cow::Owned(readable);
        }
        self.slips.extend(found);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slips.is_empty()
    }

    pub(super) fn report(self, findings: &mut Findings) {
        for slip in self.slips {
            findings.error(slip.code, || slip.finding());
        }
    }
}

impl Slip {
    fn new(code: Code, message: impl Into<String>, span: Span, advice: Advice) -> Self {
        let message = message.into();
        Self { code, message, span, count: 1, advice, mend: Vec::new(), reading: Vec::new() }
    }

    /// Mends one place by putting `text` there, which is read as `filler`, padded with blanks.
    fn mend(&mut self, span: Span, text: impl Into<String>, filler: &str, written: &str) {
        self.mend.push(Edit::new(span, text));
        self.read(span, filler, written);
    }

    /// Reads one place as `filler`.
    fn read(&mut self, span: Span, filler: &str, written: &str) {
        let length = span.range().len();
        debug_assert!(filler.len() <= length, "`{filler}` is longer than what it replaces");
        let text = if filler.is_empty() { blank(span.of(written)) } else { format!("{filler:<length$}") };
        self.reading.push(Edit::new(span, text));
    }

    /// Takes in another place of the same slip.
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.mend.extend(other.mend);
        self.reading.extend(other.reading);
    }

    fn finding(self) -> Diagnostic {
        let elsewhere = match self.count {
            0 | 1 => String::new(),
            2 => ", and the same in the other place".to_string(),
            count => format!(", and the same in the {} other places", count - 1),
        };
        let finding = Diagnostic::new(self.code, self.message, self.span);
        let (title, safe) = match self.advice {
            Advice::Help(help) => return finding.help(format!("{help}{elsewhere}")),
            Advice::Certain(title) => (title, true),
            Advice::Probable(title) => (title, false),
        };
        finding.mended_by(Fix { title: format!("{title}{elsewhere}"), edits: self.mend, safe })
    }
}

/// Blanks in the place of a text, with its line breaks.
fn blank(text: &str) -> String {
    text.chars().map(|c| if LINE_ENDS.contains(&c) { c.to_string() } else { " ".repeat(c.len_utf8()) }).collect()
}
