//! Files that are made to do harm: nothing outside is read, nothing blocks, and memory is bounded.

use std::io::Read;

use super::*;

fn small() -> Limits {
    Limits { file: 1000, entries: 100, unpacked: 10_000, submission: 5_000, ..Limits::default() }
}

fn limited(limits: Limits) -> Options<'static> {
    Options { limits, ..Options::default() }
}

/// A zip file with one entry that consists of `length` braces.
fn bomb(name: &str, length: u64) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    std::io::copy(&mut std::io::repeat(b'{').take(length), &mut zip).unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_bomb_is_refused_for_the_size_that_it_declares() {
    let folder = Folder::new();
    let length = 200 << 20;
    folder.write("class.zip", bomb("a.tree", length));
    let too_large = "Unreadable: it is larger than 1 MiB, the limit for a file";
    assert_eq!(folder.shown_in("class.zip"), format!("a: class.zip/a.tree [a] = {too_large}\n"));
    folder.write("class/a/b.zip", bomb("b.tree", length));
    assert_eq!(folder.shown_in("class"), format!("a: class/a/b.zip/b.tree [b] = {too_large}\n"));
}

#[test]
fn a_bomb_that_lies_about_its_size_is_not_unpacked_any_further() {
    /// The place of the unpacked size in the header of an entry in the directory.
    const SIZE: usize = 24;
    let mut zip = bomb("a.tree", 200 << 20);
    patch_directory(&mut zip, "a.tree", SIZE, &10_u32.to_le_bytes());
    // What is read of it is counted.
    let mut entries = Vec::new();
    archive::for_each_entry(&mut Cursor::new(&zip), &Limits::default(), |entry| entries.push(entry)).unwrap();
    let archive::EntryKind::Sheet(packed) = &entries[0].kind else { unreachable!("it is a sheet") };
    let mut counted = Counted { inner: Cursor::new(&zip), read: 0 };
    assert!(packed.unpack(&mut counted, 1 << 20).is_err());
    assert!(counted.read < 50_000, "{} of {} bytes are read", counted.read, zip.len());
    let folder = Folder::new();
    folder.write("class.zip", zip);
    let shown = folder.shown_in("class.zip");
    assert!(shown.contains("Unreadable: the zip file is damaged: "), "{shown}");
}

/// Counts the bytes that are read.
struct Counted<'a> {
    inner: Cursor<&'a Vec<u8>>,
    read: usize,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

impl std::io::Seek for Counted<'_> {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.inner.seek(to)
    }
}

#[test]
fn all_zip_files_together_are_limited() {
    let folder = Folder::new();
    let names: Vec<String> = (10..32).map(|number| format!("{number}.tree")).collect();
    let full = [b'{'; 1000];
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &full[..])).collect();
    folder.write("class.zip", zipped(&entries));
    let refused = "the zip files unpack to more than 10000 bytes, the limit for all of them together";
    let submissions = folder.list(&["class.zip"], &limited(small())).unwrap();
    let readable: Vec<bool> = submissions.iter().map(|submission| submission.sheets[0].text.is_ok()).collect();
    assert_eq!(readable, [[true; 10].as_slice(), &[false; 12]].concat());
    assert_eq!(submissions.read(10).sheets[0].text, Err(Problem::unreadable(refused)));
    // Those that are refused by themselves take nothing from the others.
    let large = [b'{'; 5000];
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &large[..])).collect();
    let entries = [&entries[..], &[("a.tree", TREE.as_bytes())]].concat();
    folder.write("class.zip", zipped(&entries));
    let submissions = folder.list(&["class.zip"], &limited(small())).unwrap();
    assert_eq!(submissions.read(22).sheets[0].text.as_deref(), Ok(TREE));
}

#[test]
fn one_submission_is_limited() {
    let full = [b'{'; 1000];
    let entries = ["1.tree", "2.tree", "3.tree", "4.tree", "5.tree", "6.tree"].map(|name| (name, &full[..]));
    let folder = Folder::new();
    let room = "Unreadable: it unpacks to more than 5000 bytes, the limit for a submission\n";
    folder.write("class/a/work.zip", zipped(&entries));
    folder.write("class/b/work.zip", zipped(&entries[..3]));
    entries.iter().for_each(|(name, text)| folder.write(&format!("class/c/{name}"), text));
    let shown = folder.shown(&["class"], &limited(small()));
    assert!(shown.starts_with(&format!("a: {room}b: class/b/work.zip/1.tree [1] = {{{{")), "{shown}");
    assert!(shown.ends_with(&format!("\nc: {room}")), "{shown}");
    assert_eq!(shown.lines().count(), 5);
}

