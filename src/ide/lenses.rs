//! What stands above each tree: its value, and how many leaves are evaluated.

use super::Document;
use super::answer::Answers;
use crate::diagnostic::counted;
use crate::source::Span;
use crate::syntax::first_token;
use crate::syntax::tree::{Kind, NodeId};

/// A line about a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The word that begins the tree.
    pub span: Span,
    /// What is said of it.
    pub title: String,
}

/// How many trees of a file are spoken of.
const MOST_TREES: usize = 1000;

/// The value of each tree and what its search does; nothing in an exercise, unless answers may be `reveal`ed. Linear.
pub fn lenses(document: &Document, reveal: bool) -> Vec<Lens> {
    if document.hides_answers(reveal) {
        return Vec::new();
    }
    let lens = |tree| {
        let game = document.game(tree);
        let answers = Answers::of(&game)?;
        Some(Lens { span: first_token(document.text(), tree.span), title: title(&answers) })
    };
    document.file().trees.iter().take(MOST_TREES).filter_map(lens).collect()
}

/// `value 3 · 5 of 6 leaves evaluated · 1 cutoff`
fn title(answers: &Answers<'_>) -> String {
    let search = &answers.search;
    let value = match answers.extent(NodeId::ROOT).as_str() {
        "?" => "value open".to_string(),
        value => format!("value {value}"),
    };
    let Some(counts) = search.counts() else { return value };
    let leaves = || search.visible().map(|node| search.kind(node)).filter(|kind| kind.is_leaf());
    let evaluated = match leaves().any(|kind| kind == Kind::Elided) {
        true => counted(counts.leaves, "leaf", "leaves"),
        false => format!("{} of {}", counts.leaves, counted(leaves().count() as u64, "leaf", "leaves")),
    };
    format!("{value} · {evaluated} evaluated · {}", counted(counts.cutoffs, "cutoff", "cutoffs"))
}
