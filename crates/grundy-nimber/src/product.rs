//! Products by what the processor can do: carry-less multiplication, products of bytes, or tables of logarithms.

use crate::{simd, table, tower};

/// A product below 2^64.
#[inline]
pub(crate) fn product_64(a: u64, b: u64) -> u64 {
    if (a | b) >> 16 == 0 {
        return u64::from(table::product(a as u16, b as u16));
    }
    match simd::Carryless::here() {
        Some(processor) => processor.product_64(a, b),
        None => tower::product_64(a, b),
    }
}

/// A product below 2^128.
#[inline]
pub(crate) fn product_128(a: u128, b: u128) -> u128 {
    if (a | b) >> 64 == 0 {
        return u128::from(product_64(a as u64, b as u64));
    }
    match simd::Carryless::here() {
        Some(processor) => processor.product_128(a, b),
        None => tower::product_128(a, b),
    }
}

/// The products of two lists, number by number: `out[i]` is `a[i]` times `b[i]`.
///
/// With AVX-512 and GFNI 64 numbers are multiplied at once.
///
/// ```
/// let mut out = [0; 3];
/// grundy_nimber::product_many(&[3, 2, 1 << 40], &[5, 2, 7], &mut out);
/// assert_eq!(out[..2], [15, 3]);
/// ```
///
/// # Panics
/// If the lists are not of one length.
pub fn product_many(a: &[u64], b: &[u64], out: &mut [u64]) {
    assert!(a.len() == b.len() && a.len() == out.len(), "the lists have one length");
    let whole = match simd::Planes::here() {
        Some(processor) => processor.products(a, b, out),
        None => 0,
    };
    for ((a, b), out) in a.iter().zip(b).zip(out).skip(whole) {
        *out = product_64(*a, *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    #[test]
    fn all_ways_agree() {
        let mut state = 9;
        let mut draw = |shift: u32| -> Vec<u64> { (0..200).map(|_| random(&mut state) >> shift).collect() };
        for shift in [0, 1, 17, 32, 33, 48, 56, 60] {
            let (a, b) = (draw(0), draw(shift));
            let expected: Vec<u64> = a.iter().zip(&b).map(|(a, b)| tower::product_64(*a, *b)).collect();
            for length in [0, 1, 63, 64, 65, 128, 200] {
                let mut out = vec![0; length];
                product_many(&a[..length], &b[..length], &mut out);
                assert_eq!(out, expected[..length]);
            }
            for ((a, b), expected) in a.iter().zip(&b).zip(expected) {
                assert_eq!(product_64(*a, *b), expected, "{a} {b}");
            }
            for pair in a.chunks(2).zip(b.chunks(2)) {
                let [a, b] = [pair.0, pair.1].map(|p| u128::from(p[0]) << 64 | u128::from(p[1]));
                assert_eq!(product_128(a, b), tower::product_128(a, b), "{a} {b}");
            }
        }
    }
}
