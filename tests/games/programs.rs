//! Games that other programs play.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use crate::generate;

/// Runs the tree of a game that a short shell program plays.
fn program(answer: &str, more: &[&str]) -> Output {
    let run = format!("sh -c 'while read -r line; do {answer}; done'");
    generate(&[&["program", "--run", &run, "--position", "start", "--plies", "2", "--timeout", "1"], more].concat())
}

#[test]
fn programs_play_games_of_their_own() {
    let moves = r#"echo "{\"turn\":\"max\",\"moves\":[{\"label\":\"a\",\"position\":\"p\"},{\"label\":\"b c\",\"position\":\"q\"}],\"eval\":\"1/2\"}""#;
    let output = program(moves, &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("a: max { a: 0.5, \"b c\": 0.5 }"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for (answer, reason) in [
        ("sleep 3", "has not answered in 1 second; --timeout gives it more time"),
        ("exit", "the program ended before it answered (exit status 0)"),
        (
            "echo nonsense",
            "the program must answer {\"turn\":…,\"moves\":[…]} or {\"value\":…}; the answer is `nonsense`",
        ),
        ("nocommand; exit 127", "the program ended before it answered (exit status 127)"),
        ("yes | tr -d \"\\n\"", "more than a megabyte"),
        (r#"echo "{\"evl\":1}""#, "the answer cannot be read: unknown field `evl`, expected one of `value`, `turn`"),
        (r#"echo "{\"turn\":\"max\"}""#, "there are no moves"),
        (r#"echo "{\"value\":1,\"turn\":\"max\"}""#, "needs either `value` alone"),
        (r#"echo "{\"value\":\"x\"}""#, "`x` is not a number; write 3, 1/2 or inf"),
        (r#"echo "{\"value\":1e-400}""#, "`1e-400` has an exponent; write the number as a decimal or a fraction"),
        (r#"echo "{\"turn\":\"max\",\"moves\":[{\"position\":\"p\"}]}""#, "has no `eval`"),
    ] {
        let output = program(answer, &[]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{answer}: {message}");
        assert!(message.contains(reason), "{answer}: {message}");
    }
    let moves = |turn: &str, moves: &str| {
        let answer = format!(r#"{{"turn":"{turn}","moves":[{moves}],"eval":0}}"#);
        format!("echo \"{}\"", answer.replace('"', "\\\""))
    };
    for (turn, answer, reason) in [
        ("max", r#"{"label":"a","position":"p"},{"label":"a","position":"q"}"#, "two moves have the label \"a\""),
        ("max", r#"{"label":"a\u202eb","position":"p"}"#, "has characters that cannot be printed; remove them"),
        ("max", r#"{"position":"p","probability":1}"#, "only a move of chance can have a probability"),
        ("chance", r#"{"position":"p","probability":"1/2"},{"position":"q"}"#, "some moves have a probability"),
        ("chance", r#"{"position":"p","probability":"1/2"}"#, "the probabilities add up to 0.5, not to 1"),
        (
            "chance",
            r#"{"position":"p","probability":-1},{"position":"q","probability":2}"#,
            "-1 is not between 0 and 1",
        ),
    ] {
        let message = String::from_utf8(program(&moves(turn, answer), &[]).stderr).unwrap();
        assert!(message.contains("at the position \"start\"") && message.contains(reason), "{answer}: {message}");
    }
    let endless = r#"n=$((n+1)); echo "{\"turn\":\"max\",\"moves\":[{\"label\":\"a\",\"position\":\"$n\"},{\"label\":\"b\",\"position\":\"$n-\"}],\"eval\":0}""#;
    let output = program(endless, &["--beyond", "60", "--limit", "50"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("more than 50 nodes"), "it grows without end");
}

/// Runs a game that a command plays, to its end.
fn played(run: &str) -> (Option<i32>, String) {
    let output = generate(&["program", "--run", run, "--position", "start", "--timeout", "1"]);
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn programs_are_started_asked_and_ended_in_order() {
    let answer = r#"case "$line" in *start*) echo '{"turn":"max","moves":[{"label":"a","position":"p"}]}';; *) echo '{"value":1}';; esac"#;
    let game = format!("while read -r line; do {answer}; done");
    let (status, text) = played(&game);
    assert!(status == Some(0) && text.contains("max { a: 1 }"), "{text}");
    // The command is one for a shell.
    let (status, text) = played(&format!("cd / && {game}"));
    assert!(status == Some(0) && text.contains("max { a: 1 }"), "{text}");
    // A line too many.
    let (status, text) = played(&format!("while read -r line; do {answer}; done; echo more"));
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("the program wrote the line `more` after its last answer"), "{text}");
    // A position that leads back to itself.
    let (status, text) =
        played(r#"while read -r line; do echo '{"turn":"max","moves":[{"label":"a","position":"start"}]}'; done"#);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("the positions of this game repeat, such as \"start\", so its tree has no end"), "{text}");
    // A program that does not read, asked with more than a pipe holds; and what it has started is ended with it.
    let folder = tempfile::tempdir().unwrap();
    let number = folder.path().join("number");
    let run = format!("sleep 60 & echo $! > '{}'; wait", number.display());
    let long = "p".repeat(100_000);
    let output = generate(&["program", "--run", &run, "--position", &long, "--timeout", "1"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("has not answered in 1 second"));
    assert!(!runs(&number));
}

#[test]
fn answers_that_together_are_too_long_are_refused() {
    let answer =
        r#"n=$((n+1)); echo "{\"turn\":\"max\",\"moves\":[{\"label\":\"$long\",\"position\":\"$n\"}],\"eval\":0}""#;
    let run = format!("long=$(head -c 1000000 /dev/zero | tr '\\0' a); while read -r line; do {answer}; done");
    let output = generate(&["program", "--run", &run, "--position", "start", "--plies", "300"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("the answers have more than 256 MiB; use fewer --plies")
    );
}

#[test]
fn a_program_is_ended_by_the_signal_that_ends_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    // The name is there only when the number is.
    let run = format!("sleep 60 & echo $! > '{0}-'; mv '{0}-' '{0}'; wait", started.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(["generate", "program", "--run", &run, "--position", "start", "--timeout", "60"])
        .spawn()
        .unwrap();
    while !started.exists() {
        assert_eq!(command.try_wait().unwrap(), None);
        thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").arg(command.id().to_string()).status().unwrap().success());
    assert_eq!(command.wait().unwrap().signal(), Some(15));
    assert!(!runs(&started));
}

/// Does the process whose number a file has run?
fn runs(number: &Path) -> bool {
    let number = fs::read_to_string(number).unwrap();
    let state = Command::new("ps").args(["-o", "stat=", "-p", number.trim()]).output().unwrap().stdout;
    let state = String::from_utf8(state).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}
