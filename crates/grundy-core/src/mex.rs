//! The minimal excluded value.
//!
//! **mex** of a set of naturals is the least natural that is not in it: mex {0, 1, 2, 4} = 3, mex ∅ = 0.
//! The Grundy value of a position is the mex of the values of its options; values of sums combine by xor
//! (R. P. Sprague, *Über mathematische Kampfspiele*, 1935; P. M. Grundy, *Mathematics and games*, 1939).

use crate::number::Nat;

/// The least natural number that does not occur in `values`. Linear in their number.
///
/// ```
/// use grundy_core::mex;
/// assert_eq!(mex([0, 1, 2, 4]), 3);
/// assert_eq!(mex([]), 0);
/// ```
#[must_use]
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = MexSet::new();
    // values above the number of values seen so far may still count later, so all are kept
    let values: Vec<u64> = values.into_iter().collect();
    let bound = values.len() as u64;
    for v in values.into_iter().filter(|&v| v < bound) {
        seen.insert(v as u32);
    }
    u64::from(seen.mex())
}

/// The mex of numbers of any size.
#[must_use]
pub fn mex_nat(values: &[Nat]) -> Nat {
    Nat::from(mex(values.iter().filter_map(crate::number::to_u64)))
}

/// A reusable set of small values with a fast mex: clearing costs nothing.
///
/// Each slot holds the stamp of the round that saw it, so that a new round only increases the stamp.
#[derive(Debug, Clone)]
pub struct MexSet {
    stamps: Vec<u32>,
    round: u32,
}

impl Default for MexSet {
    fn default() -> Self {
        MexSet::new()
    }
}

impl MexSet {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        MexSet { stamps: Vec::new(), round: 1 }
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        if self.round == u32::MAX {
            self.stamps.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.stamps.len() {
            self.stamps.resize((at + 1).next_power_of_two(), 0);
        }
        self.stamps[at] = self.round;
    }

    /// Is the value in the set?
    #[must_use]
    pub fn contains(&self, value: u32) -> bool {
        self.stamps.get(value as usize) == Some(&self.round)
    }

    /// The least value that is not in the set.
    #[must_use]
    pub fn mex(&self) -> u32 {
        self.stamps.iter().position(|&s| s != self.round).unwrap_or(self.stamps.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_set_is_empty() {
        for mut set in [MexSet::new(), MexSet::default()] {
            assert!(set.mex() == 0 && !set.contains(0));
            set.insert(5);
            assert!(set.mex() == 0 && !set.contains(0) && set.contains(5));
        }
    }

    #[test]
    fn a_cleared_set_is_empty() {
        let mut set = MexSet::new();
        set.insert(0);
        set.insert(5);
        assert_eq!(set.mex(), 1);
        set.clear();
        assert_eq!(set.mex(), 0);
        set.insert(0);
        set.insert(1);
        assert_eq!(set.mex(), 2);
    }
}
