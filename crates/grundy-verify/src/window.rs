//! The theorem on returning windows, checked in memory that does not grow with the period.
//!
//! The certificate tells a mask and all rare heaps; neither is believed. Every value is computed from the rule: the
//! pairs with a part from the list give every common value that splits exclude if the list is complete, which is checked
//! heap by heap; for each rare value below the least free common one a pair is found, or the heap is rare itself and must
//! be in the list. Behind twice the last rare heap only the first heaps (`front`) and the last ones (`held`) are kept,
//! and a pair must have one part in each.

mod partners;

use self::partners::Partner;
use super::text::{Certificate, Digit, Window};
use super::{Cell, Fault, Meter, Refusal, Refused, wrong};

/// Heaps that are computed together.
const LANES: usize = 8;
/// Heaps that are kept in front where the numbers of the certificate do not ask for more.
const FRONT: u64 = 1 << 21;
/// Heaps between two moves of those that are kept.
const RUN: usize = 1 << 20;

/// Checks a certificate of this theorem.
pub(crate) fn check(
    certificate: &Certificate,
    digits: &[Digit],
    window: &Window,
    meter: &mut Meter<'_>,
) -> Result<(), Fault> {
    match certificate.claim.largest {
        0..64 => Check::<u8, 1>::new(certificate, digits, window, meter)?.run(meter),
        64..128 => Check::<u8, 2>::new(certificate, digits, window, meter)?.run(meter),
        128..256 => Check::<u8, 4>::new(certificate, digits, window, meter)?.run(meter),
        256..1024 => Check::<u16, 16>::new(certificate, digits, window, meter)?.run(meter),
        _ => {
            let reason = "values of 1024 and more are not checked with this theorem".to_owned();
            Err(Refusal { kind: Refused::Bytes, line: certificate.lines.largest, reason }.into())
        }
    }
}

/// A set of values.
type Set<const W: usize> = [u64; W];

fn put<const W: usize>(set: &mut Set<W>, v: u32) {
    set[(v / 64) as usize % W] |= 1 << (v % 64);
}

struct Check<'c, T, const W: usize> {
    certificate: &'c Certificate,
    window: &'c Window,
    /// What is taken before a split, and whether the parts must differ.
    splits: Vec<(usize, bool)>,
    singles: Vec<usize>,
    wholes: Vec<u64>,
    /// k
    last: usize,
    /// Common values, for even and odd heaps.
    common: [Set<W>; 2],
    /// The heap before which the window first stands, n₁.
    first: u64,
    /// The values of the first heaps, once heaps are cut out.
    front: Vec<T>,
    /// The values of the heaps from `base` on.
    held: Vec<T>,
    base: u64,
    /// So many of the first heaps are kept.
    fronts: u64,
    /// So many of the last heaps at least.
    tail: usize,
    /// All partners that are gone through, with an offset of at least [`LANES`] and below.
    far: Vec<Partner<T>>,
    near: Vec<Partner<T>>,
    /// For each split, so many rare heaps of the list are among the partners.
    taken_in: Vec<usize>,
    /// Memory was asked for so many partners.
    partners: usize,
    /// For each value the first part of the pair that excluded it last.
    hints: Vec<usize>,
    /// Partners are chosen again at this heap.
    again: u64,
    largest: u32,
    /// Rare heaps met so far.
    rares: usize,
    /// The values from the last exception to before n₁.
    saved: Vec<T>,
    /// Smaller distances at which the window must not come back: where it did not yet differ.
    smaller: Vec<(u64, bool)>,
}

