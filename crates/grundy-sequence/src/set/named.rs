//! Named infinite sets without a period: powers, squares, Fibonacci numbers, primes; and divisors.

use dashu_int::ops::SquareRoot;

use grundy_core::Context;
use grundy_core::number::{Nat, to_u64};
use grundy_core::prime::{is_prime, is_prime_nat};

/// A set with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// 1, b, b², …; b ≥ 2.
    Powers(Nat),
    /// 1, 4, 9, …
    Squares,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 2, 3, 5, 7, …
    Primes,
    /// The divisors of a number that is too large to be factorised.
    Divisors(Nat),
    /// `from, from + step, …` up to `to`, where `step` is beyond 2^64.
    Progression {
        /// The first.
        from: Nat,
        /// None is larger; `None`: for ever.
        to: Option<Nat>,
        /// The distance.
        step: Nat,
    },
}

impl Named {
    /// The name in the notation.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Named::Powers(b) => format!("powers({b})"),
            Named::Squares => "squares".into(),
            Named::Fibonacci => "fibs".into(),
            Named::Primes => "primes".into(),
            Named::Divisors(n) => format!("divisors({n})"),
            Named::Progression { from, to: None, step } => format!("{from}.. step {step}"),
            Named::Progression { from, to: Some(to), step } => format!("{from}..{to} step {step}"),
        }
    }

    /// A bound that no member exceeds, if there is one.
    #[must_use]
    pub fn bound(&self) -> Option<Nat> {
        match self {
            Named::Divisors(n) => Some(n.clone()),
            Named::Progression { to, .. } => to.clone(),
            _ => None,
        }
    }

    /// Is `n` a member? Primes above 3·10^24 are told by a probable-prime test to thirteen bases.
    #[must_use]
    pub fn contains(&self, n: &Nat) -> bool {
        if n.is_zero() {
            return false;
        }
        match self {
            Named::Powers(b) => {
                let mut power = Nat::ONE;
                while power < *n {
                    power *= b;
                }
                power == *n
            }
            Named::Squares => {
                let root = n.sqrt();
                &root * &root == *n
            }
            Named::Fibonacci => {
                let (mut a, mut b) = (Nat::ONE, Nat::from(2u8));
                while a < *n {
                    let next = &a + &b;
                    a = std::mem::replace(&mut b, next);
                }
                a == *n
            }
            Named::Primes => match to_u64(n) {
                Some(word) => is_prime(word),
                // without a budget nothing stops the test
                None => is_prime_nat(n, &Context::default()).is_ok_and(|prime| prime != Some(false)),
            },
            Named::Divisors(of) => (of % n).is_zero(),
            Named::Progression { from, to, step } => {
                n >= from && to.as_ref().is_none_or(|to| n <= to) && ((n - from) % step).is_zero()
            }
        }
    }

    /// The members that are at most `bound`, ascending and lazily.
    #[must_use]
    pub fn members_up_to(&self, bound: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Named::Powers(b) => {
                let b = to_u64(b);
                Box::new(std::iter::successors(Some(1u64), move |p| p.checked_mul(b?)).take_while(move |&p| p <= bound))
            }
            Named::Squares => Box::new((1u64..).map_while(|k| k.checked_mul(k)).take_while(move |&k| k <= bound)),
            Named::Fibonacci => {
                let mut next = Some((1u64, 2u64));
                Box::new(
                    std::iter::from_fn(move || {
                        let (a, b) = next?;
                        next = a.checked_add(b).map(|c| (b, c));
                        Some(a)
                    })
                    .take_while(move |&k| k <= bound),
                )
            }
            Named::Primes => Box::new(Sieve::new().take_while(move |&k| k <= bound)),
            Named::Divisors(of) => Box::new((1..=bound).filter(move |&k| (of % k) == 0)),
            Named::Progression { from, to, .. } => {
                // the step is beyond the reach of u64, so there is one member at most
                let first = to_u64(from).filter(|&f| f <= bound && to.as_ref().is_none_or(|to| from <= to));
                Box::new(first.into_iter())
            }
        }
    }
}

/// All divisors, sorted, if the number is below 2^128 and trial division to 10^6 factorises it.
#[must_use]
pub(super) fn divisors(n: &Nat) -> Option<Vec<Nat>> {
    let mut rest = u128::try_from(n).ok().filter(|&n| n > 0)?;
    let mut all = vec![1u128];
    let mut with = |prime: u128, times: u32| {
        let old = all.len();
        let mut power = 1;
        for _ in 0..times {
            power *= prime;
            for i in 0..old {
                all.push(all[i] * power);
            }
        }
    };
    let mut p = 2u128;
    while p <= 1_000_000 && p * p <= rest {
        let mut times = 0;
        while rest.is_multiple_of(p) {
            rest /= p;
            times += 1;
        }
        with(p, times);
        p += 1 + (p & 1);
    }
    if rest > 1 {
        if p * p <= rest && !Named::Primes.contains(&Nat::from(rest)) {
            return None;
        }
        with(rest, 1);
    }
    all.sort_unstable();
    Some(all.into_iter().map(Nat::from).collect())
}

/// All primes, a block of 2^16 numbers at a time.
#[derive(Debug)]
struct Sieve {
    small: Vec<u64>,
    block: Vec<bool>,
    base: u64,
    at: usize,
}

const BLOCK: u64 = 1 << 16;

impl Sieve {
    fn new() -> Self {
        Sieve { small: Vec::new(), block: Vec::new(), base: 0, at: 0 }
    }

    fn next_block(&mut self) {
        self.base += self.block.len() as u64;
        self.at = 0;
        self.block.clear();
        self.block.resize(BLOCK as usize, true);
        if self.base == 0 {
            self.block[0] = false;
            self.block[1] = false;
        }
        let end = self.base + BLOCK;
        // every prime whose square is below the end must be known
        let mut candidate = self.small.last().map_or(2, |p| p + 1);
        while candidate.saturating_mul(candidate) < end {
            if self.small.iter().take_while(|&&p| p * p <= candidate).all(|p| !candidate.is_multiple_of(*p)) {
                self.small.push(candidate);
            }
            candidate += 1;
        }
        for &p in &self.small {
            if p * p >= end {
                break;
            }
            let first = (p * p).max(self.base.div_ceil(p) * p) - self.base;
            for i in (first..BLOCK).step_by(p as usize) {
                self.block[i as usize] = false;
            }
        }
    }
}

impl Iterator for Sieve {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            if self.at >= self.block.len() {
                self.next_block();
            }
            let at = self.at;
            self.at += 1;
            if self.block[at] {
                return Some(self.base + at as u64);
            }
        }
    }
}
