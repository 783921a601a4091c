//! Which of some wanted values occur among pairs of bytes, 8 values for each lookup.
//!
//! A wanted value is split into nibbles, each with a table of 16 bytes; the k-th value of a group sets bit k of the
//! entry of each of its nibbles:
//!
//! ```text
//! wanted 0x35 (bit 0), 0x3A (bit 1)      low: [5] = 01, [A] = 10      high: [3] = 11
//! pair 0x35:  low[5] ∧ high[3] = 01      pair 0x3B:  low[B] ∧ high[3] = 00
//! ```
//! The ∧ of the entries of a pair has exactly the bits of the values that it equals, so a byte shuffle for each nibble
//! tests 32 or 64 pairs against eight values. With VBMI the pieces have six bits and the tables 64 bytes.
#![allow(clippy::needless_range_loop)] // several arrays of registers run in step
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::simd::{Features, Path};

/// Values of a group.
pub(super) const GROUP: usize = 8;
/// Pairs that a scan must have at least.
pub(super) const LEAST: usize = 64;
/// A value is stored as up to so many pieces, a byte each.
pub(super) const PIECES: usize = 3;

/// A way to scan: a [`Path`] of this processor, with tables of 16 bytes for nibbles, or of 64 bytes for six bits (VBMI).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Way(Path);

impl Way {
    /// The best one on this path.
    pub(super) fn of(path: Path) -> Way {
        Way(path)
    }

    /// Groups that one scan takes at most.
    pub(super) fn groups(self) -> usize {
        match self.0.features() {
            Features::Portable => 1,
            #[cfg(target_arch = "x86_64")]
            Features::Avx2 => 2,
            #[cfg(target_arch = "x86_64")]
            Features::Avx512 => 4,
            #[cfg(target_arch = "x86_64")]
            Features::Avx512Vbmi => 8,
        }
    }

    /// Bits of a piece.
    pub(super) fn bits(self) -> u32 {
        match self.0.features() {
            #[cfg(target_arch = "x86_64")]
            Features::Avx512Vbmi => 6,
            _ => 8,
        }
    }
}

/// The pairs: for each piece of the values, the lowest first, those of the one and of the other part. Pieces that are
/// always 0 may be empty.
pub(super) type Pairs<'a> = [[&'a [u8]; 2]; PIECES];

/// For each group a table for each nibble, the lowest first.
#[cfg(target_arch = "x86_64")]
type Nibbles<const N: usize, const G: usize> = [[[u8; 16]; N]; G];
/// For each group a table for each six bits.
#[cfg(target_arch = "x86_64")]
type Sixes<const N: usize, const G: usize> = [[[u8; 64]; N]; G];

#[cfg(target_arch = "x86_64")]
fn tables<const N: usize, const G: usize, const SIZE: usize>(wanted: &[u16], bits: u32) -> [[[u8; SIZE]; N]; G] {
    let mut tables = [[[0; SIZE]; N]; G];
    for (group, table) in wanted.chunks(GROUP).zip(&mut tables) {
        for (k, &value) in group.iter().enumerate() {
            let mut value = usize::from(value);
            for piece in table.iter_mut() {
                piece[value % SIZE] |= 1 << k;
                value >>= bits;
            }
        }
    }
    tables
}

