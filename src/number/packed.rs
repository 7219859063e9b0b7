//! Numbers in four bytes: small integers as they are, all others by their place in a table of distinct numbers.

use std::fmt::{self, Debug, Formatter};
use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A small integer, shifted by one and so even, or a place in a table, which is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed(u32);

/// What a [`Packed`] was made of.
pub(crate) enum Unpacked {
    Integer(i64),
    Place(usize),
}

impl Packed {
    /// Integers from `-LARGEST` to `LARGEST` need no place in a table.
    pub(crate) const LARGEST: i64 = (1 << 30) - 1;
    /// Places that no table has.
    pub(crate) const RESERVED: [Self; 3] = [Self(u32::MAX), Self(u32::MAX - 2), Self(u32::MAX - 4)];
    const PLACES: u32 = Self::RESERVED[2].0 >> 1;

    /// Packs a small integer; `None` if it needs a place in a table.
    pub(crate) fn integer(integer: i64) -> Option<Self> {
        let small = (-Self::LARGEST..=Self::LARGEST).contains(&integer);
        small.then(|| Self::small_integer(i32::try_from(integer).expect("within LARGEST")))
    }

    /// Packs an integer that is known to be small: from `-LARGEST` to `LARGEST`.
    pub(crate) fn small_integer(integer: i32) -> Self {
        debug_assert!(i64::from(integer).abs() <= Self::LARGEST);
        Self((integer << 1).cast_unsigned())
    }

    fn place(place: usize) -> Self {
        let place = u32::try_from(place).ok().filter(|place| *place < Self::PLACES);
        Self(place.expect("two billion different numbers do not fit into memory") << 1 | 1)
    }

    pub(crate) fn unpack(self) -> Unpacked {
        if self.0 & 1 == 0 {
            Unpacked::Integer(i64::from(self.0.cast_signed() >> 1))
        } else {
            Unpacked::Place((self.0 >> 1) as usize)
        }
    }

    /// Whether some packed numbers, given by their bits, are all small integers. The loop has no branches, so the compiler
    /// can look at several numbers in one step.
    pub(crate) fn are_small(bits: &[u32]) -> bool {
        // If there is a place in a table, which is odd, the union is odd, too.
        bits.iter().fold(0, |union, bits| union | bits) & 1 == 0
    }

    /// The least of some packed small integers, given by their bits. There must be one. Like that of [`Self::are_small`],
    /// the loop has no branches.
    #[inline]
    pub(crate) fn least(bits: &[u32]) -> i64 {
        debug_assert!(!bits.is_empty() && Self::are_small(bits));
        // Packing keeps the order of small integers.
        i64::from(bits.iter().fold(i32::MAX, |least, bits| least.min(bits.cast_signed())) >> 1)
    }

    /// The greatest of some packed small integers. Otherwise like [`Self::least`].
    #[inline]
    pub(crate) fn greatest(bits: &[u32]) -> i64 {
        debug_assert!(!bits.is_empty() && Self::are_small(bits));
        i64::from(bits.iter().fold(i32::MIN, |greatest, bits| greatest.max(bits.cast_signed())) >> 1)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Self::bits`].
    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// A table of distinct numbers, each at the place that it was given when it was first packed.
#[derive(Clone)]
pub(crate) struct Distinct<N> {
    numbers: Vec<N>,
    /// Indices into `numbers`: the numbers are long, and would be copied around.
    places: HashTable<u32>,
    hasher: RandomState,
}

impl<N> Distinct<N> {
    pub(crate) fn with_capacity(numbers: usize) -> Self {
        let (numbers, places) = (Vec::with_capacity(numbers), HashTable::with_capacity(numbers));
        Self { numbers, places, hasher: RandomState::default() }
    }

    /// The numbers in the order of their places.
    pub(crate) fn numbers(&self) -> &[N] {
        &self.numbers
    }

    pub(crate) fn into_numbers(self) -> Vec<N> {
        self.numbers
    }
}

impl<N: Copy + Eq + Hash> Distinct<N> {
    /// Packs a number by its place, which is new if the number is.
    pub(crate) fn pack(&mut self, number: N) -> Packed {
        let Self { numbers, places, hasher } = self;
        let hash = hasher.hash_one(number);
        let is_same = |place: &u32| numbers[*place as usize] == number;
        match places.entry(hash, is_same, |place| hasher.hash_one(numbers[*place as usize])) {
            Entry::Occupied(known) => Packed::place(*known.get() as usize),
            Entry::Vacant(new) => {
                let packed = Packed::place(numbers.len());
                new.insert(packed.0 >> 1);
                numbers.push(number);
                packed
            }
        }
    }
}

impl<N> Default for Distinct<N> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<N: Debug> Debug for Distinct<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.numbers).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_are_packed_as_they_are() {
        for integer in [0, 1, -1, Packed::LARGEST, -Packed::LARGEST] {
            let packed = Packed::integer(integer).unwrap();
            assert!(matches!(packed.unpack(), Unpacked::Integer(unpacked) if unpacked == integer));
            assert_eq!(Packed::from_bits(packed.bits()), packed);
        }
        for integer in [Packed::LARGEST + 1, -Packed::LARGEST - 1, i64::MAX, i64::MIN] {
            assert_eq!(Packed::integer(integer), None);
        }
    }

    #[test]
    fn the_best_packed_number_is_the_best_integer() {
        let bits = |integers: &[i64]| -> Vec<u32> {
            integers.iter().map(|integer| Packed::integer(*integer).unwrap().bits()).collect()
        };
        for integers in [&[7][..], &[-3, 0, -2], &[Packed::LARGEST, 0, -Packed::LARGEST]] {
            assert_eq!(Packed::greatest(&bits(integers)), *integers.iter().max().unwrap());
            assert_eq!(Packed::least(&bits(integers)), *integers.iter().min().unwrap());
        }
        let with_place = [bits(&[3, 4]), vec![Packed::place(0).bits()]].concat();
        assert!(Packed::are_small(&bits(&[3, -4])) && !Packed::are_small(&with_place));
    }

    #[test]
    fn equal_numbers_share_a_place() {
        let mut table = Distinct::default();
        let packed = [7, 5, 7].map(|number| table.pack(number));
        assert_eq!(table.numbers(), [7, 5]);
        assert!(packed[0] == packed[2] && packed[0] != packed[1]);
        assert!(packed.iter().all(|packed| !Packed::RESERVED.contains(packed)));
    }
}
