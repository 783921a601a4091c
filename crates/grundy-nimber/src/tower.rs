//! Products down the tower of fields, on any processor.
//!
//! With F = 2^(w/2) and a = a₁F + a₀, F·F = F + F/2, so that ab = ((a₁ + a₀)(b₁ + b₀) + a₀b₀)F + a₀b₀ + a₁b₁(F/2): three
//! products of half the width, and one by a constant. The field of 2^16 nimbers has tables of logarithms.

use crate::table;

pub(crate) fn product_32(a: u32, b: u32) -> u32 {
    if a >> 16 == 0 && b >> 16 == 0 {
        return u32::from(table::product(a as u16, b as u16));
    }
    let (a1, a0, b1, b0) = ((a >> 16) as u16, a as u16, (b >> 16) as u16, b as u16);
    let below = table::product(a0, b0);
    let cross = table::product(a1 ^ a0, b1 ^ b0) ^ below;
    let high = table::product(table::product(a1, b1), 1 << 15);
    u32::from(cross) << 16 | u32::from(below ^ high)
}

pub(crate) fn product_64(a: u64, b: u64) -> u64 {
    if a >> 32 == 0 && b >> 32 == 0 {
        return u64::from(product_32(a as u32, b as u32));
    }
    let (a1, a0, b1, b0) = ((a >> 32) as u32, a as u32, (b >> 32) as u32, b as u32);
    let below = product_32(a0, b0);
    let cross = product_32(a1 ^ a0, b1 ^ b0) ^ below;
    let high = product_32(product_32(a1, b1), 1 << 31);
    u64::from(cross) << 32 | u64::from(below ^ high)
}

pub(crate) fn product_128(a: u128, b: u128) -> u128 {
    let (a1, a0, b1, b0) = ((a >> 64) as u64, a as u64, (b >> 64) as u64, b as u64);
    let below = product_64(a0, b0);
    let cross = product_64(a1 ^ a0, b1 ^ b0) ^ below;
    let high = product_64(product_64(a1, b1), 1 << 63);
    u128::from(cross) << 64 | u128::from(below ^ high)
}
