//! E0212 and W0514: what the text alone shows about the answers of a tree that hides them.

use crate::claim::{Claim, Claims, exchanged_ends, leaf_after_comma};
use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, clipped};
use crate::explain::Context;
use crate::source::Span;
use crate::syntax::tree::NodeId;

pub(super) fn report(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    for (_, claim) in claims.all() {
        if let Some(finding) = exchanged_ends(claim) {
            findings.add(finding);
        }
        if let Some(next) = leaf_after_comma(context.game, claim) {
            let levels = &context.game.levels;
            findings.report(levels, Code::MarkAfterComma, || mark_after_comma(context, claim, next));
        }
    }
}

/// W0514: a mark after a comma, with the leaf that it may be meant for.
fn mark_after_comma(context: &Context<'_>, claim: &Claim, next: NodeId) -> Diagnostic {
    let (text, nodes) = (context.game.text, context.game.nodes());
    let mark = claim.span.of(text);
    let marked = Span::new(nodes.span(claim.node).start, claim.span.start).of(text).trim_end().trim_end_matches(',');
    let leaf = nodes.span(next);
    let moved = clipped(&format!("{marked}, {} {mark}", leaf.of(text)));
    let called = context.game.called(next);
    let title = format!("if it is meant for {called}, write `{moved}`; otherwise delete the comma before `{mark}`");
    let edits = vec![
        Edit::new(Span::new(claim.span.start, leaf.start), ""),
        Edit::new(Span::empty(leaf.end), format!(" {mark}")),
    ];
    Diagnostic::new(Code::MarkAfterComma, format!("`{mark}` marks the leaf before it, not the next one"), claim.span)
        .primary_label(format!("this marks {}", context.game.called(claim.node)))
        .with_fix(Fix { title, edits, safe: false })
}
