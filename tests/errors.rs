//! The errors of the library, as seen by a program that knows only that they are errors.

use std::error::Error;

use gametree::claim::Claims;
use gametree::format::{self, FormatError};
use gametree::interrupt::Interrupt;
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::report::{Algorithm, Answer};
use gametree::search::{Search, SymbolicError};
use gametree::solve::{Unknowns, solve};
use gametree::syntax::parse;

type Failure = Box<dyn Error + Send + Sync>;

/// Does something with the first tree of a text.
fn on_tree(text: &str, work: impl FnOnce(&ResolvedTree<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
    let (file, mut findings) = parse(text, 9);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    work(&ResolvedTree::new(text, &file.trees[0], &settings, &mut findings))
}

fn search(text: &str) -> Result<(), Failure> {
    on_tree(text, |game| Ok(Search::of(game).map(|_| ())?))
}

fn evaluate(text: &str, algorithm: Algorithm) -> Result<(), Failure> {
    on_tree(text, |game| Ok(Answer::new(&Claims::of(game), &game.settings, algorithm).map(|_| ())?))
}

fn solve_for_unknowns(text: &str) -> Result<(), Failure> {
    on_tree(text, |game| Ok(solve(&Claims::of(game), &game.settings, &Unknowns::of(game)).map(|_| ())?))
}

fn find(name: &str) -> Result<(), Failure> {
    on_tree("max A { min left { 1 } min same { 2 } min same { 3 } }", |game| Ok(game.find(name).map(|_| ())?))
}

fn add(one: &str, two: &str) -> Result<(), Failure> {
    one.parse::<Number>()?.plus(two.parse()?)?;
    Ok(())
}

fn format(text: &str) -> Result<(), Failure> {
    format::format(text, format::WIDTH)?;
    Ok(())
}

fn interrupted() -> Result<(), Failure> {
    let interrupt = Interrupt::default();
    interrupt.raise();
    Ok(interrupt.guard(gametree::interrupt::check)?)
}

#[test]
fn errors_are_said_in_words() {
    let nines = "9".repeat(38);
    for (outcome, message) in [
        (add("1", ".5"), "the number lacks the digit before the point: write `0.5`"),
        (add("1", "3a"), "the number has letters in it; a label that begins with a digit needs quotes"),
        (add("1", "1/0"), "the number divides by zero"),
        (add("1", &"9".repeat(40)), "the number has too many digits to be held exactly"),
        (add(&nines, &nines), "the result has too many digits to be held exactly"),
        (add("inf", "-inf"), "inf and -inf cannot be added"),
        (format("max { 3"), "a text with syntax errors is not formatted"),
        (search("tree { depth 1 max { min { 3 } } }"), "a node at the depth limit has no static evaluation"),
        (search("chance { inf, -inf }"), "a chance node would be worth inf and -inf together"),
        (evaluate("chance { inf, -inf }", Algorithm::AlphaBeta), "a chance node would be worth inf and -inf together"),
        (evaluate("chance { 1, 2 }", Algorithm::Sss), "chance decides at a node"),
        (evaluate("max { 1, ?x }", Algorithm::Pvs), "the value of a leaf is not known"),
        (
            solve_for_unknowns("tree { chance A = 3 { ?x, ?y } }"),
            "a sum at a chance node depends on several unknown leaves",
        ),
        (find("lefd"), "nothing has this name; did you mean \"left\"?"),
        (find("other"), "nothing has this name"),
        (find("same"), "several nodes have this name; give each its own"),
        (interrupted(), "the work was interrupted"),
    ] {
        let error = outcome.expect_err(message);
        assert_eq!(error.to_string(), message);
        assert!(error.source().is_none(), "{message}: the message already says what the source would");
    }
}

#[test]
fn errors_that_no_small_text_raises_have_words_too() {
    for error in [FormatError::TooLong.to_string(), FormatError::Changed.to_string()] {
        assert!(error.starts_with("the formatted text would "), "{error}");
    }
    let unknown =
        [SymbolicError::TooLong, SymbolicError::TooMany, SymbolicError::TooManyWays, SymbolicError::Stopped(0)];
    assert!(unknown.iter().all(|error| error.to_string().len() > 20));
}
