//! Values that grow for ever, proved by classes of which all large numbers may be taken.
//!
//! With all numbers but the primes, 1, 4, 6, 8, 9, 10, …:
//!
//! ```text
//! n        0 1 2 3 4 5 6 7 8 9 10 11 …        G(n + 10) = G(n) + 3 from n = 2 on; even numbers of 4 or more may
//! G(n)     0 1 0 1 2 0 2 0 … 3  …             be taken, and no number that may be taken joins equal values
//! ```
//! **Theorem (whole classes).** Let F(n), n ≥ n₀, be G(n) for n < n₁ + q, and F(n + q) = F(n) + σ with σ ≥ 1. Let C be classes
//! by q of which every number of s₀ or more is in S, and T a number. Suppose that
//! 1. F(n + s) ≠ F(n) for all n ≥ n₀ and all s in S;
//! 2. F(n) > G(m) for all n ≥ n₁ and m < n₀;
//! 3. for every n from n₁ to n₁ + q − 1 and every v < T + σ there is a heap m ≤ n₁ − s₀ of value v with n − m in C, at or
//!    above n₀ if v ≥ T;
//! 4. for every such n and every v with T ≤ v < F(n) there is an s in S with n − s ≥ n₀ and F(n − s) = v.
//!
//! Then G(n) = F(n) for all n ≥ n₀.
//!
//! *Proof.* Let N = n + kq with such an n and k ≥ 1, and let the claim hold below N. No option has the value F(N), by 1 and 2. Let
//! v < F(N) = F(n) + kσ. If v < T, take the m of 3: N − m is in C and at least s₀, so m is an option. If T ≤ v < T + kσ, then
//! v = v₀ + iσ with T ≤ v₀ < T + σ and i < k; with the m of 3 for v₀ the heap m + iq has the value v, and N − m − iq, which is
//! in C and at least s₀, may be taken. If v ≥ T + kσ, then 4 has an s for v − kσ, and N − s has the value v. ∎
//!
//! If S lacks up to e of any w numbers of C that follow each other, the theorem holds with e + 1 heaps in 3 that lie fewer than
//! w apart: the proof moves them together, so one of the e + 1 numbers is in S. Squares are an example, as they get farther
//! apart: with all numbers but these G(n) = n//2, and of two heaps of one value one may be left.
//!
//! The values from n₀ to n₀ + q − 1 lie between two numbers h apart, so 1 need be compared for s < q(⌊h/σ⌋ + 1) only: beyond
//! it F has grown by more than h.
//!
//! Cost: for each multiple of the period that is tried, about q² steps, and q for each small member.

use grundy_core::period::Period;
use grundy_core::{Context, Stopped};

use crate::set::WholeClasses;

/// A repetition with a saltus in values, and what may be taken.
///
/// ```
/// use grundy_core::{Context, period::Period};
/// use grundy_sequence::set::{IntSet, Named};
/// use grundy_sequence::subtraction::Growing;
///
/// // composite numbers, of which the multiples of 4 are enough
/// let set = IntSet::progression(&4u8.into(), None, &1u8.into()).except(IntSet::from(Named::Primes));
/// let values: Vec<u32> = (0..200).map(|n| n / 4).collect();
/// let members: Vec<u64> = set.members_up_to(200).collect();
/// let found = Period { preperiod: 0, period: 4, saltus: 1 };
/// let growing = Growing { values: &values, found, members: &members, classes: &|q, from| vec![set.whole_classes(q, from)] };
/// assert!(growing.lasts_for_ever(&Context::default())?);
/// # Ok::<(), grundy_core::error::Error>(())
/// ```
pub struct Growing<'a> {
    /// The values of the first heaps, worked from the rule.
    pub values: &'a [u32],
    /// A repetition with a saltus that holds to the end of the values.
    pub found: Period,
    /// All numbers below `values.len()` that can be taken from some heap, ascending; each from every heap that is large
    /// enough.
    pub members: &'a [u64],
    /// For a modulus and a number: classes of which all numbers from it on may be taken, but for a few.
    pub classes: &'a dyn Fn(u64, u64) -> Vec<WholeClasses>,
}

impl std::fmt::Debug for Growing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Growing").field("found", &self.found).finish_non_exhaustive()
    }
}

/// Multiples of the period that are tried.
const MULTIPLES: u64 = 32;
/// They are no larger than this.
const MOST_PERIOD: u64 = 512;

