//! The state of the server: open texts, waiting requests and running jobs.

mod job;
mod lanes;
mod pages;
mod projects;
mod settings;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::sync::Arc;

use gen_lsp_types::json_rpc::{Error, Id};
use gen_lsp_types::{ErrorCodes, MessageType, Uri};
use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use super::message::{CONTENT_MODIFIED, Client, Content, Message, REQUEST_CANCELLED, Sink, read, rpc_error};
use super::open::OpenText;
use super::params::{Changed, ChangedFolders, ChangedText, OfText, Opened};
use super::state::ServerState;
use super::{commands, feature};
use crate::interrupt::Interrupt;
pub use job::{Done, Job};
use job::{JobResult, Number, Task};
use lanes::{Lane, Lanes, WaitingRequest};

/// At most this many requests run at a time.
const MOST_REQUESTS: usize = 64;

/// The method of requests whose answers are shown to the user, too.
const EXECUTE_COMMAND: &str = "workspace/executeCommand";

/// How the client ends the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With `shutdown` and then `exit`, as it should.
    AfterShutdown,
    /// With `exit` alone.
    Unannounced,
}

/// The phase of the conversation with the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Uninitialized,
    Running,
    ShutDown,
}

/// A request that a job is answering.
struct RunningRequest {
    id: Id,
    lane: Lane,
    /// Whether the answer is shown to the user, too.
    shows_answer: bool,
    interrupt: Interrupt,
}

/// A version of a text that a job is checking.
struct RunningCheck {
    uri: Uri,
    version: i32,
    interrupt: Interrupt,
}

/// A server, which answers one client.
///
/// Work that takes time is handed out as a [`Job`]. A running job is listed here as long as its result is wanted. When
/// it is taken off the list early, its interrupt is raised.
pub struct Server<S> {
    client: Client<S>,
    phase: Phase,
    state: Arc<ServerState>,
    lanes: Lanes,
    running_requests: HashMap<Number, RunningRequest>,
    /// Texts whose findings the client still needs and whose check has not started.
    unchecked: VecDeque<Uri>,
    running_checks: HashMap<Number, RunningCheck>,
    /// At most this many texts are checked at a time, so that requests find a free processor.
    most_checks: usize,
    last_job: u64,
    /// Each `gametree.toml` whose mistakes have been sent to the client.
    reported_projects: HashSet<Uri>,
    /// The id of the request for settings, until it is answered.
    asked_for_settings: Option<Id>,
}

/// The request to give up. The crate's own type has no large numbers.
#[derive(Deserialize)]
struct Cancelled {
    id: Id,
}

impl<S: Sink> Server<S> {
    /// A server for a client that has not said anything yet. At most `most_checks` texts are checked at a time.
    pub fn new(sink: S, host: Arc<dyn Host>, most_checks: usize) -> Self {
        Self {
            client: Client::new(sink),
            phase: Phase::Uninitialized,
            state: Arc::new(ServerState::new(host)),
            lanes: Lanes::default(),
            running_requests: HashMap::new(),
            unchecked: VecDeque::new(),
            running_checks: HashMap::new(),
            most_checks,
            last_job: 0,
            reported_projects: HashSet::new(),
            asked_for_settings: None,
        }
    }

    /// Where the messages to the client go.
    pub fn sink(&mut self) -> &mut S {
        self.client.sink()
    }

    /// The state, for changing it. Running jobs keep the state that they started with.
    fn state_mut(&mut self) -> &mut ServerState {
        Arc::make_mut(&mut self.state)
    }

    /// Takes a message: changes are made at once, requests wait for [`Self::begin`].
    ///
    /// # Errors
    /// If an answer cannot be sent.
    pub fn take(&mut self, Message(message): Message) -> io::Result<Option<Ending>> {
        match message {
            Content::Request { id, method, params } => self.take_request(WaitingRequest { id, method, params })?,
            Content::Notification { method, .. } if method == "exit" => {
                let is_shut_down = self.phase == Phase::ShutDown;
                return Ok(Some(if is_shut_down { Ending::AfterShutdown } else { Ending::Unannounced }));
            }
            Content::Notification { method, params } if self.phase == Phase::Running => {
                self.take_notification(&method, params)?;
            }
            Content::Notification { .. } => {}
            Content::Response { id, result } if self.asked_for_settings.as_ref() == Some(&id) => {
                self.take_settings(result.as_ref())?;
            }
            Content::Response { .. } => {}
            Content::Malformed { id, error } => self.client.answer(id, Err(error))?,
        }
        Ok(None)
    }

