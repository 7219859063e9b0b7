//! Mending a text: the safe fixes of its findings are made, and it is checked again, until nothing is left to mend.

mod batch;
mod progress;

use std::borrow::Cow;

use crate::check::Report;
use crate::source::Source;
use batch::{Batch, Reach};
use progress::is_better;

/// How many findings are put into words at first, and at most at a time.
const FIRST: usize = 1000;
const MOST: usize = 50_000;

/// How many times a text is checked. Fixes need few rounds; a text made to need more is left as it then is.
const MOST_CHECKS: usize = 60;

/// A text after its mending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended<'a> {
    /// The text; what no fix is about is as it was, byte for byte.
    pub text: Cow<'a, str>,
    /// How many findings were mended.
    pub fixes: usize,
}

/// Makes all safe fixes in a text. `check` gives the findings of a text, so many of them in words.
///
/// In each round those fixes are made that do not overlap, of findings of one stage: the text itself is mended before
/// what is claimed in it. A round after which the text is no better is taken back, and tried again with fewer fixes.
/// The work is bounded: a text is checked at most 60 times.
pub fn mend(text: &str, check: impl Fn(&str, usize) -> Report) -> Mended<'_> {
    let mut mended = Mended { text: Cow::Borrowed(text), fixes: 0 };
    let mut limit = FIRST;
    let mut reach = Reach::default();
    let mut report = check(text, limit);
    for _ in 1..MOST_CHECKS {
        let all_told = report.findings.len() == report.tally.total();
        let mut batch = Batch::choose(&report, &mended.text, reach);
        if batch.is_empty() && reach.deserves_another_pass() {
            reach = Reach::default();
            batch = Batch::choose(&report, &mended.text, reach);
        }
        if batch.is_empty() && (all_told || limit == MOST) {
            break;
        }
        let candidate = batch.applied_to(&mended.text);
        if candidate.len() > Source::LIMIT {
            break;
        }
        limit = if all_told { limit } else { MOST.min(limit * 8) };
        let after = check(&candidate, limit);
        if batch.is_empty() {
            report = after;
        } else if is_better(&report, &after, &batch) {
            reach = reach.after_success();
            mended = Mended { fixes: mended.fixes + batch.len(), text: Cow::Owned(candidate) };
            report = after;
        } else {
            reach = reach.after_failure(&batch);
        }
    }
    mended
}
