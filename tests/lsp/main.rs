//! The language server with the real binary, message by message. Clients that others have written are in `tests/foreign`.

#![cfg(feature = "cli")]

mod client;
mod features;
mod hostile;
mod shown;
mod stalls;
mod workspace;

use client::Client;
use serde_json::{Value, json};

const FILE: &str = "untitled:a.tree";
const WRONG: &str = "max A = 4 { 3, 5 }\n";

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let position = |(line, character)| json!({ "line": line, "character": character });
    json!({ "start": position(start), "end": position(end) })
}

/// Codes and ranges of findings.
fn places(diagnostics: &Value) -> Vec<(String, Value)> {
    let of = |finding: &Value| (finding["code"].as_str().unwrap().to_string(), finding["range"].clone());
    diagnostics.as_array().unwrap().iter().map(of).collect()
}

#[test]
fn a_life_has_a_beginning_and_an_end() {
    let mut client = Client::strange();
    assert_eq!(client.ask("textDocument/hover", json!({})), Err(-32002));
    let answer = client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} })).unwrap();
    assert_eq!(answer["serverInfo"]["name"], "gametree");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    client.notify("initialized", json!({}));
    assert_eq!(client.ask("initialize", json!({ "capabilities": {} })), Err(-32600));
    assert_eq!(client.ask("gametree/nothing", json!({})), Err(-32601));
    assert_eq!(client.ask("textDocument/documentSymbol", json!({ "textDocument": 3 })), Err(-32602));
    assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(client.ask("textDocument/hover", json!({})), Err(-32600));
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn who_leaves_without_a_word_gets_another_status() {
    let mut client = Client::with(json!({}), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), Some(1));
    assert_eq!(Client::strange().end(), Some(1));
}

#[test]
fn findings_come_with_each_change_and_go_with_the_text() {
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 1, WRONG);
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!((&told["uri"], &told["version"]), (&json!(FILE), &json!(1)));
    assert_eq!(places(&told["diagnostics"]), [("E0301".to_string(), range((0, 8), (0, 9)))]);
    let finding = &told["diagnostics"][0];
    assert_eq!((&finding["severity"], &finding["source"]), (&json!(1), &json!("gametree")));
    let message = finding["message"].as_str().unwrap();
    assert!(message.starts_with("A is worth 5, not 4\n"), "{message}");
    client.change(FILE, 2, json!([{ "range": range((0, 8), (0, 9)), "text": "5" }]));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!((&told["version"], &told["diagnostics"]), (&json!(2), &json!([])));
    client.change(FILE, 3, json!([{ "text": WRONG }]));
    assert_eq!(client.told("textDocument/publishDiagnostics")["diagnostics"].as_array().unwrap().len(), 1);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    assert_eq!(client.told("textDocument/publishDiagnostics")["diagnostics"], json!([]));
}

