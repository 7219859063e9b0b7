//! Pairs of students who share wrong answers that hardly anybody else gave.

use std::collections::BTreeMap;

use super::Class;

/// A pair is listed only if it shares so many wrong answers,
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

/// The pairs, those with most evidence first, and how many more there are. Near-linear, since only answers of a few students
/// are looked at.
pub(super) fn pairs(class: &Class) -> (Vec<Pair<'_>>, u64) {
    let mut shared: BTreeMap<[&str; 2], (u64, f64)> = BTreeMap::new();
    for exercise in &class.exercises {
        let items = exercise.questions.iter().flat_map(|question| question.items.values());
        for ids in items.flat_map(|item| item.holders.values()).filter_map(|holders| holders.ids()) {
            let bits = (exercise.graded as f64 / ids.len() as f64).log2();
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            for (place, one) in ids.iter().enumerate() {
                for other in &ids[place + 1..] {
                    let pair = shared.entry([*one, *other]).or_default();
                    *pair = (pair.0 + 1, pair.1 + bits);
                }
            }
        }
    }
    let pairs = shared.into_iter().map(|(ids, (answers, bits))| Pair { ids, answers, bits });
    let mut pairs: Vec<Pair<'_>> =
        pairs.filter(|pair| pair.answers >= LEAST_ANSWERS && pair.bits >= LEAST_BITS).collect();
    pairs.sort_by(|one, other| other.bits.total_cmp(&one.bits).then_with(|| one.ids.cmp(&other.ids)));
    let more = pairs.len().saturating_sub(MOST_PAIRS) as u64;
    pairs.truncate(MOST_PAIRS);
    (pairs, more)
}
