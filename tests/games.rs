//! The trees of real games: their sizes and values are those that others have published or counted, and their
//! evaluations agree with another implementation.

#![cfg(feature = "cli")]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
#[cfg(unix)]
use std::path::Path;
use std::process::{Command, Output};
#[cfg(unix)]
use std::{thread, time::Duration};

use gametree::check::check;
use gametree::games::{
    Board, ConnectFour, Evaluation, Game, Grow, Labels, Nim, Player, StandardOrder, TicTacToe, Turn, grow, sizes,
};
use gametree::generate::Stream;
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::search::Search;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;

fn tic_tac_toe() -> TicTacToe {
    TicTacToe { win: Number::integer(1), labels: Labels::Chess, order: StandardOrder::AsOnBoard, turn: None }
}

/// X is to move on this board of a lesson.
const LESSON: &str = "......./......./......./..O..../..X..../OXXO...";

fn connect_four(evaluation: Evaluation) -> ConnectFour {
    ConnectFour { win: Number::Infinity, evaluation, order: StandardOrder::AsOnBoard, turn: Some(Player::X) }
}

const ALL: Grow = Grow { plies: 1_000, beyond: 0, boards: false, shared: false, limit: 1_000_000 };

/// The value of a tree, its nodes and leaves, and those that a search enters: nodes, leaves and cutoffs.
fn searched(text: &str, cut: &str) -> (String, [u64; 5]) {
    let text = format!("{cut}\n{text}");
    let (file, mut findings) = parse(&text, 10);
    let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings);
    assert_eq!(findings.tally().errors, 0);
    let search = Search::of(&game).unwrap();
    let counts = search.counts().unwrap();
    let leaves = search.visible().filter(|node| search.kind(*node).is_leaf()).count() as u64;
    let value = search.value(NodeId::ROOT).unwrap().to_string();
    let nodes = game.nodes().len() as u64;
    (value, [nodes, leaves, counts.nodes, counts.leaves, counts.cutoffs])
}

/// How many games end at each ply, and how many of these with the value; each game is counted, not each position.
fn ends<G: Game>(game: &G, from: G::Position, plies: usize, value: Option<Number>) -> Vec<u64> {
    let mut counts = Vec::new();
    let mut layer = HashMap::from([(from, 1)]);
    for _ in 0..=plies {
        let mut next = HashMap::new();
        let mut moves = Vec::new();
        let mut count = 0;
        for (position, ways) in layer {
            match game.turn(&position) {
                Turn::Over(end) if value.is_none_or(|value| value == end) => count += ways,
                Turn::Over(_) => {}
                _ => game.moves(&position, &mut moves),
            }
            for step in moves.drain(..) {
                *next.entry(step.next).or_insert(0) += ways;
            }
        }
        counts.push(count);
        layer = next;
    }
    counts
}

/// Every position that can be reached in so many plies, each once, by ply.
fn distinct<G: Game>(game: &G, from: G::Position, plies: usize) -> Vec<usize> {
    let mut counts = vec![1];
    let mut layer = HashSet::from([from]);
    for _ in 0..plies {
        let mut next = HashSet::new();
        let mut moves = Vec::new();
        for position in layer.iter().filter(|position| !matches!(game.turn(position), Turn::Over(_))) {
            game.moves(position, &mut moves);
            next.extend(moves.drain(..).map(|step| step.next));
        }
        counts.push(next.len());
        layer = next;
    }
    counts
}

