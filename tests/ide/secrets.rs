//! An exercise gives no answers away.

use std::collections::{BTreeMap, BTreeSet};

use gametree::claim::Claims;
use gametree::convert::{check, check_showing};
use gametree::diagnostic::{Code, Diagnostic, Edit as TextEdit, Reveals, Stage, applied};
use gametree::ide::*;
use gametree::model::{Defaults, FileSettings, ResolvedTree, Shown};
use gametree::render::Theme;
use gametree::source::Span;
use gametree::syntax::tree::Kind;
use gametree::syntax::{Token, parse, tokens};
use proptest::prelude::*;

use crate::marked::{all_hide_answers, fixtures, hides_answers, read};

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
    action.fixes.is_some_and(|(code, _)| !code.may_reveal_answers())
}

#[test]
fn nothing_that_is_worked_out_comes_out_of_an_exercise() {
    let mut exercises = 0;
    let hidden = |text: String| format!("reveal never\n{}", text.replace("reveal answers", ""));
    for (name, text) in fixtures().into_iter().map(|(name, text)| (name, hidden(text))) {
        let document = read(&text);
        if !all_hide_answers(&text) {
            continue;
        }
        exercises += 1;
        let lenses = lenses(&document, Shown::AsSet);
        assert!(lenses.iter().all(|lens| lens.action != LensAction::ShowAnswer), "{name}: {lenses:?}");
        assert_eq!(inlay_hints(&document, EVERYTHING, HintKinds::default(), Shown::AsSet), [], "{name}");
        for offset in 0..u32::try_from(text.len()).unwrap() {
            let said = hover(&document, offset, Shown::AsSet).map(|hover| hover.markdown).unwrap_or_default();
            // The pages of codes are not about this tree.
            let is_page = said.starts_with("**W") || said.starts_with("**E") || said.starts_with("**N");
            let told = WORKED_OUT.iter().find(|words| !is_page && said.contains(**words));
            assert_eq!(told, None, "{name}:{offset}: {said}");
            let answer =
                completions(&document, offset, Shown::AsSet).into_iter().find(|it| it.kind == CompletionKind::Answer);
            assert_eq!(answer, None, "{name}:{offset}");
            for action in actions(&document, Span::empty(offset), Shown::AsSet) {
                let harmless = is_spelling(&action) || action.edits.iter().all(|edit| tells_nothing(&edit.text));
                assert!(harmless, "{name}:{offset}: {action:?}");
            }
        }
    }
    assert!(exercises > 100, "{exercises} exercises");
}

/// What stands at a place of a tree, the number of a leaf left out.
#[derive(Clone, Debug)]
enum Shape {
    Leaf { labelled: bool, pruned: bool },
    Unknown,
    Elided,
    Node { claims: usize, children: Vec<Shape> },
}

/// Blanks, keys and guesses. `@` is the number of an answer with `worth`, `#` that of a claim that is an answer only if
/// something asks for its kind. The last two are marks, which the root cannot have.
const CLAIMS: &[&str] = &[
    "",
    "= _ ",
    "[_, _] ",
    "plays _ ",
    "<= _ ",
    ">= _ ",
    "= _ plays _ ",
    "~ _ worth 2 ",
    "= # ",
    "~ #.5 ",
    "[-inf, inf] ",
    "[#, inf] ",
    "<= # ",
    "= @ worth 2 ",
    "~ @ worth 1/2 ",
    "[@, inf] worth 3 ",
    "<= @ worth 1 ",
    "plays N2 worth 1 = # ",
    "visited ",
    "pruned ",
];
const QUESTIONS: &[&str] = &[
    "ask pruned",
    "ask values",
    "ask windows worth 2",
    "ask plays",
    "expect leaves = _",
    "expect visits _",
    "expect line _",
    "expect value = _ ask pruned",
    "ask returns",
    "ask returns worth 2 ask pruned",
    "expect leaves = # ask values",
    "expect leaves = @ worth 2 ask returns",
    "expect value = @ worth 1 expect cutoffs = @ worth 2 expect branches = _",
    "expect visits 7 8 9 worth 3 expect fewest = _",
    "expect line N2 7 worth 1 ask values ask windows",
    "expect cutoffs = # expect pruned = # ask plays",
    "expect visits 7 8 9 ask pruned",
    "expect enters N1 N2 N3 ask windows",
    "expect line N2 7 ask pruned worth 3",
];

