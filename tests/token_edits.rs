//! One token deleted, doubled or swapped with the next, everywhere in every example: at most two syntax findings, near
//! the place, and the answers of the file's other trees stay as they were.

use std::fmt::Write;
use std::fs;

use gametree::diagnostic::{Code, Diagnostic, Findings};
use gametree::model::{Defaults, FileSettings, Game};
use gametree::search::Search;
use gametree::source::Span;
use gametree::syntax::tree::NodeId;
use gametree::syntax::{parse, tokens};

/// How many tokens away from the edit a finding may stand, if it is not about a brace: a brace that is missing or too
/// many shows only where the nesting ends.
const NEAR: usize = 3;

#[test]
fn every_slip_of_one_token_is_told_once_and_harms_no_other_tree() {
    let mut faults = String::new();
    let mut edits = 0;
    let mut files: Vec<_> = fs::read_dir("examples").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tree"));
    files.sort();
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let answers = answers(&text);
        for slip in slips(&text) {
            edits += 1;
            for fault in slip.faults(&answers) {
                let name = path.file_name().unwrap().to_string_lossy();
                let _ = writeln!(faults, "{name}: {} `{}`: {fault}", slip.what, slip.place.of(&text));
            }
        }
    }
    assert!(edits > 5000, "only {edits} edits: are the examples there?");
    assert!(faults.is_empty(), "{} faults in {edits} edits:\n{faults}", faults.lines().count());
}

/// A text with one slip.
struct Slip {
    what: String,
    /// Where it happened in the original text.
    place: Span,
    /// The tokens around it in the changed text.
    near: Span,
    text: String,
}

fn slips(text: &str) -> Vec<Slip> {
    let tokens: Vec<Span> = tokens(text).map(|(_, span)| span).collect();
    let mut slips = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let written = token.of(text);
        let line = 1 + text[..token.start as usize].matches('\n').count();
        let mut slip = |what: &str, span: Span, replacement: String| {
            let changed = format!("{}{replacement}{}", &text[..span.start as usize], &text[span.end as usize..]);
            let near = neighbourhood(&changed, span.start);
            slips.push(Slip { what: format!("line {line}: {what}"), place: span, near, text: changed });
        };
        slip("deleted", *token, String::new());
        slip("doubled", *token, format!("{written} {written}"));
        if let Some(next) = tokens.get(place + 1) {
            let between = Span::new(token.end, next.start).of(text);
            slip("swapped", token.to(*next), format!("{}{between}{written}", next.of(text)));
        }
    }
    slips
}

/// The text from [`NEAR`] tokens before an offset to as many behind it.
fn neighbourhood(text: &str, offset: u32) -> Span {
    let tokens: Vec<Span> = tokens(text).map(|(_, span)| span).collect();
    let at = tokens.partition_point(|token| token.end <= offset);
    let first = tokens[at.saturating_sub(NEAR)];
    let last = tokens[(at + NEAR).min(tokens.len() - 1)];
    first.to(last)
}

/// What is known of each tree: its span with its question text, its title, and its answer.
type Answers = Vec<(Span, String, String)>;

fn answers(text: &str) -> Answers {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let readable = file.trees.iter().filter(|tree| !tree.broken);
    readable
        .map(|tree| {
            let game = Game::new(text, tree, &settings, &mut Findings::new(0));
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

impl Slip {
    fn faults(&self, before: &Answers) -> Vec<String> {
        let (findings, _) = parse(&self.text, usize::MAX).1.finish();
        let syntax: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.code.is_syntax()).collect();
        let mut faults = Vec::new();
        let listed = || syntax.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ");
        if syntax.len() > 2 {
            faults.push(format!("{} syntax findings: {}", syntax.len(), listed()));
        }
        let about_braces = [Code::UnclosedBrace, Code::SurplusBrace, Code::OutOfPlace];
        let far = |finding: &&&Diagnostic| {
            let span = finding.primary.span;
            span.end < self.near.start || span.start > self.near.end
        };
        for finding in syntax.iter().filter(far).filter(|finding| !about_braces.contains(&finding.code)) {
            faults.push(format!("far away: {}", finding.message));
        }
        let after = answers(&self.text);
        let elsewhere = before.iter().filter(|(span, ..)| self.place.end <= span.start || span.end <= self.place.start);
        for (_, title, answer) in elsewhere {
            if !after.iter().any(|(_, other, same)| other == title && same == answer) {
                faults.push(format!("tree \"{title}\" is harmed: {}", listed()));
            }
        }
        faults
    }
}
