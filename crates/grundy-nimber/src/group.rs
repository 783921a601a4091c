//! Orders and logarithms: the numbers other than 0 are a cyclic group under the product.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Nimber;
use crate::product::{product_64, product_many};

/// The primes that divide 2^128 − 1, each once.
const PRIMES: [u128; 9] = [3, 5, 17, 257, 641, 65_537, 274_177, 6_700_417, 67_280_421_310_721];

/// Logarithms modulo larger primes would need a table of more than 10^6 numbers.
const LARGE: u128 = 1 << 40;

/// Why there is no logarithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLog {
    /// 0 is no power, and has only 0 for powers.
    Zero,
    /// The number is no power of the base.
    NoPower,
    /// The order of the base is divisible by 67280421310721: the search would take some 10^7 steps and 200 MB.
    Large,
}

impl fmt::Display for NoLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoLog::Zero => "0 has no logarithm and cannot be a base",
            NoLog::NoPower => "the number is not a power of the base",
            NoLog::Large => "the order of the base has a prime factor beyond 2^40",
        })
    }
}

impl std::error::Error for NoLog {}

fn power(base: Nimber, exponent: u128) -> Nimber {
    let (mut base, mut left, mut result) = (base, exponent, Nimber::ONE);
    while left > 0 {
        if left & 1 == 1 {
            result *= base;
        }
        base = base.square();
        left >>= 1;
    }
    result
}

impl Nimber {
    /// The least k ≥ 1 with a^k = 1; 0 has none.
    #[must_use]
    pub fn order(self) -> Option<u128> {
        if self == Nimber::ZERO {
            return None;
        }
        let whole = u128::MAX >> (128 - self.width());
        let smaller = |order: u128, prime: &u128| {
            let less = order / prime;
            if order.is_multiple_of(*prime) && power(self, less) == Nimber::ONE { less } else { order }
        };
        Some(PRIMES.iter().fold(whole, smaller))
    }

    /// The least k ≥ 0 with base^k = the number, by the method of S. Pohlig and M. Hellman (1978): modulo each prime of
    /// the order by D. Shanks' baby steps and giant steps (1971), then by the Chinese remainders.
    ///
    /// # Errors
    /// See [`NoLog`].
    pub fn log(self, base: Nimber) -> Result<u128, NoLog> {
        let order = base.order().ok_or(NoLog::Zero)?;
        if self == Nimber::ZERO {
            return Err(NoLog::Zero);
        }
        if power(self, order) != Nimber::ONE {
            return Err(NoLog::NoPower);
        }
        let (mut found, mut modulus) = (0u128, 1u128);
        for prime in PRIMES.into_iter().filter(|prime| order.is_multiple_of(*prime)) {
            if prime > LARGE {
                return Err(NoLog::Large);
            }
            let (small, wanted) = (power(base, order / prime), power(self, order / prime));
            let digit = steps(small, wanted, prime).ok_or(NoLog::NoPower)?;
            // the orders have each prime once, so the moduli have nothing in common
            let missing = (digit + prime - found % prime) * inverse(modulus % prime, prime) % prime;
            found += modulus * missing;
            modulus *= prime;
        }
        Ok(found)
    }
}

/// 1 divided by a number modulo a prime, both below 2^40.
fn inverse(number: u128, prime: u128) -> u128 {
    let (mut base, mut left, mut power) = (number, prime - 2, 1);
    while left > 0 {
        if left & 1 == 1 {
            power = power * base % prime;
        }
        base = base * base % prime;
        left >>= 1;
    }
    power
}

/// The k < order with base^k = wanted.
fn steps(base: Nimber, wanted: Nimber, order: u128) -> Option<u128> {
    let width = order.isqrt() as usize + 1;
    let mut baby = HashMap::with_capacity_and_hasher(width, BuildHasherDefault::<Mixer>::default());
    for (k, power) in series(Nimber::ONE, base, width).into_iter().enumerate() {
        baby.entry(power).or_insert(k);
    }
    let back = power(base, width as u128).inverse()?;
    let giant = series(wanted, back, width).into_iter().enumerate();
    giant.filter_map(|(at, left)| Some((at * width + baby.get(&left)?) as u128)).next()
}

/// first, first·ratio, first·ratio², …: so many. The second half of a list is its first half times a power of the ratio.
fn series(first: Nimber, ratio: Nimber, count: usize) -> Vec<Nimber> {
    let narrow = |n: Nimber| u64::try_from(n.0).ok();
    let (Some(first), Some(mut ratio)) = (narrow(first), narrow(ratio)) else {
        return std::iter::successors(Some(first), |last| Some(*last * ratio)).take(count).collect();
    };
    let mut list = vec![0; count.next_power_of_two()];
    list[0] = first;
    let mut known = 1;
    while known < list.len() {
        let (before, after) = list.split_at_mut(known);
        product_many(before, &vec![ratio; known], &mut after[..known]);
        ratio = product_64(ratio, ratio);
        known *= 2;
    }
    list.into_iter().take(count).map(|n| Nimber(n.into())).collect()
}

/// Hashes of numbers that are spread over the field already.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u128(u128::from(*byte));
        }
    }

    fn write_u128(&mut self, number: u128) {
        let folded = self.0 ^ number as u64 ^ (number >> 64) as u64;
        self.0 = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    #[test]
    fn primes_make_the_order_of_the_whole_group() {
        assert_eq!(PRIMES.into_iter().fold(1u128, |all, prime| all.checked_mul(prime).unwrap()), u128::MAX);
    }

    #[test]
    fn orders_and_logarithms_are_those_of_counting() {
        for base in 1..70u128 {
            let mut powers = vec![Nimber::ONE];
            while powers.last().copied().map(|last| last * Nimber(base)) != Some(Nimber::ONE) {
                powers.push(powers[powers.len() - 1] * Nimber(base));
            }
            assert_eq!(Nimber(base).order(), Some(powers.len() as u128), "{base}");
            for number in 1..70u128 {
                let expected = powers.iter().position(|p| *p == Nimber(number)).map(|k| k as u128);
                assert_eq!(Nimber(number).log(Nimber(base)).ok(), expected, "log({base}, {number})");
            }
        }
        assert_eq!(Nimber(0).order(), None);
        assert_eq!(Nimber(0).log(Nimber(3)), Err(NoLog::Zero));
        let base = Nimber(0x8000_0000_1234_5678);
        let order = base.order().unwrap();
        for k in [0u128, 1, 77, 1 << 40, u128::from(u64::MAX) - 5] {
            assert_eq!(power(base, k).log(base), Ok(k % order));
        }
        // the base of the largest order below 2^64, and numbers anywhere
        let base = (1u128 << 63..).map(Nimber).find(|n| n.order() == Some(u128::from(u64::MAX))).unwrap();
        let mut state = 11;
        for _ in 0..20 {
            let number = Nimber(random(&mut state).into());
            assert_eq!(number.log(base).map(|k| power(base, k)), Ok(number));
        }
        let wide = Nimber(1 << 127);
        assert_eq!(power(wide, 5).log(wide), Err(NoLog::Large));
    }
}
