//! Points people to the page in which they can step through a search.

use std::io;
use std::path::Path;

use gametree::check::Report;
use gametree::diagnostic::render::printable;
use gametree::source::{Source, Span};
use gametree::syntax::name_at;

use super::output::Output;

/// The command that writes the page of a tree; `None` if several trees of the file have no name to choose them by.
pub(super) fn page_of(source: &Source, title: Option<Span>, trees: usize) -> Option<String> {
    let tree = match title {
        _ if trees == 1 => String::new(),
        Some(title) => format!(" --tree {}", quoted(&name_at(&source.text, title))),
        None => return None,
    };
    let page = Path::new(&source.name).with_extension("html");
    let page = quoted(page.file_name()?.to_str()?);
    Some(format!("gametree render {}{tree} --to html --output {page}", quoted(&source.name)))
}

/// The command that writes the page of the first tree with a wrong claim, unless it hides its answers.
pub(super) fn page_of_wrong(source: &Source, report: &Report) -> Option<String> {
    let wrong = report.findings.iter().find(|finding| finding.code.id().starts_with("E03"))?;
    let tree = report.trees.iter().find(|tree| tree.span.contains(wrong.primary.span))?;
    page_of(source, tree.title, report.trees.len()).filter(|_| !tree.hides_answers)
}

/// Shows the command to people who read the output on a terminal.
pub(super) fn print(page: Option<&str>, output: &mut Output) -> io::Result<()> {
    match page.filter(|_| output.is_terminal()) {
        Some(command) => output.print_last(&printable(&format!("help: to step through the search: {command}"))),
        None => Ok(()),
    }
}

/// A word for a shell, in quotes if it needs them.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    match word {
        _ if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('-') => word.to_string(),
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