#[test]
fn findings_are_either_sent_or_asked_for() {
    let mut client = Client::with(json!({ "textDocument": { "diagnostic": {} } }), Value::Null);
    client.open(FILE, 1, WRONG);
    let report = client.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": FILE } })).unwrap();
    assert_eq!(report["kind"], "full");
    assert_eq!(places(&report["items"]), [("E0301".to_string(), range((0, 8), (0, 9)))]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    assert_eq!(client.unasked(), [""; 0]);
}

#[test]
fn what_a_client_cannot_show_is_not_sent() {
    let skipped = "max { { 3, 5 } { 2, 8 } }\n";
    let mut plain = Client::with(json!({}), Value::Null);
    plain.open(FILE, 1, skipped);
    let told = plain.told("textDocument/publishDiagnostics");
    let finding = &told["diagnostics"][0];
    assert_eq!((&finding["code"], &finding["tags"]), (&json!("W0401"), &Value::Null));
    assert_eq!(finding["relatedInformation"], Value::Null);
    let able = json!({ "relatedInformation": true, "tagSupport": { "valueSet": [1] } });
    let mut able = Client::with(json!({ "textDocument": { "publishDiagnostics": able } }), Value::Null);
    able.open(FILE, 1, skipped);
    let told = able.told("textDocument/publishDiagnostics");
    let finding = &told["diagnostics"][0];
    assert_eq!(finding["tags"], json!([1]));
    assert_eq!(finding["range"], range((0, 20), (0, 21)), "what fades is what is never reached");
    assert!(!finding["relatedInformation"].as_array().unwrap().is_empty(), "{finding}");
}

#[test]
fn a_client_counts_characters_as_it_likes() {
    for (offered, chosen, column) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 11),
        (json!(["utf-32", "utf-8"]), "utf-32", 8),
        (json!(["utf-7"]), "utf-16", 9),
        (Value::Null, "utf-16", 9),
    ] {
        let mut client = Client::strange();
        let capabilities = json!({ "general": { "positionEncodings": offered } });
        let answer = client.ask("initialize", json!({ "capabilities": capabilities, "processId": 1, "rootUri": null }));
        assert_eq!(answer.unwrap()["capabilities"]["positionEncoding"], chosen);
        client.open(FILE, 1, "max 𝛼 = 4 { 3, 5 }\n");
        let told = client.told("textDocument/publishDiagnostics");
        assert_eq!(told["diagnostics"][0]["range"]["start"]["character"], column, "{chosen}");
        let edit = json!([{ "range": range((0, column), (0, column + 1)), "text": "5" }]);
        client.change(FILE, 2, edit);
        assert_eq!(client.told("textDocument/publishDiagnostics")["diagnostics"], json!([]), "{chosen}");
    }
}

#[test]
fn half_of_a_character_is_taken_as_a_character() {
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 1, "max 𝛼 = 4 { 3, 5 }\n");
    client.told("textDocument/publishDiagnostics");
    // As sent by an editor that counts in 16-bit units: the second half of 𝛼 is replaced by that of 𝛽.
    let change = r#"{ "range": { "start": { "line": 0, "character": 5 }, "end": { "line": 0, "character": 6 } }, "text": "\udefd" }"#;
    let document = json!({ "uri": FILE, "version": 2 });
    let params = format!(r#"{{ "textDocument": {document}, "contentChanges": [{change}] }}"#);
    let message = format!(r#"{{ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": {params} }}"#);
    client.write(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes());
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(told["version"], 2);
    let wrong = told["diagnostics"].as_array().unwrap().iter().find(|finding| finding["code"] == "E0301");
    assert!(wrong.is_none_or(|finding| finding["range"] == range((0, 9), (0, 10))), "{told}");
    client.change(FILE, 3, json!([{ "range": range((0, 4), (0, 6)), "text": "A" }]));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(places(&told["diagnostics"]), [("E0301".to_string(), range((0, 8), (0, 9)))]);
}

#[test]
fn a_change_that_is_not_understood_changes_nothing() {
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 1, WRONG);
    client.told("textDocument/publishDiagnostics");
    client.change(FILE, 2, json!([{ "range": { "start": { "line": -1, "character": 0 } }, "text": "" }]));
    let told = client.told("window/logMessage");
    assert!(told["message"].as_str().unwrap().starts_with("textDocument/didChange is not understood: "), "{told}");
    let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": FILE } }));
    assert_eq!(symbols.unwrap()[0]["name"], "A");
}

