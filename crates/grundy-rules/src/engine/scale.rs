//! Values that repeat by a factor: games in which every move divides.
//!
//! ```text
//! {n -> n//d for d in 2..6 if n > 0}      heaps    0  1  2,3  4,5  6…11  12…23  24…47  48…71  72…143  …
//!                                         values   0  1   2    3     0      1      2      3      0
//! ```
//!
//! The values stand still on ever longer runs, and each run is 12 times one before it: g(n) = g(⌊n/12⌋) for n ≥ 12.
//!
//! **Theorem.** Let every move from m ≥ F lead to parts ⌊m/d⌋, 2 ≤ d ≤ D, and to fixed heaps, the same for all m. For a
//! real x let f(x) = g(⌊x⌋). If f(c·x) = f(x) for x₀ ≤ x < X with a whole number c ≥ 2 and X ≥ max(F, D·x₀), x₀ > 0, then
//! for all x ≥ x₀, so that g(m) = g(⌊m/c⌋) for m ≥ c·x₀. *Proof.* Since ⌊⌊x⌋/d⌋ = ⌊x/d⌋, f(x) for x ≥ F is the mex of
//! the values of the moves at x/d, and f(c·x) that at c·x/d. For x ≥ X all x/d lie between x₀ and x/2, where f(c·x/d) =
//! f(x/d) by induction on ⌊log₂ x⌋. ∎ The same holds of the outcomes, of both conventions, where each move leaves one part.
//!
//! A step function that starts its runs at e₁ < e₂ < … satisfies the hypothesis exactly if the runs between c·x₀ and c·X
//! start at c times the starts between x₀ and X, with the same values; so runs are compared, never single heaps.
//!
//! **Cost.** A run takes a step for each move, and there are a few runs for each factor of 2: up to 2^127 a few hundred.
//!
//! A known case is the multiplication game (POJ 2505, UVa 847), whose outcomes repeat by the factor 18.

use grundy_core::{Context, Int, Nat, Result, Theorem, number::to_usize};

use super::runs::Run;
use crate::rule::division::{Division, Part};

/// The theorem above.
pub static RATIO: Theorem = Theorem {
    id: "repetition-by-factor",
    statement: "every move divides, so f(x) = g(⌊x⌋) is a function of the values f(x/d); where f(c·x) = f(x) holds from \
        some x = a to D·a, D the largest divisor, it holds for all larger x by induction",
    chinese: "按因子重复定理：每一步都是整除；记 f(x) = g(⌊x⌋)，则 f(x) 由各个 f(x/d) 决定；若 f(c·x) = f(x) 在从某个 a 到 D·a（D 是最大的除数）\
        的区间上成立，则由归纳法对更大的 x 都成立",
    reference: "",
};

/// What the numbers on the runs say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum About {
    /// Grundy values.
    Values,
    /// 0 for a P-position and 1 for an N-position.
    Outcomes,
}

/// The values of all m of a rule that divides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scale {
    /// What the values of the runs say.
    pub about: About,
    /// m = n − shift.
    pub shift: i64,
    /// c: the runs from c·x₀ on are c times those before.
    pub factor: u64,
    /// x₀.
    pub from: u128,
    /// The runs before c·x₀: where each starts, and its value.
    pub runs: Vec<Run>,
    /// The values of the heaps with m < 0.
    pub before: Vec<u32>,
}

/// So many runs are worked out at most.
const MOST_RUNS: usize = 1 << 14;

impl Scale {
    /// The runs of a rule whose heaps before `division.from` have these values. `None`: no factor was found.
    ///
    /// # Errors
    /// The budget.
    pub fn of(division: &Division, near: &[u32], about: About, cx: &Context) -> Result<Option<Scale>> {
        let before = near.len().min(usize::try_from(division.shift).unwrap_or(0));
        let (before, near) = near.split_at(before);
        let Some(mut growing) = Growing::new(division, near, about) else { return Ok(None) };
        let mut look = 16;
        loop {
            let grew = growing.grow(look, cx)?;
            cx.tick(growing.runs.len() as u64)?;
            if let Some(scale) = growing.repeats() {
                return Ok(Some(Scale { before: before.to_vec(), ..scale }));
            }
            if !grew || look >= MOST_RUNS {
                return Ok(None);
            }
            look *= 2;
        }
    }

    /// The m below c·x₀ that a heap comes down to, and after how many divisions; `None` for a heap with m < 0.
    fn brought_down(&self, n: &Nat) -> Option<(Nat, u64)> {
        let mut m = Nat::try_from(Int::from(n.clone()) - Int::from(self.shift)).ok()?;
        let (factor, end) = (Nat::from(self.factor), Nat::from(self.factor) * Nat::from(self.from));
        let mut divisions = 0;
        while m >= end {
            m /= &factor;
            divisions += 1;
        }
        Some((m, divisions))
    }

