//! Nim: the worked example of `docs/games.md`.

use super::{Game, Misread, Move, Turn};
use crate::number::Number;

/// Nim: a move takes some things from one heap, and whoever takes the last one wins. MAX moves first.
#[derive(Clone, Copy, Debug)]
pub struct Nim {
    /// The most that a move takes; `None` for as many as there are.
    pub most: Option<usize>,
    /// What it is worth if MAX wins.
    pub win: Number,
}

/// More things, or more heaps, make trees of no use.
const MOST: usize = 26;

impl Game for Nim {
    /// The heaps, and whether MAX moves.
    type Position = (Vec<usize>, bool);

    fn read(&self, text: &str) -> Result<Self::Position, Misread> {
        let size = |word: &str| word.trim().parse().ok().filter(|size| *size <= MOST);
        let heaps: Option<Vec<usize>> = text.split(',').map(size).collect();
        let heaps = heaps.filter(|heaps| heaps.len() <= MOST);
        heaps.map(|heaps| (heaps, true)).ok_or_else(|| {
            Misread(format!("`{}` is no list of heaps; write `1,3,5`, up to {MOST} heaps of up to {MOST}", text.trim()))
        })
    }

    fn turn(&self, (heaps, max_moves): &Self::Position) -> Turn {
        match (heaps.iter().all(|heap| *heap == 0), *max_moves) {
            (false, true) => Turn::Max,
            (false, false) => Turn::Min,
            // The last thing was taken by whoever does not move now.
            (true, true) => Turn::Over(self.win.negated()),
            (true, false) => Turn::Over(self.win),
        }
    }

    fn moves(&self, (heaps, max_moves): &Self::Position, moves: &mut Vec<Move<Self::Position>>) {
        for (place, (heap, name)) in heaps.iter().zip('A'..='Z').enumerate() {
            for taken in 1..=self.most.map_or(*heap, |most| most.min(*heap)) {
                let mut heaps = heaps.clone();
                heaps[place] -= taken;
                moves.push(Move { label: format!("{name}{taken}"), probability: None, next: (heaps, !max_moves) });
            }
        }
    }

    /// Nothing is known before the end.
    fn evaluate(&self, _: &Self::Position) -> Number {
        Number::ZERO
    }

    fn written(&self, (heaps, _): &Self::Position) -> String {
        heaps.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
    }
}
