//! `gametree explain`

use std::fmt::Write;
use std::io;

use clap::{Args, ValueEnum};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use gametree::diagnostic::{Code, Severity, Term, similar};
use serde::Serialize;

use super::{Outcome, Writing, print_error};

/// Print what a diagnostic code or a word of the messages means, or the list of both
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree explain                  every code with its title, and every term
  gametree explain E0301            what E0301 means, with an example and its fix
  gametree explain better-order     what this lint reports
  gametree explain deep cutoff      what a word means
  gametree explain --format json    everything, for programs")]
pub(super) struct Arguments {
    /// A code such as E0301, a lint such as tie, or a term such as cutoff
    #[arg(value_name = "CODE|TERM", add = ArgValueCandidates::new(candidates))]
    name: Vec<String>,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    writing: Writing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown, to be read as it is
    Human,
    /// An object with everything that is known
    Json,
}

/// Something that can be explained.
enum Page {
    Code(Code),
    Term(Term),
}

impl Page {
    /// The code, the lint or the term with this name.
    fn find(name: &str) -> Option<Self> {
        let code = Code::from_id(name).or_else(|| Code::from_lint(name));
        code.map(Self::Code).or_else(|| Term::find(name).map(Self::Term))
    }

    fn text(&self) -> String {
        match self {
            Self::Code(code) => code.page().to_string(),
            Self::Term(term) => format!("# {}\n\n{}\n", term.name(), term.text),
        }
    }
}

/// A code for programs.
#[derive(Serialize)]
struct CodeAsJson {
    code: &'static str,
    lint: Option<&'static str>,
    title: &'static str,
    severity: &'static str,
    /// What `gametree.toml` would say for the default; only lints have a level.
    level: Option<&'static str>,
    fixable: bool,
    text: &'static str,
}

/// A term for programs.
#[derive(Serialize)]
struct TermAsJson {
    term: &'static str,
    names: Vec<&'static str>,
    text: &'static str,
}

/// Everything that can be explained, for programs.
#[derive(Serialize)]
struct AllAsJson {
    codes: Vec<CodeAsJson>,
    terms: Vec<TermAsJson>,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let name = arguments.name.join(" ");
    let page = match Page::find(&name) {
        None if !name.is_empty() => {
            report_unknown(&name);
            return Ok(Outcome::Failure);
        }
        page => page,
    };
    let text = match (arguments.format, &page) {
        (Format::Human, Some(page)) => page.text(),
        (Format::Human, None) => list(),
        (Format::Json, Some(Page::Code(code))) => json(&code_as_json(*code))?,
        (Format::Json, Some(Page::Term(term))) => json(&term_as_json(term.clone()))?,
        (Format::Json, None) => json(&AllAsJson {
            codes: Code::ALL.iter().copied().map(code_as_json).collect(),
            terms: Term::all().map(term_as_json).collect(),
        })?,
    };
    let mut output = arguments.writing.open()?;
    output.print(&text)?;
    output.close(Outcome::Success)?;
    Ok(Outcome::Success)
}

/// Everything that can be explained, in the form that shells complete.
fn candidates() -> Vec<CompletionCandidate> {
    let about = |name: &'static str| {
        let code = Code::from_id(name).or_else(|| Code::from_lint(name));
        CompletionCandidate::new(name).help(code.map(|code| code.title().into()))
    };
    let terms = Term::all().map(|term| CompletionCandidate::new(term.word()));
    codes_and_lints().map(about).chain(terms).collect()
}

fn codes_and_lints() -> impl Iterator<Item = &'static str> {
    Code::ALL.iter().map(|code| code.id()).chain(Code::lints())
}

fn report_unknown(name: &str) {
    let names: Vec<&str> = codes_and_lints().chain(Term::all().flat_map(|term| term.names)).collect();
    let part = name.to_lowercase();
    let longer = || names.iter().copied().find(|name| part.len() > 2 && name.to_lowercase().contains(&part));
    let help = match similar(name, names.iter().copied()).or_else(longer) {
        Some(meant) => format!("did you mean {meant}?"),
        None => "`gametree explain` lists them".to_string(),
    };
    print_error(&format!("there is no code and no term {name}; {help}"));
}

fn list() -> String {
    let mut text = String::new();
    for code in Code::ALL {
        let lint = code.lint().map_or_else(String::new, |lint| format!("  ({lint})"));
        let _ = writeln!(text, "{code}  {:<8}{}{lint}", code.severity().name(), code.title());
    }
    text + "\nTerms:\n" + &wrapped(Term::all().map(|term| term.name()))
}

/// Names with commas between them, on lines that are not too long.
fn wrapped(names: impl Iterator<Item = &'static str>) -> String {
    const WIDTH: usize = 100;
    let (mut text, mut column) = (String::new(), 0);
    for name in names {
        let width = name.chars().count() + ", ".len();
        let between = match column {
            0 => "  ",
            _ if column + width > WIDTH => ",\n  ",
            _ => ", ",
        };
        column = if between == ", " { column + width } else { width };
        text.push_str(between);
        text.push_str(name);
    }
    text + "\n"
}

fn json(value: &impl Serialize) -> io::Result<String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(io::Error::other)
}

fn code_as_json(code: Code) -> CodeAsJson {
    let level = match code.default_level() {
        Some(Severity::Error) => "deny",
        Some(_) => "warn",
        None => "allow",
    };
    CodeAsJson {
        code: code.id(),
        lint: code.lint(),
        title: code.title(),
        severity: code.severity().name(),
        level: code.lint().map(|_| level),
        fixable: code.is_fixable(),
        text: code.page(),
    }
}

fn term_as_json(term: Term) -> TermAsJson {
    TermAsJson { term: term.name(), names: term.names, text: term.text }
}
