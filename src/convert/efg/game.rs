//! What an `.efg` file says, before anybody asks whether it can be a tree of MAX and MIN.

use std::collections::HashMap;

use super::super::value::number;
use super::super::{Refusal, shown};
use super::tokens::{Form, Tokens, content};
use crate::convert::misread;
use crate::diagnostic::{Code, Diagnostic, clipped, counted};
use crate::interrupt::Pace;
use crate::number::Number;
use crate::source::{Span, offset};

/// A game, as its file has it.
#[derive(Default)]
pub(super) struct Game {
    pub(super) title: String,
    pub(super) comment: String,
    pub(super) players: Vec<String>,
    /// Where the players are listed.
    pub(super) players_at: Span,
    /// The nodes and leaves in pre-order.
    pub(super) nodes: Vec<Node>,
    pub(super) sets: Vec<InformationSet>,
    pub(super) outcomes: Vec<Outcome>,
    /// Where the tree ends.
    pub(super) end: usize,
}

/// A node or leaf.
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) name: String,
    pub(super) turn: Turn,
    /// What is paid there, as a place in [`Game::outcomes`].
    pub(super) outcome: Option<usize>,
}

/// Who moves at a node. The sets are places in [`Game::sets`], and players are counted from 0.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    Chance {
        set: usize,
    },
    Player {
        player: usize,
        set: usize,
    },
    /// The game is over.
    Nobody,
}

impl Node {
    pub(super) fn is_leaf(&self) -> bool {
        matches!(self.turn, Turn::Nobody)
    }
}

/// Nodes that a player cannot tell apart, or chance nodes with the same moves.
pub(super) struct InformationSet {
    pub(super) number: i64,
    /// Where it is described.
    pub(super) span: Span,
    pub(super) is_named: bool,
    pub(super) moves: Vec<Move>,
}

#[derive(PartialEq)]
pub(super) struct Move {
    pub(super) label: String,
    /// Only moves of chance have one.
    pub(super) probability: Option<Number>,
}

/// What each player is paid.
pub(super) struct Outcome {
    span: Span,
    pub(super) is_named: bool,
    pub(super) payoffs: Vec<Number>,
}

/// Reads a file. Linear, and not recursive.
pub(super) fn read(text: &str) -> Result<Game, Refusal> {
    let (sets, outcomes) = (HashMap::new(), HashMap::new());
    let mut reader = Reader { text, tokens: Tokens::new(text), game: Game::default(), sets, outcomes };
    reader.header()?;
    // How many nodes are still to come.
    let mut missing = 1;
    let mut pace = Pace::default();
    while missing > 0 {
        pace.step();
        missing = missing - 1 + reader.node(missing)?;
    }
    reader.game.end = reader.tokens.end() as usize;
    Ok(reader.game)
}

struct Reader<'text> {
    text: &'text str,
    tokens: Tokens<'text>,
    game: Game,
    /// Where the sets are in [`Game::sets`], by their players and numbers. Those of chance have no player.
    sets: HashMap<(Option<usize>, i64), usize>,
    /// Where the outcomes are in [`Game::outcomes`], by their numbers.
    outcomes: HashMap<i64, usize>,
}

