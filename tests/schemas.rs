//! `schemas/gametree.toml.schema.json` is made from the keys that the code reads. `UPDATE_DOCS=1 cargo test --test schemas`
//! writes it anew. The schemas of what the command writes are tested in `tests/foreign/test_schemas.py`.

use std::fs;

use gametree::config;
use gametree::diagnostic::Lints;
use serde_json::Value;

const PATH: &str = "schemas/gametree.toml.schema.json";

#[test]
fn the_schema_of_gametree_toml_is_in_step() {
    let schema = serde_json::to_string_pretty(&config::schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PATH, &schema).unwrap();
    }
    let written = fs::read_to_string(PATH).unwrap_or_default();
    assert!(written == schema, "{PATH} is out of step: UPDATE_DOCS=1 cargo test --test schemas writes it anew");
}

/// Every word that the schema allows is read, and nothing else: so a value that the code learns is in the schema, too.
#[test]
fn the_words_of_the_schema_are_those_that_are_read() {
    let schema = config::schema();
    let mut words = 0;
    for (table, keys) in schema["properties"].as_object().unwrap() {
        for (key, about) in keys["properties"].as_object().into_iter().flatten() {
            for word in about["enum"].as_array().into_iter().flatten().map(|word| word.as_str().unwrap()) {
                let (_, findings) = config::read(&format!("[{table}]\n{key} = \"{word}\""), 9);
                assert_eq!(findings.tally().total(), 0, "{table}.{key} = {word}");
                words += 1;
            }
            assert!(about["description"].is_string(), "{table}.{key}");
        }
    }
    assert!(words > 20);
}

/// A key that is read must be in the schema: the help for an unknown key lists all keys there are.
#[test]
fn the_keys_of_the_schema_are_those_that_are_read() {
    let schema = config::schema();
    let keys_of = |table: &Value| -> Vec<String> { table["properties"].as_object().unwrap().keys().cloned().collect() };
    let help = |text: &str| {
        let (findings, _) = config::read(text, 9).1.finish();
        findings[0].notes.iter().map(|note| note.text().to_string()).collect::<String>()
    };
    for (text, keys) in [
        ("xyzzy = 1", keys_of(&schema)),
        ("[search]\nxyzzy = 1", keys_of(&schema["properties"]["search"])),
        ("[grade]\nxyzzy = 1", keys_of(&schema["properties"]["grade"])),
    ] {
        let help = help(text);
        assert!(keys.iter().all(|key| help.contains(&format!("`{key}`"))), "{help} lacks one of {keys:?}");
    }
    let lints = keys_of(&schema["properties"]["lints"]);
    assert_eq!(lints.len(), Lints::names().count());
}
