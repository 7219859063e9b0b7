//! Finds out whether a wrong count is the right number of something else in the same search.

use crate::claim::ClaimKind;
use crate::diagnostic::listed;
use crate::model::Cut;
use crate::number::Number;
use crate::search::Search;
use crate::syntax::tree::{Kind, NodeId};

/// At most this many other quantities are mentioned.
const MOST: usize = 2;

/// Something that can be counted in a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Leaves,
    Nodes,
    NodesWithoutRoot,
    InteriorNodes,
    Cutoffs,
    CutoffsAndLateStops,
    SkippedLeaves,
    SkippedSubtrees,
    AllLeaves,
    AllNodes,
}

impl Quantity {
    /// In words, to follow "the number of".
    fn words(self) -> &'static str {
        match self {
            Self::Leaves => "leaves that are evaluated",
            Self::Nodes => "nodes and leaves that are entered",
            Self::NodesWithoutRoot => "nodes and leaves that are entered, without the root",
            Self::InteriorNodes => "nodes that are entered, without the leaves",
            Self::Cutoffs => "cutoffs",
            Self::CutoffsAndLateStops => "cutoffs, if stops after the last child are counted, too",
            Self::SkippedLeaves => "skipped leaves",
            Self::SkippedSubtrees => "skipped subtrees",
            Self::AllLeaves => "leaves in the tree",
            Self::AllNodes => "nodes and leaves in the tree",
        }
    }

    /// The quantities that a student may count instead, the most likely first.
    fn confused_with(kind: ClaimKind) -> &'static [Self] {
        match kind {
            ClaimKind::Leaves => {
                &[Self::SkippedLeaves, Self::Nodes, Self::SkippedSubtrees, Self::AllLeaves, Self::Cutoffs]
            }
            ClaimKind::Nodes => &[Self::NodesWithoutRoot, Self::Leaves, Self::InteriorNodes, Self::AllNodes],
            ClaimKind::Cutoffs => &[Self::CutoffsAndLateStops, Self::SkippedSubtrees, Self::SkippedLeaves],
            ClaimKind::PrunedLeaves => &[Self::SkippedSubtrees, Self::Leaves, Self::Cutoffs],
            ClaimKind::Branches => &[Self::SkippedLeaves, Self::Cutoffs],
            _ => &[],
        }
    }

    /// `None` if it depends on unknown leaves.
    fn count(self, search: &Search<'_>) -> Option<u64> {
        let counts = search.counts()?;
        let in_tree = |fits: fn(Kind) -> bool| search.visible().filter(|node| fits(search.kind(*node))).count() as u64;
        Some(match self {
            Self::Leaves => counts.leaves,
            Self::Nodes => counts.nodes,
            Self::NodesWithoutRoot => counts.nodes.checked_sub(1)?,
            Self::InteriorNodes => counts.nodes.checked_sub(counts.leaves)?,
            Self::Cutoffs => counts.cutoffs,
            Self::CutoffsAndLateStops => {
                counts.cutoffs + search.visible().filter(|node| stops_late(search, *node)).count() as u64
            }
            Self::SkippedLeaves => counts.pruned?,
            Self::SkippedSubtrees => counts.branches,
            Self::AllLeaves => in_tree(Kind::is_leaf),
            Self::AllNodes => in_tree(|_| true),
        })
    }
}

/// Whether a MAX or MIN node without a cutoff would skip one more child, if it had one.
fn stops_late(search: &Search<'_>, node: NodeId) -> bool {
    let (Some(window), Some(result)) = (search.window(node), search.fail_soft(node)) else { return false };
    let (high, low) = match search.kind(node) {
        Kind::Max => (result, window.beta),
        Kind::Min => (window.alpha, result),
        _ => return false,
    };
    let reaches = match search.settings().cut {
        Cut::AtLeast => high >= low,
        Cut::Above => high > low,
    };
    reaches && search.cutoff_at(node).is_none()
}

/// Says which other quantities have the number of a wrong count: `2 is the number of skipped subtrees`. `None` if there
/// are none. This does not claim to know what the student thought.
pub(super) fn counted_instead(kind: ClaimKind, claimed: Number, search: &Search<'_>) -> Option<String> {
    let is_claimed =
        |quantity: &Quantity| quantity.count(search).map(|count| Number::Finite(count.into())) == Some(claimed);
    let others = Quantity::confused_with(kind).iter().copied().filter(is_claimed);
    let words: Vec<String> = others.take(MOST).map(|other| format!("the number of {}", other.words())).collect();
    (!words.is_empty()).then(|| format!("{claimed} is {}", listed(&words)))
}

/// Whether a note of `check` says the same in the words of the language.
pub(super) fn says_what_is_counted(note: &str) -> bool {
    note.contains(" would be right for `")
}
