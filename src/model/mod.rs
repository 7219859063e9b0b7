//! What a file means: settings, names, moves and probabilities.

mod chance;
mod reference;
mod reveal;
mod rule;
mod settings;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

pub use reference::Unresolved;
pub(crate) use reference::{ResolveError, quoted_if_needed};
pub use reveal::{Reveal, Shown};
pub use rule::{Rule, quoted_rules};
pub use settings::{Choice, Cut, Cutoffs, Defaults, FileSettings, Order, Returns, Settings};
pub(crate) use settings::{choose, depth, find_lints, interval, names};

pub use crate::diagnostic::clipped;
use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, Levels, ordinal};
use crate::number::{Number, Weight};
use crate::source::Span;
use crate::syntax::tree::{ClaimForm, Kind, NodeId, Nodes, Sparse, Term, TermKind, Tree};
use crate::syntax::{first_token, name_at, normal};
use reference::{Moves, Names};

/// One tree of a file with its settings, names, moves and probabilities resolved.
#[derive(Debug)]
pub struct ResolvedTree<'a> {
    /// The text of the file.
    pub text: &'a str,
    /// The tree as it is written.
    pub tree: &'a Tree,
    /// The settings of the search.
    pub settings: Settings,
    /// The levels of the lints in this tree.
    pub levels: Levels,
    /// How much may be shown of its answers, if that is set.
    pub reveal: Option<Reveal>,
    /// Whether it has syntax errors, or errors in its settings, probabilities or range. Its claims are not judged then.
    pub has_errors: bool,
    /// The weights of the children of chance nodes.
    pub weights: Sparse<Weight>,
    parents: OnceCell<Vec<NodeId>>,
    names: OnceCell<Names>,
    moves: RefCell<HashMap<NodeId, Rc<Moves>>>,
    /// How many misspelt names were compared with those of the tree.
    compared: Cell<usize>,
}

impl<'a> ResolvedTree<'a> {
    /// Resolves a tree of the file with these settings, and reports what cannot be resolved. A tree with syntax errors
    /// is left unresolved.
    ///
    /// Linear in the length of the tree.
    pub fn new(text: &'a str, tree: &'a Tree, file: &FileSettings, findings: &mut Findings) -> Self {
        // The settings in a broken tree may be misread.
        let rules = if tree.broken { file.above(tree).clone() } else { file.within(text, tree, findings) };
        let mut game = Self {
            text,
            tree,
            settings: rules.settings,
            levels: rules.levels,
            reveal: rules.reveal,
            has_errors: tree.broken || rules.doubtful,
            weights: Sparse::default(),
            parents: OnceCell::new(),
            names: OnceCell::new(),
            moves: RefCell::default(),
            compared: Cell::default(),
        };
        if !tree.broken {
            game.check_edges(findings);
            game.read_chances(findings);
            // If a setting is in doubt, so is the range.
            if !rules.doubtful {
                game.check_range(findings);
            }
        }
        game
    }

