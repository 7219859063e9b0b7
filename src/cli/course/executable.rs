//! The command that a course system runs.

use std::path::Path;

use memchr::memmem;

use crate::cli::read::read_bytes;

/// The greatest size of an executable, in bytes.
const LONGEST: usize = 256 << 20;

/// Reads the executable, or else the one that runs. The error says why a course system cannot run it.
pub(super) fn read(command: Option<&Path>) -> Result<Vec<u8>, String> {
    let running = std::env::current_exe();
    let path = match (command, &running) {
        (Some(path), _) => path,
        (None, Ok(path)) => path,
        (None, Err(error)) => {
            return Err(format!("the running command cannot be found: {error}; name it with --command"));
        }
    };
    let bytes = read_bytes(path, LONGEST).map_err(|reason| format!("{}: {reason}", path.display()))?;
    match fault(&bytes) {
        None => Ok(bytes),
        Some(fault) => Err(format!(
            "{}: {fault}; unpack the Linux archive of release {}, and name its gametree with --command FILE",
            path.display(),
            env!("CARGO_PKG_VERSION")
        )),
    }
}

/// A text that every gametree executable of this version contains. It tells gametree from other programs.
const MARK: &str = concat!("the command gametree of version ", env!("CARGO_PKG_VERSION"));

/// Why a course system may not be able to run an executable: these run Linux on x86-64, and their C library may be older.
fn fault(bytes: &[u8]) -> Option<String> {
    const INTERPRETER: u32 = 3;
    let Some(segments) = segments(bytes) else {
        return Some("course systems need a Linux executable for x86-64, and this is not one".to_string());
    };
    let is_whole = |segment: &Segment| segment.end.is_some_and(|end| end <= bytes.len() as u64);
    if segments.iter().any(|segment| segment.kind == INTERPRETER) {
        Some(
            "this command is not statically linked: it needs a C library that the course system may not have"
                .to_string(),
        )
    } else if !segments.iter().all(is_whole) {
        Some("this executable is incomplete: its end is missing".to_string())
    } else if memmem::find(bytes, MARK.as_bytes()).is_none() {
        Some(format!("this is not gametree {}", env!("CARGO_PKG_VERSION")))
    } else {
        None
    }
}

/// A segment of an executable.
struct Segment {
    kind: u32,
    /// Where it ends in the file; `None` if that does not fit into a `u64`.
    end: Option<u64>,
}

/// The segments of a Linux executable for x86-64, of which at least one is loaded; `None` if it is something else.
fn segments(bytes: &[u8]) -> Option<Vec<Segment>> {
    const EXECUTABLES: [u16; 2] = [2, 3];
    const X86_64: u16 = 62;
    const LOADED: u32 = 1;
    // The magic number, 64 bits, least byte first.
    let is_known = bytes.starts_with(b"\x7fELF\x02\x01")
        && EXECUTABLES.contains(&u16_at(bytes, 16)?)
        && u16_at(bytes, 18)? == X86_64;
    let first = usize::try_from(u64_at(bytes, 32)?).ok()?;
    let (size, count) = (usize::from(u16_at(bytes, 54)?), usize::from(u16_at(bytes, 56)?));
    let segment = |place: usize| {
        let start = first.checked_add(place.checked_mul(size)?)?;
        let end = u64_at(bytes, start.checked_add(8)?)?.checked_add(u64_at(bytes, start.checked_add(32)?)?);
        Some(Segment { kind: u32_at(bytes, start)?, end })
    };
    let segments: Vec<Segment> = (0..count).map(segment).collect::<Option<_>>()?;
    (is_known && segments.iter().any(|segment| segment.kind == LOADED)).then_some(segments)
}

fn at<const N: usize>(bytes: &[u8], place: usize) -> Option<[u8; N]> {
    bytes.get(place..place.checked_add(N)?)?.try_into().ok()
}

fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    at(bytes, place).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], place: usize) -> Option<u32> {
    at(bytes, place).map(u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], place: usize) -> Option<u64> {
    at(bytes, place).map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An executable with program headers of these kinds.
    fn executable(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(64, 0);
        (bytes[16], bytes[18], bytes[32], bytes[54]) = (2, 62, 64, 56);
        bytes[56] = u8::try_from(kinds.len()).unwrap();
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0; 52]);
        }
        bytes.extend(MARK.as_bytes());
        bytes
    }

    #[test]
    fn only_this_command_is_taken_and_only_if_it_is_static() {
        let fault = |bytes: &[u8]| fault(bytes).unwrap_or_default();
        assert_eq!(fault(&executable(&[1, 2, 6])), "");
        assert!(fault(&executable(&[6, 3, 1])).contains("not statically linked"));
        assert!(fault(&executable(&[1])[..130]).contains("this is not gametree"));
        let no_linux = "course systems need a Linux executable for x86-64, and this is not one";
        assert_eq!(fault(b"MZ\x90"), no_linux);
        assert_eq!(fault(&executable(&[1, 2])[..100]), no_linux, "its headers are cut off");
        assert_eq!(fault(&executable(&[])), no_linux);
        let with = |place: usize, byte: u8| {
            let mut bytes = executable(&[1]);
            bytes[place] = byte;
            bytes
        };
        assert_eq!(fault(&with(18, 183)), no_linux, "for ARM");
        assert_eq!(fault(&with(16, 1)), no_linux, "no executable");
        assert_eq!(fault(&with(39, 0xff)), no_linux, "its headers are nowhere");
        assert_eq!(fault(&with(64 + 35, 1)), "this executable is incomplete: its end is missing");
        assert_eq!(fault(&with(64 + 39, 0xff)), "this executable is incomplete: its end is missing");
    }
}
