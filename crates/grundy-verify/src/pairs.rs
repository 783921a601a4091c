//! Values of codes that leave at most two heaps, in a sparse space.
//!
//! With a mask, a value x is *common* at position n if the number of its bits under the mask is odd (or even, if the
//! mask counts the position too and n + t is odd, t the common parity of the splitting digits), else *rare*. Of two
//! parts a + b = n − t both rare or both common, the xor is rare at n; of a rare and a common one it is common. So
//! all pairs with a rare part give every common value that splits exclude, and pairs of commons exclude rare ones
//! only: these are tried one after the other, until every rare value below the least free common one is excluded, or
//! all were tried. The result is exact for every mask; a good one (few rare heaps) makes it fast.

use super::text::Digit;
use super::{Cell, Fault, Meter, Table};

/// Positions that are tried first are kept in an order that learns.
const LEARNING: usize = 4096;
/// Masks are looked for among values below this.
const MASKED: u32 = 1 << 16;

/// The values excluded at one heap, stamped with its number.
#[derive(Default)]
struct Marks {
    stamps: Vec<u64>,
    now: u64,
}

impl Marks {
    /// Marks a value; was it free?
    fn mark(&mut self, v: u32) -> bool {
        let v = v as usize;
        if v >= self.stamps.len() {
            self.stamps.resize((v + 1).next_power_of_two().max(64), 0);
        }
        std::mem::replace(&mut self.stamps[v], self.now) != self.now
    }

    fn is_free(&self, v: u32) -> bool {
        self.stamps.get(v as usize) != Some(&self.now)
    }
}

/// Which values are common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mask {
    bits: u32,
    /// Does the position count?
    position: bool,
    /// The parity of the splitting digits.
    parity: u64,
}

impl Mask {
    fn is_common(self, n: u64, v: u32) -> bool {
        let turned = self.position && (n ^ self.parity) & 1 == 1;
        ((v & self.bits).count_ones() & 1 == 1) != turned
    }
}

/// The search for values, heap by heap.
pub(crate) struct Pairs<'d> {
    digits: &'d [Digit],
    /// What is taken before a split, and whether the parts must differ.
    splits: Vec<(u64, bool)>,
    mask: Mask,
    rares: Vec<u64>,
    order: Vec<u32>,
    marks: Marks,
    /// The mask is looked for again at this heap, or with so many rare heaps.
    again: (u64, usize),
}

impl<'d> Pairs<'d> {
    /// Before heap 0.
    pub(crate) fn new(digits: &'d [Digit]) -> Self {
        let splits: Vec<_> = digits.iter().filter(|d| d.counts.contains(&2)).map(|d| (d.taken, d.unequal)).collect();
        let parity = splits.first().map_or(0, |s| s.0 & 1);
        let mask = Mask { bits: u32::MAX, position: false, parity };
        Pairs { digits, splits, mask, rares: Vec::new(), order: Vec::new(), marks: Marks::default(), again: (256, 256) }
    }

    /// Fills the table.
    pub(crate) fn fill<T: Cell>(mut self, table: &mut Table<'_, T>, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let mut steps = 0;
        while !table.is_full() {
            let n = table.values.len() as u64;
            if !self.splits.is_empty() && (n >= self.again.0 || self.rares.len() >= self.again.1) {
                // the table, the transform, and the rare heaps of a worse mask
                steps += 4 * n + 64 * u64::from(table.largest);
                self.choose(table);
                self.again = (n + n / 2, self.rares.len() + self.rares.len() / 4 + 256);
            }
            let v = self.value(table, n as usize, &mut steps);
            table.push(v)?;
            if n > 0 && !self.mask.is_common(n, v) {
                self.rares.push(n);
                meter.reserve(16)?;
            }
            if n > 0 && self.order.len() < LEARNING {
                self.order.push(n as u32);
            }
            if steps > 4096 {
                meter.spend(std::mem::take(&mut steps))?;
            }
        }
        Ok(meter.spend(steps)?)
    }

    fn value<T: Cell>(&mut self, table: &Table<'_, T>, n: usize, steps: &mut u64) -> u32 {
        self.marks.now = n as u64 + 1;
        for digit in self.digits.iter().take_while(|d| d.taken <= n as u64) {
            *steps += 1;
            let left = n - digit.taken as usize;
            if left == 0 && digit.counts.contains(&0) {
                self.marks.mark(0);
            } else if left > 0 && digit.counts.contains(&1) {
                self.marks.mark(table.get(left));
            }
        }
        for &(taken, unequal) in self.splits.iter().take_while(|s| s.0 + 2 <= n as u64) {
            let total = n - taken as usize;
            for &r in self.rares.iter().take_while(|&&r| r < total as u64) {
                let (r, other) = (r as usize, total - r as usize);
                if r != other || !unequal {
                    self.marks.mark(table.get(r) ^ table.get(other));
                }
            }
            *steps += self.rares.len() as u64;
        }
        let mut limit = 0;
        let mut missing = 0;
        while !(self.mask.is_common(n as u64, limit) && self.marks.is_free(limit)) {
            missing += usize::from(self.marks.is_free(limit));
            limit += 1;
        }
        *steps += u64::from(limit) + 1;
        self.witnesses(table, n, limit, missing, steps);
        (0..limit).find(|&v| self.marks.is_free(v)).unwrap_or(limit)
    }

