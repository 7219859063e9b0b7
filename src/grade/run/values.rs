//! The values of a run, from the leaves up.

use super::answers::Answers;
use super::procedure::Takes;
use super::tree::SeenTree;
use super::{Return, Step};
use crate::number::{Fault, Number};
use crate::syntax::tree::NodeId;

/// The value of every node: the one that follows from the student's own values below it, and the student's own. If the
/// procedure takes returns for values, a node that the search entered has the value that was `returned`.
pub(super) fn values(
    tree: &SeenTree<'_>,
    answers: &Answers,
    returned: impl Fn(NodeId) -> Option<Step<Return>>,
) -> Result<Vec<Option<Step<Number>>>, Fault> {
    let mut values: Vec<Option<Step<Number>>> = vec![None; tree.view.nodes().len()];
    for node in tree.view.visible().rev() {
        let expected = match (returned(node), tree.takes(node)) {
            (Some(returned), _) => returned.expected.passed,
            (None, None) => tree.number(node),
            (None, Some(takes)) => taken(tree, takes, node, &values)?,
        };
        let own = answers.values.get(&node).copied().unwrap_or(expected);
        values[node.index()] = Some(Step { expected, own });
    }
    Ok(values)
}

/// What a node takes of the values of its children.
fn taken(tree: &SeenTree<'_>, takes: Takes, node: NodeId, values: &[Option<Step<Number>>]) -> Result<Number, Fault> {
    let children = tree.children(node);
    let below = children.iter().filter_map(|(child, weight)| Some((values[child.index()]?.own, *weight)));
    match takes {
        Takes::Greatest => Ok(below.map(|(value, _)| value).max().unwrap_or(Number::NegativeInfinity)),
        Takes::Least => Ok(below.map(|(value, _)| value).min().unwrap_or(Number::Infinity)),
        Takes::Mean => {
            let mut sum = Number::ZERO;
            for (value, weight) in below {
                sum = sum.plus(value.times(weight)?)?;
            }
            Ok(sum)
        }
    }
}
