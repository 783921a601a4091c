//! Values that grow: proved arithmetic periods of codes that split.
//!
//! `0.0F` (take two tokens, leave three heaps at most) has the values ⌊n/2⌋: 0 0 1 1 2 2 3 3 …. No split reaches ⌊n/2⌋, for
//! xor is at most the sum; and the heaps (a, a, r) have the value of r, which is any smaller one. Kenyon's game `0.3F` has
//! 0 1 2 0 1 2 3 4 5 3 4 5 …: splits of heap 6 have the sum 4, but xor has the parity of the sum, and the value 3 is odd.
//!
//! **Theorem.** Let a code have finitely many digits and parts free of conditions, k the last digit that allows anything and
//! c the largest number of parts. Let f(n + p) = f(n) + s for n ≥ n₀ with s ≥ 1, let m be the largest of f(0), …, f(n₀ − 1),
//! and let P = p and S = s, or twice that if p is odd. Let N > n₀ + k. If
//!
//! 1. G(n) = f(n) for n < N + P;
//! 2. every split of heap n in two parts or more has Σ f(part) < f(n), or Σ f(part) − f(n) is odd, and no single part that may
//!    be left has f(part) = f(n), for all n from some N₁ ≤ N on to c·(n₀ + p) + p + k, which is at least N₁ + p;
//! 3. for each v ≤ m + S and each parity there are r ≥ 1 with f(r) = v and a digit j that allows three parts, with r + j of
//!    that parity and r + j + 2 ≤ N; or v = 0, and a digit j of that parity, j + 2 ≤ N, that allows two;
//! 4. for N ≤ n < N + P each v with m < v < f(n) is f(n − j), for a digit j that allows one part, or f(r) for some r ≥ 1 with
//!    n − j − r even and at least 2, for a digit j that allows three;
//!
//! then G(n) = f(n) for all n.
//!
//! *Proof.* Induction; let n ≥ N + P and G = f below. (a) Σ f(part) − f(n) is that of an option of heap n − p where the parts have
//! a total above c·(n₀ + p): the largest of them is above n₀ + p and can lose p, which takes s from its value and from f(n). So
//! condition 2 holds for all n ≥ N₁. The value of an option is at most its sum and of the same parity, and that of a single part
//! is its sum: none is f(n). (b) A value v < f(n) is an option. If v ≤ m + S by condition 3: two equal heaps a and one of r are
//! left, 2a = n − j − r. If v > m + S, v − S is f(n − P − j) or f(r) with n − P − j − r even, as in condition 4 for the place a
//! multiple of P before, and n − P − j and r are at least n₀, for f is above m there; so v is f(n − j) or f(r + P). ∎
//!
//! Reference: none is known to us for the statement; for what is known of such games S. Howse, R. J. Nowakowski, *Periodicity
//! and arithmetic-periodicity in hexadecimal games*, 2004.
//!
//! Cost: for parts up to c some c·T² steps, where T = c·(n₀ + p) + p + k.

use grundy_core::{Context, Period, Result, Theorem};

use super::period::Hypotheses;
use crate::code::{Code, Digit};
use crate::period::repetition;

/// The theorem above.
pub static SUM_BOUND: Theorem = Theorem {
    id: "sum-bound",
    statement: "if the first values of a finite take-and-break game without conditions repeat with a saltus, and whatever split \
                of a heap has parts whose values have so large a sum as its own value, has a sum of the other parity, and each \
                smaller value is that of a single heap r left alone or beside two equal heaps, all in a range that the period \
                bounds, then they go on so for ever",
    chinese: "和的上界定理：没有附加条件的有限取分游戏，若前段的值带增量重复，且各部分的值之和达到该堆的值的分法，其和的奇偶性都与该值不同，而每个更小的值都由单独留下或与两个相等的堆一同留下的一堆 r 取到，这一切都在周期给出的范围内，则值永远如此继续",
    reference: "",
};

/// Sums are formed up to here.
const MOST: u64 = 1 << 12;

