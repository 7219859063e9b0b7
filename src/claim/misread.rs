//! Expectations that cannot be read, and what their authors may have meant.

use super::reader::{Reader, list_span};
use super::{ClaimKind, Takes, is_claimed};
use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, either, removal, similar};
use crate::edit::add_claims;
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Expectation, Form, Kind, NodeId, Term, TermKind};

/// Why an expectation without a blank cannot be read.
pub(super) fn unreadable(game: &ResolvedTree<'_>, expectation: &Expectation) -> ResolveError {
    let subject = expectation.subject;
    let written = subject.span.of(game.text);
    if subject.kind == TermKind::Unknown {
        return misshapen(expectation, "what an unknown may be is written with `in`", "expect x in (5, 7]");
    }
    if let Some(kind) = ClaimKind::from_word(written).next() {
        return wrong_form(game, expectation, kind);
    }
    if game.unknown_called(&normal(written)).is_some() {
        return misshapen(
            expectation,
            "what an unknown may be is written with `in` and a set",
            &format!("expect {} in (5, 7]", clipped(written)),
        );
    }
    match &expectation.form {
        Form::List(terms) if game.find(written).is_ok() => list_without_word(game, expectation, terms).into(),
        _ => claim_instead(game, expectation)
            .unwrap_or_else(|| unknown_word("expect", written, subject.span, &ClaimKind::words())),
    }
}

/// Reports unknowns whose name is also a word after `expect`: `expect value in …` would have two meanings.
pub(super) fn check_unknowns(game: &ResolvedTree<'_>, findings: &mut Findings) {
    for leaf in game.nodes().of_kind(Kind::Unknown) {
        let name = game.unknown(leaf).trim_start_matches('?');
        if ClaimKind::is_word(name) {
            let message = format!("an unknown cannot be called `{name}`");
            findings.error(Code::UnknownNamedLikeQuantity, || {
                Diagnostic::new(Code::UnknownNamedLikeQuantity, message, game.head(leaf))
                    .note(format!("`expect {name} …` speaks of the search"))
                    .help("choose another name, such as `?x`")
            });
        }
    }
}

/// Reports `expect b1 c2`: a list of nodes without a word that says what it lists.
fn list_without_word(game: &ResolvedTree<'_>, expectation: &Expectation, rest: &[Term]) -> Diagnostic {
    let terms: Vec<Term> = [&[expectation.subject], rest].concat();
    let list = clipped(list_span(&terms).of(game.text));
    let suggestion = |kind: ClaimKind, meaning: &str| {
        let is_readable = kind.read(&mut Reader::new(game), NodeId::ROOT, &terms).is_ok();
        let word = kind.word().unwrap_or_default();
        is_readable.then(|| format!("`expect {word} {list}` for {meaning}"))
    };
    let suggestions = [
        suggestion(ClaimKind::Line, "the best moves"),
        suggestion(ClaimKind::Visits, "the leaves that the search evaluates"),
        suggestion(ClaimKind::Enters, "everything that the search enters"),
    ];
    let suggestions: Vec<String> = suggestions.into_iter().flatten().collect();
    let message = "a word is missing before this list";
    let finding = Diagnostic::new(Code::UnknownQuantity, message, expectation.subject.span);
    if suggestions.is_empty() { finding } else { finding.help(format!("write {}", either(&suggestions))) }
}

/// Reports an expectation in a form that its word does not take.
fn wrong_form(game: &ResolvedTree<'_>, expectation: &Expectation, kind: ClaimKind) -> ResolveError {
    let Some(takes) = kind.takes() else { unreachable!("the word of the kind follows `expect`") };
    let word = kind.word().unwrap_or_default();
    let finding = |message: &str| Diagnostic::new(Code::MisshapenExpectation, message, expectation.span);
    match (takes, &expectation.form) {
        (Takes::Moves | Takes::Leaves | Takes::Nodes, Form::Equal(term) | Form::Near(term)) => {
            let written = clipped(term.span.of(game.text));
            let finding = finding(&format!("`expect {word}` takes no `=` or `~`"));
            let is_move = || game.resolve_move(NodeId::ROOT, *term).is_ok();
            let sign = Span::new(expectation.subject.span.end, term.span.start);
            match takes != Takes::Moves || is_move() {
                true => finding.fix(format!("write `expect {word} {written}`"), sign, " "),
                false => finding.help(format!("write labels or names without a sign: `expect {word} a1`")),
            }
            .into()
        }
        (_, Form::List(terms)) => match terms[..] {
            [verb, value] if verb.kind == TermKind::Name && game.number(value).is_some() => {
                let (verb, written) = (verb.span, clipped(value.span.of(game.text)));
                finding(&format!("`{}` is not a sign: write `=` before the number", clipped(verb.of(game.text))))
                    .fix(format!("write `expect {word} = {written}`"), verb, "=")
                    .into()
            }
            _ => marks_instead(game, expectation, kind, terms).unwrap_or_else(|| {
                finding(&format!("`expect {word}` takes `=` and a number"))
                    .help(format!("write, for example, `expect {word} = 3`"))
                    .into()
            }),
        },
        _ => finding(&format!("`expect {word}` takes `=` and a whole number"))
            .help(format!("write, for example, `expect {word} = 3`"))
            .into(),
    }
}

