//! The first pair with a given ⊕.
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use super::{Features, Path};

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
        pub(in crate::heap) fn $find(path: Path, x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            match path.features() {
                Features::Portable => $portable(x, y, code),
                // SAFETY: a `Path` with these features exists only where the processor has them, see `Path::all`
                #[cfg(target_arch = "x86_64")]
                Features::Avx2 => unsafe { $avx2(x, y, code) },
                // SAFETY: as above
                #[cfg(target_arch = "x86_64")]
                Features::Avx512 | Features::Avx512Vbmi => unsafe { $avx512(x, y, code) },
            }
        }
    };
}

find!(find_u8, find_u8_portable, find_u8_avx2, find_u8_avx512, u8);
find!(find_u16, find_u16_portable, find_u16_avx2, find_u16_avx512, u16);
