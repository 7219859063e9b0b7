//! One token deleted, doubled or swapped with the next, everywhere in every example: at most two syntax findings, near
//! the place, and the answers of the file's other trees stay as they were.

mod slips;

use std::fmt::Write;
use std::fs;

use gametree::diagnostic::{Code, Diagnostic, Findings};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::search::Search;
use gametree::source::Span;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use slips::{Slip, slips};

#[test]
fn every_slip_of_one_token_is_told_once_and_harms_no_other_tree() {
    let mut told = String::new();
    let mut edits = 0;
    let mut files: Vec<_> = fs::read_dir("examples").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tree"));
    files.sort();
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let answers = answers(&text);
        for slip in slips(&text) {
            edits += 1;
            for fault in faults(&slip, &answers) {
                let name = path.file_name().unwrap().to_string_lossy();
                let _ = writeln!(told, "{name}: {} `{}`: {fault}", slip.what, slip.place.of(&text));
            }
        }
    }
    assert!(edits > 5000, "only {edits} edits: are the examples there?");
    assert!(told.is_empty(), "{} faults in {edits} edits:\n{told}", told.lines().count());
}

/// What is known of each tree: its span with its question text, its title, and its answer.
type Answers = Vec<(Span, String, String)>;

fn answers(text: &str) -> Answers {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let readable = file.trees.iter().filter(|tree| !tree.broken);
    readable
        .map(|tree| {
            let game = ResolvedTree::new(text, tree, &settings, &mut Findings::new(0));
            let search = Search::of(&game).ok();
            let title = tree.title.map_or_else(String::new, |title| game.name_at(title).into_owned());
            (
                tree.question.first().map_or(tree.span, |question| question.to(tree.span)),
                title,
                format!("{:?}", search.map(|search| (search.value(NodeId::ROOT), search.counts()))),
            )
        })
        .collect()
}

/// What is wrong with the findings about a slip; `before` are the answers of the trees without the slip.
fn faults(slip: &Slip, before: &Answers) -> Vec<String> {
    let (findings, _) = parse(&slip.text, usize::MAX).1.finish();
    let syntax: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.code.is_syntax()).collect();
    let mut faults = Vec::new();
    let listed = || syntax.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ");
    if syntax.len() > 2 {
        faults.push(format!("{} syntax findings: {}", syntax.len(), listed()));
    }
    let about_braces = [Code::UnclosedBrace, Code::SurplusBrace, Code::OutOfPlace];
    let far = |finding: &&&Diagnostic| {
        let span = finding.primary.span;
        span.end < slip.near.start || span.start > slip.near.end
    };
    for finding in syntax.iter().filter(far).filter(|finding| !about_braces.contains(&finding.code)) {
        faults.push(format!("far away: {}", finding.message));
    }
    let after = answers(&slip.text);
    let elsewhere = before.iter().filter(|(span, ..)| slip.place.end <= span.start || span.end <= slip.place.start);
    for (_, title, answer) in elsewhere {
        if !after.iter().any(|(_, other, same)| other == title && same == answer) {
            faults.push(format!("tree \"{title}\" is harmed: {}", listed()));
        }
    }
    faults
}