impl<'c, T: Cell + PartialEq + Default, const W: usize> Check<'c, T, W> {
    /// Checks the numbers, and asks for memory.
    fn new(
        certificate: &'c Certificate,
        digits: &[Digit],
        window: &'c Window,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Fault> {
        let (claim, lines) = (&certificate.claim, &certificate.lines);
        let (start, p) = (certificate.n0, certificate.proof_period);
        if digits.iter().any(|d| d.counts.iter().any(|&c| c > 2) || d.taken >= 1 << 20) {
            return wrong(lines.theorem, "the theorem is for at most two parts, and digits below 2^20 here");
        }
        if claim.saltus != 0 {
            return wrong(lines.saltus, "the theorem gives no saltus");
        }
        if p == 0 || p != claim.period {
            return wrong(lines.proof_period, "the proof's period is not the period");
        }
        if start == 0 || claim.preperiod > start {
            return wrong(lines.n0, "the window must start at heap 1 or later, and not before the preperiod");
        }
        let with = |count: u64| digits.iter().filter(move |d| d.counts.contains(&count));
        let splits: Vec<(usize, bool)> = with(2).map(|d| (d.taken as usize, d.unequal)).collect();
        let Some(parity) = splits.first().map(|s| s.0 % 2) else {
            return wrong(lines.theorem, "the theorem speaks of codes that split");
        };
        let last = digits.last().map_or(0, |d| d.taken);
        if window.position && (splits.iter().any(|s| s.0 % 2 != parity) || p % 2 == 1) {
            return wrong(lines.mask, "the position cannot count with these digits, or with an odd period");
        }
        let rare = window.rares.last().copied().unwrap_or(0);
        let need = rare.checked_add(last).map(|n| n.max(last + 1));
        let first = start.checked_add(window.size).filter(|n| *n < 1 << 61);
        let (Some(need), Some(first)) = (need, first) else { return wrong(lines.n0, "the numbers are too large") };
        if window.size < need || first <= rare.saturating_mul(2).saturating_add(last) {
            return wrong(lines.window, "the window is too short or too early for the rare heaps");
        }
        if first.checked_add(p).filter(|n| *n < 1 << 62) != Some(claim.values) {
            return wrong(lines.values, "the theorem needs the values up to a period after the window");
        }
        // a step a value at the very least, and the memory, before anything is done
        meter.spend(claim.values)?;
        let fronts = first.min(FRONT.max(window.size.saturating_mul(4)));
        let from = claim.preperiod.saturating_sub(1);
        let saved = first - from;
        let tail = fronts.saturating_add(last + 1);
        let cells = fronts.saturating_add(tail).saturating_add(RUN as u64).saturating_add(saved);
        meter.reserve(cells.saturating_mul(size_of::<T>() as u64).saturating_add(16 * window.rares.len() as u64))?;
        let (mut held, mut values) = (Vec::new(), Vec::new());
        let room = usize::try_from(cells).is_ok()
            && held.try_reserve_exact((tail as usize).saturating_add(RUN + LANES)).is_ok()
            && values.try_reserve_exact(saved as usize).is_ok();
        if !room {
            let reason = "this machine has no room for so many values".to_owned();
            return Err(Refusal { kind: Refused::Bytes, line: lines.values, reason }.into());
        }
        let mut common = [[0; W]; 2];
        for v in 0..64 * W as u32 {
            let odd = (u64::from(v) & window.mask).count_ones() % 2 == 1;
            for (n, common) in common.iter_mut().enumerate() {
                if odd != (window.position && (n ^ parity) % 2 == 1) {
                    put(common, v);
                }
            }
        }
        let smaller = super::primes::primes(p, meter)?.into_iter().map(|q| (p / q, true)).collect();
        Ok(Check {
            certificate,
            window,
            singles: with(1).map(|d| d.taken as usize).collect(),
            wholes: with(0).map(|d| d.taken).collect(),
            last: last as usize,
            common,
            first,
            front: Vec::new(),
            held,
            base: 0,
            fronts,
            tail: tail as usize,
            far: Vec::new(),
            near: Vec::new(),
            taken_in: vec![0; splits.len()],
            splits,
            partners: 0,
            hints: vec![0; 64 * W],
            again: 0,
            largest: 0,
            rares: 0,
            saved: values,
            smaller,
        })
    }

    fn heaps(&self) -> u64 {
        self.base + self.held.len() as u64
    }