impl Reader<'_> {
    fn header(&mut self) -> Result<(), Refusal> {
        let begins: [(Form, &[&str]); 3] = [(Form::Word, &["EFG"]), (Form::Number, &["2"]), (Form::Word, &["R", "D"])];
        for (form, words) in begins {
            let found = self.tokens.take(form);
            if !found.is_some_and(|span| words.contains(&span.of(self.text))) {
                let place = found.or(self.tokens.peek().map(|token| token.span)).unwrap_or(self.end_of_text());
                let message = "an `.efg` file begins with `EFG 2 R`, its title and its players";
                return Err(misread(message, place)
                    .help("gametree reads version 2 of the format, which is what Gambit and OpenSpiel write")
                    .into());
            }
        }
        self.game.title = self.text("the title, in quotation marks,")?;
        let start = self.take(Form::Open, "the list of the players, as in `{ \"Ann\" \"Bob\" }`,")?;
        while let Some(name) = self.tokens.take(Form::Text) {
            self.game.players.push(content(self.text, name));
        }
        let end = self.take(Form::Close, "the `}` after the players")?;
        self.game.players_at = Span::new(start.start, end.end);
        self.game.comment = self.tokens.take(Form::Text).map(|span| content(self.text, span)).unwrap_or_default();
        // Titles and comments may have several lines.
        self.tokens.long = None;
        Ok(())
    }

    /// Reads one of the nodes that are still missing, and says how many children follow it.
    fn node(&mut self, missing: usize) -> Result<usize, Refusal> {
        if self.tokens.peek().is_none() {
            let missing = counted(missing as u64, "node is", "nodes are");
            let message = format!("the tree is not complete: {missing} missing at the end of the file");
            return Err(misread(message, self.end_of_text())
                .help("write the missing nodes; everything below a node follows it, in the order of its moves")
                .into());
        }
        let word = self.take(Form::Word, "the next node (`p`, `c` or `t`)")?;
        let kind = word.of(self.text);
        if !["p", "c", "t"].contains(&kind) {
            let message = format!("`{}` does not begin a node", clipped(kind));
            return Err(misread(message, word)
                .help("write `p` if a player moves, `c` if chance decides, and `t` if the game is over")
                .into());
        }
        let name = self.text("the name of this node, in quotation marks (`\"\"` if it has none),")?;
        let turn = match kind {
            "c" => Turn::Chance { set: self.set(None)? },
            "p" => {
                let player = self.player()?;
                Turn::Player { player, set: self.set(Some(player))? }
            }
            _ => Turn::Nobody,
        };
        let outcome = self.outcome()?;
        self.game.nodes.push(Node { span: Span::new(word.start, self.tokens.end()), name, turn, outcome });
        Ok(match turn {
            Turn::Chance { set } | Turn::Player { set, .. } => self.game.sets[set].moves.len(),
            Turn::Nobody => 0,
        })
    }

    fn player(&mut self) -> Result<usize, Refusal> {
        let (number, span) = self.whole_number("the number of the player")?;
        let players = self.game.players.len();
        let place = number.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        place.filter(|player| *player < players).ok_or_else(|| {
            let message = format!("there is no player {number}");
            let listed = format!("this lists {}", counted(players as u64, "player", "players"));
            misread(message, span)
                .label(self.game.players_at, listed)
                .help("count the players from 1, in the order of this list")
                .into()
        })
    }

    /// The information set of a node. Its moves can be left out after its first node.
    fn set(&mut self, player: Option<usize>) -> Result<usize, Refusal> {
        let (number, start) = self.whole_number("the number of the information set")?;
        let name = self.tokens.take(Form::Text);
        let is_listed = name.is_some() || self.tokens.peek().is_some_and(|token| token.form == Form::Open);
        let moves = if is_listed { Some(self.moves(player.is_none())?) } else { None };
        let span = Span::new(start.start, self.tokens.end());
        match (self.sets.get(&(player, number)), moves) {
            (Some(place), None) => Ok(*place),
            (Some(place), Some(moves)) if self.game.sets[*place].moves == moves => Ok(*place),
            (Some(place), Some(_)) => {
                let message = format!("information set {number} has different moves or probabilities here");
                Err(misread(message, span)
                    .label(self.game.sets[*place].span, "it is first described here")
                    .help("make both the same, or give this set a number of its own")
                    .into())
            }
            (None, None) => {
                let message = format!("the moves of information set {number} are missing");
                Err(misread(message, span).help("list them where the set is used for the first time").into())
            }
            (None, Some(moves)) => {
                let place = self.game.sets.len();
                let is_named = name.is_some_and(|name| !content(self.text, name).is_empty());
                self.sets.insert((player, number), place);
                self.game.sets.push(InformationSet { number, span, is_named, moves });
                Ok(place)
            }
        }
    }

    fn moves(&mut self, of_chance: bool) -> Result<Vec<Move>, Refusal> {
        let start = self.take(Form::Open, "the list of moves, as in `{ \"a\" \"b\" }`,")?;
        let mut moves = Vec::new();
        while let Some(label) = self.tokens.take(Form::Text) {
            let label = content(self.text, label);
            let probability = if of_chance { Some(self.number("the probability of this move")?) } else { None };
            moves.push(Move { label, probability });
        }
        let end = self.take(Form::Close, "the `}` after the moves")?;
        if moves.is_empty() {
            let message = "a node needs at least one move";
            return Err(misread(message, Span::new(start.start, end.end))
                .help("if the game is over there, write the node with `t`")
                .into());
        }
        Ok(moves)
    }

    /// The outcome at a node: its number, and the payoffs, which can be left out after the first time.
    fn outcome(&mut self) -> Result<Option<usize>, Refusal> {
        let (number, start) = self.whole_number("the number of the outcome (0 if there is none)")?;
        let name = self.tokens.take(Form::Text);
        let is_listed = name.is_some() || self.tokens.peek().is_some_and(|token| token.form == Form::Open);
        let payoffs = if is_listed { Some(self.payoffs()?) } else { None };
        let span = Span::new(start.start, self.tokens.end());
        let refuse = |message: String| misread(message, span);
        match (number, self.outcomes.get(&number), payoffs) {
            (0, _, None) => Ok(None),
            (0, _, Some(_)) => {
                let finding = refuse("outcome 0 means that a node has no outcome, so it has no payoffs".to_string());
                Err(finding.help("give this outcome another number").into())
            }
            (_, Some(place), None) => Ok(Some(*place)),
            (_, Some(place), Some(payoffs)) if self.game.outcomes[*place].payoffs == payoffs => Ok(Some(*place)),
            (_, Some(place), Some(_)) => Err(refuse(format!("outcome {number} has different payoffs here"))
                .label(self.game.outcomes[*place].span, "it is first described here")
                .help("make both the same, or give this outcome a number of its own")
                .into()),
            (_, None, None) => Err(refuse(format!("the payoffs of outcome {number} are missing"))
                .help("list them where the outcome is used for the first time")
                .into()),
            (_, None, Some(payoffs)) => {
                let place = self.game.outcomes.len();
                let is_named = name.is_some_and(|name| !content(self.text, name).is_empty());
                self.outcomes.insert(number, place);
                self.game.outcomes.push(Outcome { span, is_named, payoffs });
                Ok(Some(place))
            }
        }
    }

    /// The payoffs of an outcome. Commas between them are optional.
    fn payoffs(&mut self) -> Result<Vec<Number>, Refusal> {
        let start = self.take(Form::Open, "the list of payoffs, as in `{ 3, -3 }`,")?;
        let mut payoffs = Vec::new();
        while let Some(span) = self.tokens.take(Form::Number) {
            payoffs.push(number(self.text, span)?);
            self.tokens.take(Form::Comma);
        }
        if let Some(word) = self.tokens.take(Form::Word) {
            let message = format!("`{}` is not a payoff", shown(self.text, word));
            return Err(Diagnostic::new(Code::NoNumberThere, message, word)
                .help("write a finite number, such as `3`, `-2.5` or `1/3`")
                .into());
        }
        let end = self.take(Form::Close, "the `}` after the payoffs")?;
        let players = self.game.players.len();
        if payoffs.len() != players {
            let payoffs = counted(payoffs.len() as u64, "payoff", "payoffs");
            let message = format!("{payoffs} for {}", counted(players as u64, "player", "players"));
            return Err(misread(message, Span::new(start.start, end.end))
                .help("write one payoff for each player")
                .into());
        }
        Ok(payoffs)
    }

    fn text(&mut self, what: &str) -> Result<String, Refusal> {
        self.take(Form::Text, what).map(|span| content(self.text, span))
    }

    fn number(&mut self, what: &str) -> Result<Number, Refusal> {
        self.take(Form::Number, what).and_then(|span| number(self.text, span))
    }

    fn whole_number(&mut self, what: &str) -> Result<(i64, Span), Refusal> {
        let span = self.take(Form::Number, what)?;
        span.of(self.text).parse().map(|number| (number, span)).map_err(|_| {
            let message = format!("`{}` is not a whole number", shown(self.text, span));
            Diagnostic::new(Code::NoNumberThere, message, span)
                .help("players, information sets and outcomes have whole numbers")
                .into()
        })
    }

    /// Takes the next token, which must have this form.
    fn take(&mut self, form: Form, what: &str) -> Result<Span, Refusal> {
        self.tokens.take(form).ok_or_else(|| {
            let (message, span) = match self.tokens.peek() {
                Some(token) if token.form == Form::Unclosed => {
                    ("this text has no closing quotation mark".to_string(), token.span)
                }
                Some(token) => (format!("{what} is missing before `{}`", shown(self.text, token.span)), token.span),
                None => (format!("the file ends too early: {what} is missing"), self.end_of_text()),
            };
            let finding = misread(message, span);
            match self.tokens.long {
                Some(long) => finding
                    .label(long, "this text goes over several lines")
                    .help("if the closing quotation mark of that text is missing, add it"),
                None => finding,
            }
            .into()
        })
    }

    fn end_of_text(&self) -> Span {
        Span::empty(offset(self.text.trim_end().len()))
    }
}
