//! `gametree completions` and `gametree man`

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Outcome, Writing};

/// Print the completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree completions bash > ~/.local/share/bash-completion/completions/gametree
  gametree completions zsh > ~/.zfunc/_gametree
  gametree completions fish > ~/.config/fish/completions/gametree.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    writing: Writing,
}

/// Print the manual page
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree man > gametree.1 && man ./gametree.1")]
pub(super) struct Man {
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn completions(arguments: &Completions) -> io::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "gametree", &mut script);
    write(&arguments.writing, &script)
}

pub(super) fn man(arguments: &Man) -> io::Result<Outcome> {
    let mut pages = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone()).render(&mut pages)?;
    }
    write(&arguments.writing, &pages)
}

fn write(writing: &Writing, bytes: &[u8]) -> io::Result<Outcome> {
    let mut output = writing.open()?;
    output.raw().write_all(bytes)?;
    output.close(Outcome::Success)?;
    Ok(Outcome::Success)
}