    /// Tries pairs of parts until nothing free below `limit` is missing.
    fn witnesses<T: Cell>(&mut self, table: &Table<'_, T>, n: usize, limit: u32, mut missing: usize, steps: &mut u64) {
        for &(taken, unequal) in self.splits.iter().take_while(|s| s.0 + 2 <= n as u64) {
            let total = n - taken as usize;
            let excludes = |marks: &mut Marks, a: usize| {
                let value = table.get(a) ^ table.get(total - a);
                value < limit && (2 * a != total || !unequal) && marks.mark(value)
            };
            let mut i = 0;
            while missing > 0 && i < self.order.len() {
                let a = self.order[i] as usize;
                if a < total && excludes(&mut self.marks, a) {
                    missing -= 1;
                    if i >= 16 {
                        self.order.swap(i, i - i / 4);
                    }
                }
                i += 1;
            }
            let mut a = self.order.len() + 1;
            while missing > 0 && 2 * a <= total {
                missing -= usize::from(excludes(&mut self.marks, a));
                a += 1;
            }
            *steps += (i + a - self.order.len()) as u64;
        }
    }

    /// Takes the mask with the fewest rare heaps in the later half of the table: a Walsh–Hadamard transform.
    fn choose<T: Cell>(&mut self, table: &Table<'_, T>) {
        let n = table.values.len();
        if table.largest >= MASKED {
            return;
        }
        let bits = 32 - table.largest.leading_zeros();
        let positions = self.splits.iter().all(|s| s.0 & 1 == self.mask.parity);
        let size = 1usize << (bits + u32::from(positions));
        let mut sums = vec![0i64; size];
        for m in n / 2..n {
            let at = table.get(m) as usize | if positions { (m & 1) << bits } else { 0 };
            sums[at] += 1;
        }
        let mut half = 1;
        while half < size {
            for start in (0..size).step_by(2 * half) {
                for i in start..start + half {
                    (sums[i], sums[i + half]) = (sums[i] + sums[i + half], sums[i] - sums[i + half]);
                }
            }
            half *= 2;
        }
        let below = (1usize << bits) - 1;
        let mut best = (i64::MAX, self.mask);
        for (at, &sum) in sums.iter().enumerate().filter(|(at, _)| at & below != 0) {
            let mask = Mask { bits: (at & below) as u32, position: at > below, parity: self.mask.parity };
            // rare heaps less common ones
            let excess = if mask.position && mask.parity == 1 { -sum } else { sum };
            if excess < best.0 {
                best = (excess, mask);
            }
        }
        if best.1 != self.mask {
            self.mask = best.1;
            self.rares = (1..n as u64).filter(|&m| !self.mask.is_common(m, table.get(m as usize))).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::{Certificate, Lines, Rule, Theorem};
    use super::super::{CHECKSUM_START, Claim, checksum_step};
    use super::*;
    use crate::testing::Random;

    fn plain(digits: &[Digit], size: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..size {
            let mut seen = vec![false; 2 * n + 2];
            for d in digits.iter().filter(|d| d.taken <= n as u64) {
                let total = n - d.taken as usize;
                if total == 0 && d.counts.contains(&0) {
                    seen[0] = true;
                }
                if total > 0 && d.counts.contains(&1) {
                    seen[values[total] as usize] = true;
                }
                if d.counts.contains(&2) {
                    for a in (1..total).filter(|a| !d.unequal || 2 * a != total) {
                        seen[(values[a] ^ values[total - a]) as usize] = true;
                    }
                }
            }
            values.push(seen.iter().position(|s| !s).unwrap_or(0) as u32);
        }
        values
    }

    #[test]
    fn the_sparse_space_changes_no_value() {
        let mut random = Random::new(0x2545_f491_4f6c_dd1d);
        for round in 0..120u64 {
            let mut digits = Vec::new();
            for taken in 0..5 {
                let bits = random.below(8) & if taken == 0 { 4 } else { 7 };
                let counts: Vec<u64> = (0..3).filter(|j| bits >> j & 1 == 1).collect();
                if !counts.is_empty() && random.below(3) > 0 {
                    digits.push(Digit { taken, unequal: random.below(4) == 0, counts });
                }
            }
            let size = if round % 20 == 0 { 6000 } else { 1500 };
            let values = plain(&digits, size);
            let hash = values.iter().fold(CHECKSUM_START, |h, &v| checksum_step(h, u64::from(v)));
            let largest = u64::from(values.iter().copied().max().unwrap_or(0));
            let claim = Claim {
                comments: Vec::new(),
                rule: Vec::new(),
                theorem: String::new(),
                preperiod: 0,
                period: 1,
                saltus: 0,
                values: size as u64,
                largest,
            };
            let certificate = Certificate {
                claim,
                rule: Rule::Code(Vec::new()),
                theorem: Theorem::GuySmith,
                n0: 1,
                proof_period: 1,
                blocks: vec![hash],
                window: None,
                lines: Lines::default(),
            };
            let mut meter = Meter { steps: u64::MAX, bytes: 1 << 30, cancel: None };
            let mut table: Table<'_, u16> = Table::new(&certificate, &mut meter).unwrap();
            let result = Pairs::new(&digits).fill(&mut table, &mut meter);
            assert!(result.is_ok(), "{digits:?} {result:?}");
            if digits.iter().all(|d| !d.unequal) {
                let mut table: Table<'_, u16> = Table::new(&certificate, &mut meter).unwrap();
                if size == 1500 && round % 10 == 1 {
                    assert!(
                        super::super::parts::Parts::new(&digits).fill(&mut table, &mut meter).is_ok(),
                        "{digits:?}"
                    );
                }
            }
        }
    }
}
