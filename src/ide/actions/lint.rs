//! Actions that allow a lint where it is reported.

use super::Action;
use crate::diagnostic::{Diagnostic, insertion_above};
use crate::edit::{set_above, set_inside};
use crate::ide::{Document, Edit};
use crate::source::Span;
use crate::syntax::tree::{Setting, SettingKind, Tree};

/// Allows the lint of a finding: in its tree, or from there on if the tree has no braces.
pub(super) fn allow(document: &Document, finding: &Diagnostic) -> Option<Action> {
    let lint = finding.code.lint()?;
    let tree = document.tree_at(finding.primary.span.start).filter(|tree| !tree.nodes.is_empty());
    let (edit, scope) = match tree {
        Some(tree) if tree.has_braces() => (in_tree(document, tree, lint)?, "in this tree"),
        Some(tree) => (above(document, tree, lint), "here and below"),
        None => (insertion_above(document.text(), 0, &format!("allow {lint}")), "in this file"),
    };
    let fixed = (finding.code, finding.primary.span);
    Some(Action::fix(format!("allow `{lint}` {scope}"), vec![edit], fixed))
}

fn in_tree(document: &Document, tree: &Tree, lint: &str) -> Option<Edit> {
    beside_others(&tree.settings, lint).or_else(|| set_inside(document.text(), tree, &[&format!("allow {lint}")]))
}

fn above(document: &Document, tree: &Tree, lint: &str) -> Edit {
    let inherited = &document.file().settings[..tree.inherited];
    beside_others(inherited, lint).unwrap_or_else(|| set_above(document.text(), tree, &[&format!("allow {lint}")]))
}

/// Adds the lint to the last `allow`, if there is one.
fn beside_others(settings: &[Setting], lint: &str) -> Option<Edit> {
    let last = settings.iter().rfind(|setting| matches!(setting.kind, SettingKind::Allow(_)))?;
    Some(Edit::new(Span::empty(last.span.end), format!(" {lint}")))
}
