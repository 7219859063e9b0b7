//! Fixes a text: makes the safe fixes of its findings and checks it again, until nothing is left to fix.

mod batch;
mod comments;
mod progress;

use std::borrow::Cow;

use crate::check::Report;
use crate::source::Source;
use batch::{Batch, Restrictions};
use progress::is_better;

/// How many findings of a text are described: at first, and at most.
const FIRST_LIMIT: usize = 1000;
const GREATEST_LIMIT: usize = 50_000;

/// How often a text is checked. Few rounds are enough; only a text made for the purpose needs more.
const MOST_CHECKS: usize = 60;

/// A fixed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed<'a> {
    /// The text. What no fix changes is the same, byte for byte.
    pub text: Cow<'a, str>,
    /// How many findings were fixed.
    pub fixes: usize,
    /// Whether the checks were used up before all fixes were tried.
    pub gave_up: bool,
}

/// Makes all safe fixes in a text with these findings, described or only counted. `check` gives the findings of a text,
/// of which it describes at most the given number.
///
/// Each round makes fixes that do not overlap, of findings of one stage: the text itself is fixed before its claims. If
/// the text is no better after a round, the round is undone and tried again without the fixes to blame, or with fewer.
/// The work is bounded: a text is checked at most 60 times.
///
/// ```
/// use gametree::check::check;
/// use gametree::fix::fix;
/// use gametree::model::Defaults;
///
/// let text = "max A = 4 { 3, 5 } // a typing error";
/// let check = |text: &str, limit: usize| check(text, &Defaults::default(), limit);
/// let fixed = fix(text, &check(text, 100), check);
/// assert_eq!(fixed.text, "max A = 5 { 3, 5 } // a typing error");
/// ```
pub fn fix<'a>(text: &'a str, findings: &Report, check: impl Fn(&str, usize) -> Report) -> Fixed<'a> {
    let mut fixed = Fixed { text: Cow::Borrowed(text), fixes: 0, gave_up: false };
    let mut latest = None;
    let mut limit = FIRST_LIMIT;
    let mut restrictions = Restrictions::default();
    for checks in 0.. {
        let report = latest.as_ref().unwrap_or(findings);
        let all_described = report.findings.len() == report.tally.total();
        let mut batch = Batch::choose(report, &fixed.text, &restrictions);
        if batch.is_empty() && restrictions.deserves_another_pass() {
            restrictions = Restrictions::default();
            batch = Batch::choose(report, &fixed.text, &restrictions);
        }
        if batch.is_empty() && (all_described || limit == GREATEST_LIMIT) {
            break;
        }
        if checks == MOST_CHECKS {
            fixed.gave_up = true;
            break;
        }
        let candidate = batch.applied_to(&fixed.text);
        if candidate.len() > Source::LIMIT {
            break;
        }
        limit = if all_described { limit } else { GREATEST_LIMIT.min(limit * 8) };
        let after = check(&candidate, limit);
        if batch.is_empty() {
            latest = Some(after);
        } else if is_better(report, &after, &batch) {
            restrictions.after_success(&batch);
            fixed.fixes += batch.len();
            fixed.text = Cow::Owned(candidate);
            latest = Some(after);
        } else {
            restrictions.after_failure(&batch, &after);
        }
    }
    fixed
}
