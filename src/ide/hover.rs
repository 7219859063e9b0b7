//! What is to be said of the place under the pointer.

use std::fmt::Write;

use super::answer::Answers;
use super::document::{Document, node_at};
use super::markdown::{block, code, prose};
use super::meaning;
use crate::claim::{Asked, ClaimKind, Claims, OF_SET};
use crate::diagnostic::{Code, Label};
use crate::explain::reasons;
use crate::model::{ResolvedTree, clipped};
use crate::report::{Algorithm, Answer, to_text};
use crate::search::{Bound, Cause, Search, VisitStatus};
use crate::source::{self, LineIndex, Span};
use crate::syntax::tree::{Kind, NodeId, Tree};
use crate::syntax::{Token, name_at};

/// What is said of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Of which part of the text.
    pub span: Span,
    /// What, in Markdown.
    pub markdown: String,
}

/// How many moves of a line are shown before the rest is counted.
const MOST_MOVES: usize = 30;

/// What is to be said of the place at `offset`: what a word means, what a node or a tree is worth and what the search
/// does there. Linear.
pub fn hover(document: &Document, offset: u32, reveal: bool) -> Option<Hover> {
    let offset = document.clamp(offset);
    let Some((token, span)) = document.token_at(offset) else { return code_in_comment(document, offset) };
    let said = |(span, markdown): (Span, String)| Hover { span, markdown };
    let Some(tree) = document.tree_at(span.start) else { return of_words(document, None, span).map(said) };
    if let Some(words) = of_words(document, Some(tree), span) {
        return Some(said(words));
    }
    let hidden = document.hides_answers(reveal);
    let game = document.game(tree);
    let claims = Claims::of(&game);
    if token == Token::Tree || tree.title == Some(span) {
        return of_tree(document.lines(), &claims, hidden).map(|markdown| Hover { span, markdown });
    }
    let node = node_at(&game, span.start)?;
    let markdown = of_node(document.lines(), &claims, node, hidden);
    let head = game.head(node);
    // Labels, braces and the like are not part of the head.
    Some(Hover { span: if head.contains(span) { head } else { span }, markdown })
}

/// The number of a code that stands in a comment.
fn code_in_comment(document: &Document, offset: u32) -> Option<Hover> {
    let (before, behind) = document.text().split_at(offset as usize);
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let start = before.trim_end_matches(is_letter).len();
    let end = before.len() + behind.find(|c| !is_letter(c)).unwrap_or(behind.len());
    let span = Span::new(source::offset(start), source::offset(end));
    let code = Code::from_id(span.of(document.text()))?;
    Some(Hover { span, markdown: meaning::of_code(code) })
}

/// What a setting, a claim, an expectation or a question at `span` means.
fn of_words(document: &Document, tree: Option<&Tree>, span: Span) -> Option<(Span, String)> {
    let text = document.text();
    let settings = tree.map_or(&document.file().settings, |tree| &tree.settings);
    if let Some(setting) = settings.iter().find(|setting| setting.span.contains(span)) {
        let lint = Code::from_lint(&name_at(text, span));
        let said = lint.map_or_else(|| meaning::of_setting(&setting.kind).to_string(), meaning::of_code);
        return Some((if lint.is_some() { span } else { setting.span }, said));
    }
    let tree = tree?;
    if let Some((_, claim)) = tree.claims.iter().find(|(_, claim)| claim.span.contains(span)) {
        let sign = ClaimKind::at_node(&claim.form).and_then(ClaimKind::sign);
        let said = sign.map_or_else(|| meaning::of_word("eval"), |(_, meaning)| Some(meaning));
        return Some((claim.span, said?.to_string()));
    }
    if let Some(expectation) = tree.expectations.iter().find(|expectation| expectation.span.contains(span)) {
        let kind = ClaimKind::called(expectation.subject.span.of(text)).next();
        return Some((expectation.span, kind.and_then(ClaimKind::expected_meaning).unwrap_or(OF_SET).to_string()));
    }
    if let Some(ask) = tree.asks.iter().find(|ask| ask.span.contains(span)) {
        return Some((ask.span, meaning::of_question(Asked::called(ask.subject.of(text))?).to_string()));
    }
    let word = span.of(text).to_lowercase();
    (word == "worth").then(|| meaning::of_word(&word)).flatten().map(|said| (span, said.to_string()))
}

/// The answer of a tree; what a tree is, where there is none or where answers are `hidden`.
fn of_tree(lines: &LineIndex, claims: &Claims<'_>, hidden: bool) -> Option<String> {
    let game = claims.game;
    let is_answered = !hidden && !game.has_errors;
    let answer = is_answered.then(|| Answer::new(claims, &game.settings, Algorithm::AlphaBeta).ok()).flatten();
    let Some(answer) = answer else { return meaning::of_word("tree").map(str::to_string) };
    let line = lines.line_column(game.text, game.tree.span.start).line;
    Some(block(&to_text(&answer, &format!("line {line}"))))
}

