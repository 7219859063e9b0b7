//! Variants of an exercise: the same tree with other numbers, equally hard.

use std::fmt;

use super::candidate::{self, Candidate, Effort};
use super::limits::MOST_LEAVES;
use super::{Choice, Questions, Stream, numbers};
use crate::check::check;
use crate::diagnostic::{Edit, Severity, applied};
use crate::grade::{SheetError, blank, key};
use crate::interrupt;
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::number::Number;
use crate::search::Cutoff;
use crate::source::Span;
use crate::syntax::parse;
use crate::syntax::tree::{Kind, NodeId};

/// How much changes between variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The numbers, but not their order: every search goes the same way, with other results.
    Numbers,
    /// Also their order: other moves can be best and other leaves skipped, with the same effort.
    Shape,
}

/// Why an exercise has no variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unvaried {
    /// It has no sheet.
    NoSheet(SheetError),
    /// Some leaves have no values, in the tree with this number, counted from 1.
    UnknownLeaves(usize),
    /// A tree has a depth limit.
    DepthLimit(usize),
    /// Some leaves are fractions, or far apart, and it was not said which numbers they may become.
    NoRange(usize),
    /// A tree has no leaf with a finite number.
    NoFiniteLeaf(usize),
    /// An exercise has more leaves than anybody solves by hand.
    TooLarge(usize),
    /// There are fewer numbers than different leaves.
    FewNumbers {
        /// The number of the tree, counted from 1.
        tree: usize,
        /// How many different numbers its leaves need.
        needed: usize,
        /// How many there are.
        available: usize,
    },
    /// What is said about the tree, without being asked, does not hold in a variant.
    Given(String),
    /// No variant of the tree with this number was as hard as the tree, in so many tries.
    NotFound(usize, u64),
}

impl fmt::Display for Unvaried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSheet(error) => error.fmt(f),
            Self::UnknownLeaves(tree) => {
                write!(f, "tree {tree} has leaves without a value, so its search is not known")
            }
            Self::DepthLimit(tree) => {
                write!(f, "tree {tree} has a depth limit; variants of static evaluations are not supported")
            }
            Self::NoRange(tree) => write!(
                f,
                "the leaves of tree {tree} are not whole numbers that are near each other; \
                 say with --values which numbers to use"
            ),
            Self::NoFiniteLeaf(tree) => write!(f, "tree {tree} has no leaf whose number can change"),
            Self::TooLarge(leaves) => {
                write!(f, "the exercise has {leaves} leaves; variants are made of at most {MOST_LEAVES}")
            }
            Self::FewNumbers { tree, needed, available } => write!(
                f,
                "variants of tree {tree} need {needed} different numbers, and there are {available}; \
                 add numbers with --values"
            ),
            Self::Given(message) => {
                write!(f, "the exercise says something that does not hold in every variant: {message}")
            }
            Self::NotFound(tree, tries) => write!(
                f,
                "no variant of tree {tree} in {tries} tries takes as much work as the tree itself; \
                 try --strength numbers, or more --values"
            ),
        }
    }
}

impl std::error::Error for Unvaried {}

/// An exercise of which variants are made.
#[derive(Debug)]
pub struct Variants {
    /// The exercise without answers and comments.
    text: String,
    strength: Strength,
    trees: Vec<Original>,
}

/// A tree of the exercise.
#[derive(Debug)]
struct Original {
    /// The tree with the settings above it, so that it can be read alone.
    text: String,
    /// Where the number of each leaf is, in the exercise and in `text`.
    leaves: Vec<(Span, Span)>,
    /// The rank of each number, from the least.
    ranks: Vec<usize>,
    /// The number of each leaf.
    numbers: Vec<Number>,
    /// The numbers that leaves may become.
    values: Choice,
    nature: Nature,
}

