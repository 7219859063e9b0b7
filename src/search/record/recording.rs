//! Searches a tree and counts what the search does. Makes a record if one is wanted, and computes the minimax values
//! unless they are known.

use std::rc::Rc;

use crate::number::{Fault, Number};
use crate::search::record::totals::{Counter, Totals};
use crate::search::record::{Record, Recorder};
use crate::search::values::intern::{Intern, Numbers, PackedValue, Translate};
use crate::search::values::value::Value;
use crate::search::walk::chance::Chance;
use crate::search::walk::domain::{Domain, DomainVisitor};
use crate::search::walk::leaves::LeafValues;
use crate::search::walk::minimax::minimax;
use crate::search::walk::view::View;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::NodeId;

/// The minimax values of the nodes of a tree, by [`Nodes::ordinal`](crate::syntax::tree::Nodes::ordinal).
pub(crate) struct Values {
    /// The least value that each node can have.
    pub(crate) least: Vec<PackedValue>,
    /// The greatest value that each node can have; `None` if it is the least for all nodes, as without unknown leaves.
    pub(crate) greatest: Option<Vec<PackedValue>>,
    /// The numbers that the entries refer to.
    pub(crate) numbers: Rc<Numbers>,
}

impl Values {
    /// The least and the greatest value that a node can have.
    pub(crate) fn ends(&self, ordinal: usize) -> (Number, Number) {
        let number = |end| self.numbers.number(end).expect("the ends of a value are known");
        let least = number(self.least[ordinal]);
        (least, self.greatest.as_ref().map_or(least, |greatest| number(greatest[ordinal])))
    }

    /// The scaled least value that a node can have; `None` if numbers are not scaled.
    pub(crate) fn scaled(&self, ordinal: usize) -> Option<i64> {
        self.numbers.scaled(self.least[ordinal])
    }
}

/// What a search has found.
pub(crate) struct RecordedSearch {
    pub(crate) values: Rc<Values>,
    /// The numbers that the search compares.
    pub(crate) numbers: Rc<Numbers>,
    pub(crate) totals: Totals,
    /// What the search did at each node, if a record was wanted.
    pub(crate) record: Option<Rc<Record>>,
}

/// The node whose expectation has no exact value, and why.
pub(crate) type Inexact = (NodeId, Fault);

/// How much of a search is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Only its totals.
    Totals,
    /// What the search did at each node.
    Nodes,
    /// What the search did at each node, and how its returns bound the values.
    Bounds,
}

/// The task of searching a tree, and of computing the values unless they are known.
pub(crate) struct Recording {
    pub(crate) values: Option<Rc<Values>>,
    pub(crate) detail: Detail,
}

impl<'v> DomainVisitor<'v> for Recording {
    type Outcome = Result<RecordedSearch, Inexact>;

    fn perform<V: Value, C: Chance<V>, K: Intern<V::Number> + Translate<V::Number>>(
        self,
        domain: &Domain<'v, V, C, impl LeafValues<V>>,
        mut intern: K,
    ) -> Self::Outcome {
        let Domain { view, chance, rules, leaves, right_to_left } = domain;
        let ends = match &self.values {
            Some(_) => None,
            None => Some(ends(view, *chance, leaves, &mut intern).map_err(inexact)?),
        };
        let (totals, record, numbers) = if self.detail == Detail::Totals {
            let mut counter = Counter::new(view, *right_to_left);
            let complete = is_complete(domain.walk(&mut counter).err())?;
            (counter.finish(complete), None, Rc::new(intern.finish()))
        } else {
            let recorder = Recorder::new(view, *chance, intern, rules.range, *right_to_left);
            let mut recorder = if self.detail == Detail::Bounds { recorder } else { recorder.without_bounds() };
            let complete = is_complete(domain.walk(&mut recorder).err())?;
            let (totals, record) = recorder.finish(complete);
            let numbers = Rc::clone(&record.numbers);
            (totals, Some(Rc::new(record)), numbers)
        };
        let computed = ends.map(|(least, greatest)| Rc::new(Values { least, greatest, numbers: Rc::clone(&numbers) }));
        let values = self.values.or(computed).expect("they are known or have been computed");
        Ok(RecordedSearch { values, numbers, totals, record })
    }
}

/// Whether a search reached its end, with every step decided. `stop` is what stopped it, if anything did.
fn is_complete(stop: Option<Stop>) -> Result<bool, Inexact> {
    match stop {
        None => Ok(true),
        Some(Stop { reason: StopReason::Undecided, .. }) => Ok(false),
        Some(stop) => Err(inexact(stop)),
    }
}

fn inexact(stop: Stop) -> Inexact {
    match stop.reason {
        StopReason::Fault(fault) => (stop.node, fault),
        StopReason::Undecided => unreachable!("minimax decides nothing, and an undecided walk is only incomplete"),
    }
}

/// The least and the greatest value that each node can have; the greatest only if they differ at some node.
fn ends<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
    intern: &mut impl Intern<V::Number>,
) -> Result<(Vec<PackedValue>, Option<Vec<PackedValue>>), Stop> {
    let (lowest, _) = V::NEGATIVE_INFINITY.ends();
    let mut least = vec![intern.intern(Some(lowest)); view.nodes().interior_len()];
    let mut greatest: Option<Vec<PackedValue>> = None;
    minimax(view, chance, leaves, |ordinal, value| {
        let (low, high) = value.ends();
        if value.known().is_none() && greatest.is_none() {
            greatest = Some(least.clone());
        }
        least[ordinal] = intern.intern(Some(low));
        if let Some(greatest) = &mut greatest {
            greatest[ordinal] = intern.intern(Some(high));
        }
    })?;
    Ok((least, greatest))
}
