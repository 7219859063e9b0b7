//! What takes time: questions to answer and texts to check, each done on a thread of its own and given up when it is
//! no longer wanted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use gametree::interrupt::{Interrupt, Interrupted};
use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{Diagnostic, ErrorCodes, Uri};
use serde_json::Value;

use crate::cli::lsp::message::{MISTAKE, REQUEST_CANCELLED, fault};
use crate::cli::lsp::world::World;
use crate::cli::lsp::{feature, findings};

/// The number of a job. None is given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Number(pub(super) u64);

/// Something to do, and all that it needs to know: what happens to the world meanwhile does not touch it.
pub(in crate::cli::lsp) struct Job {
    pub(super) number: Number,
    pub(super) interrupt: Interrupt,
    pub(super) world: Arc<World>,
    pub(super) task: Task,
}

pub(super) enum Task {
    Answer { method: String, params: Value },
    Check(Uri),
}

/// What came of a job.
pub(in crate::cli::lsp) struct Done {
    pub(super) number: Number,
    pub(super) product: Result<Product, Error>,
}

pub(super) enum Product {
    Answer(Value),
    Findings(Vec<Diagnostic>),
}

impl Job {
    /// Does it. The world is no longer held when this returns.
    pub(in crate::cli::lsp) fn run(self) -> Done {
        let Self { number, interrupt, world, task } = self;
        let product = guarded(&interrupt, || task.perform(&world));
        Done { number, product }
    }
}

impl Task {
    fn perform(self, world: &World) -> Result<Product, Error> {
        match self {
            Self::Answer { method, params } => feature::answer(world, &method, params).map(Product::Answer),
            Self::Check(uri) => {
                let findings = world.text(&uri).map(|open| findings::of_text(open, &uri, world));
                Ok(Product::Findings(findings.unwrap_or_default()))
            }
        }
    }
}

/// Does something that may be given up, and in which there may be a bug. Then it is that job's fault, and the server
/// lives on.
pub(super) fn guarded<T>(interrupt: &Interrupt, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // Nothing is changed by a job, so nothing is left half-changed.
    match catch_unwind(AssertUnwindSafe(|| interrupt.guard(work))) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(Interrupted)) => Err(fault(REQUEST_CANCELLED, "nobody waits for it any more")),
        Err(_) => Err(fault(ErrorCodes::InternalError, MISTAKE)),
    }
}
