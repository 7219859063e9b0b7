//! The fewest leaves a second time.

use gametree::number::Number;

use crate::reference::Ends;
use crate::tree::{Player, Tree, weighty};

/// The critical tree of Knuth and Moore: what it takes to prove a value of the root.
pub(crate) struct Critical {
    root_value: Number,
    range: Ends,
}

impl Critical {
    /// That of the root's own value, where all values are known to lie in `range`.
    pub(crate) fn of(root: &Tree, range: Ends) -> Self {
        Self { root_value: root.value(), range }
    }

    /// How many leaves it takes to show that a node has the value of the root, if it has.
    pub(crate) fn exact(&self, tree: &Tree) -> u64 {
        let (player, children) = match tree {
            Tree::Leaf(_) | Tree::Limit(..) => return 1,
            Tree::Chance(_, children) => {
                return weighty(children).map(|(_, child)| Self::of(child, self.range).exact(child)).sum();
            }
            Tree::Node(player, _, children) => (player, children),
        };
        let others = |chosen: usize| -> u64 {
            let others = children.iter().enumerate().filter(|(place, _)| *place != chosen);
            others.map(|(_, other)| self.no_better(*player, other)).sum()
        };
        let deciding = children.iter().enumerate().filter(|(_, child)| child.value() == self.root_value);
        deciding.map(|(place, child)| self.exact(child) + others(place)).min().expect("one child has the value")
    }

    /// How many leaves it takes to show that a node is no better for a player than the root, if that is so.
    ///
    /// For MAX the language calls this "below", for MIN "above".
    pub(crate) fn no_better(&self, player: Player, tree: &Tree) -> u64 {
        let most = player.best([self.range.0, self.range.1].into_iter());
        let no_better = |child: &&Tree| player.best([child.value(), self.root_value].into_iter()) == self.root_value;
        match tree {
            _ if self.root_value == most => 0,
            Tree::Leaf(_) | Tree::Limit(..) => 1,
            Tree::Chance(..) => self.exact(tree),
            Tree::Node(mover, _, children) if *mover == player => {
                children.iter().map(|child| self.no_better(player, child)).sum()
            }
            Tree::Node(_, _, children) => {
                let enough = children.iter().filter(no_better).map(|child| self.no_better(player, child));
                enough.min().expect("one child is no better")
            }
        }
    }
}
