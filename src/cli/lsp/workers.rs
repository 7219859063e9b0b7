//! Threads that run jobs. A thread that has done its job waits for the next one; a new thread is started only if none
//! is idle.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use gametree::lsp::Job;

use super::Event;

/// Threads that run jobs and report each one that is done.
pub(super) struct Workers {
    idle: Vec<Worker>,
    events: Sender<Event>,
}

/// A thread that waits for a job.
pub(super) struct Worker(Sender<Job>);

impl Workers {
    /// Results of jobs are sent to `events`.
    pub(super) fn new(events: Sender<Event>) -> Self {
        Self { idle: Vec::new(), events }
    }

    /// Gives a job to a worker.
    pub(super) fn give(&mut self, job: Job) {
        let Some(worker) = self.idle.pop().or_else(|| self.hire()) else {
            // If no thread can be started, run the job on this one.
            let _ = self.events.send(Event::Done(None, job.run()));
            return;
        };
        // An idle worker always waits for a job, so this succeeds.
        let _ = worker.0.send(job);
    }

    /// Takes back a worker whose job is done. The last one back gets the next job, because its memory is still in the
    /// cache.
    pub(super) fn rest(&mut self, worker: Option<Worker>) {
        self.idle.extend(worker);
    }

    fn hire(&self) -> Option<Worker> {
        let (sender, jobs) = channel::<Job>();
        let (events, again) = (self.events.clone(), sender.clone());
        let work = move || {
            for job in jobs {
                let done = job.run();
                if events.send(Event::Done(Some(Worker(again.clone())), done)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(work).ok().map(|_| Worker(sender))
    }
}
