//! Probabilities and static evaluations.

use super::ResolvedTree;
use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix};
use crate::number::{Number, Weight};
use crate::source::Span;
use crate::syntax::tree::{ClaimForm, Kind, NodeId, Sparse, Term};

impl ResolvedTree<'_> {
    /// Reads the weights of the children of all chance nodes; what is wrong with them.
    pub(super) fn read_chances(&mut self, findings: &mut Findings) {
        let mut weights: Vec<(NodeId, Weight)> = Vec::new();
        let nodes = self.nodes();
        for node in nodes.of_kind(Kind::Chance) {
            match self.weights_at(node) {
                Ok(found) => weights.extend(found),
                Err(finding) => {
                    self.has_errors = true;
                    findings.add(*finding);
                }
            }
        }
        weights.sort_by_key(|(child, _)| *child);
        self.weights = Sparse::default();
        for (child, weight) in weights {
            self.weights.push(child, weight);
        }
    }

    /// The weights at one chance node: as they are written, or equal shares where none is.
    fn weights_at(&self, node: NodeId) -> Result<Vec<(NodeId, Weight)>, Box<Diagnostic>> {
        let children: Vec<NodeId> = self.nodes().children(node).collect();
        let written = |child: &NodeId| self.tree.probability(*child);
        let given: Vec<(NodeId, Term)> = children.iter().filter_map(|child| Some((*child, written(child)?))).collect();
        if given.is_empty() {
            let share = Weight::new(1, children.len() as i128).expect("every node has children");
            return Ok(children.into_iter().map(|child| (child, share)).collect());
        }
        if let Some(without) = children.iter().find(|child| written(child).is_none()) {
            if let Some(finding) = self.decimal_commas(&children) {
                return Err(Box::new(finding));
            }
            let finding =
                Diagnostic::new(Code::MissingProbability, "this child has no probability", self.head(*without))
                    .label(given[0].1.span, "this child has one");
            let rest = self.rest_of_probability(&given).filter(|_| given.len() + 1 == children.len());
            return Err(Box::new(match rest {
                Some(rest) => self.give(*without, rest, finding),
                None => {
                    finding.help("give every child a probability; or give none, and all children are equally likely")
                }
            }));
        }
        let weights = given.iter().map(|(child, term)| Ok((*child, self.weight(*term)?)));
        let weights: Vec<(NodeId, Weight)> = weights.collect::<Result<_, Box<Diagnostic>>>()?;
        self.check_sum(node, &weights)?;
        Ok(weights)
    }

    /// The probability that the others leave of 1, if they leave some.
    fn rest_of_probability(&self, given: &[(NodeId, Term)]) -> Option<Weight> {
        let sum = given.iter().try_fold(Weight::ZERO, |sum, (_, term)| sum.plus(self.number(*term)?.finite()?).ok())?;
        Weight::ONE.minus(sum).ok().filter(|rest| *rest > Weight::ZERO && *rest < Weight::ONE)
    }

    /// Proposes to give a child the remaining probability.
    fn give(&self, child: NodeId, rest: Weight, finding: Diagnostic) -> Diagnostic {
        let title = format!("write {rest}, so that the probabilities add up to 1, or delete all of them");
        match self.tree.label_name(child) {
            Some(name) => finding.fix(title, Span::empty(name.end), format!(" {rest}")),
            None => finding.fix(title, Span::empty(self.nodes().span(child).start), format!("{rest}: ")),
        }
    }

    /// `0,5: …` is the leaf 0 and a child with probability 5: a comma only separates children.
    fn decimal_commas(&self, children: &[NodeId]) -> Option<Diagnostic> {
        let edit = |pair: &[NodeId]| {
            let whole = self.nodes().span(pair[0]);
            let places = self.tree.probability(pair[1])?.span;
            let comma = Span::new(whole.end, places.start).of(self.text) == ",";
            let text = format!("{}.{}", whole.of(self.text), places.of(self.text));
            (comma && text.parse::<Number>().is_ok()).then(|| Edit { span: whole.to(places), text })
        };
        let edits: Vec<Edit> = children.windows(2).filter_map(edit).collect();
        let first = edits.first()?;
        let title = format!("write `{}`", first.text);
        let message = "a comma separates children; write decimals with a point";
        let finding = Diagnostic::new(Code::MissingProbability, message, first.span);
        Some(finding.with_fix(Fix { title, edits, safe: false }))
    }

    fn weight(&self, term: Term) -> Result<Weight, Box<Diagnostic>> {
        let weight = self.number(term).and_then(Number::finite);
        let possible = |weight: &Weight| *weight >= Weight::ZERO && *weight <= Weight::ONE;
        weight.filter(possible).ok_or_else(|| {
            let written = term.span.of(self.text);
            Box::new(
                Diagnostic::new(Code::WrongProbability, format!("{written} is not a probability"), term.span)
                    .help("a probability lies between 0 and 1"),
            )
        })
    }

    fn check_sum(&self, node: NodeId, weights: &[(NodeId, Weight)]) -> Result<(), Box<Diagnostic>> {
        let sum = weights.iter().try_fold(Weight::ZERO, |sum, (_, weight)| sum.plus(*weight));
        let message = match sum {
            Ok(sum) if sum == Weight::ONE => return Ok(()),
            Ok(sum) => format!("these probabilities sum to {sum}, not 1"),
            Err(_) => "the sum of these probabilities has too many digits to be held exactly".to_string(),
        };
        let spans = weights.iter().filter_map(|(child, _)| self.tree.probability(*child));
        let span = spans.map(|term| term.span).reduce(Span::to).unwrap_or_else(|| self.head(node));
        let finding = Diagnostic::new(Code::WrongSum, message, span).label(self.head(node), "the chance node");
        Err(Box::new(match sum.and_then(|sum| Weight::ONE.minus(sum)) {
            Ok(rest) if rest > Weight::ZERO => {
                finding.help(format!("increase them by {rest} in total, so that they add up to 1"))
            }
            Ok(rest) => finding.help(format!("decrease them by {} in total, so that they add up to 1", rest.negated())),
            Err(_) => finding.help("use fewer different denominators"),
        }))
    }

    /// The static evaluation of an interior node, where it has one.
    pub fn evaluation(&self, node: NodeId) -> Option<Number> {
        let claims = self.tree.claims.of(node).iter();
        claims.into_iter().find_map(|(_, claim)| match claim.form {
            ClaimForm::Eval(term) => self.number(term),
            _ => None,
        })
    }

    /// Whether all leaf values and static evaluations lie in the range; the first few that do not.
    pub(super) fn check_range(&mut self, findings: &mut Findings) {
        let Some((lower, upper)) = self.settings.range else { return };
        let value = |node: NodeId| match self.nodes().kind(node) {
            Kind::Value => Some(self.nodes().value(node)),
            kind if kind.is_leaf() => None,
            _ => self.evaluation(node),
        };
        let outside = |node: &NodeId| value(*node).is_some_and(|value| value < lower || value > upper);
        let first = self.nodes().all().find(outside).and_then(|node| Some((node, value(node)?)));
        if let Some((node, value)) = first {
            self.has_errors = true;
            findings.error(Code::OutOfRange, || {
                Diagnostic::new(Code::OutOfRange, format!("{value} lies outside of the range"), self.head(node))
                    .note(format!(
                        "all values are said to lie in [{lower}, {upper}]{}, and the search relies on it",
                        self.settings.range_from()
                    ))
                    .help("correct the value or the range")
            });
        }
    }
}