impl Growing<'_> {
    /// Do whole classes prove that the values grow so for ever?
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn lasts_for_ever(&self, cx: &Context) -> Result<bool, Stopped> {
        let Period { period, saltus, .. } = self.found;
        if saltus == 0 {
            return Ok(false);
        }
        for times in (1..=MULTIPLES).take_while(|times| times * period <= MOST_PERIOD) {
            let Some(round) = Round::of(self, times) else { break };
            cx.tick((round.period * round.joined) as u64)?;
            if !round.keeps_apart(self) {
                // a multiple of the period compares the same
                break;
            }
            let s0 = self.values.len() / 4;
            for classes in (self.classes)(round.period as u64, s0 as u64) {
                if classes.classes.len() == round.period && round.reaches(self, &classes, s0, cx)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// A multiple of the period, and what is compared.
#[derive(Debug)]
struct Round {
    /// n₀.
    from: usize,
    /// n₁.
    last: usize,
    /// q.
    period: usize,
    /// σ.
    saltus: u64,
    /// Members from here on join no equal values.
    joined: usize,
}

impl Round {
    /// `None`: the values are too few.
    fn of(seen: &Growing<'_>, times: u64) -> Option<Round> {
        let from = seen.found.preperiod as usize;
        let period = (seen.found.period * times) as usize;
        let saltus = seen.found.saltus * times;
        let last = seen.values.len().checked_sub(period)?;
        let first = seen.values.get(from..from + period)?;
        let (low, high) = (u64::from(*first.iter().min()?), u64::from(*first.iter().max()?));
        let joined = period * ((high - low) / saltus + 1) as usize;
        // the values at the end are the last that were compared with those a period earlier
        let rounds = last.checked_sub(from)? / period;
        let least = low + saltus * rounds as u64;
        let above = seen.values[..from].iter().all(|&value| u64::from(value) < least);
        (above && from + period + joined <= seen.values.len()).then_some(Round { from, last, period, saltus, joined })
    }

    /// Does no member join two heaps of one value? Condition 1.
    fn keeps_apart(&self, seen: &Growing<'_>) -> bool {
        let near = seen.members.iter().map(|&s| s as usize).take_while(|&s| s < self.joined);
        let starts = self.from..self.from + self.period;
        near.into_iter().all(|s| starts.clone().all(|n| seen.values[n] != seen.values[n + s]))
    }

    /// Is each smaller value reached? Conditions 3, with this s₀, and 4.
    fn reaches(&self, seen: &Growing<'_>, whole: &WholeClasses, s0: usize, cx: &Context) -> Result<bool, Stopped> {
        let Some(far) = self.last.checked_sub(s0) else { return Ok(false) };
        let Some(level) = self.level(whole, &seen.values[..=far], cx)? else { return Ok(false) };
        let mut reached: Vec<bool> = Vec::new();
        for n in self.last..self.last + self.period {
            let value = seen.values[n] as usize;
            cx.tick(1 + seen.members.len() as u64)?;
            reached.clear();
            reached.resize(value, false);
            for &s in seen.members.iter().take_while(|&&s| s as usize <= n - self.from) {
                if let Some(reached) = reached.get_mut(seen.values[n - s as usize] as usize) {
                    *reached = true;
                }
            }
            if reached.iter().skip(level).any(|reached| !reached) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// T: with heaps among `values` the classes reach every value below it, and by heaps from n₀ on the next σ.
    fn level(&self, whole: &WholeClasses, values: &[u32], cx: &Context) -> Result<Option<usize>, Stopped> {
        if !whole.classes.contains(&true) {
            return Ok(None);
        }
        // beyond the values of the first rounds nothing is new
        let most = values.iter().take(self.from + 2 * self.period).max().map_or(0, |&most| most as usize + 1);
        let mut heaps = vec![Vec::new(); most + self.saltus as usize];
        for (m, &value) in values.iter().enumerate() {
            if let Some(heaps) = heaps.get_mut(value as usize) {
                heaps.push(m);
            }
        }
        let (mut level, mut run) = (0, 0);
        for heaps in &heaps {
            cx.tick((self.period * heaps.len()) as u64)?;
            let above = &heaps[heaps.partition_point(|&m| m < self.from)..];
            if self.all_reach(above, whole) {
                run += 1;
                if run == self.saltus as usize {
                    return Ok(Some(level));
                }
            } else if self.all_reach(heaps, whole) {
                level += run + 1;
                run = 0;
            } else {
                break;
            }
        }
        Ok(None)
    }

    /// Does every large heap reach one of these by a number of the classes?
    fn all_reach(&self, heaps: &[usize], whole: &WholeClasses) -> bool {
        let q = self.period;
        let mut near: Vec<usize> = Vec::new();
        (0..q).all(|n| {
            near.clear();
            near.extend(heaps.iter().filter(|&m| whole.classes[(n + q - m % q) % q]));
            near.windows(whole.missing + 1).any(|few| ((few[whole.missing] - few[0]) as u64) < whole.within)
        })
    }
}
