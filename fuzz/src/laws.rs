//! What must hold of the library whatever text it is given.

use gametree::claim::Claims;
use gametree::convert::check;
use gametree::diagnostic::render::{Located, is_printable, to_json, to_line, to_report};
use gametree::diagnostic::{Code, Diagnostic, Findings, Fix, applied};
use gametree::model::{Cut, Cutoffs, Defaults, FileSettings, Order, ResolvedTree, Returns};
use gametree::report::{self, Algorithm, Answer, Overrides, draw, to_text};
use gametree::source::{Source, Span};
use gametree::syntax::parse;
use gametree::syntax::tree::{File, Tree};
use serde_json::Value;

/// How many findings are kept: each is shown in every form.
const MOST_FINDINGS: usize = 20;
/// The longest report of a finding, in bytes, and the longest text and drawing of an answer.
const LONGEST_REPORT: usize = 20_000;
const LONGEST_TEXT: usize = 8_000;
const LONGEST_DRAWING: usize = 500_000;

/// Checks a text with every lint, shows every finding in every form, applies every fix, and evaluates every tree that
/// can be evaluated.
///
/// # Panics
/// Where something does not hold.
pub fn assert_hold(text: &str) {
    let defaults = every_lint();
    let source = Source::new("any", text);
    let located = Located::new(&source);
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &defaults, &mut findings);
    assert_places_of_trees(&file, text);
    let report = check(text, &defaults, MOST_FINDINGS);
    assert_eq!(report.trees.len(), file.trees.len());
    assert_eq!(report.findings.len(), report.tally.total().min(MOST_FINDINGS));
    for finding in &report.findings {
        assert_places(finding, text);
        assert_shown(finding, &located);
        if let Some(fix) = &finding.fix {
            let fixed = with_fix(text, fix);
            assert_places_of_trees(&parse(&fixed, 0).0, &fixed);
        }
    }
    for tree in &file.trees {
        evaluate(text, tree, &settings);
    }
}

/// Every lint reports, also those that are off by default.
fn every_lint() -> Defaults {
    let mut defaults = Defaults::default();
    for code in Code::ALL.iter().filter(|code| code.default_level().is_none()) {
        defaults.levels.set(*code, Some(code.severity()));
    }
    defaults
}

/// Whatever a finding points at is a piece of the text.
fn assert_places(finding: &Diagnostic, text: &str) {
    let labels = std::iter::once(&finding.primary).chain(&finding.secondary).map(|label| label.span);
    let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
    for span in labels.chain(edits) {
        assert_place(span, text);
    }
}

fn assert_place(span: Span, text: &str) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no piece of {text:?}");
}

/// Every node and leaf of every tree is a piece of the text.
fn assert_places_of_trees(file: &File, text: &str) {
    for tree in &file.trees {
        for node in tree.nodes.all() {
            assert_place(tree.nodes.span(node), text);
        }
    }
}

/// A finding can be shown in every form.
fn assert_shown(finding: &Diagnostic, located: &Located<'_>) {
    let (plain, colored) = (to_report(finding, located, false), to_report(finding, located, true));
    assert_same_but_for_color(&plain, &colored);
    assert!(plain.len() <= LONGEST_REPORT, "{} bytes: {plain}", plain.len());
    let line = to_line(finding, located);
    assert_printable(&line);
    assert!(!line.contains('\n'), "not one line: {line:?}");
    let json = read_json(to_json(finding, located).as_bytes());
    assert_eq!(json["message"], finding.message);
}

/// Both can be shown on a terminal, and say the same.
fn assert_same_but_for_color(plain: &str, colored: &str) {
    assert_printable(plain);
    let rest = without_color(colored);
    assert!(plain.lines().eq(rest.lines().map(str::trim_end)), "{plain}\n{colored:?}");
}

fn assert_printable(text: &str) {
    let raw = text.chars().find(|c| !is_printable(*c) && *c != '\n');
    assert_eq!(raw, None, "in {text:?}");
}

/// The text without its codes of color, each from `ESC [` to `m`.
fn without_color(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default();
    let behind = |piece: &'_ str| piece.split_once('m').expect("a code of color ends with `m`").1.to_string();
    std::iter::once(first.to_string()).chain(pieces.map(behind)).collect()
}

fn read_json(json: &[u8]) -> Value {
    serde_json::from_slice(json).expect("what is written as JSON can be read")
}

/// The text after a fix, whose edits may not overlap.
fn with_fix(text: &str, fix: &Fix) -> String {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| edit.span);
    applied(text, &edits)
}

/// Evaluates a tree that is not broken under several defaults, and shows each answer in every form.
fn evaluate(text: &str, tree: &Tree, settings: &FileSettings) {
    let game = ResolvedTree::new(text, tree, settings, &mut Findings::new(0));
    if game.has_errors {
        return;
    }
    let claims = Claims::of(&game);
    for overrides in courses() {
        let settings = overrides.apply(&game.settings);
        if let Ok(answer) = Answer::new(&claims, &settings, overrides.algorithm) {
            assert_answered(&answer);
        }
    }
}

/// The settings of the file, plain minimax, and an alpha–beta unlike the usual one.
fn courses() -> [Overrides; 3] {
    let plain = Overrides { algorithm: Algorithm::Minimax, ..Overrides::default() };
    let unusual = Overrides {
        cut: Some(Cut::Above),
        returns: Some(Returns::FailHard),
        order: Some(Order::RightToLeft),
        cutoffs: Some(Cutoffs::Shallow),
        ..Overrides::default()
    };
    [Overrides::default(), plain, unusual]
}

/// An answer can be shown in every form.
fn assert_answered(answer: &Answer<'_>) {
    let text = to_text(answer, "any");
    assert_printable(&text);
    assert!(text.len() <= LONGEST_TEXT, "{} bytes: {text}", text.len());
    let (plain, colored) = (draw(answer, false), draw(answer, true));
    assert_printable(&plain);
    assert_eq!(plain, without_color(&colored));
    assert!(plain.len() <= LONGEST_DRAWING, "{} bytes: {plain}", plain.len());
    let mut json = Vec::new();
    report::to_json(answer, &mut json).expect("memory takes every byte");
    read_json(&json);
}
