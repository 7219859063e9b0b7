//! Where results must not be written: over something that is read, or over each other.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use gametree::config;

use super::Arguments;
use crate::cli::{print_error, submissions};

impl Arguments {
    /// Whether the results would overwrite a file to read, or a later run would read them; if so, reports that.
    pub(super) fn would_lose(&self, inputs: &[&Path]) -> bool {
        let folders = [("--reports", &self.reports), ("--html", &self.html)];
        for (option, folder) in folders.into_iter().filter_map(|(option, folder)| Some((option, folder.as_ref()?))) {
            if submissions::is_below(&self.submissions, folder) {
                print_error(&format!(
                    "{option} names a folder of submissions, which could be lost; choose another folder"
                ));
                return true;
            }
            let class = self.class.class.as_deref();
            if class.is_some_and(|class| is_same_place(class, &folder.join(class.file_name().unwrap_or_default()))) {
                print_error(&format!("--class names a file in the folder of {option}; choose another folder"));
                return true;
            }
        }
        if let (Some(output), Some(class)) = (&self.writing.output, &self.class.class)
            && is_same_place(output, class)
        {
            print_error("--output and --class name the same file; choose two names");
            return true;
        }
        let outputs = [("--output", &self.writing.output), ("--class", &self.class.class)];
        outputs.into_iter().any(|(option, output)| output.as_ref().is_some_and(|it| self.is_lost(inputs, option, it)))
    }

    fn is_lost(&self, inputs: &[&Path], option: &str, output: &Path) -> bool {
        let tables = [
            &self.roster,
            &self.groups,
            &self.overrides,
            &self.compare,
            &self.gradebook.into,
            &self.variants.variants,
            &self.variants.secret_file,
        ]
        .into_iter()
        .flatten();
        let read: Vec<&Path> = inputs.iter().copied().chain(tables.map(PathBuf::as_path)).collect();
        let same = |path: &&Path| matches!((path.canonicalize(), output.canonicalize()), (Ok(a), Ok(b)) if a == b);
        let lost = read.iter().any(same) || submissions::is_in(&self.submissions, output);
        if lost {
            print_error(&format!(
                "{option} names a file that this command reads, which would be lost; choose another name"
            ));
            return true;
        }
        // A later run could read it as an exercise, a submission or settings.
        let is_read_later = submissions::is_sheet(output) || output.file_name() == Some(OsStr::new(config::FILE_NAME));
        if is_read_later {
            print_error(&format!(
                "{option} must not be a `.tree` file or gametree.toml: a later run would read it; choose another name"
            ));
        }
        is_read_later
    }
}

/// Whether two paths, of files that need not exist, are the same.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
    };
    one.file_name() == other.file_name() && folder(one) == folder(other)
}
