//! What a server does with messages in a certain order.

use gen_lsp_types::ErrorCodes;
use gen_lsp_types::json_rpc::Id;
use serde_json::{Value, json};

use super::job::guarded;
use super::*;
use crate::lsp::NoFiles;
use crate::lsp::message::BUG;

/// A server that has been greeted, and has a text open.
fn server() -> Server<Vec<String>> {
    let mut server = Server::new(Vec::new(), Arc::new(NoFiles), 1);
    request(&mut server, 0, "initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    let item = json!({ "uri": "untitled:a", "languageId": "gametree", "version": 1, "text": "max A { 1 }" });
    notify(&mut server, "textDocument/didOpen", json!({ "textDocument": item }));
    server
}

fn request(server: &mut Server<Vec<String>>, id: i64, method: &str, params: Value) {
    let request = Content::Request { id: Id::Number(id), method: method.to_string(), params };
    assert_eq!(server.take(Message(request)).unwrap(), None);
}

fn notify(server: &mut Server<Vec<String>>, method: &str, params: Value) {
    let notification = Content::Notification { method: method.to_string(), params };
    assert_eq!(server.take(Message(notification)).unwrap(), None);
}

/// Numbers of answers to requests, with those of their errors, and the versions of the texts whose findings were
/// sent, in their order.
fn sent(mut server: Server<Vec<String>>) -> Vec<(Value, Value)> {
    loop {
        let jobs = server.begin();
        if jobs.is_empty() {
            break;
        }
        jobs.into_iter().for_each(|job| server.finish(job.run()).unwrap());
    }
    let of = |message: &String| {
        let message: Value = serde_json::from_str(message).unwrap();
        let is_answer = message.get("id").is_some();
        let (id, error) = (message["id"].clone(), message["error"]["code"].clone());
        if is_answer { (id, error) } else { (json!("findings"), message["params"]["version"].clone()) }
    };
    server.sink().iter().map(of).skip(1).collect()
}

fn about(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

fn change(server: &mut Server<Vec<String>>, version: i32) {
    let document = json!({ "uri": "untitled:a", "version": version });
    let params = json!({ "textDocument": document, "contentChanges": [{ "text": "max A { 2 }" }] });
    notify(server, "textDocument/didChange", params);
}

#[test]
fn what_is_asked_of_a_text_is_given_up_when_the_text_changes() {
    let mut server = server();
    request(&mut server, 1, "textDocument/documentSymbol", about("untitled:a"));
    request(&mut server, 2, "textDocument/documentSymbol", about("untitled:b"));
    change(&mut server, 2);
    request(&mut server, 3, "textDocument/documentSymbol", about("untitled:a"));
    change(&mut server, 3);
    change(&mut server, 4);
    request(&mut server, 4, "textDocument/documentSymbol", about("untitled:a"));
    let answers = [(1, json!(-32801)), (3, json!(-32801)), (2, json!(-32602)), (4, Value::Null)];
    let mut expected: Vec<(Value, Value)> = answers.map(|(id, error)| (json!(id), error)).to_vec();
    // Nobody wants the findings of what is no longer there.
    expected.push((json!("findings"), json!(4)));
    assert_eq!(sent(server), expected);
}

#[test]
fn a_text_is_read_when_somebody_asks_and_not_with_every_change() {
    let mut server = server();
    let is_read = |server: &Server<Vec<String>>| server.state.texts[&Uri::from("untitled:a")].is_read();
    (2..5).for_each(|version| {
        change(&mut server, version);
        assert!(!is_read(&server));
    });
    notify(&mut server, "workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert!(!is_read(&server));
    server.begin().into_iter().for_each(|job| drop(job.run()));
    assert!(is_read(&server));
}

#[test]
fn what_is_cancelled_is_not_answered_otherwise() {
    let mut server = server();
    request(&mut server, 1, "textDocument/documentSymbol", about("untitled:a"));
    request(&mut server, 2, "textDocument/documentSymbol", about("untitled:a"));
    notify(&mut server, "$/cancelRequest", json!({ "id": 1 }));
    notify(&mut server, "$/cancelRequest", json!({ "id": 9 }));
    let expected = [(json!(1), json!(-32800)), (json!(2), Value::Null), (json!("findings"), json!(1))];
    assert_eq!(sent(server), expected);
}

#[test]
fn what_waits_is_answered_before_the_end() {
    let mut server = server();
    request(&mut server, 1, "textDocument/documentSymbol", about("untitled:a"));
    request(&mut server, 2, "workspace/symbol", json!({ "query": "" }));
    request(&mut server, 3, "shutdown", Value::Null);
    assert!(server.begin().is_empty());
    let expected = [(json!(1), json!(-32800)), (json!(2), json!(-32800)), (json!(3), Value::Null)];
    assert_eq!(sent(server), expected);
}

#[test]
fn findings_that_cannot_be_had_are_logged() {
    let mut server = server();
    let [job] = &server.begin()[..] else { panic!("one text is to be checked") };
    let result = JobResult::Checked(Err(rpc_error(ErrorCodes::InternalError, BUG)));
    server.finish(Done { number: job.number, result }).unwrap();
    let output = server.sink().join("\n");
    assert!(output.contains("untitled:a is not checked: a mistake in gametree itself"), "{output}");
}

#[test]
fn folders_come_and_go() {
    let mut server = server();
    let folder = |path: &str| json!({ "uri": format!("file://{path}"), "name": "folder" });
    let mut change = |added: &[&str], removed: &[&str]| {
        let of = |paths: &[&str]| paths.iter().map(|path| folder(path)).collect::<Vec<_>>();
        let params = json!({ "event": { "added": of(added), "removed": of(removed) } });
        notify(&mut server, "workspace/didChangeWorkspaceFolders", params);
        server.state.folders.iter().map(|folder| folder.to_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(change(&["/a", "/b%20c"], &[]), ["/a", "/b c"]);
    assert_eq!(change(&["/d", "/a"], &["/b%20c", "/e"]), ["/a", "/d"]);
}

#[test]
fn a_panic_is_an_error_of_its_request() {
    let interrupt = Interrupt::default();
    let error = guarded(&interrupt, || -> Result<(), Error> { panic!("as if there were a bug") }).unwrap_err();
    assert_eq!(error.code, ErrorCodes::InternalError);
    assert_eq!(guarded(&interrupt, || Ok(3)).unwrap(), 3);
}

/// Starts a request about the open text and its check, then runs `happens`. Returns those two jobs and everything sent.
fn under_way(happens: impl FnOnce(&mut Server<Vec<String>>)) -> (Vec<Job>, Vec<(Value, Value)>) {
    under_way_with("textDocument/documentSymbol", about("untitled:a"), happens)
}

/// Like [`under_way`], with another request.
fn under_way_with(
    method: &str,
    params: Value,
    happens: impl FnOnce(&mut Server<Vec<String>>),
) -> (Vec<Job>, Vec<(Value, Value)>) {
    let mut server = server();
    request(&mut server, 1, method, params);
    let jobs = server.begin();
    assert_eq!(jobs.len(), 2);
    happens(&mut server);
    let outcomes = jobs.iter().map(|job| {
        let result = match &job.task {
            Task::Answer { .. } => JobResult::Answered(Ok(json!("too late"))),
            Task::Check(_) => JobResult::Checked(Ok(Vec::new())),
        };
        Done { number: job.number, result }
    });
    outcomes.for_each(|done| server.finish(done).unwrap());
    (jobs, sent(server))
}

#[test]
fn a_change_or_the_shutdown_interrupts_running_jobs() {
    let is_ended = |jobs: &[Job]| jobs.iter().all(|job| job.interrupt.is_raised());
    let (jobs, sent) = under_way(|server| change(server, 2));
    assert!(is_ended(&jobs));
    assert_eq!(sent, [(json!(1), json!(-32801)), (json!("findings"), json!(2))]);
    let (jobs, sent) = under_way(|server| request(server, 2, "shutdown", Value::Null));
    assert!(is_ended(&jobs));
    assert_eq!(sent, [(json!(1), json!(-32800)), (json!(2), Value::Null)]);
    let (jobs, sent) = under_way(|server| notify(server, "textDocument/didClose", about("untitled:a")));
    assert!(is_ended(&jobs));
    assert_eq!(sent, [(json!(1), json!(-32801)), (json!("findings"), Value::Null)]);
    let item = json!({ "uri": "untitled:b", "languageId": "gametree", "version": 7, "text": "max B { 1 }" });
    let (jobs, _) = under_way(|server| notify(server, "textDocument/didOpen", json!({ "textDocument": item })));
    assert!(!is_ended(&jobs), "another text is no reason");
}

#[test]
fn a_change_interrupts_requests_that_name_their_text_elsewhere() {
    let action = json!({ "title": "write `= 3`", "data": about("untitled:a") });
    let place = json!({ "line": 0, "character": 0 });
    let shows_answer = |uri: &str| json!({ "command": "gametree.showAnswer", "arguments": [uri, place] });
    for (method, params) in [("codeAction/resolve", action), ("workspace/executeCommand", shows_answer("untitled:a"))] {
        let (jobs, sent) = under_way_with(method, params, |server| change(server, 2));
        assert!(jobs.iter().all(|job| job.interrupt.is_raised()), "{method}");
        assert_eq!(sent, [(json!(1), json!(-32801)), (json!("findings"), json!(2))], "{method}");
    }
    let explains = json!({ "command": "gametree.explain", "arguments": ["untitled:a"] });
    for params in [shows_answer("untitled:b"), explains, json!({ "command": "gametree.showAnswer" }), Value::Null] {
        let (jobs, _) = under_way_with("workspace/executeCommand", params.clone(), |server| change(server, 2));
        assert!(!jobs[0].interrupt.is_raised(), "{params}");
    }
}

#[test]
fn a_request_that_is_under_way_can_be_cancelled() {
    let mut server = server();
    request(&mut server, 1, "textDocument/documentSymbol", about("untitled:a"));
    let jobs = server.begin();
    notify(&mut server, "$/cancelRequest", json!({ "id": 1 }));
    assert!(jobs[0].interrupt.is_raised() && !jobs[1].interrupt.is_raised());
    jobs.into_iter().for_each(|job| server.finish(job.run()).unwrap());
    assert_eq!(sent(server), [(json!(1), json!(-32800)), (json!("findings"), json!(1))]);
}

#[test]
fn a_question_waits_only_for_the_same_question_of_the_same_text() {
    let mut server = server();
    for (id, method, uri) in [
        (1, "textDocument/hover", "untitled:a"),
        (2, "textDocument/hover", "untitled:a"),
        (3, "textDocument/hover", "untitled:b"),
        (4, "textDocument/documentSymbol", "untitled:a"),
        (5, "workspace/symbol", ""),
    ] {
        request(&mut server, id, method, about(uri));
    }
    let first = server.begin();
    let lanes = first.iter().filter(|job| matches!(job.task, Task::Answer { .. })).count();
    assert_eq!((lanes, first.len()), (4, 5), "all but the second, and the check");
    assert!(server.begin().is_empty());
    let hover = first.into_iter().next().unwrap();
    server.finish(hover.run()).unwrap();
    assert_eq!(server.begin().len(), 1);
}
