//! Every fix does what it says: applied to its fixture, the finding is gone, and no new error of syntax or structure
//! comes in its place. All safe ones together fix a text as one after the other would, in bounded work.

mod files;
mod levels;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;

use gametree::check::Report;
use gametree::config;
use gametree::convert::check;
use gametree::diagnostic::{Code, Diagnostic, Note, Stage};
use gametree::fix::{Fixed, fix};
use gametree::model::Defaults;
use gametree::source::Span;
use gametree::syntax::tokens;
use levels::levels;

#[test]
fn every_fix_fixes_its_finding() {
    let mut faults = Vec::new();
    let mut applied = 0;
    let trees = files::below(&["tests/fixtures"], "tree")
        .into_iter()
        .map(|path| (path, in_trees as fn(&str) -> Vec<Diagnostic>));
    let projects = files::below(&["tests/fixtures"], "toml")
        .into_iter()
        .map(|path| (path, in_config as fn(&str) -> Vec<Diagnostic>));
    for (path, findings) in trees.chain(projects) {
        let text = files::read(&path);
        let before = findings(&text);
        for finding in &before {
            for fix in finding.fixes() {
                applied += 1;
                let after = findings(&fix.applied_to(&text));
                if let Some(fault) = fault(&before, finding, &after) {
                    faults.push(format!("{}: {} `{}`: {fault}", path.display(), finding.code, fix.title));
                }
            }
        }
    }
    assert!(applied > 150, "only {applied} fixes: are the fixtures there?");
    assert!(faults.is_empty(), "{} of {applied} fixes:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_registry_knows_which_codes_can_be_fixed() {
    let texts = files::below(&["tests/fixtures"], "tree");
    let findings = texts.into_iter().flat_map(|path| in_trees(&files::read(&path)));
    let is_safe = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safe);
    let fixed: BTreeSet<Code> = findings.filter(is_safe).map(|finding| finding.code).collect();
    let fixable: BTreeSet<Code> = Code::ALL.iter().copied().filter(|code| code.is_fixable()).collect();
    assert_eq!(fixed, fixable);
}

fn in_trees(text: &str) -> Vec<Diagnostic> {
    check(text, &levels(text), usize::MAX).findings
}

fn in_config(text: &str) -> Vec<Diagnostic> {
    config::read(text, usize::MAX).1.finish().0
}

/// What is wrong after a fix: as many findings like the fixed one as before, or more errors about the text itself.
fn fault(before: &[Diagnostic], fixed: &Diagnostic, after: &[Diagnostic]) -> Option<String> {
    let alike = |findings: &[Diagnostic]| {
        let same = |other: &&Diagnostic| other.code == fixed.code && other.message == fixed.message;
        findings.iter().filter(same).count()
    };
    let structural = |findings: &[Diagnostic]| {
        let about_text = |other: &&Diagnostic| other.code.stage() < Stage::Claims;
        findings.iter().filter(about_text).count()
    };
    if alike(after) >= alike(before) {
        return Some("the finding is still there".to_string());
    }
    let listed = || after.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ");
    (structural(after) > structural(before)).then(|| format!("new errors: {}", listed()))
}

fn report(text: &str) -> Report {
    check(text, &levels(text), usize::MAX)
}

/// The text with all its safe fixes made; the first line of a fixture says which lints are on.
fn fixed(text: &str) -> Fixed<'_> {
    fix(text, &report(text), |changed, limit| check(changed, &levels(text), limit))
}

fn has_syntax_errors(report: &Report) -> bool {
    report.findings.iter().any(|finding| finding.code.is_syntax())
}

/// What one may expect to be fixed: of a text with syntax errors only words.
fn fixable(report: &Report) -> Vec<&Diagnostic> {
    let broken = has_syntax_errors(report);
    let touched = |finding: &&Diagnostic| !broken || finding.code < Code::WrongValue;
    let safe = |finding: &&Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safe);
    report.findings.iter().filter(safe).filter(touched).collect()
}

