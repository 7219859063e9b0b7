//! One line of a log.

use std::cmp::Ordering;

use super::super::bracket::{Form, Item, scan};
use super::super::is_setting;
use super::super::lists::children;
use super::super::value::{number, player, read_number, unquoted};
use super::{Refusal, misread_line};
use crate::convert::misread;
use crate::diagnostic::clipped;
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::Kind;

/// The words that begin the lines of a log. `evaluate` stands for `leaf`, as in the steps of `gametree trace`.
pub(in crate::convert) const WORDS: [&str; 5] = ["enter", "leaf", "evaluate", "skip", "return"];

/// The word of a log that is meant by one with capitals, or with a colon after it.
pub(in crate::convert) fn meant(word: &str) -> Option<&'static str> {
    let word = word.trim_end_matches(':');
    WORDS.into_iter().find(|known| known.eq_ignore_ascii_case(word))
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Another search begins.
    Begin,
    /// The search enters a node of this player, if the line says whose it is.
    Enter(Option<Kind>),
    /// The search looks at a leaf.
    Leaf(Kind),
    /// So many children are skipped.
    Skip(usize),
    /// A child of a chance node has returned, with its probability.
    Weigh,
    /// The search leaves a node.
    Return,
    /// Nothing that is needed.
    Nothing,
}

/// A line of a log.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) step: Step,
    pub(super) title: Option<String>,
    pub(super) settings: Vec<String>,
    pub(super) name: Option<String>,
    pub(super) label: Option<String>,
    /// The labels of children that are skipped.
    pub(super) labels: Vec<String>,
    pub(super) window: Option<(Number, Number)>,
    pub(super) value: Option<Number>,
    pub(super) probability: Option<Number>,
    /// The probability of all children of a chance node that are still to come.
    pub(super) rest: Option<Number>,
    /// How the returned number bounds the value of the node: `=`, `<=` or `>=`, if the line says it.
    pub(super) relation: Option<&'static str>,
}

impl Event {
    pub(super) fn of(step: Step) -> Self {
        Self {
            step,
            title: None,
            settings: Vec::new(),
            name: None,
            label: None,
            labels: Vec::new(),
            window: None,
            value: None,
            probability: None,
            rest: None,
            relation: None,
        }
    }

    /// Reads a line; `None` if it is about something else.
    pub(super) fn read(text: &str, line: Span) -> Result<Option<Self>, Refusal> {
        if line.of(text).starts_with('{') {
            return Self::read_json(text, line).map(Some);
        }
        let words = words(line.of(text));
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        let refuse = |message: &str| misread_line(text, line, message);
        let mut event = match *first {
            "enter" => Self::of(Step::Enter(None)),
            "leaf" | "evaluate" => Self::of(Step::Leaf(Kind::Value)),
            "skip" => Self::of(Step::Skip(rest.len().max(1))),
            "return" => Self::of(Step::Return),
            other => return meant(other).map_or(Ok(None), |meant| Err(misspelt(line, other, meant))),
        };
        match event.step {
            Step::Skip(_) => {
                let labels = rest.strip_prefix(&["by"]).unwrap_or(rest);
                event.step = Step::Skip(labels.len().max(1));
                event.labels = labels.iter().map(|word| plain(word)).collect();
            }
            Step::Leaf(_) | Step::Return => {
                let value = rest.first().ok_or_else(|| refuse("the value is missing"))?;
                if event.step == Step::Leaf(Kind::Value) && *value == "?" {
                    event.step = Step::Leaf(Kind::Unknown);
                } else {
                    event.value = Some(read_number(value).ok_or_else(|| refuse("the value is not a number"))?);
                }
                event.label = label(&rest[1..]).ok_or_else(|| refuse("only `by` and a label can follow the value"))?;
            }
            _ => event.enter(rest).ok_or_else(|| {
                refuse("this line cannot be read; write `enter max A [-inf, inf] by a`, without the parts that you do not print")
            })?,
        }
        Ok(Some(event))
    }

