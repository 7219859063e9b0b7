//! The requests that the server answers.

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{
    DocumentHighlightKind, ErrorCodes, Location, MarkupKind, Position, TextDocumentIdentifier, TextDocumentSyncKind,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::message::{BUG, REQUEST_FAILED, read, rpc_error};
use super::open::OpenText;
use super::options::{Abilities, Options};
use super::params::{OfDiagnostics, OfPlace, OfPlaces, OfRange, OfReferences, OfRename, OfSymbols, OfText};
use super::state::ServerState;
use super::{actions, commands, convert, findings, position, reports, workspace};
use crate::format::FormatError;
use crate::ide::{self, Reference};
use crate::source::Span;

/// The capabilities that the server reports to a client.
pub(super) fn capabilities(client: Abilities) -> Value {
    let mut capabilities = json!({
        "positionEncoding": position::kind(client.encoding),
        "textDocumentSync": { "openClose": true, "change": TextDocumentSyncKind::Incremental },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": [" ", "=", "?"] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "codeLensProvider": {},
        "executeCommandProvider": { "commands": commands::ALL },
        "inlayHintProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": convert::TOKEN_TYPES, "tokenModifiers": convert::TOKEN_MODIFIERS },
            "full": true,
            "range": true,
        },
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
    });
    // The rest is only for clients that support it.
    if client.prepares_renames {
        capabilities["renameProvider"] = json!({ "prepareProvider": true });
    }
    if client.actions {
        capabilities["codeActionProvider"] =
            json!({ "codeActionKinds": convert::ACTION_KINDS, "resolveProvider": client.resolves_actions });
    }
    if client.pulls_diagnostics {
        capabilities["diagnosticProvider"] = json!({ "interFileDependencies": false, "workspaceDiagnostics": true });
    }
    capabilities
}

/// Answers a request.
pub(super) fn answer(state: &ServerState, method: &str, params: Value) -> Result<Value, Error> {
    match method {
        "textDocument/diagnostic" => on(state, params, diagnostics),
        "workspace/diagnostic" => on(state, params, workspace_diagnostics),
        "textDocument/hover" => on(state, params, hover),
        "textDocument/completion" => on(state, params, completions),
        "textDocument/definition" => on(state, params, definition),
        "textDocument/references" => on(state, params, references),
        "textDocument/documentHighlight" => on(state, params, highlights),
        "textDocument/prepareRename" => on(state, params, prepare_rename),
        "textDocument/rename" => on(state, params, rename),
        "textDocument/documentSymbol" => on(state, params, symbols),
        "workspace/symbol" => on(state, params, workspace_symbols),
        "textDocument/foldingRange" => on(state, params, folds),
        "textDocument/selectionRange" => on(state, params, selections),
        "textDocument/codeAction" => on(state, params, actions::offered),
        "codeAction/resolve" => on(state, params, actions::resolved),
        "textDocument/codeLens" => on(state, params, lenses),
        "workspace/executeCommand" => on(state, params, commands::run),
        "textDocument/inlayHint" => on(state, params, hints),
        "textDocument/semanticTokens/full" => on(state, params, tokens),
        "textDocument/semanticTokens/range" => on(state, params, tokens_of_range),
        "textDocument/formatting" => on(state, params, format),
        "textDocument/rangeFormatting" => on(state, params, format_range),
        _ => Err(rpc_error(ErrorCodes::MethodNotFound, format!("gametree knows no `{method}`"))),
    }
}

/// Reads the parameters of a request, and answers it.
fn on<P: DeserializeOwned>(
    state: &ServerState,
    params: Value,
    answer: fn(&ServerState, &P) -> Result<Value, Error>,
) -> Result<Value, Error> {
    answer(state, &read(params)?)
}

/// An open text, and the offset of a position in it.
fn place<'a>(
    state: &'a ServerState,
    text: &TextDocumentIdentifier,
    position: Position,
) -> Result<(&'a OpenText, u32), Error> {
    let open = state.requested(text)?;
    Ok((open, open.positions().offset(position)))
}

fn hover(state: &ServerState, params: &OfPlace) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let hover = ide::hover(open.document(), offset, state.options.shown());
    let shown = |ide::Hover { markdown, span }| {
        let plain = state.abilities.plain_hovers.then(|| state.host.plain(&markdown)).flatten();
        let (kind, text) = match plain {
            Some(plain) => (MarkupKind::PlainText, plain),
            None => (MarkupKind::Markdown, markdown),
        };
        json!({ "contents": { "kind": kind, "value": text }, "range": open.positions().range(span) })
    };
    Ok(hover.map_or(Value::Null, shown))
}

fn completions(state: &ServerState, params: &OfPlace) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let completions = ide::completions(open.document(), offset, state.options.shown());
    Ok(convert::completions(&completions, &open.positions()))
}