/// What variants of a tree have in common with it.
#[derive(Debug, PartialEq)]
struct Nature {
    effort: Effort,
    same_under_both_cut_rules: bool,
    one_best_move: Vec<bool>,
    /// Where it is cut off; only if the order of the numbers stays.
    cutoffs: Vec<Cutoff>,
    /// The best moves at each node; only if the order of the numbers stays.
    best_moves: Vec<Option<Vec<NodeId>>>,
}

impl Nature {
    fn of(candidate: &Candidate<'_>, strength: Strength) -> Self {
        let search = candidate.search;
        let (cutoffs, best_moves) = match strength {
            Strength::Numbers => {
                (search.cutoffs().to_vec(), search.visible().map(|node| search.best_moves(node)).collect())
            }
            Strength::Shape => (Vec::new(), Vec::new()),
        };
        Self {
            effort: candidate.effort(),
            same_under_both_cut_rules: candidate.is_same_under_both_cut_rules(),
            one_best_move: search.visible().map(|node| candidate.has_one_best_move(node)).collect(),
            cutoffs,
            best_moves,
        }
    }

    /// Whether a tree has this nature. What needs no other search is compared first: most trees differ there.
    fn is_that_of(&self, candidate: &Candidate<'_>, strength: Strength) -> bool {
        let Effort { leaves, alpha_cutoffs, beta_cutoffs, .. } = self.effort;
        candidate.counts.leaves == leaves
            && candidate.cutoffs_at(Kind::Min) == alpha_cutoffs
            && candidate.cutoffs_at(Kind::Max) == beta_cutoffs
            && *self == Self::of(candidate, strength)
    }
}

impl Original {
    /// Reads the tree with this number, whose text begins at `start` in the exercise.
    fn read(
        game: &ResolvedTree<'_>,
        text: String,
        start: u32,
        values: Option<&Choice>,
        strength: Strength,
        number: usize,
    ) -> Result<Self, Unvaried> {
        if game.settings.depth.is_some() {
            return Err(Unvaried::DepthLimit(number));
        }
        if [Kind::Unknown, Kind::Blank, Kind::Elided].into_iter().any(|kind| game.nodes().has(kind)) {
            return Err(Unvaried::UnknownLeaves(number));
        }
        let (leaves, numbers) = leaves(game);
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let rank = |number: &Number| distinct.binary_search(number).unwrap_or(0);
        let ranks: Vec<usize> = numbers.iter().map(rank).collect();
        if distinct.is_empty() {
            return Err(Unvaried::NoFiniteLeaf(number));
        }
        let values = allowed(game, values, &distinct, number)?;
        let available = values.numbers().len();
        // If the order stays, only another number changes anything.
        let needed = distinct.len() + usize::from(strength == Strength::Numbers);
        if available < needed {
            return Err(Unvaried::FewNumbers { tree: number, needed, available });
        }
        let leaves = leaves.into_iter().map(|span| (span, Span::new(span.start - start, span.end - start))).collect();
        let nature = candidate::with(&text, &Questions::default(), |candidate| Nature::of(candidate, strength));
        let nature = nature.ok_or(Unvaried::UnknownLeaves(number))?;
        Ok(Self { text, leaves, ranks, numbers, values, nature })
    }
}

impl Variants {
    /// Reads an exercise. Its leaves become whole numbers from the least to somewhat above the greatest that it has now,
    /// or those of `values`.
    ///
    /// # Errors
    /// Why it has no variants.
    pub fn of(
        exercise: &str,
        project: &Defaults,
        values: Option<&Choice>,
        strength: Strength,
    ) -> Result<Self, Unvaried> {
        let text = blank(exercise, project).map_err(Unvaried::NoSheet)?;
        let (file, mut findings) = parse(&text, 0);
        let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
        let mut trees = Vec::new();
        let leaves_in_all =
            file.trees.iter().map(|tree| tree.nodes.all().filter(|leaf| tree.nodes.is_leaf(*leaf)).count()).sum();
        if leaves_in_all > MOST_LEAVES {
            return Err(Unvaried::TooLarge(leaves_in_all));
        }
        for (place, tree) in file.trees.iter().enumerate() {
            let game = ResolvedTree::new(&text, tree, &settings, &mut findings);
            // A sheet has the settings of a tree written out in the tree.
            let alone = tree.span.of(&text).to_string();
            trees.push(Original::read(&game, alone, tree.span.start, values, strength, place + 1)?);
        }
        Ok(Self { text, strength, trees })
    }

