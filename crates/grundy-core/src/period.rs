//! Sequences that repeat.
//!
//! The values 0 1 0 1 2 3 2 | 0 1 0 1 2 3 2 | … of `take[1,3,4]` have period 7 from 0; those of `take[evens]`,
//! 0 0 1 1 2 2 …, have period 2 with saltus 1. Engines hand out a [`Period`] only with a proof.

use crate::number::{Int, Nat, to_u64};
use crate::prime::prime_divisors;

/// G(n + period) = G(n) + saltus for every n ≥ preperiod.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    /// The smallest n₀ ≥ 0 from which on the equation holds; the last exception is n₀ − 1.
    pub preperiod: u64,
    /// The smallest period, at least 1.
    pub period: u64,
    /// How much the values grow in a period; 0 for an ordinary period.
    pub saltus: u64,
}

impl Period {
    /// The index below `preperiod + period` that stands for heap `n`, and what must be added to its value.
    ///
    /// # Panics
    /// If the period is 0, which is none.
    #[must_use]
    pub fn reduce(&self, n: &Nat) -> (u64, Nat) {
        let Some(small) = to_u64(n) else {
            let beyond = n - Nat::from(self.preperiod);
            let rest = &beyond % self.period;
            return (self.preperiod + rest, beyond / self.period * Nat::from(self.saltus));
        };
        // tables ask this of each cell: words are enough
        match small.checked_sub(self.preperiod) {
            Some(beyond) if beyond >= self.period => {
                let more = match self.saltus {
                    0 => Nat::ZERO,
                    saltus => Nat::from(u128::from(beyond / self.period) * u128::from(saltus)),
                };
                (self.preperiod + beyond % self.period, more)
            }
            _ => (small, Nat::ZERO),
        }
    }

    /// All indices at which a sequence that grows has the value, ascending, from its values up to the end of the first period.
    ///
    /// ```
    /// use grundy_core::{Nat, period::Period};
    /// // 7, 0 1 1, 2 3 3, 4 5 5, …
    /// let (grows, values) = (Period { preperiod: 1, period: 3, saltus: 2 }, [7u8, 0, 1, 1]);
    /// assert_eq!(grows.indices_of(&Nat::from(7u8), values.map(Nat::from)), [0u8, 11, 12].map(Nat::from));
    /// ```
    ///
    /// # Panics
    /// Without a saltus, as the indices may go on without end.
    #[must_use]
    pub fn indices_of(&self, wanted: &Nat, values: impl IntoIterator<Item = Nat>) -> Vec<Nat> {
        assert!(self.saltus > 0, "the sequence does not grow");
        let index = |(index, value): (u64, Nat)| {
            let more = (*wanted >= value).then(|| wanted - value)?;
            match index < self.preperiod {
                true => more.is_zero().then(|| Nat::from(index)),
                false if (&more % self.saltus) == 0 => Some(Nat::from(index) + more / self.saltus * self.period),
                false => None,
            }
        };
        let mut indices: Vec<Nat> = (0..self.preperiod + self.period).zip(values).filter_map(index).collect();
        indices.sort_unstable();
        indices
    }

    /// The smallest period with its saltus, from the smallest preperiod on, where this equation is known to hold for ever.
    /// `value` is asked below preperiod + 2·period.
    ///
    /// ```
    /// use grundy_core::period::Period;
    /// let found = Period { preperiod: 5, period: 12, saltus: 4 };
    /// assert_eq!(found.least(|n| n / 3), Period { preperiod: 0, period: 3, saltus: 1 });
    /// ```
    #[must_use]
    pub fn least(self, value: impl Fn(u64) -> u64) -> Period {
        let Period { preperiod: from, period, saltus } = self;
        let fits = |n: u64, q: u64, step: u64| value(n + q) == value(n) + step;
        let preperiod = (0..from).rev().find(|&n| !fits(n, period, saltus)).map_or(0, |n| n + 1);
        let mut least = Period { preperiod, ..self };
        // a smaller period divides this one; it is one if it holds all through one period
        for prime in prime_divisors(period) {
            while least.period.is_multiple_of(prime) && least.saltus.is_multiple_of(prime) {
                let (q, step) = (least.period / prime, least.saltus / prime);
                if !(preperiod..preperiod + period).all(|n| fits(n, q, step)) {
                    break;
                }
                (least.period, least.saltus) = (q, step);
            }
        }
        least
    }
}

/// A period of any size, as closed forms have them: `take[1..m]` has the period m + 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NatPeriod {
    /// The smallest n₀ ≥ 0 with G(n + period) = G(n) + saltus for all n ≥ n₀.
    pub preperiod: Nat,
    /// The smallest period, at least 1.
    pub period: Nat,
    /// How much the values grow in a period.
    pub saltus: Nat,
}

impl NatPeriod {
    /// From the start on.
    #[must_use]
    pub fn pure(period: Nat, saltus: Nat) -> Self {
        NatPeriod { preperiod: Nat::ZERO, period, saltus }
    }

    /// The same in machine words, where they hold it.
    #[must_use]
    pub fn small(&self) -> Option<Period> {
        let NatPeriod { preperiod, period, saltus } = self;
        Some(Period { preperiod: to_u64(preperiod)?, period: to_u64(period)?, saltus: to_u64(saltus)? })
    }

    /// The last heap for which the equation fails: n₀ − 1, so −1 where it never does.
    #[must_use]
    pub fn last_exception(&self) -> Int {
        Int::from(self.preperiod.clone()) - Int::ONE
    }
}

impl From<Period> for NatPeriod {
    fn from(p: Period) -> Self {
        NatPeriod { preperiod: Nat::from(p.preperiod), period: Nat::from(p.period), saltus: Nat::from(p.saltus) }
    }
}