    fn run(mut self, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let (claim, lines) = (&self.certificate.claim, &self.certificate.lines);
        // up to here two rare heaps may meet, and be equal
        let zone = 2 * self.window.rares.last().copied().unwrap_or(0) + self.last as u64;
        let small = (4 * self.last + 8 * LANES) as u64;
        let alone = if self.splits.iter().any(|s| s.1) { zone.max(small) } else { small };
        self.again = small.max(1 << 10);
        self.near = self.singles();
        let mut steps = 0;
        let mut compared = 0;
        while self.heaps() < claim.values {
            let n = self.heaps();
            if n > alone && claim.values - n >= LANES as u64 {
                if n >= self.again {
                    steps += self.choose();
                    self.again = n.saturating_mul(4);
                }
                self.take_in(n as usize, meter)?;
                self.lanes(&mut steps)?;
            } else {
                let v = self.alone(n, &mut steps)?;
                self.push(v)?;
            }
            if steps > 1 << 14 {
                meter.spend(std::mem::take(&mut steps))?;
            }
            if self.heaps() - compared >= 1 << 12 || self.heaps() == claim.values {
                self.compare(compared)?;
                compared = self.heaps();
                self.cut(compared);
            }
        }
        meter.spend(steps)?;
        if u64::from(self.largest) != claim.largest {
            return wrong(lines.largest, format!("the greatest value is {}", self.largest));
        }
        if self.rares != self.window.rares.len() {
            return wrong(lines.rares, "not all heaps of the list are rare");
        }
        if let Some((q, _)) = self.smaller.iter().find(|s| s.1) {
            return wrong(lines.period, format!("{q} is a period as well"));
        }
        Ok(())
    }

    /// Takes the next value.
    fn push(&mut self, v: u32) -> Result<(), Fault> {
        let (claim, lines) = (&self.certificate.claim, &self.certificate.lines);
        let n = self.heaps();
        let cell = T::try_from(v).ok().filter(|_| u64::from(v) <= claim.largest);
        let Some(cell) = cell else { return wrong(lines.largest, format!("heap {n} has the value {v}")) };
        let rare = n > 0 && self.common[n as usize % 2][(v / 64) as usize % W] >> (v % 64) & 1 == 0;
        let listed = self.window.rares.get(self.rares) == Some(&n);
        if rare != listed {
            let what = if rare { "rare and not in the list" } else { "in the list and not rare" };
            return wrong(lines.rares, format!("heap {n} with the value {v} is {what}"));
        }
        self.rares += usize::from(rare);
        self.largest = self.largest.max(v);
        self.held.push(cell);
        Ok(())
    }

    fn get(&self, n: u64) -> u32 {
        self.held[(n - self.base) as usize].into()
    }

    /// The value of a heap by itself, while all heaps are held or far behind the rare ones.
    fn alone(&mut self, n: u64, steps: &mut u64) -> Result<u32, Fault> {
        let mut set = [0; W];
        *steps += (self.wholes.len() + self.singles.len()) as u64;
        if self.wholes.contains(&n) {
            put(&mut set, 0);
        }
        for &i in self.singles.iter().filter(|&&i| (i as u64) < n) {
            put(&mut set, self.get(n - i as u64));
        }
        for &(taken, unequal) in &self.splits {
            let total = n.saturating_sub(taken as u64);
            for &r in self.window.rares.iter().take_while(|&&r| r < total) {
                let b = total - r;
                if !(unequal && b == r) && b < n {
                    let first = if self.front.is_empty() { self.get(r) } else { self.front[r as usize].into() };
                    put(&mut set, first ^ self.get(b));
                }
            }
            *steps += self.rares as u64 + 1;
        }
        self.finish(n, set, steps)
    }

    /// The value, when all that pairs with rare heaps exclude is marked.
    fn finish(&mut self, n: u64, mut set: Set<W>, steps: &mut u64) -> Result<u32, Fault> {
        let common = self.common[n as usize % 2];
        *steps += 8;
        loop {
            let Some(w) = set.iter().position(|w| *w != u64::MAX) else {
                return wrong(self.certificate.lines.largest, format!("heap {n} has a value above it"));
            };
            let v = 64 * w as u32 + set[w].trailing_ones();
            if common[w] >> (v % 64) & 1 == 1 {
                return Ok(v);
            }
            if !self.is_excluded(n, v, steps) {
                if self.base > 0 || n >= self.first {
                    let reason = format!("heap {n}: no pair with a part in the window excludes {v}");
                    return wrong(self.certificate.lines.theorem, reason);
                }
                return Ok(v);
            }
            put(&mut set, v);
        }
    }

