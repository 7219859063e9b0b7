//! Completions: what can be written at a place.

mod context;

use super::{Document, Edit, meaning};
use crate::claim::{Asked, ClaimKind, Claims, OF_SET, Takes, asks};
use crate::diagnostic::Code;
use crate::grade::answer::{Answers, expected, operand};
use crate::model::{Choice, Cutoffs, Order, ResolvedTree, Returns, Reveal, Shown, quoted_if_needed};
use crate::source::Span;
use crate::syntax::tree::{Claim, Form, NodeId, Term};
use crate::syntax::{SETTINGS, Token};
use context::{Context, Scope};

/// Something that can be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text shown in a list.
    pub label: String,
    /// What it means.
    pub detail: String,
    /// What sort of thing it is.
    pub kind: CompletionKind,
    /// The edit that writes it in place of the word that has been begun.
    pub edit: Edit,
}

/// What sort of thing a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// A value of a setting.
    Setting,
    /// A lint.
    Lint,
    /// Something to expect or to ask for.
    Quantity,
    /// The name of a node or unknown, or a move.
    Name,
    /// A right answer or a claim that holds.
    Answer,
}

/// At most this many names are offered.
const MOST_NAMES: usize = 1000;

/// The words that begin a node.
const PLAYERS: &[&str] = &["max", "min", "chance"];

/// The completions at `offset`, answers first; in a tree that hides its answers, there are none of these. The completions
/// are not filtered by the word at `offset`; editors do that. Linear.
pub fn completions(document: &Document, offset: u32, shown: Shown) -> Vec<Completion> {
    let offset = document.clamp(offset);
    let Some(context) = Context::at(document, offset) else { return Vec::new() };
    let mut list = List { document, context, shown, found: Vec::new() };
    list.fill();
    list.found.sort_by_key(|completion| completion.kind != CompletionKind::Answer);
    list.found
}

/// The completions found for a place.
struct List<'a> {
    document: &'a Document,
    context: Context,
    /// Which answers may be offered.
    shown: Shown,
    found: Vec<Completion>,
}

