//! Symbols of all files in the client's folders.

use std::fs;
use std::path::Path;

use serde_json::json;
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
