//! The formatter: what it makes of texts of every kind, and what holds of all of them.

mod properties;
mod random;

use std::fs;

use gametree::format::{FormatError, WIDTH, format};

/// The text of a file below `tests/format/cases`, formatted: in two widths, to see what happens to long lines.
#[test]
fn files_are_set_as_a_careful_person_would() {
    insta::glob!("cases/*.tree", |path| {
        let text = fs::read_to_string(path).unwrap();
        let wide = format(&text, WIDTH).unwrap();
        let narrow = format(&text, 40).unwrap();
        for (width, formatted) in [(WIDTH, &wide), (40, &narrow)] {
            assert_eq!(format(formatted, width).as_ref(), Ok(formatted), "formatted once more");
        }
        insta::assert_snapshot!(format!("{wide}\n--- in 40 columns ---\n\n{narrow}"));
    });
}

#[test]
fn line_ends_and_byte_order_marks_stay() {
    assert_eq!(
        format("\u{feff}max {\r\n1 }\r\n\r\n\r\n// end\r\n", WIDTH).unwrap(),
        "\u{feff}max { 1 }\r\n\r\n// end\r\n"
    );
    assert_eq!(format("max { 1 }", WIDTH).unwrap(), "max { 1 }\n");
    let old = "// a\r\r\rmax {\r1 } // b\r// c\r\n";
    assert_eq!(format(old, WIDTH).unwrap(), "// a\n\nmax { 1 }  // b\n// c\n", "nobody writes lone `\\r` any more");
    assert_eq!(format("", WIDTH).unwrap(), "");
    assert_eq!(format("\n\n\n", WIDTH).unwrap(), "");
    assert_eq!(format("  // only this", WIDTH).unwrap(), "// only this\n");
}

#[test]
fn lines_of_deep_trees_begin_at_column_eighty_at_the_latest() {
    let text = format!("{}3{}\n", "max {\n".repeat(200), " }".repeat(200));
    for (width, deepest) in [(40, 20), (100, 50), (160, 80), (1000, 80)] {
        let formatted = format(&text, width).unwrap();
        let indents = formatted.lines().map(|line| line.len() - line.trim_start().len());
        assert_eq!(indents.max(), Some(deepest), "{width}");
        assert_eq!(format(&formatted, width).as_ref(), Ok(&formatted), "{width}");
    }
}

/// A blank is saved where a word stands in the column in which the next line begins.
#[test]
fn a_word_that_is_one_column_too_wide_goes_to_the_next_line() {
    let text = "tree { { { { a: 1_000 pruned, 1/3 } } } }";
    let formatted = format(text, 30).unwrap();
    let line = formatted.lines().find(|line| line.contains("pruned")).unwrap();
    assert_eq!(line, format!("{}pruned,", " ".repeat(23)), "{formatted}");
}

#[test]
fn what_has_errors_of_syntax_is_left_alone() {
    for text in ["max {", "max { 1 } }", "max { 1; 2 }", "tree \"t\" { max A { min { 1 } } max B { 2 } } }"] {
        let Err(FormatError::Syntax(findings)) = format(text, WIDTH) else { panic!("{text}") };
        assert!(!findings.is_empty(), "{text}");
    }
}
