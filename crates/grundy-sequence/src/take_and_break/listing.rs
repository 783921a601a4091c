//! Options of a heap by their value: counted exactly, the first listed.
//!
//! Small heaps option by option. Of a huge heap the splits a + b with both parts beyond the preperiod are counted by the
//! remainder of a: Kayles from 10^18 has about 5·10^17 splits after one is taken, in twelve classes.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use grundy_core::{Context, Nat, Period, Result, Stopped, number::to_u64};

use super::CodeEngine;
use super::options::{allows, options};
use crate::code::{Code, Digit, Modifier};
use crate::listing::Listing;
use crate::progressions::in_range;

/// Heaps up to here are listed option by option even where residue classes would do.
const LISTED: u64 = 1 << 12;
/// Options tried one by one.
const MOST_OPTIONS: u64 = 1 << 24;

impl CodeEngine {
    /// All options: how many, and the first `limit` in the order of their parts. `None` where they are too many to be
    /// counted one by one and have more than two parts.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn options(&mut self, n: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        self.listing(n, None, limit, cx)
    }

    /// The options with Grundy value `target`: how many, and the first `limit` in the order of their parts. `None`
    /// where they are too many to be tried one by one and no period of a code with at most two parts helps.
    ///
    /// # Errors
    /// As [`CodeEngine::value`].
    pub fn options_with_value(&mut self, n: &Nat, target: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        // one value tells whether all smaller ones can be had
        self.value(n, cx)?;
        let wanted = to_u64(target).and_then(|t| u32::try_from(t).ok());
        let Some(wanted) = wanted else { return Ok(Some(Listing::default())) };
        self.listing(n, Some(wanted), limit, cx)
    }

    /// Small heaps option by option, large ones by classes where that is possible.
    fn listing(&self, n: &Nat, wanted: Option<u32>, limit: usize, cx: &Context) -> Result<Option<Listing>> {
        if *n > Nat::from(LISTED)
            && let Some(listing) = self.by_classes(n, wanted, limit, cx)?
        {
            return Ok(Some(listing));
        }
        let hit = |parts: &[u64]| {
            wanted.is_none() || parts.iter().try_fold(0, |sum, &part| self.known_small(part).map(|v| sum ^ v)) == wanted
        };
        let listing = self.enumerate(n, limit, cx, hit)?;
        if listing.is_some() {
            return Ok(listing);
        }
        Ok(self.by_classes(n, wanted, limit, cx)?)
    }

    fn known_word(&self, n: &Nat) -> Option<u32> {
        u32::try_from(&self.known(n)?).ok()
    }

    fn known_small(&self, n: u64) -> Option<u32> {
        self.tabulated(n).or_else(|| self.known_word(&Nat::from(n)))
    }

    /// Tries all options, unless they are too many.
    fn enumerate(
        &self,
        n: &Nat,
        limit: usize,
        cx: &Context,
        keep: impl Fn(&[u64]) -> bool,
    ) -> Result<Option<Listing>, Stopped> {
        let Some(n) = to_u64(n).filter(|&n| n <= MOST_OPTIONS) else { return Ok(None) };
        let mut count = 0u64;
        let mut tried = 0u64;
        let mut failed = None;
        // the largest of the first ones on top
        let mut first = BinaryHeap::new();
        let end = options(&self.code, n, &mut |parts| {
            tried += 1;
            if let Err(stopped) = cx.tick(1 + parts.len() as u64) {
                failed = Some(stopped);
                return ControlFlow::Break(());
            }
            if tried > MOST_OPTIONS {
                return ControlFlow::Break(());
            }
            if keep(parts) {
                count += 1;
                if first.len() < limit {
                    first.push(parts.to_vec());
                } else if let Some(mut top) = first.peek_mut()
                    && parts < top.as_slice()
                {
                    *top = parts.to_vec();
                }
            }
            ControlFlow::Continue(())
        });
        if let Some(stopped) = failed {
            return Err(stopped);
        }
        if end.is_break() {
            return Ok(None);
        }
        let heaps = |parts: Vec<u64>| -> Vec<Nat> {
            let parts = if parts.is_empty() { vec![0] } else { parts };
            parts.into_iter().map(Nat::from).collect()
        };
        Ok(Some(Listing { count: Nat::from(count), first: first.into_sorted_vec().into_iter().map(heaps).collect() }))
    }

    /// Options of a huge heap by residue classes of the smaller part. `wanted` = `None` takes all.
    pub(super) fn by_classes(
        &self,
        n: &Nat,
        wanted: Option<u32>,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Listing>, Stopped> {
        let period = match (wanted, self.period) {
            (None, _) => Period { preperiod: 0, period: 1, saltus: 0 },
            (Some(_), Some(p)) if p.saltus == 0 => p,
            (Some(_), _) => return Ok(None),
        };
        let hit = |parts: &[&Nat]| match wanted {
            None => true,
            Some(v) => parts.iter().try_fold(0, |sum, part| self.known_word(part).map(|v| sum ^ v)) == Some(v),
        };
        by_classes(&self.code, n, period, &hit, limit, cx)
    }
}

