//! The requests that the server answers.

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{
    CodeActionKind, CodeActionRequest, CodeActionResolveRequest, CodeLens, CodeLensParams, CodeLensRequest,
    CompletionParams, CompletionRequest, CompletionResponse, Definition, DefinitionParams, DefinitionRequest,
    DefinitionResponse, DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticRequest,
    DocumentFormattingParams, DocumentFormattingRequest, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, DocumentHighlightRequest, DocumentRangeFormattingParams, DocumentRangeFormattingRequest,
    DocumentSymbolParams, DocumentSymbolRequest, DocumentSymbolResponse, ErrorCodes, ExecuteCommandRequest,
    FoldingRange, FoldingRangeParams, FoldingRangeRequest, FullDocumentDiagnosticReport, Hover, HoverParams,
    HoverRequest, InlayHint, InlayHintParams, InlayHintRequest, Location, LspRequestMethod, MarkupKind,
    PrepareRenameParams, PrepareRenameRequest, PrepareRenameResult, ReferenceParams, ReferencesRequest,
    RelatedFullDocumentDiagnosticReport, RenameParams, RenameRequest, Request, SelectionRange, SelectionRangeParams,
    SelectionRangeRequest, SemanticTokens, SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeRequest,
    SemanticTokensRequest, TextDocumentPositionParams, TextDocumentSyncKind, TextEdit, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticRequest, WorkspaceEdit, WorkspaceSymbolParams,
    WorkspaceSymbolRequest, WorkspaceSymbolResponse,
};
use serde_json::{Value, json};

use super::message::{BUG, REQUEST_FAILED, read, rpc_error};
use super::open::OpenText;
use super::options::{Abilities, Options};
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
        use CodeActionKind::{QuickFix, RefactorRewrite, SourceFixAll};
        let kinds = [QuickFix, RefactorRewrite, SourceFixAll, convert::FIX_ALL];
        capabilities["codeActionProvider"] =
            json!({ "codeActionKinds": kinds, "resolveProvider": client.resolves_actions });
    }
    if client.pulls_diagnostics {
        capabilities["diagnosticProvider"] = json!({ "interFileDependencies": false, "workspaceDiagnostics": true });
    }
    capabilities
}

/// Answers a request.
pub(super) fn answer(state: &ServerState, method: &str, params: Value) -> Result<Value, Error> {
    use LspRequestMethod as Method;
    match Method::from(method) {
        Method::TextDocumentDiagnostic => on::<DocumentDiagnosticRequest>(state, params, diagnostics),
        Method::WorkspaceDiagnostic => on::<WorkspaceDiagnosticRequest>(state, params, workspace_diagnostics),
        Method::TextDocumentHover => on::<HoverRequest>(state, params, hover),
        Method::TextDocumentCompletion => on::<CompletionRequest>(state, params, completions),
        Method::TextDocumentDefinition => on::<DefinitionRequest>(state, params, definition),
        Method::TextDocumentReferences => on::<ReferencesRequest>(state, params, references),
        Method::TextDocumentDocumentHighlight => on::<DocumentHighlightRequest>(state, params, highlights),
        Method::TextDocumentPrepareRename => on::<PrepareRenameRequest>(state, params, prepare_rename),
        Method::TextDocumentRename => on::<RenameRequest>(state, params, rename),
        Method::TextDocumentDocumentSymbol => on::<DocumentSymbolRequest>(state, params, symbols),
        Method::WorkspaceSymbol => on::<WorkspaceSymbolRequest>(state, params, workspace_symbols),
        Method::TextDocumentFoldingRange => on::<FoldingRangeRequest>(state, params, folds),
        Method::TextDocumentSelectionRange => on::<SelectionRangeRequest>(state, params, selections),
        Method::TextDocumentCodeAction => on::<CodeActionRequest>(state, params, actions::offered),
        Method::CodeActionResolve => on::<CodeActionResolveRequest>(state, params, actions::resolved),
        Method::TextDocumentCodeLens => on::<CodeLensRequest>(state, params, lenses),
        Method::WorkspaceExecuteCommand => on::<ExecuteCommandRequest>(state, params, commands::run),
        Method::TextDocumentInlayHint => on::<InlayHintRequest>(state, params, hints),
        Method::TextDocumentSemanticTokensFull => on::<SemanticTokensRequest>(state, params, tokens),
        Method::TextDocumentSemanticTokensRange => on::<SemanticTokensRangeRequest>(state, params, tokens_of_range),
        Method::TextDocumentFormatting => on::<DocumentFormattingRequest>(state, params, format),
        Method::TextDocumentRangeFormatting => on::<DocumentRangeFormattingRequest>(state, params, format_range),
        _ => Err(rpc_error(ErrorCodes::MethodNotFound, format!("gametree knows no `{method}`"))),
    }
}

