//! No text and no offset makes anything panic.

use gametree::diagnostic::applied;
use gametree::ide::*;
use gametree::model::Shown;
use gametree::render::Theme;
use gametree::source::Span;
use proptest::prelude::*;
use proptest::sample;

use crate::marked::{fixtures, read};
use crate::vocabulary::texts;

/// What may stand beside the common words, and more of the braces.
const OTHERS: &[&str] = &[
    "{",
    "}",
    "{",
    "}",
    "a",
    "b",
    "A",
    "a:",
    "\"t\"",
    "visits",
    "enters",
    "line",
    "-2",
    "1/3",
    "/// doc\n",
    "// note\n",
    "a1: 3",
    "max A = 3 { 3, 5 }",
    "{ 2, 8 }",
    "tree { max A plays a { a: 3, b: ?x }",
    "}",
    "expect leaves = _",
    "expect x in",
    "ask pruned",
    "reveal never",
    "reveal verdicts",
    "= 3 worth 2",
    "allow tie",
    "depth 1",
    "α",
    "E0301",
];

/// All readers.
const SHOWN: [Shown; 3] = [Shown::AsSet, Shown::UnlessSet, Shown::Everything];

/// Asks everything there is to ask at a place, and makes every edit.
fn ask_everything(text: &str, span: Span, shown: Shown) -> Vec<String> {
    let document = read(text);
    let offset = span.start;
    let mut told = Vec::new();
    let mut make = |edits: Vec<Edit>| told.push(applied(text, &edits));
    actions(&document, span, shown).into_iter().for_each(|action| make(action.edits));
    completions(&document, offset, shown).into_iter().for_each(|completion| make(vec![completion.edit]));
    if let Ok(edits) = rename(&document, offset, "renamed") {
        make(edits);
    }
    fix_all(&document, shown).into_iter().for_each(|action| make(action.edits));
    make(format(&document, 100).unwrap_or_default());
    make(format_range(&document, span, 100).unwrap_or_default());
    let _ = drawn_answer(&document, offset, shown);
    let _ = (pictures(&document, offset, shown), svg(&document, offset, Theme::Auto, shown));
    let spans = [
        hover(&document, offset, shown).map(|hover| hover.span).into_iter().collect(),
        definition(&document, offset).into_iter().collect(),
        prepare_rename(&document, offset).into_iter().collect(),
        references(&document, offset).into_iter().map(|reference| reference.span).collect(),
        symbols(&document).into_iter().flat_map(|symbol| [symbol.span, symbol.selection]).collect(),
        folds(&document).into_iter().map(|fold| fold.span).collect(),
        semantic_tokens(&document, span).into_iter().map(|token| token.span).collect::<Vec<Span>>(),
        lenses(&document, shown).into_iter().map(|lens| lens.span).collect(),
        selections(&document, &[offset, span.end]).concat(),
    ];
    let hints = inlay_hints(&document, span, HintKinds::default(), shown);
    let hints = hints.into_iter().map(|hint| Span::empty(hint.offset));
    for span in spans.into_iter().flatten().chain(hints) {
        assert!(text.get(span.range()).is_some(), "{span:?} is no part of {text:?}");
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_and_no_offset_makes_it_panic(text in texts(OTHERS, 40), start in 0_u32..300, length in 0_u32..40, shown in sample::select(&SHOWN)) {
        ask_everything(&text, Span::new(start, start + length), shown);
    }
}

#[test]
fn an_expectation_after_an_open_list_does_not_panic() {
    let text = "tree { max A plays a { a: 3, b: ?x } } max allow tie expect pruned inf tree";
    for shown in SHOWN {
        ask_everything(text, Span::empty(0), shown);
    }
}

#[test]
fn the_places_of_every_fixture_can_be_asked_about() {
    for (_, text) in fixtures() {
        let end = u32::try_from(text.len()).unwrap();
        for offset in (0..end + 2).step_by(7) {
            ask_everything(&text, Span::empty(offset), SHOWN[offset as usize % 3]);
        }
    }
    ask_everything("max A { 3 }", Span::new(u32::MAX, u32::MAX), Shown::UnlessSet);
}

#[test]
fn deep_and_wide_trees_are_asked_about_without_recursion() {
    const MANY: usize = 50_000;
    let deep = "{ 5 ".repeat(MANY) + &"}".repeat(MANY);
    let wide = format!("max A plays 7 {{ {}7 }}", "{ 3, 5 } ".repeat(MANY));
    let listed = format!("tree {{ max {{ {} }} expect visits {} }}", "3 ".repeat(MANY), "3 ".repeat(MANY));
    for text in [&deep, &wide, &listed, &deep[..deep.len() - MANY / 2]] {
        let middle = u32::try_from(text.len() / 2).unwrap();
        for offset in [0, middle] {
            ask_everything(text, Span::empty(offset), Shown::UnlessSet);
        }
    }
}