#[test]
fn tic_tac_toe_has_its_published_numbers() {
    let empty = Board::empty(3, 3);
    let plies = sizes(&tic_tac_toe(), &empty, 9, u64::MAX).unwrap();
    assert_eq!(plies, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    assert_eq!(distinct(&tic_tac_toe(), empty.clone(), 9).iter().sum::<usize>(), 5478);
    let ends_by_ply = ends(&tic_tac_toe(), empty.clone(), 9, None);
    assert_eq!(ends_by_ply, [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 127_872]);
    let grown = grow(&tic_tac_toe(), &empty, &ALL).unwrap();
    assert_eq!((grown.nodes, grown.leaves), (549_946, 255_168));
    let (value, [nodes, leaves, ..]) = searched(&grown.text, "");
    assert_eq!((value.as_str(), nodes, leaves), ("0", 549_946, 255_168));
    // Who has won, by the values of the leaves.
    let mut ends = BTreeMap::new();
    let (file, _) = parse(&grown.text, 0);
    let all = &file.trees[0].nodes;
    for leaf in all.of_kind(gametree::syntax::tree::Kind::Value) {
        *ends.entry(all.value(leaf)).or_insert(0) += 1;
    }
    let ends: Vec<(String, u64)> = ends.into_iter().map(|(value, count)| (value.to_string(), count)).collect();
    assert_eq!(ends, [("-1".to_string(), 77_904), ("0".to_string(), 46_080), ("1".to_string(), 131_184)]);
}

#[test]
fn a_lesson_in_tic_tac_toe_has_its_numbers() {
    let game = TicTacToe { win: Number::integer(10), labels: Labels::Squares, ..tic_tac_toe() };
    let grown = grow(&game, &game.read("XO./XO./...").unwrap(), &ALL).unwrap();
    assert_eq!((grown.nodes, grown.leaves), (157, 73));
    assert_eq!(searched(&grown.text, "").0, "10");
    let text = format!("tree {{ {} expect plays s6 expect leaves = 24 }}", grown.text);
    assert_eq!(check(&text, &Defaults::default(), 10).tally.errors, 0);
    // What each square is worth.
    let board = game.read("XO./XO./...").unwrap();
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    let values: Vec<(String, String)> = moves
        .into_iter()
        .map(|step| match game.turn(&step.next) {
            Turn::Over(value) => (step.label, value.to_string()),
            _ => (step.label, searched(&grow(&game, &step.next, &ALL).unwrap().text, "").0),
        })
        .collect();
    let expected = [("s2", "-10"), ("s5", "-10"), ("s6", "10"), ("s7", "0"), ("s8", "-10")];
    assert_eq!(values, expected.map(|(square, value)| (square.to_string(), value.to_string())));
}

#[test]
fn every_first_move_of_tic_tac_toe_is_best() {
    let mut moves = Vec::new();
    tic_tac_toe().moves(&Board::empty(3, 3), &mut moves);
    assert_eq!(moves.len(), 9);
    // By symmetry, the corner, the edge and the centre are enough; all nine cost time.
    for step in moves.iter().filter(|step| ["a3", "b3", "b2"].contains(&step.label.as_str())) {
        let text = grow(&tic_tac_toe(), &step.next, &ALL).unwrap().text;
        assert_eq!(searched(&text, "").0, "0", "{}", step.label);
    }
}

#[test]
fn connect_four_has_its_published_numbers() {
    let game = ConnectFour { turn: None, ..connect_four(Evaluation::Tops) };
    let empty = Board::empty(6, 7);
    let plies = sizes(&game, &empty, 7, u64::MAX).unwrap();
    assert_eq!(plies, [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536]);
    assert_eq!(plies.iter().sum::<u64>(), 960_793);
    // The first four in a row come with the seventh man.
    let wins = ends(&game, empty.clone(), 7, Some(Number::Infinity));
    assert_eq!(wins, [0, 0, 0, 0, 0, 0, 0, 13_032]);
    assert_eq!(ends(&game, empty.clone(), 7, None), wins);
    // OEIS A212693.
    assert_eq!(distinct(&game, empty, 8), [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275]);
}

#[test]
fn a_lesson_in_connect_four_has_its_numbers() {
    let game = connect_four(Evaluation::Tops);
    let board = game.read(LESSON).unwrap();
    for (plies, value, at_least, above) in [
        (1, "0", [8, 7, 8, 7, 0], [8, 7, 8, 7, 0]),
        (2, "-2", [57, 49, 26, 18, 6], [57, 49, 37, 29, 4]),
        (3, "0", [400, 343, 123, 97, 12], [400, 343, 172, 135, 17]),
    ] {
        let text = grow(&game, &board, &Grow { plies, ..ALL }).unwrap().text;
        assert_eq!(searched(&text, ""), (value.to_string(), at_least), "{plies}");
        assert_eq!(searched(&text, "cut alpha > beta"), (value.to_string(), above), "{plies}");
    }
    // Beyond the horizon: the same tree, cut off by `depth`.
    let text = grow(&game, &board, &Grow { plies: 2, beyond: 1, ..ALL }).unwrap().text;
    assert_eq!(searched(&text, "").0, "-2");
    assert_eq!(searched(&text.replace("depth 2", "depth 3"), "").1[2..], [123, 97, 12]);
}

#[test]
fn nim_is_won_as_its_theory_says() {
    let game = Nim { most: None, win: Number::integer(1) };
    for (heaps, nodes, games) in [("1,2", 12, 5), ("1,2,3", 447, 182), ("3,4", 664, 289), ("1,3,5", 12_456, 5_220)] {
        let grown = grow(&game, &game.read(heaps).unwrap(), &ALL).unwrap();
        assert_eq!((grown.nodes, grown.leaves), (nodes, games), "{heaps}");
        let sum = heaps.split(',').fold(0, |sum, heap| sum ^ heap.parse::<u32>().unwrap());
        assert_eq!(searched(&grown.text, "").0, if sum == 0 { "-1" } else { "1" }, "{heaps}");
    }
    let game = Nim { most: Some(3), ..game };
    let ten = grow(&game, &game.read("10").unwrap(), &ALL).unwrap();
    assert_eq!((ten.nodes, ten.leaves), (600, 274));
    for heap in 1..=12 {
        let grown = grow(&game, &game.read(&heap.to_string()).unwrap(), &ALL).unwrap();
        assert_eq!(searched(&grown.text, "").0, if heap % 4 == 0 { "-1" } else { "1" }, "{heap}");
    }
}

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

/// Who wins with best play, each position looked at once: 1 for MAX, -1 for MIN, 0 if nobody does.
fn winner<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<G::Position, i8>) -> i8 {
    if let Some(winner) = known.get(position) {
        return *winner;
    }
    let mut moves = Vec::new();
    let mut best = |better: fn(i8, i8) -> i8| {
        game.moves(position, &mut moves);
        moves.iter().map(|step| winner(game, &step.next, known)).reduce(better).unwrap()
    };
    let winner = match game.turn(position) {
        Turn::Over(Number::Infinity) => 1,
        Turn::Over(Number::NegativeInfinity) => -1,
        Turn::Over(_) | Turn::Chance => 0,
        Turn::Max => best(i8::max),
        Turn::Min => best(i8::min),
    };
    known.insert(position.clone(), winner);
    winner
}

