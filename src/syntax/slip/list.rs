//! Brackets and parentheses where the language has none, and trees in notations that use them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::pasted::Reader;
use super::{Advice, Reading, Slip};
use crate::diagnostic::{Code, Edit};
use crate::source::Span;
use crate::syntax::token::Token;

/// Finds every outermost pair of brackets where the language has none.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut scan = Scan {
        text,
        tokens,
        open: Vec::new(),
        braces: Vec::new(),
        window: None,
        lone: None,
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
    /// The bracket that closes the last window.
    window: Option<usize>,
    /// The parenthesis that closes the last leaf or mark in parentheses.
    lone: Option<usize>,
    found: BTreeMap<Fault, Slip>,
    /// Trees in other notations.
    pasted: Vec<Slip>,
}

impl Scan<'_> {
    fn is(&self, place: usize, wanted: &[Token]) -> bool {
        self.tokens.get(place).is_some_and(|(token, _)| wanted.contains(token))
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
        let was = |back: usize, wanted: &[Token]| place.checked_sub(back).is_some_and(|place| self.is(place, wanted));
        was(1, &[Token::Tree]) || (was(1, &[Token::String]) && was(2, &[Token::Tree]))
    }

    fn close(&mut self, place: usize, token: Token) {
        let opening = self.open.last().map(|place| self.tokens[*place].0);
        if opening.map(closing) != Some(token) {
            self.abandon();
            if token == Token::CloseBrace {
                self.braces.pop();
            }
            return;
        }
        if let Some(first) = self.open.pop().filter(|_| self.open.is_empty()) {
            self.look_at(first, place);
        }
    }

    fn tell(&mut self, fault: Fault, slip: Slip) {
        match self.found.entry(fault) {
            Entry::Occupied(mut told) => told.get_mut().add(slip),
            Entry::Vacant(untold) => _ = untold.insert(slip),
        }
    }

    /// Whether JSON begins here: `{"max": […`, `{"name": "A", …`. After the head of a node, the brace is the node's
    /// own.
    fn begins_json(&self, place: usize) -> bool {
        let is_key = self.is(place + 1, &[Token::String]) && self.is(place + 2, &[Token::Colon]);
        let is_list = self.is(place + 3, &[Token::OpenBracket]);
        let is_text = self.is(place + 3, &[Token::String]);
        is_key && (is_list || is_text) && !self.ends_head(place)
    }

    fn word(&self, place: usize) -> &str {
        self.tokens[place].1.of(self.text)
    }

    /// Reports what is wrong with the brackets between two places, if anything.
    fn look_at(&mut self, first: usize, last: usize) {
        let content = first + 1..last;
        let before = first.checked_sub(1).map(|place| self.tokens[place].0);
        let is_operand = |place: usize| self.is(place, &[Token::Number, Token::Blank]);
        let is_pair = content.len() == 2 && content.clone().all(is_operand);
        let bracket = self.is(first, &[Token::OpenBracket]);
        let in_set = before == Some(Token::Name)
            && (matches!(self.word(first - 1), "in" | "or") || (first > 1 && self.is(first - 2, &[Token::Expect])));
        let sets_ends = matches!(before, Some(Token::Window | Token::Range));
        let in_head = self.ends_head(first);
        let is_window = is_pair && (sets_ends || (in_head && !self.ends_node(last + 1)));
        // A window may have letters as its ends; those are not children.
        let lettered = content.clone().all(|place| self.is(place, &[Token::Name, Token::Colon, Token::Equal]));
        // Brackets before a brace or another claim are a window, even if it is malformed.
        let is_claim = self.is(last + 1, CLAIMS_FOLLOW);
        if in_set || (bracket && (is_window || sets_ends || is_claim || content.len() == 1 || (in_head && lettered))) {
            self.window = Some(last);
            return;
        }
        if is_window {
            self.tell(Fault::RoundWindow, self.window_in_parentheses(first, last));
        } else if content.len() == 1 {
            if let Some(slip) = self.lone(first, before) {
                self.tell(Fault::LoneWord, slip);
            }
        } else if in_head {
            self.tell(Fault::Children, self.children(first, last));
        } else if let Some(slip) = self.pasted(first, last) {
            self.tell_pasted(slip);
        }
    }

    /// Consecutive lists are reported together if each has a fix.
    fn tell_pasted(&mut self, slip: Slip) {
        let is_written = |slip: &Slip| !slip.mend.is_empty();
        match self
            .pasted
            .last_mut()
            .filter(|last| last.message == slip.message && is_written(last) && is_written(&slip))
        {
            Some(last) => last.add(slip),
            None => self.pasted.push(slip),
        }
    }

    /// Whether the head of a node ends directly before a place: with its player, its name, or a claim.
    fn ends_head(&self, place: usize) -> bool {
        let Some(last) = place.checked_sub(1) else { return false };
        let was = |back: usize, wanted: &[Token]| last.checked_sub(back).is_some_and(|place| self.is(place, wanted));
        let named = was(0, &[Token::Name, Token::String]) && was(1, &[Token::Max, Token::Min, Token::Chance]);
        let claimed = was(0, &[Token::Number, Token::Blank])
            && was(1, &[Token::Equal, Token::AtMost, Token::AtLeast, Token::Tilde, Token::Eval]);
        let played = was(1, &[Token::Plays]) && !was(2, &[Token::Expect]);
        let player = was(0, &[Token::Max, Token::Min, Token::Chance]);
        named || claimed || played || player || self.window == Some(last)
    }

    /// Whether a node is complete before a place, so that no more of its head follows.
    fn ends_node(&self, place: usize) -> bool {
        use Token::{Chance, CloseBrace, Expect, Max, Min, Name, Number};
        place >= self.tokens.len() || self.is(place, &[CloseBrace, Number, Name, Max, Min, Chance, Expect])
    }

    /// `max A = 6 ( … )`: brackets or parentheses instead of braces, here and inside.
    fn children(&self, first: usize, last: usize) -> Slip {
        let head = self.tokens[first - 1].1;
        let sign = self.word(first).to_string();
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
            slip.mend(span, format!("{gap}{brace}"), brace, self.text);
        }
        slip
    }

    /// One word in parentheses, in a place where it needs none.
    fn lone(&mut self, first: usize, before: Option<Token>) -> Option<Slip> {
        use Token::{
            AtLeast, AtMost, Chance, CloseBrace, Colon, Equal, Max, Min, Name, Number, OpenBrace, Plays, Pruned, Tilde,
            Visited,
        };
        let content = first + 1;
        let mark = self.is(content, &[Pruned, Visited]);
        let operand = matches!(before, Some(Equal | AtMost | AtLeast | Tilde | Plays | Colon));
        let follows_child = matches!(before, Some(OpenBrace | CloseBrace | Number | Pruned | Visited))
            || (first > 0 && self.lone == Some(first - 1));
        let leaf = follows_child && self.is(content, &[Number]);
        let name = matches!(before, Some(Max | Min | Chance)) && self.is(content, &[Name]);
        if self.tokens[first].0 != Token::OpenParenthesis || !(mark || operand || leaf || name) {
            return None;
        }
        if mark || leaf || before == Some(Colon) {
            self.lone = Some(first + 2);
        }
        let (open, close) = (self.tokens[first].1, self.tokens[first + 2].1);
        let word = self.word(content);
        let gap = if name && self.tokens[first - 1].1.end == open.start { " " } else { "" };
        let message = format!("`{word}` is written without parentheses");
        let advice = Advice::Probable(format!("write `{word}`"));
        let mut slip = Slip::new(Code::ForeignBrackets, message, open.to(close), advice);
        slip.mend.push(Edit::new(open.to(close), format!("{gap}{word}")));
        slip.read(open, "", self.text);
        slip.read(close, "", self.text);
        Some(slip)
    }

    /// `max A (3, inf) {`
    fn window_in_parentheses(&self, first: usize, last: usize) -> Slip {
        let span = self.tokens[first].1.to(self.tokens[last].1);
        let content = &span.of(self.text)[1..span.range().len() - 1];
        let window = format!("[{content}]");
        let message = "a window is written in square brackets";
        let mut slip = Slip::new(Code::ForeignBrackets, message, span, Advice::Probable(format!("write `{window}`")));
        slip.mend(span, window.clone(), &window, self.text);
        slip
    }

    /// A tree in another notation. It may begin with the name of a function, or with a name and `=`.
    fn pasted(&self, first: usize, last: usize) -> Option<Slip> {
        use Token::{Equal, Name, OpenParenthesis, Tree};
        let was = |back: usize, wanted: &[Token]| first.checked_sub(back).is_some_and(|place| self.is(place, wanted));
        let call = self.is(first, &[OpenParenthesis]) && was(1, &[Name]);
        let outermost = !self.braces.contains(&true);
        let assigned = outermost && was(1, &[Equal]) && was(2, &[Name, Tree]);
        let titled = self.follows_tree(first);
        let begins = if call { first - 1 } else { first };
        let start = if assigned { first - 2 } else { begins };
        let span = self.tokens[start].1.to(self.tokens[last].1);
        let room = span.range().len();
        let filler = match (titled, outermost) {
            (true, _) if room >= 5 => "{{?}}",
            (false, true) if room >= 3 => "{?}",
            (false, false) => "?",
            _ => return None,
        };
        let notation = self.notation(begins, last);
        let message = format!("this looks like {notation}; a tree is written differently here");
        let mut slip = Slip::new(Code::ForeignBrackets, message, span, Advice::Help(EXAMPLE.to_string()));
        slip.read(span, filler, self.text);
        if let Some(tree) = Reader::new(self.text, &self.tokens[begins..=last]).read() {
            // Below a node, the player need not be named.
            let known = tree.player.is_some() || !outermost;
            let tree = tree.written(if known { None } else { Some("max") });
            let written = if titled { format!("{{ {tree} }}") } else { tree };
            let choice = if known { "" } else { ", or begin with `min` if MIN moves first" };
            slip.advice = Advice::Probable(format!("write `{written}`{choice}"));
            slip.mend.push(Edit::new(span, written));
        }
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
];

/// The closing bracket for an opening one.
pub(super) fn closing(opening: Token) -> Token {
    match opening {
        Token::OpenBracket => Token::CloseBracket,
        Token::OpenParenthesis => Token::CloseParenthesis,
        _ => Token::CloseBrace,
    }
}

/// Whether a token can be inside the brackets of a pasted tree.
fn belongs_to_list(token: Token) -> bool {
    use Token::{Allow, Ask, Cut, Cutoffs, Depth, Doc, Expect, Order, Range, Search, Tree, Window};
    !matches!(token, Allow | Ask | Cut | Cutoffs | Depth | Doc | Expect | Order | Range | Search | Tree | Window)
}