fn definition(state: &ServerState, params: &OfPlace) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let span = ide::definition(open.document(), offset);
    let location = |span| Location { uri: params.text_document.uri.clone(), range: open.positions().range(span) };
    Ok(json!(span.map(location)))
}

fn references(state: &ServerState, params: &OfReferences) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let positions = open.positions();
    let mut references = ide::references(open.document(), offset);
    references.retain(|reference| params.context.include_declaration || !reference.is_definition);
    let location = |reference: &Reference| {
        json!(Location { uri: params.text_document.uri.clone(), range: positions.range(reference.span) })
    };
    Ok(references.iter().map(location).collect())
}

fn highlights(state: &ServerState, params: &OfPlace) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let positions = open.positions();
    let highlight = |reference: &Reference| {
        let kind = if reference.is_definition { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
        json!({ "range": positions.range(reference.span), "kind": kind })
    };
    Ok(ide::references(open.document(), offset).iter().map(highlight).collect())
}

fn prepare_rename(state: &ServerState, params: &OfPlace) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let span = ide::prepare_rename(open.document(), offset).map_err(|reason| rpc_error(REQUEST_FAILED, reason))?;
    Ok(json!(open.positions().range(span)))
}

fn rename(state: &ServerState, params: &OfRename) -> Result<Value, Error> {
    let (open, offset) = place(state, &params.text_document, params.position)?;
    let edits = ide::rename(open.document(), offset, &params.new_name);
    let edits = edits.map_err(|reason| rpc_error(REQUEST_FAILED, reason))?;
    Ok(convert::workspace_edit(&params.text_document.uri, &edits, &open.positions()))
}

fn diagnostics(state: &ServerState, params: &OfText) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    Ok(json!({ "kind": "full", "items": findings::of_text(open, &params.text_document.uri, state) }))
}

fn workspace_diagnostics(state: &ServerState, params: &OfDiagnostics) -> Result<Value, Error> {
    Ok(json!({ "items": reports::of_workspace(state, &params.previous_result_ids) }))
}

fn symbols(state: &ServerState, params: &OfText) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let symbols = ide::symbols(open.document());
    Ok(Value::Array(if state.abilities.nested_symbols {
        convert::nested_symbols(symbols, &positions)
    } else {
        convert::listed_symbols(&symbols, &params.text_document.uri, &positions)
    }))
}

fn workspace_symbols(state: &ServerState, params: &OfSymbols) -> Result<Value, Error> {
    Ok(Value::Array(workspace::symbols(state, &params.query)))
}

fn folds(state: &ServerState, params: &OfText) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    Ok(convert::folds(&ide::folds(open.document()), &open.positions()))
}

fn selections(state: &ServerState, params: &OfPlaces) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let offsets: Vec<u32> = params.positions.iter().map(|position| positions.offset(*position)).collect();
    let selections = ide::selections(open.document(), &offsets);
    Ok(selections.iter().map(|parts| convert::selection(parts, &positions)).collect())
}

fn lenses(state: &ServerState, params: &OfText) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let lenses = ide::lenses(open.document(), state.options.shown());
    Ok(lenses.iter().map(|lens| convert::lens(lens, &params.text_document.uri, &positions)).collect())
}

fn hints(state: &ServerState, params: &OfRange) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let Options { hints, .. } = state.options;
    let shown = state.options.shown();
    let hints = ide::inlay_hints(open.document(), positions.span(params.range), hints.into(), shown);
    Ok(hints.iter().map(|hint| convert::hint(hint, open.document().text(), &positions)).collect())
}

fn tokens(state: &ServerState, params: &OfText) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let all = ide::semantic_tokens(open.document(), Span::new(0, u32::MAX));
    Ok(convert::tokens(&all, &open.positions()))
}

fn tokens_of_range(state: &ServerState, params: &OfRange) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let some = ide::semantic_tokens(open.document(), positions.span(params.range));
    Ok(convert::tokens(&some, &positions))
}

fn format(state: &ServerState, params: &OfText) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let changes = ide::format(open.document(), state.options.width).map_err(|error| unformatted(&error))?;
    Ok(convert::edits(&changes, &open.positions()))
}

fn format_range(state: &ServerState, params: &OfRange) -> Result<Value, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let changes = ide::format_range(open.document(), positions.span(params.range), state.options.width);
    Ok(convert::edits(&changes.map_err(|error| unformatted(&error))?, &positions))
}

fn unformatted(error: &FormatError) -> Error {
    match error {
        FormatError::Changed => rpc_error(ErrorCodes::InternalError, BUG),
        reason => rpc_error(REQUEST_FAILED, reason.to_string()),
    }
}
