//! The option `--from`: the node from which a tree is traced or drawn.

use gametree::diagnostic::render::{Located, printable};
use gametree::model::{ResolvedTree, Unresolved};
use gametree::syntax::tree::NodeId;

use super::print_error;

/// Finds the node with a name in each tree of a file, and reports at the end if there is none.
pub(super) struct From<'a> {
    /// The name or label; without one, the root.
    name: Option<&'a str>,
    /// Whether a tree with such a node could be used.
    used: bool,
    /// Whether the name means several nodes of a tree.
    ambiguous: bool,
    /// A similar name, if no tree has the one given.
    meant: Option<String>,
    /// How many trees have no such node.
    without: usize,
}

impl<'a> From<'a> {
    pub(super) fn new(name: Option<&'a str>) -> Self {
        Self { name, used: false, ambiguous: false, meant: None, without: 0 }
    }

    /// The node of a tree to begin from, if there is one.
    pub(super) fn find(&mut self, game: &ResolvedTree<'_>, located: &Located<'_>) -> Option<NodeId> {
        let Some(name) = self.name else { return Some(NodeId::ROOT) };
        match game.find(name) {
            Ok(node) => return Some(node),
            Err(Unresolved::Unknown(meant)) => {
                self.without += 1;
                self.meant = self.meant.take().or(meant);
            }
            Err(Unresolved::Ambiguous(first, second)) => {
                let line = |node| located.lines.line(game.head(node).start) + 1;
                let (file, first, second) = (&located.source.name, line(first), line(second));
                let places = if first == second {
                    format!("twice on line {first}")
                } else {
                    format!("on line {first} and on line {second}")
                };
                print_error(&format!(
                    "{file}: \"{name}\" means more than one node, {places}; give them names that differ"
                ));
                self.ambiguous = true;
            }
        }
        None
    }

    /// Notes that the node of a tree was traced or drawn.
    pub(super) fn was_used(&mut self) {
        self.used = true;
    }

    /// Whether the name means no node of any tree that could be used, or several of one; reports that.
    pub(super) fn is_missing(&self) -> bool {
        let Some(name) = self.name else { return false };
        if self.ambiguous {
            return true;
        }
        if self.used || self.without == 0 {
            return false;
        }
        let help = match &self.meant {
            Some(meant) => format!("did you mean \"{}\"?", printable(meant)),
            None => "--from takes the name of a node, `min B { … }`, or the label of a child, `b1: 3`".to_string(),
        };
        print_error(&format!("nothing is called \"{name}\"; {help}"));
        true
    }
}
