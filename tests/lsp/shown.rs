//! Clients get what they can show, and in exercises no answers.

use serde_json::{Value, json};

use crate::client::Client;
use crate::{FILE, WRONG};

fn findings(capabilities: Value, settings: Value, text: &str) -> Vec<Value> {
    let mut client = Client::with(capabilities, settings);
    client.open(FILE, 1, text);
    client.told("textDocument/publishDiagnostics")["diagnostics"].as_array().unwrap().clone()
}

fn codes(findings: &[Value]) -> Vec<&str> {
    findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

#[test]
fn what_a_client_does_not_know_of_is_not_announced() {
    let able = json!({ "rename": { "prepareSupport": true }, "codeAction": { "codeActionLiteralSupport": {
        "codeActionKind": { "valueSet": ["quickfix"] },
    } } });
    let capabilities = |text_document: Value| {
        let capabilities = json!({ "textDocument": text_document });
        Client::greeted(json!({ "processId": null, "rootUri": null, "capabilities": capabilities })).1
    };
    let announced = capabilities(able);
    assert_eq!(announced["renameProvider"], json!({ "prepareProvider": true }));
    assert_eq!(
        announced["codeActionProvider"]["codeActionKinds"],
        json!(["quickfix", "refactor.rewrite", "source.fixAll", "source.fixAll.gametree"])
    );
    let announced = capabilities(json!({ "rename": {}, "codeAction": {} }));
    assert_eq!((&announced["renameProvider"], &announced["codeActionProvider"]), (&json!(true), &Value::Null));
    assert_eq!(announced["workspace"]["workspaceFolders"], json!({ "supported": true, "changeNotifications": true }));
}

#[test]
fn hovers_are_written_as_the_client_likes_them() {
    for (formats, kind, text) in [
        (json!(["plaintext"]), "plaintext", "MAX node A\n"),
        (json!(["html", "plaintext", "markdown"]), "plaintext", "MAX node A\n"),
        (json!(["markdown", "plaintext"]), "markdown", "**MAX node** `A`\n"),
        (Value::Null, "markdown", "**MAX node** `A`\n"),
    ] {
        let hover = json!({ "textDocument": { "hover": { "contentFormat": formats } } });
        let mut client = Client::with(hover, Value::Null);
        client.open(FILE, 1, "max A { 3, 5 }");
        let place = json!({ "textDocument": { "uri": FILE }, "position": { "line": 0, "character": 4 } });
        let hover = client.ask("textDocument/hover", place).unwrap();
        assert_eq!(hover["contents"]["kind"], kind, "{formats}");
        assert!(hover["contents"]["value"].as_str().unwrap().starts_with(text), "{hover}");
    }
}

#[test]
fn only_who_fades_what_is_never_reached_is_told_to() {
    let skipped = "max { { 3, 5 } { 2, 8 } }\n";
    for (tags, expected) in [(json!([1]), json!([1])), (json!([2]), Value::Null), (json!([]), Value::Null)] {
        let able = json!({ "textDocument": { "publishDiagnostics": { "tagSupport": { "valueSet": tags } } } });
        assert_eq!(findings(able, Value::Null, skipped)[0]["tags"], expected);
    }
}

#[test]
fn the_last_finding_says_how_many_more_there_are() {
    let many = findings(json!({}), Value::Null, &WRONG.repeat(130));
    assert_eq!(many.len(), 100);
    let message = |finding: &Value| finding["message"].as_str().unwrap().to_string();
    assert!(message(&many[99]).contains("\nnote: 30 more findings are not shown"), "{}", many[99]);
    assert!(!message(&many[98]).contains("not shown"));
    let few = findings(json!({}), Value::Null, &WRONG.repeat(100));
    assert!(!message(&few[99]).contains("not shown"));
}

#[test]
fn findings_link_to_the_pages_of_their_codes() {
    let able = json!({ "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } } });
    let mut client = Client::with(able, Value::Null);
    client.open(FILE, 1, WRONG);
    let told = client.told("textDocument/publishDiagnostics");
    let page = told["diagnostics"][0]["codeDescription"]["href"].as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(std::fs::read_to_string(page).unwrap().contains("E0301"));
    client.ask("shutdown", Value::Null).unwrap();
    client.notify("exit", Value::Null);
    let page = page.to_string();
    assert_eq!(client.end(), Some(0));
    assert!(!std::path::Path::new(&page).exists(), "{page} is left behind");
    assert_eq!(findings(json!({}), Value::Null, WRONG)[0]["codeDescription"], Value::Null);
}

#[test]
fn findings_of_an_exercise_do_not_say_what_would_mend_a_claim() {
    let text = format!("{WRONG}\nmax B = _ {{ 3, 5 }}\n");
    let message = |settings| findings(json!({}), settings, &text)[0]["message"].as_str().unwrap().to_string();
    let (told, revealed) = (message(Value::Null), message(json!({ "revealAnswers": true })));
    assert!(revealed.contains("help: write `= 5`"), "{revealed}");
    assert!(told.starts_with("A is worth 5, not 4") && !told.contains("help: write"), "{told}");
    // How something is written is no answer.
    let misspelt = findings(json!({}), Value::Null, "max A = _ { 3, 5 }\nmax B { 3, 5 } \nexpct value = 5\n");
    assert!(
        misspelt.iter().any(|finding| finding["message"].as_str().unwrap().contains("did you mean")),
        "{misspelt:?}"
    );
}

#[test]
fn findings_of_an_exercise_do_not_show_what_the_search_leaves_out() {
    let skipped = "max A { { 3, 5 } { 2, 8 } }";
    let deep = "depth 1 max B { min eval 3 { 1, 2 } 4 }";
    let unlikely = "chance C { 1: 3, 0: 5 }";
    let all = format!("tree {{ {skipped} }} tree {{ {deep} }} tree {{ {unlikely} }}");
    let codes_of = |text: &str, settings| codes(&findings(json!({}), settings, text)).join(" ");
    assert_eq!(codes_of(&all, Value::Null), "W0401 W0402 W0403");
    let asking = all.replace(" A ", " A = _ ").replace(" B ", " B [_, _] ").replace(" C ", " C = _ ");
    assert_eq!(codes_of(&asking, Value::Null), "N0701 N0701 N0701");
    assert_eq!(codes_of(&asking, json!({ "revealAnswers": true })), "N0701 W0401 N0701 W0402 N0701 W0403");
    let other = format!("{all} tree {{ {skipped} expect leaves = _ }}");
    assert_eq!(codes_of(&other, Value::Null), "W0401 W0402 W0403 N0701", "the other trees ask nothing");
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 1, &asking);
    client.told("textDocument/publishDiagnostics");
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "gametree": { "revealAnswers": true } } }));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(told["diagnostics"].as_array().unwrap().len(), 6, "what may be seen now is sent");
}
