//! The life of the server: what is open, what is asked, what is still to be done.

mod pages;
mod projects;
mod settings;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use gen_lsp_types::json_rpc::{Error, Id};
use gen_lsp_types::{
    Diagnostic, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, ErrorCodes,
    InitializeParams, LogMessageNotification, LogMessageParams, LspNotificationMethod, MessageType,
    PublishDiagnosticsNotification, PublishDiagnosticsParams, ShowMessageNotification, ShowMessageParams, Uri,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::message::{CONTENT_MODIFIED, Client, MISTAKE, Message, REQUEST_CANCELLED, fault, read};
use super::open::{Changes, Open};
use super::world::World;
use super::{feature, findings};

/// The method of requests whose answers are shown to the user, too.
const EXECUTE_COMMAND: &str = "workspace/executeCommand";

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
    Uninitialized,
    Running,
    ShutDown,
}

/// A request that is not answered yet.
struct Waiting {
    id: Id,
    method: String,
    params: Value,
}

/// A server, which answers one client.
pub(super) struct Server<W> {
    client: Client<W>,
    phase: Phase,
    world: World,
    waiting: VecDeque<Waiting>,
    /// Texts whose findings the client has not got yet.
    unchecked: VecDeque<Uri>,
    /// Each `gametree.toml` whose mistakes the client has been told.
    mistaken: HashSet<Uri>,
    /// The number of the question for settings, while it is open.
    asked_for_settings: Option<Id>,
}

/// What is to be given up. The crate's own type has no large numbers.
#[derive(Deserialize)]
struct Cancelled {
    id: Id,
}

impl<W: Write> Server<W> {
    pub(super) fn new(client: Client<W>) -> Self {
        Self {
            client,
            phase: Phase::Uninitialized,
            world: World::new(),
            waiting: VecDeque::new(),
            unchecked: VecDeque::new(),
            mistaken: HashSet::new(),
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
            Message::Notification { method, params } if self.phase == Phase::Running => {
                self.take_notification(&method, params)?;
            }
            Message::Notification { .. } => {}
            Message::Response { id, result } if self.asked_for_settings.as_ref() == Some(&id) => {
                self.take_settings(result.as_ref())?;
            }
            Message::Response { .. } => {}
            Message::Malformed { id, error } => self.client.answer(id, Err(error))?,
        }
        Ok(None)
    }

    /// Does the next thing that is to be done: answers a request, or sends the findings of a text.
    pub(super) fn work(&mut self) -> io::Result<()> {
        if let Some(Waiting { id, method, params }) = self.waiting.pop_front() {
            let answer = guarded(|| feature::answer(&self.world, &method, params));
            let page = answer.as_ref().ok().filter(|_| method == EXECUTE_COMMAND).cloned();
            self.client.answer(id, answer)?;
            return page.map_or(Ok(()), |page| self.show(&page));
        }
        let Some(uri) = self.unchecked.pop_front() else { return Ok(()) };
        let Some(open) = self.world.texts.get(&uri) else { return Ok(()) };
        let version = open.version;
        let found = guarded(|| Ok(findings::of_text(open, &uri, &self.world)));
        self.publish(uri, version, found)
    }

