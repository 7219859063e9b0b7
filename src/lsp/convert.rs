//! Converts the results of `ide` to the types of the protocol.

use gen_lsp_types::{CompletionItemKind, FoldingRangeKind, Location, Position, Range, SymbolKind, Uri};
use serde_json::{Value, json};

use super::commands::{EXPLAIN, SHOW_ANSWER};
use super::position::Positions;
use crate::diagnostic::Edit;
use crate::ide::{
    self, Action, ActionKind, Completion, CompletionKind, Fold, FoldKind, Lens, LensAction, Symbol, TokenKind,
};
use crate::source::Span;

/// The completions at a place, best first.
pub(super) fn completions(completions: &[Completion], positions: &Positions<'_>) -> Value {
    let item = |(place, completion): (usize, &Completion)| {
        let kind = match completion.kind {
            CompletionKind::Keyword => CompletionItemKind::Keyword,
            CompletionKind::Setting => CompletionItemKind::EnumMember,
            CompletionKind::Lint => CompletionItemKind::Constant,
            CompletionKind::Quantity => CompletionItemKind::Property,
            CompletionKind::Name => CompletionItemKind::Variable,
            CompletionKind::Answer => CompletionItemKind::Value,
        };
        let mut item = json!({
            "label": completion.label,
            "kind": kind,
            "sortText": format!("{place:06}"),
            "textEdit": edit(&completion.edit, positions),
        });
        if !completion.detail.is_empty() {
            item["detail"] = json!(completion.detail);
        }
        item
    };
    completions.iter().enumerate().map(item).collect()
}

/// Symbols for clients that show only a list.
pub(super) fn listed_symbols(symbols: &[Symbol], uri: &Uri, positions: &Positions<'_>) -> Vec<Value> {
    let listed = |symbol: &Symbol| {
        let location = Location { uri: uri.clone(), range: positions.range(symbol.selection) };
        json!({ "name": symbol.name, "kind": symbol_kind(symbol.kind), "location": location })
    };
    symbols.iter().map(listed).collect()
}

