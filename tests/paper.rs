//! `gametree sheet --to pdf` and `--to tex`: exercises on paper.

#![cfg(feature = "cli")]

mod folder;

use folder::Folder;

/// A question of every kind that has words of its own. `{}` has the answers, as [`BLANKS`] or [`ANSWERS`].
const EVERY_KIND: &str = "\
/// What does alpha–beta do here?
tree \"search\" {
    max A {1} worth 1 {2} worth 1 {3} worth 2 { left: min B { 3, 5 } right: min C {4} worth 1 { 2, 8 } }
    expect leaves {1} worth 1
    expect nodes = {5} worth 1
    expect cutoffs = {6} worth 1
    expect pruned = {6} worth 1
    expect branches = {6} worth 1
    expect fewest {1} worth 1
    expect line {7} worth 1
    expect visits {8} worth 1
    expect enters {9} worth 1
    ask windows worth 2
    ask pruned
}
tree \"values\" { max A { chance N { 1/2: 3 1/2: 4 } min C { 2, 8 } } expect value ~ {10} worth 1 ask plays ask values }
tree \"returns\" { max A { min B { 3, 5 } min C { 2, 8 } } ask returns }
tree \"inverse\" { max A = 4 { min B { _, 5 } min C { 2, 8 } } }
tree \"set\" { max A = 3 { min B { ?x, 5 } min C { 2 visited, 8 } } expect x in {11} worth 2 }
";

const ANSWERS: [&str; 11] =
    ["= 3", "[-inf, inf]", "plays left", "<= 2", "6", "1", "left 3", "3 5 2", "A B 3 5 C 2", "3.5", "{3}"];
/// Without its decimals, nobody can say how a number is to be rounded.
const BLANKS: [&str; 11] = ["= _", "[_, _]", "plays _", "<= _", "_", "_", "_", "_", "_", "3.5", "_"];

fn exercise(answers: [&str; 11]) -> String {
    let fill = |text: String, (place, answer): (usize, &&str)| text.replace(&format!("{{{place}}}"), answer);
    (1..).zip(&answers).fold(EVERY_KIND.to_string(), fill)
}

fn printed(folder: &Folder, options: &[&str]) -> String {
    let run = folder.run(&[&["sheet", "--to", "tex"], options].concat());
    assert_eq!(run.err, "");
    assert_eq!(run.status, Some(0));
    run.out
}

/// The document below its first line.
fn after_checksum(document: &str) -> &str {
    document.split_once('\n').map_or(document, |(_, rest)| rest)
}

/// The document without its pictures, and without the checksum of everything.
fn without_pictures(document: &str) -> String {
    let mut pieces = after_checksum(document).split("\\begin{lrbox}");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |text, piece| text + piece.split_once("\\end{lrbox}%\n").unwrap().1)
}

#[test]
fn a_handout_has_a_question_for_each_kind_and_no_answers() {
    let folder = Folder::new("paper_kinds", &[("key.tree", &exercise(ANSWERS)), ("blank.tree", &exercise(BLANKS))]);
    let handout = printed(&folder, &["key.tree"]);
    insta::assert_snapshot!("paper_handout", without_pictures(&handout));
    // Nothing of it depends on the answers.
    assert_eq!(after_checksum(&printed(&folder, &["blank.tree"])).replace("blank", "key"), after_checksum(&handout));
}

#[test]
fn a_key_has_the_right_answers_in_the_same_layout() {
    let folder = Folder::new("paper_key", &[("key.tree", &exercise(ANSWERS)), ("blank.tree", &exercise(BLANKS))]);
    let run = folder.run(&["sheet", "--to", "tex", "--solution", "blank.tree"]);
    assert_eq!(
        (run.status, run.err.as_str()),
        (Some(1), "gametree: blank.tree: the key has no answer to the blank leaf below B\n")
    );
    insta::assert_snapshot!("paper_key", without_pictures(&run.out));
    let from_key = folder.run(&["sheet", "--to", "tex", "--solution", "key.tree"]).out;
    assert_eq!(after_checksum(&from_key).replace("key: key", "blank: key"), after_checksum(&run.out));
}

#[test]
fn several_exercises_are_printed_one_after_the_other() {
    let ask = |value: &str| format!("max A = {value} worth 1 {{ 3, 5 }}");
    let files = [("hw/one.tree", &*ask("5")), ("hw/two.tree", &ask("_")), ("hw/none.tree", "max { 3, 5 }")];
    let folder = Folder::new("paper_several", &files);
    let booklet = printed(&folder, &["hw"]);
    assert_eq!(booklet.matches("\\clearpage").count(), 1);
    assert!(booklet.find("bfseries one").unwrap() < booklet.find("bfseries two").unwrap());
    let refused = folder.run(&["sheet", "hw/one.tree", "hw/two.tree"]);
    assert!(refused.err.contains("print them with --to pdf"), "{}", refused.err);
    let revealing = folder.run(&["sheet", "hw", "--to", "tex", "--reveal", "score"]);
    assert_eq!((revealing.status, revealing.out.as_str()), (Some(2), ""));
    assert!(revealing.err.contains("--reveal is for files that students fill in"), "{}", revealing.err);
    let nothing = folder.run(&["sheet", "hw/none.tree", "--to", "pdf"]);
    assert_eq!(
        (nothing.status, nothing.err.as_str()),
        (Some(1), "gametree: these files ask nothing: they have no blank, `ask` or `worth`\n")
    );
}

