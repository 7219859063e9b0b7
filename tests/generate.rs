//! `gametree generate`: the texts of a seed stay the same for ever, and every exercise is what was wished for.

#![cfg(feature = "cli")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use gametree::check::check;
use gametree::generate::{
    Amount, Candidate, Effort, Form, LeafDepth, Probabilities, Question, Questions, Recipe, Stream, Wish,
};
use gametree::grade::faults::Fault;
use gametree::grade::key;
use gametree::grade::run::{Answers, Asked, Run};
use gametree::model::{Cut, Cutoffs, Defaults, FileSettings, Order, ResolvedTree, Settings};
use gametree::number::{Fraction, Number};
use gametree::search::{Cause, Search, VisitStatus};
use gametree::syntax::parse;
use gametree::syntax::tree::{Kind, NodeId};

fn generate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gametree")).arg("generate").args(arguments).output().unwrap()
}

/// What `generate` says on standard error, and its exit status.
fn refused(arguments: &[&str]) -> (String, i32) {
    let output = generate(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    (String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
}

/// The texts of all files below a folder, by their paths in it.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for part in fs::read_dir(folder).unwrap() {
        let part = part.unwrap().path();
        for file in fs::read_dir(&part).unwrap() {
            let file = file.unwrap().path();
            let name = file.strip_prefix(folder).unwrap().display().to_string();
            texts.insert(name, fs::read_to_string(&file).unwrap());
        }
    }
    texts
}

#[test]
fn the_forty_exercises_of_seed_7_are_frozen() {
    let write = |jobs: &str, locale: &str| {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().to_str().unwrap();
        let arguments = ["generate", "random", "--seed", "7", "--count", "40", "--jobs", jobs, "--output", to];
        let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
        let output = command.args(arguments).env("LC_ALL", locale).output().unwrap();
        assert!(output.status.success());
        (texts(folder.path()), String::from_utf8(output.stdout).unwrap())
    };
    let (files, printed) = write("1", "C");
    assert_eq!((files.clone(), printed.clone()), write("2", "de_DE.UTF-8"));
    assert_eq!((files.clone(), printed.clone()), write("7", "tr_TR.UTF-8"));
    assert_eq!(files.len(), 120);
    let exercises = files.iter().filter(|(name, _)| name.starts_with("exercises"));
    let all: String = exercises.map(|(name, text)| format!("== {name}\n{text}")).collect();
    insta::assert_snapshot!("seed_7", format!("{all}{printed}"));
}

