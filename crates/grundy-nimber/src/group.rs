//! Orders and logarithms: the numbers other than 0 are a cyclic group under the product.

use std::collections::HashMap;
use std::fmt;

use crate::Nimber;

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
            NoLog::Zero => "0 has no logarithm and is no base",
            NoLog::NoPower => "the number is no power of the base",
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
            while found % prime != digit {
                found += modulus;
            }
            modulus *= prime;
        }
        Ok(found)
    }
}

/// The k < order with base^k = wanted.
fn steps(base: Nimber, wanted: Nimber, order: u128) -> Option<u128> {
    let width = order.isqrt() + 1;
    let mut baby = HashMap::new();
    let mut at = Nimber::ONE;
    for k in 0..width {
        baby.entry(at).or_insert(k);
        at *= base;
    }
    let back = at.inverse()?;
    let mut left = wanted;
    for giant in 0..width {
        if let Some(k) = baby.get(&left) {
            return Some(giant * width + k);
        }
        left *= back;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let wide = Nimber(1 << 127);
        assert_eq!(power(wide, 5).log(wide), Err(NoLog::Large));
    }
}
