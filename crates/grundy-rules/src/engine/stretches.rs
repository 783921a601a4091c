//! Values of a rule that changes at a few numbers, which may be large: they repeat between one change and the next.
//!
//! ```text
//! {n -> n-1; n-2 if n = 10^12}
//! 0 1 0 1 0 1 …  0 1 | 2 | 0 1 0 1 0 1 …
//! heap 0         10^12    10^12 + 1
//! ```
//! In such a stretch each value follows from the last ones and a remainder of the heap. It is computed until both return: the
//! rest of it is told by its last period, and the next stretch begins with the values before it.
//!
//! Cost: some thousand values for each change, however far apart the changes are.

use grundy_core::{Context, Period, Result};
use grundy_sequence::period::repetitions;

use crate::rule::window::least_common;

/// So many values of a stretch are looked at, then so many.
const SEARCHED: [u64; 3] = [1 << 8, 1 << 10, 1 << 12];
/// Repetitions that are tried each time.
const TRIED: usize = 4;
/// Changes below this heap are no ends of stretches: all values are computed there.
const NEAR: u64 = 1 << 9;
/// No more stretches than this.
const MOST: usize = 64;

/// What the values follow from.
#[derive(Debug, Clone, Copy)]
pub struct Follows<'a> {
    /// From this heap on …
    pub from: u64,
    /// … from so many values before, …
    pub reach: u64,
    /// … and from the remainder by this number, …
    pub modulus: u64,
    /// … in another way from each of these heaps on, in any order.
    pub changes: &'a [u64],
}

/// All values of such a game.
#[derive(Debug)]
pub struct Stretches(Vec<Stretch>);

/// The values of some consecutive heaps.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// The first of the heaps.
    pub from: u64,
    /// The heap behind the last of them, if they end.
    pub end: Option<u64>,
    /// The values before those that repeat.
    pub first: &'a [u32],
    /// What repeats then; nothing where all values are among the first.
    pub repeated: &'a [u32],
}

#[derive(Debug)]
struct Stretch {
    /// Its first heap.
    first: u64,
    /// The values from there on.
    values: Vec<u32>,
    /// Its values repeat like the last so many of these.
    period: usize,
}

impl Stretch {
    /// The heap from which the values repeat.
    fn tail(&self) -> u64 {
        self.first + (self.values.len() - self.period) as u64
    }

    /// `None`: a heap that was not computed.
    fn value(&self, n: u64) -> Option<u32> {
        let at = n.checked_sub(self.first)?;
        match usize::try_from(at).ok().and_then(|at| self.values.get(at)) {
            Some(&value) => Some(value),
            None if self.period == 0 => None,
            None => {
                let behind = (n - self.tail()) % self.period as u64;
                Some(self.values[self.values.len() - self.period + behind as usize])
            }
        }
    }
}

impl Stretches {
    /// Computes the values; `value` tells that of a heap from those before it. `None`: a stretch does not repeat soon, there are too
    /// many, or `value` knows one of them not.
    ///
    /// # Errors
    /// What `value` says.
    pub fn of(
        follows: Follows<'_>,
        mut value: impl FnMut(&Stretches, u64, &Context) -> Result<Option<u32>>,
        cx: &Context,
    ) -> Result<Option<Stretches>> {
        let (near, mut changes): (Vec<u64>, Vec<u64>) = follows.changes.iter().partition(|&&change| change <= NEAR);
        changes.sort_unstable();
        changes.dedup();
        let from = near.into_iter().fold(follows.from, u64::max);
        changes.retain(|&change| change > from);
        if changes.len() >= MOST {
            return Ok(None);
        }
        let mut all = Stretches(Vec::new());
        for (at, first) in std::iter::once(0).chain(changes.iter().copied()).enumerate() {
            let start = if at == 0 { from } else { first };
            let (follows, end) = (Follows { from: start, ..follows }, changes.get(at).copied());
            if !all.grow(first, end, follows, &mut value, cx)? {
                return Ok(None);
            }
        }
        Ok(Some(all))
    }