#[test]
fn settings_of_a_project_hold_and_are_read_again() {
    let folder = std::env::temp_dir().join(format!("gametree-lsp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let project = folder.join("gametree.toml");
    std::fs::write(&project, "[lints]\nunreachable-cutoff = \"allow\"\n").unwrap();
    let watches = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::with(watches, Value::Null);
    let registered = client.told("client/registerCapability");
    assert_eq!(registered["registrations"][0]["registerOptions"]["watchers"][0]["globPattern"], "**/gametree.toml");
    let uri = format!("file://{}/a%20b.tree", folder.display());
    client.open(&uri, 1, "max { { 3, 5 } { 2, 8 } }\n");
    assert_eq!(client.told("textDocument/publishDiagnostics")["diagnostics"], json!([]));
    std::fs::write(&project, "").unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(told["diagnostics"][0]["code"], "W0401");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_mistake_in_a_project_is_told_until_it_is_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("gametree.toml");
    std::fs::write(&project, "# settings\n[serach]\n").unwrap();
    for diagnostic in [json!(null), json!({})] {
        let mut client = Client::with(json!({ "textDocument": { "diagnostic": diagnostic } }), Value::Null);
        let project_uri = format!("file://{}", project.display());
        let told_of_project = |client: &mut Client| {
            client.wait(|message| message["params"]["uri"] == project_uri)["params"]["diagnostics"].take()
        };
        for name in ["a", "b"] {
            client.open(&format!("file://{}/{name}.tree", folder.path().display()), 1, WRONG);
        }
        let told = client.told("window/showMessage");
        let message = told["message"].as_str().unwrap();
        assert!(message.contains(project.to_str().unwrap()) && message.contains("no key `serach`"), "{message}");
        let told = told_of_project(&mut client);
        assert_eq!(places(&told), [("E0802".to_string(), range((1, 1), (1, 7)))]);
        let again = client.unasked();
        assert!(!again.contains(&"window/showMessage".to_string()), "once is enough: {again:?}");
        std::fs::write(&project, "# settings\n[search]\n").unwrap();
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        assert_eq!(told_of_project(&mut client), json!([]));
        std::fs::write(&project, "# settings\n[serach]\n").unwrap();
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        assert_eq!(told_of_project(&mut client).as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_project_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("gametree.toml")).unwrap();
    let mut client = Client::with(json!({}), Value::Null);
    client.open(&format!("file://{}/a.tree", folder.path().display()), 1, WRONG);
    let told = client.told("window/showMessage");
    assert!(told["message"].as_str().unwrap().contains("gametree.toml: not a file"), "{told}");
}

#[test]
fn all_is_shown_anew_when_a_project_or_a_setting_changes() {
    let able = json!({ "refreshSupport": true });
    let able = json!({ "workspace": { "diagnostics": able, "inlayHint": able, "codeLens": able } });
    let refreshes = ["workspace/diagnostic/refresh", "workspace/inlayHint/refresh", "workspace/codeLens/refresh"];
    let mut client = Client::with(able.clone(), Value::Null);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.unasked(), refreshes);
    let mut client = Client::with(able, Value::Null);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "gametree": { "width": 20 } } }));
    assert_eq!(client.unasked(), refreshes);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "gametree": { "width": 20 } } }));
    assert_eq!(client.unasked(), refreshes, "nothing has changed");
}

#[test]
fn who_knows_no_settings_leaves_them_as_they_were() {
    let formatted = |client: &mut Client| {
        let params = json!({ "textDocument": { "uri": FILE }, "options": { "tabSize": 4, "insertSpaces": true } });
        client.ask("textDocument/formatting", params).unwrap().as_array().unwrap().len()
    };
    let text = "max { 100, 200, 300, 400 }\n";
    for answer in [json!({ "result": [null] }), json!({ "error": { "code": -32601, "message": "unknown" } })] {
        let mut client = Client::with(json!({ "workspace": { "configuration": true } }), json!({ "width": 20 }));
        let mut answer = answer;
        (answer["jsonrpc"], answer["id"]) = (json!("2.0"), client.wait(|message| message["id"].is_i64())["id"].take());
        client.send(&answer);
        client.open(FILE, 1, text);
        assert_eq!(formatted(&mut client), 3, "{answer}");
    }
    let mut client = Client::with(json!({}), json!({ "width": 20 }));
    client.open(FILE, 1, text);
    for settings in [json!(null), json!({}), json!({ "gametree": null }), json!({ "other": { "width": 90 } })] {
        client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
        assert_eq!(formatted(&mut client), 3);
    }
}

