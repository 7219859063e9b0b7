//! `gametree new`

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use gametree::diagnostic::render::printable;

use super::hint::quoted;
use super::output::Output;
use super::{Color, Outcome, print_error};

const TREE: &str = include_str!("tree.tree");
const EXERCISE: &str = include_str!("exercise.tree");

/// The title of the tree in both files.
const TITLE: &str = "First steps";

/// Write a first file to start from, with comments that explain it
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree new                    print a tree with claims
  gametree new first.tree         write it to a file
  gametree new --exercise hw1     write an exercise with questions to hw1.tree")]
pub(super) struct Arguments {
    /// The file to write, with `.tree` added if it has no ending; standard output if left out
    ///
    /// An existing file is never overwritten.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Write an exercise with blanks and questions, instead of a tree with claims
    #[arg(long)]
    exercise: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let text = if arguments.exercise { EXERCISE } else { TREE };
    match &arguments.file {
        Some(path) => Ok(write(&with_ending(path), text)),
        None => {
            let mut output = Output::open(None, Color::Never)?;
            output.print(text)?;
            output.finish(Outcome::Success, true)
        }
    }
}

/// Only files that end in `.tree` are found in folders.
fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_some() || path.is_dir() { path.to_path_buf() } else { path.with_extension("tree") }
}

/// Writes a new file, and says how to go on.
fn write(path: &Path, text: &str) -> Outcome {
    let shown = path.display();
    let text = match path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| is_plain(stem)) {
        Some(stem) => text.replacen(TITLE, stem, 1),
        None => text.to_string(),
    };
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    match written {
        Ok(()) => {
            let next = format!("wrote {shown}; now run: gametree check {}", quoted(&shown.to_string()));
            super::write_for_people(&format!("{}\n", printable(&next)));
            Outcome::Success
        }
        Err(_) if path.is_dir() => {
            let inside = path.join("first.tree");
            print_error(&format!("{shown} is a folder; name a file in it, such as {}", inside.display()));
            Outcome::Failure
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            print_error(&format!("{shown} exists already, and is not overwritten; choose another name"));
            Outcome::Failure
        }
        Err(error) => {
            print_error(&format!("{shown}: {error}"));
            Outcome::Failure
        }
    }
}

/// Whether a title can be written in quotes as it is.
fn is_plain(title: &str) -> bool {
    !title.chars().any(|character| character.is_control() || matches!(character, '"' | '\\'))
}
