//! Converts the results of `ide` to the types of the protocol.

use std::borrow::Cow;
use std::collections::HashMap;

use gen_lsp_types::{
    BaseSymbolInformation, CodeAction, CodeActionContext, CodeActionKind, CodeLens, Command, CompletionItem,
    CompletionItemKind, Diagnostic, DocumentSymbol, FoldingRange, FoldingRangeKind, Hover, InlayHint, Location,
    MarkupContent, MarkupKind, Position, Range, SelectionRange, SemanticToken, SemanticTokens, SymbolInformation,
    SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::json;

use super::commands::{EXPLAIN, SHOW_ANSWER};
use super::position::Positions;
use crate::diagnostic::Edit;
use crate::ide::{
    self, Action, ActionKind, Completion, CompletionKind, Fold, FoldKind, Lens, LensAction, Symbol, TokenKind,
};
use crate::source::Span;

/// The hover text of a place.
pub(super) fn hover(kind: MarkupKind, value: String, span: Span, positions: &Positions<'_>) -> Hover {
    Hover { contents: MarkupContent { kind, value }.into(), range: Some(positions.range(span)) }
}

/// The completions at a place, best first.
pub(super) fn completions(completions: Vec<Completion>, positions: &Positions<'_>) -> Vec<CompletionItem> {
    let item = |(place, completion): (usize, Completion)| CompletionItem {
        label: completion.label,
        detail: Some(completion.detail).filter(|detail| !detail.is_empty()),
        kind: Some(match completion.kind {
            CompletionKind::Keyword => CompletionItemKind::Keyword,
            CompletionKind::Setting => CompletionItemKind::EnumMember,
            CompletionKind::Lint => CompletionItemKind::Constant,
            CompletionKind::Quantity => CompletionItemKind::Property,
            CompletionKind::Name => CompletionItemKind::Variable,
            CompletionKind::Answer => CompletionItemKind::Value,
        }),
        sort_text: Some(format!("{place:06}")),
        text_edit: Some(text_edit(&completion.edit, positions).into()),
        ..CompletionItem::default()
    };
    completions.into_iter().enumerate().map(item).collect()
}

/// Symbols for clients that show only a list.
pub(super) fn listed_symbols(symbols: Vec<Symbol>, uri: &Uri, positions: &Positions<'_>) -> Vec<SymbolInformation> {
    let listed = symbols.into_iter().map(|symbol| {
        let base = BaseSymbolInformation::new(symbol.name, symbol_kind(symbol.kind), None, None);
        let location = Location { uri: uri.clone(), range: positions.range(symbol.selection) };
        SymbolInformation::new(None, location, base)
    });
    listed.collect()
}

/// Nests symbols in their parents. Below a certain depth all symbols are siblings: many JSON parsers accept no more
/// than 128 nested lists and objects, and no editor shows more.
pub(super) fn nested_symbols(symbols: Vec<Symbol>, positions: &Positions<'_>) -> Vec<DocumentSymbol> {
    const DEEPEST: usize = 50;
    let mut open: Vec<Vec<DocumentSymbol>> = vec![Vec::new()];
    let close = |open: &mut Vec<Vec<DocumentSymbol>>| {
        let children = open.pop().unwrap_or_default();
        if let Some(above) = open.last_mut().and_then(|siblings| siblings.last_mut()) {
            above.children = (!children.is_empty()).then_some(children);
        }
    };
    for symbol in symbols {
        while open.len() > symbol.level.min(DEEPEST) + 1 {
            close(&mut open);
        }
        if let Some(siblings) = open.last_mut() {
            let (range, selection) = (positions.range(symbol.span), positions.range(symbol.selection));
            let (name, detail, kind) = (symbol.name, Some(symbol.detail), symbol_kind(symbol.kind));
            siblings.push(DocumentSymbol::new(name, detail, kind, None, None, range, selection, None));
        }
        if symbol.level < DEEPEST {
            open.push(Vec::new());
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

fn symbol_kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Tree => SymbolKind::Namespace,
        ide::SymbolKind::Node => SymbolKind::Struct,
        ide::SymbolKind::Leaf => SymbolKind::Number,
    }
}

/// An action without its edits. It names the findings that it fixes, if the client has sent them.
pub(super) fn action(action: &Action, context: &CodeActionContext, positions: &Positions<'_>) -> CodeAction {
    let fixes = action.fixes.map(|(code, span)| (Some(code.id().to_string().into()), positions.range(span)));
    let is_fixed = |finding: &&Diagnostic| fixes.as_ref() == Some(&(finding.code.clone(), finding.range));
    let fixed: Vec<Diagnostic> = context.diagnostics.iter().filter(is_fixed).cloned().collect();
    CodeAction {
        title: action.title.clone(),
        kind: Some(match action.kind {
            ActionKind::QuickFix => CodeActionKind::QuickFix,
            ActionKind::Rewrite => CodeActionKind::RefactorRewrite,
            ActionKind::FixAll => fix_all_kind(context),
        }),
        diagnostics: (!fixed.is_empty()).then_some(fixed),
        is_preferred: action.preferred.then_some(true),
        ..CodeAction::default()
    }
}

/// The kind of the action that applies all safe fixes.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::Custom(Cow::Borrowed("source.fixAll.gametree"));

/// The same kind, or its parent kind for clients that ask for the parent and accept only that.
fn fix_all_kind(context: &CodeActionContext) -> CodeActionKind {
    let is_asked = |kind: &CodeActionKind| context.only.as_ref().is_some_and(|only| only.contains(kind));
    let is_above = is_asked(&CodeActionKind::SourceFixAll) && !is_asked(&FIX_ALL);
    if is_above { CodeActionKind::SourceFixAll } else { FIX_ALL }
}

/// Whether a kind of actions is another one, or includes it: `refactor` includes `refactor.rewrite`.
pub(super) fn includes(kind: &CodeActionKind, other: &CodeActionKind) -> bool {
    let (kind, other) = (kind.to_string(), other.to_string());
    kind.is_empty() || other.strip_prefix(&kind).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The text above a tree, with the command that a click runs.
pub(super) fn lens(lens: Lens, uri: &Uri, positions: &Positions<'_>) -> CodeLens {
    let range = positions.range(lens.span);
    let (command, arguments) = match lens.action {
        LensAction::ShowAnswer => (SHOW_ANSWER, vec![json!(uri), json!(range.start)]),
        LensAction::Explain(code) => (EXPLAIN, vec![json!(code.id())]),
    };
    let command =
        Command { title: lens.title, tooltip: None, command: command.to_string(), arguments: Some(arguments) };
    CodeLens { range, command: Some(command), data: None }
}

/// The parts that are selected step by step, innermost first.
pub(super) fn selection(parts: &[Span], positions: &Positions<'_>) -> SelectionRange {
    let around = |parent: Option<Box<SelectionRange>>, part: &Span| {
        Some(Box::new(SelectionRange { range: positions.range(*part), parent }))
    };
    parts.iter().rev().fold(None, around).map(|innermost| *innermost).unwrap_or_default()
}

/// A hint between two words, with space around it.
pub(super) fn hint(hint: ide::InlayHint, text: &str, positions: &Positions<'_>) -> InlayHint {
    let (before, after) = text.split_at(hint.offset as usize);
    InlayHint {
        position: positions.position(hint.offset),
        label: hint.text.into(),
        kind: None,
        text_edits: None,
        tooltip: hint.tooltip.map(Into::into),
        padding_left: Some(!before.ends_with(char::is_whitespace)),
        padding_right: Some(!after.starts_with(char::is_whitespace)),
        data: None,
    }
}

/// The types of words, by the names that editors have colours for.
pub(super) const TOKEN_TYPES: [&str; 10] =
    ["keyword", "enumMember", "class", "property", "variable", "string", "number", "macro", "operator", "comment"];
/// The modifiers of words.
pub(super) const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "documentation"];

/// Words with their types, each placed relative to the one before it.
pub(super) fn tokens(tokens: &[ide::SemanticToken], positions: &Positions<'_>) -> SemanticTokens {
    let mut last = Position { line: 0, character: 0 };
    let token = |token: &ide::SemanticToken| {
        let start = positions.position(token.span.start);
        let delta_line = start.line - last.line;
        let delta_start = if delta_line == 0 { start.character - last.character } else { start.character };
        last = start;
        let token_type = match token.kind {
            TokenKind::Keyword => 0,
            TokenKind::Value => 1,
            TokenKind::Node => 2,
            TokenKind::Move => 3,
            TokenKind::Unknown => 4,
            TokenKind::Text => 5,
            TokenKind::Number => 6,
            TokenKind::Blank => 7,
            TokenKind::Operator => 8,
            TokenKind::Question | TokenKind::Comment => 9,
        };
        let modifiers = u32::from(token.is_definition) | u32::from(token.kind == TokenKind::Question) << 1;
        let length = positions.length(token.span);
        SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset: modifiers }
    };
    SemanticTokens { result_id: None, data: tokens.iter().map(token).collect() }
}

/// Changes of a text.
pub(super) fn edits(changes: &[Edit], positions: &Positions<'_>) -> Vec<TextEdit> {
    changes.iter().map(|change| text_edit(change, positions)).collect()
}

fn text_edit(change: &Edit, positions: &Positions<'_>) -> TextEdit {
    TextEdit { range: positions.range(change.span), new_text: change.text.clone() }
}

/// Changes of one text as changes of the workspace.
pub(super) fn workspace_edit(uri: Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some(HashMap::from([(uri, edits)])), ..WorkspaceEdit::default() }
}

/// The parts of a text that can be folded.
pub(super) fn folds(folds: &[Fold], positions: &Positions<'_>) -> Vec<FoldingRange> {
    let fold = |fold: &Fold| {
        let Range { start, end } = positions.range(fold.span);
        let kind = match fold.kind {
            FoldKind::Comment => FoldingRangeKind::Comment,
            FoldKind::Region => FoldingRangeKind::Region,
        };
        FoldingRange { start_line: start.line, end_line: end.line, kind: Some(kind), ..FoldingRange::default() }
    };
    folds.iter().map(fold).collect()
}