#[test]
fn connect_four_on_a_small_board_is_a_draw() {
    let game = connect_four(Evaluation::Tops);
    let mut known = HashMap::new();
    assert_eq!(winner(&game, &Board::empty(4, 4), &mut known), 0);
    // Others have published this number of positions.
    assert_eq!(known.len(), 161_029);
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

fn generate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gametree")).arg("generate").args(arguments).output().unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = generate(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn what_is_no_position_is_explained() {
    for (arguments, reason) in [
        (&["tic-tac-toe", "--position", "XX./.../..."][..], "say who moves with --turn x or --turn o"),
        (&["tic-tac-toe", "--position", "X"], "tic-tac-toe has 3 rows of 3 squares, not 1 of 1"),
        (&["tic-tac-toe", "--position", "X?./.../..."], "row 1 has `?`"),
        (&["connect-four", "--position", "X../.."], "row 2 has 2 squares, but row 1 has 3"),
        (&["connect-four", "--position", "X/./."], "in column 1, a man has nothing below it"),
        (&["connect-four", "--position", ""], "a board has 1 to 12 rows"),
        (&["connect-four", "--win", "0"], "`0` is not a number above 0"),
        (
            &["connect-four"],
            "the tree has 137257 nodes at 6 plies, more than the limit of 100000, and 19608 at 5; use --plies 5, or raise \
             --limit",
        ),
        (&["nim", "--limit", "1"], "the tree has 4 nodes at 1 ply, more than the limit of 1; raise --limit"),
        (&["nim", "--limit", "0"], "invalid value '0' for '--limit"),
        (&["nim", "--position", "nofile.txt"], "there is no file `nofile.txt`"),
        (&["nim", "--position", "0"], "the game is over in this position: MIN has won, and the value is -1"),
        (&["tic-tac-toe", "--position", "XXX/OO./..."], "over in this position: MAX has won, and the value is 1"),
        (&["tic-tac-toe", "--position", "XOX/XOO/OXX"], "the game is over in this position: nobody has won"),
        (&["tic-tac-toe", "--position", "XXX/OOO/..."], "X and O both have 3 men in a row"),
        (&["connect-four", "--position", "OOOO/XXXX"], "X and O both have 4 men in a row"),
        (&["tic-tac-toe", "--boards", "comments", "--plies", "4"], "trees of up to 1000 nodes, and this one has 3610"),
        (&["tic-tac-toe", "--plies", "2", "--win", "8"], "--win must be more than 8"),
        (&["connect-four", "--plies", "2", "--win", "7"], "--win must be more than 7"),
        (&["connect-four", "--plies", "2", "--win", "100", "--evaluate", "lines"], "write 208 or inf"),
        (&["nim", "--position", "1,x"], "`1,x` is no list of heaps"),
        (&["nim", "--position", "27"], "is no list of heaps"),
        (&["nim", "--plies", "0"], "--plies must be at least 1"),
    ] {
        let message = refused(arguments);
        assert!(message.contains(reason), "{arguments:?}: {message}");
    }
}

