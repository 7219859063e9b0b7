use gametree::diagnostic::applied;
use gametree::format::{Obstacle, WIDTH, format as formatted};
use gametree::ide::{format, format_range};

use crate::marked::{Marked, fixtures, read};

/// The source with the selected lines set in the style of all files.
fn with_selection_formatted(source: &str) -> String {
    let marked = Marked::new(source);
    let edits = format_range(&marked.document, marked.selection, WIDTH);
    applied(marked.document.text(), &edits.unwrap())
}

#[test]
fn a_whole_file_comes_to_what_the_formatter_writes() {
    for (name, text) in fixtures() {
        let edits = format(&read(&text), WIDTH);
        let edited = edits.map(|edits| applied(&text, &edits));
        assert_eq!(edited, formatted(&text, WIDTH), "{name}");
    }
}

#[test]
fn the_selected_lines_change_and_no_word_around_them() {
    let source = "\
TREE   {
    MAX  A = 3   {   // kept
        $0min B  {3,5}   // a word
           MIN   C$0 { 2,8   pruned } // another
        min  D{1,9}
    }
}";
    insta::assert_snapshot!(with_selection_formatted(source), @r"
    TREE   {
        MAX  A = 3   {  // kept
            min B { 3, 5 }  // a word
            min C { 2, 8 pruned }  // another
            min  D{1,9}
        }
    }
    ");
}

#[test]
fn what_is_formatted_already_is_not_touched() {
    let text = formatted("tree { max A { { 3, 5 } { 2, 8 } } expect value = 3 }", WIDTH).unwrap();
    assert_eq!(format(&read(&text), WIDTH), Ok(Vec::new()));
}

#[test]
fn a_text_with_errors_of_syntax_is_left_alone() {
    assert!(matches!(format(&read("max   A { 3 "), WIDTH), Err(Obstacle::Syntax(_))));
}

#[test]
fn a_great_many_changes_are_made_as_one() {
    let leaves = |count: usize| format!("max {{ 1 }}\nmax {{{}}}\nmax {{ 2 }}\n", vec!["3"; count].join("  "));
    let text = leaves(2_000);
    let edits = format(&read(&text), WIDTH).unwrap();
    assert_eq!(edits.len(), 1);
    assert!(edits[0].span.start > 10 && (edits[0].span.end as usize) < text.len() - 10, "only what changes");
    assert!(format(&read(&leaves(500)), WIDTH).unwrap().len() > 500);
}