/// A recipe that a stream draws: a form, wishes and questions of all kinds.
fn drawn(stream: &mut Stream) -> Recipe {
    let mut is = |one_in: usize| stream.below(one_in) == 0;
    let plies = if is(2) { 3 } else { 4 };
    let width = if plies == 4 || is(2) { 2 } else { 3 };
    let has_chance = is(4);
    let first = if is(2) { Kind::Max } else { Kind::Min };
    let leaf_depth = if is(5) { LeafDepth::Uneven } else { LeafDepth::Even };
    let moves = if is(3) { 2..=3 } else { width..=width };
    let mut wishes = Vec::new();
    let mut wish = |is_wished: bool, wish: Wish| wishes.extend(is_wished.then_some(wish));
    wish(is(2), Wish::OneBestMoveEverywhere);
    wish(is(3), Wish::SameUnderBothCutRules);
    wish(is(3), Wish::Cutoffs(Amount::at_least(1)));
    wish(is(4), Wish::AlphaCutoffs(Amount::at_least(1)));
    wish(is(4), Wish::BetaCutoffs(Amount { least: 0, most: Some(2) }));
    wish(is(4) && !has_chance, Wish::Leaves("5..14".parse().unwrap()));
    wish(is(3) && plies == 4 && !has_chance, Wish::DeepCutoffs(Amount::at_least(1)));
    wish(is(4) && !has_chance, Wish::SkipsSubtree);
    wish(is(4), Wish::OrderMatters);
    wish(is(4), Wish::OneBestMoveAtRoot);
    wish(is(4), Wish::BestNotFirst);
    wish(is(4) && width > 2, Wish::BestNotLast);
    wish(is(4), Wish::DiffersFrom(Fault::OtherSide));
    wish(is(4), Wish::DiffersFrom(Fault::MinAveraged));
    wish(is(8), Wish::Tells(Fault::PlayersExchanged));
    let values = ["0..9", "-9..9", "0,1/2,1,3/2,2,3", "1..40"][stream.below(4)].parse().unwrap();
    let asked = ["values,pruned", "windows", "returns,plays", "visits,leaves,best-order,values"];
    let mut rules = Vec::new();
    if !wishes.contains(&Wish::SameUnderBothCutRules) {
        rules.push(gametree::model::Rule::Cut(gametree::model::Cut::AtLeast));
    }
    let chance = if has_chance { vec![1 + stream.below(2)] } else { Vec::new() };
    let probabilities = match stream.below(3) {
        0 if has_chance => Probabilities::Tenths,
        1 if has_chance => Probabilities::Halves,
        _ => Probabilities::Equal,
    };
    let form = Form { first, moves: vec![moves; plies], chance, probabilities, leaf_depth };
    let mut questions: Questions = asked[stream.below(4)].parse().unwrap();
    let answers_steps = wishes.iter().any(|wish| matches!(wish, Wish::DiffersFrom(_) | Wish::Tells(_)));
    if !has_chance && !answers_steps && stream.below(8) == 0 {
        questions = "unknown".parse().unwrap();
    }
    Recipe { form, values, rules, wishes, questions, most_tries: 300 }
}

#[test]
fn every_exercise_is_what_was_wished_for() {
    let (mut made, mut not_found, mut impossible) = (0, 0, 0);
    for number in 0..4_000 {
        let mut stream = Stream::numbered("recipes", number);
        let recipe = drawn(&mut stream);
        if recipe.impossible().is_some() {
            impossible += 1;
            // The limits speak only of what never happens.
            let short = Recipe { most_tries: 20, ..recipe };
            assert!(short.make(&mut stream).is_err(), "{short:?}");
            continue;
        }
        let Ok(exercise) = recipe.make(&mut stream) else {
            not_found += 1;
            continue;
        };
        made += 1;
        judge(&exercise.text, &recipe);
    }
    assert!(made > 2_000 && impossible > 50 && not_found > 50, "{made} {impossible} {not_found}");
}

/// Judges an exercise by the library alone, without the generator's own look at it.
fn judge(text: &str, recipe: &Recipe) {
    let report = check(text, &Defaults::default(), 100);
    let codes: Vec<&str> = report.findings.iter().map(|finding| finding.code.id()).collect();
    assert!(codes.iter().all(|code| *code == "N0701"), "{codes:?}\n{text}");
    let key = key(text, &Defaults::default(), None).unwrap();
    assert!(key.unanswered.is_empty(), "{text}");
    assert_eq!(check(&key.text, &Defaults::default(), 100).tally.errors, 0, "{}", key.text);
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let search = Search::of(&game).unwrap();
    let nodes = game.nodes();
    let leaves = nodes.all().filter(|node| nodes.kind(*node) == Kind::Value);
    assert!(leaves.map(|leaf| nodes.value(leaf)).all(|value| recipe.values.numbers().contains(&value)), "{text}");
    // An unknown leaf hides the counts, which hold for every value that is an answer.
    if search.counts().is_none() {
        let known = with_known_leaf(text);
        return judge_wishes(&known, recipe);
    }
    judge_wishes(text, recipe);
}

