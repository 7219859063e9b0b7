//! Whatever a client sends, the server answers or ignores it, and lives on.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::client::Client;

/// Ten thousand messages in all.
const ROUNDS: usize = 20;
const MESSAGES: usize = 500;

fn method() -> impl Strategy<Value = String> {
    let features = "hover completion definition references documentHighlight prepareRename rename documentSymbol \
        foldingRange semanticTokens/full semanticTokens/range inlayHint codeLens codeAction formatting \
        rangeFormatting diagnostic didOpen didChange didClose didSave";
    let features: Vec<String> = features.split_whitespace().map(|name| format!("textDocument/{name}")).collect();
    let others = "initialized $/cancelRequest $/setTrace workspace/symbol workspace/didChangeConfiguration \
        workspace/didChangeWatchedFiles workspace/executeCommand initialize nonsense";
    let others: Vec<String> = others.split_whitespace().map(str::to_string).collect();
    prop::sample::select([features, others].concat())
}

fn number() -> impl Strategy<Value = Value> {
    let large = [json!(-1), json!(u32::MAX), json!(u64::MAX), json!(1.5), json!(1e300), json!("1"), Value::Null];
    prop_oneof![3 => (0..40_u32).prop_map(|number| json!(number)), 1 => prop::sample::select(large.to_vec())]
}

fn position() -> impl Strategy<Value = Value> {
    (number(), number()).prop_map(|(line, character)| json!({ "line": line, "character": character }))
}

fn range() -> impl Strategy<Value = Value> {
    (position(), position()).prop_map(|(start, end)| json!({ "start": start, "end": end }))
}

fn text() -> impl Strategy<Value = String> {
    let pieces =
        "max|min|chance|{|}|A|= 3|plays a|a:|3|1/3|?x|...|_|pruned|expect value = 3|tree|\n|// x\n|\"|α|𝛼|\r|;|[3, 5]";
    let pieces: Vec<&str> = pieces.split('|').collect();
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.join(" "))
}

/// Everything that any message may have, right or wrong.
fn params() -> impl Strategy<Value = Value> {
    let uri = prop::sample::select(vec!["untitled:a", "untitled:b", "file:///nowhere/c.tree", "", "%%", "file://%ff"]);
    let parts = (uri, text(), position(), range(), range(), number());
    let right = parts.prop_map(|(uri, text, position, range, other, number)| {
        json!({
            "textDocument": { "uri": uri, "version": number, "languageId": "gametree", "text": text },
            "contentChanges": [{ "range": range, "text": text }, { "range": other, "text": "3" }],
            "position": position, "range": range, "context": { "diagnostics": [], "includeDeclaration": true },
            "options": { "tabSize": 4, "insertSpaces": true }, "newName": text, "query": text, "id": number,
            "settings": { "gametree": number },
        })
    });
    let wrong = prop::sample::select(vec![Value::Null, json!([]), json!({ "textDocument": [] }), json!("x")]);
    prop_oneof![9 => right, 1 => wrong]
}

fn body() -> impl Strategy<Value = String> {
    let ids = prop::sample::select(vec![json!(1), json!("a"), Value::Null, json!(1.5), json!({}), json!(u64::MAX)]);
    let request = (method(), params(), ids).prop_map(|(method, params, id)| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    });
    let notification = (method(), params())
        .prop_map(|(method, params)| json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    let shapeless =
        ["", "{", "[]", "null", "{}", "\u{0}", "{\"id\":1}", "{\"id\":1,\"result\":{}}", "[[[[[[[[[[[[[[[["];
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let shapeless: Vec<String> = shapeless.into_iter().map(str::to_string).chain([deep]).collect();
    prop_oneof![5 => request, 5 => notification, 1 => prop::sample::select(shapeless)]
}

/// The bytes of a message, with a head that may be wrong, too.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let heads =
        vec!["Content-Length: {}\r\n\r\n", "content-length:{}\n\n", "Content-Length: {}\r\nContent-Type: none\r\n\r\n"];
    let wrong = vec![
        "Content-Length: 3\r\n\r\n",
        "Content-Length: -3\r\n\r\n",
        "Content-Length: x\r\n\r\n",
        "Content-Length: 99999999999999999999999\r\n\r\n",
        "Length: {}\r\n\r\n",
        "\r\n\r\n",
        "",
    ];
    let heads = prop_oneof![20 => prop::sample::select(heads), 1 => prop::sample::select(wrong)];
    let truncated = prop_oneof![20 => Just(None), 1 => any::<prop::sample::Index>().prop_map(Some)];
    (heads, body(), truncated).prop_map(|(head, body, truncated)| {
        let head = head.replace("{}", &body.len().to_string());
        let mut bytes = [head.as_bytes(), body.as_bytes()].concat();
        if let Some(place) = truncated {
            bytes.truncate(place.index(bytes.len().max(1)));
        }
        bytes
    })
}

#[test]
fn ten_thousand_messages_of_every_kind_do_no_harm() {
    let mut runner = TestRunner::default();
    for round in 0..ROUNDS {
        // Some meet a server that was never greeted.
        let mut client = if round % 5 == 0 { Client::strange() } else { Client::with(json!({}), Value::Null) };
        for _ in 0..MESSAGES {
            let message = message().new_tree(&mut runner).unwrap().current();
            client.write(&message);
        }
        // Whatever was begun before is over, as far as a server can know, behind so many ends of lines.
        let answered = (0..3).any(|_| {
            client.write(" ".repeat(1 << 20).as_bytes());
            client.write(b"\r\n\r\n");
            matches!(client.ask("gametree/nothing", Value::Null), Err(-32601 | -32002))
        });
        assert!(answered, "round {round}");
    }
}

#[test]
fn a_message_that_is_promised_too_long_is_passed_over() {
    let mut client = Client::with(json!({}), Value::Null);
    let length = 65 << 20;
    client.write(format!("Content-Length: {length}\r\n\r\n").as_bytes());
    client.write(&vec![b'{'; length]);
    let told = client.wait(|message| message["id"].is_null() && message["error"].is_object());
    assert_eq!(told["error"]["code"], -32700);
    assert_eq!(client.ask("gametree/nothing", Value::Null), Err(-32601));
}
