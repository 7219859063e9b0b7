//! The options of the command, and positions that are none.

use std::fs;

use crate::{generate, refused};

#[test]
fn what_is_no_position_is_explained() {
    for (arguments, reason) in [
        (&["tic-tac-toe", "--position", "XX./.../..."][..], "say who moves with --turn x or --turn o"),
        (&["tic-tac-toe", "--position", "X"], "tic-tac-toe has 3 rows of 3 squares, not 1 of 1"),
        (&["tic-tac-toe", "--position", "X?./.../..."], "row 1 has `?`"),
        (&["connect-four", "--position", "X../.."], "row 2 has 2 squares, but row 1 has 3"),
        (&["connect-four", "--position", "X/./."], "in column 1, a man has nothing below it"),
        (&["connect-four", "--position", ""], "a board has 1 to 12 rows"),
        (&["connect-four", "--win", "0"], "`0` is not a number above 0"),
        (
            &["connect-four"],
            "the tree has 137257 nodes at 6 plies, more than the limit of 100000, and 19608 at 5; use --plies 5, or raise \
             --limit",
        ),
        (&["nim", "--limit", "1"], "the tree has 4 nodes at 1 ply, more than the limit of 1; raise --limit"),
        (&["nim", "--limit", "0"], "invalid value '0' for '--limit"),
        (&["nim", "--position", "nofile.txt"], "there is no file `nofile.txt`"),
        (&["nim", "--position", "0"], "the game is over in this position: MIN has won, and the value is -1"),
        (&["tic-tac-toe", "--position", "XXX/OO./..."], "over in this position: MAX has won, and the value is 1"),
        (&["tic-tac-toe", "--position", "XOX/XOO/OXX"], "the game is over in this position: nobody has won"),
        (&["tic-tac-toe", "--position", "XXX/OOO/..."], "X and O both have 3 men in a row"),
        (&["connect-four", "--position", "OOOO/XXXX"], "X and O both have 4 men in a row"),
        (&["tic-tac-toe", "--boards", "comments", "--plies", "4"], "trees of up to 1000 nodes, and this one has 3610"),
        (&["tic-tac-toe", "--plies", "2", "--win", "8"], "--win must be more than 8"),
        (&["connect-four", "--plies", "2", "--win", "7"], "--win must be more than 7"),
        (&["connect-four", "--plies", "2", "--win", "100", "--evaluate", "lines"], "write 208 or inf"),
        (&["nim", "--position", "1,x"], "`1,x` is no list of heaps"),
        (&["nim", "--position", "27"], "is no list of heaps"),
        (&["nim", "--plies", "0"], "--plies must be at least 1"),
    ] {
        let message = refused(arguments);
        assert!(message.contains(reason), "{arguments:?}: {message}");
    }
}

#[test]
fn options_change_the_tree() {
    let text = |arguments: &[&str]| {
        let output = generate(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let centre = text(&["connect-four", "--plies", "1", "--moves", "centre-first"]);
    assert!(centre.contains("max { c4: 1, c3: 1, c5: 1,"), "{centre}");
    let boards = text(&["tic-tac-toe", "--position", "XO./XO./...", "--boards", "comments", "--shared"]);
    assert!(boards.contains("// XOX\n") && boards.contains("// as after "), "{boards}");
    // The comments of one node are not torn apart.
    assert!(!boards.contains("\n\n"), "{boards}");
    let lines = text(&["connect-four", "--plies", "1", "--evaluate", "lines", "--win", "208"]);
    assert!(lines.contains("c1: 3, c2: 4, c3: 5, c4: 7, c5: 5"), "{lines}");
    let nim = text(&["nim", "--position", "3", "--take", "2", "--win", "inf"]);
    assert!(nim.contains("A1: min { A1: max { A1: inf }, A2: -inf }"), "{nim}");
    // A win beats every evaluation if nothing else is said.
    let two = text(&["tic-tac-toe", "--position", "XO./XO./...", "--plies", "2"]);
    assert!(two.contains("a1: inf"), "{two}");
}

#[test]
fn a_tree_of_a_position_in_a_file_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my board.txt");
    fs::write(&file, "XO.\nXO.\n...\n").unwrap();
    let position = format!("--position={}", file.display());
    for arguments in [["--position", file.to_str().unwrap(), "--plies", "2"], [&position, "--plies", "2", "--shared"]] {
        let made = String::from_utf8(generate(&[&["tic-tac-toe"], &arguments[..]].concat()).stdout).unwrap();
        let command = made.lines().next().unwrap().strip_prefix("// gametree generate ").unwrap();
        let words: Vec<&str> = command.strip_suffix("; generator 1").unwrap().split(' ').collect();
        assert!(words.contains(&"XO./XO./..."), "{command}");
        assert_eq!(String::from_utf8(generate(&words).stdout).unwrap(), made);
    }
}