/// The period with a saltus that the first values prove.
///
/// # Errors
/// The budget.
pub(super) fn prove(code: &Code, values: &[u32], cx: &Context) -> Result<Option<Period>> {
    let Some(hypotheses) = Hypotheses::of(code).filter(|h| h.is_free()) else { return Ok(None) };
    let seen: Vec<u64> = values.iter().map(|&v| u64::from(v)).collect();
    let Some(period) = repetition(&seen).filter(|period| period.saltus > 0) else { return Ok(None) };
    let (parts, last) = hypotheses.parts_and_last();
    let end = parts.saturating_mul(period.preperiod + period.period).saturating_add(period.period + last);
    // without three parts nothing grows
    if parts < 3 || end > MOST {
        return Ok(None);
    }
    cx.tick(parts * end * end)?;
    let digits = std::iter::once(&code.zero).chain(&code.digits).enumerate();
    let digits = digits.filter(|(_, d)| d.allows_any()).map(|(j, d)| (j as u64, d)).collect();
    let values = Values { seen: &seen, period, digits };
    let Some(bounded) = values.bounded_from(parts, end) else { return Ok(None) };
    Ok(values.reaches_all(bounded.max(period.preperiod + last + 1)).then_some(period))
}

/// Values as they would go on for ever.
struct Values<'v> {
    seen: &'v [u64],
    period: Period,
    /// The digits that allow anything, by what is taken.
    digits: Vec<(u64, &'v Digit)>,
}

