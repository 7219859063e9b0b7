//! How much of what students hand in is read.

/// Limits on what is read; sizes are in bytes.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Limits {
    /// The largest sheet.
    pub(in crate::cli) file: u64,
    /// The most entries of one zip file.
    pub(in crate::cli) entries: usize,
    /// The most that is unpacked from zip files in all.
    pub(in crate::cli) unpacked: u64,
    /// How many zip files may lie within each other.
    pub(in crate::cli) levels: u32,
    /// The most that one submission may have, with the zip files that a student packed. It is in memory at one time.
    pub(in crate::cli) submission: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file: 1 << 20, entries: 20_000, unpacked: 2 << 30, levels: 2, submission: 32 << 20 }
    }
}

/// A size as people read it: `1 MiB`.
pub(super) fn in_words(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["bytes", "KiB", "MiB", "GiB"];
    let unit = (bytes.max(1).trailing_zeros() / 10).min(3);
    format!("{} {}", bytes >> (10 * unit), UNITS[unit as usize])
}

/// Why a file is not read.
pub(super) fn too_large(limit: u64) -> String {
    format!("it is larger than {}, the limit for a file", in_words(limit))
}

/// What is left of a limit.
#[derive(Debug)]
pub(super) struct Room(pub(super) u64);

impl Room {
    /// Takes what something needs, if there is enough. If not, nothing is left.
    pub(super) fn take(&mut self, bytes: u64) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_in_round_units() {
        let sizes = [0, 1000, 1 << 10, 1 << 20, 32 << 20, 2 << 30, 1 << 41, 1025];
        let words = ["0 bytes", "1000 bytes", "1 KiB", "1 MiB", "32 MiB", "2 GiB", "2048 GiB", "1025 bytes"];
        assert_eq!(sizes.map(in_words), words);
    }

    #[test]
    fn what_does_not_fit_takes_all_room() {
        let mut room = Room(5);
        assert!(room.take(3) && room.take(2) && room.take(0) && !room.take(1));
        let mut room = Room(5);
        assert!(!room.take(6) && !room.take(1));
    }
}
