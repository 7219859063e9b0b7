//! Messages on a stream: a head with the length, an empty line, and so many bytes of JSON.

use std::io::{self, BufRead, Read, Write};
use std::mem;

use serde::Serialize;

/// The longest message that is taken, in bytes.
const LONGEST: u64 = 64 << 20;
/// How much of one that is longer is passed over, in bytes: what promises more has no end.
const MOST_PASSED_OVER: u64 = 1 << 30;
/// The longest line of a head, in bytes; what is longer belongs to no head.
const LONGEST_LINE: u64 = 4096;

/// What a stream has next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    /// The bytes of a message.
    Message(Vec<u8>),
    /// Something that is no message, and was passed over: why.
    PassedOver(String),
}

/// The messages of a stream.
pub(super) struct MessageReader<R> {
    input: R,
    /// How much of what is too long is still to be passed over.
    rest: u64,
}

impl<R: BufRead> MessageReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, rest: 0 }
    }

    /// Reads what comes next; `None` at the end of the stream. What is too long is told at once, and passed over with the
    /// next call.
    ///
    /// # Errors
    ///
    /// Those of the stream, and what is so long that nobody would hear what stands behind it; all else that is no message
    /// is passed over.
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
        // It grows as the bytes come: who only promises them gets no memory.
        let mut message = Vec::new();
        let read = self.input.by_ref().take(length).read_to_end(&mut message)?;
        Ok((read as u64 == length).then_some(Incoming::Message(message)))
    }
}

/// A line of a head, of which only the beginning is kept if it is long; `None` at the end of the stream.
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

/// Writes a message.
pub(super) fn write(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let message = serde_json::to_vec(message)?;
    write!(output, "Content-Length: {}\r\n\r\n", message.len())?;
    output.write_all(&message)?;
    output.flush()
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
        let mut stream = Vec::new();
        write(&mut stream, &"α").unwrap();
        write(&mut stream, &[1, 2]).unwrap();
        assert_eq!(messages(&stream), [message("\"α\""), message("[1,2]")]);
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
