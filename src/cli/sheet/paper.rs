//! Exercises on paper.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use gametree::paper::{Handout, is_unchanged_tex, to_tex};
use gametree::render::measure::Length;

use super::{Arguments, Format, Made};
use crate::cli::files::{Files, Item};
use crate::cli::{Outcome, print_error, raster};

/// Below this scale, in thousandths, the numbers in a picture are smaller than 5 points.
const READABLE: Length = 450;
/// Below this scale, nobody can read a picture, and LaTeX cannot draw it.
const PRINTABLE: Length = 33;

/// Prints exercises one after the other.
pub(super) fn run(arguments: &Arguments, files: &mut Files) -> io::Result<Outcome> {
    if files.would_be_lost(&arguments.writing) || arguments.writing.output.as_deref().is_some_and(would_lose) {
        return Ok(Outcome::Failure);
    }
    let mut handouts: Vec<Handout> = Vec::new();
    let mut complete = true;
    files.for_each(|item| {
        match (arguments.make(item), item) {
            (Some(Made::Sheet { complete: whole, .. }), Item::Trees { path, source, project, .. }) => {
                complete &= whole;
                let name = arguments.name(path);
                let name = name.as_deref().unwrap_or("Exercise");
                match Handout::new(&source.text, project, name, arguments.solution) {
                    Ok(handout) if is_too_large(&handout, &source.name) => complete = false,
                    Ok(handout) => handouts.push(handout),
                    Err(error) => {
                        print_error(&format!("{}: {error}", source.name));
                        complete = false;
                    }
                }
            }
            (Some(Made::NothingAsked), _) => {}
            _ => complete = false,
        }
        Ok(())
    })?;
    if handouts.is_empty() && complete {
        print_error("these files ask nothing: they have no blank, `ask` or `worth`");
        complete = false;
    }
    write(arguments, &handouts, Outcome::of(files.failed, complete))
}

fn write(arguments: &Arguments, handouts: &[Handout], outcome: Outcome) -> io::Result<Outcome> {
    let mut output = arguments.writing.open()?;
    if handouts.is_empty() {
        return output.finish(outcome, false);
    }
    if arguments.format() == Format::Tex {
        output.print_source(&to_tex(handouts))?;
        return output.finish(outcome, true);
    }
    if output.is_terminal() {
        print_error("a terminal cannot show this format; give a file with --output FILE");
        return output.finish(Outcome::Failure, false);
    }
    match raster::handouts_to_pdf(handouts) {
        Ok(pdf) => {
            output.raw().write_all(&pdf)?;
            output.finish(outcome, true)
        }
        Err(reason) => {
            print_error(&reason);
            output.finish(Outcome::Failure, false)
        }
    }
}

/// Whether a tree of a handout is too large for a page. Reports that, and which trees are hard to read.
fn is_too_large(handout: &Handout, name: &str) -> bool {
    let mut is_too_large = false;
    for tree in &handout.trees {
        let scale = tree.pictures.iter().map(|picture| picture.scale).min().unwrap_or(Length::MAX);
        let title = tree.title.as_deref().map_or_else(String::new, |title| format!(" \"{title}\""));
        if scale < PRINTABLE {
            print_error(&format!("{name}: the tree{title} is too large to print"));
            is_too_large = true;
        } else if scale < READABLE {
            let percent = scale / 10;
            print_error(&format!(
                "{name}: the tree{title} is printed at {percent} % of its size, so its numbers are hard to read"
            ));
        }
    }
    is_too_large
}

/// Whether this path has a file that is not one of those that this command writes. Reports that.
fn would_lose(target: &Path) -> bool {
    if !target.is_file() {
        return false;
    }
    let why = match fs::read(target).as_deref() {
        Ok(bytes) if bytes.is_empty() || raster::is_own_pdf(bytes) => return false,
        Ok(bytes) => match str::from_utf8(bytes).ok().and_then(is_unchanged_tex) {
            Some(true) => return false,
            Some(false) => "somebody has changed this file since gametree wrote it",
            None => "this file is neither a PDF nor a LaTeX file of gametree",
        },
        Err(_) => "this file cannot be read",
    };
    print_error(&format!("{}: {why}, so it was not overwritten; choose another name", target.display()));
    true
}
