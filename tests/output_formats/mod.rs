//! The formats of `check`, from the command itself: a new one is in every test that goes through all of them.

use crate::folder::Folder;

/// The values of `--format`, as the command lists them when it gets another one.
pub(crate) fn output_formats(folder: &Folder) -> Vec<String> {
    let refusal = folder.run(&["check", "--format", "nonsense"]).err;
    let list = refusal.split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.unwrap_or_else(|| panic!("no list of formats in {refusal}"));
    list.split(", ").map(str::to_string).collect()
}
