//! The page of each student: what it says at each level of feedback, and that nothing in a submission becomes HTML.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;

const EXERCISE: &str = "\
tree \"t\" {
    reveal answers
    max A = 3 worth 1 plays b worth 1 {
        b: min B { 3, 5 }
        c: min C [3, inf] worth 1 { 2, 8 pruned }
    }
    ask values worth 3
    ask pruned worth 1
}
";
const SHEET: &str = "\
tree \"t\" {
    max A = 2 plays b { b: min B = 3 { 3, 5 } c: min C = 2 [-inf, 3] { 2, 8 pruned } }
}
";

fn pages(name: &str, sheet: &str, options: &[&str]) -> Vec<(String, String)> {
    let folder = Folder::new(name, &[("hw.tree", EXERCISE), ("in/4711.tree", sheet), ("in/<b>.tree", sheet)]);
    let run = folder.run(&[&["grade", "hw.tree", "in", "--html", "pages", "--format", "csv"], options].concat());
    assert!(run.status.is_some() && run.out.starts_with("id,name,status"), "{}", run.err);
    let mut pages: Vec<(String, String)> = fs::read_dir(folder.0.join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    pages.sort();
    pages
}

#[test]
fn a_page_has_the_marked_tree_the_reasons_and_a_table() {
    let pages = pages("pages-full", SHEET, &[]);
    let (name, page) = &pages[0];
    assert_eq!(name, "4711.html");
    for part in [
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'",
        "<h1>4711: ",
        "✗ wrong: 2 (3); ✓ right: plays b",
        "✗ wrong: [-inf, 3] ([3, inf])",
        "✓ right: 3",
        "8 ✓ right: pruned",
        "<details><summary>✗ A: value: <code>2</code>; the right answer is <code>3</code>",
        "<summary>All answers as a table</summary>",
        "<td class=\"wrong\">✗ wrong</td><td>[3, inf]</td>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("<script"), "{page}");
    assert_eq!(
        page.matches("http").count() - page.matches("http-equiv").count(),
        page.matches("http://www.w3.org").count()
    );
    assert!(pages[1].0.starts_with("_b_-") && pages[1].1.contains("<h1>&lt;b&gt;: "), "{}", pages[1].0);
}

#[test]
fn a_page_tells_as_much_as_the_feedback() {
    let page = |level: &str| pages(&format!("pages-at-{level}"), SHEET, &["--feedback", level])[0].1.clone();
    let hints = page("hints");
    assert!(hints.contains("✗ wrong: 2; ✓ right: plays b<") && hints.contains("✗ wrong: [-inf, 3]<"), "{hints}");
    assert!(!hints.contains("[3, inf]") && !hints.contains("Right answer"), "{hints}");
    let score = page("score");
    assert!(score.contains("A: value: 0 of 1") && !score.contains("<svg") && !score.contains("<table"), "{score}");
    let none = page("none");
    assert!(none.contains("<h1>4711: ") && !none.contains("<section"), "{none}");
}

#[test]
fn hints_do_not_show_where_answers_are_missing() {
    let sheet = "tree \"t\" { max A = 3 plays b { b: min B = 3 { 3, 5 } c: min C = 2 { 2, 8 } } }";
    let pages = pages("pages-hints", sheet, &["--feedback", "hints"]);
    assert!(!pages[0].1.contains("8 ○") && !pages[0].1.contains("8 ✗"), "{}", pages[0].1);
}

#[test]
fn nothing_in_a_submission_becomes_html() {
    let sheet = "\
tree \"t\" {
    max A = 2 plays \"<img src=x onerror=alert(1)>\" {
        \"<b>\": min \"</svg><script>alert(2)</script>\" = 3 { 3, 5 }
        c: min C = 2 [-inf, \"]]><i>\"] { 2, 9 }
    }
}
tree \"</title><script>alert(3)</script>\" { max { 1, 2 } }
";
    for level in ["full", "hints"] {
        for (_, page) in pages(&format!("pages-hostile-{level}"), sheet, &["--feedback", level]) {
            for tag in ["<script", "<img", "<i>", "<b>", "</title><script"] {
                assert!(!page.contains(tag), "{tag} in {page}");
            }
            assert_eq!(page.matches("</svg>").count(), 1);
        }
    }
}
