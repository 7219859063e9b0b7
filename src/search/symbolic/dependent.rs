//! Minimax values that depend on unknown leaves: those of the nodes above these leaves.

use std::collections::HashMap;

use super::form::Form;
use super::oracle::Oracle;
use crate::model::ResolvedTree;
use crate::number::{Fault, Number, Weight};
use crate::search::values::shape::{Shape, Unknown};
use crate::search::values::value::{Value, Weighed};
use crate::search::{Search, Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId, Sparse};

/// The nodes above the unknown leaves of a tree, deepest first. All their other children are folded into one number.
pub(crate) struct Dependent {
    nodes: Vec<DependentNode>,
    leaves: Vec<(NodeId, Unknown)>,
}

/// A node above an unknown leaf.
struct DependentNode {
    node: NodeId,
    kind: Kind,
    /// The value of its other children together; `None` if there are none.
    others: Result<Option<Number>, Fault>,
    /// Its children that depend on an unknown leaf, with their weights under a chance node.
    children: Vec<(NodeId, Weight)>,
}

impl Dependent {
    /// Finds the nodes above the unknown leaves. Linear in them and their children.
    pub(crate) fn of(game: &ResolvedTree<'_>, search: &Search<'_>, unknowns: &Sparse<Unknown>) -> Self {
        let visible = |leaf: &NodeId| search.kind(*leaf) != Kind::Hidden;
        let leaves: Vec<(NodeId, Unknown)> =
            unknowns.iter().filter(|(leaf, _)| visible(leaf)).map(|(leaf, unknown)| (leaf, *unknown)).collect();
        let mut above: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for (leaf, _) in &leaves {
            let mut child = *leaf;
            while child != NodeId::ROOT {
                let parent = game.parent(child);
                let known = above.entry(parent).or_default();
                known.push(child);
                if known.len() > 1 {
                    break;
                }
                child = parent;
            }
        }
        let mut nodes: Vec<DependentNode> =
            above.into_iter().map(|(node, children)| DependentNode::new(search, node, &children)).collect();
        nodes.sort_unstable_by_key(|node| std::cmp::Reverse(node.node));
        Self { nodes, leaves }
    }

    /// How many nodes and leaves are visited to compute the values.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() + self.leaves.len()
    }

    /// The values of the leaves and of the nodes above them, in the region of the oracle.
    ///
    /// # Errors
    /// If a sum has no exact value, or the oracle has given up.
    pub(crate) fn values(&self, oracle: &Oracle) -> Result<HashMap<NodeId, Shape>, Stop> {
        let leaves = self.leaves.iter().map(|(leaf, unknown)| (*leaf, Form::unknown(*unknown, oracle)));
        let mut forms: HashMap<NodeId, Form<'_>> = leaves.collect();
        for node in &self.nodes {
            let form = node.value(&forms);
            let form = form.map_err(|fault| Stop { node: node.node, reason: StopReason::Fault(fault) })?;
            forms.insert(node.node, form);
        }
        Ok(forms.into_iter().filter_map(|(node, form)| Some((node, form.known()?))).collect())
    }
}

impl DependentNode {
    fn new(search: &Search<'_>, node: NodeId, dependent: &[NodeId]) -> Self {
        let kind = search.kind(node);
        let weight = |child| if kind == Kind::Chance { search.view().weight(child) } else { Weight::ZERO };
        let mut others = Ok(None);
        for child in search.children(node).filter(|child| dependent.binary_search(child).is_err()) {
            let value = search.value(child).expect("it depends on no unknown leaf");
            others = others.and_then(|others: Option<Number>| {
                Ok(Some(match (kind, others) {
                    (Kind::Chance, others) => others.unwrap_or(Number::ZERO).plus(value.times(weight(child))?)?,
                    (_, None) => value,
                    (Kind::Max, Some(others)) => others.max(value),
                    (_, Some(others)) => others.min(value),
                }))
            });
        }
        Self { node, kind, others, children: dependent.iter().map(|child| (*child, weight(*child))).collect() }
    }

    fn value<'o>(&self, forms: &HashMap<NodeId, Form<'o>>) -> Result<Form<'o>, Fault> {
        let mut value = self.others?.map(Form::constant);
        for (child, weight) in &self.children {
            let form = forms[child];
            value = Some(match (self.kind, value) {
                (Kind::Chance, value) => value.unwrap_or(Form::ZERO).plus(form.times(*weight)?)?,
                (_, None) => form,
                (Kind::Max, Some(value)) => value.greater(form),
                (_, Some(value)) => value.lesser(form),
            });
        }
        Ok(value.expect("it has a child"))
    }
}