#[test]
fn options_change_the_tree() {
    let text = |arguments: &[&str]| {
        let output = generate(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let centre = text(&["connect-four", "--plies", "1", "--moves", "centre-first"]);
    assert!(centre.contains("max { c4: 1, c3: 1, c5: 1,"), "{centre}");
    let boards = text(&["tic-tac-toe", "--position", "XO./XO./...", "--boards", "comments", "--shared"]);
    assert!(boards.contains("// XOX\n") && boards.contains("// as after "), "{boards}");
    // The comments of one node are not torn apart.
    assert!(!boards.contains("\n\n"), "{boards}");
    let lines = text(&["connect-four", "--plies", "1", "--evaluate", "lines", "--win", "208"]);
    assert!(lines.contains("c1: 3, c2: 4, c3: 5, c4: 7, c5: 5"), "{lines}");
    let nim = text(&["nim", "--position", "3", "--take", "2", "--win", "inf"]);
    assert!(nim.contains("A1: min { A1: max { A1: inf }, A2: -inf }"), "{nim}");
    // A win beats every evaluation if nothing else is said.
    let two = text(&["tic-tac-toe", "--position", "XO./XO./...", "--plies", "2"]);
    assert!(two.contains("a1: inf"), "{two}");
}

#[test]
fn a_tree_of_a_position_in_a_file_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my board.txt");
    fs::write(&file, "XO.\nXO.\n...\n").unwrap();
    let position = format!("--position={}", file.display());
    for arguments in [["--position", file.to_str().unwrap(), "--plies", "2"], [&position, "--plies", "2", "--shared"]] {
        let made = String::from_utf8(generate(&[&["tic-tac-toe"], &arguments[..]].concat()).stdout).unwrap();
        let command = made.lines().next().unwrap().strip_prefix("// gametree generate ").unwrap();
        let words: Vec<&str> = command.strip_suffix("; generator 1").unwrap().split(' ').collect();
        assert!(words.contains(&"XO./XO./..."), "{command}");
        assert_eq!(String::from_utf8(generate(&words).stdout).unwrap(), made);
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

/// Runs the tree of a game that a short shell program plays.
#[cfg(unix)]
fn program(answer: &str, more: &[&str]) -> Output {
    let run = format!("sh -c 'while read -r line; do {answer}; done'");
    generate(&[&["program", "--run", &run, "--position", "start", "--plies", "2", "--timeout", "1"], more].concat())
}

#[cfg(unix)]
#[test]
fn programs_play_games_of_their_own() {
    let moves = r#"echo "{\"turn\":\"max\",\"moves\":[{\"label\":\"a\",\"position\":\"p\"},{\"label\":\"b c\",\"position\":\"q\"}],\"eval\":\"1/2\"}""#;
    let output = program(moves, &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("a: max { a: 0.5, \"b c\": 0.5 }"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for (answer, reason) in [
        ("sleep 3", "has not answered in 1 second; --timeout gives it more time"),
        ("exit", "the program ended before it answered (exit status 0)"),
        (
            "echo nonsense",
            "the program must answer {\"turn\":…,\"moves\":[…]} or {\"value\":…}; the answer is `nonsense`",
        ),
        ("nocommand; exit 127", "the program ended before it answered (exit status 127)"),
        ("yes | tr -d \"\\n\"", "more than a megabyte"),
        (r#"echo "{\"evl\":1}""#, "the answer cannot be read: unknown field `evl`, expected one of `value`, `turn`"),
        (r#"echo "{\"turn\":\"max\"}""#, "there are no moves"),
        (r#"echo "{\"value\":1,\"turn\":\"max\"}""#, "needs either `value` alone"),
        (r#"echo "{\"value\":\"x\"}""#, "`x` is not a number; write 3, 1/2 or inf"),
        (r#"echo "{\"turn\":\"max\",\"moves\":[{\"position\":\"p\"}]}""#, "has no `eval`"),
    ] {
        let output = program(answer, &[]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{answer}: {message}");
        assert!(message.contains(reason), "{answer}: {message}");
    }
    let moves = |turn: &str, moves: &str| {
        let answer = format!(r#"{{"turn":"{turn}","moves":[{moves}],"eval":0}}"#);
        format!("echo \"{}\"", answer.replace('"', "\\\""))
    };
    for (turn, answer, reason) in [
        ("max", r#"{"label":"a","position":"p"},{"label":"a","position":"q"}"#, "two moves have the label \"a\""),
        ("max", r#"{"position":"p","probability":1}"#, "only a move of chance can have a probability"),
        ("chance", r#"{"position":"p","probability":"1/2"},{"position":"q"}"#, "some moves have a probability"),
        ("chance", r#"{"position":"p","probability":"1/2"}"#, "the probabilities add up to 0.5, not to 1"),
        (
            "chance",
            r#"{"position":"p","probability":-1},{"position":"q","probability":2}"#,
            "-1 is not between 0 and 1",
        ),
    ] {
        let message = String::from_utf8(program(&moves(turn, answer), &[]).stderr).unwrap();
        assert!(message.contains("at the position \"start\"") && message.contains(reason), "{answer}: {message}");
    }
    let endless = r#"n=$((n+1)); echo "{\"turn\":\"max\",\"moves\":[{\"label\":\"a\",\"position\":\"$n\"},{\"label\":\"b\",\"position\":\"$n-\"}],\"eval\":0}""#;
    let output = program(endless, &["--beyond", "60", "--limit", "50"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("more than 50 nodes"), "it grows without end");
}

/// Runs a game that a command plays, to its end.
#[cfg(unix)]
fn played(run: &str) -> (Option<i32>, String) {
    let output = generate(&["program", "--run", run, "--position", "start", "--timeout", "1"]);
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[cfg(unix)]
#[test]
fn programs_are_started_asked_and_ended_in_order() {
    let answer = r#"case "$line" in *start*) echo '{"turn":"max","moves":[{"label":"a","position":"p"}]}';; *) echo '{"value":1}';; esac"#;
    let game = format!("while read -r line; do {answer}; done");
    let (status, text) = played(&game);
    assert!(status == Some(0) && text.contains("max { a: 1 }"), "{text}");
    // The command is one for a shell.
    let (status, text) = played(&format!("cd / && {game}"));
    assert!(status == Some(0) && text.contains("max { a: 1 }"), "{text}");
    // A line too many.
    let (status, text) = played(&format!("while read -r line; do {answer}; done; echo more"));
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("the program wrote the line `more` after its last answer"), "{text}");
    // A position that leads back to itself.
    let (status, text) =
        played(r#"while read -r line; do echo '{"turn":"max","moves":[{"label":"a","position":"start"}]}'; done"#);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("the positions of this game repeat, such as \"start\", so its tree has no end"), "{text}");
    // A program that does not read, asked with more than a pipe holds; and what it has started is ended with it.
    let folder = tempfile::tempdir().unwrap();
    let number = folder.path().join("number");
    let run = format!("sleep 60 & echo $! > '{}'; wait", number.display());
    let long = "p".repeat(100_000);
    let output = generate(&["program", "--run", &run, "--position", &long, "--timeout", "1"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("has not answered in 1 second"));
    assert!(!runs(&number));
}

#[cfg(unix)]
#[test]
fn answers_that_together_are_too_long_are_refused() {
    let answer =
        r#"n=$((n+1)); echo "{\"turn\":\"max\",\"moves\":[{\"label\":\"$long\",\"position\":\"$n\"}],\"eval\":0}""#;
    let run = format!("long=$(head -c 1000000 /dev/zero | tr '\\0' a); while read -r line; do {answer}; done");
    let output = generate(&["program", "--run", &run, "--position", "start", "--plies", "300"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("the answers have more than 256 MiB; use fewer --plies")
    );
}

#[cfg(unix)]
#[test]
fn a_program_is_ended_by_the_signal_that_ends_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    // The name is there only when the number is.
    let run = format!("sleep 60 & echo $! > '{0}-'; mv '{0}-' '{0}'; wait", started.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(["generate", "program", "--run", &run, "--position", "start", "--timeout", "60"])
        .spawn()
        .unwrap();
    while !started.exists() {
        assert_eq!(command.try_wait().unwrap(), None);
        thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").arg(command.id().to_string()).status().unwrap().success());
    assert_eq!(command.wait().unwrap().signal(), Some(15));
    assert!(!runs(&started));
}

/// Does the process whose number a file has run?
#[cfg(unix)]
fn runs(number: &Path) -> bool {
    let number = fs::read_to_string(number).unwrap();
    let state = Command::new("ps").args(["-o", "stat=", "-p", number.trim()]).output().unwrap().stdout;
    let state = String::from_utf8(state).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}

#[test]
fn the_examples_are_right() {
    let mut count = 0;
    for example in fs::read_dir("examples/games").unwrap() {
        let path = example.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(check(&text, &Defaults::default(), 10).findings.is_empty(), "{}", path.display());
        // The first line says how to make the tree again.
        let command = text.lines().next().unwrap().strip_prefix("// gametree generate ").unwrap();
        let words: Vec<&str> = command.strip_suffix("; generator 1").unwrap().split(' ').collect();
        let made = String::from_utf8(generate(&words).stdout).unwrap();
        let words_of = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let tree = words_of(made.split_once("\nmax ").unwrap().1);
        assert!(words_of(&text).contains(&tree), "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 3);
}
