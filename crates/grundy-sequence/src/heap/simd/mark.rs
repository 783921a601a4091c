//! Which codes a list of partners excludes, as sets of bits, for many heaps at once.
#![allow(clippy::needless_range_loop)] // several arrays of registers run in step
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::{BLOCK, Entry, Features, Path, Sets};

fn mark_portable(codes: &[u8], n: usize, lanes: (usize, usize), entries: &[Entry], words: usize, sets: &mut Sets) {
    for e in entries {
        let start = n + lanes.0 - e.offset as usize;
        let Some(partners) = codes.get(start..start + lanes.1) else { continue };
        for (l, partner) in partners.iter().enumerate() {
            let c = usize::from(*partner ^ e.byte());
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
        let code = _mm512_set1_epi64(i64::from(e.byte()));
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
        let code = _mm256_set1_epi64x(i64::from(e.byte()));
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

/// Eight codes a byte, two entries at a time: the byte of code c has the bit c mod 8, looked up by a shuffle in a table for each eight codes.
/// A shuffle sees the six low bits of the code; where the others are those of another word, its result is dropped.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn mark_vbmi(codes: &[u8], n: usize, entries: &[Entry], words: usize, sets: &mut Sets) {
    use std::arch::x86_64::*;
    const TABLES: [[u8; 64]; 8] = {
        let mut tables = [[0; 64]; 8];
        let mut c = 0;
        while c < 64 {
            tables[c / 8][c] = 1 << (c % 8);
            c += 1;
        }
        tables
    };
    let mut table = [_mm512_setzero_si512(); 8];
    for g in 0..8 {
        // SAFETY: a table is 64 readable bytes; the load needs no alignment
        table[g] = unsafe { _mm512_loadu_si512(TABLES[g].as_ptr().cast()) };
    }
    // of a pair of which one reaches beyond the codes, the other would be passed over too
    let is_within = |e: &Entry| n - e.offset as usize + BLOCK <= codes.len();
    assert!(!cfg!(debug_assertions) || entries.iter().all(is_within), "an entry beyond the codes");
    let high = _mm512_set1_epi8(0xC0u8 as i8);
    for (w, words) in sets.iter_mut().enumerate().take(words) {
        let flip = _mm512_set1_epi8((64 * w) as u8 as i8);
        let load = |e: &Entry| {
            let partners = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<BLOCK>())?;
            // SAFETY: 64 readable bytes; the load needs no alignment
            let x = unsafe { _mm512_loadu_si512(partners.as_ptr().cast()) };
            let x = _mm512_ternarylogic_epi32::<0x96>(x, flip, _mm512_set1_epi32(e.code as i32));
            Some((x, _mm512_testn_epi8_mask(x, high)))
        };
        let mut sum = [_mm512_setzero_si512(); 8];
        let mut pairs = entries.chunks_exact(2);
        for pair in &mut pairs {
            let (Some((x, here)), Some((y, there))) = (load(&pair[0]), load(&pair[1])) else { continue };
            for g in 0..8 {
                let a = _mm512_maskz_permutexvar_epi8(here, x, table[g]);
                let b = _mm512_maskz_permutexvar_epi8(there, y, table[g]);
                sum[g] = _mm512_ternarylogic_epi32::<0xFE>(sum[g], a, b);
            }
        }
        for e in pairs.remainder() {
            let Some((x, here)) = load(e) else { continue };
            for g in 0..8 {
                sum[g] = _mm512_or_si512(sum[g], _mm512_maskz_permutexvar_epi8(here, x, table[g]));
            }
        }
        // the bytes of a heap come together: in each quarter of 16 heaps, two heaps a vector
        let (mut twos, mut fours, mut eights) = (sum, sum, sum);
        for k in 0..4 {
            twos[2 * k] = _mm512_unpacklo_epi8(sum[2 * k], sum[2 * k + 1]);
            twos[2 * k + 1] = _mm512_unpackhi_epi8(sum[2 * k], sum[2 * k + 1]);
        }
        for k in 0..2 {
            for h in 0..2 {
                fours[4 * k + 2 * h] = _mm512_unpacklo_epi16(twos[4 * k + h], twos[4 * k + 2 + h]);
                fours[4 * k + 2 * h + 1] = _mm512_unpackhi_epi16(twos[4 * k + h], twos[4 * k + 2 + h]);
            }
        }
        for h in 0..4 {
            eights[2 * h] = _mm512_unpacklo_epi32(fours[h], fours[4 + h]);
            eights[2 * h + 1] = _mm512_unpackhi_epi32(fours[h], fours[4 + h]);
        }
        // and the quarters one after the other
        for h in 0..2 {
            let [a, b, c, d] = [eights[4 * h], eights[4 * h + 1], eights[4 * h + 2], eights[4 * h + 3]];
            let (ab, cd) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0x44>(c, d));
            let (ab_high, cd_high) = (_mm512_shuffle_i64x2::<0xEE>(a, b), _mm512_shuffle_i64x2::<0xEE>(c, d));
            let quarters = [
                _mm512_shuffle_i64x2::<0x88>(ab, cd),
                _mm512_shuffle_i64x2::<0xDD>(ab, cd),
                _mm512_shuffle_i64x2::<0x88>(ab_high, cd_high),
                _mm512_shuffle_i64x2::<0xDD>(ab_high, cd_high),
            ];
            for (q, sum) in quarters.into_iter().enumerate() {
                let words = &mut words[16 * q + 8 * h..][..8];
                // SAFETY: eight words, read and written without alignment
                unsafe {
                    let before = _mm512_loadu_si512(words.as_ptr().cast());
                    _mm512_storeu_si512(words.as_mut_ptr().cast(), _mm512_or_si512(before, sum));
                }
            }
        }
    }
}

/// Adds to the first `words` words of the sets of heaps what the entries exclude: of the heaps from n + 8·group on,
/// eight or, without a group, all 64. The entries must not reach beyond the codes.
pub(in crate::heap) fn mark(
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
                // SAFETY: a `Path` with these features exists only where the processor has them, see `Path::all`
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
    match path.features() {
        Features::Portable => {
            let lanes = group.map_or((0, BLOCK), |g| (8 * g, 8));
            mark_portable(codes, n, lanes, entries, words, sets);
        }
        #[cfg(target_arch = "x86_64")]
        Features::Avx2 => call!(mark_avx2, 2, 2, 8),
        #[cfg(target_arch = "x86_64")]
        Features::Avx512 => call!(mark_avx512, 1, 4, 32),
        #[cfg(target_arch = "x86_64")]
        Features::Avx512Vbmi => match group {
            Some(_) => call!(mark_avx512, 1, 4, 32),
            // SAFETY: as above
            None => unsafe { mark_vbmi(codes, n, entries, words, sets) },
        },
    }
}
