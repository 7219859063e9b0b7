//! The report on a document, and the parts of it that still hold after a change.

use std::sync::{Arc, OnceLock};

use crate::check::{Checked, Report, TreeReport};
use crate::diagnostic::Findings;
use crate::source::Change;
use crate::syntax::Reread;

/// The report on a document for one kind of reader, made when it is first needed.
#[derive(Debug, Default)]
pub(super) struct Reports {
    made: OnceLock<Made>,
    /// For each tree of the document, the report on it if that is known from before the last change. Empty if nothing
    /// is known.
    known: Vec<Option<Arc<TreeReport>>>,
}

#[derive(Debug)]
struct Made {
    whole: Report,
    trees: Vec<Arc<TreeReport>>,
}

impl Reports {
    /// The report; `findings` are those of the parser and of the settings.
    pub(super) fn whole(&self, checked: Checked<'_>, findings: &Findings) -> &Report {
        &self.made.get_or_init(|| self.make(checked, findings)).whole
    }

    fn make(&self, checked: Checked<'_>, findings: &Findings) -> Made {
        let mut known = self.known.iter();
        let mut trees = Vec::with_capacity(checked.file.trees.len());
        let whole = checked.report(findings.clone(), |tree, findings| {
            let known = known.next().and_then(Option::as_ref);
            let report = known.map_or_else(|| Arc::new(checked.tree(tree, findings)), Arc::clone);
            trees.push(Arc::clone(&report));
            report
        });
        Made { whole, trees }
    }

    /// What is known of the report after a change.
    pub(super) fn after(self, change: Change, reread: &Reread) -> Self {
        let made = self.made.into_inner().map(|made| made.trees.into_iter().map(Some).collect());
        let mut known = made.unwrap_or(self.known);
        if !known.is_empty() {
            let Reread { trees, replaced, .. } = reread;
            known.splice(trees.start..trees.start + replaced, vec![None; trees.len()]);
            for report in &mut known {
                // An incomplete report is made again, because there may now be room for more findings.
                let complete = report.take().filter(|report| report.is_complete());
                let moved = complete.and_then(|report| Arc::unwrap_or_clone(report).moved(change));
                *report = moved.map(Arc::new);
            }
        }
        Self { made: OnceLock::new(), known }
    }
}