    /// `max A [-inf, inf] by a`, of which each part may be missing.
    fn enter(&mut self, mut words: &[&str]) -> Option<()> {
        if let Some((kind, rest)) = words.split_first().and_then(|(word, rest)| Some((player(word)?, rest))) {
            self.step = Step::Enter(Some(kind));
            words = rest;
        }
        if let Some((name, rest)) =
            words.split_first().filter(|(word, _)| !word.starts_with(['[', '(']) && **word != "by")
        {
            self.name = Some(plain(name));
            words = rest;
        }
        if let Some((window, rest)) = words.split_first().filter(|(word, _)| word.starts_with(['[', '('])) {
            let inside = window.strip_prefix(['[', '('])?.strip_suffix([']', ')'])?;
            let (alpha, beta) = inside.split_once([',', ';'])?;
            self.window = Some((read_number(alpha.trim())?, read_number(beta.trim())?));
            words = rest;
        }
        self.label = label(words)?;
        Some(())
    }

    fn read_json(text: &str, line: Span) -> Result<Self, Refusal> {
        let (items, end) = scan(&text[..line.end as usize], line.start as usize)?;
        if end < line.end as usize {
            return Err(misread_line(text, line, "there is more text after the object"));
        }
        let fields = Fields { text, items: &items };
        let word = |keys: &[&str]| fields.word(keys);
        let number_of = |keys: &[&str]| fields.number(keys);
        let kind = word(&["player", "kind"]);
        let mut event = Self::of(match word(&["event"]).as_deref() {
            Some("begin") => Step::Begin,
            Some("enter") => Step::Enter(kind.as_deref().and_then(player)),
            Some("leaf" | "evaluate") => Step::Leaf(match kind.as_deref() {
                Some("unknown") => Kind::Unknown,
                Some("elided") => Kind::Elided,
                Some("blank") => Kind::Blank,
                _ => Kind::Value,
            }),
            Some("skip") => Step::Skip(1),
            Some("cutoff") => Step::Skip(
                fields.count("branches").ok_or_else(|| misread_line(text, line, "`branches` is not a count"))?,
            ),
            Some("update") => Step::Weigh,
            Some("return") => Step::Return,
            Some(_) => Step::Nothing,
            None => return Err(misread_line(text, line, "this line has no `event`")),
        });
        event.name = word(&["name"]);
        event.label = word(&["move", "by", "label"]);
        event.title = word(&["tree"]);
        event.settings = fields.settings();
        if !event.settings.iter().all(|setting| is_setting(setting)) {
            return Err(misread_line(text, line, "the settings are not those of a search"));
        }
        event.probability = number_of(&["weight"])?;
        event.rest = number_of(&["rest"])?;
        event.window = match (number_of(&["alpha"])?, number_of(&["beta"])?) {
            (Some(alpha), Some(beta)) => Some((alpha, beta)),
            _ => fields.pair("window")?,
        };
        match event.step {
            Step::Leaf(Kind::Unknown | Kind::Elided | Kind::Blank) => {}
            Step::Return => {
                event.value = number_of(&["returned", "value", "v"])?;
                let moved = event.value.zip(number_of(&["v"])?).map(|(returned, value)| returned.cmp(&value));
                event.relation = match (word(&["bound"]).as_deref(), moved) {
                    // What fail-hard has moved is only a bound.
                    (Some("upper"), _) | (Some("exact"), Some(Ordering::Greater)) => Some("<="),
                    (Some("lower"), _) | (Some("exact"), Some(Ordering::Less)) => Some(">="),
                    (Some("exact"), _) => Some("="),
                    _ => None,
                };
            }
            Step::Leaf(_) => {
                let value = number_of(&["value", "v"])?;
                event.value = Some(value.ok_or_else(|| misread_line(text, line, "the value is missing"))?);
            }
            Step::Skip(_) => event.labels = event.label.take().into_iter().collect(),
            Step::Weigh if event.probability.is_none() => event.step = Step::Nothing,
            _ => {}
        }
        Ok(event)
    }
}

/// The keys of an object of JSON.
struct Fields<'a> {
    text: &'a str,
    items: &'a [Item],
}