/// The exercise with a value for its unknown leaf: one that is an answer.
fn with_known_leaf(text: &str) -> String {
    let key = key(text, &Defaults::default(), None).unwrap().text;
    let set = key.split("expect x in ").nth(1).unwrap().split_whitespace().collect::<Vec<_>>();
    let end = |end: &str| end.trim_matches(['(', ')', '[', ']', ',']).parse::<Number>().unwrap().finite().unwrap();
    let half = Fraction::new(1, 2).unwrap();
    let middle = end(set[0]).plus(end(set[1])).unwrap().times(half).unwrap();
    text.replace("?x", &middle.to_string())
}

/// What a run answers to questions.
fn answered(run: &Run<'_>, questions: &Questions) -> (Answers, Option<Vec<NodeId>>, Option<u64>) {
    let is = |question| questions.contains(question);
    let asked = Asked {
        values: is(Question::Values),
        windows: is(Question::Windows),
        returns: is(Question::Returns),
        plays: is(Question::Plays),
        pruned: is(Question::Pruned),
    };
    let visits = is(Question::Visits).then(|| run.visits().to_vec());
    (run.sheet(asked), visits, is(Question::Leaves).then(|| run.counts().leaves))
}

/// Judges every wish by searches of the tree alone.
fn judge_wishes(text: &str, recipe: &Recipe) {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let search = Search::of(&game).unwrap();
    let (nodes, counts) = (game.nodes(), search.counts().unwrap());
    let other_side = Settings { order: Order::RightToLeft, ..game.settings };
    let other_rule = Settings { cut: Cut::Above, ..game.settings };
    let shallow = Settings { cutoffs: Cutoffs::Shallow, ..game.settings };
    let under = |settings| Search::new(&game, settings).unwrap();
    let cutoffs_at = |kind| search.cutoffs().iter().filter(|cutoff| nodes.kind(cutoff.node) == kind).count() as u64;
    let is_pruned = |node| search.status(node) == VisitStatus::Skipped(Cause::Cutoff);
    // A best move has the value of its node.
    let best = |node| nodes.children(node).filter(|child| search.value(*child) == search.value(node)).count();
    let is_player = |node| matches!(nodes.kind(node), Kind::Max | Kind::Min);
    let is_unknown = recipe.questions.contains(Question::Unknown);
    for wish in &recipe.wishes {
        let holds = match wish {
            Wish::Leaves(amount) => amount.contains(counts.leaves),
            // Only the leaves are the same for every answer of an unknown leaf.
            _ if is_unknown => true,
            Wish::Cutoffs(amount) => amount.contains(counts.cutoffs),
            Wish::AlphaCutoffs(amount) => amount.contains(cutoffs_at(Kind::Min)),
            Wish::BetaCutoffs(amount) => amount.contains(cutoffs_at(Kind::Max)),
            Wish::SkipsSubtree => nodes.all().any(|node| !nodes.is_leaf(node) && is_pruned(node)),
            Wish::OrderMatters => {
                let other = under(&other_side);
                other.counts().unwrap().leaves != counts.leaves
            }
            Wish::OneBestMoveEverywhere => nodes.all().filter(|node| is_player(*node)).all(|node| best(node) == 1),
            Wish::OneBestMoveAtRoot => best(NodeId::ROOT) == 1,
            Wish::BestNotFirst => {
                search.value(nodes.children(NodeId::ROOT).next().unwrap()) != search.value(NodeId::ROOT)
            }
            Wish::BestNotLast => {
                search.value(nodes.children(NodeId::ROOT).last().unwrap()) != search.value(NodeId::ROOT)
            }
            Wish::SameUnderBothCutRules => {
                let other = under(&other_rule);
                nodes.all().all(|node| {
                    search.status(node) == other.status(node)
                        && search.window(node) == other.window(node)
                        && search.returned(node) == other.returned(node)
                })
            }
            // Where a search with shallow cutoffs goes on, it evaluates more leaves.
            Wish::DeepCutoffs(amount) => {
                let goes_on = under(&shallow).counts().unwrap().leaves > counts.leaves;
                let may_be = if goes_on { amount.most != Some(0) } else { amount.contains(0) };
                may_be && (amount.least == 0 || goes_on)
            }
            Wish::DiffersFrom(fault) | Wish::Tells(fault) => {
                let none = Answers::none();
                let right = Run::new(&game, &search, &none).unwrap();
                let wrong = fault.run(&game, &search, &none).unwrap();
                answered(&right, &recipe.questions) != answered(&wrong, &recipe.questions)
            }
            other => panic!("{other:?} is not judged"),
        };
        assert!(holds, "{wish}\n{text}");
    }
}

