//! The command in the first line of what is generated, which makes it again.

use std::env;
use std::path::Path;

use gametree::diagnostic::render::printable;

use crate::cli::hint::quoted;

/// Options that do not decide what a single file says.
const LEFT_OUT: [&str; 5] = ["--count", "--jobs", "--output", "--secret-file", "--students"];

/// The command of this process, without the folders of this machine. A position is written as text, since a file may
/// change.
pub(super) fn command_line(position: Option<&str>) -> String {
    let arguments = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    written(arguments, position)
}

fn written(mut arguments: impl Iterator<Item = String>, position: Option<&str>) -> String {
    let mut words = vec!["gametree".to_string()];
    while let Some(word) = arguments.next() {
        let (option, has_value) = word.split_once('=').map_or((word.as_str(), false), |(option, _)| (option, true));
        let instead = position.filter(|_| option == "--position");
        match instead {
            Some(position) => words.extend(["--position".to_string(), quoted(position)]),
            None if option == "--pdf" => continue,
            None if LEFT_OUT.contains(&option) => {}
            None => {
                words.push(quoted(&printable(file_name(&word))));
                continue;
            }
        }
        if !has_value {
            arguments.next();
        }
    }
    words.join(" ")
}

/// The name of a file, if that is what a word is; otherwise the word.
fn file_name(word: &str) -> &str {
    let path = Path::new(word);
    path.file_name().and_then(|name| name.to_str()).filter(|_| path.is_file()).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_what_decides_the_file_and_no_folders() {
        let header = |words: &str, position: Option<&str>| written(words.split(' ').map(str::to_string), position);
        let random = "generate random --seed 7 --count 40 --pdf --output=hw --jobs 2 --moves 3,2 --deep=1..";
        assert_eq!(header(random, None), "gametree generate random --seed 7 --moves 3,2 --deep=1..");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(header(&format!("generate variants {path}"), None), "gametree generate variants Cargo.toml");
        let nim = "generate nim --position board.txt --plies 2";
        assert_eq!(header(nim, Some("1,3 5")), "gametree generate nim --position '1,3 5' --plies 2");
    }
}
