//! Trees in other notations, read and written.

mod games;
mod hostile;
mod laws;
mod texts;

#[cfg(feature = "cli")]
mod command;
#[cfg(feature = "cli")]
#[path = "../folder/mod.rs"]
mod folder;
