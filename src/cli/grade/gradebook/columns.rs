//! Finds the columns of an exported gradebook: whose row it is, and where the marks go.

use std::collections::HashSet;

use super::{Cells, cleaned};

/// The heading of the marks in Moodle's grading worksheet, in the languages in which it is known for certain. In all
/// others, the teacher names the column.
const MOODLE_MARKS: [&str; 7] = ["Grade", "Bewertung", "Note", "Calificación", "Valutazione", "Nota", "Cijfer"];

/// Headings of columns that can say whose row it is, the best first.
const IDS: [&str; 14] = [
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "ID number",
    "Student ID",
    "SID",
    "Username",
    "User name",
    "Login",
    "Email address",
    "Email",
    "E-mail",
    "E-Mail-Adresse",
    "Adresse de courriel",
];

/// A column that says whose row it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IdColumn {
    pub(super) place: usize,
    /// Whether the id is the number at the end of the cell, as in Moodle's `Participant 1327627`.
    pub(super) is_last_number: bool,
}

impl IdColumn {
    /// The id in a row; `None` if it has none.
    pub(super) fn id(self, row: &[String]) -> Option<String> {
        let cell = cleaned(row.get(self.place)?);
        let id = if self.is_last_number { last_number(&cell)?.to_string() } else { cell };
        (!id.is_empty()).then_some(id)
    }
}

fn is_marks_of_moodle(heading: &str) -> bool {
    MOODLE_MARKS.contains(&cleaned(heading).as_str())
}

/// Whether a file is a grading worksheet of Moodle: every cell of its first column is the same word and a number.
pub(super) fn is_moodle(file: &Cells) -> bool {
    let word = |row: &Vec<String>| {
        let cell = cleaned(&row[0]);
        last_number(&cell).map(|number| cell[..cell.len() - number.len()].to_string())
    };
    let words: HashSet<Option<String>> = file.rows.iter().map(word).collect();
    // Ids such as `s12` are letters and a number, too.
    let is_word = |word: &Option<String>| word.as_ref().is_some_and(|word| word.chars().count() > 3);
    words.len() == 1 && words.iter().all(is_word)
}

/// The column of the marks: the one that is named, or that of Moodle's worksheet.
pub(super) fn marks(file: &Cells, named: Option<&str>) -> Result<usize, String> {
    if let Some(name) = named {
        return column(file, "--column", name);
    }
    let is_moodle = is_moodle(file);
    let mut found = (0..file.headings.len()).filter(|place| is_moodle && is_marks_of_moodle(&file.headings[*place]));
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        _ => Err(format!(
            "it is not clear which column is for the marks; name it with --column; {}",
            headings_in_words(file)
        )),
    }
}

/// The column of the ids: the one that is named, or else the one that has the most of the ids that are graded.
pub(super) fn ids(file: &Cells, named: Option<&str>, is_graded: impl Fn(&str) -> bool) -> Result<IdColumn, String> {
    // Ids such as `s12` are words with numbers, too.
    let forms = |place: usize| {
        let moodle = (place == 0 && is_moodle(file)).then_some(IdColumn { place, is_last_number: true });
        [Some(IdColumn { place, is_last_number: false }), moodle].into_iter().flatten()
    };
    let known = |name: &&str| file.headings.iter().position(|heading| cleaned(heading).eq_ignore_ascii_case(name));
    let candidates: Vec<IdColumn> = match named {
        Some(name) => forms(column(file, "--id-column", name)?).collect(),
        None => {
            std::iter::once(0).filter(|_| is_moodle(file)).chain(IDS.iter().filter_map(known)).flat_map(forms).collect()
        }
    };
    let graded =
        |column: &IdColumn| file.rows.iter().filter_map(|row| column.id(row)).filter(|id| is_graded(id)).count();
    // Of several, the first: `max_by_key` would take the last.
    let best = candidates
        .into_iter()
        .map(|column| (graded(&column), column))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        Some((1.., column)) => Ok(column),
        Some((0, column)) => Err(format!(
            "no id in the column `{}` belongs to a submission; name the right column with --id-column; {}",
            cleaned(&file.headings[column.place]),
            headings_in_words(file)
        )),
        None => Err(format!(
            "it is not clear which column has the ids; name it with --id-column; {}",
            headings_in_words(file)
        )),
    }
}

/// The column with a heading that the teacher names.
pub(super) fn column(file: &Cells, option: &str, name: &str) -> Result<usize, String> {
    let name = cleaned(name);
    let mut found = (0..file.headings.len()).filter(|place| cleaned(&file.headings[*place]) == name);
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err(format!("{option}: it has several columns named `{name}`")),
        (None, _) => Err(format!("{option}: it has no column `{name}`; {}", headings_in_words(file))),
    }
}

fn headings_in_words(file: &Cells) -> String {
    let headings: Vec<String> = file.headings.iter().map(|heading| format!("`{}`", cleaned(heading))).collect();
    format!("its columns are {}", headings.join(", "))
}

/// The digits at the end of `Participant 1327627`; `None` without a word before them.
fn last_number(cell: &str) -> Option<&str> {
    let word = cell.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let number = &cell[word.len()..];
    let is_word = !word.trim().is_empty() && !word.contains(|digit: char| digit.is_ascii_digit());
    (is_word && !number.is_empty()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_participant_is_at_the_end() {
        let numbers = ["Participant 1327627", "Teilnehmer/in1327627", "1327627", "Participant", "a1 2", ""];
        assert_eq!(numbers.map(last_number), [Some("1327627"), Some("1327627"), None, None, None, None]);
    }
}