#[test]
fn what_cannot_be_is_said_before_any_search() {
    let said = |arguments: &[&str]| {
        let (text, status) = refused(&[&["random"], arguments].concat());
        assert_eq!(status, 2, "{arguments:?}: {text}");
        text
    };
    for (arguments, reason) in [
        (&["--deep", "1.."][..], "a deep cutoff needs four plies of players"),
        (&["--plies", "2", "--skips-subtree"], "only a node below the root that has grandchildren"),
        (&["--plies", "2", "--beta-cutoffs", "1"], "a cutoff at a MAX node needs a MIN node above it"),
        (&["--leaves", "10"], "evaluates at least 11 leaves; ask for 11 or more"),
        (&["--leaves", "28.."], "at most 27 leaves, not 28"),
        (&["--values", "3"], "with only one number"),
        (&["--values", "3"], "with only one number"),
        (&["--moves", "1"], "at least two moves"),
        (&["--plies", "20"], "an exercise has at most 2000"),
        (&["--moves", "2", "--best-not", "first", "--best-not", "last"], "so it is the first or the last"),
        (&["--cutoffs", "1", "--alpha-cutoffs", "2.."], "at MIN and MAX nodes, but for at most 1 cutoff in all"),
        (&["--chance", "3"], "there is no ply 3"),
        (&["--chance", "1", "--cutoffs", "1.."], "a cutoff needs two plies of players"),
        (&["--rule", "cutoffs none", "--cutoffs", "1.."], "nothing is cut off"),
        (&["--probabilities", "tenths"], "no node has probabilities"),
        (&["--differs-from", "equal-chances"], "needs chance nodes"),
        (&["--differs-from", "alpha-from-zero"], "try --values -9..9"),
        (&["--rules", "independent", "--differs-from", "other-equality"], "add --rules any"),
        (&["--question", "unknown", "--differs-from", "other-side"], "cannot be seen in the answers"),
        (&["--plies", "4", "--moves", "3,2"], "--moves lists 2 plies, but --plies says 4"),
        (&["--count", "2"], "add --output FOLDER"),
        (&["--cutoffs", "7"], "at most 6 cutoffs, not 7"),
        (&["--cutoffs", "0", "--skips-subtree"], "without cutoffs no subtree is skipped"),
        (&["--alpha-cutoffs", "0", "--skips-subtree"], "only cutoffs at MIN nodes skip a subtree"),
        (
            &["--cutoffs", "3", "--alpha-cutoffs", "1", "--beta-cutoffs", "1"],
            "3 cutoffs in all, but for at most 2 cutoffs at MIN and MAX nodes",
        ),
        (&["--plies", "4", "--cutoffs", "1", "--deep", "2.."], "2 deep cutoffs, but for at most 1 cutoff in all"),
        (&["--leaves", "27", "--cutoffs", "1.."], "at most 26 leaves, not 27"),
        (&["--leaves", "11", "--best-not", "first"], "if the root's first move is best"),
        (&["--leaves", "11", "--best-not", "last", "--rule", "order right-to-left"], "if the root's last move is best"),
        (&["--rule", "cut >", "--rule", "cut >="], "set the same thing"),
        (&["--values", "0,1", "--best", "unique"], "needs 4 different numbers, not 2"),
        (&["--chance", "1", "--question", "unknown"], "an unknown leaf needs a tree without chance"),
        (&["--max-tries", "0"], "'--max-tries <N>'"),
        (&["--differs-from", "other-sides"], "did you mean `other-side`?"),
        (&["--rule", "cut 3"], "a rule is `cut alpha > beta`"),
    ] {
        let text = said(arguments);
        assert!(text.contains(reason), "{arguments:?}: {text}");
    }
}

