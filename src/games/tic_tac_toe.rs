//! Tic-tac-toe.

use super::grid::{Board, Player, StandardOrder};
use super::{Game, Misread, Move, Turn};
use crate::number::Number;

/// How squares are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// `a1` to `c3`: the column from the left, and the row from the bottom.
    #[default]
    Chess,
    /// `s0` to `s8`, row by row from the top.
    Squares,
}

/// Tic-tac-toe on a board of three rows of three. X is MAX.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe {
    /// What a line of X is worth; a line of O is worth as much with the other sign.
    pub win: Number,
    /// How squares are called.
    pub labels: Labels,
    /// The order of the moves.
    pub order: StandardOrder,
    /// Who moves, if it is not to be seen from the men.
    pub turn: Option<Player>,
}

const SIDE: usize = 3;

impl TicTacToe {
    /// The greatest static evaluation: a board has eight lines. A won game must be worth more.
    pub const GREATEST: i64 = 8;
}

impl Game for TicTacToe {
    type Position = Board;

    fn read(&self, text: &str) -> Result<Board, Misread> {
        let board = Board::read(text, self.turn)?;
        board.refuse_two_winners(SIDE)?;
        match (board.rows(), board.columns()) {
            (SIDE, SIDE) => Ok(board),
            (rows, columns) => Err(Misread(format!("tic-tac-toe has 3 rows of 3 squares, not {rows} of {columns}"))),
        }
    }

    fn turn(&self, board: &Board) -> Turn {
        match board.next {
            _ if board.has_line(Player::X, SIDE) => Turn::Over(self.win),
            _ if board.has_line(Player::O, SIDE) => Turn::Over(self.win.negated()),
            _ if board.is_full() => Turn::Over(Number::ZERO),
            Player::X => Turn::Max,
            Player::O => Turn::Min,
        }
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move<Board>>) {
        let squares = (0..SIDE * SIDE).map(|place| (place / SIDE, place % SIDE));
        let mut squares: Vec<(usize, usize)> =
            squares.filter(|(row, column)| board.at(*row, *column).is_none()).collect();
        if self.order == StandardOrder::CentreFirst {
            squares.sort_by_key(|(row, column)| row.abs_diff(1) + column.abs_diff(1));
        }
        moves.extend(squares.into_iter().map(|(row, column)| Move {
            label: match self.labels {
                Labels::Chess => format!("{}{}", ["a", "b", "c"][column], SIDE - row),
                Labels::Squares => format!("s{}", row * SIDE + column),
            },
            probability: None,
            next: board.with(row, column),
        }));
    }

    /// How many lines X can still fill, less how many O can.
    fn evaluate(&self, board: &Board) -> Number {
        let open = |player: Player| -> i64 {
            let is_open = |(row, column)| board.at(row, column) != Some(player.other());
            board.lines(SIDE).map(|line| i64::from(line.squares().all(is_open))).sum()
        };
        Number::integer(open(Player::X) - open(Player::O))
    }

    fn written(&self, board: &Board) -> String {
        board.written()
    }
}
