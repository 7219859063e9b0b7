//! E0308, E0310 and E0311: what the search counts, in which order it goes, and how few leaves would do.

use super::context::CheckContext;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, counted, ordinal};
use crate::judge;
use crate::model::{Pattern, Quantity, clipped};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn wrong(context: &CheckContext<'_>, operand: Span, quantity: Quantity) -> Diagnostic {
    let (Some(actual), Some(counts)) = (judge::count(context.search, quantity), context.search.counts()) else {
        unreachable!("an open count does not fail");
    };
    let claimed = clipped(operand.of(context.game.text));
    let (what, verb) = match quantity {
        Quantity::Leaves => (counted(actual, "leaf is", "leaves are"), "evaluated"),
        Quantity::Nodes => (counted(actual, "node or leaf is", "nodes and leaves are"), "entered"),
        Quantity::Cutoffs => (counted(actual, "cutoff happens", "cutoffs happen"), ""),
        Quantity::Pruned => (counted(actual, "leaf is", "leaves are"), "skipped by a cutoff"),
        Quantity::Branches => (counted(actual, "subtree or leaf is", "subtrees and leaves are"), "skipped by a cutoff"),
    };
    let message = format!("{}, not {claimed}", [what.as_str(), verb].join(" ").trim_end());
    let finding = Diagnostic::new(Code::WrongCount, message, operand).primary_label("expected here");
    let finding = label_cutoffs(context, finding);
    let finding = match quantity {
        Quantity::Leaves if counts.cutoffs == 0 => finding.note("no cutoff happens: every leaf is evaluated"),
        Quantity::Leaves => finding.note(format!(
            "{} skipped by {}",
            counted(counts.pruned.unwrap_or_default(), "leaf is", "leaves are"),
            counted(counts.cutoffs, "cutoff", "cutoffs")
        )),
        Quantity::Branches | Quantity::Pruned => {
            finding.note("`branches` counts each skipped subtree once, `pruned` every leaf in it")
        }
        Quantity::Cutoffs => finding.note("a cutoff counts where it leaves at least one child unsearched"),
        Quantity::Nodes => finding.note("`nodes` counts interior nodes and leaves, the root among them"),
    };
    let title = format!("write `{} = {actual}`", quantity.name());
    let Some((other, word)) = meant(context, operand, quantity) else {
        return finding.safe_fix(title, operand, actual.to_string());
    };
    let renamed = Fix {
        title: format!("write `{} = {claimed}`", other.name()),
        edits: vec![Edit::new(word, other.name())],
        safe: false,
    };
    finding
        .note(format!("{claimed} would be right for `{}`", other.name()))
        .fix(title, operand, actual.to_string())
        .or_help(&renamed.title)
        .or_with_fix(renamed)
}

/// A quantity that is easily confused with this one and for which the claimed number is right, with the place of the
/// word to replace.
fn meant(context: &CheckContext<'_>, operand: Span, quantity: Quantity) -> Option<(Quantity, Span)> {
    let other = match quantity {
        Quantity::Pruned => Quantity::Branches,
        Quantity::Branches | Quantity::Cutoffs => Quantity::Pruned,
        Quantity::Leaves | Quantity::Nodes => return None,
    };
    let claimed = operand.of(context.game.text).parse::<Number>().ok()?;
    let expectation = context.game.tree.expectations.iter().find(|expectation| expectation.span.contains(operand))?;
    let is_right = judge::count(context.search, other).map(judge::whole) == Some(claimed);
    is_right.then_some((other, expectation.subject.span))
}

/// Points at the first few cutoffs.
fn label_cutoffs(context: &CheckContext<'_>, finding: Diagnostic) -> Diagnostic {
    const MOST: usize = 4;
    let shown = context.search.cutoffs().iter().take(MOST);
    shown.fold(finding, |finding, cutoff| {
        let called = context.game.called(cutoff.node);
        finding.label(context.game.head(cutoff.refutation), format!("a cutoff: the rest of {called} is skipped"))
    })
}

