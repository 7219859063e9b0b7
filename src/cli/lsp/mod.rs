//! `gametree lsp`: the only place that knows the Language Server Protocol.

mod actions;
mod commands;
mod convert;
mod feature;
mod findings;
mod frame;
mod message;
mod open;
mod options;
mod pages;
mod plain;
mod position;
mod reports;
mod server;
mod uri;
mod workspace;
mod world;

use std::hint::black_box;
use std::io::{self, BufReader, BufWriter};
use std::sync::mpsc::{Sender, TryRecvError, channel};
use std::thread;

use clap::Args;

use super::{Outcome, complain};
use frame::{Frame, Frames};
use gen_lsp_types::ErrorCodes;
use message::{Client, Message};
use server::{Ending, Server};

/// Speak the Language Server Protocol with an editor, over standard input and output
#[derive(Args)]
#[command(after_help = "\
Editors start it; docs/editors.md has what each of them needs to be told.")]
pub(super) struct Arguments {
    /// Standard input and output are the only way there is; many editors say so all the same
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run(Arguments { stdio: _ }: &Arguments) -> io::Result<Outcome> {
    keep_memory();
    let (sender, messages) = channel();
    // It ends with its input, or with the process.
    thread::spawn(move || read(&sender));
    let mut server = Server::new(Client::new(BufWriter::new(io::stdout())));
    loop {
        // What has come by now may have overtaken what is still to be done: that has to wait.
        let message = if server.is_idle() {
            messages.recv().ok()
        } else {
            match messages.try_recv() {
                Ok(message) => Some(message),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => {
                    server.work()?;
                    continue;
                }
            }
        };
        // Whoever goes without a word is gone.
        let Some(message) = message else { return Ok(Outcome::Findings) };
        match server.take(message)? {
            None => {}
            Some(Ending::AfterShutdown) => return Ok(Outcome::Success),
            Some(Ending::Unannounced) => return Ok(Outcome::Findings),
        }
    }
}

/// Has the allocator keep what one state of a text has taken for the next one.
///
/// The allocator of GNU gives memory back that is free at its end, and the system clears it anew for each keystroke, which
/// took a quarter of the time; unless as much was once freed at a time (`M_TRIM_THRESHOLD` in mallopt(3)). Nothing is
/// written here, so nothing is taken; other allocators do nothing.
fn keep_memory() {
    /// Just below 32 MiB, above which the allocator learns nothing.
    const MUCH: usize = 31 << 20;
    drop(black_box(Vec::<u8>::with_capacity(MUCH)));
}

/// Hands on what is read from standard input.
fn read(messages: &Sender<Message>) {
    let mut frames = Frames::new(BufReader::new(io::stdin()));
    loop {
        let message = match frames.read() {
            Ok(Some(Frame::Message(bytes))) => Message::parse(&bytes),
            Ok(Some(Frame::PassedOver(reason))) => Message::malformed(ErrorCodes::ParseError, reason),
            Ok(None) => break,
            Err(error) => {
                complain(&format!("the editor is no longer listened to: {error}"));
                break;
            }
        };
        if messages.send(message).is_err() {
            break;
        }
    }
}
