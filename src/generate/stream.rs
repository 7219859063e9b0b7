//! Random numbers that stay the same for ever, on every machine and in every version.
//!
//! Block `i` of a stream is the SHA-256 of the name of the stream, its key, and `i` as eight bytes, little-endian. Each
//! block gives four words of 64 bits, little-endian. A change of anything in this file would change the exercises that
//! teachers have already handed out, so tests compare it with fixed numbers.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The name of the stream; another one would be another generator.
const NAME: &[u8] = b"gametree 1";

/// How many words a block has.
const WORDS: usize = 4;

/// A sequence of random numbers that depends only on its key.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The hash of the name and the key, to which the number of a block is added.
    keyed: Sha256,
    blocks: u64,
    words: [u64; WORDS],
    used: usize,
}

impl Stream {
    /// The stream of a key.
    pub fn new(key: &[u8]) -> Self {
        let keyed = Sha256::new().chain_update(NAME).chain_update(key);
        Self { keyed, blocks: 0, words: [0; WORDS], used: WORDS }
    }

    /// The stream of one of many exercises with the same seed: its key is the seed, a zero byte and the number in
    /// decimal digits.
    pub fn numbered(seed: &str, number: u32) -> Self {
        Self::new(format!("{seed}\0{number}").as_bytes())
    }

    /// The stream of a student: its key is the HMAC-SHA-256, under the secret, of the name of the exercise, a zero byte
    /// and the student's id. Nobody can find it from the id without the secret.
    pub fn of_student(secret: &[u8], exercise: &str, id: &str) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("a key of this code can have any length");
        mac.update(format!("{exercise}\0{id}").as_bytes());
        Self::new(&mac.finalize().into_bytes())
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        if self.used == WORDS {
            let block = self.keyed.clone().chain_update(self.blocks.to_le_bytes()).finalize();
            for (word, bytes) in self.words.iter_mut().zip(block.chunks_exact(size_of::<u64>())) {
                *word = u64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"));
            }
            self.blocks += 1;
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    /// A number below `n`, each with the same probability; 0 if `n` is 0 or 1. It uses as few of the upper bits of a
    /// word as can hold `n - 1`, and takes another word while they are `n` or more.
    pub fn below(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        let n = n as u64;
        let unused = (n - 1).leading_zeros();
        loop {
            let number = self.word() >> unused;
            if number < n {
                return usize::try_from(number).expect("a number below a size in memory");
            }
        }
    }

    /// Puts items into a random order, each with the same probability (Fisher and Yates 1938, from the last downwards).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// So many of the numbers below `n`, in ascending order; all of them if there are no more.
    pub(super) fn choose(&mut self, count: usize, n: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..n).collect();
        self.shuffle(&mut numbers);
        numbers.truncate(count);
        numbers.sort_unstable();
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/generate.md` has the same numbers, for those who write another implementation.
    #[test]
    fn the_stream_is_frozen() {
        let page = include_str!("../../docs/generate.md");
        let mut stream = Stream::new(b"7");
        let words: Vec<String> = (0..5).map(|_| format!("{:016x}", stream.word())).collect();
        let expected =
            ["66ea3caa99d47cd8", "7a441e1dbb328386", "b2e64c3ab076170d", "4ad95f6488f40722", "d14784265c6564db"];
        assert_eq!(words, expected);
        let mut stream = Stream::numbered("7", 12);
        let below: Vec<usize> = (0..12).map(|_| stream.below(10)).collect();
        assert_eq!(below, [1, 9, 1, 5, 9, 6, 9, 7, 0, 8, 6, 6]);
        let mut items = ["a", "b", "c", "d", "e", "f", "g", "h"];
        Stream::of_student(b"a secret", "hw1", "4711").shuffle(&mut items);
        assert_eq!(items.concat(), "dfbehacg");
        let below = below.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        for shown in words.into_iter().chain([below, items.concat()]) {
            assert!(page.contains(&shown), "{shown}");
        }
    }

    #[test]
    fn a_number_below_one_takes_no_word() {
        let mut stream = Stream::new(b"");
        assert_eq!([stream.below(0), stream.below(1)], [0, 0]);
        assert_eq!(stream.word(), Stream::new(b"").word());
    }

    #[test]
    fn numbers_and_orders_are_equally_frequent() {
        let mut stream = Stream::new(b"frequent");
        let mut numbers = [0; 7];
        (0..70_000).for_each(|_| numbers[stream.below(7)] += 1);
        // Six standard deviations are about 560.
        assert!(numbers.iter().all(|count: &i32| (count - 10_000).abs() < 560), "{numbers:?}");
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [1, 2, 3, 4];
            stream.shuffle(&mut items);
            *orders.entry(items).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), 24);
        assert!(orders.values().all(|count: &i32| (count - 1_000).abs() < 190), "{orders:?}");
    }
}
