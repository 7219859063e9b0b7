//! Threads for what takes time. One that has done its job waits for the next; there are as many as were ever needed
//! at a time.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::Event;
use super::server::Job;

/// Threads that do jobs, and say so when one is done.
pub(super) struct Workers {
    idle: Vec<Worker>,
    events: Sender<Event>,
}

/// A thread that waits for a job.
pub(super) struct Worker(Sender<Job>);

impl Workers {
    /// What comes of the jobs goes to `events`.
    pub(super) fn new(events: Sender<Event>) -> Self {
        Self { idle: Vec::new(), events }
    }

    /// Has a job done.
    pub(super) fn give(&mut self, job: Job) {
        let Some(worker) = self.idle.pop().or_else(|| self.hire()) else {
            // Where there can be no more threads, this one has to do.
            let _ = self.events.send(Event::Done(None, job.run()));
            return;
        };
        // It waits for nothing else.
        let _ = worker.0.send(job);
    }

    /// Takes back a worker whose job is done. The last one to come is the next to go: its memory is still warm.
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
