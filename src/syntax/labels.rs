//! Stores the labels of a tree. Most take little more than a byte.

use super::node_set::NodeSet;
use super::nodes::NodeId;
use super::shift::Placed;
use super::sparse::Sparse;
use super::splice::Splice;
use super::step::Step;
use crate::source::{Shift, Span};

/// The label of a child: the move that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name or text; `None` if there is only a probability.
    pub name: Option<Span>,
    /// Where the child itself begins.
    pub child: u32,
}

/// The labels of the children of one tree. The text of a child begins with its label, so one byte is enough for most
/// labels: it holds the length of the name and the gap between the name and the child itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    labelled: NodeSet,
    /// For each label, its step. If there is only a probability, the length of the name is 0.
    steps: Vec<Step>,
    /// The labels whose gap or length does not fit into a step.
    far: Sparse<Label>,
}

impl Labels {
    /// No labels, with room for as many as another tree has, up to `most`.
    pub(super) fn with_room_of(other: &Self, most: usize) -> Self {
        Self {
            labelled: NodeSet::with_room_of(&other.labelled, most),
            steps: Vec::with_capacity(other.steps.len().min(most)),
            far: Sparse::with_room_of(&other.far, most),
        }
    }

    /// Adds the label of a child whose text begins at `start`. Children come in pre-order.
    pub(super) fn push(&mut self, child: NodeId, start: u32, label: Label) {
        let begins_and_has_length = |name: Span| name.start == start && name.end > start;
        debug_assert!(label.name.is_none_or(begins_and_has_length), "a label begins with its name");
        let end_of_name = label.name.map_or(start, |name| name.end);
        let step = Step::new(label.child - end_of_name, end_of_name - start);
        self.labelled.push(child);
        self.steps.push(step);
        if step == Step::FAR {
            self.far.push(child, label);
        }
    }

    /// How many labels there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether a node or leaf has a label. O(1).
    pub(super) fn contains(&self, child: NodeId) -> bool {
        self.labelled.contains(child)
    }

    /// The nodes and leaves with labels, in pre-order.
    pub(super) fn labelled(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.labelled.iter()
    }

    /// Whether the label of a node or leaf has a name or text. O(1), or O(log labels) if the label is in the table.
    pub(super) fn has_name(&self, child: NodeId) -> bool {
        self.labelled.position(child).is_some_and(|position| match self.steps[position] {
            Step::FAR => self.far.get(child).is_some_and(|label| label.name.is_some()),
            step => step.length() > 0,
        })
    }

    /// The label of a node or leaf; `start` returns where its text begins. O(1) plus the time of `start`, or O(log
    /// labels) if the label is in the table.
    pub(super) fn get(&self, child: NodeId, start: impl FnOnce() -> u32) -> Option<Label> {
        let step = self.steps[self.labelled.position(child)?];
        if step == Step::FAR {
            return self.far.get(child).copied();
        }
        let start = start();
        let name = Span::new(start, start + step.length());
        Some(Label { name: Some(name).filter(|_| step.length() > 0), child: name.end + step.gap() })
    }

    /// Replaces the labels of some nodes and leaves with labels of another tree.
    pub(super) fn splice(&mut self, splice: Splice, other: &Self) {
        let taken = &other.steps[other.labelled.positions(splice.all_taken())];
        self.steps.splice(self.labelled.positions(splice.replaced()), taken.iter().copied());
        self.labelled.splice(splice, &other.labelled);
        self.far.splice(splice, &other.far);
    }

    /// Moves the labels in the table. The others are relative to their children, so they move with them.
    pub(super) fn shift(&mut self, by: Shift) {
        self.far.entries_mut().for_each(|label| label.shift(by));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::parse;
    use super::super::shift::Placed;
    use crate::source::Change;

    /// The label of a child as it is written: a name, perhaps in quotes, with a probability and perhaps blanks after it;
    /// or only a probability. Some names have about as many bytes as fit into a step.
    fn label() -> impl Strategy<Value = (String, String)> {
        let length = prop_oneof![8 => 1..10_usize, 4 => 12..17_usize, 1 => 200..300_usize];
        let name = (length, any::<bool>()).prop_map(|(length, quoted)| {
            let name = "n".repeat(length);
            if quoted { format!("\"{name}\"") } else { name }
        });
        let name = prop_oneof![6 => name, 1 => Just(String::new())];
        let rest = prop::sample::select(&[" 0.5:", " 1/2:", " 0.50000000000000000: "][..]);
        (name, rest, prop::sample::select(&["", " ", "               "][..])).prop_map(|(name, probability, blanks)| {
            let rest =
                if name.is_empty() { probability.trim_start().to_string() } else { format!("{probability}{blanks}") };
            (name, rest)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_label_is_found_again(
            labels in prop::collection::vec((prop::option::of(label()), any::<bool>()), 1..100),
        ) {
            let mut text = "chance { ".to_string();
            // For each node and leaf in pre-order: its name, if it has a label, and where it begins after the label.
            let mut expected = vec![(None, 0)];
            for (label, is_node) in &labels {
                let start = text.len();
                let (name, rest) = label.as_ref().map_or(("", ""), |(name, rest)| (name, rest));
                text.extend([name, rest]);
                expected.push((label.as_ref().map(|_| start..start + name.len()), text.len()));
                text.push_str(if *is_node { "max { 3 } " } else { "7, " });
                if *is_node {
                    expected.push((None, text.len() - "3 } ".len()));
                }
            }
            text.push('}');
            let (mut file, findings) = parse(&text, 100);
            prop_assert_eq!(findings.tally().total(), 0, "{}", text);
            for moved in [0, 3] {
                let tree = &file.trees[0];
                for (node, (label, child)) in tree.nodes.all().zip(&expected) {
                    let name = label.clone().filter(|name| !name.is_empty());
                    let place = |at: usize| at + moved;
                    prop_assert_eq!(tree.has_label(node), label.is_some());
                    prop_assert_eq!(tree.has_label_name(node), name.is_some());
                    prop_assert_eq!(tree.label(node).map(|label| label.child as usize), label.as_ref().map(|_| place(*child)));
                    prop_assert_eq!(
                        tree.label_name(node).map(|name| name.range()),
                        name.map(|name| place(name.start)..place(name.end))
                    );
                    prop_assert_eq!(tree.own_span(node).start as usize, place(*child));
                }
                let names = tree.nodes.all().filter_map(|node| Some((node, tree.label_name(node)?)));
                prop_assert!(tree.label_names().eq(names));
                file.trees[0].shift(Change::between("", "abc").shift());
            }
        }
    }
}
