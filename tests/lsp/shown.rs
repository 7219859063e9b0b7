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
fn findings_of_an_exercise_do_not_say_what_would_fix_a_claim() {
    let reveal = || json!({ "revealAnswers": true });
    let message =
        |settings, text: &str| findings(json!({}), settings, text)[0]["message"].as_str().unwrap().to_string();
    let text = "tree { max A = 4 { 3, 5 } expect leaves = _ }";
    let (told, revealed) = (message(Value::Null, text), message(reveal(), text));
    assert!(revealed.contains("help: write `= 5`"), "{revealed}");
    assert!(told.starts_with("a node is not worth what is claimed") && !told.contains('5'), "{told}");
    let key_beside = message(Value::Null, &format!("{WRONG}\nmax B = _ {{ 3, 5 }}\n"));
    assert!(key_beside.contains("help: write `= 5`"), "{key_beside}");
    // What the file says comes first.
    assert_eq!(codes(&findings(json!({}), reveal(), &format!("reveal never {WRONG}"))), ["N0702"; 0]);
    let keyed = format!("reveal never {}", WRONG.replace("= 4", "= 4 worth 1"));
    assert_eq!(codes(&findings(json!({}), reveal(), &keyed)), ["N0702"]);
    assert!(message(reveal(), &format!("reveal verdicts {WRONG}")).starts_with("a node is not worth"));
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

#[test]
fn what_is_kept_back_is_not_counted() {
    let skipped = "min { 2, 8 } ".repeat(150);
    let text = format!("tree {{ max A {{ min {{ 3, 5 }} {skipped}}} ask windows }}\n");
    let told = findings(json!({}), Value::Null, &text);
    assert_eq!(codes(&told), ["N0701"]);
    assert!(!told[0].to_string().contains("not shown"), "{}", told[0]);
    let revealed = findings(json!({}), json!({ "revealAnswers": true }), &text);
    assert!(revealed.len() == 100 && revealed[99].to_string().contains("51 more findings are not shown"));
}

/// Everything that the server sends about a text, with each leaf value replaced by the index of its leaf. That a claim
/// is wrong is left out.
fn everything_told(text: &str, leaves: &[&str]) -> Vec<String> {
    let literals = json!({ "codeActionKind": { "valueSet": ["quickfix", "refactor"] } });
    let able = json!({ "textDocument": { "codeAction": { "codeActionLiteralSupport": literals } } });
    let mut client = Client::with(able, Value::Null);
    client.open(FILE, 1, text);
    let document = json!({ "uri": FILE });
    let mut told = client.told("textDocument/publishDiagnostics")["diagnostics"].as_array().unwrap().clone();
    told.retain(|finding| !finding["code"].as_str().unwrap().starts_with("E03"));
    let end = json!({ "line": 99, "character": 0 });
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    for method in ["codeLens", "documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint"] {
        let params = json!({ "textDocument": document, "range": all });
        told.push(client.ask(&format!("textDocument/{method}"), params).unwrap_or_else(Value::from));
    }
    let is_verdict = |lens: &Value| lens["command"]["title"].as_str().unwrap().starts_with("explain E03");
    told.iter_mut()
        .filter_map(Value::as_array_mut)
        .for_each(|sent| sent.retain(|it| it["command"].is_null() || !is_verdict(it)));
    for (line, words) in text.lines().enumerate() {
        for character in 0..=words.len() {
            let position = json!({ "line": line, "character": character });
            for method in ["hover", "completion", "definition", "references", "prepareRename"] {
                let context = json!({ "includeDeclaration": true });
                let params = json!({ "textDocument": document, "position": position, "context": context });
                told.push(client.ask(&format!("textDocument/{method}"), params).unwrap_or_else(Value::from));
            }
            let range = json!({ "start": position, "end": position });
            let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
            told.push(client.ask("textDocument/codeAction", params).unwrap_or_else(Value::from));
        }
    }
    let called_by_place = |told: Value| {
        let told = told.to_string();
        leaves.iter().enumerate().fold(told, |told, (place, leaf)| told.replace(leaf, &format!("leaf {place}")))
    };
    told.into_iter().map(called_by_place).collect()
}

#[test]
fn an_exercise_looks_the_same_for_all_leaf_values() {
    for reveal in ["", "reveal never", "reveal verdicts"] {
        looks_the_same(reveal);
    }
}

fn looks_the_same(reveal: &str) {
    let text = |leaves: &[&str]| {
        let [a, b, c, d, e] = leaves else { unreachable!() };
        format!(
            "{reveal} tree \"t\" {{\n  max A = _ worth 2 plays b {{\n    b: min B [_, _] <= 7 {{ {a}, {b} }}\n    c: min C = 7 {{ {c}, {d} pruned, {e} }}\n  }}\n  \
             expect visits 7 8\n  expect cutoffs = 1\n  ask pruned worth 3\n}}\n"
        )
    };
    let orders = [
        ["1501", "1502", "1503", "1504", "1505"],
        ["1505", "1504", "1501", "1503", "1502"],
        ["1502", "1505", "1501", "1504", "1503"],
    ];
    let told = orders.map(|leaves| everything_told(&text(&leaves), &leaves));
    assert!(told[0].len() > 500 && told[0].iter().any(|answer| answer.contains("make this tree an exercise")));
    for other in &told[1..] {
        for (here, there) in told[0].iter().zip(other) {
            assert_eq!(here, there);
        }
        assert_eq!(told[0].len(), other.len());
    }
}
