//! The values that options take.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use clap_complete::engine::{ArgValueCompleter, PathCompleter};

/// Reads a value with a function, and tells shells which values there are.
#[derive(Clone)]
pub(super) struct Listed<T> {
    names: Vec<&'static str>,
    read: fn(&str) -> Result<T, String>,
}

impl<T> Listed<T> {
    /// `read` must accept all of the names; it may accept more than these.
    pub(super) fn new(names: impl IntoIterator<Item = &'static str>, read: fn(&str) -> Result<T, String>) -> Self {
        Self { names: names.into_iter().collect(), read }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Listed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Completes the paths of `.tree` files, and of folders on the way to them.
pub(super) fn trees() -> ArgValueCompleter {
    let is_wanted = |path: &Path| path.is_dir() || path.extension().is_some_and(|extension| extension == "tree");
    ArgValueCompleter::new(PathCompleter::any().filter(is_wanted))
}
