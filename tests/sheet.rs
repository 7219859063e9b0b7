//! `gametree sheet`: the sheets in `tests/sheets`, and what is true of the sheet of every exercise.
//!
//! Each folder there has an `exercise.tree` and its `sheet.tree`, and some have a `twin.tree` that asks and gives the
//! same in another way. `UPDATE_SHEETS=1 cargo test --test sheet` writes the sheets.

#![cfg(feature = "cli")]

mod files;
mod folder;

use std::path::{Path, PathBuf};
use std::{env, fs};

use files::{below, read};
use folder::Folder;
use gametree::check::{Report, check, check_showing};
use gametree::claim::{ClaimKind, Claims};
use gametree::diagnostic::{Code, Findings};
use gametree::format::{WIDTH, format};
use gametree::grade::{Heading, Key, SheetError, key, sheet};
use gametree::model::{Defaults, FileSettings, ResolvedTree, Reveal, Shown};
use gametree::syntax::{self, Token, tokens};

const HEADING: Heading<'_> = Heading { name: Some("it"), reveal: Reveal::Never };

fn sheet_of(text: &str) -> Result<String, SheetError> {
    sheet(text, &Defaults::default(), HEADING)
}

fn key_of(text: &str) -> Result<Key, SheetError> {
    key(text, &Defaults::default(), HEADING.name)
}

