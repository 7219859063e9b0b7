//! Puts the marks of a tree into words.

use super::counts::{counted_instead, says_what_is_counted};
use super::original::Original;
use super::{GradedItem, GradedQuestion, GradedTree};
use crate::claim::{Asked, Claim, ClaimKind, Claims, Content, ENDS_IN_ORDER, Verdict, asks};
use crate::diagnostic::Label;
use crate::explain::{Context, Reasons};
use crate::grade::faults::{BlankRuns, Diagnosis, Fault};
use crate::grade::marks::{AskedTree, Credit, MarkedItem, MarkedQuestion, Rubric, Sheet, mark};
use crate::grade::questions::Asks;
use crate::model::{Choice, Order, ResolvedTree, clipped};
use crate::number::Fault as NumberFault;
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// Marks the answers of a tree whose given part is that of the exercise, and puts the marks into words. Also returns
/// the number of separate mistakes.
pub(super) fn written(
    asked: &AskedTree<'_>,
    blank: Option<&BlankRuns<'_>>,
    partner: &ResolvedTree<'_>,
    original: Option<Original<'_>>,
    is_read: bool,
    rubric: &Rubric,
    diagnosis: &mut Diagnosis,
) -> Result<(Vec<GradedQuestion>, usize), NumberFault> {
    let claims = Claims::of(partner);
    let sheet = Sheet { game: partner, claims: &claims, is_read };
    let marked = mark(asked, blank, sheet, rubric, diagnosis)?;
    let context = Context::of_answers(partner, &asked.search);
    let writer = Writer { asked, sheet, context, original, moments: moments(asked) };
    let questions = asked.questions.iter().zip(&marked.questions);
    let mut questions: Vec<_> = questions.map(|(question, marked)| writer.question(question.asks, marked)).collect();
    for ((question, item), faults) in marked.given_by {
        questions[question].items[item].given_by = faults;
    }
    Ok((questions, marked.mistakes))
}

/// If only one wrong procedure gives a wrong answer and explains a mistake, adds its rule to the reason for that
/// answer, and how to do it right. This does not say that the student followed the rule. For marks, it adds only the
/// other rule when α = β: they could have too many other reasons. Adds nothing to a tree in which a procedure that the
/// feedback has `named` gives an answer.
pub(super) fn say_what_gives_answers(tree: &mut GradedTree, named: &[Fault], diagnosis: &Diagnosis) {
    let items = || tree.questions.iter().flat_map(|question| &question.items);
    if items().any(|item| item.given_by.iter().any(|fault| named.contains(fault))) {
        return;
    }
    for item in tree.questions.iter_mut().flat_map(|question| &mut question.items) {
        let explains = |fault: &Fault| diagnosis.mistakes_under(*fault) < diagnosis.mistakes();
        let faults: Vec<Fault> = item.given_by.iter().copied().filter(explains).collect();
        let result = match (&item.answer, item.is_mark) {
            (Some(answer), false) => format!("give `{}`", clipped(answer)),
            (Some(_), true) => "put this mark here".to_string(),
            (None, _) => "put no mark here".to_string(),
        };
        if let [only] = faults[..]
            && (!item.is_mark || only == Fault::OtherEquality)
        {
            item.reason.push(format!("a wrong rule would {result}: {}", only.description().rule));
            item.reason.push(only.put_right(&tree.settings));
        }
    }
}

/// Why an answer that follows from an earlier mistake gets no marks.
const TRIVIAL: &str =
    "your earlier mistake left nothing to work out here: no marks, but this is not counted as another mistake";

/// Puts marks into words.
struct Writer<'a> {
    asked: &'a AskedTree<'a>,
    sheet: Sheet<'a>,
    /// The submitted tree under the search of the exercise.
    context: Context<'a>,
    /// The submitted tree, if the sheet is not that tree itself.
    original: Option<Original<'a>>,
    /// For each node, when a search without cutoffs enters it, and when it leaves it.
    moments: Vec<[usize; 2]>,
}

