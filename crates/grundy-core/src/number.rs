//! Numbers without an upper limit.
//!
//! Heap sizes, Grundy values and counts of moves are [`Nat`]: small ones live inline, large ones on the heap.
//! Intermediate results of rule expressions may be negative: [`Int`].

use std::ops::Rem;

use dashu_int::ops::BitTest;

/// A natural number of any size (0, 1, 2, …).
pub type Nat = dashu_int::UBig;

/// An integer of any size and sign.
pub type Int = dashu_int::IBig;

/// The number as a `u64`, if it fits.
#[must_use]
pub fn to_u64(n: &Nat) -> Option<u64> {
    u64::try_from(n).ok()
}

/// The number as a `usize`, if it fits.
#[must_use]
pub fn to_usize(n: &Nat) -> Option<usize> {
    usize::try_from(n).ok()
}

/// The greatest common divisor of two numbers of any type; `gcd(0, a) = a`.
///
/// ```
/// assert_eq!(grundy_core::number::gcd(12_u64, 18), 6);
/// ```
#[must_use]
pub fn gcd<N: Copy + Default + PartialEq + Rem<Output = N>>(mut a: N, mut b: N) -> N {
    while b != N::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// [`gcd`] of machine words, by shifts and differences: twice as fast as by remainders (Josef Stein, *Computational Problems
/// Associated with Racah Algebra*, 1967).
///
/// ```
/// assert_eq!(grundy_core::number::gcd_of_words(12, 18), 6);
/// assert_eq!(grundy_core::number::gcd_of_words(0, 7), 7);
/// ```
#[must_use]
pub fn gcd_of_words(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    // both are odd, so their difference is even
    while a != b {
        (a, b) = (a.abs_diff(b), a.min(b));
        a >>= a.trailing_zeros();
    }
    a << twos
}

/// Decimal digits, but `10^12` for a large power of ten; the notation reads both.
///
/// ```
/// use grundy_core::number::power;
/// assert_eq!([power(1000), power(1_000_000), power(1_000_001)], ["1000", "10^6", "1000001"]);
/// ```
#[must_use]
pub fn power(n: u64) -> String {
    let zeros = n.checked_ilog10().unwrap_or(0);
    if zeros > 4 && n == 10u64.pow(zeros) { format!("10^{zeros}") } else { n.to_string() }
}

/// Decimal digits, shortened in the middle when there are more than thirty: `12345678…87654321 (101 digits)`.
///
/// For people only; data formats print every digit.
#[must_use]
pub fn shorten(n: &Nat) -> String {
    let (begin, end, digits) = match long(n) {
        Some(ends) => ends,
        None => {
            let text = n.to_string();
            if text.len() <= 30 {
                return text;
            }
            (text[..8].to_owned(), text[text.len() - 8..].to_owned(), text.len())
        }
    };
    format!("{begin}…{end} ({digits} digits)")
}

/// Shorter numbers are written out, even where their ends alone are shown.
const LONG: usize = 1 << 12;
/// Bits of a power of ten that are kept.
const KEPT: usize = 192;
/// The power is at most 2^72 units of the last place too low: of up to 64 squarings each doubles what was lost, and loses a
/// unit more.
const LOST: usize = 72;

/// The first eight and the last eight digits of a long number, and how many digits it has; without the digits between them,
/// which take a second for each few millions. `None`: not a long number, or one whose first digits this does not tell, such as
/// 10^2000.
fn long(n: &Nat) -> Option<(String, String, usize)> {
    let bits = n.bit_len();
    if bits <= LONG {
        return None;
    }
    // some ten digits are before the power of ten by which the number is divided
    let power = ((bits - 1) as f64 * std::f64::consts::LOG10_2) as usize - 10;
    let (low, exponent) = power_of_ten(power);
    let high = &low + (Nat::ONE << LOST);
    // n is at least `top` · 2^(bits − 2·KEPT), and less than that for `top` + 1
    let shift = bits - 2 * KEPT;
    let top: Nat = n >> shift;
    // the quotient as a number of 2^-by
    let by = exponent.checked_sub(shift)?;
    let (least, most) = ((&top / high) >> by, ((top + Nat::ONE) / low) >> by);
    if least != most {
        return None;
    }
    let begin = least.to_string();
    let end = n % 100_000_000u32;
    Some((begin.get(..8)?.to_owned(), format!("{end:08}"), power + begin.len()))
}

/// 10^k as m · 2^e, with a mantissa of [`KEPT`] bits that is never too high.
fn power_of_ten(k: usize) -> (Nat, usize) {
    let (mut mantissa, mut exponent) = (Nat::ONE, 0);
    for bit in (0..usize::BITS - k.leading_zeros()).rev() {
        mantissa = mantissa.sqr();
        exponent *= 2;
        if k >> bit & 1 == 1 {
            mantissa *= 10u8;
        }
        let over = mantissa.bit_len().saturating_sub(KEPT);
        mantissa >>= over;
        exponent += over;
    }
    (mantissa, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shortened_for_people() {
        assert_eq!(shorten(&Nat::from(10u8).pow(18)), "1000000000000000000");
        assert_eq!(shorten(&Nat::from(10u8).pow(100)), "10000000…00000000 (101 digits)");
    }

    #[test]
    fn the_ends_of_a_long_number_are_those_of_its_digits() {
        let mut told = 0;
        let mut compare = |n: Nat| {
            let text = n.to_string();
            let ends = (text[..8].to_owned(), text[text.len() - 8..].to_owned(), text.len());
            if let Some(found) = long(&n) {
                told += 1;
                assert_eq!(found, ends);
            }
        };
        for k in (1300..4000).step_by(7) {
            let ten = Nat::from(10u8).pow(k);
            compare(ten.clone());
            compare(&ten - Nat::ONE);
            compare(&ten + Nat::ONE);
            compare(Nat::from(3u8).pow(3 * k) + Nat::from(k));
            compare(Nat::ONE << (4 * k));
            compare((Nat::ONE << (4 * k)) - Nat::ONE);
        }
        compare(Nat::from(7u8).pow(100_000));
        assert!(told > 1000, "{told}");
    }
}