/// Reports expectations without a sign, such as `expect leaves 3`, in one finding for the tree.
pub(super) fn report_missing_signs(game: &ResolvedTree<'_>, findings: &mut Findings) {
    let expectations = game.tree.expectations.iter();
    let mut lacking = expectations.filter_map(|other| Some((other, value_without_sign(game, other)?))).peekable();
    let Some((expectation, value)) = lacking.peek().copied() else { return };
    findings.error(Code::MisshapenExpectation, || {
        let word = expectation.subject.span.of(game.text);
        let written = clipped(value.span.of(game.text));
        let edits: Vec<Edit> = lacking.map(|(_, value)| Edit::new(Span::empty(value.span.start), "= ")).collect();
        let others = if edits.len() > 1 { "; write `=` in the other expectations, too" } else { "" };
        let title = format!("write `expect {word} = {written}`{others}");
        let message = format!("`=` is missing between `{word}` and `{written}`");
        let finding = Diagnostic::new(Code::MisshapenExpectation, message, expectation.span);
        finding.with_fix(Fix { title, edits, safe: false })
    });
}

/// The number directly after a word that takes `=` and a number.
pub(super) fn value_without_sign(game: &ResolvedTree<'_>, expectation: &Expectation) -> Option<Term> {
    let Form::List(terms) = &expectation.form else { return None };
    let [value] = terms[..] else { return None };
    let kind = ClaimKind::from_word(expectation.subject.span.of(game.text)).next()?;
    (kind.takes() == Some(Takes::Number) && game.number(value).is_some()).then_some(value)
}

/// Reports `expect pruned c2`: pruned leaves are marked in the tree instead.
fn marks_instead(
    game: &ResolvedTree<'_>,
    expectation: &Expectation,
    kind: ClaimKind,
    items: &[Term],
) -> Option<ResolveError> {
    if kind != ClaimKind::PrunedLeaves {
        return None;
    }
    let mut meant: Vec<NodeId> = items.iter().map(|item| game.find_item(*item)).collect::<Option<_>>()?;
    meant.sort_unstable();
    meant.dedup();
    meant.retain(|node| !is_claimed(game, *node, ClaimKind::Pruned));
    let mut edits: Vec<Edit> = meant.iter().map(|node| add_claims(game, *node, "pruned")).collect();
    edits.push(removal(game.text, expectation.span));
    edits.sort_by_key(|edit| edit.span);
    let first = clipped(items[0].span.of(game.text));
    let message = "pruned leaves are marked in the tree, not listed";
    let title = format!(
        "mark {first}{} `pruned` in the tree, and delete this line",
        if items.len() > 1 { " and the others" } else { "" }
    );
    let finding = Diagnostic::new(Code::MisshapenExpectation, message, expectation.span)
        .note("`expect pruned = 2` says how many leaves are pruned");
    Some(finding.with_fix(Fix { title, edits, safe: false }).into())
}

/// Reports `expect B = 3`: claims about a node go in its head.
fn claim_instead(game: &ResolvedTree<'_>, expectation: &Expectation) -> Option<ResolveError> {
    let (Form::Equal(term) | Form::Near(term)) = &expectation.form else { return None };
    let subject = expectation.subject.span;
    let node = game.find(&game.name_at(subject)).ok()?;
    let end = expectation.worth.map_or(term.span.end, |worth| worth.span.end);
    let claim = Span::new(subject.end, end).of(game.text).trim();
    let called = clipped(subject.of(game.text));
    let message = format!("`expect` is about the whole tree, not about `{called}`");
    let finding = Diagnostic::new(Code::UnknownQuantity, message, subject);
    let has_value = [ClaimKind::Exact, ClaimKind::Near].iter().any(|kind| is_claimed(game, node, *kind));
    if game.nodes().is_leaf(node) || has_value {
        return Some(
            finding
                .label(game.head(node), format!("`{called}` is here"))
                .help("write the claim in the head of the node, before its brace")
                .into(),
        );
    }
    let head = clipped(game.head(node).of(game.text));
    let title = format!("claim it in the head of the node: `{head} {}`", clipped(claim));
    let line = Span::new(expectation.span.start, end);
    let edits = vec![add_claims(game, node, claim), removal(game.text, line)];
    Some(finding.with_fix(Fix { title, edits, safe: false }).into())
}

pub(super) fn misshapen(expectation: &Expectation, message: &str, example: &str) -> ResolveError {
    Diagnostic::new(Code::MisshapenExpectation, message, expectation.span)
        .help(format!("write, for example, `{example}`"))
        .into()
}

/// Words that authors may write after `expect`, each with the word that the language has for it.
const SYNONYMS: &[(&str, &str)] = &[
    ("evaluated", "leaves"),
    ("visited", "leaves"),
    ("examined", "leaves"),
    ("entered", "nodes"),
    ("explored", "nodes"),
    ("expanded", "nodes"),
    ("score", "value"),
    ("utility", "value"),
    ("result", "value"),
    ("minimax", "value"),
    ("root", "value"),
    ("cuts", "cutoffs"),
    ("cutoff", "cutoffs"),
    ("skipped", "pruned"),
    ("move", "plays"),
    ("best", "plays"),
    ("action", "plays"),
    ("pv", "line"),
    ("path", "line"),
    ("sequence", "visits"),
];

pub(super) fn unknown_word(verb: &str, word: &str, span: Span, known: &[&'static str]) -> ResolveError {
    let finding = |message: String| Diagnostic::new(Code::UnknownQuantity, message, span);
    let shown = clipped(word);
    let small = word.to_lowercase();
    let synonym = SYNONYMS.iter().find(|(other, meant)| *other == small && known.contains(meant));
    if let Some((_, meant)) = synonym {
        return finding(format!("`{shown}` is called `{meant}` here"))
            .fix(format!("write `{meant}`"), span, *meant)
            .into();
    }
    let finding = finding(format!("`{shown}` is not something to {verb}"));
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let finding = match similar(word, known.iter().copied()) {
        Some(meant) => finding.suggest(span, word, meant),
        None => finding.help(format!("write {}", either(&quoted))),
    };
    finding.into()
}
