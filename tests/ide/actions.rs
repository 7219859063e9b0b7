use gametree::claim::Claims;
use gametree::convert::{check, check_showing};
use gametree::diagnostic::{Code, applied};
use gametree::ide::{ActionKind, actions};
use gametree::model::{Defaults, FileSettings, ResolvedTree, Shown};
use gametree::source::Span;
use gametree::syntax::parse;

use crate::marked::{Marked, read};

/// What can be done at the cursor, each with the text that comes of it.
fn offered(source: &str, shown: Shown) -> Vec<(String, String)> {
    let marked = Marked::new(source);
    let text = marked.document.text();
    let apply = |action: gametree::ide::Action| {
        let sort = match action.kind {
            ActionKind::QuickFix => "fix",
            ActionKind::Rewrite => "rewrite",
            ActionKind::FixAll => "fix all",
        };
        let fixes = action.fixes.map_or_else(String::new, |(code, _)| format!(" {code}"));
        let preferred = if action.preferred { ", preferred" } else { "" };
        (format!("{sort}{fixes}{preferred}: {}", action.title), applied(text, &action.edits))
    };
    actions(&marked.document, marked.selection, shown).into_iter().map(apply).collect()
}

fn shown(source: &str) -> String {
    offered(source, Shown::AsSet).into_iter().map(|(title, text)| format!("{title}\n{text}\n\n")).collect()
}

/// What comes of the action whose title contains these words.
fn done(source: &str, shown: Shown, words: &str) -> String {
    let offered = offered(source, shown);
    let found = offered.iter().find(|(title, _)| title.contains(words));
    found.unwrap_or_else(|| panic!("no `{words}` among {offered:?}")).1.clone()
}

