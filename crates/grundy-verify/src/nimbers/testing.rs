//! What tests of plays share.

use std::collections::HashMap;

use super::claims::Play;
use crate::Meter;

/// Numbers that look random.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

pub(super) fn meter() -> Meter<'static> {
    Meter { steps: u64::MAX, bytes: u64::MAX, cancel: None }
}

/// The value of a part by its moves.
pub(super) fn value<G: Play>(play: &G, part: &G::Part, known: &mut HashMap<G::Part, u64>) -> u64 {
    if let Some(&value) = known.get(part) {
        return value;
    }
    let moves = play.moves(part, &mut meter()).unwrap();
    let values: Vec<u64> =
        moves.iter().map(|left| left.iter().fold(0, |xor, part| xor ^ value(play, part, known))).collect();
    let value = (0..).find(|n| !values.contains(n)).unwrap();
    known.insert(part.clone(), value);
    value
}
