//! Code actions: the actions offered at a place, and the edits of an action that was sent without them.

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{CodeActionTriggerKind, Range, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::convert::{self, FIX_ALL, includes};
use super::message::{CONTENT_MODIFIED, read, rpc_error};
use super::params::{ActionContext, OfActions};
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
pub(super) fn offered(state: &ServerState, params: &OfActions) -> Result<Value, Error> {
    let OfActions { text_document, range, context } = params;
    let open = state.requested(text_document)?;
    if !state.abilities.actions {
        return Ok(Value::Null);
    }
    let positions = open.positions();
    let wanted = |kind: &str| context.only.as_ref().is_none_or(|only| only.iter().any(|only| includes(only, kind)));
    // Finding the positions of many edits takes time, so it is done only for the edits that are sent.
    let sent = |action: &ide::Action| {
        let kind = convert::action_kind(action.kind, context.only.as_deref());
        if !wanted(kind) {
            return None;
        }
        let mut sent = convert::action(action, kind, &context.diagnostics, &positions);
        if state.abilities.resolves_actions && action.edits.len() > MANY {
            let omitted = Omitted { text_document: text_document.clone(), version: open.version, range: *range };
            sent["data"] = json!(omitted);
        } else {
            sent["edit"] = convert::workspace_edit(&text_document.uri, &action.edits, &positions);
        }
        Some(sent)
    };
    let found = found(state, text_document, *range, wants_to_fix_all(context))?;
    Ok(found.iter().filter_map(sent).collect())
}

/// An action with its edits.
pub(super) fn resolved(state: &ServerState, action: &Map<String, Value>) -> Result<Value, Error> {
    let mut resolved = Value::Object(action.clone());
    let Some(data) = action.get("data").filter(|data| !data.is_null()) else { return Ok(resolved) };
    let Omitted { text_document, version, range } = read(data.clone())?;
    let open = state.requested(&text_document)?;
    let fixes_all = resolved["kind"].as_str().is_some_and(|kind| includes(kind, FIX_ALL));
    let mut found = found(state, &text_document, range, fixes_all)?.into_iter();
    let again = found.find(|again| resolved["title"] == again.title).filter(|_| open.version == version);
    let again =
        again.ok_or_else(|| rpc_error(CONTENT_MODIFIED, "the text has changed since the action was offered"))?;
    resolved["edit"] = convert::workspace_edit(&text_document.uri, &again.edits, &open.positions());
    Ok(resolved)
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
fn wants_to_fix_all(context: &ActionContext) -> bool {
    match &context.only {
        Some(only) => only.iter().any(|only| includes(only, FIX_ALL)),
        None => context.trigger_kind == Some(CodeActionTriggerKind::Invoked),
    }
}
