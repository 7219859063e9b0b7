//! Hovers: explains the place under the pointer.

use std::fmt::Write;

use super::document::Document;
use super::markdown::{block, code, prose};
use super::meaning;
use crate::claim::{Asked, ClaimKind, Claims, OF_SET};
use crate::diagnostic::{Code, Label};
use crate::explain::reasons;
use crate::grade::answer::Answers;
use crate::model::{ResolvedTree, Shown, clipped};
use crate::report::trace::extent;
use crate::report::{Algorithm, Answer, to_text};
use crate::search::{Bound, Cause, Extent, Search, VisitStatus};
use crate::source::{self, LineIndex, Span};
use crate::syntax::tree::{Kind, NodeId, Tree};
use crate::syntax::{Token, name_at};

/// An explanation of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The part that is explained.
    pub span: Span,
    /// The explanation, in Markdown.
    pub markdown: String,
}

/// At most this many moves of a line are shown; the rest are left out.
const MOST_MOVES: usize = 30;

/// Explains the place at `offset`: what a word means, or the value of a node or a tree and what the search does there.
/// In a tree that hides its answers, values and the search are left out. Linear.
pub fn hover(document: &Document, offset: u32, shown: Shown) -> Option<Hover> {
    let offset = document.clamp(offset);
    let Some((token, span)) = document.token_at(offset) else { return code_in_comment(document, offset) };
    let to_hover = |(span, markdown): (Span, String)| Hover { span, markdown };
    let Some(tree) = document.tree_at(span.start) else { return of_words(document, None, span).map(to_hover) };
    if let Some(words) = of_words(document, Some(tree), span) {
        return Some(to_hover(words));
    }
    let game = document.game(tree);
    let hidden = document.hides_answers(&game, shown);
    let claims = Claims::of(&game);
    if token == Token::Tree || tree.title == Some(span) {
        return of_tree(document.lines(), &claims, hidden).map(|markdown| Hover { span, markdown });
    }
    let node = game.node_at(span.start)?;
    let markdown = of_node(document.lines(), &claims, node, hidden);
    let head = game.head(node);
    // Labels, braces and the like are not part of the head.
    Some(Hover { span: if head.contains(span) { head } else { span }, markdown })
}

/// Explains a code in a comment, such as `E0301`.
fn code_in_comment(document: &Document, offset: u32) -> Option<Hover> {
    let (before, after) = document.text().split_at(offset as usize);
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let start = before.trim_end_matches(is_letter).len();
    let end = before.len() + after.find(|c| !is_letter(c)).unwrap_or(after.len());
    let span = Span::new(source::offset(start), source::offset(end));
    let code = Code::from_id(span.of(document.text()))?;
    Some(Hover { span, markdown: meaning::of_code(code) })
}

/// What the setting, claim, expectation or question at `span` means, with its span.
fn of_words(document: &Document, tree: Option<&Tree>, span: Span) -> Option<(Span, String)> {
    let text = document.text();
    let settings = tree.map_or(&document.file().settings, |tree| &tree.settings);
    if let Some(setting) = settings.iter().find(|setting| setting.span.contains(span)) {
        let lint = Code::from_lint(&name_at(text, span));
        let meaning = lint.map_or_else(|| meaning::of_setting(&setting.kind).to_string(), meaning::of_code);
        return Some((if lint.is_some() { span } else { setting.span }, meaning));
    }
    let tree = tree?;
    if let Some((node, claim)) = tree.claims.iter().find(|(_, claim)| claim.span.contains(span)) {
        let sign = ClaimKind::at_node(&document.game(tree), node, &claim.form).and_then(ClaimKind::sign);
        let meaning = sign.map_or_else(|| meaning::of_word("eval"), |(_, meaning)| Some(meaning));
        return Some((claim.span, meaning?.to_string()));
    }
    if let Some(expectation) = tree.expectations.iter().find(|expectation| expectation.span.contains(span)) {
        let kind = ClaimKind::from_word(expectation.subject.span.of(text)).next();
        return Some((expectation.span, kind.and_then(ClaimKind::expected_meaning).unwrap_or(OF_SET).to_string()));
    }
    if let Some(ask) = tree.asks.iter().find(|ask| ask.span.contains(span)) {
        return Some((ask.span, meaning::of_question(Asked::from_word(ask.subject.of(text))?).to_string()));
    }
    let word = span.of(text).to_lowercase();
    (word == "worth").then(|| meaning::of_word(&word)).flatten().map(|meaning| (span, meaning.to_string()))
}

