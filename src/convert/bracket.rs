//! Splits lists, objects and calls, as Python, JSON, JavaScript and Lisp write them, into their items.
//!
//! The languages are read by what they have in common: brackets, numbers, words, texts in quotes, and keys with `:` or
//! `=` after them. Nothing is evaluated.

use super::Refusal;
use super::misread;
use crate::diagnostic::{Diagnostic, clipped};
use crate::interrupt::Pace;
use crate::source::{LINE_ENDS, Span, offset};

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `[…]`
    Square,
    /// `(…)`
    Round,
    /// `{…}`
    Curly,
    /// `name(…)`
    Call,
    /// A number, or what begins like one.
    Number,
    /// A text in quotes.
    Text,
    /// A word without quotes.
    Word,
    /// A word, number or text with `:` or `=` after it: a name of the next item.
    Key,
}

impl Form {
    pub(super) fn is_list(self) -> bool {
        matches!(self, Self::Square | Self::Round | Self::Curly | Self::Call)
    }
}

/// An item. The items of a text are in pre-order: those of a list follow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) form: Form,
    /// Its text; of a list, the opening bracket, and of a call, the name.
    pub(super) span: Span,
    /// The place of the next item after it and all in it.
    pub(super) end: u32,
}

/// The items of the first list in a text from a place on, and where it ends. Linear, and not recursive.
pub(super) fn scan(text: &str, from: usize) -> Result<(Vec<Item>, usize), Refusal> {
    scanned(text, from).map(|scanner| (scanner.items, scanner.at))
}

/// The comments in the first list of a text, with the signs that begin them; none if the list cannot be read.
pub(super) fn comments(text: &str) -> Vec<Span> {
    scanned(text, 0).map(|scanner| scanner.comments).unwrap_or_default()
}

fn scanned(text: &str, from: usize) -> Result<Scanner<'_>, Refusal> {
    let mut scanner = Scanner::new(text, from);
    let mut pace = Pace::default();
    loop {
        pace.step();
        scanner.skip_blanks()?;
        scanner.step()?;
        if scanner.open.is_empty() && scanner.items.first().is_some_and(|first| first.form.is_list()) {
            scanner.refuse_mixture()?;
            return Ok(scanner);
        }
    }
}

/// The place after blanks and comments.
pub(super) fn after_blanks(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        match comment_length(rest, true) {
            0 => return at,
            length => at += length,
        }
    }
}

/// The length of a comment at the beginning of a text: from `#`, `//` or, in Lisp, `;` to the end of the line.
fn comment_length(text: &str, is_lisp: bool) -> usize {
    let is_comment =
        text.starts_with(['#', '\u{feff}']) || text.starts_with("//") || (is_lisp && text.starts_with(';'));
    if is_comment { text.find(LINE_ENDS).unwrap_or(text.len()) } else { 0 }
}

struct Scanner<'text> {
    text: &'text str,
    at: usize,
    items: Vec<Item>,
    /// The lists that are not closed yet, outermost first.
    open: Vec<usize>,
    /// Whether an item may not be followed by a comma: it is the beginning of a list, or the place after a comma or a key.
    is_separated: bool,
    has_comma: bool,
    /// The first item that has no comma before it, as in Lisp.
    without_comma: Option<Span>,
    /// The first parentheses around one item: a list in Lisp, but nothing more than the item in Python.
    around_one: Option<Span>,
    comments: Vec<Span>,
}

impl<'text> Scanner<'text> {
    fn new(text: &'text str, at: usize) -> Self {
        Self {
            text,
            at,
            items: Vec::new(),
            open: Vec::new(),
            is_separated: true,
            has_comma: false,
            without_comma: None,
            around_one: None,
            comments: Vec::new(),
        }
    }

