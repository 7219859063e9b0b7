//! The exercises of a class, made again from the first line of one of them and the secret.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use gametree::generate::{Recipe, Stream, VERSION, Variants};

use super::batch::read_secret;
use super::folder::file_names;
use super::{Arguments, Kind, random, variants};
use crate::cli::read::read_text;
use crate::cli::submissions::roster_ids;
use crate::cli::{Command, command_of};

/// The most that is read of an exercise, in bytes.
const LONGEST: usize = 64 << 20;

/// What makes the exercises.
enum Maker {
    Random(Recipe),
    Variants(Variants),
}

/// The exercises of a class, each of which is made when it is needed.
pub(in crate::cli) struct Remade {
    maker: Maker,
    /// The name that the names of the files begin with.
    pub(in crate::cli) name: String,
    secret: Vec<u8>,
    /// The name of the file of each student, by id.
    names: HashMap<String, String>,
}

/// The first line of an exercise.
struct Heading {
    command: Vec<String>,
    id: String,
    version: String,
}

impl Remade {
    /// Reads the exercise of any student, and what is needed to make the others. The error says why they cannot be made.
    pub(in crate::cli) fn read(exercise: &Path, roster: &Path, secret: &Path) -> Result<Self, String> {
        let of_file = |path: &Path, reason: String| format!("{}: {reason}", path.display());
        let text = read_text(exercise, LONGEST).map_err(|reason| of_file(exercise, reason))?;
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let heading = Heading::read(first).ok_or_else(|| {
            of_file(
                exercise,
                "its first line does not say how it was made; name one of the files in the folder `exercises` that \
                 `gametree generate … --students` has written"
                    .to_string(),
            )
        })?;
        if heading.version != VERSION.to_string() {
            return Err(of_file(
                exercise,
                format!(
                    "version {} of the generator made this exercise, but this gametree has version {VERSION}; use the \
                     gametree that made it",
                    heading.version
                ),
            ));
        }
        let secret = read_secret(secret)?;
        let ids = roster_ids(roster).map_err(|reason| of_file(roster, reason))?;
        let (maker, name) = Self::maker(&heading, exercise, &secret).map_err(|reason| of_file(exercise, reason))?;
        let names = file_names(&name, &ids).map_err(|reason| of_file(roster, reason))?;
        let remade = Self { maker, name, secret, names: ids.into_iter().zip(names).collect() };
        if remade.text(&heading.id)? != rest {
            return Err(format!(
                "{}: the exercise of `{}` comes out differently: either the secret is wrong, or the file or its \
                 original was changed",
                exercise.display(),
                heading.id
            ));
        }
        Ok(remade)
    }

    fn maker(heading: &Heading, exercise: &Path, secret: &[u8]) -> Result<(Maker, String), String> {
        let unknown = || "its first line has a command that this gametree does not know".to_string();
        let Some(Command::Generate(Arguments { kind })) = command_of(&heading.command) else { return Err(unknown()) };
        match kind {
            Kind::Random(arguments) => {
                let name = arguments.batch.name(None).to_string();
                let recipe = arguments.shared(arguments.recipe()?, Stream::of_student(secret, &name, ""))?;
                Ok((Maker::Random(recipe), name))
            }
            Kind::Variants(arguments) => {
                let original = original(exercise, &arguments.exercise)?;
                let name = variants::exercise_name(&arguments.exercise);
                let name = arguments.batch.name(name.as_deref()).to_string();
                match arguments.read(&original).map_err(|error| error.to_string())? {
                    Ok(variants) => Ok((Maker::Variants(variants), name)),
                    Err(_) => Err(format!("its original, {}, cannot be read", original.display())),
                }
            }
            _ => Err(unknown()),
        }
    }

    /// The name and the text of a student's exercise; `None` if the student is not on the roster. The error says why it
    /// cannot be made.
    pub(in crate::cli) fn exercise(&self, id: &str) -> Option<Result<(&str, String), String>> {
        let name = self.names.get(id)?;
        Some(self.text(id).map(|text| (name.as_str(), text)))
    }

    fn text(&self, id: &str) -> Result<String, String> {
        let mut stream = Stream::of_student(&self.secret, &self.name, id);
        match &self.maker {
            Maker::Random(recipe) => random::make(recipe, &mut stream),
            Maker::Variants(variants) => variants::make(variants, &mut stream),
        }
    }
}

impl Heading {
    /// Reads `// gametree generate random …, student 4711; generator 1`.
    fn read(line: &str) -> Option<Self> {
        let line = line.trim_end().strip_prefix("// gametree ")?;
        let (line, version) = line.rsplit_once("; generator ")?;
        let (command, id) = line.rsplit_once(", student ")?;
        Some(Self { command: shlex::split(command)?, id: id.to_string(), version: version.to_string() })
    }
}

/// The exercise of which others are variants: next to one of these, in one of the two folders above it, or where its name
/// leads from here.
fn original(variant: &Path, name: &Path) -> Result<PathBuf, String> {
    // The command writes no other: anybody could have changed the line to read another file.
    if name.file_name() != Some(name.as_os_str()) {
        return Err(format!("its first line names {}, which is not the name of a file beside it", name.display()));
    }
    let folders = variant.ancestors().skip(1).take(3).map(Path::to_path_buf);
    let mut places = folders.map(|folder| folder.join(name)).chain([name.to_path_buf()]);
    places.find(|place| place.is_file()).ok_or_else(|| {
        let name = name.display();
        format!("it is a variant of {name}, which was not found; put {name} next to it, or into the current folder")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_how_an_exercise_was_made() {
        let line = "// gametree generate random --rule 'cut alpha > beta' --students ROSTER, student a, b; generator 1";
        let heading = Heading::read(line).unwrap();
        let command = ["generate", "random", "--rule", "cut alpha > beta", "--students", "ROSTER"];
        assert_eq!(heading.command, command);
        assert_eq!((heading.id.as_str(), heading.version.as_str()), ("a, b", "1"));
        for other in ["", "// exercise: hw1", "// gametree generate random, number 1; generator 1", "tree {"] {
            assert!(Heading::read(other).is_none(), "{other}");
        }
    }
}
