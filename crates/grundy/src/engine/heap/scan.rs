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
//! tests 32 or 64 pairs against eight values. Measured for 64 pairs of two-byte values with AVX-512: about 7 cycles for
//! eight values, 20 for 32.
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::simd::Path;

/// Values of a group.
pub(super) const GROUP: usize = 8;
/// Pairs that a scan must have at least.
pub(super) const LEAST: usize = 64;

/// Groups that one scan takes at most.
pub(super) fn groups(path: Path) -> usize {
    match path {
        Path::Portable => 1,
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => 2,
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => 4,
    }
}

/// The pairs: bytes of the one and of the other part; the high bytes are empty where values have one byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pairs<'a> {
    pub(super) low: [&'a [u8]; 2],
    pub(super) high: [&'a [u8]; 2],
}

/// For each group a table for each nibble, the lowest first.
type Tables<const N: usize> = [[[u8; 16]; N]; 4];

fn tables<const N: usize>(wanted: &[u16]) -> Tables<N> {
    let mut tables = [[[0; 16]; N]; 4];
    for (group, table) in wanted.chunks(GROUP).zip(&mut tables) {
        for (k, value) in group.iter().enumerate() {
            for (i, nibble) in table.iter_mut().enumerate() {
                nibble[usize::from(value >> (4 * i) & 15)] |= 1 << k;
            }
        }
    }
    tables
}

/// The bits of the wanted values that occur as a ⊕ b: bit k for value k. Takes up to [`groups`] times eight values;
/// none may have more bits than the pairs, whose slices are equally long, at least [`LEAST`]. `bits`: no value of a
/// pair has more.
pub(super) fn scan(path: Path, pairs: Pairs<'_>, wanted: &[u16], bits: u32) -> u32 {
    if pairs.low[0].len() < LEAST {
        return plain(pairs, wanted);
    }
    #[cfg(target_arch = "x86_64")]
    macro_rules! call {
        ($scan:ident) => {
            // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
            unsafe {
                match (bits, wanted.len().div_ceil(GROUP)) {
                    (..=8, 0..=1) => $scan::<2, 1>(pairs, &tables(wanted)),
                    (..=8, 2) => $scan::<2, 2>(pairs, &tables(wanted)),
                    (..=8, _) => $scan::<2, 4>(pairs, &tables(wanted)),
                    (..=12, 0..=1) => $scan::<3, 1>(pairs, &tables(wanted)),
                    (..=12, 2) => $scan::<3, 2>(pairs, &tables(wanted)),
                    (..=12, _) => $scan::<3, 4>(pairs, &tables(wanted)),
                    (_, 0..=1) => $scan::<4, 1>(pairs, &tables(wanted)),
                    (_, 2) => $scan::<4, 2>(pairs, &tables(wanted)),
                    _ => $scan::<4, 4>(pairs, &tables(wanted)),
                }
            }
        };
    }
    match path {
        Path::Portable => portable(pairs, wanted, bits),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => call!(scan_avx2),
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => call!(scan_avx512),
    }
}

/// Pair by pair.
fn plain(pairs: Pairs<'_>, wanted: &[u16]) -> u32 {
    let byte = |bytes: [&[u8]; 2], i: usize| {
        let one = |side: usize| bytes[side].get(i).copied().map_or(0, u16::from);
        one(0) ^ one(1)
    };
    (0..pairs.low[0].len()).fold(0, |hits, i| {
        let value = byte(pairs.low, i) | byte(pairs.high, i) << 8;
        wanted.iter().enumerate().fold(hits, |hits, (k, w)| hits | u32::from(*w == value) << k)
    })
}

/// The least difference of each wanted value, in loops that compilers turn into vector instructions.
fn portable(pairs: Pairs<'_>, wanted: &[u16], bits: u32) -> u32 {
    const WIDTH: usize = 32;
    let whole = pairs.low[0].len() / WIDTH * WIDTH;
    let mut least = [[255u8; WIDTH]; GROUP];
    let chunks = |bytes: [&'_ [u8]; 2], at: usize| -> [u8; WIDTH] {
        std::array::from_fn(|i| bytes[0][at + i] ^ bytes[1][at + i])
    };
    let wanted_bytes: [[u8; 2]; GROUP] = std::array::from_fn(|k| wanted.get(k).copied().unwrap_or(0).to_le_bytes());
    for at in (0..whole).step_by(WIDTH) {
        let low = chunks(pairs.low, at);
        if bits <= 8 {
            for (least, w) in least.iter_mut().zip(&wanted_bytes) {
                for (least, x) in least.iter_mut().zip(&low) {
                    *least = (*least).min(x ^ w[0]);
                }
            }
        } else {
            let high = chunks(pairs.high, at);
            for (least, w) in least.iter_mut().zip(&wanted_bytes) {
                for ((least, x), y) in least.iter_mut().zip(&low).zip(&high) {
                    *least = (*least).min((x ^ w[0]) | (y ^ w[1]));
                }
            }
        }
    }
    let hit = |least: &[u8; WIDTH]| u32::from(least.contains(&0));
    let hits = least.iter().zip(wanted).enumerate().fold(0, |hits, (k, (least, _))| hits | hit(least) << k);
    let rest = |bytes: [&'_ [u8]; 2]| -> u32 { bytes[0].len().saturating_sub(whole) as u32 };
    if rest(pairs.low) == 0 {
        return hits;
    }
    let behind = |bytes| -> [&[u8]; 2] {
        let [a, b]: [&[u8]; 2] = bytes;
        [a.get(whole..).unwrap_or(&[]), b.get(whole..).unwrap_or(&[])]
    };
    hits | plain(Pairs { low: behind(pairs.low), high: behind(pairs.high) }, wanted)
}

/// Starts of vectors that cover a slice of this length, the last overlapping the one before.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn starts(length: usize, width: usize) -> impl Iterator<Item = usize> {
    let whole = length / width;
    let rest = (!length.is_multiple_of(width)).then(|| length - width);
    (0..whole).map(move |i| i * width).chain(rest)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn scan_avx512<const N: usize, const G: usize>(pairs: Pairs<'_>, tables: &Tables<N>) -> u32 {
    use std::arch::x86_64::*;
    let nibble = _mm512_set1_epi8(15);
    let mut table = [[_mm512_setzero_si512(); N]; G];
    for (to, from) in table.iter_mut().zip(tables) {
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: 16 readable bytes; the load needs no alignment
            *to = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(from.as_ptr().cast()) });
        }
    }
    let size = pairs.low[0].len();
    assert!(size >= 64 && pairs.low[1].len() == size);
    assert!(N == 2 || pairs.high.iter().all(|h| h.len() == size));
    let mut sum = [_mm512_setzero_si512(); G];
    for at in starts(size, 64) {
        // SAFETY: each slice has 64 readable bytes from `at` on: `starts` stays `size` − 64 or less, and the lengths
        // were compared above; the loads need no alignment
        let load = |bytes: [&[u8]; 2]| unsafe {
            let a = _mm512_loadu_si512(bytes[0].as_ptr().add(at).cast());
            _mm512_xor_si512(a, _mm512_loadu_si512(bytes[1].as_ptr().add(at).cast()))
        };
        let low = load(pairs.low);
        let mut nibbles = [_mm512_and_si512(low, nibble); N];
        nibbles[1] = _mm512_and_si512(_mm512_srli_epi16::<4>(low), nibble);
        if N > 2 {
            let high = load(pairs.high);
            nibbles[2] = _mm512_and_si512(high, nibble);
            if N > 3 {
                nibbles[3] = _mm512_and_si512(_mm512_srli_epi16::<4>(high), nibble);
            }
        }
        for g in 0..G {
            let mut hit = _mm512_shuffle_epi8(table[g][0], nibbles[0]);
            for i in 1..N {
                hit = _mm512_and_si512(hit, _mm512_shuffle_epi8(table[g][i], nibbles[i]));
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn scan_avx2<const N: usize, const G: usize>(pairs: Pairs<'_>, tables: &Tables<N>) -> u32 {
    use std::arch::x86_64::*;
    let nibble = _mm256_set1_epi8(15);
    let mut table = [[_mm256_setzero_si256(); N]; G];
    for (to, from) in table.iter_mut().zip(tables) {
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: 16 readable bytes; the load needs no alignment
            *to = _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(from.as_ptr().cast()) });
        }
    }
    let size = pairs.low[0].len();
    assert!(size >= 32 && pairs.low[1].len() == size);
    assert!(N == 2 || pairs.high.iter().all(|h| h.len() == size));
    let mut sum = [_mm256_setzero_si256(); G];
    for at in starts(size, 32) {
        // SAFETY: each slice has 32 readable bytes from `at` on: `starts` stays `size` − 32 or less, and the lengths
        // were compared above; the loads need no alignment
        let load = |bytes: [&[u8]; 2]| unsafe {
            let a = _mm256_loadu_si256(bytes[0].as_ptr().add(at).cast());
            _mm256_xor_si256(a, _mm256_loadu_si256(bytes[1].as_ptr().add(at).cast()))
        };
        let low = load(pairs.low);
        let mut nibbles = [_mm256_and_si256(low, nibble); N];
        nibbles[1] = _mm256_and_si256(_mm256_srli_epi16::<4>(low), nibble);
        if N > 2 {
            let high = load(pairs.high);
            nibbles[2] = _mm256_and_si256(high, nibble);
            if N > 3 {
                nibbles[3] = _mm256_and_si256(_mm256_srli_epi16::<4>(high), nibble);
            }
        }
        for g in 0..G {
            let mut hit = _mm256_shuffle_epi8(table[g][0], nibbles[0]);
            for i in 1..N {
                hit = _mm256_and_si256(hit, _mm256_shuffle_epi8(table[g][i], nibbles[i]));
            }
            sum[g] = _mm256_or_si256(sum[g], hit);
        }
    }
    sum.iter().enumerate().fold(0, |hits, (g, sum)| {
        let mut words = [0u64; 4];
        // SAFETY: 32 bytes, written without alignment
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), *sum) };
        hits | fold(&words) << (8 * g)
    })
}