    fn rest(&self) -> &'text str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) -> Result<(), Refusal> {
        loop {
            let bytes = self.text.as_bytes();
            self.at += usize::from(bytes.get(self.at) == Some(&b' '));
            if bytes.get(self.at).is_some_and(is_item_sign) {
                return Ok(());
            }
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let innermost = self.open.last().map(|list| self.items[*list].form);
            let is_lisp = innermost.is_none_or(|form| matches!(form, Form::Round | Form::Call));
            let length = comment_length(self.rest(), is_lisp);
            if length == 0 {
                return Ok(());
            }
            self.refuse_division()?;
            self.comments.push(Span::new(offset(self.at), offset(self.at + length)));
            self.at += length;
        }
    }

    /// Refuses `7 // 2`, which is a division in Python.
    fn refuse_division(&self) -> Result<(), Refusal> {
        let divides = |divisor: &str| divisor.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '(');
        let follows_item = !self.is_separated && !self.open.is_empty();
        match self.rest().strip_prefix("//").filter(|divisor| follows_item && divides(divisor)) {
            Some(_) => Err(self
                .misread(2, "`//` may begin a comment here, or divide two numbers")
                .help("write the result of the division, or a comma before the comment")
                .into()),
            None => Ok(()),
        }
    }

    /// Notes an item that has no comma before it. Two words that touch are an expression, such as `1-2`.
    fn separate(&mut self, start: usize, is_signed: bool) -> Result<(), Refusal> {
        if self.is_separated {
            return Ok(());
        }
        let span = Span::new(offset(start), offset(self.at));
        let before = self.items.last().filter(|before| !before.form.is_list());
        let touches = before.is_some_and(|before| before.span.end as usize == start);
        let innermost = self.open.last().map(|list| self.items[*list].form);
        if touches || (is_signed && innermost != Some(Form::Round)) {
            return Err(missing_comma(span));
        }
        self.without_comma = self.without_comma.or(Some(span));
        Ok(())
    }

    /// Refuses a list with commas between only some items. With commas, parentheses around one item have two meanings.
    fn refuse_mixture(&self) -> Result<(), Refusal> {
        match (self.has_comma, self.without_comma, self.around_one) {
            (true, Some(item), _) => Err(missing_comma(item)),
            (true, None, Some(parenthesis)) => {
                let message = "these parentheses may be a list with one item, or only enclose the item";
                Err(misread(message, parenthesis)
                    .help("if this is a list, write `[` and `]` instead of the parentheses; if not, delete them")
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn step(&mut self) -> Result<(), Refusal> {
        let start = self.at;
        let integer = integer_length(self.rest().as_bytes());
        if integer > 0 {
            self.at += integer;
            self.separate(start, self.text.as_bytes()[start] == b'-')?;
            self.push(Form::Number, start);
            return Ok(());
        }
        let Some(first) = self.rest().chars().next() else { return Err(self.unclosed().into()) };
        match first {
            '[' => self.begin(Form::Square)?,
            '(' => self.begin(Form::Round)?,
            '{' => self.begin(Form::Curly)?,
            ']' | ')' | '}' => self.end(first)?,
            ',' if self.is_separated => return Err(self.misread(1, "there is no value before this comma").into()),
            ',' => {
                self.at += 1;
                self.is_separated = true;
                self.has_comma = true;
            }
            ':' | '=' => self.key()?,
            // A quoted list of Lisp.
            '\'' | '`' if self.rest()[1..].starts_with('(') => self.at += 1,
            '"' | '\'' => self.quoted(first)?,
            _ => {
                let length = word_length(self.rest());
                if length == 0 {
                    let sign = clipped(first.encode_utf8(&mut [0; 4]));
                    return Err(self.misread(first.len_utf8(), format!("`{sign}` has no meaning in a list")).into());
                }
                self.at += length;
                let word = &self.text[start..self.at];
                let is_call = self.rest().starts_with('(') && !begins_number(word);
                let form = match begins_number(word) {
                    true => Form::Number,
                    false if is_call => Form::Call,
                    false => Form::Word,
                };
                let is_signed = form == Form::Number && word.starts_with(['+', '-', '−']);
                self.separate(start, is_signed)?;
                self.push(form, start);
                if is_call {
                    self.open.push(self.items.len() - 1);
                    self.at += 1;
                    self.is_separated = true;
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, form: Form, start: usize) {
        let end = offset(self.items.len() + 1);
        self.items.push(Item { form, span: Span::new(offset(start), offset(self.at)), end });
        self.is_separated = false;
    }

    fn begin(&mut self, form: Form) -> Result<(), Refusal> {
        let start = self.at;
        self.at += 1;
        self.separate(start, false)?;
        self.push(form, start);
        self.open.push(self.items.len() - 1);
        self.is_separated = true;
        Ok(())
    }

    fn end(&mut self, bracket: char) -> Result<(), Refusal> {
        self.refuse_lone_key()?;
        let opening = self.open.last().map(|list| self.items[*list]);
        let expected = match opening.map(|list| list.form) {
            Some(Form::Square) => ']',
            Some(Form::Curly) => '}',
            Some(_) => ')',
            None => return Err(self.misread(1, "this bracket closes nothing").into()),
        };
        if bracket != expected {
            let closes = self.misread(1, format!("`{expected}` is expected here, not `{bracket}`"));
            let opening = opening.map_or(Span::default(), |list| list.span);
            return Err(closes.label(opening, "opened here").into());
        }
        if let Some(list) = self.open.pop() {
            let end = offset(self.items.len());
            self.items[list].end = end;
            let is_around_one = self.items.get(list + 1).is_some_and(|only| only.end == end) && !self.is_separated;
            if is_around_one && self.items[list].form == Form::Round {
                self.around_one = self.around_one.or(Some(self.items[list].span));
            }
        }
        self.at += 1;
        self.is_separated = false;
        Ok(())
    }

    /// Refuses a key before anything but the item that it names.
    fn refuse_lone_key(&self) -> Result<(), Refusal> {
        match self.items.last().filter(|last| last.form == Form::Key) {
            Some(key) => Err(misread("nothing follows this name", key.span).into()),
            None => Ok(()),
        }
    }

    /// Turns the last item into a key.
    fn key(&mut self) -> Result<(), Refusal> {
        let list = self.open.last().copied();
        let last = self.items.len().checked_sub(1).filter(|last| Some(*last) != list);
        let before = last.and_then(|last| self.items.get(last.checked_sub(1)?)).filter(|item| item.form == Form::Key);
        if let Some(key) = before {
            return Err(misread("nothing follows this name", key.span).into());
        }
        match last.map(|last| &mut self.items[last]) {
            Some(item) if matches!(item.form, Form::Word | Form::Text | Form::Number) && !self.is_separated => {
                item.form = Form::Key;
                self.at += 1;
                self.is_separated = true;
                Ok(())
            }
            _ => Err(self.misread(1, "no name stands before this sign").into()),
        }
    }

    /// A text in quotes; a backslash takes the character after it along.
    fn quoted(&mut self, quote: char) -> Result<(), Refusal> {
        let start = self.at;
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((place, character)) = characters.next() {
            if character == '\\' {
                characters.next();
            } else if LINE_ENDS.contains(&character) {
                break;
            } else if character == quote {
                self.at += place + 1;
                self.separate(start, false)?;
                self.push(Form::Text, start);
                return Ok(());
            }
        }
        Err(self.misread(1, "this text has no closing quote on its line").into())
    }

    fn misread(&self, length: usize, message: impl Into<String>) -> Diagnostic {
        misread(message, Span::new(offset(self.at), offset(self.at + length)))
    }

    fn unclosed(&self) -> Diagnostic {
        match self.open.last() {
            Some(list) => misread("this bracket is never closed", self.items[*list].span),
            None => misread("the text ends here without a list", Span::empty(offset(self.at))),
        }
    }
}

fn missing_comma(item: Span) -> Refusal {
    let finding = misread("there is no comma before this", item);
    finding.help("write each value as a number, and put commas between the values; gametree does not calculate").into()
}

/// Whether a byte is neither a blank nor the beginning of a comment, for the commonest of them.
fn is_item_sign(byte: &u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'[' | b']' | b',')
}

/// The length of a whole number and nothing else at the beginning of a text; 0 if there is none. Most items of long
/// texts are whole numbers.
fn integer_length(text: &[u8]) -> usize {
    let sign = usize::from(text.first() == Some(&b'-'));
    let digits = text[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_whole = matches!(text.get(sign + digits), Some(b',' | b']' | b' ' | b'\n'));
    if digits > 0 && is_whole { sign + digits } else { 0 }
}

/// Whether a word begins as numbers do.
pub(super) fn begins_number(word: &str) -> bool {
    let unsigned = word.trim_start_matches(['+', '-', '−']);
    unsigned.trim_start_matches('.').starts_with(|first: char| first.is_ascii_digit())
}

/// The length of the word or number at the beginning of a text.
fn word_length(text: &str) -> usize {
    let unsigned = text.trim_start_matches(['+', '-', '−']);
    let signs = text.len() - unsigned.len();
    let is_number = begins_number(unsigned);
    let mut before = ' ';
    let mut goes_on = |character: char| {
        let sign = is_number && matches!(character, '+' | '-') && matches!(before, 'e' | 'E');
        let is_part = character.is_alphanumeric() || matches!(character, '_' | '.' | '∞' | '?');
        let is_part = is_part || sign || (is_number && character == '/');
        before = character;
        is_part
    };
    let length = unsigned.find(|character| !goes_on(character));
    signs + length.unwrap_or(unsigned.len())
}
