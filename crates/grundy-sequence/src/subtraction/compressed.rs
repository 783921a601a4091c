//! Sets with a few large numbers: the values as stretches that repeat.
//!
//! ```text
//! take[1, 10^9]:   0 1 0 1 … 0 1 | 2 0 1 0 1 … 0 1 | 2 0 1 …        the bar stands before 10^9, 2·10^9 + 1, …
//! ```
//! The *small* numbers of the set see only the last few values. A *large* number b sees the values b heaps back, and these were
//! stored as stretches of which each repeats a word. Up to the next heap at which one of the large numbers comes to the end of the
//! stretch that it sees, the value depends on the last few values and on the places in the words, which are finitely many states: the
//! values are worked one by one until a state returns, and from there to the end of the interval they repeat. So an interval of 10^9
//! heaps costs as many steps as its words are long.
//!
//! Every value is that of the rule; nothing is guessed. The period is that of a window of max S values which returns, as in
//! [`window`](super::window), compared stretch by stretch: two words of lengths p and q that agree on p + q heaps agree for ever
//! (N. J. Fine, H. S. Wilf, Uniqueness theorems for periodic functions, Proc. Amer. Math. Soc. 16, 1965). It is looked for where a
//! stretch ends, at growing distances (R. P. Brent), and then divided by its prime factors while the window returns earlier.
//!
//! Cost: the number of stretches times the length of their words. Sets whose stretches are many or whose words are long are given up,
//! and worked as before.

mod words;

use std::cmp::Reverse;
use std::sync::Arc;

use grundy_core::number::gcd;
use grundy_core::period::Period;
use grundy_core::{Context, Nat, Stopped};

use super::Play;
use words::{prime_factors, root, worth};

/// Sets with smaller numbers alone are worked heap by heap.
pub(super) const LEAST: u64 = 1 << 20;
/// Heaps are numbers below this.
const HEAPS: Heap = 1 << 126;
/// A set is so large at most.
pub(super) const ELEMENTS: usize = 256;
/// The first large number is so many times the last small one.
const APART: Heap = 8;
/// The last small number is no larger than this.
const REACH: Heap = 1 << 18;
/// So many values are worked one by one in an interval.
const WORKED: u64 = 1 << 21;
/// So many nodes are spent before the large numbers begin elsewhere.
const SPENT: u64 = 30_000_000;
/// So many stretches are kept.
const STRETCHES: usize = 1 << 20;

/// A heap, or a number of the set.
pub(super) type Heap = u128;

/// Values that repeat a word from `start` on, up to the next stretch.
#[derive(Debug, Clone)]
struct Stretch {
    start: Heap,
    word: Arc<[u16]>,
}

impl Stretch {
    fn value(&self, n: Heap) -> u16 {
        self.word[remainder(n - self.start, self.length()) as usize]
    }

    /// Of the word.
    fn length(&self) -> u64 {
        self.word.len() as u64
    }
}

/// The values, or misère outcomes, of all heaps below `end`, and how they go on.
#[derive(Debug)]
pub(super) struct Compressed {
    play: Play,
    small: Vec<u64>,
    large: Vec<Heap>,
    /// Where the large numbers may begin as well, the best place last.
    others: Vec<usize>,
    stretches: Vec<Stretch>,
    end: Heap,
    /// The values of the last heaps: as many as the largest small number.
    tail: Vec<u16>,
    /// The end at which the window is remembered, how many steps ago, and after how many steps another one is taken.
    remembered: Option<Heap>,
    steps: u64,
    patience: u64,
    found: Option<Return>,
    /// Nodes, for this choice of the large numbers.
    spent: u64,
    is_given_up: bool,
}

/// The window before the heap `at` is that before `at - period`.
#[derive(Debug, Clone, Copy)]
struct Return {
    at: Heap,
    period: Heap,
    /// Is there no smaller period? Else that is not known.
    is_least: bool,
    preperiod: Heap,
}

impl Compressed {
    /// For sets with a number that is large, in itself and beside the others.
    pub(super) fn of(elements: &[Heap], play: Play) -> Option<Self> {
        let largest = *elements.last()?;
        (largest >= Heap::from(LEAST)).then(|| Compressed::split(elements, play)).flatten()
    }

