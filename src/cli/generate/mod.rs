//! `gametree generate`

mod audit;
mod batch;
mod folder;
mod games;
mod header;
mod program;
mod random;
mod remade;
mod variants;

use std::io;

use clap::{Args, Subcommand};

use super::Outcome;
pub(super) use remade::Remade;

/// Make exercises: random trees with the properties you wish for, variants for each student, and trees of real games
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate random                          one exercise on standard output
  gametree generate random --plies 4 --moves 2 --deep 1.. --seed 7
                                                    with a deep cutoff
  gametree generate random --count 40 --seed 7 --output hw
                                                    forty, each with its sheet and its key
  gametree generate random --students class.csv --secret-file secret.txt --output hw
                                                    an exercise of their own for each student, equally hard
  gametree generate variants hw1.tree --students class.csv --secret-file secret.txt --output hw
                                                    your exercise with other numbers for each student
  gametree generate audit hw                        how much these exercises have in common
  gametree generate tic-tac-toe --position XO./XO./...
                                                    the tree of a real game")]
pub(super) struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    Random(Box<random::Arguments>),
    Variants(variants::Arguments),
    Audit(audit::Arguments),
    TicTacToe(games::TicTacToeArguments),
    ConnectFour(games::ConnectFourArguments),
    Nim(games::NimArguments),
    Program(program::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    match &arguments.kind {
        Kind::Random(arguments) => random::run(arguments),
        Kind::Variants(arguments) => variants::run(arguments),
        Kind::Audit(arguments) => audit::run(arguments),
        Kind::TicTacToe(arguments) => games::tic_tac_toe(arguments),
        Kind::ConnectFour(arguments) => games::connect_four(arguments),
        Kind::Nim(arguments) => games::nim(arguments),
        Kind::Program(arguments) => program::run(arguments),
    }
}

/// Refuses what cannot be done before anything is tried.
fn refuse(reason: &str) -> Outcome {
    super::print_error(reason);
    Outcome::Failure
}