#[test]
fn settings_that_are_not_understood_are_told() {
    let mut client = Client::with(json!({}), json!({ "width": "wide" }));
    let told = client.told("window/showMessage");
    assert!(told["message"].as_str().unwrap().contains("expected usize"), "{told}");
}

#[test]
fn settings_are_asked_for_where_they_can_be() {
    let mut client = Client::with(json!({ "workspace": { "configuration": true } }), Value::Null);
    let asked = client.wait(|message| message["method"] == "workspace/configuration");
    assert_eq!(asked["params"]["items"], json!([{ "section": "gametree" }]));
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": [{ "width": 20 }] }));
    client.open(FILE, 1, "max { 100, 200, 300, 400 }\n");
    let params = json!({ "textDocument": { "uri": FILE }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", params).unwrap();
    assert_eq!(edits.as_array().unwrap().len(), 3, "{edits}");
}

#[test]
fn a_text_is_formatted_where_it_is_not_already() {
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 1, "MAX A{3,5}\n\n\nmin { 1 }\n// end");
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let document = json!({ "uri": FILE });
    let all = client.ask("textDocument/formatting", json!({ "textDocument": document, "options": options })).unwrap();
    let edit = |start, end, text: &str| json!({ "range": range(start, end), "newText": text });
    let first = [edit((0, 0), (0, 3), "max"), edit((0, 5), (0, 5), " "), edit((0, 6), (0, 6), " ")];
    let first = [&first[..], &[edit((0, 7), (0, 8), ", "), edit((0, 9), (0, 9), " ")]].concat();
    let others = [edit((0, 10), (3, 0), "\n\n"), edit((4, 6), (4, 6), "\n")];
    assert_eq!(all, json!([&first[..], &others].concat()));
    let of_lines = |client: &mut Client, first, last| {
        let range = range((first, 2), (last, 3));
        let params = json!({ "textDocument": document, "options": options, "range": range });
        client.ask("textDocument/rangeFormatting", params).unwrap()
    };
    assert_eq!(of_lines(&mut client, 3, 3), json!([]), "the lines around are not asked for");
    assert_eq!(of_lines(&mut client, 3, 4), json!([others[1]]));
    client.change(FILE, 2, json!([{ "text": "max {" }]));
    let broken = client.ask("textDocument/formatting", json!({ "textDocument": document, "options": options }));
    assert_eq!(broken, Err(-32803));
}

#[test]
fn symbols_are_a_tree_or_a_list_as_the_client_wants_them() {
    let text = "tree \"t\" {\n    max A { b: min B { 1, 2 } ?x }\n}\n";
    let document = json!({ "textDocument": { "uri": FILE } });
    let mut plain = Client::with(json!({}), Value::Null);
    plain.open(FILE, 1, text);
    let list = plain.ask("textDocument/documentSymbol", document.clone()).unwrap();
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["t", "A", "B", "?x"]);
    let able = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut able = Client::with(able, Value::Null);
    able.open(FILE, 1, text);
    let tree = able.ask("textDocument/documentSymbol", document.clone()).unwrap();
    assert_eq!(tree[0]["children"][0]["children"][1]["name"], "?x");
    able.change(FILE, 2, json!([{ "text": format!("{} 3 {}", "max {".repeat(100_000), "}".repeat(100_000)) }]));
    let mut tree = &able.ask("textDocument/documentSymbol", document.clone()).unwrap()[0];
    let mut depth = 0;
    while let Some(child) = tree["children"].get(0) {
        (tree, depth) = (child, depth + 1);
    }
    assert_eq!(depth, 50);
    let folds = able.ask("textDocument/foldingRange", document).unwrap();
    assert_eq!(folds, json!([]), "all is on one line");
}
