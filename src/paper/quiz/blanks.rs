//! The blanks of a question, with their right answers, and the wrong ones that a single wrong procedure gives.

use super::numbers::{decimals, exact, written};
use crate::claim::{Asked, ClaimKind};
use crate::grade::faults::{BlankRuns, Fault};
use crate::grade::marks::AskedTree;
use crate::grade::questions::{Asks, Question};
use crate::grade::run::{Claimed, Return, Run};
use crate::number::Number;
use crate::paper::words::{Places, window_ends};
use crate::search::Bound;
use crate::syntax::Token;
use crate::syntax::tree::NodeId;

/// Blanks that stand side by side.
pub(super) struct Row {
    /// What they are about; may be empty.
    pub(super) label: String,
    pub(super) blanks: Vec<Blank>,
}

/// One answer.
pub(super) struct Blank {
    /// What stands before it; may be empty.
    pub(super) label: &'static str,
    pub(super) input: Input,
}

/// How an answer is given and compared.
pub(super) enum Input {
    /// A number.
    Number {
        right: Number,
        /// Whether the question asks for a rounded number, even if the number is short.
        is_rounded: bool,
        predicted: Vec<Predicted<Number>>,
    },
    /// A text: one of these.
    Text { right: Vec<Word>, predicted: Vec<Predicted<Word>> },
    /// A list in order, with spaces or commas between its items: one of these.
    List(Vec<Vec<String>>),
    /// One of a list.
    One(Vec<Choice>),
    /// Any of a list; each wrong one cancels a right one.
    Several(Vec<Choice>),
}

/// What students write into a field for a text.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Word {
    /// A number alone.
    Number(Number),
    /// What the search returns: a number after `<=` or `>=` if it is a bound; `=` may be before an exact one.
    Returned(Bound, Number),
    /// That the search does not enter the node.
    NotEntered,
    /// Nothing that students would write, but long: Moodle makes a field as long as its longest answer, and the length must
    /// not tell what the answer is.
    Filler,
}

/// A choice in a list.
pub(super) struct Choice {
    pub(super) text: String,
    pub(super) is_right: bool,
    /// What students who choose it read; may be empty.
    pub(super) feedback: String,
}

/// A wrong answer that is known beforehand.
pub(super) struct Predicted<T> {
    pub(super) answer: T,
    /// What students who give it read; may be empty.
    pub(super) feedback: String,
}

/// Why a question cannot become a blank, and what to do.
pub(super) type Reason = &'static str;

/// Why a question has no blank: no quiz can ask a question of this kind, or its tree cannot be run.
pub(super) fn unsuited(asks: Asks) -> Reason {
    match asks {
        Asks::Set(_) => "a set can be written in too many ways; leave this question out of the quiz",
        Asks::Leaves => "too many different numbers are right; write a number into each empty leaf",
        _ => "its tree has unknown leaves or `...`; leave this tree out of the quiz",
    }
}

/// Writes the blanks of one tree.
pub(super) struct Writer<'a> {
    pub(super) tree: &'a AskedTree<'a>,
    pub(super) places: &'a Places<'a>,
    pub(super) runs: &'a BlankRuns<'a>,
    /// Whether wrong answers have feedback.
    pub(super) with_feedback: bool,
}

