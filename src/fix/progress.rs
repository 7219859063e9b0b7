//! Whether a text is better for its fixes.

use super::batch::Batch;
use crate::check::Report;
use crate::diagnostic::Stage;

/// Whether all that the fixes are about is gone, with nothing new of its stage or of one before. What comes after may
/// come to light only now.
pub(super) fn is_better(before: &Report, after: &Report, batch: &Batch<'_>) -> bool {
    Stage::ALL.into_iter().take_while(|stage| *stage <= batch.stage).all(|stage| {
        let mended = if stage == batch.stage { batch.len() } else { 0 };
        after.counts.of_stage(stage) + mended <= before.counts.of_stage(stage)
    })
}
