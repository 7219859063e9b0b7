//! No text makes the library panic: random words of the language, and random characters among them.

mod vocabulary;

use gametree::claim::Claims;
use gametree::convert::check;
use gametree::diagnostic::Code;
use gametree::diagnostic::render::{Located, is_printable, to_json, to_line, to_report};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::report::trace::{Scope, Table, follow};
use gametree::report::{Algorithm, Answer, draw, to_text};
use gametree::source::Source;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::prelude::*;
use vocabulary::texts;

/// What may stand beside the common words, and more of the braces.
const OTHERS: &[&str] = &[
    "{",
    "}",
    "{",
    "}",
    ">",
    "<",
    "..",
    "a",
    "b",
    "A",
    "\"t\"",
    "beta",
    "deep",
    "none",
    "fewest",
    "visits",
    "enters",
    "line",
    "-2",
    "1/3",
    "0.5",
    "-inf",
    "1e3",
    "1/0",
    "99999999999999999999999999999999999999",
    "/// doc\n",
    "// note\n",
    "/// doc\r",
    "// note\r",
    "\r",
    "a1: 3",
    "max A = 3 { 3, 5 }",
    "{ 2, 8 }",
    "expect leaves = 2",
    "α",
    "≥",
    "\u{202e}",
    "\0",
    "\"",
    "'",
    "“",
    "_",
    "?",
    "-",
    "%",
    "50%",
    "2,5",
    "(",
    ")",
    "```",
    "├──",
    "heads: 0.5",
    "alpha",
    "leaf",
    "best",
    "return",
    "minimax",
    "cutoff",
    "fail",
    "Max",
    "and so on",
    "etc.",
];

/// Whether a text can be shown on a terminal as it is.
fn is_shown_safely(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || is_printable(c))
}

#[test]
fn numbers_of_a_setting_behind_a_head_without_brace_are_not_lost() {
    let report = check("max allow ?x depth 1/3", &Defaults::default(), 100);
    assert!(report.tally.errors > 0);
}

#[test]
fn numbers_of_a_setting_that_opens_a_tree_again_are_not_lost() {
    let report = check("tree { max { 1 } } expect line a range [0.5, 2]", &Defaults::default(), 100);
    assert!(report.tally.errors > 0);
}

#[test]
fn a_quote_without_a_word_after_expect_is_no_quoted_word() {
    for text in ["tree { expect \"", "tree { expect \"\"", "tree { expect \" \" = 3"] {
        let report = check(text, &Defaults::default(), 100);
        assert!(report.tally.errors > 0, "{text}");
        assert!(report.findings.iter().all(|finding| !finding.message.contains("takes no quotes")), "{text}");
    }
}

#[test]
fn places_lie_between_characters_where_signs_of_several_bytes_are_fixed() {
    for text in ["é#[\n[pruned", "max { –3, 2 | “5” }", "max A ≥ 3 { ‘α’: 3 → 5 }", "’α'", "min α=3 β=∞ {", "\u{200b}é"]
    {
        let report = check(text, &Defaults::default(), 100);
        assert!(report.tally.errors > 0, "{text}");
        for finding in &report.findings {
            let span = finding.primary.span;
            assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic(text in texts(OTHERS, 60)) {
        let mut defaults = Defaults::default();
        for code in Code::ALL.iter().filter(|code| code.default_level().is_none()) {
            defaults.levels.set(*code, Some(code.severity()));
        }
        let source = Source::new("any", text);
        let located = Located::new(&source);
        let report = check(&source.text, &defaults, 100);
        for finding in &report.findings {
            let shown = to_report(finding, &located, false) + &to_line(finding, &located);
            prop_assert!(is_shown_safely(&shown) && !to_json(finding, &located).is_empty(), "{:?}", shown);
        }
        let (file, mut findings) = parse(&source.text, 0);
        let settings = FileSettings::read(&source.text, &file, &defaults, &mut findings);
        for tree in &file.trees {
            let game = ResolvedTree::new(&source.text, tree, &settings, &mut findings);
            if game.has_errors {
                continue;
            }
            let claims = Claims::of(&game);
            if let Ok(answer) = Answer::new(&claims, &game.settings, Algorithm::AlphaBeta) {
                let mut json = Vec::new();
                gametree::report::to_json(&answer, &mut json).expect("memory takes every byte");
                let shown = to_text(&answer, "any") + &draw(&answer, false);
                prop_assert!(is_shown_safely(&shown) && !json.is_empty(), "{:?}", shown);
                let scope = Scope { from: NodeId::ROOT, limit: u64::MAX };
                let mut table = Table::new(&game, &game.settings, scope);
                let summary = follow(&game, &game.settings, scope, |event| table.add(event)).expect("it has an answer");
                let shown = table.lines(&summary, "any", false).join("\n");
                prop_assert!(is_shown_safely(&shown) && summary.nodes > 0, "{:?}", shown);
            }
        }
    }
}
