//! Slips for signs that the language does not have, with their messages.

use std::collections::BTreeMap;
use std::ops::Range;

use logos::Logos;

use super::{Advice, Reading, Slip, misnamed};
use crate::diagnostic::render::{is_printable, printable};
use crate::diagnostic::{Code, Edit};
use crate::source::{LINE_ENDS, Span, line_breaks, offset};
use crate::syntax::scan::next_token;
use crate::syntax::sign::{BLANKS, Sign, SignKind, played_move};
use crate::syntax::token::{RESERVED, Token};

/// Finds every sign that begins no token; one slip for each kind of sign. Percent signs in claims are a kind of their
/// own.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let text = reading.text.as_ref();
    let mut found: BTreeMap<(SignKind, bool), Slip> = BTreeMap::new();
    let (mut names, mut unknowns) = (Vec::new(), Vec::new());
    let mut taken_to = 0;
    let mut tokens = Token::lexer(text);
    while let Some(token) = next_token(&mut tokens) {
        let Range { start, end } = tokens.span();
        let span = Span::new(offset(start), offset(end));
        match token {
            Ok(Token::Underscored) => names.push(span),
            Ok(Token::Numbered) => unknowns.push(span),
            Ok(_) => {}
            Err(()) => {
                let sign = Sign::skip(&mut tokens);
                if sign.kind == SignKind::Infinity {
                    continue;
                }
                let place = Place { text, sign, start };
                let slip = found.entry((sign.kind, place.is_claimed())).or_insert_with(|| place.slip());
                taken_to = place.fix(slip, taken_to);
            }
        }
    }
    let (blanks, names) = names.into_iter().partition::<Vec<_>, _>(|span| misnamed::is_blank(reading, *span));
    let (blanks, names) = (misnamed::blanks(text, &blanks), misnamed::names_with_underscore(reading, &names));
    found.into_values().chain(blanks).chain(names).chain(misnamed::unknowns(reading, &unknowns)).collect()
}

/// A sign at its place in the text.
struct Place<'text> {
    text: &'text str,
    sign: Sign,
    start: usize,
}

