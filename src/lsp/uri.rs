//! Converts between the URIs of an editor and paths.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The path of a file on this machine; `None` if it is elsewhere, or not saved yet.
pub fn path_of_uri(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = String::from_utf8(percent_decode_str(path).collect()).ok()?;
    // The slash before a drive letter is not part of the path.
    let drive = path.strip_prefix('/').filter(|path| cfg!(windows) && path.as_bytes().get(1) == Some(&b':'));
    path.starts_with('/').then(|| PathBuf::from(drive.unwrap_or(&path)))
}

/// The URI of a path; `None` if the path is not text.
pub fn uri_of_path(path: &Path) -> Option<String> {
    /// What is not escaped in a path.
    const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    let path = path.to_str()?;
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_string() };
    let root = if path.starts_with('/') { "" } else { "/" };
    Some(format!("file://{root}{}", utf8_percent_encode(&path, &PLAIN)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(windows))]
    fn paths_come_back() {
        for path in ["/a.tree", "/a b/α%20.tree", "/#?.tree"] {
            assert_eq!(path_of_uri(&uri_of_path(Path::new(path)).unwrap()).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(path_of_uri("file://localhost/a%2Fb.tree"), Some(PathBuf::from("/a/b.tree")));
    }

    #[test]
    fn what_is_no_file_here_has_no_path() {
        for uri in
            ["untitled:Untitled-1", "file://server/share/a.tree", "https://example.org/a.tree", "file:///%ff", ""]
        {
            assert_eq!(path_of_uri(uri), None, "{uri}");
        }
    }
}
