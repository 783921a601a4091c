//! Rules as people type them play the moves that they say: each is held against moves that are listed by hand.

use std::collections::HashMap;

use grundy::Session;
use grundy::session::Spelling;

/// The heaps that each move leaves.
type Moves = fn(u64) -> Vec<Vec<u64>>;

fn divides(d: u64, n: u64) -> bool {
    n.is_multiple_of(d)
}

fn is_prime(p: u64) -> bool {
    p > 1 && (2..p).all(|d| !p.is_multiple_of(d))
}

/// What is left where one of these numbers is taken.
fn less(n: u64, is_taken: impl Fn(u64) -> bool) -> Vec<Vec<u64>> {
    (1..=n).filter(|&k| is_taken(k)).map(|k| vec![n - k]).collect()
}

fn is_cube(k: u64) -> bool {
    (1..=k).any(|c| c * c * c == k)
}

fn is_triangular(k: u64) -> bool {
    (1..=k).any(|c| c * (c + 1) / 2 == k)
}

fn is_square(k: u64) -> bool {
    (1..=k).any(|c| c * c == k)
}

/// Rules of one heap, and sets in brackets.
const HEAPS: &[(&str, Moves)] = &[
    ("{n -> n-p for primes p dividing n}", |n| less(n, |p| is_prime(p) && divides(p, n))),
    ("{n -> n-p for prime p | n}", |n| less(n, |p| is_prime(p) && divides(p, n))),
    ("{n -> n-p for prime p dividing n and p > 2}", |n| less(n, |p| p > 2 && is_prime(p) && divides(p, n))),
    ("{n -> n-p for odd primes p}", |n| less(n, |p| p > 2 && is_prime(p))),
    ("{n -> n-1 for n > 0}", |n| less(n, |k| k == 1)),
    ("{n -> n-k for k in 1..3 for n > 5}", |n| less(n, |k| k <= 3 && n > 5)),
    ("{n -> n-1 for odd n; n-2 for n even}", |n| less(n, |k| k == 2 - n % 2)),
    ("{n -> n-1..n-3}", |n| less(n, |k| k <= 3)),
    ("{n -> n-3..n-1}", |n| less(n, |k| k <= 3)),
    ("{n -> n-2..n-4 if n > 6; n-1}", |n| less(n, |k| k == 1 || (2..=4).contains(&k) && n > 6)),
    ("{n -> 0..n-1}", |n| less(n, |_| true)),
    ("{n -> n-1..0}", |n| less(n, |_| true)),
    ("{n -> n//2..n-1}", |n| less(n, |k| n - k >= n / 2)),
    ("{n -> m in 0..n-1}", |n| less(n, |_| true)),
    ("{n -> m in {n-1,n-3} if n > 4; n-2}", |n| less(n, |k| k == 2 || n > 4 && (k == 1 || k == 3))),
    ("{n -> n-d for d | n and d < n}", |n| less(n, |d| divides(d, n) && d < n)),
    ("{n -> n-k for k in 1..3 or k = 5}", |n| less(n, |k| k <= 3 || k == 5)),
    ("{n -> n-k for k = 1 or k = 3 if n > 4}", |n| less(n, |k| (k == 1 || k == 3) && n > 4)),
    ("{n -> n-k for k in {1,2} or k in squares}", |n| less(n, |k| k <= 2 || is_square(k))),
    ("{n -> n-k for |k-3| <= 1}", |n| less(n, |k| k.abs_diff(3) <= 1)),
    ("{n -> n-k where k not divides n}", |n| less(n, |k| !divides(k, n))),
    ("{n -> n-k where k does not divide n}", |n| less(n, |k| !divides(k, n))),
    ("{n -> n-k for k not dividing n}", |n| less(n, |k| !divides(k, n))),
    ("{n -> n-k(k+1)/2 for k in 1..}", |n| less(n, is_triangular)),
    ("{n -> n-(2^k-1) for k in 1..}", |n| less(n, |k| (k + 1).is_power_of_two())),
    ("{n -> a & b & c where a+b+c=n and 0<a<b<c}", |n| {
        let pairs = (1..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a + 2 * b < n).map(|(a, b)| vec![a, b, n - a - b]).collect()
    }),
    ("{n -> a & b & c where a+b+c=n and 0<a<=b<=c}", |n| {
        let pairs = (1..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a + 2 * b <= n).map(|(a, b)| vec![a, b, n - a - b]).collect()
    }),
    ("take[odd primes]", |n| less(n, |p| p > 2 && is_prime(p))),
    ("take[multiples of 3]", |n| less(n, |k| divides(3, k))),
    ("take[1, multiples of three]", |n| less(n, |k| k == 1 || divides(3, k))),
    ("take[cubes]", |n| less(n, is_cube)),
    ("take[triangular numbers]", |n| less(n, is_triangular)),
    ("take[composite numbers]", |n| less(n, |k| k > 1 && !is_prime(k))),
    ("take[1, cubes]", |n| less(n, |k| k == 1 || is_cube(k))),
    ("take[cubes, triangular numbers, 2]", |n| less(n, |k| is_cube(k) || is_triangular(k) || k == 2)),
    ("take[divisors of n]", |n| less(n, |d| divides(d, n))),
    ("take[oblong numbers]", |n| less(n, |k| (1..k).any(|c| c * (c + 1) == k))),
    ("take[fourth powers]", |n| less(n, |k| (1..=k).any(|c| c.pow(4) == k))),
    ("{n -> n-1 if n is an odd prime; n-2}", |n| less(n, |k| k == 2 || k == 1 && n > 2 && is_prime(n))),
    ("{n -> n-k for k in 1.. if n-k is an oblong number}", |n| less(n, |k| (0..=n).any(|c| c * (c + 1) == n - k))),
];