#[test]
fn all_safe_fixes_of_every_fixture_are_made_and_raise_nothing_new() {
    let mut faults = String::new();
    let mut fixes = 0;
    for path in files::below(&["tests/fixtures"], "tree") {
        let text = files::read(&path);
        let (before, fixed) = (report(&text), fixed(&text));
        let after = report(&fixed.text);
        fixes += fixed.fixes;
        let mut fault = |what: &str| writeln!(faults, "{}: {what}", path.display()).unwrap();
        fixable(&after).iter().for_each(|finding| fault(&format!("left: {} {}", finding.code, finding.message)));
        if self::fixed(&fixed.text).fixes > 0 {
            fault("a second run finds something to fix");
        }
        // What is misspelt hides claims, and a wrong mark hides what lies below it.
        let hides = |finding: &&Diagnostic| finding.code < Code::WrongValue || finding.code == Code::NotPruned;
        let hidden = fixable(&before).iter().any(hides);
        for code in Code::ALL.iter().filter(|code| after.counts.of(**code) > before.counts.of(**code)) {
            if !hidden || *code < Code::WrongValue {
                fault(&format!("more {code}"));
            }
        }
    }
    assert!(fixes > 140, "only {fixes} fixes: are the fixtures there?");
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn all_together_are_what_one_after_the_other_would_be() {
    for path in files::below(&["tests/fixtures"], "tree") {
        let text = files::read(&path);
        let defaults = levels(&text);
        let mut slowly = text.clone();
        for turn in 0.. {
            assert!(turn < 1000, "{}: no end", path.display());
            let report = check(&slowly, &defaults, usize::MAX);
            // Words first: what is claimed of a broken tree is not known.
            let first = fixable(&report).into_iter().min_by_key(|finding| finding.code >= Code::WrongValue);
            let Some(fix) = first.and_then(|finding| finding.fix.clone()) else { break };
            slowly = fix.applied_to(&slowly);
        }
        assert_eq!(fixed(&text).text, slowly, "{}", path.display());
    }
}

#[test]
fn comments_and_layout_stay() {
    /// What stands between the tokens.
    fn layout(text: &str) -> String {
        let mut end = 0;
        let mut between = String::new();
        for (_, token) in tokens(text) {
            between.push_str(text[end..token.start as usize].trim_matches(' '));
            end = token.end as usize;
        }
        between + &text[end..]
    }
    for path in files::below(&["tests/fixtures"], "tree") {
        let text = files::read(&path).replace('\n', "\r\n") + "// the end";
        // A sign of another language is not layout; the fix removes it.
        if report(&text).counts.of(Code::UnexpectedCharacter) > 0 {
            continue;
        }
        let fixed = fixed(&text);
        let lists = ["visits", "enters", "line"].iter().any(|word| text.contains(word));
        assert!(lists || layout(&fixed.text) == layout(&text), "{}", path.display());
        assert!(fixed.text.ends_with("// the end"));
        assert_eq!(fixed.text.matches("\r\n").count(), text.matches('\n').count(), "{}", path.display());
    }
}

#[test]
fn a_slip_in_a_good_text_is_fixed_without_harm_and_for_good() {
    let mut tried = 0;
    for path in files::below(&["examples"], "tree") {
        let text = files::read(&path);
        let tokens: Vec<Span> = tokens(&text).map(|(_, span)| span).collect();
        for (place, token) in tokens.iter().enumerate().step_by(5) {
            let other = tokens[place * 7919 % tokens.len()].of(&text);
            let slip = format!("{}{other}{}", &text[..token.start as usize], &text[token.end as usize..]);
            let (before, fixed) = (report(&slip), fixed(&slip));
            let after = report(&fixed.text);
            let of = |report: &Report, family| {
                report.findings.iter().filter(|one| one.code.id().starts_with(family)).count()
            };
            let told = format!("{}: `{}` became `{other}`", path.display(), token.of(&text));
            assert!(of(&after, "E01") <= of(&before, "E01"), "{told}");
            assert!(has_syntax_errors(&before) || of(&after, "E") <= of(&before, "E"), "{told}");
            assert_eq!(self::fixed(&fixed.text).fixes, 0, "{told}");
            tried += 1;
        }
    }
    assert!(tried > 500, "only {tried}: are the examples there?");
}

#[test]
fn what_is_asked_is_not_given_away() {
    let skips = "min A { max B { 3, 5 } max C { 9, 8 } }";
    let marked = "min A { max B { 3, 5 } max C { 9, 8 pruned } }";
    assert_eq!(fixed(skips).text, marked);
    for question in ["expect leaves = _", "expect value = _", "ask windows"] {
        let exercise = format!("tree {{ {skips} {question} }}");
        assert_eq!(fixed(&exercise).fixes, 0, "{exercise}");
        let with_claim = format!("tree {{ {skips} {question} expect cutoffs = 7 }}");
        assert_eq!(report(&with_claim).counts.of(Code::WrongCount), 1);
        assert_eq!(fixed(&with_claim).fixes, 0, "an answer is no more put right than given: {with_claim}");
    }
    let answered = "tree { max A = 4 plays b { a: min B = 4 { 3, 5 }, b: min C { 2, 8 } } expect line b ask pruned }";
    assert!(report(answered).tally.errors == 4 && fixed(answered).fixes == 0);
}

/// Trees with wrong claims that hold under another rule, and the rules under which all of them hold.
const AMBIGUOUS: &[(&str, &[&str])] = &[
    ("tree { max { min { 5, 6 } min C <= 2 { 5, 2 visited } } }", &["cut alpha > beta"]),
    ("tree { max { min { 4, 5 pruned, 1 } min C [-inf, inf] { 7, 2 } } }", &["order right-to-left"]),
    ("tree { max { min { 4, 1 } min C { 7, 2 } } expect leaves = 3 expect visits 2 7 1 }", &["order right-to-left"]),
    ("tree { order left-to-right max { min { 3, 5 } min C { 2, 8 pruned } } expect enters 3 }", &[]),
    ("tree { search fail-hard max { min { 3, 5 } min C <= 2 { 2, 8 pruned } } }", &["search fail-soft"]),
    ("tree { max { min { 3, 5 } min { 2, 8 } } expect leaves = 4 }", &["order right-to-left", "cutoffs none"]),
    ("cut alpha >= beta max { ?x, min { 5 visited, ... pruned } }", &[]),
    ("tree { max { ?x, min { 5 visited, ... pruned } } expect x in (5, inf) }", &["cut alpha > beta"]),
];

#[test]
fn no_claim_is_fixed_in_a_tree_that_may_not_be_the_one_that_was_meant() {
    for text in [
        "max A = 3 { 3, 5 } { 2, 8 pruned }",
        "max A = 3\n{ 3, 5 }\n{ 2, 8 pruned }",
        "max A = 7.5 { safe: chance { heads: 0.5 7, tails: 0.5 8 } bold: chance { 6, 0 } }",
        "max A = 3.5 { min B { 3,5 4,5 } min C { 2, 8 pruned } }",
    ] {
        assert!(report(text).tally.errors > 0, "{text}");
        assert_eq!(fixed(text).text, text);
    }
    assert_eq!(fixed("max A = 3 { 3, 5 }\n\n{ 2, 8 }").text, "max A = 5 { 3, 5 }\n\n{ 2, 8 }");
}

#[test]
fn a_claim_that_holds_under_another_rule_is_not_fixed_unseen() {
    for (text, rules) in AMBIGUOUS {
        let findings = report(text).findings;
        let wrong: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.code >= Code::WrongBound).collect();
        assert_eq!(fixed(text).text, *text);
        let mut fixing: Vec<String> = Vec::new();
        for fix in wrong.iter().flat_map(|finding| finding.fixes()).filter(|fix| fix.title.starts_with("set")) {
            let after = report(&fix.applied_to(text));
            assert!(after.tally.errors < report(text).tally.errors, "{}: {text}", fix.title);
            let rule = fix.title.split('`').nth(1).unwrap().to_string();
            if after.tally.errors == 0 && !fixing.contains(&rule) {
                fixing.push(rule);
            }
        }
        assert_eq!(fixing, *rules, "{text}");
    }
}

