//! The lowest codes that sets leave free, and what becomes of them.
#![allow(clippy::needless_range_loop)] // several arrays of registers run in step
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::{BLOCK, Features, Lanes, Path, STRUCK, Sets};

fn lowest_portable(sets: &Sets) -> Lanes {
    let mut lanes = [[255; BLOCK]; STRUCK];
    for l in 0..BLOCK {
        let mut k = 0;
        for (i, words) in sets.iter().enumerate() {
            let mut free = !words[l];
            while free != 0 && k < STRUCK {
                lanes[k][l] = (64 * i) as u8 + free.trailing_zeros() as u8;
                free &= free - 1;
                k += 1;
            }
        }
    }
    lanes
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512cd")]
fn lowest_vbmi(sets: &Sets) -> Lanes {
    use std::arch::x86_64::*;
    let mut lanes = [[255; BLOCK]; STRUCK];
    let (zero, last) = (_mm512_setzero_si512(), _mm512_set1_epi64(63));
    let base: [_; 4] = std::array::from_fn(|w| _mm512_set1_epi64(64 * w as i64));
    for l in (0..BLOCK).step_by(8) {
        let mut free = [zero; 4];
        for w in 0..4 {
            // SAFETY: eight words from `l` on; the load needs no alignment
            let words = unsafe { _mm512_loadu_si512(sets[w][l..l + 8].as_ptr().cast()) };
            free[w] = _mm512_xor_si512(words, _mm512_set1_epi64(-1));
        }
        for lane in &mut lanes {
            // the first word that is not empty
            let empty = [0, 1, 2, 3].map(|w: usize| _mm512_cmpeq_epi64_mask(free[w], zero));
            let at = [!empty[0], empty[0] & !empty[1], empty[0] & empty[1] & !empty[2], 0xFF];
            let mut word = free[3];
            let mut start = base[3];
            for w in (0..3).rev() {
                word = _mm512_mask_mov_epi64(word, at[w], free[w]);
                start = _mm512_mask_mov_epi64(start, at[w], base[w]);
            }
            let bit = _mm512_and_si512(word, _mm512_sub_epi64(zero, word));
            let code = _mm512_add_epi64(start, _mm512_sub_epi64(last, _mm512_lzcnt_epi64(bit)));
            let none = _mm512_cmpeq_epi64_mask(word, zero);
            let code = _mm512_mask_mov_epi64(code, none, _mm512_set1_epi64(255));
            // SAFETY: eight writable bytes; the store needs no alignment
            unsafe { _mm_storel_epi64(lane[l..l + 8].as_mut_ptr().cast(), _mm512_cvtepi64_epi8(code)) };
            let fourth = empty[0] & empty[1] & empty[2];
            for (w, at) in [at[0], at[1], at[2], fourth].into_iter().enumerate() {
                free[w] = _mm512_mask_xor_epi64(free[w], at, free[w], bit);
            }
        }
    }
    lanes
}

/// For each heap its lowest free codes; 255 where there are fewer.
pub(in crate::heap) fn lowest(path: Path, sets: &Sets) -> Lanes {
    match path.features() {
        // SAFETY: a `Path` with these features exists only where the processor has them, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Features::Avx512Vbmi => unsafe { lowest_vbmi(sets) },
        _ => lowest_portable(sets),
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn take_over_vbmi(sets: &mut Sets, wanted: &Lanes, left: &Lanes) {
    use std::arch::x86_64::*;
    let one = _mm512_set1_epi64(1);
    for l in (0..BLOCK).step_by(8) {
        let mut words = [one; 4];
        for w in 0..4 {
            // SAFETY: eight words from `l` on; the load needs no alignment
            words[w] = unsafe { _mm512_loadu_si512(sets[w][l..l + 8].as_ptr().cast()) };
        }
        for (wanted, left) in wanted.iter().zip(left) {
            // SAFETY: eight readable bytes each; the loads need no alignment
            let (code, left) = unsafe {
                (_mm_loadl_epi64(wanted[l..l + 8].as_ptr().cast()), _mm_loadl_epi64(left[l..l + 8].as_ptr().cast()))
            };
            let code = _mm512_cvtepu8_epi64(code);
            let struck = _mm_cmpeq_epi8_mask(left, _mm_setzero_si128()) as u8;
            for w in 0..4 {
                let place = _mm512_xor_si512(code, _mm512_set1_epi64(64 * w as i64));
                words[w] = _mm512_or_si512(words[w], _mm512_maskz_sllv_epi64(struck, one, place));
            }
        }
        for w in 0..4 {
            // SAFETY: eight words from `l` on; the store needs no alignment
            unsafe { _mm512_storeu_si512(sets[w][l..l + 8].as_mut_ptr().cast(), words[w]) };
        }
    }
}

/// Adds the codes that were struck to the sets.
pub(in crate::heap) fn take_over(path: Path, sets: &mut Sets, wanted: &Lanes, left: &Lanes) {
    match path.features() {
        Features::Portable => take_over_body(sets, wanted, left),
        // SAFETY: a `Path` with these features exists only where the processor has them, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Features::Avx2 => unsafe { take_over_avx2(sets, wanted, left) },
        // SAFETY: as above
        #[cfg(target_arch = "x86_64")]
        Features::Avx512 => unsafe { take_over_avx512(sets, wanted, left) },
        // SAFETY: as above
        #[cfg(target_arch = "x86_64")]
        Features::Avx512Vbmi => unsafe { take_over_vbmi(sets, wanted, left) },
    }
}
