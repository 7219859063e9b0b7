//! What each file in `tests/convert/texts` becomes. Options are a part of a file's name: `leaves.branching-3.txt`. A
//! file `x.solution` is read with `x.test`.

use std::fs;
use std::path::{Path, PathBuf};

use gametree::check::check;
use gametree::convert::{Format, Plain};
use gametree::convert::{Inner, Options, detect, read, written};
use gametree::diagnostic::render::{Located, to_report};
use gametree::diagnostic::{Code, Diagnostic, Severity};
use gametree::format::{WIDTH, format};
use gametree::model::Defaults;
use gametree::source::Source;
use gametree::syntax::tree::Kind;

/// The options in the name of a file, and the format that it names.
fn options(name: &str) -> (Options, Option<Format>) {
    let (mut options, mut format) = (Options::default(), None);
    for part in name.split('.').skip(1) {
        let (option, value) = part.split_once('-').unwrap_or((part, ""));
        match option {
            "branching" => options.branching = value.parse().ok(),
            "root" => options.root = Some(if value == "min" { Kind::Min } else { Kind::Max }),
            "inner" => options.inner = Some(if value == "eval" { Inner::Evaluation } else { Inner::Claim }),
            "unknowns" => options.unknowns = true,
            "max" => options.max = Some(value.to_string()),
            "normalize" => options.normalize = true,
            "unfold" => options.most_unfolded = value.parse().unwrap(),
            "from" => format = Format::ALL.iter().copied().find(|format| format.name() == value),
            _ => {}
        }
    }
    (options, format)
}

/// The files, each of which is read on its own: all but solutions.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/convert/texts");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_none_or(|ending| ending != "solution")).collect()
}

/// The text of the solution beside a test.
pub(crate) fn solution(path: &Path) -> Option<String> {
    let is_test = path.extension().is_some_and(|ending| ending == "test");
    fs::read_to_string(path.with_extension("solution")).ok().filter(|_| is_test)
}

fn converted(path: &Path) -> Result<(Format, Vec<Plain>, Vec<String>), Box<Diagnostic>> {
    let text = fs::read_to_string(path).unwrap();
    let (options, format) = options(path.file_name().unwrap().to_str().unwrap());
    let options = Options { solution: solution(path), ..options };
    let format = format.map_or_else(|| detect(&text, &options), Ok)?;
    let converted = read(&text, format, &options)?;
    Ok((format, converted.trees, converted.notes))
}

#[test]
fn each_text_becomes_a_tree_or_is_refused() {
    insta::glob!("texts/*", |path| {
        if path.extension().is_some_and(|ending| ending == "solution") {
            return;
        }
        let shown = match converted(path) {
            Ok((format, trees, notes)) => {
                let written = written(&trees);
                assert_is_well(&written);
                let notes: String = notes.iter().map(|note| format!("note: {note}\n")).collect();
                format!("{format}\n{notes}\n{written}")
            }
            Err(refusal) => {
                let in_solution = solution(path).filter(|_| refusal.code == Code::MisreadSolution);
                let path = if in_solution.is_some() { path.with_extension("solution") } else { path.to_path_buf() };
                let name = path.file_name().unwrap().to_str().unwrap();
                let source = Source::new(name, fs::read_to_string(&path).unwrap());
                to_report(&refusal, &Located::new(&source), false)
            }
        };
        insta::assert_snapshot!(shown);
    });
}

/// What is written is in the style of the formatter, and says nothing wrong about the tree itself.
pub(crate) fn assert_is_well(written: &str) {
    assert_eq!(format(written, WIDTH).as_deref(), Ok(written));
    let report = check(written, &Defaults::default(), 100);
    let is_claim = |finding: &Diagnostic| finding.code.id().starts_with("E03");
    let errors: Vec<_> =
        report.findings.iter().filter(|finding| finding.severity == Severity::Error && !is_claim(finding)).collect();
    assert!(errors.is_empty(), "{written}\n{errors:#?}");
}

#[test]
fn every_notation_has_a_text() {
    let formats: Vec<_> = files().iter().filter_map(|path| Some(converted(path).ok()?.0)).collect();
    assert!(Format::ALL.iter().all(|format| formats.contains(format)));
}

#[test]
fn every_refusal_has_a_text() {
    let refused: Vec<_> = files().iter().filter_map(|path| Some(converted(path).err()?.code)).collect();
    let mut codes = Code::ALL.iter().filter(|code| code.id().starts_with("E09"));
    assert!(codes.all(|code| refused.contains(code)));
}