#[test]
fn what_is_wrong_is_fixed() {
    insta::assert_snapshot!(shown("max A = 4$0 { min B { 3, 5 } min C { 2, 8 pruned } }"), @r"
    fix E0301, preferred: write `= 3`
    max A = 3 { min B { 3, 5 } min C { 2, 8 pruned } }

    rewrite: claim `[-inf, inf]` of A
    max A = 4 [-inf, inf] { min B { 3, 5 } min C { 2, 8 pruned } }

    rewrite: claim `plays B` of A
    max A = 4 plays B { min B { 3, 5 } min C { 2, 8 pruned } }

    rewrite: make this tree an exercise: take all answers away
    tree { max A = _ { min B { 3, 5 } min C { 2, 8 } } ask pruned }
    ");
    insta::assert_snapshot!(shown("allow ti$0 max A { 3, 5 }"), @r"
    fix E0214, preferred: did you mean `tie`?
    allow tie max A { 3, 5 }
    ");
}

#[test]
fn a_lint_is_allowed_where_it_is_found() {
    let skipped = "min B { 3, 5 } min C { 2, $08 }";
    for source in [
        format!("/// Which?\nmax A {{ {skipped} }}"),
        format!("allow tie\nmax A {{ {skipped} }}"),
        format!("tree {{ max A {{ {skipped} }} }}"),
        format!("tree {{ allow tie max A {{ {skipped} }} }}"),
        format!("tree \"t\" {{\n    max A {{ {skipped} }}\n}}"),
    ] {
        let allowed = done(&source, Shown::AsSet, "allow `unreachable-cutoff`");
        assert!(check(&allowed, &Defaults::default(), 9).findings.is_empty(), "{allowed}");
    }
    insta::assert_snapshot!(done("tree \"t\" {\n    max A { min B { 3, 5 } min C { 2, $08 } }\n}", Shown::AsSet, "allow"), @r#"
    tree "t" {
        allow unreachable-cutoff
        max A { min B { 3, 5 } min C { 2, 8 } }
    }
    "#);
}

#[test]
fn a_node_is_marked_named_and_claimed_of() {
    insta::assert_snapshot!(shown("max A { $0{ 3, 5 } min C { 2, 8 pruned } }"), @r"
    rewrite: claim `= 3` of the 1st child of A
    max A { min = 3 { 3, 5 } min C { 2, 8 pruned } }

    rewrite: claim `[-inf, inf]` of the 1st child of A
    max A { min [-inf, inf] { 3, 5 } min C { 2, 8 pruned } }

    rewrite: claim `plays 3` of the 1st child of A
    max A { min plays 3 { 3, 5 } min C { 2, 8 pruned } }

    rewrite: name this node `B`
    max A { min B { 3, 5 } min C { 2, 8 pruned } }
    ");
    insta::assert_snapshot!(shown("max A { min B { 3, 5 } min C { 2, $08 pruned } }"), @r"
    rewrite: take `pruned` from the leaf 8
    max A { min B { 3, 5 } min C { 2, 8 } }
    ");
    insta::assert_snapshot!(done("max A { a: min B { 3, 5 } min C { 2, $0{ 8 9 } } }", Shown::AsSet, "mark"), @"max A { a: min B { 3, 5 } min C { 2, max pruned { 8 9 } } }");
    insta::assert_snapshot!(done("max A { min B { 3, 5 } mi$0n = 2 { 2, 8 } }", Shown::AsSet, "name"), @"max A { min B { 3, 5 } min C = 2 { 2, 8 } }");
}

#[test]
fn moves_are_put_into_the_best_order() {
    insta::assert_snapshot!(done("ma$0x A = 4 { min B { 3, 5 } min C { 4, 8 } }", Shown::AsSet, "order"), @"max A = 4 { min C { 4, 8 } min B { 3, 5 } }");
}

const EXERCISE: &str = "\
$0tree {
    max A = _ worth 2 plays _ {
        left:  min B = _ ~ _ { 3, 5 }
        right: min C [_, _] <= _ { c1: 2, c2: 8 }
        { 1, 7 }
    }
    expect leaves = _ worth 1/2
    expect visits _
    expect enters _
    expect line _
    expect value ~ _
    ask pruned worth 3
    ask windows
}";

#[test]
fn all_answers_are_inserted() {
    insta::assert_snapshot!(done(EXERCISE, Shown::UnlessSet, "insert all"), @r"
    tree {
        max A = 3 worth 2 plays left [-inf, inf] {
            left:  min B = 3 ~ 3 [-inf, inf] { 3, 5 }
            right: min C [3, inf] <= 2 { c1: 2, c2: 8 pruned }
            min [3, inf] { 1, 7 pruned }
        }
        expect leaves = 4 worth 1/2
        expect visits 3 5 2 1
        expect enters _
        expect line left 3
        expect value ~ 3
        ask pruned worth 3
        ask windows
    }
    ");
}

#[test]
fn a_question_is_answered_alone() {
    let at = |piece: &str| {
        let source = EXERCISE.replace("$0", "").replacen(piece, &format!("$0{piece}"), 1);
        let fixes = offered(&source, Shown::UnlessSet).into_iter().filter(|(title, _)| title.contains("N0701"));
        fixes.map(|(title, _)| title).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(at("_ worth 2"), @"fix N0701: write `3`");
    insta::assert_snapshot!(at("[_, _]"), @"fix N0701: write `[3, inf]`");
    assert!(
        done("max A = $0_ { min B = _ { 3 } }", Shown::UnlessSet, "insert all").contains("min B = 3"),
        "offered there, too"
    );
    insta::assert_snapshot!(at("visits _"), @"fix N0701: write `3 5 2 1`");
    insta::assert_snapshot!(at("ask windows"), @"fix N0701: answer this");
    insta::assert_snapshot!(done("tree { $0ask plays max A { a: 3, b: min { 5 6 } } }", Shown::UnlessSet, "answer this"), @"tree { ask plays max A plays b { a: 3, b: min plays 5 { 5 6 } } }");
    insta::assert_snapshot!(done("tree { $0ask plays max A { a: min { 3, 1 } { 5 6 } } }", Shown::UnlessSet, "answer this"), @"tree { ask plays max A { a: min plays 1 { 3, 1 } min plays 5 { 5 6 } } }");
    insta::assert_snapshot!(done("tree { max A = 4 { min B { ?x, 6 }, 4 } expect x in $0_ }", Shown::UnlessSet, "write"), @"tree { max A = 4 { min B { ?x, 6 }, 4 } expect x in (-inf, 4] }");
}

#[test]
fn all_answers_are_taken_away() {
    let solved = done(EXERCISE, Shown::UnlessSet, "insert all");
    insta::assert_snapshot!(done(&format!("$0{solved}"), Shown::AsSet, "make"), @r"
    tree {
        max A = _ worth 2 plays _ {
            left:  min B = _ ~ _ { 3, 5 }
            right: min C <= _ { c1: 2, c2: 8 }
            min { 1, 7 }
        }
        expect leaves = _ worth 1/2
        expect visits _
        expect enters _
        expect line _
        expect value ~ _
        ask pruned worth 3
        ask windows
    }
    ");
    insta::assert_snapshot!(done("/// Which?\n$0max A = 3 { min B { 3, 5 } min C eval 3 { 2, 8 pruned } }", Shown::AsSet, "make"), @r"
    /// Which?
    tree { max A = _ { min B { 3, 5 } min C eval 3 { 2, 8 } } ask pruned }
    ");
    // Claims that answer an `ask` need no blanks, unless they have `worth`.
    let asked = "$0tree { max A = 3 worth 2 plays b worth 1 plays c worth 1 { b: 3, c: min C <= 2 { 2, 8 } } ask returns expect leaves = 2 worth 3 }";
    insta::assert_snapshot!(done(asked, Shown::AsSet, "make"), @"tree { max A = _ worth 2 plays _ worth 1 { b: 3, c: min C { 2, 8 } } ask returns expect leaves = _ worth 3 }");
    // The search enters B with [3, inf], and never enters C. The action must not reveal that no answer fits these
    // blanks.
    let impossible = "tree { $0max A = 3 { 3, min B >= 1 { 2, min C [1, 2] { 3 } } } }";
    insta::assert_snapshot!(done(impossible, Shown::AsSet, "make"), @"tree { max A = _ { 3, min B >= _ { 2, min C [_, _] { 3 } } } }");
    insta::assert_snapshot!(done("max$0 A = 5 plays a plays b { a: 5 visited, b: 5 visited }", Shown::AsSet, "make"), @"max A = _ plays _ { a: 5, b: 5 }");
}

#[test]
fn another_order_may_make_claims_fail_and_that_is_said() {
    let tree = "tree { $0max A { min { 2, 8 } min { 3, 5 } } }";
    assert!(offered(tree, Shown::AsSet).iter().any(|(title, _)| title.ends_with("best order: 3 leaves instead of 4")));
    let claimed = tree.replace("max A", "max A = 3");
    assert!(
        offered(&claimed, Shown::AsSet)
            .iter()
            .any(|(title, _)| title.ends_with("; what is claimed of the search may fail then"))
    );
}

#[test]
fn an_exercise_keeps_its_answers() {
    let answers = [": write", "claim", "insert", "best order", "answer this", "`= "];
    let wrong =
        "tree { max A = 9 plays C { min B = _ { 3, 5 } min C { 4, 8 } min D { 1, 2 } } expect leaves = 2 ask values }";
    for at in 0..wrong.len() {
        let source = format!("{}$0{}", &wrong[..at], &wrong[at..]);
        for (title, _) in offered(&source, Shown::AsSet) {
            assert!(answers.iter().all(|words| !title.contains(words)), "{source}: {title}");
        }
    }
    let misspelt = "tree { max A = _ { 3, 5 } expect leafs$0 = 2 }";
    assert!(done(misspelt, Shown::AsSet, "did you mean `leaves`").contains("expect leaves"));
    let mark = "max A = _ { min B { 3, $05 } }";
    assert!(done(mark, Shown::AsSet, "mark").contains("5 pruned"), "offered whether or not it is right");
}

/// How many blanks and how many `ask`s there are in the tree that begins at a place, or in all trees. Answers fill
/// blanks, but each `ask` stays.
fn questions(text: &str, start: Option<u32>) -> (usize, usize) {
    let (file, mut findings) = parse(text, 9);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let trees = || file.trees.iter().filter(|tree| start.is_none_or(|start| tree.span.start == start));
    let resolved = trees().map(|tree| ResolvedTree::new(text, tree, &settings, &mut findings));
    let questions: usize = resolved.map(|game| Claims::of(&game).questions.len()).sum();
    let asks = trees().map(|tree| tree.asks.len()).sum();
    (questions - asks, asks)
}

#[test]
fn what_is_inserted_is_right_and_what_is_taken_away_leaves_an_exercise() {
    let mut exercises = 0;
    for (name, text) in crate::marked::fixtures() {
        let document = read(&text);
        if document.report(Shown::UnlessSet).tally.errors > 0 {
            continue;
        }
        for tree in &document.report(Shown::UnlessSet).trees {
            let start = tree.span.start;
            let found = actions(&document, Span::empty(start), Shown::UnlessSet);
            let apply = |words: &str| {
                let action = found.iter().find(|action| action.title.contains(words))?;
                Some(applied(&text, &action.edits))
            };
            let fills = [("insert all answers of this tree", Some(start)), ("insert all answers of this file", None)];
            for (title, of) in fills {
                let Some(answered) = apply(title) else { continue };
                exercises += 1;
                let report = check_showing(Shown::Everything, &answered, &Defaults::default(), 9);
                assert_eq!(report.tally.errors, 0, "{name}:\n{answered}\n{:?}", report.findings);
                let ((blanks, asks), (left, _)) = (questions(&text, of), questions(&answered, of));
                assert!(left < blanks || asks > 0, "{name}: no blank is filled\n{answered}");
                let again = actions(&read(&answered), Span::empty(start), Shown::UnlessSet);
                assert!(again.iter().all(|action| action.title != title), "{name}: something is left\n{answered}");
            }
            if let Some(emptied) = apply("take all answers away") {
                let asked = questions(&emptied, None) != (0, 0);
                assert!(asked || text.contains("visited"), "{name}:\n{emptied}");
                let report = check_showing(Shown::UnlessSet, &emptied, &Defaults::default(), 9);
                let unfillable = report.counts.of(Code::UnfillableBlank);
                assert_eq!(report.tally.errors, unfillable, "{name}:\n{emptied}\n{:?}", report.findings);
            }
        }
    }
    assert!(exercises > 3, "{exercises} exercises");
}

#[test]
fn all_trees_of_a_file_are_answered_and_emptied_at_once() {
    let file = "tree \"a\" { $0max = _ { 3, 5 } }\nmax = _ { { 3, 5 } { 2, 8 pruned } }\nmax { 1, 2 }";
    insta::assert_snapshot!(done(file, Shown::UnlessSet, "insert all answers of this file"), @r#"
    tree "a" { max = 5 { 3, 5 } }
    max = 3 { { 3, 5 } { 2, 8 pruned } }
    max { 1, 2 }
    "#);
    insta::assert_snapshot!(done(&file.replace('_', "5"), Shown::AsSet, "make all trees of this file"), @r#"
    tree "a" { max = _ { 3, 5 } }
    tree { max = _ { { 3, 5 } { 2, 8 } } ask pruned }
    max { 1, 2 }
    "#);
    let titles =
        |source: &str| offered(source, Shown::UnlessSet).into_iter().map(|(title, _)| title).collect::<String>();
    assert!(!titles(&file.replacen('_', "5", 2)).contains("insert all answers"), "there is nothing to insert");
    assert!(!titles("$0max = _ { 3, 5 }").contains("this file"), "there is one tree");
}

#[test]
fn an_exercise_no_longer_says_that_its_answers_are_shown() {
    let key = "tree \"t\" {\n    reveal answers\n    cut alpha >= beta\n    max $0A = 5 worth 2 { 3, 5 }\n}";
    insta::assert_snapshot!(done(key, Shown::AsSet, "make this tree"), @r#"
    tree "t" {
        cut alpha >= beta
        max A = _ worth 2 { 3, 5 }
    }
    "#);
    let without_answers = "tree \"t\" { reveal answers max $0A { 3, 5 } }";
    let titles: String = offered(without_answers, Shown::AsSet).into_iter().map(|(title, _)| title).collect();
    assert!(!titles.contains("make this tree"), "{titles}");
}

#[test]
fn what_is_allowed_stands_behind_the_comment_of_a_brace() {
    insta::assert_snapshot!(done("tree \"t\" { // why\n    max A { min B { 3, 5 } min C { 2, $08 } }\n}", Shown::AsSet, "allow"), @r#"
    tree "t" { // why
        allow unreachable-cutoff
        max A { min B { 3, 5 } min C { 2, 8 } }
    }
    "#);
    insta::assert_snapshot!(done("$0tree {\n  max A = 3 { min B { 3, 5 } min C { 2, 8 pruned } } // root\n}", Shown::AsSet, "make this tree"), @r"
    tree {
      max A = _ { min B { 3, 5 } min C { 2, 8 } } // root
      ask pruned
    }
    ");
}

#[test]
fn what_is_done_ends_lines_as_the_text_does() {
    let mut compared = 0;
    for (name, text) in crate::marked::fixtures().into_iter().filter(|(_, text)| !text.contains('\r')) {
        let windows = text.replace('\n', "\r\n");
        let documents = (read(&text), read(&windows));
        for offset in (0..text.len()).step_by(5) {
            let at = |bytes: usize| Span::empty(u32::try_from(bytes).unwrap());
            let here = actions(&documents.0, at(offset), Shown::UnlessSet);
            let there = actions(
                &documents.1,
                at(offset + text[..text.floor_char_boundary(offset)].matches('\n').count()),
                Shown::UnlessSet,
            );
            assert_eq!(here.len(), there.len(), "{name}:{offset}");
            for (here, there) in here.iter().zip(&there) {
                let done = applied(&windows, &there.edits);
                assert_eq!(done, applied(&text, &here.edits).replace('\n', "\r\n"), "{name}:{offset}: {}", here.title);
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}
