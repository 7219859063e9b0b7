//! Whether a text is better for its fixes.

use super::batch::Batch;
use crate::check::Report;
use crate::diagnostic::{Code, Counts};

/// What a finding is about, in the order in which things come to light: a tree whose text is wrong is not searched, and
/// in one that is not searched no claim is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Syntax,
    Words,
    Search,
    Claims,
    Quality,
}

impl Stage {
    pub(super) const FIRST: Self = Self::Syntax;
    const ALL: [Self; 5] = [Self::Syntax, Self::Words, Self::Search, Self::Claims, Self::Quality];
}

/// Errors in the meaning of a tree that only its search brings to light.
const SEARCHED: &[Code] = &[
    Code::UncountableElision,
    Code::ImpossibleClaim,
    Code::OpposedInfinities,
    Code::InexactExpectation,
    Code::MissingEvaluation,
    Code::UnfillableBlank,
    Code::Unsolvable,
];

pub(super) fn stage(code: Code) -> Stage {
    match &code.id()[..3] {
        "E01" => Stage::Syntax,
        "E02" if SEARCHED.contains(&code) => Stage::Search,
        "E02" => Stage::Words,
        "E03" => Stage::Claims,
        _ => Stage::Quality,
    }
}

/// Whether all that the fixes are about is gone, with nothing new of its stage or of one before. What comes after may
/// come to light only now.
pub(super) fn is_better(before: &Report, after: &Report, batch: &Batch<'_>) -> bool {
    Stage::ALL.into_iter().take_while(|stage| *stage <= batch.stage).all(|stage| {
        let mended = if stage == batch.stage { batch.len() } else { 0 };
        of_stage(&after.counts, stage) + mended <= of_stage(&before.counts, stage)
    })
}

/// How many findings of a stage there are.
pub(super) fn of_stage(counts: &Counts, wanted: Stage) -> usize {
    Code::ALL.iter().filter(|code| stage(**code) == wanted).map(|code| counts.of(*code)).sum()
}