#[test]
fn what_one_rule_fixes_is_said_once_and_proposed_everywhere() {
    let text = "tree {\n\tmax {\n\t\tmin B [2, inf] <= 1 { 4 pruned, 1 }\n\t\tmin C [-inf, inf] { 7, 2 }\n\t}\n\texpect leaves = 3\n}\n";
    let wrong = report(text).findings;
    let told = |finding: &Diagnostic| {
        finding
            .notes
            .iter()
            .map(Note::text)
            .collect::<String>()
            .matches("all 5 wrong claims of this tree would hold under")
            .count()
    };
    assert_eq!(wrong.iter().map(told).collect::<Vec<_>>(), [1, 0, 0, 0, 0]);
    for finding in &wrong {
        let set = finding.alternatives[0].applied_to(text);
        assert_eq!(set, text.replacen("tree {", "tree {\n\torder right-to-left", 1));
        assert_eq!(report(&set).tally.total(), 0);
    }
}

#[test]
fn a_rule_is_set_where_it_holds_for_this_tree_and_no_other() {
    let root = "max { min { 4 pruned, 1 } min [-inf, inf] { 7, 2 } }";
    for (text, set) in [
        (format!("/// Which?\n{root}\n"), format!("order right-to-left\n\n/// Which?\n{root}\n")),
        (
            format!("cut alpha >= beta // why\n\n{root}"),
            format!("order right-to-left\ncut alpha >= beta // why\n\n{root}"),
        ),
        (format!("order left-to-right\n{root}"), format!("order right-to-left\n{root}")),
        (
            format!("order left-to-right\n{root} max {{ 3 }}"),
            format!("order left-to-right\ntree {{ order right-to-left {root} }} max {{ 3 }}"),
        ),
        (format!("tree \"t\" {{ {root} }}"), format!("tree \"t\" {{ order right-to-left {root} }}")),
        (format!("tree {{ allow tie {root} }}"), format!("tree {{ allow tie order right-to-left {root} }}")),
        (
            format!("tree {{ // why\n  order left-to-right\n  {root}\n}}"),
            format!("tree {{ // why\n  order right-to-left\n  {root}\n}}"),
        ),
        (
            format!("tree {{ // why\r\n  {root}\r\n}}"),
            format!("tree {{ // why\r\n  order right-to-left\r\n  {root}\r\n}}"),
        ),
    ] {
        let found = report(&text).findings;
        let fix = found.iter().find_map(|finding| finding.alternatives.first()).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(fix.applied_to(&text), set);
        assert_eq!(report(&set).tally.errors, 0, "{set}");
    }
}

