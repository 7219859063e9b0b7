//! `gametree generate tic-tac-toe`, `connect-four` and `nim`

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gametree::games::{
    Board, ConnectFour, Evaluation, Game, Grow, Labels, Nim, Player, StandardOrder, TicTacToe, grow,
};
use gametree::generate::VERSION;
use gametree::number::Number;

use super::batch::command_line;
use super::folder::write_once;
use super::refuse;
use crate::cli::output::Output;
use crate::cli::read::read_text;
use crate::cli::{Color, Outcome};

/// The most that is read of a file with a position, in bytes.
const LONGEST: usize = 1 << 16;

/// What all games take.
#[derive(Args)]
pub(super) struct Growing {
    /// After how many plies positions become leaves with their static evaluations; to the end of the game if left out
    #[arg(long, value_name = "N")]
    plies: Option<u16>,
    /// Write so many plies more, with a static evaluation at every node: for iterative deepening, by changing `depth`
    #[arg(long, value_name = "N", requires = "plies")]
    beyond: Option<u16>,
    /// Write each position above its node as a comment, in trees of up to 1,000 nodes
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Boards::None)]
    boards: Boards,
    /// Say at a position that has occurred before after which moves it did
    #[arg(long, value_enum, value_name = "HOW")]
    shared: Option<Shared>,
    /// The most nodes and leaves; they are counted before anything is written
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: u64,
    /// The file to write; standard output if left out. No file is overwritten
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Boards {
    None,
    Comments,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shared {
    Note,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Turn {
    X,
    O,
}

impl From<Turn> for Player {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::X => Self::X,
            Turn::O => Self::O,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// From the left to the right, from the top down
    AsOnBoard,
    /// The nearer to the centre, the earlier
    CentreFirst,
}

impl From<Moves> for StandardOrder {
    fn from(moves: Moves) -> Self {
        match moves {
            Moves::AsOnBoard => Self::AsOnBoard,
            Moves::CentreFirst => Self::CentreFirst,
        }
    }
}

/// Write the tree of tic-tac-toe below a position; X is MAX
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate tic-tac-toe --position XO./XO./...
  gametree generate tic-tac-toe --plies 2 --boards comments
  gametree generate tic-tac-toe --position XO./XO./... --win 10 --labels squares")]
pub(super) struct TicTacToeArguments {
    /// Three rows of X, O and . with / between them, or a file with them
    #[arg(long, value_name = "TEXT", default_value = ".../.../...")]
    position: String,
    /// Who moves, if the numbers of men do not say so
    #[arg(long, value_enum, value_name = "PLAYER")]
    turn: Option<Turn>,
    /// What it is worth if X wins: a number, or inf
    #[arg(long, value_name = "VALUE", default_value = "1", value_parser = win)]
    win: Number,
    /// How moves are called
    #[arg(long, value_enum, value_name = "HOW", default_value_t = SquareLabels::Chess)]
    labels: SquareLabels,
    /// The order of the moves
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Moves::AsOnBoard)]
    moves: Moves,
    #[command(flatten)]
    growing: Growing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SquareLabels {
    /// a1 to c3: the column from the left, the row from the bottom
    Chess,
    /// s0 to s8, row by row from the top
    Squares,
}

/// Write the tree of connect four below a position; X is MAX
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate connect-four --plies 3
  gametree generate connect-four --position board.txt --turn x --plies 2 --beyond 2
  gametree generate connect-four --position board.txt --evaluate lines --moves centre-first")]
pub(super) struct ConnectFourArguments {
    /// Rows of X, O and . from the top, with / between them, or a file with them; an empty board of 6 rows of 7 if left out
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Who moves, if the numbers of men do not say so
    #[arg(long, value_enum, value_name = "PLAYER")]
    turn: Option<Turn>,
    /// What four men of X in a row are worth: a number, or inf
    #[arg(long, value_name = "VALUE", default_value = "inf", value_parser = win)]
    win: Number,
    /// The static evaluation
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Evaluate::Tops)]
    evaluate: Evaluate,
    /// The order of the moves
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Moves::AsOnBoard)]
    moves: Moves,
    #[command(flatten)]
    growing: Growing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Evaluate {
    /// The columns whose top man is X, less those whose top man is O
    Tops,
    /// The men of X in lines of four without a man of O, less the same for O
    Lines,
}