    /// Computes the stretch from `first` on; does it repeat, or end before that?
    fn grow(
        &mut self,
        first: u64,
        end: Option<u64>,
        follows: Follows<'_>,
        value: &mut impl FnMut(&Stretches, u64, &Context) -> Result<Option<u32>>,
        cx: &Context,
    ) -> Result<bool> {
        let before = (first.saturating_sub(follows.reach)..first).map_while(|n| self.value(n));
        let mut wide: Vec<u64> = before.map(u64::from).collect();
        // the heap of the first of them
        let shift = first - wide.len() as u64;
        self.0.push(Stretch { first, values: Vec::new(), period: 0 });
        for size in SEARCHED {
            let last = end.unwrap_or(u64::MAX).min(first.saturating_add(size));
            while shift + (wide.len() as u64) < last {
                let Some(next) = value(self, shift + wide.len() as u64, cx)? else { return Ok(false) };
                wide.push(u64::from(next));
                self.last().values.push(next);
            }
            if end == Some(last) {
                return Ok(true);
            }
            let from = follows.from - shift;
            for found in repetitions(&wide).take(TRIED).filter(|found| found.saltus == 0) {
                if returns(found, [from, follows.reach, follows.modulus], wide.len() as u64) {
                    let found = found.least(|n| wide[n as usize]);
                    self.last().period = found.period as usize;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn last(&mut self) -> &mut Stretch {
        self.0.last_mut().expect("one was begun")
    }

    /// The value of a heap; `None` if it was not computed.
    #[must_use]
    pub fn value(&self, n: u64) -> Option<u32> {
        let at = self.0.partition_point(|stretch| stretch.first <= n);
        self.0.get(at.checked_sub(1)?)?.value(n)
    }

    /// The first heap of each stretch.
    pub fn starts(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|stretch| stretch.first)
    }

    /// All values, from one change to the next.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let ends = self.starts().skip(1).map(Some).chain([None]);
        self.0.iter().zip(ends).map(|(stretch, end)| {
            let (first, repeated) = stretch.values.split_at(stretch.values.len() - stretch.period);
            Piece { from: stretch.first, end, first, repeated }
        })
    }

    /// Values, each with how many heaps from `min` to `max` have it there; a value may come several times.
    #[must_use]
    pub fn sizes(&self, min: u64, max: u64) -> Vec<(u32, u64)> {
        let mut sizes = Vec::new();
        let ends = self.starts().skip(1).map(|next| next - 1).chain([u64::MAX]);
        for (stretch, end) in self.0.iter().zip(ends) {
            let last = end.min(max);
            for (at, &value) in stretch.values.iter().enumerate() {
                let heap = stretch.first + at as u64;
                // those that repeat stand for all that are so many periods behind them
                let step = Some(stretch.period as u64).filter(|_| heap >= stretch.tail());
                let first = match step {
                    _ if heap >= min => Some(heap),
                    Some(step) => heap.checked_add((min - heap).div_ceil(step) * step),
                    None => None,
                };
                if let Some(first) = first.filter(|&first| first <= last) {
                    sizes.push((value, step.map_or(1, |step| (last - first) / step + 1)));
                }
            }
        }
        sizes
    }

    /// The least period of all values.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        let last = self.0.last().filter(|last| last.period > 0)?;
        let period = last.period as u64;
        let mut from = last.tail();
        let mut same = 0;
        while from > 0 && self.value(from - 1) == self.value(from - 1 + period) {
            from -= 1;
            // a whole period of a stretch in which this period lasts as well: it does so in all of what repeats there
            let at = self.0.partition_point(|stretch| stretch.first <= from) - 1;
            let own = &self.0[at];
            let ends = self.0.get(at + 1).map_or(u64::MAX, |next| next.first);
            same = if own.period > 0 && from >= own.tail() && from + period < ends { same + 1 } else { 0 };
            if same >= own.period as u64 && same > 0 {
                from = own.tail();
                same = 0;
            }
        }
        Some(Period { preperiod: from, period, saltus: 0 })
    }
}

/// Does what so many values tell go on for ever, or as long as the rule stays the same? They repeat like this to their end; from `from` on each
/// follows from the last `reach` of them and the remainder by `modulus`.
#[must_use]
pub fn returns(found: Period, [from, reach, modulus]: [u64; 3], size: u64) -> bool {
    let Some(whole) = least_common(found.period, modulus) else { return false };
    // from here on `reach` values and all between them and their return are compared
    let start = from.max(found.preperiod);
    start.saturating_add(whole).saturating_add(reach.max(found.period)) <= size
}
