//! Exercises by the hundred: random trees with wishes, variants of an exercise, and how much they have in common.
//!
//! A tree is made in two steps. First its leaves get the numbers 1, 2, 3, … in random order: their *order type*. Minimax
//! and alpha–beta only compare numbers, so this decides the whole search, and nothing ties. Then each number is replaced
//! by one of those that the teacher allows, in the same order; where there are too few, neighbours become equal, as long
//! as all wishes stay granted. Trees with chance nodes get their numbers directly, because sums depend on more than the
//! order; so do those that need equal leaves.
//!
//! Nothing here judges a search: a tree is written as a text, and every wish is tested on the search of that text.

mod amount;
mod audit;
mod candidate;
mod choice;
mod form;
mod limits;
mod numbers;
mod question;
mod stream;
mod tally;
mod variant;
mod wish;

use std::collections::HashSet;
use std::fmt::Write;

pub use amount::Amount;
pub use audit::{Audit, Nearest, Unaudited};
pub use candidate::{Candidate, Effort};
pub use choice::Choice;
pub use form::{Form, LeafDepth, Probabilities};
pub use question::{Question, Questions};
pub use stream::Stream;
pub use tally::Tally;
pub use variant::{Strength, Unvaried, Variants};
pub use wish::Wish;

use crate::check::check;
use crate::claim::Claims;
use crate::diagnostic::Code;
use crate::format::{WIDTH, format};
use crate::grade::key;
use crate::interrupt;
use crate::model::{Defaults, FileSettings, ResolvedTree, Rule};
use crate::number::Number;
use crate::solve::{Unknowns, solve};
use crate::syntax::parse;
use crate::syntax::tree::NodeId;
use form::Shape;

/// The version of the generator: with another one, the same seed gives other exercises.
pub const VERSION: u32 = 1;

/// Which exercises are wanted.
///
/// ```
/// use gametree::generate::{Amount, Form, LeafDepth, Probabilities, Recipe, Stream, Wish};
/// use gametree::syntax::tree::Kind;
///
/// let form = Form {
///     first: Kind::Max,
///     moves: vec![3..=3; 3],
///     chance: Vec::new(),
///     probabilities: Probabilities::Equal,
///     leaf_depth: LeafDepth::Even,
/// };
/// let recipe = Recipe {
///     form,
///     values: "0..9".parse()?,
///     rules: Vec::new(),
///     wishes: vec![Wish::Cutoffs(Amount::at_least(2)), Wish::SkipsSubtree],
///     questions: "values,pruned".parse()?,
///     most_tries: 1_000,
/// };
/// assert_eq!(recipe.impossible(), None);
/// let exercise = recipe.make(&mut Stream::new(b"7")).expect("these wishes are granted often");
/// assert!(exercise.text.contains("ask pruned"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What the trees look like.
    pub form: Form,
    /// The numbers that leaves may have.
    pub values: Choice,
    /// The rules that are written into the exercise.
    pub rules: Vec<Rule>,
    /// What every tree must have.
    pub wishes: Vec<Wish>,
    /// What is asked.
    pub questions: Questions,
    /// After how many trees the search for one that grants all wishes ends.
    pub most_tries: u64,
}

/// A generated exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its text, formatted.
    pub text: String,
    /// The effort of its search, by which exercises are made equally hard.
    pub effort: Effort,
    /// How many trees were tried.
    pub tries: u64,
    /// Where its search stops: each node, and the last child that is searched.
    stops: Vec<(NodeId, NodeId)>,
}

impl Recipe {
    /// Why no tree can grant these wishes, as far as the form alone tells.
    pub fn impossible(&self) -> Option<String> {
        limits::impossible(self)
    }

    /// Makes an exercise that grants every wish, in which `check` finds nothing but open questions, and whose questions
    /// all have an answer. The same stream always gives the same exercise.
    ///
    /// # Errors
    /// How often each wish was granted, if [`Self::most_tries`] trees were tried.
    pub fn make(&self, stream: &mut Stream) -> Result<Exercise, Box<Tally>> {
        let mut tally = Tally::new(&self.wishes);
        while tally.tried < self.most_tries {
            interrupt::check();
            tally.tried += 1;
            if let Some(exercise) = self.attempt(stream, &mut tally) {
                return Ok(exercise);
            }
        }
        Err(Box::new(tally))
    }

    /// The effort at which exercises can differ most: of 500 exercises, or of as many as there are in
    /// [`Self::most_tries`] tries, the one whose searches stop at the most different places.
    ///
    /// # Errors
    /// As for [`Self::make`], for the first of them.
    pub fn most_varied_effort(&self, stream: &mut Stream) -> Result<Effort, Box<Tally>> {
        const SAMPLED: usize = 500;
        let first = self.make(stream)?;
        let mut tries = first.tries;
        let mut patterns = vec![(first.effort, HashSet::from([first.stops]))];
        for _ in 1..SAMPLED {
            let rest = Self { most_tries: self.most_tries.saturating_sub(tries), ..self.clone() };
            let Ok(exercise) = rest.make(stream) else { break };
            tries += exercise.tries;
            match patterns.iter_mut().find(|(effort, _)| *effort == exercise.effort) {
                Some((_, stops)) => drop(stops.insert(exercise.stops)),
                None => patterns.push((exercise.effort, HashSet::from([exercise.stops]))),
            }
        }
        // Of several, the one that was found first.
        let most = patterns.iter().map(|(_, stops)| stops.len()).max();
        let varied = patterns.iter().find(|(_, stops)| Some(stops.len()) == most);
        Ok(varied.map_or(first.effort, |(effort, _)| *effort))
    }

