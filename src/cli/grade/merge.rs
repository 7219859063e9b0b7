//! Puts the results of all parts together, as if everything had been graded at once. Reads one line at a time, so memory
//! does not grow with the class, except for the counters of the class.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use gametree::diagnostic::{counted, hex};
use gametree::number::{Fraction, Number};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::class::Class;
use super::partial::{Counters, End, FORMAT, Header, Record};
use super::write::{begin_json, end_json, push_object, push_row};
use super::{Arguments, Format};
use crate::cli::read::why_unread;
use crate::cli::{Outcome, print_error};

/// A file with the results of a part.
struct Part {
    path: PathBuf,
    header: Header,
}

/// A line of such a file, after the first.
enum Line {
    Record(Box<Record>),
    Counters(Box<Counters>),
    End(End),
}

/// The longest line, in bytes. A line of one submission is much shorter.
const LONGEST: u64 = 256 << 20;

pub(super) fn run(arguments: &Arguments, format: Format, paths: &[PathBuf]) -> io::Result<Outcome> {
    if !matches!(format, Format::Csv | Format::Json | Format::Jsonl) && arguments.gradebook.into.is_none() {
        return Ok(refuse("--merge writes a table or JSON: add --format csv, --format json or --format jsonl"));
    }
    if arguments.gradebook.has_feedback() {
        return Ok(refuse("the parts have no feedback for --feedback-column; fill it in when you grade all at once"));
    }
    let parts = match parts(paths) {
        Ok(parts) => parts,
        Err(reason) => return Ok(refuse(&reason)),
    };
    if arguments.would_lose(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>()) {
        return Ok(Outcome::Failure);
    }
    merge(arguments, format, &parts).or_else(|error| match error.kind() {
        io::ErrorKind::InvalidData => Ok(refuse(&error.to_string())),
        _ => Err(error),
    })
}

/// The error is of the kind `InvalidData` if a part is damaged.
fn merge(arguments: &Arguments, format: Format, parts: &[Part]) -> io::Result<Outcome> {
    let header = &parts[0].header;
    let mut gradebook = None;
    if arguments.gradebook.into.is_some() {
        let mut ids = Vec::with_capacity(header.submissions);
        each_record(parts, |record| {
            ids.push(record.id);
            Ok(())
        })?;
        match arguments.gradebook.read(ids.iter().map(String::as_str)) {
            Ok(book) => gradebook = book,
            Err(reason) => return Ok(refuse(&reason)),
        }
    }
    let mut output = arguments.writing.open()?;
    let is_json = gradebook.is_none() && format == Format::Json;
    if is_json {
        begin_json(&mut output, &header.about)?;
    } else if gradebook.is_none() && format == Format::Csv && header.submissions > 0 {
        push_row(&mut output, &header.headings)?;
    }
    let (mut written, mut needs_a_look, mut failed) = (0, 0, false);
    let class = each_record(parts, |record| {
        needs_a_look += u64::from(record.needs_a_look);
        failed |= record.failed;
        match (&mut gradebook, format) {
            (Some(gradebook), _) => gradebook.add(&record.id, record.marks.as_deref().and_then(marks), None),
            (None, Format::Csv) => push_row(&mut output, &record.row)?,
            (None, format) => push_object(&mut output, &record.object, format == Format::Json, written)?,
        }
        written += 1;
        Ok(())
    });
    let class = match class {
        Ok(class) => class,
        Err(error) => {
            output.close_without_result()?;
            return Err(error);
        }
    };
    let mut all_matched = true;
    if let Some(gradebook) = &gradebook {
        gradebook.write(&mut output)?;
        all_matched = gradebook.report(header.worth.as_deref().and_then(marks));
    }
    if is_json {
        end_json(&mut output)?;
    }
    arguments.class.write(&class)?;
    let outcome = Outcome::of(failed, needs_a_look == 0 && all_matched);
    output.finish(outcome, true)?;
    report_look(needs_a_look);
    Ok(outcome)
}

/// Says how many submissions somebody must look at, if any.
pub(super) fn report_look(needs_a_look: u64) {
    if needs_a_look > 0 {
        let number = counted(needs_a_look, "submission needs", "submissions need");
        print_error(&format!("{number} a look; the results say why"));
    }
}

fn marks(text: &str) -> Option<Fraction> {
    text.parse::<Number>().ok()?.finite()
}

/// Passes on all results, in the order of their ids, and returns the counters of the class.
fn each_record(parts: &[Part], mut then: impl FnMut(Record) -> io::Result<()>) -> io::Result<Class> {
    let mut class: Option<Class> = None;
    for part in parts {
        let other = read_part(part, &mut then)?;
        match &mut class {
            Some(class) => class.merge(other),
            None => class = Some(other),
        }
    }
    Ok(class.unwrap_or_default())
}

