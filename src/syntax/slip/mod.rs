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
mod places;
mod sign;
#[cfg(test)]
mod tests;
mod written;

pub(crate) use places::Places;

use std::borrow::Cow;
use std::cell::OnceCell;

use logos::Logos;

use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, Note, applied, elsewhere};
use crate::source::{self, LINE_ENDS, Span, offset};
use crate::syntax::scan::next_token;
use crate::syntax::token::Token;
use crate::syntax::tree::{File, Pasted};

/// A name that takes the place of what was meant, if that is too long for the place. The letter is so rare that a
/// finding that mentions it can be recognised.
const STAND_IN: &str = "ƾ";

/// The slips of a text, and the text as it is read without them.
pub(super) struct Slips<'text> {
    /// The part of the text that was searched.
    region: Span,
    reading: Reading<'text>,
    /// Where the slips are: the text there is not what its author meant.
    pub(super) places: Vec<u32>,
    /// Whether every token of the reading begins and ends at a character boundary of the text.
    pub(super) is_aligned: bool,
    /// The places whose text in the reading only stands for what was meant.
    pub(super) stand_ins: Places,
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
            let mut tokens = Token::lexer(&self.text);
            let each = std::iter::from_fn(|| Some((next_token(&mut tokens)?, tokens.span())));
            let known = each.filter_map(|(token, range)| Some((token.ok()?, range)));
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
    fix: Vec<Edit>,
    /// The edits of the reading at all places; each is as long as the text that it replaces.
    reading: Vec<Edit>,
    /// The places of the reading where another text stands for the one that is meant.
    stand_ins: Vec<Span>,
    /// What may be trees in another notation.
    pasted: Vec<Pasted>,
    is_reported: bool,
}

/// A fix with more edits than this is not proposed: nobody would read it through.
const MOST_EDITS: usize = 1000;

/// What to do about a slip.
enum Advice {
    /// The fix is what was probably meant. It is never applied automatically: only the author knows the meaning of text
    /// that is not in this language.
    Probable(String),
    /// The fix is what was meant: the sign has no other meaning. It is applied automatically.
    Certain(String),
    /// There is no fix.
    Help(String),
}

impl<'text> Slips<'text> {
    /// Searches a part of a text. Linear in that part.
    pub(super) fn of(text: &'text str, region: Span) -> Self {
        let reading = Reading::new(region.of(text));
        let mut taken = Places::default();
        let stand_ins = Places::default();
        let mut slips = Self { region, reading, places: Vec::new(), is_aligned: true, stand_ins, slips: Vec::new() };
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
            slips.read_as(found, &mut taken);
        }
        Self { stand_ins: slips.stand_ins.moved(region.start), ..slips }
    }

    /// Replaces the slips found in the reading so far. The places in `taken` have been replaced before. A slip that
    /// cuts such a place, or is about text that only stands for what was meant, is replaced but not reported.
    fn read_as(&mut self, found: Vec<Slip>, taken: &mut Places) {
        let is_doubtful = |span: Span| taken.are_cut_by(span) || self.stand_ins.overlap(span);
        let is_reported = |slip: &Slip| !slip.places().any(is_doubtful) && !slip.mentions(STAND_IN);
        let reported: Vec<bool> = found.iter().map(is_reported).collect();
        let reading = disjoint(found.iter().flat_map(|slip| slip.reading.iter().cloned()).collect());
        if !reading.is_empty() {
            self.places.extend(reading.iter().map(|edit| self.region.start + edit.span.start));
            self.is_aligned &= reading.iter().all(|edit| edit.span.of(&self.reading.text).is_ascii());
            let readable = applied(&self.reading.text, &reading);
            debug_assert_eq!(readable.len(), self.reading.text.len(), "every byte keeps its place");
            self.reading = Reading::new(readable);
            taken.add(reading.iter().map(|edit| edit.span));
        }
        self.stand_ins.add(found.iter().flat_map(|slip| slip.stand_ins.iter().copied()));
        self.slips.extend(found.into_iter().zip(reported).map(|(slip, is_reported)| Slip { is_reported, ..slip }));
    }

    /// The whole text with its slips replaced; every byte keeps its place.
    pub(super) fn readable(&self, text: &str) -> String {
        applied(text, &[Edit::new(self.region, self.reading.text.as_ref())])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slips.is_empty()
    }

    /// Reports the slips, except those that are only in the reading. Notes trees in other notations in the file.
    pub(super) fn report(self, file: &mut File, findings: &mut Findings) {
        let start = self.region.start;
        for slip in self.slips {
            if !slip.is_reported {
                findings.withhold();
                continue;
            }
            if !slip.pasted.is_empty() {
                let whole =
                    |list: &Pasted| Pasted { span: moved(list.span, start), list: moved(list.list, start), ..*list };
                file.pasted.push(slip.pasted.iter().map(whole).collect());
            }
            findings.error(slip.code, || slip.finding(start));
        }
    }
}

