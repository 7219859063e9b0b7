//! `expect x in …`: the values of an unknown leaf for which all other claims hold. `solve` judges such a claim.

use super::misread::misshapen;
use super::question::marks;
use super::reader::Reader;
use super::{ClaimKind, Claims, QuestionKind};
use crate::diagnostic::{Code, Diagnostic, similar};
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::number::{Fraction, Part, Set};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::set::{WrittenPart, WrittenSet};
use crate::syntax::tree::{Expectation, NodeId, Term, TermKind};

/// A claim on the values that an unknown leaf can have.
#[derive(Clone, Debug)]
pub struct SetClaim {
    /// The whole expectation.
    pub span: Span,
    /// The set as it is written.
    pub operand: Span,
    /// The first leaf of the unknown.
    pub leaf: NodeId,
    /// The marks for it, if it answers a question.
    pub worth: Option<Fraction>,
    /// The set as it was read.
    pub set: Set,
}

/// What `expect x in` means.
pub(crate) const OF_SET: &str =
    "`expect x in …`: the values of the unknown leaf `?x` for which all other claims of the tree hold.";

impl Claims<'_> {
    /// Reads `expect x in` with its set; a blank set becomes a question.
    pub(super) fn read_set(
        &mut self,
        reader: &mut Reader<'_>,
        expectation: &Expectation,
        written: &WrittenSet,
    ) -> Result<(), ResolveError> {
        if written.is_blank() {
            self.ask(written.span, QuestionKind::Other);
            if let Ok(leaf) = expected_unknown(self.game, expectation) {
                reader.refer(unknown_term(expectation), leaf);
            }
            return Ok(());
        }
        let claim = SetClaim::read(reader, expectation, written);
        self.has_blanks |= claim.is_err();
        self.sets.push(claim?);
        Ok(())
    }
}

fn unknown_term(expectation: &Expectation) -> Term {
    Term { kind: TermKind::Unknown, ..expectation.subject }
}

impl SetClaim {
    fn read(reader: &mut Reader<'_>, expectation: &Expectation, written: &WrittenSet) -> Result<Self, ResolveError> {
        let leaf = expected_unknown(reader.game, expectation)?;
        reader.refer(unknown_term(expectation), leaf);
        let mut parts = Vec::new();
        for part in &written.parts {
            match part {
                WrittenPart::Interval { lower, has_lower, upper, has_upper } => {
                    parts.push(read_interval(reader, (*lower, *has_lower), (*upper, *has_upper))?);
                }
                WrittenPart::Numbers(numbers) => {
                    for number in numbers {
                        parts.push(read_point(reader, *number)?);
                    }
                }
                WrittenPart::Anything => parts.push(Part::EVERYTHING),
                WrittenPart::Nothing | WrittenPart::Blank => {}
            }
        }
        let worth = marks(reader.game, expectation.worth);
        Ok(Self { span: expectation.span, operand: written.span, leaf, worth, set: Set::of(parts) })
    }
}

/// The unknown after `expect`: `x` or `?x`.
fn expected_unknown(game: &ResolvedTree<'_>, expectation: &Expectation) -> Result<NodeId, ResolveError> {
    let span = expectation.subject.span;
    let written = span.of(game.text);
    let name = &*normal(written.trim_start_matches('?'));
    if name.is_empty() {
        let message = "an unknown without a name cannot be spoken of";
        return Err(Diagnostic::new(Code::MisshapenExpectation, message, span)
            .help("give the leaf a name, such as `?x`, and write `expect x in (5, 7]`")
            .into());
    }
    if let Some(leaf) = game.unknown_called(name) {
        return Ok(leaf);
    }
    if ClaimKind::is_word(name) {
        return Err(misshapen(expectation, "`in` says what an unknown leaf may be", "expect x in (5, 7]"));
    }
    let message = format!("no unknown leaf of this tree is called `?{}`", clipped(name));
    let finding = Diagnostic::new(Code::UnknownReference, message, span);
    let names = game.unknown_names();
    let only = names.first().filter(|first| names.iter().all(|name| name == *first));
    Err(match similar(name, names.iter().map(AsRef::as_ref)).or(only.map(AsRef::as_ref)) {
        Some(meant) => finding.fix(format!("did you mean `{meant}`?"), span, meant),
        None => finding.help(format!("write `?{}` instead of the leaf's value", clipped(name))),
    }
    .into())
}

/// An interval with these ends. The `bool` after each end says whether the interval includes it.
fn read_interval(
    reader: &Reader<'_>,
    (lower, has_lower): (Term, bool),
    (upper, has_upper): (Term, bool),
) -> Result<Part, ResolveError> {
    let (from, to) = (reader.number(lower), reader.number(upper));
    Part::new(from, has_lower, to, has_upper).ok_or_else(|| {
        let span = lower.span.to(upper.span);
        let finding = Diagnostic::new(Code::EmptyWindow, format!("nothing lies between {from} and {to}"), span);
        let single = || format!("a single value is written `{{{from}}}`");
        let help = if from > to { "the lesser end comes first".to_string() } else { single() };
        finding.help(help).into()
    })
}

fn read_point(reader: &Reader<'_>, term: Term) -> Result<Part, ResolveError> {
    let number = reader.number(term);
    Part::point(number).ok_or_else(|| {
        let message = format!("{number} is never in a set: unknown leaves are finite");
        Diagnostic::new(Code::EmptyWindow, message, term.span).help("for all great values write `[5, inf)`").into()
    })
}
