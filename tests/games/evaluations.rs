//! Static evaluations: a second implementation agrees, and a won game is worth more than all of them.

use gametree::games::{Board, ConnectFour, Evaluation, Game, Grow, TicTacToe, Turn, grow};
use gametree::generate::Stream;
use gametree::number::Number;

use crate::facts::searched;
use crate::{ALL, connect_four, tic_tac_toe};

/// The evaluations once more, on rows of text and by other means.
fn evaluated(rows: &[Vec<char>], evaluation: Evaluation) -> i64 {
    let (height, width) = (rows.len().cast_signed(), rows[0].len().cast_signed());
    let at = |row: isize, column: isize| {
        let inside = (0..height).contains(&row) && (0..width).contains(&column);
        inside.then(|| rows[row.cast_unsigned()][column.cast_unsigned()])
    };
    let mut sum = 0;
    match evaluation {
        Evaluation::Tops => {
            for column in 0..width {
                let text: String = (0..height).filter_map(|row| at(row, column)).collect();
                match text.trim_start_matches('.').chars().next() {
                    Some('X') => sum += 1,
                    Some('O') => sum -= 1,
                    _ => {}
                }
            }
        }
        Evaluation::Lines => {
            for row in 0..height {
                for column in 0..width {
                    for (down, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                        let squares: Option<String> =
                            (0..4).map(|step| at(row + step * down, column + step * right)).collect();
                        let Some(squares) = squares else { continue };
                        let count = |man: char| squares.chars().filter(|square| *square == man).count();
                        match (i64::try_from(count('X')).unwrap(), i64::try_from(count('O')).unwrap()) {
                            (men, 0) => sum += men,
                            (0, men) => sum -= men,
                            _ => {}
                        }
                    }
                }
            }
        }
    }
    sum
}

#[test]
fn evaluations_agree_with_another_implementation() {
    let mut stream = Stream::new(b"boards");
    for evaluation in [Evaluation::Tops, Evaluation::Lines] {
        let game = ConnectFour { turn: None, ..connect_four(evaluation) };
        for _ in 0..2_000 {
            let empty = Board::empty(3 + stream.below(5), 3 + stream.below(5));
            let men = stream.below(30);
            let board = by_chance(&game, empty, men, &mut stream);
            let text = game.written(&board);
            let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
            assert_eq!(game.evaluate(&board), Number::integer(evaluated(&rows, evaluation)), "{text}");
            let read = ConnectFour { turn: Some(board.next), ..game }.read(&text);
            assert_eq!(read, Ok(board), "{text}");
        }
    }
}

/// The lines of tic-tac-toe, as places in the nine squares.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Boards with up to eight men, put by chance.
fn boards_of_tic_tac_toe() -> impl Iterator<Item = Board> {
    let mut stream = Stream::new(b"squares");
    (0..2_000).map(move |_| {
        let men = stream.below(9);
        by_chance(&tic_tac_toe(), Board::empty(3, 3), men, &mut stream)
    })
}

#[test]
fn the_evaluation_of_tic_tac_toe_agrees_with_another_implementation() {
    for board in boards_of_tic_tac_toe() {
        let squares = tic_tac_toe().written(&board).replace('\n', "");
        let without =
            |man: u8| LINES.iter().filter(|line| line.iter().all(|at| squares.as_bytes()[*at] != man)).count();
        let expected = without(b'O').cast_signed() - without(b'X').cast_signed();
        assert_eq!(tic_tac_toe().evaluate(&board), Number::integer(expected.try_into().unwrap()), "{squares}");
    }
}

/// A position of tic-tac-toe or connect four after so many moves by chance, or fewer if the game is over.
fn by_chance<G: Game>(game: &G, mut position: G::Position, moves: usize, stream: &mut Stream) -> G::Position {
    for _ in 0..moves {
        if matches!(game.turn(&position), Turn::Over(_)) {
            break;
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let chosen = stream.below(moves.len());
        position = moves.swap_remove(chosen).next;
    }
    position
}

/// Whether a move that wins at once is best for X. `None` if there is no such move.
fn wins_at_once<G: Game>(game: &G, position: &G::Position, win: Number) -> Option<bool> {
    let mut moves = Vec::new();
    if game.turn(position) != Turn::Max {
        return None;
    }
    game.moves(position, &mut moves);
    moves.iter().any(|step| game.turn(&step.next) == Turn::Over(win)).then(|| {
        (1..=3).all(|plies| {
            let text = grow(game, position, &Grow { plies, ..ALL }).unwrap().text;
            searched(&text, "").0 == win.to_string()
        })
    })
}

#[test]
fn a_move_that_wins_at_once_is_best() {
    let mut stream = Stream::new(b"wins");
    let mut tried = 0;
    for _ in 0..400 {
        for win in [Number::Infinity, Number::integer(TicTacToe::GREATEST + 1)] {
            let game = TicTacToe { win, ..tic_tac_toe() };
            let board = by_chance(&game, Board::empty(3, 3), 4, &mut stream);
            if let Some(is_best) = wins_at_once(&game, &board, win) {
                assert!(is_best, "{}", game.written(&board));
                tried += 1;
            }
        }
        for evaluation in [Evaluation::Tops, Evaluation::Lines] {
            let game = ConnectFour { turn: None, ..connect_four(evaluation) };
            let win = Number::integer(game.greatest(&Board::empty(4, 5)) + 1);
            let game = ConnectFour { win, ..game };
            let board = by_chance(&game, Board::empty(4, 5), 10, &mut stream);
            if let Some(is_best) = wins_at_once(&game, &board, win) {
                assert!(is_best, "{}", game.written(&board));
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn no_evaluation_is_greater_than_is_said() {
    let mut stream = Stream::new(b"bounds");
    for board in boards_of_tic_tac_toe() {
        let evaluation = tic_tac_toe().evaluate(&board);
        assert!(evaluation <= Number::integer(TicTacToe::GREATEST), "{}", tic_tac_toe().written(&board));
        for evaluation in [Evaluation::Tops, Evaluation::Lines] {
            let game = ConnectFour { turn: None, ..connect_four(evaluation) };
            let board = by_chance(&game, Board::empty(4, 5), 20, &mut stream);
            let is_won = matches!(game.turn(&board), Turn::Over(Number::Infinity | Number::NegativeInfinity));
            let greatest = Number::integer(game.greatest(&board));
            assert!(is_won || game.evaluate(&board) <= greatest, "{}", game.written(&board));
        }
    }
}
