//! What cannot be decided, or waits for an answer.

use super::case::{Case, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

/// W0506: a claim that depends on a leaf whose value is not known.
pub(super) fn claim(case: &Case<'_>, span: Span) -> Diagnostic {
    let unknown = case.search.first_open().or_else(|| {
        case.game.nodes().all().find(|node| matches!(case.kind(*node), Kind::Unknown | Kind::Elided | Kind::Blank))
    });
    let finding = Diagnostic::new(Code::OpenClaim, "this is not decided: it may depend on what is not known", span)
        .here("neither proved nor refuted");
    let finding = match unknown {
        Some(leaf) if case.kind(leaf) == Kind::Elided => {
            return finding
                .label(case.game.head(leaf), "what is here, nobody knows")
                .help("write the subtree out, or claim only what holds whatever it is");
        }
        Some(leaf) => finding.label(case.game.head(leaf), "its value is not known"),
        None => finding,
    };
    finding.help("give the leaf a value, or claim only what holds whatever it is")
}

/// E0216: a count that would have to look inside of `...`.
pub(super) fn uncountable(case: &Case<'_>, span: Span, elision: NodeId) -> Diagnostic {
    let claimed = quoted(span.of(case.game.text));
    Diagnostic::new(Code::UncountableElision, format!("{claimed} would have to count inside of `...`"), span)
        .label(case.game.head(elision), "what is here, nobody knows")
        .help("write the subtree out, or do not count")
}

/// N0701: a blank or a question.
pub(super) fn unanswered(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Unanswered, "this waits for an answer", span).here("a blank or a question for students")
}
