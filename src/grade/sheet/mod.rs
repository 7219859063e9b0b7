//! From an exercise to the sheet that students fill in.

mod error;
mod given;
mod guide;
mod key;
mod planted;

use std::fmt::Write;

use super::questions::{Fate, Questions, worth};
use crate::claim::{ClaimKind, Claims};
use crate::diagnostic::Findings;
use crate::diagnostic::render::printable;
use crate::format::{WIDTH, format};
use crate::model::{Choice, Defaults, FileSettings, ResolvedTree, Reveal, Rule, Settings};
use crate::source::Span;
use crate::syntax::tree::{Expectation, Form, NodeId};
use crate::syntax::{parse, tokens_in};
pub use error::SheetError;
use guide::guide;
pub(crate) use guide::rules as rules_in_words;
pub use key::{Key, key};
pub use planted::planted;

/// The part of a sheet above its trees.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The name of the exercise, by which submissions are matched with it.
    pub name: Option<&'a str>,
    /// How much `check` tells students about their answers.
    pub reveal: Reveal,
}

/// The sheet of an exercise: what it asks and gives, without its answers and comments.
///
/// Every claim or expectation with `worth` becomes a blank; claims that answer an `ask` are removed, and all others
/// stay. Each tree has its settings written out, also those of the `project`. The sheet depends on what is asked
/// and given, not on the answers.
///
/// # Errors
///
/// If nothing is asked, if the text cannot be read without errors, or if a claim that is given answers a question.
///
/// ```
/// use gametree::grade::{Heading, sheet};
/// use gametree::model::{Defaults, Reveal};
///
/// let heading = Heading { name: Some("hw1"), reveal: Reveal::Never };
/// let sheet = sheet("max A = 5 worth 2 { 3, 5 }", &Defaults::default(), heading)?;
/// assert!(sheet.contains("max A = _ worth 2 { 3, 5 }"));
/// # Ok::<(), gametree::grade::SheetError>(())
/// ```
pub fn sheet(text: &str, project: &Defaults, heading: Heading<'_>) -> Result<String, SheetError> {
    let mut sheet = String::new();
    if let Some(name) = heading.name {
        let _ = writeln!(sheet, "// exercise: {}", printable(name));
    }
    let body = write(text, project, |questions| sheet.push_str(&guide(questions, heading.reveal)))?;
    let _ = write!(sheet, "reveal {}\n\n{body}", heading.reveal.name());
    format(&sheet, WIDTH).map_err(SheetError::Unformatted)
}

/// The trees of an exercise, each with its settings, without answers and comments.
pub(crate) fn blank(text: &str, project: &Defaults) -> Result<String, SheetError> {
    format(&write(text, project, |_| ())?, WIDTH).map_err(SheetError::Unformatted)
}

