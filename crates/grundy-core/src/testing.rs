//! What the tests of the crates share.

use std::time::{Duration, Instant};

/// Does the work, which must be done within this time in one of five tries: what takes longer each time is slow, what does
/// so once has busy neighbours.
pub fn within<T>(limit: Duration, what: &str, mut work: impl FnMut() -> T) -> T {
    let mut least = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let done = work();
        let took = start.elapsed();
        if took < limit {
            return done;
        }
        least = least.min(took);
    }
    panic!("{what} took {least:?}, more than {limit:?}")
}

/// How many random cases a test draws: `few`, or `many` where the environment has `GRUNDY_LONG_TESTS`, as under
/// `cargo xtask test --long`.
#[must_use]
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("GRUNDY_LONG_TESTS").is_some() { many } else { few }
}

/// Numbers by splitmix64 (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators*, 2014): the
/// same after the same seed, so that a failure can be repeated.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number less than `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % n
    }

    /// A place in a list of so many.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// True so many times in a hundred.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.index(all.len())]
    }
}
