//! `gametree generate tic-tac-toe`, `connect-four` and `nim`

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gametree::diagnostic::render::printable;
use gametree::games::{
    Board, ConnectFour, Evaluation, Game, Grow, Labels, MOST_WITH_BOARDS, Nim, Player, StandardOrder, TicTacToe,
    Turn as Next, grow,
};
use gametree::generate::VERSION;
use gametree::number::Number;

use super::header::command_line;
use super::refuse;
use crate::cli::output::{Output, write_once};
use crate::cli::read::read_text;
use crate::cli::{Color, Outcome};

/// The most that is read of a file with a position, in bytes.
const LONGEST: usize = 1 << 16;

/// What all games take.
#[derive(Args)]
pub(super) struct Growing {
    /// After this many plies, positions become leaves with their static evaluations; to the end of the game if left out
    #[arg(long, value_name = "N")]
    plies: Option<u16>,
    /// Write this many more plies, with a static evaluation at every node: for iterative deepening, by changing `depth`
    #[arg(long, value_name = "N", requires = "plies")]
    beyond: Option<u16>,
    /// Write each position above its node as a comment, in trees of up to 1,000 nodes
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Boards::None)]
    boards: Boards,
    /// At a position that has occurred before, write a comment with the moves that led to it first
    #[arg(long)]
    shared: bool,
    /// The most nodes and leaves; they are counted before anything is written
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
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
    /// Who moves now; if left out, X if both have equally many men, and O if X has one more
    #[arg(long, value_enum, value_name = "PLAYER")]
    turn: Option<Turn>,
    /// What it is worth if X wins: a number, or inf; if left out, inf with --plies, and 1 without
    #[arg(long, value_name = "VALUE", value_parser = win)]
    win: Option<Number>,
    /// What moves are called
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
    /// Who moves now; if left out, X if both have equally many men, and O if X has one more
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
    value
        .filter(|value| *value > Number::ZERO)
        .ok_or_else(|| format!("`{text}` is not a number above 0; write 10, 1/2 or inf"))
}

/// Refuses a won game that is not worth more than every static evaluation: a search would pass over wins.
fn beats(win: Number, greatest: i64) -> Result<(), String> {
    if win > Number::integer(greatest) {
        return Ok(());
    }
    Err(format!(
        "--win must be more than {greatest}, because static evaluations of this game go up to {greatest} and a won game \
         must be worth more; write {} or inf",
        greatest + 1
    ))
}

pub(super) fn tic_tac_toe(arguments: &TicTacToeArguments) -> io::Result<Outcome> {
    let labels = match arguments.labels {
        SquareLabels::Chess => Labels::Chess,
        SquareLabels::Squares => Labels::Squares,
    };
    let turn = arguments.turn.map(Player::from);
    let growing = &arguments.growing;
    let is_evaluated = growing.plies.is_some();
    let win = arguments.win.unwrap_or(if is_evaluated { Number::Infinity } else { Number::integer(1) });
    let game = TicTacToe { win, labels, order: arguments.moves.into(), turn };
    growing.run(&game, &arguments.position, 9, |_| if is_evaluated { beats(win, TicTacToe::GREATEST) } else { Ok(()) })
}

pub(super) fn connect_four(arguments: &ConnectFourArguments) -> io::Result<Outcome> {
    let evaluation = match arguments.evaluate {
        Evaluate::Tops => Evaluation::Tops,
        Evaluate::Lines => Evaluation::Lines,
    };
    let turn = arguments.turn.map(Player::from);
    let game = ConnectFour { win: arguments.win, evaluation, order: arguments.moves.into(), turn };
    let empty = || game.written(&Board::empty(6, 7)).replace('\n', "/");
    let position = arguments.position.clone().unwrap_or_else(empty);
    arguments.growing.run(&game, &position, 144, |board| beats(game.win, game.greatest(board)))
}

pub(super) fn nim(arguments: &NimArguments) -> io::Result<Outcome> {
    let game = Nim { most: arguments.take.map(usize::from), win: arguments.win };
    arguments.growing.run(&game, &arguments.position, 26 * 26, |_| Ok(()))
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

    /// Whether the tree may end before the game does.
    pub(super) fn ends_early(&self) -> bool {
        self.plies.is_some()
    }

    /// The most nodes and leaves.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Reads a position, from a file if there is one of this name. Writes the tree below it, unless `refusal` gives a
    /// reason against it.
    fn run<G: Game>(
        &self,
        game: &G,
        position: &str,
        longest: usize,
        refusal: impl FnOnce(&G::Position) -> Result<(), String>,
    ) -> io::Result<Outcome> {
        let read = position_text(position)
            .and_then(|text| game.read(&text).map_err(|error| error.to_string()))
            .map_err(|reason| format!("--position: {reason}"))
            .and_then(|read| refusal(&read).map(|()| read));
        match read {
            Ok(read) => self.write(game, &read, longest, &command_line(Some(&in_one_line(&game.written(&read))))),
            Err(reason) => Ok(refuse(&reason)),
        }
    }

    /// Writes the tree below a position; `command` makes it again.
    pub(super) fn write<G: Game>(
        &self,
        game: &G,
        from: &G::Position,
        longest: usize,
        command: &str,
    ) -> io::Result<Outcome> {
        let options = Grow {
            plies: self.plies.map_or(longest, usize::from),
            beyond: self.beyond.map_or(0, usize::from),
            boards: self.boards == Boards::Comments,
            shared: self.shared,
            limit: self.limit,
        };
        if options.plies == 0 {
            return Ok(refuse("--plies must be at least 1"));
        }
        if let Next::Over(value) = game.turn(from) {
            return Ok(refuse(&format!(
                "the game is over in this position: {}; there is no tree to write",
                end(value)
            )));
        }
        let grown = match grow(game, from, &options) {
            Ok(grown) => grown,
            Err(error) if error.plies > 1 && options.beyond == 0 => {
                return Ok(refuse(&format!("{error}; use --plies {}, or raise --limit", error.plies - 1)));
            }
            Err(error) => return Ok(refuse(&format!("{error}; raise --limit"))),
        };
        if options.boards && grown.nodes > MOST_WITH_BOARDS {
            let nodes = grown.nodes;
            return Ok(refuse(&format!(
                "--boards comments is for trees of up to {MOST_WITH_BOARDS} nodes, and this one has {nodes}; use fewer --plies"
            )));
        }
        let position = printable(&in_one_line(&game.written(from)));
        let text = format!("// {command}; generator {VERSION}\n// position: {position}\n{}", grown.text);
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

/// Who has won a game that ended with a value.
fn end(value: Number) -> String {
    match value.cmp(&Number::ZERO) {
        Ordering::Greater => format!("MAX has won, and the value is {value}"),
        Ordering::Equal => "nobody has won".to_string(),
        Ordering::Less => format!("MIN has won, and the value is {value}"),
    }
}

/// The text of a position, from a file if there is one of this name.
fn position_text(position: &str) -> Result<String, String> {
    let path = Path::new(position);
    if path.is_file() {
        return read_text(path, LONGEST);
    }
    // No position ends like the name of a file.
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_name = ending.chars().any(|letter| letter.is_ascii_alphabetic() && !"xXoO".contains(letter));
    if is_name { Err(format!("there is no file `{}`", printable(position))) } else { Ok(position.to_string()) }
}

/// A position with `/` for each line break.
fn in_one_line(position: &str) -> String {
    position.replace('\n', "/")
}
