//! Ten thousand sheets: graded with a table of marks and a file of feedback for each, compared with `check` of the same
//! files; and the memory that it takes, compared with a tenth of the sheets. A hundred thousand sheets: the time and the
//! memory for a table and a report about the class, compared with a tenth.

mod ratio;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use ratio::{Aim, Outcome, Row, print, run, time};
use wait4::Wait4;

/// An exercise with 40 nodes and leaves: three MIN nodes, each above two MAX nodes with five leaves.
const EXERCISE: &str = "\
tree \"bench\" {
    max A {
        left:   min B { max E { 3, 5, 2, 8, 1 } max F { 6, 9, 4, 7, 0 } }
        middle: min C { max G { 1, 2, 0, 4, 3 } max H { 0, 7, 5, 6, 2 } }
        right:  min D { max I { 9, 4, 7, 8, 6 } max J { 8, 8, 1, 3, 5 } }
    }
    expect leaves = _
    expect plays _
    ask values worth 10
    ask windows worth 10
    ask pruned worth 5
}
";
/// How many sheets there are.
const SHEETS: usize = 10_000;
/// How many sheets a very large class hands in.
const MANY: usize = 100_000;
/// How often each command is measured.
const TURNS: usize = 5;

fn main() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("grade");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("exercise.tree"), EXERCISE)?;
    let key = run(Command::new(env!("CARGO_BIN_EXE_gametree")).current_dir(&folder).args([
        "sheet",
        "exercise.tree",
        "--solution",
    ]))?;
    write(&folder.join("all"), &key, SHEETS)?;
    write(&folder.join("tenth"), &key, SHEETS / 10)?;

    let [all, tenth] = [peak(&folder, "all")?, peak(&folder, "tenth")?];
    let mut graded = Row::new("10,000 sheets graded; checked", Aim::AtMost(20.0));
    let mut jobs = Row::new("marks without feedback: `--jobs 2`; `--jobs 1`", Aim::Faster(1.5));
    for turn in 0..TURNS {
        let mut with_feedback = grade(&folder, "all", "2", Some(&format!("reports-{turn}")));
        let (ours, table) = time(|| run(&mut with_feedback));
        assert_eq!(table?.lines().count(), SHEETS + 1);
        // Some claims are wrong on purpose.
        let mut check = Command::new(env!("CARGO_BIN_EXE_gametree"));
        check.current_dir(&folder).args(["check", "all", "--format", "short", "--jobs", "2"]).stdout(Stdio::null());
        let (other, checked) = time(|| check.status());
        checked?;
        graded.add(ours, other);
        // One thread writes the feedback, so only the marking is shared between two.
        let [two, one] = ["2", "1"].map(|jobs| time(|| run(&mut grade(&folder, "all", jobs, None))));
        two.1?;
        one.1?;
        jobs.add(two.0, one.0);
    }
    print(&[graded, jobs]);
    println!("\nThe peak of the memory: {} KB with {SHEETS} sheets, {} KB with a tenth.", all / 1024, tenth / 1024);
    write(&folder.join("many"), &key, MANY)?;
    println!("\nA table and a report about the class:");
    for (sheets, number) in [("all", SHEETS), ("many", MANY)] {
        let (seconds, peak) = class(&folder, sheets)?;
        println!("{number} sheets: {seconds:.1} s, {} KB", peak / 1024);
    }
    Ok(fs::remove_dir_all(folder)?)
}

/// How long it takes to write a table and a report about the class, in seconds, and the peak of the memory, in bytes.
fn class(folder: &Path, sheets: &str) -> Outcome<(f64, u64)> {
    let mut grade = grade(folder, sheets, "2", None);
    grade.args(["--class", "class.json"]).stdout(Stdio::null());
    let (seconds, usage) = time(|| grade.spawn().and_then(|mut child| child.wait4()));
    Ok((seconds.as_secs_f64(), usage?.rusage.maxrss))
}

/// The grading command, with a file of feedback for each sheet in the folder `reports`. Each run gets a folder of its
/// own: replacing files would be measured, too, and on some file systems a file is slow to create for as long as a
/// deletion of thousands of others is being written out.
fn grade(folder: &Path, sheets: &str, jobs: &str, reports: Option<&str>) -> Command {
    let mut grade = Command::new(env!("CARGO_BIN_EXE_gametree"));
    grade.current_dir(folder).args(["grade", "exercise.tree", sheets, "--format", "csv", "--jobs", jobs]);
    if let Some(reports) = reports {
        grade.args(["--reports", reports]);
    }
    grade
}

/// The peak of the resident memory, in bytes.
fn peak(folder: &Path, sheets: &str) -> Outcome<u64> {
    let reports = format!("reports-{sheets}");
    let usage = grade(folder, sheets, "2", Some(&reports)).stdout(Stdio::null()).spawn()?.wait4()?;
    Ok(usage.rusage.maxrss)
}

/// Writes sheets with one to three slips in the numbers of the key, all different.
fn write(folder: &Path, key: &str, sheets: usize) -> Outcome<()> {
    fs::create_dir_all(folder)?;
    let key = key.replace("reveal answers", "reveal never");
    let answers: Vec<usize> = key.match_indices(" = ").map(|(place, sign)| place + sign.len()).collect();
    for sheet in 0..sheets {
        let mut text = key.clone();
        // From the last to the first, so that the places before stay where they are.
        let mut slips: Vec<usize> = (0..=sheet % 3).map(|slip| (sheet * 7 + slip * 5) % answers.len()).collect();
        slips.sort_unstable();
        for place in slips.into_iter().rev().map(|slip| answers[slip]) {
            // A digit more never makes a number malformed.
            text.insert(place, char::from(b'1' + u8::try_from(sheet % 9)?));
        }
        fs::write(folder.join(format!("{sheet:05}.tree")), text)?;
    }
    Ok(())
}
