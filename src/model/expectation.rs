//! The expectations of a tree.

use super::claim::Near;
use super::reference::Misreading;
use super::{Asked, Choice, Game, Quantity, QuestionKind, Subject, clipped};
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
            let word = ask.subject.of(self.text);
            match Asked::called(word) {
                Some(asked) => self.ask(ask.span, QuestionKind::of_ask(asked)),
                None => {
                    let misreading = unknown_quantity("ask for", &word.to_lowercase(), ask.subject, &Asked::names());
                    self.report(misreading, findings);
                }
            }
        }
    }

    /// An unknown must not be called like something to expect: `expect value in …` would mean two things.
    fn check_unknowns(&self, findings: &mut Findings) {
        for leaf in self.nodes().of_kind(Kind::Unknown) {
            let name = self.unknown(leaf).trim_start_matches('?');
            if Subject::from_name(name).is_some() {
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
        let named = Subject::called(written);
        match (named, &expectation.form) {
            (_, Form::List(terms)) if terms.iter().any(|term| term.kind == TermKind::Blank) => {
                self.ask(expectation.span, QuestionKind::of_expectation(named));
                Ok(None)
            }
            (Some(Subject::Value), Form::Near(term)) => {
                let near = self.read_near(*term, QuestionKind::Other)?;
                Ok(near.map(|near| (ExpectationKind::Near(near), term.span)))
            }
            (Some(Subject::Value), Form::Equal(term)) => Ok(self.operand(named, *term, ExpectationKind::Value)),
            (Some(Subject::Fewest), Form::Equal(term)) => Ok(self.operand(named, *term, ExpectationKind::Fewest)),
            (Some(Subject::Count(quantity)), Form::Equal(term)) => {
                Ok(self.operand(named, *term, |value| ExpectationKind::Count(quantity, value)))
            }
            (Some(Subject::Plays), Form::List(terms)) => self.read_plays(terms).map(Some),
            (Some(Subject::Line), Form::List(terms)) => {
                Ok(Some((ExpectationKind::Line(self.read_line(terms)?), stretch(terms))))
            }
            (Some(Subject::Visits), Form::List(terms)) => {
                Ok(Some((ExpectationKind::Visits(self.read_sequence(terms, true)?), stretch(terms))))
            }
            (Some(Subject::Enters), Form::List(terms)) => {
                Ok(Some((ExpectationKind::Enters(self.read_sequence(terms, false)?), stretch(terms))))
            }
            (Some(named), _) => Err(wrong_form(expectation, named)),
            (None, _) if self.unknown_called(&normal(written)).is_some() => Err(misshapen(
                expectation,
                "what an unknown may be is written with `in` and a set",
                &format!("expect {} in (5, 7]", clipped(written)),
            )),
            (None, _) => Err(unknown_quantity("expect", written, subject.span, &Subject::names())),
        }
    }

    fn operand(
        &mut self,
        named: Option<Subject>,
        term: Term,
        kind: impl Fn(Number) -> ExpectationKind,
    ) -> Option<(ExpectationKind, Span)> {
        let number = self.number(term);
        if number.is_none() {
            self.ask(term.span, QuestionKind::of_expectation(named));
        }
        Some((kind(number?), term.span))
    }

    fn read_plays(&self, terms: &[Term]) -> Result<(ExpectationKind, Span), Misreading> {
        match terms {
            [_, second, ..] => {
                Err(Diagnostic::new(Code::MisshapenExpectation, "one move is played at the root", second.span)
                    .help("for the moves that follow write `expect line a1 b1`; for several best moves `expect plays` once for each")
                    .into())
            }
            [only] => Ok((ExpectationKind::Plays(self.resolve_move(NodeId::ROOT, *only)?), only.span)),
            [] => unreachable!("the grammar has no empty lists"),
        }
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

/// All of a list, which is not empty.
fn stretch(terms: &[Term]) -> Span {
    terms.iter().map(|term| term.span).reduce(Span::to).unwrap_or_default()
}

/// An expectation of something that is written otherwise.
fn wrong_form(expectation: &tree::Expectation, named: Subject) -> Misreading {
    let (message, example) = match named {
        Subject::Plays => ("a move is named without a sign", "expect plays a1"),
        Subject::Line => ("moves are listed without a sign", "expect line a1 b1"),
        Subject::Visits | Subject::Enters => ("what is searched is listed without a sign", "expect visits 3 12 8"),
        Subject::Value | Subject::Fewest => ("this is expected to equal a number", "expect value = 3"),
        Subject::Count(quantity) => {
            let example = format!("expect {} = 7", quantity.name());
            return misshapen(expectation, "this is expected to equal a number", &example);
        }
    };
    misshapen(expectation, message, example)
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