/// The bits of the wanted values that occur as a ⊕ b: bit k for value k. Takes up to [`Way::groups`] times eight
/// values. The slices that are not empty are equally long, at least [`LEAST`]; neither the wanted values nor those of
/// the pairs have more than `bits` bits.
pub(super) fn scan(way: Way, pairs: Pairs<'_>, wanted: &[u16], bits: u32) -> u64 {
    if pairs[0][0].len() < LEAST {
        return plain(pairs, way.bits(), wanted);
    }
    #[cfg(target_arch = "x86_64")]
    macro_rules! call {
        ($scan:ident, $unit:literal, [$($pieces:literal),*], [$($groups:literal),*]) => {
            // SAFETY: a `Path` with these features exists only where the processor has them, see `Path::all`
            unsafe {
                let groups = wanted.len().div_ceil(GROUP);
                call!(@pieces $scan, $unit, groups, [$($pieces),*], [$($groups),*])
            }
        };
        (@pieces $scan:ident, $unit:literal, $number:ident, [$pieces:literal], $groups:tt) => {
            call!(@groups $scan, $unit, $number, $pieces, $groups)
        };
        (@pieces $scan:ident, $unit:literal, $number:ident, [$pieces:literal, $($more:literal),*], $groups:tt) => {
            if bits <= $unit * $pieces {
                call!(@groups $scan, $unit, $number, $pieces, $groups)
            } else {
                call!(@pieces $scan, $unit, $number, [$($more),*], $groups)
            }
        };
        (@groups $scan:ident, $unit:literal, $number:ident, $pieces:literal, [$groups:literal]) => {
            $scan::<$pieces, $groups>(pairs, &tables(wanted, $unit))
        };
        (@groups $scan:ident, $unit:literal, $number:ident, $pieces:literal, [$groups:literal, $($more:literal),*]) => {
            if $number <= $groups {
                $scan::<$pieces, $groups>(pairs, &tables(wanted, $unit))
            } else {
                call!(@groups $scan, $unit, $number, $pieces, [$($more),*])
            }
        };
    }
    match way.0.features() {
        Features::Portable => portable(pairs, wanted, bits),
        #[cfg(target_arch = "x86_64")]
        Features::Avx2 => call!(scan_avx2, 4, [2, 3, 4], [1, 2]),
        #[cfg(target_arch = "x86_64")]
        Features::Avx512 => call!(scan_avx512, 4, [2, 3, 4], [1, 2, 4]),
        #[cfg(target_arch = "x86_64")]
        Features::Avx512Vbmi => call!(scan_sixes, 6, [1, 2, 3], [1, 2, 3, 4, 6, 8]),
    }
}

/// Pair by pair.
fn plain(pairs: Pairs<'_>, bits: u32, wanted: &[u16]) -> u64 {
    (0..pairs[0][0].len()).fold(0, |hits, i| {
        let piece = |side: usize, p: usize| pairs[p][side].get(i).map_or(0, |&b| usize::from(b) << (bits * p as u32));
        let value = |side: usize| (0..PIECES).fold(0, |sum, p| sum | piece(side, p));
        let value = value(0) ^ value(1);
        wanted.iter().enumerate().fold(hits, |hits, (k, &w)| hits | u64::from(usize::from(w) == value) << k)
    })
}

/// The least difference of each wanted value, in loops that compilers turn into vector instructions.
fn portable(pairs: Pairs<'_>, wanted: &[u16], bits: u32) -> u64 {
    const WIDTH: usize = 16;
    let mut least = [[255u8; WIDTH]; GROUP];
    let wanted_bytes: [[u8; 2]; GROUP] = std::array::from_fn(|k| wanted.get(k).copied().unwrap_or(0).to_le_bytes());
    let size = pairs[0][0].len();
    let whole = size / WIDTH * WIDTH;
    for at in (0..whole).step_by(WIDTH) {
        let both = |p: usize| Some((pairs[p][0].get(at..)?.first_chunk()?, pairs[p][1].get(at..)?.first_chunk()?));
        let Some((a, b)): Option<(&[u8; WIDTH], &[u8; WIDTH])> = both(0) else { break };
        let mut low = [0u8; WIDTH];
        for i in 0..WIDTH {
            low[i] = a[i] ^ b[i];
        }
        if bits <= 8 {
            for k in 0..GROUP {
                for i in 0..WIDTH {
                    least[k][i] = least[k][i].min(low[i] ^ wanted_bytes[k][0]);
                }
            }
            continue;
        }
        let Some((a, b)): Option<(&[u8; WIDTH], &[u8; WIDTH])> = both(1) else { break };
        let mut high = [0u8; WIDTH];
        for i in 0..WIDTH {
            high[i] = a[i] ^ b[i];
        }
        for k in 0..GROUP {
            for i in 0..WIDTH {
                least[k][i] = least[k][i].min((low[i] ^ wanted_bytes[k][0]) | (high[i] ^ wanted_bytes[k][1]));
            }
        }
    }
    let hit = |k: usize| u64::from(least[k].contains(&0)) << k;
    let hits = (0..wanted.len()).fold(0, |hits, k| hits | hit(k));
    let behind = pairs.map(|piece| piece.map(|side| side.get(whole..).unwrap_or(&[])));
    hits | plain(behind, 8, wanted)
}

