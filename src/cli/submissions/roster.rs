//! The list of those who should hand something in.

use std::collections::BTreeMap;
use std::path::Path;

use super::names::cleaned;
use crate::cli::table::Table;

/// The ids of a class, with the names that are known.
#[derive(Debug)]
pub(super) struct Roster(pub(super) BTreeMap<String, Option<String>>);

impl Roster {
    /// Reads a CSV file with a column `id`, and maybe a column `name`.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let table = Table::read(path)?;
        let (id, name) = (table.needed_column("id")?, table.column("name")?);
        let mut students = BTreeMap::new();
        for row in table.rows() {
            let named = name.map(|name| cleaned(&row.cells[name])).filter(|name| !name.is_empty());
            let id = cleaned(&row.cells[id]);
            if id.is_empty() {
                return Err(format!("line {} has no id", row.line));
            }
            if students.contains_key(&id) {
                return Err(format!("line {} repeats the id `{id}`", row.line));
            }
            students.insert(id, named);
        }
        Ok(Self(students))
    }
}

/// The ids of a CSV file with a column `id`, in ascending order.
pub(in crate::cli) fn ids(path: &Path) -> Result<Vec<String>, String> {
    Ok(Roster::read(path)?.0.into_keys().collect())
}
