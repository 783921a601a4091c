//! The table of values of a code.
//!
//! Codes with at most two parts and finitely many digits: for each digit the values of all pairs are marked.
//! Other codes: for each total m the *set* of xors that j heaps of total m can have,
//! D_j(m) = ⋃ G(a) ⊕ D_{j−1}(m−a), so that the number of partitions does not matter. `?` (not all equal) takes two
//! different parts first and any others then; `!` (all unequal) adds the part sizes one after the other, as in the
//! knapsack problem; `{f+}` lets the last layer absorb further parts. Digits that repeat for ever keep one growing
//! set for each residue class of totals.
//!
//! Pairs are marked. The last layer, of c ≥ 3 parts, is not built where only finitely many digits ask for it: whether a
//! value is in D_c(m) is looked up in D_{c−1}(m−a) for all a ≤ m/c, and only for the mex does it take all of them.
//!
//! Cost of value n: n/2 for pairs and n/c for the last layer of each digit; n/j · (words of a set) for each layer of j
//! parts between.

use grundy_core::{Context, Stopped};
use rustc_hash::FxHashMap;

use super::options::allows;
use super::sought::least_beyond;
use super::unequal::Unequal;
use super::values::Values;
use crate::code::{Code, Digit, Modifier};

/// Values of the first heaps, and what is needed for more.
#[derive(Debug)]
pub(super) struct Table {
    /// G(0), G(1), …
    pub(super) values: Vec<u32>,
    /// Digits that allow anything, by what is taken.
    digits: Vec<(u64, Digit)>,
    repeating: Vec<Digit>,
    /// What the first repeating digit takes.
    repeating_from: u64,
    pairs_only: bool,
    stamps: Vec<u32>,
    /// The ∨ of all values.
    bits: u32,
    /// Layers of parts without condition: [parts][total].
    any: Vec<Vec<Values>>,
    any_layers: usize,
    /// The last layer (three parts or more) is not kept: its values are looked for one by one.
    sought: bool,
    /// For each value: beside which part, less 1, it was found last.
    hints: Vec<u32>,
    /// Are layers of one part and of pairs needed for all totals, or for the last ones only?
    deep: bool,
    /// At least so many parts: [index in `any_least`][total].
    any_from: Vec<Vec<Values>>,
    any_least: Vec<u32>,
    /// Two unequal parts, by total; filled if some digit needs it.
    unequal_pairs: Vec<Values>,
    needs_pairs: bool,
    /// Unequal parts; pairs alone are in `unequal_pairs`.
    unequal: Unequal,
    /// Values of repeating digits so far, by position in the cycle and class of the total.
    classes: FxHashMap<(usize, u64), Values>,
}

fn most(d: &Digit) -> u32 {
    d.most().max(d.from.unwrap_or(0))
}

