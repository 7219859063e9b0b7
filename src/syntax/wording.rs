//! Syntax errors in a student's words.

use super::builder::Builder;
use super::lexer::Lexer;
use super::stumble::Stumble;
use super::token::{RESERVED, SETTINGS, Token};
use crate::diagnostic::{Code, Diagnostic, clipped, either, similar};
use crate::source::{LINE_ENDS, Span, offset};

impl Builder<'_> {
    /// The finding for a syntax error.
    pub(super) fn describe(&self, stumble: &Stumble<'_>) -> Diagnostic {
        if self.closes_with_bracket(stumble) {
            let written = stumble.written(self.text);
            return Diagnostic::new(
                Code::ForeignBrackets,
                format!("a node is not closed with `{written}`"),
                stumble.place,
            )
            .fix("write `}`", stumble.place, "}");
        }
        if let Some(finding) = self.set_without_in(stumble) {
            return finding;
        }
        if stumble.is_bracket() && (stumble.begun.is_empty() || stumble.begun.ends_with(['[', '('])) {
            return self.foreign_brackets(stumble);
        }
        match &self.label {
            Some((label, span)) if stumble.would_fit(":") => {
                let name = label.name.unwrap_or(*span);
                return match !self.nesting.in_tree() && stumble.is_title(self.text, name) {
                    true => title_without_tree(name),
                    false => self.stray_word(stumble, name, label.probability.is_some()),
                };
            }
            Some((_, span)) => {
                let player = stumble
                    .found
                    .filter(|found| *found == Token::Name)
                    .and_then(|_| similar(stumble.written(self.text), PLAYERS));
                return match player {
                    Some(meant) => unknown_player(self.text, stumble.place, meant),
                    None => label_without_child(self.text, *span),
                };
            }
            None => {}
        }
        if stumble.would_fit("{") && self.nesting.awaits_brace() {
            return self.in_head(stumble);
        }
        if self.nesting.awaits_tree_brace() {
            return self.in_tree_head(stumble);
        }
        self.unexpected(stumble)
    }

    /// A bracket or parenthesis that closes what a brace has opened.
    pub(super) fn closes_with_bracket(&self, stumble: &Stumble<'_>) -> bool {
        let closing = matches!(stumble.found, Some(Token::CloseBracket | Token::CloseParenthesis));
        closing && stumble.begun.is_empty() && !self.nesting.is_outermost() && !self.nesting.awaits_brace()
    }

    /// `expect x inn (5, 7]` or `expect x (5, 7]`: a bracket on a line that ends so far in an expectation of one word or two.
    fn set_without_in(&self, stumble: &Stumble<'_>) -> Option<Diagnostic> {
        if !stumble.is_bracket() {
            return None;
        }
        /// An expectation of two short words is not longer.
        const LONGEST: usize = 200;
        let before = &self.text[..stumble.place.start as usize];
        let near = &before[before.floor_char_boundary(before.len().saturating_sub(LONGEST))..];
        let expectation = &near[near.rfind("expect ")?..];
        let words: Vec<&str> = expectation.split_whitespace().collect();
        let example = |unknown: &str| format!("write `expect {} in` and then the set", clipped(unknown));
        let finding = Diagnostic::new(Code::UnexpectedToken, "a set stands behind `in`", stumble.place);
        match words[..] {
            [_, unknown] => Some(finding.help(example(unknown))),
            [_, _, word] if similar(word, ["in"]).is_some() => {
                let written = expectation.trim_end();
                let start = stumble.place.start as usize - expectation.len() + written.len() - word.len();
                let span = sized(offset(start), word);
                let message = format!("a set stands behind `in`, not behind `{}`", clipped(word));
                Some(Diagnostic::new(Code::UnexpectedToken, message, span).respelt(span, word, "in"))
            }
            [_, unknown, _] => Some(finding.help(example(unknown))),
            _ => None,
        }
    }

    /// `[[3, 5], [2, 8]]` or `((3 5) (2 8))`.
    fn foreign_brackets(&self, stumble: &Stumble<'_>) -> Diagnostic {
        const LONGEST: usize = 60;
        let start = if stumble.begun.is_empty() { stumble.place.start } else { stumble.start };
        let rest = &self.text[start as usize..];
        let near = &rest[..rest.floor_char_boundary(4 * LONGEST)];
        let line = near.split(LINE_ENDS).next().unwrap_or_default();
        let list = &line[..line.rfind([']', ')']).map_or(0, |at| at + 1)];
        let span = if list.is_empty() { stumble.place } else { sized(start, list) };
        let finding = Diagnostic::new(Code::ForeignBrackets, "nested lists are written with braces here", span);
        let brackets = list.matches(['[', '(']).count();
        let whole = brackets > 0 && brackets == list.matches([']', ')']).count() && list.len() <= LONGEST;
        let braces = list.replace(['[', '('], "{").replace([']', ')'], "}");
        if whole && self.nesting.awaits_brace() {
            finding.fix(format!("write `{braces}`"), span, braces)
        } else if whole && self.nesting.is_outermost() {
            finding.fix(format!("write `max {braces}`, or `min` if MIN moves first"), span, format!("max {braces}"))
        } else {
            finding.help("write `max { {3, 5} {2, 8} }`: a brace opens a node, and the players take turns")
        }
    }

    /// A word without a colon where a construct or a labelled child may begin; `numbered` if a number follows it.
    fn stray_word(&self, stumble: &Stumble<'_>, name: Span, numbered: bool) -> Diagnostic {
        let word = name.of(self.text);
        let shown = clipped(word);
        if let Some(meant) = similar(word, RESERVED.iter().copied()) {
            return Diagnostic::new(Code::UnknownWord, format!("`{shown}` begins nothing here"), name)
                .respelt(name, word, meant);
        }
        if matches!(word.to_lowercase().as_str(), "inf" | "infinity" | "infty") {
            return Diagnostic::new(Code::UnknownWord, format!("`{shown}` begins nothing here"), name).fix(
                "write `inf`",
                name,
                "inf",
            );
        }
        let comparison = matches!(stumble.found, Some(Token::Equal | Token::AtLeast | Token::Above));
        let word_follows = matches!(stumble.found, Some(Token::Name | Token::String | Token::CloseBrace) | None);
        if self.nesting.is_outermost() || comparison {
            return Diagnostic::new(Code::UnknownWord, format!("`{shown}` begins nothing here"), name)
                .help(format!("here may stand {}", self.what_may_stand()));
        }
        if word_follows && !numbered {
            return label_without_child(self.text, name);
        }
        Diagnostic::new(Code::MissingColon, format!("the label `{shown}` lacks its colon"), name).fix(
            "write `:` behind it",
            Span::empty(name.end),
            ":",
        )
    }

    /// Something behind the head of a node that is no claim.
    fn in_head(&self, stumble: &Stumble<'_>) -> Diagnostic {
        let place = stumble.place;
        let written = stumble.written(self.text);
        let brace_follows = self.brace_follows(place);
        match stumble.found {
            Some(Token::Number) if brace_follows => {
                Diagnostic::new(Code::UnexpectedToken, "a number alone claims nothing", place)
                    .here("equal to, at most, at least?")
                    .fix(format!("if the node is worth {written}, write `= {written}`"), Span::empty(place.start), "= ")
            }
            Some(Token::Name) if brace_follows => self.unknown_claim(place),
            Some(Token::Above) => Diagnostic::new(Code::UnexpectedToken, "`>` is no claim", place).fix(
                "for a lower bound write `>=`",
                place,
                ">=",
            ),
            Some(Token::Worth) => {
                Diagnostic::new(Code::UnexpectedToken, "`worth` stands behind what is worth the marks", place)
                    .help("write it behind a blank: `max A = _ worth 2 { … }`")
            }
            Some(Token::Window) if self.text[place.end as usize..].trim_start().starts_with('[') => {
                let blanks = self.text[place.end as usize..].find('[').map_or(0, offset);
                let message = "the window of a node is written without the word `window`";
                Diagnostic::new(Code::UnexpectedToken, message, place).fix(
                    "take the word away",
                    Span::new(place.start, place.end + blanks),
                    "",
                )
            }
            Some(Token::String) if brace_follows => {
                Diagnostic::new(Code::UnexpectedToken, "a node has one name", place).help(CLAIMS_FOLLOW)
            }
            Some(Token::Colon) if self.text[place.end as usize..].trim_start().starts_with('{') => Diagnostic::new(
                Code::UnexpectedToken,
                "no colon stands before the brace of a node",
                place,
            )
            .fix("take it away", place, ""),
            Some(Token::Colon) => reserved_label(self.text, self.last_head()),
            Some(_) if is_setting(written) && brace_follows => {
                let message = format!("`{written}` is a word of the language");
                Diagnostic::new(Code::UnexpectedToken, message, place).fix(
                    format!("as a name it needs quotes: `\"{written}\"`"),
                    place,
                    format!("\"{written}\""),
                )
            }
            _ => {
                let message = format!("expected a claim or `{{`, found {}", found_words(stumble, self.text));
                Diagnostic::new(Code::MissingBrace, message, place)
                    .label(self.last_head(), "the head that lacks its brace")
                    .help("the children of a node stand in braces: `max { 3, 5 }`")
            }
        }
    }

    fn unknown_claim(&self, place: Span) -> Diagnostic {
        const CLAIMS: &[&str] = &["pruned", "visited", "plays", "eval", "worth"];
        let written = place.of(self.text);
        let finding = Diagnostic::new(Code::UnknownWord, format!("`{}` is no claim", clipped(written)), place);
        match similar(written, CLAIMS.iter().copied()) {
            Some(meant) => finding.respelt(place, written, meant),
            None => finding.help(CLAIMS_FOLLOW),
        }
    }

    /// Something between `tree` and its brace.
    fn in_tree_head(&self, stumble: &Stumble<'_>) -> Diagnostic {
        let place = stumble.place;
        let line = self.text[place.start as usize..].split(LINE_ENDS).next().unwrap_or_default();
        let before_brace = line.split_once('{').map(|(name, _)| name.trim_end()).filter(|name| !name.contains('"'));
        if let (Some(Token::Name | Token::Number), Some(name)) = (stumble.found, before_brace) {
            let (place, quoted) = (sized(place.start, name), format!("\"{name}\""));
            return Diagnostic::new(Code::UnexpectedToken, "the name of a tree stands in quotes", place).fix(
                format!("write `{}`", clipped(&quoted)),
                place,
                quoted,
            );
        }
        let message = format!("expected `{{`, found {}", found_words(stumble, self.text));
        Diagnostic::new(Code::MissingBrace, message, place)
            .label(self.tree.title.unwrap_or(self.tree.span), "the tree that lacks its brace")
            .help("what belongs to a tree stands in braces: `tree \"name\" { … }`")
    }

    /// Whether a brace opens behind `place` before one closes or a label comes: then what stands there is too much, else
    /// the brace is missing.
    fn brace_follows(&self, place: Span) -> bool {
        /// In bytes. Reading on to the end of the text at every error would take too long; a head that is longer counts
        /// as one without a brace.
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

    /// The parser's own list of what would have fitted, or what may stand here at all, in words.
    fn unexpected(&self, stumble: &Stumble<'_>) -> Diagnostic {
        let found = found_words(stumble, self.text);
        let Some(last) = last_token(stumble.begun) else {
            let finding = Diagnostic::new(Code::UnexpectedToken, format!("{found} cannot stand here"), stumble.place)
                .help(format!("here may stand {}", self.what_may_stand()));
            return match stumble.found.is_some_and(begins_claim) {
                true => finding.note("claims stand in the head of a node, before its brace: `max A = 3 { … }`"),
                false => finding,
            };
        };
        let written = stumble.written(self.text);
        if stumble.found == Some(Token::Colon) && is_reserved(stumble.begun) {
            return reserved_label(self.text, stumble.begun_span());
        }
        let message = format!("expected {} behind `{}`, found {found}", expected_words(stumble), clipped(last));
        let finding = Diagnostic::new(Code::UnexpectedToken, message, stumble.place);
        if stumble.found == Some(Token::Equal) && last.ends_with(['=', '>', '<']) {
            return finding.note("one sign is enough: `= 3`");
        }
        if is_reserved(written) && stumble.would_fit("text") {
            return finding
                .note(format!("`{written}` is a word of the language; as a name it needs quotes: `\"{written}\"`"));
        }
        match shape(stumble.begun) {
            Some(shape) => finding.help(shape),
            None => finding,
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

const CLAIMS_FOLLOW: &str = "behind the name stand claims (`= 3`, `plays a1`, …), then `{`";

/// The words that begin a node.
const PLAYERS: [&str; 3] = ["max", "min", "chance"];

fn unknown_player(text: &str, place: Span, meant: &str) -> Diagnostic {
    let written = place.of(text);
    let message = format!("`{}` begins nothing here", clipped(written));
    Diagnostic::new(Code::UnknownWord, message, place).respelt(place, written, meant)
}

fn title_without_tree(title: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownWord, "the name of a tree stands behind `tree`", title)
        .here("a name, but of what?")
        .fix("write `tree` before it", Span::empty(title.start), "tree ")
}

fn label_without_child(text: &str, label: Span) -> Diagnostic {
    let message = format!("the label `{}` has no child", clipped(label.of(text).trim_end_matches(':')));
    Diagnostic::new(Code::MissingColon, message, label).help("behind a label stand a colon and the child: `a1: 3`")
}

pub(super) fn reserved_label(text: &str, word: Span) -> Diagnostic {
    let written = word.of(text);
    Diagnostic::new(Code::UnexpectedToken, "a word of the language cannot be a label as it is", word).fix(
        format!("write `\"{written}\"`"),
        word,
        format!("\"{written}\""),
    )
}

/// How what was begun is written.
fn shape(begun: &str) -> Option<&'static str> {
    let first = begun.split_whitespace().next()?.to_lowercase();
    Some(match first.as_str() {
        "cut" => "the two rules are `cut alpha >= beta` and `cut alpha > beta`",
        "search" => "there are `search fail-soft` and `search fail-hard`",
        "order" => "there are `order left-to-right` and `order right-to-left`",
        "cutoffs" => "there are `cutoffs deep`, `cutoffs shallow` and `cutoffs none`",
        "window" => "a window is written `window [-3, 7]`",
        "range" => "a range is written `range [-3, 7]`",
        "expect" => "write, for example, `expect value = 3` or `expect line a1 b1`",
        "ask" => "there are `ask pruned`, `ask values`, `ask windows` and `ask plays`",
        _ => return None,
    })
}

fn begins_claim(token: Token) -> bool {
    use Token::{AtLeast, AtMost, Equal, Eval, Plays, Pruned, Tilde, Visited};
    matches!(token, Equal | AtMost | AtLeast | Tilde | Pruned | Visited | Plays | Eval)
}

/// The last word, number or sign of a piece of text.
fn last_token(text: &str) -> Option<&str> {
    let (start, _, end) = Lexer::new(text).filter_map(Result::ok).last()?;
    Some(Span::new(start, end).of(text))
}

fn found_words(stumble: &Stumble<'_>, text: &str) -> String {
    match stumble.found {
        None => "the end of the file".to_string(),
        Some(_) => format!("`{}`", clipped(stumble.written(text))),
    }
}

/// What would have fitted, in words: exact inside of a construct.
fn expected_words(stumble: &Stumble<'_>) -> String {
    let words: Vec<String> = stumble.expected.iter().filter_map(|name| word_for(name)).collect();
    let reserved = words.iter().filter(|word| is_reserved(word.trim_matches('`'))).count();
    // Where any word will do, the reserved ones need no mention.
    if reserved == RESERVED.len() { "a name".to_string() } else { either(&words) }
}

/// A terminal of the grammar in words; `None` for what only a teacher writes.
fn word_for(terminal: &str) -> Option<String> {
    let name = terminal.trim_matches('"');
    let words = match name {
        "name" => "a name",
        "text" => "a text in quotes",
        "number" => "a number",
        "unknown" => "an unknown",
        "question" | "integers" | "leaves" | "_" => return None,
        _ => return Some(format!("`{name}`")),
    };
    Some(words.to_string())
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

/// The span of `text` where it begins at `start`.
fn sized(start: u32, text: &str) -> Span {
    Span::new(start, start + offset(text.len()))
}
