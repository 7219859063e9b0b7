//! The command that a course system runs.

use std::path::Path;

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
            "{}: {fault}; take the gametree from the Linux archive of a release, and name it with --command FILE",
            path.display()
        )),
    }
}

/// Why a course system may not be able to run an executable: these run Linux on x86-64, and their C library may be older.
fn fault(bytes: &[u8]) -> Option<&'static str> {
    const OTHER: Option<&str> = Some("this is no Linux executable for x86-64, which course systems run");
    const X86_64: u16 = 62;
    const INTERPRETER: u32 = 3;
    // The magic number, 64 bits, least byte first.
    if !bytes.starts_with(b"\x7fELF\x02\x01") || u16_at(bytes, 18) != Some(X86_64) {
        return OTHER;
    }
    let headers = || {
        let first = usize::try_from(u64_at(bytes, 32)?).ok()?;
        let (size, count) = (usize::from(u16_at(bytes, 54)?), usize::from(u16_at(bytes, 56)?));
        let header = |place: usize| u32_at(bytes, first.checked_add(place.checked_mul(size)?)?);
        (0..count).map(header).collect::<Option<Vec<u32>>>()
    };
    match headers() {
        None => OTHER,
        Some(kinds) if kinds.contains(&INTERPRETER) => {
            Some("this command is not statically linked: it needs a C library that the course system may not have")
        }
        Some(_) => None,
    }
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
        bytes[18] = 62;
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = u8::try_from(kinds.len()).unwrap();
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0; 52]);
        }
        bytes
    }

    #[test]
    fn only_static_executables_are_taken() {
        assert_eq!(fault(&executable(&[1, 2, 6])), None);
        assert!(fault(&executable(&[6, 3, 1])).unwrap().contains("not statically linked"));
        let no_linux = "this is no Linux executable for x86-64, which course systems run";
        assert_eq!(fault(b"MZ\x90"), Some(no_linux));
        assert_eq!(fault(&executable(&[1, 2])[..100]), Some(no_linux), "it is cut off");
        let mut arm = executable(&[1]);
        arm[18] = 183;
        assert_eq!(fault(&arm), Some(no_linux));
        let mut far = executable(&[1]);
        far[32..40].fill(0xff);
        assert_eq!(fault(&far), Some(no_linux));
    }
}
