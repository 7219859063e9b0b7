//! Symbols and findings of all files in the client's folders.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A client that works in a folder, or in none.
fn client(folder: Option<&Path>) -> Client {
    let root = folder.map(uri);
    Client::greeted(json!({ "processId": null, "rootUri": root, "capabilities": {} })).0
}

fn names(client: &mut Client, query: &str) -> Vec<String> {
    let symbols = client.ask("workspace/symbol", json!({ "query": query })).unwrap();
    symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn without_a_folder_there_is_only_what_is_open() {
    let mut client = client(None);
    // The tests run in a folder with many files.
    assert_eq!(names(&mut client, ""), [""; 0]);
    client.open("untitled:a.tree", 1, "max Alone { 3 }");
    assert_eq!(names(&mut client, ""), ["Alone"]);
}

#[test]
fn an_open_file_is_listed_once_however_its_name_is_spelt() {
    let folder = folder(&[("a.tree", "max Old { 3 }"), ("b.tree", "max Other { 3 }")]);
    let mut client = client(Some(folder.path()));
    assert_eq!(names(&mut client, ""), ["Old", "Other"]);
    client.open(&format!("{}/%61.tree", uri(folder.path())), 1, "max New { 3 }");
    assert_eq!(names(&mut client, ""), ["New", "Other"]);
}

#[test]
fn what_has_no_name_is_no_symbol() {
    let text = "tree { max { min \"MAX\" { 1 } b: min { 2, ?x } { 3, c: 4 } } } tree \"t\" { max { 3 } }";
    let folder = folder(&[("a.tree", text)]);
    assert_eq!(names(&mut client(Some(folder.path())), ""), ["MAX", "b", "?x", "c", "t"]);
    assert_eq!(names(&mut client(Some(folder.path())), "max"), ["MAX"]);
}

#[test]
fn folders_that_are_added_are_looked_into() {
    let [one, other] = [folder(&[("a.tree", "max One { 3 }")]), folder(&[("a.tree", "max Two { 3 }")])];
    let mut client = client(Some(one.path()));
    let of = |folder: &TempDir| json!([{ "uri": uri(folder.path()), "name": "folder" }]);
    let event = json!({ "event": { "added": of(&other), "removed": of(&one) } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    assert_eq!(names(&mut client, ""), ["Two"]);
}

#[test]
fn a_project_leaves_files_out_of_the_symbols() {
    let folder = folder(&[
        ("a.tree", "max A { 3 }"),
        ("b.tree", "max B { 3 }"),
        ("c.txt", "max C { 3 }"),
        ("gametree.toml", "exclude = [\"a.tree\"]"),
    ]);
    assert_eq!(names(&mut client(Some(folder.path())), ""), ["B"]);
}

/// The report of each file: its name, its result id and the codes of its findings; `None` if they are unchanged.
fn reports(client: &mut Client, known: &Value) -> Vec<(String, Value, Option<String>)> {
    let report = client.ask("workspace/diagnostic", json!({ "previousResultIds": known })).unwrap();
    let of = |item: &Value| {
        let name = item["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_string();
        let codes = item["items"].as_array().map(|items| {
            let codes: Vec<&str> = items.iter().map(|finding| finding["code"].as_str().unwrap()).collect();
            codes.join(" ")
        });
        assert_eq!(item["kind"], if codes.is_some() { "full" } else { "unchanged" });
        (name, item["resultId"].clone(), codes)
    };
    report["items"].as_array().unwrap().iter().map(of).collect()
}

/// The codes reported for each file.
fn codes(reports: &[(String, Value, Option<String>)]) -> Vec<(&str, Option<&str>)> {
    reports.iter().map(|(name, _, codes)| (name.as_str(), codes.as_deref())).collect()
}

/// The result ids that a client sends for the results that it has.
fn known(folder: &Path, reports: &[(String, Value, Option<String>)]) -> Value {
    let known = reports.iter().filter(|(_, id, _)| id.is_string());
    known.map(|(name, id, _)| json!({ "uri": format!("{}/{name}", uri(folder)), "value": id })).collect()
}

const WRONG: &str = "max A = 4 { 3, 5 }";

#[test]
fn findings_of_files_that_are_not_open_are_told() {
    let folder = folder(&[
        (".gitignore", "ignored.tree"),
        ("gametree.toml", "exclude = [\"left-out.tree\"]\n[lints]\nunreachable-cutoff = \"allow\""),
        ("a.tree", WRONG),
        ("b.tree", "max { { 3, 5 } { 2, 8 } }"),
        ("c.tree", "max A { 3 "),
        ("d.txt", WRONG),
        ("ignored.tree", WRONG),
        ("left-out.tree", WRONG),
    ]);
    let mut client = client(Some(folder.path()));
    let first = reports(&mut client, &json!([]));
    let all = [("a.tree", Some("E0301")), ("b.tree", Some("")), ("c.tree", Some("E0106"))];
    assert_eq!(codes(&first), all);
    assert_eq!(codes(&reports(&mut client, &json!([]))), all, "nothing is known to a client that knows nothing");
    let again = reports(&mut client, &known(folder.path(), &first));
    assert_eq!(codes(&again), [("a.tree", None), ("b.tree", None), ("c.tree", None)]);
    assert_eq!(known(folder.path(), &again), known(folder.path(), &first));
    fs::write(folder.path().join("a.tree"), "max A = 5 { 3, 5 }").unwrap();
    fs::remove_file(folder.path().join("c.tree")).unwrap();
    let changed = reports(&mut client, &known(folder.path(), &first));
    assert_eq!(codes(&changed), [("a.tree", Some("")), ("b.tree", None), ("c.tree", Some(""))]);
    assert_eq!(changed[2].1, Value::Null, "there is no such file any more");
    assert_eq!(codes(&reports(&mut client, &known(folder.path(), &changed))), [("a.tree", None), ("b.tree", None)]);
}

#[test]
fn findings_change_with_the_project_and_the_settings() {
    let folder = folder(&[("a.tree", "max A { { 3, 5 } { 2, 8 } }"), ("b.tree", "max = _ { { 3, 5 } { 2, 8 } }")]);
    let mut client = client(Some(folder.path()));
    let first = reports(&mut client, &json!([]));
    assert_eq!(codes(&first), [("a.tree", Some("W0401")), ("b.tree", Some("N0701"))], "an exercise keeps its answers");
    let settings = json!({ "settings": { "gametree": { "revealAnswers": true } } });
    client.notify("workspace/didChangeConfiguration", settings);
    let second = reports(&mut client, &known(folder.path(), &first));
    assert_eq!(codes(&second), [("a.tree", Some("W0401")), ("b.tree", Some("N0701 W0401"))]);
    fs::write(folder.path().join("gametree.toml"), "[lints]\nunreachable-cutoff = \"allow\"").unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let third = reports(&mut client, &known(folder.path(), &second));
    assert_eq!(codes(&third), [("a.tree", Some("")), ("b.tree", Some("N0701"))]);
}

#[test]
fn findings_of_an_open_file_are_those_of_its_text() {
    let folder = folder(&[("a.tree", WRONG)]);
    let mut client = client(Some(folder.path()));
    let name = format!("{}/%61.tree", uri(folder.path()));
    client.open(&name, 7, "max A = _ { 3, 5 }");
    client.open("file:///nowhere/b.tree", 1, WRONG);
    let report = client.ask("workspace/diagnostic", json!({ "previousResultIds": [] })).unwrap();
    let items = report["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["uri"], &items[0]["version"]), (1, &json!(name), &json!(7)));
    assert_eq!(items[0]["items"][0]["code"], "N0701");
    // A tree can hide its answers when nothing is open any more.
    let known = json!([{ "uri": name, "value": items[0]["resultId"] }]);
    client.change(&name, 8, json!([{ "text": "reveal never max A = 4 worth 1 { { 3, 5 } { 2, 8 } }" }]));
    let report = client.ask("workspace/diagnostic", json!({ "previousResultIds": known })).unwrap();
    let findings = report["items"][0]["items"].as_array().unwrap();
    assert_eq!((findings.len(), &findings[0]["code"]), (1, &json!("N0702")));
}

#[test]
fn mistakes_of_a_project_are_told_with_its_files() {
    let folder = folder(&[("gametree.toml", "[serach]"), ("a.tree", WRONG), ("b.tree", WRONG)]);
    let mut client = client(Some(folder.path()));
    let first = reports(&mut client, &json!([]));
    assert_eq!(first[0].2.as_deref(), Some("E0802"));
    let names: Vec<&str> = codes(&first).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["gametree.toml", "a.tree", "b.tree"]);
    client.open(&format!("{}/a.tree", uri(folder.path())), 1, WRONG);
    assert_eq!(reports(&mut client, &json!([])).len(), 2, "they have been sent with the findings of the text");
}

#[cfg(unix)]
#[test]
fn no_file_outside_of_the_folders_is_told_of() {
    use std::os::unix::fs::symlink;
    let [inside, outside] = [folder(&[("a.tree", WRONG)]), folder(&[("b.tree", "max Secret = 4 { 3, 5 }")])];
    symlink(outside.path(), inside.path().join("link")).unwrap();
    symlink(outside.path().join("b.tree"), inside.path().join("b.tree")).unwrap();
    symlink(inside.path().join("a.tree"), inside.path().join("again.tree")).unwrap();
    let mut client = client(Some(inside.path()));
    assert_eq!(codes(&reports(&mut client, &json!([]))), [("a.tree", Some("E0301"))]);
    assert_eq!(names(&mut client, ""), ["A"]);
}