#[test]
fn no_mark_is_set_in_a_tree_that_may_mean_other_rules() {
    let marks = "max { min { 3, 5 } min { 2, 8 } }";
    assert_eq!(fixed(&format!("tree {{ {marks} expect cutoffs = 1 }}")).fixes, 1);
    let other_way = format!("tree {{ {marks} expect visits 8 2 5 3 }}");
    assert!(report(&other_way).counts.of(Code::UnreachableCutoff) == 1 && fixed(&other_way).fixes == 0);
}

#[test]
fn in_a_tree_too_large_to_try_other_rules_nothing_about_the_search_is_fixed() {
    let tree = |leaves: usize| format!("max A = 2 {{ min {{ 3, {} }} min {{ 4, 5 pruned }} }}", "9, ".repeat(leaves));
    let with_fix = |text: &str| fixed(text).fixes;
    assert_eq!((with_fix(&tree(90_000)), with_fix(&tree(100_000))), (2, 1), "the value is certain");
}

#[test]
fn a_mark_too_many_is_taken_away_and_no_claim_comes_in_its_place() {
    for (marked, plain) in [
        ("max { { 3, 5 } { 4, 8 pruned } }", "max { { 3, 5 } { 4, 8 } }"),
        ("max { { 3, 5 } { 4, 8 pruned, 9 } }", "max { { 3, 5 } { 4, 8, 9 } }"),
        ("max { { 3, 5 } { 4, 8 pruned} }", "max { { 3, 5 } { 4, 8} }"),
        ("max { { 3, 5 } { 4, 8 pruned// why\n } }", "max { { 3, 5 } { 4, 8 // why\n } }"),
        ("max { { 3, 5 } { 4, 8\t pruned visited } }", "max { { 3, 5 } { 4, 8 visited } }"),
        ("max { { 3, 5 } min C pruned = 4 { 4, 8 } }", "max { { 3, 5 } min C = 4 { 4, 8 } }"),
        ("max { { 3, 5 } min pruned{ 4, 8 } }", "max { { 3, 5 } min { 4, 8 } }"),
        ("max { { 3, 5 }\n  min\n  pruned { 4, 8 } }", "max { { 3, 5 }\n  min\n  { 4, 8 } }"),
        ("max { { 3, 5 } { 4, 8\r\n  pruned\r\n } }", "max { { 3, 5 } { 4, 8\r\n\r\n } }"),
        ("max { 2, chance { 1: 5, 0: 9 pruned } }", "max { 2, chance { 1: 5, 0: 9 } }"),
    ] {
        assert_eq!(fixed(marked).text, plain, "{marked}");
        assert_eq!(report(plain).tally.errors, 0, "{plain}");
    }
    let deeper = "max A { min B { 3, 5 } min C pruned { 2, 4 } }";
    let (moved, right) = (fixed(deeper), "max A { min B { 3, 5 } min C { 2, 4 pruned } }");
    assert_eq!((moved.text.as_ref(), moved.fixes), (right, 2), "the cutoff comes within the node that was marked");
}

