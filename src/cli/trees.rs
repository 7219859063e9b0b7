//! The trees of a file that a command works on, each with its settings; what keeps one from being searched is said on
//! standard error.

use std::io;
use std::path::Path;

use gametree::check::{check_showing, explain_search_error};
use gametree::claim::Claims;
use gametree::config;
use gametree::diagnostic::render::{Located, printable, to_report};
use gametree::diagnostic::{Diagnostic, Findings, Severity, similar};
use gametree::model::{Defaults, FileSettings, ResolvedTree, Settings, Shown};
use gametree::report::Overrides;
use gametree::search::SearchError;
use gametree::source::{Source, Span};
use gametree::syntax;
use gametree::syntax::tree::{File, Tree};

use super::{hint, print_error, write_for_people};

/// How many findings of a file are put into words; of these, the first few that matter are printed.
const MOST_READ: usize = 100;

/// The trees of all files that a command works on.
pub(super) struct Trees<'a> {
    /// Only the tree with this name.
    wanted: Option<&'a str>,
    shown: Shown,
    overrides: Overrides,
    /// Whether every tree could be read and searched so far.
    pub(super) complete: bool,
    /// The names of the trees that were passed over.
    others: Vec<String>,
    matched: bool,
    files: usize,
    /// Whether a tree was left out because it hides its answers.
    pub(super) hidden: bool,
    /// The command that writes the page of the first tree that was searched.
    page: Option<String>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(wanted: Option<&'a str>, shown: Shown, overrides: Overrides) -> Self {
        Self {
            wanted,
            shown,
            overrides,
            complete: true,
            others: Vec::new(),
            matched: false,
            files: 0,
            hidden: false,
            page: None,
        }
    }

    /// The command that writes the page of the search that was shown, if pages show it under the same rules.
    pub(super) fn page(&self) -> Option<String> {
        self.page.clone().filter(|_| self.overrides == Overrides::default())
    }

    /// How many files were read so far.
    pub(super) fn files(&self) -> usize {
        self.files
    }

    /// Reads a file and does some work with each tree that is wanted and can be searched; `project` holds where the file
    /// does not say otherwise.
    pub(super) fn each(
        &mut self,
        source: &Source,
        project: &Defaults,
        mut work: impl FnMut(&File, &Claims<'_>, &Settings, &Located<'_>) -> io::Result<Result<(), SearchError>>,
    ) -> io::Result<()> {
        let (file, mut findings) = gametree::convert::parse(&source.text, MOST_READ);
        let settings = FileSettings::read(&source.text, &file, project, &mut findings);
        self.files += 1;
        let located = Located::new(source);
        for tree in &file.trees {
            if !self.is_wanted(tree, &source.text) {
                continue;
            }
            let game = ResolvedTree::new(&source.text, tree, &settings, &mut findings);
            // A broken tree may have nodes without children, which no search expects.
            if tree.broken {
                self.complete = false;
                continue;
            }
            let claims = Claims::read(&game, &mut findings);
            if game.has_errors {
                self.complete = false;
                continue;
            }
            if game.hides_answers(self.shown) {
                print_error(&format!("{}: this tree hides its answers; --reveal shows them", place(tree, &located)));
                (self.complete, self.hidden) = (false, true);
                continue;
            }
            let settings = self.overrides.apply(&game.settings);
            if settings.root_window().0 >= settings.root_window().1 {
                print_error(&format!("{}: --window lies outside of the range of this tree", source.name));
                self.complete = false;
                continue;
            }
            match work(&file, &claims, &settings, &located)? {
                Ok(()) if self.page.is_none() && !game.hides_answers(Shown::AsSet) => {
                    self.page = hint::page_of(source, tree.title, file.trees.len());
                }
                Ok(()) => {}
                Err(error) => {
                    findings.add(explain_search_error(&game, error));
                    self.complete = false;
                }
            }
        }
        self.report_errors(findings, &file, &located);
        Ok(())
    }

    fn is_wanted(&mut self, tree: &Tree, text: &str) -> bool {
        let title = tree.title.map(|title| syntax::name_at(text, title).into_owned());
        let wanted = self.wanted.is_none() || self.wanted == title.as_deref();
        self.matched |= wanted;
        if !wanted {
            self.others.extend(title);
        }
        wanted
    }

    /// Errors that keep a tree from being searched go to standard error, the first few of them.
    fn report_errors(&mut self, findings: Findings, file: &File, located: &Located<'_>) {
        let (findings, tally) = findings.finish();
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        let concerning: Vec<&Diagnostic> =
            errors.filter(|finding| self.concerns(finding, file, &located.source.text)).collect();
        let unread = file.trees.is_empty() || file.trees.iter().any(|tree| tree.broken);
        self.complete &= !unread || concerning.is_empty();
        print_some(&concerning, tally.total() > findings.len(), located);
    }

    /// Says what is wrong with a `gametree.toml`; trees that it leaves open are not searched.
    pub(super) fn report_project(&mut self, source: &Source) {
        report_project(source);
        self.complete = false;
    }

    /// Whether an error keeps a tree that was asked for from being searched.
    fn concerns(&self, finding: &Diagnostic, file: &File, text: &str) -> bool {
        let around = file.trees.iter().find(|tree| tree.span.contains(finding.primary.span));
        let unwanted = |title: Option<Span>| {
            let title = title.map(|title| syntax::name_at(text, title).into_owned());
            self.wanted.is_some() && self.wanted != title.as_deref()
        };
        !around.is_some_and(|tree| unwanted(tree.title))
    }

    /// Whether no tree has the name that was asked for; reports that.
    pub(super) fn report_missing_tree(&self) -> bool {
        let Some(wanted) = self.wanted.filter(|_| !self.matched && self.files > 0) else {
            return false;
        };
        let meant = similar(wanted, self.others.iter().map(String::as_str));
        let help = meant.map_or_else(String::new, |meant| format!("; did you mean \"{}\"?", printable(meant)));
        print_error(&format!("there is no tree \"{wanted}\"{help}"));
        true
    }
}

