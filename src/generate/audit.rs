//! What exercises that are handed out to different people have in common.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write};

use crate::claim::{Asked, ClaimKind, Claims};
use crate::diagnostic::{Findings, counted};
use crate::model::{Defaults, FileSettings, ResolvedTree, Reveal};
use crate::syntax::parse;

/// So many sheets are compared with each other; the time is quadratic in their number.
const MOST_COMPARED: usize = 5_000;

/// The place of a question: its tree, its node, and the kind of claim that answers it. What is pruned in a tree is one
/// answer.
type Place = (usize, usize, usize);

/// Stands for the node in the place of an answer that is about the whole tree.
const ON_TREE: usize = usize::MAX;
/// Stands for the kind of claim in the place of the set of an unknown leaf.
const OF_SET: usize = usize::MAX;

/// The answer keys of many exercises. Display says how much they have in common.
#[derive(Debug, Default)]
pub struct Audit {
    /// A number for each answer that occurs.
    numbers: HashMap<String, u32>,
    /// For each key, its name and its answers in the order of their places.
    keys: Vec<(String, Vec<(Place, u32)>)>,
    /// How many keys have each list of pruned nodes.
    patterns: HashMap<String, u64>,
}

/// Why a file cannot be compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unaudited {
    /// It has errors of syntax.
    Broken,
    /// It is no key, but a sheet or an exercise: it does not say `reveal answers`.
    NoKey,
}

impl fmt::Display for Unaudited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Broken => "it has errors, so it was left out; `gametree check` shows them",
            Self::NoKey => "it is not a key, so it was left out; `gametree sheet --solution` writes keys",
        })
    }
}

impl std::error::Error for Unaudited {}

/// Two keys that have the most answers in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// In how many answers they differ.
    pub distance: usize,
    /// Their names.
    pub names: [String; 2],
    /// How many pairs differ in so few.
    pub pairs: u64,
}

impl Audit {
    /// Adds the key of one more exercise. Linear.
    ///
    /// # Errors
    /// If it has errors, or is no key.
    pub fn add(&mut self, name: &str, key: &str) -> Result<(), Unaudited> {
        let (file, mut findings) = parse(key, 0);
        if file.trees.iter().any(|tree| tree.broken) || findings.tally().errors > 0 {
            return Err(Unaudited::Broken);
        }
        let settings = FileSettings::read(key, &file, &Defaults::default(), &mut findings);
        let mut answers: BTreeMap<Place, String> = BTreeMap::new();
        let mut pattern = None;
        for (number, tree) in file.trees.iter().enumerate() {
            let game = ResolvedTree::new(key, tree, &settings, &mut Findings::new(0));
            if game.reveal != Some(Reveal::Answers) {
                return Err(Unaudited::NoKey);
            }
            let claims = Claims::of(&game);
            let mut pruned = String::new();
            for (place, claim) in claims.all().filter(|(place, _)| claims.is_answer(*place)) {
                if claim.kind == ClaimKind::Pruned {
                    let _ = write!(pruned, "{} ", claim.node.index());
                } else {
                    let node = if claims.is_at_node(place) { claim.node.index() } else { ON_TREE };
                    *answers.entry((number, node, claim.kind as usize)).or_default() += claim.span.of(key);
                }
            }
            for set in claims.sets.iter().filter(|set| set.worth.is_some()) {
                answers.insert((number, set.leaf.index(), OF_SET), set.operand.of(key).to_string());
            }
            if claims.asked.contains(&Asked::Pruned) {
                let _ = write!(pattern.get_or_insert_with(String::new), "{number}: {pruned}");
                answers.insert((number, ON_TREE, ClaimKind::Pruned as usize), pruned);
            }
        }
        if let Some(pattern) = pattern {
            *self.patterns.entry(pattern).or_default() += 1;
        }
        let mut number = |answer: String| {
            let next = u32::try_from(self.numbers.len()).expect("fewer answers than bytes in memory");
            *self.numbers.entry(answer).or_insert(next)
        };
        let answers = answers.into_iter().map(|(place, answer)| (place, number(answer))).collect();
        self.keys.push((name.to_string(), answers));
        Ok(())
    }

    /// The two keys that differ in the fewest answers, of the first 5,000 keys; `None` if there are fewer than two.
    pub fn nearest(&self) -> Option<Nearest> {
        let keys = &self.keys[..self.keys.len().min(MOST_COMPARED)];
        let mut least: Option<(usize, [usize; 2], u64)> = None;
        for (first, (_, one)) in keys.iter().enumerate() {
            for (second, (_, two)) in keys.iter().enumerate().skip(first + 1) {
                let distance = distance(one, two);
                match &mut least {
                    Some((nearest, _, pairs)) if *nearest == distance => *pairs += 1,
                    Some((nearest, ..)) if *nearest < distance => {}
                    _ => least = Some((distance, [first, second], 1)),
                }
            }
        }
        let (distance, places, pairs) = least?;
        Some(Nearest { distance, names: places.map(|place| keys[place].0.clone()), pairs })
    }
}

