//! The inner loops, in the widest form that the processor has: AVX-512, AVX2, or portable.
//!
//! `find` looks for a pair with a given ⊕; `mark` collects, for many heaps at once, the set of codes that a list of
//! partners excludes; `strike` tells which of a few codes a list of partners excludes, for 64 heaps at once.
#![allow(clippy::needless_range_loop)] // several arrays of registers run in step
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use std::sync::OnceLock;

/// A way to run the inner loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// The ways that this processor has, the best last.
    pub(super) fn all() -> Vec<Path> {
        #[allow(unused_mut)]
        let mut all = vec![Path::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
                all.push(Path::Avx2);
                if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                    all.push(Path::Avx512);
                }
            }
        }
        all
    }

    /// The best way that this processor has.
    pub(super) fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::all().last().copied().unwrap_or(Path::Portable))
    }

    /// For statistics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "AVX-512",
        }
    }
}

/// Heaps that are worked on together.
pub(super) const BLOCK: usize = 64;
/// Codes that `strike` looks for at once.
pub(super) const STRUCK: usize = 8;
/// A partner at a distance: heap n has the option value with code `codes[n − offset] ^ code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) offset: u32,
    pub(super) code: u32,
}

macro_rules! find_portable {
    ($find:ident, $lane:ty) => {
        fn $find(x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            for (i, (x, y)) in x.chunks(64).zip(y.chunks(64)).enumerate() {
                let least = x.iter().zip(y).fold(<$lane>::MAX, |least, (a, b)| least.min(a ^ b ^ code));
                if least == 0 {
                    return x.iter().zip(y).position(|(a, b)| a ^ b == code).map(|at| 64 * i + at);
                }
            }
            None
        }
    };
}

find_portable!(find_u8_portable, u8);
find_portable!(find_u16_portable, u16);

#[cfg(target_arch = "x86_64")]
macro_rules! find_vector {
    ($find:ident, $portable:ident, $features:literal, $lane:ty, $step:literal, $load:ident, $cast:ty, $xor:ident, $set:ident, $as:ty, |$v:ident, $c:ident| $mask:expr, $shift:literal) => {
        #[target_feature(enable = $features)]
        fn $find(x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            use std::arch::x86_64::*;
            let $c = $set(code as $as);
            let whole = x.len().min(y.len()) / $step * $step;
            for (i, (x, y)) in x.chunks_exact($step).zip(y.chunks_exact($step)).enumerate() {
                // SAFETY: both chunks hold one vector; the loads need no alignment
                let $v = unsafe { $xor($load(x.as_ptr().cast::<$cast>()), $load(y.as_ptr().cast::<$cast>())) };
                let mask = $mask;
                if mask != 0 {
                    return Some(i * $step + (mask.trailing_zeros() >> $shift) as usize);
                }
            }
            $portable(&x[whole..], &y[whole..], code).map(|at| whole + at)
        }
    };
}

#[cfg(target_arch = "x86_64")]
find_vector!(
    find_u8_avx2,
    find_u8_portable,
    "avx2,bmi1",
    u8,
    32,
    _mm256_loadu_si256,
    __m256i,
    _mm256_xor_si256,
    _mm256_set1_epi8,
    i8,
    |v, c| _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, c)) as u32,
    0
);
#[cfg(target_arch = "x86_64")]
find_vector!(
    find_u16_avx2,
    find_u16_portable,
    "avx2,bmi1",
    u16,
    16,
    _mm256_loadu_si256,
    __m256i,
    _mm256_xor_si256,
    _mm256_set1_epi16,
    i16,
    |v, c| _mm256_movemask_epi8(_mm256_cmpeq_epi16(v, c)) as u32,
    1
);
#[cfg(target_arch = "x86_64")]
find_vector!(
    find_u8_avx512,
    find_u8_portable,
    "avx512f,avx512bw,bmi1",
    u8,
    64,
    _mm512_loadu_si512,
    __m512i,
    _mm512_xor_si512,
    _mm512_set1_epi8,
    i8,
    |v, c| _mm512_cmpeq_epi8_mask(v, c),
    0
);
#[cfg(target_arch = "x86_64")]
find_vector!(
    find_u16_avx512,
    find_u16_portable,
    "avx512f,avx512bw,bmi1",
    u16,
    32,
    _mm512_loadu_si512,
    __m512i,
    _mm512_xor_si512,
    _mm512_set1_epi16,
    i16,
    |v, c| _mm512_cmpeq_epi16_mask(v, c),
    0
);