impl Writer<'_> {
    /// The blanks of a question, row by row. The error says why there are none.
    pub(super) fn rows(&self, question: &Question) -> Result<Vec<Row>, Reason> {
        let rows = match question.asks {
            Asks::Claim(node, ClaimKind::Window) => {
                vec![Row { label: String::new(), blanks: self.ends(question, node)? }]
            }
            Asks::Claim(node, kind) => vec![Row::of(self.at_node(node, kind)?)],
            Asks::Expected(kind) => vec![Row::of(self.expected(kind)?)],
            Asks::Every(Asked::Pruned) => vec![Row::of(self.skipped_leaves())],
            Asks::Every(asked) => {
                let row = |node| Ok(Row { label: self.places.called(node), blanks: self.everywhere(node, asked)? });
                self.nodes(asked).into_iter().map(row).collect::<Result<_, Reason>>()?
            }
            Asks::Set(_) | Asks::Leaves => return Err(unsuited(question.asks)),
        };
        if rows.is_empty() {
            return Err("it applies to no node of this tree; delete it");
        }
        if rows.iter().flat_map(|row| &row.blanks).any(|blank| blank.input.has_blank_answer()) {
            return Err(
                "an answer to it would be empty; give each node a name, or leave this question out of the quiz",
            );
        }
        Ok(rows)
    }

    /// The nodes with blanks for what is asked everywhere. Students must find out which nodes the search enters, so skipped
    /// nodes have blanks, too.
    fn nodes(&self, asked: Asked) -> Vec<NodeId> {
        let search = &self.tree.search;
        match asked {
            Asked::Windows | Asked::Returns => {
                let is_place = |node: &NodeId| !search.kind(*node).is_leaf() && !self.tree.has_own(*node, asked);
                search.visible().filter(is_place).collect()
            }
            _ => self.tree.places(asked),
        }
    }

    fn everywhere(&self, node: NodeId, asked: Asked) -> Result<Vec<Blank>, Reason> {
        let input = match asked {
            Asked::Windows => return Ok(vec![self.end(node, "α", true)?, self.end(node, "β", true)?]),
            Asked::Returns => self.returned_or_bound(node),
            Asked::Plays => self.moves(node)?,
            Asked::Values | Asked::Pruned => self.value(node, false)?,
        };
        Ok(vec![Blank { label: "", input }])
    }

    fn at_node(&self, node: NodeId, kind: ClaimKind) -> Result<Input, Reason> {
        match kind {
            ClaimKind::Plays => self.moves(node),
            ClaimKind::Returned | ClaimKind::AtMost | ClaimKind::AtLeast => self.returned(node, kind),
            ClaimKind::Near => self.value(node, true),
            _ => self.value(node, false),
        }
    }

    fn expected(&self, kind: ClaimKind) -> Result<Input, Reason> {
        match kind {
            ClaimKind::Exact => self.value(NodeId::ROOT, false),
            ClaimKind::Near => self.value(NodeId::ROOT, true),
            ClaimKind::Plays => self.moves(NodeId::ROOT),
            ClaimKind::Line => self.line(),
            ClaimKind::Visits | ClaimKind::Enters => self.list(kind),
            _ => {
                let count = kind.answer(self.tree.game(), &self.tree.search, NodeId::ROOT, None);
                let count = count
                    .and_then(|count| count.parse().ok())
                    .ok_or("its answer is not an exact number; leave it out of the quiz")?;
                // Wrong counts have no feedback: there are so few that some wrong rule nearly always gives them.
                Ok(Input::of(count, false, Vec::new()))
            }
        }
    }

    /// The wrong answers of students with one fault, if only that one gives them. `answers` are those that a run accepts.
    fn predicted<T: Copy + PartialEq, A: IntoIterator<Item = T>>(
        &self,
        right: &[T],
        answers: impl Fn(&Run<'_>) -> A,
    ) -> Vec<Predicted<T>> {
        let given = self.given(right, answers);
        let single = |(answer, faults): (T, Vec<Fault>)| match faults[..] {
            [only] => Some(Predicted { answer, feedback: self.feedback(only) }),
            _ => None,
        };
        given.into_iter().filter_map(single).collect()
    }

    /// The wrong answers of students with a fault, and which faults give them.
    fn given<T: Copy + PartialEq, A: IntoIterator<Item = T>>(
        &self,
        right: &[T],
        answers: impl Fn(&Run<'_>) -> A,
    ) -> Vec<(T, Vec<Fault>)> {
        let mut given: Vec<(T, Vec<Fault>)> = Vec::new();
        for (fault, run) in self.runs.wrong().filter(|_| self.with_feedback) {
            for answer in answers(run).into_iter().filter(|answer| !right.contains(answer)) {
                match given.iter_mut().find(|(other, _)| *other == answer) {
                    Some((_, faults)) => faults.push(fault),
                    None => given.push((answer, vec![fault])),
                }
            }
        }
        given
    }

    /// The feedback on an answer that a fault gives.
    fn feedback(&self, fault: Fault) -> String {
        let put_right = fault.put_right(self.tree.search.settings());
        format!("A wrong rule gives this answer: “{}”. {put_right}", fault.description().rule)
    }

    fn value(&self, node: NodeId, is_rounded: bool) -> Result<Input, Reason> {
        let value = |run: &Run<'_>| run.value(node).map(|value| value.expected);
        let right = value(&self.runs.right).ok_or("this node lies below the depth limit; leave it out of the quiz")?;
        Ok(Input::of(right, is_rounded, self.predicted(&[right], value)))
    }

    /// The number that the search returns from a node, as the value or as a bound.
    fn returned(&self, node: NodeId, kind: ClaimKind) -> Result<Input, Reason> {
        let bound = match kind {
            ClaimKind::AtMost => Bound::Upper,
            ClaimKind::AtLeast => Bound::Lower,
            _ => Bound::Exact,
        };
        let numbers = |run: &Run<'_>| {
            let returned = run.visit(node)?.returned.expected;
            right_claims(&returned).into_iter().find(|claimed| claimed.bound == bound).map(|claimed| claimed.value)
        };
        let right = numbers(&self.runs.right).ok_or("no such return is right here; delete it")?;
        Ok(Input::of(right, false, self.predicted(&[right], numbers)))
    }

    /// What the search returns from a node, with its sign, or that it does not enter the node.
    fn returned_or_bound(&self, node: NodeId) -> Input {
        let words = |run: &Run<'_>| match run.visit(node) {
            Some(visit) => {
                let claims = right_claims(&visit.returned.expected).into_iter();
                claims.map(|claimed| Word::Returned(claimed.bound, claimed.value)).collect()
            }
            None => vec![Word::NotEntered],
        };
        let right = words(&self.runs.right);
        let predicted = self.predicted(&right, words);
        Input::Text { right, predicted }.with_filler()
    }

    /// The blank ends of a window.
    fn ends(&self, question: &Question, node: NodeId) -> Result<Vec<Blank>, Reason> {
        let ends = window_ends(self.tree.game(), question.span).into_iter().flatten().zip(["α", "β"]);
        ends.filter(|((token, _), _)| *token == Token::Blank).map(|(_, label)| self.end(node, label, false)).collect()
    }

    /// An end of a window. If the question is about all nodes, the search need not enter this one.
    fn end(&self, node: NodeId, label: &'static str, everywhere: bool) -> Result<Blank, Reason> {
        let word = |run: &Run<'_>| match run.visit(node).map(|visit| visit.window.expected) {
            Some(window) => Some(Word::Number(if label == "α" { window.alpha } else { window.beta })),
            None => everywhere.then_some(Word::NotEntered),
        };
        let right = word(&self.runs.right).ok_or("the search does not enter this node; delete it")?;
        let predicted = self.predicted(&[right], word);
        Ok(Blank { label, input: Input::Text { right: vec![right], predicted }.with_filler() })
    }

    /// The moves at a node. Wrong ones have no feedback, for the same reason as wrong counts.
    fn moves(&self, node: NodeId) -> Result<Input, Reason> {
        let best = self.runs.right.best_moves(node).ok_or("no player moves at this node; delete it")?;
        let choice = |child: NodeId| Choice {
            text: self.places.called(child),
            is_right: best.contains(&child),
            feedback: String::new(),
        };
        let mut choices: Vec<Choice> = self.tree.search.children(node).map(choice).collect();
        if choices.len() == 1 {
            // Moodle rejects a list with only one choice.
            choices.push(Choice { text: "no move".to_string(), is_right: false, feedback: String::new() });
        }
        Ok(Input::One(choices))
    }

    /// The leaves that cutoffs skip. Wrong ticks have feedback only if exactly one fault explains them: the other rule when
    /// α = β.
    fn skipped_leaves(&self) -> Input {
        let search = &self.tree.search;
        let leaves: Vec<NodeId> = search.visible().filter(|node| search.kind(*node).is_leaf()).collect();
        let feedback = |leaf: NodeId| {
            let right: &[()] = if self.tree.is_pruned(leaf) { &[()] } else { &[] };
            let given = self.given(right, |run| (!run.entered(leaf)).then_some(()));
            let is_other = matches!(given.first(), Some(((), faults)) if faults[..] == [Fault::OtherEquality]);
            if is_other { self.feedback(Fault::OtherEquality) } else { String::new() }
        };
        let choice = |leaf: NodeId| Choice {
            text: self.places.called(leaf),
            is_right: self.tree.is_pruned(leaf),
            feedback: feedback(leaf),
        };
        let mut choices: Vec<Choice> = leaves.into_iter().map(choice).collect();
        let is_right = choices.iter().all(|choice| !choice.is_right);
        choices.push(Choice { text: "none of them".to_string(), is_right, feedback: String::new() });
        Input::Several(choices)
    }

    /// A principal variation, move by move.
    fn line(&self) -> Result<Input, Reason> {
        const MOST_LINES: usize = 20;
        let (game, right) = (self.tree.game(), &self.runs.right);
        let (mut ended, mut open) = (Vec::new(), vec![(NodeId::ROOT, Vec::new())]);
        while let Some((node, line)) = open.pop() {
            match right.best_moves(node) {
                Some(moves) => {
                    open.extend(moves.into_iter().map(|child| (child, [line.as_slice(), &[child]].concat())));
                }
                None => ended.push(line),
            }
            if open.len() + ended.len() > MOST_LINES {
                return Err("too many different lines are right; leave this question out of the quiz");
            }
        }
        let named = |line: &Vec<NodeId>| {
            let by_move: Option<Vec<String>> = line.iter().map(|child| game.unique_move(*child)).collect();
            let by_name: Option<Vec<String>> = line.iter().map(|child| game.written_name(*child)).collect();
            let by_move =
                by_move.ok_or("a move of the line has no name of its own; give each move a different name")?;
            Ok([by_move, by_name.unwrap_or_default()])
        };
        Ok(Input::List(ended.iter().map(named).collect::<Result<Vec<_>, Reason>>()?.concat()))
    }

    /// The leaves, or the nodes and leaves, in the order of the search.
    fn list(&self, kind: ClaimKind) -> Result<Input, Reason> {
        let (game, right) = (self.tree.game(), &self.runs.right);
        let order = if kind == ClaimKind::Visits { right.visits() } else { right.enters() };
        let value =
            |node: NodeId| self.tree.search.kind(node).is_leaf().then(|| right.truth().view().number(node).to_string());
        let name = |node: NodeId| game.name(node).or_else(|| game.label(node)).map(|name| name.into_owned());
        let by_value: Option<Vec<String>> = order.iter().map(|node| value(*node)).collect();
        let by_name: Option<Vec<String>> = order.iter().map(|node| name(*node).or_else(|| value(*node))).collect();
        let written: Option<Vec<String>> = order.iter().map(|node| game.written_name(*node)).collect();
        let lists: Vec<Vec<String>> = [by_value, by_name, written].into_iter().flatten().collect();
        if lists.is_empty() {
            Err("a node that the search enters has no name; give each node a name")
        } else {
            Ok(Input::List(lists))
        }
    }
}

