//! The formats of `check`, from the command itself, so that every test of all formats includes a new one.

use crate::folder::Folder;

/// The values of `--format`, as the command lists them when it is given an unknown one.
pub(crate) fn output_formats(folder: &Folder) -> Vec<String> {
    let refusal = folder.run(&["check", "--format", "nonsense"]).err;
    let list = refusal.split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.unwrap_or_else(|| panic!("no list of formats in {refusal}"));
    list.split(", ").map(str::to_string).collect()
}