#[test]
fn a_mark_that_depends_on_the_rule_of_cutting_is_for_the_author_to_set() {
    let equal = "max { { 3, 5 } { 3, 8 } }";
    assert_eq!(fixed(equal).fixes, 0);
    let decided = format!("allow convention-dependent {equal}");
    assert_eq!(fixed(&decided).text, decided.replace('8', "8 pruned"));
}

#[test]
fn claims_are_left_alone_where_the_text_may_not_be_what_was_meant() {
    let surplus = "max A = 9 { { 3, 5 } }\n{ 9, 8 } }\nmax B = 1 { 2 }";
    assert!(report(surplus).findings.iter().any(|finding| finding.code == Code::WrongValue));
    assert_eq!(fixed(surplus).fixes, 0);
}

#[test]
fn a_right_spelling_stays_though_it_brings_more_to_light_and_a_wrong_guess_does_not() {
    let hiding = "tree { search fail-sof depth 1 max A = 9 { { 3, 5 } } }";
    assert_eq!(fixed(hiding).text, hiding.replace("fail-sof", "fail-soft"));
    assert!(report(&fixed(hiding).text).counts.of(Code::MissingEvaluation) == 1);
    let guess = "tree { max A { 3, 5 } expect lines = 3 }";
    assert!(!fixable(&report(guess)).is_empty());
    assert_eq!(fixed(guess).fixes, 0, "a line is no number");
}

