//! What tests of plays share.

use std::collections::HashMap;

use super::claims::Play;
use crate::Meter;

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
