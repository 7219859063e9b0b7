//! `check --fix` and `check --diff`: what can be mended without a doubt is mended, or shown.

use std::io::{self, Write};
use std::path::Path;

use gametree::check::Report;
use gametree::fix::mend;
use gametree::source::Source;

use crate::cli::diff::unified;
use crate::cli::replace::Replacement;

/// What is done about findings that can be mended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Report,
    Write,
    Show,
}

/// What came of the mending of a file.
#[derive(Default)]
pub(super) struct Mending {
    /// How many findings were mended, or can be.
    pub(super) fixes: usize,
    /// The file as it was written.
    pub(super) written: Option<Source>,
    /// What would be written, as a diff.
    pub(super) diff: String,
    /// Why the file could not be written.
    pub(super) complaint: Option<String>,
}

/// Mends what can be mended in a file; standard input has no path. `check` gives the findings of a text, so many of them
/// in words.
pub(super) fn look_after(
    mode: Mode,
    path: Option<&Path>,
    source: &Source,
    check: impl Fn(&str, usize) -> Report,
) -> Mending {
    if mode == Mode::Report {
        return Mending::default();
    }
    let mended = mend(&source.text, check);
    if mended.fixes == 0 {
        return Mending::default();
    }
    let path = path.unwrap_or(Path::new(&source.name));
    if mode == Mode::Show {
        let diff = unified(path, &source.text, &mended.text);
        return Mending { fixes: mended.fixes, diff, ..Mending::default() };
    }
    match write(path, &source.text, &mended.text) {
        Ok(()) => {
            let written = Source::new(source.name.as_str(), mended.text);
            Mending { fixes: mended.fixes, written: Some(written), ..Mending::default() }
        }
        Err(error) => {
            Mending { complaint: Some(format!("{}: not mended: {error}", source.name)), ..Mending::default() }
        }
    }
}

fn write(path: &Path, old: &str, new: &str) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write_all(new.as_bytes())?;
    replacement.put_in_place_of(old.as_bytes())
}
