//! Boards of squares for two players.

use super::Misread;

/// A player: X is MAX, and O is MIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// MAX.
    X,
    /// MIN.
    O,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }
}

/// The order of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StandardOrder {
    /// As on the board: from the left to the right, from the top down.
    #[default]
    AsOnBoard,
    /// The nearer to the centre, the earlier.
    CentreFirst,
}

/// A board, and who moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The rows one after the other, from the top.
    squares: Vec<Option<Player>>,
    columns: usize,
    /// Who moves next.
    pub next: Player,
}

/// More rows or columns make trees of no use.
const MOST: usize = 12;

impl Board {
    /// An empty board; X moves.
    pub fn empty(rows: usize, columns: usize) -> Self {
        Self { squares: vec![None; rows * columns], columns, next: Player::X }
    }

    /// Reads rows of `X`, `O` and `.`, from the top, with a line break or `/` after each. Where both have as many men, X
    /// moves, and where X has one more, O does, unless `turn` says who: then the men may be of any numbers.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(super) fn read(text: &str, turn: Option<Player>) -> Result<Self, Misread> {
        let rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if rows.is_empty() || rows.len() > MOST || columns > MOST {
            return Err(Misread(format!("a board has 1 to {MOST} rows of 1 to {MOST} squares; write `XO./.X./..O`")));
        }
        let mut squares = Vec::with_capacity(rows.len() * columns);
        for (place, row) in rows.iter().enumerate() {
            let number = place + 1;
            let length = row.chars().count();
            if length != columns {
                return Err(Misread(format!("row {number} has {length} squares, but row 1 has {columns}")));
            }
            for letter in row.chars() {
                squares.push(match letter {
                    'X' | 'x' => Some(Player::X),
                    'O' | 'o' => Some(Player::O),
                    '.' => None,
                    _ => return Err(Misread(format!("row {number} has `{letter}`; write `X`, `O`, or `.` for empty"))),
                });
            }
        }
        let count = |player| squares.iter().filter(|square| **square == Some(player)).count();
        let (x, o) = (count(Player::X), count(Player::O));
        let next = match turn {
            Some(turn) => turn,
            None if x == o => Player::X,
            None if x == o + 1 => Player::O,
            None => {
                return Err(Misread(format!("X has {x} men and O has {o}; say who moves with --turn x or --turn o")));
            }
        };
        Ok(Self { squares, columns, next })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The man on a square; `None` if it is empty or outside of the board.
    pub fn at(&self, row: usize, column: usize) -> Option<Player> {
        if column < self.columns { self.squares.get(row * self.columns + column).copied().flatten() } else { None }
    }

    /// Whether every square has a man.
    pub(super) fn is_full(&self) -> bool {
        self.squares.iter().all(Option::is_some)
    }

    /// The board after the next player has put a man on a square.
    pub(super) fn with(&self, row: usize, column: usize) -> Self {
        let mut board = self.clone();
        board.squares[row * self.columns + column] = Some(self.next);
        board.next = self.next.other();
        board
    }

    /// Every straight line of so many squares, each once.
    pub(super) fn lines(&self, length: usize) -> impl Iterator<Item = Line> + use<> {
        /// To the right, down, down to the right, and down to the left.
        const DIRECTIONS: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let (rows, columns) = (self.rows(), self.columns);
        let starts = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        let lines = starts.flat_map(move |(row, column)| {
            DIRECTIONS.into_iter().map(move |(down, right)| Line { row, column, down, right, length })
        });
        lines.filter(move |line| line.fits(rows, columns))
    }

    /// Whether a player has a line of so many men.
    pub(super) fn has_line(&self, player: Player, length: usize) -> bool {
        self.lines(length).any(|line| line.squares().all(|(row, column)| self.at(row, column) == Some(player)))
    }

    /// Refuses a board on which both players have a line of so many men: the game ends with the first one.
    pub(super) fn refuse_two_winners(&self, length: usize) -> Result<(), Misread> {
        if self.has_line(Player::X, length) && self.has_line(Player::O, length) {
            return Err(Misread(format!(
                "X and O both have {length} men in a row, but the game ends with the first row"
            )));
        }
        Ok(())
    }

    /// The rows, one in each line.
    pub(super) fn written(&self) -> String {
        let letter = |square: &Option<Player>| square.map_or('.', Player::letter);
        let rows: Vec<String> = self.squares.chunks(self.columns).map(|row| row.iter().map(letter).collect()).collect();
        rows.join("\n")
    }
}

/// A straight line of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    row: usize,
    column: usize,
    /// How the row and the column change from square to square.
    down: usize,
    right: isize,
    length: usize,
}

impl Line {
    /// The rows and columns of its squares.
    pub(super) fn squares(self) -> impl Iterator<Item = (usize, usize)> {
        let column = move |step: usize| self.column.wrapping_add_signed(self.right * step.cast_signed());
        (0..self.length).map(move |step| (self.row + self.down * step, column(step)))
    }

    /// Whether all of it is on a board.
    fn fits(self, rows: usize, columns: usize) -> bool {
        let steps = self.length - 1;
        let last = self.column.checked_add_signed(self.right * steps.cast_signed());
        self.row + self.down * steps < rows && last.is_some_and(|column| column < columns)
    }
}