impl Table {
    pub(super) fn new(code: &Code) -> Self {
        let digits: Vec<(u64, Digit)> = std::iter::once(&code.zero)
            .chain(&code.digits)
            .enumerate()
            .filter(|(_, d)| d.allows_any())
            .map(|(i, d)| (i as u64, d.clone()))
            .collect();
        let repeating: Vec<Digit> =
            if code.repeating.iter().any(Digit::allows_any) { code.repeating.clone() } else { Vec::new() };
        let every: Vec<&Digit> = digits.iter().map(|(_, d)| d).chain(&repeating).collect();
        let pairs_only = repeating.is_empty() && every.iter().all(|d| d.from.is_none() && most(d) <= 2);
        let of = |m: &[Modifier]| every.iter().filter(|d| m.contains(&d.modifier)).copied().collect::<Vec<_>>();
        let mut any_least: Vec<u32> = of(&[Modifier::Any]).iter().filter_map(|d| d.from).map(|f| f.max(2)).collect();
        any_least.extend(of(&[Modifier::NotAllEqual]).iter().filter_map(|d| d.from).map(|f| (f.max(2) - 2).max(1)));
        any_least.sort_unstable();
        any_least.dedup();
        let any_layers = of(&[Modifier::Any, Modifier::NotAllEqual]).iter().map(|d| most(d)).max().unwrap_or(0);
        // `{0+}` too goes on from single parts
        let any_layers = any_layers.max(any_least.last().copied().unwrap_or(0));
        let unequal = of(&[Modifier::Unequal]);
        let mut unequal_least: Vec<u32> = unequal.iter().filter_map(|d| d.from).map(|f| f.max(2)).collect();
        unequal_least.sort_unstable();
        unequal_least.dedup();
        let deep = unequal.iter().any(|d| d.from.is_some() || most(d) > 2);
        let unequal_layers = if deep { unequal.iter().map(|d| most(d)).max().unwrap_or(0).max(2) } else { 0 };
        // digits that repeat collect whole layers
        let sought = any_layers >= 3 && repeating.iter().all(|d| most(d) < any_layers);
        let deep = any_layers >= 3 || !any_least.is_empty() || !of(&[Modifier::NotAllEqual]).is_empty();
        let needs_pairs = every.iter().any(|d| matches!(d.modifier, Modifier::Unequal | Modifier::NotAllEqual));
        Table {
            values: Vec::new(),
            repeating_from: code.digits.len() as u64 + 1,
            digits,
            repeating,
            pairs_only,
            stamps: Vec::new(),
            bits: 0,
            any: vec![Vec::new(); any_layers as usize + 1],
            any_layers: any_layers as usize,
            sought,
            hints: Vec::new(),
            deep,
            any_from: vec![Vec::new(); any_least.len()],
            any_least,
            unequal_pairs: Vec::new(),
            needs_pairs,
            unequal: Unequal::new(unequal_layers as usize, unequal_least),
            classes: FxHashMap::default(),
        }
    }

    /// About the steps to a table of `size` values.
    pub(super) fn predict(&self, size: u64) -> u64 {
        let size = u128::from(size);
        let flat = size * (self.digits.len() + self.repeating.len()) as u128;
        let splits = self.digits.iter().map(|(_, d)| d).chain(&self.repeating).filter(|d| d.splits()).count() as u128;
        if self.pairs_only {
            return u64::try_from((size * size / 4).saturating_mul(splits).saturating_add(flat)).unwrap_or(u64::MAX);
        }
        // pairs are marked and the last layer is sought; other layers cost a whole set for each total
        let whole = self.any_layers.saturating_sub(2 + usize::from(self.sought)) + self.any_least.len();
        let layers = 4 * ((whole + self.unequal.sets()) as u128).min(2 * size);
        // the sets grow with the values; how far they have grown tells how they go on
        let known = self.values.len() as u128;
        let words = u128::from((self.bits >> 6) + 1) * (size / known.max(1)).max(1);
        let words = words.min(1 + size / 32);
        // the square of a far heap takes all bits
        let pairs = |times: u128| (size * size / 4).saturating_mul(times);
        let unequal = if !self.unequal.is_needed() && self.needs_pairs && self.deep { pairs(words) } else { 0 };
        let steps = (flat * words).saturating_add(pairs(splits.min(size) + layers * words)).saturating_add(unequal);
        u64::try_from(steps).unwrap_or(u64::MAX)
    }

    /// Grows the table to `size` values.
    pub(super) fn extend(&mut self, size: u64, cx: &Context) -> Result<(), Stopped> {
        let mut reported = 0;
        while (self.values.len() as u64) < size {
            let n = self.values.len();
            if n.is_multiple_of(1024) {
                cx.reserve(4096)?;
            }
            if let Err(stopped) = self.grow(n, cx) {
                self.take_back(n, cx);
                return Err(stopped);
            }
            reported += 1;
            if reported % 256 == 0 {
                cx.progress(n as u64, Some(size));
            }
        }
        Ok(())
    }