/// Nests symbols in their parents. Below a certain depth all symbols are siblings: many JSON parsers accept no more
/// than 128 nested lists and objects, and no editor shows more.
pub(super) fn nested_symbols(symbols: Vec<Symbol>, positions: &Positions<'_>) -> Vec<Value> {
    const DEEPEST: usize = 50;
    let mut open: Vec<Vec<Value>> = vec![Vec::new()];
    let close = |open: &mut Vec<Vec<Value>>| {
        let children = open.pop().filter(|children| !children.is_empty());
        if let Some(above) = open.last_mut().and_then(|siblings| siblings.last_mut())
            && let Some(children) = children
        {
            above["children"] = Value::Array(children);
        }
    };
    for symbol in symbols {
        while open.len() > symbol.level.min(DEEPEST) + 1 {
            close(&mut open);
        }
        if let Some(siblings) = open.last_mut() {
            siblings.push(json!({
                "name": symbol.name,
                "detail": symbol.detail,
                "kind": symbol_kind(symbol.kind),
                "range": positions.range(symbol.span),
                "selectionRange": positions.range(symbol.selection),
            }));
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
pub(super) fn action(action: &Action, kind: &str, sent: &[Value], positions: &Positions<'_>) -> Value {
    let fixes = action.fixes.map(|(code, span)| (json!(code.id()), json!(positions.range(span))));
    let is_fixed = |finding: &&Value| {
        fixes.as_ref().is_some_and(|(code, range)| finding["code"] == *code && finding["range"] == *range)
    };
    let fixed: Vec<&Value> = sent.iter().filter(is_fixed).collect();
    let mut shown = json!({ "title": action.title, "kind": kind });
    if !fixed.is_empty() {
        shown["diagnostics"] = json!(fixed);
    }
    if action.preferred {
        shown["isPreferred"] = json!(true);
    }
    shown
}

const QUICK_FIX: &str = "quickfix";
const REWRITE: &str = "refactor.rewrite";
/// The kind of actions that fix everything, of any extension.
const ANY_FIX_ALL: &str = "source.fixAll";
/// The kind of the action that applies all safe fixes.
pub(super) const FIX_ALL: &str = "source.fixAll.gametree";
/// All kinds of actions.
pub(super) const ACTION_KINDS: [&str; 4] = [QUICK_FIX, REWRITE, ANY_FIX_ALL, FIX_ALL];

/// The kind of an action, for a client that asks for these kinds only. Some clients ask for the parent of [`FIX_ALL`],
/// and accept only that.
pub(super) fn action_kind(kind: ActionKind, only: Option<&[String]>) -> &'static str {
    let is_asked = |kind: &str| only.is_some_and(|only| only.iter().any(|only| only == kind));
    match kind {
        ActionKind::QuickFix => QUICK_FIX,
        ActionKind::Rewrite => REWRITE,
        ActionKind::FixAll if is_asked(ANY_FIX_ALL) && !is_asked(FIX_ALL) => ANY_FIX_ALL,
        ActionKind::FixAll => FIX_ALL,
    }
}

/// Whether a kind of actions is another one, or includes it: `refactor` includes `refactor.rewrite`.
pub(super) fn includes(kind: &str, other: &str) -> bool {
    kind.is_empty() || other.strip_prefix(kind).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The text above a tree, with the command that a click runs.
pub(super) fn lens(lens: &Lens, uri: &Uri, positions: &Positions<'_>) -> Value {
    let range = positions.range(lens.span);
    let (command, arguments) = match lens.action {
        LensAction::ShowAnswer => (SHOW_ANSWER, json!([uri, range.start])),
        LensAction::Explain(code) => (EXPLAIN, json!([code.id()])),
    };
    json!({ "range": range, "command": { "title": lens.title, "command": command, "arguments": arguments } })
}

/// The parts that are selected step by step, innermost first.
pub(super) fn selection(parts: &[Span], positions: &Positions<'_>) -> Value {
    let around = |parent: Option<Value>, part: &Span| {
        let mut selection = json!({ "range": positions.range(*part) });
        if let Some(parent) = parent {
            selection["parent"] = parent;
        }
        Some(selection)
    };
    json!(parts.iter().rev().fold(None, around))
}

/// A hint between two words, with space around it.
pub(super) fn hint(hint: &ide::InlayHint, text: &str, positions: &Positions<'_>) -> Value {
    let (before, after) = text.split_at(hint.offset as usize);
    let mut shown = json!({
        "position": positions.position(hint.offset),
        "label": hint.text,
        "paddingLeft": !before.ends_with(char::is_whitespace),
        "paddingRight": !after.starts_with(char::is_whitespace),
    });
    if let Some(tooltip) = &hint.tooltip {
        shown["tooltip"] = json!(tooltip);
    }
    shown
}

/// The types of words, by the names that editors have colours for.
pub(super) const TOKEN_TYPES: [&str; 10] =
    ["keyword", "enumMember", "class", "property", "variable", "string", "number", "macro", "operator", "comment"];
/// The modifiers of words.
pub(super) const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "documentation"];

/// Words with their types, each placed relative to the one before it: five numbers for each.
pub(super) fn tokens(tokens: &[ide::SemanticToken], positions: &Positions<'_>) -> Value {
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
        [delta_line, delta_start, positions.length(token.span), token_type, modifiers]
    };
    let data: Vec<u32> = tokens.iter().flat_map(token).collect();
    json!({ "data": data })
}

/// Changes of a text.
pub(super) fn edits(changes: &[Edit], positions: &Positions<'_>) -> Value {
    changes.iter().map(|change| edit(change, positions)).collect()
}

fn edit(change: &Edit, positions: &Positions<'_>) -> Value {
    json!({ "range": positions.range(change.span), "newText": change.text })
}

/// Changes of one text as changes of the workspace.
pub(super) fn workspace_edit(uri: &Uri, changes: &[Edit], positions: &Positions<'_>) -> Value {
    json!({ "changes": { uri.as_ref(): edits(changes, positions) } })
}

/// The parts of a text that can be folded.
pub(super) fn folds(folds: &[Fold], positions: &Positions<'_>) -> Value {
    let fold = |fold: &Fold| {
        let Range { start, end } = positions.range(fold.span);
        let kind = match fold.kind {
            FoldKind::Comment => FoldingRangeKind::Comment,
            FoldKind::Region => FoldingRangeKind::Region,
        };
        json!({ "startLine": start.line, "endLine": end.line, "kind": kind })
    };
    folds.iter().map(fold).collect()
}
