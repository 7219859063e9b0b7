//! The gallery in `docs/gallery`: a picture of each tree in `examples`.

#![cfg(feature = "cli")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::syntax::parse;

const HEAD: &str = "\
# Gallery

The trees of the folder [`examples`](../../examples), each as `gametree render` draws its search.
[Pictures](../pictures.md) explains what the pictures show.
";

const NOTATIONS: &str = "
## Files in other notations

The files of the folder [`examples/notations`](../../examples/notations). `gametree convert` makes a tree of each, and
the picture shows the search of this tree. [Other notations](../convert.md) lists what can be read.
";

/// A tree of an example.
struct Shown {
    title: String,
    question: String,
    svg: String,
}

fn trees(path: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(path).unwrap();
    let (file, mut findings) = parse(&text, 0);
    let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
    let games = file.trees.iter().map(|tree| ResolvedTree::new(&text, tree, &settings, &mut findings));
    let shown = games.map(|game| {
        let title = game.tree.title.map(|title| game.name_at(title).into_owned()).unwrap_or_default();
        let only = ["--tree", &title];
        let options: &[&str] = if file.trees.len() > 1 { &only } else { &[] };
        let svg = gametree(&[&["render", "--reveal"], options].concat(), path);
        let question = game.tree.question.iter().map(|line| line.of(&text).trim_start_matches('/').trim());
        let question = question.collect::<Vec<&str>>().join(" ");
        Shown { title, question, svg }
    });
    shown.collect()
}

/// What the command prints about a file.
fn gametree(arguments: &[&str], path: &Path) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_gametree")).args(arguments).arg(path).output().unwrap();
    assert!(run.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

/// A file in another notation as the page shows it, and the picture of its tree.
fn converted(path: &Path, scratch: &Path) -> (String, (String, String)) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let picture = format!("{name}.svg");
    let text = fs::read_to_string(path).unwrap();
    let tree = scratch.join(name).with_extension("tree");
    fs::write(&tree, gametree(&["convert"], path)).unwrap();
    let shown = format!(
        "\n### [{name}](../../examples/notations/{name})\n\n```text\n{text}```\n\n![{name}, drawn with its search]({picture})\n"
    );
    (shown, (picture, gametree(&["render", "--reveal"], &tree)))
}

#[test]
fn the_gallery_shows_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/gallery");
    let (mut page, mut drawn) = (HEAD.to_string(), Vec::new());
    for example in &files(&root.join("examples")) {
        let stem = example.file_stem().unwrap().to_str().unwrap();
        let _ = writeln!(page, "\n## [{stem}](../../examples/{stem}.tree)");
        for (number, tree) in (1..).zip(trees(example)) {
            let name = format!("{stem}-{number}.svg");
            let question = if tree.question.is_empty() { String::new() } else { format!(": {}", tree.question) };
            let _ =
                writeln!(page, "\n**{}**{question}\n\n![{}, drawn with its search]({name})", tree.title, tree.title);
            drawn.push((name, tree.svg));
        }
    }
    page.push_str(NOTATIONS);
    let scratch = tempfile::tempdir().unwrap();
    for file in &files(&root.join("examples/notations")) {
        let (shown, picture) = converted(file, scratch.path());
        page.push_str(&shown);
        drawn.push(picture);
    }
    drawn.push(("README.md".to_string(), page));
    if env::var_os("UPDATE_PICTURES").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        drawn.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    }
    for (name, text) in &drawn {
        let there = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(there == *text, "{name}: draw it again with UPDATE_PICTURES=1 cargo test --test gallery");
    }
    let names = fs::read_dir(&folder).unwrap().count();
    assert_eq!(names, drawn.len(), "there are pictures of trees that are gone");
}