    /// The value of heap `n`, and what larger heaps need of it.
    fn grow(&mut self, n: usize, cx: &Context) -> Result<(), Stopped> {
        let v = if self.pairs_only { self.by_pairs(n, cx)? } else { self.by_sets(n, cx)? };
        self.values.push(v);
        self.bits |= v;
        if self.pairs_only { Ok(()) } else { self.admit(n, v, cx) }
    }

    /// Leaves the table as it was before a step that was stopped, for whoever goes on.
    fn take_back(&mut self, n: usize, cx: &Context) {
        self.values.truncate(n);
        let layers = self.any.iter_mut().chain(&mut self.any_from).chain([&mut self.unequal_pairs]);
        for layer in layers.filter(|layer| layer.len() > n) {
            cx.release(layer.drain(n..).map(|set| set.bytes()).sum());
        }
    }

    fn by_pairs(&mut self, n: usize, cx: &Context) -> Result<u32, Stopped> {
        let values = &self.values;
        let round = n as u32 + 1;
        let mut mark = |v: u32| {
            let v = v as usize;
            if v >= self.stamps.len() {
                self.stamps.resize((v + 1).next_power_of_two(), 0);
            }
            self.stamps[v] = round;
        };
        for (taken, digit) in &self.digits {
            let Some(total) = n.checked_sub(*taken as usize) else { break };
            cx.tick(1)?;
            if total == 0 {
                if allows(digit, 0) {
                    mark(0);
                }
                continue;
            }
            if allows(digit, 1) {
                mark(values[total]);
            }
            if total < 2 || !allows(digit, 2) {
                continue;
            }
            let half = match digit.modifier {
                Modifier::Any => total / 2,
                Modifier::Unequal | Modifier::NotAllEqual => (total - 1) / 2,
                Modifier::Equal => {
                    if total.is_multiple_of(2) {
                        mark(0);
                    }
                    continue;
                }
            };
            cx.tick(half as u64)?;
            for (a, b) in values[1..=half].iter().zip(values[total - half..total].iter().rev()) {
                mark(a ^ b);
            }
        }
        Ok(self.stamps.iter().position(|&s| s != round).unwrap_or(self.stamps.len()) as u32)
    }

    fn by_sets(&mut self, n: usize, cx: &Context) -> Result<u32, Stopped> {
        self.layers(n, cx)?;
        let mut attained = Values::default();
        for (taken, digit) in &self.digits {
            let Some(total) = n.checked_sub(*taken as usize) else { break };
            self.collect(digit, total, &mut attained, cx)?;
        }
        let cycle = self.repeating.len() as u64;
        for position in 0..self.repeating.len() {
            let Some(total) = (n as u64).checked_sub(self.repeating_from + position as u64) else { break };
            let class = (position, total % cycle);
            let mut so_far = self.classes.remove(&class).unwrap_or_default();
            let collected = self.collect(&self.repeating[position], total as usize, &mut so_far, cx);
            attained.add(&so_far);
            let words = so_far.words();
            // where that was stopped it is done again, and what is in the set already comes to it once more
            self.classes.insert(class, so_far);
            collected?;
            cx.tick(words)?;
        }
        if !self.deep {
            self.forget(n, cx);
        }
        if !self.sought {
            return Ok(attained.mex());
        }
        let mut hints = std::mem::take(&mut self.hints);
        let digits = self.digits.iter();
        let lists: Vec<_> = digits.filter_map(|(taken, d)| self.beside(n.checked_sub(*taken as usize)?, d)).collect();
        let least = least_beyond(&lists, attained, &mut hints, cx);
        self.hints = hints;
        least
    }

    /// For a digit of the last layer: the values of one part, and the sets for the others, in reverse.
    fn beside(&self, total: usize, digit: &Digit) -> Option<(&[u32], &[Values])> {
        let parts = self.any_layers;
        if total < parts || !self.is_sought(digit) {
            return None;
        }
        // free parts: the least is at most the mean; not all equal, of three: any one beside two that differ
        let (most, others) = match digit.modifier {
            Modifier::NotAllEqual => (total - 3, &self.unequal_pairs),
            _ => (total / parts, &self.any[parts - 1]),
        };
        Some((&self.values[1..=most], &others[total - most..total]))
    }

