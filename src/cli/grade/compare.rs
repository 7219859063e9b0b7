//! Finds the students whose marks differ from those of an earlier run.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;

use gametree::diagnostic::counted;
use gametree::diagnostic::render::printable;
use gametree::number::Number;
use serde::Deserialize;

use super::homework::Homework;
use super::outcome::Result as Grade;
use crate::cli::output::Output;
use crate::cli::read::read_text;

/// The greatest size of the file with the earlier results, in bytes.
const LONGEST: usize = 1 << 30;

/// The results of an earlier run, as `--format json` writes them.
#[derive(Deserialize)]
struct Document {
    exercises: Vec<Named>,
    submissions: Vec<Submission>,
}

#[derive(Deserialize)]
struct Named {
    exercise: String,
}

#[derive(Deserialize)]
struct Submission {
    id: String,
    status: String,
    marks: Option<Marks>,
    exercises: Vec<Part>,
}

/// A number of marks, as it is written.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Marks(String);

impl TryFrom<String> for Marks {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.parse::<Number>().is_ok() { Ok(Self(text)) } else { Err(format!("`{text}` is not a number")) }
    }
}

#[derive(Deserialize)]
struct Part {
    exercise: String,
    marks: Option<Marks>,
    graded: Option<Graded>,
}

#[derive(Deserialize)]
struct Graded {
    trees: Vec<Tree>,
}

#[derive(Deserialize)]
struct Tree {
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    marks: Marks,
}

/// The earlier results of a submission.
#[derive(Default, PartialEq)]
struct Before {
    /// The marks, or the status if there were none.
    total: String,
    /// The marks of each exercise and of each question, such as `hw1 1.4`.
    marks: BTreeMap<String, String>,
}

/// A comparison with the results of an earlier run.
pub(super) struct Comparison<'h> {
    homework: &'h Homework,
    /// The earlier results, by id.
    before: BTreeMap<String, Before>,
    /// The ids that were compared.
    seen: HashSet<String>,
    changed: u64,
}

impl<'h> Comparison<'h> {
    /// Reads the earlier results. The error says why they cannot be read.
    pub(super) fn read(path: &Path, homework: &'h Homework) -> Result<Self, String> {
        let text = read_text(path, LONGEST)?;
        let document: Document = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| format!("these are not results of `gametree grade --format json`: {error}"))?;
        if document.exercises.iter().all(|named| homework.position(&named.exercise).is_none()) {
            let names: Vec<&str> = document.exercises.iter().map(|named| named.exercise.as_str()).collect();
            return Err(format!("these are results of other exercises: {}", names.join(", ")));
        }
        let before = document.submissions.into_iter().map(|submission| (submission.id.clone(), submission.into()));
        Ok(Self { homework, before: before.collect(), seen: HashSet::new(), changed: 0 })
    }

    /// Prints what has changed for a submission, if anything has.
    pub(super) fn add(&mut self, result: &Grade, output: &mut Output) -> io::Result<()> {
        let now = self.now(result);
        self.seen.insert(result.id.clone());
        let line = match self.before.get(&result.id) {
            None => format!("{}  new: {}", result.id, now.total),
            Some(before) if *before == now => return Ok(()),
            Some(before) => {
                let question = |(name, marks): (&String, &String)| {
                    let old = before.marks.get(name).map_or("none", String::as_str);
                    (old != marks).then(|| format!("{name}: {old} → {marks}"))
                };
                let questions: Vec<String> = now.marks.iter().filter_map(question).collect();
                let changed =
                    if questions.is_empty() { String::new() } else { format!("  ({})", questions.join(", ")) };
                format!("{}  {} → {}{changed}", result.id, before.total, now.total)
            }
        };
        self.changed += 1;
        output.print_last(&printable(&line))
    }

    /// Prints which submissions are gone, and how many have changed.
    pub(super) fn finish(mut self, output: &mut Output) -> io::Result<()> {
        for (id, before) in self.before.iter().filter(|(id, _)| !self.seen.contains(*id)) {
            output.print_last(&printable(&format!("{id}  gone: {}", before.total)))?;
            self.changed += 1;
        }
        match self.changed {
            0 => output.print_last("no marks have changed"),
            changed => {
                let all = self.before.keys().chain(&self.seen).collect::<HashSet<_>>().len() as u64;
                let verb = if changed == 1 { "has" } else { "have" };
                output.print_last(&format!(
                    "{changed} of {} {verb} different marks now",
                    counted(all, "student", "students")
                ))
            }
        }
    }

    fn now(&self, result: &Grade) -> Before {
        let mut marks = BTreeMap::new();
        for (part, exercise) in result.parts.iter().zip(&self.homework.exercises) {
            if let Some(total) = part.marks() {
                marks.insert(exercise.name.clone(), total.to_string());
            }
            let trees = part.graded.iter().flat_map(|(graded, _)| &graded.trees);
            for question in trees.flat_map(|tree| &tree.questions) {
                marks.insert(format!("{} {}", exercise.name, question.number), question.marks.to_string());
            }
        }
        let total = result.marks.map_or_else(|| result.status.name().to_string(), |marks| marks.to_string());
        Before { total, marks }
    }
}

impl From<Submission> for Before {
    fn from(Submission { status, marks: total, exercises, .. }: Submission) -> Self {
        let mut marks = BTreeMap::new();
        for Part { exercise, marks: total, graded } in exercises {
            for Question { id, marks: of_question } in
                graded.into_iter().flat_map(|graded| graded.trees).flat_map(|tree| tree.questions)
            {
                marks.insert(format!("{exercise} {id}"), of_question.0);
            }
            if let Some(total) = total {
                marks.insert(exercise, total.0);
            }
        }
        Self { total: total.map_or(status, |total| total.0), marks }
    }
}
