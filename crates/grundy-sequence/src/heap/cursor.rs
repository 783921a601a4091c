//! Going back: values that were cut out, from saved windows; the smallest preperiod.
//!
//! All heaps behind the last rare are known to be common, so a value there is the least common one that its lists do
//! not exclude: no witness is needed, and the codes of a window decide all that follow. Hence, once a period p is
//! proved, the windows before x and x + p are equal for all x from some point on, and for none before: the saved
//! windows are halved to find where, and between two of them the values are compared one by one.

use grundy_core::context::{Context, Stopped};
use grundy_core::prime::prime_divisors;

use super::returning_window::{ReturningWindow, Search, undecided};
use super::simd::Lane;
use super::sparse::{Sparse, Step};

/// Values that are read at once.
const CHUNK: usize = 1 << 12;
/// Codes between two cuts of a cursor.
const RUN: usize = 1 << 16;

/// The sequence read again from some heap on.
struct Cursor<'s, L> {
    search: &'s Search<L>,
    sparse: Sparse<L>,
    cut: u64,
    /// The next heap to be read.
    next: u64,
}

impl<'s, L: Lane> Cursor<'s, L> {
    /// Ready to read heap `heap`.
    fn at(search: &'s Search<L>, heap: u64, cx: &Context) -> Result<Self, Stopped> {
        let mut sparse = search.sparse.clone();
        sparse.codes.clear();
        if let Some(stream) = sparse.witnesses.streaming.as_deref_mut() {
            stream.trusting = true;
        }
        let after = search.marks.marks.partition_point(|m| m.at <= heap);
        let mut cut = 0;
        match after.checked_sub(1) {
            None => sparse.codes.extend_from_slice(&search.head),
            Some(i) => {
                let window = search.marks.window(i);
                let kept = search.kept();
                sparse.codes.extend_from_slice(&search.head[..kept]);
                cut = search.marks.marks[i].at - (kept + window.len()) as u64;
                // indices have the parity of their heaps
                let odd = (cut % 2) as usize;
                cut += odd as u64;
                sparse.codes.extend_from_slice(&window[odd..]);
            }
        }
        let mut cursor = Cursor { search, sparse, cut, next: heap };
        while cursor.heaps() < heap {
            cursor.compute((heap - cursor.heaps()).min(RUN as u64) as usize, cx)?;
        }
        Ok(cursor)
    }

    fn heaps(&self) -> u64 {
        self.cut + self.sparse.codes.len() as u64
    }

    fn compute(&mut self, more: usize, cx: &Context) -> Result<(), Stopped> {
        let (kept, size) = (self.search.kept(), self.search.marks.size);
        let v = self.sparse.codes.len();
        if v > kept + size + RUN {
            let out = (v - kept - size) & !1;
            self.sparse.codes.copy_within(kept + out.., kept);
            self.sparse.codes.truncate(v - out);
            self.cut += out as u64;
        }
        let until = self.sparse.codes.len() + more;
        let each = 1 + self.sparse.rares.heaps.len() as u64 / 4;
        while self.sparse.codes.len() < until {
            let v = self.sparse.codes.len();
            let step = if L::LIMIT == 256 { self.sparse.block(until) } else { self.sparse.step() };
            if step != Step::Common {
                return Err(undecided(self.heaps(), cx));
            }
            cx.tick((self.sparse.codes.len() - v) as u64 * each)?;
        }
        Ok(())
    }

    /// The next values: at least one, at most `most`.
    fn read(&mut self, most: u64, values: &mut Vec<usize>, cx: &Context) -> Result<(), Stopped> {
        values.clear();
        let head = self.search.head.len() as u64;
        if self.next < head {
            let size = (head - self.next).min(most).min(CHUNK as u64);
            values.extend((self.next..self.next + size).map(|n| self.search.head_value(n as usize)));
            self.next += size;
            return Ok(());
        }
        // what was computed and not yet read may be cut off now, but not what the next values are
        if self.heaps() <= self.next {
            self.compute(most.min(CHUNK as u64) as usize, cx)?;
        }
        let size = (self.heaps() - self.next).min(most);
        for n in self.next..self.next + size {
            let i = (n - self.cut) as usize;
            values.push(self.sparse.space.value(i, self.sparse.codes[i].get(), true));
        }
        self.next += size;
        Ok(())
    }
}

