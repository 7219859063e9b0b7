//! Points people to where they can learn more: the page of a code, and the page in which they step through a search.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::check::Report;
use gametree::diagnostic::Diagnostic;
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

/// A finding that also names the command that explains its code.
pub(super) fn with_page(finding: &Diagnostic) -> Diagnostic {
    finding.clone().help(format!(
        "`gametree explain {}` explains this {} with an example",
        finding.code,
        finding.severity.name()
    ))
}

/// Like [`with_page`], for the first finding that the process shows people on a terminal by standard error.
pub(super) fn for_first_on_terminal(finding: &Diagnostic) -> Option<Diagnostic> {
    static SHOWN: AtomicBool = AtomicBool::new(false);
    let is_first = io::stderr().is_terminal() && !SHOWN.swap(true, Ordering::Relaxed);
    is_first.then(|| with_page(finding))
}

/// Shows the command to people who read the output on a terminal.
pub(super) fn print(page: Option<&str>, output: &mut Output) -> io::Result<()> {
    match page.filter(|_| output.is_terminal()) {
        Some(command) => output.print_last(&printable(&format!("help: to step through the search: {command}"))),
        None => Ok(()),
    }
}

/// A word for a shell, in quotes if it needs them.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | ',' | ':' | '=');
    match word {
        // At the beginning, `=` means something to zsh.
        _ if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('=') => word.to_string(),
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
