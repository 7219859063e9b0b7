//! What the evaluated leaves prove about each node that is being searched, and so which returns are bounds.

use crate::number::{Fault, Weight};
use crate::search::values::value::Value;
use crate::search::walk::chance::{Chance, remaining};
use crate::search::walk::view::View;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId};

/// How the return of a node bounds its minimax value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The return is the value.
    Exact,
    /// The value is at least the return.
    Lower,
    /// The value is at most the return.
    Upper,
}

impl Bound {
    /// The bound in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// Follows a search and keeps what is proved about the nodes on the path from the root: one proof for each ply.
pub(crate) struct ProofStack<'t, V, C> {
    view: &'t View<'t>,
    chance: &'t C,
    /// The range that contains all values.
    range: Window<V>,
    /// For each node that is being searched, what its evaluated leaves prove.
    open: Vec<NodeProof<V>>,
    /// What the last node or leaf that was left proves.
    last: NodeProof<V>,
}

impl<'t, V: Value, C: Chance<V>> ProofStack<'t, V, C> {
    pub(crate) fn new(view: &'t View<'t>, chance: &'t C, range: Option<Window<V>>) -> Self {
        Self { view, chance, range: range.unwrap_or(Window::full()), open: Vec::new(), last: NodeProof::new(None) }
    }

    /// An interior node is entered.
    pub(crate) fn open(&mut self) {
        self.open.push(NodeProof::new(None));
    }

    /// A leaf is evaluated.
    pub(crate) fn evaluate(&mut self, value: V) {
        self.last = NodeProof::new(Some(Window { alpha: value, beta: value }));
    }

    /// Adds what is proved about `child`, which was left last, to the proof of its parent.
    pub(crate) fn update(&mut self, node: NodeId, child: NodeId) {
        let (last, kind) = (self.last, self.view.kind(node));
        let Some(proof) = self.open.last_mut() else { return };
        proof.lost |= last.lost;
        match (kind, last.ends) {
            (Kind::Chance, Some(ends)) => proof.add(self.chance, self.chance.weight(child), ends),
            (_, Some(ends)) => proof.join(kind, ends),
            (_, None) => {}
        }
    }

    /// The rest of a node is skipped: what was not searched may be worth anything within the range.
    pub(crate) fn cutoff(&mut self, node: NodeId) {
        let kind = self.view.kind(node);
        let Some(proof) = self.open.last_mut() else { return };
        match kind {
            Kind::Chance => proof.add(self.chance, proof.rest, self.range),
            _ => proof.join(kind, self.range),
        }
    }

    /// The innermost node is left with this fail-soft result. Returns how it bounds the value; `None` if that is open.
    pub(crate) fn close(&mut self, result: V) -> Option<Bound> {
        self.last = self.open.pop()?;
        bound(&self.last, result)
    }
}

/// The value of a node lies between the ends. At a chance node that is being searched, the ends are sums so far, and
/// `rest` is the weight that is not in them yet.
#[derive(Clone, Copy)]
struct NodeProof<V> {
    ends: Option<Window<V>>,
    rest: Weight,
    /// A sum has no exact value, so nothing is proved.
    lost: bool,
}

impl<V: Value> NodeProof<V> {
    fn new(ends: Option<Window<V>>) -> Self {
        Self { ends, rest: Weight::ONE, lost: false }
    }

    /// Joins what is proved about a child of a MAX or MIN node.
    fn join(&mut self, kind: Kind, child: Window<V>) {
        let join = if kind == Kind::Max { V::greater } else { V::lesser };
        self.ends = Some(match self.ends {
            None => child,
            Some(ends) => Window { alpha: join(ends.alpha, child.alpha), beta: join(ends.beta, child.beta) },
        });
    }

    /// Adds what is proved about children of a chance node that have this weight together.
    fn add(&mut self, chance: &impl Chance<V>, weight: Weight, child: Window<V>) {
        let alpha = chance.add(self.ends.map(|ends| ends.alpha), weight, child.alpha);
        let beta = chance.add(self.ends.map(|ends| ends.beta), weight, child.beta);
        self.rest = remaining(self.rest, weight);
        // An end without a bound is open.
        let alpha = alpha.or_else(|fault| open_end(fault, V::NEGATIVE_INFINITY));
        let beta = beta.or_else(|fault| open_end(fault, V::INFINITY));
        match (alpha, beta) {
            (Ok(alpha), Ok(beta)) => self.ends = Some(Window { alpha, beta }),
            _ => self.lost = true,
        }
    }
}

fn open_end<V>(fault: Fault, end: V) -> Result<V, Fault> {
    match fault {
        Fault::OpposedInfinities => Ok(end),
        Fault::TooLong => Err(fault),
    }
}

/// Which end of the proved range the search returned; `None` if that is open.
fn bound<V: Value>(proof: &NodeProof<V>, result: V) -> Option<Bound> {
    let ends = proof.ends.filter(|_| !proof.lost)?;
    let is_result = |end: V| {
        end.known().and(result.known())?;
        Some(end.at_least(result)? && result.at_least(end)?)
    };
    match (is_result(ends.alpha)?, is_result(ends.beta)?) {
        (true, true) => Some(Bound::Exact),
        (true, false) => Some(Bound::Lower),
        (false, true) => Some(Bound::Upper),
        (false, false) => unreachable!("a fail-soft result is an end of what the leaves prove"),
    }
}
