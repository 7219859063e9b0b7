//! One exercise, many, or one for each student.

use std::borrow::Cow;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use gametree::generate::{Stream, VERSION};

use super::folder::{Exercise, Folder, file_names, is_exercise_name, single_file};
use super::header::command_line;
use super::refuse;
use crate::cli::output::{Output, write_once};
use crate::cli::read::read_bytes;
use crate::cli::submissions::roster_ids;
use crate::cli::{Color, Outcome, parallel, print_error, write_for_people};

/// With fewer characters, a secret can be guessed by trying.
const SHORTEST_SECRET: usize = 16;

/// How the command ends in the first line of a student's exercise. The files themselves are not named.
const FOR_STUDENTS: &str = " --students ROSTER --secret-file FILE --output FOLDER";

/// The name of exercises that have no other.
const UNNAMED: &str = "exercise";

/// How many exercises are made, for whom, and where they are written.
#[derive(Args)]
pub(super) struct Batch {
    /// Any text: the same seed gives the same exercises, on every machine and in every version
    #[arg(long, value_name = "TEXT", default_value = "1", conflicts_with = "students")]
    seed: String,
    /// How many exercises to make; more than one needs --output
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "students")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// An exercise for each student of this CSV file, which has a column `id`
    ///
    /// A student's exercise depends only on the secret, the name of the exercise and the id. Students who are added
    /// later change nothing for the others.
    #[arg(long, value_name = "FILE", requires_all = ["secret_file", "output"])]
    students: Option<PathBuf>,
    /// A file with a secret of at least 16 characters, without which nobody can find out a student's exercise
    #[arg(long, value_name = "FILE", requires = "students")]
    secret_file: Option<PathBuf>,
    /// The folder for exercises, sheets and keys; or, for one exercise, a file that ends in `.tree`
    ///
    /// No file in it is overwritten.
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// The name of the exercises, which the names of their files begin with
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Print all sheets in one PDF, and all keys in another
    #[arg(long, requires = "output")]
    pdf: bool,
    /// How many exercises are made at a time; one for each processor if left out
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// One of the exercises to make.
struct Order {
    /// The name of its files.
    name: String,
    /// Whose it is, for its header.
    whose: String,
    stream: Stream,
}

/// Where the random numbers come from.
enum Source {
    Seed(String),
    Secret { secret: Vec<u8>, exercise: String },
}

impl Batch {
    /// The name that the options give the exercises; otherwise `name`, or one for exercises without a name.
    pub(super) fn name<'n>(&'n self, name: Option<&'n str>) -> &'n str {
        self.name.as_deref().or(name).unwrap_or(UNNAMED)
    }

    /// Whether every student gets an exercise.
    pub(super) fn is_for_students(&self) -> bool {
        self.students.is_some()
    }

    /// Makes every exercise with its own stream, and writes it. `first` makes what all exercises share, with a stream of
    /// its own. `name` is that of the exercise if no other is given.
    pub(super) fn run<T: Sync>(
        &self,
        name: Option<&str>,
        first: impl FnOnce(Stream) -> Result<T, String>,
        make: impl Fn(&T, &mut Stream) -> Result<String, String> + Sync,
    ) -> io::Result<Outcome> {
        let name = self.name(name);
        if !is_exercise_name(name) {
            return Ok(refuse(&format!(
                "`{name}` cannot be part of a file name; use --name with letters, digits, - or _"
            )));
        }
        let (source, orders) = match self.orders(name) {
            Ok(orders) => orders,
            Err(reason) => return Ok(refuse(&reason)),
        };
        let single = single_file(self.output.as_ref()).filter(|_| !self.is_for_students());
        if self.count > 1 && (self.output.is_none() || single.is_some()) {
            return Ok(refuse("more than one exercise needs a folder: add --output FOLDER"));
        }
        if single.is_some() && self.pdf {
            return Ok(refuse("--pdf needs a folder; print one exercise with `gametree sheet FILE --to pdf`"));
        }
        let shared = match first(source.first_stream()) {
            Ok(shared) => shared,
            Err(reason) => return Ok(report(None, &reason)),
        };
        let header = command_line(None) + if self.is_for_students() { FOR_STUDENTS } else { "" };
        let work = |place: usize| -> Result<Exercise, String> {
            let order: &Order = &orders[place];
            let text = make(&shared, &mut order.stream.clone())?;
            Exercise::new(order.name.clone(), &format!("// {header}, {}; generator {VERSION}", order.whose), &text)
        };
        match (&self.output, single) {
            (None, _) | (_, Some(_)) => write_one(work(0), single),
            (Some(folder), None) => self.write_all(folder, &orders, work),
        }
    }

