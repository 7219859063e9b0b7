//! No exercise gives an answer away to those who may not see it.

use gametree::diagnostic::{Code, Diagnostic, Stage};
use gametree::ide::*;
use gametree::source::Span;
use gametree::syntax::{Token, tokens};
use proptest::prelude::*;

use crate::marked::{fixtures, read};

const EVERYTHING: Span = Span { start: 0, end: u32::MAX };

/// What hovers say only of what was worked out.
const WORKED_OUT: &[&str] = &[
    "value **",
    "\nwindow [",
    "· window [",
    "best line",
    "\nnever searched",
    "· never searched",
    "· returns ",
    "leaves  ",
    "\n- ",
];

/// What an action may write that gives nothing away: marks, names, blanks, questions, and what holds them.
fn tells_nothing(text: &str) -> bool {
    use Token::{
        Allow, Ask, Blank, Chance, CloseBrace, CloseBracket, Max, Min, Name, OpenBrace, OpenBracket, Pruned, Tree,
    };
    let harmless =
        [Allow, Ask, Blank, Chance, CloseBrace, CloseBracket, Max, Min, Name, OpenBrace, OpenBracket, Pruned, Tree];
    tokens(text).all(|(token, _)| harmless.contains(&token))
}

fn is_spelling(action: &Action) -> bool {
    action.mends.is_some_and(|(code, _)| !code.may_tell_answers())
}

#[test]
fn nothing_that_is_worked_out_comes_out_of_an_exercise() {
    let mut exercises = 0;
    for (name, text) in fixtures() {
        let document = read(&text);
        if !document.is_exercise() {
            continue;
        }
        exercises += 1;
        assert_eq!(lenses(&document, false), [], "{name}");
        assert_eq!(inlay_hints(&document, EVERYTHING, HintKinds::default(), false), [], "{name}");
        for offset in 0..u32::try_from(text.len()).unwrap() {
            let said = hover(&document, offset, false).map(|hover| hover.markdown).unwrap_or_default();
            // The pages of codes are not about this tree.
            let is_page = said.starts_with("**W") || said.starts_with("**E") || said.starts_with("**N");
            let told = WORKED_OUT.iter().find(|words| !is_page && said.contains(**words));
            assert_eq!(told, None, "{name}:{offset}: {said}");
            let answer = completions(&document, offset, false).into_iter().find(|it| it.kind == CompletionKind::Answer);
            assert_eq!(answer, None, "{name}:{offset}");
            for action in actions(&document, Span::empty(offset), false) {
                let harmless = is_spelling(&action) || action.edits.iter().all(|edit| tells_nothing(&edit.text));
                let hidden = action.mends.is_some_and(|(code, _)| code.fades());
                assert!(harmless && !hidden, "{name}:{offset}: {action:?}");
            }
        }
    }
    assert!(exercises > 3, "{exercises} exercises");
}

/// What stands at a place of a tree, the number of a leaf left out.
#[derive(Clone, Debug)]
enum Shape {
    Leaf { labelled: bool, pruned: bool },
    Node { claims: usize, children: Vec<Shape> },
}

const CLAIMS: &[&str] = &["", "= _ ", "[_, _] ", "plays _ ", "<= _ ", "= _ plays _ ", "~ _ worth 2 ", "pruned "];
const QUESTIONS: &[&str] = &[
    "ask pruned",
    "ask values",
    "ask windows worth 2",
    "ask plays",
    "expect leaves = _",
    "expect visits _",
    "expect line _",
    "expect value = _ ask pruned",
];

fn shapes() -> impl Strategy<Value = Shape> {
    let leaf =
        (any::<bool>(), proptest::bool::weighted(0.1)).prop_map(|(labelled, pruned)| Shape::Leaf { labelled, pruned });
    let inner = leaf.prop_recursive(3, 16, 4, |inner| {
        let children = proptest::collection::vec(inner, 1..4);
        (0..CLAIMS.len(), children).prop_map(|(claims, children)| Shape::Node { claims, children })
    });
    let children = proptest::collection::vec(inner, 2..4);
    (0..CLAIMS.len() - 1, children).prop_map(|(claims, children)| Shape::Node { claims, children })
}

/// The text of a tree, its leaves taken from `values`.
fn written(shape: &Shape, is_max: bool, values: &mut impl Iterator<Item = u32>, names: &mut u32) -> String {
    *names += 1;
    let name = *names;
    match shape {
        Shape::Leaf { labelled, pruned } => {
            let value = values.next().unwrap();
            let (label, mark) =
                (if *labelled { format!("a{name}: ") } else { String::new() }, if *pruned { " pruned" } else { "" });
            format!("{label}{value}{mark}, ")
        }
        Shape::Node { claims, children } => {
            let head = if name.is_multiple_of(3) && CLAIMS[*claims].is_empty() {
                String::new()
            } else {
                format!("{} N{name} {}", if is_max { "max" } else { "min" }, CLAIMS[*claims])
            };
            let children: String = children.iter().map(|child| written(child, !is_max, values, names)).collect();
            format!("{head}{{ {children}}} ")
        }
    }
}

