//! The trees of real games.
//!
//! A game says who moves in a position, which moves there are, and what a position is worth. [`grow()`] writes the tree
//! below a position in the language. Nobody's symmetry is used, and positions that occur again are written again: that
//! is the tree that a search without a memory goes through.

mod connect_four;
mod grid;
mod grow;
mod nim;
mod tic_tac_toe;

use std::fmt;
use std::hash::Hash;

pub use connect_four::{ConnectFour, Evaluation};
pub use grid::{Board, Player, StandardOrder};
pub use grow::{Grow, Grown, MOST_WITH_BOARDS, TooLarge, grow, sizes};
pub use nim::Nim;
pub use tic_tac_toe::{Labels, TicTacToe};

use crate::number::Number;

/// The example of the page on games is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/games.md")]
struct Page;

/// A game for one or two players and chance. All values are those for MAX.
pub trait Game {
    /// A position, with all that matters for what comes next.
    type Position: Clone + Eq + Hash;

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read(&self, text: &str) -> Result<Self::Position, Misread>;

    /// Who moves, or what the game ended with.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends the moves of a position that is not over, at least one, in the order in which they are written.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Move<Self::Position>>);

    /// The static evaluation of a position that is not over.
    fn evaluate(&self, position: &Self::Position) -> Number;

    /// The position as [`Self::read`] reads it, with line breaks where people would make them.
    fn written(&self, position: &Self::Position) -> String;
}

/// Who moves in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// MAX.
    Max,
    /// MIN.
    Min,
    /// Chance decides.
    Chance,
    /// Nobody: the game is over, with this value.
    Over(Number),
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move<P> {
    /// Its label in the tree: a name, or anything else, which is then quoted.
    pub label: String,
    /// Its probability, if chance decides and the moves are not equally likely.
    pub probability: Option<Number>,
    /// The position after it.
    pub next: P,
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread(pub String);

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misread {}
