//! The values of the document: texts, numbers, lists and tables. Numbers are never floating-point numbers.

use toml::de::{DeArray, DeTable, DeValue};

use super::document::{Value, place};
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::grade::share_named;
use crate::model;
use crate::number::{Fraction, Malformed, Number};
use crate::source::Span;
use crate::syntax::malformed_number;

/// A value, or the finding about it.
pub(super) type Reading<T> = Result<T, Box<Diagnostic>>;

/// A word or a number of the language as it is written in TOML, which has no fractions.
pub(super) fn spelt(word: &str) -> String {
    let unsigned = word.trim_start_matches('-');
    let is_number = unsigned == "inf" || unsigned.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_number { word.to_string() } else { format!("\"{word}\"") }
}

/// A value with its text, and an example of its key.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) text: &'a str,
    pub(super) value: &'a Value<'a>,
    /// An example of a line with this key.
    pub(super) example: &'a str,
}

impl<'a> Given<'a> {
    pub(super) fn span(self) -> Span {
        place(self.text, self.value.span())
    }

    pub(super) fn words(self) -> Reading<&'a str> {
        match self.value.get_ref() {
            DeValue::String(words) => Ok(words),
            _ => Err(self.wrong_kind("a text in quotes")),
        }
    }

    pub(super) fn truth(self) -> Reading<bool> {
        match self.value.get_ref() {
            DeValue::Boolean(truth) => Ok(*truth),
            _ => Err(self.wrong_kind("`true` or `false`")),
        }
    }

    /// A share of marks: a word or a number.
    pub(super) fn share(self) -> Reading<Fraction> {
        let written = match self.value.get_ref() {
            DeValue::String(words) => words.as_ref(),
            DeValue::Integer(_) | DeValue::Float(_) => self.span().of(self.text),
            _ => return Err(self.wrong_kind("a share")),
        };
        share_named(written).ok_or_else(|| {
            let message = format!("`{}` is not a share of the marks", clipped(written));
            let finding = Diagnostic::new(Code::UnknownSettingValue, message, self.span());
            Box::new(finding.help("write `\"full\"`, `\"none\"`, or a fraction from 0 to 1 such as `\"1/2\"`"))
        })
    }

    pub(super) fn list(self) -> Reading<&'a DeArray<'a>> {
        match self.value.get_ref() {
            DeValue::Array(list) => Ok(list),
            _ => Err(self.wrong_kind("a list")),
        }
    }

    pub(super) fn table(self) -> Reading<&'a DeTable<'a>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.wrong_kind("a table")),
        }
    }

    pub(super) fn choice<C: model::Choice>(self) -> Reading<C> {
        model::choose(self.words()?, self.span(), spelt)
    }

    pub(super) fn plies(self) -> Reading<u64> {
        model::depth(self.number()?, self.span())
    }

    /// The two ends of a window or range.
    pub(super) fn ends(self) -> Reading<(Number, Number)> {
        let [lower, upper] = &self.list()?[..] else {
            let message = format!("expected the two ends of an interval, found a list of {}", self.list()?.len());
            return Err(self.wrong(message));
        };
        let end = |value| Given { value, ..self }.number();
        model::interval(end(lower)?, end(upper)?, self.span(), spelt)
    }

    fn number(self) -> Reading<Number> {
        let written = match self.value.get_ref() {
            DeValue::String(words) => words.as_ref(),
            DeValue::Integer(integer) if integer.radix() != 10 => {
                let decimal = i128::from_str_radix(integer.as_str(), integer.radix());
                let suggestion = decimal.ok().map(|decimal| decimal.to_string());
                return Err(self.malformed(
                    self.span().of(self.text),
                    Malformed::Notation { reason: "is not decimal", suggestion },
                ));
            }
            DeValue::Integer(_) | DeValue::Float(_) => self.span().of(self.text),
            _ => return Err(self.wrong_kind("a number")),
        };
        written.parse().map_err(|malformed| self.malformed(written, malformed))
    }

    fn malformed(self, written: &str, malformed: Malformed) -> Box<Diagnostic> {
        Box::new(match malformed {
            Malformed::Notation { suggestion: None, .. } => {
                let message = format!("`{}` is no number", clipped(written));
                Diagnostic::new(Code::MalformedNumber, message, self.span())
                    .help("numbers are written `3`, `-2.5`, `\"1/3\"` or `inf`")
            }
            malformed => malformed_number(written, self.span(), &malformed, spelt),
        })
    }

    fn wrong_kind(self, expected: &str) -> Box<Diagnostic> {
        let found = match self.value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a truth value",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.wrong(format!("expected {expected}, found {found}"))
    }

    fn wrong(self, message: String) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::new(Code::WrongKind, message, self.span()).help(format!("write it like `{}`", self.example)),
        )
    }
}
