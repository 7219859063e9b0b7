//! Replaces whole files: the old file stays until all of the new one is on disk.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A new file beside an existing one that it will replace. If it does not, it is removed when this is dropped; only a
/// killed process leaves it behind, under a name that begins with `.gametree-`.
pub(super) struct Replacement {
    new: NamedTempFile,
    path: PathBuf,
}

impl Replacement {
    /// Begins a replacement, with the owner, the permissions and the attributes of the file at `path`; fails if they
    /// cannot be kept. At no time does the new file allow more than the old one. If `path` is a link, the file that it
    /// leads to is replaced. A file that could not be written to is never replaced.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        // Opening a pipe would wait for a reader.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("it is no file but a pipe or a device"));
        }
        let old = File::options().write(true).open(&path)?;
        let metadata = old.metadata()?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let new = tempfile::Builder::new().prefix(".gametree-").tempfile_in(folder);
        let new =
            new.map_err(|error| io::Error::new(error.kind(), format!("no file can be made beside it: {error}")))?;
        keep_owner(new.as_file(), &metadata)?;
        keep_attributes(new.as_file(), &old)?;
        new.as_file().set_permissions(metadata.permissions())?;
        Ok(Self { new, path })
    }

    /// Replaces the old file by the new one, in one step.
    pub(super) fn put_in_place(self) -> io::Result<()> {
        self.new.as_file().sync_all()?;
        self.take_place()
    }

    fn take_place(self) -> io::Result<()> {
        self.new.persist(&self.path).map_err(|failed| failed.error)?;
        Ok(())
    }

    /// Like [`Self::put_in_place`], but only if the old file still has the content `old`. Anything that is written to
    /// it between this check and the replacement is lost.
    fn put_in_place_of(self, old: &[u8]) -> io::Result<()> {
        self.new.as_file().sync_all()?;
        if fs::read(&self.path)? != old {
            return Err(io::Error::other("it was changed meanwhile, by somebody else"));
        }
        self.take_place()
    }
}

/// Replaces the text of the file at `path`, which must still be `old`.
pub(super) fn replace(path: &Path, old: &str, new: &str) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write_all(new.as_bytes())?;
    replacement.put_in_place_of(old.as_bytes())
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.new.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.new.flush()
    }
}

/// Gives a new file the owner and group of the old one: a user who works for others must neither take their files nor
/// lock them out.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = new.metadata()?;
    let group = (now.gid() != old.gid()).then_some(old.gid());
    let owner = (now.uid() != old.uid()).then_some(old.uid());
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(new, owner, group)
        .map_err(|error| io::Error::new(error.kind(), format!("its owner cannot be kept: {error}")))
}

/// The attribute with the access control list of a file, which is more precise than its permissions.
#[cfg(unix)]
const ACCESS_LIST: &str = "system.posix_acl_access";

/// Gives a new file, which only its owner can read so far, the access control list and the user attributes of the old
/// one. Permissions mean something else beside such a list, so it is set before them. A list that the new file has
/// inherited from its folder is removed.
#[cfg(unix)]
fn keep_attributes(new: &File, old: &File) -> io::Result<()> {
    use xattr::FileExt;
    let names = |file: &File| match file.list_xattr() {
        Ok(names) => Ok(names.collect()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    let (inherited, wanted) = (names(new)?, names(old)?);
    if inherited.iter().any(|name| name == ACCESS_LIST) && !wanted.iter().any(|name| name == ACCESS_LIST) {
        new.remove_xattr(ACCESS_LIST)?;
    }
    for name in wanted.iter().filter(|name| *name == ACCESS_LIST || name.as_encoded_bytes().starts_with(b"user.")) {
        let kept = old.get_xattr(name).and_then(|value| value.map_or(Ok(()), |value| new.set_xattr(name, &value)));
        kept.map_err(|error| {
            io::Error::new(error.kind(), format!("its attribute `{}` cannot be kept: {error}", name.display()))
        })?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn keep_attributes(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tree");
        fs::write(&path, "old").unwrap();
        let begin = || {
            let mut replacement = Replacement::of(&path).unwrap();
            replacement.write_all(b"new").unwrap();
            replacement
        };
        let replacement = begin();
        fs::write(&path, "changed").unwrap();
        let refused = replacement.put_in_place_of(b"old").unwrap_err();
        assert_eq!(refused.to_string(), "it was changed meanwhile, by somebody else");
        assert_eq!(fs::read_to_string(&path).unwrap(), "changed");
        begin().put_in_place_of(b"changed").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }
}
