//! The lines above each tree: its value, what the search does, and the first error to explain.

use super::Document;
use super::hover::known_value;
use crate::claim::Claims;
use crate::diagnostic::{Code, Diagnostic, Severity, counted};
use crate::grade::answer::Answers;
use crate::model::Shown;
use crate::report::{Algorithm, Answer, draw, to_text};
use crate::source::Span;
use crate::syntax::first_token;
use crate::syntax::tree::{Kind, NodeId, Tree};

/// A line above a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The word that begins the tree.
    pub span: Span,
    /// The text shown.
    pub title: String,
    /// What a click on it does.
    pub action: LensAction,
}

/// What a click on a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensAction {
    /// Shows the answer of the tree: see [`drawn_answer`].
    ShowAnswer,
    /// Shows the page of a code.
    Explain(Code),
}

/// At most this many trees of a file get lines.
const MOST_TREES: usize = 1000;

/// The value of each tree with the work of its search, and a line that explains its first error; nothing at a tree that
/// hides its answers. Linear.
pub fn lenses(document: &Document, shown: Shown) -> Vec<Lens> {
    let errors = document.report(shown).findings.iter().filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<&Diagnostic> = errors.collect();
    let of_tree = |tree: &Tree| {
        if document.hides_answers(&document.game(tree), shown) {
            return [None, None];
        }
        let span = first_token(document.text(), tree.span);
        let value = value(document, tree).map(|title| Lens { span, title, action: LensAction::ShowAnswer });
        let first = errors.iter().map(|error| (error.primary.span, error.code));
        let first = first.filter(|(span, _)| tree.span.contains(*span)).min_by_key(|(span, _)| *span);
        let page = first.map(|(_, code)| {
            let title = format!("explain {code}: {}", code.title());
            Lens { span, title, action: LensAction::Explain(code) }
        });
        [value, page]
    };
    document.file().trees.iter().take(MOST_TREES).flat_map(of_tree).flatten().collect()
}

/// The answer of the tree at an offset, as `eval --nodes` prints it.
///
/// # Errors
///
/// Why there is no answer, in words.
pub fn drawn_answer(document: &Document, offset: u32, shown: Shown) -> Result<String, String> {
    let tree = document.tree_at(document.clamp(offset)).ok_or("there is no tree here")?;
    let game = document.game(tree);
    if document.hides_answers(&game, shown) {
        return Err("this tree hides its answers".to_string());
    }
    let claims = Claims::of(&game);
    let answer = (!game.has_errors).then(|| Answer::new(&claims, &game.settings, Algorithm::AlphaBeta).ok()).flatten();
    let answer = answer.ok_or("this tree has errors, so it has no answer yet")?;
    let line = document.lines().line_column(document.text(), tree.span.start).line;
    Ok(format!("{}\n{}", to_text(&answer, &format!("line {line}")), draw(&answer, false)))
}

fn value(document: &Document, tree: &Tree) -> Option<String> {
    let game = document.game(tree);
    Some(title(&Answers::of(&Claims::of(&game))?))
}

/// `value 3 · 5 of 6 leaves evaluated · 1 cutoff`
fn title(answers: &Answers<'_>) -> String {
    let search = &answers.search;
    let value = match known_value(search, NodeId::ROOT).as_str() {
        "?" => "value open".to_string(),
        value => format!("value {value}"),
    };
    let Some(counts) = search.counts() else { return value };
    let leaves = || search.visible().map(|node| search.kind(node)).filter(|kind| kind.is_leaf());
    let evaluated = match leaves().any(|kind| kind == Kind::Elided) {
        true => counted(counts.leaves, "leaf", "leaves"),
        false => format!("{} of {}", counts.leaves, counted(leaves().count() as u64, "leaf", "leaves")),
    };
    format!("{value} · {evaluated} evaluated · {}", counted(counts.cutoffs, "cutoff", "cutoffs"))
}