#[test]
fn defaults_yield_to_what_is_asked_for() {
    for (arguments, asks_pruned) in [
        (&["--plies", "2", "--moves", "2"][..], true),
        (&["--plies", "1"], false),
        (&["--chance", "1"], false),
        (&["--cutoffs", "0"], false),
        (&["--leaves", "27"], false),
        (&["--alpha-cutoffs", "0", "--beta-cutoffs", "0"], false),
        (&["--rule", "cutoffs none"], false),
        (&["--alpha-cutoffs", "0", "--beta-cutoffs", "3"], true),
        (&["--values", "0,1"], true),
        (&["--differs-from", "other-equality"], true),
    ] {
        // Defaults that cannot be granted would use up far more tries than these.
        let output = generate(&[&["random", "--max-tries", "5000"], arguments].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(text.contains("ask pruned"), asks_pruned, "{arguments:?}\n{text}");
        assert_eq!(check(&text, &Defaults::default(), 10).tally.errors, 0, "{text}");
    }
}

#[test]
fn a_wish_that_is_never_granted_ends_in_a_table() {
    let (text, status) = refused(&["random", "--leaves", "12", "--cutoffs", "..2", "--max-tries", "300"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("never_granted", text);
}

/// How much work the search of an exercise is.
fn effort(text: &str) -> Effort {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let search = Search::of(&game).unwrap();
    let (counts, questions) = (search.counts().unwrap(), Questions::default());
    Candidate { game: &game, search: &search, counts, questions: &questions }.effort()
}

/// The numbers of the leaves of an exercise, in order.
fn leaves(text: &str) -> Vec<Number> {
    let file = parse(text, 0).0;
    let nodes = &file.trees[0].nodes;
    nodes.all().filter(|node| nodes.kind(*node) == Kind::Value).map(|leaf| nodes.value(leaf)).collect()
}

#[test]
fn students_get_exercises_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    fs::write(path("secret"), "sixteen letters!\n").unwrap();
    let write = |roster: &str, to: &str, more: &[&str]| {
        fs::write(path("class.csv"), roster).unwrap();
        let (class, secret, to) = (path("class.csv"), path("secret"), path(to));
        let students = ["random", "--students", &class, "--secret-file", &secret, "--output", &to];
        generate(&[&students[..], more].concat())
    };
    // Ids that are paths or formulas are no names of files.
    let roster = "id,name\n4711,Ada\n../../up,\n\"=cmd(1,2)\",Eve\n";
    assert!(write(roster, "hw", &["--pdf"]).status.success());
    let hw = folder.path().join("hw");
    for booklet in ["sheets.pdf", "keys.pdf"] {
        assert!(fs::read(hw.join(booklet)).unwrap().starts_with(b"%PDF-"));
        fs::remove_file(hw.join(booklet)).unwrap();
    }
    let files = texts(&hw);
    let names: Vec<&str> = files.keys().filter_map(|name| name.strip_prefix("keys/")).collect();
    assert_eq!(names, ["exercise-.._.._up.tree", "exercise-4711.tree", "exercise-_cmd_1_2_.tree"]);
    assert!(!folder.path().parent().unwrap().join("up.tree").exists());
    assert!(files.values().all(|text| !text.contains("sixteen")));
    // All take the same work, and no two are equal.
    let exercises: Vec<&String> =
        files.iter().filter(|(name, _)| name.starts_with("exercises")).map(|(_, text)| text).collect();
    let trees: BTreeSet<Vec<&str>> = exercises.iter().map(|text| text.lines().skip(1).collect()).collect();
    assert_eq!((exercises.len(), trees.len()), (3, 3));
    assert!(exercises.iter().all(|text| effort(text) == effort(exercises[0])));
    let first = exercises[0].lines().next().unwrap();
    assert!(first.contains(" --students ROSTER --secret-file FILE --output FOLDER, student "), "{first}");
    // A student who comes later changes nothing for the others; nothing is written twice.
    assert!(write("id\n4711\n4712\n", "hw", &[]).status.success());
    let later = texts(&hw);
    assert_eq!(later.len(), 12);
    assert!(files.iter().all(|(name, text)| later[name] == *text));
    // A file that somebody changed stays.
    fs::write(hw.join("sheets/exercise-4711.tree"), "an answer").unwrap();
    let output = write("id\n4711\n", "hw", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("so it was not overwritten"));
    assert_eq!(fs::read_to_string(hw.join("sheets/exercise-4711.tree")).unwrap(), "an answer");
    // Two ids with the same file name, and a secret that can be guessed.
    let message = String::from_utf8(write("id\na b\na_b\n", "other", &[]).stderr).unwrap();
    assert!(message.contains("the ids `a b` and `a_b` would have files of the same name"), "{message}");
    // A long roster is read whole before anything is written.
    let mut long: String = (0..100_000).fold("id\n".to_string(), |roster, id| roster + &format!("s{id}\n"));
    long.push_str("s 1\ns_1\n");
    let message = String::from_utf8(write(&long, "other", &[]).stderr).unwrap();
    assert!(message.contains("the ids `s 1` and `s_1` would have files of the same name"), "{message}");
    assert!(!folder.path().join("other").exists());
    fs::write(path("secret"), "short").unwrap();
    let message = String::from_utf8(write(roster, "other", &[]).stderr).unwrap();
    assert!(message.contains("a secret needs at least 16 characters"), "{message}");
}

#[test]
fn variants_keep_the_exercise_and_change_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("homework.tree");
    let original = "tree \"homework\" { max A { \
                    min B { max E { 9, 8, 4 } max F { 1, 1, 2 } max G { 1, 4, 5 } } \
                    min C { max H { 9, 2, 4 } max I { 8, 2, 3 } max J { 6, 0, 7 } } \
                    min D { max K { 2, 3, 0 } max L { 8, 6, 6 } max M { 4, 1, 5 } } } ask values ask pruned }";
    fs::write(&path, original).unwrap();
    let to = folder.path().join("hw");
    let (path, to) = (path.to_str().unwrap(), to.to_str().unwrap());
    for strength in ["numbers", "shape"] {
        let to = format!("{to}-{strength}");
        let arguments = ["variants", path, "--strength", strength, "--count", "5", "--output", &to];
        let output = generate(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let files = texts(Path::new(&to));
        assert_eq!(files.len(), 15);
        for (name, text) in &files {
            assert!(!text.contains('\r') && text.contains("tree \"homework\""), "{name}");
            assert_eq!(check(text, &Defaults::default(), 10).tally.errors, 0, "{name}\n{text}");
            assert_ne!(leaves(text), leaves(original), "{name}");
            assert_eq!(effort(text), effort(original), "{name}");
        }
        // Only `shape` changes what is skipped.
        let keys = files.iter().filter(|(name, _)| name.starts_with("keys"));
        let marks: BTreeSet<Vec<usize>> = keys
            .map(|(_, text)| {
                let file = parse(text, 0).0;
                let pruned = file.trees[0].claims.iter().filter(|(_, claim)| claim.span.of(text) == "pruned");
                pruned.map(|(node, _)| node.index()).collect()
            })
            .collect();
        assert_eq!(marks.len() > 1, strength == "shape", "{marks:?}");
        let audit = generate(&["audit", &to]);
        assert!(String::from_utf8(audit.stdout).unwrap().starts_with("5 exercises\n"));
    }
    let (message, status) = refused(&["variants", "examples/unknown-leaves.tree"]);
    assert_eq!(status, 1, "{message}");
    let (message, _) = refused(&["variants", "docs/homework.tree", "--values", "1", "--strength", "numbers"]);
    assert!(message.contains("add numbers with --values"), "{message}");
}

#[test]
fn a_second_run_mixes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let hw = folder.path().join("hw");
    let to = hw.to_str().unwrap();
    let write = |seed: &str, count: &str| {
        let output = generate(&["random", "--seed", seed, "--count", count, "--output", to, "--pdf", "--name", "hw"]);
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(write("1", "2"), (0, String::new()));
    let booklet = || fs::read(hw.join("keys.pdf")).unwrap();
    let (first, keys) = (booklet(), hw.join("keys/hw-002.tree"));
    // The same again changes nothing; more can be added.
    assert_eq!(write("1", "2"), (0, String::new()));
    assert_eq!(first, booklet());
    assert_eq!(write("1", "3"), (0, String::new()));
    let second = booklet();
    assert_ne!(first, second);
    // Another seed does not write a key beside an exercise that it does not belong to.
    fs::remove_file(&keys).unwrap();
    let (status, message) = write("2", "3");
    assert_eq!(status, 2);
    assert!(message.contains("choose another name"), "{message}");
    assert!(message.contains("sheets.pdf and keys.pdf are not written"), "{message}");
    assert!(!keys.exists() && booklet() == second);
}

#[test]
fn audit_compares_keys_alone() {
    let folder = tempfile::tempdir().unwrap();
    let hw = folder.path().join("hw");
    let to = hw.to_str().unwrap();
    assert!(generate(&["random", "--count", "3", "--output", to]).status.success());
    let audit = |path: &Path| {
        let output = generate(&["audit", path.to_str().unwrap()]);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (status, counted, _) = audit(&hw);
    assert_eq!(status, 0);
    assert!(counted.starts_with("3 exercises\n"), "{counted}");
    assert!(counted.contains(" of skipped leaves and subtrees; the commonest occurs in "), "{counted}");
    let (status, counted, message) = audit(&hw.join("sheets"));
    assert_eq!((status, counted.as_str()), (1, ""));
    assert!(message.contains("it is not a key, so it was left out"), "{message}");
    fs::write(hw.join("keys/broken.tree"), "max {").unwrap();
    let (status, counted, message) = audit(&hw);
    assert_eq!(status, 1);
    assert!(counted.starts_with("3 exercises\n") && message.contains("it has errors"), "{counted}{message}");
}

#[test]
fn options_do_what_they_say() {
    let made = |arguments: &[&str]| {
        let output = generate(&[&["random"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let halves = made(&["--chance", "1", "--moves", "2", "--probabilities", "halves", "--question", "values"]);
    assert!(halves.matches(" 1/2: ").count() >= 2, "{halves}");
    assert!(made(&["--root", "min"]).contains("min A {"));
    assert!(made(&["--rule", "search fail-hard"]).contains("search fail-hard"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.tree");
    assert_eq!(made(&["--output", file.to_str().unwrap()]), "");
    assert!(fs::read_to_string(&file).unwrap().contains("max A {"));
    // Three plies of two moves have exercises of different effort.
    for (difficulty, is_equal) in [("equal", true), ("any", false)] {
        let to = folder.path().join(difficulty);
        let form = ["--moves", "2", "--plies", "4", "--count", "12", "--difficulty", difficulty];
        made(&[&form[..], &["--output", to.to_str().unwrap()]].concat());
        let exercises: Vec<String> =
            texts(&to).into_iter().filter(|(name, _)| name.starts_with("exercises")).map(|it| it.1).collect();
        assert_eq!(exercises.iter().all(|text| effort(text) == effort(&exercises[0])), is_equal, "{difficulty}");
    }
    let (message, status) = refused(&["random", "--seed", "a\nb"]);
    assert_eq!(status, 2);
    assert!(message.contains("--seed must be one line"), "{message}");
}
