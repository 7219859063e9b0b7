//! The progress of work on many files.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less time has no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is drawn while nothing else happens.
const TICK: Duration = Duration::from_millis(250);

/// A progress bar on standard error: only on a terminal, and only for work that takes longer than a second.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Dropping this tells the waiting thread that the work is over.
    _running: Option<Sender<()>>,
}

impl Progress {
    /// Begins work on so many files.
    pub(super) fn begin(files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let running = io::stderr().is_terminal().then(|| show_later(&bar));
        Self { bar, _running: running }
    }

    /// This many more files are done.
    pub(super) fn advance(&self, files: usize) {
        self.bar.inc(files as u64);
    }

    /// Hides the bar while something is printed.
    pub(super) fn hidden_while<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows the bar once the work has taken long enough, unless it is over by then.
fn show_later(bar: &ProgressBar) -> Sender<()> {
    let (running, over) = mpsc::channel();
    let bar = bar.clone();
    thread::spawn(move || {
        if over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
    });
    running
}
