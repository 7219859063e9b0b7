//! The expectations of a tree.

use super::claim::Near;
use super::reference::Misreading;
use super::{Game, QuestionKind, clipped};
use crate::diagnostic::{Code, Diagnostic, Findings, listed, similar};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{self, Form, Kind, NodeId, Term, TermKind};

/// An expectation, ready to be judged.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The whole expectation.
    pub span: Span,
    /// What would be written differently if it were wrong.
    pub operand: Span,
    /// What is expected.
    pub kind: ExpectationKind,
}

/// What is expected of a tree; see the language reference for when it holds.
#[derive(Clone, Debug)]
pub enum ExpectationKind {
    /// The root is worth exactly this.
    Value(Number),
    /// The root is worth roughly this.
    Near(Near),
    /// This child of the root is a best move; of several leaves with the value that is written, the first.
    Plays(NodeId),
    /// These moves are a principal variation.
    Line(Vec<Step>),
    /// The search counts so many.
    Count(Quantity, Number),
    /// The best order of the children needs so many leaves.
    Fewest(Number),
    /// The leaves in the order of evaluation.
    Visits(Vec<Pattern>),
    /// The nodes and leaves in the order of entering.
    Enters(Vec<Pattern>),
}

/// What a search counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Leaves evaluated.
    Leaves,
    /// Nodes and leaves entered.
    Nodes,
    /// Cutoffs.
    Cutoffs,
    /// Leaves that a cutoff skipped.
    Pruned,
    /// Subtrees and leaves that a cutoff skipped.
    Branches,
}

/// One move of a line.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The move as it is written.
    pub span: Span,
    /// The child it leads to; of several leaves with the value that is written, the first.
    pub child: NodeId,
}

/// One item of a sequence, and what it says of the node or leaf at its place.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The item as it is written.
    pub span: Span,
    /// The value of a leaf; `None` where a name or an unknown is meant.
    pub value: Option<Number>,
}

/// Every word that may stand behind `expect` with a value.
const COUNTS: &[(&str, Quantity)] = &[
    ("leaves", Quantity::Leaves),
    ("nodes", Quantity::Nodes),
    ("cutoffs", Quantity::Cutoffs),
    ("pruned", Quantity::Pruned),
    ("branches", Quantity::Branches),
];

/// Every word that names something to expect.
pub(crate) const SUBJECTS: &[&str] =
    &["value", "leaves", "nodes", "cutoffs", "pruned", "branches", "fewest", "plays", "line", "visits", "enters"];

/// Every word that names something to ask for.
pub(crate) const QUESTIONS: &[&str] = &["pruned", "values", "windows", "plays"];

impl Quantity {
    /// The word of the language.
    pub fn name(self) -> &'static str {
        COUNTS.iter().find(|(_, quantity)| *quantity == self).map_or("", |(name, _)| name)
    }
}

