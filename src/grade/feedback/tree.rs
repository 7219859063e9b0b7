//! The feedback on one tree: the marks of its questions, the wrong answers in the order of the search, the answers that
//! follow from them, and the number of right answers.

use super::sign::{FOLLOWS, MISSING, RIGHT, WRONG};
use super::{Feedback, Line, decimal, share};
use crate::claim::Asked;
use crate::diagnostic::{counted, listed};
use crate::grade::marks::Credit;
use crate::grade::submission::{Graded, GradedItem, GradedQuestion, GradedTree};
use crate::model::{Rule, clipped};
use crate::number::Fraction;

/// A tree, and how much to tell about it.
pub(super) struct TreeFeedback<'g> {
    tree: &'g GradedTree,
    level: Feedback,
    /// The share of the marks for answers that follow from a mistake.
    follow_through: Fraction,
    /// Whether everything in the submission could be read.
    is_read: bool,
    /// The items of its questions, in the order of the search.
    items: Vec<(&'g GradedQuestion, &'g GradedItem)>,
}

impl<'g> TreeFeedback<'g> {
    pub(super) fn new(tree: &'g GradedTree, level: Feedback, graded: &Graded) -> Self {
        let of_question = |question: &'g GradedQuestion| question.items.iter().map(move |item| (question, item));
        let mut items: Vec<_> = tree.questions.iter().flat_map(of_question).collect();
        items.sort_by_key(|(_, item)| item.moment);
        Self { tree, level, follow_through: graded.follow_through, is_read: graded.findings.is_empty(), items }
    }

