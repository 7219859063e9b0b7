//! Which fixes are made together, and how.

use std::collections::BTreeMap;

use super::progress::{Stage, stage};
use crate::check::Report;
use crate::diagnostic::{Diagnostic, Edit, Fix};

/// Fixes that are made together: of findings of one stage, in the order of their places, no two of them touching.
pub(super) struct Batch<'a> {
    pub(super) stage: Stage,
    fixes: Vec<&'a Fix>,
}

/// What is left out of the next batch, after fixes that made a text no better.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Fixes before this are passed over. A pass goes over the text once for each stage.
    from: (Stage, u32),
    /// So many fixes are made at a time.
    most: usize,
    /// Something was mended since the beginning of the pass.
    mended: bool,
}

impl Default for Reach {
    fn default() -> Self {
        Self { from: (Stage::FIRST, 0), most: usize::MAX, mended: false }
    }
}

impl Reach {
    pub(super) fn after_success(self) -> Self {
        Self { most: self.most.saturating_mul(2), mended: true, ..self }
    }

    /// Half of the fixes are tried, or what comes behind the one that was.
    pub(super) fn after_failure(self, batch: &Batch<'_>) -> Self {
        match batch.fixes[..] {
            [only] => Self { from: (batch.stage, start(only) + 1), ..self },
            _ => Self { most: batch.len() / 2, ..self },
        }
    }

    /// Whether what was passed over may fare better now.
    pub(super) fn deserves_another_pass(self) -> bool {
        self.mended && self.from > Self::default().from
    }
}

impl<'a> Batch<'a> {
    /// The next fixes to make in `text`, whose findings these are; none where nothing is left to mend.
    pub(super) fn choose(report: &'a Report, text: &str, reach: Reach) -> Self {
        let fixes = report.findings.iter().filter_map(|finding| {
            let fix = safe_fix(finding)?;
            Some(((stage(finding.code), start(fix)), fix))
        });
        let mut fixes: Vec<((Stage, u32), &Fix)> =
            fixes.filter(|(place, fix)| *place >= reach.from && changes(text, fix)).collect();
        fixes.sort_by_key(|(place, _)| *place);
        let stage = fixes.first().map_or(Stage::FIRST, |((stage, _), _)| *stage);
        let of_stage = fixes.iter().take_while(|((other, _), _)| *other == stage).map(|(_, fix)| *fix);
        let mut taken = BTreeMap::new();
        let mut batch = Vec::new();
        for fix in of_stage {
            if batch.len() < reach.most && fix.edits.iter().all(|edit| is_free(&taken, edit)) {
                taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
                batch.push(fix);
            }
        }
        Self { stage, fixes: batch }
    }

    pub(super) fn len(&self) -> usize {
        self.fixes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fixes.is_empty()
    }

    /// The text with these fixes made.
    pub(super) fn applied_to(&self, text: &str) -> String {
        let mut edits: Vec<&Edit> = self.fixes.iter().flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| edit.span);
        let mut mended = String::with_capacity(text.len());
        let mut end = 0;
        for edit in edits {
            mended.push_str(&text[end..edit.span.start as usize]);
            mended.push_str(&edit.text);
            end = edit.span.end as usize;
        }
        mended.push_str(&text[end..]);
        mended
    }
}

fn safe_fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.fix.as_ref().filter(|fix| fix.safe)
}

fn start(fix: &Fix) -> u32 {
    fix.edits.iter().map(|edit| edit.span.start).min().unwrap_or_default()
}

/// A fix that puts what stands there already would be made for ever.
fn changes(text: &str, fix: &Fix) -> bool {
    fix.edits.iter().any(|edit| edit.span.of(text) != edit.text)
}

/// Whether an edit neither overlaps nor touches those that are taken.
fn is_free(taken: &BTreeMap<u32, u32>, edit: &Edit) -> bool {
    let before = taken.range(..=edit.span.end).next_back();
    before.is_none_or(|(_, end)| *end < edit.span.start)
}
