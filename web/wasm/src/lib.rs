//! What pages in a browser use of gametree, as a WebAssembly module: the language server with the feature `server`, the
//! marking of exercises without it.
//!
//! JavaScript writes messages into the memory of the module, one JSON text on each line, and reads the answers there in
//! the same form:
//!
//! 1. `input(length)` makes room for `length` bytes and returns where they go.
//! 2. `take()` reads the messages, does all work that follows, and returns how many bytes of answers there are.
//! 3. `output()` returns where the answers are.
//!
//! A panic is a trap: the module cannot be used after that, so JavaScript starts a new one.

#[cfg(not(feature = "server"))]
mod practice;
#[cfg(feature = "server")]
mod server;

use std::cell::RefCell;

#[cfg(not(feature = "server"))]
use practice::Module;
#[cfg(feature = "server")]
use server::Module;

/// A module with the messages to it, and its answers.
#[derive(Default)]
struct Session {
    module: Module,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
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
    SESSION.with_borrow_mut(|Session { module, input, output }| {
        let messages = input.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        *output = module.answer(messages).join("\n");
        output.len()
    })
}

/// Where the answers are.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    SESSION.with_borrow(|session| session.output.as_ptr())
}