/// The text after its fixing, how often it was checked, and how many findings were put into words.
fn counted(text: &str) -> (Fixed<'_>, usize, usize) {
    let (checks, told) = (Cell::new(0), Cell::new(0));
    let first = check(text, &Defaults::default(), 100);
    let fixed = fix(text, &first, |text, limit| {
        let report = check(text, &Defaults::default(), limit);
        checks.set(checks.get() + 1);
        told.set(told.get() + report.findings.len());
        report
    });
    (fixed, checks.get(), told.get())
}

#[test]
fn a_hundred_thousand_wrong_claims_are_fixed_in_a_few_rounds() {
    let many = 100_000;
    let text = format!("max {{ {}}}", "max = 1 { 2 } ".repeat(many));
    let (fixed, checks, told) = counted(&text);
    assert_eq!(fixed.fixes, many);
    assert!(fixed.text == text.replace("= 1", "= 2"));
    assert!(checks < 10, "{checks} checks");
    assert!(told <= many + many / 5, "{told} findings put into words");
}

#[test]
fn fixes_that_help_nothing_are_given_up() {
    // Each word is taken for a misspelt `ask`, which cannot be there. The text is too long for the fixes to be tried
    // first.
    let text = format!("max {{ {}}}", "as 3 ".repeat(8000));
    assert!(!fixable(&report(&text)).is_empty());
    let (fixed, checks, _) = counted(&text);
    assert_eq!(fixed.text, text);
    assert!(checks <= 60, "{checks} checks");
}

#[test]
fn a_fix_that_helps_nothing_does_not_keep_others_from_being_made() {
    let lints = "allow tiee\n".repeat(100);
    let text = format!("{lints}max {{ as 3 }}\n{lints}");
    let fixed = fixed(&text);
    assert_eq!(fixed.text, text.replace("tiee", "tie"));
    assert_eq!(fixed.fixes, 200);
}

#[test]
fn many_guesses_that_help_nothing_cost_a_few_checks_and_keep_nothing_back() {
    let guesses = "tree { max A { 3, 5 } expect lines = 3 }\n".repeat(70);
    let wrong = "tree { max A = 3 { 3, 5 } }\n".repeat(5);
    for text in [format!("{guesses}{wrong}"), format!("{wrong}{guesses}")] {
        let (once, checks, _) = counted(&text);
        assert_eq!(once.text, text.replace("A = 3", "A = 5"));
        assert_eq!((once.fixes, once.gave_up), (5, false));
        assert!(checks <= 6, "{checks} checks");
        assert_eq!(counted(&once.text).0.fixes, 0, "a second run changes nothing");
    }
}

#[test]
fn good_fixes_among_many_bad_ones_of_the_same_stage_are_made_in_one_run() {
    let text = "tree { allow tiee max A { 3, 5 } expect lines = 3 }\n".repeat(70);
    let (fixed, checks, _) = counted(&text);
    assert_eq!(fixed.text, text.replace("tiee", "tie"));
    assert_eq!((fixed.fixes, fixed.gave_up), (70, false));
    assert!(checks <= 6, "{checks} checks");
}

#[test]
fn a_spelling_is_fixed_only_where_it_is_one_slip_away() {
    for guess in ["search fail-safe", "search fail-store", "order right-left"] {
        let text = format!("tree {{ {guess} max {{ 3, 5 }} }}");
        let proposed = report(&text).findings.into_iter().find_map(|finding| finding.fix);
        assert!(proposed.is_some_and(|fix| !fix.safe), "{guess}");
        assert_eq!(fixed(&text).fixes, 0, "{guess}");
    }
    let slip = "tree { search fail-sotf max { 3, 5 } }";
    assert_eq!(fixed(slip).text, slip.replace("sotf", "soft"));
}

#[test]
fn what_could_not_all_be_tried_is_said() {
    // However the text changes, it is said to be worse, and not where.
    let text = format!("max {{ {}}}", "max = 1 { 2 } ".repeat(100));
    let first = report(&text);
    let fixed = fix(&text, &first, |_, _| report("max { 2"));
    assert_eq!((fixed.fixes, fixed.gave_up), (0, true));
}
