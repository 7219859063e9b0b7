//! How large the trees of games are, and what they are worth.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;

use gametree::check::check;
use gametree::games::{Board, ConnectFour, Evaluation, Game, Grow, Labels, Nim, TicTacToe, Turn, grow, sizes};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::search::Search;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;

use crate::{ALL, LESSON, connect_four, generate, tic_tac_toe};

/// The value of a tree, its nodes and leaves, and those that a search enters: nodes, leaves and cutoffs.
pub(crate) fn searched(text: &str, cut: &str) -> (String, [u64; 5]) {
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
