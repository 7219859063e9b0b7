//! `gametree lsp`: the server of the library, with the streams, threads and files of this machine.

mod frame;
mod host;
mod pages;
mod plain;
mod workers;

use std::hint::black_box;
use std::io::{self, BufReader, BufWriter};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use clap::Args;

use super::project::ProjectOptions;
use super::{Outcome, print_error};
use frame::{Frames, Incoming, MessageReader};
use gametree::lsp::{Done, Ending, Message, Server, Sink};
use host::Machine;
use pages::Pages;
use workers::{Worker, Workers};

/// Speak the Language Server Protocol with an editor, over standard input and output
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree lsp                       what editors start; see docs/editors.md
  gametree lsp --config strict.toml  the same rules for all files")]
pub(super) struct Arguments {
    /// Standard input and output are the only way there is; many editors say so all the same
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    project: ProjectOptions,
}

/// An event that the server handles.
enum Event {
    Message(Message),
    /// A job is done. There is no worker if the server had to do the job itself.
    Done(Option<Worker>, Done),
    /// The client is gone.
    End,
}

pub(super) fn run(Arguments { stdio: _, project }: &Arguments) -> io::Result<Outcome> {
    keep_memory();
    let (sender, events) = channel();
    let mut workers = Workers::new(sender.clone());
    // This thread ends with its input or with the process; so do the workers.
    thread::spawn(move || read(&sender));
    let pages = Arc::new(Pages::new());
    let machine = Machine::new(project.clone(), Arc::clone(&pages));
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut server = Server::new(Frames(BufWriter::new(io::stdout())), Arc::new(machine), processors);
    #[cfg(unix)]
    super::signals::before_end({
        let pages = Arc::clone(&pages);
        move || pages.remove()
    })?;
    let outcome = serve(&mut server, &mut workers, &events);
    pages.remove();
    outcome
}

fn serve<S: Sink>(server: &mut Server<S>, workers: &mut Workers, events: &Receiver<Event>) -> io::Result<Outcome> {
    loop {
        // Handle all messages that have arrived before starting jobs: a message may make a waiting job pointless.
        let event = events.try_recv().or_else(|_| {
            server.begin().into_iter().for_each(|job| workers.give(job));
            events.recv()
        });
        match event {
            Ok(Event::Message(message)) => match server.take(message)? {
                None => {}
                Some(Ending::AfterShutdown) => return Ok(Outcome::Success),
                Some(Ending::Unannounced) => return Ok(Outcome::Findings),
            },
            Ok(Event::Done(worker, done)) => {
                workers.rest(worker);
                server.finish(done)?;
            }
            // The client left without `shutdown`, so nobody waits for answers.
            Ok(Event::End) | Err(_) => return Ok(Outcome::Findings),
        }
    }
}

/// Makes the allocator keep the memory that one state of a text has used, for the next state.
///
/// The GNU allocator returns free memory at the end of the heap to the system. At each keystroke it asked for memory
/// again, and the system cleared it; that took a quarter of the time. It stops once a block of this size has been freed
/// (`M_TRIM_THRESHOLD` in mallopt(3)). Nothing is written to the block, so it takes no memory. Other allocators are not
/// affected.
fn keep_memory() {
    /// Just below 32 MiB, above which the allocator learns nothing.
    const MUCH: usize = 31 << 20;
    drop(black_box(Vec::<u8>::with_capacity(MUCH)));
}

/// Sends everything read from standard input as events, until the input ends.
fn read(events: &Sender<Event>) {
    let mut reader = MessageReader::new(BufReader::new(io::stdin()));
    loop {
        let event = match reader.read() {
            Ok(Some(Incoming::Message(bytes))) => Event::Message(Message::parse(&bytes)),
            Ok(Some(Incoming::PassedOver(reason))) => Event::Message(Message::malformed(reason)),
            Ok(None) => Event::End,
            Err(error) => {
                print_error(&format!("cannot read from the editor: {error}"));
                Event::End
            }
        };
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            break;
        }
    }
}