/// Starts of vectors that cover a slice of this length, the last overlapping the one before.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn starts(length: usize, width: usize) -> impl Iterator<Item = usize> {
    let whole = length / width;
    let rest = (!length.is_multiple_of(width)).then(|| length - width);
    (0..whole).map(move |i| i * width).chain(rest)
}

/// Four bits of a pair choose an entry of a table of 16 bytes: the same walk with vectors of another width. What differs
/// are the names of the instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! scan_by_nibbles {
    (
        $name:ident, $features:tt, $width:literal,
        zero: $zero:ident, fill: $fill:ident, spread: $spread:ident, load: $load:ident, store: $store:ident,
        xor: $xor:ident, and: $and:ident, or: $or:ident, shift: $shift:ident, shuffle: $shuffle:ident
    ) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $name<const N: usize, const G: usize>(pairs: Pairs<'_>, tables: &Nibbles<N, G>) -> u64 {
            use std::arch::x86_64::*;
            let [low, high, _] = pairs;
            let nibble = $fill(15);
            let mut table = [[$zero(); N]; G];
            for (to, from) in table.iter_mut().zip(tables) {
                for (to, from) in to.iter_mut().zip(from) {
                    // SAFETY: 16 readable bytes; the load needs no alignment
                    *to = $spread(unsafe { _mm_loadu_si128(from.as_ptr().cast()) });
                }
            }
            let size = low[0].len();
            assert!(size >= $width && low[1].len() == size);
            assert!(N == 2 || high.iter().all(|h| h.len() == size));
            let mut sum = [$zero(); G];
            for at in starts(size, $width) {
                // SAFETY: each slice has `$width` readable bytes from `at` on: `starts` stays `size` − `$width` or less,
                // and the lengths were compared above; the loads need no alignment
                let load = |bytes: [&[u8]; 2]| unsafe {
                    let a = $load(bytes[0].as_ptr().add(at).cast());
                    $xor(a, $load(bytes[1].as_ptr().add(at).cast()))
                };
                let low = load(low);
                let mut nibbles = [$and(low, nibble); N];
                nibbles[1] = $and($shift::<4>(low), nibble);
                if N > 2 {
                    let high = load(high);
                    nibbles[2] = $and(high, nibble);
                    if N > 3 {
                        nibbles[3] = $and($shift::<4>(high), nibble);
                    }
                }
                for g in 0..G {
                    let mut hit = $shuffle(table[g][0], nibbles[0]);
                    for i in 1..N {
                        hit = $and(hit, $shuffle(table[g][i], nibbles[i]));
                    }
                    sum[g] = $or(sum[g], hit);
                }
            }
            sum.iter().enumerate().fold(0, |hits, (g, sum)| {
                let mut words = [0u64; $width / 8];
                // SAFETY: `$width` bytes, written without alignment
                unsafe { $store(words.as_mut_ptr().cast(), *sum) };
                hits | fold(&words) << (8 * g)
            })
        }
    };
}

#[cfg(target_arch = "x86_64")]
scan_by_nibbles!(
    scan_avx512, "avx512f,avx512bw", 64,
    zero: _mm512_setzero_si512, fill: _mm512_set1_epi8, spread: _mm512_broadcast_i32x4, load: _mm512_loadu_si512,
    store: _mm512_storeu_si512, xor: _mm512_xor_si512, and: _mm512_and_si512, or: _mm512_or_si512,
    shift: _mm512_srli_epi16, shuffle: _mm512_shuffle_epi8
);

#[cfg(target_arch = "x86_64")]
scan_by_nibbles!(
    scan_avx2, "avx2", 32,
    zero: _mm256_setzero_si256, fill: _mm256_set1_epi8, spread: _mm256_broadcastsi128_si256, load: _mm256_loadu_si256,
    store: _mm256_storeu_si256, xor: _mm256_xor_si256, and: _mm256_and_si256, or: _mm256_or_si256,
    shift: _mm256_srli_epi16, shuffle: _mm256_shuffle_epi8
);

