//! Finds the exercise that a submitted file answers.

use gametree::grade::titles;

use super::homework::Homework;
use crate::cli::submissions::Sheet;

/// The line that names the exercise must be among this many lines at the start of a file.
const FIRST_LINES: usize = 20;

/// The files of a submission, by exercise.
pub(super) struct Assigned<'s> {
    /// For each exercise, the files that answer it.
    pub(super) sheets: Vec<Vec<&'s Sheet>>,
    /// The files that answer no exercise, each with the reason in words.
    pub(super) others: Vec<(&'s Sheet, String)>,
}

impl<'s> Assigned<'s> {
    /// A file answers the exercise that its line `// exercise: NAME` names. Without that line, it answers the exercise
    /// with the same file name, or else the exercise with which it shares the most titles of trees. If there is only
    /// one exercise, and no file names it, all files that do not name another exercise answer it.
    pub(super) fn new(sheets: &'s [Sheet], homework: &Homework) -> Self {
        let mut assigned = Self { sheets: vec![Vec::new(); homework.exercises.len()], others: Vec::new() };
        let mut unnamed = Vec::new();
        for sheet in sheets {
            let named = exercise_line(sheet);
            match (homework.position(named.unwrap_or(&sheet.stem)), named) {
                (Some(place), _) => assigned.sheets[place].push(sheet),
                (None, Some(name)) => {
                    assigned.others.push((sheet, format!("it names the exercise `{name}`, which is not graded here")));
                }
                (None, None) => unnamed.push(sheet),
            }
        }
        let is_free: Vec<bool> = assigned.sheets.iter().map(Vec::is_empty).collect();
        for sheet in unnamed {
            let place = if homework.exercises.len() == 1 { Some(0) } else { by_titles(sheet, homework) };
            match place {
                Some(place) if is_free[place] => assigned.sheets[place].push(sheet),
                _ => assigned.others.push((
                    sheet,
                    "it is not clear which exercise it answers; write `// exercise: NAME` on its first line"
                        .to_string(),
                )),
            }
        }
        assigned
    }
}

/// The exercise that a sheet names in one of its first lines.
fn exercise_line(sheet: &Sheet) -> Option<&str> {
    let text = sheet.text.as_deref().unwrap_or_default();
    // Some old programs end a line with only a carriage return.
    let mut lines = text.lines().flat_map(|line| line.split('\r')).take(FIRST_LINES);
    lines.find_map(|line| line.trim().strip_prefix("// exercise:")).map(str::trim)
}

/// The exercise with which a sheet shares the most titles of trees; `None` if there are several such exercises.
fn by_titles(sheet: &Sheet, homework: &Homework) -> Option<usize> {
    let here = titles(sheet.text.as_deref().unwrap_or_default());
    let shared = |place: &usize| {
        let titles = &homework.exercises[*place].titles;
        here.iter().filter(|title| titles.contains(title)).count()
    };
    let best = (0..homework.exercises.len()).max_by_key(shared)?;
    let most = shared(&best);
    let is_only = (0..homework.exercises.len()).filter(|place| shared(place) == most).count() == 1;
    (most > 0 && is_only).then_some(best)
}
