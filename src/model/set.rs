//! What is expected of unknown leaves: `expect x in (5, 7]`.

use super::expectation::misshapen;
use super::reference::ResolveError;
use super::{Choice, ResolvedTree, Subject, clipped};
use crate::diagnostic::{Code, Diagnostic, similar};
use crate::number::{Number, Part, Set};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::set::{WrittenPart, WrittenSet};
use crate::syntax::tree::{Expectation, NodeId, Term};

/// An expectation of what an unknown leaf may be.
#[derive(Clone, Debug)]
pub struct SetClaim {
    /// The whole expectation.
    pub span: Span,
    /// The set as it is written.
    pub operand: Span,
    /// The first leaf of the unknown.
    pub leaf: NodeId,
    /// The set.
    pub set: Set,
}

impl ResolvedTree<'_> {
    /// Resolves `expect x in` a set that is not a blank.
    pub(super) fn read_set(&self, expectation: &Expectation, written: &WrittenSet) -> Result<SetClaim, ResolveError> {
        let leaf = self.expected_unknown(expectation)?;
        let mut parts = Vec::new();
        for part in &written.parts {
            match part {
                WrittenPart::Interval { lower, has_lower, upper, has_upper } => {
                    parts.push(self.read_interval(*lower, *has_lower, *upper, *has_upper)?);
                }
                WrittenPart::Numbers(numbers) => {
                    for number in numbers {
                        parts.push(self.read_point(*number)?);
                    }
                }
                WrittenPart::Anything => parts.push(Part::EVERYTHING),
                WrittenPart::Nothing | WrittenPart::Blank => {}
            }
        }
        Ok(SetClaim { span: expectation.span, operand: written.span, leaf, set: Set::of(parts) })
    }

    /// The unknown that stands behind `expect`: `x` or `?x`.
    fn expected_unknown(&self, expectation: &Expectation) -> Result<NodeId, ResolveError> {
        let span = expectation.subject.span;
        let written = span.of(self.text);
        let name = &*normal(written.trim_start_matches('?'));
        if name.is_empty() {
            let message = "an unknown without a name cannot be spoken of";
            return Err(Diagnostic::new(Code::MisshapenExpectation, message, span)
                .help("give the leaf a name, such as `?x`, and write `expect x in (5, 7]`")
                .into());
        }
        if let Some(leaf) = self.unknown_called(name) {
            return Ok(leaf);
        }
        if Subject::from_name(name).is_some() {
            return Err(misshapen(expectation, "`in` says what an unknown leaf may be", "expect x in (5, 7]"));
        }
        let message = format!("no unknown leaf of this tree is called `?{}`", clipped(name));
        let finding = Diagnostic::new(Code::UnknownReference, message, span);
        let names = self.unknown_names();
        let only = names.first().filter(|first| names.iter().all(|name| name == *first));
        Err(match similar(name, names.iter().map(AsRef::as_ref)).or(only.map(AsRef::as_ref)) {
            Some(meant) => finding.fix(format!("did you mean `{meant}`?"), span, meant),
            None => finding.help(format!("write `?{}` in the place of the leaf's value", clipped(name))),
        }
        .into())
    }

    fn read_interval(&self, lower: Term, has_lower: bool, upper: Term, has_upper: bool) -> Result<Part, ResolveError> {
        let span = lower.span.to(upper.span);
        let (from, to) = (self.number_in_set(lower), self.number_in_set(upper));
        Part::new(from, has_lower, to, has_upper).ok_or_else(|| {
            let finding = Diagnostic::new(Code::EmptyWindow, format!("nothing lies between {from} and {to}"), span);
            let single = || format!("a single value is written `{{{from}}}`");
            let help = if from > to { "the lesser end comes first".to_string() } else { single() };
            finding.help(help).into()
        })
    }

    fn read_point(&self, term: Term) -> Result<Part, ResolveError> {
        let number = self.number_in_set(term);
        Part::point(number).ok_or_else(|| {
            let message = format!("{number} is never in a set: unknown leaves are finite");
            Diagnostic::new(Code::EmptyWindow, message, term.span).help("for all great values write `[5, inf)`").into()
        })
    }

    fn number_in_set(&self, term: Term) -> Number {
        self.number(term).expect("the grammar has nothing but numbers in sets")
    }
}
