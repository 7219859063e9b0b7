//! Games of Gambit: `EFG 2 R "title" { "Ann" "Bob" }`, and a line for each node.
//!
//! They become trees if they are games of MAX against MIN: for one or two players who see every move, and whose payoffs
//! always have the same sum.

mod chance;
mod game;
mod players;
mod tokens;
mod tree;

use game::Game;

use super::{Options, Plain, Refusal};
use crate::convert::misread;
use crate::diagnostic::{clipped, counted, listed};
use crate::number::Number;
use crate::source::lines;

/// Reads a game. Linear, and not recursive.
pub(super) fn read(text: &str, options: &Options, notes: &mut Vec<String>) -> Result<Plain, Refusal> {
    let mut game = game::read(text)?;
    players::refuse_many(&game)?;
    refuse_leaf(&game)?;
    let (max, words_on_players) = players::max(&game, options, notes)?;
    let divided = chance::check(&mut game, options.normalize)?;
    let (mut plain, sum) = tree::build(&game, max)?;
    if sum != Number::ZERO {
        notes.push(format!("the payoffs of the two players always add up to {sum}; the values are those of MAX"));
    }
    note_losses(text, &game, notes);
    plain.title = Some(std::mem::take(&mut game.title)).filter(|title| !title.is_empty());
    plain.comments =
        lines(&game.comment).map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect();
    plain.comments.extend(words_on_players);
    if divided > 0 {
        let nodes = counted(divided, "chance node", "chance nodes");
        plain.comments.push(format!("the probabilities of {nodes} did not add up to 1, and were divided by their sum"));
    }
    Ok(plain)
}

/// Refuses a game that is over before anybody moves.
fn refuse_leaf(game: &Game) -> Result<(), Refusal> {
    match game.nodes.as_slice() {
        [leaf] => {
            let message = "this game is over before anybody moves: it is one leaf, not a tree";
            Err(misread(message, leaf.span)
                .help("write the node of the first move before it, as in `p \"\" 1 1 \"\" { \"a\" } 0`")
                .into())
        }
        _ => Ok(()),
    }
}

/// Says what a tree cannot have.
fn note_losses(text: &str, game: &Game, notes: &mut Vec<String>) {
    let leaves = || game.nodes.iter().filter(|node| node.is_leaf());
    let unpaid = leaves().filter(|leaf| leaf.outcome.is_none()).count();
    if unpaid > 0 {
        let leaves = counted(unpaid as u64, "leaf has", "leaves have");
        notes.push(format!("{leaves} no outcome, which counts as a payoff of 0"));
    }
    let counts = [
        (leaves().filter(|leaf| !leaf.name.is_empty()).count(), "name of a leaf", "names of leaves"),
        (
            game.sets.iter().filter(|set| set.is_named).count(),
            "name of an information set",
            "names of information sets",
        ),
        (game.outcomes.iter().filter(|outcome| outcome.is_named).count(), "name of an outcome", "names of outcomes"),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let lost: Vec<String> = counts.map(|(count, one, many)| counted(count as u64, one, many)).collect();
    if !lost.is_empty() {
        notes.push(format!("not kept: {}", listed(&lost)));
    }
    let rest = text[game.end..].trim();
    if !rest.is_empty() {
        notes.push(format!("the tree ends before the end of the file; this was not read: {}", clipped(rest)));
    }
}