impl List<'_> {
    fn fill(&mut self) {
        let words = self.context.before.len();
        match self.context.first() {
            Some(Token::Cut) => match words {
                1 => self.values(&["alpha >= beta", "alpha > beta"], "cut"),
                2 => self.values(&[">= beta", "> beta"], "cut"),
                3 => self.values(&["beta"], "cut"),
                _ => self.items(),
            },
            Some(Token::Search) if words == 1 => self.values(&Returns::names(), "search"),
            Some(Token::Order) if words == 1 => self.values(&Order::names(), "order"),
            Some(Token::Cutoffs) if words == 1 => self.values(&Cutoffs::names(), "cutoffs"),
            Some(Token::Reveal) if words == 1 => self.values(&Reveal::names(), "reveal"),
            Some(Token::Window) if words == 1 => self.values(&["[-inf, inf]"], "window"),
            Some(Token::Range) if words == 1 => self.values(&["[-1, 1]"], "range"),
            Some(Token::Depth) if words == 1 => {}
            Some(Token::Allow) => self.lints(),
            Some(Token::Ask) if words == 1 => self.questions(),
            Some(Token::Expect) => self.expectation(),
            Some(Token::Max | Token::Min | Token::Chance) => self.head(),
            Some(Token::Tree) => {}
            _ => self.items(),
        }
    }

    fn add(&mut self, label: impl Into<String>, detail: impl Into<String>, kind: CompletionKind) {
        let (label, detail) = (label.into(), detail.into());
        let edit = Edit { span: self.context.word, text: label.clone() };
        self.found.push(Completion { label, detail, kind, edit });
    }

    fn keywords(&mut self, words: &[&str]) {
        for word in words {
            self.add(*word, meaning::of_word(word).unwrap_or_default(), CompletionKind::Keyword);
        }
    }

    /// The values of a setting, or the rest of them.
    fn values(&mut self, values: &[&str], setting: &str) {
        for value in values {
            self.add(*value, meaning::of_word(setting).unwrap_or_default(), CompletionKind::Setting);
        }
    }

    fn lints(&mut self) {
        let written = |lint: &&str| self.context.before.iter().all(|(_, span)| span.of(self.document.text()) != *lint);
        let lints: Vec<&str> = Code::lints().filter(written).collect();
        for lint in lints {
            let about = Code::from_lint(lint).map_or("", Code::title);
            self.add(lint, about, CompletionKind::Lint);
        }
        if self.context.before.len() > 1 {
            self.items();
        }
    }

    /// The words that can follow `expect`.
    fn expectations(&mut self) {
        for word in ClaimKind::words() {
            let meaning = ClaimKind::from_word(word).find_map(ClaimKind::expected_meaning).unwrap_or_default();
            self.add(word, meaning, CompletionKind::Quantity);
        }
    }

    /// The words that can follow `ask`.
    fn questions(&mut self) {
        for (word, asked) in Asked::NAMES {
            self.add(*word, meaning::of_question(*asked), CompletionKind::Quantity);
        }
    }

    /// The words that can begin something at the place.
    fn items(&mut self) {
        match self.context.scope {
            Scope::File => self.keywords(&[&["tree"], PLAYERS, SETTINGS].concat()),
            Scope::Tree => self.keywords(&[PLAYERS, &["expect", "ask"], SETTINGS].concat()),
            Scope::Node if self.context.word.of(self.document.text()).starts_with('?') => self.unknown_leaves(),
            Scope::Node => {
                let leaf_tokens = [Token::Number, Token::Unknown, Token::Elided, Token::Blank];
                if self.context.last().is_some_and(|last| leaf_tokens.contains(&last)) {
                    self.keywords(&["pruned", "visited"]);
                }
                self.keywords(PLAYERS);
            }
        }
    }

    /// The words after `expect`.
    fn expectation(&mut self) {
        let before = self.context.before.clone();
        let Some((_, word)) = before.get(1) else {
            self.expectations();
            return self.unknowns();
        };
        let takes: Vec<Takes> =
            ClaimKind::from_word(word.of(self.document.text())).filter_map(ClaimKind::takes).collect();
        match self.context.last() {
            Some(Token::Equal | Token::Tilde) => self.expected(),
            Some(Token::In) => {
                self.expected();
                self.keywords(&["nothing", "anything"]);
            }
            _ if takes.iter().any(|takes| takes.is_list()) => {
                self.expected();
                self.listed();
                // The list may be complete.
                if before.len() > 2 {
                    self.items();
                }
            }
            _ if before.len() == 2 => {
                let unknown = takes.is_empty().then_some("in");
                let signs: Vec<&str> = takes.iter().filter_map(|takes| takes.sign()).chain(unknown).collect();
                signs.iter().for_each(|sign| self.add(*sign, "", CompletionKind::Keyword));
            }
            _ => self.items(),
        }
    }

    /// The unknowns of the tree, each followed by `in`.
    fn unknowns(&mut self) {
        let Some(tree) = self.document.tree_at(self.context.word.start) else { return };
        let game = self.document.game(tree);
        for name in distinct(game.unknown_names().into_iter().map(String::from)) {
            self.add(format!("{name} in"), OF_SET, CompletionKind::Name);
        }
    }

    /// The unknown leaves of the tree, since an unknown may occur several times.
    fn unknown_leaves(&mut self) {
        let (document, place) = self.with("0");
        let Some(tree) = document.tree_at(place) else { return };
        for name in distinct(document.game(tree).unknown_names().into_iter().map(String::from)) {
            self.add(format!("?{name}"), "an unknown leaf", CompletionKind::Name);
        }
    }

    /// The right answer of an expectation whose operand has not been begun.
    fn expected(&mut self) {
        if self.hides_answers() {
            return;
        }
        let (document, place) = self.with("_");
        let Some(tree) = document.tree_at(place) else { return };
        let game = document.game(tree);
        let claims = Claims::of(&game);
        let answers = Answers::of(&claims);
        let blank = Some(Span::new(place, place + 1));
        let expectation = tree.expectations.iter().find(|expectation| expected(expectation) == blank);
        let answer = answers.zip(expectation).and_then(|(answers, expectation)| answers.of_expectation(expectation));
        if let Some(answer) = answer {
            self.add(answer, "what is true", CompletionKind::Answer);
        }
    }

    /// The next move of a line, or a node of the tree.
    fn listed(&mut self) {
        let (document, place) = self.with("_");
        let Some(tree) = document.tree_at(place) else { return };
        let game = document.game(tree);
        if game.nodes().is_empty() {
            return;
        }
        let is_here = |terms: &[Term]| terms.iter().any(|term| term.span.start == place);
        let found = tree.expectations.iter().find_map(|expectation| match &expectation.form {
            Form::List(terms) if is_here(terms) => Some((expectation.subject, terms)),
            _ => None,
        });
        let Some((subject, terms)) = found else { return };
        match ClaimKind::from_word(subject.span.of(game.text)).find_map(ClaimKind::takes) {
            Some(Takes::Leaves) => return self.names(&game, true),
            Some(Takes::Nodes) => return self.names(&game, false),
            Some(Takes::Moves | Takes::Number | Takes::Decimal) | None => {}
        }
        let mut before = terms.iter().take_while(|term| term.span.start < place);
        if let Some(node) = before.try_fold(NodeId::ROOT, |node, term| game.find_move(node, *term)) {
            self.moves(&game, node);
        }
    }

    /// The moves at a node.
    fn moves(&mut self, game: &ResolvedTree<'_>, node: NodeId) {
        if game.nodes().is_leaf(node) {
            return;
        }
        for child in game.nodes().children(node).take(MOST_NAMES) {
            let known = |written: &String| self.found.iter().all(|other| other.label != *written);
            if let Some(written) = game.unique_move(child).filter(known) {
                self.add(written, format!("a move at {}", game.called(node)), CompletionKind::Name);
            }
        }
    }

    /// The names and labels of a tree that refer to exactly one node.
    fn names(&mut self, game: &ResolvedTree<'_>, leaves_only: bool) {
        let fits = |node: NodeId| !leaves_only || game.nodes().is_leaf(node);
        let labels = game.tree.label_names().map(|(_, name)| name);
        let spans = game.tree.names.iter().map(|(_, span)| *span).chain(labels).take(MOST_NAMES);
        let names = spans.map(|span| game.name_at(span).into_owned()).filter(|name| game.find(name).is_ok_and(fits));
        for name in distinct(names) {
            self.add(quoted_if_needed(&name), "a node or leaf", CompletionKind::Name);
        }
    }

    /// The words in the head of a node.
    fn head(&mut self) {
        match self.context.last() {
            Some(Token::Equal | Token::Tilde | Token::AtMost | Token::AtLeast) => self.claimed("_", |answer| answer),
            Some(Token::OpenBracket) => self.window("_, _", |window| window),
            Some(Token::Number | Token::Blank) if self.context.is_in_window() => {
                self.window("_", |window| window.split_once(' ').map_or("", |(_, upper)| upper));
            }
            Some(Token::Plays) => self.claimed("_", |answer| answer),
            Some(Token::Eval | Token::Worth) => {}
            _ => self.claims(),
        }
    }

    /// The rest of a window that has been begun, with its closing bracket unless it is there already.
    fn window(&mut self, blanks: &str, rest: fn(&str) -> &str) {
        let is_closed = self.document.text()[self.context.word.end as usize..].trim_start().starts_with(']');
        let bracket = if is_closed { "" } else { "]" };
        self.claimed(&format!("{blanks}{bracket}"), |window| {
            let ends = window.trim_start_matches('[').trim_end_matches(']');
            format!("{}{bracket}", rest(ends))
        });
    }

    /// The right operand of the claim that has been begun, and after `plays` all moves.
    fn claimed(&mut self, placeholder: &str, shown: impl Fn(String) -> String) {
        let (document, place) = self.with(placeholder);
        let Some(tree) = document.tree_at(place) else { return };
        let game = document.game(tree);
        let holds = |claim: &Claim| operand(claim).is_some_and(|span| span.start <= place && place < span.end);
        let Some((node, claim)) = tree.claims.iter().find(|(_, claim)| holds(claim)) else { return };
        let claims = Claims::of(&game);
        let answer =
            Answers::of(&claims).filter(|_| !self.hides_answers()).and_then(|answers| answers.of_claim(node, claim));
        if let Some(answer) = answer {
            self.add(shown(answer), "what is true", CompletionKind::Answer);
        }
        if self.context.last() == Some(Token::Plays) {
            self.moves(&game, node);
        }
    }

    /// The claims that can be made at a node.
    fn claims(&mut self) {
        let tree = self.document.tree_at(self.context.word.start);
        let returns = tree.is_some_and(|tree| asks(&self.document.game(tree), Asked::Returns));
        // `=` has one meaning here.
        let other = if returns { ClaimKind::Exact } else { ClaimKind::Returned };
        let kinds = ClaimKind::ALL.iter().filter(|kind| **kind != other);
        for (sign, meaning) in kinds.filter_map(|kind| kind.sign()) {
            self.add(sign, meaning, CompletionKind::Keyword);
        }
        self.keywords(&["eval"]);
        if !self.hides_answers() {
            self.true_claims();
        }
    }

    /// The claims that hold at the node and are not made yet.
    fn true_claims(&mut self) {
        let (document, place) = self.with("");
        let Some(tree) = document.tree_at(place) else { return };
        let game = document.game(tree);
        let claims = Claims::of(&game);
        let (Some(node), Some(answers)) = (game.node_at(place), Answers::of(&claims)) else { return };
        if game.nodes().is_leaf(node) {
            return;
        }
        for claim in answers.true_claims(node) {
            self.add(claim, "what is true", CompletionKind::Answer);
        }
    }

    /// Whether the answers of the tree at this place must not be offered. The text itself says so, not the text with a
    /// placeholder, which is a blank.
    fn hides_answers(&self) -> bool {
        let tree = self.document.tree_at(self.context.word.start);
        tree.is_none_or(|tree| self.document.hides_answers(&self.document.game(tree), self.shown))
    }

    /// The document with `placeholder` in place of the word that has been begun, and the offset of the placeholder.
    fn with(&self, placeholder: &str) -> (Document, u32) {
        let span = self.context.word;
        let before = self.document.text()[..span.start as usize].ends_with([' ', '\t', '\n', '\r', '[', '{', ',']);
        let blank = if before { "" } else { " " };
        let text = format!("{blank}{placeholder} ");
        let document = self.document.edited(&[Edit { span, text }]);
        (document, span.start + u32::from(!before))
    }
}

/// The names in alphabetical order, each once.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    names
}
