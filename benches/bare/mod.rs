//! Alpha–beta and nothing else: the simplest loop over the columns of a tree of MAX and MIN nodes.

use gametree::syntax::tree::{Kind, Nodes};

/// The columns of a tree that a search looks at, one entry for each node and leaf.
pub(crate) struct Columns {
    kinds: Vec<Kind>,
    /// The node after the subtree.
    ends: Vec<u32>,
    /// Only those of leaves are used.
    values: Vec<i64>,
}

/// A node that is being searched.
struct BareFrame {
    node: usize,
    alpha: i64,
    beta: i64,
    best: i64,
}

impl Columns {
    /// The columns of a tree whose numbers are small integers.
    pub(crate) fn new(nodes: &Nodes) -> Self {
        let end = |node| u32::try_from(nodes.end(node).index()).expect("nodes are counted in `u32`");
        let value = |node| match nodes.kind(node) {
            Kind::Value => nodes.literal(node).small().expect("the values are small integers"),
            _ => 0,
        };
        Self {
            kinds: nodes.all().map(|node| nodes.kind(node)).collect(),
            ends: nodes.all().map(end).collect(),
            values: nodes.all().map(value).collect(),
        }
    }

    /// The value of the root.
    pub(crate) fn alpha_beta(&self) -> i64 {
        let mut frames: Vec<BareFrame> = Vec::new();
        let (mut node, mut alpha, mut beta) = (0, i64::MIN, i64::MAX);
        loop {
            match self.kinds[node] {
                Kind::Max => frames.push(BareFrame { node, alpha, beta, best: i64::MIN }),
                Kind::Min => frames.push(BareFrame { node, alpha, beta, best: i64::MAX }),
                _ => {
                    let mut result = self.values[node];
                    loop {
                        let Some(frame) = frames.last_mut() else {
                            return result;
                        };
                        if self.kinds[frame.node] == Kind::Max {
                            frame.best = frame.best.max(result);
                            frame.alpha = frame.alpha.max(result);
                        } else {
                            frame.best = frame.best.min(result);
                            frame.beta = frame.beta.min(result);
                        }
                        let next = self.ends[node];
                        if frame.alpha < frame.beta && next < self.ends[frame.node] {
                            (node, alpha, beta) = (next as usize, frame.alpha, frame.beta);
                            break;
                        }
                        (node, result) = (frame.node, frame.best);
                        frames.pop();
                    }
                    continue;
                }
            }
            node += 1;
        }
    }
}