/// Says what is wrong with a `gametree.toml`.
pub(super) fn report_project(source: &Source) {
    let (findings, tally) = config::read(&source.text, MOST_READ).1.finish();
    let all: Vec<&Diagnostic> = findings.iter().collect();
    print_some(&all, tally.total() > findings.len(), &Located::new(source));
}

/// Reports that two exercises have the same name.
pub(super) fn report_same_name(one: &Path, other: &Path) {
    let paths = format!("{} and {}", one.display(), other.display());
    print_error(&format!(
        "{paths} have the same file name, so it is not clear which of them a sheet answers; rename one"
    ));
}

/// Reports the errors that `check --reveal` finds in an exercise; whether there are any.
pub(super) fn report_errors_of_exercise(source: &Source, project: &Defaults) -> bool {
    let report = check_showing(Shown::Everything, &source.text, project, MOST_READ);
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<&Diagnostic> = errors.collect();
    print_some(&errors, report.tally.errors > errors.len(), &Located::new(source));
    report.tally.errors > 0
}

/// Prints the first few findings about a source.
fn print_some(findings: &[&Diagnostic], more: bool, located: &Located<'_>) {
    const MOST: usize = 10;
    for finding in findings.iter().take(MOST) {
        let explained = hint::for_first_on_terminal(finding);
        write_for_people(&to_report(explained.as_ref().unwrap_or(finding), located, false));
    }
    if findings.len() > MOST || more {
        print_error(&format!("{}: there are more findings; see `gametree check`", located.source.name));
    }
}

/// The file and the line where a tree begins.
pub(super) fn place(tree: &Tree, located: &Located<'_>) -> String {
    format!("{}:{}", located.source.name, located.lines.line(tree.span.start) + 1)
}