    fn write_all(
        &self,
        folder: &Path,
        orders: &[Order],
        work: impl Fn(usize) -> Result<Exercise, String> + Sync,
    ) -> io::Result<Outcome> {
        let mut folder = match Folder::open(folder, self.pdf) {
            Ok(folder) => folder,
            Err(error) => return Ok(refuse(&error.to_string())),
        };
        let mut complete = true;
        let mut next = orders.iter();
        parallel::in_order(orders.len(), self.jobs, work, |made| {
            let order = next.next();
            match made {
                Ok(exercise) => folder.add(&exercise),
                Err(reason) => {
                    report(order.map(|order| order.name.as_str()), &reason);
                    complete = false;
                }
            }
            Ok(())
        })?;
        folder.close(complete)
    }

    /// The exercises to make.
    fn orders(&self, exercise: &str) -> Result<(Source, Vec<Order>), String> {
        let Some(roster) = &self.students else {
            // The seed is written into the first line.
            if self.seed.contains(char::is_control) {
                return Err("--seed must be one line, without control characters".to_string());
            }
            let order = |number: u32| Order {
                // The name does not depend on how many there are, so that more can be added later.
                name: format!("{exercise}-{number:03}"),
                whose: format!("number {number}"),
                stream: Stream::numbered(&self.seed, number),
            };
            return Ok((Source::Seed(self.seed.clone()), (1..=self.count).map(order).collect()));
        };
        let secret = self.secret()?;
        let of_file = |path: &Path, reason: String| format!("{}: {reason}", path.display());
        let ids = roster_ids(roster).map_err(|reason| of_file(roster, reason))?;
        let names = file_names(exercise, &ids).map_err(|reason| of_file(roster, reason))?;
        let orders = ids.iter().zip(names).map(|(id, name)| Order {
            name,
            whose: format!("student {id}"),
            stream: Stream::of_student(&secret, exercise, id),
        });
        let orders = orders.collect();
        Ok((Source::Secret { secret, exercise: exercise.to_string() }, orders))
    }

    fn secret(&self) -> Result<Vec<u8>, String> {
        read_secret(self.secret_file.as_deref().unwrap_or(Path::new("")))
    }
}

/// The content of a secret file, without the line break at its end.
pub(super) fn read_secret(path: &Path) -> Result<Vec<u8>, String> {
    let secret = read_bytes(path, 1 << 20).map_err(|reason| format!("{}: {reason}", path.display()))?;
    let secret = secret.trim_ascii_end().to_vec();
    if secret.len() < SHORTEST_SECRET {
        return Err(format!(
            "{}: a secret needs at least {SHORTEST_SECRET} characters, so that nobody can guess it",
            path.display()
        ));
    }
    Ok(secret)
}

impl Source {
    /// The stream of what all exercises share: that of the first number, or of an id that no student has.
    fn first_stream(&self) -> Stream {
        match self {
            Self::Seed(seed) => Stream::numbered(seed, 1),
            Self::Secret { secret, exercise } => Stream::of_student(secret, exercise, ""),
        }
    }
}

fn write_one(made: Result<Exercise, String>, path: Option<&Path>) -> io::Result<Outcome> {
    let exercise = match made {
        Ok(exercise) => exercise,
        Err(reason) => return Ok(report(None, &reason)),
    };
    if let Some(path) = path {
        return Ok(Outcome::of(!write_once(path, exercise.text()), true));
    }
    let mut output = Output::open(None, Color::Never)?;
    output.print_source(exercise.text())?;
    output.finish(Outcome::Success, true)
}

/// Says why there is no exercise: a sentence, maybe with a table below it.
fn report(name: Option<&str>, reason: &str) -> Outcome {
    let (first, rest) = reason.split_once('\n').unwrap_or((reason, ""));
    let name: Cow<'_, str> = name.map_or("".into(), |name| format!("{name}: ").into());
    print_error(&format!("{name}{first}"));
    if !rest.is_empty() {
        write_for_people(&format!("{rest}\n"));
    }
    Outcome::Findings
}
