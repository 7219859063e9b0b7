//! Slow work never keeps the server from reading messages or answering questions.
//!
//! No test measures time: the slow work here takes hours, so waiting for it would be noticed.

use serde_json::{Value, json};

use crate::client::Client;
use crate::{FILE, WRONG, range};

const OTHER: &str = "untitled:other.tree";

/// Many trees; each takes a hundred thousand cases before the solver gives up.
fn endless() -> String {
    let nodes: String = (0..10).map(|place| format!("{{ ?x{place} {place} }} ")).collect();
    format!("tree {{ max = 5 {{ {nodes}}} expect x1 in {{5}} expect leaves = 7 }}\n").repeat(2_000)
}

fn position(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 4 } })
}

#[test]
fn a_request_does_not_wait_for_another_text() {
    for capabilities in [json!({}), json!({ "textDocument": { "diagnostic": {} } })] {
        let mut client = Client::with(capabilities, Value::Null);
        client.open(FILE, 1, &endless());
        let document = json!({ "textDocument": { "uri": FILE } });
        client
            .send(&json!({ "jsonrpc": "2.0", "id": "slow", "method": "textDocument/diagnostic", "params": document }));
        client.open(OTHER, 1, WRONG);
        assert!(client.ask("textDocument/hover", position(OTHER)).unwrap().is_object());
        assert!(client.ask("textDocument/hover", position(FILE)).is_ok(), "nor for another question");
        assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
        let given_up = client.wait(|message| message["id"] == "slow");
        assert_eq!(given_up["error"]["code"], -32800);
        client.notify("exit", Value::Null);
        assert_eq!(client.end(), Some(0));
    }
}

#[test]
fn a_change_ends_what_was_asked_and_checked_before_it() {
    let mut client = Client::with(json!({}), Value::Null);
    let endless = endless();
    client.open(FILE, 1, &endless);
    for version in 2..20 {
        client.change(FILE, version, json!([{ "text": endless }]));
        client.told_nothing();
    }
    client.change(FILE, 20, json!([{ "text": WRONG }]));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!((&told["version"], &told["diagnostics"][0]["code"]), (&json!(20), &json!("E0301")));
}

#[test]
fn an_action_is_not_completed_for_a_text_that_has_changed() {
    let mut client = Client::with(json!({}), Value::Null);
    let endless = endless();
    client.open(FILE, 1, &endless);
    let data = json!({ "textDocument": { "uri": FILE }, "version": 1, "range": range((0, 0), (0, 0)) });
    let action = json!({ "title": "insert all answers of this tree", "kind": "refactor.rewrite", "data": data });
    client.send(&json!({ "jsonrpc": "2.0", "id": "slow", "method": "codeAction/resolve", "params": action }));
    client.told_nothing();
    client.change(FILE, 2, json!([{ "text": WRONG }]));
    assert_eq!(client.wait(|message| message["id"] == "slow")["error"]["code"], -32801);
}

#[test]
fn the_end_of_its_input_ends_the_server() {
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 1, &endless());
    client.told_nothing();
    assert_eq!(client.end(), Some(1));
}

#[cfg(unix)]
fn send_signal(signal: i32, client: &Client) {
    let arguments = [format!("-{signal}"), client.process().to_string()];
    assert!(std::process::Command::new("kill").args(arguments).status().unwrap().success());
}

/// Opens a text and waits for its findings, which link to pages.
#[cfg(unix)]
fn write_pages(client: &mut Client) {
    client.open(FILE, 1, WRONG);
    client.told("textDocument/publishDiagnostics");
}

#[cfg(unix)]
fn entries(folder: &tempfile::TempDir) -> usize {
    std::fs::read_dir(folder.path()).unwrap().count()
}

/// When a signal ends the server, the server removes its files.
#[cfg(unix)]
#[test]
fn signals_leave_no_pages_behind() {
    let links = json!({ "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } } });
    // A script that starts the tests in the background makes them ignore SIGINT, and the server as well.
    for signal in [1, 2, 15].into_iter().filter(|signal| !ignores(*signal)) {
        let temporary = tempfile::tempdir().unwrap();
        let mut client = Client::with_temporary_folder(temporary.path(), links.clone());
        write_pages(&mut client);
        assert_eq!(entries(&temporary), 1, "there are pages to link to");
        send_signal(signal, &client);
        assert_eq!((client.killed_by(), entries(&temporary)), (Some(signal), 0));
    }
}

/// Whether these tests ignore a signal.
#[cfg(unix)]
fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:\t"));
    ignored.is_some_and(|signals| u64::from_str_radix(signals, 16).unwrap() & 1 << (signal - 1) != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_starts_with_a_signal_ignored_keeps_ignoring_it() {
    let links = json!({ "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } } });
    let temporary = tempfile::tempdir().unwrap();
    let mut client = Client::without_hangups(temporary.path(), links);
    write_pages(&mut client);
    send_signal(1, &client);
    assert_eq!(client.ask("gametree/nothing", Value::Null), Err(-32601));
    assert_eq!(entries(&temporary), 1);
    // The server handles SIGHUP before a later SIGTERM, so it would end with the former.
    send_signal(15, &client);
    assert_eq!((client.killed_by(), entries(&temporary)), (Some(15), 0));
}