    /// The numbers in order. The large ones begin where neighbours differ much, relatively: most, if that will do.
    fn split(elements: &[Heap], play: Play) -> Option<Self> {
        let before = |at: usize| at.checked_sub(1).map_or(1, |before| elements[before]);
        let ratio = |at: usize| elements[at] / before(at);
        let mut splits: Vec<usize> =
            (0..elements.len()).filter(|&at| ratio(at) >= APART && (at == 0 || before(at) <= REACH)).collect();
        splits.sort_by_key(|&at| (ratio(at), Reverse(at)));
        let fits = elements.len() <= ELEMENTS && *elements.last()? < HEAPS;
        let first = splits.pop().filter(|_| fits)?;
        Some(Compressed::begun(elements, first, splits, play))
    }

    /// Nothing is known yet; from `first` on the numbers are large.
    fn begun(elements: &[Heap], first: usize, others: Vec<usize>, play: Play) -> Self {
        let (small, large) = elements.split_at(first);
        Compressed {
            play,
            small: small.iter().map(|&k| k as u64).collect(),
            large: large.to_vec(),
            others,
            stretches: Vec::new(),
            end: 0,
            tail: Vec::new(),
            remembered: None,
            steps: 0,
            patience: 1,
            found: None,
            spent: 0,
            is_given_up: false,
        }
    }

