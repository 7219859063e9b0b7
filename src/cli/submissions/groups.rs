//! Students who hand in together.

use std::collections::BTreeMap;
use std::path::Path;

use super::index::Indexed;
use super::names::cleaned;
use super::{Problem, Status};
use crate::cli::table::Table;

/// The ids of the students of each group, by the name of the group.
#[derive(Debug)]
pub(super) struct Groups(BTreeMap<String, Vec<String>>);

impl Groups {
    /// Reads a CSV file with the columns `group` and `id`, a row for each student. A group may have the name of one of its
    /// own students, but of no other.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let table = Table::read(path)?;
        let (group, id) = (table.needed_column("group")?, table.needed_column("id")?);
        let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut seen = BTreeMap::new();
        for row in table.rows() {
            let (group, id) = (cleaned(&row.cells[group]), cleaned(&row.cells[id]));
            if group.is_empty() || id.is_empty() {
                return Err(format!("line {} needs a group and an id", row.line));
            }
            match seen.insert(id.clone(), group.clone()) {
                Some(other) if other == group => return Err(format!("line {} repeats the id `{id}`", row.line)),
                Some(other) => return Err(format!("line {}: `{id}` is already in the group `{other}`", row.line)),
                None => {}
            }
            groups.entry(group).or_default().push(id);
        }
        if let Some((group, other)) =
            groups.keys().find_map(|name| seen.get_key_value(name).filter(|(_, of)| *of != name))
        {
            return Err(format!(
                "`{group}` is the name of a group and the id of a student in the group `{other}`; a submission of \
                 `{group}` could come from either, so rename the group"
            ));
        }
        Ok(Self(groups))
    }

    /// Replaces the submission of each group by one for each of its students. The id of a group's submission is the
    /// name of the group, or the id of one of its students. If a group has handed in several submissions, its students
    /// get none of them; if it has handed in nothing, they are missing.
    pub(super) fn shared(&self, mut index: Vec<Indexed>, names: &BTreeMap<String, Option<String>>) -> Vec<Indexed> {
        for (group, students) in &self.0 {
            let is_of_group = |it: &mut Indexed| it.id == *group || students.contains(&it.id);
            let found: Vec<Indexed> = index.extract_if(.., is_of_group).collect();
            let Some(first) = found.first() else {
                let reason = format!("the group `{group}` has no submission");
                let problem = Some(Problem { status: Status::Missing, reason });
                index.extend(students.iter().map(|id| Indexed {
                    id: id.clone(),
                    name: names.get(id).cloned().flatten(),
                    parts: Vec::new(),
                    problem: problem.clone(),
                }));
                continue;
            };
            let problem = (found.len() > 1).then(|| {
                let ids: Vec<String> = found.iter().map(|it| format!("`{}`", it.id)).collect();
                let reason = format!("the group `{group}` handed in several submissions: {}", ids.join(", "));
                Problem { status: Status::Twice, reason }
            });
            for id in students {
                let own = found.iter().find(|it| it.id == *id).and_then(|it| it.name.clone());
                let name = own.or_else(|| names.get(id).cloned().flatten());
                let problem = problem.clone().or_else(|| first.problem.clone());
                index.push(Indexed { id: id.clone(), name, problem, ..first.clone() });
            }
        }
        index
    }
}