/// Reads the parameters of a request, answers it, and writes the answer.
fn on<R: Request>(
    state: &ServerState,
    params: Value,
    answer: fn(&ServerState, &R::Params) -> Result<R::Result, Error>,
) -> Result<Value, Error> {
    let result = answer(state, &read(params)?)?;
    serde_json::to_value(result).map_err(|error| rpc_error(ErrorCodes::InternalError, error.to_string()))
}

/// The text that a request is about, and its place in the text.
fn place<'a>(state: &'a ServerState, params: &TextDocumentPositionParams) -> Result<(&'a OpenText, u32), Error> {
    let open = state.requested(&params.text_document)?;
    Ok((open, open.positions().offset(params.position)))
}

fn hover(state: &ServerState, params: &HoverParams) -> Result<Option<Hover>, Error> {
    let (open, offset) = place(state, &params.text_document_position_params)?;
    let hover = ide::hover(open.document(), offset, state.options.shown());
    let shown = |ide::Hover { markdown, span }| {
        let plain = state.abilities.plain_hovers.then(|| state.host.plain(&markdown)).flatten();
        let (kind, text) = match plain {
            Some(plain) => (MarkupKind::PlainText, plain),
            None => (MarkupKind::Markdown, markdown),
        };
        convert::hover(kind, text, span, &open.positions())
    };
    Ok(hover.map(shown))
}

fn completions(state: &ServerState, params: &CompletionParams) -> Result<Option<CompletionResponse>, Error> {
    let (open, offset) = place(state, &params.text_document_position_params)?;
    let completions = ide::completions(open.document(), offset, state.options.shown());
    Ok(Some(convert::completions(completions, &open.positions()).into()))
}

fn definition(state: &ServerState, params: &DefinitionParams) -> Result<Option<DefinitionResponse>, Error> {
    let place_of = &params.text_document_position_params;
    let (open, offset) = place(state, place_of)?;
    let span = ide::definition(open.document(), offset);
    let location = |span| Location { uri: place_of.text_document.uri.clone(), range: open.positions().range(span) };
    Ok(span.map(|span| Definition::Location(location(span)).into()))
}

fn references(state: &ServerState, params: &ReferenceParams) -> Result<Option<Vec<Location>>, Error> {
    let place_of = &params.text_document_position_params;
    let (open, offset) = place(state, place_of)?;
    let positions = open.positions();
    let mut references = ide::references(open.document(), offset);
    references.retain(|reference| params.context.include_declaration || !reference.is_definition);
    let location = |reference: &Reference| Location {
        uri: place_of.text_document.uri.clone(),
        range: positions.range(reference.span),
    };
    Ok(Some(references.iter().map(location).collect()))
}

