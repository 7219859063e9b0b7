//! What the server can be asked for.

use gametree::diagnostic;
use gametree::format::{self, Obstacle};
use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::*;
use serde_json::{Value, json};

use super::convert;
use super::message::{MISTAKE, REQUEST_FAILED, fault};
use super::open::Open;
use super::options::Abilities;
use super::server::{World, read};

/// What the server tells a client that it can do.
pub(super) fn capabilities(client: Abilities) -> Value {
    let mut capabilities = json!({
        "positionEncoding": client.encoding.kind(),
        "textDocumentSync": { "openClose": true, "change": TextDocumentSyncKind::Incremental },
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
    });
    if client.pulls_diagnostics {
        capabilities["diagnosticProvider"] = json!({ "interFileDependencies": false, "workspaceDiagnostics": false });
    }
    capabilities
}

/// Answers a request.
pub(super) fn answer(world: &World, method: &str, params: Value) -> Result<Value, Error> {
    use LspRequestMethod as Method;
    match Method::from(method) {
        Method::TextDocumentDiagnostic => on::<DocumentDiagnosticRequest>(params, |params| diagnostics(world, params)),
        Method::TextDocumentDocumentSymbol => on::<DocumentSymbolRequest>(params, |params| symbols(world, &params)),
        Method::TextDocumentFoldingRange => on::<FoldingRangeRequest>(params, |params| folds(world, &params)),
        Method::TextDocumentRangeFormatting => {
            on::<DocumentRangeFormattingRequest>(params, |params| format_range(world, &params))
        }
        Method::TextDocumentFormatting => on::<DocumentFormattingRequest>(params, |params| format(world, &params)),
        _ => Err(fault(ErrorCodes::MethodNotFound, format!("gametree knows no `{method}`"))),
    }
}

/// Reads the parameters of a request, answers it, and writes the answer.
fn on<R: Request>(params: Value, answer: impl FnOnce(R::Params) -> Result<R::Result, Error>) -> Result<Value, Error> {
    let result = answer(read(params)?)?;
    serde_json::to_value(result).map_err(|error| fault(ErrorCodes::InternalError, error.to_string()))
}

/// The text that a request is about.
fn text<'a>(world: &'a World, id: &TextDocumentIdentifier) -> Result<&'a Open, Error> {
    let open = world.texts.get(&id.uri);
    open.ok_or_else(|| fault(ErrorCodes::InvalidParams, format!("{} is not open", id.uri)))
}

fn diagnostics(world: &World, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReport, Error> {
    let open = text(world, &params.text_document)?;
    let items = convert::diagnostics(open, &params.text_document.uri, world.abilities);
    let report = FullDocumentDiagnosticReport { result_id: None, items };
    Ok(RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report: report }.into())
}

fn symbols(world: &World, params: &DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>, Error> {
    let open = text(world, &params.text_document)?;
    Ok(Some(convert::symbols(open, &params.text_document.uri, world.abilities)))
}

fn folds(world: &World, params: &FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>, Error> {
    let open = text(world, &params.text_document)?;
    Ok(Some(convert::folds(open, world.abilities)))
}

fn format(world: &World, params: &DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>, Error> {
    let open = text(world, &params.text_document)?;
    let changes = formatting(open, world.options.width)?;
    Ok(Some(convert::edits(open, &changes, world.abilities)))
}

/// Formats the lines of a range, as they stand when all is formatted.
fn format_range(world: &World, params: &DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>, Error> {
    let open = text(world, &params.text_document)?;
    let Range { start, end } = params.range;
    let lines = Range { start: Position { character: 0, ..start }, end: Position { character: u32::MAX, ..end } };
    let lines = open.positions(world.abilities.encoding).span(lines);
    let mut changes = formatting(open, world.options.width)?;
    changes.retain(|change| lines.start <= change.span.end && change.span.start <= lines.end);
    Ok(Some(convert::edits(open, &changes, world.abilities)))
}

fn formatting(open: &Open, width: usize) -> Result<Vec<diagnostic::Edit>, Error> {
    let text = open.document.text();
    match format::format(text, width) {
        Ok(formatted) => Ok(format::changes(text, &formatted)),
        Err(Obstacle::Syntax(_)) => Err(fault(REQUEST_FAILED, "a text with errors of syntax is not formatted")),
        Err(Obstacle::Changed) => Err(fault(ErrorCodes::InternalError, MISTAKE)),
    }
}
