//! Reads zip files, entry by entry. Their names are only shown, and nothing is written.

use std::io::{self, Cursor, Read, Seek};

use zip::read::{Config, OwnedZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

use super::limits::{Limits, Room, in_words, too_large};
use super::names::{EntryName, Named};

/// The longest name of an entry, in bytes.
const LONGEST_NAME: usize = 4096;

/// What an entry costs in memory apart from its text, at least.
const ENTRY: u64 = 256;

/// An entry of a zip file.
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) kind: EntryKind,
}

pub(super) enum EntryKind {
    Sheet(Packed),
    Zip(Packed),
    /// Something with the name of a sheet or a zip file, but it is not read, for this reason.
    Refused(String),
    Other,
}

/// The content of an entry.
pub(super) struct Packed(OwnedZipFileEntry);

impl Entry {
    /// `None` if the entry is ignored.
    fn new(entry: OwnedZipFileEntry) -> Option<Self> {
        // A name that is not text in its encoding is still shown.
        let name = entry.name().unwrap_or_else(|_| String::from_utf8_lossy(entry.name_raw())).into_owned();
        let EntryName { path, fault } = EntryName::read(&name)?;
        let named = if path.ends_with('/') { Named::Other } else { Named::of(&path) };
        let too_long = "its name is too long";
        let fault = fault.or((name.len() > LONGEST_NAME).then_some(too_long)).or_else(|| unusual(&entry));
        let kind = match (named, fault) {
            (Named::Other, _) => EntryKind::Other,
            (_, Some(fault)) => EntryKind::Refused(fault.to_string()),
            (Named::Sheet, None) => EntryKind::Sheet(Packed(entry)),
            (Named::Zip, None) => EntryKind::Zip(Packed(entry)),
        };
        let path = if fault == Some(too_long) { path.chars().take(100).collect() } else { path };
        Some(Self { path, kind })
    }
}

/// Why an entry is no ordinary file, if it is not.
fn unusual(entry: &OwnedZipFileEntry) -> Option<&'static str> {
    match entry.unix_mode().unwrap_or_default() & 0o170_000 {
        0 | 0o100_000 => None,
        0o120_000 => Some(super::LINK),
        _ => Some(super::DEVICE),
    }
}

/// Calls `work` with each entry of a zip file, in the order of its directory.
pub(super) fn for_each_entry(
    reader: &mut (impl Read + Seek),
    limits: &Limits,
    mut work: impl FnMut(Entry),
) -> Result<(), String> {
    let mut zip = ZipIterable::try_new(reader, Config::default()).map_err(|error| describe(&error))?;
    if zip.len() > limits.entries {
        return Err(format!("it has {} entries; a zip file may have at most {}", zip.len(), limits.entries));
    }
    for entry in zip.files().map_err(|error| describe(&error))? {
        Entry::new(entry.map_err(|error| describe(&error))?.into()).into_iter().for_each(&mut work);
    }
    Ok(())
}

impl Packed {
    /// Its size when unpacked, as the zip file has it. No more than that is unpacked.
    pub(super) fn size(&self) -> u64 {
        self.0.size()
    }

    pub(super) fn unpack(&self, reader: &mut (impl Read + Seek), limit: u64) -> Result<Vec<u8>, String> {
        if self.size() > limit {
            return Err(too_large(limit));
        }
        // Otherwise reading would fail, without a kind of error that says so.
        if !matches!(self.0.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(unusually_packed(&self.0.compression()));
        }
        let content = self.0.as_ref().with_reader(reader, ZipReadOptions::new());
        let content = content.map_err(|error| describe(&error))?;
        let mut bytes = Vec::new();
        content.take(self.size() + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if bytes.len() as u64 != self.size() {
            return Err(damaged(&"a file in it does not have the size that its directory says"));
        }
        Ok(bytes)
    }
}

/// Why the content of a zip file cannot be read.
fn describe(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            "it is encrypted; pack it without a password".to_string()
        }
        ZipError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => error.to_string(),
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => unusually_packed(error),
        error => damaged(error),
    }
}

fn unusually_packed(how: &dyn std::fmt::Display) -> String {
    format!("it is packed in an unusual way ({how}); pack it as an ordinary zip file")
}

fn damaged(error: &dyn std::fmt::Display) -> String {
    format!("the zip file is damaged: {error}")
}

/// What is found in a zip file that a student packed.
pub(super) enum Found<'zip> {
    /// A sheet, and the bytes of the zip file that it is in.
    Sheet(&'zip Packed, &'zip [u8]),
    Refused(String),
}

/// Calls `work` with the path of each sheet in a zip file, and of each that is refused. Opens zip files within it, as
/// long as there are `levels`, and takes what is unpacked from `room`; an error if there is not enough.
pub(super) fn for_each_sheet(
    bytes: &[u8],
    shown: &str,
    levels: u32,
    limits: &Limits,
    room: &mut Room,
    work: &mut dyn FnMut(String, Found<'_>),
) -> Result<(), NoRoom> {
    let mut entries = Vec::new();
    if let Err(reason) = for_each_entry(&mut Cursor::new(bytes), limits, |entry| entries.push(entry)) {
        work(shown.to_string(), Found::Refused(reason));
        return Ok(());
    }
    entries.retain(|entry| !matches!(entry.kind, EntryKind::Other));
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    if entries.is_empty() {
        work(shown.to_string(), Found::Refused(super::NO_SHEET.to_string()));
    }
    for Entry { path, kind } in entries {
        let shown = format!("{shown}/{path}");
        let size = match &kind {
            EntryKind::Sheet(packed) if packed.size() <= limits.file => packed.size(),
            EntryKind::Zip(packed) => packed.size(),
            _ => 0,
        };
        if !room.take(size.saturating_add(ENTRY)) {
            return Err(NoRoom);
        }
        match kind {
            EntryKind::Sheet(packed) => work(shown, Found::Sheet(&packed, bytes)),
            EntryKind::Zip(_) if levels == 0 => {
                let deep = format!("it is a zip file inside {} others; unpack it", limits.levels);
                work(shown, Found::Refused(deep));
            }
            EntryKind::Zip(packed) => match packed.unpack(&mut Cursor::new(bytes), limits.submission) {
                Ok(bytes) => for_each_sheet(&bytes, &shown, levels - 1, limits, room, work)?,
                Err(reason) => work(shown, Found::Refused(reason)),
            },
            EntryKind::Refused(reason) => work(shown, Found::Refused(reason)),
            EntryKind::Other => {}
        }
    }
    Ok(())
}

/// A submission is larger than its limit.
#[derive(Debug)]
pub(super) struct NoRoom;

impl NoRoom {
    pub(super) fn in_words(limits: &Limits) -> String {
        format!("it unpacks to more than {}, the limit for a submission", in_words(limits.submission))
    }
}
