//! The findings of a file, without what would give answers away.

use std::borrow::Cow;

use super::Document;
use crate::diagnostic::{Diagnostic, Reveals};
use crate::source::Span;
use crate::syntax::tree::Tree;

/// The note shown instead of a reason.
const KEPT_BACK: &str = "the reason and the right answer are shown when every question of this tree is answered";

/// The findings of a file. In an exercise, unless answers may be `reveal`ed, findings in a tree that asks something do
/// not say anything about its search: a wrong claim is only reported as wrong. In other trees, only the fixes of claims
/// are left out.
pub fn findings(document: &Document, reveal: bool) -> Vec<Cow<'_, Diagnostic>> {
    let findings = &document.report_to(reveal).findings;
    if !document.hides_answers(reveal) {
        return findings.iter().map(Cow::Borrowed).collect();
    }
    let asking: Vec<&Tree> = document.file().trees.iter().filter(|tree| tree.asks()).collect();
    let asking_at = |place: Span| {
        let after = asking.partition_point(|tree| tree.span.start <= place.start);
        asking[..after].last().filter(|tree| tree.span.contains(place))
    };
    let shown = findings.iter().map(|finding| match asking_at(finding.primary.span) {
        Some(tree) => bare(tree, finding),
        None => discreet(finding),
    });
    shown.collect()
}

/// A finding about the search, without its reason. A wrong list is marked as a whole: marking its first wrong item
/// would tell which items before it are right.
fn bare<'f>(tree: &Tree, finding: &'f Diagnostic) -> Cow<'f, Diagnostic> {
    match finding.code.reveals() {
        Reveals::Nothing | Reveals::InFixes => return Cow::Borrowed(finding),
        Reveals::InReason | Reveals::ByPresence => {}
    }
    let place = finding.primary.span;
    let list = tree.expectations.iter().map(|expectation| expectation.span).find(|span| span.contains(place));
    let bare = Diagnostic::new(finding.code, finding.code.title(), list.unwrap_or(place)).note(KEPT_BACK);
    Cow::Owned(Diagnostic { severity: finding.severity, ..bare })
}

/// A finding without the fixes that would correct a claim.
fn discreet(finding: &Diagnostic) -> Cow<'_, Diagnostic> {
    match finding.fixes().next() {
        Some(_) if finding.code.may_reveal_answers() => Cow::Owned(finding.clone().without_fixes()),
        _ => Cow::Borrowed(finding),
    }
}
