//! The findings of a file, as far as they may be shown.

use std::borrow::Cow;

use super::Document;
use crate::diagnostic::{Code, Diagnostic, Stage};
use crate::source::Span;

/// What is said in the place of a reason.
const KEPT_BACK: &str = "why, and what is right, is told once nothing is asked in this tree any more";

/// The findings of a file. In an exercise, unless answers may be `reveal`ed, a tree that asks something keeps back what
/// tells of its search; a wrong claim there is said to be wrong, and no more. In the other trees only what would mend a
/// claim is not said.
pub fn findings(document: &Document, reveal: bool) -> Vec<Cow<'_, Diagnostic>> {
    let findings = &document.report().findings;
    if !document.hides_answers(reveal) {
        return findings.iter().map(Cow::Borrowed).collect();
    }
    let asking: Vec<Span> = document.file().trees.iter().filter(|tree| tree.asks()).map(|tree| tree.span).collect();
    let is_asked = |finding: &Diagnostic| {
        let behind = asking.partition_point(|tree| tree.start <= finding.primary.span.start);
        asking[..behind].last().is_some_and(|tree| tree.contains(finding.primary.span))
    };
    let shown = findings.iter().filter(|finding| !tells_of_search(finding.code) || !is_asked(finding));
    shown.map(|finding| if is_asked(finding) { bare(finding) } else { discreet(finding) }).collect()
}

/// Whether the mere finding says what the search of a tree does, or comes to.
fn tells_of_search(code: Code) -> bool {
    use Code::{BetterOrder, ConventionDependent, NoCutoff, OpenClaim, Tie, Unobservable};
    code.fades() || matches!(code, BetterOrder | ConventionDependent | NoCutoff | OpenClaim | Tie | Unobservable)
}

/// A finding that comes of a search, without its reason.
fn bare(finding: &Diagnostic) -> Cow<'_, Diagnostic> {
    if !matches!(finding.code.stage(), Stage::Search | Stage::Claims) {
        return Cow::Borrowed(finding);
    }
    let bare = Diagnostic::new(finding.code, finding.code.title(), finding.primary.span).note(KEPT_BACK);
    Cow::Owned(Diagnostic { severity: finding.severity, ..bare })
}

/// A finding without what would mend a claim.
fn discreet(finding: &Diagnostic) -> Cow<'_, Diagnostic> {
    match finding.fixes().next() {
        Some(_) if finding.code.may_tell_answers() => Cow::Owned(finding.clone().without_fixes()),
        _ => Cow::Borrowed(finding),
    }
}
