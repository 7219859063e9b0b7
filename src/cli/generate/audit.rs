//! `gametree generate audit`

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use gametree::generate::Audit;

use super::folder::KEYS;
use super::refuse;
use crate::cli::files::{Excluded, Files, Item};
use crate::cli::output::Output;
use crate::cli::project::ProjectOptions;
use crate::cli::{Color, Outcome};

/// Count how many answers the exercises of a folder have in common
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate audit hw                 the exercises that `gametree generate` wrote there")]
pub(super) struct Arguments {
    /// A folder that `gametree generate` wrote, or any folder of keys
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    #[command(flatten)]
    project: ProjectOptions,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let folder = &arguments.folder;
    if !folder.is_dir() {
        return Ok(refuse(&format!("{}: not a folder", folder.display())));
    }
    let keys = folder.join(KEYS);
    let keys: &Path = if keys.is_dir() { &keys } else { folder };
    let mut files = Files::find(&[keys.to_path_buf()], "", &arguments.project, Excluded::Read);
    let mut audit = Audit::default();
    files.for_each(|item| {
        if let Item::Trees { source, .. } = item {
            audit.add(&source.text);
        }
        Ok(())
    })?;
    let mut output = Output::open(None, Color::Never)?;
    output.print_last(&audit.to_string())?;
    output.finish(Outcome::of(files.failed, true), true)
}
