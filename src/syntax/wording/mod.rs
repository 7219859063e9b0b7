//! Describes syntax errors in terms that a student knows.

mod child;
mod head;
mod nesting;
mod setting;

pub(super) use child::reserved_label;
pub(super) use nesting::{LABELLED_CHILD, closes_too_early, missing_brace, surplus_brace, unclosed_brace};

use super::builder::Builder;
use super::lexer::Lexer;
use super::stumble::Stumble;
use super::token::{RESERVED, SETTINGS, Token};
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{Span, offset};

/// The words that begin a node.
const PLAYERS: [&str; 3] = ["max", "min", "chance"];

impl Builder<'_> {
    /// The finding for a syntax error.
    pub(super) fn describe(&self, stumble: &Stumble<'_>) -> Diagnostic {
        if self.closes_with_bracket(stumble) {
            let written = stumble.written(self.text);
            let message = format!("a node is not closed with `{written}`");
            return Diagnostic::new(Code::ForeignBrackets, message, stumble.place).fix("write `}`", stumble.place, "}");
        }
        if let Some(finding) = self.set_without_in(stumble) {
            return finding;
        }
        if let Some((label, span)) = self.label.as_ref().filter(|_| stumble.found == Some(Token::OpenBracket))
            && self.brace_follows_claim(stumble.place.start)
        {
            return self.node_without_player(label.name.unwrap_or(*span));
        }
        if stumble.begun == "[" && stumble.found == Some(Token::CloseBracket) && self.nesting.awaits_brace() {
            return self.in_claim(stumble).unwrap_or_else(|| foreign_brackets(stumble));
        }
        if stumble.is_bracket() && (stumble.begun.is_empty() || stumble.begun.ends_with(['[', '('])) {
            return foreign_brackets(stumble);
        }
        if let Some((label, span)) = &self.label {
            let name = label.name.unwrap_or(*span);
            return match stumble.would_fit(":") {
                true if !self.nesting.in_tree() && stumble.is_title(self.text, name) => child::title_without_tree(name),
                true => self.stray_word(stumble, name, label.probability.is_some()),
                false => self.label_without_child(stumble, *span),
            };
        }
        if stumble.would_fit("{") && self.nesting.awaits_brace() {
            return self.in_head(stumble);
        }
        if self.nesting.awaits_tree_brace() {
            return self.in_tree_head(stumble);
        }
        self.unexpected(stumble)
    }

    /// Whether a bracket or parenthesis closes what a brace opened.
    pub(super) fn closes_with_bracket(&self, stumble: &Stumble<'_>) -> bool {
        let closing = matches!(stumble.found, Some(Token::CloseBracket | Token::CloseParenthesis));
        closing && stumble.begun.is_empty() && !self.nesting.is_outermost() && !self.nesting.awaits_brace()
    }

    /// Whether an opening brace follows `place` before a closing brace, a child or a colon. If so, the text at `place`
    /// is wrong; otherwise the brace is missing.
    fn brace_follows(&self, place: Span) -> bool {
        /// In bytes. Reading to the end of the text at every error would take too long. A longer head counts as one
        /// without a brace.
        const FARTHEST: usize = 200;
        let rest = &self.text[place.end as usize..];
        let rest = &rest[..rest.floor_char_boundary(FARTHEST)];
        let structure = |token: &Token| {
            matches!(
                token,
                Token::OpenBrace | Token::CloseBrace | Token::Colon | Token::Number | Token::Max | Token::Min
            )
        };
        let mut tokens = Lexer::new(rest).filter_map(|token| token.ok().map(|(_, token, _)| token));
        tokens.find(structure) == Some(Token::OpenBrace)
    }

    /// The head of the node that is being read.
    fn last_head(&self) -> Span {
        self.nesting.pending_node().map_or(Span::default(), |node| self.tree.nodes.span(node))
    }

    /// Something in the wrong place, outside the heads of nodes and trees.
    fn unexpected(&self, stumble: &Stumble<'_>) -> Diagnostic {
        let found = found_words(stumble, self.text);
        if stumble.begun.is_empty() {
            let finding = Diagnostic::new(Code::UnexpectedToken, format!("{found} cannot be here"), stumble.place);
            return match stumble.found.is_some_and(begins_claim) {
                true => finding.help("write claims about a node in its head, before its brace: `max A = 3 { … }`"),
                false => finding.help(format!("write {} here", self.what_can_be_here())),
            };
        }
        if stumble.found == Some(Token::Colon) && is_reserved(stumble.begun) {
            return reserved_label(self.text, stumble.begun_span());
        }
        if let Some(finding) = self.in_claim(stumble) {
            return finding;
        }
        setting::unfinished(stumble, self.text)
    }

    /// The things that can be at the current place, in words.
    fn what_can_be_here(&self) -> &'static str {
        match (self.nesting.in_tree(), self.nesting.is_outermost()) {
            (false, _) => "a tree, a node or a setting",
            (true, true) => "a setting, the root, an expectation, a question or `}`",
            (true, false) => "a child (`3`, `a1: 3`, `min { … }`) or `}`",
        }
    }
}

/// Brackets that close nothing or are not closed, so that their content is unknown.
fn foreign_brackets(stumble: &Stumble<'_>) -> Diagnostic {
    Diagnostic::new(Code::ForeignBrackets, "a tree is written with braces, not with brackets", stumble.place)
        .help("write `max { {3, 5} {2, 8} }`: each brace opens a node, and the players take turns")
}

fn begins_claim(token: Token) -> bool {
    use Token::{AtLeast, AtMost, Equal, Eval, Plays, Pruned, Tilde, Visited};
    matches!(token, Equal | AtMost | AtLeast | Tilde | Pruned | Visited | Plays | Eval)
}

/// The token that did not fit, in words.
fn found_words(stumble: &Stumble<'_>, text: &str) -> String {
    match stumble.found {
        None => "the end of the file".to_string(),
        Some(_) => format!("`{}`", clipped(stumble.written(text))),
    }
}

/// Whether a word is reserved, in one of the three spellings.
fn is_reserved(word: &str) -> bool {
    let small = word.to_lowercase();
    let upper = word.to_uppercase();
    let capital =
        || small.chars().next().map(|first| first.to_uppercase().chain(small.chars().skip(1)).collect::<String>());
    RESERVED.contains(&small.as_str()) && (word == small || word == upper || Some(word) == capital().as_deref())
}

fn is_setting(word: &str) -> bool {
    is_reserved(word) && SETTINGS.contains(&word.to_lowercase().as_str())
}

/// The span of `text` if it begins at `start`.
fn sized(start: u32, text: &str) -> Span {
    Span::new(start, start + offset(text.len()))
}
