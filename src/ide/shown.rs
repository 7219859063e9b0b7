//! The findings of a file, as far as they may be shown.

use std::borrow::Cow;

use super::Document;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The findings of a file. In an exercise, unless answers may be `reveal`ed, those are left out that show what the search
/// does in a tree that asks something, and what would mend a claim is not said: that it is wrong, and why, is.
pub fn findings(document: &Document, reveal: bool) -> Vec<Cow<'_, Diagnostic>> {
    let findings = &document.report().findings;
    if !document.hides_answers(reveal) {
        return findings.iter().map(Cow::Borrowed).collect();
    }
    let asking: Vec<Span> =
        if findings.iter().any(|finding| finding.code.fades()) { asking(document) } else { Vec::new() };
    let tells = |finding: &Diagnostic| {
        let behind = asking.partition_point(|tree| tree.start <= finding.primary.span.start);
        finding.code.fades() && asking[..behind].last().is_some_and(|tree| tree.contains(finding.primary.span))
    };
    findings.iter().filter(|finding| !tells(finding)).map(discreet).collect()
}

/// A finding without what would mend a claim.
fn discreet(finding: &Diagnostic) -> Cow<'_, Diagnostic> {
    match finding.fix {
        Some(_) if finding.code.may_tell_answers() => Cow::Owned(finding.clone().without_fix()),
        _ => Cow::Borrowed(finding),
    }
}

/// The trees in which something is asked.
fn asking(document: &Document) -> Vec<Span> {
    let asks = document.file().trees.iter().filter(|tree| !document.game(tree).unanswered.is_empty());
    asks.map(|tree| tree.span).collect()
}
