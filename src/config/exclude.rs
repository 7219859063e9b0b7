//! Which paths a project leaves out.

#[cfg(feature = "files")]
use std::path::Path;

#[cfg(feature = "files")]
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The paths that a project leaves out, as patterns like those of a `.gitignore`.
///
/// The patterns are compiled and matched against paths only with the feature `files`. Without it, they are kept as
/// written, and a pattern that no path can match, such as `[a`, is not reported.
#[derive(Clone, Debug, Default)]
pub struct Exclude {
    patterns: Vec<String>,
    #[cfg(feature = "files")]
    compiled: Option<Gitignore>,
}

impl Exclude {
    /// The patterns, as written.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Whether a path, relative to the folder of `gametree.toml`, is left out. Only the path itself is matched, not the
    /// folders that contain it.
    #[cfg(feature = "files")]
    pub fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        self.compiled.as_ref().is_some_and(|patterns| patterns.matched(path, is_folder).is_ignore())
    }
}

/// Patterns that are being collected.
pub(super) struct Patterns {
    written: Vec<String>,
    #[cfg(feature = "files")]
    builder: GitignoreBuilder,
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self {
            written: Vec::new(),
            #[cfg(feature = "files")]
            builder: builder(),
        }
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
        #[cfg(feature = "files")]
        self.compile(pattern)?;
        self.written.push(pattern.to_string());
        Ok(())
    }

    #[cfg(feature = "files")]
    fn compile(&mut self, pattern: &str) -> Result<(), String> {
        // A `#` begins a comment in a `.gitignore`, but a name here.
        let escaped = if pattern.starts_with('#') { format!("\\{pattern}") } else { from_here(pattern) };
        match self.builder.add_line(None, &escaped) {
            Ok(_) => Ok(()),
            Err(ignore::Error::Glob { err, .. }) => Err(format!("this is no pattern: {err}")),
            Err(error) => Err(format!("this is no pattern: {error}")),
        }
    }

    pub(super) fn finish(self) -> Result<Exclude, String> {
        Ok(Exclude {
            patterns: self.written,
            #[cfg(feature = "files")]
            compiled: Some(self.builder.build().map_err(|error| error.to_string())?),
        })
    }
}

#[cfg(feature = "files")]
fn builder() -> GitignoreBuilder {
    let mut builder = GitignoreBuilder::new("");
    builder.allow_unclosed_class(false);
    builder
}

/// `./drafts` means the one in this folder, which `.gitignore` writes `/drafts`.
#[cfg(feature = "files")]
fn from_here(pattern: &str) -> String {
    let (not, path) = pattern.strip_prefix('!').map_or(("", pattern), |path| ("!", path));
    path.strip_prefix("./").map_or_else(|| pattern.to_string(), |path| format!("{not}/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "files")]
    fn left_out(patterns: &[&str], path: &str, is_folder: bool) -> bool {
        let mut all = Patterns::new();
        for pattern in patterns {
            all.add(pattern).unwrap();
        }
        all.finish().unwrap().leaves_out(Path::new(path), is_folder)
    }

    #[cfg(feature = "files")]
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
        for pattern in ["", " ", "!", "../other", "a/../../b"] {
            assert!(Patterns::new().add(pattern).is_err(), "{pattern:?}");
        }
        for pattern in ["[a", "{a", "a\\"] {
            assert_eq!(Patterns::new().add(pattern).is_err(), cfg!(feature = "files"), "{pattern:?}");
        }
    }

    #[test]
    fn patterns_are_kept_as_they_are_written() {
        let mut all = Patterns::new();
        let patterns = ["./drafts/", "!a.tree", "#1"];
        assert!(patterns.iter().all(|pattern| all.add(pattern).is_ok()));
        assert_eq!(all.finish().unwrap().patterns(), patterns);
    }
}