#[test]
fn zip_files_within_zip_files_are_opened_once() {
    let deepest = zipped_trees(&["x.tree"]);
    let deep = zipped(&[("deepest.zip", &deepest), ("y.tree", TREE.as_bytes())]);
    let mine = zipped(&[("deep.zip", &deep), ("z.tree", TREE.as_bytes())]);
    let folder = Folder::new();
    folder.write("class.zip", zipped(&[("ada/mine.zip", &mine)]));
    let refused = "Unreadable: it is a zip file inside 2 others; unpack it";
    let expected = format!(
        "ada: class.zip/ada/mine.zip/deep.zip [deep] = {refused}\nada: class.zip/ada/mine.zip/z.tree [z] = max {{ 3, 5 }}\n"
    );
    assert_eq!(folder.shown_in("class.zip"), expected);
    // In a folder, the student's zip file is the first.
    folder.write("class/ada/mine.zip", mine);
    let expected = format!(
        "ada: class/ada/mine.zip/deep.zip/deepest.zip [deepest] = {refused}\n\
         ada: class/ada/mine.zip/deep.zip/y.tree [y] = max {{ 3, 5 }}\n\
         ada: class/ada/mine.zip/z.tree [z] = max {{ 3, 5 }}\n"
    );
    assert_eq!(folder.shown_in("class"), expected);
}

#[test]
fn a_tree_of_zip_files_is_not_unpacked_without_end() {
    // Three files of ten files each; together they are larger than the limit.
    let full = [b'{'; 1000];
    let names: Vec<String> = (0..10).map(|number| format!("{number}.zip")).collect();
    let leaf = zipped(&[("x.tree", &full[..])]);
    let inner: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &leaf[..])).collect();
    let folder = Folder::new();
    folder.write("class/ada/mine.zip", zipped(&inner));
    let shown = folder.shown(&["class"], &limited(small()));
    assert_eq!(shown, "ada: Unreadable: it unpacks to more than 5000 bytes, the limit for a submission\n");
}

#[test]
fn a_hundred_thousand_entries_are_refused() {
    let names: Vec<String> = (0..100_000).map(|number| format!("{number}.tree")).collect();
    let zip = zipped(&names.iter().map(|name| (name.as_str(), &b""[..])).collect::<Vec<_>>());
    let folder = Folder::new();
    folder.write("class.zip", &zip);
    let refused = "it has 100000 entries; a zip file may have at most 20000";
    assert_eq!(folder.shown_in("class.zip"), format!("error: class.zip: {refused}"));
    folder.write("class/ada/mine.zip", zip);
    assert_eq!(folder.shown_in("class"), format!("ada: class/ada/mine.zip [mine] = Unreadable: {refused}\n"));
}

#[test]
fn paths_that_lead_elsewhere_are_only_shown() {
    let folder = Folder::new();
    let outside = folder.path("outside.tree").display().to_string();
    folder.write("outside.tree", "secret");
    let names = ["ada/../../outside.tree", "ada/hw.tree", "bo/..\\..\\outside.tree", outside.as_str()];
    folder.write("class.zip", zipped_trees(&names));
    let shown = folder.shown_in("class.zip");
    assert!(!shown.contains("secret"));
    let upward = "Unreadable: its name in the zip file has `..`, so it is not read\n";
    assert!(shown.contains(&format!("ada: class.zip/ada/outside.tree [outside] = {upward}")), "{shown}");
    assert!(shown.contains("ada: class.zip/ada/hw.tree [hw] = max { 3, 5 }\n"), "{shown}");
    assert!(shown.contains(&format!("bo: class.zip/bo/outside.tree [outside] = {upward}")), "{shown}");
    let absolute = "[outside] = Unreadable: its name in the zip file is an absolute path, so it is not read\n";
    assert!(shown.contains(absolute), "{shown}");
}

