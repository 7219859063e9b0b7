//! Mending a text: the safe fixes of its findings are made, and it is checked again, until nothing is left to mend.

mod batch;
mod comments;
mod progress;

use std::borrow::Cow;

use crate::check::Report;
use crate::source::Source;
use batch::{Batch, Restrictions};
use progress::is_better;

/// How many findings are put into words where that may be enough, and at most at a time.
const FIRST_LIMIT: usize = 1000;
const GREATEST_LIMIT: usize = 50_000;

/// How many times a text is checked. Fixes need few rounds; a text made to need more is left as it then is.
const MOST_CHECKS: usize = 60;

/// A text after its mending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended<'a> {
    /// The text; what no fix is about is as it was, byte for byte.
    pub text: Cow<'a, str>,
    /// How many findings were mended.
    pub fixes: usize,
    /// The checks were used up before all was tried.
    pub gave_up: bool,
}

/// Makes all safe fixes in a text with these findings, told or only counted. `check` gives the findings of a text, so
/// many of them in words.
///
/// In each round those fixes are made that do not overlap, of findings of one stage: the text itself is mended before
/// what is claimed in it. A round after which the text is no better is taken back, and tried again without the fixes
/// that are to blame, or with fewer. The work is bounded: a text is checked at most 60 times.
///
/// ```
/// use gametree::check::check;
/// use gametree::fix::mend;
/// use gametree::model::Defaults;
///
/// let text = "max A = 4 { 3, 5 } // a typing error";
/// let check = |text: &str, limit: usize| check(text, &Defaults::default(), limit);
/// let mended = mend(text, &check(text, 100), check);
/// assert_eq!(mended.text, "max A = 5 { 3, 5 } // a typing error");
/// ```
pub fn mend<'a>(text: &'a str, findings: &Report, check: impl Fn(&str, usize) -> Report) -> Mended<'a> {
    let mut mended = Mended { text: Cow::Borrowed(text), fixes: 0, gave_up: false };
    let mut latest = None;
    let mut limit = FIRST_LIMIT;
    let mut restrictions = Restrictions::default();
    for checks in 0.. {
        let report = latest.as_ref().unwrap_or(findings);
        let all_described = report.findings.len() == report.tally.total();
        let mut batch = Batch::choose(report, &mended.text, &restrictions);
        if batch.is_empty() && restrictions.deserves_another_pass() {
            restrictions = Restrictions::default();
            batch = Batch::choose(report, &mended.text, &restrictions);
        }
        if batch.is_empty() && (all_described || limit == GREATEST_LIMIT) {
            break;
        }
        if checks == MOST_CHECKS {
            mended.gave_up = true;
            break;
        }
        let candidate = batch.applied_to(&mended.text);
        if candidate.len() > Source::LIMIT {
            break;
        }
        limit = if all_described { limit } else { GREATEST_LIMIT.min(limit * 8) };
        let after = check(&candidate, limit);
        if batch.is_empty() {
            latest = Some(after);
        } else if is_better(report, &after, &batch) {
            restrictions.after_success(&batch);
            mended.fixes += batch.len();
            mended.text = Cow::Owned(candidate);
            latest = Some(after);
        } else {
            restrictions.after_failure(&batch, &after);
        }
    }
    mended
}