    /// Makes a variant: an exercise without answers, in which `check` finds no errors. The same stream always gives the
    /// same variant.
    ///
    /// # Errors
    /// If none is found, or if the exercise says something without asking it that does not hold in the variant.
    pub fn make(&self, stream: &mut Stream) -> Result<String, Unvaried> {
        let mut edits = Vec::new();
        for (place, tree) in self.trees.iter().enumerate() {
            let numbers = tree.vary(self.strength, stream).ok_or(Unvaried::NotFound(place + 1, MOST_TRIES))?;
            let spans = tree.leaves.iter().map(|(span, _)| *span);
            edits.extend(spans.zip(numbers).map(|(span, number)| Edit::new(span, number.to_string())));
        }
        let text = applied(&self.text, &edits);
        // A key can be judged: its answers are right, so only what is given can be wrong.
        let key = key(&text, &Defaults::default(), None).map_err(Unvaried::NoSheet)?;
        let report = check(&key.text, &Defaults::default(), 100);
        match report.findings.iter().find(|finding| finding.severity == Severity::Error) {
            Some(wrong) => Err(Unvaried::Given(wrong.message.clone())),
            None => Ok(text),
        }
    }
}

/// After so many tries, a tree has no other variants.
const MOST_TRIES: u64 = 100_000;

impl Original {
    /// Other numbers for the leaves, with which the tree has the same nature.
    fn vary(&self, strength: Strength, stream: &mut Stream) -> Option<Vec<Number>> {
        for _ in 0..MOST_TRIES {
            interrupt::check();
            let mut ranks = self.ranks.clone();
            if strength == Strength::Shape {
                stream.shuffle(&mut ranks);
            }
            let numbers = numbers::numbered(&ranks, &self.values, stream);
            if numbers == self.numbers {
                continue;
            }
            let spans = self.leaves.iter().map(|(_, span)| *span);
            let edits: Vec<Edit> =
                spans.zip(&numbers).map(|(span, number)| Edit::new(span, number.to_string())).collect();
            let text = applied(&self.text, &edits);
            let is_like = |candidate: &Candidate<'_>| self.nature.is_that_of(candidate, strength);
            if candidate::with(&text, &Questions::default(), is_like) == Some(true) {
                return Some(numbers);
            }
        }
        None
    }
}

/// The places of the finite leaves in the text, and their numbers.
fn leaves(game: &ResolvedTree<'_>) -> (Vec<Span>, Vec<Number>) {
    let nodes = game.nodes();
    let finite = nodes.all().filter(|node| nodes.kind(*node) == Kind::Value && nodes.value(*node).finite().is_some());
    finite.map(|leaf| (game.head(leaf), nodes.value(leaf))).unzip()
}

/// The widest range of whole numbers that is used without being asked for.
const WIDEST: u64 = 1_000_000;

