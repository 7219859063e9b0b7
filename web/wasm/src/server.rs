//! The language server.

use std::mem;
use std::sync::Arc;

use gametree::lsp::{Message, NoFiles, Server};

/// A server whose messages to its client are kept until they are read.
pub(crate) struct Module(Server<Vec<String>>);

impl Default for Module {
    fn default() -> Self {
        Self(Server::new(Vec::new(), Arc::new(NoFiles), usize::MAX))
    }
}

impl Module {
    /// Reads messages, and does all work that follows. All messages are read before any work begins, so work for a text
    /// that has changed since is never begun.
    pub(crate) fn answer<'m>(&mut self, messages: impl Iterator<Item = &'m [u8]>) -> Vec<String> {
        let Self(server) = self;
        for message in messages {
            // Nothing is left to do after `exit`, and messages kept in memory can always be sent.
            let _ = server.take(Message::parse(message));
        }
        loop {
            let jobs = server.begin();
            if jobs.is_empty() {
                break;
            }
            for job in jobs {
                let _ = server.finish(job.run());
            }
        }
        mem::take(server.sink())
    }
}
