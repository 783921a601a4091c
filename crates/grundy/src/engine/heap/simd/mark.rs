//! Which codes a list of partners excludes, as sets of bits, for many heaps at once.
#![allow(clippy::needless_range_loop)] // several arrays of registers run in step
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::{BLOCK, Entry, Path, Sets};

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
pub(in crate::engine::heap) fn mark(
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

