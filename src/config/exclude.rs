//! Which paths a project leaves out.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The paths that a project leaves out, as patterns in the manner of `.gitignore`.
#[derive(Clone, Debug)]
pub struct Exclude {
    patterns: Gitignore,
}

impl Exclude {
    /// Whether a path is left out; it is given from the folder of `gametree.toml` on. The folders above it are no matter
    /// here.
    pub fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        self.patterns.matched(path, is_folder).is_ignore()
    }
}

impl Default for Exclude {
    fn default() -> Self {
        Self { patterns: Gitignore::empty() }
    }
}

/// Patterns that are being collected.
pub(super) struct Patterns(GitignoreBuilder);

impl Patterns {
    pub(super) fn new() -> Self {
        let mut builder = GitignoreBuilder::new("");
        builder.allow_unclosed_class(false);
        Self(builder)
    }

    /// Adds a pattern, or says why it can match nothing.
    pub(super) fn add(&mut self, pattern: &str) -> Result<(), String> {
        let bare = pattern.strip_prefix('!').unwrap_or(pattern);
        if bare.trim().is_empty() {
            return Err("an empty pattern matches no path".to_string());
        }
        if bare.split('/').any(|part| part == "..") {
            return Err("this pattern leads out of the folder".to_string());
        }
        // What is a comment in a file of lines is a name in a list of texts.
        let escaped = if pattern.starts_with('#') { format!("\\{pattern}") } else { from_here(pattern) };
        match self.0.add_line(None, &escaped) {
            Ok(_) => Ok(()),
            Err(ignore::Error::Glob { err, .. }) => Err(format!("this is no pattern: {err}")),
            Err(error) => Err(format!("this is no pattern: {error}")),
        }
    }

    pub(super) fn finish(&self) -> Result<Exclude, String> {
        let patterns = self.0.build().map_err(|error| error.to_string())?;
        Ok(Exclude { patterns })
    }
}

/// `./drafts` means the one in this folder, which `.gitignore` writes `/drafts`.
fn from_here(pattern: &str) -> String {
    let (not, path) = pattern.strip_prefix('!').map_or(("", pattern), |path| ("!", path));
    path.strip_prefix("./").map_or_else(|| pattern.to_string(), |path| format!("{not}/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_out(patterns: &[&str], path: &str, is_folder: bool) -> bool {
        let mut all = Patterns::new();
        for pattern in patterns {
            all.add(pattern).unwrap();
        }
        all.finish().unwrap().leaves_out(Path::new(path), is_folder)
    }

    #[test]
    fn patterns_mean_what_they_mean_in_a_gitignore() {
        assert!(left_out(&["drafts/"], "drafts", true) && left_out(&["drafts/"], "a/drafts", true));
        assert!(!left_out(&["drafts/"], "drafts", false), "a file of this name");
        assert!(left_out(&["drafts/**"], "drafts/a/b.tree", false) && !left_out(&["drafts/**"], "a/drafts/b", false));
        assert!(left_out(&["*.old.tree"], "a/b.old.tree", false));
        assert!(left_out(&["/a.tree"], "a.tree", false) && !left_out(&["/a.tree"], "b/a.tree", false));
        assert!(left_out(&["./a.tree"], "a.tree", false) && !left_out(&["./a.tree"], "b/a.tree", false));
        assert!(left_out(&["*.tree", "!a.tree"], "b.tree", false));
        assert!(!left_out(&["*.tree", "!a.tree"], "a.tree", false));
        assert!(left_out(&["#1.tree"], "#1.tree", false));
    }

    #[test]
    fn patterns_that_match_nothing_are_refused() {
        for pattern in ["", " ", "!", "../other", "a/../../b", "[a", "{a", "a\\"] {
            assert!(Patterns::new().add(pattern).is_err(), "{pattern:?}");
        }
    }
}
