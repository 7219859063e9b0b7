//! The language server as a WebAssembly module.
//!
//! JavaScript writes messages into the memory of the module, one JSON text on each line, and reads the answers there in
//! the same form:
//!
//! 1. `input(length)` makes room for `length` bytes and returns where they go.
//! 2. `take()` reads the messages, does all work that follows, and returns how many bytes of answers there are.
//! 3. `output()` returns where the answers are.
//!
//! All messages of one call are read before any work begins, so work for a text that has changed since is never begun.
//! A panic is a trap: the module cannot be used after that, so JavaScript starts a new one.

use std::cell::RefCell;
use std::mem;
use std::sync::Arc;

use gametree::lsp::{Message, NoFiles, Server};

/// A server, with the messages from its client and those to it.
struct Session {
    server: Server<Vec<String>>,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session {
        server: Server::new(Vec::new(), Arc::new(NoFiles), usize::MAX),
        input: Vec::new(),
        output: String::new(),
    });
}

impl Session {
    fn take(&mut self) {
        for line in self.input.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            // Nothing is left to do after `exit`, and messages kept in memory can always be sent.
            let _ = self.server.take(Message::parse(line));
        }
        loop {
            let jobs = self.server.begin();
            if jobs.is_empty() {
                break;
            }
            for job in jobs {
                let _ = self.server.finish(job.run());
            }
        }
        self.output = mem::take(self.server.sink()).join("\n");
    }
}

/// Makes room for `length` bytes of messages. Returns where they go.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    SESSION.with_borrow_mut(|session| {
        session.input.clear();
        session.input.resize(length, 0);
        session.input.as_mut_ptr()
    })
}

/// Reads the messages, and does all work that follows. Returns how many bytes of answers there are.
#[unsafe(no_mangle)]
pub extern "C" fn take() -> usize {
    SESSION.with_borrow_mut(|session| {
        session.take();
        session.output.len()
    })
}

/// Where the answers are.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    SESSION.with_borrow(|session| session.output.as_ptr())
}
