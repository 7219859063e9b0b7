//! Describes syntax errors in terms that a student knows.

mod child;
mod head;
mod nesting;
mod setting;

pub(super) use nesting::{LABELLED_CHILD, closes_too_early, missing_brace, surplus_brace};

use super::builder::Builder;
use super::name::reserved_label;
use super::syntax_error::SyntaxError;
use super::token::Token;
use super::tokens::tokens_in;
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{Span, offset};

/// The words that begin a node.
const PLAYERS: [&str; 3] = ["max", "min", "chance"];

impl Builder<'_> {
    /// The finding for a syntax error.
    pub(super) fn describe(&self, syntax_error: &SyntaxError) -> Diagnostic {
        if self.closes_with_bracket(syntax_error) {
            let written = syntax_error.written(self.text);
            let message = format!("a node is not closed with `{written}`");
            return Diagnostic::new(Code::ForeignBrackets, message, syntax_error.place).fix(
                "write `}`",
                syntax_error.place,
                "}",
            );
        }
        if let Some(finding) = self.set_without_in(syntax_error) {
            return finding;
        }
        if let Some(label) = self.label.as_ref().filter(|_| syntax_error.found == Some(Token::OpenBracket))
            && self.brace_follows_claim(syntax_error.place.start)
        {
            return self.node_without_player(label.name.unwrap_or(label.span));
        }
        let begun = syntax_error.begun_tokens();
        let closes = syntax_error.found == Some(Token::CloseBracket);
        if begun == [Token::OpenBracket] && closes && self.nesting.awaits_brace() {
            return self.in_claim(syntax_error).unwrap_or_else(|| foreign_brackets(syntax_error));
        }
        let follows_bracket = matches!(begun[..], [] | [.., Token::OpenBracket | Token::OpenParenthesis]);
        if syntax_error.is_bracket() && follows_bracket {
            return foreign_brackets(syntax_error);
        }
        if let Some(label) = &self.label {
            let name = label.name.unwrap_or(label.span);
            return match syntax_error.would_fit(":") {
                true if !self.nesting.in_tree() && syntax_error.is_title(self.text, name) => {
                    child::title_without_tree(name)
                }
                true => self.stray_word(syntax_error, name, label.probability.is_some()),
                false => self.label_without_child(syntax_error, label.span),
            };
        }
        if syntax_error.would_fit("{") && self.nesting.awaits_brace() {
            return self.in_head(syntax_error);
        }
        if self.nesting.awaits_tree_brace() {
            return self.in_tree_head(syntax_error);
        }
        self.unexpected(syntax_error)
    }

    /// Whether a bracket or parenthesis closes what a brace opened.
    pub(super) fn closes_with_bracket(&self, syntax_error: &SyntaxError) -> bool {
        let closing = matches!(syntax_error.found, Some(Token::CloseBracket | Token::CloseParenthesis));
        closing && syntax_error.begun.is_empty() && !self.nesting.is_outermost() && !self.nesting.awaits_brace()
    }

    /// Whether an opening brace follows `place` before a closing brace, a child or a colon. If so, the text at `place`
    /// is wrong; otherwise the brace is missing.
    fn brace_follows(&self, place: Span) -> bool {
        use Token::{AtLeast, AtMost, CloseBrace, Colon, Equal, Max, Min, Number, OpenBrace, Tilde, Worth};
        let mut before = None;
        for (token, _) in self.near_tokens(place.end) {
            let is_claimed = token == Number && matches!(before, Some(Equal | AtMost | AtLeast | Tilde | Worth));
            if matches!(token, OpenBrace | CloseBrace | Colon | Number | Max | Min) && !is_claimed {
                return token == OpenBrace;
            }
            before = Some(token);
        }
        false
    }

    /// The tokens that follow a place closely. Reading to the end of the text at every error would take too long.
    fn near_tokens(&self, place: u32) -> impl Iterator<Item = (Token, Span)> {
        /// In bytes. A longer head counts as one without a brace.
        const FARTHEST: usize = 200;
        let end = self.text.floor_char_boundary(place as usize + FARTHEST);
        tokens_in(self.text, Span::new(place, offset(end)))
    }

    /// The first token after a place.
    fn next_token(&self, place: u32) -> Option<Token> {
        tokens_in(self.text, Span::new(place, offset(self.text.len()))).next().map(|(token, _)| token)
    }

    /// The head of the node that is being read.
    fn last_head(&self) -> Span {
        self.nesting.pending_node().map_or(Span::default(), |node| self.tree.nodes.span(node))
    }

    /// Something in the wrong place, outside the heads of nodes and trees.
    fn unexpected(&self, syntax_error: &SyntaxError) -> Diagnostic {
        let found = found_words(syntax_error, self.text);
        if syntax_error.begun.is_empty() {
            let finding = Diagnostic::new(Code::UnexpectedToken, format!("{found} cannot be here"), syntax_error.place);
            return match syntax_error.found.is_some_and(begins_claim) {
                true => finding.help("write claims about a node in its head, before its brace: `max A = 3 { … }`"),
                false => finding.help(format!("write {} here", self.what_can_be_here())),
            };
        }
        if let (Some(Token::Colon), [(word, place)]) = (syntax_error.found, &syntax_error.begun[..])
            && word.is_reserved()
        {
            return reserved_label(self.text, *place);
        }
        if let Some(finding) = self.in_claim(syntax_error) {
            return finding;
        }
        setting::unfinished(syntax_error, self.text)
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
fn foreign_brackets(syntax_error: &SyntaxError) -> Diagnostic {
    Diagnostic::new(Code::ForeignBrackets, "a tree is written with braces, not with brackets", syntax_error.place)
        .help("write `max { {3, 5} {2, 8} }`: each brace opens a node, and the players take turns")
}

fn begins_claim(token: Token) -> bool {
    use Token::{AtLeast, AtMost, Equal, Eval, Plays, Pruned, Tilde, Visited};
    matches!(token, Equal | AtMost | AtLeast | Tilde | Pruned | Visited | Plays | Eval)
}

/// The token that did not fit, in words.
fn found_words(syntax_error: &SyntaxError, text: &str) -> String {
    match syntax_error.found {
        None => "the end of the file".to_string(),
        Some(_) => format!("`{}`", clipped(syntax_error.written(text))),
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse;

    /// The message of the first error of a text.
    fn message(text: &str) -> String {
        parse(text, 9).1.kept_mut().next().expect("an error").message.clone()
    }

    #[test]
    fn a_window_is_not_completed_to_an_empty_one() {
        let helps = |text| format!("{:?}", parse(text, 9).1.kept_mut().next().expect("an error").notes);
        assert!(helps("max A [3] { 3 }").contains("`[3, inf]` or `[-inf, 3]`"));
        for text in ["max A [inf] { 3 }", "max A [-∞] { 3 }", "max A [-, inf] { 3 }"] {
            assert!(helps(text).contains("write both: `[-inf, inf]`"), "{}", helps(text));
        }
    }

    #[test]
    fn capitals_blanks_and_comments_make_no_difference() {
        for (text, expected) in [
            ("tree { max { ?x } EXPECT x (5, 7] }", "`in` is missing between `x` and its set"),
            ("tree { max { ?x } expect\tx // or y\n (5, 7] }", "`in` is missing between `x` and its set"),
            ("tree { max { ?x } Expect\tx inn (5, 7] }", "`in` comes before a set, not `inn`"),
            ("tree { max { 3 } expect value=", "`expect value=` needs a number after it"),
            ("max A <= { 3 }", "`<=` needs a number after it, not `{`"),
            ("max A EVAL { 3 }", "`eval` needs a number after it, not `{`"),
            ("max A // why\n 3 }", "`{` is missing between `max A` and `3`"),
            ("max A [ // both\n] { 3 }", "a window has two ends, α and β"),
            ("max A WINDOW// of A\n[3, 5] { 3 }", "the window of a node is written without the word `window`"),
            ("window[3\nmax A { 3 }", "`window[3` is not finished"),
            ("tree my // {\n{ max { 3 } }", "`{` is missing between `tree` and `my`"),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }
}
