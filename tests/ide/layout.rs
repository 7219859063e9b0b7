use gametree::diagnostic::applied;
use gametree::format::{FormatError, WIDTH, format as formatted};
use gametree::ide::{Edit, format, format_range};
use gametree::source::Span;

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
        MAX  A = 3   {   // kept
            min B { 3, 5 }  // a word
            min C { 2, 8 pruned }  // another
            min  D{1,9}
        }
    }
    ");
}

#[test]
fn the_lines_around_the_selected_ones_stay_as_they_are() {
    let expected = |source: &str, expected: &str| {
        assert_eq!(with_selection_formatted(source), expected, "{source}");
    };
    expected("max A {   // kept\n  $0mi$0n B  { 3 }\n}", "max A {   // kept\n    min B { 3 }\n}");
    expected("max A {   \n\n\n  $0mi$0n B  { 3 }  \n\n }", "max A {   \n\n\n    min B { 3 }\n\n }");
    expected("max A {\r\n\r\n$0\r\n\r\n  mi$0n B  { 3 }\r\n }", "max A {\r\n\r\n    min B { 3 }\r\n }");
    // Only whole lines are selected.
    expected("max A {\n$0  min B  { 3 }\n$0  min C  { 4 }\n}", "max A {\n    min B { 3 }\n  min C  { 4 }\n}");
    expected(
        "max A {\n  // one   \n$0  // two\n$0  3   // three\n}",
        "max A {\n  // one   \n    // two\n  3   // three\n}",
    );
    // Nothing is joined with a line that is not selected.
    expected("max   A\n$0{$0  3,5}", "max   A\n{ 3, 5 }\n");
    expected("$0max   A$0\n{  3,5}", "max A\n{  3,5}");
}

#[test]
fn lines_formatted_one_by_one_come_to_a_text_that_says_the_same() {
    for (name, text) in fixtures() {
        let Ok(whole) = formatted(&text, WIDTH) else { continue };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let lines = Span::new(u32::try_from(start).unwrap(), u32::try_from(end).unwrap());
            let edits = format_range(&read(&text), lines, WIDTH).unwrap();
            let within = |edit: &Edit| start <= edit.span.range().start && edit.span.range().end <= end;
            assert!(edits.iter().all(within), "{name}: {line:?} {edits:?}");
            assert_eq!(formatted(&applied(&text, &edits), WIDTH).as_ref(), Ok(&whole), "{name}: {line:?}");
            start = end;
        }
    }
}

#[test]
fn what_is_formatted_already_is_not_touched() {
    let text = formatted("tree { max A { { 3, 5 } { 2, 8 } } expect value = 3 }", WIDTH).unwrap();
    assert_eq!(format(&read(&text), WIDTH), Ok(Vec::new()));
}

#[test]
fn a_text_with_errors_of_syntax_is_left_alone() {
    assert!(matches!(format(&read("max   A { 3 "), WIDTH), Err(FormatError::Syntax(_))));
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
