//! Small-scale arithmetic of divisors: trial division within a fixed effort, and counting primes.
//!
//! Numbers up to 10^12 are always factored; larger ones if all but one of their prime factors are small, as those of
//! 10^100. The effort is bounded, so no number makes it slow.

use std::ops::RangeInclusive;

use dashu_int::ops::BitTest;
use grundy_core::number::{Nat, to_u64};

/// The largest divisor tried, by the size of the number: about a hundredth of a second each.
fn bound(n: &Nat) -> u64 {
    match n.bit_len() {
        0..=128 => 1_000_000,
        129..=4096 => 100_000,
        _ => 10_000,
    }
}

/// The prime factors with their exponents, ascending; `None` if the effort does not suffice. `n ≥ 1`.
pub(super) fn factor(n: &Nat) -> Option<Vec<(Nat, usize)>> {
    let mut rest = n.clone();
    let mut factors = Vec::new();
    let mut at = 2;
    while let Some(p) = least_factor_from(&rest, at, bound(n))? {
        let prime = Nat::from(p);
        let exponent = rest.remove(&prime)?;
        factors.push((prime, exponent));
        at = p + 1;
    }
    if rest > Nat::ONE {
        factors.push((rest, 1));
    }
    Some(factors)
}

/// Bits that a list of divisors may take.
const LIST_BITS: usize = 1 << 28;

/// The divisors in which each prime has one of the exponents that `keep` gives for it and its exponent in n, ascending, each
/// with the number of its prime factors; `None` if there are too many, or they are unknown.
pub(super) fn counted_divisors(
    n: &Nat,
    keep: impl Fn(&Nat, usize) -> RangeInclusive<usize>,
) -> Option<Vec<(Nat, usize)>> {
    let mut all = vec![(Nat::ONE, 0)];
    for (prime, exponent) in factor(n)? {
        let kept = keep(&prime, exponent);
        let size = all.len().checked_mul(kept.clone().count())?;
        if size.checked_mul(n.bit_len() + 256)? > LIST_BITS {
            return None;
        }
        let mut power = prime.pow(*kept.start());
        let old = std::mem::take(&mut all);
        for times in kept {
            all.extend(old.iter().map(|(divisor, count)| (divisor * &power, count + times)));
            power *= &prime;
        }
    }
    all.sort_unstable();
    Some(all)
}

/// The least divisor of `n` in `from..`, `Some(None)` if `n` is 1 or a prime beyond the square root; `None` if
/// unknown after `bound`. No prime below `from` may divide `n`.
fn least_factor_from(n: &Nat, from: u64, bound: u64) -> Option<Option<u64>> {
    let small = to_u64(n);
    let mut d = from;
    loop {
        if small.is_some_and(|n| d.checked_mul(d).is_none_or(|s| s > n)) {
            // no divisor up to the square root: n is prime or 1
            return Some(None);
        }
        if d > bound {
            return None;
        }
        let divides = small.map_or_else(|| n % d == 0, |n| n % d == 0);
        if divides {
            return Some(Some(d));
        }
        d += if d == 2 { 1 } else { 1 + d % 2 };
    }
}

/// The least prime factor of `n ≥ 2`, if the effort suffices.
pub(super) fn least_prime_factor(n: &Nat) -> Option<u64> {
    match least_factor_from(n, 2, bound(n))? {
        Some(p) => Some(p),
        None => to_u64(n),
    }
}

/// Primes with a larger index are not looked for.
const MOST_INDEX: u64 = 1_000_000;

