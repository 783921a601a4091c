//! Outcomes alone, for finite sets with a largest element of at most 128: one bit a heap.
//!
//! A heap is P if and only if no element of S leads to a P-heap. With the outcomes of the last heaps in a register, the
//! newest lowest, that is one AND:
//!
//! ```text
//! take[1,3,4]     mask …1101      register, heaps n−1, n−2, …: …0101     0101 AND 1101 = 0101 ≠ 0: N
//! ```
//! If all elements are at least w, the next w heaps depend on known ones only, and each element costs one shift for all of
//! them.
//!
//! Cost: some 3 to 6 cycles a heap with small elements, 2·|S|/w cycles and less with large ones.

use crate::set::IntSet;

/// The outcomes of the heaps 0, 1, 2, … in normal play.
///
/// ```
/// use grundy_sequence::subtraction::Outcomes;
///
/// // 1, 3 or 4: the heaps 0, 2, 7, 9, 14, … are P
/// let mut outcomes = Outcomes::new(&[1, 3, 4].into_iter().collect()).expect("small elements");
/// assert_eq!(outcomes.next_word() & 0xFFFF, 0b0100_0010_1000_0101);
/// ```
#[derive(Debug, Clone)]
pub struct Outcomes {
    /// Bit j: heap n − 1 − j is P.
    register: u128,
    /// Bit s − 1 for each element s.
    mask: u128,
    elements: Vec<u32>,
    /// So many heaps at once: a power of two, at most 64 and at most the smallest element.
    lanes: u32,
}

impl Outcomes {
    /// For this set; `None` unless it is finite, not empty, and its largest element at most 128.
    #[must_use]
    pub fn new(set: &IntSet) -> Option<Self> {
        let elements = set.small_list(128)?;
        let elements: Vec<u32> = elements.iter().map(|&s| u32::try_from(s).ok()).collect::<Option<_>>()?;
        let least = *elements.iter().min()?;
        if elements.iter().any(|s| !(1..=128).contains(s)) {
            return None;
        }
        let mask = elements.iter().fold(0, |mask, s| mask | 1u128 << (s - 1));
        // below four at once the register is quicker
        let lanes = if least < 4 { 1 } else { 1 << least.ilog2().min(6) };
        Some(Outcomes { register: 0, mask, elements, lanes })
    }

    /// The outcomes of the next 64 heaps: bit i is set if the i-th of them is P.
    pub fn next_word(&mut self) -> u64 {
        match (self.lanes, u64::try_from(self.mask)) {
            (1, Ok(mask)) => {
                let mut register = self.register as u64;
                for _ in 0..64 {
                    register = register << 1 | u64::from(register & mask == 0);
                }
                self.register = u128::from(register);
            }
            (1, Err(_)) => {
                for _ in 0..64 {
                    self.register = self.register << 1 | u128::from(self.register & self.mask == 0);
                }
            }
            (lanes, _) => {
                let all = u64::MAX >> (64 - lanes);
                for _ in 0..64 / lanes {
                    let lost = self.elements.iter().fold(0, |lost, s| lost | (self.register >> (s - lanes)) as u64);
                    self.register = self.register << lanes | u128::from(!lost & all);
                }
            }
        }
        (self.register as u64).reverse_bits()
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;

    #[test]
    fn registers_agree_with_the_definition() {
        let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
        let mut kinds = std::collections::BTreeSet::new();
        for round in 0..400 {
            let least = [1, 2, 4, 9, 33, 64, 65, 100][round % 8];
            let most = [20, 64, 128, 128][round % 4].max(least);
            let set: Vec<u64> = (0..1 + random.below(7)).map(|_| least + random.below(most + 1 - least)).collect();
            let mut outcomes = Outcomes::new(&set.iter().copied().collect()).unwrap();
            kinds.insert((outcomes.lanes, outcomes.mask >> 64 == 0));
            let mut plain: Vec<bool> = Vec::new();
            for n in 0..640usize {
                let lost = set.iter().any(|&s| n >= s as usize && plain[n - s as usize]);
                plain.push(!lost);
            }
            for word in 0..10 {
                let found = outcomes.next_word();
                for i in 0..64 {
                    assert_eq!(found >> i & 1 == 1, plain[64 * word + i], "{set:?}, heap {}", 64 * word + i);
                }
            }
        }
        assert!(kinds.len() >= 7, "{kinds:?}");
        assert!(Outcomes::new(&[1, 129].into_iter().collect()).is_none());
        assert!(Outcomes::new(&IntSet::all()).is_none());
    }
}