/// The ∨ of all bytes.
#[cfg(target_arch = "x86_64")]
fn fold(words: &[u64]) -> u32 {
    let word = words.iter().fold(0, |sum, w| sum | w);
    word.to_le_bytes().iter().fold(0, |sum, b| sum | u32::from(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_agree_with_the_plain_loop() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        let mut random = move |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 11) % below
        };
        let mut hit = [0; 2];
        for round in 0..1500 {
            let bits = [3, 8, 9, 12, 14, 16][round % 6];
            let size = [1, 63, 64, 65, 95, 128, 300][random(7) as usize];
            let mut planes: Vec<Vec<u8>> = vec![Vec::new(); 4];
            for _ in 0..2 * size {
                let v = random(1 << bits) as u16;
                let side = usize::from(planes[0].len() == size);
                planes[side].push(v as u8);
                planes[2 + side].push((v >> 8) as u8);
            }
            let high = if bits > 8 { [&planes[2][..], &planes[3][..]] } else { [&[][..], &[][..]] };
            let pairs = Pairs { low: [&planes[0], &planes[1]], high };
            for path in Path::all() {
                let number = 1 + random(8 * groups(path) as u64);
                // some that surely occur, in the last place too
                let at = |i: usize| {
                    u16::from(planes[0][i] ^ planes[1][i]) | u16::from(planes[2][i] ^ planes[3][i]) << 8
                };
                let wanted: Vec<u16> = (0..number)
                    .map(|k| match k % 3 {
                        0 => at(size - 1),
                        1 => at(random(size as u64) as usize),
                        _ => random(1 << bits) as u16,
                    })
                    .collect();
                let expected = plain(pairs, &wanted);
                assert_eq!(scan(path, pairs, &wanted, bits as u32), expected, "{path:?} {size} {bits}");
                hit[0] += expected.count_ones();
                hit[1] += number as u32;
            }
        }
        assert!(hit[0] > 1000 && hit[0] + 1000 < hit[1], "{hit:?}");
    }
}
