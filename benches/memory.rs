//! The memory that a tree of a million leaves takes, and `gametree eval` of it.

mod trees;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use gametree::syntax;
use peak_alloc::PeakAlloc;
use trees::{Full, MILLION};
use wait4::Wait4;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let eval = eval()?;
    let [used, allocated] = tree(&trees::text(|out| MILLION.write_compact(out)), MILLION.nodes());
    let [leaf, _] = tree(&leaves("-123"), LEAVES);
    let [labelled, _] = tree(&leaves("move_a1: -123"), LEAVES);
    println!("Bytes for each node or leaf, a million leaves, ten below each node:\n");
    println!("| | bytes | at most | |");
    println!("| --- | --- | --- | --- |");
    row("the tree", used, Some(20.0));
    row("the tree, with the room its columns have grown to", allocated, None);
    row("a leaf, if the root is the only node", leaf, Some(6.0));
    row("a leaf with a label, if the root is the only node", labelled, Some(10.0));
    row("`gametree eval`, whole process at its peak, beyond an empty run and the text", eval, Some(16.0));
    Ok(())
}

fn row(what: &str, bytes: f64, most: Option<f64>) {
    let (aim, verdict) = match most {
        Some(most) => (format!("{most}"), if bytes <= most { "holds" } else { "falls short" }),
        None => (String::new(), ""),
    };
    println!("| {what} | {bytes:.1} | {aim} | {verdict} |");
}

fn per_node(bytes: usize) -> f64 {
    bytes as f64 / MILLION.nodes() as f64
}

/// How many leaves [`leaves`] writes.
const LEAVES: usize = 1_000_000;

/// The text of a tree whose root has many leaves, each written as `leaf`.
fn leaves(leaf: &str) -> String {
    format!("max {{{}}}", format!("{leaf}, ").repeat(LEAVES))
}

/// The heap bytes of a parsed tree for each node or leaf: those it uses, and those it reserves.
fn tree(text: &str, size: usize) -> [f64; 2] {
    let before = ALLOCATOR.current_usage();
    let (file, findings) = syntax::parse(text, 100);
    assert!(findings.tally().total() == 0 && file.trees[0].nodes.len() >= size);
    let read = ALLOCATOR.current_usage();
    // A copy has no room to grow.
    let copy = (file.clone(), file);
    let copied = ALLOCATOR.current_usage();
    drop(copy);
    [copied - read, read - before].map(|bytes| bytes as f64 / size as f64)
}

/// The peak of the whole process, minus that of one that reads a tiny tree, and minus the text.
///
/// A process inherits the peak of the one that starts it, so this is measured first, while little is in memory.
fn eval() -> Outcome<f64> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (large, tiny) = (folder.join("memory.tree"), folder.join("tiny.tree"));
    let mut file = BufWriter::new(File::create(&large)?);
    MILLION.write_compact(&mut file)?;
    file.flush()?;
    let mut file = File::create(&tiny)?;
    Full { branching: 2, plies: 1, seed: 0 }.write_compact(&mut file)?;
    let [large_peak, tiny_peak] = [peak(&large)?, peak(&tiny)?];
    let text = std::fs::metadata(&large)?.len();
    std::fs::remove_file(large)?;
    std::fs::remove_file(tiny)?;
    Ok(per_node(usize::try_from(large_peak - tiny_peak - text)?))
}

/// The peak of the resident memory of `gametree eval` of a file, in bytes.
fn peak(path: &Path) -> Outcome<u64> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    let usage = command.arg("eval").arg(path).stdout(Stdio::null()).spawn()?.wait4()?;
    assert!(usage.status.success());
    Ok(usage.rusage.maxrss)
}
