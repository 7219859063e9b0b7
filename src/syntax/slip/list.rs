//! Brackets and parentheses where the language has none, and trees in notations that use them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::written::{COMPARISONS, PLAYERS, Written};
use super::{Advice, Reading, Slip};
use crate::diagnostic::{Code, Edit};
use crate::source::Span;
use crate::syntax::token::Token;
use crate::syntax::tree::{Around, Pasted};

/// Finds every outermost pair of brackets where the language has none.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut scan = Scan {
        text,
        tokens,
        open: Vec::new(),
        braces: Vec::new(),
        after_window: None,
        after_lone: None,
        found: BTreeMap::new(),
        pasted: Vec::new(),
    };
    for place in 0..tokens.len() {
        scan.step(place);
    }
    scan.found.into_values().chain(scan.pasted).collect()
}

/// What is wrong with a pair of brackets. Each fault is reported once for a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// They enclose one word.
    LoneWord,
    /// They are square, and enclose one leaf.
    Leaf,
    /// They enclose a window, but are round.
    RoundWindow,
    /// They are used instead of braces.
    Children,
}

/// Matches brackets in one pass.
struct Scan<'text> {
    text: &'text str,
    tokens: &'text [(Token, Span)],
    /// The open brackets of what may be a pasted tree, outermost first.
    open: Vec<usize>,
    /// The open braces around that; for each, whether it belongs to a node.
    braces: Vec<bool>,
    /// The place after the last window.
    after_window: Option<usize>,
    /// The place after the last leaf or mark in parentheses.
    after_lone: Option<usize>,
    found: BTreeMap<Fault, Slip>,
    /// Trees in other notations.
    pasted: Vec<Slip>,
}

