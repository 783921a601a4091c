//! Values of codes that leave three heaps and more: for each total the set of xors that j heaps of it can have.

use super::text::Digit;
use super::{Cell, Fault, Meter, Table};

/// A set of values, a bit each.
type Set = Vec<u64>;

/// The codes with free parts.
pub(crate) struct Parts<'d> {
    digits: &'d [Digit],
    most: usize,
    /// `layers[total][j]`: the xors of j heaps ≥ 1 that are `total` together; j = 0 and 1 from the definition.
    layers: Vec<Vec<Set>>,
}

fn insert(set: &mut Set, v: u32) {
    let word = (v / 64) as usize;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (v % 64);
}

/// The bits of a word, each moved from i to i xor `low`.
fn moved(mut word: u64, low: u32) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f, 0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff, 0x0000_0000_ffff_ffff,
    ];
    for (bit, half) in HALVES.iter().enumerate().filter(|(bit, _)| low >> bit & 1 == 1) {
        word = (word & half) << (1 << bit) | (word >> (1 << bit)) & half;
    }
    word
}

/// Adds all of `from`, xor `v`.
fn add(into: &mut Set, from: &Set, v: u32) {
    let high = (v / 64) as usize;
    for (i, &word) in from.iter().enumerate().filter(|(_, w)| **w != 0) {
        let at = i ^ high;
        if at >= into.len() {
            into.resize((at + 1).next_power_of_two(), 0);
        }
        into[at] |= moved(word, v % 64);
    }
}

impl<'d> Parts<'d> {
    /// Before heap 0.
    pub(crate) fn new(digits: &'d [Digit]) -> Self {
        let most = digits.iter().filter_map(|d| d.counts.last().copied()).max().unwrap_or(0);
        Parts { digits, most: usize::try_from(most).unwrap_or(usize::MAX), layers: Vec::new() }
    }

    /// Fills the table.
    pub(crate) fn fill<T: Cell>(mut self, table: &mut Table<'_, T>, meter: &mut Meter<'_>) -> Result<(), Fault> {
        while !table.is_full() {
            let n = table.values.len();
            let count = self.most.min(n) + 1;
            meter.reserve((count as u64).saturating_mul(24))?;
            let mut row: Vec<Set> = vec![Set::new(); count];
            if n == 0 {
                insert(&mut row[0], 0);
            }
            let mut steps = 1;
            for (j, set) in row.iter_mut().enumerate().skip(2) {
                for a in 1..=n - (j - 1) {
                    let others = &self.layers[n - a][j - 1];
                    steps += 1 + 8 * others.len() as u64;
                    add(set, others, table.get(a));
                }
                meter.spend(std::mem::take(&mut steps))?;
            }
            self.layers.push(row);
            let mut options = Set::new();
            for digit in self.digits.iter().take_while(|d| d.taken <= n as u64) {
                let total = n - digit.taken as usize;
                for &j in &digit.counts {
                    steps += 1;
                    if let Some(set) = usize::try_from(j).ok().and_then(|j| self.layers[total].get(j)) {
                        steps += set.len() as u64;
                        add(&mut options, set, 0);
                    }
                }
            }
            let gap = options.iter().position(|&w| w != u64::MAX);
            let at = gap.unwrap_or(options.len());
            let value = 64 * at as u32 + gap.map_or(0, |at| options[at].trailing_ones());
            if n > 0 {
                insert(&mut self.layers[n][1], value);
            }
            let held: usize = self.layers[n].iter().map(|set| 8 * set.capacity()).sum();
            meter.reserve(held as u64)?;
            meter.spend(steps)?;
            table.push(value)?;
        }
        Ok(())
    }
}
