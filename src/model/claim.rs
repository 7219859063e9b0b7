//! The claims on nodes and leaves.

use num_rational::Ratio;

use super::reference::ResolveError;
use super::{QuestionKind, ResolvedTree};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::number::{self, Number};
use crate::source::Span;
use crate::syntax::tree::{self, Kind, NodeId, Term, TermKind};

/// A claim on a node or leaf, ready to be judged.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Of what it is claimed.
    pub node: NodeId,
    /// The whole claim.
    pub span: Span,
    /// What would be written differently if it were wrong: its operand, or the whole mark.
    pub operand: Span,
    /// What is claimed.
    pub kind: ClaimKind,
}

/// What is claimed of a node or leaf; see the language reference for when it holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ClaimKind {
    /// A cutoff skipped it.
    Pruned,
    /// The search entered it.
    Visited,
    /// It is worth exactly this.
    Equal(Number),
    /// It is worth roughly this.
    Near(Near),
    /// The search returned this as an upper bound.
    AtMost(Number),
    /// The search returned this as a lower bound.
    AtLeast(Number),
    /// The search entered it with this α and β.
    Window(Number, Number),
    /// This child is a best move; of several leaves with the value that is written, the first.
    Plays(NodeId),
}

/// A decimal that stands for every value within half a unit of its last place.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The least value it stands for.
    pub least: Number,
    /// The greatest value it stands for.
    pub greatest: Number,
}

impl Near {
    /// Half a unit either side of `value`, which is written with so many decimals; `None` where that cannot be held.
    fn around(value: Number, decimals: usize) -> Option<Self> {
        let unit = 10_i128.checked_pow(u32::try_from(decimals).ok()?)?;
        let doubled = unit.checked_mul(2)?;
        let value = value.finite()?;
        let halves = value.numer().checked_mul(doubled / value.denom())?;
        let end = |half: i128| Some(Number::Finite(Ratio::new(halves.checked_add(half)?, doubled)));
        Some(Self { least: end(-1)?, greatest: end(1)? })
    }
}

impl ResolvedTree<'_> {
    pub(super) fn read_claims(&mut self, findings: &mut Findings) {
        let tree = self.tree;
        let mut current = NodeId::ROOT;
        // The kinds of claims made of the current node so far; there are no more than eight.
        let mut kinds = Vec::new();
        for (node, claim) in tree.claims.iter() {
            if node != current {
                current = node;
                kinds.clear();
            }
            let sort = claim.kind.sort();
            let first = kinds.iter().find(|(other, _)| *other == sort).map(|(_, span)| *span);
            if first.is_none() {
                kinds.push((sort, claim.span));
            }
            if let Some(first) = first.filter(|_| !matches!(claim.kind, tree::ClaimKind::Plays(_))) {
                findings.error(Code::RepeatedClaim, || {
                    Diagnostic::new(Code::RepeatedClaim, "this kind of claim is made twice here", claim.span)
                        .label(first, "first made here")
                        .help("take one of them away")
                });
                continue;
            }
            match self.read_claim(node, claim) {
                Ok(Some((kind, operand))) => self.claims.push(Claim { node, span: claim.span, operand, kind }),
                Ok(None) => {}
                Err(misreading) => self.report(misreading, findings),
            }
        }
        let blanks: Vec<Span> = self.nodes().of_kind(Kind::Blank).map(|leaf| self.head(leaf)).collect();
        blanks.into_iter().for_each(|span| self.ask(span, QuestionKind::Leaf));
    }

    /// The claim with its operands resolved; `None` for a blank, which is noted, and for data.
    fn read_claim(&mut self, node: NodeId, claim: &tree::Claim) -> Result<Option<(ClaimKind, Span)>, ResolveError> {
        let (term, kind, question): (Term, fn(Number) -> ClaimKind, QuestionKind) = match claim.kind {
            tree::ClaimKind::Pruned => return Ok(Some((ClaimKind::Pruned, claim.span))),
            tree::ClaimKind::Visited => return Ok(Some((ClaimKind::Visited, claim.span))),
            tree::ClaimKind::Eval(_) => return Ok(None),
            tree::ClaimKind::Window(alpha, beta) => {
                let (Some(alpha), Some(beta)) = (self.number(alpha), self.number(beta)) else {
                    self.ask(claim.span, QuestionKind::Window(node));
                    return Ok(None);
                };
                return Ok(Some((ClaimKind::Window(alpha, beta), claim.span)));
            }
            tree::ClaimKind::Plays(term) if term.kind == TermKind::Blank => {
                self.ask(term.span, QuestionKind::Plays(node));
                return Ok(None);
            }
            tree::ClaimKind::Plays(term) => {
                let child = self.resolve_move(node, term)?;
                return Ok(Some((ClaimKind::Plays(child), term.span)));
            }
            tree::ClaimKind::Near(term) => {
                let near = self.read_near(term, QuestionKind::Value(node))?;
                return Ok(near.map(|near| (ClaimKind::Near(near), term.span)));
            }
            tree::ClaimKind::Equal(term) => (term, ClaimKind::Equal, QuestionKind::Value(node)),
            tree::ClaimKind::AtMost(term) => (term, ClaimKind::AtMost, QuestionKind::AtMost(node)),
            tree::ClaimKind::AtLeast(term) => (term, ClaimKind::AtLeast, QuestionKind::AtLeast(node)),
        };
        let Some(number) = self.number(term) else {
            self.ask(term.span, question);
            return Ok(None);
        };
        Ok(Some((kind(number), term.span)))
    }

    /// The operand of `~`, a decimal; `None` for a blank, which is noted.
    pub(super) fn read_near(&mut self, term: Term, question: QuestionKind) -> Result<Option<Near>, ResolveError> {
        let Some(value) = self.number(term) else {
            self.ask(term.span, question);
            return Ok(None);
        };
        let decimals = number::decimals(term.span.of(self.text));
        match (decimals, decimals.and_then(|decimals| Near::around(value, decimals))) {
            (_, Some(near)) => Ok(Some(near)),
            (Some(_), None) => {
                let message = "half a unit either side of this has too many digits";
                let finding = Diagnostic::new(Code::NumberTooLong, message, term.span);
                Err(finding.help("write fewer digits, or claim the exact value with `=`").into())
            }
            (None, None) => {
                Err(Diagnostic::new(Code::ImpossibleClaim, "only a decimal can be roughly right", term.span)
                    .note("`~ 2.33` holds for every value within half a unit of the last decimal, from 2.325 to 2.335")
                    .help(format!("write `= {}`", term.span.of(self.text)))
                    .into())
            }
        }
    }
}
