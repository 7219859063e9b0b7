//! The same work done by others, in the same run: `serde_json`, a bare loop, Python, a program that does nothing.
//!
//! Each pair is measured in turns, so that whatever else the machine does falls on both. A ratio is the median of the
//! ratios of all turns; on a busy machine the fastest turns of both sides say more.

mod bare;
mod trees;

use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use gametree::diagnostic::Levels;
use gametree::model::{Cut, Cutoffs, FileSettings, Game};
use gametree::search::{self, LeftToRight, NoChance, Rules, View, Walk, Window};
use gametree::syntax;
use gametree::syntax::tree::NodeId;
use serde::Deserialize;
use trees::MILLION;

/// Turns of what takes long, and of what is over in milliseconds.
const TURNS: usize = 15;
const MANY_TURNS: usize = 400;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let files = Files::write()?;
    let mut rows = in_this_process(&files)?;
    rows.push(start_up(&files)?);
    println!("| what | fastest here | the other's fastest | ratio (least to most) | aim | |");
    println!("| --- | --- | --- | --- | --- | --- |");
    rows.iter().for_each(|row| println!("{}", row.markdown()));
    files.remove()?;
    Ok(())
}

/// What is asked of a ratio.
enum Aim {
    /// The other takes so many times as long.
    Faster(f64),
    /// It takes so many times as long as the other, and no more.
    AtMost(f64),
}

/// A pair, with the times of each turn: first ours, then the other's.
struct Row {
    what: &'static str,
    turns: Vec<(Duration, Duration)>,
    aim: Aim,
}

impl Row {
    fn new(what: &'static str, aim: Aim) -> Self {
        Self { what, turns: Vec::new(), aim }
    }

    fn add(&mut self, ours: Duration, other: Duration) {
        self.turns.push((ours, other));
    }

    fn markdown(&self) -> String {
        let (faster, aim) = match self.aim {
            Aim::Faster(aim) => (true, aim),
            Aim::AtMost(aim) => (false, aim),
        };
        let ratio = |(ours, other): &(Duration, Duration)| {
            let ratio = other.as_secs_f64() / ours.as_secs_f64();
            if faster { ratio } else { ratio.recip() }
        };
        let [least, median, most] = spread(self.turns.iter().map(ratio));
        let [ours, ..] = spread(self.turns.iter().map(|turn| turn.0.as_secs_f64()));
        let [other, ..] = spread(self.turns.iter().map(|turn| turn.1.as_secs_f64()));
        let holds = if faster { median >= aim } else { median <= aim };
        format!(
            "| {} | {} | {} | {median:.2} ({least:.2} to {most:.2}) | {} {aim} | {} |",
            self.what,
            milliseconds(ours),
            milliseconds(other),
            if faster { "≥" } else { "≤" },
            if holds { "holds" } else { "falls short" },
        )
    }
}

/// The least, the median and the greatest.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    [sorted[0], sorted[sorted.len() / 2], sorted[sorted.len() - 1]]
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2} ms", seconds * 1000.0)
}

/// How long something takes, without the time to drop what it makes.
fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

/// The files and programs that are measured as whole processes.
struct Files {
    folder: PathBuf,
    million: PathBuf,
    million_json: PathBuf,
    hello: PathBuf,
}

impl Files {
    fn write() -> Outcome<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
        std::fs::create_dir_all(&folder)?;
        let files = Self {
            million: folder.join("million.tree"),
            million_json: folder.join("million.json"),
            hello: folder.join("hello"),
            folder,
        };
        std::fs::write(&files.million, trees::text(|out| MILLION.write_compact(out)))?;
        std::fs::write(&files.million_json, trees::text(|out| MILLION.write_json(out)))?;
        let source = files.folder.join("hello.rs");
        std::fs::write(&source, "fn main() { println!(\"Hello, world!\"); }\n")?;
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        run(Command::new(rustc).arg("-O").arg("-o").arg(&files.hello).arg(source))?;
        Ok(files)
    }

    fn remove(&self) -> Outcome<()> {
        Ok(std::fs::remove_dir_all(&self.folder)?)
    }

    fn gametree(command: &str, path: &Path) -> Command {
        let mut gametree = Command::new(env!("CARGO_BIN_EXE_gametree"));
        gametree.arg(command).arg(path);
        gametree
    }

    fn python(&self) -> Command {
        let mut python = Command::new("python3");
        python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peer.py")).arg(&self.million_json);
        python
    }
}

