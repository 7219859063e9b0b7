//! The commands that a client can run. Those of lenses answer with a page of text, which the server also asks the client
//! to show; the others answer with what a page shows beside the editor.

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{ErrorCodes, Position, Range, TextDocumentIdentifier, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::message::{REQUEST_FAILED, read, rpc_error};
use super::open::OpenText;
use super::params::OfCommand;
use super::state::ServerState;
use crate::diagnostic::Code;
use crate::ide::{self, Document, Pictures};
use crate::model::Shown;
use crate::render::Theme;

/// Shows the page of a code: `["E0301"]`.
pub(super) const EXPLAIN: &str = "gametree.explain";
/// Shows the answer of the tree at a place, with the tree drawn: `[uri, position]`.
pub(super) const SHOW_ANSWER: &str = "gametree.showAnswer";
/// The pictures of the tree at a place, or of the first tree: `[uri, position]`. See [`Drawn`] for the answer.
pub(super) const PICTURES: &str = "gametree.pictures";
/// The same tree as a file: `[uri, position, "svg", "light" or "html"]`. The answer is the text of the file.
pub(super) const EXPORT: &str = "gametree.export";
/// All commands.
pub(super) const ALL: [&str; 4] = [EXPLAIN, SHOW_ANSWER, PICTURES, EXPORT];

/// Whether the server asks the client to show the answer of a command.
pub(super) fn shows_answer(command: &str) -> bool {
    matches!(command, EXPLAIN | SHOW_ANSWER)
}

/// The URI of the text that a command is about.
pub(super) fn text_of(params: &Value) -> &Value {
    match params["command"].as_str() {
        Some(SHOW_ANSWER | PICTURES | EXPORT) => &params["arguments"][0],
        _ => &Value::Null,
    }
}

/// The page that a command shows.
#[derive(Serialize, Deserialize)]
pub(super) struct Page {
    /// A file with the text; `None` if it could not be written.
    pub(super) uri: Option<String>,
    pub(super) text: String,
}

/// The pictures of a tree.
#[derive(Serialize)]
struct Drawn {
    /// Where the tree is.
    range: Range,
    /// The parts of a page in which its search can be stepped through, or a picture without answers.
    #[serde(flatten)]
    pictures: Pictures,
}

/// A format of [`EXPORT`].
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// A picture that is light or dark, as the reader's screen is set.
    Svg,
    /// A picture that is always light.
    Light,
    /// A page in which the search can be stepped through.
    Html,
}

/// Runs a command; the answer is a [`Page`], a [`Drawn`], or a text.
pub(super) fn run(state: &ServerState, params: &OfCommand) -> Result<Value, Error> {
    let arguments = Value::Array(params.arguments.clone().unwrap_or_default());
    Ok(match params.command.as_str() {
        EXPLAIN => json!(explain(state, read(arguments)?)?),
        SHOW_ANSWER => json!(show_answer(state, read(arguments)?)?),
        PICTURES => json!(pictures(state, read(arguments)?)?),
        EXPORT => json!(export(state, read(arguments)?)?),
        other => return Err(rpc_error(ErrorCodes::InvalidParams, format!("gametree has no command `{other}`"))),
    })
}

fn explain(state: &ServerState, (code,): (String,)) -> Result<Page, Error> {
    let known = Code::from_id(&code).or_else(|| Code::from_lint(&code));
    let code = known.ok_or_else(|| rpc_error(ErrorCodes::InvalidParams, format!("there is no code `{code}`")))?;
    Ok(Page { uri: state.host.page(code), text: code.page().to_string() })
}

fn show_answer(state: &ServerState, (uri, position): (Uri, Position)) -> Result<Page, Error> {
    let text = about(state, &uri, position, ide::drawn_answer)?;
    Ok(Page { uri: state.host.answer(&uri.0, position.line.saturating_add(1), &text), text })
}

fn pictures(state: &ServerState, (uri, position): (Uri, Position)) -> Result<Drawn, Error> {
    let ide::Drawn { span, pictures } = about(state, &uri, position, ide::pictures)?;
    Ok(Drawn { range: text(state, &uri)?.positions().range(span), pictures })
}

fn export(state: &ServerState, (uri, position, format): (Uri, Position, Format)) -> Result<String, Error> {
    match format {
        Format::Svg => {
            about(state, &uri, position, |document, offset, shown| ide::svg(document, offset, Theme::Auto, shown))
        }
        Format::Light => {
            about(state, &uri, position, |document, offset, shown| ide::svg(document, offset, Theme::Light, shown))
        }
        Format::Html => match about(state, &uri, position, ide::pictures)?.pictures {
            Pictures::Page(page) => Ok(page.to_html()),
            Pictures::Blank { .. } => {
                Err(rpc_error(REQUEST_FAILED, "this tree hides its answers, so its search cannot be saved"))
            }
        },
    }
}

fn text<'a>(state: &'a ServerState, uri: &Uri) -> Result<&'a OpenText, Error> {
    state.requested(&TextDocumentIdentifier { uri: uri.clone() })
}

/// Asks something about a place in an open text.
fn about<T>(
    state: &ServerState,
    uri: &Uri,
    position: Position,
    ask: fn(&Document, u32, Shown) -> Result<T, String>,
) -> Result<T, Error> {
    let open = text(state, uri)?;
    let offset = open.positions().offset(position);
    ask(open.document(), offset, state.options.shown()).map_err(|reason| rpc_error(REQUEST_FAILED, reason))
}
