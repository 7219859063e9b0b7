//! The life of the server: what is open, what is asked, what is still to be done.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use gametree::model::Defaults;
use gen_lsp_types::json_rpc::{Error, Id};
use gen_lsp_types::{
    CancelParams, CodeLensRefreshRequest, ConfigurationItem, ConfigurationParams, ConfigurationRequest,
    DiagnosticRefreshRequest, DidCloseTextDocumentParams, DidOpenTextDocumentParams, ErrorCodes, InitializeParams,
    InlayHintRefreshRequest, LogMessageNotification, LogMessageParams, LspNotificationMethod, MessageType,
    PublishDiagnosticsNotification, PublishDiagnosticsParams, Registration, RegistrationParams, RegistrationRequest,
    ShowMessageNotification, ShowMessageParams, Uri, VersionedTextDocumentIdentifier, WorkspaceFolders,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::feature;
use super::message::{CONTENT_MODIFIED, Client, MISTAKE, Message, REQUEST_CANCELLED, fault};
use super::open::{Change, Open};
use super::options::{Abilities, Options};
use super::{convert, uri};
use crate::cli::project::Projects;

/// How the server is told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// First `shutdown`, then `exit`, as it should be.
    AfterShutdown,
    Unannounced,
}

/// How far a client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Strange,
    Known,
    ShutDown,
}

/// A request that is not answered yet.
struct Waiting {
    id: Id,
    method: String,
    params: Value,
}

/// What is known of the client's texts, and what it and its user want.
pub(super) struct World {
    pub(super) abilities: Abilities,
    pub(super) options: Options,
    pub(super) folders: Vec<PathBuf>,
    pub(super) texts: HashMap<Uri, Open>,
    projects: Projects,
}

/// A server, which answers one client.
pub(super) struct Server<W> {
    client: Client<W>,
    phase: Phase,
    world: World,
    waiting: VecDeque<Waiting>,
    /// Texts whose findings the client has not got yet.
    unchecked: VecDeque<Uri>,
    /// The number of the question for settings, while it is open.
    asked_for_settings: Option<Id>,
}

impl<W: Write> Server<W> {
    pub(super) fn new(client: Client<W>) -> Self {
        let world = World {
            abilities: Abilities::default(),
            options: Options::default(),
            folders: Vec::new(),
            texts: HashMap::new(),
            projects: Projects::here(),
        };
        Self {
            client,
            phase: Phase::Strange,
            world,
            waiting: VecDeque::new(),
            unchecked: VecDeque::new(),
            asked_for_settings: None,
        }
    }

