//! Finite sets by one-hot words: the fast kernel, and its certified period.
//!
//! ```text
//! take[1,3,4]:  n      0  1  2  3  4  5  6          h[n] = 1 << G(n)
//!               G(n)   0  1  0  1  2  3  2          b = h[n−1] | h[n−3] | h[n−4]
//!               h[n]   1  2  1  2  4  8  4          h[n] = (b + 1) & !b   the lowest bit missing in b
//! ```
//! Values are at most |S|, so |S| ≤ 7 fits bytes. In misère play only the bit of the P-positions is kept.
//! Sixteen heaps or more are worked at once where the elements allow it: the words that lie at least so far back
//! are or-ed as vectors, the nearer ones one by one. Memory: max S words and one block.
//!
//! What limits the speed is the chain from a value to the next one that needs it. With 1 ∈ S each value waits for the
//! one before; as long as that one went through memory (a store, then a load of the same byte), this cost 6 of 10 clock
//! ticks. Kept in a register, the chain is or, add, and-not: 440 to 1000 million values a second where it was 250 to
//! 400. The step 2 and larger ones leave time for the way through memory.
//!
//! **Theorem (window period; S. W. Golomb, A mathematical investigation of games of “take-away”, J. Combin. Theory 1,
//! 1966).** Let m = max S. If G(n + p) = G(n) for m consecutive n, from n₀ on, then for all n ≥ n₀. *Proof:* for
//! n ≥ m the value is a function of the m values before it. The same holds for misère outcomes from min S on.
//!
//! The search compares whole windows with a snapshot that is renewed at growing distances (R. P. Brent, *An improved
//! Monte Carlo factorization algorithm*, BIT 20, 1980); the first return of a window is its exact period.

use std::cell::Cell;
use std::fmt::Debug;
use std::ops::BitOr;

use grundy_core::context::{Context, Stopped};
use grundy_core::period::Period;

/// Largest element of a window, and largest start of a repeating set.
pub(super) const WINDOW_LIMIT: u64 = 1 << 26;

/// A word with one bit a value.
pub(super) trait Word: Copy + Eq + Default + BitOr<Output = Self> + Debug + Send + 'static {
    /// The bit of 0.
    const ONE: Self;
    /// All bits.
    const ALL: Self;
    /// The lowest bit that is missing.
    fn lowest_missing(self, mask: Self) -> Self;
    /// The number of the lowest bit.
    fn index(self) -> u32;
    /// The word as a number.
    fn bits(self) -> u64;
}

macro_rules! word {
    ($($t:ty)*) => {$(
        impl Word for $t {
            const ONE: Self = 1;
            const ALL: Self = <$t>::MAX;
            #[inline(always)]
            fn lowest_missing(self, mask: Self) -> Self {
                self.wrapping_add(1) & !self & mask
            }
            #[inline(always)]
            fn index(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from(self)
            }
        }
    )*};
}
word!(u8 u16 u32 u64);

/// Values worked between two looks at the budget.
const BLOCK: usize = 1 << 14;
/// The search for a period begins with so many values and doubles: a snapshot that stands in the preperiod never returns,
/// so a short search needs several.
const FIRST: usize = 1 << 8;

/// The last max S values, and the next block.
#[derive(Debug)]
pub(super) struct Window<T> {
    steps: Vec<usize>,
    longest: usize,
    block: usize,
    misere: bool,
    /// Misère only: heaps below min S, which have no move and are won.
    forced: usize,
    buffer: Vec<T>,
    filled: usize,
    position: u64,
}

impl<T: Word> Window<T> {
    /// Starts at heap 0. `steps` is sorted and not empty; in normal play it has fewer elements than `T` has bits.
    pub(super) fn new(steps: &[usize], misere: bool, cx: &Context) -> Result<Self, Stopped> {
        let longest = steps.last().copied().unwrap_or(1);
        let block = BLOCK.max(longest);
        cx.reserve(((longest + block) * size_of::<T>()) as u64)?;
        Ok(Window {
            steps: steps.to_vec(),
            longest,
            block,
            misere,
            forced: if misere { steps.first().copied().unwrap_or(0) } else { 0 },
            buffer: vec![T::default(); longest + block],
            filled: 0,
            position: 0,
        })
    }

    /// The most values that [`Window::fill`] works at once.
    pub(super) fn block(&self) -> usize {
        self.block
    }

    /// The first heap that is not worked yet.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Works the next `count` heaps, at most a block.
    pub(super) fn fill(&mut self, count: usize) -> &[T] {
        let count = count.min(self.block);
        self.buffer.copy_within(self.filled..self.filled + self.longest, 0);
        self.filled = count;
        let forced = self.forced.min(count);
        self.forced -= forced;
        let mask = if self.misere { T::ONE } else { T::ALL };
        let start = self.longest;
        self.buffer[start..start + forced].fill(T::default());
        work(&mut self.buffer, start + forced, count - forced, &self.steps, mask);
        self.position += count as u64;
        &self.buffer[start..start + count]
    }

