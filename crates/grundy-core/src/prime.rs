//! Prime numbers: the test, and the primes that divide a number.
//!
//! Strong tests to the first thirteen prime bases decide every number below 3 317 044 064 679 887 385 961 981
//! (J. Sorenson, J. Webster, *Strong pseudoprimes to twelve prime bases*, Math. Comp. 86, 2017). Above it a number
//! that fails one base is composite for certain, and one that passes all is refused rather than called prime: an
//! answer must not rest on luck. Cost: thirteen modular powers.

use dashu_int::ops::BitTest;

use crate::context::{Context, Stopped};
use crate::number::Nat;

const BASES: [u64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// Where thirteen bases stop to be a proof.
const DECIDED_BELOW: u128 = 3_317_044_064_679_887_385_961_981;

/// Is the number prime?
///
/// ```
/// assert!(grundy_core::prime::is_prime(18_446_744_073_709_551_557));
/// ```
#[must_use]
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    for p in BASES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if n < 43 * 43 {
        return true;
    }
    let multiply = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    // four bases do for 32 bits (Jaeschke 1993), all thirteen for 64
    let bases = if n < 3_215_031_751 { &BASES[..4] } else { &BASES[..] };
    bases.iter().all(|&base| {
        let (mut power, mut square, mut exponent) = (1, base, odd);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = multiply(power, square);
            }
            square = multiply(square, square);
            exponent >>= 1;
        }
        if power == 1 || power == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = multiply(power, power);
            power == n - 1
        })
    })
}

/// Is the number, of any size, prime? `None`: probably, but that is not proved.
///
/// # Errors
/// The budget of the context ends the test.
pub fn is_prime_nat(n: &Nat, cx: &Context) -> Result<Option<bool>, Stopped> {
    if let Ok(word) = u64::try_from(n) {
        return Ok(Some(is_prime(word)));
    }
    if BASES.iter().any(|&p| n % p == 0) {
        return Ok(Some(false));
    }
    let below = n - Nat::ONE;
    let twos = below.trailing_zeros().unwrap_or(0);
    let odd = &below >> twos;
    for base in BASES {
        // one base of a number of b bits costs about b products of b bits
        cx.tick(odd.bit_len() as u64)?;
        let (mut power, mut square, mut exponent) = (Nat::ONE, Nat::from(base), odd.clone());
        while exponent != Nat::ZERO {
            if &exponent % 2_u8 == 1 {
                power = power * &square % n;
            }
            square = square.sqr() % n;
            exponent >>= 1;
        }
        if power == Nat::ONE || power == below {
            continue;
        }
        let passes = (1..twos).any(|_| {
            power = power.sqr() % n;
            power == below
        });
        if !passes {
            return Ok(Some(false));
        }
    }
    Ok((*n < Nat::from(DECIDED_BELOW)).then_some(true))
}

/// The primes that divide a number, ascending; takes as many steps as its root is large.
///
/// ```
/// assert_eq!(grundy_core::prime::prime_divisors(84), [2, 3, 7]);
/// ```
#[must_use]
pub fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if n.is_multiple_of(p) {
            primes.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

/// The divisors of a number, ascending; of 0 none. It is divided by small numbers until what is left is prime.
///
/// ```
/// let cx = grundy_core::Context::default();
/// assert_eq!(grundy_core::prime::divisors(12, &cx)?, [1, 2, 3, 4, 6, 12]);
/// # Ok::<(), grundy_core::Stopped>(())
/// ```
///
/// # Errors
/// A spent budget: one node for each division.
pub fn divisors(n: u64, cx: &Context) -> Result<Vec<u64>, Stopped> {
    if n == 0 {
        return Ok(Vec::new());
    }
    let (mut all, mut rest, mut p) = (vec![1], n, 2u64);
    // the old ones times each power of p
    let mut times = |p: u64, exponent: u32| {
        let old = all.len();
        let mut power = 1;
        for _ in 0..exponent {
            power *= p;
            all.extend_from_within(..old);
            let new = all.len() - old;
            all[new..].iter_mut().for_each(|d| *d *= power);
        }
    };
    let mut divisions = 0;
    while p.checked_mul(p).is_some_and(|square| square <= rest) {
        divisions += 1;
        if divisions % PATIENCE == 0 {
            cx.tick(PATIENCE)?;
            if is_prime(rest) {
                break;
            }
        }
        let mut exponent = 0;
        while rest.is_multiple_of(p) {
            rest /= p;
            exponent += 1;
        }
        times(p, exponent);
        p += if p == 2 { 1 } else { 2 };
    }
    if rest > 1 {
        times(rest, 1);
    }
    cx.tick(divisions % PATIENCE)?;
    all.sort_unstable();
    Ok(all)
}

/// After so many divisions it is worth to ask whether what is left is prime.
const PATIENCE: u64 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_divide() {
        let cx = Context::default();
        for n in 0..3000u64 {
            let plain: Vec<u64> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
            assert_eq!(divisors(n, &cx).unwrap(), plain, "{n}");
        }
        for (n, count) in [(735_134_400, 1344), (u64::MAX, 128), (18_446_744_073_709_551_557, 2), (1 << 63, 64)] {
            let all = divisors(n, &cx).unwrap();
            assert_eq!(all.len(), count, "{n}");
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]) && all.iter().all(|d| n.is_multiple_of(*d)));
        }
        let part = Context::default().part(1000);
        assert!(divisors(4_611_686_014_132_420_609, &part).is_err());
    }

    #[test]
    fn agrees_with_the_sieve_and_with_known_numbers() {
        let mut sieve = vec![true; 20_000];
        (sieve[0], sieve[1]) = (false, false);
        for p in 2..200 {
            if sieve[p] {
                (p * p..20_000).step_by(p).for_each(|m| sieve[m] = false);
            }
        }
        assert!((0..20_000).all(|n| is_prime(n as u64) == sieve[n]));
        // a strong pseudoprime to the bases 2, 3, 5, 7, and the largest prime of 64 bits
        assert!(!is_prime(3_215_031_751));
        assert!(is_prime(18_446_744_073_709_551_557));
        let cx = Context::default();
        let mersenne = (Nat::ONE << 127) - Nat::ONE;
        assert_eq!(is_prime_nat(&mersenne, &cx), Ok(None));
        assert_eq!(is_prime_nat(&((Nat::ONE << 67) - Nat::ONE), &cx), Ok(Some(false)));
        assert_eq!(is_prime_nat(&Nat::from(18_446_744_073_709_551_629_u128), &cx), Ok(Some(true)));
    }
}