/// Options of a huge heap by residue classes of the smaller part: with two parts a + b, both beyond the preperiod, the
/// remainder of a decides. Whether an option is a hit may depend on the classes of its parts modulo the period only.
/// `None`: the code leaves three parts or more, or the heap is too small for classes.
///
/// # Errors
/// When the budget is spent.
pub fn by_classes(
    code: &Code,
    n: &Nat,
    period: Period,
    hit: &dyn Fn(&[&Nat]) -> bool,
    limit: usize,
    cx: &Context,
) -> Result<Option<Listing>, Stopped> {
    let digits: Vec<_> = std::iter::once(&code.zero).chain(&code.digits).collect();
    let pairs = digits.iter().all(|d| d.from.is_none() && d.counts.iter().all(|&c| c <= 2));
    let endless = code.repeating.iter().any(Digit::allows_any);
    if !pairs || endless || *n <= Nat::from(digits.len()) {
        return Ok(None);
    }
    if *n <= Nat::from(digits.len()) + Nat::from(2u8) * Nat::from(period.preperiod + 1) {
        return Ok(None);
    }
    let mut count = Nat::ZERO;
    let mut first: Vec<Vec<Nat>> = Vec::new();
    for (taken, digit) in digits.iter().enumerate() {
        let total = n - Nat::from(taken);
        if allows(digit, 1) && hit(&[&total]) {
            count += Nat::ONE;
            first.push(vec![total.clone()]);
        }
        if !allows(digit, 2) {
            continue;
        }
        let half = match digit.modifier {
            Modifier::Any => &total / 2u8,
            Modifier::Unequal | Modifier::NotAllEqual => (&total - Nat::ONE) / 2u8,
            Modifier::Equal => {
                let half = &total / 2u8;
                if &total % 2u8 == 0 && hit(&[&half, &half]) {
                    count += Nat::ONE;
                    first.push(vec![half.clone(), half]);
                }
                continue;
            }
        };
        let mut smaller = Vec::new();
        let regular = period.preperiod.max(1);
        for a in 1..regular {
            cx.tick(1)?;
            let a = Nat::from(a);
            if a <= half && hit(&[&a, &(&total - &a)]) {
                count += Nat::ONE;
                smaller.push(a);
            }
        }
        let mut classes = Vec::new();
        for a in regular..regular + period.period {
            cx.tick(1)?;
            let a_nat = Nat::from(a);
            // any heap of b's class beyond the preperiod will do
            let b = (&total - &a_nat % period.period) + Nat::from(period.period);
            if hit(&[&a_nat, &b]) {
                classes.push(a % period.period);
            }
        }
        let (more, some) = in_range(&Nat::from(regular), &half, period.period, &classes, limit);
        count += more;
        smaller.extend(some);
        first.extend(smaller.into_iter().take(limit).map(|a| {
            let b = &total - &a;
            vec![a, b]
        }));
        first.sort_unstable();
        first.truncate(limit);
    }
    first.sort_unstable();
    first.truncate(limit);
    Ok(Some(Listing { count, first }))
}
