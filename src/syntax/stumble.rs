//! Syntax errors in a student's words.
//!
//! The parser stumbles over a token, gives up what it had begun of the current item and goes on with the next one. Here
//! it is decided whether that is worth a finding of its own, and which.

use std::convert::Infallible;

use lalrpop_util::{ErrorRecovery, ParseError};

use super::builder::Builder;
use super::lexer::Lexer;
use super::token::{RESERVED, SETTINGS, Token};
use crate::diagnostic::{Code, Diagnostic, either, similar};
use crate::source::Span;

/// What the parser stumbled over.
struct Stumble<'text> {
    /// What was begun and given up, up to the token that did not fit; often empty.
    begun: &'text str,
    /// Where that begins.
    start: u32,
    /// The token that did not fit; `None` at the end of the file.
    found: Option<Token>,
    /// Where that token stands; at the end of the file an empty span behind the last text.
    place: Span,
    /// What would have fitted, in the names of the grammar.
    expected: Vec<String>,
}

impl Builder<'_> {
    pub(super) fn stumble(&mut self, span: Span, recovery: ErrorRecovery<u32, Token, Infallible>) {
        let (found, place, expected) = match recovery.error {
            ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
                (Some(token), Span::new(start, end), expected)
            }
            ParseError::UnrecognizedEof { expected, .. } => (None, self.end_of_text(), expected),
            ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => return,
        };
        self.item();
        let start = span.start.min(place.start);
        let begun = Span::new(start, place.start).of(self.text).trim_end();
        let stumble = Stumble { begun, start, found, place, expected };
        let repeated = self.is_aftermath(stumble.start);
        self.last_stumble = Some(span.end.max(place.end));
        if !self.nesting.in_tree() && self.may_hide_a_setting(&stumble) {
            self.settings_in_doubt = true;
        }
        if repeated {
            self.tree.broken = true;
        } else {
            let finding = self.describe(&stumble);
            self.report(finding);
        }
        self.head_was_reported();
        let title = self.label.as_ref().map(|(_, label)| *label).filter(|label| stumble.is_title(self.text, *label));
        if self.nesting.is_outermost() {
            self.drop_label();
        }
        if let (Some(title), false) = (title, self.nesting.in_tree()) {
            self.begin_tree(title);
            self.tree.broken = true;
        }
    }

    /// Whether what stands at `start` belongs to the last syntax error.
    pub(super) fn is_aftermath(&self, start: u32) -> bool {
        self.last_stumble.is_some_and(|last| self.follows_closely(last, start))
    }

    /// Whether fewer than three words or signs that mean something lie between the last error and this one; brackets
    /// count for nothing, so that a pasted list is one error.
    fn follows_closely(&self, last: u32, start: u32) -> bool {
        if start <= last {
            return true;
        }
        let between = Span::new(last, start).of(self.text);
        let in_list = self.text[..last as usize].ends_with(['[', '(', ']', ')']);
        let counts = |token: &Token| {
            let bracket = matches!(
                token,
                Token::OpenBracket | Token::CloseBracket | Token::OpenParenthesis | Token::CloseParenthesis
            );
            let listed = in_list && matches!(token, Token::Number | Token::Unknown | Token::Elided);
            !bracket && !listed
        };
        Lexer::new(between).filter_map(|token| token.ok().map(|(_, token, _)| token)).filter(counts).take(3).count() < 3
    }

    /// Whether what was given up outside of trees may have been a setting.
    fn may_hide_a_setting(&self, stumble: &Stumble<'_>) -> bool {
        let label = self.label.as_ref().map_or("", |(_, label)| label.of(self.text));
        let first = stumble.begun.split_whitespace().next().unwrap_or(label);
        let comparison = matches!(stumble.found, Some(Token::Above | Token::AtLeast));
        if first.starts_with('"') {
            return false;
        }
        comparison
            || SETTINGS.contains(&first.to_lowercase().as_str())
            || similar(first, SETTINGS.iter().copied()).is_some()
    }

    fn end_of_text(&self) -> Span {
        Span::empty(u32::try_from(self.text.trim_end().len()).unwrap_or(u32::MAX))
    }

    fn describe(&self, stumble: &Stumble<'_>) -> Diagnostic {
        if stumble.is_bracket() && (stumble.begun.is_empty() || stumble.begun.ends_with(['[', '('])) {
            return self.foreign_brackets(stumble);
        }
        let label = self.label.as_ref().filter(|_| stumble.would_fit(":"));
        if let Some((_, label)) = label {
            return if !self.nesting.in_tree() && stumble.is_title(self.text, *label) {
                Diagnostic::new(Code::UnknownWord, "the name of a tree stands behind `tree`", *label)
                    .here("a name, but of what?")
                    .fix("write `tree` before it", Span::empty(label.start), "tree ")
            } else {
                self.stray_word(stumble, *label)
            };
        }
        if stumble.would_fit("{") && self.nesting.awaits_brace() {
            return self.in_head(stumble);
        }
        if stumble.would_fit("{") && stumble.found == Some(Token::Name) && self.nesting.in_tree() {
            let written = clipped(stumble.written(self.text));
            return Diagnostic::new(Code::UnexpectedToken, "the name of a tree stands in quotes", stumble.place).fix(
                format!("write `\"{written}\"`"),
                stumble.place,
                format!("\"{written}\""),
            );
        }
        self.unexpected(stumble)
    }

    /// `[[3, 5], [2, 8]]` or `((3 5) (2 8))`.
    fn foreign_brackets(&self, stumble: &Stumble<'_>) -> Diagnostic {
        let start = if stumble.begun.is_empty() { stumble.place.start } else { stumble.begun_span().start };
        let rest = &self.text[start as usize..];
        let line = rest.lines().next().unwrap_or_default();
        let end = line.rfind([']', ')']).map_or(1, |at| at + 1);
        let list = &line[..end];
        let braces = list.replace(['[', '('], "{").replace([']', ')'], "}");
        let span = Span::new(start, start + u32::try_from(end).unwrap_or(1));
        let message = "nested lists are written with braces here";
        let finding = Diagnostic::new(Code::ForeignBrackets, message, span);
        let whole = list.matches(['[', '(']).count() == list.matches([']', ')']).count();
        if whole && list.len() <= 60 && self.nesting.awaits_brace() {
            finding.fix(format!("write `{braces}`"), span, braces)
        } else if whole && list.len() <= 60 && self.nesting.is_outermost() {
            finding.fix(format!("write `max {braces}`, or `min` if MIN moves first"), span, format!("max {braces}"))
        } else {
            finding.help("write `max { {3, 5} {2, 8} }`: a brace opens a node, and the players take turns")
        }
    }

    /// A word without a colon where a construct or a labelled child may begin.
    fn stray_word(&self, stumble: &Stumble<'_>, label: Span) -> Diagnostic {
        let word = label.of(self.text);
        let shown = clipped(word);
        if let Some(meant) = similar(word, RESERVED.iter().copied()) {
            return Diagnostic::new(Code::UnknownWord, format!("`{shown}` begins nothing here"), label).fix(
                format!("did you mean `{meant}`?"),
                label,
                meant,
            );
        }
        let in_node = !self.nesting.is_outermost();
        match stumble.found {
            Some(Token::Name | Token::String | Token::Equal | Token::AtLeast | Token::Above) => {}
            Some(Token::CloseBrace) if in_node => {
                return Diagnostic::new(Code::MissingColon, format!("the label `{shown}` has no child"), label)
                    .help("behind a label stand a colon and the child: `a1: 3`");
            }
            _ if in_node => {
                return Diagnostic::new(Code::MissingColon, format!("the label `{shown}` lacks its colon"), label).fix(
                    "write `:` behind it",
                    Span::empty(label.end),
                    ":",
                );
            }
            _ => {}
        }
        Diagnostic::new(Code::UnknownWord, format!("`{shown}` begins nothing here"), label)
            .help(format!("here may stand {}", self.what_may_stand()))
    }

    /// Something behind the head of a node that is no claim.
    fn in_head(&self, stumble: &Stumble<'_>) -> Diagnostic {
        const CLAIMS: &[&str] = &["pruned", "visited", "plays", "eval", "worth"];
        let place = stumble.place;
        let written = place.of(self.text);
        match stumble.found {
            Some(Token::Number) => Diagnostic::new(Code::UnexpectedToken, "a number alone claims nothing", place)
                .here("equal to, at most, at least?")
                .fix(format!("if the node is worth {written}, write `= {written}`"), Span::empty(place.start), "= "),
            Some(Token::Name) => {
                let finding = Diagnostic::new(Code::UnknownWord, format!("`{}` is no claim", clipped(written)), place);
                match similar(written, CLAIMS.iter().copied()) {
                    Some(meant) => finding.fix(format!("did you mean `{meant}`?"), place, meant),
                    None => finding.help("behind the name stand claims (`= 3`, `plays a1`, …), then `{`"),
                }
            }
            Some(Token::Colon) => {
                let head = self.tree.nodes.all().next_back().map_or(place, |node| self.tree.nodes.span(node));
                let word = head.of(self.text);
                Diagnostic::new(Code::UnexpectedToken, "a word of the language cannot be a label as it is", head).fix(
                    format!("write `\"{word}\"`"),
                    head,
                    format!("\"{word}\""),
                )
            }
            Some(Token::String) => Diagnostic::new(Code::UnexpectedToken, "a node has one name", place)
                .help("behind the name stand claims (`= 3`, `plays a1`, …), then `{`"),
            _ => {
                let head = self.tree.nodes.all().next_back().map_or(place, |node| self.tree.nodes.span(node));
                Diagnostic::new(
                    Code::MissingBrace,
                    format!("expected a claim or `{{`, found {}", stumble.found_words(self.text)),
                    place,
                )
                .label(head, "the head that lacks its brace")
                .help("the children of a node stand in braces: `max { 3, 5 }`")
            }
        }
    }

    fn unexpected(&self, stumble: &Stumble<'_>) -> Diagnostic {
        let found = stumble.found_words(self.text);
        let exact = !stumble.begun.is_empty();
        let expected = if exact { stumble.expected_words() } else { self.what_may_stand().to_string() };
        let message = match (exact, stumble.begun.split_whitespace().next_back()) {
            (true, Some(last)) => format!("expected {expected} behind `{}`, found {found}", clipped(last)),
            _ => format!("{found} cannot stand here"),
        };
        let finding = Diagnostic::new(Code::UnexpectedToken, message, stumble.place);
        let finding = if exact { finding } else { finding.help(format!("here may stand {expected}")) };
        match (stumble.found, stumble.written(self.text)) {
            (
                Some(
                    Token::Equal
                    | Token::AtMost
                    | Token::AtLeast
                    | Token::Tilde
                    | Token::Pruned
                    | Token::Visited
                    | Token::Plays
                    | Token::Eval,
                ),
                _,
            ) if !exact => finding.note("claims stand in the head of a node, before its brace: `max A = 3 { … }`"),
            (Some(Token::Equal), _) if stumble.begun.ends_with(['=', '>', '<']) => {
                finding.note("one sign is enough: `= 3`")
            }
            (Some(Token::String), _) => finding,
            (Some(_), word) if is_reserved(word) && !stumble.expected.is_empty() && exact => {
                finding.note(format!("`{word}` is a word of the language; as a name it needs quotes: `\"{word}\"`"))
            }
            _ => finding,
        }
    }

    /// What may stand at the place that is being read, in words.
    fn what_may_stand(&self) -> &'static str {
        match (self.nesting.in_tree(), self.nesting.is_outermost()) {
            (false, _) => "a tree, a node or a setting",
            (true, true) => "a setting, the root, an expectation, a question or `}`",
            (true, false) => "a child (`3`, `a1: 3`, `min { … }`) or `}`",
        }
    }
}

