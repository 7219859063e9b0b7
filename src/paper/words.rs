//! The questions of an exercise in words.

use std::collections::HashMap;

use crate::claim::{Asked, ClaimKind};
use crate::diagnostic::ordinal;
use crate::diagnostic::render::printable;
use crate::grade::GradedQuestion;
use crate::grade::marks::AskedTree;
use crate::grade::questions::{Asks, Question};
use crate::model::ResolvedTree;
use crate::number::Fraction;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};
use crate::syntax::{Token, tokens_in};

/// `1 mark`, `5/2 marks`.
pub(super) fn marks(worth: Fraction) -> String {
    let is_one = worth == Fraction::ONE;
    format!("{worth} {}", if is_one { "mark" } else { "marks" })
}

/// Where students answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Medium {
    /// On paper, partly in the picture.
    Paper,
    /// In the fields of a page.
    Page,
    /// In the blanks of a quiz.
    Quiz,
}

/// A question in words.
pub(super) fn question(tree: &AskedTree<'_>, question: &Question, medium: Medium) -> String {
    match (question.asks, medium) {
        (Asks::Claim(node, kind), _) => {
            let words = at_node(&spoken(&tree.place_name(node)), kind);
            let given = half_given(tree.game(), question).map(|window| format!(" Complete {window}."));
            words + &given.unwrap_or_default()
        }
        (Asks::Expected(kind), _) => on_tree(kind).to_string(),
        (Asks::Set(leaf), _) => format!("Which values can {} have?", unknown(tree, leaf)),
        (Asks::Leaves, Medium::Paper) => {
            "Write a number into each empty leaf, so that everything that is given is true.".to_string()
        }
        (Asks::Leaves, Medium::Page | Medium::Quiz) => {
            "Which numbers in the empty leaves make everything that is given true?".to_string()
        }
        (Asks::Every(asked), Medium::Paper) => everywhere_on_paper(asked).to_string(),
        (Asks::Every(asked), Medium::Page) => everywhere_on_page(asked).to_string(),
        (Asks::Every(asked), Medium::Quiz) => everywhere_in_quiz(asked).to_string(),
    }
}

/// The words for the nodes of a tree.
pub(super) struct Places<'t> {
    tree: &'t AskedTree<'t>,
    /// How many leaves are written like this.
    leaves: HashMap<&'t str, usize>,
}

impl<'t> Places<'t> {
    pub(super) fn of(tree: &'t AskedTree<'t>) -> Self {
        let game = tree.game();
        let mut leaves = HashMap::new();
        for leaf in game.nodes().all().filter(|node| game.nodes().is_leaf(*node)) {
            *leaves.entry(game.head(leaf).of(game.text)).or_default() += 1;
        }
        Self { tree, leaves }
    }

    /// A node in words that readers of the picture understand: a leaf by its number, if no other leaf has the same.
    pub(super) fn called(&self, node: NodeId) -> String {
        let game = self.tree.game();
        let kind = game.nodes().kind(node);
        let written = game.head(node).of(game.text);
        let leaf = printable(written);
        match self.leaves.get(written) {
            _ if !kind.is_leaf() || kind == Kind::Blank || game.name(node).is_some() => self.of_path(node),
            Some(1) => format!("the leaf {leaf}"),
            _ => format!("{} (the leaf {leaf})", self.of_path(node)),
        }
    }

    fn of_path(&self, node: NodeId) -> String {
        spoken(&self.tree.place_name(node))
    }
}

/// `C #2` as the 2nd child of C.
fn spoken(path: &str) -> String {
    let last = path.rsplit_once(" #").filter(|(parent, _)| !parent.contains(" #"));
    match last.and_then(|(parent, number)| Some((parent, number.parse().ok()?))) {
        Some((parent, number)) => format!("the {} child of {}", ordinal(number), printable(parent)),
        None => printable(path),
    }
}

fn unknown(tree: &AskedTree<'_>, leaf: NodeId) -> String {
    printable(tree.game().unknown(leaf))
}

/// A window of which the exercise gives one end: `[3, _]`.
fn half_given(game: &ResolvedTree<'_>, question: &Question) -> Option<String> {
    let [(lower, from), (upper, to)] = window_ends(game, question.span)?;
    let is_half = (lower == Token::Blank) != (upper == Token::Blank);
    is_half.then(|| printable(&format!("[{}, {}]", from.of(game.text), to.of(game.text))))
}