#[test]
fn a_pdf_replaces_only_what_is_a_handout() {
    let files =
        [("hw.tree", "max A = 5 worth 1 { 3, 5 }"), ("notes.txt", "mine"), ("wrong.tree", "max A = 4 worth 1 { 3 }")];
    let folder = Folder::new("paper_replaces", &files);
    for name in ["hw.pdf", "hw.pdf", "hw.tex", "hw.tex"] {
        let run = folder.run(&["sheet", "hw.tree", "--to", &name[3..], "--output", name]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    }
    assert!(std::fs::read(folder.0.join("hw.pdf")).unwrap().starts_with(b"%PDF-"));
    let kept = folder.run(&["sheet", "hw.tree", "--to", "pdf", "--output", "notes.txt"]);
    assert_eq!(kept.status, Some(2));
    assert!(
        kept.err
            .contains("notes.txt: this file is neither a PDF nor a LaTeX file of gametree, so it was not overwritten"),
        "{}",
        kept.err
    );
    assert_eq!(std::fs::read_to_string(folder.0.join("notes.txt")).unwrap(), "mine");
    // What somebody has changed stays, and so do other PDFs and pages.
    let changed = std::fs::read_to_string(folder.0.join("hw.tex")).unwrap().replace("mark", "point");
    for (name, text) in [("hw.tex", changed.as_str()), ("hw.pdf", "%PDF-1.7 mine"), ("hw.html", "<!doctype html>mine")]
    {
        std::fs::write(folder.0.join(name), text).unwrap();
        let kept = folder.run(&["sheet", "hw.tree", "--to", name.split_once('.').unwrap().1, "--output", name]);
        assert_eq!(kept.status, Some(2), "{name}");
        assert_eq!(std::fs::read_to_string(folder.0.join(name)).unwrap(), text);
    }
    assert_eq!(folder.run(&["render", "hw.tree", "--show", "blank", "--output", "wrong.tree"]).status, Some(2));
    // An exercise with a wrong key is not printed, and no file remains.
    let wrong = folder.run(&["sheet", "wrong.tree", "--to", "pdf", "--output", "wrong.pdf"]);
    assert_eq!(wrong.status, Some(1));
    assert!(wrong.err.contains("E0301") && !folder.0.join("wrong.pdf").exists(), "{}", wrong.err);
}

#[test]
fn a_tree_that_is_too_large_for_paper_is_reported() {
    let wide = format!("tree \"wide\" {{ max {{ {}}} ask values }}", "3 ".repeat(100));
    let high = format!("tree \"high\" {{ {}3{} ask values }}", "max { ".repeat(400), " }".repeat(400));
    let folder = Folder::new("paper_large", &[("wide.tree", &wide), ("high.tree", &high)]);
    for format in ["pdf", "tex"] {
        let wide = folder.run(&["sheet", "wide.tree", "--to", format, "--output", &format!("it.{format}")]);
        assert_eq!(wide.status, Some(0));
        assert!(
            wide.err.contains("the tree \"wide\" is printed at 24 % of its size, so its numbers are hard to read"),
            "{}",
            wide.err
        );
        let high = folder.run(&["sheet", "high.tree", "--to", format]);
        assert_eq!((high.status, high.out.as_str()), (Some(1), ""));
        assert!(high.err.contains("the tree \"high\" is too large to print"), "{}", high.err);
    }
}

#[test]
fn a_wide_tree_is_printed_across_a_page_of_its_own() {
    let leaves = |number: usize| format!("max {{ {}}}", "3 ".repeat(number));
    let files = [("narrow.tree", leaves(20)), ("wide.tree", leaves(40))];
    let files = files.map(|(name, tree)| (name, format!("tree {{ {tree} ask values ask pruned }}")));
    let folder = Folder::new("paper_across", &files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let narrow = printed(&folder, &["narrow.tree"]);
    assert!(!narrow.contains("rotatebox") && !narrow.contains("sideways"), "{narrow}");
    let wide = printed(&folder, &["wide.tree"]);
    let place = |text: &str| wide.find(text).unwrap_or_else(|| panic!("{text}: {wide}"));
    assert!(place("on a page of its own") < place("Cross out") && place("Cross out") < place("rotatebox"));
    // The key has the values and the search.
    let key = printed(&folder, &["wide.tree", "--solution"]);
    assert!(key.contains("on pages of its own"), "{key}");
    assert_eq!((wide.matches("rotatebox").count(), key.matches("rotatebox").count()), (1, 2));
}

#[test]
fn a_key_shows_the_value_where_the_search_returns_a_bound() {
    let tree = |asked: &str| format!("tree {{ max A {{ min B {{ 3, 5 }} min C {{ 2, 8 }} }} {asked} }}");
    let files = [("both", "ask values ask pruned"), ("values", "ask values"), ("search", "ask pruned")];
    for (name, asked) in files {
        let folder = Folder::new(&format!("paper_key_{name}"), &[("it.tree", &tree(asked))]);
        let key = printed(&folder, &["it.tree", "--solution"]);
        let count = |text: &str| key.matches(text).count();
        // The value of C, and the bound that the search returns for it.
        let bounds = count("\\ensuremath{\\leq}2}");
        assert_eq!(
            (count("\\begin{lrbox}"), bounds),
            match name {
                "both" => (2, 1),
                "values" => (1, 0),
                _ => (1, 1),
            },
            "{name}: {key}"
        );
    }
}

#[test]
fn a_pdf_is_the_same_in_each_run() {
    let folder = Folder::new("paper_same", &[("it.tree", &exercise(ANSWERS))]);
    let mut seen: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for run in 0..4 {
        let (handout, picture) = (format!("handout-{run}.pdf"), format!("picture-{run}.pdf"));
        assert_eq!(folder.run(&["sheet", "it.tree", "--to", "pdf", "--output", &handout]).status, Some(0));
        let options = ["render", "it.tree", "--tree", "search", "--show", "blank", "--to", "pdf", "--output", &picture];
        assert_eq!(folder.run(&options).status, Some(0));
        let bytes = |name: &str| std::fs::read(folder.0.join(name)).unwrap();
        seen.push((bytes(&handout), bytes(&picture)));
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn no_handout_and_no_page_hides_a_part_of_the_tree() {
    let chain = |plies: usize| format!("{}3{}", "max { ".repeat(plies), " }".repeat(plies));
    let files = [
        ("leaves.tree", format!("max A = _ {{ {}}}", "3 ".repeat(600))),
        ("worth.tree", format!("max A = 3 worth 1 {{ {}}}", "3 ".repeat(600))),
        ("deep.tree", format!("tree {{ {} ask values }}", chain(50_000))),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = Folder::new("paper_too_large", &files);
    let refused = |options: &[&str]| {
        let run = folder.run(&[&["sheet"], options].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{options:?}");
        assert!(
            run.err.contains("nodes and leaves is too large for a handout, a page or a quiz, which have room for 600"),
            "{}",
            run.err
        );
    };
    for (name, _) in &files {
        for options in [&["--to", "pdf"][..], &["--to", "html"], &["--to", "tex", "--solution"]] {
            refused(&[options, &[*name]].concat());
        }
    }
}

#[test]
fn the_given_end_of_a_window_is_said() {
    let folder = Folder::new("paper_half", &[("it.tree", "max { min B [3, _] worth 1 { 3, 5 } }")]);
    let handout = printed(&folder, &["it.tree"]);
    assert!(handout.contains("does the search enter B? Complete {[}3{,} \\_{]}."), "{handout}");
}

#[test]
fn a_page_to_fill_in_is_the_same_for_key_and_blanks() {
    let folder =
        Folder::new("paper_page", &[("key/it.tree", &exercise(ANSWERS)), ("blank/it.tree", &exercise(BLANKS))]);
    let page = |path: &str| folder.run(&["sheet", "--to", "html", path]);
    let (key, blank) = (page("key/it.tree"), page("blank/it.tree"));
    assert_eq!((key.status, key.err.as_str(), key.out.len()), (Some(0), "", blank.out.len()));
    assert!(key.out == blank.out);
    let refused = folder.run(&["sheet", "--to", "html", "--solution", "key/it.tree"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("a page to fill in has no answers"), "{}", refused.err);
    let pointed = folder.run(&["render", "--to", "html", "blank/it.tree", "--tree", "search"]);
    assert_eq!((pointed.status, pointed.out.as_str()), (Some(1), ""));
    assert!(pointed.err.contains("`gametree sheet FILE --to html` writes a page"), "{}", pointed.err);
    // Only a page is replaced by a page.
    for (name, status) in [("it.html", 0), ("it.html", 0), ("key/it.tree", 2), ("blank/it.tree", 2)] {
        let run = folder.run(&["sheet", "--to", "html", "key/it.tree", "--output", name]);
        assert_eq!(run.status, Some(status), "{name}: {}", run.err);
    }
}
