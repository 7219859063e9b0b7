//! A client of the language server that does just what a test says.

#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values, and `&` before each would be noise")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Nothing takes so long; a test that waits so long for a message has failed.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    put_aside: VecDeque<Value>,
    last_id: i64,
}

impl Client {
    /// A server that has received nothing yet.
    pub(crate) fn strange() -> Self {
        Self::run(&mut Command::new(env!("CARGO_BIN_EXE_gametree")))
    }

    fn run(command: &mut Command) -> Self {
        let command = command.args(["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.stderr(Stdio::null()).spawn().unwrap();
        let (sender, messages) = channel();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = server.stdin.take();
        Self { server, input, messages, put_aside: VecDeque::new(), last_id: 0 }
    }

    /// A server that knows what its client can do.
    pub(crate) fn with(capabilities: Value, settings: Value) -> Self {
        Self::greeted(json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": settings,
        }))
        .0
    }

    /// Like [`Self::with`], for a server that creates temporary files in this folder.
    #[allow(dead_code, reason = "the bench does not ask")]
    pub(crate) fn with_temporary_folder(folder: &Path, capabilities: Value) -> Self {
        let client = Self::run(Command::new(env!("CARGO_BIN_EXE_gametree")).env("TMPDIR", folder));
        client.greet(json!({ "processId": null, "rootUri": null, "capabilities": capabilities })).0
    }

    /// Like [`Self::with_temporary_folder`], for a server that is started with SIGHUP ignored, as `nohup` does it.
    #[allow(dead_code, reason = "the bench does not ask")]
    pub(crate) fn without_hangups(folder: &Path, capabilities: Value) -> Self {
        let mut shell = Command::new("sh");
        let ignoring = ["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_gametree")];
        let client = Self::run(shell.args(ignoring).env("TMPDIR", folder));
        client.greet(json!({ "processId": null, "rootUri": null, "capabilities": capabilities })).0
    }

    /// A server initialised with these parameters, and its capabilities.
    pub(crate) fn greeted(params: Value) -> (Self, Value) {
        Self::strange().greet(params)
    }

    fn greet(mut self, params: Value) -> (Self, Value) {
        let client = &mut self;
        let answer = client.ask("initialize", params).unwrap();
        client.notify("initialized", json!({}));
        let abilities = answer["capabilities"].clone();
        (self, abilities)
    }

    /// Writes bytes as they are. A server that is gone does not hear them.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let message = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks something and waits for the answer; of an error, its number.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, i64> {
        self.last_id += 1;
        let id = json!(format!("test {}", self.last_id));
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.wait(|message| message["id"] == id && message["method"].is_null());
        answer.get("result").cloned().ok_or_else(|| answer["error"]["code"].as_i64().unwrap())
    }

    /// The next message of a kind.
    pub(crate) fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.put_aside.iter().position(&is_meant) {
            return self.put_aside.remove(place).unwrap();
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("the server says nothing");
            if is_meant(&message) {
                return message;
            }
            self.put_aside.push_back(message);
        }
    }

    /// The parameters of the next notification or request of the server that is called so.
    pub(crate) fn told(&mut self, method: &str) -> Value {
        self.wait(|message| message["method"] == method)["params"].take()
    }

    /// The methods of what the server has sent by now without having been asked.
    pub(crate) fn unasked(&mut self) -> Vec<String> {
        // What was sent before the answer to this has come before it.
        let _ = self.ask("gametree/nothing", Value::Null);
        let methods = self.put_aside.iter().filter_map(|message| message["method"].as_str().map(str::to_string));
        methods.collect()
    }

    /// Waits until the server has handled everything sent and has started the jobs for it.
    #[allow(dead_code, reason = "the bench does not ask")]
    pub(crate) fn told_nothing(&mut self) {
        assert_eq!(self.unasked(), [""; 0]);
    }

    /// Every message that has arrived and that no test has waited for.
    #[allow(dead_code, reason = "the bench does not ask")]
    pub(crate) fn heard(&self) -> impl Iterator<Item = &Value> {
        self.put_aside.iter()
    }

    pub(crate) fn open(&mut self, uri: &str, version: i32, text: &str) {
        let item = json!({ "uri": uri, "languageId": "gametree", "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The server's process.
    pub(crate) fn process(&self) -> u32 {
        self.server.id()
    }

    /// Waits for the server to end, and returns the signal that ended it.
    #[cfg(unix)]
    #[allow(dead_code, reason = "the bench does not ask")]
    pub(crate) fn killed_by(mut self) -> Option<i32> {
        std::os::unix::process::ExitStatusExt::signal(&self.server.wait().unwrap())
    }

    /// Closes the server's input, waits for it to end, and returns its exit status.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.input = None;
        self.server.wait().unwrap().code()
    }
}

/// Reads a message as the protocol has it, with nothing of the server's own code.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut head = String::new();
    output.read_line(&mut head).ok()?;
    let length: usize = head.strip_prefix("Content-Length: ")?.trim_end().parse().ok()?;
    let mut rest = vec![0; 2 + length];
    output.read_exact(&mut rest).ok()?;
    Some(serde_json::from_slice(rest.strip_prefix(b"\r\n")?).unwrap())
}
