//! Counts what a whole class did. The counters of parts of a class can be merged, in any order, with the same result as
//! counting all at once. Their size depends on the exercise, not on the class, except for what finding copies needs.

mod answers;
mod comments;
mod copies;
mod exact;
mod html;
mod json;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use gametree::grade::{Credit, Graded, GradedQuestion, Heading};
use gametree::model::Reveal;
use gametree::number::Fraction;
use serde::{Deserialize, Serialize};

use super::homework::{Homework, NamedExercise};
use super::outcome::{Part, Result as Grade};
use crate::cli::output::write_file;
use answers::{Holders, Item, add_holder, merge_holders};
use comments::own_comments;
use exact::{Distribution, Exact, Moments, Sum};
use report::Report;

/// At most so many submissions that need a look are listed: those with the least ids.
const MOST_LISTED: usize = 1_000;

/// Where to write the report about the class.
#[derive(Args)]
pub(super) struct ClassOptions {
    /// Write a report about the whole class to this file, which ends in .html or .json
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = report_path)]
    pub(super) class: Option<PathBuf>,
    /// Name students in the report about the class: those who need a look, and likely copies
    ///
    /// Without this option, the report has no ids, and shows fewer than three students as "< 3".
    #[arg(long, requires = "class")]
    with_ids: bool,
}

fn report_path(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    if is_json(&path) || path.extension().is_some_and(|ending| ending == "html") {
        return Ok(path);
    }
    Err("the name must end in .html or .json".to_string())
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

impl ClassOptions {
    /// Writes the report, if it is wanted.
    pub(super) fn write(&self, class: &Class) -> io::Result<()> {
        let Some(path) = &self.class else { return Ok(()) };
        let report = Report::of(class, self.with_ids);
        let text = if is_json(path) { json::written(&report) } else { html::written(&report) };
        write_file(path, &text).map_err(|error| io::Error::other(format!("{}: not written: {error}", path.display())))
    }
}

/// The counters of a class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Class {
    worth: Option<Exact>,
    statuses: BTreeMap<String, u64>,
    marks: Distribution,
    exercises: Vec<Exercise>,
    /// How many students' answers look like these wrong procedures: one, or several that fit equally well.
    faults: BTreeMap<String, u64>,
    /// The marks for answers that follow from a mistake, and how many students got some.
    moved: Sum,
    moved_students: u64,
    /// How many submissions need a look, and the ids of some, with the status and the reason.
    looks: u64,
    needs_a_look: BTreeMap<String, [String; 2]>,
}

/// The counters of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Exercise {
    name: String,
    /// How many submissions have marks for it.
    graded: u64,
    questions: Vec<Question>,
    /// How many students altered each tree.
    altered: BTreeMap<String, u64>,
    /// Who has the same comments, by their fingerprint.
    comments: BTreeMap<String, Holders>,
    /// Whether students have different trees.
    has_own_trees: bool,
    /// If they do: how many of each student's wrong answers no wrong procedure gives.
    own_mistakes: BTreeMap<String, u64>,
    /// What was handed out.
    #[serde(skip)]
    sheet: String,
}

/// The counters of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Question {
    number: String,
    name: String,
    worth: Option<Exact>,
    moments: Moments,
    items: BTreeMap<String, Item>,
}

impl Class {
    /// The counters before anything is counted.
    pub(super) fn new(homework: &Homework) -> Self {
        let question = |question: &GradedQuestion| Question {
            number: question.number.clone(),
            name: question.name.clone(),
            worth: Some(Exact(question.worth)),
            ..Question::default()
        };
        let exercise = |exercise: &NamedExercise| Exercise {
            name: exercise.name.clone(),
            questions: questions(&exercise.blank).map(question).collect(),
            sheet: handed_out(exercise),
            ..Exercise::default()
        };
        let exercises = homework.exercises.iter().map(exercise).collect();
        Self { worth: homework.worth().map(Exact), exercises, ..Self::default() }
    }

