//! From an order type to numbers.

use super::{Choice, Stream};
use crate::number::Number;

/// Makes neighbouring ranks equal, in random order, until there are at most `most` different ones; a pair stays different
/// if the tree would no longer be `granted`. `None` if too many remain. The ranks are 0, 1, 2, …, each at one leaf.
pub(super) fn merged(
    ranks: Vec<usize>,
    most: usize,
    stream: &mut Stream,
    mut granted: impl FnMut(&[usize]) -> bool,
) -> Option<Vec<usize>> {
    let mut ranks = ranks;
    let mut different = ranks.len();
    // By how many the ranks from each one up have been lowered: the original rank of the upper one of each pair.
    let mut pairs: Vec<usize> = (1..ranks.len()).collect();
    stream.shuffle(&mut pairs);
    let mut joined = vec![false; ranks.len()];
    for upper in pairs {
        if different <= most {
            break;
        }
        let now = upper - joined[..upper].iter().filter(|joined| **joined).count();
        let lowered: Vec<usize> = ranks.iter().map(|rank| rank - usize::from(*rank >= now)).collect();
        if granted(&lowered) {
            (ranks, joined[upper]) = (lowered, true);
            different -= 1;
        }
    }
    (different <= most).then_some(ranks)
}

/// Replaces ranks by some of these numbers, chosen at random, in the same order.
pub(super) fn numbered(ranks: &[usize], values: &Choice, stream: &mut Stream) -> Vec<Number> {
    let different = ranks.iter().max().map_or(0, |greatest| greatest + 1);
    let chosen = stream.choose(different, values.numbers().len());
    ranks.iter().map(|rank| values.numbers()[chosen[*rank]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_merged_until_they_fit() {
        let mut stream = Stream::new(b"merged");
        let ranks = vec![4, 2, 0, 1, 3];
        let merged = merged(ranks.clone(), 3, &mut stream, |_| true).unwrap();
        assert_eq!(merged.iter().max(), Some(&2));
        for (one, two) in ranks.iter().zip(&merged).flat_map(|one| ranks.iter().zip(&merged).map(move |two| (one, two)))
        {
            assert!(one.0 >= two.0 || one.1 <= two.1, "the order stays: {merged:?}");
        }
    }

    #[test]
    fn a_pair_that_must_differ_stays_different() {
        let keeps = |ranks: &[usize]| ranks[0] != ranks[1];
        for seed in 0..50 {
            let merged = merged(vec![1, 2, 0, 3], 2, &mut Stream::numbered("pair", seed), keeps).unwrap();
            assert!(keeps(&merged), "{merged:?}");
        }
        assert_eq!(merged(vec![1, 2, 0, 3], 3, &mut Stream::new(b""), |_| false), None);
    }

    #[test]
    fn numbers_are_in_the_order_of_the_ranks() {
        let values: Choice = "2,3,5,7".parse().unwrap();
        let numbers = numbered(&[3, 0, 2, 1], &values, &mut Stream::new(b""));
        assert_eq!(numbers, [7, 2, 5, 3].map(Number::integer));
        assert!(numbered(&[], &values, &mut Stream::new(b"")).is_empty());
    }
}