impl<L: Lane> Search<L> {
    fn head_value(&self, n: usize) -> usize {
        let common = if n == 0 { self.sparse.space.is_common(0, 0) } else { !self.sparse.rares.has(n) };
        self.sparse.space.value(n, self.head[n].get(), common)
    }

    /// The codes of a window before heap `at`, less the first one.
    fn window_before(&self, at: u64, cx: &Context) -> Result<Vec<L>, Stopped> {
        let cursor = Cursor::at(self, at, cx)?;
        let end = (at - cursor.cut) as usize;
        Ok(cursor.sparse.codes[end + 1 - self.marks.size..end].to_vec())
    }

    /// What is proved by the windows before `old` and `new`.
    pub(super) fn found(&self, old: u64, new: u64, cx: &Context) -> Result<ReturningWindow, Stopped> {
        let space = self.sparse.space;
        let same = |i: usize, distance: u64| -> Result<bool, Stopped> {
            Ok(self.window_before(self.marks.marks[i].at + distance, cx)?[..] == self.marks.window(i)[1..])
        };
        let mut period = new - old;
        let at = self.marks.marks.partition_point(|m| m.at < old);
        for prime in prime_divisors(period) {
            while period.is_multiple_of(prime)
                && !(space.position && period / prime % 2 == 1)
                && same(at, period / prime)?
            {
                period /= prime;
            }
        }
        // the first window that is there again a period later
        let (mut low, mut high) = (0, at);
        while low < high {
            let middle = (low + high) / 2;
            if same(middle, period)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let size = self.marks.size as u64 - 1;
        let end = self.marks.marks[high].at - size;
        let start = high.checked_sub(1).map_or(0, |i| self.marks.marks[i].at - size);
        let mut last = self.last_exception(start, end, period, cx)?;
        if last.is_none() && start > 0 {
            last = self.last_exception(0, end, period, cx)?;
        }
        let head = (0..self.head.len()).map(|n| self.head_value(n)).max().unwrap_or(0);
        let tops = (0..2).map(|parity| space.value(parity, self.top[parity], true));
        let preperiod = last.map_or(0, |n| n + 1);
        // the first good window behind the preperiod: all windows from there on come back
        let first = (preperiod.max(1) + size).max(self.head.len() as u64);
        let good = self.bad.iter().map(|b| b.1 + 1).chain([first, self.forgotten + 1]);
        let end = good.filter(|&at| at >= first && at <= old && self.is_good(at)).min().unwrap_or(old);
        Ok(ReturningWindow {
            period,
            preperiod,
            start: end - size,
            end,
            mask: space.mask as u64,
            position: space.position,
            rares: self.sparse.rares.heaps.iter().map(|&r| r as u64).collect(),
            largest: tops.fold(head, usize::max) as u64,
        })
    }

    /// The last n from `start` to before `end` with G(n + period) ≠ G(n).
    fn last_exception(&self, start: u64, end: u64, period: u64, cx: &Context) -> Result<Option<u64>, Stopped> {
        let (mut low, mut high) = (Cursor::at(self, start, cx)?, Cursor::at(self, start + period, cx)?);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut last = None;
        let mut n = start;
        while n < end {
            low.read(end - n, &mut a, cx)?;
            let (mut x, most) = (0, a.len());
            while x < most {
                high.read((most - x) as u64, &mut b, cx)?;
                for (i, _) in b.iter().enumerate().filter(|(i, value)| a[x + i] != **value) {
                    last = Some(n + (x + i) as u64);
                }
                x += b.len();
            }
            n += most as u64;
        }
        Ok(last)
    }
}