/// The answer of a tree. If there is none, or if answers are `hidden`, what a tree is.
fn of_tree(lines: &LineIndex, claims: &Claims<'_>, hidden: bool) -> Option<String> {
    let game = claims.game;
    let is_answered = !hidden && !game.has_errors;
    let answer = is_answered.then(|| Answer::new(claims, &game.settings, Algorithm::AlphaBeta).ok()).flatten();
    let Some(answer) = answer else { return meaning::of_word("tree").map(str::to_string) };
    let line = lines.line_column(game.text, game.tree.span.start).line;
    Some(block(&to_text(&answer, &format!("line {line}"))))
}

/// What a node or leaf is; unless answers are `hidden`, also its value, its best line and what the search does there.
fn of_node(lines: &LineIndex, claims: &Claims<'_>, node: NodeId, hidden: bool) -> String {
    let game = claims.game;
    let mut markdown = introduction(game, node);
    let Some(answers) = Answers::of(claims).filter(|_| !hidden) else { return markdown };
    let search = &answers.search;
    if let Some(facts) = facts(&answers, node) {
        let _ = write!(markdown, "\n\n{facts}");
    }
    if let Some(line) = line(game, search, node) {
        let _ = write!(markdown, "\n\nbest line: {line}");
    }
    let reasons = reasons(game, search, node);
    let place = |Label { span, message }: &Label| {
        let line = lines.line_column(game.text, span.start).line;
        format!("{}, line {line}: {}", code(&excerpt(game, *span)), prose(message))
    };
    let reasons: Vec<String> =
        reasons.labels.iter().map(place).chain(reasons.notes.iter().map(|note| prose(note))).collect();
    if !reasons.is_empty() {
        let _ = write!(markdown, "\n\n- {}", reasons.join("\n- "));
    }
    markdown
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

/// The value of a node, or the range in which it lies.
pub(super) fn known_value(search: &Search<'_>, node: NodeId) -> String {
    let (least, greatest) = search.ends(node);
    extent(Extent { least, greatest })
}

/// What a node is worth, how the search enters it and what it returns, in a line.
fn facts(answers: &Answers<'_>, node: NodeId) -> Option<String> {
    let Answers { game, search, .. } = answers;
    let mut facts = Vec::new();
    let is_interior = !game.nodes().is_leaf(node);
    if is_interior && search.kind(node) != Kind::Hidden {
        facts.push(format!("value **{}**", known_value(search, node)));
    }
    if let VisitStatus::Skipped(cause) = search.status(node) {
        facts.push(never_searched(cause).to_string());
    }
    if let Some(window) = search.window(node) {
        // Without backticks, Markdown could read a window as a link.
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

/// The principal variation from a node on; `None` if there is none, or if it depends on an unknown leaf.
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

/// The first line of the text at the place of a label. For a leaf or a bare node, whose head says little, the first
/// line of the whole node.
fn excerpt(game: &ResolvedTree<'_>, span: Span) -> String {
    let node = game.node_at(span.start).filter(|node| game.head(*node) == span);
    let says_little = |node: &NodeId| game.nodes().is_leaf(*node) || game.is_bare(*node);
    let shown = node.filter(says_little).map_or(span, |node| game.nodes().span(node));
    clipped(shown.of(game.text).lines().next().unwrap_or_default())
}