/// The ends of a window in a part of the text, each a blank or a number.
pub(super) fn window_ends(game: &ResolvedTree<'_>, part: Span) -> Option<[(Token, Span); 2]> {
    let mut ends = tokens_in(game.text, part).skip_while(|(token, _)| *token != Token::OpenBracket).skip(1);
    Some([ends.next()?, ends.next()?])
}

fn at_node(node: &str, kind: ClaimKind) -> String {
    match kind {
        ClaimKind::Returned => format!("What does the search of {node} return?"),
        ClaimKind::AtMost => format!("Which upper bound does the search of {node} return?"),
        ClaimKind::AtLeast => format!("Which lower bound does the search of {node} return?"),
        ClaimKind::Window => format!("With which window [α, β] does the search enter {node}?"),
        ClaimKind::Plays => format!("What is a best move at {node}?"),
        ClaimKind::Near => format!("What is the value of {node}, rounded?"),
        // No other claim at a node can be a question.
        _ => format!("What is the value of {node}?"),
    }
}

fn on_tree(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Near => "What is the value of the tree, rounded?",
        ClaimKind::Leaves => "How many leaves does the search evaluate?",
        ClaimKind::Nodes => "How many nodes and leaves does the search enter?",
        ClaimKind::Cutoffs => "How many cutoffs are there?",
        ClaimKind::PrunedLeaves => "How many leaves do the cutoffs skip?",
        ClaimKind::Branches => "How many subtrees and single leaves do the cutoffs skip?",
        ClaimKind::Fewest => "How many leaves would the search evaluate if all children were in the best order?",
        ClaimKind::Plays => "What is a best move at the root?",
        ClaimKind::Line => "Which moves form a principal variation?",
        ClaimKind::Visits => "Which leaves does the search evaluate, and in which order?",
        ClaimKind::Enters => "Which nodes and leaves does the search enter, and in which order?",
        // No other kind of expectation can be a question.
        _ => "What is the value of the tree?",
    }
}

fn everywhere_on_paper(asked: Asked) -> &'static str {
    match asked {
        Asked::Pruned => "Cross out every leaf and every subtree that a cutoff skips.",
        Asked::Values => "Write the value of every node into the node.",
        Asked::Windows => "Beside every node that the search enters, write the window [α, β] with which it does so.",
        Asked::Returns => {
            "Into every node that the search enters, write what the search returns: a value, or a bound such as ≤ 2."
        }
        Asked::Plays => "Give a best move at every MAX node and every MIN node.",
    }
}

fn everywhere_on_page(asked: Asked) -> &'static str {
    match asked {
        Asked::Pruned => "Which leaves and subtrees do the cutoffs skip? A tick at a node covers everything below it.",
        Asked::Values => "What is the value of each node?",
        Asked::Windows => {
            "With which window [α, β] does the search enter each node? If it does not enter a node, leave its field empty."
        }
        Asked::Returns => {
            "What does the search of each node return, a value or a bound? If it does not enter a node, leave its field empty."
        }
        Asked::Plays => "What is a best move at each node?",
    }
}

fn everywhere_in_quiz(asked: Asked) -> &'static str {
    match asked {
        Asked::Pruned => "Which leaves do the cutoffs skip?",
        Asked::Windows => "Which nodes does the search enter, and with which window [α, β]?",
        Asked::Returns => "Which nodes does the search enter, and which value or bound does the search of each return?",
        Asked::Values | Asked::Plays => everywhere_on_page(asked),
    }
}

/// The right answer to a question; of a question about many nodes, the answer at each of them.
pub(super) fn answer(question: &GradedQuestion) -> String {
    let is_single = question.every.is_none() && question.items.len() == 1;
    let answers = question.items.iter().map(|item| {
        let answer = item.expected.as_deref().unwrap_or("many answers can be right");
        let answer = pretty(answer.strip_prefix("= ").unwrap_or(answer));
        match &item.subject {
            Some((node, _)) if question.every == Some(Asked::Pruned) => printable(node),
            Some((node, _)) if !is_single => format!("{}: {answer}", printable(node)),
            _ => answer,
        }
    });
    let answers: Vec<String> = answers.collect();
    if answers.is_empty() { "nothing".to_string() } else { answers.join("; ") }
}

/// Numbers and windows with true minus signs and with ∞; names stay as they are.
fn pretty(answer: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || "+-./,[](){}<>= ".contains(c);
    match answer.replace("inf", "").chars().all(is_number) {
        true => answer.replace("inf", "∞").replace('-', "−").replace("<=", "≤").replace(">=", "≥"),
        false => printable(answer),
    }
}
