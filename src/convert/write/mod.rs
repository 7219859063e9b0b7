//! Writes trees in other notations.

mod cs188;
mod edges;
mod efg;
mod json;
mod lists;
mod outline;

use std::fmt;

use super::{Converted, Plain, language, written};
use crate::diagnostic::{Diagnostic, counted, listed};
use crate::number::Number;
use crate::syntax::tree::{Kind, NodeId};

/// A notation in which trees are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// This language.
    Tree,
    /// Nested lists as JSON and most programs read them.
    Lists,
    /// Nested lists of Python, with its infinities and fractions.
    Python,
    /// Nested lists of Lisp, with the player first in each.
    SExpressions,
    /// An object for each node, as JSON.
    Json,
    /// The leaves of a full tree, from left to right.
    Leaves,
    /// A game as Gambit and OpenSpiel read it.
    Efg,
    /// A Markdown list with an item for each node.
    Outline,
    /// A table (CSV) with a row for each node.
    Edges,
    /// A graph-game test of the course CS188.
    Cs188,
}

/// A tree in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its text, with a line end at its end.
    pub text: String,
    /// The answers to the tree, if the notation has them in a text of their own.
    pub solution: Option<String>,
    /// What the notation cannot have: `3 names`, `` `cut alpha > beta` ``.
    pub lost: Vec<String>,
}

/// Why a tree cannot be written in a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

/// Reads the trees of this language, to write them in other notations. Linear, and not recursive.
///
/// # Errors
/// The first error of the text.
pub fn read_language(text: &str) -> Result<Converted, Box<Diagnostic>> {
    let (trees, comments) = language::read(text)?;
    let comments = (comments > 0).then(|| counted(comments as u64, "comment", "comments"));
    Ok(Converted { trees, notes: comments.map(|comments| format!("not kept: {comments}")).into_iter().collect() })
}

/// Writes a tree. Linear, and not recursive.
///
/// # Errors
/// If the notation cannot have a part of the tree that decides its value.
pub fn write(plain: &Plain, target: Target) -> Result<Written, Unwritable> {
    refuse_unknown(plain, target)?;
    let mut lost = lost(plain, target);
    let text = match target {
        Target::Tree => {
            let text = written(std::slice::from_ref(plain));
            return Ok(Written { text, solution: None, lost: Vec::new() });
        }
        Target::Cs188 => return cs188::write(plain),
        Target::Lists => lists::write(plain, &lists::JSON)?,
        Target::Python => lists::write(plain, &lists::PYTHON)?,
        Target::SExpressions => lists::write(plain, &lists::LISP)?,
        Target::Json => json::write(plain),
        Target::Leaves => leaves(plain)?,
        Target::Efg => efg::write(plain)?,
        Target::Outline => outline::write(plain)?,
        Target::Edges => edges::write(plain, &mut lost),
    };
    Ok(Written { text, solution: None, lost })
}

/// Refuses leaves whose values are not known. Only this language has them all; an outline has `?`.
fn refuse_unknown(plain: &Plain, target: Target) -> Result<(), Unwritable> {
    let has = |kind: Kind| kind == Kind::Value || (kind == Kind::Unknown && target == Target::Outline);
    let is_unknown = |kind: &Kind| kind.is_leaf() && !has(*kind);
    match plain.all().map(|node| plain.kind(node)).find(is_unknown).filter(|_| target != Target::Tree) {
        Some(kind) => {
            let leaf = kind.name();
            Err(Unwritable(format!("this notation has no way to write an {leaf}; give each leaf a number")))
        }
        None => Ok(()),
    }
}

/// What is lost in a notation.
fn lost(plain: &Plain, target: Target) -> Vec<String> {
    let extras = plain.extras();
    let (is_json, is_efg) = (target == Target::Json, target == Target::Efg);
    let keeps_words = matches!(target, Target::Json | Target::Efg | Target::Outline | Target::Edges);
    let evaluations = plain.all().filter(|node| plain.evaluation(*node).is_some()).count();
    let mut lost = lost_parts([
        (usize::from(plain.title.is_some() && !is_json && !is_efg), "title", "titles"),
        (usize::from(!plain.comments.is_empty() && !is_efg), "comment", "comments"),
        (if keeps_words { 0 } else { extras.names }, "name", "names"),
        (if keeps_words { 0 } else { extras.labels }, "label", "labels"),
        (if keeps_words { 0 } else { extras.probabilities }, "probability", "probabilities"),
        (if is_json { 0 } else { evaluations }, "static evaluation", "static evaluations"),
        (extras.claims - evaluations, "claim", "claims"),
    ]);
    lost.extend(plain.settings.iter().map(|setting| format!("`{setting}`")));
    if target == Target::Leaves && plain.kind(NodeId::ROOT) == Kind::Min {
        lost.push("that MIN moves first".to_string());
    }
    let altered = if is_efg { efg::altered(plain) } else { 0 };
    if altered > 0 {
        let texts = counted(altered as u64, "text", "texts");
        lost.push(format!("quotation marks or backslashes in {texts}"));
    }
    lost
}

/// Counts of what is lost, in words.
fn lost_parts<const N: usize>(counts: [(usize, &str, &str); N]) -> Vec<String> {
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    counts.map(|(count, one, many)| counted(count as u64, one, many)).collect()
}

impl Written {
    /// What was lost, as a sentence; `None` if nothing was.
    pub fn loss(&self) -> Option<String> {
        (!self.lost.is_empty()).then(|| format!("not kept: {}", listed(&self.lost)))
    }
}

/// The leaves of a full tree in which the players take turns.
fn leaves(plain: &Plain) -> Result<String, Unwritable> {
    let refuse = |reason: &str| Err(Unwritable(format!("only the leaves are written, and {reason}")));
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let (mut branching, mut depth) = (None, None);
    let mut leaves = Vec::new();
    for node in plain.all() {
        while open.last().is_some_and(|(end, _)| *end <= node) {
            if open.pop().is_some_and(|(_, children)| *branching.get_or_insert(children) != children) {
                return refuse("not every node has the same number of moves");
            }
        }
        open.last_mut().into_iter().for_each(|(_, children)| *children += 1);
        match plain.value(node) {
            Some(value) if *depth.get_or_insert(open.len()) == open.len() => leaves.push(value.to_string()),
            Some(_) => return refuse("they are not all equally deep"),
            None => open.push((plain.end(node), 0)),
        }
    }
    if open.iter().any(|(_, children)| branching.is_some_and(|branching| branching != *children)) {
        return refuse("not every node has the same number of moves");
    }
    if !takes_turns(plain) {
        return refuse("MAX and MIN do not take turns");
    }
    Ok(leaves.join(" ") + "\n")
}

/// Whether MAX and MIN take turns, and chance never decides.
fn takes_turns(plain: &Plain) -> bool {
    let mut open: Vec<(NodeId, Kind)> = Vec::new();
    plain.all().all(|node| {
        while open.last().is_some_and(|(end, _)| *end <= node) {
            open.pop();
        }
        let kind = plain.kind(node);
        let parent = open.last().map(|(_, parent)| *parent);
        if !kind.is_leaf() {
            open.push((plain.end(node), kind));
        }
        kind.is_leaf() || (kind != Kind::Chance && parent != Some(kind))
    })
}

/// A finite number as a decimal; `None` if it has none.
fn decimal(value: Number) -> Option<String> {
    let written = value.to_string();
    (value.finite().is_some() && !written.contains('/')).then_some(written)
}