    /// Draws one tree, which may become an exercise.
    fn attempt(&self, stream: &mut Stream, tally: &mut Tally) -> Option<Exercise> {
        let shape = Shape::draw(&self.form, stream);
        if !self.form.chance.is_empty() || self.wishes.iter().any(Wish::needs_equal_leaves) {
            let numbers = self.values.numbers();
            let leaves: Vec<Number> = (0..shape.leaves()).map(|_| numbers[stream.below(numbers.len())]).collect();
            return self.finish(&shape, &leaves, |_| true, stream, tally);
        }
        let mut ranks: Vec<usize> = (0..shape.leaves()).collect();
        stream.shuffle(&mut ranks);
        let in_order = Wish::depends_only_on_order;
        let is_granted = |ranks: &[usize], test: &mut dyn FnMut(&Candidate<'_>) -> bool| {
            let leaves: Vec<String> = ranks.iter().map(usize::to_string).collect();
            candidate::with(&self.write(&shape, &leaves), &self.questions, test) == Some(true)
        };
        if !is_granted(&ranks, &mut |candidate| tally.test(in_order, |wish| wish.holds(candidate))) {
            return None;
        }
        let all_hold = |candidate: &Candidate<'_>| self.wishes.iter().all(|it| !in_order(it) || it.holds(candidate));
        let most = self.values.numbers().len();
        let merged = numbers::merged(ranks, most, stream, |ranks| is_granted(ranks, &mut |it| all_hold(it)));
        tally.numbers_suffice(merged.is_some());
        let ranks = merged?;
        let is_new = |wish: &Wish| !wish.depends_only_on_order();
        // Wishes that depend on the numbers themselves may need several choices.
        let choices = if self.wishes.iter().any(is_new) { 2 } else { 1 };
        (0..choices).find_map(|_| {
            let leaves = numbers::numbered(&ranks, &self.values, stream);
            self.finish(&shape, &leaves, is_new, stream, tally)
        })
    }

    /// Proves that a tree with these leaves is an exercise: that all wishes hold, of which those that are `new` have not
    /// been counted yet, that `check` finds nothing, and that every question has an answer.
    fn finish(
        &self,
        shape: &Shape,
        leaves: &[Number],
        new: impl Fn(&Wish) -> bool,
        stream: &mut Stream,
        tally: &mut Tally,
    ) -> Option<Exercise> {
        let mut leaves: Vec<String> = leaves.iter().map(Number::to_string).collect();
        let text = self.write(shape, &leaves);
        let judged = candidate::with(&text, &self.questions, |candidate| {
            let granted = tally.test(&new, |wish| wish.holds(candidate))
                && self.wishes.iter().filter(|wish| !new(wish)).all(|wish| wish.holds(candidate));
            let stops = || candidate.search.cutoffs().iter().map(|cutoff| (cutoff.node, cutoff.refutation)).collect();
            granted.then(|| (candidate.effort(), stops()))
        });
        let (effort, stops) = judged??;
        let text = if self.questions.contains(Question::Unknown) {
            self.with_unknown(shape, &mut leaves, effort.leaves, stream)
        } else {
            Some(text)
        };
        let proved = text.and_then(|text| format(&text, WIDTH).ok()).filter(|text| is_exercise(text));
        tally.is_proved(proved.is_some());
        proved.map(|text| Exercise { text, effort, tries: tally.tried, stops })
    }

    /// The text of an exercise with these leaves.
    fn write(&self, shape: &Shape, leaves: &[String]) -> String {
        let mut text = "tree {\n".to_string();
        for rule in &self.rules {
            let _ = writeln!(text, "{rule}");
        }
        let _ = writeln!(text, "{}", shape.write(leaves));
        for question in self.questions.all() {
            let _ = writeln!(text, "{}", question.line());
        }
        text.push_str("}\n");
        text
    }

    /// The exercise with one of its leaves unknown, such that the values for which the search evaluates so many leaves
    /// lie between two numbers of the tree; `None` if no leaf is such.
    fn with_unknown(
        &self,
        shape: &Shape,
        leaves: &mut [String],
        evaluated: u64,
        stream: &mut Stream,
    ) -> Option<String> {
        let mut places: Vec<usize> = (0..leaves.len()).collect();
        stream.shuffle(&mut places);
        places.into_iter().find_map(|place| {
            let known = std::mem::replace(&mut leaves[place], "?x".to_string());
            let text = self.write(shape, leaves);
            let line = Question::Unknown.line();
            let text = text.replace(line, &format!("expect leaves = {evaluated}\n{line}"));
            let numbers: Vec<Number> = leaves.iter().filter_map(|leaf| leaf.parse().ok()).collect();
            leaves[place] = known;
            is_bounded(&text, &numbers).then_some(text)
        })
    }
}

/// Whether the values of the unknown leaf are an interval between two of these numbers.
fn is_bounded(text: &str, numbers: &[Number]) -> bool {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let claims = Claims::read(&game, &mut findings);
    let unknowns = Unknowns::of(&game);
    let Ok(solution) = solve(&claims, &game.settings, &unknowns) else { return false };
    let sets: Vec<_> = unknowns.all().map(|unknown| solution.set(unknown)).collect();
    let [set] = &sets[..] else { return false };
    let is_bounded = |part: &crate::number::Part| numbers.contains(&part.lower) && numbers.contains(&part.upper);
    set.parts().len() == 1 && set.parts().iter().all(|part| is_bounded(part) && !part.is_point())
}

/// Whether `check` finds nothing in a text but open questions, and each of them has an answer.
fn is_exercise(text: &str) -> bool {
    let report = check(text, &Defaults::default(), 100);
    report.findings.iter().all(|finding| finding.code == Code::Unanswered)
        && key(text, &Defaults::default(), None).is_ok_and(|key| key.unanswered.is_empty())
}
