//! The parameters of requests and notifications, without those that the server does not use.
//!
//! The crate's own types have every field of the protocol. Reading and writing them all would make the module for
//! browsers a third larger.

use gen_lsp_types::{CodeActionTriggerKind, Position, Range, TextDocumentIdentifier, Uri};
use serde::Deserialize;
use serde_json::Value;

/// Of a request about a text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfText {
    pub(super) text_document: TextDocumentIdentifier,
}

/// Of a request about a place in a text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfPlace {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) position: Position,
}

/// Of a request about several places in a text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfPlaces {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) positions: Vec<Position>,
}

/// Of a request about a part of a text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfRange {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) range: Range,
}

/// Of `textDocument/references`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfReferences {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) position: Position,
    pub(super) context: ReferenceContext,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReferenceContext {
    pub(super) include_declaration: bool,
}

/// Of `textDocument/rename`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfRename {
    pub(super) new_name: String,
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) position: Position,
}

/// Of `textDocument/codeAction`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfActions {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) range: Range,
    pub(super) context: ActionContext,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActionContext {
    /// The findings at the place, as the server has sent them.
    pub(super) diagnostics: Vec<Value>,
    /// The kinds of actions that the client wants; without it, all.
    pub(super) only: Option<Vec<String>>,
    pub(super) trigger_kind: Option<CodeActionTriggerKind>,
}

/// Of `workspace/symbol`.
#[derive(Deserialize)]
pub(super) struct OfSymbols {
    pub(super) query: String,
}

/// Of `workspace/diagnostic`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfDiagnostics {
    pub(super) previous_result_ids: Vec<PreviousResult>,
}

/// The findings of a file that a client has.
#[derive(Deserialize)]
pub(super) struct PreviousResult {
    pub(super) uri: Uri,
    pub(super) value: String,
}

/// Of `workspace/executeCommand`.
#[derive(Deserialize)]
pub(super) struct OfCommand {
    pub(super) command: String,
    pub(super) arguments: Option<Vec<Value>>,
}

/// Of `textDocument/didOpen`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Opened {
    pub(super) text_document: OpenedText,
}

#[derive(Deserialize)]
pub(super) struct OpenedText {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: String,
}

/// Of `textDocument/didChange`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Changed {
    pub(super) text_document: ChangedText,
    pub(super) content_changes: Vec<Change>,
}

#[derive(Deserialize)]
pub(super) struct ChangedText {
    pub(super) uri: Uri,
    pub(super) version: i32,
}

/// One change of a text; without a range, of the whole text. The crate's own type would read a change with a bad range
/// as a change of the whole text.
#[derive(Debug, Deserialize)]
pub(super) struct Change {
    pub(super) range: Option<Range>,
    pub(super) text: String,
}

/// Of `workspace/didChangeWorkspaceFolders`.
#[derive(Deserialize)]
pub(super) struct ChangedFolders {
    pub(super) event: FolderChanges,
}

#[derive(Deserialize)]
pub(super) struct FolderChanges {
    pub(super) added: Vec<Folder>,
    pub(super) removed: Vec<Folder>,
}

#[derive(Deserialize)]
pub(super) struct Folder {
    pub(super) uri: Uri,
}