impl Word {
    fn number(self) -> Option<Number> {
        match self {
            Self::Number(number) | Self::Returned(_, number) => Some(number),
            Self::NotEntered | Self::Filler => None,
        }
    }
}

impl Row {
    fn of(input: Input) -> Self {
        Self { label: String::new(), blanks: vec![Blank { label: "", input }] }
    }
}

impl Input {
    /// A number. It is compared as a text only if Moodle cannot compare it as a number.
    fn of(right: Number, is_rounded: bool, predicted: Vec<Predicted<Number>>) -> Self {
        let is_long = exact(right, 0).is_none() && right.to_integer().is_some();
        if right.finite().is_some() && (is_rounded || !is_long) {
            return Self::Number { right, is_rounded, predicted };
        }
        let word = |it: Predicted<Number>| Predicted { answer: Word::Number(it.answer), feedback: it.feedback };
        Self::Text { right: vec![Word::Number(right)], predicted: predicted.into_iter().map(word).collect() }
    }

    fn with_filler(mut self) -> Self {
        if let Self::Text { predicted, .. } = &mut self {
            predicted.push(Predicted { answer: Word::Filler, feedback: String::new() });
        }
        self
    }

    /// Whether an answer would have no letters, which Moodle refuses.
    fn has_blank_answer(&self) -> bool {
        let is_blank = |text: &str| text.trim().is_empty();
        match self {
            Self::Number { .. } | Self::Text { .. } => false,
            Self::List(lists) => lists.iter().all(|list| list.is_empty()),
            Self::One(choices) | Self::Several(choices) => choices.iter().any(|choice| is_blank(&choice.text)),
        }
    }

