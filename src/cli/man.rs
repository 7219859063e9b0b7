//! `gametree man`

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Args, Command, CommandFactory};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use clap_mangen::roff::{Roff, roman};
use gametree::diagnostic::similar;

use super::output::write_file;
use super::{Cli, Outcome, Writing, print_error};

/// Print the manual page of a command
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree man                               the page of gametree itself
  gametree man check                         the page gametree-check(1)
  gametree man generate random | man -l -    read the page gametree-generate-random(1)
  gametree man --all --output ~/.local/share/man/man1
                                             write the pages of all commands into a folder")]
pub(super) struct Arguments {
    /// The command; gametree itself if left out
    #[arg(value_name = "COMMAND", add = ArgValueCandidates::new(candidates), conflicts_with = "all")]
    command: Vec<String>,
    /// Write the pages of all commands into the folder that --output names
    #[arg(long, requires = "output")]
    all: bool,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    if let (true, Some(folder)) = (arguments.all, &arguments.writing.output) {
        fs::create_dir_all(folder)?;
        write_all(&root, folder)?;
        return Ok(Outcome::Success);
    }
    let mut command = &root;
    for name in &arguments.command {
        let Some(below) = command.find_subcommand(name) else {
            let meant = similar(name, command.get_subcommands().map(Command::get_name));
            let help = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
            print_error(&format!("there is no command {name}{help}"));
            return Ok(Outcome::Failure);
        };
        command = below;
    }
    let mut output = arguments.writing.open()?;
    output.raw().write_all(&page(command)?)?;
    output.close(Outcome::Success)?;
    Ok(Outcome::Success)
}

/// Writes the page of a command and of those below it.
fn write_all(command: &Command, folder: &Path) -> io::Result<()> {
    let name = clap_mangen::Man::new(command.clone()).get_filename();
    write_file(&folder.join(name), page(command)?)?;
    command.get_subcommands().try_for_each(|below| write_all(below, folder))
}

/// The page of a command, in the language of `man`.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let name = clap_mangen::Man::new(command.clone()).get_filename();
    let name = name.trim_end_matches(".1").to_uppercase();
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = clap_mangen::Man::new(command.clone().after_help(""));
    let mut page = Vec::new();
    // The crate leaves an empty date out instead of quoting it.
    writeln!(page, ".TH {name} 1 \"\" \"gametree {}\"", env!("CARGO_PKG_VERSION"))?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    sections(&after).to_writer(&mut page)?;
    Ok(page)
}

/// What follows the options in the help: headings that end with a colon, each with lines that stay as they are.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut is_open = false;
    for line in text.lines() {
        match line.strip_suffix(':').filter(|line| !line.starts_with(' ')) {
            Some(heading) => {
                if is_open {
                    roff.control("fi", []);
                }
                roff.control("SH", [heading.to_uppercase().as_str()]);
                roff.control("nf", []);
                is_open = true;
            }
            None => {
                roff.text([roman(line)]);
            }
        }
    }
    if is_open {
        roff.control("fi", []);
    }
    roff
}

/// The commands that have a page.
fn candidates() -> Vec<CompletionCandidate> {
    let commands = Cli::command();
    let names = commands.get_subcommands().map(|command| CompletionCandidate::new(command.get_name().to_string()));
    names.collect()
}
