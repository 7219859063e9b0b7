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
mod outline;
mod outside;
mod pasted;
mod sign;

use std::borrow::Cow;
use std::cell::OnceCell;

use logos::Logos;

use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, applied};
use crate::source::{self, LINE_ENDS, Span, offset};
use crate::syntax::token::Token;

/// The slips of a text, and the text as it is read without them.
pub(super) struct Slips<'text> {
    /// The part of the text that was searched.
    region: Span,
    reading: Reading<'text>,
    /// Where they are: what is there is not what was meant.
    pub(super) places: Vec<u32>,
    /// Whether every word and sign of the reading begins and ends between two characters of the text.
    pub(super) is_aligned: bool,
    slips: Vec<Slip>,
}

/// A text as it is read after some of its slips; as long as the text that was written.
struct Reading<'text> {
    text: Cow<'text, str>,
    /// Its words and signs, found at the first call of [`Self::tokens`].
    tokens: OnceCell<Vec<(Token, Span)>>,
}

impl<'text> Reading<'text> {
    fn new(text: impl Into<Cow<'text, str>>) -> Self {
        Self { text: text.into(), tokens: OnceCell::new() }
    }

    /// The words and signs; what is not of the language is left out.
    fn tokens(&self) -> &[(Token, Span)] {
        self.tokens.get_or_init(|| {
            let known = Token::lexer(&self.text).spanned().filter_map(|(token, range)| Some((token.ok()?, range)));
            known.map(|(token, range)| (token, Span::new(offset(range.start), offset(range.end)))).collect()
        })
    }
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

/// A fix of more places is not proposed; it would take longer to read than to make.
const MOST_EDITS: usize = 1000;

/// What to do about a slip.
enum Advice {
    /// The mend is what was most probably meant. None is made unseen: only its author knows what a text means that is not in
    /// this language.
    Probable(String),
    /// The mend cannot be made by a machine.
    Help(String),
}

impl<'text> Slips<'text> {
    /// Searches a part of a text. Linear in that part.
    pub(super) fn of(text: &'text str, region: Span) -> Self {
        let reading = Reading::new(region.of(text));
        let mut slips = Self { region, reading, places: Vec::new(), is_aligned: true, slips: Vec::new() };
        for find in [
            markdown::find,
            drawing::find,
            outline::find,
            outside::find,
            sign::find,
            number::find,
            notation::find,
            late::find,
            list::find,
        ] {
            let found = find(&slips.reading);
            slips.read_as(found);
        }
        slips
    }

    fn read_as(&mut self, found: Vec<Slip>) {
        let reading = disjoint(found.iter().flat_map(|slip| slip.reading.iter().cloned()).collect());
        if !reading.is_empty() {
            self.places.extend(reading.iter().map(|edit| self.region.start + edit.span.start));
            self.is_aligned &= reading.iter().all(|edit| edit.span.of(&self.reading.text).is_ascii());
            let readable = applied(&self.reading.text, &reading);
            debug_assert_eq!(readable.len(), self.reading.text.len(), "every byte keeps its place");
            self.reading = Reading::new(readable);
        }
        self.slips.extend(found);
    }

    /// The whole text without its slips; every byte keeps its place.
    pub(super) fn readable(&self, text: &str) -> String {
        applied(text, &[Edit::new(self.region, self.reading.text.as_ref())])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slips.is_empty()
    }

    pub(super) fn report(self, findings: &mut Findings) {
        for slip in self.slips {
            findings.error(slip.code, || slip.finding(self.region.start));
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
        let text = match length.checked_sub(filler.len()) {
            Some(rest) if !filler.is_empty() => format!("{filler}{}", " ".repeat(rest)),
            _ => blank(span.of(written)),
        };
        self.reading.push(Edit::new(span, text));
    }

    /// Takes in another place of the same slip.
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.mend.extend(other.mend);
        self.reading.extend(other.reading);
    }

    /// The finding for it; the text that was searched begins at `start`.
    fn finding(self, start: u32) -> Diagnostic {
        let elsewhere = match self.count {
            0 | 1 => String::new(),
            2 => "; change the other place in the same way".to_string(),
            count => format!("; change the {} other places in the same way", count - 1),
        };
        let moved = |span: Span| Span::new(start + span.start, start + span.end);
        let finding = Diagnostic::new(self.code, self.message, moved(self.span));
        let advice = match self.advice {
            Advice::Probable(title) if self.mend.len() > MOST_EDITS => Advice::Help(title),
            advice => advice,
        };
        let title = match advice {
            Advice::Help(help) => return finding.help(format!("{help}{elsewhere}")),
            Advice::Probable(title) => title,
        };
        let mend = disjoint(self.mend).into_iter().map(|edit| Edit { span: moved(edit.span), ..edit }).collect();
        finding.mended_by(Fix { title: format!("{title}{elsewhere}"), edits: mend, safe: false })
    }
}

/// These edits in the order of their places, without those that overlap one before them.
fn disjoint(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span);
    let mut end = 0;
    edits.retain(|edit| {
        let is_free = edit.span.start >= end;
        end = if is_free { edit.span.end } else { end };
        is_free
    });
    edits
}

/// The places of the lines of a text, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    source::lines(text).scan(0, |start, line| {
        let span = Span::new(*start, *start + offset(line.trim_end_matches(LINE_ENDS).len()));
        *start += offset(line.len());
        Some(span)
    })
}

/// Blanks in the place of a text, with its line breaks.
fn blank(text: &str) -> String {
    text.chars().map(|c| if LINE_ENDS.contains(&c) { c.to_string() } else { " ".repeat(c.len_utf8()) }).collect()
}
