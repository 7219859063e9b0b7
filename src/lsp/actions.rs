//! Code actions: the actions offered at a place, and the edits of an action that was sent without them.

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{
    CodeAction, CodeActionContext, CodeActionParams, CodeActionResponse, CodeActionTriggerKind, Range,
    TextDocumentIdentifier,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::convert;
use super::message::{CONTENT_MODIFIED, read, rpc_error};
use super::state::ServerState;
use crate::ide;

/// An action with more edits than this is sent without them if the client can ask for them later: editors ask for
/// actions whenever the cursor moves.
const MANY: usize = 50;

/// Stands in for the edits of an action, and says where to find them again.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Omitted {
    text_document: TextDocumentIdentifier,
    /// The version of the text for which the action was offered.
    version: i32,
    range: Range,
}

/// The actions offered at a place.
pub(super) fn offered(
    state: &ServerState,
    params: &CodeActionParams,
) -> Result<Option<Vec<CodeActionResponse>>, Error> {
    let open = state.requested(&params.text_document)?;
    if !state.abilities.actions {
        return Ok(None);
    }
    let positions = open.positions();
    let wanted = |action: &CodeAction| match (&params.context.only, &action.kind) {
        (Some(only), Some(kind)) => only.iter().any(|only| convert::includes(only, kind)),
        _ => true,
    };
    // Finding the positions of many edits takes time, so it is done only for the edits that are sent.
    let sent = |action: &ide::Action| {
        let sent = Some(convert::action(action, &params.context, &positions)).filter(wanted)?;
        let text_document = params.text_document.clone();
        if state.abilities.resolves_actions && action.edits.len() > MANY {
            let omitted = Omitted { text_document, version: open.version, range: params.range };
            return Some(CodeAction { data: Some(json!(omitted)), ..sent });
        }
        let edits = convert::edits(&action.edits, &positions);
        Some(CodeAction { edit: Some(convert::workspace_edit(text_document.uri, edits)), ..sent })
    };
    let found = found(state, &params.text_document, params.range, wants_to_fix_all(&params.context))?;
    Ok(Some(found.iter().filter_map(sent).map(CodeActionResponse::CodeAction).collect()))
}

/// An action with its edits.
pub(super) fn resolved(state: &ServerState, action: &CodeAction) -> Result<CodeAction, Error> {
    let Some(data) = &action.data else { return Ok(action.clone()) };
    let Omitted { text_document, version, range } = read(data.clone())?;
    let open = state.requested(&text_document)?;
    let fixes_all = action.kind.as_ref().is_some_and(|kind| convert::includes(kind, &convert::FIX_ALL));
    let mut found = found(state, &text_document, range, fixes_all)?.into_iter();
    let again = found.find(|again| again.title == action.title).filter(|_| open.version == version);
    let again =
        again.ok_or_else(|| rpc_error(CONTENT_MODIFIED, "the text has changed since the action was offered"))?;
    let edits = convert::edits(&again.edits, &open.positions());
    Ok(CodeAction { edit: Some(convert::workspace_edit(text_document.uri, edits)), ..action.clone() })
}

fn found(
    state: &ServerState,
    text: &TextDocumentIdentifier,
    range: Range,
    fixes_all: bool,
) -> Result<Vec<ide::Action>, Error> {
    let open = state.requested(text)?;
    let shown = state.options.shown();
    let mut found = ide::actions(open.document(), open.positions().span(range), shown);
    // As with the command, nothing is fixed in a project whose `gametree.toml` has mistakes.
    let is_understood = || state.project(&text.uri).is_none_or(|project| project.is_understood());
    if fixes_all && is_understood() {
        found.extend(ide::fix_all(open.document(), shown));
    }
    Ok(found)
}

/// Whether the client asks for the action that applies all safe fixes. It checks the text again, which takes too long
/// whenever the cursor moves.
fn wants_to_fix_all(context: &CodeActionContext) -> bool {
    match &context.only {
        Some(only) => only.iter().any(|only| convert::includes(only, &convert::FIX_ALL)),
        None => context.trigger_kind == Some(CodeActionTriggerKind::Invoked),
    }
}