/// Runs a program to its end; what it printed.
fn run(command: &mut Command) -> Outcome<String> {
    let Output { status, stdout, .. } =
        command.stderr(Stdio::inherit()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(String::from_utf8(stdout)?) } else { Err(format!("{command:?}: {status}").into()) }
}

/// What the Python script says: the value of the root, and the seconds that each step took.
#[derive(Deserialize)]
struct Python {
    value: i64,
    parse: f64,
    minimax: f64,
    alpha_beta: f64,
}

/// A million leaves: each step beside its peers, and `gametree eval` beside the script as a whole.
fn in_this_process(files: &Files) -> Outcome<Vec<Row>> {
    let text = std::fs::read_to_string(&files.million)?;
    let json = std::fs::read_to_string(&files.million_json)?;
    let (file, mut findings) = syntax::parse(&text, 100);
    let settings = FileSettings::read(&text, &file, &Levels::default(), &mut findings);
    let game = Game::new(&text, &file.trees[0], &settings, &mut findings);
    assert_eq!(findings.tally().total(), 0);
    let view = View::whole(game.nodes(), &game.weights);
    let leaf = |leaf| view.nodes().literal(leaf).small().expect("the values are small integers");
    let values = search::minimax(&view, &NoChance, &leaf).map_err(|_| "there are no chance nodes")?;
    let window = Window { alpha: i64::MIN, beta: i64::MAX };
    let rules = Rules { cut: Cut::AtLeast, cutoffs: Cutoffs::Deep, window, range: None };
    let value = |leaf: NodeId| values[leaf.index()];
    let walk = Walk { view: &view, leaf: &value, rules, order: &LeftToRight, chance: &NoChance };
    let columns = bare::Columns::new(game.nodes(), &values);

    let mut parse = Row::new("parse; `serde_json::Value`", Aim::Faster(1.0));
    let mut python_parse = Row::new("parse; `json.loads`", Aim::Faster(1.0));
    let mut minimax = Row::new("minimax; Python", Aim::Faster(40.0));
    let mut alpha_beta = Row::new("alpha–beta; Python", Aim::Faster(25.0));
    let mut listener = Row::new("alpha–beta; a bare loop", Aim::AtMost(1.1));
    let mut process = Row::new("`gametree eval`; the Python script", Aim::Faster(4.0));
    for _ in 0..TURNS {
        let (parse_time, _file) = time(|| syntax::parse(black_box(&text), 100));
        let (serde_time, _value) = time(|| serde_json::from_str::<serde_json::Value>(black_box(&json)));
        parse.add(parse_time, serde_time);

        let (minimax_time, found) = time(|| search::minimax(black_box(&view), &NoChance, &leaf));
        assert!(found.is_ok_and(|found| found == values));
        for _ in 0..TURNS {
            let (walk_time, found) = time(|| black_box(&walk).run(&mut ()));
            let (bare_time, bare) = time(|| black_box(&columns).alpha_beta());
            assert!(found.is_ok_and(|found| found == values[0]) && bare == values[0]);
            listener.add(walk_time, bare_time);
        }
        let (walk_time, _) = time(|| black_box(&walk).run(&mut ()));

        let (script_time, printed) = time(|| run(&mut files.python()));
        let python: Python = serde_json::from_str(&printed?)?;
        assert_eq!(python.value, values[0]);
        python_parse.add(parse_time, Duration::from_secs_f64(python.parse));
        minimax.add(minimax_time, Duration::from_secs_f64(python.minimax));
        alpha_beta.add(walk_time, Duration::from_secs_f64(python.alpha_beta));

        let (eval_time, printed) = time(|| run(&mut Files::gametree("eval", &files.million)));
        assert!(printed?.contains(&format!("value   {}\n", values[0])));
        process.add(eval_time, script_time);
    }
    Ok(vec![parse, python_parse, minimax, alpha_beta, listener, process])
}

/// An exercise of about a kilobyte with nothing wrong in it.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/fail-soft-fail-hard.tree");

/// A small file: what is left is the start and the end of the process.
fn start_up(files: &Files) -> Outcome<Row> {
    let mut row = Row::new("`gametree check` of 1 KB; a hello world in Rust", Aim::AtMost(1.5));
    assert!((900..1100).contains(&std::fs::metadata(SMALL)?.len()), "about a kilobyte");
    let mut check = Files::gametree("check", Path::new(SMALL));
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
