//! Every kind of claim holds and fails where it should, can be asked for and answered, and keeps its meaning when names
//! change.

use gametree::check::{check, check_showing};
use gametree::claim::{About, ClaimKind};
use gametree::diagnostic::{Diagnostic, Severity, applied};
use gametree::ide::{Document, actions, hover, rename};
use gametree::model::{Defaults, Shown};
use gametree::source::Span;

/// A claim in a text, with an operand that is right and one that is wrong.
struct Example {
    before: &'static str,
    right: &'static str,
    wrong: &'static str,
    after: &'static str,
}

impl Example {
    /// The text with this operand.
    fn with(&self, operand: &str) -> String {
        format!("{}{operand}{}", self.before, self.after)
    }
}

/// Examples of a kind: at a node and after `expect`, where it can be written so.
fn examples(kind: ClaimKind) -> Vec<Example> {
    let example = |before, right, wrong, after| Example { before, right, wrong, after };
    let node =
        |before, right, wrong| example(before, right, wrong, " { left: min B { b1: 3, 5 } right: min { 2, c2: 8 } }");
    let tree = |before, right, wrong| example(before, right, wrong, " }");
    macro_rules! expect {
        ($word:literal) => {
            concat!("tree { max A { left: min B { b1: 3, 5 } right: min C { c1: 2, c2: 8 } } expect ", $word, " ")
        };
    }
    match kind {
        ClaimKind::Exact => vec![node("max A = ", "3", "4"), tree(expect!("value ="), "3", "4")],
        ClaimKind::Near => vec![node("max A ~ ", "3.0", "4.0"), tree(expect!("value ~"), "3.0", "4.0")],
        ClaimKind::Returned => {
            let before = "tree { ask returns max { left: 3 right: min C = ";
            vec![example(before, "4", "5", " { 4, 5 } } }"), example(before, "7/2", "4", " { 4, 7/2 } } }")]
        }
        ClaimKind::AtMost => vec![example("max { left: 3 right: min C <= ", "2", "1", " { 2, 8 } }")],
        ClaimKind::AtLeast => vec![example("min { left: 3 right: max C >= ", "4", "5", " { 4, 1 } }")],
        ClaimKind::Window => vec![example("max { left: 3 right: min C ", "[3, inf]", "[2, inf]", " { 2, 8 } }")],
        ClaimKind::Pruned => vec![example("max { left: 3 right: min C { 2, c2: 8 ", "pruned", "visited", " } }")],
        ClaimKind::Visited => vec![example("max { left: 3 right: min C { c1: 2 ", "visited", "pruned", ", 8 } }")],
        ClaimKind::Leaves => vec![tree(expect!("leaves ="), "3", "4")],
        ClaimKind::Nodes => vec![tree(expect!("nodes ="), "6", "7")],
        ClaimKind::Cutoffs => vec![tree(expect!("cutoffs ="), "1", "2")],
        ClaimKind::PrunedLeaves => vec![tree(expect!("pruned ="), "1", "2")],
        ClaimKind::Branches => vec![tree(expect!("branches ="), "1", "2")],
        ClaimKind::Fewest => vec![tree(expect!("fewest ="), "3", "4")],
        ClaimKind::Plays => {
            vec![node("max A plays ", "left", "right"), tree(expect!("plays"), "left", "right")]
        }
        ClaimKind::Line => vec![tree(expect!("line"), "left b1", "right c1")],
        ClaimKind::Visits => vec![tree(expect!("visits"), "b1 5 c1", "c1 b1 5")],
        ClaimKind::Enters => vec![tree(expect!("enters"), "A B b1 5 C c1", "A C c1 B b1 5")],
        kind => panic!("write an example of {kind:?}"),
    }
}

/// Every example of every kind.
fn all() -> impl Iterator<Item = (ClaimKind, Example)> {
    ClaimKind::ALL.iter().flat_map(|kind| examples(*kind).into_iter().map(|example| (*kind, example)))
}