    /// Whether there is nothing to do before the next message.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.unchecked.is_empty()
    }

    /// Takes a message in: changes are made at once, questions wait for [`Self::work`].
    pub(super) fn take(&mut self, message: Message) -> io::Result<Option<Ending>> {
        match message {
            Message::Request { id, method, params } => self.take_request(Waiting { id, method, params })?,
            Message::Notification { method, .. } if method == "exit" => {
                let is_shut_down = self.phase == Phase::ShutDown;
                return Ok(Some(if is_shut_down { Ending::AfterShutdown } else { Ending::Unannounced }));
            }
            Message::Notification { method, params } if self.phase == Phase::Known => {
                self.take_notification(&method, params)?;
            }
            Message::Notification { .. } => {}
            Message::Response { id, result } if self.asked_for_settings.as_ref() == Some(&id) => {
                self.asked_for_settings = None;
                let settings = result.and_then(|result| result.get(0).cloned()).unwrap_or_default();
                self.set_options(&settings)?;
            }
            Message::Response { .. } => {}
            Message::Malformed(error) => self.client.answer(Id::Null, Err(error))?,
        }
        Ok(None)
    }

    /// Does the next thing that is to be done: answers a request, or sends the findings of a text.
    pub(super) fn work(&mut self) -> io::Result<()> {
        if let Some(Waiting { id, method, params }) = self.waiting.pop_front() {
            let answer = guarded(|| feature::answer(&self.world, &method, params));
            return self.client.answer(id, answer);
        }
        let Some(uri) = self.unchecked.pop_front() else { return Ok(()) };
        let Some(open) = self.world.texts.get(&uri) else { return Ok(()) };
        let version = Some(open.version);
        let found = guarded(|| Ok(convert::diagnostics(open, &uri, self.world.abilities)));
        let Ok(diagnostics) = found else { return Ok(()) };
        self.client.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams { uri, version, diagnostics })
    }

    fn take_request(&mut self, request: Waiting) -> io::Result<()> {
        let answer = match (self.phase, request.method.as_str()) {
            (Phase::Strange, "initialize") => self.initialize(request.params)?,
            (Phase::Strange, _) => Err(fault(ErrorCodes::ServerNotInitialized, "`initialize` comes first")),
            (_, "initialize") => Err(fault(ErrorCodes::InvalidRequest, "`initialize` comes only once")),
            (Phase::Known, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Known, _) => {
                self.waiting.push_back(request);
                return Ok(());
            }
            (Phase::ShutDown, _) => Err(fault(ErrorCodes::InvalidRequest, "after `shutdown` comes `exit`")),
        };
        self.client.answer(request.id, answer)
    }

    fn initialize(&mut self, params: Value) -> io::Result<Result<Value, Error>> {
        let params: InitializeParams = match read(params) {
            Ok(params) => params,
            Err(error) => return Ok(Err(error)),
        };
        // Before anything else is known of the client: there is nothing yet that it could be told to ask for again.
        self.set_options(params.initialization_options.as_ref().unwrap_or(&Value::Null))?;
        self.world.abilities = Abilities::of(&params);
        self.world.folders = folders(&params);
        self.phase = Phase::Known;
        Ok(Ok(json!({
            "capabilities": feature::capabilities(self.world.abilities),
            "serverInfo": { "name": "gametree", "version": env!("CARGO_PKG_VERSION") },
        })))
    }

    fn take_notification(&mut self, method: &str, params: Value) -> io::Result<()> {
        let taken = match LspNotificationMethod::from(method) {
            LspNotificationMethod::Initialized => return self.greet(),
            LspNotificationMethod::CancelRequest => return self.cancel(params),
            LspNotificationMethod::TextDocumentDidOpen => read(params).map(|params| self.open(params)),
            LspNotificationMethod::TextDocumentDidChange => return self.change(params),
            LspNotificationMethod::TextDocumentDidClose => return self.close(params),
            LspNotificationMethod::WorkspaceDidChangeWatchedFiles => return self.read_projects_again(),
            LspNotificationMethod::WorkspaceDidChangeConfiguration => return self.change_settings(&params),
            _ => Ok(()),
        };
        taken.or_else(|error| self.log(&format!("{method}: {}", error.message)))
    }

    /// Asks the client for what it can tell only now.
    fn greet(&mut self) -> io::Result<()> {
        if self.world.abilities.watches_files {
            let options = json!({ "watchers": [{ "globPattern": "**/gametree.toml" }] });
            let registration = Registration {
                id: "gametree.toml".to_string(),
                method: "workspace/didChangeWatchedFiles".to_string(),
                register_options: Some(options),
            };
            self.client.request::<RegistrationRequest>(RegistrationParams { registrations: vec![registration] })?;
        }
        self.ask_for_settings()
    }

    fn ask_for_settings(&mut self) -> io::Result<()> {
        if self.world.abilities.configuration {
            let item = ConfigurationItem { scope_uri: None, section: Some("gametree".to_string()) };
            let id = self.client.request::<ConfigurationRequest>(ConfigurationParams { items: vec![item] })?;
            self.asked_for_settings = Some(id);
        }
        Ok(())
    }

    fn change_settings(&mut self, params: &Value) -> io::Result<()> {
        if self.world.abilities.configuration {
            return self.ask_for_settings();
        }
        self.set_options(params.get("settings").unwrap_or(&Value::Null))
    }

    fn set_options(&mut self, settings: &Value) -> io::Result<()> {
        let options = match Options::read(settings) {
            Ok(options) => options,
            Err(reason) => {
                let message = format!("gametree: the settings are left as they were: {reason}");
                let params = ShowMessageParams { kind: MessageType::Warning, message };
                return self.client.notify::<ShowMessageNotification>(params);
            }
        };
        if options != self.world.options {
            self.world.options = options;
            let abilities = self.world.abilities;
            if abilities.refreshes_hints {
                self.client.request::<InlayHintRefreshRequest>(())?;
            }
            if abilities.refreshes_lenses {
                self.client.request::<CodeLensRefreshRequest>(())?;
            }
        }
        Ok(())
    }

    fn open(&mut self, DidOpenTextDocumentParams { text_document: item }: DidOpenTextDocumentParams) {
        let open = Open::new(item.version, item.text, self.world.project(&item.uri));
        self.world.texts.insert(item.uri.clone(), open);
        self.is_to_be_checked(item.uri);
    }

    fn change(&mut self, params: Value) -> io::Result<()> {
        // The crate's own type would take a change with a bad range for a change of everything.
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            text_document: VersionedTextDocumentIdentifier,
            content_changes: Vec<Change>,
        }
        let Params { text_document: id, content_changes } = match read(params) {
            Ok(params) => params,
            Err(error) => return self.log(&format!("a change is not understood: {}", error.message)),
        };
        let uri = id.text_document_identifier.uri;
        self.overtake(&uri)?;
        let Some(open) = self.world.texts.remove(&uri) else {
            return self.log(&format!("{uri} is changed, but it is not open"));
        };
        let Some(text) = open.changed(content_changes, self.world.abilities.encoding) else {
            return self.log(&format!("{uri} is longer than gametree reads, and is taken for closed"));
        };
        let open = Open::new(id.version, text, self.world.project(&uri));
        self.world.texts.insert(uri.clone(), open);
        self.is_to_be_checked(uri);
        Ok(())
    }

    fn close(&mut self, params: Value) -> io::Result<()> {
        let Ok(DidCloseTextDocumentParams { text_document: id }) = read(params) else { return Ok(()) };
        self.overtake(&id.uri)?;
        let was_open = self.world.texts.remove(&id.uri).is_some();
        if !was_open || self.world.abilities.pulls_diagnostics {
            return Ok(());
        }
        let params = PublishDiagnosticsParams { uri: id.uri, version: None, diagnostics: Vec::new() };
        self.client.notify::<PublishDiagnosticsNotification>(params)
    }

    fn is_to_be_checked(&mut self, uri: Uri) {
        if !self.world.abilities.pulls_diagnostics && !self.unchecked.contains(&uri) {
            self.unchecked.push_back(uri);
        }
    }

    /// Gives up what was asked of a text that is no longer what it was.
    fn overtake(&mut self, uri: &Uri) -> io::Result<()> {
        let is_about = |request: &Waiting| request.params["textDocument"]["uri"].as_str() == Some(&uri.0);
        self.give_up(is_about, &fault(CONTENT_MODIFIED, "the text was changed meanwhile"))
    }

    fn cancel(&mut self, params: Value) -> io::Result<()> {
        let Ok(CancelParams { id }) = read(params) else { return Ok(()) };
        let id = gen_lsp_types::json_rpc::Id::from(id);
        self.give_up(|request| request.id == id, &fault(REQUEST_CANCELLED, "cancelled"))
    }

    fn give_up(&mut self, is_meant: impl Fn(&Waiting) -> bool, error: &Error) -> io::Result<()> {
        let (given_up, kept) = self.waiting.drain(..).partition::<VecDeque<_>, _>(is_meant);
        self.waiting = kept;
        given_up.into_iter().try_for_each(|request| self.client.answer(request.id, Err(error.clone())))
    }

    /// Reads every `gametree.toml` again, and every text by what they say.
    fn read_projects_again(&mut self) -> io::Result<()> {
        self.world.projects = Projects::here();
        let texts = std::mem::take(&mut self.world.texts);
        for (uri, open) in texts {
            let open = Open::new(open.version, open.document.into_text(), self.world.project(&uri));
            self.world.texts.insert(uri.clone(), open);
            self.is_to_be_checked(uri);
        }
        if self.world.abilities.refreshes_diagnostics {
            self.client.request::<DiagnosticRefreshRequest>(())?;
        }
        Ok(())
    }

    fn log(&mut self, message: &str) -> io::Result<()> {
        let params = LogMessageParams { kind: MessageType::Warning, message: message.to_string() };
        self.client.notify::<LogMessageNotification>(params)
    }
}

