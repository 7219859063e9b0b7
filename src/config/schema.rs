//! A JSON Schema for `gametree.toml`, from which editors know its keys and values.

use serde_json::{Map, Value, json};

use super::keys::{KEYS, Key, Values};
use super::{FILE_NAME, LintLevel};
use crate::diagnostic::{Code, Lints};
use crate::model::Choice;

/// The JSON Schema of the file. It follows draft 7, which all editors know.
pub fn schema() -> Value {
    let mut schema = table(KEYS);
    let head = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": FILE_NAME,
        "description": "The rules of a course: lints, settings of the search, paths to leave out, and grading.",
        "definitions": {
            "number": {
                "description": "An exact number. Write fractions in quotes.",
                // JSON has no infinity, so editors take `inf` for null, which TOML does not have.
                "oneOf": [{ "type": ["number", "null"] }, { "type": "string", "pattern": NUMBER }],
            },
        },
    });
    extend(&mut schema, head);
    schema
}

/// A number in the notation of the language.
const NUMBER: &str = r"^[-+\u2212]?(inf|\u221e|[0-9]+(_[0-9]+)*([./][0-9]+(_[0-9]+)*)?)$";

fn table(keys: &[Key]) -> Value {
    let properties = keys.iter().map(|key| (key.name.to_string(), property(key)));
    json!({ "type": "object", "additionalProperties": false, "properties": properties.collect::<Map<_, _>>() })
}

fn property(key: &Key) -> Value {
    let mut property = json!({ "description": key.about });
    extend(&mut property, values(&key.values));
    property
}

fn values(values: &Values) -> Value {
    match values {
        Values::Words(words) => json!({ "enum": words(), "default": words().first() }),
        Values::Truth => json!({ "type": "boolean", "default": true }),
        Values::Plies => json!({ "oneOf": [
            { "type": "integer", "minimum": 1 },
            { "type": "string", "pattern": "^[0-9]*[1-9][0-9]*$" },
        ] }),
        Values::Ends => {
            json!({ "type": "array", "items": { "$ref": "#/definitions/number" }, "minItems": 2, "maxItems": 2 })
        }
        Values::Share => json!({
            "default": "full",
            "oneOf": [
                { "enum": ["full", "none"] },
                { "type": "number", "minimum": 0, "maximum": 1 },
                { "type": "string", "pattern": "^[0-9]+([./][0-9]+)?$" },
            ],
        }),
        Values::Patterns => json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
        Values::Lints => {
            let lints = Lints::names().map(|name| (name.to_string(), lint(name)));
            json!({ "type": "object", "additionalProperties": false, "properties": lints.collect::<Map<_, _>>() })
        }
        Values::Table(keys) => table(keys),
    }
}

fn lint(name: &str) -> Value {
    let about = match Lints::from_name(name) {
        Some(Lints::One(code)) => match code.default_level() {
            Some(_) => format!("{code}: {}.", code.title()),
            None => format!("{code}: {}. Off by default.", code.title()),
        },
        Some(Lints::Warnings) => "Every lint that would otherwise be reported as a warning.".to_string(),
        _ => format!("Every lint, also those that are off by default. There are {}.", Code::lints().count()),
    };
    json!({ "description": about, "enum": LintLevel::names() })
}

/// Adds the keys of one object to another.
fn extend(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
