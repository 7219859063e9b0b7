//! The trees of real games: their sizes and values are those that others have published or counted, and their
//! evaluations agree with another implementation.

#![cfg(feature = "cli")]

mod command;
mod evaluations;
mod facts;
#[cfg(unix)]
mod programs;

use std::process::{Command, Output};

use gametree::games::{ConnectFour, Evaluation, Grow, Labels, Player, StandardOrder, TicTacToe};
use gametree::number::Number;

pub(crate) fn tic_tac_toe() -> TicTacToe {
    TicTacToe { win: Number::integer(1), labels: Labels::Chess, order: StandardOrder::AsOnBoard, turn: None }
}

/// X is to move on this board of a lesson.
pub(crate) const LESSON: &str = "......./......./......./..O..../..X..../OXXO...";

pub(crate) fn connect_four(evaluation: Evaluation) -> ConnectFour {
    ConnectFour { win: Number::Infinity, evaluation, order: StandardOrder::AsOnBoard, turn: Some(Player::X) }
}

pub(crate) const ALL: Grow = Grow { plies: 1_000, beyond: 0, boards: false, shared: false, limit: 1_000_000 };

pub(crate) fn generate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gametree")).arg("generate").args(arguments).output().unwrap()
}

pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = generate(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}
