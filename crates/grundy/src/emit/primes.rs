//! Loops over primes: in a table the primes are sieved once, elsewhere each number is tested.
//!
//! ```text
//! next_prime[k]     the smallest prime above k, and a number beyond the table where there is none
//! p = next_prime[0]; while p <= n { …; p = next_prime[p] }
//! ```

use grundy_notation::ast::Relation::{Equal, GreaterEqual, LessEqual};

use super::builtin::Builtin;
use super::program::{Ex, Op, St, Test, binary, compare, int, var};
use super::statements::{add, assign, each, entry, less, list, put, rewritten, set, start};
use crate::number::Int;

/// The list of the sieve of next primes.
const NEXT: &str = "next_prime";
/// A prime above the one that is looked at.
const LATER: &str = "later_prime";

/// What it holds, for a comment.
pub(super) const WORDS: &str = "next_prime[k]: the smallest prime above k";

/// At least as many as there are primes up to this number: π(x) < 1.2551·x/ln x (J. B. Rosser, L. Schoenfeld, Approximate
/// formulas for some functions of prime numbers, Illinois J. Math. 6, 1962), and ln x > 0.69·(bits − 1).
pub(super) fn at_most(high: &Int) -> Int {
    let bits = dashu_int::ops::BitTest::bit_len(high);
    let x = high.clone().max(Int::ZERO);
    &x * Int::from(2) / Int::from(bits.saturating_sub(1).max(1)) + Int::ONE
}

/// The statements with loops over primes by a sieve up to `last`, and what makes it, if there is such a loop.
pub(super) fn sieved(body: &[St], last: u64) -> (Vec<St>, Vec<St>) {
    let mut any = false;
    let body = written(body, &mut |name, to, high, body| {
        if *high > Int::from(last) {
            return tested(name, to, body);
        }
        any = true;
        let step = assign(name, entry(NEXT, var(name)));
        let more = compare(var(name), LessEqual, to);
        vec![start(name, entry(NEXT, int(0))), St::While(more, [body, vec![step]].concat())]
    });
    (if any { sieve(last) } else { Vec::new() }, body)
}

/// The statements with a test of each number.
pub(super) fn by_tests(body: &[St]) -> Vec<St> {
    written(body, &mut |name, to, _, body| tested(name, to, body))
}

fn tested(name: &str, to: Ex, body: Vec<St>) -> Vec<St> {
    let is_prime = Test::Call(Builtin::IsPrime, vec![var(name)]);
    vec![each(name, int(2), to, vec![St::If(is_prime, body)])]
}

/// Eratosthenes, then from the last number down.
fn sieve(last: u64) -> Vec<St> {
    let number = |n: u64| Ex::Int(Int::from(n));
    let multiples = vec![
        start("m", binary(Op::Multiply, var("d"), var("d"))),
        St::While(compare(var("m"), LessEqual, number(last)), vec![put(NEXT, var("m"), int(1)), add("m", var("d"))]),
    ];
    let prime = compare(entry(NEXT, var("d")), Equal, int(0));
    let root = last.isqrt();
    vec![
        list(NEXT, number(last.saturating_add(1))),
        each("d", int(2), number(root), vec![St::If(prime, multiples)]),
        start(LATER, number(last.saturating_add(1))),
        each(
            "i",
            int(0),
            number(last),
            vec![
                set("k", less(number(last), var("i"))),
                set("composite", entry(NEXT, var("k"))),
                put(NEXT, var("k"), var(LATER)),
                St::If(
                    Test::All(vec![compare(var("k"), GreaterEqual, int(2)), compare(var("composite"), Equal, int(0))]),
                    vec![assign(LATER, var("k"))],
                ),
            ],
        ),
    ]
}

/// Puts into a list of zeros, at each odd number from 3 to `last`, the index of its least prime factor, where 2 has index 1.
pub(super) fn least_factors(into: &str, last: u64) -> Vec<St> {
    let (odd, multiple) = (|| var("odd"), || var("multiple"));
    let number = |n: u64| Ex::Int(Int::from(n));
    let is_free = |at: Ex| compare(entry(into, at), Equal, int(0));
    let reach = vec![
        St::If(is_free(multiple()), vec![put(into, multiple(), var("index"))]),
        add("multiple", binary(Op::Multiply, int(2), odd())),
    ];
    let is_prime = vec![
        add("index", int(1)),
        start("multiple", odd()),
        St::While(compare(multiple(), LessEqual, number(last)), reach),
    ];
    let body = vec![St::If(is_free(odd()), is_prime)];
    vec![start("index", int(1)), St::For { var: "odd".to_owned(), from: int(3), to: number(last), step: int(2), body }]
}

/// A loop over primes in other words: its variable, its end, the largest that this can be, and its body.
type Write<'w> = dyn FnMut(&str, Ex, &Int, Vec<St>) -> Vec<St> + 'w;

fn written(body: &[St], write: &mut Write<'_>) -> Vec<St> {
    rewritten(body, &mut |statement| match statement {
        St::Primes { var, to, high, body } => write(&var, to, &high, body),
        other => vec![other],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_primes() {
        let is_prime = |n: u64| n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d));
        let mut primes = 0;
        for n in 0..20_000u64 {
            primes += i64::from(is_prime(n));
            assert!(at_most(&Int::from(n)) >= Int::from(primes), "{n}");
        }
    }
}
