//! `check --fix` and `check --diff`: makes the safe fixes, or shows them.

use std::path::Path;

use gametree::check::Report;
use gametree::fix::fix;
use gametree::source::Source;

use crate::cli::diff::unified;
use crate::cli::replace::replace;

/// What is done about findings that can be fixed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Report,
    Write,
    Show,
}

/// The result for one file.
pub(super) struct CheckedFile {
    /// Its findings; after the fixes, if it was written.
    pub(super) report: Report,
    /// The fixed file, if it was written.
    pub(super) written: Option<Source>,
    /// How many findings were fixed, or can be.
    pub(super) fixes: usize,
    /// The fixes as a diff, if they are only shown.
    pub(super) diff: String,
    /// Whether it could not be written.
    pub(super) unwritten: bool,
    /// Why it could not be written, or that not all fixes were tried.
    pub(super) error: Option<String>,
}

/// Checks a file, and fixes it if that is wanted; standard input has no path. `check` gives the findings of a text, of
/// which it describes at most the given number.
pub(super) fn check_file(
    mode: Mode,
    path: Option<&Path>,
    source: &Source,
    limit: usize,
    check: impl Fn(&str, usize) -> Report,
) -> CheckedFile {
    let report = check(&source.text, limit);
    let nothing_to_fix = mode == Mode::Report || report.tally.total() == 0;
    let mut checked =
        CheckedFile { report, written: None, fixes: 0, diff: String::new(), unwritten: false, error: None };
    if nothing_to_fix {
        return checked;
    }
    let fixed = fix(&source.text, &checked.report, &check);
    if fixed.gave_up {
        let advice = if fixed.fixes > 0 { "; what is fixed first may help: run --fix again" } else { "" };
        let name = &source.name;
        checked.error = Some(format!("{name}: too many fixes help nothing, so not all were tried{advice}"));
    }
    if fixed.fixes == 0 {
        return checked;
    }
    let path = path.unwrap_or(Path::new(&source.name));
    if mode == Mode::Show {
        return CheckedFile { fixes: fixed.fixes, diff: unified(path, &source.text, &fixed.text), ..checked };
    }
    match replace(path, &source.text, &fixed.text) {
        Ok(()) => CheckedFile {
            report: check(&fixed.text, limit),
            written: Some(Source { text: fixed.text.into_owned(), ..source.clone() }),
            fixes: fixed.fixes,
            ..checked
        },
        Err(error) => {
            CheckedFile { unwritten: true, error: Some(format!("{}: not fixed: {error}", source.name)), ..checked }
        }
    }
}
