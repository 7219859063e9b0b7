//! Errors in the heads of nodes and trees, and in their claims.

use super::{found_words, is_setting, sized};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, clipped, similar};
use crate::source::{LINE_ENDS, Span, offset};
use crate::syntax::builder::Builder;
use crate::syntax::lexer::Lexer;
use crate::syntax::syntax_error::SyntaxError;
use crate::syntax::token::Token;

const CLAIMS_FOLLOW: &str = "after the name, write only claims (`= 3`, `plays a1`, …), then `{`";

impl Builder<'_> {
    /// Something in the head of a node that is not a claim.
    pub(super) fn in_head(&self, syntax_error: &SyntaxError<'_>) -> Diagnostic {
        let place = syntax_error.place;
        let brace_follows = self.brace_follows(place);
        let unexpected = |message: &str| Diagnostic::new(Code::UnexpectedToken, message, place);
        match syntax_error.found {
            Some(Token::Number) if brace_follows || self.is_claimed(place) => self.lone_number(place),
            Some(Token::Name) if brace_follows => self.unknown_claim(place),
            Some(Token::Above) => unexpected("`>` is not a claim").fix("for a lower bound write `>=`", place, ">="),
            Some(Token::Worth) => unexpected("`worth` comes after the blank that earns the marks")
                .help("write it after a blank: `max A = _ worth 2 { … }`"),
            Some(Token::Window) if self.text[place.end as usize..].trim_start().starts_with('[') => {
                let blanks = self.text[place.end as usize..].find('[').map_or(0, offset);
                unexpected("the window of a node is written without the word `window`").fix(
                    "delete the word",
                    Span::new(place.start, place.end + blanks),
                    "",
                )
            }
            Some(Token::String) if brace_follows => self
                .second_name(place)
                .unwrap_or_else(|| unexpected("a name comes before the claims").help(CLAIMS_FOLLOW)),
            Some(Token::Colon) if self.text[place.end as usize..].trim_start().starts_with('{') => {
                unexpected("the head of a node takes no colon").fix("delete the colon", place, "")
            }
            Some(Token::Colon) => self.colon_in_head(syntax_error),
            _ => self.head_without_brace(syntax_error),
        }
    }

    /// `min 2 {`, `max 1 = 3 {`: a number that may be a value or a name.
    fn lone_number(&self, place: Span) -> Diagnostic {
        let written = clipped(place.of(self.text));
        let head = self.last_head();
        let named = self.nesting.pending_node().is_some_and(|node| self.tree.names.get(node).is_some());
        let claimed = self.is_claimed(place);
        let touches_player = !named && self.text[head.end as usize..place.start as usize].trim().is_empty();
        if touches_player && claimed {
            let message = format!("the name of a node begins with a letter; as a name `{written}` needs quotes");
            return Diagnostic::new(Code::UnexpectedToken, message, place).fix(
                format!("write `\"{written}\"`"),
                place,
                format!("\"{}\"", place.of(self.text)),
            );
        }
        let finding = Diagnostic::new(Code::UnexpectedToken, format!("`{written}` needs a sign before it"), place)
            .primary_label("`=`, `<=` or `>=`?");
        let title = format!("if the node is worth {written}, write `= {written}`");
        let title = if touches_player { format!("{title}; if that is its name, write `\"{written}\"`") } else { title };
        finding.fix(title, Span::empty(place.start), "= ")
    }

    /// Whether a claim follows a word.
    fn is_claimed(&self, word: Span) -> bool {
        self.text[word.end as usize..].trim_start().starts_with(['=', '<', '>', '~', '['])
    }

    fn unknown_claim(&self, place: Span) -> Diagnostic {
        const CLAIMS: &[&str] = &["pruned", "visited", "plays", "eval", "worth"];
        let written = place.of(self.text);
        let finding = Diagnostic::new(Code::UnknownWord, format!("`{}` is not a claim", clipped(written)), place);
        match similar(written, CLAIMS.iter().copied()) {
            Some(meant) => finding.suggest(place, written, meant),
            None if self.is_late_name(place) => {
                let gap = self.text[..place.start as usize].trim_end().len();
                let title = "write the name before the claims".to_string();
                let edits = vec![
                    Edit::new(Span::empty(self.last_head().end), format!(" {written}")),
                    Edit::new(Span::new(offset(gap), place.end), ""),
                ];
                finding.with_fix(Fix { title, edits, safe: false })
            }
            None => self.second_name(place).unwrap_or_else(|| {
                let word = clipped(written);
                finding.help(format!("if it is the best move, write `plays {word}`; otherwise delete it"))
            }),
        }
    }

    /// `max A B {`: a word right after the name.
    fn second_name(&self, place: Span) -> Option<Diagnostic> {
        let name = *self.tree.names.get(self.nesting.pending_node()?)?;
        if !Span::new(name.end, place.start).of(self.text).trim().is_empty() {
            return None;
        }
        let bare = |span: Span| clipped(span.of(self.text).trim_matches('"'));
        let help =
            format!("delete one of the two; for a name of two words, write `\"{} {}\"`", bare(name), bare(place));
        let message = "a node has one name, and this is a second one";
        Some(Diagnostic::new(Code::UnknownWord, message, place).label(name, "the first name").help(help))
    }

    /// Whether a word before the brace may be the name of a node that has none: `max = 9 Root {`.
    fn is_late_name(&self, place: Span) -> bool {
        let unnamed = self.nesting.pending_node().is_some_and(|node| self.tree.names.get(node).is_none());
        unnamed && self.text[place.end as usize..].trim_start().starts_with('{')
    }

    /// `max A: 3`: a colon where no brace follows.
    fn colon_in_head(&self, syntax_error: &SyntaxError<'_>) -> Diagnostic {
        let written = clipped(self.last_head().of(self.text));
        Diagnostic::new(Code::UnexpectedToken, "the head of a node takes no colon", syntax_error.place)
            .help(format!("write the children of the node in braces: `{written} {{ … }}`"))
    }

    /// A head that is not followed by a brace.
    fn head_without_brace(&self, syntax_error: &SyntaxError<'_>) -> Diagnostic {
        let head = self.last_head();
        let end = self.text[..syntax_error.place.start as usize].trim_end().len();
        let claims = Span::new(head.start, offset(end).max(head.end));
        let written = clipped(claims.of(self.text));
        let message = match syntax_error.found {
            Some(_) => format!("`{{` is missing between `{written}` and {}", found_words(syntax_error, self.text)),
            None => format!("the brace after `{written}` is missing"),
        };
        let finding =
            Diagnostic::new(Code::MissingBrace, message, syntax_error.place).label(head, "the node without a brace");
        match syntax_error.found {
            Some(Token::CloseBrace | Token::Expect | Token::Ask | Token::Tree) | None => {
                finding.help(format!("write the children of the node in braces: `{written} {{ … }}`"))
            }
            Some(_) => finding.note(format!("a node has its children in braces: `{written} {{ … }}`")).fix(
                format!("write `{written} {{`"),
                Span::empty(claims.end),
                " {",
            ),
        }
    }

    /// A claim that begins correctly but goes on wrongly.
    pub(super) fn in_claim(&self, syntax_error: &SyntaxError<'_>) -> Option<Diagnostic> {
        let begun = syntax_error.begun;
        let place = syntax_error.place;
        let first = begun.split_whitespace().next().unwrap_or_default();
        if is_setting(first) || first.eq_ignore_ascii_case("expect") {
            return None;
        }
        let is_empty = begun.rsplit('[').next().is_some_and(|rest| rest.trim_matches([' ', ',']).is_empty());
        if begun.contains('[') && is_empty && syntax_error.found == Some(Token::CloseBracket) {
            let bracket = offset(begun.rfind('[').unwrap_or(0));
            let whole = Span::new(syntax_error.start + bracket, place.end);
            let message = "a window has two ends, α and β";
            return Some(Diagnostic::new(Code::UnexpectedToken, message, whole).help(
                "write both: `[-inf, inf]` where nothing is known yet; for students to fill in, write `[_, _]`",
            ));
        }
        let one_end = begun.strip_prefix('[').map(str::trim).filter(|end| !end.is_empty() && !end.contains(['[', ' ']));
        if let (Some(end), Some(Token::CloseBracket)) = (one_end, syntax_error.found) {
            let whole = syntax_error.begun_span().to(place);
            let end = clipped(end.trim_end_matches(','));
            let message = "a window has two ends, α and β";
            let finding = Diagnostic::new(Code::UnexpectedToken, message, whole);
            return Some(finding.help(format!(
                "write `[{end}, inf]` or `[-inf, {end}]`; if the node is worth {end}, write `= {end}`"
            )));
        }
        if let Some(bracket) = begun.rfind('[').filter(|bracket| !begun[*bracket..].contains(']')) {
            return Some(self.in_window(syntax_error, offset(bracket)));
        }
        let sign = ["=", "~", "<=", ">=", "eval"].into_iter().find(|sign| begun.ends_with(sign))?;
        let message = format!("`{sign}` needs a number after it, not {}", found_words(syntax_error, self.text));
        Some(Diagnostic::new(Code::UnexpectedToken, message, place).help(format!("write, for example, `{sign} 3`")))
    }

    /// A window that goes on wrongly. Its bracket is `bracket` bytes after the beginning of the stumble.
    fn in_window(&self, syntax_error: &SyntaxError<'_>, bracket: u32) -> Diagnostic {
        let start = syntax_error.start + bracket;
        let written = syntax_error.begun[bracket as usize..].trim_end();
        let begun = Span::new(start, start + offset(written.len()));
        let numbers =
            Lexer::new(written).filter_map(Result::ok).filter(|(_, token, _)| *token == Token::Number).count();
        let goes_on = matches!(syntax_error.found, Some(Token::Number | Token::CloseBracket | Token::Name));
        if numbers == 2 && !goes_on {
            return Diagnostic::new(Code::UnexpectedToken, "the bracket of this window is not closed", begun).fix(
                format!("write `{}]`", clipped(written)),
                Span::empty(begun.end),
                "]",
            );
        }
        let whole = if goes_on { begun.to(syntax_error.place) } else { begun };
        let message = "a window has two ends, α and β, with a comma between them";
        Diagnostic::new(Code::UnexpectedToken, message, whole).help("write it, for example, as `[-inf, 3]`")
    }

    /// Something between `tree` and its brace.
    pub(super) fn in_tree_head(&self, syntax_error: &SyntaxError<'_>) -> Diagnostic {
        let place = syntax_error.place;
        let line = self.text[place.start as usize..].split(LINE_ENDS).next().unwrap_or_default();
        let before_brace = line.split_once('{').map(|(name, _)| name.trim_end()).filter(|name| !name.contains('"'));
        if let (Some(Token::Name | Token::Number), Some(name)) = (syntax_error.found, before_brace) {
            let (place, quoted) = (sized(place.start, name), format!("\"{name}\""));
            return Diagnostic::new(Code::UnexpectedToken, "the name of a tree needs quotes", place).fix(
                format!("write `{}`", clipped(&quoted)),
                place,
                quoted,
            );
        }
        let head = self.tree.title.unwrap_or(self.tree.span);
        let written = clipped(self.tree.span.to(head).of(self.text));
        let message = match syntax_error.found {
            Some(_) => format!("`{{` is missing between `{written}` and {}", found_words(syntax_error, self.text)),
            None => format!("the brace after `{written}` is missing"),
        };
        let finding = Diagnostic::new(Code::MissingBrace, message, place).label(head, "the tree without a brace");
        match syntax_error.found {
            Some(Token::CloseBrace | Token::Tree) | None => {
                finding.help(format!("write what belongs to the tree in braces: `{written} {{ … }}`"))
            }
            Some(_) => finding.note(format!("a tree has its parts in braces: `{written} {{ … }}`")).fix(
                format!("write `{written} {{`"),
                Span::empty(head.end),
                " {",
            ),
        }
    }
}