impl Values<'_> {
    fn f(&self, n: u64) -> u64 {
        let Period { preperiod, period, saltus } = self.period;
        match n.checked_sub(preperiod + period) {
            None => self.seen[n as usize],
            Some(beyond) => {
                let rounds = 1 + beyond / period;
                self.seen[(n - rounds * period) as usize] + rounds * saltus
            }
        }
    }

    /// The first heap from which on no split can have the heap's own value, if all are looked at up to `end`; `None`: there is
    /// none a period before.
    fn bounded_from(&self, parts: u64, end: u64) -> Option<u64> {
        // the largest sums of either parity over 1, 2, … parts of each total; no part is empty
        let single = (0..=end).map(|total| {
            let value = (total > 0).then(|| self.f(total));
            [0, 1].map(|parity| value.filter(|v| v % 2 == parity))
        });
        let single: Vec<[Option<u64>; 2]> = single.collect();
        let mut largest = vec![single.clone()];
        for _ in 1..parts {
            let before = largest.last()?;
            let sums = |total: usize, parity: usize| {
                let of = |a: usize, first: usize| Some(single[a][first]? + before[total - a][parity ^ first]?);
                (1..total).flat_map(|a| [of(a, 0), of(a, 1)]).flatten().max()
            };
            largest.push((0..=end as usize).map(|total| [sums(total, 0), sums(total, 1)]).collect());
        }
        let is_reached = |n: u64| {
            let value = self.f(n);
            self.digits.iter().filter(|(j, _)| *j <= n).any(|(j, digit)| {
                let total = (n - j) as usize;
                digit.counts.iter().any(|&h| match h {
                    0 => total == 0 && value == 0,
                    1 => total > 0 && self.f(n - j) == value,
                    h => largest[h as usize - 1][total][(value % 2) as usize].is_some_and(|sum| sum >= value),
                })
            })
        };
        let bad = (0..=end).rev().find(|&n| is_reached(n)).map_or(0, |n| n + 1);
        (bad + self.period.period <= end).then_some(bad)
    }

    fn allow(&self, count: u32) -> impl Iterator<Item = u64> {
        self.digits.iter().filter(move |(_, digit)| digit.counts.contains(&count)).map(|(j, _)| *j)
    }

    /// Is every smaller value an option, from some heap on that is no smaller than this and within the values seen?
    fn reaches_all(&self, from: u64) -> bool {
        let Period { preperiod, period, saltus } = self.period;
        let times = 1 + period % 2;
        let (long, growth) = (times * period, times * saltus);
        let size = self.seen.len() as u64;
        let most = (0..preperiod).map(|n| self.f(n)).max().unwrap_or(0);
        // no heap beyond has so small a value
        let end = (preperiod + (2 + (most + growth) / saltus) * period).min(size);
        let mut from = from;
        for (v, parity) in (0..=most + growth).flat_map(|v| [(v, 0), (v, 1)]) {
            let three = (1..end).filter(|&r| self.f(r) == v).flat_map(|r| self.allow(3).map(move |j| r + j));
            let two = self.allow(2).filter(|_| v == 0);
            match three.chain(two).filter(|taken| taken % 2 == parity).min() {
                Some(least) => from = from.max(least + 2),
                None => return false,
            }
        }
        if from + long > size {
            return false;
        }
        (from..from + long).all(|n| {
            let mut reached = vec![false; self.f(n) as usize];
            let mut mark = |v: u64| reached.get_mut(v as usize).map(|mark| *mark = true);
            for j in self.allow(1) {
                mark(self.f(n - j));
            }
            for j in self.allow(3) {
                for r in (1..=(n - j).saturating_sub(2)).filter(|r| (n - j - r) % 2 == 0) {
                    mark(self.f(r));
                }
            }
            reached.iter().skip(most as usize + 1).all(|mark| *mark)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of a code with the digits d₁ d₂ d₃, each a set of at most three parts.
    fn plain(digits: [usize; 3], size: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        let mut seen = vec![usize::MAX; 1024];
        for n in 0..size {
            for (digit, total) in digits.into_iter().zip(1..).filter_map(|(d, j)| Some((d, n.checked_sub(j)?))) {
                let mut mark = |v: u32| seen[v as usize] = n;
                if digit & 1 > 0 && total == 0 {
                    mark(0);
                }
                if digit & 2 > 0 && total > 0 {
                    mark(values[total]);
                }
                for a in 1..=total / 2 {
                    if digit & 4 > 0 {
                        mark(values[a] ^ values[total - a]);
                    }
                    if digit & 8 > 0 {
                        (a..=(total - a) / 2).for_each(|b| mark(values[a] ^ values[b] ^ values[total - a - b]));
                    }
                }
            }
            values.push((0..).find(|&v| seen[v as usize] != n).unwrap());
        }
        values
    }

    fn code(digits: [usize; 3]) -> Code {
        let digit = |d: usize| Digit { counts: (0..4).filter(|c| d >> c & 1 == 1).collect(), ..Digit::default() };
        Code { zero: Digit::default(), digits: digits.map(digit).into(), repeating: Vec::new() }
    }

    #[test]
    fn what_few_values_prove_holds_far_beyond() {
        let (mut proved, cx) = (0, Context::default());
        for number in (0..4096usize).step_by(5).chain([0x0f0, 0x00f, 0x02a, 0x078, 0x3f0]) {
            let digits = [number >> 8, number >> 4 & 15, number & 15];
            let values = plain(digits, 200);
            let code = code(digits);
            for size in [20, 40, 60, 90, 130, 200] {
                let Some(p) = prove(&code, &values[..size], &cx).unwrap() else { continue };
                proved += 1;
                let (from, period) = (p.preperiod as usize, p.period as usize);
                let holds =
                    (from..200 - period).all(|n| u64::from(values[n + period]) == u64::from(values[n]) + p.saltus);
                assert!(holds, "{digits:x?} {p:?} from {size} values");
            }
        }
        assert!(proved > 300, "{proved}");
    }

    /// Splits of Kenyon's game have larger sums, all of the other parity.
    #[test]
    fn sums_of_the_other_parity_reach_nothing() {
        let proved = prove(&code([3, 15, 0]), &plain([3, 15, 0], 60), &Context::default()).unwrap();
        assert_eq!(proved, Some(Period { preperiod: 0, period: 6, saltus: 3 }));
    }

    #[test]
    fn halves_are_proved_and_used_far_out() {
        let cx = Context::default();
        let mut engine = crate::take_and_break::CodeEngine::new(code([0, 15, 0]));
        let proved = engine.proved_period(None, &cx).unwrap().unwrap();
        assert_eq!(proved.period, Period { preperiod: 0, period: 2, saltus: 1 });
        let far = grundy_core::Nat::from(10u64).pow(30);
        let (value, evidence) = engine.value(&far, &cx).unwrap();
        assert!(value == far / 2u8 && evidence.is_proved());
        // it grows, and nothing is known about it
        assert!(
            crate::take_and_break::CodeEngine::new(code([0, 7, 8])).proved_period(Some(300), &cx).unwrap().is_none()
        );
    }
}
