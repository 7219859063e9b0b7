//! The key of an exercise: its sheet, with the right answers.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use super::error::SheetError;
use super::write;
use crate::claim::{Asked, ClaimKind, Claims, asked, is_claimed};
use crate::diagnostic::render::printable;
use crate::diagnostic::{Edit, Findings, applied, clipped};
use crate::edit::add_claims;
use crate::format::{WIDTH, format};
use crate::grade::answer::{Answers, expected, operand};
use crate::grade::questions::worth;
use crate::model::{Choice, Defaults, FileSettings, ResolvedTree};
use crate::number::Fraction;
use crate::source::Span;
use crate::syntax::parse;
use crate::syntax::tree::{Claim, Expectation, Kind, NodeId, Term};

/// A sheet that is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The text of the key.
    pub text: String,
    /// The questions that have no answer in it, as they are written: blank leaves, which can have many right answers, and
    /// questions whose answer is not known or cannot be written.
    pub unanswered: Vec<String>,
}

/// The key of an exercise: its sheet with `reveal answers` and the right answers, which do not depend on those in the
/// exercise. If several moves are best, it has all of them, and they share the marks. `name` is that of the exercise.
///
/// # Errors
///
/// As for [`sheet`](super::sheet()).
pub fn key(exercise: &str, project: &Defaults, name: Option<&str>) -> Result<Key, SheetError> {
    let mut text = name.map_or_else(String::new, |name| format!("// exercise: {}\n", printable(name)));
    text += "reveal answers\n\n";
    text += &write(exercise, project, |_| ())?;
    let (file, mut findings) = parse(&text, 0);
    let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
    let mut edits = Vec::new();
    let mut unanswered = Vec::new();
    for tree in &file.trees {
        let game = ResolvedTree::new(&text, tree, &settings, &mut Findings::new(0));
        let claims = Claims::of(&game);
        let mut filled =
            Filled { game: &game, answers: Answers::of(&claims), edits: Vec::new(), unanswered: Vec::new() };
        filled.fill();
        edits.append(&mut filled.edits);
        unanswered.append(&mut filled.unanswered);
    }
    let text = format(&applied(&text, &edits), WIDTH).map_err(SheetError::Unformatted)?;
    Ok(Key { text, unanswered })
}

/// The order in which claims at the same node are written.
const ORDER: &[Asked] = &[Asked::Windows, Asked::Values, Asked::Returns, Asked::Plays, Asked::Pruned];

/// A tree of the sheet with the edits that answer its questions.
struct Filled<'a> {
    game: &'a ResolvedTree<'a>,
    answers: Option<Answers<'a>>,
    edits: Vec<Edit>,
    unanswered: Vec<String>,
}

impl Filled<'_> {
    fn fill(&mut self) {
        let tree = self.game.tree;
        let blanks = self.game.nodes().of_kind(Kind::Blank);
        let below = |leaf| format!("the blank leaf below {}", self.game.called(self.game.parent(leaf)));
        self.unanswered.extend(blanks.map(below));
        for (node, claim) in tree.claims.iter().filter(|(_, claim)| claim.form.asks()) {
            let answer = self.claim(node, claim);
            let question = format!("{} at {}", self.quoted(claim.span), self.game.called(node));
            self.keep(answer, question);
        }
        for expectation in tree.expectations.iter().filter(|expectation| expectation.form.asks()) {
            let answer = self.expectation(expectation);
            self.keep(answer, self.quoted(expectation.span));
        }
        let mut claims: BTreeMap<NodeId, Vec<String>> = BTreeMap::new();
        let mut every: Vec<Asked> = asked(self.game).map(|(_, asked)| asked).collect();
        every.sort_by_key(|asked| ORDER.iter().position(|other| other == asked));
        for asked in every {
            match self.ask(asked) {
                Some(answers) => {
                    for (node, claim) in answers {
                        claims.entry(node).or_default().push(claim);
                    }
                }
                None => self.unanswered.push(format!("`ask {}`", asked.name())),
            }
        }
        self.edits.extend(claims.into_iter().map(|(node, claims)| add_claims(self.game, node, &claims.join(" "))));
        self.edits.sort_by_key(|edit| edit.span);
    }

    fn keep(&mut self, answer: Option<Edit>, question: String) {
        match answer {
            Some(edit) => self.edits.push(edit),
            None => self.unanswered.push(question),
        }
    }

    /// A part of the text, as a message quotes it.
    fn quoted(&self, span: Span) -> String {
        format!("`{}`", clipped(span.of(self.game.text)))
    }

    fn claim(&self, node: NodeId, claim: &Claim) -> Option<Edit> {
        let answers = self.answers.as_ref()?;
        if ClaimKind::at_node(self.game, node, &claim.form) == Some(ClaimKind::Plays) {
            return self.moves(node, "plays", claim.span, claim.worth);
        }
        Some(Edit::new(operand(claim)?, answers.of_claim(node, claim)?))
    }

    fn expectation(&self, expectation: &Expectation) -> Option<Edit> {
        let answers = self.answers.as_ref()?;
        let word = expectation.subject.span.of(self.game.text);
        if ClaimKind::expected(word, &expectation.form) == Some(ClaimKind::Plays) {
            return self.moves(NodeId::ROOT, "expect plays", expectation.span, expectation.worth);
        }
        Some(Edit::new(expected(expectation)?, answers.of_expectation(expectation)?))
    }

    /// Answers a blank for a move with all best moves, which share its marks.
    fn moves(&self, node: NodeId, word: &str, question: Span, marks: Option<Term>) -> Option<Edit> {
        let moves = self.best_moves(node)?;
        let number = Fraction::new(i128::try_from(moves.len()).ok()?, 1)?;
        let share = worth(self.game, marks).over(number).ok()?;
        let mut text = String::new();
        for best in moves {
            let _ = write!(text, " {word} {best} worth {share}");
        }
        let end = marks.map_or(question.end, |marks| marks.span.end);
        Some(Edit::new(Span::new(question.start, end), text.trim_start()))
    }

    /// The best moves of a node that can be written, at least one.
    fn best_moves(&self, node: NodeId) -> Option<Vec<String>> {
        let best = self.answers.as_ref()?.search.best_moves(node)?;
        let mut written: Vec<String> = best.into_iter().filter_map(|child| self.game.unique_move(child)).collect();
        // A number means any leaf with this value.
        let mut seen = HashSet::new();
        written.retain(|best| seen.insert(best.clone()));
        (!written.is_empty()).then_some(written)
    }

    /// The claims that answer an `ask`, each with its node; `None` if one of them is not known or cannot be written.
    fn ask(&self, asked: Asked) -> Option<Vec<(NodeId, String)>> {
        let answers = self.answers.as_ref()?;
        let is_answered = |node: &NodeId| asked.kinds().iter().any(|kind| is_claimed(self.game, *node, *kind));
        let answer = |node| match asked {
            Asked::Plays => Some(self.best_moves(node)?.iter().map(|best| ClaimKind::Plays.written(best)).collect()),
            _ => Some(vec![asked.kinds().iter().find_map(|kind| answers.true_claim(node, *kind))?]),
        };
        let mut claims = Vec::new();
        for node in asked.places(&answers.search)?.into_iter().filter(|node| !is_answered(node)) {
            let here: Vec<String> = answer(node)?;
            claims.extend(here.into_iter().map(|claim| (node, claim)));
        }
        Some(claims)
    }
}
