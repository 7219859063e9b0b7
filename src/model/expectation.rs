//! The expectations of a tree.

use super::claim::Near;
use super::reference::ResolveError;
use super::{Asked, Choice, Quantity, QuestionKind, ResolvedTree, Subject, clipped};
use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, either, removal, similar};
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
#[non_exhaustive]
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
    pub term: Term,
    /// The value of a leaf; `None` if the item is a name or an unknown.
    pub value: Option<Number>,
}

impl ResolvedTree<'_> {
    pub(super) fn read_expectations(&mut self, findings: &mut Findings) {
        self.check_unknowns(findings);
        self.report_missing_signs(findings);
        for expectation in &self.tree.expectations {
            if self.value_without_sign(expectation).is_some() {
                continue;
            }
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
    ) -> Result<Option<(ExpectationKind, Span)>, ResolveError> {
        let subject = expectation.subject;
        let written = subject.span.of(self.text);
        if let Form::In(set) = &expectation.form {
            if set.is_blank() {
                self.ask(set.span, QuestionKind::Other);
            } else {
                let claim = self.read_set(expectation, set);
                self.has_blanks |= claim.is_err();
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
            (Some(named), _) => Err(self.wrong_form(expectation, named)),
            (None, _) if self.unknown_called(&normal(written)).is_some() => Err(misshapen(
                expectation,
                "what an unknown may be is written with `in` and a set",
                &format!("expect {} in (5, 7]", clipped(written)),
            )),
            (None, Form::List(terms)) if self.find(written).is_ok() => {
                Err(self.list_of_what(expectation, terms).into())
            }
            (None, _) => Err(self
                .claim_instead(expectation)
                .unwrap_or_else(|| unknown_quantity("expect", written, subject.span, &Subject::names()))),
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

    fn read_plays(&self, terms: &[Term]) -> Result<(ExpectationKind, Span), ResolveError> {
        match terms {
            [_, second, ..] => {
                let title = "for a sequence of moves, write `expect line`; for several best moves, write `expect plays` once for each";
                Err(Diagnostic::new(Code::MisshapenExpectation, "`expect plays` takes one move", second.span)
                    .help(title)
                    .into())
            }
            [only] => Ok((ExpectationKind::Plays(self.resolve_move(NodeId::ROOT, *only)?), only.span)),
            [] => unreachable!("the grammar has no empty lists"),
        }
    }

    /// `expect b1 c2`: a list of nodes without a word that says what they are.
    fn list_of_what(&self, expectation: &tree::Expectation, rest: &[Term]) -> Diagnostic {
        let terms: Vec<Term> = [&[expectation.subject], rest].concat();
        let list = clipped(stretch(&terms).of(self.text));
        let line = self.read_line(&terms).is_ok().then(|| format!("`expect line {list}` for the best moves"));
        let visits = self.read_sequence(&terms, true).is_ok();
        let visits = visits.then(|| format!("`expect visits {list}` for the leaves that the search evaluates"));
        let enters = self.read_sequence(&terms, false).is_ok();
        let enters = enters.then(|| format!("`expect enters {list}` for everything that the search enters"));
        let ways: Vec<String> = [line, visits, enters].into_iter().flatten().collect();
        let message = "a word is missing before this list";
        let finding = Diagnostic::new(Code::UnknownQuantity, message, expectation.subject.span);
        if ways.is_empty() { finding } else { finding.help(format!("write {}", either(&ways))) }
    }

    fn read_line(&self, terms: &[Term]) -> Result<Vec<Step>, ResolveError> {
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

    fn read_sequence(&self, terms: &[Term], leaves_only: bool) -> Result<Vec<Pattern>, ResolveError> {
        let pattern = |term: &Term| {
            if term.kind == TermKind::Name {
                self.check_name(term.span, leaves_only)?;
            }
            Ok(Pattern { term: *term, value: self.number(*term) })
        };
        terms.iter().map(pattern).collect()
    }
}

/// All of a list, which is not empty.
fn stretch(terms: &[Term]) -> Span {
    terms.iter().map(|term| term.span).reduce(Span::to).unwrap_or_default()
}

impl ResolvedTree<'_> {
    /// Reports an expectation in a form that its subject does not take.
    fn wrong_form(&self, expectation: &tree::Expectation, named: Subject) -> ResolveError {
        let word = named.name();
        let sign = |term: &Term| Span::new(expectation.subject.span.end, term.span.start);
        let number = |message: &str| Diagnostic::new(Code::MisshapenExpectation, message, expectation.span);
        match (named, &expectation.form) {
            (
                Subject::Plays | Subject::Line | Subject::Visits | Subject::Enters,
                Form::Equal(term) | Form::Near(term),
            ) => {
                let written = clipped(term.span.of(self.text));
                let message = format!("`expect {word}` takes no `=` or `~`");
                let finding = Diagnostic::new(Code::MisshapenExpectation, message, expectation.span);
                let is_move = || self.resolve_move(NodeId::ROOT, *term).is_ok();
                match matches!(named, Subject::Visits | Subject::Enters) || is_move() {
                    true => finding.fix(format!("write `expect {word} {written}`"), sign(term), " "),
                    false => finding.help(format!("write labels or names without a sign: `expect {word} a1`")),
                }
                .into()
            }
            (_, Form::List(terms)) => match terms[..] {
                [verb, value] if verb.kind == TermKind::Name && self.number(value).is_some() => {
                    let (verb, written) = (verb.span, clipped(value.span.of(self.text)));
                    number(&format!("`{}` is not a sign: write `=` before the number", clipped(verb.of(self.text))))
                        .fix(format!("write `expect {word} = {written}`"), verb, "=")
                        .into()
                }
                _ => self.marks_instead(expectation, named, terms).unwrap_or_else(|| {
                    number(&format!("`expect {word}` takes `=` and a number"))
                        .help(format!("write, for example, `expect {word} = 3`"))
                        .into()
                }),
            },
            _ => number(&format!("`expect {word}` takes `=` and a whole number"))
                .help(format!("write, for example, `expect {word} = 3`"))
                .into(),
        }
    }

    /// Reports `expect leaves 3`, once for all expectations of a tree without a sign.
    fn report_missing_signs(&self, findings: &mut Findings) {
        let expectations = self.tree.expectations.iter();
        let mut lacking = expectations.filter_map(|other| Some((other, self.value_without_sign(other)?))).peekable();
        let Some((expectation, value)) = lacking.peek().copied() else { return };
        findings.error(Code::MisshapenExpectation, || {
            let word = expectation.subject.span.of(self.text);
            let written = clipped(value.span.of(self.text));
            let edits: Vec<Edit> = lacking.map(|(_, value)| Edit::new(Span::empty(value.span.start), "= ")).collect();
            let others = if edits.len() > 1 { "; write `=` in the other expectations, too" } else { "" };
            let title = format!("write `expect {word} = {written}`{others}");
            let message = format!("`=` is missing between `{word}` and `{written}`");
            Diagnostic::new(Code::MisshapenExpectation, message, expectation.span).with_fix(Fix {
                title,
                edits,
                safe: false,
            })
        });
    }

    /// The number directly after a quantity, without `=`.
    fn value_without_sign(&self, expectation: &tree::Expectation) -> Option<Term> {
        let Form::List(terms) = &expectation.form else { return None };
        let subject = Subject::called(expectation.subject.span.of(self.text))?;
        let takes_number = matches!(subject, Subject::Value | Subject::Fewest | Subject::Count(_));
        terms.first().copied().filter(|value| takes_number && terms.len() == 1 && self.number(*value).is_some())
    }

    /// Reports `expect pruned c2`: pruned leaves are marked in the tree instead.
    fn marks_instead(&self, expectation: &tree::Expectation, named: Subject, items: &[Term]) -> Option<ResolveError> {
        if named != Subject::Count(Quantity::Pruned) {
            return None;
        }
        let mut meant: Vec<NodeId> = items.iter().map(|item| self.item_meant(*item)).collect::<Option<_>>()?;
        meant.sort_unstable();
        meant.dedup();
        meant.retain(|node| !self.claims_already(*node, |kind| matches!(kind, tree::ClaimKind::Pruned)));
        let mut edits: Vec<Edit> = meant.iter().map(|node| self.with_claims(*node, "pruned")).collect();
        edits.push(removal(self.text, expectation.span));
        edits.sort_by_key(|edit| edit.span);
        let first = clipped(items[0].span.of(self.text));
        let message = "pruned leaves are marked in the tree, not listed";
        let title = format!(
            "mark {first}{} `pruned` in the tree, and delete this line",
            if items.len() > 1 { " and the others" } else { "" }
        );
        let finding = Diagnostic::new(Code::MisshapenExpectation, message, expectation.span)
            .note("`expect pruned = 2` says how many leaves are pruned");
        Some(finding.with_fix(Fix { title, edits, safe: false }).into())
    }

    /// Reports `expect B = 3`: claims about a node go in its head.
    fn claim_instead(&self, expectation: &tree::Expectation) -> Option<ResolveError> {
        let (Form::Equal(term) | Form::Near(term)) = &expectation.form else { return None };
        let subject = expectation.subject.span;
        let node = self.find(&self.name_at(subject)).ok()?;
        let end = expectation.worth.map_or(term.span.end, |worth| worth.span.end);
        let claim = Span::new(subject.end, end).of(self.text).trim();
        let called = clipped(subject.of(self.text));
        let message = format!("`expect` is about the whole tree, not about `{called}`");
        let finding = Diagnostic::new(Code::UnknownQuantity, message, subject);
        let says_value = |kind| matches!(kind, tree::ClaimKind::Equal(_) | tree::ClaimKind::Near(_));
        if self.nodes().kind(node).is_leaf() || self.claims_already(node, says_value) {
            return Some(
                finding
                    .label(self.head(node), format!("`{called}` is here"))
                    .help("write the claim in the head of the node, before its brace")
                    .into(),
            );
        }
        let head = clipped(self.head(node).of(self.text));
        let title = format!("claim it in the head of the node: `{head} {}`", clipped(claim));
        let line = Span::new(expectation.span.start, end);
        let edits = vec![self.with_claims(node, claim), removal(self.text, line)];
        Some(finding.with_fix(Fix { title, edits, safe: false }).into())
    }

    /// Whether a node or leaf has a claim of one of these kinds.
    fn claims_already(&self, node: NodeId, is_such: impl Fn(tree::ClaimKind) -> bool) -> bool {
        self.tree.claims.of(node).iter().any(|(_, claim)| is_such(claim.kind))
    }
}

pub(super) fn misshapen(expectation: &tree::Expectation, message: &str, example: &str) -> ResolveError {
    Diagnostic::new(Code::MisshapenExpectation, message, expectation.span)
        .help(format!("write, for example, `{example}`"))
        .into()
}

/// Other words for these quantities, each with the word of the language.
const MEANT: &[(&str, &str)] = &[
    ("evaluated", "leaves"),
    ("visited", "leaves"),
    ("examined", "leaves"),
    ("entered", "nodes"),
    ("explored", "nodes"),
    ("expanded", "nodes"),
    ("score", "value"),
    ("utility", "value"),
    ("result", "value"),
    ("minimax", "value"),
    ("root", "value"),
    ("cuts", "cutoffs"),
    ("cutoff", "cutoffs"),
    ("skipped", "pruned"),
    ("move", "plays"),
    ("best", "plays"),
    ("action", "plays"),
    ("pv", "line"),
    ("path", "line"),
    ("sequence", "visits"),
];

fn unknown_quantity(verb: &str, word: &str, span: Span, known: &[&'static str]) -> ResolveError {
    let finding = |message: String| Diagnostic::new(Code::UnknownQuantity, message, span);
    let shown = clipped(word);
    let small = word.to_lowercase();
    let synonym = MEANT.iter().find(|(other, meant)| *other == small && known.contains(meant));
    if let Some((_, meant)) = synonym {
        return finding(format!("`{shown}` is called `{meant}` here"))
            .fix(format!("write `{meant}`"), span, *meant)
            .into();
    }
    let finding = finding(format!("`{shown}` is not something to {verb}"));
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let finding = match similar(word, known.iter().copied()) {
        Some(meant) => finding.suggest(span, word, meant),
        None => finding.help(format!("write {}", either(&quoted))),
    };
    finding.into()
}
