//! `= v` in a tree with `ask returns`: the search returns v, and v is the value of the node. E0303: it returns something
//! else, or only a bound.

use super::bound;
use super::reader::Reader;
use super::spec::{About, AtNode, Spec};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree};
use crate::number::Number;
use crate::search::{Bound, Search, Shape};
use crate::syntax::tree::{NodeId, Term};

pub(super) static RETURNED: Spec = Spec {
    code: Code::WrongBound,
    about: About::Search,
    at_node: Some(AtNode {
        sign: "=",
        meaning: "`= v`, a claim: the search returns v here, and has proved that this is the value (`ask returns`).",
    }),
    expected: None,
    missing: Some(["the return of", "the returns of"]),
    answer: |_, search, node, _| exact(search, node).map(|returned| returned.to_string()),
    unfillable: |context, node| {
        let inexact =
            || (is_exact(context.search, node) == Some(false)).then_some("the search returns only a bound from");
        bound::never_entered(context, node).or_else(inexact)
    },
    impossible: |_, _| None,
};

/// What the search returns from a node, if that is its value.
fn exact(search: &Search<'_>, node: NodeId) -> Option<Number> {
    search.returned(node).filter(|_| is_exact(search, node) == Some(true))
}

/// Whether what the search returns from an entered node is its value; `None` if that is not known. Under `fail-hard` an
/// exact result can be moved to an end of the window, which is then only a bound.
pub(super) fn is_exact(search: &Search<'_>, node: NodeId) -> Option<bool> {
    Some(search.bound(node)? == Bound::Exact && search.returned(node)? == search.fail_soft(node)?)
}

/// The search returns this from a node, and has proved that it is the value.
#[derive(Debug)]
pub(super) struct Returned(Number);

impl Returned {
    pub(super) fn read(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self(reader.number(terms[0])))
    }
}

impl Assertion for Returned {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        Verdict::if_entered(search, node, || {
            let (returned, is_exact) = search.returned(node).zip(is_exact(search, node))?;
            Some(returned == self.0 && is_exact)
        })
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        bound::compared(node, search, self.0)
    }

    fn content(&self) -> Content<'_> {
        Content::Return(Bound::Exact, self.0)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        bound::wrong(context, claim, "=")
    }
}