    /// Are the stretches too many, or their words too long?
    pub(super) fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// The value of heap `n`, and whether a period told it; `None`: the set is given up.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn value(&mut self, n: &Nat, cx: &Context) -> Result<Option<(u16, bool)>, Stopped> {
        let small = Heap::try_from(n).ok();
        while small.is_none_or(|n| n >= self.end) && self.found.is_none() {
            if !self.step(cx)? {
                return Ok(None);
            }
        }
        let known = small.filter(|&n| n < self.end);
        let reduced = || {
            let Return { at, period, .. } = self.found?;
            Some(at - period + Heap::try_from((n - Nat::from(at - period)) % Nat::from(period)).ok()?)
        };
        let at = known.or_else(reduced);
        Ok(at.map(|at| (self.stretches[self.index(at)].value(at), known.is_none())))
    }

    /// The least period; `None` where the set is given up, or the prime factors of a period are not known.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn period(&mut self, cx: &Context) -> Result<Option<Period>, Stopped> {
        while self.found.is_none() {
            if !self.step(cx)? {
                return Ok(None);
            }
        }
        let found = self.found.filter(|found| found.is_least);
        Ok(found.and_then(|found| {
            let [preperiod, period] = [found.preperiod, found.period].map(|number| u64::try_from(number).ok());
            Some(Period { preperiod: preperiod?, period: period?, saltus: 0 })
        }))
    }

    /// The stretch with this heap.
    fn index(&self, n: Heap) -> usize {
        self.stretches.partition_point(|stretch| stretch.start <= n) - 1
    }

    /// The heap behind a stretch.
    fn end_of(&self, index: usize) -> Heap {
        self.stretches.get(index + 1).map_or(self.end, |next| next.start)
    }

    /// Works the values up to the next end of what a large number sees. False: the set is given up.
    fn step(&mut self, cx: &Context) -> Result<bool, Stopped> {
        if self.is_given_up {
            return Ok(false);
        }
        let (known, nodes) = (self.stretches.len(), cx.nodes());
        let is_worked = if self.end == 0 { self.begin(cx)? } else { self.interval(cx)? };
        self.spent += cx.nodes() - nodes;
        if !is_worked || self.stretches.len() > STRETCHES || self.end > HEAPS || self.spent > SPENT {
            let Some(first) = self.others.pop() else {
                self.is_given_up = true;
                return Ok(false);
            };
            let elements: Vec<Heap> =
                self.small.iter().map(|&k| Heap::from(k)).chain(self.large.iter().copied()).collect();
            *self = Compressed::begun(&elements, first, std::mem::take(&mut self.others), self.play);
            return Ok(true);
        }
        let words = self.stretches[known..].iter().map(Stretch::length);
        cx.reserve(words.map(|length| 48 + 2 * length).sum())?;
        self.look(cx)?;
        Ok(true)
    }

    /// The first heaps, from which not all small numbers can be taken; of a set of large ones, those without a move.
    fn begin(&mut self, cx: &Context) -> Result<bool, Stopped> {
        let reach = self.small.last().copied().unwrap_or(0);
        cx.tick(reach * self.small.len() as u64 + 1)?;
        let mut values: Vec<u16> = Vec::new();
        for n in 0..reach {
            let options = self.small.iter().take_while(|&&k| k <= n).map(|k| values[(n - k) as usize]);
            let value = worth(self.play, options, &mut Vec::new());
            values.push(value);
        }
        self.tail.clone_from(&values);
        if values.is_empty() {
            let lost = worth(self.play, [].into_iter(), &mut Vec::new());
            self.stretches.push(Stretch { start: 0, word: [lost].into() });
            self.end = self.large[0];
        } else {
            self.stretches.push(Stretch { start: 0, word: values.into() });
            self.end = reach.into();
        }
        Ok(true)
    }

    fn interval(&mut self, cx: &Context) -> Result<bool, Stopped> {
        let start = self.end;
        let mut length = HEAPS;
        // the words that are seen, each from its place on
        let mut seen: Vec<(Arc<[u16]>, usize)> = Vec::new();
        let mut cycle = Some(1u64);
        for &b in &self.large {
            let Some(back) = start.checked_sub(b) else {
                length = length.min(b - start);
                break;
            };
            let index = self.index(back);
            let stretch = &self.stretches[index];
            length = length.min(self.end_of(index) - back);
            seen.push((Arc::clone(&stretch.word), remainder(back - stretch.start, stretch.length()) as usize));
            cycle = cycle.and_then(|cycle| (cycle / gcd(cycle, stretch.length())).checked_mul(stretch.length()));
        }
        let most = length.min(WORKED.into()) as u64;
        let cycle = cycle.filter(|&cycle| cycle <= most);
        let reach = self.tail.len();
        let mut values = self.tail.clone();
        let mut mark = Mark { at: 0, patience: 1, steps: 0 };
        let mut returned = None;
        let mut scratch = Vec::new();
        let elements = (self.small.len() + self.large.len()) as u64;
        for worked in 1..=most {
            if worked % 1024 == 1 {
                cx.tick(1024.min(most - worked + 1) * elements)?;
            }
            let back = self.small.iter().map(|&k| values[values.len() - k as usize]);
            let value = worth(self.play, back.chain(seen.iter().map(|(word, at)| word[*at])), &mut scratch);
            values.push(value);
            for (word, at) in &mut seen {
                *at = if *at + 1 == word.len() { 0 } else { *at + 1 };
            }
            if cycle.is_some_and(|cycle| worked.is_multiple_of(cycle))
                && let Some(length) = mark.returns(&values, worked as usize, reach)
            {
                returned = Some(length);
                break;
            }
        }
        let values = &values[reach..];
        match returned {
            Some(period) => {
                let (mut before, word) = values.split_at(mark.at);
                let mut word = root(&word[..period]).to_vec();
                // what stands before it may belong to it
                while before.last().is_some_and(|last| word.last() == Some(last)) {
                    before = &before[..before.len() - 1];
                    word.rotate_right(1);
                }
                let at = start + before.len() as Heap;
                self.append(start, before, before.len() as Heap);
                self.append(at, &word, start + length - at);
            }
            None if Heap::from(most) == length => self.append(start, values, length),
            None => return Ok(false),
        }
        self.end = start + length;
        let first = self.end - reach as Heap;
        self.tail.clear();
        let mut index = self.index(first);
        for n in first..self.end {
            while n >= self.end_of(index) {
                index += 1;
            }
            self.tail.push(self.stretches[index].value(n));
        }
        Ok(true)
    }

    /// So many values behind those that are known, which repeat this word. As far as they go on with the last stretch they belong to it.
    fn append(&mut self, start: Heap, word: &[u16], length: Heap) {
        if length == 0 {
            return;
        }
        let last = self.stretches.last();
        let (before, own) = last.map_or((0, 0), |last| (last.length(), word.len() as u64));
        let compared = length.min((before + own).into()) as u64;
        let value = |n: u64| word[(n % own) as usize];
        let agree = (0..compared)
            .take_while(|&n| last.is_some_and(|last| last.value(start + Heap::from(n)) == value(n)))
            .count();
        if agree as u64 == compared && compared > 0 {
            return;
        }
        let mut word = word.to_vec();
        let turned = agree % word.len();
        // the word of a stretch that is no longer than itself has no other round
        if length == word.len() as Heap {
            word.drain(..agree);
        } else {
            word.rotate_left(turned);
        }
        self.stretches.push(Stretch { start: start + agree as Heap, word: word.into() });
    }

    /// Did the window return? If so, the period is made the least.
    fn look(&mut self, cx: &Context) -> Result<(), Stopped> {
        let longest = self.large.last().copied().unwrap_or(0);
        if self.end < longest {
            return Ok(());
        }
        let Some(remembered) = self.remembered else {
            self.remembered = Some(self.end);
            return Ok(());
        };
        self.steps += 1;
        if self.differ(remembered, remembered - longest, self.end - remembered, cx)?.is_none() {
            self.found = Some(self.least(self.end, self.end - remembered, longest, cx)?);
        } else if self.steps >= self.patience {
            (self.remembered, self.steps) = (Some(self.end), 0);
            self.patience *= 2;
        }
        Ok(())
    }

    /// The last heap n below `below`, and not below `from`, where the values of n and n + `shift` differ.
    fn differ(&self, below: Heap, from: Heap, shift: Heap, cx: &Context) -> Result<Option<Heap>, Stopped> {
        let mut end = below;
        let Some(last) = below.checked_sub(1).filter(|&last| last >= from) else { return Ok(None) };
        let (mut a, mut b) = (self.index(last), self.index(last + shift));
        loop {
            let (one, other) = (&self.stretches[a], &self.stretches[b]);
            let start = from.max(one.start).max(other.start.saturating_sub(shift));
            let compared = (end - start).min((one.length() + other.length()).into());
            cx.tick(compared as u64)?;
            if let Some(n) = (end - compared..end).rev().find(|&n| one.value(n) != other.value(n + shift)) {
                return Ok(Some(n));
            }
            if start == from {
                return Ok(None);
            }
            end = start;
            a -= usize::from(start == one.start);
            b -= usize::from(start + shift == other.start);
        }
    }

    /// The window before `at` is that `period` heaps before: the least period, and where it begins.
    fn least(&self, at: Heap, mut period: Heap, longest: Heap, cx: &Context) -> Result<Return, Stopped> {
        // a larger one is not told as such
        let small = u64::try_from(period).ok();
        let (factors, is_least) = small.map_or(Ok((Vec::new(), false)), |period| prime_factors(period, cx))?;
        for factor in factors.into_iter().map(Heap::from) {
            let shorter = period / factor;
            let before = at - shorter;
            if self.differ(before, before - longest, shorter, cx)?.is_none() {
                period = shorter;
            }
        }
        let preperiod = self.differ(at - period, 0, period, cx)?.map_or(0, |last| last + 1);
        Ok(Return { at, period, is_least, preperiod })
    }
}

/// The remainder of a heap, the faster way if that can be.
fn remainder(n: Heap, by: u64) -> u64 {
    u64::try_from(n).map_or_else(|_| (n % Heap::from(by)) as u64, |n| n % by)
}

/// A state that is looked for again, at growing distances.
struct Mark {
    /// Behind so many values.
    at: usize,
    patience: u32,
    steps: u32,
}

impl Mark {
    /// After so many values: how many ago they were the same as now, with `reach` values before them.
    fn returns(&mut self, values: &[u16], worked: usize, reach: usize) -> Option<usize> {
        if values[worked..worked + reach] == values[self.at..self.at + reach] {
            return Some(worked - self.at);
        }
        self.steps += 1;
        if self.steps >= self.patience {
            (self.at, self.steps) = (worked, 0);
            self.patience = self.patience.saturating_mul(2);
        }
        None
    }
}

#[cfg(test)]
mod tests;