    /// Says on which tree the answers to an altered tree are graded, and what they would get on the student's own.
    fn which_tree_is_graded(&self) -> Option<Line> {
        let worth =
            self.tree.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.worth)).ok()?;
        let on_own_tree = match self.tree.on_own_tree.filter(|_| self.level == Feedback::Full) {
            Some(marks) => format!("; on the changed one they would get {}", share(marks, worth)),
            None => String::new(),
        };
        let is_changed = !self.tree.alterations.is_empty();
        is_changed.then(|| Line::Point(format!("! the answers are graded on the original tree{on_own_tree}")))
    }

    /// Everything about the tree.
    pub(super) fn lines(&self) -> Vec<Line> {
        let tree = self.tree;
        let mut lines = vec![Line::Tree(clipped(&tree.title))];
        lines.extend(self.notes());
        lines.extend(tree.questions.iter().filter_map(by_hand));
        let is_score = self.level == Feedback::Score;
        let of_question = tree.questions.iter().filter(|question| is_score || tree.is_missing || !is_single(question));
        let marks = |question: &GradedQuestion| share(question.marks, question.worth);
        lines.extend(of_question.map(|question| Line::Point(format!("{}: {}", question.name, marks(question)))));
        self.answers(&mut lines);
        lines
    }

    /// What is to say about the tree, apart from its questions.
    pub(super) fn notes(&self) -> Vec<Line> {
        let tree = self.tree;
        let mut lines = Vec::new();
        if tree.is_missing {
            lines.push(Line::Point("! your file does not contain this tree".to_string()));
        }
        let changed = |alteration: &String| Line::Point(format!("! the tree was changed: {alteration}"));
        lines.extend(tree.alterations.iter().map(changed));
        lines.extend(self.which_tree_is_graded());
        if tree.is_refused {
            lines.push(Line::Point("! no marks yet: your teacher must look at the difference first".to_string()));
        }
        if let Some(cut) = tree.cut {
            let rule = Rule::Cut(cut);
            lines.push(Line::Point(format!("! graded under `{rule}`, which gives these answers more marks")));
        }
        lines
    }

    /// Everything about one question, or about one item of it.
    pub(super) fn about(&self, question: &'g GradedQuestion, items: &[&'g GradedItem]) -> Vec<Line> {
        let items = items.iter().map(|item| (question, *item)).collect();
        let mut lines = Vec::from_iter(by_hand(question));
        Self { items, ..*self }.answers(&mut lines);
        lines
    }

    /// The answers one after the other, if the feedback tells about them.
    fn answers(&self, lines: &mut Vec<Line>) {
        if matches!(self.level, Feedback::Score | Feedback::None) || self.tree.is_missing {
            return;
        }
        self.wrong(lines);
        self.unanswered(lines);
        self.follows(lines);
        let right = self.of(Credit::Right).count();
        if right > 0 {
            lines.push(Line::Point(format!("{RIGHT} right: {}", counted(right as u64, "answer", "answers"))));
        }
    }

    fn of(&self, credit: Credit) -> impl Iterator<Item = (&'g GradedQuestion, &'g GradedItem)> {
        self.items.iter().copied().filter(move |(_, item)| item.credit == credit)
    }

    /// The wrong answers; also missing `pruned` marks, if the tree has others.
    fn wrong(&self, lines: &mut Vec<Line>) {
        let wrong = self.items.iter().copied();
        let wrong = wrong.filter(|(_, item)| matches!(item.credit, Credit::Wrong | Credit::Trivial));
        let (told, counted): (Vec<_>, Vec<_>) =
            wrong.partition(|(question, item)| !self.is_only_counted(question, item));
        for (question, items) in runs(&told) {
            match items[..] {
                [item] if item.answer.is_some() => self.wrong_answer(question, item, lines),
                _ => self.missing_marks(WRONG, question, &items, lines),
            }
        }
        let is_missing = |item: &GradedItem| item.answer.is_none();
        for (question, items) in by_question(&counted) {
            let missing = items.iter().filter(|item| is_missing(item)).count();
            if missing > 0 {
                lines.push(Line::Point(format!(
                    "{WRONG} {}{}",
                    missing_in_number(question, missing),
                    marks_of(question)
                )));
            }
            let wrong = counted_leaves(items.len() - missing);
            if missing < items.len() {
                lines.push(Line::Point(format!(
                    "{WRONG} {wrong} wrongly covered by a `pruned` mark above{}",
                    marks_of(question)
                )));
            }
        }
    }

    fn wrong_answer(&self, question: &GradedQuestion, item: &GradedItem, lines: &mut Vec<Line>) {
        let (marks, is_full) = (marks_of(question), self.level == Feedback::Full);
        let answer = item.answer.as_deref().map(clipped).unwrap_or_default();
        let right = item.expected.as_deref().filter(|_| is_full);
        let right = right.map(|right| format!("; the right answer is `{}`", clipped(right))).unwrap_or_default();
        lines.push(Line::Point(match (question.every, &item.subject) {
            (Some(Asked::Pruned), Some((node, _))) if item.is_written_here => {
                format!("{WRONG} {node}: `{answer}` is wrong{marks}")
            }
            (Some(Asked::Pruned), Some((node, _))) => {
                format!("{WRONG} {node}: `{answer}` at a node above is wrong{marks}")
            }
            _ => format!("{WRONG} {}: `{answer}`{right}{marks}", item.name),
        }));
        match is_full {
            true => lines.extend(item.reason.iter().map(|reason| Line::Detail(reason.clone()))),
            false => lines.extend(item.hint.map(|hint| Line::Detail(hint.to_string()))),
        }
    }

    /// Nodes and leaves whose `pruned` mark is missing, all for the same reason.
    fn missing_marks(&self, sign: char, question: &GradedQuestion, items: &[&GradedItem], lines: &mut Vec<Line>) {
        let nodes: Vec<&str> = items.iter().map(|item| place(item)).collect();
        let what = if sign == WRONG || self.is_read { "`pruned` is missing" } else { "no readable `pruned`" };
        lines.push(Line::Point(format!("{sign} {}: {what}{}", listed(&nodes), marks_of(question))));
        if let (Feedback::Full, [first, ..]) = (self.level, items) {
            lines.extend(first.reason.iter().map(|reason| Line::Detail(reason.clone())));
        }
    }

    fn unanswered(&self, lines: &mut Vec<Line>) {
        let all: Vec<_> = self.of(Credit::Unanswered).collect();
        let (marks, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(question, _)| question.every == Some(Asked::Pruned));
        let (counted, told): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(question, item)| self.is_only_counted(question, item));
        if !told.is_empty() {
            let what = if self.is_read { "no answer" } else { "no readable answer" };
            lines.push(Line::Point(format!("{MISSING} {what}: {}", phrases(&told))));
        }
        let in_number = |(question, items): (&GradedQuestion, Vec<&GradedItem>)| {
            Line::Point(format!("{MISSING} {}{}", missing_in_number(question, items.len()), marks_of(question)))
        };
        lines.extend(by_question(&counted).into_iter().map(in_number));
        match self.level {
            Feedback::Full => {
                runs(&marks).iter().for_each(|(question, items)| self.missing_marks(MISSING, question, items, lines));
            }
            _ => lines.extend(by_question(&marks).into_iter().map(in_number)),
        }
    }

    fn follows(&self, lines: &mut Vec<Line>) {
        let (answered, others): (Vec<_>, Vec<_>) =
            self.of(Credit::Follows).partition(|(_, item)| item.answer.is_some());
        let share = match self.follow_through {
            share if share == Fraction::ONE => String::new(),
            share if share == Fraction::ZERO => ", for 0 marks".to_string(),
            share => format!(", for {} of the marks", decimal(share)),
        };
        let source = self.source();
        let (told, counted): (Vec<_>, Vec<_>) =
            answered.into_iter().partition(|(question, item)| !self.is_only_counted(question, item));
        if !told.is_empty() {
            lines.push(Line::Point(format!("{FOLLOWS} follows correctly from {source}{share}: {}", phrases(&told))));
        }
        if !counted.is_empty() {
            let leaves = counted_leaves(counted.len());
            lines.push(Line::Point(format!(
                "{FOLLOWS} {leaves} covered by a `pruned` mark above, which follows from {source}{share}"
            )));
        }
        let (counted, told): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(question, item)| self.is_only_counted(question, item));
        if !told.is_empty() {
            lines.push(Line::Point(format!(
                "{FOLLOWS} no answer needed, because of {source}{share}: {}",
                phrases(&told)
            )));
        }
        for (question, items) in by_question(&counted) {
            let missing = missing_in_number(question, items.len());
            lines.push(Line::Point(format!(
                "{FOLLOWS} {missing}, which follows from {source}{share}{}",
                marks_of(question)
            )));
        }
    }

    /// The mistake that other answers follow from, in words. It is certain only if there is a single mistake.
    fn source(&self) -> String {
        let items = self.tree.questions.iter().flat_map(|question| &question.items);
        let mut wrong = items.filter(|item| item.credit == Credit::Wrong);
        match (wrong.next(), wrong.next(), self.tree.mistakes) {
            (Some(item), None, 1) if item.is_written_here => match &item.subject {
                Some((node, [what, _])) => format!("your {what} {node}"),
                None => "an earlier mistake".to_string(),
            },
            _ => "an earlier mistake".to_string(),
        }
    }

    /// Whether the feedback only counts an answer, because its place would show which nodes the search enters or skips,
    /// and the student has not written anything there.
    fn is_only_counted(&self, question: &GradedQuestion, item: &GradedItem) -> bool {
        is_only_counted(self.level, question, item)
    }
}