impl Game<'_> {
    pub(super) fn read_expectations(&mut self, findings: &mut Findings) {
        self.check_unknowns(findings);
        for expectation in &self.tree.expectations {
            match self.read_expectation(expectation) {
                Ok(Some((kind, operand))) => {
                    self.expectations.push(Expectation { span: expectation.span, operand, kind });
                }
                Ok(None) => {}
                Err(misreading) => self.report(misreading, findings),
            }
        }
        for ask in &self.tree.asks {
            let word = ask.subject.of(self.text).to_lowercase();
            match QuestionKind::of_ask(&word) {
                Some(kind) => self.ask(ask.span, kind),
                None => self.report(unknown_quantity("ask for", &word, ask.subject, QUESTIONS), findings),
            }
        }
    }

    /// An unknown must not be called like something to expect: `expect value in …` would mean two things.
    fn check_unknowns(&self, findings: &mut Findings) {
        for leaf in self.nodes().of_kind(Kind::Unknown) {
            let name = self.unknown(leaf).trim_start_matches('?');
            if SUBJECTS.contains(&name) {
                let message = format!("an unknown cannot be called `{name}`");
                findings.error(Code::UnknownNamedLikeQuantity, || {
                    Diagnostic::new(Code::UnknownNamedLikeQuantity, message, self.head(leaf))
                        .note(format!("`expect {name} …` speaks of the search"))
                        .help("choose another name, such as `?x`")
                });
            }
        }
    }

    fn read_expectation(
        &mut self,
        expectation: &tree::Expectation,
    ) -> Result<Option<(ExpectationKind, Span)>, Misreading> {
        let subject = expectation.subject;
        let written = subject.span.of(self.text);
        if let Form::In(set) = &expectation.form {
            if set.is_blank() {
                self.ask(set.span, QuestionKind::Other);
            } else {
                let claim = self.read_set(expectation, set);
                self.unsettled |= claim.is_err();
                self.sets.push(claim?);
            }
            return Ok(None);
        }
        if subject.kind == TermKind::Unknown {
            return Err(misshapen(expectation, "what an unknown may be is written with `in`", "expect x in (5, 7]"));
        }
        let word = written.to_lowercase();
        let quantity = COUNTS.iter().find(|(name, _)| *name == word).map(|(_, quantity)| *quantity);
        match (word.as_str(), &expectation.form) {
            (_, Form::List(terms)) if terms.iter().any(|term| term.kind == TermKind::Blank) => {
                self.ask(expectation.span, QuestionKind::of_expectation(&word));
                Ok(None)
            }
            ("value", Form::Near(term)) => {
                let near = self.read_near(*term, QuestionKind::Other)?;
                Ok(near.map(|near| (ExpectationKind::Near(near), term.span)))
            }
            ("value" | "fewest", Form::Equal(term)) => {
                let kind = if word == "value" { ExpectationKind::Value } else { ExpectationKind::Fewest };
                Ok(self.operand(&word, *term).map(|value| (kind(value), term.span)))
            }
            ("plays" | "line" | "visits" | "enters", Form::List(terms)) => self.read_list(&word, terms).map(Some),
            ("plays", _) => Err(misshapen(expectation, "a move is named without a sign", "expect plays a1")),
            ("line", _) => Err(misshapen(expectation, "moves are listed without a sign", "expect line a1 b1")),
            ("visits" | "enters", _) => {
                Err(misshapen(expectation, "what is searched is listed without a sign", "expect visits 3 12 8"))
            }
            (_, Form::Equal(term)) if quantity.is_some() => {
                let count = quantity.map(|quantity| move |value| ExpectationKind::Count(quantity, value));
                Ok(self.operand(&word, *term).zip(count).map(|(value, count)| (count(value), term.span)))
            }
            ("value" | "fewest", _) => {
                Err(misshapen(expectation, "this is expected to equal a number", "expect value = 3"))
            }
            _ if quantity.is_some() => {
                Err(misshapen(expectation, "this is expected to equal a number", &format!("expect {word} = 7")))
            }
            _ if self.unknown_called(&normal(written)).is_some() => Err(misshapen(
                expectation,
                "what an unknown may be is written with `in` and a set",
                &format!("expect {} in (5, 7]", clipped(written)),
            )),
            _ => Err(unknown_quantity("expect", written, subject.span, SUBJECTS)),
        }
    }

    fn operand(&mut self, word: &str, term: Term) -> Option<Number> {
        let number = self.number(term);
        if number.is_none() {
            self.ask(term.span, QuestionKind::of_expectation(word));
        }
        number
    }

    fn read_list(&self, word: &str, terms: &[Term]) -> Result<(ExpectationKind, Span), Misreading> {
        let (Some(first), Some(last)) = (terms.first(), terms.last()) else {
            unreachable!("the grammar has no empty lists");
        };
        let span = first.span.to(last.span);
        let kind = match (word, terms) {
            ("plays", [only]) => ExpectationKind::Plays(self.resolve_move(NodeId::ROOT, *only)?),
            ("plays", [_, second, ..]) => {
                return Err(Diagnostic::new(Code::MisshapenExpectation, "one move is played at the root", second.span)
                    .help("for the moves that follow write `expect line a1 b1`; for several best moves `expect plays` once for each")
                    .into());
            }
            ("line", _) => ExpectationKind::Line(self.read_line(terms)?),
            ("visits", _) => ExpectationKind::Visits(self.read_sequence(terms, true)?),
            _ => ExpectationKind::Enters(self.read_sequence(terms, false)?),
        };
        Ok((kind, span))
    }

    fn read_line(&self, terms: &[Term]) -> Result<Vec<Step>, Misreading> {
        let mut node = NodeId::ROOT;
        let mut steps: Vec<Step> = Vec::with_capacity(terms.len());
        for term in terms {
            if let Some(last) = steps.last().filter(|_| self.nodes().kind(node).is_leaf()) {
                let message = format!("the line has ended before `{}`", clipped(term.span.of(self.text)));
                let finding = Diagnostic::new(Code::UnknownReference, message, term.span);
                return Err(finding.label(last.span, "this is a leaf").into());
            }
            node = self.resolve_move(node, *term)?;
            steps.push(Step { span: term.span, child: node });
        }
        Ok(steps)
    }

    fn read_sequence(&self, terms: &[Term], leaves_only: bool) -> Result<Vec<Pattern>, Misreading> {
        let pattern = |term: &Term| {
            if term.kind == TermKind::Name {
                self.check_name(term.span, leaves_only)?;
            }
            Ok(Pattern { span: term.span, value: self.number(*term) })
        };
        terms.iter().map(pattern).collect()
    }
}

pub(super) fn misshapen(expectation: &tree::Expectation, message: &str, example: &str) -> Misreading {
    Diagnostic::new(Code::MisshapenExpectation, message, expectation.span)
        .help(format!("write, for example, `{example}`"))
        .into()
}

fn unknown_quantity(verb: &str, word: &str, span: Span, known: &[&'static str]) -> Misreading {
    let message = format!("there is no `{}` to {verb}", clipped(word));
    let finding = Diagnostic::new(Code::UnknownQuantity, message, span);
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let finding = match similar(word, known.iter().copied()) {
        Some(meant) => finding.respelt(span, word, meant),
        None => finding.help(format!("there are {}", listed(&quoted))),
    };
    finding.into()
}
