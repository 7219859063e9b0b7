//! A trace is told, not kept: what it takes in memory is counted, byte by byte, and does not grow with its steps.

use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::report::trace::{Ending, Scope, event_json, follow};
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use peak_alloc::PeakAlloc;
use std::io;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The steps of the search of a file with one tree, and the most memory that telling all of them as JSON takes beyond
/// the tree.
fn trace(text: &str) -> (u64, usize) {
    let (file, mut findings) = parse(text, 1);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let scope = Scope { from: NodeId::ROOT, limit: u64::MAX };
    let tell = |event: &_| event_json(&game, event, io::sink()).expect("a sink takes everything");
    let summary = follow(&game, &game.settings, scope, tell).expect("nothing stops the search");
    assert_eq!(summary.ending, Ending::Complete);
    (summary.events, ALLOCATOR.peak_usage() - before)
}

// One test, since others beside it would be counted, too.
#[test]
fn a_trace_keeps_a_frame_for_each_ply_and_nothing_else() {
    const MILLION: usize = 1_000_000;
    let (few, little) = trace(&format!("cutoffs none {{ {} }}", "{ 1 2 3 4 5 6 7 8 9 }".repeat(9)));
    let (many, much) = trace(&format!("cutoffs none {{ {} }}", "{ 1 2 3 4 5 6 7 8 9 }".repeat(MILLION / 2)));
    assert!(few < 300 && many > 10 * MILLION as u64, "{few} and {many} steps");
    assert!(little == much && much < 10_000, "{little} bytes for {few} steps, {much} for {many}");
    let chain = format!("{} 3 {}", "{".repeat(MILLION), "}".repeat(MILLION));
    let (steps, bytes) = std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(move || trace(&chain))
        .and_then(|thread| thread.join().map_err(|_| io::Error::other("the trace of a chain failed")))
        .unwrap();
    assert_eq!(steps, 3 * MILLION as u64 + 1);
    // Vectors double their room: what is counted is up to three times what is used.
    assert!(bytes / MILLION < 1000, "{} bytes for each ply", bytes / MILLION);
}
