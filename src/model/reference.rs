//! From names to the nodes and moves they mean.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Game, clipped};
use crate::diagnostic::{Code, Diagnostic, listed, similar};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::is_plain_name;
use crate::syntax::tree::{Kind, NodeId, Term, TermKind};

impl Game<'_> {
    /// The children of `node` that `term` means as a move: one by label or name, any number by the value of unlabelled
    /// leaves.
    pub(super) fn resolve_move(&self, node: NodeId, term: Term) -> Result<Vec<NodeId>, Box<Diagnostic>> {
        let found = self.moves(node, term)?;
        if found.is_empty() { Err(Box::new(self.unknown_move(node, term))) } else { Ok(found) }
    }

    /// As [`Self::resolve_move`], but with an empty answer where no child is meant.
    pub(super) fn moves(&self, node: NodeId, term: Term) -> Result<Vec<NodeId>, Box<Diagnostic>> {
        let children = self.nodes().children(node);
        match term.kind {
            TermKind::Number(_) | TermKind::Blank => {
                let value = self.number(term);
                Ok(children.filter(|child| value.is_some() && self.unlabelled_value(*child) == value).collect())
            }
            TermKind::Unknown => {
                let written = term.span.of(self.text);
                let same =
                    |child: &NodeId| self.nodes().kind(*child) == Kind::Unknown && self.unknown(*child) == written;
                Ok(children.filter(same).collect())
            }
            TermKind::Name => self.named_move(node, term.span),
        }
    }

    fn named_move(&self, node: NodeId, span: Span) -> Result<Vec<NodeId>, Box<Diagnostic>> {
        let name = self.name_at(span);
        let children = self.nodes().children(node);
        let meant =
            |child: &NodeId| self.label(*child) == Some(name.clone()) || self.name(*child) == Some(name.clone());
        let found: Vec<NodeId> = children.filter(meant).collect();
        let [first, second, ..] = found[..] else {
            return Ok(found);
        };
        if self.label(first).is_some() && self.label(first) == self.label(second) {
            return Ok(found); // The repeated label is a finding of its own.
        }
        let message = format!("`{}` means two different moves", clipped(&name));
        Err(Box::new(
            Diagnostic::new(Code::AmbiguousReference, message, span)
                .label(self.naming_span(first), "one of them")
                .label(self.naming_span(second), "the other")
                .help("give the children of a node labels and names that differ"),
        ))
    }

    fn unlabelled_value(&self, child: NodeId) -> Option<Number> {
        let unlabelled = self.tree.labels.get(child).is_none_or(|label| label.name.is_none());
        (unlabelled && self.nodes().kind(child) == Kind::Value).then(|| self.nodes().value(child))
    }

    fn unknown_move(&self, node: NodeId, term: Term) -> Diagnostic {
        let written = clipped(term.span.of(self.text));
        let message = format!("no move at {} is called `{written}`", self.called(node));
        let finding = Diagnostic::new(Code::UnknownReference, message, term.span);
        let moves: Vec<String> = self.nodes().children(node).filter_map(|child| self.move_name(child)).collect();
        if let Some(meant) = similar(&written, moves.iter().map(String::as_str)) {
            return finding.fix(format!("did you mean `{meant}`?"), term.span, self.spelled(node, meant));
        }
        if moves.is_empty() {
            return finding
                .note("the value of a node does not name the move to it")
                .help("give its children labels: `a1: min { … }`");
        }
        let shown: Vec<String> = moves.iter().map(|name| clipped(name)).collect();
        finding.help(format!("its moves are {}", listed(&shown)))
    }

    /// How the move at `node` that is shown as `name` is written.
    fn spelled(&self, node: NodeId, name: &str) -> String {
        let shown = |child: &NodeId| self.move_name(*child).as_deref() == Some(name);
        let child = self.nodes().children(node).find(shown);
        child.and_then(|child| self.written_move(child)).unwrap_or_else(|| quoted_if_needed(name))
    }

    /// Where a node gets its label or name from.
    pub(super) fn naming_span(&self, node: NodeId) -> Span {
        let label = self.tree.labels.get(node).and_then(|label| label.name);
        label.unwrap_or_else(|| self.head(node))
    }

    pub(super) fn check_sibling_labels(&self, findings: &mut Vec<Diagnostic>) {
        let mut first: HashMap<(NodeId, Cow<'_, str>), Span> = HashMap::new();
        for (node, label) in self.tree.labels.iter() {
            let Some(span) = label.name else { continue };
            let name = self.name_at(span);
            if let Some(earlier) = first.insert((self.parent(node), name.clone()), span) {
                let message = format!("two moves of the same node are labelled `{}`", clipped(&name));
                findings.push(
                    Diagnostic::new(Code::RepeatedLabel, message, span)
                        .here("the second one")
                        .label(earlier, "the first one")
                        .help("labels of siblings must differ"),
                );
            }
        }
    }

    /// Every label and name of the tree, for checking references that may mean any node.
    pub(super) fn every_name(&self) -> HashMap<Cow<'_, str>, Vec<NodeId>> {
        let mut names: HashMap<Cow<'_, str>, Vec<NodeId>> = HashMap::new();
        let labels = self.tree.labels.iter().filter_map(|(node, label)| Some((node, label.name?)));
        for (node, span) in labels.chain(self.tree.names.iter().map(|(node, span)| (node, *span))) {
            let nodes = names.entry(self.name_at(span)).or_default();
            if nodes.last() != Some(&node) {
                nodes.push(node);
            }
        }
        names
    }
}

/// A name as it must be written: in quotes where it is no plain name.
pub(super) fn quoted_if_needed(name: &str) -> String {
    if is_plain_name(name) {
        return name.to_string();
    }
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
