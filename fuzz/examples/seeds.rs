//! Writes a seed for the target `tokens` for every `.tree` file of the project: `cargo run --example seeds`.

use std::fs;
use std::io;
use std::path::Path;

use gametree_fuzz::words;

fn main() -> io::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = fuzz.join("corpus/tokens");
    fs::create_dir_all(&corpus)?;
    let mut folders = ["docs", "examples", "tests/fixtures"].map(|folder| fuzz.join("..").join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tree") {
                fs::write(corpus.join(seed_name(&path)), words::bytes(&fs::read_to_string(&path)?))?;
            }
        }
    }
    Ok(())
}

/// The area and the name of a file: what tells fixtures apart.
fn seed_name(path: &Path) -> String {
    let parts: Vec<_> = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    parts[parts.len().saturating_sub(2)..].join("-")
}