impl Place<'_> {
    fn span(&self) -> Span {
        Span::new(offset(self.start), offset(self.start + self.sign.length))
    }

    fn written(&self) -> &str {
        self.span().of(self.text)
    }

    fn after(&self) -> &str {
        &self.text[self.start + self.sign.length..]
    }

    fn before(&self) -> &str {
        &self.text[..self.start]
    }

    /// A slip for this kind of sign, without its fixes.
    fn slip(&self) -> Slip {
        let (message, advice) = self.words();
        let slip = Slip::new(Code::UnexpectedCharacter, message, self.whole(), advice);
        Slip { count: 0, ..slip }
    }

    /// The message, and what to do about it.
    fn words(&self) -> (String, Advice) {
        use Advice::{Certain, Help, Probable};
        let written = printable(self.written());
        let instead = self.replacement().unwrap_or_default();
        let write = format!("write `{instead}`");
        match self.sign.kind {
            SignKind::Comment(begin) => {
                let message = format!("a comment begins with `//`, not with `{begin}`");
                (message, Probable("write `//`".to_string()))
            }
            SignKind::Block(..) => (
                "a comment begins with `//` and ends with its line".to_string(),
                match self.unfolded() {
                    Some(_) => Probable("write `//` before each line of the comment".to_string()),
                    None => Help("write the comment on lines of its own, with `//` before each".to_string()),
                },
            ),
            SignKind::Quotes => ("text goes in straight double quotes".to_string(), Probable(write)),
            SignKind::Prime => ("a prime is written `'`".to_string(), Probable(write)),
            SignKind::Separator(sign) => (
                format!("`{sign}` is not used in this language: commas or spaces separate things"),
                Probable(if instead.is_empty() {
                    format!("delete the `{sign}`")
                } else {
                    format!("write `,` instead of `{sign}`")
                }),
            ),
            SignKind::LoneMinus => ("the sign of a number is written directly before it".to_string(), Probable(write)),
            SignKind::LoneSlash => ("a fraction is written without spaces".to_string(), Probable(write)),
            SignKind::Dash(_) => (format!("`{written}` is a dash, not a minus sign"), Probable(write)),
            SignKind::Percent if self.is_claimed() => {
                let number = self.percentage();
                let advice = match self.replacement() {
                    Some(_) => Probable(format!("{write}; if the leaves are in percent, write `{number}`")),
                    None => Help("write the value as a plain number".to_string()),
                };
                ("`%` is not used in this language: a value is a plain number".to_string(), advice)
            }
            SignKind::Percent => {
                let advice = match self.replacement() {
                    Some(_) => Probable(write),
                    None => Help("write the probability as a number from 0 to 1".to_string()),
                };
                ("`%` is not used in this language: a probability is a number from 0 to 1".to_string(), advice)
            }
            SignKind::AtLeast | SignKind::AtMost => {
                (format!("`{}` is written `{instead}` here", clip(self.whole_text())), Certain(write))
            }
            SignKind::Near => (format!("`{}` is written `{instead}` here", clip(self.whole_text())), Probable(write)),
            SignKind::Less => {
                ("`<` is not used in this language".to_string(), Probable("for an upper bound, write `<=`".to_string()))
            }
            SignKind::Command(_) | SignKind::Foreign(_) => {
                (format!("`{written}` is written `{instead}` here"), Probable(write))
            }
            SignKind::Angles => ("a window is written in square brackets".to_string(), Probable(write)),
            SignKind::ListArrow(_) => {
                ("moves are listed with spaces between them".to_string(), Probable("write a space".to_string()))
            }
            SignKind::LineArrow => {
                let first = played_move(self.before()).unwrap_or_default();
                let line = self.written().split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\'')));
                let line: Vec<&str> = std::iter::once(first).chain(line).filter(|word| !word.is_empty()).collect();
                let line = clip(&line.join(" "));
                let advice = format!("write `plays {first}`; a whole line is claimed with `expect line {line}`");
                ("`plays` takes one move".to_string(), Probable(advice))
            }
            SignKind::Hyphen => ("a word cannot continue on the next line".to_string(), Probable(write)),
            SignKind::Arrow(arrow) => {
                (format!("`{arrow}` is not used in this language: a label takes a colon"), Probable(write))
            }
            SignKind::Times => (
                "no multiplication sign is needed: a chance node multiplies each probability by its child's value"
                    .to_string(),
                Probable(format!(
                    "write `{}: {}`",
                    fraction_before(self.before().trim_end_matches(BLANKS)),
                    self.number_after()
                )),
            ),
            SignKind::Through => {
                ("a comma separates the two ends of a window".to_string(), Probable("write `,`".to_string()))
            }
            SignKind::Points => {
                let advice = match self.replacement() {
                    Some(_) => Probable("write `...`".to_string()),
                    None => Help("delete the point, or write `...` for a subtree that does not matter".to_string()),
                };
                ("write exactly three points, `...`, for any subtree".to_string(), advice)
            }
            SignKind::Space(space) if space.is_whitespace() => (
                format!("this is not an ordinary space (U+{:04X})", u32::from(space)),
                Probable("write an ordinary space".to_string()),
            ),
            SignKind::Space(hidden) => (
                format!("there is an invisible character (U+{:04X}) here", u32::from(hidden)),
                Probable("delete the invisible character".to_string()),
            ),
            SignKind::Infinity => unreachable!("`slip/number.rs` reports it with its word"),
            SignKind::Other('-' | '+') => (
                "a sign needs a number directly after it".to_string(),
                Help("write the number after it, or delete the sign".to_string()),
            ),
            SignKind::Other(sign) => {
                let sign = if is_printable(sign) { sign.to_string() } else { written };
                (
                    format!("`{sign}` is not used in this language"),
                    Help("delete it, or put the text it belongs to in quotes".to_string()),
                )
            }
        }
    }

    /// Adds this place to its slip. If it overlaps the place before it, which ends at `taken_to`, it gets no fix.
    /// Returns the new `taken_to`.
    fn fix(&self, slip: &mut Slip, taken_to: u32) -> u32 {
        slip.count += 1;
        let whole = self.whole();
        if whole.start < taken_to {
            slip.read(self.span(), "", self.text);
            return self.span().end;
        }
        let replacement = self.replacement();
        match (self.sign.kind, replacement) {
            (SignKind::Block(..), _) => {
                slip.fix.extend(self.unfolded().unwrap_or_default());
                slip.read(whole, "", self.text);
            }
            (SignKind::Comment(_), _) => {
                let signs = self.written().chars().take_while(|c| self.written().starts_with(*c)).count();
                slip.fix.push(Edit::new(Span::new(whole.start, whole.start + offset(signs)), "//"));
                slip.read(whole, "", self.text);
            }
            (_, Some(text)) => {
                let filler = self.filler(&text);
                slip.fix(whole, text, &filler, self.text);
            }
            (SignKind::Percent, None) => slip.read(self.span(), "", self.text),
            (_, None) => slip.read(whole, "", self.text),
        }
        whole.end
    }

    /// The sign, and the text around it that changes with it.
    fn whole(&self) -> Span {
        let span = self.span();
        let before_blanks = self.before().trim_end_matches(BLANKS);
        let blanks_after = self.after().len() - self.after().trim_start_matches(BLANKS).len();
        match self.sign.kind {
            SignKind::LoneMinus => Span::new(span.start, span.end + offset(blanks_after + self.number_after().len())),
            SignKind::LoneSlash => {
                let number = number_before(before_blanks);
                let start = before_blanks.len() - number.len();
                Span::new(offset(start), span.end + offset(blanks_after + self.number_after().len()))
            }
            SignKind::Dash(_) if !self.number_after().is_empty() => {
                Span::new(span.start, span.end + offset(blanks_after + self.number_after().len()))
            }
            SignKind::Percent => Span::new(offset(before_blanks.len() - self.percentage().len()), span.end),
            SignKind::AtLeast | SignKind::AtMost | SignKind::Near | SignKind::Less if before_blanks.ends_with('=') => {
                Span::new(offset(before_blanks.len() - 1), span.end)
            }
            SignKind::Less if self.after().starts_with(['=', ' ', '\t']) => Span::new(span.start, span.end + 1),
            // The first dot was read as part of the number before it.
            SignKind::Through => Span::new(offset(self.before().trim_end_matches('.').len()), span.end),
            SignKind::Arrow(_) | SignKind::Times | SignKind::LineArrow => {
                Span::new(offset(before_blanks.len()), span.end)
            }
            SignKind::Hyphen => self.with_word_around(),
            SignKind::Space(space) if !space.is_whitespace() => self.with_word_around(),
            _ => span,
        }
    }

    /// The sign and the word that it divides.
    fn with_word_around(&self) -> Span {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'');
        let before = self.before().len() - self.before().trim_end_matches(is_word).len();
        let after = self.after().len() - self.after().trim_start_matches(is_word).len();
        Span::new(self.span().start - offset(before), self.span().end + offset(after))
    }

    /// The word that was divided at the end of a line. It keeps its hyphen unless it is a reserved word without it.
    fn joined(&self) -> String {
        let hyphen = offset(self.start) - self.whole().start;
        let (first, rest) = self.whole_text().split_at(hyphen as usize);
        let last = rest[1..].trim_start();
        let joined = format!("{first}{last}");
        if RESERVED.contains(&joined.to_lowercase().as_str()) { joined } else { format!("{first}-{last}") }
    }

    fn touches_words(&self) -> bool {
        self.before().ends_with(char::is_alphanumeric) && self.after().starts_with(char::is_alphanumeric)
    }

    fn whole_text(&self) -> &str {
        self.whole().of(self.text)
    }

    /// The number after the sign, with or without blanks between.
    fn number_after(&self) -> &str {
        /// In bytes. No number is longer, and a line may be.
        const FARTHEST: usize = 100;
        let rest = self.after().trim_start_matches(BLANKS);
        let rest = &rest[..rest.floor_char_boundary(FARTHEST)];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '∞')));
        let word = &rest[..end.unwrap_or(rest.len())];
        if word.starts_with(|c: char| c.is_ascii_digit()) || matches!(word, "inf" | "∞") { word } else { "" }
    }

    /// The number before a percent sign; it may have a decimal comma.
    fn percentage(&self) -> &str {
        let before = self.before().trim_end_matches(BLANKS);
        let number = fraction_before(before);
        let Some(rest) = before[..before.len() - number.len()].strip_suffix(',') else { return number };
        let whole = number_before(rest);
        let further = &rest[..rest.len() - whole.len()];
        // In `a: 3,50%: 4`, the comma is between two children.
        let is_leaf = whole.is_empty() || further.ends_with(',') || further.trim_end_matches(BLANKS).ends_with(':');
        let length = if is_leaf { number.len() } else { whole.len() + 1 + number.len() };
        &before[before.len() - length..]
    }

    /// Whether this is a percent sign after the value of a claim.
    fn is_claimed(&self) -> bool {
        let before = || self.before().trim_end_matches(BLANKS).strip_suffix(self.percentage());
        self.sign.kind == SignKind::Percent
            && before().is_some_and(|text| text.trim_end_matches(BLANKS).ends_with(['=', '~', '≈', '≤', '≥', '<', '>']))
    }

    /// The text that fixes the place; `None` if replacing text is not enough.
    fn replacement(&self) -> Option<String> {
        let written = self.written();
        Some(match self.sign.kind {
            SignKind::Quotes => {
                let content: String = { written }.chars().skip(1).take(written.chars().count() - 2).collect();
                format!("\"{}\"", content.replace('\\', "\\\\").replace('"', "\\\""))
            }
            SignKind::Prime => "'".to_string(),
            SignKind::Separator(_) if ends_line(self.after()) => String::new(),
            SignKind::Separator(_) => ",".to_string(),
            SignKind::LoneMinus => format!("{}{}", if written == "+" { "" } else { "-" }, self.number_after()),
            SignKind::LoneSlash => {
                format!("{}/{}", number_before(self.before().trim_end_matches(BLANKS)), self.number_after())
            }
            SignKind::Dash(_) => format!("-{}", self.number_after()),
            SignKind::Percent => hundredth(&with_point(self.percentage())?),
            SignKind::AtLeast => ">=".to_string(),
            SignKind::AtMost => "<=".to_string(),
            SignKind::Less => {
                let whole = self.whole_text();
                format!("<={}", &whole[whole.trim_end_matches(BLANKS).len()..])
            }
            SignKind::Near => "~".to_string(),
            SignKind::Arrow(_) | SignKind::Times => ":".to_string(),
            SignKind::ListArrow(_) => if self.touches_words() { " " } else { "" }.to_string(),
            SignKind::LineArrow => String::new(),
            SignKind::Through => if self.after().starts_with(BLANKS) { "," } else { ", " }.to_string(),
            SignKind::Angles => format!("[{}]", &written[1..written.len() - 1]),
            SignKind::Hyphen => self.joined(),
            SignKind::Command(written) | SignKind::Foreign(written) => written.to_string(),
            SignKind::Points if self.sign.length == 2 => "...".to_string(),
            SignKind::Points if self.before().ends_with("...") => String::new(),
            SignKind::Points => return None,
            SignKind::Space(space) if space.is_whitespace() => " ".to_string(),
            SignKind::Space(_) => self.whole_text().replace(|c: char| !is_printable(c), ""),
            SignKind::Comment(_) | SignKind::Block(..) | SignKind::Infinity | SignKind::Other(_) => return None,
        })
    }

    /// The text of the place in the reading: its fix, if that is not too long.
    fn filler(&self, fix: &str) -> String {
        let room = self.whole().range().len();
        let shorter = match self.sign.kind {
            SignKind::Points => "?",
            SignKind::Less => "=",
            SignKind::Percent => &with_point(self.percentage()).unwrap_or_default(),
            SignKind::Dash(_) if fix == "-" => return String::new(),
            SignKind::Quotes => "\"?\"",
            _ => "",
        };
        if fix.len() <= room { fix.to_string() } else { shorter.to_string() }
    }

    /// The edits that turn a block comment into line comments; `None` if something follows it on its last line.
    fn unfolded(&self) -> Option<Vec<Edit>> {
        let SignKind::Block(begin, end) = self.sign.kind else { return None };
        if !ends_line(self.after()) {
            return None;
        }
        let (start, written) = (self.span().start, self.written());
        let mut edits = vec![Edit::new(Span::new(start, start + offset(begin.len())), "//")];
        let content = written.strip_suffix(end).unwrap_or(written).trim_end_matches(BLANKS);
        for start_of_line in line_breaks(content) {
            let line = &content[start_of_line..];
            let indented = start_of_line + (line.len() - line.trim_start_matches(BLANKS).len());
            edits.push(Edit::new(Span::empty(start + offset(indented)), "// "));
        }
        edits.push(Edit::new(Span::new(start + offset(content.len()), self.span().end), ""));
        Some(edits)
    }
}

