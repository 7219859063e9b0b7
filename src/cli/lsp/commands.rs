//! The commands that lenses run. Each answers with a page of text, which the server also asks the client to show.

use gametree::diagnostic::Code;
use gametree::ide;
use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{ErrorCodes, ExecuteCommandParams, Position, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::message::{REQUEST_FAILED, read, rpc_error};
use super::state::ServerState;

/// Shows the page of a code: `["E0301"]`.
pub(super) const EXPLAIN: &str = "gametree.explain";
/// Shows the answer of the tree at a place, with the tree drawn: `[uri, position]`.
pub(super) const SHOW_ANSWER: &str = "gametree.showAnswer";
/// All commands.
pub(super) const ALL: [&str; 2] = [EXPLAIN, SHOW_ANSWER];

/// The page that a command shows.
#[derive(Serialize, Deserialize)]
pub(super) struct Page {
    /// A file with the text; `None` if it could not be written.
    pub(super) uri: Option<Uri>,
    pub(super) text: String,
}

/// Runs a command; the answer is a [`Page`].
pub(super) fn run(state: &ServerState, params: &ExecuteCommandParams) -> Result<Option<Value>, Error> {
    let arguments = Value::Array(params.arguments.clone().unwrap_or_default());
    let page = match params.command.as_str() {
        EXPLAIN => explain(state, read(arguments)?),
        SHOW_ANSWER => show_answer(state, read(arguments)?),
        other => Err(rpc_error(ErrorCodes::InvalidParams, format!("gametree has no command `{other}`"))),
    };
    page.map(|page| Some(json!(page)))
}

fn explain(state: &ServerState, (code,): (String,)) -> Result<Page, Error> {
    let known = Code::from_id(&code).or_else(|| Code::from_lint(&code));
    let code = known.ok_or_else(|| rpc_error(ErrorCodes::InvalidParams, format!("there is no code `{code}`")))?;
    Ok(Page { uri: state.pages.page(code), text: code.page().to_string() })
}

fn show_answer(state: &ServerState, (uri, position): (Uri, Position)) -> Result<Page, Error> {
    let open =
        state.texts.get(&uri).ok_or_else(|| rpc_error(ErrorCodes::InvalidParams, format!("{uri} is not open")))?;
    let offset = open.positions().offset(position);
    let answer = ide::drawn_answer(open.document(), offset, state.options.shown());
    let text = answer.map_err(|reason| rpc_error(REQUEST_FAILED, reason))?;
    Ok(Page { uri: state.pages.answer(&uri, position.line.saturating_add(1), &text), text })
}