/// What a node or leaf is, and unless that is `hidden` what becomes of it.
fn of_node(lines: &LineIndex, claims: &Claims<'_>, node: NodeId, hidden: bool) -> String {
    let game = claims.game;
    let mut said = introduction(game, node);
    let Some(answers) = Answers::of(claims).filter(|_| !hidden) else { return said };
    let search = &answers.search;
    if let Some(facts) = facts(&answers, node) {
        let _ = write!(said, "\n\n{facts}");
    }
    if let Some(line) = line(game, search, node) {
        let _ = write!(said, "\n\nbest line: {line}");
    }
    let reasons = reasons(game, search, node);
    let place = |Label { span, message }: &Label| {
        let line = lines.line_column(game.text, span.start).line;
        format!("{}, line {line}: {}", code(&excerpt(game, *span)), prose(message))
    };
    let reasons: Vec<String> =
        reasons.labels.iter().map(place).chain(reasons.notes.iter().map(|note| prose(note))).collect();
    if !reasons.is_empty() {
        let _ = write!(said, "\n\n- {}", reasons.join("\n- "));
    }
    said
}

/// `**MIN node B**, the move a1`
fn introduction(game: &ResolvedTree<'_>, node: NodeId) -> String {
    let kind = game.nodes().kind(node);
    let what = match kind {
        Kind::Max | Kind::Min | Kind::Chance => format!("**{} node**", kind.name()),
        Kind::Value => format!("**leaf** worth {}", game.nodes().value(node)),
        Kind::Unknown => "**unknown leaf**: nobody knows its value".to_string(),
        Kind::Elided => "**any subtree**: nobody knows what stands here".to_string(),
        Kind::Blank | Kind::Hidden => "**blank leaf**: its value is asked for".to_string(),
    };
    let name = game.name(node).map(|name| format!(" {}", code(&clipped(&name))));
    let label = game.label(node).map(|label| format!(", the move {}", code(&clipped(&label))));
    [Some(what), name, label].into_iter().flatten().collect()
}

/// What a node is worth, how the search enters it and what it returns, in a line.
fn facts(answers: &Answers<'_>, node: NodeId) -> Option<String> {
    let Answers { game, search, .. } = answers;
    let mut facts = Vec::new();
    let is_interior = !game.nodes().kind(node).is_leaf();
    if is_interior && search.kind(node) != Kind::Hidden {
        facts.push(format!("value **{}**", answers.extent(node)));
    }
    if let VisitStatus::Skipped(cause) = search.status(node) {
        facts.push(never_searched(cause).to_string());
    }
    if let Some(window) = search.window(node) {
        // Without code marks, Markdown would take a window for a link.
        facts.push(format!("window {}", code(&format!("[{}, {}]", window.alpha, window.beta))));
    }
    if let Some(returned) = search.returned(node).filter(|_| is_interior) {
        let sort = match search.bound(node) {
            Some(Bound::Exact) => ", its exact value",
            Some(Bound::Upper) => ", an upper bound",
            Some(Bound::Lower) => ", a lower bound",
            None => "",
        };
        facts.push(format!("returns {returned}{sort}"));
    }
    (!facts.is_empty()).then(|| facts.join(" · "))
}

fn never_searched(cause: Cause) -> &'static str {
    match cause {
        Cause::Cutoff => "never searched: a cutoff skips it",
        Cause::Depth => "never searched: it lies below the depth limit",
        Cause::Probability => "never searched: it has probability 0",
    }
}

/// The principal variation from a node on; `None` where there is none, or where it is open.
fn line(game: &ResolvedTree<'_>, search: &Search<'_>, node: NodeId) -> Option<String> {
    let mut moves = Vec::new();
    let mut node = node;
    while matches!(search.kind(node), Kind::Max | Kind::Min) {
        let best = search.first_best_move(node)?;
        if moves.len() == MOST_MOVES {
            moves.push("…".to_string());
            break;
        }
        let place = || search.children(node).position(|child| child == best).unwrap_or_default() + 1;
        moves.push(game.move_name(best).map_or_else(|| format!("#{}", place()), |name| code(&clipped(&name))));
        node = best;
    }
    (!moves.is_empty()).then(|| moves.join(" "))
}

/// What stands at a place that explains something; of a leaf and of a bare node more than the head, which says little.
fn excerpt(game: &ResolvedTree<'_>, span: Span) -> String {
    let node = node_at(game, span.start).filter(|node| game.head(*node) == span);
    let says_little = |node: &NodeId| game.nodes().kind(*node).is_leaf() || game.is_bare(*node);
    let shown = node.filter(says_little).map_or(span, |node| game.nodes().span(node));
    clipped(shown.of(game.text).lines().next().unwrap_or_default())
}