    /// Is there a pair for this value? Behind the first window one part must not lie before it.
    fn is_excluded(&mut self, n: u64, v: u32, steps: &mut u64) -> bool {
        let lowest = if n >= self.first { self.base.max(self.certificate.n0) } else { self.base };
        for &(taken, unequal) in &self.splits {
            let total = n.saturating_sub(taken as u64);
            let front = if self.front.is_empty() { &self.held } else { &self.front };
            // (a, total − a) with a ≤ most; each pair once where all heaps are held
            let most = total.saturating_sub(lowest.max(1)).min((front.len() as u64).saturating_sub(1));
            let half = if unequal { total.saturating_sub(1) / 2 } else { total / 2 };
            let most = if self.front.is_empty() && n < self.first { most.min(half) } else { most } as usize;
            let hint = self.hints[v as usize];
            let fits = |a: usize| {
                let b = total - a as u64;
                front[a].into() ^ self.held[(b - self.base) as usize].into() == v && !(unequal && b == a as u64)
            };
            if hint > 0 && hint <= most && fits(hint) {
                *steps += 1;
                return true;
            }
            if let Some(a) = (1..=most).find(|&a| fits(a)) {
                *steps += a as u64;
                self.hints[v as usize] = a;
                return true;
            }
            *steps += most as u64;
        }
        false
    }

    /// The values of the next heaps together.
    fn lanes(&mut self, steps: &mut u64) -> Result<(), Fault> {
        let n = self.heaps();
        let mut sets = [[0u64; W]; LANES];
        let end = self.held.len();
        for partner in &self.far {
            let Some(others) = self.held[end - partner.offset..].first_chunk::<LANES>() else { continue };
            let value: u32 = partner.value.into();
            for (set, &other) in sets.iter_mut().zip(others) {
                let other: u32 = other.into();
                put(set, other ^ value);
            }
        }
        *steps += ((self.far.len() + self.near.len() + self.splits.len()) * LANES) as u64;
        for (n, mut set) in (n..).zip(sets) {
            let end = self.held.len();
            for partner in &self.near {
                let (other, value): (u32, u32) = (self.held[end - partner.offset].into(), partner.value.into());
                put(&mut set, other ^ value);
            }
            // rare heaps so late that they are no partners yet
            for (&(taken, _), &first) in self.splits.iter().zip(&self.taken_in) {
                let total = n - taken as u64;
                for &r in self.window.rares[first..].iter().take_while(|&&r| r < total) {
                    put(&mut set, self.get(r) ^ self.get(total - r));
                }
            }
            let v = self.finish(n, set, steps)?;
            self.push(v)?;
        }
        Ok(())
    }

    /// Compares what is new, from heap `from` on, with what was a period before, and with smaller distances.
    fn compare(&mut self, from: u64) -> Result<(), Fault> {
        let (claim, lines) = (&self.certificate.claim, &self.certificate.lines);
        let (end, exception) = (self.heaps(), claim.preperiod.saturating_sub(1));
        let saved_to = exception + self.saved.len() as u64;
        let more = saved_to.max(from.max(exception))..end.min(self.first).max(exception);
        for n in more {
            self.saved.push(self.held[(n - self.base) as usize]);
        }
        let p = claim.period;
        for n in from.max(exception + p)..end.min(self.first + p) {
            let x = n - p;
            let same = self.saved[(x - exception) as usize] == self.held[(n - self.base) as usize];
            if x >= claim.preperiod && !same {
                let line = if x < self.certificate.n0 { lines.preperiod } else { lines.theorem };
                return wrong(line, format!("G({n}) is not G({x})"));
            }
            if x < claim.preperiod && same {
                return wrong(lines.preperiod, format!("the equation holds from {x} on already"));
            }
        }
        let start = self.certificate.n0;
        for (q, open) in self.smaller.iter_mut().filter(|s| s.1) {
            let (low, high) = (from.max(start + *q), end.min(self.first + *q));
            let mut range = low..high;
            *open = range.all(|n| self.saved[(n - *q - exception) as usize] == self.held[(n - self.base) as usize]);
        }
        Ok(())
    }

    /// Forgets heaps in the middle, when there are enough.
    fn cut(&mut self, n: u64) {
        if self.held.len() < self.tail + RUN {
            return;
        }
        if self.front.is_empty() {
            self.front = self.held[..self.fronts as usize].to_vec();
        }
        let out = self.held.len() - self.tail;
        self.held.drain(..out);
        self.base = n - self.held.len() as u64;
    }
}
