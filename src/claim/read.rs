//! Reads the claims and questions of a tree.

use super::misread::{check_unknowns, report_missing_signs, unknown_word, unreadable, value_without_sign};
use super::question::{asked, marks};
use super::reader::{Reader, list_span};
use super::{Asked, Claim, ClaimKind, Claims, Question, QuestionKind};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::model::{Choice, ResolveError, ResolvedTree};
use crate::source::Span;
use crate::syntax::tree::{self, Expectation, Form, Kind, NodeId, Term, TermKind};

impl<'a> Claims<'a> {
    /// Reads all claims and questions of a tree, and reports those that cannot be read. Linear in their length.
    pub fn read(game: &'a ResolvedTree<'a>, findings: &mut Findings) -> Self {
        let mut claims = Self {
            game,
            claims: Vec::with_capacity(game.tree.claims.iter().len()),
            at_nodes: 0,
            sets: Vec::new(),
            questions: Vec::new(),
            asked: asked(game).map(|(_, asked)| asked).collect(),
            references: Vec::new(),
            has_blanks: has_blank(game.tree),
        };
        if game.nodes().is_empty() {
            return claims;
        }
        let mut reader = Reader::new(game);
        claims.read_at_nodes(&mut reader, findings);
        claims.at_nodes = claims.claims.len();
        claims.read_on_tree(&mut reader, findings);
        claims.check_asks(findings);
        claims.check_worths(findings);
        claims.references = reader.references;
        claims
    }

    fn read_at_nodes(&mut self, reader: &mut Reader<'_>, findings: &mut Findings) {
        let mut current = NodeId::ROOT;
        // The kinds of claims made at the current node so far.
        let mut kinds: Vec<(Option<ClaimKind>, Span)> = Vec::new();
        for (node, claim) in self.game.tree.claims.iter() {
            if node != current {
                current = node;
                kinds.clear();
            }
            let kind = ClaimKind::at_node(self.game, node, &claim.form);
            let first = kinds.iter().find(|(other, _)| *other == kind).map(|(_, span)| *span);
            if first.is_none() {
                kinds.push((kind, claim.span));
            }
            if let Some(first) = first.filter(|_| kind != Some(ClaimKind::Plays)) {
                findings.error(Code::RepeatedClaim, || {
                    Diagnostic::new(Code::RepeatedClaim, "this kind of claim is made twice here", claim.span)
                        .label(first, "first made here")
                        .help("take one of them away")
                });
                continue;
            }
            if let Err(error) = self.read_at_node(reader, node, claim) {
                self.game.report(error, findings);
            }
        }
        for leaf in self.game.nodes().of_kind(Kind::Blank) {
            self.ask(self.game.head(leaf), QuestionKind::Leaf);
        }
    }

    fn read_at_node(&mut self, reader: &mut Reader<'_>, node: NodeId, claim: &tree::Claim) -> Result<(), ResolveError> {
        let Some(kind) = ClaimKind::at_node(self.game, node, &claim.form) else { return Ok(()) };
        let (terms, operand) = (claim.form.operands(), claim.operand());
        if terms.iter().any(is_blank) {
            self.ask(operand, QuestionKind::Node(node, kind));
            return Ok(());
        }
        let claimed = kind.read(reader, node, terms)?;
        let worth = marks(self.game, claim.worth);
        self.claims.push(Claim { node, kind, span: claim.span, operand, worth, claimed });
        Ok(())
    }

    fn read_on_tree(&mut self, reader: &mut Reader<'_>, findings: &mut Findings) {
        check_unknowns(self.game, findings);
        report_missing_signs(self.game, findings);
        for expectation in &self.game.tree.expectations {
            if value_without_sign(self.game, expectation).is_some() {
                continue;
            }
            if let Err(error) = self.read_expectation(reader, expectation) {
                self.game.report(error, findings);
            }
        }
        for ask in &self.game.tree.asks {
            let word = ask.subject.of(self.game.text);
            match Asked::from_word(word) {
                Some(asked) => self.ask(ask.span, QuestionKind::Every(asked)),
                None => {
                    let error = unknown_word("ask for", &word.to_lowercase(), ask.subject, &Asked::names());
                    self.game.report(error, findings);
                }
            }
        }
    }

    fn read_expectation(&mut self, reader: &mut Reader<'_>, expectation: &Expectation) -> Result<(), ResolveError> {
        if let Form::In(set) = &expectation.form {
            return self.read_set(reader, expectation, set);
        }
        let word = expectation.subject.span.of(self.game.text);
        let terms = expectation.form.operands();
        if expectation.subject.kind == TermKind::Unknown {
            return Err(unreadable(self.game, expectation));
        }
        let kind = ClaimKind::expected(word, &expectation.form);
        let is_list = matches!(expectation.form, Form::List(_));
        if is_list && terms.iter().any(is_blank) {
            let asked = ClaimKind::from_word(word).next().map_or(QuestionKind::Other, QuestionKind::Tree);
            self.ask(expectation.span, asked);
            // A list with a blank is not a claim yet, but its other items are references.
            let _ = kind.map(|kind| kind.read(reader, NodeId::ROOT, terms));
            return Ok(());
        }
        let Some(kind) = kind else { return Err(unreadable(self.game, expectation)) };
        if terms.iter().any(is_blank) {
            self.ask(terms[0].span, QuestionKind::Tree(kind));
            return Ok(());
        }
        let claimed = kind.read(reader, NodeId::ROOT, terms)?;
        let operand = list_span(terms);
        let worth = marks(self.game, expectation.worth);
        self.claims.push(Claim { node: NodeId::ROOT, kind, span: expectation.span, operand, worth, claimed });
        Ok(())
    }

    pub(super) fn ask(&mut self, span: Span, kind: QuestionKind) {
        self.questions.push(Question { span, kind });
    }
}

fn is_blank(term: &Term) -> bool {
    term.kind == TermKind::Blank
}

fn has_blank(tree: &tree::Tree) -> bool {
    let asks_for_set = |form: &Form| matches!(form, Form::In(set) if set.is_blank());
    tree.nodes.has(Kind::Blank) || tree.expectations.iter().any(|expectation| asks_for_set(&expectation.form))
}