impl Stumble<'_> {
    fn begun_span(&self) -> Span {
        Span::new(self.start, self.start + u32::try_from(self.begun.len()).unwrap_or(0))
    }

    fn written<'text>(&self, text: &'text str) -> &'text str {
        self.place.of(text)
    }

    fn is_bracket(&self) -> bool {
        matches!(
            self.found,
            Some(Token::OpenBracket | Token::OpenParenthesis | Token::CloseBracket | Token::CloseParenthesis)
        )
    }

    /// Whether the grammar would have taken this sign here.
    fn would_fit(&self, sign: &str) -> bool {
        self.expected.iter().any(|name| name.trim_matches('"') == sign)
    }

    /// A text in quotes before a brace: the head of a tree without `tree`.
    fn is_title(&self, text: &str, label: Span) -> bool {
        self.found == Some(Token::OpenBrace) && label.of(text).starts_with('"')
    }

    fn found_words(&self, text: &str) -> String {
        match self.found {
            None => "the end of the file".to_string(),
            Some(_) => format!("`{}`", clipped(self.written(text))),
        }
    }

    /// What would have fitted, in words: exact inside of a construct.
    fn expected_words(&self) -> String {
        let mut words: Vec<String> = self.expected.iter().filter_map(|name| word_for(name)).collect();
        words.dedup();
        either(&words)
    }
}

/// A terminal of the grammar in words; `None` for what only a teacher writes.
fn word_for(terminal: &str) -> Option<String> {
    let name = terminal.trim_matches('"');
    let words = match name {
        "name" => "a name",
        "text" => "a text in quotes",
        "number" => "a number",
        "unknown" => "an unknown",
        "question" | "_" => return None,
        _ => return Some(format!("`{name}`")),
    };
    Some(words.to_string())
}

fn is_reserved(word: &str) -> bool {
    let small = word.to_lowercase();
    let spelled = word == small || word == word.to_uppercase() || word[1..] == small[1..];
    spelled && RESERVED.contains(&small.as_str())
}

/// A word short enough to be quoted in a message.
fn clipped(word: &str) -> String {
    const LONGEST: usize = 40;
    if word.chars().count() <= LONGEST {
        return word.to_string();
    }
    word.chars().take(LONGEST).chain(['…']).collect()
}
