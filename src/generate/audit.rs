//! What exercises that are handed out to different people have in common.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crate::claim::{ClaimKind, Claims};
use crate::diagnostic::{Findings, counted};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::syntax::parse;

/// So many sheets are compared with each other; the time is quadratic in their number.
const MOST_COMPARED: usize = 5_000;

/// The place of a question: its tree, its node, and the kind of claim that answers it. What is pruned in a tree is one
/// answer.
type Place = (usize, usize, usize);

/// The answer keys of many exercises. Display says how much they have in common.
#[derive(Debug, Default)]
pub struct Audit {
    /// A number for each answer that occurs.
    numbers: HashMap<String, u32>,
    /// For each key, its answers in the order of their places.
    keys: Vec<Vec<(Place, u32)>>,
    /// How many keys have each list of pruned nodes.
    patterns: HashMap<String, u64>,
}

impl Audit {
    /// Adds the key of one more exercise. Linear.
    pub fn add(&mut self, key: &str) {
        let (file, mut findings) = parse(key, 0);
        let settings = FileSettings::read(key, &file, &Defaults::default(), &mut findings);
        let mut answers: BTreeMap<Place, String> = BTreeMap::new();
        let mut pattern = None;
        for (number, tree) in file.trees.iter().enumerate().filter(|(_, tree)| !tree.broken) {
            let game = ResolvedTree::new(key, tree, &settings, &mut Findings::new(0));
            let claims = Claims::read(&game, &mut Findings::new(0));
            for (_, claim) in claims.all() {
                let is_pruned = claim.kind == ClaimKind::Pruned;
                let node = if is_pruned { 0 } else { claim.node.index() };
                let answer = answers.entry((number, node, claim.kind as usize)).or_default();
                if is_pruned {
                    *answer += &format!("{} ", claim.node.index());
                    *pattern.get_or_insert_with(String::new) += &format!("{number}:{} ", claim.node.index());
                } else {
                    *answer += claim.span.of(key);
                }
            }
        }
        if let Some(pattern) = pattern {
            *self.patterns.entry(pattern).or_default() += 1;
        }
        let mut number = |answer: String| {
            let next = u32::try_from(self.numbers.len()).expect("fewer answers than bytes in memory");
            *self.numbers.entry(answer).or_insert(next)
        };
        self.keys.push(answers.into_iter().map(|(place, answer)| (place, number(answer))).collect());
    }

    /// In how many answers the most similar two keys differ, and how many pairs are equal; of the first 5,000 keys.
    /// `None` if there are fewer than two.
    pub fn nearest(&self) -> Option<(usize, u64)> {
        let keys = &self.keys[..self.keys.len().min(MOST_COMPARED)];
        let mut nearest = None;
        let mut equal = 0;
        for (place, one) in keys.iter().enumerate() {
            for two in &keys[place + 1..] {
                let distance = distance(one, two);
                equal += u64::from(distance == 0);
                nearest = Some(nearest.map_or(distance, |nearest: usize| nearest.min(distance)));
            }
        }
        nearest.map(|nearest| (nearest, equal))
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
        if let Some(most) = self.patterns.values().max() {
            let patterns = counted(self.patterns.len() as u64, "pattern", "patterns");
            write!(f, "\n{patterns} of skipped leaves and subtrees; at most {most} exercises have the same")?;
        }
        let Some((nearest, equal)) = self.nearest() else { return Ok(()) };
        let most = self.keys.iter().map(Vec::len).max().unwrap_or(0);
        let of = if self.keys.len() > MOST_COMPARED { format!(" of the first {MOST_COMPARED}") } else { String::new() };
        match equal {
            0 => write!(f, "\nany two{of} differ in at least {nearest} of {most} answers"),
            1 => write!(f, "\n1 pair{of} has the same answers everywhere"),
            _ => write!(f, "\n{equal} pairs{of} have the same answers everywhere"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn audit(keys: &[&str]) -> String {
        let mut audit = Audit::default();
        keys.iter().for_each(|key| audit.add(key));
        audit.to_string()
    }

    const KEY: &str = "tree { max A = 3 { min B = 3 { 3, 5 } min C = 2 { 2, 8 pruned } } ask values ask pruned }";

    #[test]
    fn answers_are_compared() {
        let other = "tree { max A = 4 { min B = 4 { 4, 5 } min C = 2 { 2, 8 pruned } } ask values ask pruned }";
        let third = "tree { max A = 5 { min B = 5 { 7, 5 } min C = 6 { 6, 8 } } ask values ask pruned }";
        assert_eq!(
            audit(&[KEY, other, third]),
            "3 exercises\n1 pattern of skipped leaves and subtrees; at most 2 exercises have the same\n\
             any two differ in at least 2 of 4 answers"
        );
        assert!(audit(&[KEY, KEY, other]).ends_with("\n1 pair has the same answers everywhere"));
        assert!(audit(&[KEY, KEY, KEY]).ends_with("\n3 pairs have the same answers everywhere"));
    }

    #[test]
    fn few_keys_and_broken_ones_are_no_error() {
        assert_eq!(audit(&[]), "0 exercises");
        assert_eq!(audit(&["max A = 3 {"]), "1 exercise");
    }
}
