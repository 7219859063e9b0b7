//! Random texts of the language: words in the right order, with anything at all between them that may stand there.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Words that stand in this order.
type Words = Vec<String>;

/// A text, and what it is made of.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    /// The words and comments in their order, keywords written small, without blanks.
    pub(crate) content: String,
}

/// Files with trees and nodes, names, claims, settings and questions, and with comments everywhere.
pub(crate) fn files() -> impl Strategy<Value = Written> {
    let words = vec(prop_oneof![1 => setting(), 3 => tree(), 2 => root()], 1..4).prop_map(|parts| parts.concat());
    words.prop_flat_map(|words| {
        let gaps = vec(gap(), words.len() + 1);
        (Just(words), gaps, any::<bool>()).prop_map(|(words, gaps, shouts)| write(&words, &gaps, shouts))
    })
}

fn write(words: &[String], gaps: &[String], shouts: bool) -> Written {
    let mut written = Written { text: String::new(), content: String::new() };
    for (place, gap) in gaps.iter().enumerate() {
        // A question's text ends with its line.
        let ends_line = place > 0 && words[place - 1].starts_with("///");
        let gap = if ends_line { format!("{}{gap}", ["\n", "\r", "\r\n"][place % 3]) } else { gap.clone() };
        written.text.push_str(&gap);
        written.content.extend(gap.chars().filter(|character| !character.is_whitespace() && *character != ','));
        let Some(word) = words.get(place) else { break };
        // What is expected or asked for is no keyword.
        let is_subject = place > 0 && matches!(words[place - 1].as_str(), "expect" | "ask");
        let keyword =
            shouts && !is_subject && matches!(word.as_str(), "max" | "min" | "tree" | "pruned" | "plays" | "cut");
        written.text.push_str(&if keyword { word.to_uppercase() } else { word.clone() });
        written.content.extend(word.chars().filter(|character| !character.is_whitespace()));
    }
    written
}

/// What may stand between two words.
fn gap() -> impl Strategy<Value = String> {
    let plain = select(&[" ", " ", " ", ", ", "\n", "\n    ", " \n\n\n", "\t", " ,,\n", "\r", "\r\n\r\n"])
        .prop_map(str::to_string);
    let comment = (select(&[" ", "\n", "\n\n\n  "]), 0..1000_u32, select(&["\n", "\n\n\n", " \t\n  ", "\r", "\r\n\r"]))
        .prop_map(|(before, number, behind)| format!("{before}// remark{number}; {{x{behind}"));
    prop_oneof![12 => plain, 1 => comment.clone(), 1 => (comment.clone(), comment).prop_map(|(a, b)| a + &b)]
}

fn words(text: &str) -> Words {
    text.split(' ').map(str::to_string).collect()
}

fn setting() -> impl Strategy<Value = Words> {
    let settings = [
        "cut alpha >= beta",
        "search fail-hard",
        "window [ -3 7 ]",
        "range [ -1/2 inf ]",
        "depth 2",
        "allow tie no-cutoff",
        "///question",
    ];
    select(settings.to_vec()).prop_map(words)
}

fn tree() -> impl Strategy<Value = Words> {
    let title = prop_oneof![Just(""), Just("\"t\""), Just("\"a title that is much longer than thirty columns\"")];
    let parts = (title, vec(prop_oneof![setting(), expectation()], 0..4), root(), vec(expectation(), 0..3));
    parts.prop_map(|(title, before, root, behind)| {
        let head = format!("tree {title} {{");
        let head = head.replace("  ", " ").replace("\" {", "\"\u{0} {");
        // A title has blanks, but is one word.
        let mut all: Words = match head.split_once('\u{0}') {
            Some((title, _)) => vec!["tree".to_string(), title["tree ".len()..].to_string(), "{".to_string()],
            None => words(&head),
        };
        all.extend(before.concat());
        all.extend(root);
        all.extend(behind.concat());
        all.push("}".to_string());
        all
    })
}

fn expectation() -> impl Strategy<Value = Words> {
    let expectations = [
        "expect value = 3",
        "expect pruned = 2 worth 3",
        "expect line a1 b1",
        "expect visits 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 a b c -1 -2 -3",
        "expect ?x in [ 1 2 ) or { 3 4 5 } or ( 6 inf )",
        "expect visits _",
        "ask pruned worth 2",
        "ask values",
    ];
    select(expectations.to_vec()).prop_map(words)
}

fn root() -> impl Strategy<Value = Words> {
    let leaf = leaf().boxed();
    leaf.prop_recursive(4, 40, 4, |child| node(child).boxed())
        .prop_filter("a root is a node", |words| words.contains(&"{".to_string()))
        .prop_map(|words| without_label(&words))
}

/// A root has no label.
fn without_label(words: &Words) -> Words {
    let head = words.iter().position(|word| ["max", "min", "chance", "{"].contains(&word.as_str())).unwrap_or(0);
    words[head..].to_vec()
}

fn leaf() -> impl Strategy<Value = Words> {
    let kind = select(&["3", "-2.75", "1/3", "?x", "?", "...", "_", "1_000"]);
    let marks = select(&["", "", "", " pruned", " visited worth 2"]);
    (label(), kind, marks).prop_map(|(label, kind, marks)| words(&format!("{label}{kind}{marks}")))
}

fn label() -> impl Strategy<Value = &'static str> {
    select(&["", "", "", "a : ", "a_long_label_of_a_move : ", "\"3\" : "])
}

fn node(child: impl Strategy<Value = Words>) -> impl Strategy<Value = Words> {
    let heads =
        ["{", "max {", "chance C {", "min Name {", "max A = 3 plays a1 {", "min B [ -3 inf ] <= 2 worth 2 pruned {"];
    let long = "max \"quite-a-long-name-in-quotes\" [ -1000 1000 ] = 3 ~ 3.14 plays a1 plays a2 eval -7 {";
    let head = prop_oneof![6 => select(heads.to_vec()), 1 => Just(long)];
    let parts = (label(), head, vec(child, 1..5));
    parts.prop_map(|(label, head, children)| {
        let mut all = words(&format!("{label}{head}"));
        all.extend(children.concat());
        all.push("}".to_string());
        all
    })
}
