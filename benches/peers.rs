//! The same work done by others in the same run: `serde_json`, a bare loop, Python, a program that does nothing.
//!
//! Each pair is measured in turns, so that other load on the machine affects both. A ratio is the median of the ratios
//! of all turns; on a busy machine the fastest turns of both sides say more.

mod bare;
mod ratio;
mod trees;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use gametree::convert::{Options, read_any, written};
use gametree::model::{Cut, Cutoffs, Defaults, FileSettings, ResolvedTree};
use gametree::search::{self, LeftToRight, NoChance, Rules, Scale, ScaledLeaves, View, Walk, Window};
use gametree::syntax;
use gametree::syntax::tree::Kind;
use ratio::{Aim, Outcome, Row, print, run, time};
use serde::Deserialize;
use trees::MILLION;

/// How often long steps and steps of milliseconds are measured.
const TURNS: usize = 15;
const MANY_TURNS: usize = 400;

fn main() -> Outcome<()> {
    if let Some(path) = std::env::args_os().skip_while(|argument| argument != PARSE).nth(1) {
        return parse_and_print_time(Path::new(&path));
    }
    let files = Files::write()?;
    let mut rows = in_this_process(&files)?;
    rows.extend(parsing(&files)?);
    rows.push(conversion(&files)?);
    rows.push(start_up(&files)?);
    print(&rows);
    files.remove()?;
    Ok(())
}

/// The files and programs that are measured as whole processes.
struct Files {
    folder: PathBuf,
    million: PathBuf,
    million_json: PathBuf,
    /// The same tree with names and claims.
    named: PathBuf,
    named_json: PathBuf,
    /// Copies of the two programs, as an installation makes them. If a linker has just written a file, Linux loads it in
    /// smaller pieces, which takes longer.
    gametree: PathBuf,
    hello: PathBuf,
}

impl Files {
    fn write() -> Outcome<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
        std::fs::create_dir_all(&folder)?;
        let files = Self {
            million: folder.join("million.tree"),
            million_json: folder.join("million.json"),
            named: folder.join("named.tree"),
            named_json: folder.join("named.json"),
            gametree: folder.join("gametree"),
            hello: folder.join("hello"),
            folder,
        };
        std::fs::write(&files.million, trees::text(|out| MILLION.write_compact(out)))?;
        std::fs::write(&files.million_json, trees::text(|out| MILLION.write_json(out)))?;
        std::fs::write(&files.named, trees::text(|out| MILLION.write_claimed(out)))?;
        std::fs::write(&files.named_json, trees::text(|out| MILLION.write_claimed_json(out)))?;
        let source = files.folder.join("hello.rs");
        std::fs::write(&source, "fn main() { println!(\"Hello, world!\"); }\n")?;
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let linked = files.folder.join("linked");
        run(Command::new(rustc).arg("-O").arg("-o").arg(&linked).arg(source))?;
        std::fs::copy(linked, &files.hello)?;
        std::fs::copy(env!("CARGO_BIN_EXE_gametree"), &files.gametree)?;
        Ok(files)
    }

    fn remove(&self) -> Outcome<()> {
        Ok(std::fs::remove_dir_all(&self.folder)?)
    }

    fn gametree(&self, command: &str, path: &Path) -> Command {
        let mut gametree = Command::new(&self.gametree);
        gametree.arg(command).arg(path);
        gametree
    }

    fn python(&self) -> Command {
        let mut python = Command::new("python3");
        python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peer.py")).arg(&self.million_json);
        python
    }
}

/// The output of the Python script: the value of the root, and the seconds for each step.
#[derive(Deserialize)]
struct Python {
    value: i64,
    parse: f64,
    minimax: f64,
    alpha_beta: f64,
}