impl Fields<'_> {
    /// The item after the first of these keys; nothing for `null`.
    fn get(&self, keys: &[&str]) -> Option<usize> {
        self.get_in(0, keys)
    }

    fn get_in(&self, object: usize, keys: &[&str]) -> Option<usize> {
        let has = |place: usize, key: &str| {
            self.items[place].form == Form::Key && unquoted(self.text, self.items[place].span) == key
        };
        let place = keys.iter().find_map(|key| children(self.items, object).find(|place| has(*place, key)))? + 1;
        let item = self.items.get(place)?;
        (!matches!(item.span.of(self.text), "null" | "None")).then_some(place)
    }

    fn word(&self, keys: &[&str]) -> Option<String> {
        let item = self.items[self.get(keys)?];
        (!item.form.is_list()).then(|| unquoted(self.text, item.span).into_owned())
    }

    /// A number, also in quotes. Two numbers, between which an unknown one lies, are none.
    fn number(&self, keys: &[&str]) -> Result<Option<Number>, Refusal> {
        let Some(place) = self.get(keys) else { return Ok(None) };
        self.number_at(place)
    }

    fn number_at(&self, place: usize) -> Result<Option<Number>, Refusal> {
        let item = self.items[place];
        match item.form {
            form if form.is_list() => Ok(None),
            Form::Text => {
                let inside = Span::new(item.span.start + 1, item.span.end - 1);
                number(self.text, inside).map(Some)
            }
            _ => number(self.text, item.span).map(Some),
        }
    }

    fn count(&self, key: &str) -> Option<usize> {
        self.items[self.get(&[key])?].span.of(self.text).parse().ok()
    }

    fn pair(&self, key: &str) -> Result<Option<(Number, Number)>, Refusal> {
        let Some(list) = self.get(&[key]) else { return Ok(None) };
        let ends: Vec<usize> = children(self.items, list).collect();
        let [alpha, beta] = ends[..] else { return Ok(None) };
        Ok(self.number_at(alpha)?.zip(self.number_at(beta)?))
    }

    /// The settings of the search, as the language writes them. The order of siblings is that of the log.
    fn settings(&self) -> Vec<String> {
        let Some(settings) = self.get(&["settings"]) else { return Vec::new() };
        let word = |key: &str| {
            let item = self.items[self.get_in(settings, &[key])?];
            (!item.form.is_list()).then(|| unquoted(self.text, item.span).into_owned())
        };
        let pair = |key: &str| {
            let list = self.get_in(settings, &[key])?;
            let ends: Vec<String> =
                children(self.items, list).map(|end| unquoted(self.text, self.items[end].span).into_owned()).collect();
            Some(format!("[{}]", ends.join(", ")))
        };
        let cut = word("cut").filter(|cut| cut == ">").map(|_| "cut alpha > beta".to_string());
        let search = word("search").filter(|search| search != "fail-soft").map(|search| format!("search {search}"));
        let cutoffs = word("cutoffs").filter(|cutoffs| cutoffs != "deep").map(|cutoffs| format!("cutoffs {cutoffs}"));
        let window = pair("window").filter(|window| window != "[-inf, inf]").map(|window| format!("window {window}"));
        let range = pair("range").map(|range| format!("range {range}"));
        [cut, search, cutoffs, window, range].into_iter().flatten().collect()
    }
}

/// Refuses a line that is almost one of a log: if it were left out, another tree would be read.
fn misspelt(line: Span, written: &str, meant: &str) -> Refusal {
    let message = format!("`{}` is not a word of a log", clipped(written));
    misread(message, line)
        .help(format!(
            "if this line is about the search, begin it with `{meant}`, in small letters and without a colon"
        ))
        .or_help("if it is about something else, begin it with another word")
        .into()
}

/// The words of a line. A window in brackets and a text in quotes are one word.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let closing = match first {
            '[' => Some(']'),
            '(' => Some(')'),
            '"' => Some('"'),
            _ => None,
        };
        let end = match closing {
            Some(closing) => rest[1..].find(closing).map_or(rest.len(), |end| end + 1 + closing.len_utf8()),
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// The label after `by`, if there is one; `None` if these are other words.
fn label(words: &[&str]) -> Option<Option<String>> {
    match words {
        [] => Some(None),
        ["by", label] => Some(Some(plain(label))),
        _ => None,
    }
}

fn plain(word: &str) -> String {
    word.trim_matches('"').to_string()
}
