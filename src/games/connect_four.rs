//! Connect four, on boards of any size.

use super::grid::{Board, Player, StandardOrder};
use super::{Game, Misread, Move, Turn};
use crate::number::Number;

/// How a position is evaluated where the game is not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The columns whose top man is X, less those whose top man is O.
    #[default]
    Tops,
    /// For each line of four without a man of O, its men of X, less the same for O.
    Lines,
}

/// Connect four. X is MAX. The usual board has six rows of seven.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    /// What four men of X in a row are worth; four of O are worth as much with the other sign.
    pub win: Number,
    /// The static evaluation. It is also what a full board is worth.
    pub evaluation: Evaluation,
    /// The order of the moves.
    pub order: StandardOrder,
    /// Who moves, if it is not to be seen from the men.
    pub turn: Option<Player>,
}

const FOUR: usize = 4;

impl ConnectFour {
    /// No static evaluation of a board of this size is greater. A won game must be worth more.
    pub fn greatest(&self, board: &Board) -> i64 {
        let greatest = match self.evaluation {
            Evaluation::Tops => board.columns(),
            // With four men of X in a line, the game is over.
            Evaluation::Lines => board.lines(FOUR).count() * (FOUR - 1),
        };
        i64::try_from(greatest).unwrap_or(i64::MAX)
    }

    /// The row that a man falls to in a column; `None` if it is full.
    fn landing(board: &Board, column: usize) -> Option<usize> {
        (0..board.rows()).rev().find(|row| board.at(*row, column).is_none())
    }

    /// The man on top of a column.
    fn top(board: &Board, column: usize) -> Option<Player> {
        (0..board.rows()).find_map(|row| board.at(row, column))
    }

    fn balance(&self, board: &Board) -> i64 {
        let of = |player| match self.evaluation {
            Evaluation::Tops => {
                let is_own = |column: &usize| Self::top(board, *column) == Some(player);
                (0..board.columns()).filter(is_own).count()
            }
            Evaluation::Lines => board.lines(FOUR).map(|line| men(board, player, line.squares())).sum(),
        };
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        signed(of(Player::X)) - signed(of(Player::O))
    }
}

/// The men of a player in a line; 0 if the other player has one in it.
fn men(board: &Board, player: Player, line: impl Iterator<Item = (usize, usize)>) -> usize {
    let mut men = 0;
    for (row, column) in line {
        match board.at(row, column) {
            Some(man) if man == player => men += 1,
            Some(_) => return 0,
            None => {}
        }
    }
    men
}

impl Game for ConnectFour {
    type Position = Board;

    fn read(&self, text: &str) -> Result<Board, Misread> {
        let board = Board::read(text, self.turn)?;
        for column in 0..board.columns() {
            let first = (0..board.rows()).find(|row| board.at(*row, column).is_some());
            let below = first.unwrap_or(board.rows());
            if (below..board.rows()).any(|row| board.at(row, column).is_none()) {
                return Err(Misread(format!("in column {}, a man has nothing below it", column + 1)));
            }
        }
        board.refuse_two_winners(FOUR)?;
        Ok(board)
    }

    fn turn(&self, board: &Board) -> Turn {
        match board.next {
            _ if board.has_line(Player::X, FOUR) => Turn::Over(self.win),
            _ if board.has_line(Player::O, FOUR) => Turn::Over(self.win.negated()),
            _ if board.is_full() => Turn::Over(self.evaluate(board)),
            Player::X => Turn::Max,
            Player::O => Turn::Min,
        }
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move<Board>>) {
        let mut columns: Vec<usize> = (0..board.columns()).collect();
        if self.order == StandardOrder::CentreFirst {
            // Twice the distance, since the middle may lie between two columns.
            columns.sort_by_key(|column| (2 * column + 1).abs_diff(board.columns()));
        }
        let landings = columns.into_iter().filter_map(|column| Some((Self::landing(board, column)?, column)));
        moves.extend(landings.map(|(row, column)| Move {
            label: format!("c{}", column + 1),
            probability: None,
            next: board.with(row, column),
        }));
    }

    fn evaluate(&self, board: &Board) -> Number {
        Number::integer(self.balance(board))
    }

    fn written(&self, board: &Board) -> String {
        board.written()
    }
}