    /// The heap that a heap comes down to, and after how many divisions; `None` for a heap with m < 0.
    #[must_use]
    pub fn reduced(&self, n: &Nat) -> Option<(Nat, u64)> {
        let (m, divisions) = self.brought_down(n)?;
        Some((Nat::try_from(Int::from(m) + Int::from(self.shift)).ok()?, divisions))
    }

    /// The value of a heap of any size.
    #[must_use]
    pub fn value(&self, n: &Nat) -> Option<u32> {
        if let Some(before) = to_usize(n).and_then(|n| self.before.get(n)) {
            return Some(*before);
        }
        let m = u128::try_from(self.brought_down(n)?.0).ok()?;
        let at = self.runs.partition_point(|run| run.start <= m);
        Some(self.runs.get(at.checked_sub(1)?)?.value)
    }

    /// The runs that come again and again: those from x₀ to c·x₀, the first cut off at x₀; with the end of each.
    #[must_use]
    pub fn round(&self) -> Vec<(Run, u128)> {
        let end = self.from * u128::from(self.factor);
        let ends = self.runs.iter().skip(1).map(|run| run.start).chain([end]);
        let inside = self.runs.iter().zip(ends).filter(|(_, end)| *end > self.from);
        inside.map(|(run, end)| (Run { start: run.start.max(self.from), ..*run }, end)).collect()
    }
}

/// Runs as they are worked out.
struct Growing {
    shift: i64,
    about: About,
    /// The divisors, ascending, and for each the run in which ⌊m/d⌋ lies.
    over: Vec<(u64, usize)>,
    /// The parts of each move: places in `over`, and what the fixed parts come to.
    ways: Vec<(Vec<usize>, u32)>,
    runs: Vec<Run>,
    /// F
    from: u128,
}

impl Growing {
    fn new(division: &Division, near: &[u32], about: About) -> Option<Growing> {
        if about == About::Outcomes && division.ways.iter().any(|way| way.len() > 1) {
            return None;
        }
        let least = division.shift.min(0).unsigned_abs();
        let mut runs: Vec<Run> = Vec::new();
        for (value, m) in near.iter().zip(least..) {
            if runs.last().is_none_or(|run| run.value != *value) {
                runs.push(Run { start: m.into(), value: *value });
            }
        }
        let from = u128::from(least) + near.len() as u128;
        assert_eq!(i128::try_from(from), Ok(i128::from(division.from) - i128::from(division.shift)));
        if runs.is_empty() {
            return None;
        }
        let mut divisors: Vec<u64> = division.divisors().collect();
        divisors.sort_unstable();
        divisors.dedup();
        let place = |d: u64| divisors.partition_point(|&other| other < d);
        let mut ways = Vec::with_capacity(division.ways.len());
        for way in &division.ways {
            let (mut parts, mut fixed) = (Vec::new(), 0);
            for part in way {
                match *part {
                    Part::Over(d) => parts.push(place(d)),
                    // the heap n is m = n − shift
                    Part::Fixed(n) => {
                        let at =
                            usize::try_from(i128::from(n) - i128::from(division.shift) - i128::from(least)).ok()?;
                        fixed ^= near.get(at)?;
                    }
                }
            }
            ways.push((parts, fixed));
        }
        let over = divisors.into_iter().map(|d| (d, 0)).collect();
        let mut growing = Growing { shift: division.shift, about, over, ways, runs, from };
        growing.step(from);
        Some(growing)
    }

    /// Works out the value at m ≥ F, where some part may have come to a new run.
    fn step(&mut self, m: u128) {
        for (d, at) in &mut self.over {
            while self.runs.get(*at + 1).is_some_and(|run| run.start <= m / u128::from(*d)) {
                *at += 1;
            }
        }
        let mut seen: Vec<u32> = Vec::with_capacity(self.ways.len());
        for (parts, fixed) in &self.ways {
            seen.push(parts.iter().fold(*fixed, |sum, &part| sum ^ self.runs[self.over[part].1].value));
        }
        let value = match self.about {
            About::Outcomes => u32::from(seen.contains(&0)),
            About::Values => {
                seen.sort_unstable();
                seen.iter().fold(0, |least, value| if *value == least { least + 1 } else { least })
            }
        };
        if self.runs.last().is_none_or(|run| run.value != value) {
            self.runs.push(Run { start: m, value });
        }
    }

    /// Works out runs until there are so many; `false`: there are no more, or their starts grow too large.
    ///
    /// # Errors
    /// The budget.
    fn grow(&mut self, most: usize, cx: &Context) -> Result<bool> {
        while self.runs.len() < most {
            let mut next: Option<u128> = None;
            for (d, at) in &self.over {
                if let Some(run) = self.runs.get(at + 1) {
                    let Some(start) = run.start.checked_mul(u128::from(*d)) else { return Ok(false) };
                    next = Some(next.map_or(start, |next| next.min(start)));
                }
            }
            let Some(next) = next else { return Ok(false) };
            cx.tick(self.over.len() as u64)?;
            self.step(next);
        }
        Ok(true)
    }

