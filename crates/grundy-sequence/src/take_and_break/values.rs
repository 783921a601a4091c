//! Sets of attainable values, as bits.

/// A set of values: bit v of the row of words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Values(Vec<u64>);

/// Bits whose number has bit `k`.
const HIGH: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0, 0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The word whose bit v ^ low is bit v of `word`.
fn permute(mut word: u64, low: u32) -> u64 {
    for (k, high) in HIGH.iter().enumerate() {
        if low >> k & 1 == 1 {
            let shift = 1 << k;
            word = (word & high) >> shift | (word & !high) << shift;
        }
    }
    word
}

impl Values {
    pub(super) fn one(v: u32) -> Self {
        let mut set = Values::default();
        set.insert(v);
        set
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.0.capacity() as u64 + 24
    }

    fn reach(&mut self, words: usize) {
        if self.0.len() < words {
            self.0.resize(words, 0);
        }
    }

    pub(super) fn insert(&mut self, v: u32) {
        self.reach(v as usize / 64 + 1);
        self.0[v as usize / 64] |= 1 << (v % 64);
    }

    pub(super) fn has(&self, v: u32) -> bool {
        self.0.get(v as usize / 64).is_some_and(|w| w >> (v % 64) & 1 == 1)
    }

    /// The numbers v below `stamps.len()` with this stamp.
    pub(super) fn stamped(stamps: &[u32], round: u32) -> Self {
        let word = |stamps: &[u32]| stamps.iter().rev().fold(0, |word, &s| word << 1 | u64::from(s == round));
        let mut words: Vec<u64> = stamps.chunks(64).map(word).collect();
        words.truncate(words.iter().rposition(|&w| w != 0).map_or(0, |last| last + 1));
        Values(words)
    }

    /// Are all numbers of at most `bits` bits in it?
    pub(super) fn is_full(&self, bits: u32) -> bool {
        let word = u64::MAX >> (64 - (1u64 << bits.min(6)));
        let words = self.0.get(..1 << bits.saturating_sub(6));
        words.is_some_and(|words| words.iter().all(|&w| w & word == word))
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    pub(super) fn add(&mut self, other: &Values) {
        self.reach(other.0.len());
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// Adds v ^ g for each v of the other set.
    pub(super) fn add_shifted(&mut self, other: &Values, g: u32) {
        let (high, low) = (g as usize / 64, g % 64);
        for (i, &word) in other.0.iter().enumerate().filter(|(_, w)| **w != 0) {
            self.reach((i ^ high) + 1);
            self.0[i ^ high] |= permute(word, low);
        }
    }

    /// Adds a ^ b for each a of one set and b of the other.
    pub(super) fn add_sums(&mut self, a: &Values, b: &Values) {
        let (a, b) = if a.count() <= b.count() { (a, b) } else { (b, a) };
        for (i, &word) in a.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                self.add_shifted(b, (i * 64) as u32 + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    pub(super) fn mex(&self) -> u32 {
        self.mex_from(0)
    }

    /// The least number not in the set, if all below `v` are.
    pub(super) fn mex_from(&self, v: u32) -> u32 {
        let start = (v as usize / 64).min(self.0.len());
        let at = self.0[start..].iter().position(|&w| w != u64::MAX).map_or(self.0.len(), |at| start + at);
        (at * 64) as u32 + self.0.get(at).map_or(0, |w| (!w).trailing_zeros())
    }

    pub(super) fn words(&self) -> u64 {
        self.0.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_sets_hold_the_sums() {
        let numbers = [0u32, 3, 17, 64, 100, 190];
        let mut set = Values::default();
        numbers.iter().for_each(|&v| set.insert(v));
        for g in 0..260 {
            let mut shifted = Values::default();
            shifted.add_shifted(&set, g);
            let mut plain = Values::default();
            numbers.iter().for_each(|&v| plain.insert(v ^ g));
            let size = shifted.0.len().max(plain.0.len());
            shifted.reach(size);
            plain.reach(size);
            assert_eq!(shifted, plain);
        }
        assert_eq!(set.mex(), 1);
    }

    #[test]
    fn full_sets_hold_all_numbers_of_so_many_bits() {
        for bits in 0..9u32 {
            let mut set = Values::default();
            for v in 0..1 << bits {
                assert!(!set.is_full(bits), "{bits} {v}");
                set.insert((v * 37 + 5) % (1 << bits));
            }
            assert!(set.is_full(bits) && !set.is_full(bits + 1));
            let stamps: Vec<u32> = (0..1 << bits).map(|v| u32::from(v % 3 == 0)).collect();
            let stamped = Values::stamped(&stamps, 1);
            assert!((0..300).all(|v| stamped.has(v) == (v < 1 << bits && v % 3 == 0)));
        }
    }
}
