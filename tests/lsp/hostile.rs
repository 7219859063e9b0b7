//! Whatever a client sends, the server answers or ignores it, and lives on.

use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};

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
        rangeFormatting selectionRange diagnostic didOpen didChange didClose didSave";
    let features: Vec<String> = features.split_whitespace().map(|name| format!("textDocument/{name}")).collect();
    let others = "initialized $/cancelRequest $/setTrace workspace/symbol workspace/diagnostic \
        workspace/didChangeConfiguration workspace/didChangeWatchedFiles workspace/executeCommand codeAction/resolve \
        initialize nonsense";
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
            "settings": { "gametree": number }, "positions": [position, position],
            "previousResultIds": [{ "uri": uri, "value": text }],
            "command": "gametree.showAnswer", "arguments": [uri, position],
        })
    });
    let wrong = prop::sample::select(vec![Value::Null, json!([]), json!({ "textDocument": [] }), json!("x")]);
    prop_oneof![9 => right, 1 => wrong]
}

/// What is sent: the text of a message, and whether it is a request that is to be answered, which gets a number of its own.
fn body() -> impl Strategy<Value = (String, bool)> {
    let request = (method(), params()).prop_map(|(method, params)| {
        (json!({ "jsonrpc": "2.0", "id": "NUMBER", "method": method, "params": params }).to_string(), true)
    });
    let notification = (method(), params()).prop_map(|(method, params)| {
        (json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(), false)
    });
    let ids = prop::sample::select(vec![Value::Null, json!(1.5), json!({}), json!(u64::MAX)]);
    let numbered = (method(), params(), ids).prop_map(|(method, params, id)| {
        (json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(), false)
    });
    let shapeless = [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "\u{0}",
        "{\"id\":1}",
        "{\"id\":1,\"result\":{}}",
        "[[[[[[[[[[[[[[[[",
        "{\"id\":null,\"method\":3}",
        "{\"method\":{}}",
    ];
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let shapeless: Vec<(String, bool)> =
        shapeless.into_iter().map(str::to_string).chain([deep]).map(|body| (body, false)).collect();
    prop_oneof![5 => request, 5 => notification, 1 => numbered, 1 => prop::sample::select(shapeless)]
}

/// What goes wrong on the way: a head that is none, or a message that is cut off.
fn mishap() -> impl Strategy<Value = Option<(Option<&'static str>, Option<prop::sample::Index>)>> {
    let wrong = vec![
        "Content-Length: 3\r\n\r\n",
        "Content-Length: -3\r\n\r\n",
        "Content-Length: x\r\n\r\n",
        "Content-Length: 99999999999999999999999\r\n\r\n",
        "Length: {}\r\n\r\n",
        "\r\n\r\n",
        "",
    ];
    let wrong = prop::sample::select(wrong).prop_map(|head| Some((Some(head), None)));
    let truncated = any::<prop::sample::Index>().prop_map(|place| Some((None, Some(place))));
    prop_oneof![20 => Just(None), 1 => wrong, 1 => truncated]
}

/// The bytes of a message. Behind a mishap come so many blanks and ends of lines that whatever was begun is over then.
fn bytes(head: &str, body: &str, mishap: Option<(Option<&str>, Option<prop::sample::Index>)>) -> Vec<u8> {
    let Some((wrong, truncated)) = mishap else {
        return [head.replace("{}", &body.len().to_string()).as_bytes(), body.as_bytes()].concat();
    };
    let head = wrong.unwrap_or(head).replace("{}", &body.len().to_string());
    let mut bytes = [head.as_bytes(), body.as_bytes()].concat();
    if let Some(place) = truncated {
        bytes.truncate(place.index(bytes.len().max(1)));
    }
    bytes.extend_from_slice(b"\r\n\r\n");
    bytes.resize(bytes.len() + body.len(), b' ');
    bytes.extend_from_slice(b"\r\n\r\n");
    bytes
}

/// Waits until all these requests are answered, and returns how often each was answered. No answer may be an internal
/// error.
fn answers(client: &mut Client, expected: &HashMap<i64, usize>) -> HashMap<i64, usize> {
    let mut answers = HashMap::new();
    while expected.keys().any(|id| !answers.contains_key(id)) {
        let answer = client.wait(|message| message["method"].is_null() && message["id"].is_i64());
        assert_ne!(answer["error"]["code"], -32603, "{answer}");
        answer["id"].as_i64().into_iter().for_each(|id| *answers.entry(id).or_default() += 1);
    }
    answers
}

#[test]
fn ten_thousand_messages_of_every_kind_do_no_harm() {
    let mut runner = TestRunner::deterministic();
    let heads =
        vec!["Content-Length: {}\r\n\r\n", "content-length:{}\n\n", "Content-Length: {}\r\nContent-Type: none\r\n\r\n"];
    let message = (prop::sample::select(heads), body(), mishap());
    let mut requests = 0;
    for round in 0..ROUNDS {
        // Some meet a server that was never greeted.
        let mut client = if round % 5 == 0 { Client::strange() } else { Client::with(json!({}), Value::Null) };
        let mut expected = HashMap::new();
        for number in 1..=MESSAGES {
            let (head, (body, is_request), mishap) = message.new_tree(&mut runner).unwrap().current();
            client.write(&bytes(head, &body.replace("\"NUMBER\"", &number.to_string()), mishap));
            if is_request && mishap.is_none() {
                expected.insert(i64::try_from(number).unwrap(), 1);
            }
        }
        let last = client.ask("gametree/nothing", Value::Null);
        assert!(matches!(last, Err(-32601 | -32002)), "round {round}: {last:?}");
        requests += expected.len();
        let answers = answers(&mut client, &expected);
        let wrong = expected.iter().find(|(id, count)| answers.get(id) != Some(count));
        assert_eq!(wrong, None, "round {round}");
    }
    assert!(requests > ROUNDS * MESSAGES / 3, "{requests}");
}

#[test]
fn an_ill_formed_request_is_answered_by_its_number() {
    let mut client = Client::with(json!({}), Value::Null);
    for id in [json!(5), json!("five")] {
        client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": 3 }));
        let answer = client.wait(|message| message["id"] == id);
        assert_eq!(answer["error"]["code"], -32600);
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": [5], "method": "textDocument/hover" }));
    let answer = client.wait(|message| message["error"].is_object());
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32600)));
}

#[test]
fn a_message_that_is_promised_without_end_ends_the_talk() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    let command = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    // It stays open: nobody waits for its end.
    let mut input = server.stdin.take().unwrap();
    input.write_all(b"Content-Length: 1000000000000\r\n\r\n{").unwrap();
    let output = server.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let (told, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(told.contains("-32700") && told.contains("1000000000000 bytes are more than"), "{told}");
    assert!(error.contains("cannot read from the editor: nothing is read after 1000000000000 bytes"), "{error}");
}

#[test]
fn a_message_that_is_promised_too_long_is_passed_over() {
    let mut client = Client::with(json!({}), Value::Null);
    let length = 65 << 20;
    client.write(format!("Content-Length: {length}\r\n\r\n").as_bytes());
    // It is told before anything of it has come.
    let told = client.wait(|message| message["id"].is_null() && message["error"].is_object());
    assert_eq!(told["error"]["code"], -32700);
    client.write(&vec![b'{'; length]);
    assert_eq!(client.ask("gametree/nothing", Value::Null), Err(-32601));
}