/// Six bits of a pair choose an entry of a table of 64 bytes, so that two pieces do for values below 4096.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn scan_sixes<const N: usize, const G: usize>(pairs: Pairs<'_>, tables: &Sixes<N, G>) -> u64 {
    use std::arch::x86_64::*;
    let mut table = [[_mm512_setzero_si512(); N]; G];
    for (to, from) in table.iter_mut().zip(tables) {
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: 64 readable bytes; the load needs no alignment
            *to = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
        }
    }
    let size = pairs[0][0].len();
    assert!(size >= 64 && pairs[..N].iter().flatten().all(|p| p.len() == size));
    let mut sum = [_mm512_setzero_si512(); G];
    for at in starts(size, 64) {
        let mut sixes = [_mm512_setzero_si512(); N];
        for (six, [a, b]) in sixes.iter_mut().zip(pairs) {
            // SAFETY: the slices have 64 readable bytes from `at` on: `starts` stays `size` − 64 or less, and the
            // lengths were compared above; the loads need no alignment
            *six = unsafe {
                let a = _mm512_loadu_si512(a.as_ptr().add(at).cast());
                _mm512_xor_si512(a, _mm512_loadu_si512(b.as_ptr().add(at).cast()))
            };
        }
        for g in 0..G {
            let mut hit = _mm512_permutexvar_epi8(sixes[0], table[g][0]);
            for i in 1..N {
                hit = _mm512_and_si512(hit, _mm512_permutexvar_epi8(sixes[i], table[g][i]));
            }
            sum[g] = _mm512_or_si512(sum[g], hit);
        }
    }
    sum.iter().enumerate().fold(0, |hits, (g, sum)| {
        let mut words = [0u64; 8];
        // SAFETY: 64 bytes, written without alignment
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), *sum) };
        hits | fold(&words) << (8 * g)
    })
}

/// The ∨ of all bytes.
#[cfg(target_arch = "x86_64")]
fn fold(words: &[u64]) -> u64 {
    let word = words.iter().fold(0, |sum, w| sum | w);
    word.to_le_bytes().iter().fold(0, |sum, b| sum | u64::from(*b))
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;

    #[test]
    fn scans_agree_with_the_plain_loop() {
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut hit = [0; 2];
        for round in 0..1500 {
            let bits = [3, 8, 9, 12, 14, 16][round % 6];
            let size = [1, 63, 64, 65, 95, 128, 300][random.below(7) as usize];
            let sides: [Vec<u16>; 2] =
                std::array::from_fn(|_| (0..size).map(|_| random.below(1 << bits) as u16).collect());
            let ways: Vec<Way> = Path::all().into_iter().map(Way::of).collect();
            for way in ways {
                let unit = way.bits();
                let piece = |side: usize, p: u32| -> Vec<u8> {
                    let mask = (1usize << unit) - 1;
                    sides[side].iter().map(|&v| (usize::from(v) >> (unit * p) & mask) as u8).collect()
                };
                let pieces: Vec<[Vec<u8>; 2]> = (0..3).map(|p| [piece(0, p), piece(1, p)]).collect();
                let pairs: Pairs<'_> = std::array::from_fn(|p| {
                    let needed = bits > unit as usize * p;
                    if needed { [&pieces[p][0][..], &pieces[p][1][..]] } else { [&[][..], &[][..]] }
                });
                let number = 1 + random.below(8 * way.groups() as u64);
                let at = |i: usize| sides[0][i] ^ sides[1][i];
                // some that surely occur, in the last place too
                let wanted: Vec<u16> = (0..number)
                    .map(|k| match k % 3 {
                        0 => at(size - 1),
                        1 => at(random.below(size as u64) as usize),
                        _ => random.below(1 << bits) as u16,
                    })
                    .collect();
                let all: Vec<u16> = (0..size).map(at).collect();
                let expected = wanted.iter().enumerate().fold(0, |e, (k, w)| e | u64::from(all.contains(w)) << k);
                assert_eq!(scan(way, pairs, &wanted, bits as u32), expected, "{way:?} {size} {bits}");
                hit[0] += expected.count_ones();
                hit[1] += number as u32;
            }
        }
        assert!(hit[0] > 1000 && hit[0] + 1000 < hit[1], "{hit:?}");
    }
}