    /// The least factor by which the runs repeat, if the hypothesis of the theorem holds of it.
    fn repeats(&self) -> Option<Scale> {
        let runs = &self.runs;
        let last = runs.len() - 1;
        let largest = u128::from(self.over.last()?.0);
        for apart in 1..=last / 2 {
            let factor = runs[last].start.checked_div(runs[last - apart].start)?;
            if factor < 2 {
                continue;
            }
            let fits = |i: usize| {
                let (near, far) = (runs[i], runs[i + apart]);
                near.value == far.value && near.start.checked_mul(factor) == Some(far.start)
            };
            // the runs from this one on are repeated; a run that starts at 0 is never one of them
            let first = match (1..=last - apart).rev().find(|&i| !fits(i)) {
                Some(bad) => bad + 1,
                None => 1,
            };
            if first > last - apart {
                continue;
            }
            // x₀ may lie inside the run before, where its end is repeated
            let before = (runs[first - 1], runs[first - 1 + apart]);
            let from = match before.0.value == before.1.value {
                true => before.0.start.max(before.1.start.div_ceil(factor)).max(1),
                false => runs[first].start,
            };
            // X: what was compared ends where the last run starts
            let compared = runs[last - apart].start;
            if compared < self.from || compared < largest.checked_mul(from)? {
                continue;
            }
            let end = from.checked_mul(factor)?;
            let kept = runs.iter().take_while(|run| run.start < end).copied().collect();
            let factor = u64::try_from(factor).ok()?;
            let (about, shift) = (self.about, self.shift);
            return Some(Scale { about, shift, factor, from, runs: kept, before: Vec::new() });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    /// Values of m < `to` by the rule itself, where n = m + shift.
    fn plain(division: &Division, near: &[u32], to: usize, about: About) -> Vec<u32> {
        let mut values = near.to_vec();
        for m in near.len()..to {
            let seen: Vec<u32> = division
                .ways
                .iter()
                .map(|way| {
                    way.iter().fold(0, |sum, part| {
                        sum ^ match *part {
                            Part::Over(d) => values[m / d as usize],
                            Part::Fixed(n) => values[(n as i64 - division.shift) as usize],
                        }
                    })
                })
                .collect();
            values.push(match about {
                About::Outcomes => u32::from(seen.contains(&0)),
                About::Values => (0..).find(|v| !seen.contains(v)).unwrap(),
            });
        }
        values
    }

    #[test]
    fn runs_have_the_values_of_the_rule() {
        let cx = Context::default();
        for (text, factor) in [
            ("{n -> n//d for d in 2..6 if n > 0}", 12),
            ("{n -> n//2 | n//3 if n > 0}", 6),
            ("{n -> n//d for d in {2,3,7} if n > 0}", 14),
            ("{n -> n//d for d in {2,3,4,9} if n > 0}", 46656),
            ("{n -> n//2 & n//3 | n//2 | 0 if n > 0}", 4),
        ] {
            let division = Division::of(&rule(text)).unwrap();
            let near: Vec<u32> = plain(&division, &[0], division.from as usize, About::Values);
            let Some(scale) = Scale::of(&division, &near, About::Values, &cx).unwrap() else {
                panic!("{text}");
            };
            assert_eq!(scale.factor, factor, "{text} {scale:?}");
            for (n, value) in plain(&division, &near, 300_000, About::Values).into_iter().enumerate() {
                assert_eq!(scale.value(&Nat::from(n)), Some(value), "{text} {n}");
            }
        }
    }

    #[test]
    fn outcomes_repeat_earlier_than_values() {
        let cx = Context::default();
        let division = Division::of(&rule("{n -> n//d for d in {2,4,5,13} if n > 0}")).unwrap();
        let values = Scale::of(&division, &[0], About::Values, &cx).unwrap().unwrap();
        assert!(values.factor == 8 && values.from > 1 << 90, "{}", values.from);
        let scale = Scale::of(&division, &[0], About::Outcomes, &cx).unwrap().unwrap();
        assert!(scale.factor == 8 && scale.from < 1000, "{}", scale.from);
        for (n, value) in plain(&division, &[0], 300_000, About::Outcomes).into_iter().enumerate() {
            assert_eq!(scale.value(&Nat::from(n)), Some(value), "{n}");
        }
    }

    #[test]
    fn a_round_is_cut_where_it_starts() {
        let division = Division::of(&rule("{n -> n//d for d in 2..6 if n > 0}")).unwrap();
        let scale = Scale::of(&division, &[0], About::Values, &Context::default()).unwrap().unwrap();
        let round: Vec<(u128, u128, u32)> = scale.round().iter().map(|(r, end)| (r.start, *end, r.value)).collect();
        assert_eq!(round, [(1, 2, 1), (2, 4, 2), (4, 6, 3), (6, 12, 0)]);
        assert_eq!(scale.value(&(Nat::from(6u8) * Nat::from(12u8).pow(1000))), Some(0));
        assert_eq!(scale.value(&(Nat::from(6u8) * Nat::from(12u8).pow(1000) - Nat::ONE)), Some(3));
    }
}