/// The codes of the errors of a text, whether or not it asks something.
fn errors(text: &str) -> Vec<&'static str> {
    let findings = check_showing(Shown::UnlessSet, text, &Defaults::default(), 9).findings;
    findings.iter().filter(|finding| finding.severity == Severity::Error).map(|finding| finding.code.id()).collect()
}

#[test]
fn a_right_claim_holds_and_a_wrong_one_fails() {
    for (kind, example) in all() {
        assert!(errors(&example.with(example.right)).is_empty(), "{}", example.with(example.right));
        let code = match kind {
            // The other mark is in its place.
            ClaimKind::Pruned => ClaimKind::Visited.code(),
            ClaimKind::Visited => ClaimKind::Pruned.code(),
            kind => kind.code(),
        };
        assert_eq!(errors(&example.with(example.wrong)), [code.id()], "{}", example.with(example.wrong));
    }
}

#[test]
fn a_tree_shows_only_what_it_reveals_of_an_answer() {
    for (kind, example) in all().filter(|(kind, _)| !matches!(kind, ClaimKind::Pruned | ClaimKind::Visited)) {
        let told = |reveal: &str, operand: &str| {
            let text = format!("reveal {reveal}\n{}", example.with(&format!("{operand} worth 2")));
            let report = check(&text, &Defaults::default(), 9);
            let line = |finding: &gametree::diagnostic::Diagnostic| {
                assert!(finding.fixes().next().is_none(), "{finding:?}");
                format!("{}: {}", finding.code, finding.message)
            };
            let findings = report.findings.iter().filter(|finding| finding.code.id() != "N0701");
            (findings.map(line).collect::<Vec<_>>(), report.claims)
        };
        let (findings, claims) = told("never", example.right);
        assert!(matches!(&findings[..], [one] if one.ends_with("this tree hides whether it is right")), "{findings:?}");
        assert_eq!(claims, 0);
        assert_eq!(told("never", example.wrong), (findings, 0), "{}", example.with(example.wrong));
        assert_eq!(told("verdicts", example.right), (Vec::new(), 1), "{}", example.with(example.right));
        let wrong = vec![format!("{}: {}", kind.code(), kind.code().title())];
        assert_eq!(told("verdicts", example.wrong), (wrong, 1), "{}", example.with(example.wrong));
    }
}

/// The messages and notes of everything that is wrong in a text, whatever it reveals.
fn explained(text: &str) -> String {
    let found = check_showing(Shown::UnlessSet, text, &Defaults::default(), 9).findings;
    let wrong = found.iter().filter(|finding| finding.severity == Severity::Error);
    let notes = |finding: &Diagnostic| finding.notes.iter().map(|note| format!("\n  {note}")).collect::<String>();
    wrong.map(|finding| format!("{}{}\n", finding.message, notes(finding))).collect()
}

#[test]
fn a_bound_is_proposed_as_a_claim_but_not_as_an_answer_to_a_question_about_a_value() {
    let wrong = "tree { max A { min { 3, 5 } min C = 2 { 2, 1 } } }";
    let written = explained(wrong);
    assert!(written.contains("the search returned 2 here, an upper bound; write that bound as `<= 2`"), "{written}");
    for asked in [wrong.replace("= 2", "= 2 worth 1"), wrong.replace("} } }", "} } ask values worth 3 }")] {
        let written = explained(&asked);
        let why = "2 is what the search returns here, an upper bound; the question asks for the minimax value";
        assert!(written.contains(why) && !written.contains("<="), "{written}");
    }
}

