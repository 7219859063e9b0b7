//! N0701, N0702, E0227, W0503 and W0507: questions to students.

use super::unreachable::marked;
use crate::claim::{About, Asked, ClaimKind, Claims, Question, QuestionKind, is_claimed, whole_question};
use crate::diagnostic::{Code, Diagnostic, Findings, Fix, Levels, clipped, counted, listed};
use crate::edit::add_claims;
use crate::explain::Context;
use crate::grade::faults::{BlankRuns, Diagnosis};
use crate::grade::marks::{AskedTree, Rubric, Sheet, mark};
use crate::model::{Choice, ResolvedTree, Reveal};
use crate::number::Fraction;
use crate::source::Span;
use crate::syntax::tree::{Claim, ClaimForm, File, Kind, NodeId};

/// Reports all open questions of a tree in one finding, all answers that are not judged in another, and each blank that
/// no answer fits. If answers are hidden, a blank about the search always counts as an open question.
pub(super) fn report(context: &Context<'_>, claims: &Claims<'_>, reveal: Reveal, findings: &mut Findings) {
    let (game, levels) = (context.game, &context.game.levels);
    let hides_answers = reveal != Reveal::Answers;
    let nothing_cut = context.search.counts().is_some_and(|counts| counts.cutoffs == 0);
    let mut missing = Vec::new();
    for question in &claims.questions {
        // While leaves are blank, nothing is known about the search.
        let fault = if claims.has_blanks { None } else { unfillable(context, question, hides_answers) };
        match fault {
            Some(finding) => findings.report(levels, Code::UnfillableBlank, || finding),
            None => missing.extend(open(context, claims, question, hides_answers)),
        }
        if question.kind.is_about_pruning() && nothing_cut && !claims.has_blanks {
            findings.report(levels, Code::NoCutoff, || no_cutoff(question));
        }
    }
    if !missing.is_empty() {
        findings.report(levels, Code::Unanswered, || {
            let finding = unanswered(game, &missing);
            explain_missing(context, &missing, hides_answers, finding)
        });
    }
    let unjudged = unjudged(claims);
    if matches!(reveal, Reveal::Never | Reveal::Score) && !unjudged.is_empty() {
        let marks = if reveal == Reveal::Score { score(claims) } else { None };
        let wanted = wanted(claims, unjudged.len(), &missing);
        findings.report(levels, Code::HiddenAnswers, || hidden(game, &unjudged, wanted, marks));
    }
}

/// The open part of a question: a blank, a whole `ask`, or, if an `ask` has some answers, the nodes that have none. If
/// answers are hidden, this does not depend on which nodes the search enters or skips.
fn open(context: &Context<'_>, claims: &Claims<'_>, question: &Question, hides_answers: bool) -> Vec<Question> {
    let game = context.game;
    let QuestionKind::Every(asked) = question.kind else { return vec![*question] };
    if !claims.at_nodes().iter().any(|claim| asked.kinds().contains(&claim.kind)) {
        return vec![*question];
    }
    let places = match asked {
        Asked::Values | Asked::Plays => asked.places(context.search),
        Asked::Windows | Asked::Returns | Asked::Pruned if hides_answers => None,
        Asked::Windows | Asked::Returns | Asked::Pruned => asked.places(context.search),
    };
    let marked = if asked == Asked::Pruned { marked(context, claims) } else { Vec::new() };
    let is_answered = |node: NodeId| match asked {
        Asked::Pruned => marked[node.index()],
        _ => asked.kinds().iter().any(|kind| is_claimed(game, node, *kind)),
    };
    let places = places.unwrap_or_default().into_iter().filter(|node| !is_answered(*node));
    places.map(|node| Question { span: game.head(node), kind: QuestionKind::Node(node, asked.kinds()[0]) }).collect()
}

/// The places of all answers in a tree.
fn unjudged(claims: &Claims<'_>) -> Vec<Span> {
    let sets = claims.sets.iter().filter(|set| set.worth.is_some()).map(|set| set.span);
    claims.all().filter(|(place, _)| claims.is_answer(*place)).map(|(_, claim)| claim.span).chain(sets).collect()
}