/// The trees of a sheet, not formatted. `look` is shown their questions first.
fn write(text: &str, project: &Defaults, look: impl FnOnce(&[Questions<'_>])) -> Result<String, SheetError> {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, project, &mut findings);
    let games: Vec<_> = file.trees.iter().map(|tree| ResolvedTree::new(text, tree, &settings, &mut findings)).collect();
    let claims: Vec<_> = games.iter().map(|game| read(game, &mut findings)).collect();
    if findings.tally().errors > 0 || games.iter().any(|game| game.has_errors) {
        return Err(SheetError::Faulty);
    }
    let trees: Vec<Questions<'_>> = claims.iter().map(Questions::of).collect();
    if !trees.iter().any(Questions::ask_something) {
        return Err(SheetError::NothingAsked);
    }
    trees.iter().try_for_each(Questions::check_given)?;
    look(&trees);
    let mut body = String::new();
    for tree in &trees {
        tree.write(&mut body);
    }
    Ok(body)
}

fn read<'a>(game: &'a ResolvedTree<'a>, findings: &mut Findings) -> Claims<'a> {
    if game.tree.broken { Claims::of(game) } else { Claims::read(game, findings) }
}

impl Questions<'_> {
    fn write(&self, sheet: &mut String) {
        let (text, tree) = (self.game.text, self.game.tree);
        for line in &tree.question {
            let _ = writeln!(sheet, "{}", line.of(text).trim_end());
        }
        sheet.push_str("tree");
        if let Some(title) = tree.title {
            let _ = write!(sheet, " {}", title.of(text));
        }
        let _ = writeln!(sheet, " {{\n{}", written_settings(&self.game.settings));
        self.write_nodes(sheet);
        sheet.push_str("\n\n");
        for (_, line) in self.lines() {
            let _ = writeln!(sheet, "{line}");
        }
        sheet.push_str("}\n\n");
    }

    fn write_nodes(&self, sheet: &mut String) {
        let (game, nodes) = (self.game, self.game.nodes());
        let mut open: Vec<NodeId> = Vec::new();
        let mut claims = self.claims().peekable();
        for node in nodes.all() {
            while open.last() == Some(&node) {
                open.pop();
                sheet.push_str(" }");
            }
            if let Some(label) = game.tree.label(node) {
                push_tokens(sheet, game.text, Span::new(nodes.span(node).start, label.child));
            }
            self.write_head(sheet, node);
            while let Some((_, claim, fate)) = claims.next_if(|(other, ..)| *other == node) {
                match fate {
                    Fate::Given => push_tokens(sheet, game.text, claim.span),
                    Fate::Asked(marks) => {
                        match ClaimKind::at_node(game, node, &claim.form).filter(|_| !claim.form.asks()) {
                            Some(kind) => push(sheet, &blank_claim(kind)),
                            None => push_tokens(sheet, game.text, claim.span),
                        }
                        push(sheet, &format!("worth {marks}"));
                    }
                    Fate::Omitted => {}
                }
            }
            if !nodes.is_leaf(node) {
                sheet.push_str(" {");
                open.push(nodes.end(node));
            }
        }
        open.iter().for_each(|_| sheet.push_str(" }"));
    }

    /// Writes the number of a leaf, or the player and the name of a node. If there is an `ask`, every node has its
    /// player written out, so that claims can follow it.
    fn write_head(&self, sheet: &mut String, node: NodeId) {
        let game = self.game;
        if game.nodes().is_leaf(node) {
            push(sheet, game.head(node).of(game.text));
            return;
        }
        if !game.is_bare(node) || !self.every.is_empty() {
            push(sheet, &game.nodes().kind(node).name().to_lowercase());
        }
        if let Some(name) = game.tree.names.get(node) {
            push(sheet, name.of(game.text));
        }
    }

    /// The expectations and questions, in the order of the file, with their places there.
    fn lines(&self) -> Vec<(Span, String)> {
        let text = self.game.text;
        let mut lines: Vec<(Span, String)> = Vec::new();
        for (expectation, fate) in self.expectations() {
            let mut line = String::new();
            match fate {
                Fate::Asked(_) if !expectation.form.asks() => line = blank_expectation(text, expectation),
                Fate::Asked(_) | Fate::Given => push_tokens(&mut line, text, expectation.span),
                Fate::Omitted => continue,
            }
            if let Fate::Asked(marks) = fate {
                let _ = write!(line, " worth {marks}");
            }
            lines.push((expectation.span, line));
        }
        for (ask, asked) in self.asks() {
            lines.push((ask.span, format!("ask {} worth {}", asked.name(), worth(self.game, ask.worth))));
        }
        lines.sort_by_key(|(place, _)| *place);
        lines
    }
}

/// The rules in which courses differ, and the other settings of the search that are not the default, one a line.
fn written_settings(settings: &Settings) -> String {
    let Settings { cut, returns, order, cutoffs, window, range, depth, .. } = *settings;
    let rules = [Rule::Cut(cut), Rule::Returns(returns), Rule::Order(order), Rule::Cutoffs(cutoffs)];
    let mut lines: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
    if window != Settings::default().window {
        let _ = writeln!(lines, "window [{}, {}]", window.0, window.1);
    }
    if let Some((lower, upper)) = range {
        let _ = writeln!(lines, "range [{lower}, {upper}]");
    }
    if let Some(depth) = depth {
        let _ = writeln!(lines, "depth {depth}");
    }
    lines
}

/// Adds words, with a blank before them.
fn push(sheet: &mut String, words: &str) {
    sheet.push(' ');
    sheet.push_str(words);
}

/// Adds a part of the exercise without its comments.
fn push_tokens(sheet: &mut String, text: &str, part: Span) {
    tokens_in(text, part).for_each(|(_, token)| push(sheet, token.of(text)));
}

/// A claim of a kind with a blank for its operand.
fn blank_claim(kind: ClaimKind) -> String {
    kind.written(if kind == ClaimKind::Window { "[_, _]" } else { "_" })
}

/// An expectation with a blank for its operand.
fn blank_expectation(text: &str, expectation: &Expectation) -> String {
    let sign = match expectation.form {
        Form::Equal(_) => "= ",
        Form::Near(_) => "~ ",
        Form::List(_) => "",
        Form::In(_) => "in ",
    };
    format!("expect {} {sign}_", expectation.subject.span.of(text))
}
