//! The gallery in `docs/gallery`: a picture of each tree in `examples`.

#![cfg(feature = "cli")]

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::syntax::parse;

const HEAD: &str = "\
# Gallery

The trees of the folder [`examples`](../../examples), each as `gametree render` draws its search.
[Pictures](../pictures.md) explains what the pictures show.
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
        let mut render = Command::new(env!("CARGO_BIN_EXE_gametree"));
        render.args(["render", "--reveal"]).arg(path);
        if file.trees.len() > 1 {
            render.args(["--tree", &title]);
        }
        let run = render.output().unwrap();
        assert!(run.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&run.stderr));
        let question = game.tree.question.iter().map(|line| line.of(&text).trim_start_matches('/').trim());
        let question = question.collect::<Vec<&str>>().join(" ");
        Shown { title, question, svg: String::from_utf8(run.stdout).unwrap() }
    });
    shown.collect()
}

#[test]
fn the_gallery_shows_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/gallery");
    let mut examples: Vec<_> =
        fs::read_dir(root.join("examples")).unwrap().map(|entry| entry.unwrap().path()).collect();
    examples.retain(|path| path.extension().is_some_and(|extension| extension == "tree"));
    examples.sort();
    let (mut page, mut files) = (HEAD.to_string(), Vec::new());
    for example in &examples {
        let stem = example.file_stem().unwrap().to_str().unwrap();
        let _ = writeln!(page, "\n## [{stem}](../../examples/{stem}.tree)");
        for (number, tree) in (1..).zip(trees(example)) {
            let name = format!("{stem}-{number}.svg");
            let question = if tree.question.is_empty() { String::new() } else { format!(": {}", tree.question) };
            let _ =
                writeln!(page, "\n**{}**{question}\n\n![{}, drawn with its search]({name})", tree.title, tree.title);
            files.push((name, tree.svg));
        }
    }
    files.push(("README.md".to_string(), page));
    if env::var_os("UPDATE_PICTURES").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    }
    for (name, text) in &files {
        let there = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(there == *text, "{name}: draw it again with UPDATE_PICTURES=1 cargo test --test gallery");
    }
    let names = fs::read_dir(&folder).unwrap().count();
    assert_eq!(names, files.len(), "there are pictures of trees that are gone");
}
