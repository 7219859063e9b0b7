//! Selections, comments, the action that fixes everything, lenses and the pages that they show.

use std::fs;

use serde_json::{Value, json};

use crate::client::Client;
use crate::{FILE, WRONG, range};

const ACTIONS: &str = "textDocument/codeAction";
const RUN: &str = "workspace/executeCommand";

fn about() -> Value {
    json!({ "textDocument": { "uri": FILE } })
}

/// A client that accepts actions, with a text open.
fn client(text: &str) -> Client {
    let able = json!({ "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } });
    let mut client = Client::with(json!({ "textDocument": { "codeAction": able } }), Value::Null);
    client.open(FILE, 1, text);
    client
}

#[test]
fn selections_grow_at_each_cursor() {
    let mut client = client("max 𝛼 = 4 { 3, 5 }\n");
    let position = |character| json!({ "line": 0, "character": character });
    let params = json!({ "textDocument": { "uri": FILE }, "positions": [position(13), position(9)] });
    let selections = client.ask("textDocument/selectionRange", params).unwrap();
    let ranges = |mut selection: &Value| {
        let mut ranges = Vec::new();
        while selection.is_object() {
            ranges.push((selection["range"]["start"].clone(), selection["range"]["end"].clone()));
            selection = &selection["parent"];
        }
        ranges
    };
    let of = |start, end| (position(start), position(end));
    let (tree, file) = (of(0, 19), (position(0), json!({ "line": 1, "character": 0 })));
    assert_eq!(ranges(&selections[0]), [of(13, 14), of(13, 17), tree.clone(), file.clone()]);
    assert_eq!(ranges(&selections[1]), [of(9, 10), of(7, 10), tree, file]);
}

#[test]
fn comments_and_questions_are_told_apart() {
    let (mut client, announced) = Client::greeted(json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    let legend = &announced["semanticTokensProvider"]["legend"];
    client.open(FILE, 1, "// 𝛼 b  \n/// Which?\nmax { 3 } // c\n");
    let tokens = client.ask("textDocument/semanticTokens/full", about()).unwrap();
    let tokens: Vec<u64> = tokens["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
    let comments =
        tokens.chunks(5).filter(|token| legend["tokenTypes"][usize::try_from(token[3]).unwrap()] == "comment");
    // The lines down, the first character, the length, and whether it is documentation.
    let places: Vec<_> = comments.map(|token| (token[0], token[1], token[2], token[4])).collect();
    assert_eq!(legend["tokenModifiers"], json!(["declaration", "documentation"]));
    assert_eq!(places, [(0, 0, 7, 0), (1, 0, 10, 2), (0, 4, 4, 0)]);
}

#[test]
fn a_node_has_one_hint_with_a_blank_on_each_side() {
    for (text, left, right) in [("max A{3,5}\n", true, true), ("max A {3}\n", true, false), (" {3}\n", false, true)] {
        let mut client = client(text);
        let params = json!({ "textDocument": { "uri": FILE }, "range": range((0, 0), (1, 0)) });
        let hints = client.ask("textDocument/inlayHint", params).unwrap();
        assert_eq!(hints.as_array().unwrap().len(), 1, "{hints}");
        assert!(hints[0]["label"].as_str().unwrap().ends_with(" [-inf, inf]"), "{hints}");
        assert_eq!((&hints[0]["paddingLeft"], &hints[0]["paddingRight"]), (&json!(left), &json!(right)), "{text}");
    }
}

#[test]
fn safe_fixes_are_offered_together_on_request() {
    let mut client = client(&format!("{WRONG}max B {{ 3, 5 }}\n{WRONG}"));
    let mut offered = |context: Value| {
        let params = json!({ "textDocument": { "uri": FILE }, "range": range((1, 5), (1, 5)), "context": context });
        let mut actions = client.ask(ACTIONS, params).unwrap().as_array().unwrap().clone();
        actions.retain(|action| action["kind"].as_str().unwrap().starts_with("source"));
        actions
    };
    let (above, ours) = ("source.fixAll", "source.fixAll.gametree");
    for (only, kind) in [
        (json!([above]), above),
        (json!([ours]), ours),
        (json!(["source"]), ours),
        (json!([above, ours]), ours),
        (json!([""]), ours),
    ] {
        let actions = offered(json!({ "diagnostics": [], "only": only }));
        assert_eq!((actions.len(), &actions[0]["kind"]), (1, &json!(kind)), "{only}");
        assert_eq!(actions[0]["title"], "make 2 safe fixes");
        let edit = |line| json!({ "range": range((line, 0), (line + 1, 0)), "newText": "max A = 5 { 3, 5 }\n" });
        assert_eq!(actions[0]["edit"]["changes"][FILE], json!([edit(0), edit(2)]));
    }
    for only in ["quickfix", "refactor", "source.organizeImports", "source.fixAll.eslint"] {
        assert_eq!(offered(json!({ "diagnostics": [], "only": [only] })), [] as [Value; 0], "{only}");
    }
    // Opening the menu asks for it (1); moving the cursor does not (2).
    assert_eq!(offered(json!({ "diagnostics": [], "triggerKind": 1 })).len(), 1);
    assert_eq!(offered(json!({ "diagnostics": [], "triggerKind": 2 })).len(), 0);
    assert_eq!(offered(json!({ "diagnostics": [] })).len(), 0);
}

#[test]
fn nothing_is_fixed_at_once_below_a_project_that_is_not_understood() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("gametree.toml"), "[serach]\n").unwrap();
    let mut client = client("");
    let uri = format!("file://{}/a.tree", folder.path().display());
    client.open(&uri, 1, "max B { 3, 5 } expct value = 5\n");
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let params = json!({ "textDocument": { "uri": uri }, "range": range((0, 0), (0, 0)), "context": context });
    assert_eq!(client.ask(ACTIONS, params), Ok(json!([])));
}

/// The commands of the lenses of a text.
fn commands(client: &mut Client) -> Vec<Value> {
    let lenses = client.ask("textDocument/codeLens", about()).unwrap();
    lenses.as_array().unwrap().iter().map(|lens| lens["command"].clone()).collect()
}

#[test]
fn lenses_run_commands_that_the_server_knows() {
    let able = json!({ "window": { "showDocument": { "support": true } } });
    let (mut client, announced) = Client::greeted(json!({ "processId": null, "rootUri": null, "capabilities": able }));
    let known = announced["executeCommandProvider"]["commands"].as_array().unwrap().clone();
    client.open(FILE, 1, &format!("\n{WRONG}"));
    let commands = commands(&mut client);
    let titles: Vec<&str> = commands.iter().map(|command| command["title"].as_str().unwrap()).collect();
    let explain = "explain E0301: a node is not worth what is claimed";
    assert_eq!(titles, ["value 5 · 2 of 2 leaves evaluated · 0 cutoffs", explain]);
    for (command, words) in commands.iter().zip(["└─ 5\n", "# E0301"]) {
        assert!(known.contains(&command["command"]), "{command}");
        let page = client.ask(RUN, command.clone()).unwrap();
        let shown = client.told("window/showDocument");
        assert_eq!(shown["uri"], page["uri"]);
        let file = shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains(words) && page["text"] == text, "{text}");
    }
    assert!(!client.unasked().contains(&"window/showMessage".to_string()));
}

#[test]
fn answers_of_files_with_the_same_name_have_pages_of_their_own() {
    let mut client = client("");
    let files = ["file:///a/%C3%9Cbung-01.tree", "file:///b/%C3%9Cbung-01.tree", "untitled:..%2F..%2Fc%00.tree"];
    let pages: Vec<Value> = (5..)
        .zip(files)
        .map(|(value, file)| {
            client.open(file, 1, &format!("max {{ 3, {value} }}\n"));
            let position = json!({ "line": 0, "character": 0 });
            client.ask(RUN, json!({ "command": "gametree.showAnswer", "arguments": [file, position] })).unwrap()
        })
        .collect();
    for (page, name) in
        pages.iter().zip(["answer-Übung-01-line-1.txt", "answer-Übung-01-line-1.txt", "answer-c-line-1.txt"])
    {
        let file = page["uri"].as_str().unwrap().strip_prefix("file://").unwrap().replace("%C3%9C", "Ü");
        assert_eq!(std::path::Path::new(&file).file_name().unwrap(), name);
        assert_eq!(page["text"], fs::read_to_string(&file).unwrap(), "{file}");
    }
}

#[test]
fn what_a_client_cannot_open_is_a_message() {
    let mut client = client(WRONG);
    for (command, words) in commands(&mut client).into_iter().zip(["└─ 5\n", "# E0301"]) {
        let page = client.ask(RUN, command).unwrap();
        let told = client.told("window/showMessage");
        assert_eq!((&told["type"], &told["message"]), (&json!(3), &page["text"]));
        assert!(told["message"].as_str().unwrap().contains(words), "{told}");
    }
}

#[test]
fn pictures_are_answers_that_nobody_else_is_shown() {
    let mut client = client("max A { 3, 5 }\nmax B = _ { 1, 2 }\n");
    let ask = |client: &mut Client, command: &str, line: u32, format: &[&str]| {
        let mut arguments = vec![json!(FILE), json!({ "line": line, "character": 0 })];
        arguments.extend(format.iter().map(|format| json!(format)));
        client.ask(RUN, json!({ "command": command, "arguments": arguments }))
    };
    let keys = |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    let search = ask(&mut client, "gametree.pictures", 0, &[]).unwrap();
    assert_eq!(keys(&search), ["body", "model", "range", "title"]);
    assert!(search["body"].as_str().unwrap().contains("<svg") && search["model"]["schema"] == 1);
    assert_eq!(keys(&ask(&mut client, "gametree.pictures", 1, &[]).unwrap()), ["picture", "range", "title"]);
    let mut export = |line, format| ask(&mut client, "gametree.export", line, &[format]);
    assert!(export(0, "svg").unwrap().as_str().unwrap().starts_with("<svg"));
    assert!(export(0, "html").unwrap().as_str().unwrap().starts_with("<!doctype html>"));
    assert!(export(1, "svg").unwrap().as_str().unwrap().starts_with("<svg"));
    assert_eq!((export(1, "html"), export(0, "pdf")), (Err(-32803), Err(-32602)));
    assert!(client.unasked().iter().all(|method| method != "window/showMessage"));
}

#[test]
fn a_command_that_cannot_be_run_says_why() {
    let mut client = client("max A = _ { 3, 5 }\n");
    assert_eq!(commands(&mut client), [] as [Value; 0]);
    let position = json!({ "line": 0, "character": 0 });
    for (command, arguments, error) in [
        ("gametree.showAnswer", json!([FILE, position]), -32803),
        ("gametree.showAnswer", json!(["untitled:b", position]), -32602),
        ("gametree.showAnswer", json!([]), -32602),
        ("gametree.explain", json!(["E9999"]), -32602),
        ("gametree.nothing", json!([]), -32602),
    ] {
        assert_eq!(client.ask(RUN, json!({ "command": command, "arguments": arguments })), Err(error), "{command}");
    }
    assert!(client.ask(RUN, json!({ "command": "gametree.explain", "arguments": ["tie"] })).is_ok());
    let told = client.unasked().into_iter().filter(|method| method == "window/showMessage");
    assert_eq!(told.count(), 1, "only what could be run has shown something");
}

#[test]
fn long_edits_are_sent_to_those_who_want_them() {
    let text = "max = 5 { 3, 5 }\n".repeat(60);
    let literal = json!({ "codeActionKind": { "valueSet": [] } });
    let able = json!({
        "codeActionLiteralSupport": literal, "dataSupport": true, "resolveSupport": { "properties": ["edit"] },
    });
    let params = json!({
        "textDocument": { "uri": FILE }, "range": range((0, 1), (0, 1)), "context": { "diagnostics": [] },
    });
    let named = |actions: &Value, words: &str| {
        let of = |action: &&Value| action["title"].as_str().unwrap().starts_with(words);
        actions.as_array().unwrap().iter().find(of).unwrap().clone()
    };
    let able = json!({ "textDocument": { "codeAction": able } });
    let (mut able, announced) = Client::greeted(json!({ "processId": null, "rootUri": null, "capabilities": able }));
    assert_eq!(announced["codeActionProvider"]["resolveProvider"], true);
    able.open(FILE, 1, &text);
    let mut unable = client(&text);
    let (short, long) = (able.ask(ACTIONS, params.clone()).unwrap(), unable.ask(ACTIONS, params).unwrap());
    assert!(short.to_string().len() * 4 < long.to_string().len());
    assert!(named(&short, "make this tree")["edit"].is_object());
    let all = named(&short, "make all trees");
    assert_eq!(all["edit"], Value::Null);
    let resolved = able.ask("codeAction/resolve", all.clone()).unwrap();
    assert_eq!(resolved["edit"], named(&long, "make all trees")["edit"]);
    able.change(FILE, 2, json!([{ "range": range((0, 0), (0, 0)), "text": " " }]));
    assert_eq!(able.ask("codeAction/resolve", all), Err(-32801), "the text is another one");
    let whole = json!({ "title": "nothing is left out" });
    assert_eq!(able.ask("codeAction/resolve", whole.clone()), Ok(whole));
}
