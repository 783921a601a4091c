//! Which of a few codes a list of partners excludes, for 64 heaps at once.
#![allow(clippy::needless_range_loop)] // several arrays of registers run in step
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::{BLOCK, Entry, Features, Lanes, Path, STRUCK};

fn strike_portable(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<BLOCK>()) else {
            continue;
        };
        let code = e.byte();
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
            let x = _mm256_xor_si256(x, _mm256_set1_epi32(e.code as i32));
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
        let x = _mm512_xor_si512(x, _mm512_set1_epi32(e.code as i32));
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
pub(in crate::heap) fn strike(path: Path, codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    match path.features() {
        Features::Portable => strike_portable(codes, n, entries, wanted, left),
        // SAFETY: a `Path` with these features exists only where the processor has them, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Features::Avx2 => unsafe { strike_avx2(codes, n, entries, wanted, left) },
        // SAFETY: as above
        #[cfg(target_arch = "x86_64")]
        Features::Avx512 | Features::Avx512Vbmi => unsafe { strike_avx512(codes, n, entries, wanted, left) },
    }
}
