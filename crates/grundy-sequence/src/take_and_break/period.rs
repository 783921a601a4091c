//! Proved periods of codes with finitely many digits.
//!
//! **Theorem** (R. K. Guy, C. A. B. Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52, 1956, for
//! at most two parts). Let k be the last digit that allows anything, c ≥ 1 the largest number of parts, and parts be
//! free of conditions. If for some p ≥ 1 and n₀ ≥ 1 G(n + p) = G(n) for all n with n₀ ≤ n < c·n₀ + (c−1)·p + k, then
//! for all n ≥ n₀.
//!
//! *Proof.* Induction; let n ≥ c·n₀ + (c−1)·p + k and the equation hold below. An option of heap n + p has a total of at
//! least n + p − k ≥ c·n₀ + c·p, so its largest part is at least n₀ + p; less p it has the same value and is not
//! empty, which gives an option of heap n with the same value. An option of heap n has a largest part of at least n₀,
//! and p more gives an option of heap n + p with the same value. So both heaps have the same options by value. ∎
//!
//! With at most two parts that must differ (`!`, `?`) the equation is asked for n < 2·n₀ + 2·p + k: where p less makes
//! the parts (a, a + p) equal, (a − p, a + p) does it, for 2a ≥ n − k ≥ 2·n₀ + 2·p. For n₀ = 0 the theorem is false:
//! `0.4` has 0 0 0 1. With more parts and conditions, with `=`, and with digits that repeat, nothing is proved here.

use grundy_core::{Period, Theorem};

use super::{GUY_SMITH, TAKE_AND_BREAK_PERIOD};
use crate::code::{Code, Digit, Modifier};
use crate::period::repeats;

/// What is asked of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hypotheses {
    /// c
    parts: u64,
    /// k
    last: u64,
    /// Must the two parts differ?
    unequal: bool,
}

impl Hypotheses {
    /// If the theorem covers the code.
    pub(crate) fn of(code: &Code) -> Option<Self> {
        if code.repeating.iter().any(Digit::allows_any) {
            return None;
        }
        let all = || std::iter::once(&code.zero).chain(&code.digits);
        let last = all().enumerate().filter(|(_, d)| d.allows_any()).last().map_or(0, |(i, _)| i as u64);
        let (mut parts, mut unequal, mut equal) = (1, false, false);
        for d in all() {
            if d.from.is_some() {
                return None;
            }
            let most = d.most();
            parts = parts.max(u64::from(most));
            if most >= 2 {
                unequal |= matches!(d.modifier, Modifier::Unequal | Modifier::NotAllEqual);
                equal |= d.modifier == Modifier::Equal;
            }
        }
        if equal || (unequal && parts > 2) {
            return None;
        }
        Some(Hypotheses { parts, last, unequal })
    }

    /// Are all parts free of conditions?
    pub(super) fn is_free(self) -> bool {
        !self.unequal
    }

    /// c and k.
    pub(super) fn parts_and_last(self) -> (u64, u64) {
        (self.parts, self.last)
    }

    /// The published theorem where at most two free parts occur.
    pub(crate) fn theorem(self) -> &'static Theorem {
        if self.parts <= 2 && !self.unequal { &GUY_SMITH } else { &TAKE_AND_BREAK_PERIOD }
    }

    /// The equation must hold for all n from n₀ to below this.
    pub(crate) fn bound(self, n0: u64, p: u64) -> Option<u64> {
        let rounds = if self.unequal { 2 } else { self.parts - 1 };
        self.parts.checked_mul(n0)?.checked_add(rounds.checked_mul(p)?)?.checked_add(self.last)
    }

    /// The largest n₀ from which on values must repeat with this period to prove it in a table of this size.
    pub(super) fn latest(self, period: u64, size: u64) -> Option<u64> {
        let rest = size.checked_sub(period)?.checked_sub(self.bound(0, period)?)?;
        Some(rest / self.parts).filter(|&n0| n0 >= 1)
    }

    /// The least period that the table proves. Linear in the table.
    pub(super) fn prove(self, values: &[u32]) -> Option<Period> {
        let size = values.len();
        // how many values at the end of the table equal those p before
        let matched = repeats(size, |i, j| values[size - 1 - i] == values[size - 1 - j]);
        for (p, &matched) in matched.iter().enumerate().skip(1) {
            // the equation holds for n from here on, as far as the table goes
            let from = (size - p - matched) as u64;
            if self.latest(p as u64, size as u64).is_some_and(|latest| from.max(1) <= latest) {
                return Some(Period { preperiod: from, period: p as u64, saltus: 0 });
            }
        }
        None
    }
}
