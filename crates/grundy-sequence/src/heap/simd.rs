//! The inner loops, in the widest form that the processor has: AVX-512, AVX2, or portable.
//!
//! `find` looks for a pair with a given ⊕; `mark` collects, for many heaps at once, the set of codes that a list of
//! partners excludes; `strike` tells which of a few codes a list of partners excludes, for 64 heaps at once.
//!
//! Measured on Zen 4, for each word of 64 codes: a mark costs 0.036 ns with VBMI, where a shuffle of bytes turns 64 codes
//! into bits, 0.1 ns with AVX-512 and 0.12 ns with AVX2, where a shift makes each bit. A comparison with eight codes
//! costs 0.04 ns. So a mark sees five times as many codes in the same time, but most are already excluded.

mod find;
mod free;
mod lane;
mod mark;
mod path;
mod strike;

pub(super) use find::{find_u8, find_u16};
pub(super) use free::{lowest, take_over};
pub(super) use lane::Lane;
pub(super) use mark::mark;
pub(super) use path::{Features, Path};
pub(super) use strike::strike;

/// Heaps that are worked on together.
pub(super) const BLOCK: usize = 64;
/// Codes that `strike` looks for at once.
pub(super) const STRUCK: usize = 8;
/// Cycles of one comparison with [`STRUCK`] codes; of finding the lowest codes.
pub(super) const COMPARE: f64 = 0.14;
pub(super) const LOWEST: f64 = 20.0;

/// A partner at a distance: heap n has the option value with code `codes[n − offset] ^ code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) offset: u32,
    /// As often as it fits: four bytes, or two words.
    code: u32,
}

impl Entry {
    pub(super) fn of<L: Lane>(offset: usize, code: L) -> Self {
        Entry { offset: offset as u32, code: code.repeated() }
    }

    pub(super) fn code<L: Lane>(self) -> L {
        L::of(self.code as usize)
    }

    fn byte(self) -> u8 {
        self.code as u8
    }
}

/// For each heap of a block a set of codes below 256: bit c of a set is bit c mod 64 of word c / 64.
pub(super) type Sets = [[u64; BLOCK]; 4];

/// For each of some codes a heap: a byte that becomes 0 when the code is excluded.
pub(super) type Lanes = [[u8; BLOCK]; STRUCK];

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;

    #[test]
    fn all_paths_agree() {
        let mut random = Random::new(88_172_645_463_325_252);
        for round in 0..200 {
            let top = [16, 64, 256][round % 3];
            let codes: Vec<u8> = (0..2000).map(|_| (random.index(top)) as u8).collect();
            let other: Vec<u8> = (0..2000).map(|_| (random.index(top)) as u8).collect();
            let wide: Vec<u16> = codes.iter().map(|&c| u16::from(c) << 3).collect();
            let wide_other: Vec<u16> = other.iter().map(|&c| u16::from(c) << 3).collect();
            let n = 1900;
            let entries: Vec<Entry> =
                (0..random.index(60)).map(|_| Entry::of(64 + random.index(1800), (random.index(top)) as u8)).collect();
            let wanted: Lanes = std::array::from_fn(|_| std::array::from_fn(|_| (random.index(top)) as u8));
            let sought = (random.index(top)) as u8;
            let from = random.index(1990);
            let run = |path| {
                let mut sets = [[0; BLOCK]; 4];
                mark(path, &codes, n, None, &entries, 1 + round % 4, &mut sets);
                mark(path, &codes, n, Some(3), &entries[..entries.len() / 2], 1 + round / 4 % 4, &mut sets);
                let mut left = [[255; BLOCK]; STRUCK];
                strike(path, &codes, n, &entries, &wanted, &mut left);
                let lowest = lowest(path, &sets);
                take_over(path, &mut sets, &wanted, &left);
                let found = find_u8(path, &codes[from..], &other[from..], sought);
                (sets, left, lowest, found, find_u16(path, &wide[from..], &wide_other[from..], u16::from(sought) << 3))
            };
            let expected = run(Path::portable());
            for path in Path::all() {
                assert_eq!(run(path), expected, "{path:?}");
            }
        }
    }
}

#[cfg(test)]
mod speed {
    use super::*;

    #[test]
    #[ignore = "long: cycles of the inner loops"]
    fn cycles() {
        let codes: Vec<u8> = (0..1u32 << 16).map(|i| (i.wrapping_mul(2654435761) >> 24) as u8 % 150).collect();
        let entries: Vec<Entry> = (0..600).map(|i| Entry::of(64 + 31 * i, (i % 150) as u8)).collect();
        for path in Path::all().into_iter().skip(1) {
            for words in 1..=4 {
                let mut sets = [[0; BLOCK]; 4];
                let start = std::time::Instant::now();
                for n in 0..400 {
                    mark(path, &codes, 40_000 + n * 64, None, &entries, words, &mut sets);
                }
                let t = start.elapsed().as_secs_f64();
                println!("{path:?} {words} words: {:.4} ns a mark", t * 1e9 / (400.0 * 600.0 * 64.0));
            }
            let wanted: Lanes = [[200; BLOCK]; STRUCK];
            let mut left = [[255; BLOCK]; STRUCK];
            let start = std::time::Instant::now();
            for n in 0..400 {
                strike(path, &codes, 40_000 + n * 64, &entries, &wanted, &mut left);
            }
            let t = start.elapsed().as_secs_f64();
            println!("{path:?} strike: {:.4} ns", t * 1e9 / (400.0 * 600.0 * 64.0));
        }
    }
}
