//! The results of a part of the submissions, in a file that `--merge` reads: a line of JSON about the whole, a line for
//! each submission, a line with the counters of the class, and a line with the fingerprint of all others.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;
use std::str::FromStr;

use gametree::diagnostic::hex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::class::Class;
use super::homework::Homework;
use super::write::exercises;
use crate::cli::fingerprint::fingerprint;
use crate::cli::output::Json;

/// The format of these files. A change of what they contain changes its number.
pub(super) const FORMAT: &str = "gametree grade partial 1";

/// A part of the submissions, such as `3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Partition {
    /// Counted from 1.
    pub(super) part: usize,
    pub(super) parts: usize,
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match numbers {
            Some((part, parts)) if 0 < part && part <= parts && parts <= 1_000_000 => Ok(Self { part, parts }),
            _ => Err("write K/N, such as 3/16 for the third of sixteen parts".to_string()),
        }
    }
}

impl Partition {
    /// The places of its submissions: a block in the order of their ids.
    pub(super) fn places(self, submissions: usize) -> Range<usize> {
        let start = |part: usize| {
            let place = submissions as u128 * part as u128 / self.parts as u128;
            usize::try_from(place).unwrap_or(submissions)
        };
        start(self.part - 1)..start(self.part)
    }
}

/// The first line. The parts of a whole agree in everything except the number of the part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
    /// The version of the program.
    pub(super) version: String,
    #[serde(flatten)]
    pub(super) partition: Partition,
    /// How many submissions all parts have together.
    pub(super) submissions: usize,
    /// Fingerprints of the exercises, of what decides how they are marked, and of the ids of all submissions.
    pub(super) exercises: String,
    pub(super) settings: String,
    pub(super) ids: String,
    /// What CSV and JSON begin with.
    pub(super) headings: Vec<String>,
    pub(super) about: Value,
    pub(super) worth: Option<String>,
}

/// A result in every form in which it can be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) id: String,
    pub(super) marks: Option<String>,
    pub(super) needs_a_look: bool,
    pub(super) failed: bool,
    pub(super) row: Vec<String>,
    pub(super) object: Value,
}

/// The line after all results.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Counters {
    pub(super) class: Class,
}

/// The last line: the fingerprint of all lines above it, so that a part that was changed is noticed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct End {
    pub(super) sha256: String,
}

/// Writes the lines of a part.
#[derive(Default)]
pub(super) struct Lines(Sha256);

impl Lines {
    pub(super) fn write(&mut self, writer: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = Vec::new();
        Json::new(&mut bytes).write_all(serde_json::to_string(line)?.as_bytes())?;
        bytes.push(b'\n');
        self.0.update(&bytes);
        writer.write_all(&bytes)
    }

    pub(super) fn end(&mut self, writer: &mut impl Write) -> io::Result<()> {
        let sha256 = hex(&std::mem::take(&mut self.0).finalize());
        self.write(writer, &End { sha256 })
    }
}

impl Header {
    pub(super) fn new<'i>(
        partition: Partition,
        homework: &Homework,
        settings: &str,
        ids: impl Iterator<Item = &'i str>,
        headings: Vec<String>,
    ) -> Self {
        let (mut hash, mut submissions) = (Sha256::new(), 0);
        for id in ids {
            hash.update(id);
            hash.update([0]);
            submissions += 1;
        }
        let mut all = String::new();
        for exercise in &homework.exercises {
            let _ = write!(all, "{}\0{}\0{:?}\0", exercise.name, exercise.exercise.text(), exercise.exercise.project());
        }
        let gradings: Vec<String> =
            homework.exercises.iter().map(|exercise| format!("{:?}", exercise.grading)).collect();
        Self {
            format: FORMAT.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            partition,
            submissions,
            exercises: fingerprint(all.as_bytes()),
            settings: fingerprint(format!("{}\0{settings}", gradings.join("\0")).as_bytes()),
            ids: hex(&hash.finalize()),
            headings,
            about: exercises(homework),
            worth: homework.worth().map(|worth| worth.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_blocks_that_make_up_the_whole() {
        for (submissions, parts) in [(0, 3), (1, 3), (10, 3), (16, 16), (100_000, 7)] {
            let mut end = 0;
            for part in 1..=parts {
                let places = Partition { part, parts }.places(submissions);
                assert_eq!(places.start, end);
                assert!(places.len().abs_diff(submissions / parts) <= 1);
                end = places.end;
            }
            assert_eq!(end, submissions);
        }
    }

    #[test]
    fn a_part_is_written_as_k_of_n() {
        assert_eq!("3/16".parse(), Ok(Partition { part: 3, parts: 16 }));
        for text in ["", "3", "0/4", "5/4", "a/b", "-1/2", "1/0"] {
            assert!(text.parse::<Partition>().is_err(), "{text}");
        }
    }
}
