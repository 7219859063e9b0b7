use gametree::convert::check;
use gametree::diagnostic::applied;
use gametree::fix::fix;
use gametree::ide::fix_all;
use gametree::model::{Defaults, Shown};

use crate::marked::{fixtures, read};

/// The text with all safe fixes applied.
fn fixed(text: &str, shown: Shown) -> Option<String> {
    fix_all(&read(text), shown).map(|action| applied(text, &action.edits))
}

#[test]
fn fix_all_changes_what_the_command_changes() {
    let mut compared = 0;
    for (name, text) in fixtures() {
        let check = |text: &str, limit| check(text, &Defaults::default(), limit);
        let from_command = fix(&text, &check(&text, 100), check);
        let expected = (from_command.fixes > 0).then_some(from_command.text);
        assert_eq!(fixed(&text, Shown::AsSet).as_deref(), expected.as_deref(), "{name}");
        compared += usize::from(expected.is_some());
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn an_exercise_is_spelt_right_and_gets_no_answers() {
    let text = "tree {\n    allow ti\n    max A = 9 { min B = _ { 3, 5 }, min C { 2, 8 } }\n}\n";
    assert_eq!(fixed(text, Shown::AsSet), Some(text.replace("ti\n", "tie\n")));
    let answered = text.replace("= _", "= 4 worth 1").replace("tree {", "tree {\n    reveal never");
    for shown in [Shown::AsSet, Shown::UnlessSet] {
        assert_eq!(fixed(&answered, shown), Some(answered.replace("ti\n", "tie\n")), "{shown:?}");
    }
    assert!(fixed(&answered, Shown::Everything).is_some_and(|fixed| fixed.contains("= 3 worth 1")));
    assert_eq!(fixed(&text.replace("ti\n", "tie\n"), Shown::AsSet), None, "nothing is certain but the answer");
}

#[test]
fn no_answer_is_written_into_a_tree_that_hides_its_answers() {
    let wrong =
        "max A = 9 plays b [3, 4] { a: min B = 7 worth 1 { 3, 5 } b: min C { 2, 8 } } expect leaves = 9 worth 2";
    for (ask, reveal) in
        [("ask values", ""), ("", "reveal never"), ("ask plays", "reveal score"), ("", "reveal verdicts")]
    {
        let hiding = format!("tree {{ {reveal} {wrong} {ask} }}");
        assert_eq!(fixed(&hiding, Shown::AsSet), None, "{hiding}");
        let beside = format!("max D = 4 {{ 3, 5 }}\n{hiding}");
        assert_eq!(fixed(&beside, Shown::AsSet), Some(beside.replace("D = 4", "D = 5")), "{beside}");
        assert!(reveal.is_empty() || fixed(&hiding, Shown::UnlessSet).is_none(), "{hiding}");
    }
}

#[test]
fn only_lines_with_a_fix_are_touched() {
    let tree = "max A = 4 { 3, 5 }\r\nmax B = 5 { 3, 5 }\r\n";
    let text = tree.repeat(3);
    let action = fix_all(&read(&text), Shown::AsSet).unwrap();
    assert_eq!(action.title, "make 3 safe fixes");
    let lines: Vec<&str> = action.edits.iter().map(|edit| edit.span.of(&text)).collect();
    assert_eq!(lines, ["max A = 4 { 3, 5 }\r\n"; 3]);
}
