//! What a text consists of: trees, nodes and leaves, and the words between which a line may end.
//!
//! The outline is made from tokens alone, and assumes that the text has no syntax errors.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::source::{LINE_ENDS, Span};
use crate::syntax::{Token, tokens};

/// What separates a word from the one before it if both are on the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    Nothing,
    Blank,
    Comma,
}

impl Joint {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Blank => " ",
            Self::Comma => ", ",
        }
    }
}

/// A word, number or sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) token: Token,
    pub(super) span: Span,
    /// How it is joined to the piece before it.
    pub(super) joint: Joint,
    /// Whether it is used as a reserved word, and so written in lower case.
    pub(super) is_keyword: bool,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A leaf with its label and marks.
    Leaf,
    /// A node.
    Node,
    /// `tree { … }`
    Tree,
    /// A setting, an expectation, a question or a line of text: always on a line of its own.
    Line,
}

/// An item of a file, of a tree or of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) shape: Shape,
    /// Whether it may be written on one line if it fits.
    pub(super) joinable: bool,
    /// The first piece, the first after the label, the opening brace, and the first piece after the entry. Parts that
    /// are missing are empty.
    places: [u32; 4],
    /// The entry after this one and all entries within it.
    next: u32,
    /// Its width on one line, in columns.
    width: u32,
}

impl Entry {
    /// The pieces of its label.
    pub(super) fn label(&self) -> Range<usize> {
        self.places[0] as usize..self.places[1] as usize
    }

    /// The pieces between its label and its opening brace; for a leaf or a line, all after the label.
    pub(super) fn head(&self) -> Range<usize> {
        self.places[1] as usize..self.places[2] as usize
    }

    /// The pieces from its opening brace to its closing brace.
    pub(super) fn body(&self) -> Range<usize> {
        self.places[2] as usize..self.places[3] as usize
    }

    /// All its pieces.
    pub(super) fn all(&self) -> Range<usize> {
        self.places[0] as usize..self.places[3] as usize
    }

    /// The entry after this one and all entries within it.
    pub(super) fn next(&self) -> usize {
        self.next as usize
    }

    /// Its width on one line, in columns.
    pub(super) fn width(&self) -> usize {
        self.width as usize
    }
}

/// A text as a list of entries, each followed by the entries within it.
pub(super) struct Outline {
    pub(super) pieces: Vec<Piece>,
    pub(super) entries: Vec<Entry>,
}

impl Outline {
    /// Reads a text; `None` if its braces do not match. Linear, without recursion.
    pub(super) fn new(text: &str) -> Option<Self> {
        let unjoined = |(token, span)| Piece { token, span, joint: Joint::Blank, is_keyword: false };
        let outline = Self { pieces: tokens(text).map(unjoined).collect(), entries: Vec::new() };
        let mut reader = Reader { text, outline, at: 0, open: Vec::new(), before: None, in_brackets: false };
        while reader.at < reader.outline.pieces.len() {
            if reader.token(0) == Some(Token::CloseBrace) {
                reader.close()?;
            } else {
                reader.entry();
            }
        }
        reader.open.is_empty().then_some(reader.outline)
    }

    /// The width of some pieces on one line, in columns.
    pub(super) fn width(&self, text: &str, pieces: Range<usize>) -> usize {
        let width = |piece: &Piece| piece.joint.text().len() + piece.span.of(text).width();
        let first_joint = self.pieces.get(pieces.start).filter(|_| !pieces.is_empty());
        self.pieces[pieces].iter().map(width).sum::<usize>() - first_joint.map_or(0, |piece| piece.joint.text().len())
    }
}

/// A node or tree that is being read.
struct Open {
    entry: usize,
    /// Whether it contains a comment, or an entry that must have a line of its own.
    interrupted: bool,
    /// Whether it contains a node.
    nested: bool,
    /// Whether it contains a line break.
    broken: bool,
}

struct Reader<'a> {
    text: &'a str,
    outline: Outline,
    /// The next piece to read.
    at: usize,
    open: Vec<Open>,
    /// The last entry that was read, in the same list.
    before: Option<Shape>,
    /// Whether the last piece is between brackets, or in the braces of a set.
    in_brackets: bool,
}