pub(super) fn wrong_fewest(context: &CheckContext<'_>, operand: Span) -> Diagnostic {
    let Some(actual) = context.search.fewest_leaves() else {
        unreachable!("an open count does not fail");
    };
    let claimed = clipped(operand.of(context.game.text));
    let message = format!("under the best order {} evaluated, not {claimed}", counted(actual, "leaf is", "leaves are"));
    Diagnostic::new(Code::WrongFewest, message, operand)
        .primary_label("expected here")
        .note("this is the critical tree (Knuth and Moore 1975): at each node the children come in the order that cuts most, with `cut alpha >= beta`, deep cutoffs and the full window")
        .safe_fix(format!("write `fewest = {actual}`"), operand, actual.to_string())
}

pub(super) fn wrong_sequence(
    context: &CheckContext<'_>,
    operand: Span,
    items: &[Pattern],
    leaves_only: bool,
) -> Diagnostic {
    let actual = if leaves_only { context.search.leaf_sequence() } else { context.search.sequence() };
    let verb = if leaves_only { "evaluates" } else { "enters" };
    let differs =
        |(item, node): (&Pattern, &NodeId)| judge::matches(context.game, context.search, item, *node) == Some(false);
    let first = items.iter().zip(actual).position(differs).unwrap_or(items.len().min(actual.len()));
    let place = ordinal(first + 1);
    let finding = match (items.get(first), actual.get(first)) {
        (Some(item), Some(node)) => {
            let written = clipped(item.term.span.of(context.game.text));
            let message =
                format!("the {place} that the search {verb} is {}, not {written}", context.game.called(*node));
            Diagnostic::new(Code::WrongSequence, message, item.term.span)
                .primary_label("the list goes wrong here")
                .label(context.game.head(*node), format!("the search {verb} this"))
        }
        (Some(item), None) => {
            let noun = if leaves_only { "leaves" } else { "nodes and leaves" };
            let message = format!("the list is too long: the search {verb} only {} {noun}", actual.len());
            Diagnostic::new(Code::WrongSequence, message, item.term.span).primary_label("the search ends before this")
        }
        (None, Some(node)) => {
            let message = format!("the list ends, but the search goes on with {}", context.game.called(*node));
            Diagnostic::new(Code::WrongSequence, message, operand)
                .primary_label("ends too early")
                .label(context.game.head(*node), format!("the search {verb} this next"))
        }
        (None, None) => unreachable!("a list that is right does not fail"),
    };
    let finding = match items.get(first).and_then(|item| item_node(context, item)) {
        Some(node) if !context.search.entered(node) => context.label_skip(finding, node),
        _ => finding,
    };
    let by_value = leaves_only && items.iter().all(|item| item.value.is_some());
    propose(context, finding, operand, actual, by_value)
}

/// The node that a list item means. A number means the leaf with that value, if there is only one.
fn item_node(context: &CheckContext<'_>, item: &Pattern) -> Option<NodeId> {
    match item.value {
        Some(value) => context.leaf_worth(value),
        None => context.game.item_meant(item.term),
    }
}

/// Proposes the whole list: leaves by their values where the claim lists values, else everything by its name.
fn propose(
    context: &CheckContext<'_>,
    finding: Diagnostic,
    operand: Span,
    actual: &[NodeId],
    by_value: bool,
) -> Diagnostic {
    const LONGEST: usize = 60;
    let written = |node: &NodeId| match context.kind(*node) {
        Kind::Value if by_value => Some(context.search.view().number(*node).to_string()),
        _ => context.game.written_name(*node),
    };
    let names: Option<Vec<String>> = actual.iter().take(LONGEST + 1).map(written).collect();
    match names {
        None => finding.help("some nodes have no name or label to list them by: name them, `min B { … }`"),
        Some(names) if names.len() > LONGEST => finding,
        Some(names) => finding.safe_fix(format!("write `{}`", names.join(" ")), operand, names.join(" ")),
    }
}
