//! Work that takes time: requests to answer and texts to check. Each job runs on its own thread and is abandoned when
//! its result is no longer wanted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{ErrorCodes, Uri};
use serde_json::Value;

use crate::interrupt::{Interrupt, Interrupted};
use crate::lsp::message::{BUG, REQUEST_CANCELLED, rpc_error};
use crate::lsp::state::ServerState;
use crate::lsp::{feature, findings};

/// The number of a job, used only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Number(pub(super) u64);

/// A task with all the data it needs. Changes to the server's state do not affect a running job.
pub struct Job {
    pub(super) number: Number,
    pub(super) interrupt: Interrupt,
    pub(super) state: Arc<ServerState>,
    pub(super) task: Task,
}

pub(super) enum Task {
    Answer { method: String, params: Value },
    Check(Uri),
}

/// The result of a job.
pub struct Done {
    pub(super) number: Number,
    pub(super) result: JobResult,
}

pub(super) enum JobResult {
    Answered(Result<Value, Error>),
    Checked(Result<Vec<Value>, Error>),
}

impl Job {
    /// Runs the job, and releases its state before this returns.
    pub fn run(self) -> Done {
        let Self { number, interrupt, state, task } = self;
        let result = match task {
            Task::Answer { method, params } => {
                JobResult::Answered(guarded(&interrupt, || feature::answer(&state, &method, params)))
            }
            Task::Check(uri) => JobResult::Checked(guarded(&interrupt, || Ok(check(&state, &uri)))),
        };
        Done { number, result }
    }
}

fn check(state: &ServerState, uri: &Uri) -> Vec<Value> {
    state.text(uri).map(|open| findings::of_text(open, uri, state)).unwrap_or_default()
}

/// Runs work that may be interrupted or may panic because of a bug. Either becomes an error of this job, and the server
/// keeps running.
pub(super) fn guarded<T>(interrupt: &Interrupt, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // A job changes nothing, so a panic leaves nothing half-changed.
    match catch_unwind(AssertUnwindSafe(|| interrupt.guard(work))) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(Interrupted)) => Err(rpc_error(REQUEST_CANCELLED, "the request was cancelled")),
        Err(_) => Err(rpc_error(ErrorCodes::InternalError, BUG)),
    }
}