impl Slip {
    fn new(code: Code, message: impl Into<String>, span: Span, advice: Advice) -> Self {
        let message = message.into();
        let (fix, reading, stand_ins, pasted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { code, message, span, count: 1, advice, fix, reading, stand_ins, pasted, is_reported: true }
    }

    /// Fixes one place by writing `text` there. In the reading it is `filler`, padded with blanks.
    fn fix(&mut self, span: Span, text: impl Into<String>, filler: &str, written: &str) {
        let text = text.into();
        if !filler.is_empty() && filler.split([' ', ',']).ne(text.split([' ', ','])) && filler.trim() != text.trim() {
            self.stand_ins.push(span);
        }
        self.fix.push(Edit::new(span, text));
        self.read(span, filler, written);
    }

    /// In the reading, replaces one place by `filler`, which stands for what was meant there.
    fn stand_in(&mut self, span: Span, filler: &str, written: &str) {
        self.stand_ins.push(span);
        self.read(span, filler, written);
    }

    /// Replaces one place in the reading by `filler`, or by blanks if there is no room for it.
    fn read(&mut self, span: Span, filler: &str, written: &str) {
        let text = match span.range().len().checked_sub(filler.len()) {
            Some(rest) if !filler.is_empty() => format!("{filler}{}", " ".repeat(rest)),
            _ => blank(span.of(written)),
        };
        self.reading.push(Edit::new(span, text));
    }

    /// Adds another place of the same slip.
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.fix.extend(other.fix);
        self.reading.extend(other.reading);
        self.stand_ins.extend(other.stand_ins);
        self.pasted.extend(other.pasted);
    }

    /// All places that the finding is about.
    fn places(&self) -> impl Iterator<Item = Span> {
        std::iter::once(self.span).chain(self.fix.iter().map(|edit| edit.span))
    }

    /// Whether the finding shows this text.
    fn mentions(&self, text: &str) -> bool {
        let (Advice::Probable(advice) | Advice::Certain(advice) | Advice::Help(advice)) = &self.advice;
        let mut shown = [&self.message, advice].into_iter().chain(self.fix.iter().map(|edit| &edit.text));
        shown.any(|shown| shown.contains(text))
    }

    /// The finding for this slip; the region that was searched begins at `start`.
    fn finding(self, start: u32) -> Diagnostic {
        let elsewhere = elsewhere(self.count);
        let moved = |span: Span| moved(span, start);
        let finding = Diagnostic::new(self.code, self.message, moved(self.span));
        let advice = match self.advice {
            Advice::Probable(title) | Advice::Certain(title) if self.fix.len() > MOST_EDITS => Advice::Help(title),
            advice => advice,
        };
        let (title, safe) = match advice {
            Advice::Help(help) => return finding.help(format!("{help}{elsewhere}")),
            Advice::Probable(title) => (title, false),
            Advice::Certain(title) => (title, true),
        };
        let fix = disjoint(self.fix).into_iter().map(|edit| Edit { span: moved(edit.span), ..edit }).collect();
        finding.with_fix(Fix { title: format!("{title}{elsewhere}"), edits: fix, safe })
    }
}

/// Whether a finding is about one of these stand-ins, or shows one.
pub(super) fn is_about_stand_in(finding: &Diagnostic, stand_ins: &Places) -> bool {
    if stand_ins.is_empty() {
        return false;
    }
    let mut shown =
        finding.notes.iter().map(Note::text).chain(finding.fixes().map(|fix| &*fix.title)).chain([&*finding.message]);
    stand_ins.overlap(finding.primary.span) || shown.any(|text| text.contains(STAND_IN))
}

/// A place of a region that begins at `start`, as a place of the whole text.
fn moved(span: Span, start: u32) -> Span {
    Span::new(start + span.start, start + span.end)
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
