//! Reads texts from files and streams.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use gametree::diagnostic::render::Unread;
use gametree::source::Source;

use super::print_error;

/// The most that is read from a stream: some never end.
const STREAM_LIMIT: usize = 1 << 30;

/// The text of a file that is no longer than `limit` bytes.
pub(super) fn read_text(path: &Path, limit: usize) -> Result<String, String> {
    read_bytes(path, limit).and_then(to_text)
}

/// The bytes of a file; `None` if there are more than `limit`.
pub(super) fn read_limited(path: &Path, limit: usize) -> io::Result<Option<Vec<u8>>> {
    read_at_most(limit, File::open(path)?, 0)
}

/// The bytes of a file that is no longer than `limit` bytes.
pub(super) fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, String> {
    let bytes = read_limited(path, limit).map_err(|error| why_unread(path, &error))?;
    bytes.ok_or_else(|| format!("more than {} KiB are not read", limit >> 10))
}

/// Why a file or a folder cannot be read.
pub(super) fn why_unread(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound if path.is_symlink() => "this link points to nothing".to_string(),
        ErrorKind::NotFound => "there is no such file".to_string(),
        ErrorKind::PermissionDenied => "you are not allowed to read it".to_string(),
        _ => error.to_string(),
    }
}

/// The text of a file as a source that is named by its path.
pub(super) fn to_source(path: &Path, text: String) -> Source {
    // The bytes of the path, if they are not text.
    let raw_path = path.to_str().is_none().then(|| path.as_os_str().as_encoded_bytes().to_vec());
    Source { raw_path, ..Source::new(path.display().to_string(), text) }
}

/// Reports a file that cannot be read, and returns it.
pub(super) fn report_unread(unread: Unread) -> Unread {
    print_error(&unread.in_words());
    unread
}

/// Decodes bytes as text, or says why they are not text.
pub(super) fn to_text(bytes: Vec<u8>) -> Result<String, String> {
    if is_utf_16(&bytes) {
        return Err("UTF-16 (\"Unicode\" in some editors), not UTF-8; save it as UTF-8".to_string());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
        format!("not UTF-8, in line {line}; save it as UTF-8")
    })
}

/// Decodes bytes like [`to_text`], and also UTF-16 that begins with a byte order mark. The mark is left out.
pub(super) fn decode(bytes: Vec<u8>) -> Result<String, String> {
    let decoded = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => from_utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => from_utf_16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, ..] => return to_text(bytes).map(|text| text.chars().skip(1).collect()),
        _ => return to_text(bytes),
    };
    decoded.ok_or_else(|| "it begins like UTF-16, but the rest is not UTF-16; save it as UTF-8".to_string())
}

fn from_utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks();
    let characters = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)));
    if rest.is_empty() { characters.collect::<Result<_, _>>().ok() } else { None }
}

/// Whether bytes begin with a UTF-16 byte order mark, or with two ASCII characters in UTF-16.
fn is_utf_16(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..]
    )
}

/// The bytes of a file, unless it is too large to be read.
pub(super) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return read_stream(file);
    }
    let length = usize::try_from(about.len()).unwrap_or(usize::MAX);
    read_at_most(Source::LIMIT, file, length)?.ok_or_else(|| io::Error::other("files of 4 GiB and more are not read"))
}

/// The bytes of a pipe or a device.
pub(super) fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::other("more than 1 GiB is read only from a file; save it as one");
    read_at_most(STREAM_LIMIT, stream, 0)?.ok_or_else(too_long)
}

/// All bytes, about `length` of them; `None` if there are more than `limit`.
fn read_at_most(limit: usize, from: impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    if length > limit {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length + 1)?;
    from.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_utf_16_is_decoded() {
        let encoded =
            |to_bytes: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> { text.encode_utf16().flat_map(to_bytes).collect() };
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(decode(encoded(to_bytes, "\u{feff}max ∞ 𝛼")).unwrap(), "max ∞ 𝛼");
            assert!(decode(encoded(to_bytes, "max")).unwrap_err().starts_with("UTF-16 "), "without a mark");
            let mut odd = encoded(to_bytes, "\u{feff}max");
            odd.push(0);
            assert!(decode(odd).unwrap_err().contains("the rest is not"));
        }
        assert!(decode(b"\xff\xfe\x00\xdc".to_vec()).unwrap_err().contains("the rest is not"), "half a pair");
        assert_eq!(decode(b"\xef\xbb\xbfmax".to_vec()).unwrap(), "max");
        assert_eq!(decode(b"max".to_vec()).unwrap(), "max");
        assert_eq!(decode(b"\xef\xbb\xbfma\xff".to_vec()).unwrap_err(), "not UTF-8, in line 1; save it as UTF-8");
        assert_eq!(decode(Vec::new()).unwrap(), "");
    }

    #[test]
    fn other_encodings_are_called_by_their_names() {
        let utf_16: Vec<u8> = "max { 3 }".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let with_mark = [&[0xff, 0xfe][..], &utf_16].concat();
        let big_endian: Vec<u8> = "max { 3 }".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [utf_16, with_mark, big_endian] {
            assert!(to_text(bytes).unwrap_err().contains("UTF-16"));
        }
        let latin_1 = b"// fine\n// f\xfcr".to_vec();
        assert_eq!(to_text(latin_1).unwrap_err(), "not UTF-8, in line 2; save it as UTF-8");
        assert!(to_text(b"max { 3 }".to_vec()).is_ok());
        assert!(to_text(b"\0max { 3 }".to_vec()).is_ok(), "a NUL is a finding in its place");
    }
}