    /// Sends the findings of a text, which has a number while it is open.
    fn send(&mut self, uri: Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) -> io::Result<()> {
        self.client.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams { uri, version, diagnostics })
    }

    /// Sends the findings of a text, or why there are none.
    fn publish(&mut self, uri: Uri, version: i32, found: Result<Vec<Diagnostic>, Error>) -> io::Result<()> {
        match found {
            Ok(diagnostics) => self.send(uri, Some(version), diagnostics),
            Err(error) => self.log(&format!("{uri} is not checked: {}", error.message)),
        }
    }

    fn take_request(&mut self, request: Waiting) -> io::Result<()> {
        let answer = match (self.phase, request.method.as_str()) {
            (Phase::Uninitialized, "initialize") => match read(request.params) {
                Ok(params) => Ok(self.initialize(&params)?),
                Err(error) => Err(error),
            },
            (Phase::Uninitialized, _) => Err(fault(ErrorCodes::ServerNotInitialized, "`initialize` comes first")),
            (_, "initialize") => Err(fault(ErrorCodes::InvalidRequest, "`initialize` comes only once")),
            (Phase::Running, "shutdown") => {
                // Whoever asked still waits, though no longer for the answer.
                self.give_up(|_| true, &fault(REQUEST_CANCELLED, "the server is shut down"))?;
                self.unchecked.clear();
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, _) => {
                self.waiting.push_back(request);
                return Ok(());
            }
            (Phase::ShutDown, _) => Err(fault(ErrorCodes::InvalidRequest, "after `shutdown` comes `exit`")),
        };
        self.client.answer(request.id, answer)
    }

    fn initialize(&mut self, params: &InitializeParams) -> io::Result<Value> {
        // Before anything else is known of the client: there is nothing yet that it could be told to ask for again.
        self.set_options(params.initialization_options.as_ref().unwrap_or(&Value::Null))?;
        self.world.greet(params);
        self.phase = Phase::Running;
        Ok(json!({
            "capabilities": feature::capabilities(self.world.abilities),
            "serverInfo": { "name": "gametree", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    fn take_notification(&mut self, method: &str, params: Value) -> io::Result<()> {
        use LspNotificationMethod as Method;
        let done = match Method::from(method) {
            Method::Initialized => Ok(self.greet()),
            Method::CancelRequest => read(params).map(|params| self.cancel(&params)),
            Method::TextDocumentDidOpen => read(params).map(|params| self.open(params)),
            Method::TextDocumentDidChange => read(params).map(|params| self.change(params)),
            Method::TextDocumentDidClose => read(params).map(|params| self.close(params)),
            Method::WorkspaceDidChangeWatchedFiles => Ok(self.read_projects_again()),
            Method::WorkspaceDidChangeConfiguration => Ok(self.change_settings(&params)),
            Method::WorkspaceDidChangeWorkspaceFolders => {
                read(params).map(|params: DidChangeWorkspaceFoldersParams| {
                    self.world.change_folders(&params.event);
                    Ok(())
                })
            }
            _ => Ok(Ok(())),
        };
        done.unwrap_or_else(|error| self.log(&format!("{method} is not understood: {}", error.message)))
    }

    fn open(&mut self, DidOpenTextDocumentParams { text_document: item }: DidOpenTextDocumentParams) -> io::Result<()> {
        let project = self.project(&item.uri)?;
        let open = Open::new(item.version, item.text, project, self.world.abilities.encoding);
        self.world.texts.insert(item.uri.clone(), open);
        self.is_to_be_checked(item.uri);
        Ok(())
    }

    fn change(&mut self, Changes { text_document: id, content_changes }: Changes) -> io::Result<()> {
        let uri = id.text_document_identifier.uri;
        self.overtake(&uri)?;
        let Some(open) = self.world.texts.remove(&uri) else {
            return self.log(&format!("{uri} is changed, but it is not open"));
        };
        let project = self.project(&uri)?;
        let Some(open) = open.changed(id.version, content_changes, project) else {
            return self.log(&format!("{uri} is longer than gametree reads, and is taken for closed"));
        };
        self.world.texts.insert(uri.clone(), open);
        self.is_to_be_checked(uri);
        Ok(())
    }

    fn close(
        &mut self,
        DidCloseTextDocumentParams { text_document: id }: DidCloseTextDocumentParams,
    ) -> io::Result<()> {
        self.overtake(&id.uri)?;
        let was_open = self.world.texts.remove(&id.uri).is_some();
        if !was_open || self.world.abilities.pulls_diagnostics {
            return Ok(());
        }
        self.send(id.uri, None, Vec::new())
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

    fn cancel(&mut self, Cancelled { id }: &Cancelled) -> io::Result<()> {
        self.give_up(|request| request.id == *id, &fault(REQUEST_CANCELLED, "cancelled"))
    }

    fn give_up(&mut self, is_meant: impl Fn(&Waiting) -> bool, error: &Error) -> io::Result<()> {
        let (given_up, kept) = self.waiting.drain(..).partition::<VecDeque<_>, _>(is_meant);
        self.waiting = kept;
        given_up.into_iter().try_for_each(|request| self.client.answer(request.id, Err(error.clone())))
    }

    /// Tells the user.
    fn warn(&mut self, message: &str) -> io::Result<()> {
        let params = ShowMessageParams { kind: MessageType::Warning, message: format!("gametree: {message}") };
        self.client.notify::<ShowMessageNotification>(params)
    }

    /// Tells who looks for a fault in the client or here.
    fn log(&mut self, message: &str) -> io::Result<()> {
        let params = LogMessageParams { kind: MessageType::Warning, message: message.to_string() };
        self.client.notify::<LogMessageNotification>(params)
    }
}

/// Does something in which there may be a bug. Then it is that request's fault, and the server lives on.
fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // Nothing is changed by what is asked, so nothing is left half-changed.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(fault(ErrorCodes::InternalError, MISTAKE)))
}
