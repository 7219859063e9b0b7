//! The properties of a test or a solution: a key with a text in quotes, or with the lines between `"""` and `"""`.

use std::collections::HashMap;

use super::super::Refusal;
use crate::diagnostic::{Code, Diagnostic, clipped, listed};
use crate::source::{LINE_ENDS, Span, lines, offset};

/// The sign around a text of several lines.
const QUOTES: &str = "\"\"\"";

/// What a test or a solution says.
pub(super) struct Properties<'text> {
    text: &'text str,
    /// The code of its mistakes.
    code: Code,
    /// Each key, with its text.
    all: Vec<(&'text str, &'text str)>,
    places: HashMap<&'text str, usize>,
}

impl<'text> Properties<'text> {
    /// Reads a test or a solution. A `#` begins a comment. Within several lines, where the program of the course keeps it,
    /// it does so only at the beginning of a word.
    pub(super) fn read(text: &'text str, code: Code) -> Result<Self, Refusal> {
        let mut properties = Self { text, code, all: Vec::new(), places: HashMap::new() };
        // The key of several lines, and where they begin.
        let mut open: Option<(&str, usize)> = None;
        let mut start = 0;
        for line in lines(text) {
            let next = start + line.len();
            let content = line.split('#').next().unwrap_or_default().trim_start_matches('\u{feff}').trim();
            match open {
                Some((key, from)) if content == QUOTES => {
                    properties.add(key, text[from..start].trim_end_matches(LINE_ENDS))?;
                    open = None;
                }
                Some(_) => {}
                None if content.is_empty() => {}
                None => match parts(content) {
                    Some((key, QUOTES)) => open = Some((key, next)),
                    Some((key, quoted)) => properties.add(key, &quoted[1..quoted.len() - 1])?,
                    None => return Err(properties.misread(line.trim(), content)),
                },
            }
            start = next;
        }
        match open {
            Some((key, _)) => {
                let finding = properties.fault(format!("`{}` has no closing `{QUOTES}`", clipped(key)), key);
                Err(finding.help(format!("write `{QUOTES}` on a line of its own after its last line")).into())
            }
            None => Ok(properties),
        }
    }

    fn add(&mut self, key: &'text str, value: &'text str) -> Result<(), Refusal> {
        if let Some(first) = self.places.insert(key, self.all.len()) {
            let finding = self.fault(format!("`{}` is given twice", clipped(key)), key);
            return Err(finding.label(self.span(self.all[first].0), "the first time").into());
        }
        self.all.push((key, value));
        Ok(())
    }

    /// A line that is no property.
    fn misread(&self, line: &str, content: &str) -> Refusal {
        let finding = self.fault("this line is not a key with a text in quotes", content);
        match content.split_once(':').filter(|_| !content.contains('"')) {
            Some((key, value)) => {
                let (key, value) = (clipped(key.trim()), clipped(value.trim()));
                finding.help(format!("write `{key}: \"{value}\"`"))
            }
            None if line.len() > content.len() && content.contains('"') => {
                finding.note("`#` begins a comment, also between quotes")
            }
            None => finding.help(format!("write `key: \"text\"`, or `key: {QUOTES}` above several lines")),
        }
        .into()
    }

    /// A mistake at a part of the text.
    pub(super) fn fault(&self, message: impl Into<String>, part: &str) -> Diagnostic {
        Diagnostic::new(self.code, message, self.span(part))
    }

    /// The place of a part of the text.
    pub(super) fn span(&self, part: &str) -> Span {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Span::new(offset(start), offset(start + part.len()))
    }

    /// The part of the text from the first word of a row to the last.
    pub(super) fn whole(&self, row: &[&'text str]) -> &'text str {
        match row {
            [] => "",
            [first, .., last] => Span::new(self.span(first).start, self.span(last).end).of(self.text),
            [only] => only,
        }
    }

    /// The text of a key, with its line ends and comments.
    pub(super) fn get(&self, key: &str) -> Option<&'text str> {
        self.places.get(key).map(|place| self.all[*place].1)
    }

    /// The words on each line of a key. Lines without words are left out, and so are comments.
    pub(super) fn rows(&self, key: &str) -> impl Iterator<Item = Vec<&'text str>> + use<'text> {
        let words = |line: &'text str| line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
        lines(self.get(key).unwrap_or_default()).map(words).filter(|row: &Vec<_>| !row.is_empty())
    }

    /// The only word of a key; `None` if there is no such key.
    pub(super) fn word(&self, key: &str) -> Result<Option<&'text str>, Refusal> {
        let Some(text) = self.get(key) else { return Ok(None) };
        match self.rows(key).flatten().collect::<Vec<_>>()[..] {
            [word] => Ok(Some(word)),
            [] => Err(self.fault(format!("`{key}` is empty"), text).into()),
            [_, second, ..] => Err(self.fault(format!("`{key}` has more than one word"), second).into()),
        }
    }

    /// The only word of a key that must be there.
    pub(super) fn only(&self, key: &str) -> Result<&'text str, Refusal> {
        self.word(key)?.ok_or_else(|| self.fault(format!("the key `{key}` is missing"), &self.text[..0]).into())
    }

    /// Says which keys are not read.
    pub(super) fn note_others(&self, known: &[&str], notes: &mut Vec<String>) {
        let others = self.all.iter().filter(|(key, _)| !known.contains(key));
        let others: Vec<String> = others.map(|(key, _)| format!("`{}`", clipped(key))).collect();
        if !others.is_empty() {
            let (keys, are) = if others.len() == 1 { ("key", "is") } else { ("keys", "are") };
            notes.push(format!("the {keys} {} {are} ignored", listed(&others)));
        }
    }
}

/// The key of a line, and what follows in quotes.
fn parts(content: &str) -> Option<(&str, &str)> {
    let quote = content.find('"')?;
    let key = content[..quote].trim_end().strip_suffix(':')?.trim_end();
    let quoted = &content[quote..];
    let is_text = quoted.len() > 1 && quoted.ends_with('"') && !quoted[1..quoted.len() - 1].contains('"');
    (quoted == QUOTES || is_text).then_some((key, quoted))
}