/// How many answers a complete sheet has; `None` if that must not be said, because it depends on which nodes the search
/// enters or skips.
fn wanted(claims: &Claims<'_>, given: usize, missing: &[Question]) -> Option<usize> {
    let is_counted = |question: &Question| match question.kind {
        QuestionKind::Every(Asked::Pruned | Asked::Windows | Asked::Returns) => false,
        QuestionKind::Every(Asked::Values | Asked::Plays) => missing.iter().all(|other| other.kind != question.kind),
        QuestionKind::Node(..) | QuestionKind::Tree(_) | QuestionKind::Leaf | QuestionKind::Other => true,
    };
    claims.questions.iter().all(is_counted).then_some(given + missing.len())
}

/// The marks of all answers of a tree together, without follow-through, and the greatest possible marks; `None` if they
/// have no exact sum.
fn score(claims: &Claims<'_>) -> Option<(Fraction, Fraction)> {
    let asked = AskedTree::new(claims).ok()?;
    let sheet = Sheet { game: claims.game, claims, is_read: true };
    let rubric = Rubric { follow_through: Fraction::ZERO, ..Rubric::default() };
    let blank = BlankRuns::new(asked.game(), &asked.search);
    let marked = mark(&asked, blank.as_ref(), sheet, &rubric, &mut Diagnosis::default()).ok()?;
    let worth = marked.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.worth)).ok()?;
    Some((marked.marks().ok()?, worth))
}

/// N0702: answers that are not judged.
fn hidden(
    game: &ResolvedTree<'_>,
    answers: &[Span],
    wanted: Option<usize>,
    marks: Option<(Fraction, Fraction)>,
) -> Diagnostic {
    let given = answers.len();
    let first = answers.iter().min().copied().unwrap_or_default();
    let (it_is, it_gets) = if given == 1 { ("it is", "it gets") } else { ("they are", "they get") };
    let there = match wanted {
        Some(1) => "the answer is there".to_string(),
        Some(wanted) if wanted == given => format!("all {given} answers are there"),
        Some(wanted) => format!("{given} of {wanted} answers {} there", if given == 1 { "is" } else { "are" }),
        None => format!("{} there", counted(given as u64, "answer is", "answers are")),
    };
    let message = match marks {
        Some((marks, worth)) => format!("{there}; {it_gets} {marks} of {worth} marks"),
        None => format!("{there}; this tree hides whether {it_is} right"),
    };
    let finding = Diagnostic::new(Code::HiddenAnswers, message, first);
    match game.reveal {
        Some(reveal) => finding.note(format!("the file says `reveal {}`", reveal.name())),
        None => finding
            .note("a tree with open questions hides its answers")
            .help("if this is the key, write `reveal answers` in the tree or above it"),
    }
}

/// W0507: question texts that are not above a tree.
pub(super) fn report_strays(file: &File, levels: &Levels, findings: &mut Findings) {
    for text in &file.stray_questions {
        findings.report(levels, Code::MisplacedQuestion, || {
            Diagnostic::new(Code::MisplacedQuestion, "this question text belongs to no tree", *text)
                .help("`///` lines stand directly above a tree or a root; elsewhere write a comment with `//`")
        });
    }
}

fn unanswered(game: &ResolvedTree<'_>, missing: &[Question]) -> Diagnostic {
    let first = missing.iter().map(|question| question.span).min().unwrap_or_default();
    let number = counted(missing.len() as u64, "answer is", "answers are");
    let message = format!("{number} missing: {}", asked_for(game, missing).join("; "));
    let here = if missing.len() == 1 { "waits for an answer" } else { "the first of them" };
    let finding = Diagnostic::new(Code::Unanswered, message, first).primary_label(here);
    match missing.iter().any(|question| question.kind == QuestionKind::Leaf) {
        true => finding.note("the claims of this tree are checked once every blank leaf is filled in"),
        false => finding,
    }
}

