//! Searches a tree for its record, and for its minimax values unless they are known.

use std::rc::Rc;

use crate::number::Fault;
use crate::search::record::{Record, Recorder};
use crate::search::values::intern::{Intern, Numbers, PackedValue, Translate};
use crate::search::values::value::Value;
use crate::search::walk::chance::Chance;
use crate::search::walk::domain::{Domain, DomainVisitor};
use crate::search::walk::minimax::minimax;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::NodeId;

/// The minimax values of a tree.
pub(crate) struct Values {
    /// The least that each node may be worth.
    pub(crate) least: Vec<PackedValue>,
    /// The greatest that each node may be worth; `None` if that is the least for all nodes, as without unknown leaves.
    pub(crate) greatest: Option<Vec<PackedValue>>,
    /// What the entries stand for.
    pub(crate) numbers: Rc<Numbers>,
}

/// What a search finds.
pub(crate) struct Found {
    pub(crate) values: Rc<Values>,
    pub(crate) record: Record,
    /// What the entries of the record stand for.
    pub(crate) numbers: Rc<Numbers>,
}

/// The node whose expectation has no exact value, and why.
pub(crate) type Inexact = (NodeId, Fault);

/// The task of recording a search, and of finding the values unless they are known.
pub(crate) struct Recording {
    pub(crate) values: Option<Rc<Values>>,
}

impl<'v> DomainVisitor<'v> for Recording {
    type Outcome = Result<Found, Inexact>;

    fn perform<V: Value, C: Chance<V>, K: Intern<V::Number> + Translate<V::Number>>(
        self,
        domain: &Domain<'v, V, C, impl Fn(NodeId) -> V>,
        mut intern: K,
    ) -> Self::Outcome {
        let fault = |stop: Stop| match stop.reason {
            StopReason::Fault(fault) => Err((stop.node, fault)),
            StopReason::Undecided => Ok(()),
        };
        let Domain { view, chance, rules, leaf, right_to_left } = domain;
        let found = match &self.values {
            Some(_) => None,
            None => match minimax(view, *chance, leaf) {
                Ok(values) => Some(intern_ends(&values, &mut intern)),
                Err(stop) => return fault(stop).map(|()| unreachable!("minimax decides nothing")),
            },
        };
        let recorder = Recorder::new(view, *chance, intern, rules.range, *right_to_left);
        let mut recorder = if found.is_some() { recorder } else { recorder.unproved() };
        let outcome = domain.walk(&mut recorder);
        let complete = outcome.is_ok();
        outcome.map(|_| ()).or_else(fault)?;
        let (record, numbers) = recorder.finish(complete);
        let numbers = Rc::new(numbers);
        let new = found.map(|(least, greatest)| Rc::new(Values { least, greatest, numbers: Rc::clone(&numbers) }));
        let values = new.or(self.values).expect("they are known or were found");
        Ok(Found { values, record, numbers })
    }
}

/// The least and the greatest that each node may be worth; the greatest only if some node has a different one.
fn intern_ends<V: Value>(
    values: &[V],
    intern: &mut impl Intern<V::Number>,
) -> (Vec<PackedValue>, Option<Vec<PackedValue>>) {
    let least = values.iter().map(|value| intern.intern(Some(value.ends().0))).collect();
    let open = values.iter().any(|value| value.known().is_none());
    let greatest = open.then(|| values.iter().map(|value| intern.intern(Some(value.ends().1))).collect());
    (least, greatest)
}