fn highlights(state: &ServerState, params: &DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>, Error> {
    let (open, offset) = place(state, &params.text_document_position_params)?;
    let positions = open.positions();
    let highlight = |reference: &Reference| DocumentHighlight {
        range: positions.range(reference.span),
        kind: Some(if reference.is_definition { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read }),
    };
    Ok(Some(ide::references(open.document(), offset).iter().map(highlight).collect()))
}

fn prepare_rename(state: &ServerState, params: &PrepareRenameParams) -> Result<Option<PrepareRenameResult>, Error> {
    let (open, offset) = place(state, &params.text_document_position_params)?;
    let span = ide::prepare_rename(open.document(), offset).map_err(|reason| rpc_error(REQUEST_FAILED, reason))?;
    Ok(Some(open.positions().range(span).into()))
}

fn rename(state: &ServerState, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Error> {
    let place_of = &params.text_document_position_params;
    let (open, offset) = place(state, place_of)?;
    let edits = ide::rename(open.document(), offset, &params.new_name);
    let edits = edits.map_err(|reason| rpc_error(REQUEST_FAILED, reason))?;
    let edits = convert::edits(&edits, &open.positions());
    Ok(Some(convert::workspace_edit(place_of.text_document.uri.clone(), edits)))
}

fn diagnostics(state: &ServerState, params: &DocumentDiagnosticParams) -> Result<DocumentDiagnosticReport, Error> {
    let open = state.requested(&params.text_document)?;
    let items = findings::of_text(open, &params.text_document.uri, state);
    let report = FullDocumentDiagnosticReport { result_id: None, items };
    Ok(RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report: report }.into())
}

fn workspace_diagnostics(
    state: &ServerState,
    params: &WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReport, Error> {
    Ok(reports::of_workspace(state, &params.previous_result_ids))
}

fn symbols(state: &ServerState, params: &DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let symbols = ide::symbols(open.document());
    Ok(Some(if state.abilities.nested_symbols {
        convert::nested_symbols(symbols, &positions).into()
    } else {
        convert::listed_symbols(symbols, &params.text_document.uri, &positions).into()
    }))
}

fn workspace_symbols(
    state: &ServerState,
    params: &WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, Error> {
    Ok(Some(workspace::symbols(state, &params.query).into()))
}

fn folds(state: &ServerState, params: &FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>, Error> {
    let open = state.requested(&params.text_document)?;
    Ok(Some(convert::folds(&ide::folds(open.document()), &open.positions())))
}

fn selections(state: &ServerState, params: &SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let offsets: Vec<u32> = params.positions.iter().map(|position| positions.offset(*position)).collect();
    let selections = ide::selections(open.document(), &offsets);
    Ok(Some(selections.iter().map(|parts| convert::selection(parts, &positions)).collect()))
}

fn lenses(state: &ServerState, params: &CodeLensParams) -> Result<Option<Vec<CodeLens>>, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let lenses = ide::lenses(open.document(), state.options.shown());
    Ok(Some(lenses.into_iter().map(|lens| convert::lens(lens, &params.text_document.uri, &positions)).collect()))
}

fn hints(state: &ServerState, params: &InlayHintParams) -> Result<Option<Vec<InlayHint>>, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let Options { hints, .. } = state.options;
    let shown = state.options.shown();
    let hints = ide::inlay_hints(open.document(), positions.span(params.range), hints.into(), shown);
    Ok(Some(hints.into_iter().map(|hint| convert::hint(hint, open.document().text(), &positions)).collect()))
}

fn tokens(state: &ServerState, params: &SemanticTokensParams) -> Result<Option<SemanticTokens>, Error> {
    let open = state.requested(&params.text_document)?;
    let all = ide::semantic_tokens(open.document(), Span::new(0, u32::MAX));
    Ok(Some(convert::tokens(&all, &open.positions())))
}

fn tokens_of_range(state: &ServerState, params: &SemanticTokensRangeParams) -> Result<Option<SemanticTokens>, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let some = ide::semantic_tokens(open.document(), positions.span(params.range));
    Ok(Some(convert::tokens(&some, &positions)))
}

fn format(state: &ServerState, params: &DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>, Error> {
    let open = state.requested(&params.text_document)?;
    let changes = ide::format(open.document(), state.options.width).map_err(|error| unformatted(&error))?;
    Ok(Some(convert::edits(&changes, &open.positions())))
}

fn format_range(state: &ServerState, params: &DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>, Error> {
    let open = state.requested(&params.text_document)?;
    let positions = open.positions();
    let changes = ide::format_range(open.document(), positions.span(params.range), state.options.width);
    Ok(Some(convert::edits(&changes.map_err(|error| unformatted(&error))?, &positions)))
}

fn unformatted(error: &FormatError) -> Error {
    match error {
        FormatError::Changed => rpc_error(ErrorCodes::InternalError, BUG),
        reason => rpc_error(REQUEST_FAILED, reason.to_string()),
    }
}
