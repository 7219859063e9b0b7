//! The trees that are measured: the same in every run and on every machine.

#![allow(dead_code, reason = "no bench takes them all")]

use std::io::{self, Write};

/// The least value of a leaf, …
const LEAST: i64 = -500;
/// … and the end of the values, which no leaf has.
const END: i64 = 500;

/// A tree in which every node has the same number of children and every leaf the same depth. MAX moves first.
#[derive(Clone, Copy)]
pub(crate) struct Full {
    pub(crate) branching: usize,
    pub(crate) plies: u32,
    /// Trees with other seeds have other values.
    pub(crate) seed: u64,
}

/// A million leaves.
pub(crate) const MILLION: Full = Full { branching: 10, plies: 6, seed: 0 };
/// Ten million leaves.
pub(crate) const TEN_MILLION: Full = Full { branching: 10, plies: 7, seed: 0 };

impl Full {
    pub(crate) fn leaves(self) -> usize {
        self.branching.pow(self.plies)
    }

    /// Nodes and leaves.
    pub(crate) fn nodes(self) -> usize {
        (0..=self.plies).map(|ply| self.branching.pow(ply)).sum()
    }

    /// The tree with nothing but braces, commas and numbers.
    pub(crate) fn write_compact(self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "max")?;
        self.write_nested(out, '{', '}')
    }

    /// The same as nested lists.
    pub(crate) fn write_json(self, out: &mut impl Write) -> io::Result<()> {
        self.write_nested(out, '[', ']')
    }

    fn write_nested(self, out: &mut impl Write, open: char, close: char) -> io::Result<()> {
        for (place, value) in self.values().enumerate() {
            // A node of each height begins at a leaf if its place is divisible by that power of the branching.
            let (begin, end) = (self.aligned(place), self.aligned(place + 1));
            let comma = if place == 0 { "" } else { "," };
            write!(out, "{comma}")?;
            (0..begin).try_for_each(|_| write!(out, "{open}"))?;
            write!(out, "{value}")?;
            (0..end).try_for_each(|_| write!(out, "{close}"))?;
        }
        Ok(())
    }

    /// How many nodes begin or end at this leaf.
    fn aligned(self, place: usize) -> u32 {
        (1..=self.plies).take_while(|height| place.is_multiple_of(self.branching.pow(*height))).max().unwrap_or(0)
    }

    /// The tree as in an exercise: a node to a line, each with a name and a claim of its value.
    pub(crate) fn write_claimed(self, out: &mut impl Write) -> io::Result<()> {
        let leaves: Vec<i64> = self.values().collect();
        writeln!(out, "tree {{")?;
        self.write_claimed_node(out, &leaves, 0, &mut 0)?;
        writeln!(out, "}}")
    }

    fn write_claimed_node(self, out: &mut impl Write, leaves: &[i64], ply: u32, named: &mut usize) -> io::Result<()> {
        let indent = "  ".repeat(ply as usize + 1);
        let (player, value) = (if ply.is_multiple_of(2) { "max" } else { "min" }, self.value(leaves, ply));
        write!(out, "{indent}{player} N{named} = {value} {{")?;
        *named += 1;
        if ply + 1 == self.plies {
            leaves.iter().try_for_each(|leaf| write!(out, " {leaf}"))?;
            return writeln!(out, " }}");
        }
        writeln!(out)?;
        for child in leaves.chunks(leaves.len() / self.branching) {
            self.write_claimed_node(out, child, ply + 1, named)?;
        }
        writeln!(out, "{indent}}}")
    }

    /// The same names and values as objects.
    pub(crate) fn write_claimed_json(self, out: &mut impl Write) -> io::Result<()> {
        let leaves: Vec<i64> = self.values().collect();
        self.write_claimed_object(out, &leaves, 0, &mut 0)
    }

    fn write_claimed_object(self, out: &mut impl Write, leaves: &[i64], ply: u32, named: &mut usize) -> io::Result<()> {
        if ply == self.plies {
            return write!(out, "{}", leaves[0]);
        }
        write!(out, "{{\"name\":\"N{named}\",\"value\":{},\"children\":[", self.value(leaves, ply))?;
        *named += 1;
        for (place, child) in leaves.chunks(leaves.len() / self.branching).enumerate() {
            write!(out, "{}", if place == 0 { "" } else { "," })?;
            self.write_claimed_object(out, child, ply + 1, named)?;
        }
        write!(out, "]}}")
    }

    /// The value of a node above these leaves.
    fn value(self, leaves: &[i64], ply: u32) -> i64 {
        if ply == self.plies {
            return leaves[0];
        }
        let children = leaves.chunks(leaves.len() / self.branching).map(|child| self.value(child, ply + 1));
        let best = if ply.is_multiple_of(2) { children.max() } else { children.min() };
        best.expect("every node has children")
    }

    /// Numbers without a pattern (SplitMix64, Steele and others 2014).
    fn values(self) -> impl Iterator<Item = i64> {
        let range = END.abs_diff(LEAST);
        (1..=self.leaves() as u64).map(move |step| {
            let mut bits = (self.seed << 32 | step).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            LEAST + ((bits ^ (bits >> 31)) % range).cast_signed()
        })
    }
}

/// A chain of this many nodes with one child each.
pub(crate) fn write_chain(out: &mut impl Write, nodes: usize) -> io::Result<()> {
    write!(out, "max")?;
    (0..nodes).try_for_each(|_| write!(out, "{{"))?;
    write!(out, "1")?;
    (0..nodes).try_for_each(|_| write!(out, "}}"))
}

/// The output of a function that writes trees, as a text.
pub(crate) fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes every byte");
    String::from_utf8(bytes).expect("trees are written in ASCII")
}