    /// The nodes and leaves of the tree.
    pub fn nodes(&self) -> &'a Nodes {
        &self.tree.nodes
    }

    /// The innermost node or leaf that contains an offset in the text; the end of a node is not part of it. Linear in the
    /// depth.
    pub fn node_at(&self, offset: u32) -> Option<NodeId> {
        let nodes = self.nodes();
        let (mut before, mut after) = (0, nodes.len());
        while before < after {
            let middle = usize::midpoint(before, after);
            if nodes.span(NodeId::new(middle)).start <= offset { before = middle + 1 } else { after = middle }
        }
        let mut node = NodeId::new(before.checked_sub(1)?);
        while nodes.span(node).end <= offset {
            if node == NodeId::ROOT {
                return None;
            }
            node = self.parent(node);
        }
        Some(node)
    }

    /// The content of a name or of a text in quotes.
    pub fn name_at(&self, span: Span) -> Cow<'a, str> {
        name_at(self.text, span)
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> Option<Cow<'a, str>> {
        self.tree.names.get(node).map(|span| self.name_at(*span))
    }

    /// The label of a node or leaf: the move that leads to it.
    pub fn label(&self, node: NodeId) -> Option<Cow<'a, str>> {
        self.tree.label_name(node).map(|span| self.name_at(span))
    }

    /// The name of an unknown leaf as it is written, `?x` or `?`.
    pub fn unknown(&self, leaf: NodeId) -> &'a str {
        self.head(leaf).of(self.text)
    }

    /// The name of an unknown leaf: `x` for `?x`, and `None` for a leaf `?` and for all others.
    pub fn name_of_unknown(&self, leaf: NodeId) -> Option<Cow<'a, str>> {
        let is_unknown = self.nodes().kind(leaf) == Kind::Unknown;
        let name = is_unknown.then(|| self.unknown(leaf).trim_start_matches('?')).filter(|name| !name.is_empty());
        name.map(normal)
    }

    /// The number of an operand in this tree; `None` for a name, an unknown or a blank.
    pub fn number(&self, term: Term) -> Option<Number> {
        match term.kind {
            TermKind::Number(literal) => Some(self.tree.nodes.literals.get(literal)),
            TermKind::Name | TermKind::Unknown | TermKind::Blank => None,
        }
    }

    /// The parent of a node; the root is its own parent. Found for all nodes at the first call, in linear time.
    pub fn parent(&self, node: NodeId) -> NodeId {
        let parents = self.parents.get_or_init(|| {
            let nodes = self.nodes();
            let mut parents = vec![NodeId::ROOT; nodes.len()];
            for node in nodes.all() {
                for child in nodes.children(node) {
                    parents[child.index()] = node;
                }
            }
            parents
        });
        parents[node.index()]
    }

    /// The span that findings mark for a node: the value of a leaf, or the player and name of an interior node.
    pub fn head(&self, node: NodeId) -> Span {
        let first = first_token(self.text, self.tree.own_span(node));
        match self.tree.names.get(node) {
            Some(name) => first.to(*name),
            None => first,
        }
    }

    /// Whether an interior node is written as a brace alone.
    pub fn is_bare(&self, node: NodeId) -> bool {
        let brace = self.nodes().brace(node);
        self.head(node) == Span::new(brace, brace + 1)
    }

    /// The words for a node in a sentence: its name, its label, or a description.
    pub fn called(&self, node: NodeId) -> String {
        let kind = self.nodes().kind(node);
        if let Some(name) = self.name(node).or_else(|| self.label(node)) {
            return clipped(&name);
        }
        match kind {
            Kind::Value => format!("the leaf {}", self.nodes().value(node)),
            Kind::Unknown => format!("the leaf {}", clipped(self.unknown(node))),
            Kind::Elided => "`...`".to_string(),
            Kind::Blank => "the blank leaf".to_string(),
            _ if node == NodeId::ROOT => "the root".to_string(),
            _ => self.called_by_parent(node),
        }
    }

    /// Describes a node without a name as a child of its parent, if the parent has a name.
    fn called_by_parent(&self, node: NodeId) -> String {
        let parent = self.parent(node);
        let place = self.nodes().children(parent).take(MOST_COUNTED).position(|child| child == node);
        match (place, self.name(parent).or_else(|| self.label(parent))) {
            (Some(place), Some(name)) => format!("the {} child of {}", ordinal(place + 1), clipped(&name)),
            (Some(place), None) if parent == NodeId::ROOT => format!("the {} child of the root", ordinal(place + 1)),
            _ => format!("this {} node", self.nodes().kind(node).name()),
        }
    }

    /// The name of a child as a move: its label, its name, or its value.
    pub fn move_name(&self, child: NodeId) -> Option<String> {
        if let Some(name) = self.label(child).or_else(|| self.name(child)) {
            return Some(name.into_owned());
        }
        match self.nodes().kind(child) {
            Kind::Value => Some(self.nodes().value(child).to_string()),
            _ => None,
        }
    }

    /// A move as it is written in the language: its label before its name, in quotes if it needs them.
    pub fn written_move(&self, child: NodeId) -> Option<String> {
        self.written(child, self.label(child).or_else(|| self.name(child)))
    }

    /// A move as it is written, if that means this child and no other.
    pub fn unique_move(&self, child: NodeId) -> Option<String> {
        let moves = self.moves_at(self.parent(child));
        let named = [self.label(child), self.name(child)].into_iter().flatten().find(|name| moves.is_unique(name));
        let unlabelled = self.label(child).is_none() && self.name(child).is_none();
        if named.is_none() && !unlabelled { None } else { self.written(child, named) }
    }

    /// A node as it is written in a list of nodes: its name before its label.
    pub fn written_name(&self, node: NodeId) -> Option<String> {
        self.written(node, self.name(node).or_else(|| self.label(node)))
    }

    fn written(&self, node: NodeId, name: Option<Cow<'_, str>>) -> Option<String> {
        match (name, self.nodes().kind(node)) {
            (Some(name), _) => Some(reference::quoted_if_needed(&name)),
            (None, Kind::Value) => Some(self.nodes().value(node).to_string()),
            (None, Kind::Unknown) => Some(self.unknown(node).to_string()),
            (None, _) => None,
        }
    }

    fn misplaced_probability(&self, node: NodeId, probability: Term) -> Diagnostic {
        let parent = self.parent(node);
        let message = "a probability outside a chance node";
        let finding = Diagnostic::new(Code::MisplacedProbability, message, probability.span)
            .label(self.head(parent), "a player chooses here, not chance");
        if self.label(node).is_some() {
            return finding.help("if chance decides here, write `chance`; otherwise delete the probabilities");
        }
        let quoted = |term: &Term| Edit::new(term.span, format!("\"{}\"", term.span.of(self.text)));
        let alone = |child| self.tree.probability(child).filter(|_| self.label(child).is_none());
        let labels = self.nodes().children(parent).filter_map(alone);
        let played = self.tree.claims.of(parent).iter().filter_map(|(_, claim)| match claim.form {
            ClaimForm::Plays(term) if matches!(term.kind, TermKind::Number(_)) => Some(term),
            _ => None,
        });
        let labels: Vec<Edit> = labels.take(MOST_COUNTED + 1).map(|term| quoted(&term)).collect();
        let first = quoted(&probability).text;
        let is_repeated = |label: &Edit| labels.iter().filter(|other| other.text == label.text).nth(1).is_some();
        if labels.len() > MOST_COUNTED || labels.iter().any(is_repeated) {
            return finding
                .help(format!("if chance decides here, write `chance`; as a label a number needs quotes: `{first}:`"));
        }
        let mut edits: Vec<Edit> = labels.into_iter().chain(played.map(|term| quoted(&term))).collect();
        edits.sort_by_key(|edit| edit.span);
        let title = format!("if chance decides here, write `chance`; if the numbers are labels, write `{first}:`");
        finding.with_fix(Fix { title, edits, safe: false })
    }

    fn check_edges(&self, findings: &mut Findings) {
        let mut reported = None;
        for (node, probability) in self.tree.probabilities.iter() {
            let under_chance = node != NodeId::ROOT && self.nodes().kind(self.parent(node)) == Kind::Chance;
            // One mistake at a node is reported once, not at each child.
            let is_known = reported == Some(self.parent(node));
            if !under_chance && !is_known {
                reported = Some(self.parent(node));
                findings.error(Code::MisplacedProbability, || self.misplaced_probability(node, *probability));
            }
        }
        self.check_sibling_labels(findings);
    }
}

/// Children are counted only up to this number.
const MOST_COUNTED: usize = 100;
