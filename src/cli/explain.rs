//! `gametree explain`

use std::fmt::Write;
use std::io;

use clap::Args;
use gametree::diagnostic::{Code, similar};

use super::{Outcome, Writing, print_error};

/// Print the page of a diagnostic code, or the list of all codes
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree explain            every code with its title
  gametree explain E0301      what E0301 means, with an example and its fix")]
pub(super) struct Arguments {
    /// The code, such as E0301
    code: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let text = match arguments.code.as_deref() {
        None => list(),
        Some(name) => match Code::from_id(name).or_else(|| Code::from_lint(name)) {
            Some(code) => code.page().to_string(),
            None => {
                let meant = similar(name, Code::ALL.iter().map(|code| code.id()).chain(Code::lints()));
                let help = meant.map_or_else(
                    || "`gametree explain` lists them".to_string(),
                    |meant| format!("did you mean {meant}?"),
                );
                print_error(&format!("there is no code {name}; {help}"));
                return Ok(Outcome::Failure);
            }
        },
    };
    let mut output = arguments.writing.open()?;
    output.print(&text)?;
    output.close(Outcome::Success)?;
    Ok(Outcome::Success)
}

fn list() -> String {
    let mut text = String::new();
    for code in Code::ALL {
        let lint = code.lint().map_or_else(String::new, |lint| format!("  ({lint})"));
        let _ = writeln!(text, "{code}  {:<8}{}{lint}", code.severity().name(), code.title());
    }
    text
}