#[test]
fn control_characters_in_names_are_made_visible() {
    let names = ["a\u{1b}[2J\n.tree", "b\u{202e}eert.tree"];
    let folder = Folder::new();
    folder.write("class.zip", zipped_trees(&names));
    let expected = "a␛[2J␊: class.zip/a␛[2J␊.tree [a␛[2J␊] = max { 3, 5 }\n\
        b\u{fffd}eert: class.zip/b\u{fffd}eert.tree [b\u{fffd}eert] = max { 3, 5 }\n";
    assert_eq!(folder.shown_in("class.zip"), expected);
    folder.write("twice.zip", zipped_trees(&["\u{7}.tree", "␇.tree"]));
    assert!(folder.shown_in("twice.zip").starts_with("␇: Twice: "));
}

#[test]
fn encrypted_and_foreign_entries_are_described() {
    /// The places of the flags and of the method in the header of an entry in the directory.
    const FLAGS: usize = 8;
    const METHOD: usize = 10;
    let mut zip = zipped_trees(&["a.tree", "b.tree", "c.tree"]);
    patch_directory(&mut zip, "a.tree", FLAGS, &[1]);
    patch_directory(&mut zip, "b.tree", METHOD, &[14]);
    let folder = Folder::new();
    folder.write("class.zip", zip);
    let shown = folder.shown_in("class.zip");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "a: class.zip/a.tree [a] = Unreadable: it is encrypted; pack it without a password");
    assert!(lines[1].contains("Unreadable: it is packed in an unusual way ("), "{shown}");
    assert_eq!(lines[2], "c: class.zip/c.tree [c] = max { 3, 5 }");
}

#[test]
fn damaged_zip_files_are_described() {
    let good = zipped_trees(&["a.tree", "b.tree"]);
    let folder = Folder::new();
    folder.write("class/1.tree", TREE);
    folder.write("class/2.zip", &good[..good.len() - 30]);
    folder.write("class/3.zip", "");
    folder.write("class/4.zip", zipped(&[]));
    let shown = folder.shown_in("class");
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].starts_with("2: class/2.zip [2] = Unreadable: the zip file is damaged: "), "{shown}");
    assert!(lines[2].starts_with("3: class/3.zip [3] = Unreadable: the zip file is damaged: "), "{shown}");
    assert_eq!(lines[3], "4: class/4.zip [4] = Unreadable: it contains no *.tree file");
}

#[test]
fn any_byte_of_a_zip_file_may_be_wrong() {
    let good = zipped(&[("ada/a.tree", TREE.as_bytes()), ("bo/b.zip", &zipped_trees(&["x.tree"]))]);
    let folder = Folder::new();
    for place in 0..good.len() {
        for byte in [0, 0xff, good[place] ^ 1] {
            let mut zip = good.clone();
            zip[place] = byte;
            folder.write("class.zip", zip);
            // Whatever it is, it ends.
            assert!(!folder.shown(&["class.zip"], &limited(small())).is_empty());
        }
    }
}

#[test]
fn a_sparse_file_is_refused_before_it_is_read() {
    let folder = Folder::with(&[("class/a.tree", "{"), ("class/b.zip", "{")]);
    for name in ["class/a.tree", "class/b.zip"] {
        fs::File::options().write(true).open(folder.path(name)).unwrap().set_len(1 << 30).unwrap();
    }
    let expected = "\
a: class/a.tree [a] = Unreadable: it is larger than 1 MiB, the limit for a file
b: class/b.zip [b] = Unreadable: it is larger than 32 MiB, the limit for a file
";
    assert_eq!(folder.shown_in("class"), expected);
    assert!(folder.shown_in("class/a.tree").contains("larger than 1 MiB"));
}

