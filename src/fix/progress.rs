//! Whether fixes have made a text better.

use super::batch::Batch;
use crate::check::Report;
use crate::diagnostic::Stage;

/// Whether all findings that were fixed are gone, with no new one of their stage or an earlier one. Findings of later
/// stages may appear only now.
pub(super) fn is_better(before: &Report, after: &Report, batch: &Batch<'_>) -> bool {
    Stage::ALL.into_iter().take_while(|stage| *stage <= batch.stage).all(|stage| {
        let fixed = if stage == batch.stage { batch.len() } else { 0 };
        after.counts.of_stage(stage) + fixed <= before.counts.of_stage(stage)
    })
}
