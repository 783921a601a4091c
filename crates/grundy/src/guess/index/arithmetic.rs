//! Divisors and primes.

use grundy_core::number::gcd;
use grundy_core::prime::{is_prime, prime_divisors};

use super::Terms::{List, Of, Where};
use super::digital::order;
use super::{Entry, entry};

/// The prime factors with their exponents.
fn factors(n: u64) -> Vec<(u64, u64)> {
    prime_divisors(n).into_iter().map(|p| (p, order(n, p))).collect()
}

fn divisors(n: u64) -> impl Iterator<Item = u64> {
    (1..=n).filter(move |d| n.is_multiple_of(*d))
}

fn squarefree(n: u64) -> bool {
    n > 0 && factors(n).iter().all(|(_, e)| *e == 1)
}

fn primes() -> impl Iterator<Item = u64> {
    (2..).filter(|n| is_prime(*n))
}

fn sums(terms: impl Iterator<Item = u64>, count: usize) -> Vec<u64> {
    terms
        .take(count)
        .scan(0, |s, t| {
            *s += t;
            Some(*s)
        })
        .collect()
}

fn products(terms: impl Iterator<Item = u64>, count: usize) -> Vec<u64> {
    let product = |p: &mut u64, t: u64| {
        *p = p.checked_mul(t)?;
        Some(*p)
    };
    std::iter::once(1).chain(terms.scan(1u64, product)).take(count).collect()
}

fn totient(n: u64) -> u64 {
    factors(n).iter().fold(n, |t, (p, _)| t / p * (p - 1))
}

#[rustfmt::skip]
pub(super) const ENTRIES: &[Entry] = &[
    entry(40, 1, "the primes", "素数", Where(2, is_prime)),
    entry(8578, 1, "1 and the primes", "1 与素数", Where(1, |n| n == 1 || is_prime(n))),
    entry(65_091, 1, "odd primes", "奇素数", Where(3, is_prime)),
    entry(2808, 1, "composite numbers", "合数", Where(4, |n| !is_prime(n))),
    entry(18_252, 1, "nonprimes", "非素数", Where(1, |n| !is_prime(n))),
    entry(961, 1, "powers of primes, with 1", "素数幂，含 1", Where(1, |n| factors(n).len() < 2)),
    entry(246_655, 1, "powers of primes, without 1", "素数幂，不含 1", Where(2, |n| factors(n).len() == 1)),
    entry(1358, 1, "semiprimes", "半素数", Where(1, |n| factors(n).iter().map(|f| f.1).sum::<u64>() == 2)),
    entry(5117, 1, "squarefree numbers", "无平方因子数", Where(1, squarefree)),
    entry(13_929, 1, "numbers that are not squarefree", "有平方因子的数", Where(1, |n| !squarefree(n))),
    entry(1694, 1, "powerful numbers", "幂数", Where(1, |n| factors(n).iter().all(|(_, e)| *e > 1))),
    entry(1359, 1, "lesser of twin primes", "孪生素数中较小者", Where(2, |n| is_prime(n) && is_prime(n + 2))),
    entry(6512, 1, "greater of twin primes", "孪生素数中较大者", Where(4, |n| is_prime(n) && is_prime(n - 2))),
    entry(720, 1, "pi(n), the number of primes up to n", "π(n)：不超过 n 的素数个数", Of(|n| (2..=n).filter(|k| is_prime(*k)).count() as u64)),
    entry(10_051, 1, "1 at primes, else 0", "素数处为 1，否则为 0", Of(|n| u64::from(is_prime(n)))),
    entry(8966, 1, "1 at squarefree numbers, else 0", "无平方因子数处为 1，否则为 0", Of(|n| u64::from(squarefree(n)))),
    entry(5, 1, "number of divisors of n", "n 的因数个数", Of(|n| divisors(n).count() as u64)),
    entry(203, 1, "sum of the divisors of n", "n 的因数之和", Of(|n| divisors(n).sum())),
    entry(1157, 1, "sum of the squares of the divisors of n", "n 的因数的平方和", Of(|n| divisors(n).map(|d| d * d).sum())),
    entry(1065, 1, "sum of the proper divisors of n", "n 的真因数之和", Of(|n| divisors(n).sum::<u64>() - n)),
    entry(10, 1, "Euler's totient function", "欧拉函数", Of(totient)),
    entry(1221, 1, "number of distinct primes dividing n", "n 的不同素因子个数", Of(|n| factors(n).len() as u64)),
    entry(1222, 1, "number of primes dividing n, with multiplicity", "n 的素因子个数（计重数）", Of(|n| factors(n).iter().map(|f| f.1).sum())),
    entry(20_639, 1, "least prime dividing n", "n 的最小素因子", Of(|n| factors(n).first().map_or(1, |f| f.0))),
    entry(6530, 1, "greatest prime dividing n", "n 的最大素因子", Of(|n| factors(n).last().map_or(1, |f| f.0))),
    entry(32_742, 1, "largest proper divisor of n", "n 的最大真因数", Of(|n| n / factors(n).first().map_or(1, |f| f.0))),
    entry(7947, 1, "product of the primes dividing n", "n 的素因子之积", Of(|n| factors(n).iter().map(|f| f.0).product())),
    entry(6218, 0, "sum of the numbers of divisors of 1 to n", "1 到 n 的因数个数之和", Of(|n| (1..=n).map(|k| n / k).sum())),
    entry(24_916, 1, "sum of the sums of divisors of 1 to n", "1 到 n 的因数和之和", Of(|n| (1..=n).map(|k| n / k * k).sum())),
    entry(2088, 0, "sum of the totients of 1 to n", "1 到 n 的欧拉函数之和", Of(|n| (1..=n).map(totient).sum())),
    entry(7504, 0, "sum of the first n primes", "前 n 个素数之和", List(|count| [vec![0], sums(primes(), count)].concat())),
    entry(2110, 0, "product of the first n primes", "前 n 个素数之积", List(|count| products(primes(), count))),
    entry(3418, 0, "least common multiple of 1 to n", "1 到 n 的最小公倍数", List(|count| (0..count as u64).scan(1u64, |l, n| { if n > 0 { *l = l.checked_mul(n / gcd(*l, n))?; } Some(*l) }).collect())),
    entry(1223, 1, "gaps between primes", "相邻素数之差", List(|count| primes().zip(primes().skip(1)).map(|(p, q)| q - p).take(count).collect())),
    entry(7917, 2, "greatest prime up to n", "不超过 n 的最大素数", Of(|n| (2..=n).rev().find(|k| is_prime(*k)).unwrap_or(2))),
    entry(151_800, 0, "least prime above n", "大于 n 的最小素数", Of(|n| (n + 1..).find(|k| is_prime(*k)).unwrap_or(2))),
    entry(7918, 0, "least prime that is at least n", "不小于 n 的最小素数", Of(|n| (n..).find(|k| is_prime(*k)).unwrap_or(2))),
];