/// The prime with this index, counted from 1, up to the millionth.
pub(super) fn prime_of_index(index: u64) -> Option<u64> {
    if !(1..=MOST_INDEX).contains(&index) {
        return None;
    }
    // the i-th prime is below i·(ln i + ln ln i) for i ≥ 6 (Rosser and Schoenfeld, 1962)
    let i = index.max(6) as f64;
    let end = (i * (i.ln() + i.ln().ln())) as usize + 1;
    let mut is_composite = vec![false; end + 1];
    let mut left = index;
    for p in 2..=end {
        if is_composite[p] {
            continue;
        }
        left -= 1;
        if left == 0 {
            return Some(p as u64);
        }
        (p * p..=end).step_by(p).for_each(|multiple| is_composite[multiple] = true);
    }
    None
}

/// The largest number whose primes are counted.
const COUNTED: u64 = 10_000_000_000;

/// The number of primes up to `x ≤` 10^10, else `None`. Time x^(3/4), memory √x numbers (Lucy Hedgehog's sieve).
///
/// Keeps, for each v = ⌊x/i⌋, the number of integers in 2..v that survive sieving by the primes so far; sieving by p
/// removes those p·m with m ≥ p whose other factors are at least p.
pub(super) fn count_primes(x: u64) -> Option<u64> {
    if x > COUNTED {
        return None;
    }
    if x < 2 {
        return Some(0);
    }
    let root = x.isqrt() as usize;
    // low[v] for v ≤ √x, high[i] for v = ⌊x/i⌋
    let mut low: Vec<u64> = (0..=root as u64).map(|v| v.saturating_sub(1)).collect();
    let mut high: Vec<u64> = (0..=root as u64).map(|i| x / i.max(1) - 1).collect();
    for p in 2..=root {
        if low[p] == low[p - 1] {
            continue;
        }
        let (before, square) = (low[p - 1], (p * p) as u64);
        for i in 1..=root {
            if x / (i as u64) < square {
                break;
            }
            let reached = if i * p <= root { high[i * p] } else { low[(x / (i * p) as u64) as usize] };
            high[i] -= reached - before;
        }
        for v in (p * p..=root).rev() {
            low[v] -= low[v / p] - before;
        }
    }
    Some(high[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nat(n: u64) -> Nat {
        Nat::from(n)
    }

    #[test]
    fn products_come_apart() {
        for n in 1..2000u64 {
            let factors = factor(&nat(n)).unwrap();
            let product = factors.iter().fold(Nat::ONE, |x, (p, e)| x * p.pow(*e));
            assert_eq!(product, nat(n));
            for (p, _) in &factors {
                let p = to_u64(p).unwrap();
                assert!((2..p).all(|d| !p.is_multiple_of(d)), "{p}");
            }
        }
        assert_eq!(factor(&Nat::from(10u8).pow(100)).unwrap(), [(nat(2), 100), (nat(5), 100)]);
        assert_eq!(factor(&nat(999_999_999_989)).unwrap(), [(nat(999_999_999_989), 1)]);
        assert_eq!(factor(&nat(999_983 * 999_979)).unwrap(), [(nat(999_979), 1), (nat(999_983), 1)]);
        assert!(factor(&(nat(1_000_000_007) * 1_000_000_009u64)).is_none());
    }

    #[test]
    fn a_prime_has_the_index_that_is_counted() {
        assert_eq!((1..=7).filter_map(prime_of_index).collect::<Vec<_>>(), [2, 3, 5, 7, 11, 13, 17]);
        for index in [100, 1000, 12_345, 1_000_000] {
            let p = prime_of_index(index).unwrap();
            assert_eq!((count_primes(p), count_primes(p - 1)), (Some(index), Some(index - 1)));
        }
        assert_eq!([0, 1_000_001].map(prime_of_index), [None, None]);
    }

    #[test]
    fn primes_are_counted() {
        let mut count = 0;
        for x in 0..3000u64 {
            count += u64::from(x >= 2 && (2..x).take_while(|d| d * d <= x).all(|d| x % d != 0));
            assert_eq!(count_primes(x), Some(count), "{x}");
        }
        assert_eq!(count_primes(1_000_000), Some(78_498));
        assert_eq!(count_primes(1_000_000_000), Some(50_847_534));
    }
}
