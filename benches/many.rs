//! Ten thousand files: one command for all compared with one for each, and two jobs compared with one.

mod ratio;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, iter};

use ratio::{Aim, Outcome, Row, print, run, time};

/// How many files there are, in folders of a hundred.
const FILES: usize = 10_000;
/// About how long a file is, in bytes.
const LENGTH: usize = 2000;
/// How often slow and fast commands are measured.
const TURNS: usize = 3;
const MANY_TURNS: usize = 15;

fn main() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many");
    let files = write(&folder)?;
    let mut alone = Row::new("10,000 files of 2 KB; a process for each", Aim::Faster(15.0));
    for _ in 0..TURNS {
        let (together, checked) = time(|| run(&mut check(&folder)));
        assert!(checked?.ends_with(" trees of 10000 files\n"));
        let (one_by_one, checked) = time(|| files.iter().try_for_each(|file| run(&mut check(file)).map(drop)));
        checked?;
        alone.add(together, one_by_one);
    }
    let mut jobs = Row::new("the same with `--jobs 2`; with `--jobs 1`", Aim::Faster(1.6));
    for _ in 0..MANY_TURNS {
        let (two, printed_by_two) = time(|| run(check(&folder).args(["--jobs", "2"])));
        let (one, printed_by_one) = time(|| run(check(&folder).args(["--jobs", "1"])));
        assert_eq!(printed_by_two?, printed_by_one?);
        jobs.add(two, one);
    }
    print(&[alone, jobs]);
    Ok(fs::remove_dir_all(folder)?)
}

fn check(path: &Path) -> Command {
    let mut check = Command::new(env!("CARGO_BIN_EXE_gametree"));
    check.arg("check").arg(path);
    check
}

/// Writes exercises with names and claims, all different and without mistakes.
fn write(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for place in 0..FILES {
        let folder = folder.join(format!("{:02}", place / 100));
        fs::create_dir_all(&folder)?;
        let mut text = "// What is skipped is no matter here.\nallow unreachable-cutoff\n".to_string();
        let mut trees = 0;
        while text.len() < LENGTH {
            write_tree(&mut text, place, trees)?;
            trees += 1;
        }
        let file = folder.join(format!("{place:04}.tree"));
        fs::write(&file, text)?;
        files.push(file);
    }
    Ok(files)
}

/// Three MIN nodes with three leaves each, as in AIMA's figure 5.2.
fn write_tree(text: &mut String, place: usize, tree: usize) -> Outcome<()> {
    let values = iter::successors(Some(place * 31 + tree * 7 + 1), |seed| Some(seed * 75 % 65_537));
    let leaves: Vec<usize> = values.skip(1).take(9).map(|seed| seed % 20).collect();
    let nodes: Vec<&[usize]> = leaves.chunks(3).collect();
    let least = |node: &[usize]| *node.iter().min().expect("there are three");
    let value = nodes.iter().map(|node| least(node)).max().expect("there are three");
    writeln!(text, "\ntree \"{place}.{tree}\" {{\n    max A = {value} {{")?;
    for (name, node) in ["B", "C", "D"].iter().zip(nodes) {
        writeln!(text, "        min {name} {{ {}, {}, {} }}", node[0], node[1], node[2])?;
    }
    writeln!(text, "    }}\n    expect value = {value}\n}}")?;
    Ok(())
}
