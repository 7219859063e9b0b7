//! `check --fix` and `check --diff`: what can be mended without a doubt is mended, or shown.

use std::path::Path;

use gametree::check::Report;
use gametree::fix::mend;
use gametree::source::Source;

use crate::cli::diff::unified;
use crate::cli::replace::replace;

/// What is done about findings that can be mended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Report,
    Write,
    Show,
}

/// What came of a file.
pub(super) struct CheckedFile {
    /// What is wrong in it, after its mending if it was written.
    pub(super) report: Report,
    /// The file as it was written.
    pub(super) written: Option<Source>,
    /// How many findings were mended, or can be.
    pub(super) fixes: usize,
    /// What would be written, as a diff.
    pub(super) diff: String,
    /// Whether it could not be written.
    pub(super) unwritten: bool,
    /// Why it could not be written, or that its mending was cut short.
    pub(super) error: Option<String>,
}

/// Checks a file, and mends it where that is wanted; standard input has no path. `check` gives the findings of a text,
/// of which `limit` are wanted in words.
pub(super) fn check_file(
    mode: Mode,
    path: Option<&Path>,
    source: &Source,
    limit: usize,
    check: impl Fn(&str, usize) -> Report,
) -> CheckedFile {
    let report = check(&source.text, limit);
    let nothing_to_mend = mode == Mode::Report || report.tally.total() == 0;
    let mut checked =
        CheckedFile { report, written: None, fixes: 0, diff: String::new(), unwritten: false, error: None };
    if nothing_to_mend {
        return checked;
    }
    let mended = mend(&source.text, &checked.report, &check);
    if mended.gave_up {
        let advice = if mended.fixes > 0 { "; what is mended first may help: run --fix again" } else { "" };
        let name = &source.name;
        checked.error = Some(format!("{name}: too many fixes help nothing, so not all were tried{advice}"));
    }
    if mended.fixes == 0 {
        return checked;
    }
    let path = path.unwrap_or(Path::new(&source.name));
    if mode == Mode::Show {
        return CheckedFile { fixes: mended.fixes, diff: unified(path, &source.text, &mended.text), ..checked };
    }
    match replace(path, &source.text, &mended.text) {
        Ok(()) => CheckedFile {
            report: check(&mended.text, limit),
            written: Some(Source { text: mended.text.into_owned(), ..source.clone() }),
            fixes: mended.fixes,
            ..checked
        },
        Err(error) => {
            CheckedFile { unwritten: true, error: Some(format!("{}: not mended: {error}", source.name)), ..checked }
        }
    }
}