    /// Counts a student. If students have different trees, their answers are not compared.
    pub(super) fn add(&mut self, result: &Grade, has_same_trees: bool) {
        *self.statuses.entry(result.status.name().to_string()).or_default() += 1;
        if result.needs_a_look {
            self.looks += 1;
            let reason = result.reason.clone().unwrap_or_default();
            self.needs_a_look.insert(result.id.clone(), [result.status.name().to_string(), reason]);
            self.limit();
        }
        let Some(total) = result.marks else { return };
        self.marks.add(total);
        let (mut faults, mut moved) = (BTreeSet::new(), Sum::default());
        for (exercise, part) in self.exercises.iter_mut().zip(&result.parts) {
            exercise.add(&result.id, part, total, has_same_trees);
            moved.add(part.moved);
            let named = part.graded.iter().flat_map(|(graded, _)| &graded.faults);
            let named: Vec<&str> = named.map(|fault| fault.description().name).collect();
            faults.extend((!named.is_empty()).then(|| named.join(" or ")));
        }
        for fault in faults {
            *self.faults.entry(fault).or_default() += 1;
        }
        if moved.value() != Some(Fraction::ZERO) {
            self.moved.add(moved.value());
            self.moved_students += 1;
        }
    }

    /// Adds the counters of other students of the same class.
    pub(super) fn merge(&mut self, other: Self) {
        add_counts(&mut self.statuses, &other.statuses);
        self.marks.merge(&other.marks);
        self.exercises.iter_mut().zip(&other.exercises).for_each(|(own, other)| own.merge(other));
        add_counts(&mut self.faults, &other.faults);
        self.moved.add(other.moved.value());
        self.moved_students += other.moved_students;
        self.looks += other.looks;
        self.needs_a_look.extend(other.needs_a_look);
        self.limit();
    }

    fn limit(&mut self) {
        while self.needs_a_look.len() > MOST_LISTED {
            self.needs_a_look.pop_last();
        }
    }
}

impl Exercise {
    fn add(&mut self, id: &str, part: &Part, total: Fraction, has_same_trees: bool) {
        let Some((graded, text)) = &part.graded else { return };
        self.graded += 1;
        self.has_own_trees |= !has_same_trees;
        if let Some(comments) = own_comments(&self.sheet, text) {
            add_holder(&mut self.comments, comments, id);
        }
        for (own, question) in self.questions.iter_mut().zip(questions(graded)) {
            own.moments.add(question.marks, total.minus(question.marks).ok());
            for item in &question.items {
                let counters = own.items.entry(item.name.clone()).or_default();
                if has_same_trees {
                    counters.add(id, item, &graded.faults);
                } else if counters.add_own(id, item) {
                    *self.own_mistakes.entry(id.to_string()).or_default() += 1;
                }
            }
        }
        for tree in graded.trees.iter().filter(|tree| !tree.alterations.is_empty()) {
            *self.altered.entry(tree.title.clone()).or_default() += 1;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.graded += other.graded;
        for (own, other) in self.questions.iter_mut().zip(&other.questions) {
            own.moments.merge(&other.moments);
            for (name, item) in &other.items {
                own.items.entry(name.clone()).or_default().merge(item);
            }
        }
        add_counts(&mut self.altered, &other.altered);
        merge_holders(&mut self.comments, &other.comments);
        self.has_own_trees |= other.has_own_trees;
        add_counts(&mut self.own_mistakes, &other.own_mistakes);
    }
}

/// The sheet of an exercise.
fn handed_out(NamedExercise { name, exercise, .. }: &NamedExercise) -> String {
    exercise.sheet(Heading { name: Some(name), reveal: Reveal::Never }).unwrap_or_default()
}

fn questions(graded: &Graded) -> impl Iterator<Item = &GradedQuestion> {
    graded.trees.iter().flat_map(|tree| &tree.questions)
}

fn add_counts(own: &mut BTreeMap<String, u64>, other: &BTreeMap<String, u64>) {
    for (name, count) in other {
        *own.entry(name.clone()).or_default() += count;
    }
}

/// Whether a submission has an answer that follows from a mistake, so that follow-through may have changed its marks.
pub(super) fn has_followed(graded: &Graded) -> bool {
    questions(graded).flat_map(|question| &question.items).any(|item| item.credit == Credit::Follows)
}