impl Reader<'_> {
    /// The token of the piece `ahead` places after the next one.
    fn token(&self, ahead: usize) -> Option<Token> {
        self.outline.pieces.get(self.at + ahead).map(|piece| piece.token)
    }

    /// The last token that was read.
    fn last(&self) -> Option<Token> {
        self.at.checked_sub(1).map(|place| self.outline.pieces[place].token)
    }

    /// Reads a leaf, a line, or the part of a node or tree before its list.
    fn entry(&mut self) {
        let first = self.at;
        let after_label = first + self.label();
        let shape = match self.token(after_label - first) {
            Some(Token::Tree) => Shape::Tree,
            Some(Token::Max | Token::Min | Token::Chance | Token::OpenBrace) => Shape::Node,
            Some(Token::Number | Token::Unknown | Token::Elided | Token::Blank) => Shape::Leaf,
            _ => Shape::Line,
        };
        // Two nodes need no comma, because a brace separates them.
        let has_comma = matches!(
            (self.before, shape),
            (Some(Shape::Leaf), Shape::Leaf | Shape::Node) | (Some(Shape::Node), Shape::Leaf)
        );
        self.take(if has_comma { Joint::Comma } else { Joint::Blank });
        let mut interrupted = false;
        while self.at <= after_label && self.token(0).is_some() {
            interrupted |= self.take_joined();
        }
        let has_list = matches!(shape, Shape::Node | Shape::Tree);
        while if has_list { self.last() != Some(Token::OpenBrace) } else { self.goes_on(shape, first) } {
            if self.token(0).is_none() {
                break;
            }
            interrupted |= self.take_joined();
        }
        let brace = if has_list { self.at - 1 } else { self.at };
        let entry = Entry {
            shape,
            joinable: true,
            places: [first, after_label, brace, self.at].map(place),
            next: place(self.outline.entries.len() + 1),
            width: place(self.outline.width(self.text, first..self.at)),
        };
        self.outline.entries.push(entry);
        if has_list {
            let entry = self.outline.entries.len() - 1;
            self.open.push(Open { entry, interrupted, nested: false, broken: false });
            self.before = None;
        } else {
            self.end(&entry, shape == Shape::Line, false);
        }
    }

    /// The number of tokens of a label that begins here: a name, a probability or both, with the colon. 0 if none does.
    fn label(&self) -> usize {
        use Token::{Colon, Name, Number, String};
        match (self.token(0), self.token(1), self.token(2)) {
            (Some(Name | String | Number), Some(Colon), _) => 2,
            (Some(Name | String), Some(Number), Some(Colon)) => 3,
            _ => 0,
        }
    }

    /// Whether a leaf or line that begins with the piece `first` goes on.
    fn goes_on(&self, shape: Shape, first: usize) -> bool {
        let (Some(last), Some(token)) = (self.last(), self.token(0)) else { return false };
        match (shape, last, token) {
            (Shape::Leaf, Token::Worth, _) => true,
            (Shape::Leaf, _, _) => matches!(token, Token::Pruned | Token::Visited | Token::Worth),
            (_, Token::Doc, _) => false,
            // The subject of an expectation or question may be any word.
            (_, Token::Expect | Token::Ask, _) if self.at == first + 1 => true,
            (_, Token::In | Token::Or, Token::OpenBrace) => true,
            (_, _, Token::OpenBrace) => false,
            (_, _, Token::CloseBrace) => self.in_brackets,
            _ => !begins_line(token),
        }
    }

    /// Reads the closing brace of a node or tree; `None` if none is open.
    fn close(&mut self) -> Option<()> {
        let is_empty = self.open.last().is_some_and(|open| self.outline.entries[open.entry].all().end == self.at);
        let joint = if is_empty { Joint::Nothing } else { Joint::Blank };
        self.take(joint);
        let Open { entry, interrupted, nested, broken } = self.open.pop()?;
        let next = self.outline.entries.len();
        let entry = &mut self.outline.entries[entry];
        let is_node = entry.shape == Shape::Node;
        entry.joinable = !interrupted && (is_empty || is_node && !(nested && broken));
        entry.places[3] = place(self.at);
        entry.next = place(next);
        entry.width = entry.width.saturating_add(place(joint.text().len() + 1));
        let entry = *entry;
        self.end(&entry, interrupted, broken);
        Some(())
    }

    /// Ends an entry, and updates the node or tree around it.
    fn end(&mut self, entry: &Entry, interrupts: bool, breaks: bool) {
        self.before = Some(entry.shape);
        if let Some(around) = self.open.last_mut() {
            around.interrupted |= interrupts;
            around.broken |= breaks;
            around.nested |= entry.shape == Shape::Node;
            let joint = self.outline.pieces[entry.all().start].joint.text().len();
            let width = &mut self.outline.entries[around.entry].width;
            *width = width.saturating_add(entry.width).saturating_add(place(joint));
        }
    }

    /// Takes the next token of an entry. Returns whether a comment precedes it.
    fn take_joined(&mut self) -> bool {
        use Token::{Blank, CloseBrace, CloseBracket, CloseParenthesis, Colon, Number};
        use Token::{OpenBrace, OpenBracket, OpenParenthesis};
        let (Some(last), Some(token)) = (self.last(), self.token(0)) else { return false };
        let opened = matches!(last, OpenBracket | OpenParenthesis | OpenBrace);
        let closes = matches!(token, CloseBracket | CloseParenthesis | CloseBrace);
        self.in_brackets |= opened;
        let joint = match (last, token) {
            _ if opened || closes || token == Colon => Joint::Nothing,
            (Number | Blank, Number | Blank) if self.in_brackets => Joint::Comma,
            _ => Joint::Blank,
        };
        self.in_brackets &= !closes;
        self.take(joint)
    }

    /// Takes a token. Returns whether a comment precedes it.
    fn take(&mut self, joint: Joint) -> bool {
        let before = self.at.checked_sub(1).map(|place| self.outline.pieces[place]);
        let piece = &mut self.outline.pieces[self.at];
        let gap = &self.text[before.map_or(0, |before| before.span.range().end)..piece.span.range().start];
        let has_comment = gap.contains('/');
        if let Some(open) = self.open.last_mut() {
            open.interrupted |= has_comment;
            open.broken |= gap.contains(LINE_ENDS);
        }
        // The subject of an expectation or question is no keyword, whatever the word.
        let is_subject = before.is_some_and(|before| matches!(before.token, Token::Expect | Token::Ask));
        piece.joint = joint;
        piece.is_keyword = !is_subject && is_keyword(piece.token);
        self.at += 1;
        has_comment
    }
}

fn place(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// Whether a token is a word that begins a setting, an expectation, a question, a text, a tree or a root.
fn begins_line(token: Token) -> bool {
    token == Token::Doc || token.begins_something()
}

/// Whether a token is a reserved word within an entry: a mark, a claim or `worth`.
fn continues(token: Token) -> bool {
    matches!(token, Token::Pruned | Token::Visited | Token::Plays | Token::Eval | Token::Worth)
}

fn is_keyword(token: Token) -> bool {
    token.begins_something() || continues(token)
}