macro_rules! find {
    ($find:ident, $portable:ident, $avx2:ident, $avx512:ident, $lane:ty) => {
        /// The first i with x[i] ⊕ y[i] = code; the slices are equally long.
        pub(super) fn $find(path: Path, x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            match path {
                Path::Portable => $portable(x, y, code),
                // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => unsafe { $avx2(x, y, code) },
                // SAFETY: as above
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => unsafe { $avx512(x, y, code) },
            }
        }
    };
}

find!(find_u8, find_u8_portable, find_u8_avx2, find_u8_avx512, u8);
find!(find_u16, find_u16_portable, find_u16_avx2, find_u16_avx512, u16);

/// For each heap of a block a set of codes below 256: bit c of a set is bit c mod 64 of word c / 64.
pub(super) type Sets = [[u64; BLOCK]; 4];

fn mark_portable(codes: &[u8], n: usize, lanes: (usize, usize), entries: &[Entry], words: usize, sets: &mut Sets) {
    for e in entries {
        let start = n + lanes.0 - e.offset as usize;
        let Some(partners) = codes.get(start..start + lanes.1) else { continue };
        for (l, partner) in partners.iter().enumerate() {
            let c = usize::from(*partner) ^ e.code as usize & 255;
            if c < 64 * words {
                sets[c / 64][lanes.0 + l] |= 1 << (c % 64);
            }
        }
    }
}