/// A million leaves: each step compared with its peers, and `gametree eval` with the whole script.
fn in_this_process(files: &Files) -> Outcome<Vec<Row>> {
    let text = std::fs::read_to_string(&files.million)?;
    let (file, mut findings) = syntax::parse(&text, 100);
    let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings);
    assert_eq!(findings.tally().total(), 0);
    let view = View::whole(game.nodes(), &game.weights);
    let scale = Scale::fit(view.nodes(), &[]);
    let leaves = ScaledLeaves::new(&view, &scale);
    // Like the Python script, this keeps only the value of the root.
    let minimax_of = |view| search::minimax(view, &NoChance, &leaves, |_, _| ());
    let value = minimax_of(&view).map_err(|_| "there are no chance nodes")?;
    let window = Window { alpha: i64::MIN, beta: i64::MAX };
    let rules = Rules { cut: Cut::AtLeast, cutoffs: Cutoffs::Deep, window, range: None };
    let walk = Walk { view: &view, leaves: &leaves, rules, order: &LeftToRight, chance: &NoChance };
    let columns = bare::Columns::new(game.nodes());

    let mut python_parse = Row::new("parse; `json.loads`", Aim::Faster(1.0));
    let mut minimax = Row::new("minimax; Python", Aim::Faster(120.0));
    let mut alpha_beta = Row::new("alpha–beta; Python", Aim::Faster(100.0));
    let mut listener = Row::new("alpha–beta; a bare loop", Aim::AtMost(1.1));
    let mut process = Row::new("`gametree eval`; the Python script", Aim::Faster(15.0));
    for _ in 0..TURNS {
        let (minimax_time, found) = time(|| minimax_of(black_box(&view)));
        assert!(found.is_ok_and(|found| found == value));
        for _ in 0..TURNS {
            let (walk_time, found) = time(|| black_box(&walk).run(&mut ()));
            let (bare_time, bare) = time(|| black_box(&columns).alpha_beta());
            assert!(found.is_ok_and(|found| found == value) && bare == value);
            listener.add(walk_time, bare_time);
        }
        let (walk_time, _) = time(|| black_box(&walk).run(&mut ()));

        let (script_time, printed) = time(|| run(&mut files.python()));
        let python: Python = serde_json::from_str(&printed?)?;
        assert_eq!(python.value, value);
        python_parse.add(parse_in_new_process(&files.million)?, Duration::from_secs_f64(python.parse));
        minimax.add(minimax_time, Duration::from_secs_f64(python.minimax));
        alpha_beta.add(walk_time, Duration::from_secs_f64(python.alpha_beta));

        let (eval_time, printed) = time(|| run(&mut files.gametree("eval", &files.million)));
        assert!(printed?.contains(&format!("value   {value}\n")));
        process.add(eval_time, script_time);
    }
    Ok(vec![python_parse, minimax, alpha_beta, listener, process])
}

/// Measures how long it takes to parse a million leaves, and the same leaves as JSON, each time in a new process.
/// Memory that the allocator keeps from an earlier turn can halve the time, and helps one side more than the other.
fn parsing(files: &Files) -> Outcome<[Row; 2]> {
    let mut serde = Row::new("parse; `serde_json::Value`", Aim::Faster(1.0));
    let mut named = Row::new("parse with names and claims; `serde_json::Value`", Aim::Faster(2.0));
    for _ in 0..TURNS {
        serde.add(parse_in_new_process(&files.million)?, parse_in_new_process(&files.million_json)?);
        named.add(parse_in_new_process(&files.named)?, parse_in_new_process(&files.named_json)?);
    }
    Ok([serde, named])
}

/// The option that makes this program parse one file, and print how many seconds that took.
const PARSE: &str = "--parse";

fn parse_in_new_process(path: &Path) -> Outcome<Duration> {
    let seconds = run(Command::new(std::env::current_exe()?).arg(PARSE).arg(path))?;
    Ok(Duration::from_secs_f64(seconds.trim().parse()?))
}

fn parse_and_print_time(path: &Path) -> Outcome<()> {
    let text = std::fs::read_to_string(path)?;
    let taken = if path.extension().is_some_and(|extension| extension == "json") {
        let (taken, value) = time(|| serde_json::from_str::<serde_json::Value>(&text));
        value.map(|_| taken)?
    } else {
        let (taken, (file, findings)) = time(|| syntax::parse(&text, 100));
        assert_eq!((file.trees.len(), findings.tally().total()), (1, 0));
        taken
    };
    println!("{}", taken.as_secs_f64());
    Ok(())
}

/// Nested lists of JSON, from their text to the text of a tree, and Python's reader of the same text.
fn conversion(files: &Files) -> Outcome<Row> {
    let json = std::fs::read_to_string(&files.million_json)?;
    let options = Options { root: Some(Kind::Max), ..Options::default() };
    let mut row = Row::new("conversion of nested lists; `json.loads`", Aim::Faster(1.0));
    for _ in 0..TURNS {
        let (ours, written) =
            time(|| read_any(black_box(&json), &options).map(|(_, converted)| written(&converted.trees)));
        assert!(written.is_ok_and(|text| text.len() > MILLION.leaves()));
        let python: Python = serde_json::from_str(&run(&mut files.python())?)?;
        row.add(ours, Duration::from_secs_f64(python.parse));
    }
    Ok(row)
}

/// An exercise of about a kilobyte, without mistakes.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/fail-soft-fail-hard.tree");

/// A small file: mostly the start and the end of the process.
fn start_up(files: &Files) -> Outcome<Row> {
    let mut row = Row::new("`gametree check` of 1 KB; a hello world in Rust", Aim::AtMost(1.25));
    assert!((900..1100).contains(&std::fs::metadata(SMALL)?.len()), "about a kilobyte");
    let mut check = files.gametree("check", Path::new(SMALL));
    let mut hello = Command::new(&files.hello);
    assert!(run(&mut check)?.starts_with("nothing wrong"));
    for _ in 0..MANY_TURNS {
        let (ours, checked) = time(|| run(&mut check));
        let (other, greeted) = time(|| run(&mut hello));
        checked.and(greeted)?;
        row.add(ours, other);
    }
    Ok(row)
}
