//! New names for nodes, moves and unknowns.

use super::names::{Occurrence, occurrence_at, occurrences};
use super::{Document, Edit};
use crate::claim::{ClaimKind, Target};
use crate::model::{ResolvedTree, clipped, quoted_if_needed};
use crate::source::Span;
use crate::syntax::tree::{NodeId, Tree};
use crate::syntax::{is_plain_name, name_at, normal};

/// The name at `offset`, if it can be changed.
///
/// # Errors
/// Why it cannot be changed, in words.
pub fn prepare_rename(document: &Document, offset: u32) -> Result<Span, String> {
    renamable(document, offset).map(|(_, here)| here.span)
}

/// The occurrence of a name at `offset` that can be renamed, and its tree.
fn renamable(document: &Document, offset: u32) -> Result<(&Tree, Occurrence), String> {
    let (tree, here) = occurrence_at(document, offset).ok_or("no name, label or unknown stands here")?;
    match here.target {
        _ if tree.broken => Err("the tree has errors of syntax; fix them first".to_string()),
        Target::Leaf(_) => Err("a leaf that is called by its value has no name; give it a label".to_string()),
        _ => Ok((tree, here)),
    }
}

/// The edits that change the name at `offset` wherever it occurs; the new name is put in quotes if it needs them.
///
/// # Errors
/// If there is no name, if the new one is not allowed or taken, or if a claim would then refer to another node. In
/// words.
pub fn rename(document: &Document, offset: u32, new_name: &str) -> Result<Vec<Edit>, String> {
    let (tree, here) = renamable(document, offset)?;
    let new_name = typed_name(new_name);
    check(&here.target, &new_name)?;
    let game = document.game(tree);
    if let Some(clash) = clash(&game, &here.target, &new_name) {
        return Err(clash);
    }
    let before = occurrences(&game);
    let written = quoted_if_needed(&new_name);
    let renamed = before.iter().filter(|occurrence| occurrence.target == here.target);
    let edits: Vec<Edit> = renamed.map(|place| Edit { span: place.span, text: written.clone() }).collect();
    let place = document.file().trees.iter().position(|other| std::ptr::eq(other, tree)).unwrap_or_default();
    means_the_same(document, place, &before, &edits).then_some(edits).ok_or_else(|| {
        format!("with `{}` something that is said of this tree would mean another node", clipped(&new_name))
    })
}

/// The name that the user typed, with or without quotes.
fn typed_name(typed: &str) -> String {
    let typed = typed.trim();
    let is_quoted = typed.len() > 1 && typed.starts_with('"') && typed.ends_with('"');
    let whole = u32::try_from(typed.len()).map(|end| Span::new(0, end)).unwrap_or_default();
    if is_quoted { name_at(typed, whole).into_owned() } else { normal(typed).into_owned() }
}

/// Checks that the new name is allowed for such a target.
fn check(target: &Target, new_name: &str) -> Result<(), String> {
    let shown = clipped(new_name);
    match target {
        _ if new_name.is_empty() => Err("a name is not empty".to_string()),
        Target::Unknown(_) if !is_plain_name(new_name) || new_name.contains('-') => Err(format!(
            "`?{shown}` is no name of an unknown: it takes letters, digits, `_` and `'`, and no word of the language"
        )),
        Target::Unknown(_) if ClaimKind::is_word(new_name) => {
            Err(format!("an unknown cannot be called `{shown}`: `expect {shown} …` speaks of the search"))
        }
        _ => Ok(()),
    }
}

/// Why the new name is taken, if something else has it already.
fn clash(game: &ResolvedTree<'_>, target: &Target, new_name: &str) -> Option<String> {
    let shown = clipped(new_name);
    match target {
        Target::Label(child) => {
            let siblings = game.nodes().children(game.parent(*child)).filter(|sibling| sibling != child);
            let taken = |sibling: NodeId| game.label(sibling).is_some_and(|label| label == new_name);
            let taken = { siblings }.any(taken);
            taken.then(|| format!("another move at {} is labelled `{shown}`", game.called(game.parent(*child))))
        }
        Target::Name(node) => {
            let mut others = game.tree.names.iter().filter(|(other, _)| other != node);
            let taken = others.any(|(_, span)| game.name_at(*span) == new_name);
            taken.then(|| format!("another node of this tree is called `{shown}`"))
        }
        Target::Unknown(leaf) => {
            let taken = game.unknown_called(new_name).is_some_and(|other| other != *leaf);
            taken.then(|| format!("another unknown of this tree is called `?{shown}`"))
        }
        Target::Leaf(_) => None,
    }
}

/// Whether every reference has the same target after the edits.
fn means_the_same(document: &Document, place: usize, before: &[Occurrence], edits: &[Edit]) -> bool {
    let after = document.edited(edits);
    let Some(tree) = after.file().trees.get(place) else { return false };
    let found = occurrences(&after.game(tree));
    // Names that referred to nothing before may now refer to something.
    let mut found = found.iter();
    !tree.broken
        && before.iter().all(|old| found.any(|new| new.target == old.target && new.is_definition == old.is_definition))
}
