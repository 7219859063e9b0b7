//! The program: started, asked, and ended; on Unix, with all that it has started.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
#[cfg(unix)]
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use gametree::diagnostic::counted;
use gametree::diagnostic::render::printable;
#[cfg(unix)]
use rustix::process::Pid;

use super::answer::Known;
#[cfg(unix)]
use crate::cli::signals;

/// A longer answer is none, in bytes.
const LONGEST: u64 = 1 << 20;

/// The program, which runs until this is dropped.
pub(super) struct Program {
    child: Child,
    /// Questions to write, so that a program that does not read cannot stop this one.
    questions: Option<Sender<String>>,
    answers: Receiver<io::Result<Vec<u8>>>,
    patience: Duration,
    /// The processes of the program while it runs.
    #[cfg(unix)]
    group: Arc<Mutex<Option<Pid>>>,
}

impl Program {
    pub(super) fn start(command: &str, patience: Duration) -> Result<Self, String> {
        let mut shell = shell(command);
        // All that the command starts is ended together. Elsewhere, only the shell is.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let started = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("`{command}` cannot be run: {error}"))?;
        #[cfg(unix)]
        let group = Arc::new(Mutex::new(Some(Pid::from_child(&child))));
        #[cfg(unix)]
        {
            let group = Arc::clone(&group);
            // Without it, the program still sees the end of its input.
            let _ = signals::before_end(move || end_group(&group));
        }
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{command}` cannot be talked to"));
        };
        Ok(Self {
            child,
            questions: Some(writing(input)),
            answers: reading(output),
            patience,
            #[cfg(unix)]
            group,
        })
    }

    /// What the program says about a position, and the length of its answer.
    pub(super) fn ask(&mut self, position: &str) -> Result<(Known, usize), String> {
        let about = |reason: String| format!("at the position {position:?}, {reason}");
        if let Ok(Ok(line)) = self.answers.try_recv()
            && !line.is_empty()
        {
            return Err(about(format!("the program wrote {} before it was asked", shortened(&line))));
        }
        let question = serde_json::json!({ "position": position }).to_string();
        if let Some(questions) = &self.questions {
            // This fails if the program has stopped reading. Then its answer is missing, which is reported.
            let _ = questions.send(question);
        }
        let line = self.line().map_err(about)?;
        if line.is_empty() {
            return Err(about(format!("the program ended before it answered{}", self.status())));
        }
        let known =
            Known::read(&line).map_err(|reason| about(format!("{reason}; the answer is {}", shortened(&line))))?;
        Ok((known, line.len()))
    }

    /// The next line of the program, which is empty at its end.
    fn line(&self) -> Result<Vec<u8>, String> {
        match self.answers.recv_timeout(self.patience) {
            Ok(Ok(line)) if line.len() as u64 > LONGEST => {
                Err("the program answers with more than a megabyte".to_string())
            }
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(format!("the answer cannot be read: {error}")),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = counted(self.patience.as_secs(), "second", "seconds");
                Err(format!("the program has not answered in {seconds}; --timeout gives it more time"))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
        }
    }

    /// The exit status of a program that has closed its output, in words, if it ends soon.
    fn status(&mut self) -> String {
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return status.code().map_or_else(String::new, |code| format!(" (exit status {code})"));
                }
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => break,
            }
        }
        String::new()
    }

    /// Closes the program's input. Refuses a line that the program has written in addition to its answers: the answers
    /// may then belong to other questions. A program that does not end by itself is ended.
    pub(super) fn finish(&mut self) -> Result<(), String> {
        self.questions = None;
        match self.answers.recv_timeout(self.patience) {
            Ok(Ok(line)) if !line.is_empty() => Err(format!(
                "the program wrote the line {} after its last answer; it must write one line for each question",
                shortened(&line)
            )),
            _ => Ok(()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        #[cfg(unix)]
        end_group(&self.group);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A shell that runs a command.
fn shell(command: &str) -> Command {
    #[cfg(windows)]
    {
        // `cmd` reads the line as it is; `arg` would write quotation marks in a way that it does not know.
        use std::os::windows::process::CommandExt;
        let mut shell = Command::new("cmd");
        shell.arg("/C").raw_arg(command);
        shell
    }
    #[cfg(not(windows))]
    {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command);
        shell
    }
}

/// Ends the processes of a program, once: later, others may have their number.
#[cfg(unix)]
fn end_group(group: &Mutex<Option<Pid>>) {
    let group = group.lock().ok().and_then(|mut group| group.take());
    if let Some(group) = group {
        // They may have ended by themselves.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Writes each question that it is sent.
fn writing(mut input: ChildStdin) -> Sender<String> {
    let (questions, received) = mpsc::channel::<String>();
    thread::spawn(move || {
        for question in received {
            if writeln!(input, "{question}").and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    questions
}

/// Sends each line that it reads; an empty one at the end.
fn reading(output: ChildStdout) -> Receiver<io::Result<Vec<u8>>> {
    let (lines, received) = mpsc::sync_channel(0);
    thread::spawn(move || {
        let mut reader = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            let read = reader.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
            let is_last = !matches!(read, Ok(1..)) || line.len() as u64 > LONGEST;
            if lines.send(read.map(|_| line)).is_err() || is_last {
                return;
            }
        }
    });
    received
}

/// The beginning of a line, in quotes.
fn shortened(line: &[u8]) -> String {
    const MOST: usize = 80;
    let line = String::from_utf8_lossy(line);
    let line = line.trim_end();
    let beginning: String = line.chars().take(MOST).collect();
    let more = if beginning.len() < line.len() { "…" } else { "" };
    format!("`{}{more}`", printable(&beginning))
}