/// In how many places two lists of answers differ; an answer that only one of them has counts.
fn distance(one: &[(Place, u32)], two: &[(Place, u32)]) -> usize {
    let (mut one, mut two) = (one.iter().peekable(), two.iter().peekable());
    let mut differences = 0;
    while let (Some(first), Some(second)) = (one.peek(), two.peek()) {
        let order = first.0.cmp(&second.0);
        differences += usize::from(first != second);
        if order.is_le() {
            one.next();
        }
        if order.is_ge() {
            two.next();
        }
    }
    differences + one.count() + two.count()
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.keys.len() as u64, "exercise", "exercises"))?;
        let Some(Nearest { distance, names: [one, two], pairs }) = self.nearest() else { return Ok(()) };
        if let Some(most) = self.patterns.values().max() {
            match self.patterns.len() as u64 {
                1 => write!(f, "\nall of them skip the same leaves and subtrees")?,
                patterns => {
                    let most = counted(*most, "exercise", "exercises");
                    write!(f, "\n{patterns} patterns of skipped leaves and subtrees; the commonest occurs in {most}")?;
                }
            }
        }
        let most = self.keys.iter().map(|(_, answers)| answers.len()).max().unwrap_or(0);
        let of = if self.keys.len() > MOST_COMPARED { format!(" of the first {MOST_COMPARED}") } else { String::new() };
        match (distance, pairs) {
            (1.., _) => write!(f, "\nany two{of} differ in at least {distance} of {most} answers"),
            (0, 1) => write!(f, "\n1 pair{of} has the same answers everywhere: {one} and {two}"),
            (0, _) => write!(f, "\n{pairs} pairs{of} have the same answers everywhere, such as {one} and {two}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn audit(keys: &[&str]) -> String {
        let mut audit = Audit::default();
        for (number, key) in (1..).zip(keys) {
            audit.add(&format!("hw-{number}"), &format!("reveal answers {key}")).unwrap();
        }
        audit.to_string()
    }

    const KEY: &str = "tree { max A = 3 { min B = 3 { 3, 5 } min C = 2 { 2, 8 pruned } } ask values ask pruned }";

    #[test]
    fn answers_are_compared() {
        let other = "tree { max A = 4 { min B = 4 { 4, 5 } min C = 2 { 2, 8 pruned } } ask values ask pruned }";
        let third = "tree { max A = 5 { min B = 5 { 7, 5 } min C = 6 { 6, 8 } } ask values ask pruned }";
        assert_eq!(
            audit(&[KEY, other, third]),
            "3 exercises\n2 patterns of skipped leaves and subtrees; the commonest occurs in 2 exercises\n\
             any two differ in at least 2 of 4 answers"
        );
        assert!(audit(&[KEY, KEY, other]).ends_with("\n1 pair has the same answers everywhere: hw-1 and hw-2"));
        assert!(audit(&[KEY, KEY, KEY]).ends_with("\n3 pairs have the same answers everywhere, such as hw-1 and hw-2"));
    }

    #[test]
    fn sets_of_unknown_leaves_are_answers_and_given_counts_are_not() {
        let key = |leaves: u32, set: &str| {
            format!("tree {{ max {{ 3, ?x }} expect leaves = {leaves} expect x in {set} worth 1 }}")
        };
        let same = audit(&[&key(2, "[3, 4]"), &key(5, "[3, 4]")]);
        assert_eq!(same, "2 exercises\n1 pair has the same answers everywhere: hw-1 and hw-2");
        let other = audit(&[&key(2, "[3, 4]"), &key(2, "[3, 5]")]);
        assert_eq!(other, "2 exercises\nany two differ in at least 1 of 1 answers");
    }

    #[test]
    fn where_nothing_is_skipped_is_a_pattern_too() {
        let key = "tree { max A { 3, 5 } ask pruned }";
        assert!(audit(&[key, key]).contains("\nall of them skip the same leaves and subtrees\n"));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        assert_eq!(audit(&[]), "0 exercises");
        let mut audit = Audit::default();
        assert_eq!(audit.add("hw", "max A = 3 {"), Err(Unaudited::Broken));
        assert_eq!(audit.add("hw", "max A = 3 { 3 }"), Err(Unaudited::NoKey));
        assert_eq!(audit.add("hw", "reveal never tree { max A = _ { 3, 5 } ask pruned }"), Err(Unaudited::NoKey));
    }
}