/// Passes on the results of a part, and returns its counters.
fn read_part(part: &Part, mut then: impl FnMut(Record) -> io::Result<()>) -> io::Result<Class> {
    let damaged = |reason: &str| {
        let reason = format!("{}: {reason}; grade this part again", part.path.display());
        io::Error::new(io::ErrorKind::InvalidData, reason)
    };
    let mut reader = BufReader::new(File::open(&part.path)?);
    let (mut hash, mut class) = (Sha256::new(), None);
    // The first line has been read already.
    hash.update(next_line(&mut reader)?);
    loop {
        let line = next_line(&mut reader)?;
        if line.is_empty() {
            return Err(damaged("its end is missing"));
        }
        match read_line(&line) {
            Some(Line::Record(record)) if class.is_none() => then(*record)?,
            Some(Line::Counters(counters)) if class.is_none() => class = Some(counters.class),
            Some(Line::End(End { sha256 })) if sha256 == hex(&hash.finalize()) => break,
            _ => return Err(damaged("it was changed, or is damaged")),
        }
        hash.update(&line);
    }
    class
        .filter(|_| next_line(&mut reader).is_ok_and(|line| line.is_empty()))
        .ok_or_else(|| damaged("it was changed, or is damaged"))
}

/// The next line with its line break; empty at the end.
fn next_line(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    reader.take(LONGEST).read_until(b'\n', &mut line)?;
    Ok(line)
}

fn read_line(line: &[u8]) -> Option<Line> {
    fn read<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
        serde_json::from_slice(line).ok()
    }
    let record = read(line).map(|record| Line::Record(Box::new(record)));
    let counters = || read(line).map(|counters| Line::Counters(Box::new(counters)));
    record.or_else(counters).or_else(|| read(line).map(Line::End))
}

/// The parts in order. The error says why they are not the parts of one whole.
fn parts(paths: &[PathBuf]) -> Result<Vec<Part>, String> {
    let mut parts = Vec::with_capacity(paths.len());
    for path in paths {
        let header = header(path).map_err(|reason| format!("{}: {reason}", path.display()))?;
        parts.push(Part { path: path.clone(), header });
    }
    parts.sort_by_key(|part| part.header.partition.part);
    let first = &parts[0];
    for other in &parts[1..] {
        if let Some(what) = difference(&first.header, &other.header) {
            let [one, other] = [first, other].map(|part| part.path.display());
            return Err(format!("{one} and {other} {what}; grade all parts again in the same way"));
        }
    }
    if let Some(two) = parts.windows(2).find(|two| two[0].header.partition == two[1].header.partition) {
        let [one, other] = [&two[0], &two[1]].map(|part| part.path.display());
        let number = two[0].header.partition.part;
        return Err(format!("{one} and {other} are both part {number}; leave one of them out"));
    }
    let all = first.header.partition.parts;
    let has = |number: usize| parts.iter().any(|part| part.header.partition.part == number);
    match (1..=all).find(|number| !has(*number)) {
        Some(missing) => Err(format!("part {missing} of {all} is missing; grade it with --partition {missing}/{all}")),
        None => Ok(parts),
    }
}

fn header(path: &Path) -> Result<Header, String> {
    let file = File::open(path).map_err(|error| why_unread(path, &error))?;
    let line = next_line(&mut BufReader::new(file)).map_err(|error| why_unread(path, &error))?;
    let header = serde_json::from_slice::<Header>(&line).ok();
    let header = header.filter(|header| header.format == FORMAT);
    let header = header.ok_or("this is no file that this version of `gametree grade --partition` has written")?;
    if header.version != env!("CARGO_PKG_VERSION") {
        return Err(format!(
            "gametree {} has written this part, and this is gametree {}; grade all parts with the same version",
            header.version,
            env!("CARGO_PKG_VERSION")
        ));
    }
    Ok(header)
}

/// In what two parts differ, if they are not parts of the same whole.
fn difference(one: &Header, other: &Header) -> Option<&'static str> {
    let differences = [
        (one.partition.parts == other.partition.parts, "are parts of different numbers of parts"),
        (one.exercises == other.exercises, "have different exercises"),
        (one.settings == other.settings, "were graded with different settings"),
        (one.ids == other.ids, "were made from different submissions"),
    ];
    differences.into_iter().find(|(is_same, _)| !is_same).map(|(_, what)| what)
}

fn refuse(reason: &str) -> Outcome {
    print_error(reason);
    Outcome::Failure
}
