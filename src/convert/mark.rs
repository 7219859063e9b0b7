//! Marks what alpha–beta skips in a tree.

use super::Plain;
use super::searched::searched;
use crate::search::{Cause, VisitStatus};
use crate::syntax::tree::NodeId;

/// Marks the highest nodes and leaves that a cutoff skips as `pruned`, unless they already have a mark. A tree whose
/// search has no exact result stays as it is. Linear.
pub fn mark(plain: &mut Plain) {
    let skipped = searched(plain, |search| {
        let mut skipped = Vec::new();
        let mut next = NodeId::ROOT;
        while next.index() < plain.len() {
            let is_skipped = search.status(next) == VisitStatus::Skipped(Cause::Cutoff);
            skipped.extend(is_skipped.then_some(next));
            next = if is_skipped { plain.end(next) } else { next.next() };
        }
        skipped
    });
    let is_marked = |node: NodeId| plain.claims(node).any(|claim| ["pruned", "visited"].contains(&claim));
    let unmarked = skipped.unwrap_or_default().into_iter().filter(|node| !is_marked(*node));
    let marks = unmarked.map(|node| (node, "pruned".to_string())).collect();
    plain.add_claims(marks);
}
