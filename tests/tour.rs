//! The lessons of the tour: what they show is true, their exercises are open at the start, and their keys solve them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gametree::check::check;
use gametree::diagnostic::{Code, Diagnostic, Severity};
use gametree::model::Defaults;
use gametree::practice::{PlantedSheet, mark};

/// A block of a lesson: its kind, its file, and what follows them.
struct Block {
    kind: String,
    file: PathBuf,
    rest: Vec<String>,
}

/// All lessons with their blocks that have a file.
fn lessons() -> Vec<(PathBuf, Vec<Block>)> {
    let folders = fs::read_dir("web/tour").unwrap().map(|entry| entry.unwrap().path());
    let mut lessons: Vec<(PathBuf, Vec<Block>)> = folders.map(|folder| (folder.clone(), blocks(&folder))).collect();
    lessons.sort_by(|one, other| one.0.cmp(&other.0));
    lessons
}

fn blocks(folder: &Path) -> Vec<Block> {
    let text = fs::read_to_string(folder.join("lesson.md")).unwrap();
    let fences = text.lines().filter_map(|line| line.strip_prefix("```"));
    let block = |fence: &str| {
        let mut words = fence.split_whitespace().map(str::to_string);
        let (kind, file) = (words.next()?, words.next()?);
        Some(Block { kind, file: folder.join(file), rest: words.collect() })
    };
    fences.filter_map(block).collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn findings(file: &Path) -> Vec<Diagnostic> {
    check(&read(file), &Defaults::default(), 100).findings
}

fn is_exercise(kind: &str) -> bool {
    matches!(kind, "exercise" | "reorder" | "write")
}

fn key(file: &Path) -> PathBuf {
    file.with_extension("key.tree")
}

#[test]
fn there_are_eleven_lessons_with_exercises() {
    let lessons = lessons();
    assert_eq!(lessons.len(), 11);
    for (folder, blocks) in &lessons {
        let tasks = blocks.iter().filter(|block| is_exercise(&block.kind) || block.kind == "fault").count();
        assert!(tasks >= 2, "{}", folder.display());
    }
}

#[test]
fn every_file_of_a_lesson_is_used() {
    for (folder, blocks) in lessons() {
        let named = blocks.iter().map(|block| block.file.clone());
        let keys = blocks.iter().filter(|block| is_exercise(&block.kind)).map(|block| key(&block.file));
        let used: BTreeSet<PathBuf> = named.chain(keys).chain([folder.join("lesson.md")]).collect();
        let files: BTreeSet<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files, used);
    }
}

#[test]
fn figures_and_keys_are_true() {
    for block in lessons().into_iter().flat_map(|(_, blocks)| blocks) {
        let file = match block.kind.as_str() {
            "picture" | "stepper" | "quiz" => block.file,
            kind if is_exercise(kind) => key(&block.file),
            _ => continue,
        };
        let found = findings(&file);
        assert!(found.is_empty(), "{}: {found:?}", file.display());
    }
}

#[test]
fn keys_solve_exercises_and_starts_do_not() {
    for Block { kind, file, .. } in lessons().into_iter().flat_map(|(_, blocks)| blocks) {
        let is_open = |finding: &Diagnostic| finding.severity == Severity::Error || finding.code == Code::Unanswered;
        match kind.as_str() {
            "exercise" => {
                let (start, key) = (read(&file), read(&key(&file)));
                let solved = mark(&start, &key).unwrap_or_else(|reason| panic!("{}: {reason}", file.display()));
                assert!(solved.is_solved, "{}: {} {:?}", file.display(), solved.total, solved.alterations);
                assert!(!mark(&start, &start).unwrap().is_solved, "{}", file.display());
                assert!(findings(&file).iter().any(is_open), "{}", file.display());
            }
            "reorder" => {
                let words = |path: &Path| {
                    let text = read(path);
                    let mut words: Vec<String> =
                        text.split(|it: char| it.is_whitespace() || ",{}".contains(it)).map(str::to_string).collect();
                    words.retain(|word| !word.is_empty());
                    words.sort();
                    words
                };
                assert_eq!(words(&file), words(&key(&file)));
                assert!(findings(&file).iter().any(is_open), "{}", file.display());
            }
            _ => {}
        }
    }
}

#[test]
fn every_planted_mistake_can_be_found() {
    for Block { kind, file, rest } in lessons().into_iter().flat_map(|(_, blocks)| blocks) {
        if kind != "fault" {
            continue;
        }
        let sheet = PlantedSheet::new(&read(&file), &rest[0]);
        let sheet = sheet.unwrap_or_else(|reason| panic!("{}: {reason}", file.display()));
        let answers = sheet.answers();
        let first: Vec<usize> = (0..answers.len()).filter(|it| sheet.judge(*it).unwrap().is_first).collect();
        println!("{}", file.display());
        for (place, answer) in answers.iter().enumerate() {
            println!("    {answer} | {}", sheet.judge(place).unwrap().says.join(" "));
        }
        assert_eq!(first.len(), 1, "{}", file.display());
        assert!(sheet.picture().is_some(), "{}", file.display());
    }
}