/// All that is told of a text, with the numbers of its leaves called by their places.
fn told(text: &str, values: &[u32]) -> Vec<String> {
    let document = read(text);
    let mut told = vec![format!("{:?}", lenses(&document, false))];
    told.push(format!("{:?}", inlay_hints(&document, EVERYTHING, HintKinds::default(), false)));
    told.push(format!("{:?}", fix_all(&document, false)));
    for offset in 0..u32::try_from(text.len()).unwrap() {
        told.push(format!("{:?}", hover(&document, offset, false)));
        told.push(format!("{:?}", drawn_answer(&document, offset, false)));
        told.push(format!("{:?}", completions(&document, offset, false)));
        // What is allowed is found, and findings are told by themselves.
        let by_finding = |action: &Action| !is_spelling(action) && action.mends.is_some_and(|(code, _)| !code.fades());
        let mut actions = actions(&document, Span::empty(offset), false);
        actions.retain(|action| !by_finding(action));
        told.push(format!("{actions:?}"));
    }
    // That a claim is wrong is told, and so it is that nothing could fill a blank.
    let mut findings = findings(&document, false);
    findings.retain(|finding| finding.code.stage() == Stage::Quality && finding.code != Code::Unanswered);
    told.push(format!("{findings:?}"));
    for told in &mut told {
        for (place, value) in values.iter().enumerate() {
            *told = told.replace(&value.to_string(), &format!("leaf {place}"));
        }
    }
    told
}

/// Numbers that stand for nothing else in what is told.
fn values() -> impl Strategy<Value = Vec<u32>> {
    Just((1501..1600).collect::<Vec<u32>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_leaves_are_worth_the_same_is_told(
        shape in shapes(),
        question in proptest::sample::select(QUESTIONS),
        one in values(),
        other in values(),
    ) {
        let text = |values: &[u32]| {
            let root = written(&shape, true, &mut values.iter().copied(), &mut 0);
            format!("tree {{ {root}{question} }}")
        };
        let (text, other_text) = (text(&one), text(&other));
        prop_assert!(read(&text).is_exercise());
        for (here, there) in told(&text, &one).into_iter().zip(told(&other_text, &other)) {
            prop_assert_eq!(here, there, "\n{}\n{}", &text, &other_text);
        }
    }
}

#[test]
fn what_fades_is_no_longer_told_by_what_can_be_done_about_it() {
    let text = "tree { max A = _ { min B { 3, 5 } min C { 2, 8 } } }";
    let document = read(text);
    let at = u32::try_from(text.find('8').unwrap()).unwrap();
    assert!(document.report().counts.of(Code::UnreachableCutoff) > 0);
    let offered = |reveal| {
        let found = actions(&document, Span::empty(at), reveal);
        found.into_iter().filter(|action| action.mends.is_some()).map(|action| action.title).collect::<Vec<_>>()
    };
    assert_eq!(offered(false), [] as [&str; 0]);
    assert_eq!(offered(true).len(), 2, "{:?}", offered(true));
}

#[test]
fn a_wrong_answer_is_said_to_be_wrong_and_no_more_while_something_is_asked() {
    let told = |text: &str, reveal| {
        let document = read(text);
        let line = |finding: &Diagnostic| format!("{}: {} {:?}", finding.code, finding.message, finding.notes);
        findings(&document, reveal).iter().map(|finding| line(finding)).collect::<Vec<_>>().join("\n")
    };
    let guessed = "tree { max A = 9 plays _ { a: { 3, 5 } b: { 2, 8 } } ask pruned expect leaves = 7 }";
    insta::assert_snapshot!(told(guessed, false), @r#"
    E0301: a node is not worth what is claimed ["note: why, and what is right, is told once nothing is asked in this tree any more"]
    N0701: this waits for an answer []
    N0701: this waits for an answer []
    E0308: a count of the search is not what is claimed ["note: why, and what is right, is told once nothing is asked in this tree any more"]
    "#);
    assert!(told(guessed, true).contains("A is worth 3, not 9"));
    let answered = guessed.replace("plays _", "plays a").replace("ask pruned", "");
    assert!(told(&answered, false).contains("A is worth 3, not 9"), "all is answered");
    let beside = format!("{answered} tree {{ max B = _ {{ 3 }} }}");
    assert!(told(&beside, false).contains("A is worth 3, not 9"), "another tree asks");
    assert!(!told(&beside, false).contains("write `= 3`"), "what is right is not to be had by a key");
}

#[test]
fn who_takes_the_last_blank_away_is_not_given_the_answer() {
    let text = "max A =  { min B { 3, 5 } min C { 2, 8 } }";
    let answers = |document: &Document| {
        let found = completions(document, 8, false);
        found.iter().filter(|it| it.kind == CompletionKind::Answer).count() + lenses(document, false).len()
    };
    assert_eq!(answers(&read(text)), 2);
    assert_eq!(answers(&read(text).once_an_exercise(true)), 0);
    let answered = read(&text.replace("=  ", "= 4 ")).once_an_exercise(true);
    assert_eq!((lenses(&answered, false).len(), lenses(&answered, true).len()), (0, 2));
    assert!(!answered.is_exercise(), "nothing is asked any more");
    assert!(findings(&answered, false).iter().any(|finding| finding.message == "A is worth 3, not 4"));
}
