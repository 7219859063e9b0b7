//! The messages from a client, and those to it.

use std::io;

use gen_lsp_types::ErrorCodes;
use gen_lsp_types::json_rpc::{Error, Id, ResponseObject};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// The client has cancelled the request.
pub(super) const REQUEST_CANCELLED: ErrorCodes = ErrorCodes::Custom(-32800);
/// The text was changed before a request about it could be answered.
pub(super) const CONTENT_MODIFIED: ErrorCodes = ErrorCodes::Custom(-32801);
/// The request is valid, but cannot be fulfilled.
pub(super) const REQUEST_FAILED: ErrorCodes = ErrorCodes::Custom(-32803);

/// The message for a bug.
pub(super) const BUG: &str = "a mistake in gametree itself; please report it with this file";

/// A message from a client, which may be malformed.
#[derive(Debug)]
pub struct Message(pub(super) Content);

/// What a message says.
#[derive(Debug)]
pub(super) enum Content {
    /// A question: it is answered with the same id.
    Request { id: Id, method: String, params: Value },
    /// News, which is not answered.
    Notification { method: String, params: Value },
    /// The answer to a request of the server.
    Response { id: Id, result: Option<Value> },
    /// Something that is not a message: it is answered with the id that a request would have.
    Malformed { id: Id, error: Error },
}

impl Message {
    /// Reads the bytes of a message.
    pub fn parse(bytes: &[u8]) -> Self {
        let read = serde_json::from_slice(bytes);
        // Some editors count text in 16-bit units, so they may cut a character in two.
        let value: Value = match read.or_else(|_| serde_json::from_slice(&without_half_characters(bytes))) {
            Ok(value) => value,
            Err(error) => return Self::malformed(error.to_string()),
        };
        let id = value.get("method").and_then(|_| Id::deserialize(value.get("id")?).ok());
        match serde_json::from_value(value) {
            Ok(RawMessage { method: Some(method), id: Some(id), params, .. }) => {
                Self(Content::Request { id, method, params })
            }
            Ok(RawMessage { method: Some(method), id: None, params, .. }) => {
                Self(Content::Notification { method, params })
            }
            Ok(RawMessage { method: None, id: Some(id), result, error, .. }) if result.is_some() || error.is_some() => {
                Self(Content::Response { id, result })
            }
            Ok(_) => Self::unidentified(ErrorCodes::InvalidRequest, "neither a request nor an answer"),
            Err(error) => {
                let error = rpc_error(ErrorCodes::InvalidRequest, error.to_string());
                Self(Content::Malformed { id: id.unwrap_or(Id::Null), error })
            }
        }
    }

    /// Something that is not a message and has no id.
    pub fn malformed(reason: impl Into<String>) -> Self {
        Self::unidentified(ErrorCodes::ParseError, reason)
    }

    fn unidentified(code: ErrorCodes, reason: impl Into<String>) -> Self {
        Self(Content::Malformed { id: Id::Null, error: rpc_error(code, reason) })
    }
}

/// Replaces every escape `\u…` that is only half of a character by U+FFFD, which has the same length in UTF-16.
fn without_half_characters(json: &[u8]) -> Vec<u8> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix(br"\u")?;
        u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut whole = json.to_vec();
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'\\', &json[from..]).map(|place| from + place) {
        from = match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at + 12,
            (Some(0xd800..=0xdfff), _) => {
                whole[at..at + 6].copy_from_slice(br"\ufffd");
                at + 6
            }
            // The character after the backslash belongs to the escape.
            _ => json.len().min(at + 2),
        };
    }
    whole
}

#[derive(Deserialize)]
struct RawMessage {
    #[serde(default, deserialize_with = "present")]
    id: Option<Id>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
    error: Option<Value>,
}

/// Distinguishes `null` from a missing value.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads the parameters of a message.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Error> {
    serde_json::from_value(params).map_err(|error| rpc_error(ErrorCodes::InvalidParams, error.to_string()))
}

/// An error as the answer to a request.
pub(super) fn rpc_error(code: ErrorCodes, message: impl Into<String>) -> Error {
    Error { code, message: message.into(), data: None }
}

/// A message to a client that is not an answer: with an id a request, without one news.
#[derive(Serialize)]
struct Outgoing<'a> {
    jsonrpc: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    method: &'a str,
    #[serde(skip_serializing_if = "Value::is_null")]
    params: Value,
}

/// Where the messages to a client go.
pub trait Sink {
    /// Sends a message, which is JSON.
    ///
    /// # Errors
    /// If it cannot be sent.
    fn send(&mut self, message: String) -> io::Result<()>;
}

/// Keeps the messages.
impl Sink for Vec<String> {
    fn send(&mut self, message: String) -> io::Result<()> {
        self.push(message);
        Ok(())
    }
}

/// The client, to which messages are sent.
pub(super) struct Client<S> {
    sink: S,
    last_id: i64,
}

impl<S: Sink> Client<S> {
    pub(super) fn new(sink: S) -> Self {
        Self { sink, last_id: 0 }
    }

    pub(super) fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    fn send(&mut self, message: &impl Serialize) -> io::Result<()> {
        self.sink.send(serde_json::to_string(message)?)
    }

    /// Answers a request.
    pub(super) fn answer(&mut self, id: Id, answer: Result<Value, Error>) -> io::Result<()> {
        match answer {
            // The crate's type for a success needs the type of the request.
            Ok(result) => self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result })),
            Err(error) => self.send(&ResponseObject::from_error(id, error)),
        }
    }

    /// Sends news.
    pub(super) fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&Outgoing { jsonrpc: "2.0", id: None, method, params })
    }

    /// Sends a request; its answer will have the id that this returns.
    pub(super) fn request(&mut self, method: &str, params: Value) -> io::Result<Id> {
        self.last_id += 1;
        let id = Id::Number(self.last_id);
        self.send(&Outgoing { jsonrpc: "2.0", id: Some(&id), method, params })?;
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_characters_become_replacement_characters() {
        for (json, whole) in [
            (r#""\ud83d""#, "\u{fffd}"),
            (r#""\uDE00 \ud83d\uDE00 \ud83d\ud83d\ude00""#, "\u{fffd} \u{1f600} \u{fffd}\u{1f600}"),
            (r#""\\ud83d \ud83d\\""#, "\\ud83d \u{fffd}\\"),
            (r#""\ud83d\n\u0041\udc00""#, "\u{fffd}\nA\u{fffd}"),
        ] {
            let bytes = without_half_characters(json.as_bytes());
            assert_eq!(serde_json::from_slice::<String>(&bytes).unwrap(), whole, "{json}");
        }
        for json in ["", "\\", "\\u", "\\ud83", "\\u+123", "\\ud83d"] {
            without_half_characters(json.as_bytes());
        }
    }
}
