//! Products with the instructions of x86-64 processors.
//!
//! [`Carryless`]: one product, by the maps of [`polynomial`](crate::polynomial) and PCLMULQDQ. Of 128 bits three products
//! and one by a constant are worked between the maps, so that these are needed six times, not twelve.
//!
//! [`Planes`]: 64 products at once. Eight registers hold the lowest bytes of 64 numbers, the next bytes, and so on; down
//! to bytes the tower of fields needs 27 products of bytes (GFNI) for each number, and 21 by constants.

#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

/// A processor that multiplies polynomials. Made only where it can.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Carryless(());

/// A processor with AVX-512 and products of bytes. Made only where it can.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planes(());

#[cfg(not(target_arch = "x86_64"))]
impl Carryless {
    pub(crate) fn here() -> Option<Self> {
        None
    }

    pub(crate) fn product_64(self, a: u64, b: u64) -> u64 {
        crate::tower::product_64(a, b)
    }

    pub(crate) fn product_128(self, a: u128, b: u128) -> u128 {
        crate::tower::product_128(a, b)
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Planes {
    pub(crate) fn here() -> Option<Self> {
        None
    }

    pub(crate) fn products(self, _: &[u64], _: &[u64], _: &mut [u64]) -> usize {
        0
    }
}

#[cfg(target_arch = "x86_64")]
impl Carryless {
    #[inline]
    pub(crate) fn here() -> Option<Self> {
        std::arch::is_x86_feature_detected!("pclmulqdq").then_some(Carryless(()))
    }

    #[inline]
    pub(crate) fn product_64(self, a: u64, b: u64) -> u64 {
        // SAFETY: there is a `Carryless` only where the processor has PCLMULQDQ
        unsafe { x86::product_64(a, b) }
    }

    #[inline]
    pub(crate) fn product_128(self, a: u128, b: u128) -> u128 {
        // SAFETY: there is a `Carryless` only where the processor has PCLMULQDQ
        unsafe { x86::product_128(a, b) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Planes {
    pub(crate) fn here() -> Option<Self> {
        let has = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("gfni");
        has.then_some(Planes(()))
    }

    /// Multiplies as many as fill whole registers, and says how many.
    pub(crate) fn products(self, a: &[u64], b: &[u64], out: &mut [u64]) -> usize {
        let (a, b, (out, _)) = (a.as_chunks().0, b.as_chunks().0, out.as_chunks_mut());
        for ((a, b), out) in a.iter().zip(b).zip(&mut *out) {
            // SAFETY: there is a `Planes` only where the processor has AVX-512F, AVX-512BW and GFNI
            unsafe { x86::products(a, b, out) };
        }
        64 * out.len()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use crate::polynomial::{AES, FROM, TO, remainder};

    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    fn polynomial_product(a: u64, b: u64) -> u64 {
        let product = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
        let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product));
        remainder(high as u64, _mm_cvtsi128_si64(product) as u64)
    }

    #[target_feature(enable = "pclmulqdq")]
    pub(super) fn product_64(a: u64, b: u64) -> u64 {
        FROM.apply(polynomial_product(TO.apply(a), TO.apply(b)))
    }

    #[target_feature(enable = "pclmulqdq")]
    pub(super) fn product_128(a: u128, b: u128) -> u128 {
        let halves = |n: u128| [TO.apply((n >> 64) as u64), TO.apply(n as u64)];
        let ([a1, a0], [b1, b0]) = (halves(a), halves(b));
        let below = polynomial_product(a0, b0);
        let cross = polynomial_product(a1 ^ a0, b1 ^ b0) ^ below;
        let high = polynomial_product(polynomial_product(a1, b1), TO.apply(1 << 63));
        u128::from(FROM.apply(cross)) << 64 | u128::from(FROM.apply(below ^ high))
    }

    /// Nimbers in planes: a register for each byte, the lowest first.
    type Planes<const N: usize> = [__m512i; N];

    /// Sends numbers of eight bytes to planes: each pass interleaves the bytes of two registers, so that the highest bit
    /// of a byte's place and the bit that tells the registers apart change places.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn interleave(rows: &mut Planes<8>, bit: usize) {
        for low in (0..8).filter(|row| row & bit == 0) {
            let (x, y) = (rows[low], rows[low | bit]);
            rows[low] = _mm512_unpacklo_epi8(x, y);
            rows[low | bit] = _mm512_unpackhi_epi8(x, y);
        }
    }

    /// Where the plane of a byte stands after the passes over the bits 1, 2, 4, 1.
    const fn place(byte: usize) -> usize {
        byte & 1 | byte >> 1 & 2 | byte << 1 & 4
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    fn read(numbers: &[u64; 64]) -> Planes<8> {
        let mut rows = [_mm512_setzero_si512(); 8];
        for (row, numbers) in rows.iter_mut().zip(numbers.as_chunks::<8>().0) {
            // SAFETY: eight numbers; the load needs no alignment
            *row = unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) };
        }
        for bit in [1, 2, 4, 1] {
            interleave(&mut rows, bit);
        }
        let map = _mm512_set1_epi64(AES.to as i64);
        std::array::from_fn(|byte| _mm512_gf2p8affine_epi64_epi8::<0>(rows[place(byte)], map))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    fn write(planes: &Planes<8>, numbers: &mut [u64; 64]) {
        let map = _mm512_set1_epi64(AES.from as i64);
        let mut rows = [_mm512_setzero_si512(); 8];
        for (byte, plane) in planes.iter().enumerate() {
            rows[place(byte)] = _mm512_gf2p8affine_epi64_epi8::<0>(*plane, map);
        }
        for bit in [2, 4, 1] {
            interleave(&mut rows, bit);
        }
        for (row, numbers) in numbers.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let from = row >> 2 & 1 | row << 1 & 6;
            // SAFETY: eight numbers; the store needs no alignment
            unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), rows[from]) };
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn times(a: __m512i, b: __m512i) -> __m512i {
        _mm512_gf2p8mul_epi8(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn sum<const N: usize>(a: Planes<N>, b: Planes<N>) -> Planes<N> {
        std::array::from_fn(|i| _mm512_xor_si512(a[i], b[i]))
    }

    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn product_of_2(a: Planes<2>, b: Planes<2>) -> Planes<2> {
        let half = _mm512_set1_epi8(AES.half as i8);
        let below = times(a[0], b[0]);
        let cross = times(_mm512_xor_si512(a[1], a[0]), _mm512_xor_si512(b[1], b[0]));
        let high = times(times(a[1], b[1]), half);
        [_mm512_xor_si512(below, high), _mm512_xor_si512(cross, below)]
    }

    /// Times 2^15, which is 2^7 times 2^8.
    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn half_of_2(a: Planes<2>) -> Planes<2> {
        let half = _mm512_set1_epi8(AES.half as i8);
        [times(times(a[1], half), half), times(_mm512_xor_si512(a[1], a[0]), half)]
    }

    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn product_of_4(a: Planes<4>, b: Planes<4>) -> Planes<4> {
        let ([a0, a1], [b0, b1]) = ([[a[0], a[1]], [a[2], a[3]]], [[b[0], b[1]], [b[2], b[3]]]);
        let below = product_of_2(a0, b0);
        let cross = sum(product_of_2(sum(a1, a0), sum(b1, b0)), below);
        let low = sum(below, half_of_2(product_of_2(a1, b1)));
        [low[0], low[1], cross[0], cross[1]]
    }

    /// Times 2^31, which is 2^15 times 2^16.
    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn half_of_4(a: Planes<4>) -> Planes<4> {
        let [a0, a1] = [[a[0], a[1]], [a[2], a[3]]];
        let (low, high) = (half_of_2(half_of_2(a1)), half_of_2(sum(a1, a0)));
        [low[0], low[1], high[0], high[1]]
    }

    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    pub(super) fn products(a: &[u64; 64], b: &[u64; 64], out: &mut [u64; 64]) {
        let (a, b) = (read(a), read(b));
        let halves = |n: Planes<8>| ([n[0], n[1], n[2], n[3]], [n[4], n[5], n[6], n[7]]);
        let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
        let below = product_of_4(a0, b0);
        let cross = sum(product_of_4(sum(a1, a0), sum(b1, b0)), below);
        let low = sum(below, half_of_4(product_of_4(a1, b1)));
        let [l0, l1, l2, l3] = low;
        let [h0, h1, h2, h3] = cross;
        write(&[l0, l1, l2, l3, h0, h1, h2, h3], out);
    }
}