    /// The jobs that can start now. Pass their results to [`Self::finish`].
    pub fn begin(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        while self.running_requests.len() < MOST_REQUESTS
            && let Some((lane, WaitingRequest { id, method, params })) = self.lanes.next()
        {
            let command = params["command"].as_str().filter(|_| method == EXECUTE_COMMAND);
            let shows_answer = command.is_some_and(commands::shows_answer);
            let job = self.job(Task::Answer { method, params });
            self.running_requests
                .insert(job.number, RunningRequest { id, lane, shows_answer, interrupt: job.interrupt.clone() });
            jobs.push(job);
        }
        while self.running_checks.len() < self.most_checks
            && let Some(uri) = self.unchecked.pop_front()
        {
            let Some(version) = self.state.text(&uri).map(|open| open.version) else { continue };
            let job = self.job(Task::Check(uri.clone()));
            self.running_checks.insert(job.number, RunningCheck { uri, version, interrupt: job.interrupt.clone() });
            jobs.push(job);
        }
        jobs
    }

    fn job(&mut self, task: Task) -> Job {
        self.last_job += 1;
        let (number, interrupt) = (Number(self.last_job), Interrupt::default());
        Job { number, interrupt, state: Arc::clone(&self.state), task }
    }

    /// Sends the result of a job to the client, unless it is no longer wanted.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn finish(&mut self, Done { number, result }: Done) -> io::Result<()> {
        match result {
            JobResult::Answered(answer) => {
                let Some(RunningRequest { id, lane, shows_answer, .. }) = self.running_requests.remove(&number) else {
                    return Ok(());
                };
                self.lanes.free(lane);
                let page = answer.as_ref().ok().filter(|_| shows_answer).cloned();
                self.client.answer(id, answer)?;
                page.map_or(Ok(()), |page| self.show(&page))
            }
            JobResult::Checked(found) => {
                let Some(RunningCheck { uri, version, .. }) = self.running_checks.remove(&number) else {
                    return Ok(());
                };
                match found {
                    Ok(diagnostics) => self.send(&uri, Some(version), &diagnostics),
                    Err(error) => self.log(&format!("{uri} is not checked: {}", error.message)),
                }
            }
        }
    }

    /// Sends the findings of a text, with its version if it is open.
    fn send(&mut self, uri: &Uri, version: Option<i32>, diagnostics: &[Value]) -> io::Result<()> {
        let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
        if let Some(version) = version {
            params["version"] = json!(version);
        }
        self.client.notify("textDocument/publishDiagnostics", params)
    }

    fn take_request(&mut self, request: WaitingRequest) -> io::Result<()> {
        let answer = match (self.phase, request.method.as_str()) {
            (Phase::Uninitialized, "initialize") if request.params["capabilities"].is_object() => {
                Ok(self.initialize(&request.params)?)
            }
            (Phase::Uninitialized, "initialize") => {
                Err(rpc_error(ErrorCodes::InvalidParams, "`initialize` needs the capabilities of the client"))
            }
            (Phase::Uninitialized, _) => Err(rpc_error(ErrorCodes::ServerNotInitialized, "`initialize` comes first")),
            (_, "initialize") => Err(rpc_error(ErrorCodes::InvalidRequest, "`initialize` comes only once")),
            (Phase::Running, "shutdown") => {
                // Every request needs an answer, even if it is only an error.
                self.give_up(|_, _| true, &rpc_error(REQUEST_CANCELLED, "the server is shutting down"))?;
                self.unchecked.clear();
                self.stop_checks(|_| true);
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, _) => {
                self.lanes.push(request);
                return Ok(());
            }
            (Phase::ShutDown, _) => Err(rpc_error(ErrorCodes::InvalidRequest, "after `shutdown` comes `exit`")),
        };
        self.client.answer(request.id, answer)
    }

    fn initialize(&mut self, params: &Value) -> io::Result<Value> {
        // This comes first: while nothing else is known about the client, it is not told to ask again.
        self.set_options(&params["initializationOptions"])?;
        self.state_mut().greet(params);
        self.phase = Phase::Running;
        Ok(json!({
            "capabilities": feature::capabilities(self.state.abilities),
            "serverInfo": { "name": "gametree", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    fn take_notification(&mut self, method: &str, params: Value) -> io::Result<()> {
        let done = match method {
            "initialized" => Ok(self.greet()),
            "$/cancelRequest" => read(params).map(|params| self.cancel(&params)),
            "textDocument/didOpen" => read(params).map(|params| self.open(params)),
            "textDocument/didChange" => read(params).map(|params| self.change(params)),
            "textDocument/didClose" => read(params).map(|params| self.close(&params)),
            "workspace/didChangeWatchedFiles" => Ok(self.read_projects_again()),
            "workspace/didChangeConfiguration" => Ok(self.change_settings(&params)),
            "workspace/didChangeWorkspaceFolders" => read(params).map(|params: ChangedFolders| {
                self.state_mut().change_folders(&params.event);
                Ok(())
            }),
            _ => Ok(Ok(())),
        };
        done.unwrap_or_else(|error| self.log(&format!("{method} is not understood: {}", error.message)))
    }

    fn open(&mut self, Opened { text_document: item }: Opened) -> io::Result<()> {
        let project = self.project(&item.uri)?;
        let open = OpenText::new(item.version, item.text, project, self.state.abilities.encoding);
        self.state_mut().texts.insert(item.uri.clone(), Arc::new(open));
        self.schedule_check(item.uri);
        Ok(())
    }

    fn change(
        &mut self,
        Changed { text_document: ChangedText { uri, version }, content_changes }: Changed,
    ) -> io::Result<()> {
        self.give_up_requests_about(&uri)?;
        self.stop_checks(|checked| *checked == uri);
        let Some(open) = self.state_mut().texts.remove(&uri) else {
            return self.log(&format!("{uri} is changed, but it is not open"));
        };
        let project = self.project(&uri)?;
        let Some(open) = OpenText::changed(open, version, content_changes, project) else {
            return self.log(&format!("{uri} is too long for gametree, so it is treated as closed"));
        };
        self.state_mut().texts.insert(uri.clone(), Arc::new(open));
        self.schedule_check(uri);
        Ok(())
    }

    fn close(&mut self, OfText { text_document: id }: &OfText) -> io::Result<()> {
        self.give_up_requests_about(&id.uri)?;
        self.stop_checks(|checked| *checked == id.uri);
        let was_open = self.state_mut().texts.remove(&id.uri).is_some();
        if !was_open || self.state.abilities.pulls_diagnostics {
            return Ok(());
        }
        self.send(&id.uri, None, &[])
    }

    /// Schedules a check of a text. A check that is already running is stopped.
    fn schedule_check(&mut self, uri: Uri) {
        self.stop_checks(|checked| *checked == uri);
        if !self.state.abilities.pulls_diagnostics && !self.unchecked.contains(&uri) {
            self.unchecked.push_back(uri);
        }
    }

    fn stop_checks(&mut self, is_meant: impl Fn(&Uri) -> bool) {
        for (_, stopped) in self.running_checks.extract_if(|_, checked| is_meant(&checked.uri)) {
            stopped.interrupt.raise();
        }
    }

    /// Gives up the requests about a text that has changed.
    fn give_up_requests_about(&mut self, uri: &Uri) -> io::Result<()> {
        let is_about = |_: &Id, text: Option<&str>| text == Some(&uri.0);
        self.give_up(is_about, &rpc_error(CONTENT_MODIFIED, "the text has changed since the request"))
    }

    fn cancel(&mut self, Cancelled { id }: &Cancelled) -> io::Result<()> {
        self.give_up(|request, _| request == id, &rpc_error(REQUEST_CANCELLED, "cancelled"))
    }

    /// Gives up the requests whose id and text match, whether they are waiting or running.
    fn give_up(&mut self, is_meant: impl Fn(&Id, Option<&str>) -> bool, error: &Error) -> io::Result<()> {
        let is_asked = |asked: &RunningRequest| is_meant(&asked.id, asked.lane.text.as_deref());
        let under_way: Vec<RunningRequest> =
            self.running_requests.extract_if(|_, asked| is_asked(asked)).map(|(_, asked)| asked).collect();
        let mut given_up = Vec::new();
        for RunningRequest { id, lane, interrupt, .. } in under_way {
            interrupt.raise();
            self.lanes.free(lane);
            given_up.push(id);
        }
        let waiting = self.lanes.take(|request| is_meant(&request.id, request.text()));
        given_up.extend(waiting.into_iter().map(|request| request.id));
        given_up.into_iter().try_for_each(|id| self.client.answer(id, Err(error.clone())))
    }

    /// Shows a warning to the user.
    fn warn(&mut self, message: &str) -> io::Result<()> {
        let params = json!({ "type": MessageType::Warning, "message": format!("gametree: {message}") });
        self.client.notify("window/showMessage", params)
    }

    /// Writes to the log, for those who look for a bug in the client or the server.
    fn log(&mut self, message: &str) -> io::Result<()> {
        self.client.notify("window/logMessage", json!({ "type": MessageType::Warning, "message": message }))
    }
}
