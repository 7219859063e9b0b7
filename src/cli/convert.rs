//! `gametree convert`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use gametree::convert::{
    Converted, Format, Inner, Options, Target, is_setting, mark, read, read_any, read_language, write, written,
};
use gametree::diagnostic::render::{Located, printable, to_report};
use gametree::diagnostic::{Code, Diagnostic};
use gametree::source::Source;
use gametree::syntax::tree::Kind;

use super::output::{Output, write_once};
use super::read::{decode, read_file, read_stream, to_source, why_unread};
use super::{Color, Outcome, hint, print_error, write_for_people};

/// Read a tree in another notation, or write one: lists, JSON, tables, the log of a search program
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree convert tree.json                        lists or objects, printed as a tree
  gametree convert search.py --variable tree        the list that a Python program has in this variable
  gametree convert leaves.txt --branching 2         the leaves of a binary tree
  gametree convert search.log | gametree check -    which steps of a search program are wrong
  gametree convert aima.tree --to python            a tree as a list for a program
  gametree convert game.tree --to cs188 --output x.test    a test of CS188, with x.solution beside it
  gametree convert old --output new                 a folder of files, each as a .tree file")]
pub(super) struct Arguments {
    /// The files to read, a folder of them, or - for standard input
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, required_unless_present = "formats")]
    paths: Vec<PathBuf>,
    /// The notation to read; without it, gametree recognises the notation by the text
    #[arg(long, value_name = "FORMAT", value_parser = notations())]
    from: Option<From>,
    /// The notation to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = To::Tree)]
    to: To,
    /// Who moves first, if the file does not say so [default: max]
    #[arg(long, value_enum, value_name = "PLAYER")]
    root: Option<Player>,
    /// How many moves each node has, if the file has only the leaves
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(2..))]
    branching: Option<usize>,
    /// What the value of a node with children is: its static evaluation, or a claim about what it is worth
    #[arg(long, value_enum, value_name = "WHAT")]
    inner: Option<InnerValue>,
    /// Read each word in the place of a number as an unknown leaf
    #[arg(long)]
    unknowns: bool,
    /// A setting for each tree, such as "cut alpha > beta"; can be given several times
    #[arg(long, value_name = "SETTING")]
    setting: Vec<String>,
    /// The name of the variable that holds the tree, if the file is a program
    #[arg(long, value_name = "NAME")]
    variable: Option<String>,
    /// The player who is MAX in a game of two players: 1, 2 or a name [default: 1]
    #[arg(long, value_name = "PLAYER")]
    max: Option<String>,
    /// Divide the probabilities of a chance node by their sum if they do not add up to 1
    #[arg(long)]
    normalize: bool,
    /// The most nodes that a tree may have after its shared nodes are written out
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    unfold_limit: usize,
    /// Mark as `pruned` what alpha–beta skips, as `check --fix` does
    #[arg(long)]
    mark: bool,
    /// Write nothing, and exit with 1, if anything is assumed or lost
    #[arg(long)]
    strict: bool,
    /// The file to write, or the folder if there are several files to read; standard output if left out
    ///
    /// No file is overwritten.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// List the notations
    #[arg(long, exclusive = true)]
    formats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// The language of .tree files
    Tree,
    /// Nested lists of JSON
    Lists,
    /// Nested lists of Python
    Python,
    /// Nested lists of Lisp
    Sexpr,
    /// An object for each node
    Json,
    /// The leaves of a full tree
    Leaves,
    /// A game for Gambit and OpenSpiel
    Efg,
    /// A Markdown list
    Outline,
    /// A table (CSV) with a row for each node
    Edges,
    /// A graph-game test of the course CS188; with --output, its solution is written beside it
    Cs188,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Player {
    Max,
    Min,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InnerValue {
    /// A static evaluation
    Eval,
    /// A claim
    Claim,
}

/// A notation to read: `None` is this language.
type From = Option<Format>;

/// A file in the other notation, and the file of its answers if the notation has one.
struct Texts {
    text: String,
    solution: Option<String>,
}

/// Reads the name of a notation.
fn notations() -> impl TypedValueParser<Value = From> {
    let about = |format: &Format| PossibleValue::new(format.name()).help(format.about());
    let language = PossibleValue::new("tree").help("The language of .tree files");
    PossibleValuesParser::new(Format::ALL.iter().map(about).chain([language]))
        .map(|name| Format::ALL.iter().copied().find(|format| format.name() == name))
}

impl To {
    fn target(self) -> Target {
        match self {
            Self::Tree => Target::Tree,
            Self::Lists => Target::Lists,
            Self::Python => Target::Python,
            Self::Sexpr => Target::SExpressions,
            Self::Json => Target::Json,
            Self::Leaves => Target::Leaves,
            Self::Efg => Target::Efg,
            Self::Outline => Target::Outline,
            Self::Edges => Target::Edges,
            Self::Cs188 => Target::Cs188,
        }
    }

    /// The ending of files in this notation.
    fn ending(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Lists | Self::Json => "json",
            Self::Python => "py",
            Self::Sexpr => "scm",
            Self::Leaves => "txt",
            Self::Efg => "efg",
            Self::Outline => "md",
            Self::Edges => "csv",
            Self::Cs188 => "test",
        }
    }

    /// Whether a file has only one tree.
    fn has_one_tree(self) -> bool {
        matches!(self, Self::Efg | Self::Cs188)
    }

    /// What separates two trees in a file.
    fn separator(self) -> &'static str {
        match self {
            Self::Tree | Self::Outline | Self::Edges => "\n",
            Self::Lists | Self::Python | Self::Sexpr | Self::Json | Self::Leaves | Self::Efg | Self::Cs188 => "",
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    if arguments.formats {
        return list_formats();
    }
    let (files, is_folder) = match arguments.files() {
        Ok(files) => files,
        Err(reason) => {
            print_error(&reason);
            return Ok(Outcome::Failure);
        }
    };
    if let Some(setting) = arguments.setting.iter().find(|setting| !is_setting(setting)) {
        print_error(&format!("--setting: `{}` is not a setting such as `cut alpha > beta`", printable(setting)));
        return Ok(Outcome::Failure);
    }
    if arguments.mark && arguments.to != To::Tree {
        print_error("--mark is only for .tree files, because other notations have no marks");
        return Ok(Outcome::Failure);
    }
    match &arguments.output {
        Some(folder) if is_folder || files.len() > 1 || folder.is_dir() => arguments.convert_into(&files, folder),
        _ if is_folder || (arguments.to.has_one_tree() && files.len() > 1) => {
            print_error("name the folder for the converted files: --output FOLDER");
            Ok(Outcome::Failure)
        }
        Some(file) if arguments.to == To::Cs188 && file.extension().is_none_or(|ending| ending != "test") => {
            print_error(&format!("{}: the name of a test ends with .test", file.display()));
            Ok(Outcome::Failure)
        }
        output => arguments.convert_together(&files, output.as_deref()),
    }
}

/// Whether a file is the solution of a test beside it. It is read with the test.
fn is_solution(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "solution") && path.with_extension("test").is_file()
}

