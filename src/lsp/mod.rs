//! A server of the Language Server Protocol: the only place in the library that knows the protocol.
//!
//! A [`Server`] takes messages, and hands out the work that takes time as [`Job`]s. It opens no files and starts no
//! threads: it asks a [`Host`] for files and pages, and gives its messages to a [`Sink`].
//!
//! ```
//! use std::sync::Arc;
//! use gametree::lsp::{Message, NoFiles, Server};
//!
//! let mut server = Server::new(Vec::new(), Arc::new(NoFiles), 1);
//! let request = br#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}"#;
//! server.take(Message::parse(request))?;
//! for job in server.begin() {
//!     server.finish(job.run())?;
//! }
//! assert_eq!(server.sink().len(), 1);
//! # Ok::<(), std::io::Error>(())
//! ```

mod actions;
mod commands;
mod convert;
mod feature;
mod findings;
mod host;
mod message;
mod open;
mod options;
mod params;
mod position;
mod reports;
mod server;
mod state;
mod uri;
mod workspace;

pub use host::{Host, NoFiles};
pub use message::{Message, Sink};
pub use server::{Done, Ending, Job, Server};
pub use uri::{path_of_uri, uri_of_path};