/// Like [`TreeFeedback::is_only_counted`], for feedback at this level.
pub(crate) fn is_only_counted(level: Feedback, question: &GradedQuestion, item: &GradedItem) -> bool {
    level == Feedback::Hints && is_about_search(question) && !item.is_written_here
}

/// Whether the nodes that have an answer show which nodes the search enters or skips.
pub fn is_about_search(question: &GradedQuestion) -> bool {
    matches!(question.every, Some(Asked::Pruned | Asked::Windows | Asked::Returns))
}

/// Marks that somebody has set by hand.
fn by_hand(question: &GradedQuestion) -> Option<Line> {
    let set = question.by_hand.as_ref()?;
    let reason = if set.reason.is_empty() { String::new() } else { format!(": {}", set.reason) };
    let (name, marks, before) = (&question.name, share(question.marks, question.worth), decimal(set.before));
    Some(Line::Point(format!("! {name}: {marks}, set by hand (was {before}){reason}")))
}

/// Whether a question asks for one thing. Its marks are then on the line of that answer.
fn is_single(question: &GradedQuestion) -> bool {
    question.items.len() == 1
}

/// ` (0 of 2)`, if the question asks for one thing. The marks of other questions have lines of their own.
fn marks_of(question: &GradedQuestion) -> String {
    if is_single(question) { format!(" ({})", share(question.marks, question.worth)) } else { String::new() }
}

type Items<'g> = (&'g GradedQuestion, Vec<&'g GradedItem>);

/// The items of each question, in the order of their first items.
fn by_question<'g>(items: &[(&'g GradedQuestion, &'g GradedItem)]) -> Vec<Items<'g>> {
    let mut questions: Vec<Items<'g>> = Vec::new();
    for (question, item) in items {
        match questions.iter_mut().find(|(other, _)| std::ptr::eq(*other, *question)) {
            Some((_, items)) => items.push(item),
            None => questions.push((question, vec![item])),
        }
    }
    questions
}

/// The items one by one, except that consecutive missing marks with the same reason are together.
fn runs<'g>(items: &[(&'g GradedQuestion, &'g GradedItem)]) -> Vec<Items<'g>> {
    let mut runs: Vec<Items<'g>> = Vec::new();
    for (question, item) in items {
        match runs.last_mut() {
            Some((_, run))
                if item.answer.is_none()
                    && run[0].answer.is_none()
                    && run[0].reason == item.reason
                    && question.every == Some(Asked::Pruned) =>
            {
                run.push(item);
            }
            _ => runs.push((question, vec![item])),
        }
    }
    runs
}

/// `values of A and B; window of C (0 of 2)`.
fn phrases(items: &[(&GradedQuestion, &GradedItem)]) -> String {
    let phrase = |(question, items): (&GradedQuestion, Vec<&GradedItem>)| {
        let nodes: Vec<&str> = items.iter().map(|item| place(item)).collect();
        let what = match (&items[0].subject, items.len()) {
            (Some((_, [one, _])), 1) => format!("{one} "),
            (Some((_, [_, many])), _) => format!("{many} "),
            (None, _) => String::new(),
        };
        format!("{what}{}{}", listed(&nodes), marks_of(question))
    };
    by_question(items).into_iter().map(phrase).collect::<Vec<String>>().join("; ")
}

/// The node, or else the name.
fn place(item: &GradedItem) -> &str {
    item.subject.as_ref().map_or(item.name.as_str(), |(node, _)| node.as_str())
}

/// `2 windows are missing`.
fn missing_in_number(question: &GradedQuestion, count: usize) -> String {
    let [one, many] = match question.every {
        Some(Asked::Windows) => ["window is missing", "windows are missing"],
        Some(Asked::Returns) => ["return is missing", "returns are missing"],
        Some(Asked::Pruned) => ["`pruned` mark is missing", "`pruned` marks are missing"],
        _ => ["answer is missing", "answers are missing"],
    };
    counted(count as u64, one, many)
}

fn counted_leaves(count: usize) -> String {
    counted(count as u64, "leaf is", "leaves are")
}