/// The sheet of an exercise without the guide, in one line.
fn body(text: &str) -> String {
    let sheet = sheet_of(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let words: Vec<&str> = sheet.lines().filter(|line| !line.starts_with("// ")).collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

const RULES: &str = "cut alpha >= beta search fail-soft order left-to-right cutoffs deep";

fn everything(text: &str) -> Report {
    check_showing(Shown::Everything, text, &Defaults::default(), 100)
}

/// Checks what is true of every sheet; returns it.
fn assert_sheet(exercise: &str) -> String {
    let sheet = sheet_of(exercise).unwrap();
    assert_eq!(format(&sheet, WIDTH).as_ref(), Ok(&sheet), "it is formatted");
    let report = check(&sheet, &Defaults::default(), 100);
    assert_eq!((report.tally.errors, report.tally.warnings), (0, 0), "{:?} in {sheet}", report.findings);
    assert_eq!(sheet_of(&sheet).as_ref(), Ok(&sheet), "the sheet of a sheet is the sheet");
    assert_eq!(key_of(&sheet), key_of(exercise), "the answers do not depend on those of the exercise");
    assert_no_answers(&sheet);
    assert_key(exercise, &sheet);
    sheet
}

/// A sheet has no answer, and no comment but its guide.
fn assert_no_answers(sheet: &str) {
    let (file, mut findings) = syntax::parse(sheet, 100);
    let settings = FileSettings::read(sheet, &file, &Defaults::default(), &mut findings);
    for tree in &file.trees {
        let game = ResolvedTree::new(sheet, tree, &settings, &mut Findings::new(0));
        let claims = Claims::of(&game);
        let answer = claims.all().find(|(place, _)| claims.is_answer(*place));
        assert!(answer.is_none(), "{answer:?} in {sheet}");
        assert!(claims.sets.iter().all(|set| set.worth.is_none()), "{sheet}");
    }
    let trees = sheet.lines().skip_while(|line| line.starts_with("// "));
    let comments = trees.filter(|line| line.contains("//") && !line.trim_start().starts_with("///"));
    let in_quotes =
        |line: &str| tokens(line).any(|(token, span)| token == Token::String && span.of(line).contains("//"));
    assert!(comments.clone().all(in_quotes), "{:?}", comments.collect::<Vec<_>>());
}

/// The key is right, and asks what the sheet asks.
fn assert_key(exercise: &str, sheet: &str) {
    let key = key_of(exercise).unwrap();
    let report = check(&key.text, &Defaults::default(), 100);
    assert_eq!(report.tally.errors, 0, "{:?} in {}", report.findings, key.text);
    let open = report.findings.iter().any(|finding| finding.code == Code::Unanswered);
    assert!(open || key.unanswered.is_empty(), "{}", key.text);
    assert_eq!(sheet_of(&key.text).as_deref(), Ok(sheet), "the sheet of the key is the sheet");
}

#[test]
fn sheets_are_as_published() {
    let mut folders: Vec<PathBuf> = below(&["tests/sheets"], "tree");
    for path in &mut folders {
        path.pop();
    }
    folders.dedup();
    for folder in folders {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let heading = Heading { name: Some(name), reveal: Reveal::Never };
        let text = read(&folder.join("exercise.tree"));
        let report = everything(&text);
        assert_eq!(report.tally.errors, 0, "{name}: {:?}", report.findings);
        assert_sheet(&text);
        let made = sheet(&text, &Defaults::default(), heading).unwrap();
        assert!(made.lines().all(|line| line.chars().count() <= WIDTH), "{made}");
        let published = folder.join("sheet.tree");
        if env::var_os("UPDATE_SHEETS").is_some() {
            fs::write(&published, &made).unwrap();
        }
        assert_eq!(made, read(&published), "{name}");
        let twin = folder.join("twin.tree");
        if twin.exists() {
            assert_eq!(sheet(&read(&twin), &Defaults::default(), heading).as_ref(), Ok(&made), "the twin of {name}");
        }
    }
}

#[test]
fn every_exercise_has_a_safe_sheet_or_is_refused() {
    let (mut sheets, mut refused) = (0, 0);
    for path in below(&["examples", "docs", "tests/fixtures", "tests/format/cases"], "tree") {
        let text = read(&path);
        // The command refuses an exercise with errors.
        if everything(&text).tally.errors > 0 {
            continue;
        }
        match sheet_of(&text) {
            Ok(_) => {
                println!("{}", path.display());
                assert_sheet(&text);
                sheets += 1;
            }
            Err(SheetError::GivenAway { .. }) => refused += 1,
            Err(error) => assert_eq!(error, SheetError::NothingAsked, "{}", path.display()),
        }
    }
    assert!(sheets > 3, "{sheets} sheets, {refused} refused");
}

/// Every claim of every fixture without errors becomes a question, and so does every kind of `ask`.
#[test]
fn every_claim_can_be_asked_for() {
    let mut sheets = 0;
    for path in below(&["examples", "tests/fixtures"], "tree") {
        let text = read(&path);
        if everything(&text).tally.errors > 0 {
            continue;
        }
        let exercise = with_worth(&text);
        if exercise == text || everything(&exercise).tally.errors > 0 {
            continue;
        }
        println!("{}", path.display());
        if sheet_of(&exercise).is_ok() {
            assert_sheet(&exercise);
            sheets += 1;
        }
    }
    assert!(sheets > 40, "{sheets}");
}

/// The text with `worth 2` after every claim that can have it.
fn with_worth(text: &str) -> String {
    let (file, mut findings) = syntax::parse(text, 100);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let mut places = Vec::new();
    for tree in &file.trees {
        let game = ResolvedTree::new(text, tree, &settings, &mut Findings::new(0));
        let claims = Claims::of(&game);
        let has_worth = |kind| !matches!(kind, ClaimKind::Pruned | ClaimKind::Visited);
        let can = claims.all().filter(|(_, claim)| has_worth(claim.kind) && claim.worth.is_none());
        places.extend(can.map(|(_, claim)| claim.span.end as usize));
        places.extend(claims.sets.iter().filter(|set| set.worth.is_none()).map(|set| set.span.end as usize));
    }
    places.sort_unstable();
    let mut text = text.to_string();
    for place in places.into_iter().rev() {
        text.insert_str(place, " worth 2 ");
    }
    text
}

#[test]
fn questions_become_blank_and_given_claims_stay() {
    let trees = [
        ("max A = 5 worth 1 { 3, 5 }", "max A = _ worth 1 { 3, 5 }"),
        ("max A = _ { 3, 5 }", "max A = _ worth 1 { 3, 5 }"),
        ("max A [-inf, inf] worth 2 { 3, 5 }", "max A [_, _] worth 2 { 3, 5 }"),
        ("max A [-inf, _] { 3, 5 }", "max A [-inf, _] worth 1 { 3, 5 }"),
        ("max A plays 5 worth 1 plays b worth 1/2 { 5, b: 5 }", "max A plays _ worth 1.5 { 5, b: 5 }"),
        ("max A = 5 [-inf, inf] worth 1 { 3, 5 visited }", "max A = 5 [_, _] worth 1 { 3, 5 visited }"),
        ("max A = 5 worth 1 { 3, /* */ 5 }", ""),
        (
            "max A = 3 worth 1 // so\n{ a: // the best\n 3, min eval 3 { 2 } }",
            "max A = _ worth 1 { a: 3, min eval 3 { 2 } }",
        ),
        ("max A ~ 1.0 worth 1 { 1_000, −2, 1.0, ?, ... }", ""),
        ("max A = 3 worth 1 { { 3, 4 } min { 1 } }", "max A = _ worth 1 { { 3, 4 } min { 1 } }"),
    ];
    for (exercise, expected) in trees.iter().filter(|(_, expected)| !expected.is_empty()) {
        assert_eq!(body(exercise), format!("reveal never tree {{ {RULES} {expected} }}"));
    }
}

#[test]
fn an_ask_takes_its_claims_away_and_writes_the_players_out() {
    let text = "tree { max { = 3 } }";
    assert_eq!(sheet_of(text), Err(SheetError::Faulty));
    let asked = |ask: &str, tree: &str| body(&format!("tree {{ {tree} {ask} }}"));
    let tree = "max A [-inf, inf] = 3 { min = 3 worth 2 { 3, 5 } { 2, 8 pruned } 1 visited }";
    let values = "max A [-inf, inf] { min = _ worth 2 { 3, 5 } min { 2, 8 pruned }, 1 visited }";
    assert_eq!(asked("ask values", tree), format!("reveal never tree {{ {RULES} {values} ask values worth 1 }}"));
    let marks = "max A [-inf, inf] = 3 { min = _ worth 2 { 3, 5 } min { 2, 8 }, 1 }";
    assert_eq!(
        asked("ask pruned worth 0.5", tree),
        format!("reveal never tree {{ {RULES} {marks} ask pruned worth 0.5 }}")
    );
}

#[test]
fn a_claim_that_gives_an_answer_away_is_refused() {
    let given = [
        ("max A = _ { 3, 5 } expect value = 5", "`expect value = 5` gives away the answer to `A = _`"),
        ("max A = 5 { 3, 5 } expect value = _", "`= 5` gives away the answer to `expect value = _`"),
        ("max plays a plays _ { a: 5, b: 5 }", "`plays a` gives away the answer to `plays _` at the root"),
        ("max { a: 5, 3 } expect plays a ask plays", "`expect plays a` gives away the answer to `ask plays`"),
        ("max A { 3, 5 } expect value = 5 ask values", "`expect value = 5` gives away the answer to `ask values`"),
        ("max A { 3, 5 } expect value = 5 ask returns", "`expect value = 5` gives away the answer to `ask returns`"),
        ("max A plays _ { a: 5, 3 } expect line a", "`expect line a` gives away the answer to `A plays _`"),
        (
            "max { 3, 5 } expect visits 3 5 expect leaves = _",
            "`expect visits 3 5` gives away the answer to `expect leaves = _`",
        ),
        (
            "max { 3, ?x } expect value = 3 expect x in (-inf, 3] expect x in _",
            "`expect x in (-inf, 3]` gives away the answer to `expect x in _`",
        ),
    ];
    for (tree, message) in given {
        let error = sheet_of(&format!("tree {{ {tree} }}")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let fine = [
        "max A = 5 [_, _] { 3, 5 }",
        "max A = _ { min B = 3 { 3, 5 } }",
        "max A = _ worth 1 { 3, 5 } expect value = _",
    ];
    for tree in fine {
        assert_sheet(&format!("tree {{ {tree} }}"));
    }
}

#[test]
fn the_guide_explains_only_what_occurs() {
    let guide = |text: &str| -> String {
        sheet_of(text).unwrap().lines().filter(|line| line.starts_with("// ")).map(|line| format!("{line}\n")).collect()
    };
    let values = guide("max N plays _ { N1: 3, m: 4 }");
    assert!(values.contains("plays m1 ") && !values.contains("Rules") && !values.contains("ask"), "{values}");
    let asks = guide("tree { max N { N1: { 3, 4 } } ask windows }");
    assert!(asks.contains("max N2 [-inf, 4] { … }") && !asks.contains("`_`") && !asks.contains("pruned"), "{asks}");
    let one = guide("tree { max { 3, 4 } ask pruned } tree { max { 3, 4 } ask pruned }");
    assert_eq!(one.matches("Rules: ").count(), 1, "{one}");
    let two = guide("tree \"a\" { max { 3, 4 } ask pruned } tree { cut alpha > beta max { 3, 4 } ask pruned }");
    assert!(two.contains("Rules of \"a\": The search of a node stops as soon as α ≥ β."), "{two}");
    assert!(two.contains("Rules of tree 2: The search of a node stops as soon as α > β, not at α = β."), "{two}");
}

#[test]
fn the_key_has_all_best_moves_and_keeps_the_marks() {
    let text = "tree { max A plays a worth 1 = _ { a: 5, b: 5, c: 3 } ask plays worth 3 expect plays _ worth 4 expect leaves = _ }";
    let key = key_of(text).unwrap();
    assert!(key.unanswered.is_empty());
    let words: Vec<&str> = key.text.split_whitespace().collect();
    let root = "max A plays a worth 0.5 plays b worth 0.5 = 5 worth 1 { a: 5, b: 5, c: 3 }";
    assert!(words.join(" ").contains(root), "{}", key.text);
    assert!(
        words.join(" ").contains("expect plays a worth 2 expect plays b worth 2 expect leaves = 3 worth 1"),
        "{}",
        key.text
    );
    let open = key_of("tree { max A = _ { _, ?x } expect x in _ }").unwrap();
    assert_eq!(open.unanswered, ["the blank leaf below A", "`= _` at A", "`expect x in _`"], "{}", open.text);
}

#[test]
fn a_name_cannot_leave_its_comment() {
    let heading = Heading { name: Some("a\nmax { 3 }"), reveal: Reveal::Score };
    let sheet = sheet("max = _ { 3 }", &Defaults::default(), heading).unwrap();
    assert!(sheet.starts_with("// exercise: a") && sheet.contains("\nreveal score\n"), "{sheet}");
    assert_eq!(syntax::parse(&sheet, 9).0.trees.len(), 1, "{sheet}");
}

const EXERCISE: &str = "max A = 5 worth 2 { 3, 5 } // 5 is right\n";

#[test]
fn the_command_prints_one_sheet_with_the_settings_of_the_project() {
    let project = "[search]\ncut = \">\"\nwindow = [0, 10]\n";
    let folder =
        Folder::new("sheet", &[("hw1.tree", EXERCISE), ("gametree.toml", project), ("given.tree", "max { 3 }")]);
    let run = folder.run(&["sheet", "hw1.tree"]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("// exercise: hw1\n"), "{}", run.out);
    assert!(run.out.contains("    cut alpha > beta\n") && run.out.contains("    window [0, 10]\n"), "{}", run.out);
    assert!(run.out.contains("reveal never\n") && !run.out.contains("5 is right"), "{}", run.out);
    let verdicts = folder.run(&["sheet", "hw1.tree", "--reveal", "verdicts"]).out;
    assert!(verdicts.contains("reveal verdicts\n"), "{verdicts}");
    let solution = folder.run(&["sheet", "hw1.tree", "--solution"]);
    assert!(
        solution.out.contains("reveal answers\n") && solution.out.contains("max A = 5 worth 2 {"),
        "{}",
        solution.out
    );
    let named = folder.run_with(&["sheet", "-", "--stdin-filename", "x/hw2.tree", "--output", "out"], EXERCISE);
    assert_eq!((named.status, named.out.as_str()), (Some(0), ""), "{}", named.err);
    assert!(read(&folder.0.join("out")).starts_with("// exercise: hw2\n"));
    let checked = folder.run(&["check", "out", "--format", "json"]);
    assert_eq!((checked.status, &checked.json()[0]["code"]), (Some(0), &"N0701".into()));
    let unnamed = folder.run_with(&["sheet", "-"], EXERCISE).out;
    assert!(unnamed.starts_with("// Write your answers"), "{unnamed}");
    let nothing = folder.run(&["sheet", "given.tree", "--output", "none"]);
    assert_eq!(nothing.status, Some(1));
    assert!(nothing.err.contains("given.tree: this file asks nothing"), "{}", nothing.err);
    assert!(!folder.0.join("none").exists());
    assert_eq!(folder.run(&["sheet", "hw1.tree", "--output", "hw1.tree"]).status, Some(2));
    let several = folder.run(&["sheet", "."]);
    assert_eq!(several.status, Some(2));
    assert!(
        several.err.ends_with(". is a folder; write `gametree sheet --all . --output FOLDER`\n"),
        "{}",
        several.err
    );
    for (name, beginning) in [("hw1.pdf", "%PDF"), ("hw1.tex", "% Written"), ("hw1.html", "<!doctype"), ("hw1", "//")] {
        assert_eq!(folder.run(&["sheet", "hw1.tree", "--output", name]).status, Some(0), "{name}");
        let written = std::fs::read(folder.0.join(name)).unwrap();
        assert!(written.starts_with(beginning.as_bytes()), "{name}");
    }
    assert_eq!(folder.run(&["sheet", ".", "--all"]).status, Some(2), "--all needs --output");
    assert_eq!(folder.run(&["sheet", "hw1.tree", "--all", "--output", "out2"]).status, Some(2));
}

#[test]
fn an_exercise_with_errors_has_no_sheet() {
    let texts = [
        ("key.tree", "max A = 4 worth 1 { 3, 5 }"),
        ("given.tree", "max A = 4 plays _ { a: 3, b: 5 }"),
        ("syntax.tree", "max A = _ { 3, 5"),
        ("away.tree", "\nmax A = _ ~ 5.0 { 3, 5 }\ntree { max A = _ { 3 } expect value = 3 }"),
    ];
    let folder = Folder::new("sheet-errors", &texts);
    let errors =
        ["E0301", "E0301", "E0106", "away.tree:3: `expect value = 3` gives away the answer to `A = _`; delete"];
    for ((name, _), error) in texts.iter().zip(errors) {
        let run = folder.run(&["sheet", name]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{name}");
        assert!(run.err.contains(error), "{name}: {}", run.err);
    }
}

#[test]
fn the_sheets_of_a_folder_get_the_names_of_their_exercises() {
    let files = [
        ("hw/a.tree", EXERCISE),
        ("hw/b/c.tree", EXERCISE),
        ("hw/given.tree", "max { 3 }"),
        ("hw/wrong.tree", "max = 4 { 3 }"),
    ];
    let folder = Folder::new("sheet-all", &files);
    let run = folder.run(&["sheet", "--all", "hw", "--output", "out"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "2 sheets written, 2 files ask nothing\n"), "{}", run.err);
    let sheet = folder.run(&["sheet", "hw/a.tree"]).out;
    assert_eq!(read(&folder.0.join("out/a.tree")), sheet);
    assert_eq!(read(&folder.0.join("out/b/c.tree")), sheet.replace("exercise: a", "exercise: c"));
    // A second run replaces the sheets, and a folder of sheets below the exercises holds no exercises.
    let again = ["sheet", "--all", "hw", "--output", "hw/out"];
    for _ in 0..2 {
        assert_eq!(folder.run(&again).out, "2 sheets written, 2 files ask nothing\n");
    }
    assert_eq!(fs::read_dir(folder.0.join("hw/out")).unwrap().count(), 2);
    for output in ["hw", "./hw/../hw"] {
        let lost = folder.run(&["sheet", "--all", "hw", "--output", output]);
        assert_eq!((lost.status, lost.out.as_str()), (Some(2), ""));
        assert!(lost.err.contains("would be overwritten"), "{}", lost.err);
    }
    assert_eq!(read(&folder.0.join("hw/a.tree")), EXERCISE);
    fs::remove_dir_all(folder.0.join("hw/out")).unwrap();
    fs::write(folder.0.join("hw/bad.tree"), "max = 4 worth 1 { 3 }").unwrap();
    let bad = folder.run(&["sheet", "--all", "hw", "--output", "out2"]);
    assert_eq!((bad.status, bad.out.as_str()), (Some(1), "2 sheets written, 2 files ask nothing\n"), "{}", bad.err);
    assert!(bad.err.contains("E0301") && !Path::new("out2/bad.tree").exists(), "{}", bad.err);
}

#[test]
fn no_answers_are_overwritten() {
    let exercise = "tree \"t\" { reveal answers max A = 5 worth 2 { 3, 5 } }\n";
    let folder = Folder::new("sheet-answers", &[("ex/t.tree", exercise)]);
    let sheet = |more: &[&str]| folder.run(&[&["sheet", "--all", "ex", "--output", "out"], more].concat()).status;
    assert_eq!((sheet(&[]), sheet(&[])), (Some(0), Some(0)), "a sheet may be written again");
    assert_eq!(sheet(&["--solution"]), Some(2), "a key must not get among the sheets");
    let path = folder.0.join("out/t.tree");
    let blank = fs::read_to_string(&path).unwrap();
    let slip = blank.replace('_', "5€");
    assert!(slip.contains("5€"), "{slip}");
    for text in [blank.replace('_', "5"), slip, blank + "// my notes\n", "my notes".into(), "// my notes\n".into()] {
        fs::write(&path, &text).unwrap();
        assert_eq!(sheet(&[]), Some(2), "{text}");
        assert_eq!(folder.run(&["sheet", "ex/t.tree", "--output", "out/t.tree"]).status, Some(2), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let key = ["sheet", "ex/t.tree", "--solution", "--output", "key.tree"];
    assert_eq!([folder.run(&key).status, folder.run(&key).status], [Some(0); 2], "a key may be written again");
}

#[test]
fn two_exercises_with_the_same_name_do_not_both_get_a_sheet() {
    let asking = "max A = 5 worth 1 { 3, 5 }\n";
    let files = [("ex/a/one.tree", asking), ("ex/b/one.tree", asking), ("ex/c/one.tree", "max { 1, 2 }\n")];
    let folder = Folder::new("sheet-same-name", &files);
    let run = folder.run(&["sheet", "--all", "ex", "--output", "out"]);
    assert_eq!((run.out.as_str(), run.status), ("1 sheet written, 1 file asks nothing\n", Some(1)));
    assert!(run.err.contains("ex/a/one.tree and ex/b/one.tree have the same file name"), "{}", run.err);
    assert!(folder.0.join("out/a/one.tree").exists() && !folder.0.join("out/b/one.tree").exists());
    // A file that asks nothing has no sheet, so its name is free, whichever file comes first.
    let files = [("ex/a/one.tree", "max { 1, 2 }\n"), ("ex/b/one.tree", asking)];
    let run = Folder::new("sheet-free-name", &files).run(&["sheet", "--all", "ex", "--output", "out"]);
    assert_eq!((run.out.as_str(), run.status), ("1 sheet written, 1 file asks nothing\n", Some(0)), "{}", run.err);
}

#[test]
fn the_rules_say_what_a_range_means_for_the_search() {
    let guide = |tree: &str| {
        let sheet = sheet_of(&format!("tree {{ range [0, 10] {tree} expect leaves = _ }}")).unwrap();
        sheet.lines().filter_map(|line| line.strip_prefix("// ")).collect::<Vec<_>>().join(" ")
    };
    let chance = guide("max A { chance { 0.5: 3, 0.5: 8 } 2 }");
    let known = "The window of the root is [0, 10]. All values lie between 0 and 10, and the search knows this.";
    let star1 = "So it can cut off chance nodes, too (Star1).";
    assert!(chance.contains(&format!("{known} {star1}")), "{chance}");
    let players = guide("max A { min { 3, 8 } 2 }");
    assert!(players.contains(known) && !players.contains(star1), "{players}");
}