/// The numbers that the leaves of a tree may become, of which there is at least one.
fn allowed(
    game: &ResolvedTree<'_>,
    values: Option<&Choice>,
    distinct: &[Number],
    tree: usize,
) -> Result<Choice, Unvaried> {
    let numbers = match values {
        Some(values) => values.numbers().to_vec(),
        None => {
            let whole: Option<Vec<i64>> = distinct.iter().map(|number| number.to_integer()).collect();
            let whole = whole.ok_or(Unvaried::NoRange(tree))?;
            let (first, last) = (whole[0], whole[whole.len() - 1]);
            if last.abs_diff(first) > WIDEST {
                return Err(Unvaried::NoRange(tree));
            }
            // Twice as many numbers as are needed leave a choice.
            let enough = first.saturating_add(2 * i64::try_from(whole.len()).unwrap_or(i64::MAX / 2) - 1);
            (first..=last.max(enough)).map(Number::integer).collect()
        }
    };
    let range = game.settings.range;
    let is_inside = |number: &Number| range.is_none_or(|(lower, upper)| lower <= *number && *number <= upper);
    Ok(Choice::new(numbers.into_iter().filter(is_inside).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXERCISE: &str =
        "tree {\n  max A { min B { 3, 12, 8 } min C { 2, 4, 6 } min D { 14, 5, 2 } }\n  ask values\n  ask pruned\n}\n";

    fn variants(exercise: &str, strength: Strength) -> Vec<String> {
        let variants = Variants::of(exercise, &Defaults::default(), None, strength).unwrap();
        (0..20).map(|number| variants.make(&mut Stream::numbered("variants", number)).unwrap()).collect()
    }

    #[test]
    fn other_numbers_leave_the_search_as_it_is() {
        let made = variants(EXERCISE, Strength::Numbers);
        let pruned = |text: &String| {
            let key = key(text, &Defaults::default(), None).unwrap().text;
            let places = key.lines().filter(|line| line.contains("pruned")).count();
            (places, key.matches("pruned").count())
        };
        assert!(made.iter().all(|text| pruned(text) == pruned(&made[0])));
        let distinct: std::collections::BTreeSet<&String> = made.iter().collect();
        assert!(distinct.len() > 15, "{}", distinct.len());
    }

    #[test]
    fn a_variant_is_never_the_exercise_itself() {
        // With four numbers for three leaves, one of four choices is the exercise.
        let values = "1,2,3,4".parse().unwrap();
        let exercise = "tree { max A { 1, 2, 3 } ask values }";
        let variants = Variants::of(exercise, &Defaults::default(), Some(&values), Strength::Numbers).unwrap();
        for number in 0..40 {
            let text = variants.make(&mut Stream::numbered("itself", number)).unwrap();
            assert!(!text.contains("{ 1, 2, 3 }"), "{text}");
        }
    }

    #[test]
    fn another_shape_is_as_much_work() {
        let made = variants(EXERCISE, Strength::Shape);
        let effort = |text: &String| {
            let tree = &text[text.find("tree {").unwrap()..];
            candidate::with(tree, &Questions::default(), |candidate| candidate.effort()).unwrap()
        };
        assert!(made.iter().all(|text| effort(text) == effort(&made[0])));
        assert!(effort(&made[0]).leaves == 7);
    }

    #[test]
    fn reasons_are_given() {
        let refused = |text: &str| {
            let variants = Variants::of(text, &Defaults::default(), None, Strength::Numbers);
            variants.and_then(|variants| variants.make(&mut Stream::new(b""))).unwrap_err().to_string()
        };
        assert!(refused("max { 3, 5 }").contains("asks nothing"), "{}", refused("max { 3, 5 }"));
        assert_eq!(
            refused("tree { max { 3, ?x } expect leaves = _ }"),
            "tree 1 has leaves without a value, so its search is not known"
        );
        assert!(refused("tree { max { 1/2, 3 } ask values }").contains("--values"));
        assert!(refused("tree { max { 0, 3000000 } ask values }").contains("near each other"));
        assert!(refused("tree { max { inf, -inf } ask values }").contains("no leaf whose number can change"));
        assert!(refused(&format!("tree {{ max {{ {}}} ask values }}", "3 ".repeat(2_001))).contains("2001 leaves"));
        assert!(refused("tree { depth 1 max { min eval 3 { 3, 5 } } ask values }").contains("depth limit"));
        let given = "tree { max A { min B = 3 { 3, 5 } min C { 2, 8 } } expect leaves = _ }";
        assert!(refused(given).starts_with("the exercise says something that does not hold"), "{}", refused(given));
    }
}
