//! Resolves names to nodes and moves.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::rc::Rc;

use foldhash::HashMap;

use super::{ResolvedTree, clipped};
use crate::diagnostic::{Code, Diagnostic, Findings, MOST_COMPARED, listed, similar};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId, Term, TermKind};
use crate::syntax::{is_plain_name, normal};

/// The first two nodes with a name, in the order in which they were added.
#[derive(Clone, Copy, Debug)]
struct Bearers {
    first: NodeId,
    second: Option<NodeId>,
}

/// The keys own their text, so that a [`ResolvedTree`] stays covariant in the text it borrows.
type ByName = HashMap<Box<str>, Bearers>;

fn add_bearer(names: &mut ByName, name: Cow<'_, str>, node: NodeId) {
    let bearers = names.entry(name.into()).or_insert(Bearers { first: node, second: None });
    if bearers.first != node {
        bearers.second.get_or_insert(node);
    }
}

/// The moves at one node, by all names that can refer to them.
#[derive(Debug, Default)]
pub(super) struct Moves {
    named: ByName,
    /// For each value, the first leaf that has it and no label.
    values: HashMap<Number, NodeId>,
    /// For each unknown as it is written, its first leaf.
    unknowns: HashMap<Box<str>, NodeId>,
}

impl Moves {
    /// Whether exactly one move has this label or name.
    pub(super) fn is_unique(&self, name: &str) -> bool {
        self.named.get(name).is_some_and(|bearers| bearers.second.is_none())
    }
}

/// The labels, names and unknowns of a whole tree.
#[derive(Debug, Default)]
pub(super) struct Names {
    named: ByName,
    /// The first leaf of each unknown that has a name.
    unknowns: HashMap<Box<str>, NodeId>,
}

/// What is wrong with a reference or with the claim around it. It is put into words only if the finding is kept.
pub(crate) enum ResolveError {
    NoSuchMove(NodeId, Term),
    NoSuchName(Span),
    /// A mistake that another finding reports.
    Reported,
    Worded(Box<Diagnostic>),
}

impl From<Diagnostic> for ResolveError {
    fn from(finding: Diagnostic) -> Self {
        Self::Worded(Box::new(finding))
    }
}

/// Why a name from outside a file, such as an option, refers to no node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// Nothing has the name. If a similar name exists, it may be the one that is meant.
    Unknown(Option<String>),
    /// These two nodes have the name, and perhaps more.
    Ambiguous(NodeId, NodeId),
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(None) => f.write_str("nothing has this name"),
            Self::Unknown(Some(meant)) => write!(f, "nothing has this name; did you mean \"{meant}\"?"),
            Self::Ambiguous(..) => f.write_str("several nodes have this name; give each its own"),
        }
    }
}

impl Error for Unresolved {}