impl<'text> Scan<'text> {
    fn at(&self, place: usize) -> Written<'text> {
        Written { text: self.text, tokens: self.tokens, place }
    }

    fn step(&mut self, place: usize) {
        use Token::{CloseBrace, CloseBracket, CloseParenthesis, OpenBrace, OpenBracket, OpenParenthesis};
        let token = self.tokens[place].0;
        match token {
            OpenBracket | OpenParenthesis | OpenBrace if !self.open.is_empty() => self.open.push(place),
            OpenParenthesis | OpenBracket => self.open.push(place),
            OpenBrace if self.begins_json(place) => self.open.push(place),
            OpenBrace => self.braces.push(!self.follows_tree(place)),
            CloseBracket | CloseParenthesis | CloseBrace if !self.open.is_empty() => self.close(place, token),
            CloseBrace => _ = self.braces.pop(),
            _ if !self.open.is_empty() && !belongs_to_list(token) => self.abandon(),
            _ => {}
        }
    }

    /// The open brackets do not belong to a pasted tree, so the braces among them count as ordinary braces.
    fn abandon(&mut self) {
        let tokens = self.tokens;
        let braces = self.open.drain(..).filter(|place| tokens[*place].0 == Token::OpenBrace);
        self.braces.extend(braces.map(|_| true));
    }

    /// Whether `tree` and its title come directly before a place.
    fn follows_tree(&self, place: usize) -> bool {
        let at = self.at(place);
        at.was(1, &[Token::Tree]) || (at.was(1, &[Token::String]) && at.was(2, &[Token::Tree]))
    }

    fn close(&mut self, place: usize, token: Token) {
        let opening = self.open.last().map(|place| self.tokens[*place].0);
        if opening.map(Token::closing) != Some(token) {
            self.abandon();
            if token == Token::CloseBrace {
                self.braces.pop();
            }
            return;
        }
        if let Some(first) = self.open.pop().filter(|_| self.open.is_empty()) {
            self.check_file(first, place);
        }
    }

    fn note(&mut self, fault: Fault, slip: Slip) {
        match self.found.entry(fault) {
            Entry::Occupied(mut found) => found.get_mut().add(slip),
            Entry::Vacant(untold) => _ = untold.insert(slip),
        }
    }

    /// Whether JSON begins here: `{"max": […`, `{"name": "A", …`. After the head of a node, the brace is the node's
    /// own.
    fn begins_json(&self, place: usize) -> bool {
        let at = self.at(place);
        let is_key = at.is(1, &[Token::String]) && at.is(2, &[Token::Colon]);
        is_key && at.is(3, &[Token::OpenBracket, Token::String]) && !self.ends_head(place)
    }

    /// Reports what is wrong with the brackets between two places, if anything.
    fn check_file(&mut self, first: usize, last: usize) {
        let content = first + 1..last;
        let (opening, after) = (self.at(first), self.at(last + 1));
        let is_operand = |place: usize| self.at(place).is(0, &[Token::Number, Token::Blank]);
        let is_pair = content.len() == 2 && content.clone().all(is_operand);
        let bracket = opening.is(0, &[Token::OpenBracket]);
        let in_set = opening.was(1, &[Token::Name])
            && (matches!(self.at(first - 1).word(0), "in" | "or") || opening.was(2, &[Token::Expect]));
        let sets_ends = opening.was(1, &[Token::Window, Token::Range]);
        let in_head = self.ends_head(first);
        let is_window = is_pair && (sets_ends || (in_head && !ends_node(&after)));
        // A window may have letters as its ends; those are not children.
        let lettered = content.clone().all(|place| self.at(place).is(0, &[Token::Name, Token::Colon, Token::Equal]));
        // Brackets before a brace or another claim are a window, even if it is malformed.
        let is_claim = after.is(0, CLAIMS_FOLLOW);
        let is_leaf = content.len() == 1 && self.encloses_leaf(first);
        let is_part = is_window || sets_ends || is_claim || (content.len() == 1 && !is_leaf) || (in_head && lettered);
        if in_set || (bracket && is_part) {
            self.after_window = Some(last + 1);
            return;
        }
        if bracket && is_leaf {
            self.note(Fault::Leaf, self.leaf(first));
        } else if is_window {
            self.note(Fault::RoundWindow, self.window_in_parentheses(first, last));
        } else if content.len() == 1 {
            if let Some(slip) = self.lone(first) {
                self.note(Fault::LoneWord, slip);
            }
        } else if in_head {
            self.note(Fault::Children, self.children(first, last));
        } else if let Some(slip) = self.pasted(first, last) {
            self.note_pasted(slip);
        }
    }

    /// Consecutive lists are reported together.
    fn note_pasted(&mut self, slip: Slip) {
        match self.pasted.last_mut().filter(|last| last.message == slip.message) {
            Some(last) => last.add(slip),
            None => self.pasted.push(slip),
        }
    }

    /// Whether the head of a node ends directly before a place: with its player, its name, or a claim.
    fn ends_head(&self, place: usize) -> bool {
        let at = self.at(place);
        let claimed =
            at.was(1, &[Token::Number, Token::Blank]) && (at.was(2, COMPARISONS) || at.was(2, &[Token::Eval]));
        let played = at.was(2, &[Token::Plays]) && !at.was(3, &[Token::Expect]);
        at.is_in_head() || claimed || played || self.after_window == Some(place)
    }

    /// `max A = 6 ( … )`: brackets or parentheses instead of braces, here and inside.
    fn children(&self, first: usize, last: usize) -> Slip {
        let head = self.tokens[first - 1].1;
        let sign = self.at(first).word(0);
        let closing = if sign == "[" { "]" } else { ")" };
        let message = format!("the children of a node are written in braces, not in `{sign}`");
        let advice = Advice::Probable(format!("write `{{` and `}}` instead of `{sign}` and `{closing}`"));
        let mut slip = Slip::new(Code::ForeignBrackets, message, self.tokens[first].1, advice);
        for place in first..=last {
            let brace = match self.tokens[place].0 {
                Token::OpenParenthesis => "{",
                Token::CloseParenthesis => "}",
                Token::OpenBracket if sign == "[" => "{",
                Token::CloseBracket if sign == "[" => "}",
                _ => continue,
            };
            let span = self.tokens[place].1;
            let gap = if place == first && head.end == span.start { " " } else { "" };
            slip.fix(span, format!("{gap}{brace}"), brace, self.text);
        }
        slip
    }

    /// One word in parentheses, in a place where it needs none.
    fn lone(&mut self, first: usize) -> Option<Slip> {
        use Token::{CloseBrace, Colon, Name, Number, OpenBrace, OpenParenthesis, Plays, Pruned, Visited};
        let at = self.at(first);
        let mark = at.is(1, &[Pruned, Visited]);
        let operand = at.was(1, COMPARISONS) || at.was(1, &[Plays, Colon]);
        let follows_child = at.was(1, &[OpenBrace, CloseBrace, Number, Pruned, Visited]);
        let leaf = at.is(1, &[Number]) && (follows_child || self.after_lone == Some(first));
        let name = at.was(1, PLAYERS) && at.is(1, &[Name]);
        if !at.is(0, &[OpenParenthesis]) || !(mark || operand || leaf || name) {
            return None;
        }
        if mark || leaf || at.was(1, &[Colon]) {
            self.after_lone = Some(first + 3);
        }
        let (open, close) = (self.tokens[first].1, self.tokens[first + 2].1);
        let word = at.word(1);
        let gap = if name && self.tokens[first - 1].1.end == open.start { " " } else { "" };
        let message = format!("`{word}` is written without parentheses");
        let advice = Advice::Probable(format!("write `{word}`"));
        let mut slip = Slip::new(Code::ForeignBrackets, message, open.to(close), advice);
        slip.fix.push(Edit::new(open.to(close), format!("{gap}{word}")));
        slip.read(open, "", self.text);
        slip.read(close, "", self.text);
        Some(slip)
    }

    /// Whether a leaf can be at a place and is there, in brackets.
    fn encloses_leaf(&self, first: usize) -> bool {
        let at = self.at(first);
        let is_apart = at.was(1, &[Token::OpenBrace]) || at.gap_before(0).contains([',', '\n', '\r']);
        is_apart && at.is(1, &[Token::Number]) && at.begins_child()
    }

    /// `{ 2, [8] }`: one leaf in brackets.
    fn leaf(&self, first: usize) -> Slip {
        let (open, close) = (self.tokens[first].1, self.tokens[first + 2].1);
        let word = self.at(first).word(1);
        let message = format!("the leaf `{word}` is written without brackets");
        let advice = Advice::Probable(format!("write `{word}`; if the search skips it, write `{word} pruned`"));
        let mut slip = Slip::new(Code::ForeignBrackets, message, open.to(close), advice);
        slip.fix.push(Edit::new(open.to(close), word));
        slip.read(open, "", self.text);
        slip.read(close, "", self.text);
        slip
    }

    /// `max A (3, inf) {`
    fn window_in_parentheses(&self, first: usize, last: usize) -> Slip {
        let span = self.tokens[first].1.to(self.tokens[last].1);
        let content = &span.of(self.text)[1..span.range().len() - 1];
        let window = format!("[{content}]");
        let message = "a window is written in square brackets";
        let mut slip = Slip::new(Code::ForeignBrackets, message, span, Advice::Probable(format!("write `{window}`")));
        slip.fix(span, window.clone(), &window, self.text);
        slip
    }

    /// A tree in another notation. It may begin with the name of a function, or with a name and `=`.
    fn pasted(&self, first: usize, last: usize) -> Option<Slip> {
        use Token::{Equal, Name, OpenParenthesis, Tree};
        let at = self.at(first);
        let call = at.is(0, &[OpenParenthesis]) && at.was(1, &[Name]);
        let outermost = !self.braces.contains(&true);
        let assigned = outermost && at.was(1, &[Equal]) && at.was(2, &[Name, Tree]);
        let titled = self.follows_tree(first);
        let begins = if call { first - 1 } else { first };
        let start = if assigned { first - 2 } else { begins };
        let span = self.tokens[start].1.to(self.tokens[last].1);
        let room = span.range().len();
        let (around, filler) = match (titled, outermost) {
            (true, _) if room >= 5 => (Around::Head, "{{?}}"),
            (false, true) if room >= 3 => (Around::Nothing, "{?}"),
            (false, false) => (Around::Node, "?"),
            _ => return None,
        };
        let notation = self.notation(begins, last);
        let message = format!("this looks like {notation}; a tree is written differently here");
        let mut slip = Slip::new(Code::ForeignBrackets, message, span, Advice::Help(EXAMPLE.to_string()));
        slip.stand_in(span, filler, self.text);
        slip.pasted.push(Pasted { span, list: self.tokens[begins].1.to(self.tokens[last].1), around });
        Some(slip)
    }

    /// The name of the notation.
    fn notation(&self, first: usize, last: usize) -> &'static str {
        use Token::{Colon, OpenBrace, OpenBracket, OpenParenthesis};
        let has = |wanted: Token| self.tokens[first..=last].iter().any(|(token, _)| *token == wanted);
        match self.tokens[first].0 {
            OpenBrace => "JSON",
            OpenBracket if has(Colon) => "JSON",
            OpenBracket => "a nested list",
            OpenParenthesis => "a list in parentheses",
            _ => "a function call",
        }
    }
}

const EXAMPLE: &str = "write `max { { 3, 5 } { 2, 8 } }`: each brace opens a node, and the players take turns";

/// The tokens that can follow the window of a node.
const CLAIMS_FOLLOW: &[Token] = &[
    Token::OpenBrace,
    Token::Equal,
    Token::Tilde,
    Token::AtMost,
    Token::AtLeast,
    Token::Plays,
    Token::Pruned,
    Token::Visited,
    Token::Eval,
    Token::Worth,
];

/// Whether a node is complete before a place, so that no more of its head follows.
fn ends_node(at: &Written<'_>) -> bool {
    use Token::{CloseBrace, Expect, Name, Number};
    at.token(0).is_none() || at.is(0, &[CloseBrace, Number, Name, Expect]) || at.is(0, PLAYERS)
}

/// Whether a token can be inside the brackets of a pasted tree.
fn belongs_to_list(token: Token) -> bool {
    !(token.is_setting() || matches!(token, Token::Ask | Token::Doc | Token::Expect | Token::Tree))
}