/// Rules of two heaps.
type Pairs = fn(u64, u64) -> Vec<(u64, u64)>;

const PAIRS: &[(&str, Pairs)] = &[
    // everything divides 0
    ("{(a,b) -> (a-d,b) | (a,b-d) where d divides a}", |a, b| {
        let first = (1..=a).filter(|&d| divides(d, a)).map(|d| (a - d, b));
        let second = (1..=b).filter(|&d| divides(d, a)).map(|d| (a, b - d));
        first.chain(second).collect()
    }),
    ("{(a,b) -> (a-d,b) | (a,b-d) for d | b}", |a, b| {
        let first = (1..=a).filter(|&d| divides(d, b)).map(|d| (a - d, b));
        let second = (1..=b).filter(|&d| divides(d, b)).map(|d| (a, b - d));
        first.chain(second).collect()
    }),
    ("{(a,b) -> (a-d,b) | (a,b-d) where d divides gcd(a,b)}", |a, b| {
        let both = |d: &u64| divides(*d, a) && divides(*d, b);
        let first = (1..=a).filter(both).map(|d| (a - d, b));
        first.chain((1..=b).filter(both).map(|d| (a, b - d))).collect()
    }),
    ("{(a,b) -> (a-d,b) where d divides a; (a,b-d) where d divides b}", |a, b| {
        let first = (1..=a).filter(|&d| divides(d, a)).map(|d| (a - d, b));
        first.chain((1..=b).filter(|&d| divides(d, b)).map(|d| (a, b - d))).collect()
    }),
    ("{(a,b) -> (a-1,b) | (a,b-1) if |a-b| < 2}", |a, b| {
        let all = [a.checked_sub(1).map(|a| (a, b)), b.checked_sub(1).map(|b| (a, b))];
        all.into_iter().flatten().filter(|_| a.abs_diff(b) < 2).collect()
    }),
];

fn mex(values: &[u64]) -> u64 {
    (0..).find(|value| !values.contains(value)).expect("a number that is missing")
}

fn spoken() -> Session {
    let mut session = Session::new();
    session.set_spelling(Spelling::Spoken);
    session
}

fn value(session: &mut Session, typed: &str) -> u64 {
    let position = session.position(typed).unwrap_or_else(|fault| panic!("{typed}: {fault}"));
    u64::try_from(&position.value().unwrap_or_else(|fault| panic!("{typed}: {fault}"))).expect("a small value")
}

#[test]
fn heaps_have_the_moves_that_are_written() {
    let mut session = spoken();
    for (typed, moves) in HEAPS {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..28u64 {
            let options = moves(n);
            let options: Vec<u64> =
                options.iter().map(|heaps| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize])).collect();
            values.push(mex(&options));
            assert_eq!(value(&mut session, &format!("{typed}({n})")), values[n as usize], "{typed}({n})");
        }
    }
}

#[test]
fn pairs_have_the_moves_that_are_written() {
    let mut session = spoken();
    for (typed, moves) in PAIRS {
        let mut values: HashMap<(u64, u64), u64> = HashMap::new();
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            let options: Vec<u64> = moves(a, b).iter().map(|place| values[place]).collect();
            values.insert((a, b), mex(&options));
            assert_eq!(value(&mut session, &format!("{typed}({a},{b})")), values[&(a, b)], "{typed}({a},{b})");
        }
    }
}

/// A loop ends where its move does, and forms no huge number.
#[test]
fn growing_numbers_end_with_the_heap() {
    let mut session = spoken();
    let mut values: Vec<u64> = Vec::new();
    for n in 0..5001u64 {
        let taken = (1..13).map(|k| (1u64 << k) - 1).take_while(|&taken| taken <= n);
        let options: Vec<u64> = taken.map(|taken| values[(n - taken) as usize]).collect();
        values.push(mex(&options));
    }
    assert_eq!(value(&mut session, "{n -> n-(2^k-1) for k in 1..}(5000)"), values[5000]);
}