    /// The value behind a word: the Grundy value, or 0 for P and 1 for N in misère play.
    pub(super) fn decode(&self, word: T) -> u32 {
        if self.misere { u32::from(word != T::ONE) } else { word.index() }
    }

    fn last_window(&self) -> &[T] {
        &self.buffer[self.filled..self.filled + self.longest]
    }

    fn release(&self, cx: &Context) {
        cx.release((self.buffer.len() * size_of::<T>()) as u64);
    }
}

/// Works `count` words from `start` on; everything before is known.
fn work<T: Word>(buffer: &mut [T], start: usize, count: usize, steps: &[usize], mask: T) {
    let cells = Cell::from_mut(buffer).as_slice_of_cells();
    let least = steps.first().copied().unwrap_or(usize::MAX);
    if least >= 64 {
        return lanes::<T, 64, 0>(cells, start, count, steps, mask);
    }
    if least >= 32 {
        return lanes::<T, 32, 0>(cells, start, count, steps, mask);
    }
    macro_rules! near {
        ($($k:literal)*) => {
            match steps.partition_point(|&s| s < 16) {
                $($k => lanes::<T, 16, $k>(cells, start, count, steps, mask),)*
                _ => {}
            }
        };
    }
    // at most fifteen different steps are below 16
    near!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// `L` heaps at a time: the steps from number `NEAR` on are at least `L`, so their words are known as vectors; the
/// `NEAR` first are taken one by one.
fn lanes<T: Word, const L: usize, const NEAR: usize>(
    cells: &[Cell<T>],
    start: usize,
    count: usize,
    steps: &[usize],
    mask: T,
) {
    let (near, far) = steps.split_at(NEAR);
    let whole = count / L * L;
    let far: Vec<&[Cell<T>]> = far.iter().map(|s| &cells[start - s..start - s + count]).collect();
    let near: [&[Cell<T>]; NEAR] = std::array::from_fn(|i| &cells[start - near[i]..start - near[i] + count]);
    let target = &cells[start..start + count];
    for at in (0..whole).step_by(L) {
        let mut blocked = [T::default(); L];
        for source in &far {
            let Ok(source): Result<&[Cell<T>; L], _> = source[at..at + L].try_into() else { return };
            for j in 0..L {
                blocked[j] = blocked[j] | source[j].get();
            }
        }
        let Ok(target): Result<&[Cell<T>; L], _> = target[at..at + L].try_into() else { return };
        if NEAR == 0 {
            for j in 0..L {
                target[j].set(blocked[j].lowest_missing(mask));
            }
        } else if steps[0] == 1 {
            // every word waits for the one before it: that one stays in a register
            let near: [&[Cell<T>]; NEAR] = near.map(|source| &source[at..at + L]);
            let mut last = near[0][0].get();
            for j in 0..L {
                let mut b = blocked[j];
                for source in &near[1..] {
                    b = b | source[j].get();
                }
                last = (b | last).lowest_missing(mask);
                target[j].set(last);
            }
        } else {
            let near: [&[Cell<T>]; NEAR] = near.map(|source| &source[at..at + L]);
            for j in 0..L {
                let mut b = blocked[j];
                for source in near {
                    b = b | source[j].get();
                }
                target[j].set(b.lowest_missing(mask));
            }
        }
    }
    for at in whole..count {
        let mut b = T::default();
        for source in near.iter().chain(&far) {
            b = b | source[at].get();
        }
        target[at].set(b.lowest_missing(mask));
    }
}

/// The word behind heap `n`; memory of the window only.
pub(super) fn value_at<T: Word>(steps: &[usize], misere: bool, n: u64, cx: &Context) -> Result<u32, Stopped> {
    let mut window: Window<T> = Window::new(steps, misere, cx)?;
    loop {
        let count = (n + 1 - window.position()).min(window.block() as u64) as usize;
        cx.tick(count as u64)?;
        let last = window.fill(count).last().copied().unwrap_or_default();
        if window.position() > n {
            window.release(cx);
            return Ok(window.decode(last));
        }
        cx.progress(window.position(), Some(n));
    }
}

/// The period, if the window returns within `limit` values.
pub(super) fn find_period<T: Word>(
    steps: &[usize],
    misere: bool,
    limit: u64,
    cx: &Context,
) -> Result<Option<Period>, Stopped> {
    let mut window: Window<T> = Window::new(steps, misere, cx)?;
    let m = window.longest;
    // from max S on every option of a heap is a heap, and in misère play there is one
    window.fill(m);
    cx.reserve((m * size_of::<T>()) as u64)?;
    let mut snapshot: Vec<T> = window.last_window().to_vec();
    let mut taken = window.position();
    let mut count = FIRST.min(window.block);
    let mut patience = count as u64;
    let found = loop {
        if window.position() >= limit {
            break None;
        }
        let before = window.position();
        cx.tick(count as u64)?;
        window.fill(count);
        count = (2 * count).min(window.block);
        if let Some(end) = find_window(&window.buffer[..m + window.filled], &snapshot) {
            // the window that ends in front of buffer index `end` is the heap `before + end − m` to come
            break Some(before + (end - m) as u64 - taken);
        }
        if window.position() - taken >= patience {
            snapshot.copy_from_slice(window.last_window());
            taken = window.position();
            patience *= 2;
        }
        cx.progress(window.position(), Some(limit));
    };
    window.release(cx);
    cx.release((m * size_of::<T>()) as u64);
    let Some(period) = found else { return Ok(None) };
    // two windows a period apart agree for ever from `taken` − m on; the last difference lies before
    let mut behind: Window<T> = Window::new(steps, misere, cx)?;
    let mut ahead: Window<T> = Window::new(steps, misere, cx)?;
    while ahead.position() < period {
        let count = (period - ahead.position()).min(ahead.block as u64);
        cx.tick(count)?;
        ahead.fill(count as usize);
    }
    let mut preperiod = 0;
    while behind.position() < taken {
        let count = behind.block;
        cx.tick(2 * count as u64)?;
        let at = behind.position();
        let (a, b) = (behind.fill(count), ahead.fill(count));
        if let Some(i) = a.iter().zip(b).rposition(|(x, y)| x != y) {
            preperiod = at + i as u64 + 1;
        }
    }
    behind.release(cx);
    ahead.release(cx);
    Ok(Some(Period { preperiod, period, saltus: 0 }))
}

/// Words compared in one go; what agrees in whole pieces is counted.
const PIECE: usize = 256;
/// So many words may agree in vain, for each word that is looked at, before sums are kept.
const VAIN: usize = 4;

/// The first `end` beyond `wanted.len()` such that the words before it are `wanted`.
///
/// Cost: linear. A window that is itself nearly periodic, as of `take[8,10^7]`, agrees far in many places: then a rolling sum
/// (R. M. Karp, M. O. Rabin, *Efficient randomized pattern-matching algorithms*, IBM J. Res. Dev. 31, 1987) says where it
/// is worth comparing.
fn find_window<T: Word>(words: &[T], wanted: &[T]) -> Option<usize> {
    let m = wanted.len();
    let (Some(&last), Some(&second)) = (wanted.last(), wanted.get(m.wrapping_sub(2)).or(wanted.last())) else {
        return None;
    };
    let back = m.min(2);
    let mut agreed = 0;
    for end in m + 1..=words.len() {
        if (words[end - 1] == last) & (words[end - back] == second) {
            if agrees(&words[end - m..end], wanted, &mut agreed) {
                return Some(end);
            }
            if agreed > VAIN * words.len() {
                return find_by_sums(words, wanted, end + 1);
            }
        }
    }
    None
}

/// Are they the same? Adds up how many words agreed in whole pieces.
fn agrees<T: Word>(words: &[T], wanted: &[T], agreed: &mut usize) -> bool {
    for (a, b) in words.chunks(PIECE).zip(wanted.chunks(PIECE)) {
        if a != b {
            return false;
        }
        *agreed += a.len();
    }
    true
}

/// As [`find_window`], from this end on: the words are compared only where their sums are the same.
fn find_by_sums<T: Word>(words: &[T], wanted: &[T], from: usize) -> Option<usize> {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let m = wanted.len();
    let step = |sum: u64, word: T| sum.wrapping_mul(BASE).wrapping_add(word.bits());
    let sum_of = |words: &[T]| words.iter().fold(0, |sum, &word| step(sum, word));
    // BASE^m: what the word that leaves has been multiplied with
    let weight = (0..m).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let target = sum_of(wanted);
    let mut sum = sum_of(words.get(from - m..from)?);
    for end in from..=words.len() {
        if sum == target && words[end - m..end] == *wanted {
            return Some(end);
        }
        let &next = words.get(end)?;
        sum = step(sum, next).wrapping_sub(words[end - m].bits().wrapping_mul(weight));
    }
    None
}

/// A window whose word type is chosen while running.
pub(super) trait Stream: Debug + Send {
    /// Appends the values of the next heaps.
    fn extend(&mut self, count: usize, into: &mut Vec<u32>);
    /// The most that [`Stream::extend`] appends.
    fn most(&self) -> usize;
}

impl<T: Word> Stream for Window<T> {
    fn extend(&mut self, count: usize, into: &mut Vec<u32>) {
        let misere = self.misere;
        let words = self.fill(count);
        into.extend(words.iter().map(|w| if misere { u32::from(*w != T::ONE) } else { w.index() }));
    }

    fn most(&self) -> usize {
        self.block
    }
}

#[cfg(test)]
mod tests;