fn shapes() -> impl Strategy<Value = Shape> {
    let leaf =
        (any::<bool>(), proptest::bool::weighted(0.1)).prop_map(|(labelled, pruned)| Shape::Leaf { labelled, pruned });
    let leaf = prop_oneof![8 => leaf, 1 => Just(Shape::Unknown), 1 => Just(Shape::Elided)];
    let inner = leaf.prop_recursive(3, 16, 4, |inner| {
        let children = proptest::collection::vec(inner, 1..4);
        (0..CLAIMS.len(), children).prop_map(|(claims, children)| Shape::Node { claims, children })
    });
    let children = proptest::collection::vec(inner, 2..4);
    (0..CLAIMS.len() - 2, children).prop_map(|(claims, children)| Shape::Node { claims, children })
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
        Shape::Unknown => format!("?x{name}, "),
        Shape::Elided => "... ".to_string(),
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

/// Whether a lens is there for another reason than that a claim is wrong.
fn is_no_verdict(lens: &Lens) -> bool {
    !matches!(lens.action, LensAction::Explain(code) if code.stage() == Stage::Claims)
}

/// The texts of the pictures of a tree that hides its answers. Where they are depends on how wide the numbers are.
fn seen(pictures: Result<Drawn, String>, svg: Result<String, String>) -> String {
    let texts = |picture: &str| {
        let pieces = picture.split('<').filter_map(|piece| piece.split_once('>'));
        let pieces = pieces.filter(|(tag, _)| !tag.starts_with("style"));
        pieces.map(|(_, text)| text).filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join(" | ")
    };
    match (pictures.map(|drawn| drawn.pictures), svg) {
        (Ok(Pictures::Page(_)), Ok(_)) => "the search".to_string(),
        (Ok(Pictures::Blank { title, picture }), Ok(svg)) => {
            format!("{title}: {}; {}", texts(&picture), texts(&svg))
        }
        (pictures, svg) => format!("{:?} {:?}", pictures.err(), svg.err()),
    }
}

/// Everything that an editor and `check` show of a text, with each of some numbers replaced by its index; and,
/// separately, which claims are wrong, with the code for each.
fn told(text: &str, shown: Shown, numbers: &[u32]) -> (Vec<String>, BTreeMap<Span, Code>) {
    let document = read(text);
    let mut told = vec![
        format!("{:?}", lenses(&document, shown).into_iter().filter(is_no_verdict).collect::<Vec<_>>()),
        format!("{:?}", inlay_hints(&document, EVERYTHING, HintKinds::default(), shown)),
        format!("{:?}", fix_all(&document, shown)),
        format!("{:?}", selections(&document, &[0, 20, 40])),
        format!("{:?}", symbols(&document)),
        format!("{:?}", folds(&document)),
        format!("{:?}", semantic_tokens(&document, EVERYTHING)),
        format!("{:?}", actions(&document, EVERYTHING, shown)),
    ];
    for offset in 0..u32::try_from(text.len()).unwrap() {
        told.push(format!("{:?}", hover(&document, offset, shown)));
        told.push(format!("{:?}", drawn_answer(&document, offset, shown)));
        told.push(seen(pictures(&document, offset, shown), svg(&document, offset, Theme::Auto, shown)));
        told.push(format!("{:?}", completions(&document, offset, shown)));
        told.push(format!("{:?}", actions(&document, Span::empty(offset), shown)));
        told.push(format!("{:?}", definition(&document, offset)));
        told.push(format!("{:?}", references(&document, offset)));
        told.push(format!("{:?}", prepare_rename(&document, offset)));
    }
    let report = document.report(shown);
    // Whether the ends of a window are exchanged depends on the answer alone.
    let (exchanged, findings): (Vec<_>, Vec<_>) =
        report.findings.iter().cloned().partition(|finding| finding.code == Code::EmptyWindow);
    let (tally, findings) = (report.tally, findings.into_iter());
    let (wrong, others): (Vec<_>, Vec<_>) = findings.partition(|finding| finding.code.stage() == Stage::Claims);
    let other_errors = tally.errors - wrong.len() - exchanged.len();
    let (warnings, notes, claims) = (tally.warnings, tally.notes, report.claims);
    told.push(format!("{other_errors} errors, {warnings} warnings, {notes} notes, {claims} claims"));
    wrong.iter().for_each(|finding| says_no_more_than_wrong(text, finding));
    let wrong = wrong.iter().map(|finding| (finding.primary.span, finding.code)).collect();
    told.push(without_marks(&format!("{others:?}")));
    for told in &mut told {
        for (place, number) in numbers.iter().enumerate() {
            *told = told.replace(&number.to_string(), &format!("number {place}"));
        }
    }
    (told, wrong)
}

/// The text without the total marks, which `reveal score` may show.
fn without_marks(told: &str) -> String {
    let gets = ["; it gets ", "; they get "].into_iter().find_map(|words| told.split_once(words));
    let Some((before, after)) = gets else { return told.to_string() };
    let (_, after) = after.split_once(" of ").expect("marks are out of all marks");
    format!("{before}, for some of {after}")
}

/// The finding says only which answer is wrong, and how a teacher sees why. A wrong list is marked as a whole.
fn says_no_more_than_wrong(text: &str, finding: &Diagnostic) {
    assert_eq!(finding.message, finding.code.title());
    assert!(
        finding.secondary.is_empty() && finding.fixes().next().is_none() && finding.notes.len() == 2,
        "{finding:?}"
    );
    if matches!(finding.code, Code::WrongSequence | Code::WrongLine) {
        assert!(finding.primary.span.of(text).starts_with("expect"), "{finding:?}");
    }
}

/// Numbers that occur nowhere else in the output: of leaves, and of answers. They are as large as each other.
fn values() -> impl Strategy<Value = Vec<u32>> {
    Just((1501..1600).collect::<Vec<u32>>()).prop_shuffle()
}

/// Puts the next number into each place of a mark.
fn filled(text: &str, mark: char, mut numbers: impl Iterator<Item = u32>) -> String {
    let put = |c: char| if c == mark { numbers.next().unwrap().to_string() } else { c.to_string() };
    text.chars().map(put).collect()
}

/// The places of the answers in a text with one tree.
fn answers_of(text: &str) -> Vec<Span> {
    let (file, mut findings) = parse(text, 9);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let claims = Claims::of(&game);
    claims.all().filter(|(place, _)| claims.is_answer(*place)).map(|(_, claim)| claim.span).collect()
}

/// The `reveal` of a tree, and who reads it.
const SETTINGS: &[(&str, Shown)] = &[
    ("", Shown::AsSet),
    ("", Shown::AsSet),
    ("reveal never", Shown::AsSet),
    ("reveal never", Shown::UnlessSet),
    ("reveal score", Shown::AsSet),
    ("reveal verdicts", Shown::AsSet),
    ("reveal verdicts", Shown::UnlessSet),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_leaves_are_worth_the_same_is_told(
        shape in shapes(),
        question in proptest::sample::select(QUESTIONS),
        (reveal, shown) in proptest::sample::select(SETTINGS),
        one in values(),
        other in values(),
    ) {
        let is_judged = !matches!(reveal, "reveal never" | "reveal score");
        // The first fifty numbers are those of leaves, then there are answers, and claims that may be answers.
        let text = |numbers: &[u32]| {
            let root = written(&shape, true, &mut numbers.iter().copied(), &mut 0);
            let text = filled(&format!("tree {{ {reveal} {root}{question} }}"), '@', numbers[50..75].iter().copied());
            filled(&text, '#', numbers[75..].iter().copied())
        };
        let compare = |one: &[u32], other: &[u32]| {
            let (text, other_text) = (text(one), text(other));
            prop_assert!(hides_answers(&text, shown));
            let ((here, wrong_here), (there, wrong_there)) = (told(&text, shown, one), told(&other_text, shown, other));
            for (here, there) in here.into_iter().zip(there) {
                prop_assert_eq!(here, there, "\n{}\n{}", &text, &other_text);
            }
            Ok((text, other_text, wrong_here, wrong_there))
        };
        let (text, other_text, wrong_here, wrong_there) = compare(&one, &other)?;
        prop_assert!(is_judged || wrong_here.is_empty() && wrong_there.is_empty(), "\n{}\n{}", &text, &other_text);
        for (claim, code) in &wrong_here {
            let other = wrong_there.get(claim).unwrap_or(code);
            prop_assert_eq!(code, other, "\n{}\n{}", &text, &other_text);
        }
        if reveal.is_empty() {
            // What is given is judged, and answers are not.
            let answers = answers_of(&text);
            let judged = wrong_here.keys().find(|claim| answers.contains(claim));
            prop_assert!(judged.is_none(), "{:?}\n{}", judged, &text);
            let answered: Vec<u32> = [&one[..50], &one[60..75], &one[50..60], &one[75..]].concat();
            let (text, other_text, _, wrong_there) = compare(&one, &answered)?;
            prop_assert_eq!(wrong_here, wrong_there, "\n{}\n{}", &text, &other_text);
        }
    }
}

/// The lints that an action offers to allow somewhere in a text, and the lints of the findings that are shown.
fn allowed_and_shown(text: &str, shown: Shown) -> (BTreeSet<Code>, BTreeSet<Code>) {
    let document = read(text);
    let offered = (0..u32::try_from(text.len()).unwrap()).flat_map(|at| actions(&document, Span::empty(at), shown));
    let allowing = offered.filter(|action| action.title.starts_with("allow"));
    let found = document.report(shown).findings.iter().map(|finding| finding.code);
    let lints = found.filter(|code| code.lint().is_some());
    (allowing.filter_map(|action| Some(action.fixes?.0)).collect(), lints.collect())
}

#[test]
fn the_code_of_a_wrong_claim_does_not_depend_on_unknown_leaves() {
    let codes = |text: String| {
        let found = check(&text, &Defaults::default(), 99).findings;
        found.iter().map(|finding| finding.code).filter(|code| code.stage() == Stage::Claims).collect::<Vec<_>>()
    };
    for value in 0..7 {
        let elided = format!("tree {{ max A = _ {{ min {{ {value} 5 }} min {{ 2 ... }} }} expect leaves = 1 }}");
        assert!(codes(elided).iter().all(|code| *code == Code::WrongCount), "{value}");
        let unknown = format!("max A = _ {{ min {{ {value} 5 }} min C >= 2 {{ 2 ?x }} }}");
        assert!(codes(unknown).iter().all(|code| *code == Code::WrongBound), "{value}");
    }
}

#[test]
fn lints_can_be_allowed_exactly_where_they_are_shown() {
    for exercise in [
        "tree { max A = _ { min B { 3, 5 } min C { 2, 8 } } }",
        "tree { max A plays _ { b: min B { 3, 5 } c: min C { 3, 8 } } ask pruned }",
        "tree { max A plays b { b: min B { 3, 5 } c: min C { 3, 8 } } expect leaves = _ }",
        "tree { max A { min B { 3, 5 } min C { 2, max D = 8 { 8 } } } ask windows }",
        "tree { max A { min B { 3, 5 } min C { 4, 8 } } ask pruned }",
    ] {
        let (allowed, shown) = allowed_and_shown(exercise, Shown::AsSet);
        assert_eq!((allowed, shown), (BTreeSet::new(), BTreeSet::new()), "{exercise}");
        let (allowed, shown) = allowed_and_shown(exercise, Shown::UnlessSet);
        assert!(allowed == shown && !shown.is_empty(), "{exercise}: {allowed:?} {shown:?}");
        let twice = exercise.replacen("max A", "max B", 1);
        let (allowed, shown) = allowed_and_shown(&twice, Shown::AsSet);
        assert_eq!((allowed, shown), (BTreeSet::from([Code::DuplicateName]), BTreeSet::from([Code::DuplicateName])));
        let beside = format!("{exercise} max E {{ min F {{ 3, 5 }} min G {{ 2, 8 }} }}");
        let (allowed, shown) = allowed_and_shown(&beside, Shown::AsSet);
        assert_eq!((allowed, shown.len()), (shown, 1), "another tree asks nothing: {beside}");
    }
}

#[test]
fn hidden_findings_are_not_counted() {
    let skipped = "min { 2, 8 } ".repeat(150);
    let text = format!("tree {{ max A {{ min {{ 3, 5 }} {skipped}}} ask windows }}");
    let document = read(&text);
    let all = document.report(Shown::UnlessSet);
    assert_eq!((all.tally.total(), all.findings.len()), (151, 100));
    let shown = document.report(Shown::AsSet);
    assert_eq!((shown.tally.total(), shown.findings.len()), (1, 1));
}

#[test]
fn a_wrong_list_does_not_show_where_it_goes_wrong() {
    for (right, wrong) in
        [("visits 3 5 2", "visits 3 5 8"), ("enters A B 3 5 C 2", "enters A B 3 5 C"), ("line B 3", "line B 5")]
    {
        let text =
            |list: &str| format!("tree {{ max A {{ min B {{ 3, 5 }} min C {{ 2, 8 }} }} ask pruned expect {list} }}");
        let told = |list: &str| {
            let text = text(list);
            let findings = check(&text, &Defaults::default(), 99).findings;
            let wrong = findings.iter().filter(|finding| finding.code.stage() == Stage::Claims);
            wrong.map(|finding| finding.primary.span.of(&text).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(told(right), [""; 0]);
        assert_eq!(told(wrong), [format!("expect {wrong}")]);
    }
}

#[test]
fn whether_a_tree_can_be_made_an_exercise_does_not_tell_what_is_right() {
    let tree = |values: &str| {
        format!("tree {{ max A = _ {{ min B {{ 3, 5 }} min C <= 2 [3, inf] {{ {values} }} }} ask plays worth 2 }}")
    };
    let emptied = |values: &str| {
        let text = tree(values);
        let found = actions(&read(&text), Span::empty(7), Shown::AsSet);
        let action = found.into_iter().find(|action| action.title.contains("make this tree")).unwrap();
        gametree::diagnostic::applied(&text, &action.edits)
    };
    let right = emptied("2, 8");
    assert_eq!(right.replace("2, 8", "9, 8"), emptied("9, 8"));
    assert!(right.contains("<= _ [_, _]") && right.contains("ask plays worth 2"), "{right}");
}

#[test]
fn a_wrong_answer_is_said_to_be_wrong_and_no_more_while_something_is_asked() {
    let told = |text: &str, shown| {
        let notes = |finding: &Diagnostic| finding.notes.iter().map(ToString::to_string).collect::<Vec<_>>();
        let line = |finding: &Diagnostic| format!("{}: {} {:?}", finding.code, finding.message, notes(finding));
        check_showing(shown, text, &Defaults::default(), 99).findings.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let guessed = "tree { max A = 9 plays _ { a: { 3, 5 } b: { 2, 8 } } ask pruned expect leaves = 7 }";
    insta::assert_snapshot!(told(guessed, Shown::AsSet), @r#"
    E0301: a node is not worth what is claimed ["note: the reason is not shown, because this tree hides its answers", "help: if you are the teacher, `gametree check --reveal` shows the reason"]
    N0701: 2 answers are missing: the best move at A; `ask pruned` []
    E0308: a count of the search is not what is claimed ["note: the reason is not shown, because this tree hides its answers", "help: if you are the teacher, `gametree check --reveal` shows the reason"]
    "#);
    assert!(told(guessed, Shown::UnlessSet).contains("A is worth 3, not 9"));
    let answered = guessed.replace("plays _", "plays a").replace("ask pruned", "");
    assert!(told(&answered, Shown::AsSet).contains("A is worth 3, not 9"), "all is answered");
    let beside = format!("{answered} tree {{ max B = _ {{ 3 }} }}");
    assert!(told(&beside, Shown::AsSet).contains("A is worth 3, not 9"), "another tree asks");
}

/// The text with other values of its leaves: each leaf that is a single digit is subtracted from 9.
fn with_other_leaves(text: &str) -> String {
    let (file, _) = parse(text, 1);
    let nodes = file.trees.iter().map(|tree| &tree.nodes);
    let leaves = nodes
        .flat_map(|nodes| nodes.all().filter(|node| nodes.kind(*node) == Kind::Value).map(|leaf| nodes.span(leaf)));
    let edits = leaves.filter_map(|span| match span.of(text).as_bytes() {
        [digit @ b'0'..=b'9'] => Some(TextEdit::new(span, char::from(b'0' + b'9' - digit).to_string())),
        _ => None,
    });
    applied(text, &edits.collect::<Vec<_>>())
}

/// The lints that are shown in exercises, each with its place; `None` if something keeps the text from being searched.
fn lints_shown_in_exercises(text: &str) -> Option<Vec<(Code, Span)>> {
    let mut defaults = Defaults::default();
    for code in Code::ALL.iter().filter(|code| code.lint().is_some()) {
        defaults.levels.set(*code, Some(code.severity()));
    }
    let findings = check(text, &defaults, usize::MAX).findings;
    let lints = findings.iter().filter(|finding| finding.code.lint().is_some());
    let shown = lints.filter(|finding| finding.code.reveals() != Reveals::ByPresence);
    let shown = shown.map(|finding| (finding.code, finding.primary.span)).collect();
    findings.iter().all(|finding| finding.code.stage() >= Stage::Claims).then_some(shown)
}

#[test]
fn a_lint_that_depends_on_the_leaves_is_hidden_in_exercises() {
    let pages = Code::ALL.iter().filter(|code| code.lint().is_some()).map(|code| {
        let example = code.page().split_once("```tree raises\n").unwrap().1;
        (code.id().to_string(), example.split_once("```").unwrap().0.to_string())
    });
    let mut compared = 0;
    for (name, text) in fixtures().into_iter().chain(pages) {
        let lints = [text.clone(), with_other_leaves(&text)].map(|text| lints_shown_in_exercises(&text));
        if let [Some(here), Some(there)] = lints {
            assert_eq!(here, there, "{name}: `reveals` in the registry of codes must be `ByPresence`");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} texts");
}