    /// Does this digit allow as many parts as the last layer has, and is that looked for by [`least_beyond`]?
    fn is_sought(&self, digit: &Digit) -> bool {
        let free = digit.modifier == Modifier::Any || (digit.modifier == Modifier::NotAllEqual && self.any_layers == 3);
        self.sought && free && digit.counts.contains(&(self.any_layers as u32))
    }

    /// Frees the pairs of totals that no digit asks for any more.
    fn forget(&mut self, n: usize, cx: &Context) {
        let repeating = self.repeating_from as usize + self.repeating.len();
        let listed = self.digits.last().map_or(0, |(taken, _)| *taken as usize);
        let Some(total) = n.checked_sub(repeating.max(listed) + 1) else { return };
        for set in [self.any.get_mut(2), Some(&mut self.unequal_pairs)].into_iter().flatten() {
            if let Some(set) = set.get_mut(total) {
                cx.release(set.bytes());
                *set = Values::default();
            }
        }
    }

    /// Adds the values of what the digit leaves of `total`. All parts are known: they are below the heap asked.
    fn collect(&self, digit: &Digit, total: usize, into: &mut Values, cx: &Context) -> Result<(), Stopped> {
        cx.tick(1)?;
        if total == 0 {
            if allows(digit, 0) {
                into.insert(0);
            }
            return Ok(());
        }
        if allows(digit, 1)
            && let Some(&v) = self.values.get(total)
        {
            into.insert(v);
        }
        let counts = digit.counts.iter().map(|&c| c as usize).filter(|&c| c >= 2 && c <= total);
        let least = digit.from.map(|f| f.max(2));
        match digit.modifier {
            Modifier::Any => {
                let sought = self.is_sought(digit);
                for c in counts.filter(|&c| !sought || c < self.any_layers) {
                    if let Some(set) = self.any.get(c).and_then(|layer| layer.get(total)) {
                        into.add(set);
                    }
                }
                if let Some(at) = least.and_then(|f| self.any_least.iter().position(|&l| l == f)) {
                    into.add(&self.any_from[at][total]);
                }
            }
            Modifier::Unequal if !self.unequal.is_needed() => {
                if counts.max() == Some(2) {
                    into.add(&self.unequal_pairs[total]);
                }
            }
            Modifier::Unequal => {
                for c in counts {
                    if let Some(set) = self.unequal.of(c, total) {
                        into.add(set);
                    }
                }
                if let Some(set) = least.and_then(|least| self.unequal.at_least(least, total)) {
                    into.add(set);
                }
            }
            Modifier::NotAllEqual => {
                let sought = self.is_sought(digit);
                let (pairs, more): (Vec<usize>, Vec<usize>) =
                    counts.filter(|&c| !sought || c < self.any_layers).partition(|&c| c == 2);
                if !pairs.is_empty() {
                    into.add(&self.unequal_pairs[total]);
                }
                let at = least.and_then(|f| self.any_least.iter().position(|&l| l == (f - 2).max(1)));
                if more.is_empty() && at.is_none() {
                    return Ok(());
                }
                for pair in 3..=total {
                    let (two, rest) = (&self.unequal_pairs[pair], total - pair);
                    for &c in &more {
                        if let Some(others) = self.any[c - 2].get(rest) {
                            cx.tick(1 + 64 * two.words() * others.words())?;
                            into.add_sums(two, others);
                        }
                    }
                    if let Some(at) = at {
                        let empty = rest == 0 && least == Some(2);
                        let others = if empty { &self.any[0][0] } else { &self.any_from[at][rest] };
                        cx.tick(1 + 64 * two.words() * others.words())?;
                        into.add_sums(two, others);
                    }
                }
            }
            Modifier::Equal => {
                for c in counts.filter(|&c| total.is_multiple_of(c)) {
                    into.insert(if c % 2 == 1 { self.values[total / c] } else { 0 });
                }
                if let Some(least) = least {
                    cx.tick(total as u64)?;
                    for c in (least as usize..=total).filter(|&c| total.is_multiple_of(c)) {
                        into.insert(if c % 2 == 1 { self.values[total / c] } else { 0 });
                    }
                }
            }
        }
        Ok(())
    }

