//! W0506, E0229, E0216, and trees that cannot be searched: findings about what cannot be decided.

use crate::diagnostic::{Code, Diagnostic};
use crate::explain::{Context, quoted};
use crate::model::{ResolvedTree, clipped};
use crate::number::Fault;
use crate::search::{SearchError, SolveError, SymbolicError};
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// W0506: a claim that depends on unknown leaves and can be neither proved nor refuted.
pub(super) fn claim(context: &Context<'_>, span: Span, error: SolveError) -> Diagnostic {
    let message = format!("this is not decided: {}", why_unsolvable(context.game, error));
    let finding = Diagnostic::new(Code::OpenClaim, message, span).primary_label("neither proved nor refuted");
    let finding = match context.search.first_open() {
        Some(leaf) => finding.label(context.game.head(leaf), "not known"),
        None => finding,
    };
    finding.help(way_out(error))
}

/// E0229: the values of the unknowns for which the claims hold cannot be worked out.
pub(super) fn unsolvable(game: &ResolvedTree<'_>, error: SolveError, span: Span) -> Diagnostic {
    let message = format!("for which values the claims hold cannot be worked out: {}", why_unsolvable(game, error));
    Diagnostic::new(Code::Unsolvable, message, span).primary_label("neither proved nor refuted").help(way_out(error))
}

/// Why the values of the unknown leaves for which claims hold cannot be worked out.
pub fn why_unsolvable(game: &ResolvedTree<'_>, error: SolveError) -> String {
    match error {
        SolveError::BlankLeaf => error.to_string(),
        SolveError::SymbolicError(error) => error.to_string(),
        SolveError::SearchError(error) => explain_search_error(game, error).message,
    }
}

fn way_out(error: SolveError) -> &'static str {
    match error {
        SolveError::BlankLeaf => "fill in every blank leaf",
        SolveError::SymbolicError(SymbolicError::TooMany | SymbolicError::Mixed) => {
            "give all unknown leaves but one a value, or write `...` out"
        }
        SolveError::SymbolicError(SymbolicError::TooManyWays) => {
            "make the tree smaller, or give the unknown leaf a value"
        }
        _ => "use shorter numbers, or give the unknown leaves values",
    }
}

/// E0216: a claimed count that depends on what `...` hides.
pub(super) fn uncountable(context: &Context<'_>, span: Span, elision: NodeId) -> Diagnostic {
    let claimed = quoted(span.of(context.game.text));
    Diagnostic::new(Code::UncountableElision, format!("{claimed} would have to count inside of `...`"), span)
        .label(context.game.head(elision), "what is here, nobody knows")
        .help("write the subtree out, or do not count")
}

/// Why a tree cannot be searched: a static evaluation is missing, or an expectation has no exact value.
pub fn explain_search_error(game: &ResolvedTree<'_>, error: SearchError) -> Diagnostic {
    let (SearchError::NoEvaluation(node) | SearchError::Fault(node, _)) = error;
    let message = error.in_words(&game.called(node));
    match error {
        SearchError::NoEvaluation(_) => {
            let finding = Diagnostic::new(Code::MissingEvaluation, message, game.head(node));
            let head = game.head(node).of(game.text);
            let player = game.nodes().kind(node).name().to_lowercase();
            let head = if head == "{" { player } else { clipped(head) };
            game.settings.note_depth(
                finding
                    .primary_label("at the depth limit")
                    .help(format!("write its static evaluation in its head, for example `{head} eval 3 {{ … }}`")),
            )
        }
        SearchError::Fault(_, Fault::OpposedInfinities) => {
            Diagnostic::new(Code::OpposedInfinities, message, game.head(node))
                .note("a mean of both has no value")
                .help("give the leaves below it finite values")
        }
        SearchError::Fault(_, Fault::TooLong) => Diagnostic::new(Code::InexactExpectation, message, game.head(node))
            .note("a rounded answer would be no answer")
            .help("use fewer different denominators, or shorter numbers"),
    }
}