/// Adds to N0701 what the first missing answer needs to be understood: that a bound is no value, or, if answers are
/// shown, why a mark is missing.
fn explain_missing(
    context: &Context<'_>,
    missing: &[Question],
    hides_answers: bool,
    finding: Diagnostic,
) -> Diagnostic {
    let text = context.game.text;
    let Some((node, kind)) = missing.iter().min_by_key(|question| question.span).and_then(|first| first.kind.claim())
    else {
        return finding;
    };
    let bound = |(_, claim): &&(NodeId, Claim)| matches!(claim.form, ClaimForm::AtMost(_) | ClaimForm::AtLeast(_));
    match (kind, context.game.tree.claims.of(node).iter().find(bound)) {
        (ClaimKind::Exact, Some((_, bound))) => {
            let bound = clipped(bound.span.of(text));
            finding
                .note(format!("`{bound}` is a bound, and the question asks for the value"))
                .help(format!("write the value of {}, with `=` before it", context.game.called(node)))
        }
        (ClaimKind::Pruned, _) if !hides_answers => {
            let head = clipped(context.game.head(node).of(text));
            let edits = vec![add_claims(context.game, node, "pruned")];
            let finding = context.label_skip(finding.primary_label("the search skips this"), node);
            finding.with_fix(Fix { title: format!("write `{head} pruned`"), edits, safe: false })
        }
        _ => finding,
    }
}

/// What the questions ask for, grouped by kind.
fn asked_for(game: &ResolvedTree<'_>, missing: &[Question]) -> Vec<String> {
    const MOST: usize = 12;
    let mut groups: Vec<(&str, &str, Vec<NodeId>)> = Vec::new();
    let mut leaves = 0;
    let mut quoted: Vec<Span> = Vec::new();
    for question in missing {
        if question.kind == QuestionKind::Leaf {
            leaves += 1;
            continue;
        }
        let Some(([one, many], node)) = missing_at_node(question) else {
            quoted.push(question.span);
            continue;
        };
        match groups.iter_mut().find(|(other, ..)| *other == one) {
            Some((_, _, nodes)) => nodes.push(node),
            None => groups.push((one, many, vec![node])),
        }
    }
    let mut words = Vec::new();
    match leaves {
        0 => {}
        1 => words.push("a leaf".to_string()),
        many => words.push(format!("{many} leaves")),
    }
    for (one, many, nodes) in groups {
        let rest = nodes.len().saturating_sub(MOST);
        let mut names: Vec<String> = nodes.iter().take(MOST).map(|node| game.called(*node)).collect();
        names.extend((rest > 0).then(|| format!("{rest} more")));
        words.push(format!("{} {}", if nodes.len() == 1 { one } else { many }, listed(&names)));
    }
    let rest = quoted.len().saturating_sub(MOST);
    let shown = |question: &Span| format!("`{}`", clipped(whole_question(game, *question).of(game.text)));
    words.extend(quoted.iter().take(MOST).map(shown));
    words.extend((rest > 0).then(|| format!("{rest} more")));
    words
}

/// The words for what is missing at one node and at several, and the node; `None` if the question itself is quoted.
fn missing_at_node(question: &Question) -> Option<([&'static str; 2], NodeId)> {
    let (node, kind) = match question.kind {
        QuestionKind::Node(node, kind) => (node, kind),
        QuestionKind::Tree(kind @ ClaimKind::Plays) => (NodeId::ROOT, kind),
        QuestionKind::Tree(_) | QuestionKind::Leaf | QuestionKind::Every(_) | QuestionKind::Other => return None,
    };
    Some((kind.missing()?, node))
}

fn no_cutoff(question: &Question) -> Diagnostic {
    Diagnostic::new(Code::NoCutoff, "pruning is asked for, but nothing is pruned", question.span)
        .note("under the rules of this tree the search enters every node")
        .help("change the order of the moves, a value or a setting; or allow `no-cutoff` if that is the point")
}

/// E0227: a blank that no answer fits. If answers are hidden, blanks about the search are not reported.
fn unfillable(context: &Context<'_>, question: &Question, hides_answers: bool) -> Option<Diagnostic> {
    let (node, kind) = question.kind.claim()?;
    if hides_answers && kind.about() == About::Search {
        return None;
    }
    let why = kind.unfillable(context, node)?;
    let called = context.game.called(node);
    let finding = Diagnostic::new(Code::UnfillableBlank, "nothing could fill this blank", question.span)
        .primary_label(format!("{why} {called}"))
        .help("take the blank away, or ask for something else");
    let finding = if context.kind(node) == Kind::Hidden { context.game.settings.note_depth(finding) } else { finding };
    Some(context.label_skip(finding, node))
}
