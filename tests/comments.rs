//! No comment is lost where a text is fixed, wherever it stands.

mod files;
mod levels;

use gametree::check::check;
use gametree::fix::{Fixed, fix};
use gametree::source::Span;
use gametree::syntax::{Token, tokens};
use levels::levels;
use proptest::prelude::*;

fn fixed(text: &str) -> Fixed<'_> {
    fix(text, &check(text, &levels(text), usize::MAX), |changed, limit| check(changed, &levels(text), limit))
}

/// The comments of a text, in their order.
fn comments(text: &str) -> Vec<&str> {
    let mut end = 0;
    let mut gaps: Vec<&str> = Vec::new();
    for (_, token) in tokens(text) {
        gaps.push(Span::new(end, token.start).of(text));
        end = token.end;
    }
    gaps.push(&text[end as usize..]);
    gaps.into_iter().flat_map(str::lines).filter_map(|line| Some(line[line.find("//")?..].trim_end())).collect()
}

/// Texts with something to fix: those of the fixtures.
fn faulty() -> Vec<String> {
    let texts = files::below(&["tests/fixtures"], "tree").into_iter().map(|path| files::read(&path));
    texts.filter(|text| fixed(text).fixes > 0).collect()
}

/// A text with a comment behind those of its tokens that are chosen.
fn remarked(text: &str, is_chosen: impl Fn(usize) -> bool) -> String {
    let mut remarked = String::new();
    let mut end = 0;
    for (number, (kind, token)) in tokens(text).enumerate() {
        remarked.push_str(&text[end..token.end as usize]);
        end = token.end as usize;
        if is_chosen(number) {
            let before = if kind == Token::Doc { "\n" } else { "" };
            remarked.push_str(&format!("{before}// remark {number}; {{ [3 x\n"));
        }
    }
    remarked + &text[end..]
}

#[test]
fn a_comment_within_what_is_fixed_stays() {
    for (text, right) in [
        ("max A [3, // why 3\n inf] { 3, 5 }", "max A [-inf, // why 3\n inf] { 3, 5 }"),
        ("max A <= // at most\n 4 { 3, 5 }", "max A = // at most\n 5 { 3, 5 }"),
        (
            "tree { max { 3, 5 } expect visits 5 // the first\n 4 }",
            "tree { max { 3, 5 } expect visits 3 // the first\n 5 }",
        ),
        (
            "tree { min { ?x max { 5 visited, 7 visited, 9 pruned } } expect x in (4, // open\n inf) }",
            "tree { min { ?x max { 5 visited, 7 visited, 9 pruned } } expect x in (5, // open\n 7] }",
        ),
    ] {
        assert_eq!(fixed(text).text, right);
    }
    let longer = "tree { max { 3, 5 } expect visits 3 // the first\n 4 5 }";
    assert_eq!(fixed(longer).fixes, 0, "a comment belongs to none of the new words");
    assert!(check(longer, &levels(longer), 9).findings[0].fix.is_some(), "it is proposed all the same");
}

#[test]
fn a_comment_behind_every_word_stays() {
    let mut fixes = 0;
    for text in faulty() {
        let text = remarked(&text, |_| true);
        let fixed = fixed(&text);
        fixes += fixed.fixes;
        assert_eq!(comments(&fixed.text), comments(&text), "{text}");
    }
    assert!(fixes > 100, "only {fixes} fixes");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_anywhere_stay((text, chosen) in (proptest::sample::select(faulty()), any::<u64>())) {
        let text = remarked(&text, |number| chosen >> (number % 64) & 1 == 1);
        let fixed = fixed(&text);
        prop_assert_eq!(comments(&fixed.text), comments(&text), "{}", text);
    }
}