/// Bit c of a word is a shift by c; shifts by 64 and more give nothing, which sorts the codes into the words.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn mark_avx512<const W: usize, const G: usize>(
    codes: &[u8],
    n: usize,
    lane: usize,
    entries: &[Entry],
    sets: &mut Sets,
) {
    use std::arch::x86_64::*;
    let one = _mm512_set1_epi64(1);
    let mut sum = [[_mm512_setzero_si512(); G]; W];
    for e in entries {
        let start = n + lane - e.offset as usize;
        let Some(partners) = codes.get(start..start + 8 * G) else { continue };
        let code = _mm512_set1_epi64(i64::from(e.code));
        for g in 0..G {
            // SAFETY: 8 readable bytes from 8·g on; the load needs no alignment
            let x = unsafe { _mm_loadl_epi64(partners.as_ptr().add(8 * g).cast()) };
            let x = _mm512_xor_si512(_mm512_cvtepu8_epi64(x), code);
            for w in 0..W {
                let bit = _mm512_sllv_epi64(one, _mm512_xor_si512(x, _mm512_set1_epi64(64 * w as i64)));
                sum[w][g] = _mm512_or_si512(sum[w][g], bit);
            }
        }
    }
    for w in 0..W {
        for g in 0..G {
            let words = &mut sets[w][lane + 8 * g..lane + 8 * g + 8];
            // SAFETY: eight words, read and written without alignment
            unsafe {
                let before = _mm512_loadu_si512(words.as_ptr().cast());
                _mm512_storeu_si512(words.as_mut_ptr().cast(), _mm512_or_si512(before, sum[w][g]));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_avx2<const W: usize, const G: usize>(codes: &[u8], n: usize, lane: usize, entries: &[Entry], sets: &mut Sets) {
    use std::arch::x86_64::*;
    let one = _mm256_set1_epi64x(1);
    let mut sum = [[_mm256_setzero_si256(); G]; W];
    for e in entries {
        let start = n + lane - e.offset as usize;
        let Some(partners) = codes.get(start..start + 4 * G) else { continue };
        let code = _mm256_set1_epi64x(i64::from(e.code));
        for g in 0..G {
            let x =
                i32::from_le_bytes([partners[4 * g], partners[4 * g + 1], partners[4 * g + 2], partners[4 * g + 3]]);
            let x = _mm256_xor_si256(_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(x)), code);
            for w in 0..W {
                let bit = _mm256_sllv_epi64(one, _mm256_xor_si256(x, _mm256_set1_epi64x(64 * w as i64)));
                sum[w][g] = _mm256_or_si256(sum[w][g], bit);
            }
        }
    }
    for w in 0..W {
        for g in 0..G {
            let words = &mut sets[w][lane + 4 * g..lane + 4 * g + 4];
            // SAFETY: four words, read and written without alignment
            unsafe {
                let before = _mm256_loadu_si256(words.as_ptr().cast());
                _mm256_storeu_si256(words.as_mut_ptr().cast(), _mm256_or_si256(before, sum[w][g]));
            }
        }
    }
}

/// Adds to the first `words` words of the sets of heaps what the entries exclude: of the heaps from n + 8·group on,
/// eight or, without a group, all 64. The entries must not reach beyond the codes.
pub(super) fn mark(
    path: Path,
    codes: &[u8],
    n: usize,
    group: Option<usize>,
    entries: &[Entry],
    words: usize,
    sets: &mut Sets,
) {
    #[cfg(target_arch = "x86_64")]
    macro_rules! call {
        ($mark:ident, $few:literal, $many:literal, $lanes:literal) => {
            match (group, words) {
                // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
                (Some(g), 1) => unsafe { $mark::<1, $few>(codes, n, 8 * g, entries, sets) },
                // SAFETY: as above
                (Some(g), 2) => unsafe { $mark::<2, $few>(codes, n, 8 * g, entries, sets) },
                // SAFETY: as above
                (Some(g), 3) => unsafe { $mark::<3, $few>(codes, n, 8 * g, entries, sets) },
                // SAFETY: as above
                (Some(g), _) => unsafe { $mark::<4, $few>(codes, n, 8 * g, entries, sets) },
                (None, _) => {
                    for lane in (0..BLOCK).step_by($lanes) {
                        // SAFETY: as above
                        unsafe {
                            match words {
                                1 => $mark::<1, $many>(codes, n, lane, entries, sets),
                                2 => $mark::<2, $many>(codes, n, lane, entries, sets),
                                3 => $mark::<3, $many>(codes, n, lane, entries, sets),
                                _ => $mark::<4, $many>(codes, n, lane, entries, sets),
                            }
                        }
                    }
                }
            }
        };
    }
    match path {
        Path::Portable => {
            let lanes = group.map_or((0, BLOCK), |g| (8 * g, 8));
            mark_portable(codes, n, lanes, entries, words, sets);
        }
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => call!(mark_avx2, 2, 2, 8),
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => call!(mark_avx512, 1, 4, 32),
    }
}

/// For each of some codes a heap: a byte that becomes 0 when the code is excluded.
pub(super) type Lanes = [[u8; BLOCK]; STRUCK];

fn strike_portable(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<BLOCK>()) else {
            continue;
        };
        let code = e.code as u8;
        for (wanted, left) in wanted.iter().zip(left.iter_mut()) {
            for ((left, wanted), partner) in left.iter_mut().zip(wanted).zip(partners) {
                *left = (*left).min(partner ^ code ^ wanted);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn strike_avx2(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    use std::arch::x86_64::*;
    for half in [0, 32] {
        let mut want = [_mm256_setzero_si256(); STRUCK];
        let mut least = [_mm256_setzero_si256(); STRUCK];
        for k in 0..STRUCK {
            // SAFETY: 32 bytes from `half` on lie within the 64 of a lane
            want[k] = unsafe { _mm256_loadu_si256(wanted[k][half..half + 32].as_ptr().cast()) };
            // SAFETY: as above
            least[k] = unsafe { _mm256_loadu_si256(left[k][half..half + 32].as_ptr().cast()) };
        }
        for e in entries {
            let Some(partners) = codes.get(n + half - e.offset as usize..).and_then(|c| c.first_chunk::<32>()) else {
                continue;
            };
            // SAFETY: 32 readable bytes; the load needs no alignment
            let x = unsafe { _mm256_loadu_si256(partners.as_ptr().cast()) };
            let x = _mm256_xor_si256(x, _mm256_set1_epi8(e.code as i8));
            for k in 0..STRUCK {
                least[k] = _mm256_min_epu8(least[k], _mm256_xor_si256(x, want[k]));
            }
        }
        for k in 0..STRUCK {
            // SAFETY: 32 bytes from `half` on lie within the 64 of a lane
            unsafe { _mm256_storeu_si256(left[k][half..half + 32].as_mut_ptr().cast(), least[k]) };
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
fn strike_avx512(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    use std::arch::x86_64::*;
    let mut want = [_mm512_setzero_si512(); STRUCK];
    let mut least = [_mm512_setzero_si512(); STRUCK];
    for k in 0..STRUCK {
        // SAFETY: a lane is 64 readable bytes; the load needs no alignment
        want[k] = unsafe { _mm512_loadu_si512(wanted[k].as_ptr().cast()) };
        // SAFETY: as above
        least[k] = unsafe { _mm512_loadu_si512(left[k].as_ptr().cast()) };
    }
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<BLOCK>()) else {
            continue;
        };
        // SAFETY: 64 readable bytes; the load needs no alignment
        let x = unsafe { _mm512_loadu_si512(partners.as_ptr().cast()) };
        let x = _mm512_xor_si512(x, _mm512_set1_epi8(e.code as i8));
        for k in 0..STRUCK {
            least[k] = _mm512_min_epu8(least[k], _mm512_xor_si512(x, want[k]));
        }
    }
    for k in 0..STRUCK {
        // SAFETY: a lane is 64 writable bytes; the store needs no alignment
        unsafe { _mm512_storeu_si512(left[k].as_mut_ptr().cast(), least[k]) };
    }
}

/// Makes `left[k][i]` 0 where an entry excludes the code `wanted[k][i]` of heap n + i. Offsets are at least [`BLOCK`].
pub(super) fn strike(path: Path, codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    match path {
        Path::Portable => strike_portable(codes, n, entries, wanted, left),
        // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { strike_avx2(codes, n, entries, wanted, left) },
        // SAFETY: as above
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { strike_avx512(codes, n, entries, wanted, left) },
    }
}

#[inline(always)]
fn take_over_body(sets: &mut Sets, wanted: &Lanes, left: &Lanes) {
    for (wanted, left) in wanted.iter().zip(left) {
        for (w, words) in sets.iter_mut().enumerate() {
            for ((word, &code), &left) in words.iter_mut().zip(wanted).zip(left) {
                let here = left == 0 && usize::from(code >> 6) == w;
                *word |= u64::from(here) << (code & 63);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn take_over_avx2(sets: &mut Sets, wanted: &Lanes, left: &Lanes) {
    take_over_body(sets, wanted, left);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn take_over_avx512(sets: &mut Sets, wanted: &Lanes, left: &Lanes) {
    take_over_body(sets, wanted, left);
}

/// Adds the codes that were struck to the sets.
pub(super) fn take_over(path: Path, sets: &mut Sets, wanted: &Lanes, left: &Lanes) {
    match path {
        Path::Portable => take_over_body(sets, wanted, left),
        // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { take_over_avx2(sets, wanted, left) },
        // SAFETY: as above
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { take_over_avx512(sets, wanted, left) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_paths_agree() {
        let mut seed = 88_172_645_463_325_252u64;
        let mut random = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 20) as usize
        };
        for round in 0..200 {
            let top = [16, 64, 256][round % 3];
            let codes: Vec<u8> = (0..2000).map(|_| (random() % top) as u8).collect();
            let other: Vec<u8> = (0..2000).map(|_| (random() % top) as u8).collect();
            let wide: Vec<u16> = codes.iter().map(|&c| u16::from(c) << 3).collect();
            let wide_other: Vec<u16> = other.iter().map(|&c| u16::from(c) << 3).collect();
            let n = 1900;
            let entries: Vec<Entry> = (0..random() % 60)
                .map(|_| Entry { offset: (64 + random() % 1800) as u32, code: (random() % top) as u32 })
                .collect();
            let wanted: Lanes = std::array::from_fn(|_| std::array::from_fn(|_| (random() % top) as u8));
            let sought = (random() % top) as u8;
            let from = random() % 1990;
            let run = |path| {
                let mut sets = [[0; BLOCK]; 4];
                mark(path, &codes, n, None, &entries, 1 + round % 4, &mut sets);
                mark(path, &codes, n, Some(3), &entries[..entries.len() / 2], 1 + round / 4 % 4, &mut sets);
                let mut left = [[255; BLOCK]; STRUCK];
                strike(path, &codes, n, &entries, &wanted, &mut left);
                take_over(path, &mut sets, &wanted, &left);
                let found = find_u8(path, &codes[from..], &other[from..], sought);
                (sets, left, found, find_u16(path, &wide[from..], &wide_other[from..], u16::from(sought) << 3))
            };
            let expected = run(Path::Portable);
            for path in Path::all() {
                assert_eq!(run(path), expected, "{path:?}");
            }
        }
    }
}