impl World {
    /// What holds for a text where it does not say otherwise.
    fn project(&self, uri: &Uri) -> Defaults {
        uri::to_path(uri).map(|path| self.projects.of_file(&path).config.defaults.clone()).unwrap_or_default()
    }
}

/// The folders that a client works in.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    #[allow(deprecated, reason = "older clients know nothing else")]
    let root = params.root_uri.iter().cloned();
    let folders = params.workspace_folders_initialize_params.workspace_folders.clone();
    let folders: Vec<Uri> = match folders {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => folders.into_iter().map(|folder| folder.uri).collect(),
        _ => root.collect(),
    };
    folders.iter().filter_map(uri::to_path).collect()
}

/// Reads what belongs to a message.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Error> {
    serde_json::from_value(params).map_err(|error| fault(ErrorCodes::InvalidParams, error.to_string()))
}

/// Does something in which there may be a bug. Then it is that request's fault, and the server lives on.
fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // Nothing is changed by what is asked, so nothing is left half-changed.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(fault(ErrorCodes::InternalError, MISTAKE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::lsp::frame::{self, Frame};

    /// A server that has been greeted, and has a text open.
    fn server() -> Server<Vec<u8>> {
        let mut server = Server::new(Client::new(Vec::new()));
        request(&mut server, 0, "initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        let item = json!({ "uri": "untitled:a", "languageId": "gametree", "version": 1, "text": "max A { 1 }" });
        notify(&mut server, "textDocument/didOpen", json!({ "textDocument": item }));
        server
    }

    fn request(server: &mut Server<Vec<u8>>, id: i64, method: &str, params: Value) {
        let request = Message::Request { id: Id::Number(id), method: method.to_string(), params };
        assert_eq!(server.take(request).unwrap(), None);
    }

    fn notify(server: &mut Server<Vec<u8>>, method: &str, params: Value) {
        let notification = Message::Notification { method: method.to_string(), params };
        assert_eq!(server.take(notification).unwrap(), None);
    }

    /// Numbers of answers to requests, with those of their errors, and the versions of the texts whose findings were
    /// sent, in their order.
    fn sent(mut server: Server<Vec<u8>>) -> Vec<(Value, Value)> {
        while !server.is_idle() {
            server.work().unwrap();
        }
        let output = server.client.into_output();
        let mut output = &output[..];
        let frames = std::iter::from_fn(|| frame::read(&mut output).unwrap());
        let of = |frame| {
            let Frame::Message(bytes) = frame else { panic!("{frame:?}") };
            let message: Value = serde_json::from_slice(&bytes).unwrap();
            let is_answer = message.get("id").is_some();
            let (id, error) = (message["id"].clone(), message["error"]["code"].clone());
            if is_answer { (id, error) } else { (json!("findings"), message["params"]["version"].clone()) }
        };
        frames.map(of).skip(1).collect()
    }

    fn about(uri: &str) -> Value {
        json!({ "textDocument": { "uri": uri } })
    }

    fn change(server: &mut Server<Vec<u8>>, version: i32) {
        let document = json!({ "uri": "untitled:a", "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": "max A { 2 }" }] });
        notify(server, "textDocument/didChange", params);
    }

    #[test]
    fn what_is_asked_of_a_text_is_given_up_when_the_text_changes() {
        let mut server = server();
        request(&mut server, 1, "textDocument/documentSymbol", about("untitled:a"));
        request(&mut server, 2, "textDocument/documentSymbol", about("untitled:b"));
        change(&mut server, 2);
        request(&mut server, 3, "textDocument/documentSymbol", about("untitled:a"));
        change(&mut server, 3);
        change(&mut server, 4);
        request(&mut server, 4, "textDocument/documentSymbol", about("untitled:a"));
        let answers = [(1, json!(-32801)), (3, json!(-32801)), (2, json!(-32602)), (4, Value::Null)];
        let mut expected: Vec<(Value, Value)> = answers.map(|(id, error)| (json!(id), error)).to_vec();
        // Nobody wants the findings of what is no longer there.
        expected.push((json!("findings"), json!(4)));
        assert_eq!(sent(server), expected);
    }

    #[test]
    fn what_is_cancelled_is_not_answered_otherwise() {
        let mut server = server();
        request(&mut server, 1, "textDocument/documentSymbol", about("untitled:a"));
        request(&mut server, 2, "textDocument/documentSymbol", about("untitled:a"));
        notify(&mut server, "$/cancelRequest", json!({ "id": 1 }));
        notify(&mut server, "$/cancelRequest", json!({ "id": 9 }));
        let expected = [(json!(1), json!(-32800)), (json!(2), Value::Null), (json!("findings"), json!(1))];
        assert_eq!(sent(server), expected);
    }

    #[test]
    fn a_panic_is_an_error_of_its_request() {
        let error = guarded(|| -> Result<(), Error> { panic!("as if there were a bug") }).unwrap_err();
        assert_eq!(error.code, ErrorCodes::InternalError);
        assert_eq!(guarded(|| Ok(3)).unwrap(), 3);
    }
}
