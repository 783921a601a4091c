//! Sets of attainable values, as bits.

/// A set of values: bit v of the row of words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Values(Vec<u64>);

/// Bits whose number has bit `k`.
const HIGH: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
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
        for (i, &word) in a.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                self.add_shifted(b, (i * 64) as u32 + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    pub(super) fn mex(&self) -> u32 {
        let at = self.0.iter().position(|&w| w != u64::MAX).unwrap_or(self.0.len());
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
}
