//! Adds settings to the text of a tree, and changes those that it has.

use crate::diagnostic::{Edit, Fix, insertion, insertion_above};
use crate::model::{ResolvedTree, Rule, quoted_rules};
use crate::source::{Span, line_end};
use crate::syntax::tree::{File, Setting, Tree};
use crate::syntax::{Token, tokens};

/// Inserts settings after the opening brace of a tree that has braces.
pub(crate) fn set_inside(text: &str, tree: &Tree, settings: &[&str]) -> Option<Edit> {
    let (_, brace) = tokens(tree.span.of(text)).find(|(token, _)| *token == Token::OpenBrace)?;
    Some(insertion(text, tree.span, tree.span.start + brace.end, settings))
}

/// Inserts a line with settings above a tree and its question.
pub(crate) fn set_above(text: &str, tree: &Tree, settings: &[&str]) -> Edit {
    let start = tree.question.first().map_or(tree.span.start, |question| question.start);
    insertion_above(text, start, &settings.join(" "))
}

/// The fix that sets these rules for a tree of `file`, and for no other tree.
pub fn set_rules(game: &ResolvedTree<'_>, file: &File, rules: &[Rule]) -> Fix {
    let (text, tree) = (game.text, game.tree);
    let title = format!("set {} in this tree", quoted_rules(rules));
    let inherited = if file.trees.len() == 1 { &file.settings[..tree.inherited] } else { &[] };
    let settings = if tree.has_braces() { &tree.settings[..] } else { inherited };
    let mut edits = Vec::new();
    let mut new = Vec::new();
    for rule in rules {
        match settings.iter().find(|setting| rule.is_set_by(&setting.kind)) {
            Some(setting) => edits.push(Edit::new(setting.span, rule.to_string())),
            None => new.push(rule.to_string()),
        }
    }
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    match settings {
        _ if new.is_empty() => {}
        [_, ..] => edits.extend(beside(text, tree, settings, &new)),
        [] if tree.has_braces() => edits.extend(set_inside(text, tree, &new)),
        [] if file.trees.len() == 1 => edits.push(set_above(text, tree, &new)),
        [] => edits.extend(wrapped(tree, &new)),
    }
    edits.sort_by_key(|edit| edit.span);
    Fix { title, edits, safe: false }
}

/// Inserts lines among the settings of the tree or of its file.
fn beside(text: &str, tree: &Tree, settings: &[Setting], lines: &[&str]) -> Option<Edit> {
    if tree.has_braces() {
        return Some(insertion(text, tree.span, settings.last()?.span.end, lines));
    }
    let end = line_end(text);
    let lines: String = lines.iter().map(|line| format!("{line}{end}")).collect();
    Some(Edit::new(Span::empty(settings.first()?.span.start), lines))
}

/// Puts a bare root into `tree { … }`: settings above it would also apply to the trees below it.
fn wrapped(tree: &Tree, lines: &[&str]) -> [Edit; 2] {
    let Span { start, end } = tree.span;
    let head = format!("tree {{ {} ", lines.join(" "));
    [Edit::new(Span::empty(start), head), Edit::new(Span::empty(end), " }")]
}
