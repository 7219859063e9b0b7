//! Cleans up when a signal ends the server.

use std::io;
use std::sync::Arc;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::pages::Pages;

/// Removes the pages when a signal ends the process; then the signal has its default effect.
pub(super) fn remove_at_end(pages: Arc<Pages>) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let wait = move || {
        for signal in signals.forever() {
            pages.remove();
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().spawn(wait).map(|_| ())
}