    /// How many decimals students must write of its numbers; `None` if that would be very many.
    pub(super) fn decimals(&self) -> Option<usize> {
        match self {
            Self::Number { right, predicted, .. } => {
                decimals(*right, &predicted.iter().map(|it| it.answer).collect::<Vec<Number>>())
            }
            Self::Text { right, predicted } => {
                let others: Vec<Number> = predicted.iter().filter_map(|it| it.answer.number()).collect();
                let finite = right.iter().filter_map(|word| word.number()).filter(|it| it.finite().is_some());
                finite.map(|number| decimals(number, &others)).try_fold(0, |most, it| Some(most.max(it?)))
            }
            Self::List(_) | Self::One(_) | Self::Several(_) => Some(0),
        }
    }

    /// Whether it can be written with this many decimals.
    pub(super) fn can_have(&self, decimals: usize) -> bool {
        match self {
            Self::Number { right, .. } => written(*right, decimals).is_some(),
            _ => true,
        }
    }
}

/// The claims that are right about a return.
fn right_claims(returned: &Return) -> Vec<Claimed> {
    let exact = Claimed { bound: Bound::Exact, value: returned.passed };
    let bounds = [Bound::Upper, Bound::Lower].map(|bound| Claimed { bound, value: returned.shown });
    [exact].into_iter().chain(bounds).filter(|claimed| returned.accepts(*claimed)).collect()
}
