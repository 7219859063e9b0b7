//! Errors in children and their labels, and words that cannot begin anything.

use super::{PLAYERS, begins_claim};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, clipped, similar};
use crate::source::{LINE_ENDS, Span};
use crate::syntax::builder::Builder;
use crate::syntax::name::reserved_label;
use crate::syntax::syntax_error::SyntaxError;
use crate::syntax::token::{CHOICES, RESERVED, Token};
use crate::syntax::tree::Kind;

impl Builder<'_> {
    /// A word without a colon, in a place where a construct or a labelled child can begin; `numbered` if a number
    /// follows it.
    pub(super) fn stray_word(&self, syntax_error: &SyntaxError, name: Span, numbered: bool) -> Diagnostic {
        let word = name.of(self.text);
        let shown = clipped(word);
        let lacks_player = syntax_error.found.is_some_and(begins_claim)
            && !numbered
            && self.brace_follows_claim(syntax_error.place.start);
        if lacks_player {
            return self.node_without_player(name);
        }
        if let Some(meant) = similar(word, RESERVED.iter().copied()) {
            let message = format!("`{shown}` is not a word of this language");
            return Diagnostic::new(Code::UnknownWord, message, name).suggest(name, word, meant);
        }
        if matches!(syntax_error.found, Some(Token::Pruned | Token::Visited)) && !numbered {
            let mark = syntax_error.written(self.text);
            return Diagnostic::new(Code::MissingColon, format!("`{shown}` has no value"), name)
                .note(format!("`{mark}` marks the leaf before it"))
                .fix(format!("if its value is unknown, write `?{shown}`"), Span::empty(name.start), "?");
        }
        let comparison = matches!(syntax_error.found, Some(Token::Equal | Token::AtLeast | Token::Above));
        let word_follows = matches!(syntax_error.found, Some(Token::Name | Token::String | Token::CloseBrace) | None);
        let begins = |value: &&str| value.split(' ').next() == Some(word);
        let rule = CHOICES.iter().find(|(_, values)| values.iter().any(begins)).map(|(setting, _)| *setting);
        if let Some(setting) = rule.or_else(|| Code::from_lint(word).map(|_| "allow")) {
            let message = format!("`{shown}` needs the word `{setting}` before it");
            let title = format!("write `{setting} {shown}`");
            let place = Span::empty(name.start);
            return Diagnostic::new(Code::UnknownWord, message, name).fix(title, place, format!("{setting} "));
        }
        if self.nesting.is_outermost() || comparison {
            return self.unknown_word(name).help(format!("write {} here", self.what_can_be_here()));
        }
        if word_follows && !numbered {
            return self.without_child(name);
        }
        let written = if numbered { "the label and its probability" } else { "the label" };
        let after = if numbered { syntax_error.place.start.min(name.end + self.number_after(name)) } else { name.end };
        Diagnostic::new(Code::MissingColon, format!("the label `{shown}` has no colon"), name).fix(
            format!("write `:` after {written}"),
            Span::empty(after),
            ":",
        )
    }

    /// The distance from the end of a label to the end of its probability.
    fn number_after(&self, name: Span) -> u32 {
        self.label.as_ref().map_or(0, |label| label.span.end - name.end)
    }

    fn unknown_word(&self, name: Span) -> Diagnostic {
        let shown = clipped(name.of(self.text));
        let message = match self.nesting.in_tree() {
            true if !self.nesting.is_outermost() => format!("`{shown}` is neither a child nor a label"),
            true => format!("nothing in a tree can begin with `{shown}`"),
            false => format!("no tree, node or setting begins with `{shown}`"),
        };
        Diagnostic::new(Code::UnknownWord, message, name)
    }

    /// Whether claims and a brace follow a place on its line, as in `= 3 plays b1 {`, so that the name before it
    /// belongs to a node.
    pub(super) fn brace_follows_claim(&self, place: u32) -> bool {
        let structure =
            |(token, _): &(Token, Span)| matches!(token, Token::OpenBrace | Token::CloseBrace | Token::Colon);
        let first = self.near_tokens(place).find(structure);
        first.is_some_and(|(token, brace)| {
            token == Token::OpenBrace && !Span::new(place, brace.start).of(self.text).contains(LINE_ENDS)
        })
    }

    /// `B = 3 { … }`: a node without a player.
    pub(super) fn node_without_player(&self, name: Span) -> Diagnostic {
        let shown = clipped(name.of(self.text));
        let message = format!("nothing says who moves at `{shown}`");
        let finding = Diagnostic::new(Code::UnknownWord, message, name);
        let parent = self.nesting.parent().map(|parent| self.tree.nodes.kind(parent));
        let (player, other) = if parent == Some(Kind::Max) { ("min", "max") } else { ("max", "min") };
        let named = |player: &str| Fix {
            title: format!("write `{player} {shown}`"),
            edits: vec![Edit::new(Span::empty(name.start), format!("{player} "))],
            safe: false,
        };
        let finding = finding.with_fix(named(player));
        if matches!(parent, Some(Kind::Max | Kind::Min)) {
            return finding;
        }
        let other = named(other);
        finding.or_help(format!("{}, if MIN moves here", other.title)).or_with_fix(other)
    }

    /// A label that no child follows.
    pub(super) fn label_without_child(&self, syntax_error: &SyntaxError, label: Span) -> Diagnostic {
        let word = syntax_error.written(self.text);
        if syntax_error.found == Some(Token::Name) {
            let place = syntax_error.place;
            if let Some(meant) = similar(word, PLAYERS) {
                let message = format!("`{}` is not a player", clipped(word));
                return Diagnostic::new(Code::UnknownWord, message, place).suggest(place, word, meant);
            }
            let goes_on = self.is_claimed(place) || self.next_token(place.end) == Some(Token::OpenBrace);
            if goes_on && self.brace_follows_claim(place.end) {
                return self.node_without_player(place);
            }
        }
        if syntax_error.found.is_some_and(Token::is_reserved)
            && self.next_token(syntax_error.place.end) == Some(Token::Colon)
        {
            return reserved_label(self.text, syntax_error.place);
        }
        self.without_child(label)
    }

    fn without_child(&self, label: Span) -> Diagnostic {
        let name = clipped(label.of(self.text).trim_end_matches(':').trim_end());
        let finding = Diagnostic::new(Code::MissingColon, format!("the label `{name}` has no child"), label);
        if label.of(self.text).starts_with('"') || label.of(self.text).ends_with(':') {
            return finding.help(format!("write a child after it: `{name}: 3`"));
        }
        finding.help(format!(
            "write a child after it, `{name}: 3`; if it is a leaf with an unknown value, write `?{name}`"
        ))
    }
}

pub(super) fn title_without_tree(title: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownWord, "the name of a tree follows the word `tree`", title)
        .primary_label("this name has no `tree` before it")
        .fix("write `tree` before it", Span::empty(title.start), "tree ")
}
