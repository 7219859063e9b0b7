//! N0701, E0227, W0503 and W0507: what students are asked.

use super::case::Case;
use crate::diagnostic::{Code, Diagnostic, Findings, Levels};
use crate::judge::{failed_high, failed_low};
use crate::model::{Question, QuestionKind};
use crate::syntax::tree::{File, Kind, NodeId};

pub(super) fn report(case: &Case<'_>, findings: &mut Findings) {
    let levels = &case.game.levels;
    for question in &case.game.unanswered {
        // As long as leaves are blank, nothing is known of the search.
        let fault = if case.game.unsettled { None } else { unfillable(case, question) };
        match fault {
            Some(finding) => findings.report(levels, Code::UnfillableBlank, || finding),
            None => findings.report(levels, Code::Unanswered, || unanswered(question)),
        }
        let nothing_cut = case.search.counts().is_some_and(|counts| counts.cutoffs == 0);
        if question.kind == QuestionKind::Pruning && nothing_cut && !case.game.unsettled {
            findings.report(levels, Code::NoCutoff, || no_cutoff(question));
        }
    }
}

/// W0507: question texts that stand above no tree.
pub(super) fn report_strays(file: &File, levels: &Levels, findings: &mut Findings) {
    for text in &file.stray_questions {
        findings.report(levels, Code::MisplacedQuestion, || {
            Diagnostic::new(Code::MisplacedQuestion, "this question text belongs to no tree", *text)
                .help("`///` lines stand directly above a tree or a root; elsewhere write a comment with `//`")
        });
    }
}

fn unanswered(question: &Question) -> Diagnostic {
    let finding = Diagnostic::new(Code::Unanswered, "this waits for an answer", question.span)
        .here("a blank or a question for students");
    match question.kind {
        QuestionKind::Leaf => finding.note("as long as a leaf is blank, the claims of its tree are not judged"),
        _ => finding,
    }
}

fn no_cutoff(question: &Question) -> Diagnostic {
    Diagnostic::new(Code::NoCutoff, "pruning is asked for, but nothing is pruned", question.span)
        .note("under the rules of this tree the search enters every node")
        .help("change the order of the moves, a value or a setting; or allow `no-cutoff` if that is the point")
}

/// E0227: a blank to which there is no right answer.
fn unfillable(case: &Case<'_>, question: &Question) -> Option<Diagnostic> {
    let (node, why) = match question.kind {
        QuestionKind::Window(node) if !may_be_entered(case, node) => (node, "the search never enters"),
        QuestionKind::AtMost(node) | QuestionKind::AtLeast(node) if !may_be_entered(case, node) => {
            (node, "the search never enters")
        }
        QuestionKind::AtMost(node) if failed_low(case.search, node) == Some(false) => {
            (node, "no upper bound is returned from")
        }
        QuestionKind::AtLeast(node) if failed_high(case.search, node) == Some(false) => {
            (node, "no lower bound is returned from")
        }
        QuestionKind::Plays(node) if case.kind(node) == Kind::Chance => (node, "chance decides at"),
        QuestionKind::Plays(node) | QuestionKind::Value(node) if case.kind(node) == Kind::Hidden => {
            (node, "the depth limit hides")
        }
        QuestionKind::Plays(node) if case.kind(node).is_leaf() => (node, "no move is searched at"),
        _ => return None,
    };
    let called = case.game.called(node);
    let finding = Diagnostic::new(Code::UnfillableBlank, "nothing could fill this blank", question.span)
        .here(format!("{why} {called}"))
        .help("take the blank away, or ask for something else");
    let finding = if case.kind(node) == Kind::Hidden { case.game.settings.note_depth(finding) } else { finding };
    Some(case.label_skip(finding, node))
}

fn may_be_entered(case: &Case<'_>, node: NodeId) -> bool {
    !matches!(case.search.fate(node), crate::search::Fate::Skipped(_))
}