/// Write the tree of nim below a position; MAX moves, and whoever takes the last thing wins
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate nim --position 1,2
  gametree generate nim --position 10 --take 3")]
pub(super) struct NimArguments {
    /// The sizes of the heaps, with commas between them, or a file with them
    #[arg(long, value_name = "TEXT", default_value = "1,2")]
    position: String,
    /// The most that one move takes; a whole heap if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    take: Option<u16>,
    /// What it is worth if MAX wins: a number, or inf
    #[arg(long, value_name = "VALUE", default_value = "1", value_parser = win)]
    win: Number,
    #[command(flatten)]
    growing: Growing,
}

/// Reads what a won game is worth.
fn win(text: &str) -> Result<Number, String> {
    let value: Option<Number> = text.trim().parse().ok();
    value.filter(|value| *value > Number::ZERO).ok_or_else(|| format!("`{text}` is no number above 0"))
}

pub(super) fn tic_tac_toe(arguments: &TicTacToeArguments) -> io::Result<Outcome> {
    let labels = match arguments.labels {
        SquareLabels::Chess => Labels::Chess,
        SquareLabels::Squares => Labels::Squares,
    };
    let turn = arguments.turn.map(Player::from);
    let game = TicTacToe { win: arguments.win, labels, order: arguments.moves.into(), turn };
    arguments.growing.run(&game, &arguments.position, 9)
}

pub(super) fn connect_four(arguments: &ConnectFourArguments) -> io::Result<Outcome> {
    let evaluation = match arguments.evaluate {
        Evaluate::Tops => Evaluation::Tops,
        Evaluate::Lines => Evaluation::Lines,
    };
    let turn = arguments.turn.map(Player::from);
    let game = ConnectFour { win: arguments.win, evaluation, order: arguments.moves.into(), turn };
    let empty = || game.written(&Board::empty(6, 7)).replace('\n', "/");
    arguments.growing.run(&game, &arguments.position.clone().unwrap_or_else(empty), 144)
}

pub(super) fn nim(arguments: &NimArguments) -> io::Result<Outcome> {
    let game = Nim { most: arguments.take.map(usize::from), win: arguments.win };
    arguments.growing.run(&game, &arguments.position, 26 * 26)
}

impl Growing {
    /// How many plies are written at most; `longest` is the length of the longest game.
    pub(super) fn plies(&self, longest: usize) -> usize {
        self.plies.map_or(longest, usize::from) + self.beyond.map_or(0, usize::from)
    }

    /// Whether every node has its static evaluation.
    pub(super) fn evaluates_all(&self) -> bool {
        self.beyond.is_some_and(|plies| plies > 0)
    }

    /// The most nodes and leaves.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Reads a position, from a file if there is one of this name, and writes the tree below it.
    fn run<G: Game>(&self, game: &G, position: &str, longest: usize) -> io::Result<Outcome> {
        let path = Path::new(position);
        let text = if path.is_file() { read_text(path, LONGEST) } else { Ok(position.to_string()) };
        let read = text.and_then(|text| game.read(&text).map_err(|error| error.to_string()));
        match read {
            Ok(read) => self.write(game, &read, longest),
            Err(reason) => Ok(refuse(&format!("--position: {reason}"))),
        }
    }

    /// Writes the tree below a position.
    pub(super) fn write<G: Game>(&self, game: &G, from: &G::Position, longest: usize) -> io::Result<Outcome> {
        let options = Grow {
            plies: self.plies.map_or(longest, usize::from),
            beyond: self.beyond.map_or(0, usize::from),
            boards: self.boards == Boards::Comments,
            shared: self.shared.is_some(),
            limit: self.limit,
        };
        if options.plies == 0 {
            return Ok(refuse("--plies must be at least 1"));
        }
        let grown = match grow(game, from, &options) {
            Ok(grown) => grown,
            Err(error) => return Ok(refuse(&format!("{error} (--limit)"))),
        };
        let position = game.written(from).replace('\n', "/");
        let text = format!("// {}; generator {VERSION}\n// position: {position}\n{}", command_line(), grown.text);
        if let Some(path) = &self.output {
            return Ok(Outcome::of(!write_once(path, &text), true));
        }
        let mut output = Output::open(None, Color::Never)?;
        if !output.print_source(&text)? {
            return Ok(refuse("the tree is too long for a terminal; --output writes it to a file"));
        }
        output.finish(Outcome::Success, true)
    }
}
