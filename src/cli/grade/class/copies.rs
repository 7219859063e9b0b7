//! Students whose answers or files are so much alike that a copy is likely.

use std::collections::{BTreeMap, BTreeSet};

use super::Class;
use super::answers::Item;

/// A pair is listed only if it shares so many answers,
const LEAST_ANSWERS: u64 = 3;
/// and if these weigh so many bits: an answer that c of N students gave weighs log₂(N / c).
const LEAST_BITS: f64 = 12.0;
/// At most so many pairs are listed.
const MOST_PAIRS: usize = 1_000;

/// Two students, and what they share.
pub(super) struct Pair<'c> {
    pub(super) ids: [&'c str; 2],
    pub(super) answers: u64,
    pub(super) bits: f64,
}

/// The pairs that share wrong answers which hardly anybody else gave: those with most evidence first, and how many more
/// there are. Near-linear, since only answers of a few students are looked at.
pub(super) fn pairs(class: &Class) -> (Vec<Pair<'_>>, u64) {
    let mut shared = Shared::default();
    for exercise in class.exercises.iter().filter(|exercise| !exercise.has_own_trees) {
        let items = exercise.questions.iter().flat_map(|question| question.items.values());
        for ids in items.flat_map(|item| item.holders.values()).filter_map(|holders| holders.ids()) {
            let bits = (exercise.graded as f64 / ids.len() as f64).log2();
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            for (place, one) in ids.iter().enumerate() {
                ids[place + 1..].iter().for_each(|other| shared.add([*one, *other], bits));
            }
        }
    }
    shared.listed(|_, _| true)
}

/// If students have different trees: pairs in which at least half of the first student's wrong answers, leaving out those
/// that a wrong procedure gives, are right in the exercise of the second.
pub(super) fn passed_on(class: &Class) -> (Vec<Pair<'_>>, u64) {
    let mut shared = Shared::default();
    let mut mistakes: BTreeMap<&str, u64> = BTreeMap::new();
    for exercise in &class.exercises {
        for (id, count) in &exercise.own_mistakes {
            *mistakes.entry(id).or_default() += count;
        }
        let items = exercise.questions.iter().flat_map(|question| question.items.values());
        for (wrong, right) in items.flat_map(wrong_and_right) {
            let bits = (exercise.graded as f64 / right.len() as f64).log2();
            for one in wrong {
                right.iter().filter(|other| *other != one).for_each(|other| shared.add([one, other], bits));
            }
        }
    }
    shared.listed(|[one, _], answers| mistakes.get(one).is_some_and(|all| 2 * answers >= *all))
}

/// For each answer to an item: for whom it is wrong, and for whom it is right, if these are few.
fn wrong_and_right(item: &Item) -> impl Iterator<Item = (&BTreeSet<String>, &BTreeSet<String>)> {
    item.holders.iter().filter_map(|(text, wrong)| Some((wrong.ids()?, item.rights.get(text)?.ids()?)))
}

/// The students whose files have the same comments of their own, and how many more such groups there are. Comments that more
/// than half of a class have are left out: the teacher probably handed them out.
pub(super) fn same_comments(class: &Class) -> (Vec<&BTreeSet<String>>, u64) {
    let groups = class.exercises.iter().flat_map(|exercise| {
        let few = exercise.comments.values().filter_map(|holders| holders.ids());
        few.filter(|ids| ids.len() > 1 && 2 * ids.len() as u64 <= exercise.graded)
    });
    let groups: BTreeSet<&BTreeSet<String>> = groups.collect();
    let more = groups.len().saturating_sub(MOST_PAIRS) as u64;
    (groups.into_iter().take(MOST_PAIRS).collect(), more)
}

/// How many answers two students share, and how many bits these weigh.
#[derive(Default)]
struct Shared<'c>(BTreeMap<[&'c str; 2], (u64, f64)>);

impl<'c> Shared<'c> {
    fn add(&mut self, ids: [&'c str; 2], bits: f64) {
        let (answers, all) = self.0.entry(ids).or_default();
        *answers += 1;
        *all += bits;
    }

    /// The pairs with enough evidence for which `likely` accepts the number of answers, and how many more there are.
    fn listed(self, likely: impl Fn([&str; 2], u64) -> bool) -> (Vec<Pair<'c>>, u64) {
        let pairs = self.0.into_iter().map(|(ids, (answers, bits))| Pair { ids, answers, bits });
        let mut pairs: Vec<Pair<'_>> = pairs
            .filter(|it| it.answers >= LEAST_ANSWERS && it.bits >= LEAST_BITS && likely(it.ids, it.answers))
            .collect();
        pairs.sort_by(|one, other| other.bits.total_cmp(&one.bits).then_with(|| one.ids.cmp(&other.ids)));
        let more = pairs.len().saturating_sub(MOST_PAIRS) as u64;
        pairs.truncate(MOST_PAIRS);
        (pairs, more)
    }
}