impl Writer<'_> {
    fn question(&self, asks: Asks, marked: &MarkedQuestion) -> GradedQuestion {
        let every = if let Asks::Every(asked) = asks { Some(asked) } else { None };
        let items: Vec<GradedItem> = marked.items.iter().map(|item| self.item(item, every)).collect();
        let name = match (asks, items.first()) {
            (Asks::Every(asked), _) => format!("ask {}", asked.name()),
            (Asks::Leaves, _) => "blank leaves".to_string(),
            (_, Some(item)) => item.name.clone(),
            (_, None) => String::new(),
        };
        let (worth, marks) = (marked.worth, marked.marks);
        GradedQuestion { number: String::new(), name, every, worth, marks, items, by_hand: None }
    }

    fn item(&self, marked: &MarkedItem, every: Option<Asked>) -> GradedItem {
        let claim = self.claim(marked);
        let has_ends_in_order =
            claim.is_none_or(|claim| !matches!(claim.content(), Content::Window(window) if window.alpha > window.beta));
        let hint = match marked.credit {
            Credit::Trivial => Some(TRIVIAL),
            _ if !has_ends_in_order => Some(ENDS_IN_ORDER),
            _ => None,
        };
        GradedItem {
            name: self.name(marked),
            node: (!marked.is_expectation).then_some(marked.node),
            kind: marked.kind,
            subject: self.subject(marked, every),
            moment: self.moment(marked),
            credit: marked.credit,
            answer: self.quoted(marked, claim),
            is_written_here: claim.is_some_and(|claim| claim.node == marked.node),
            place: self.place(marked, claim),
            expected: self.expected(marked),
            reason: match marked.credit {
                Credit::Wrong | Credit::Unanswered => self.reason(marked, claim),
                Credit::Trivial => self.reason(marked, claim).into_iter().chain([TRIVIAL.to_string()]).collect(),
                Credit::Right | Credit::Follows => Vec::new(),
            },
            given_by: Vec::new(),
            is_mark: marked.kind == Some(ClaimKind::Pruned),
            hint,
        }
    }

    /// Where the answer is in the submitted text, if that is known.
    fn place(&self, marked: &MarkedItem, claim: Option<&Claim>) -> Option<Span> {
        let answer = marked.answer?;
        match &self.original {
            None => Some(answer),
            Some(original) => original.place(self.sheet, claim?, answer),
        }
    }

    /// The answer as the student wrote it, if that is known; otherwise, as it would be written in the exercise.
    fn quoted(&self, marked: &MarkedItem, claim: Option<&Claim>) -> Option<String> {
        let submitted = self.original.as_ref().map_or(self.sheet.game.text, |original| original.game.text);
        let own = self.place(marked, claim).map(|place| place.of(submitted));
        own.or(marked.answer.map(|answer| answer.of(self.sheet.game.text))).map(str::to_string)
    }

    /// The claim that is the answer.
    fn claim(&self, marked: &MarkedItem) -> Option<&Claim> {
        self.sheet.claim_of(marked.node, marked.answer?)
    }

    /// `C: value`, `leaves`, `values of x`.
    fn name(&self, marked: &MarkedItem) -> String {
        let game = self.asked.game();
        match marked.kind {
            Some(kind) if marked.is_expectation => kind.word().unwrap_or_default().to_string(),
            Some(kind) => format!("{}: {}", self.asked.place_name(marked.node), noun(kind)),
            None => match game.name_of_unknown(marked.node) {
                Some(name) => format!("values of {name}"),
                None => self.asked.place_name(marked.node),
            },
        }
    }

    /// `C`, `value of` and `values of`.
    fn subject(&self, marked: &MarkedItem, every: Option<Asked>) -> Option<(String, [&'static str; 2])> {
        let kind = every.map(|asked| asked.kinds()[0]).or(marked.kind).filter(|_| !marked.is_expectation)?;
        let words = kind.missing()?.map(|words| words.strip_prefix("the ").unwrap_or(words));
        let node = self.asked.place_name(marked.node);
        let game = self.asked.game();
        let value = game.unlabelled_value(marked.node).filter(|_| game.name(marked.node).is_none());
        Some((value.map_or_else(|| node.clone(), |value| format!("{node} (the leaf {value})")), words))
    }

    /// When the search finds out an answer: a window when it enters the node, a value when it leaves the node, and a
    /// claim about the whole tree at the end.
    fn moment(&self, marked: &MarkedItem) -> usize {
        let [enters, leaves] = self.moments[marked.node.index()];
        match marked.kind {
            _ if marked.is_expectation => usize::MAX,
            None | Some(ClaimKind::Window | ClaimKind::Pruned | ClaimKind::Visited) => enters,
            Some(_) => leaves,
        }
    }

    /// A right answer, as it is written.
    fn expected(&self, marked: &MarkedItem) -> Option<String> {
        let (game, search) = (self.asked.game(), &self.asked.search);
        match marked.kind {
            Some(kind @ (ClaimKind::Returned | ClaimKind::AtMost | ClaimKind::AtLeast)) if !marked.is_expectation => {
                let kinds = if asks(game, Asked::Returns) { Asked::Returns.kinds() } else { &[kind] };
                kinds.iter().find_map(|kind| Some(kind.written(&kind.answer(game, search, marked.node, None)?)))
            }
            Some(ClaimKind::Pruned | ClaimKind::Visited) => {
                self.asked.is_pruned(marked.node).then(|| "pruned".to_string())
            }
            Some(kind) => kind.answer(game, search, marked.node, None),
            None => self.asked.written_set(marked.node),
        }
    }

    /// Why an answer is wrong: the message of `check`, with its labels in words. After a wrong count, also which other
    /// quantity has that number. For a missing `pruned`, why the search skips the node.
    fn reason(&self, marked: &MarkedItem, claim: Option<&Claim>) -> Vec<String> {
        let Some(claim) = claim else {
            let is_missing_mark = marked.kind == Some(ClaimKind::Pruned) && self.asked.is_pruned(marked.node);
            let why = || self.context.label_skip(Reasons::default(), marked.node);
            return if is_missing_mark {
                why().labels.iter().map(|label| self.pointed(label)).collect()
            } else {
                vec![]
            };
        };
        if claim.impossible(&self.context).is_some() || !self.fails(claim) {
            return Vec::new();
        }
        let finding = claim.explain(&self.context);
        let counted = match claim.content() {
            Content::Count(claimed) => counted_instead(claim.kind, claimed, &self.asked.search),
            _ => None,
        };
        let pointed = finding.secondary.iter().map(|label| self.pointed(label));
        let notes = finding.notes.iter().filter(|note| !note.is_help()).map(|note| note.text().to_string());
        let notes = notes.filter(|note| counted.is_none() || !says_what_is_counted(note));
        std::iter::once(finding.message.clone()).chain(counted.clone()).chain(pointed).chain(notes).collect()
    }

    /// A label after what it points at: the place of a node without a name, otherwise the words there.
    fn pointed(&self, label: &Label) -> String {
        let game = self.sheet.game;
        let is_unnamed = |node: &NodeId| {
            game.head(*node) == label.span && game.name(*node).is_none() && !game.nodes().is_leaf(*node)
        };
        match game.node_at(label.span.start).filter(is_unnamed) {
            Some(node) => format!("at {}: {}", self.asked.place_name(node), label.message),
            None => format!("at `{}`: {}", clipped(label.span.of(game.text)), label.message),
        }
    }

    fn fails(&self, claim: &Claim) -> bool {
        claim.judge(self.sheet.game, &self.asked.search) == Verdict::Fails
    }
}

/// For each node, when a search without cutoffs enters it, and when it leaves it. Linear.
fn moments(asked: &AskedTree<'_>) -> Vec<[usize; 2]> {
    let nodes = asked.game().nodes();
    let mut moments = vec![[0; 2]; nodes.len()];
    let mut pending = vec![(NodeId::ROOT, 0)];
    let mut now = 0;
    while let Some((node, end)) = pending.pop() {
        moments[node.index()][end] = now;
        now += 1;
        if end == 0 {
            pending.push((node, 1));
            let first = pending.len();
            if !nodes.is_leaf(node) {
                pending.extend(nodes.children(node).map(|child| (child, 0)));
            }
            match asked.search.settings().order {
                Order::LeftToRight => pending[first..].reverse(),
                Order::RightToLeft => {}
            }
        }
    }
    moments
}

/// What a claim at a node is called in a list of answers.
fn noun(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Exact | ClaimKind::Near => "value",
        ClaimKind::Returned | ClaimKind::AtMost | ClaimKind::AtLeast => "return",
        ClaimKind::Window => "window",
        ClaimKind::Plays => "move",
        ClaimKind::Pruned | ClaimKind::Visited => "pruned",
        _ => "answer",
    }
}