    /// The layers of total `n` that need only smaller heaps.
    fn layers(&mut self, n: usize, cx: &Context) -> Result<(), Stopped> {
        // no ⊕ has more bits than this
        let bits = u32::BITS - self.bits.leading_zeros();
        let mut row = vec![Values::default(); self.any.len()];
        if n == 0 {
            row[0] = Values::one(0);
        }
        let unequal = self.unequal_pairs(n, bits, cx)?;
        if let Some(pairs) = row.get_mut(2) {
            pairs.clone_from(&unequal);
            if n > 0 && n.is_multiple_of(2) {
                pairs.insert(0);
            }
        }
        let whole = row.len() - usize::from(self.sought);
        for (parts, layer) in row.iter_mut().enumerate().take(whole).skip(3) {
            // the least part is at most the mean
            for a in 1..=n / parts {
                let others = &self.any[parts - 1][n - a];
                cx.tick(1 + others.words())?;
                layer.add_shifted(others, self.values[a]);
                if a % 16 == 0 && layer.is_full(bits) {
                    break;
                }
            }
        }
        cx.reserve(row.iter().map(Values::bytes).sum())?;
        for (layer, set) in self.any.iter_mut().zip(row) {
            layer.push(set);
        }
        for (i, &least) in self.any_least.iter().enumerate() {
            let mut set = Values::default();
            for a in 1..n {
                let others = &self.any_from[i][n - a];
                cx.tick(1 + others.words())?;
                set.add_shifted(others, self.values[a]);
                if least > 1
                    && let Some(fewer) = self.any.get(least as usize - 1).and_then(|layer| layer.get(n - a))
                {
                    set.add_shifted(fewer, self.values[a]);
                }
                if a % 16 == 0 && set.is_full(bits) {
                    break;
                }
            }
            cx.reserve(set.bytes())?;
            self.any_from[i].push(set);
        }
        if self.needs_pairs {
            cx.reserve(unequal.bytes())?;
            self.unequal_pairs.push(unequal);
        }
        self.unequal.reach(n, &self.values, cx)
    }

    /// The values of two unequal parts of total `n`.
    fn unequal_pairs(&mut self, n: usize, bits: u32, cx: &Context) -> Result<Values, Stopped> {
        if n < 3 || (self.any_layers < 2 && !self.needs_pairs) {
            return Ok(Values::default());
        }
        cx.tick(n as u64 / 2)?;
        let (round, size) = (n as u32 + 1, 1 << bits);
        if self.stamps.len() < size {
            self.stamps.resize(size, 0);
        }
        let half = (n - 1) / 2;
        if half < size / 4 {
            let mut set = Values::default();
            for (a, b) in self.values[1..=half].iter().zip(self.values[n - half..n].iter().rev()) {
                set.insert(a ^ b);
            }
            return Ok(set);
        }
        for (a, b) in self.values[1..=half].iter().zip(self.values[n - half..n].iter().rev()) {
            self.stamps[(a ^ b) as usize] = round;
        }
        Ok(Values::stamped(&self.stamps[..size], round))
    }

    /// The layers of total `n` that hold the heap itself.
    fn admit(&mut self, n: usize, v: u32, cx: &Context) -> Result<(), Stopped> {
        if n == 0 {
            return Ok(());
        }
        if self.deep
            && let Some(set) = self.any.get_mut(1).and_then(|layer| layer.get_mut(n))
        {
            *set = Values::one(v);
        }
        for (set, _) in self.any_from.iter_mut().zip(&self.any_least).filter(|(_, least)| **least == 1) {
            set[n].insert(v);
        }
        self.unequal.admit(n, v, cx)
    }
}
