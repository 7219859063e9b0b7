//! Slips that can be recognised without the grammar: signs and comments of other languages, pasted notations.
//!
//! Only a text with errors is searched for slips. Each kind is reported once for a file, at its first place, with a fix
//! for all places. Then the text is parsed again as if it were fixed, so that errors that only follow from a slip are
//! not reported. Every byte keeps its place in that reading.

mod drawing;
mod late;
mod list;
mod markdown;
mod misnamed;
mod notation;
mod number;
mod outline;
mod outside;
mod pasted;
mod sign;
#[cfg(test)]
mod tests;
mod written;

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
    /// Where the slips are: the text there is not what its author meant.
    pub(super) places: Vec<u32>,
    /// Whether every token of the reading begins and ends at a character boundary of the text.
    pub(super) is_aligned: bool,
    slips: Vec<Slip>,
}

/// A text in which some slips are replaced, with the same length as the original.
struct Reading<'text> {
    text: Cow<'text, str>,
    /// Its tokens, found at the first call of [`Self::tokens`].
    tokens: OnceCell<Vec<(Token, Span)>>,
}

impl<'text> Reading<'text> {
    fn new(text: impl Into<Cow<'text, str>>) -> Self {
        Self { text: text.into(), tokens: OnceCell::new() }
    }

    /// The tokens; anything that is not part of the language is left out.
    fn tokens(&self) -> &[(Token, Span)] {
        self.tokens.get_or_init(|| {
            let known = Token::lexer(&self.text).spanned().filter_map(|(token, range)| Some((token.ok()?, range)));
            known.map(|(token, range)| (token, Span::new(offset(range.start), offset(range.end)))).collect()
        })
    }
}

/// One kind of slip, with all its places in a file.
struct Slip {
    code: Code,
    message: String,
    /// The first place.
    span: Span,
    /// How many places there are.
    count: usize,
    advice: Advice,
    /// The edits that fix all places.
    mend: Vec<Edit>,
    /// The edits of the reading at all places; each is as long as the text that it replaces.
    reading: Vec<Edit>,
}

/// A fix with more edits than this is not proposed: nobody would read it through.
const MOST_EDITS: usize = 1000;

/// What to do about a slip.
enum Advice {
    /// The fix is what was probably meant. It is never applied automatically: only the author knows the meaning of text
    /// that is not in this language.
    Probable(String),
    /// There is no automatic fix.
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

    /// The whole text with its slips replaced; every byte keeps its place.
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

    /// Fixes one place by writing `text` there. In the reading it is `filler`, padded with blanks.
    fn mend(&mut self, span: Span, text: impl Into<String>, filler: &str, written: &str) {
        self.mend.push(Edit::new(span, text));
        self.read(span, filler, written);
    }

    /// Replaces one place by `filler` in the reading.
    fn read(&mut self, span: Span, filler: &str, written: &str) {
        let length = span.range().len();
        debug_assert!(filler.len() <= length, "`{filler}` is longer than what it replaces");
        let text = match length.checked_sub(filler.len()) {
            Some(rest) if !filler.is_empty() => format!("{filler}{}", " ".repeat(rest)),
            _ => blank(span.of(written)),
        };
        self.reading.push(Edit::new(span, text));
    }

    /// Adds another place of the same slip.
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.mend.extend(other.mend);
        self.reading.extend(other.reading);
    }

    /// The finding for this slip; the region that was searched begins at `start`.
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

/// The edits in order of place, without those that overlap an earlier one.
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

/// The spans of the lines of a text, without their line ends.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    source::lines(text).scan(0, |start, line| {
        let span = Span::new(*start, *start + offset(line.trim_end_matches(LINE_ENDS).len()));
        *start += offset(line.len());
        Some(span)
    })
}

/// Blanks as long as a text, with its line breaks.
fn blank(text: &str) -> String {
    text.chars().map(|c| if LINE_ENDS.contains(&c) { c.to_string() } else { " ".repeat(c.len_utf8()) }).collect()
}
