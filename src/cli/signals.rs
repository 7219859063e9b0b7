//! Cleans up when a signal ends the process.

use std::{fs, io, thread};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Calls `clean_up` when a signal ends the process; then the signal has its default effect. A signal that the process
/// ignores from the start, as `nohup` makes it ignore SIGHUP, stays ignored.
pub(super) fn before_end(clean_up: impl Fn() + Send + 'static) -> io::Result<()> {
    let ignored = ignored();
    let ending = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored & 1 << (signal - 1) == 0);
    let mut signals = Signals::new(ending)?;
    let wait = move || {
        for signal in signals.forever() {
            clean_up();
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().spawn(wait).map(|_| ())
}

/// The signals that this process ignores, one bit for each. `sigaction` says so too, but calling it takes unsafe code,
/// so only Linux is asked.
fn ignored() -> u128 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let signals = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    signals.and_then(|signals| u128::from_str_radix(signals.trim(), 16).ok()).unwrap_or_default()
}