#[test]
fn a_proved_value_is_explained_as_exact_where_returns_are_asked_even_if_the_search_fails_low() {
    let both = "`= 2` and `<= 2` are both right, because C is worth exactly 2 and does not beat MAX's 3";
    for wrong in ["<= 1", ">= 2", "= 3"] {
        let written = explained(&format!("tree {{ ask returns max A {{ min {{ 3, 5 }} min C {wrong} {{ 8, 2 }} }} }}"));
        assert!(written.contains("returns 2 from C as its exact value") && written.contains(both), "{written}");
        assert!(written.contains("write `= 2`") && !written.contains("at most"), "{written}");
    }
    let cut = explained("tree { ask returns max A { min { 3, 5 } min C = 2 { 2, 8 } } }");
    assert!(cut.contains("as an upper bound, not `= 2`") && !cut.contains("both right"), "{cut}");
    let not_asked = explained("max A { min { 3, 5 } min C <= 1 { 8, 2 } }");
    assert!(not_asked.contains("as an upper bound, not `<= 1`"), "{not_asked}");
}

#[test]
fn exchanged_ends_of_a_window_are_named() {
    let with = |window: &str| explained(&format!("max A {{ min {{ 3, 5 }} min C {window} {{ 2, 8 }} }}"));
    let exchanged = with("[inf, 3]");
    assert!(exchanged.contains("the ends are exchanged: α comes first, then β"), "{exchanged}");
    assert!(exchanged.contains("write `[3, inf]`") && !exchanged.contains("still inf"), "{exchanged}");
    assert!(with("[5, -inf]").contains("α comes first, and is never greater than β"));
    assert!(!with("[-inf, 3]").contains("comes first"));
}

#[test]
fn each_word_after_expect_has_an_example() {
    for word in ClaimKind::ALL.iter().filter_map(|kind| kind.word()) {
        assert!(all().any(|(_, example)| example.before.contains(&format!(" expect {word} "))), "{word}");
    }
}

#[test]
fn a_blank_is_a_question_with_an_answer() {
    let is_mark = |kind: &ClaimKind| matches!(kind, ClaimKind::Pruned | ClaimKind::Visited);
    for (kind, example) in all().filter(|(kind, _)| !is_mark(kind)) {
        let blank = if kind == ClaimKind::Window { "[_, _]" } else { "_" };
        let document = Document::new(example.with(blank), Defaults::default());
        let start = u32::try_from(example.before.len()).unwrap();
        let span = Span::new(start, start + u32::try_from(blank.len()).unwrap());
        let found = actions(&document, span, Shown::UnlessSet);
        let answer = found.iter().find(|action| action.title.starts_with("write `"));
        let answer = answer.unwrap_or_else(|| panic!("no answer in {}: {found:?}", document.text()));
        let answered = applied(document.text(), &answer.edits);
        assert!(errors(&answered).is_empty() && !answered.contains('_'), "{answered}");
    }
}

#[test]
fn names_in_a_claim_change_with_the_names_of_the_tree() {
    for (_, example) in all() {
        let text = example.with(example.right);
        for name in ["A", "B", "C", "left", "right", "b1", "c1", "c2"] {
            let given = text.find(&format!("{name}:")).or_else(|| text.find(&format!(" {name} ")).map(|at| at + 1));
            let Some(given) = given else { continue };
            let document = Document::new(text.clone(), Defaults::default());
            let edits = rename(&document, u32::try_from(given).unwrap(), "other").expect("the name is free");
            let renamed = applied(&text, &edits);
            assert!(errors(&renamed).is_empty(), "{renamed}");
        }
    }
}

#[test]
fn a_claim_says_what_it_means() {
    for (_, example) in all() {
        let document = Document::new(example.with(example.right), Defaults::default());
        let hover = hover(&document, u32::try_from(example.before.trim_end().len() - 1).unwrap(), Shown::UnlessSet);
        assert!(hover.is_some_and(|hover| !hover.markdown.is_empty()), "{}", document.text());
    }
}

#[test]
fn only_a_claim_about_the_search_depends_on_its_rules() {
    let rules = ["cut alpha > beta", "order right-to-left", "search fail-hard", "cutoffs none", "window [-inf, 2]"];
    for (kind, example) in all() {
        let depends = rules.iter().any(|rule| !errors(&format!("{rule}\n{}", example.with(example.right))).is_empty());
        assert!(!depends || kind.about() == About::Search, "{kind:?} depends on the rules of the search");
    }
}