#[test]
fn a_file_may_be_as_large_as_the_limit() {
    let folder = Folder::with(&[("class/a.tree", &"{".repeat(1000)), ("class/b.tree", &"{".repeat(1001))]);
    let submissions = folder.list(&["class"], &limited(small())).unwrap();
    let readable: Vec<bool> = submissions.iter().map(|submission| submission.sheets[0].text.is_ok()).collect();
    assert_eq!(readable, [true, false]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn links_and_pipes_in_folders_are_not_opened() {
        let folder = Folder::with(&[("class/a/hw.tree", TREE), ("outside/secret.tree", "secret")]);
        symlink("/etc/passwd", folder.path("class/a/passwd.tree")).unwrap();
        symlink("nowhere", folder.path("class/a/broken.zip")).unwrap();
        symlink(folder.path("outside"), folder.path("class/a/folder")).unwrap();
        symlink(folder.path("class"), folder.path("class/a/round")).unwrap();
        symlink(folder.path("outside"), folder.path("class/b")).unwrap();
        make_pipe(&folder.path("class/a/pipe.tree"));
        make_pipe(&folder.path("class/a/pipe.zip"));
        let (link, device) = (format!("Unreadable: {LINK}"), format!("Unreadable: {DEVICE}"));
        let expected = format!(
            "a: class/a/broken.zip [broken] = {link}\na: class/a/hw.tree [hw] = max {{ 3, 5 }}\n\
             a: class/a/passwd.tree [passwd] = {link}\n\
             a: class/a/pipe.tree [pipe] = {device}\na: class/a/pipe.zip [pipe] = {device}\n\
             b: class/b/ [] = {link}\n"
        );
        assert_eq!(folder.shown_in("class"), expected);
        // Named by the teacher, a link is followed, but a pipe is not read.
        symlink(folder.path("class/a/hw.tree"), folder.path("4711.tree")).unwrap();
        assert_eq!(folder.shown_in("4711.tree"), "4711: 4711.tree [4711] = max { 3, 5 }\n");
        assert_eq!(folder.shown_in("class/a/pipe.tree"), format!("error: class/a/pipe.tree: {DEVICE}"));
    }

    fn make_pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        assert!(path.symlink_metadata().unwrap().file_type().is_fifo());
    }

    #[test]
    fn a_file_that_becomes_a_pipe_is_not_opened() {
        let folder = Folder::with(&[("class/a.tree", TREE)]);
        let submissions = folder.list(&["class"], &Options::default()).unwrap();
        fs::remove_file(folder.path("class/a.tree")).unwrap();
        make_pipe(&folder.path("class/a.tree"));
        assert_eq!(submissions.read(0).sheets[0].text, Err(Problem::unreadable(DEVICE)));
        fs::remove_file(folder.path("class/a.tree")).unwrap();
        assert!(submissions.read(0).sheets[0].text.is_err());
    }

    #[test]
    fn links_and_devices_in_zip_files_are_not_followed() {
        /// The place of the type of a file in the header of an entry in the directory.
        const TYPE: usize = 41;
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["device.tree", "pipe.tree", "hw.tree"] {
            zip.start_file(name, SimpleFileOptions::default().unix_permissions(0o644)).unwrap();
            zip.write_all(TREE.as_bytes()).unwrap();
        }
        zip.add_symlink("passwd.tree", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let mut zip = zip.finish().unwrap().into_inner();
        patch_directory(&mut zip, "device.tree", TYPE, &[0x21]);
        patch_directory(&mut zip, "pipe.tree", TYPE, &[0x11]);
        let folder = Folder::new();
        folder.write("class.zip", &zip);
        let expected = format!(
            "device: class.zip/device.tree [device] = Unreadable: {DEVICE}\nhw: class.zip/hw.tree [hw] = max {{ 3, 5 }}\n\
             passwd: class.zip/passwd.tree [passwd] = Unreadable: {LINK}\n\
             pipe: class.zip/pipe.tree [pipe] = Unreadable: {DEVICE}\n"
        );
        assert_eq!(folder.shown_in("class.zip"), expected);
        folder.write("class/ada/mine.zip", zip);
        assert_eq!(folder.shown_in("class").matches("Unreadable").count(), 3);
    }

    #[test]
    fn names_that_are_not_text_are_shown() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let folder = Folder::with(&[("class/a.tree", TREE)]);
        fs::write(folder.path("class").join(OsStr::from_bytes(b"\xff\n.tree")), TREE).unwrap();
        let shown = folder.shown_in("class");
        assert!(shown.ends_with("\u{fffd}␊: class/\u{fffd}␊.tree [\u{fffd}␊] = max { 3, 5 }\n"), "{shown}");
    }
}