fn clip(text: &str) -> String {
    crate::diagnostic::clipped(text)
}

/// Whether a text begins with the end of its line, apart from blanks or a comment.
fn ends_line(text: &str) -> bool {
    let rest = text.trim_start_matches(BLANKS);
    rest.is_empty() || rest.starts_with(LINE_ENDS) || rest.starts_with("//")
}

/// The number that a text ends with: digits, points and underscores, with a sign if there is one.
fn number_before(text: &str) -> &str {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '_'));
    let unsigned = digits.len();
    let signed = if digits.ends_with(['-', '+']) { unsigned - 1 } else { unsigned };
    &text[signed..]
}

/// The number or fraction that a text ends with.
fn fraction_before(text: &str) -> &str {
    let last = number_before(text);
    let numerator = text[..text.len() - last.len()].strip_suffix('/').map_or("", number_before);
    let length = if numerator.is_empty() { last.len() } else { numerator.len() + 1 + last.len() };
    &text[text.len() - length..]
}

/// A number with a point for its decimal comma; `None` if it has more than digits and one point or comma.
fn with_point(number: &str) -> Option<String> {
    let number = number.replace(',', ".");
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (is_plain && number.matches('.').count() <= 1).then_some(number)
}

/// A number divided by a hundred: `50` as `0.5`, `33.3` as `0.333`.
fn hundredth(number: &str) -> String {
    let (whole, places) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole:0>3}");
    let (ones, hundredths) = digits.split_at(digits.len() - 2);
    let decimals = format!("{hundredths}{places}");
    match decimals.trim_end_matches('0') {
        "" => ones.to_string(),
        decimals => format!("{ones}.{decimals}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_are_moved_by_two_places() {
        let moved = ["50", "5", "33.3", "100", "12.50", "0"].map(hundredth);
        assert_eq!(moved, ["0.5", "0.05", "0.333", "1", "0.125", "0"]);
    }
}
