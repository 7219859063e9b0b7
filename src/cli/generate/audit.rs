//! `gametree generate audit`

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use gametree::generate::Audit;

use super::folder::KEYS;
use super::refuse;
use crate::cli::files::{Excluded, Files, Item};
use crate::cli::output::Output;
use crate::cli::project::ProjectOptions;
use crate::cli::{Color, Outcome, print_error};

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
    let (mut compared, mut complete) = (false, true);
    files.for_each(|item| {
        let Item::Trees { path, source, .. } = item else { return Ok(()) };
        let name = path.and_then(Path::file_stem).map_or_else(|| source.name.clone().into(), OsStr::to_string_lossy);
        match audit.add(&name, &source.text) {
            Ok(()) => compared = true,
            Err(reason) => {
                print_error(&format!("{}: {reason}", source.name));
                complete = false;
            }
        }
        Ok(())
    })?;
    if !compared && !complete {
        print_error("only keys can be compared; name the folder that --output named, or its `keys`");
    }
    let mut output = Output::open(None, Color::Never)?;
    if compared {
        output.print_last(&audit.to_string())?;
    }
    output.finish(Outcome::of(files.failed, complete), compared)
}
