//! Reproducible random numbers: SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number
//! generators*, 2014).

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of numbers.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
    /// Bytes that decide in place of the state, two a number, the last one first.
    bytes: Option<Vec<u8>>,
}

impl Random {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { state: seed, bytes: None }
    }

    /// The stream that these bytes tell: whoever changes one of them changes one choice. Where they end, all numbers are
    /// the same.
    #[must_use]
    pub fn told(bytes: &[u8]) -> Self {
        Random { state: 0, bytes: Some(bytes.iter().rev().copied().collect()) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = match &mut self.bytes {
            None => self.state.wrapping_add(GOLDEN),
            Some(bytes) => {
                let mut byte = || u64::from(bytes.pop().unwrap_or(0));
                (byte() << 8 | byte()).wrapping_mul(GOLDEN)
            }
        };
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `from` to `to`, both included.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        from + (self.bits() % (to - from + 1) as u64) as i64
    }

    /// An index below `length`.
    pub fn index(&mut self, length: usize) -> usize {
        (self.bits() % length as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.bits().is_multiple_of(n)
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }
}