impl ResolvedTree<'_> {
    /// The node or leaf with this name or label.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(&self, name: &str) -> Result<NodeId, Unresolved> {
        match self.names().named.get(normal(name).as_ref()) {
            Some(Bearers { first, second: None }) => Ok(*first),
            Some(Bearers { first, second: Some(second) }) => Err(Unresolved::Ambiguous(*first, *second)),
            None => self.find_unknown(name),
        }
    }

    /// The unknown leaf `?x`, by the name `x` or `?x`.
    fn find_unknown(&self, name: &str) -> Result<NodeId, Unresolved> {
        let wanted = normal(name.strip_prefix('?').unwrap_or(name));
        let called = |leaf: &NodeId| self.name_of_unknown(*leaf).as_ref() == Some(&wanted);
        let mut leaves = self.nodes().of_kind(Kind::Unknown).filter(called);
        match (leaves.next(), leaves.next()) {
            (Some(leaf), None) => Ok(leaf),
            (Some(first), Some(second)) => Err(Unresolved::Ambiguous(first, second)),
            (None, _) => Err(Unresolved::Unknown(self.similar_name(name))),
        }
    }

    pub(crate) fn report(&self, error: ResolveError, findings: &mut Findings) {
        match error {
            ResolveError::NoSuchMove(node, term) => {
                findings.error(Code::UnknownReference, || self.unknown_move(node, term));
            }
            ResolveError::NoSuchName(span) => findings.error(Code::UnknownReference, || self.unknown_name(span)),
            ResolveError::Reported => {}
            ResolveError::Worded(finding) => findings.report(&self.levels, finding.code, || *finding),
        }
    }

    /// The child of `node` to which `term` leads as a move: the one with this label or name, or the first leaf without
    /// a label that has this value.
    pub(crate) fn resolve_move(&self, node: NodeId, term: Term) -> Result<NodeId, ResolveError> {
        let moves = self.moves_at(node);
        let meant = match term.kind {
            TermKind::Number(_) => self.number(term).and_then(|value| moves.values.get(&value).copied()),
            TermKind::Unknown => moves.unknowns.get(term.span.of(self.text)).copied(),
            TermKind::Name => self.named_move(&moves, term.span)?,
            TermKind::Blank => None,
        };
        let is_label = || matches!(term.kind, TermKind::Number(_)) && self.has_numbers_for_labels(node);
        meant.ok_or_else(|| if is_label() { ResolveError::Reported } else { ResolveError::NoSuchMove(node, term) })
    }

    /// Whether the children of a player have numbers instead of labels, which another finding reports.
    fn has_numbers_for_labels(&self, node: NodeId) -> bool {
        let is_number = |child| self.tree.has_label(child) && !self.tree.has_label_name(child);
        self.nodes().kind(node) != Kind::Chance && self.nodes().children(node).take(MOST_COMPARED).any(is_number)
    }

    /// The child of `node` to which an operand leads as a move, if there is one.
    pub fn find_move(&self, node: NodeId, term: Term) -> Option<NodeId> {
        self.resolve_move(node, term).ok()
    }

    /// The node or leaf to which an item of a list refers; for an unknown, its first leaf. `None` for a number, and for
    /// a name that no node or several nodes have.
    pub fn find_item(&self, item: Term) -> Option<NodeId> {
        let name = match item.kind {
            TermKind::Name => self.name_at(item.span),
            TermKind::Unknown => normal(item.span.of(self.text).trim_start_matches('?')),
            TermKind::Number(_) | TermKind::Blank => return None,
        };
        let bearers = || self.names().named.get(name.as_ref()).copied().filter(|_| item.kind == TermKind::Name);
        self.unknown_called(&name)
            .or_else(|| bearers().filter(|bearers| bearers.second.is_none()).map(|only| only.first))
    }

    /// The moves at a node, found at the first call for it.
    pub(super) fn moves_at(&self, node: NodeId) -> Rc<Moves> {
        let mut known = self.moves.borrow_mut();
        Rc::clone(known.entry(node).or_insert_with(|| Rc::new(self.find_moves(node))))
    }

    fn find_moves(&self, node: NodeId) -> Moves {
        let mut moves = Moves::default();
        for child in self.nodes().children(node) {
            for name in [self.label(child), self.name(child)].into_iter().flatten() {
                add_bearer(&mut moves.named, name, child);
            }
            if self.nodes().kind(child) == Kind::Unknown {
                moves.unknowns.entry(self.unknown(child).into()).or_insert(child);
            } else if let Some(value) = self.unlabelled_value(child) {
                moves.values.entry(value).or_insert(child);
            }
        }
        moves
    }

    fn named_move(&self, moves: &Moves, span: Span) -> Result<Option<NodeId>, ResolveError> {
        let name = self.name_at(span);
        let Some(Bearers { first, second }) = moves.named.get(name.as_ref()).copied() else {
            return Ok(None);
        };
        let Some(second) = second else {
            return Ok(Some(first));
        };
        if self.label(first).is_some() && self.label(first) == self.label(second) {
            return Err(ResolveError::Reported);
        }
        let message = format!("`{}` means two different moves", clipped(&name));
        Err(Diagnostic::new(Code::AmbiguousReference, message, span)
            .label(self.naming_span(first), "one of them")
            .label(self.naming_span(second), "the other")
            .help("give the children of a node labels and names that differ")
            .into())
    }

    /// The value of a leaf without a label, which can name the leaf as a move.
    pub fn unlabelled_value(&self, child: NodeId) -> Option<Number> {
        (!self.tree.has_label_name(child) && self.nodes().kind(child) == Kind::Value).then(|| self.nodes().value(child))
    }

    fn unknown_move(&self, node: NodeId, term: Term) -> Diagnostic {
        let written = clipped(term.span.of(self.text));
        let message = format!("no move at {} is called `{written}`", self.called(node));
        let finding = Diagnostic::new(Code::UnknownReference, message, term.span);
        const LOOK: &str = "write the label or the name of the child you mean";
        if !self.may_compare() {
            return finding.help(LOOK);
        }
        let children = self.nodes().children(node).take(MOST_COMPARED);
        let moves: Vec<String> = children.filter_map(|child| self.move_name(child)).collect();
        if let Some(meant) = similar(&written, moves.iter().map(String::as_str)) {
            return finding.fix(format!("did you mean `{meant}`?"), term.span, self.spelled(node, meant));
        }
        if self.nodes().children(node).nth(MOST_COMPARED).is_some() {
            return finding.help(LOOK);
        }
        if moves.is_empty() {
            return finding
                .note("the value of a node does not name the move to it")
                .help("give its children labels: `a1: min { … }`");
        }
        let shown: Vec<String> = moves.iter().map(|name| clipped(name)).collect();
        finding.help(format!("its moves are {}", listed(&shown)))
    }

    /// How the move at `node` that messages call `name` is written in the language.
    fn spelled(&self, node: NodeId, name: &str) -> String {
        let shown = |child: &NodeId| self.move_name(*child).as_deref() == Some(name);
        let child = self.nodes().children(node).find(shown);
        child.and_then(|child| self.written_move(child)).unwrap_or_else(|| quoted_if_needed(name))
    }

    /// The span of the label of a node, or of its head if it has none.
    pub(super) fn naming_span(&self, node: NodeId) -> Span {
        self.tree.label_name(node).unwrap_or_else(|| self.head(node))
    }

    /// Reports the labels that two children of a node share. Linear in the nodes and leaves if there are labels, and
    /// O(n log n) in the labels of each node.
    pub(super) fn check_sibling_labels(&self, findings: &mut Findings) {
        if self.tree.label_count() == 0 {
            return;
        }
        let mut labels: Vec<(Cow<'_, str>, Span)> = Vec::new();
        let mut repeated: Vec<(Span, Span)> = Vec::new();
        for parent in self.nodes().interior() {
            let spans = self.nodes().children(parent).filter_map(|child| self.tree.label_name(child));
            labels.extend(spans.map(|span| (self.name_at(span), span)));
            labels.sort_unstable();
            let pairs = labels.iter().zip(labels.iter().skip(1));
            let same = pairs.filter(|((one, _), (other, _))| one == other);
            repeated.extend(same.map(|((_, earlier), (_, span))| (*span, *earlier)));
            labels.clear();
        }
        repeated.sort_unstable();
        for (span, earlier) in repeated {
            findings.error(Code::RepeatedLabel, || repeated_label(&self.name_at(span), span, earlier));
        }
    }

    /// Every label, name and unknown of the tree; found at the first call.
    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let mut names = Names::default();
            for (node, span) in self.tree.label_names().chain(self.tree.names.iter().map(|(node, span)| (node, *span)))
            {
                add_bearer(&mut names.named, self.name_at(span), node);
            }
            for leaf in self.nodes().of_kind(Kind::Unknown) {
                if let Some(name) = self.name_of_unknown(leaf) {
                    names.unknowns.entry(name.as_ref().into()).or_insert(leaf);
                }
            }
            names
        })
    }

    /// The first leaf of the unknown with this name.
    pub(crate) fn unknown_called(&self, name: &str) -> Option<NodeId> {
        self.names().unknowns.get(name).copied()
    }

    /// The names of the first few unknowns.
    pub(crate) fn unknown_names(&self) -> Vec<Cow<'_, str>> {
        let leaves = self.nodes().of_kind(Kind::Unknown).take(MOST_COMPARED);
        leaves.filter_map(|leaf| self.name_of_unknown(leaf)).collect()
    }

    /// Checks that a name in a list refers to one node or leaf of the tree; an unknown `?x` may be called `x`.
    pub(crate) fn check_name(&self, span: Span, leaves_only: bool) -> Result<(), ResolveError> {
        let name = self.name_at(span);
        let names = self.names();
        if names.unknowns.contains_key(name.as_ref()) {
            return Ok(());
        }
        match names.named.get(name.as_ref()).copied() {
            Some(Bearers { first, second: None }) => {
                let interior = !self.nodes().is_leaf(first) && self.settings.depth.is_none();
                if !leaves_only || !interior {
                    return Ok(());
                }
                Err(Diagnostic::new(Code::UnknownReference, format!("`{}` is no leaf", clipped(&name)), span)
                    .label(self.head(first), "an interior node")
                    .help("`expect visits` lists the leaves; for nodes and leaves write `expect enters`")
                    .into())
            }
            Some(Bearers { first, second: Some(second) }) => {
                let message = format!("`{}` is used more than once", clipped(&name));
                Err(Diagnostic::new(Code::AmbiguousReference, message, span)
                    .label(self.naming_span(first), "once here")
                    .label(self.naming_span(second), "and here")
                    .help("to refer to one of them, give them names that differ; leaves can be listed by their values")
                    .into())
            }
            None => Err(ResolveError::NoSuchName(span)),
        }
    }

    fn unknown_name(&self, span: Span) -> Diagnostic {
        let name = self.name_at(span);
        let message = format!("nothing in this tree is called `{}`", clipped(&name));
        let finding = Diagnostic::new(Code::UnknownReference, message, span);
        match self.similar_name(&name) {
            Some(meant) => finding.fix(format!("did you mean `{meant}`?"), span, quoted_if_needed(&meant)),
            None => finding.help("name a node after its player, `min B { … }`, or label a child, `b1: 3`"),
        }
    }

    /// Whether another misspelt name may be compared with the names of the tree. The comparisons are slow, so their
    /// number is bounded.
    fn may_compare(&self) -> bool {
        const MOST: usize = 200;
        self.compared.update(|compared| compared + 1);
        self.compared.get() <= MOST
    }

    /// The name or label that was most likely meant, if one is similar.
    fn similar_name(&self, name: &str) -> Option<String> {
        if !self.may_compare() {
            return None;
        }
        let labels = self.tree.label_names().map(|(_, name)| name);
        let spans = labels.chain(self.tree.names.iter().map(|(_, span)| *span));
        let names: Vec<Cow<'_, str>> = spans.take(MOST_COMPARED).map(|span| self.name_at(span)).collect();
        similar(name, names.iter().map(AsRef::as_ref)).map(str::to_string)
    }
}

fn repeated_label(name: &str, span: Span, earlier: Span) -> Diagnostic {
    let message = format!("two moves of the same node are labelled `{}`", clipped(name));
    Diagnostic::new(Code::RepeatedLabel, message, span)
        .primary_label("the second one")
        .label(earlier, "the first one")
        .help("give one of the two moves another label")
}

/// A name as it must be written: in quotes unless it is a plain name.
pub(crate) fn quoted_if_needed(name: &str) -> String {
    if is_plain_name(name) {
        return name.to_string();
    }
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\u{d}");
    format!("\"{escaped}\"")
}
