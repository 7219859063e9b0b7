//! Frames messages on a stream: a head with the length, an empty line, and that many bytes of JSON.

use std::io::{self, BufRead, Read, Write};
use std::mem;

use gametree::lsp::Sink;

/// The longest message that is accepted, in bytes.
const LONGEST: u64 = 64 << 20;
/// The longest message that is skipped, in bytes; a longer one is taken for an endless stream.
const MOST_PASSED_OVER: u64 = 1 << 30;
/// The longest line of a head, in bytes.
const LONGEST_LINE: u64 = 4096;

/// The next thing on a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    /// The bytes of a message.
    Message(Vec<u8>),
    /// Something that is not a message was skipped, for this reason.
    PassedOver(String),
}

/// Reads the messages of a stream.
pub(super) struct MessageReader<R> {
    input: R,
    /// How many bytes of a message that is too long must still be skipped.
    rest: u64,
}

impl<R: BufRead> MessageReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, rest: 0 }
    }

    /// Reads the next thing; `None` at the end of the stream. A message that is too long is reported at once, and
    /// skipped by the next call.
    ///
    /// # Errors
    ///
    /// If the stream fails, or a message is too long to be skipped. Anything else that is not a message is skipped.
    pub(super) fn read(&mut self) -> io::Result<Option<Incoming>> {
        if self.rest > MOST_PASSED_OVER {
            return Err(io::Error::other(format!("nothing is read after {} bytes", self.rest)));
        }
        let rest = mem::take(&mut self.rest);
        io::copy(&mut self.input.by_ref().take(rest), &mut io::sink())?;
        let mut length = None;
        loop {
            let Some(line) = read_line(&mut self.input)? else { return Ok(None) };
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            if name.trim().eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<u64>().ok();
            }
        }
        let Some(length) = length else {
            return Ok(Some(Incoming::PassedOver("a head without a Content-Length".to_string())));
        };
        if length > LONGEST {
            self.rest = length;
            let reason = format!("{length} bytes are more than the {} MiB that are taken", LONGEST >> 20);
            return Ok(Some(Incoming::PassedOver(reason)));
        }
        // It grows as bytes arrive: a client that only promises them gets no memory.
        let mut message = Vec::new();
        let read = self.input.by_ref().take(length).read_to_end(&mut message)?;
        Ok((read as u64 == length).then_some(Incoming::Message(message)))
    }
}

/// A line of a head, cut off if it is long; `None` at the end of the stream.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Writes messages to a stream.
pub(super) struct Frames<W>(pub(super) W);

impl<W: Write> Sink for Frames<W> {
    fn send(&mut self, message: String) -> io::Result<()> {
        write!(self.0, "Content-Length: {}\r\n\r\n", message.len())?;
        self.0.write_all(message.as_bytes())?;
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(stream: &[u8]) -> Vec<Incoming> {
        let mut reader = MessageReader::new(stream);
        std::iter::from_fn(|| reader.read().unwrap()).collect()
    }

    fn message(text: &str) -> Incoming {
        Incoming::Message(text.as_bytes().to_vec())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut frames = Frames(Vec::new());
        frames.send("\"α\"".to_string()).unwrap();
        frames.send("[1,2]".to_string()).unwrap();
        assert_eq!(messages(&frames.0), [message("\"α\""), message("[1,2]")]);
    }

    #[test]
    fn heads_are_taken_as_they_come() {
        let stream = b"content-LENGTH : 2\r\nContent-Type: x\r\n\r\n{}Content-Length:4\n\nnull";
        assert_eq!(messages(stream), [message("{}"), message("null")]);
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        let junk = "x".repeat(10_000);
        let too_long = "y".repeat((64 << 20) + 1);
        let stream = format!(
            "{junk}\n\nContent-Length: 2\n\n{{}}Content-Length: -1\n\nContent-Length: {}\n\n{too_long}Content-Length: 1\n\n1",
            too_long.len()
        );
        let messages = messages(stream.as_bytes());
        let passed_over = |message: &Incoming| matches!(message, Incoming::PassedOver(_));
        assert_eq!(messages.iter().map(passed_over).collect::<Vec<_>>(), [true, false, true, true, false]);
        assert_eq!((&messages[1], &messages[4]), (&message("{}"), &message("1")));
    }

    #[test]
    fn a_message_that_ends_early_is_none() {
        assert_eq!(messages(b"Content-Length: 10\n\n{}"), []);
        assert_eq!(messages(b"Content-Length: 10"), []);
        assert_eq!(
            messages(b"Content-Length: 99999999999999999999\n\n"),
            [Incoming::PassedOver("a head without a Content-Length".to_string())]
        );
    }

    #[test]
    fn what_has_no_end_is_told_and_ends_the_stream() {
        let mut reader = MessageReader::new(&b"Content-Length: 1000000000000\n\nContent-Length: 2\n\n{}"[..]);
        assert!(matches!(reader.read(), Ok(Some(Incoming::PassedOver(_)))));
        assert!(reader.read().is_err());
        assert!(reader.read().is_err());
    }
}
