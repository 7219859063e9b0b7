//! `check --watch`: checks again whenever a file changes.
//!
//! The files are looked for again and again, instead of asking the system to report changes. Which files are checked
//! depends on patterns, on `.gitignore` and on `gametree.toml`, so they would have to be looked for after every report
//! anyway. And this works the same everywhere, also on network drives and in containers, where no changes are reported.

use std::io;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::{Arguments, check};
use crate::cli::{Outcome, WRITTEN};

/// The shortest pause between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// A look at very many files takes long; the pause is this many times longer, so that most of the time is spent waiting.
const SHARE: u32 = 20;

/// Moves to the upper left corner of a terminal, and clears it.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// Checks the files, and again after each change. Ends only with the process, or when nobody reads the results.
pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut checked = None;
    loop {
        let begin = Instant::now();
        let files = arguments.batch.look();
        // The state is taken before the files are read: a change in between is found at the next look.
        let state = files.state();
        let looked = begin.elapsed();
        if checked.as_ref() != Some(&state) {
            checked = Some(state);
            // Each time, as much can be reported as in a run of its own.
            WRITTEN.store(0, Ordering::Relaxed);
            let mut output = arguments.batch.common.writing.open()?;
            if output.is_terminal() {
                output.print(CLEAR)?;
            }
            files.report();
            check(arguments, files, output)?;
        }
        thread::sleep(PAUSE.max(looked * SHARE));
    }
}