/// Writes a file, and the file of its answers beside it. Returns whether that went well.
fn write_files(path: &Path, texts: &Texts) -> bool {
    let Some(solution) = &texts.solution else { return write_once(path, &texts.text) };
    let beside = path.with_extension("solution");
    let well = write_once(&beside, solution) && write_once(path, &texts.text);
    if well {
        print_error(&format!("{}: the solution is in {}", path.display(), beside.display()));
    }
    well
}

/// Lists the notations and what they look like.
fn list_formats() -> io::Result<Outcome> {
    let mut output = Output::open(None, Color::Never)?;
    for format in Format::ALL {
        writeln!(output.raw(), "{format:<14}{}", format.about())?;
    }
    output.finish(Outcome::Success, true)
}

impl Arguments {
    /// The files to read, and whether a folder is among what was named.
    fn files(&self) -> Result<(Vec<PathBuf>, bool), String> {
        let mut files = Vec::new();
        let mut is_folder = false;
        for path in &self.paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            is_folder = true;
            let why = |error: io::Error| format!("{}: {}", path.display(), why_unread(path, &error));
            let entries: Result<Vec<_>, _> = fs::read_dir(path).map_err(why)?.collect();
            let mut inside: Vec<PathBuf> = entries.map_err(why)?.iter().map(fs::DirEntry::path).collect();
            let is_hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            inside.retain(|path| path.is_file() && !is_hidden(path) && !is_solution(path));
            inside.sort();
            if inside.is_empty() {
                return Err(format!("{}: this folder has no files", path.display()));
            }
            files.extend(inside);
        }
        Ok((files, is_folder))
    }

    /// Writes each file into a folder, under its own name.
    fn convert_into(&self, files: &[PathBuf], folder: &Path) -> io::Result<Outcome> {
        fs::create_dir_all(folder).map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))?;
        let (mut failed, mut well) = (false, true);
        let mut taken = std::collections::HashSet::new();
        for file in files {
            let stem = file.file_stem().unwrap_or(file.as_os_str());
            let path = folder.join(format!("{}.{}", stem.to_string_lossy(), self.to.ending()));
            if !taken.insert(path.clone()) {
                print_error(&format!("{}: another file is already written to {}", file.display(), path.display()));
                failed = true;
                continue;
            }
            match self.convert(file) {
                Ok(texts) => failed |= !write_files(&path, &texts),
                Err(outcome) => {
                    failed |= outcome == Outcome::Failure;
                    well &= outcome == Outcome::Success;
                }
            }
        }
        Ok(Outcome::of(failed, well))
    }

    /// Writes all files as one text.
    fn convert_together(&self, files: &[PathBuf], output: Option<&Path>) -> io::Result<Outcome> {
        let mut texts = Vec::new();
        let mut solution = None;
        for file in files {
            match self.convert(file) {
                Ok(converted) => {
                    texts.push(converted.text);
                    solution = converted.solution;
                }
                Err(outcome) => return Ok(outcome),
            }
        }
        let text = texts.join(self.to.separator());
        if let Some(path) = output {
            return Ok(Outcome::of(!write_files(path, &Texts { text, solution }), true));
        }
        let mut output = Output::open(None, Color::Never)?;
        if !output.print_source(&text)? {
            print_error("the text is too long for a terminal; --output writes it to a file");
            return Ok(Outcome::Failure);
        }
        output.finish(Outcome::Success, true)
    }

    /// A file in the other notation. If there is none, the reason is reported.
    fn convert(&self, file: &Path) -> Result<Texts, Outcome> {
        let source = open(file)?;
        let beside = file.with_extension("solution");
        let has_beside = file != Path::new("-") && file != beside && beside.is_file();
        let solution = if has_beside { Some(open(&beside)?) } else { None };
        let (format, Converted { mut trees, mut notes }) =
            self.read(&source, solution.as_ref()).map_err(|finding| {
                let in_solution = solution.as_ref().filter(|_| finding.code == Code::MisreadSolution);
                refuse(&finding, in_solution.unwrap_or(&source))
            })?;
        let mut texts = Texts { text: String::new(), solution: None };
        if self.to == To::Tree {
            if self.mark {
                trees.iter_mut().for_each(mark);
            }
            if let Some(first) = trees.first_mut() {
                let has_solution = has_beside && format == Some(Format::Cs188);
                let origin = [Some(file), has_solution.then_some(beside.as_path())].into_iter().flatten().map(shown);
                let origin = format!("from {}", origin.collect::<Vec<_>>().join(" and "));
                first.comments.splice(..0, std::iter::once(origin).chain(notes.iter().cloned()));
            }
            texts.text = written(&trees);
        } else {
            if self.to.has_one_tree() && trees.len() > 1 {
                let (ending, count) = (self.to.ending(), trees.len());
                let reason = format!("a .{ending} file can have only one tree, but this file has {count}");
                print_error(&format!("{}: {reason}; write each into a file of its own", source.name));
                return Err(Outcome::Findings);
            }
            for (place, tree) in trees.iter().enumerate() {
                let written = write(tree, self.to.target()).map_err(|reason| {
                    print_error(&format!("{}: {reason}", source.name));
                    Outcome::Findings
                })?;
                notes.extend(written.loss());
                texts.text.push_str(if place > 0 { self.to.separator() } else { "" });
                texts.text.push_str(&written.text);
                texts.solution = written.solution;
            }
        }
        for note in &notes {
            print_error(&format!("{}: {note}", source.name));
        }
        if self.strict && !notes.is_empty() { Err(Outcome::Findings) } else { Ok(texts) }
    }

    /// Reads a text, and says which notation it is in: `None` is this language.
    fn read(&self, source: &Source, solution: Option<&Source>) -> Result<(From, Converted), Box<Diagnostic>> {
        // Other notations are read to be written in this language, so standard input is in this one otherwise.
        let is_tree = match source.name.as_str() {
            "<stdin>" => self.to != To::Tree,
            name => Path::new(name).extension().is_some_and(|ending| ending == "tree"),
        };
        let options = self.options(solution);
        let any = || read_any(&source.text, &options).map(|(format, converted)| (Some(format), converted));
        match self.from {
            Some(Some(format)) => Ok((Some(format), read(&source.text, format, &options)?)),
            None if !is_tree => any(),
            _ => match read_language(&source.text) {
                // The ending of the file is wrong.
                Err(finding) if finding.code == Code::OtherNotation && self.from.is_none() => any(),
                read => Ok((None, read?)),
            },
        }
    }

    fn options(&self, solution: Option<&Source>) -> Options {
        Options {
            root: self.root.map(|player| if player == Player::Max { Kind::Max } else { Kind::Min }),
            branching: self.branching,
            inner: self.inner.map(|inner| if inner == InnerValue::Eval { Inner::Evaluation } else { Inner::Claim }),
            unknowns: self.unknowns,
            most_unfolded: self.unfold_limit,
            variable: self.variable.clone(),
            max: self.max.clone(),
            normalize: self.normalize,
            settings: self.setting.clone(),
            solution: solution.map(|source| source.text.clone()),
        }
    }
}

/// Reads a file. If it cannot be read, the reason is reported.
fn open(file: &Path) -> Result<Source, Outcome> {
    let source = if file == Path::new("-") {
        let text = read_stream(io::stdin()).map_err(|error| error.to_string()).and_then(decode);
        text.map(|text| Source::new("<stdin>", text))
    } else {
        let bytes = read_file(file).map_err(|error| why_unread(file, &error));
        bytes.and_then(decode).map(|text| to_source(file, text))
    };
    source.map_err(|reason| {
        print_error(&format!("{}: {reason}", file.display()));
        Outcome::Failure
    })
}

/// Reports why a text is refused.
fn refuse(finding: &Diagnostic, source: &Source) -> Outcome {
    write_for_people(&to_report(&hint::with_page(finding), &Located::new(source), false));
    Outcome::Findings
}

/// The name of a file in a comment.
fn shown(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_string(),
        _ => printable(&file.file_name().unwrap_or_default().to_string_lossy()),
    }
}
