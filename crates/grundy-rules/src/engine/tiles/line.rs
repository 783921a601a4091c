//! What the lines of one direction have seen, and which line a cell is on.

use std::ops::Range;

/// So many words of a set are looked at at once.
pub(super) const WIDE: usize = 8;

/// The values seen along a line, a bit each. Words before `base` are full and gone, words behind the last are empty.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    words: Vec<u64>,
    base: usize,
    /// The first word that is not full.
    front: usize,
    /// Of a ray whose range ends somewhere, from the first cell on.
    window: Option<Box<Window>>,
}

/// What the next cell sees where a range ends: the last `most` values. They differ from each other, since each of these cells
/// saw those before it; so one that leaves is not seen elsewhere.
#[derive(Debug, Clone)]
struct Window {
    most: usize,
    /// A ring: behind the newest stands the oldest.
    recent: Vec<u32>,
    oldest: usize,
}

/// The whole line is seen.
const ALL: usize = usize::MAX;

/// Lines drop their full words when there are so many.
const FULL: usize = 8;

impl Line {
    pub(super) fn front(&self) -> usize {
        self.front
    }

    /// The first word behind those that are kept.
    pub(super) fn end(&self) -> usize {
        self.base + self.words.len()
    }

    /// Keeps the words up to this one.
    pub(super) fn pad(&mut self, end: usize) {
        if self.end() < end {
            self.words.resize(end - self.base, 0);
        }
    }

    /// The words from this one on, which is not before `front`.
    #[inline(always)]
    pub(super) fn words_from(&self, word: usize) -> &[u64] {
        &self.words[word - self.base..]
    }

    /// A value more, which lies in a word that is kept.
    #[inline(always)]
    pub(super) fn see(&mut self, value: u32) {
        let Some(word) = (value as usize / 64).checked_sub(self.base) else { return };
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.front - self.base) == Some(&u64::MAX) {
            self.front += 1;
        }
    }

    /// Has the line no window yet?
    #[inline(always)]
    pub(super) fn is_new(&self) -> bool {
        self.window.is_none()
    }

    /// The line begins; a cell sees so many cells before it, all if they are no fewer than the line can have.
    pub(super) fn begin(&mut self, most: usize, longest: usize) {
        let most = if most >= longest { ALL } else { most };
        self.window = Some(Box::new(Window { most, recent: Vec::new(), oldest: 0 }));
    }

    /// A value more, where the oldest may leave.
    #[inline(always)]
    pub(super) fn pass(&mut self, value: u32) {
        match &mut self.window {
            Some(window) if window.most != ALL => {
                if window.recent.len() < window.most {
                    window.recent.push(value);
                } else if let Some(oldest) = window.recent.get_mut(window.oldest) {
                    let gone = std::mem::replace(oldest, value) as usize;
                    window.oldest = if window.oldest + 1 == window.most { 0 } else { window.oldest + 1 };
                    // nothing was given up
                    self.words[gone / 64] &= !(1 << (gone % 64));
                    self.front = self.front.min(gone / 64);
                } else {
                    // nothing is seen
                    return;
                }
                self.see(value);
            }
            _ => self.see(value),
        }
    }

    /// Gives up the words that are full; of a window none, for its values leave again.
    pub(super) fn trim(&mut self) {
        if self.window.as_ref().is_some_and(|window| window.most != ALL) {
            return;
        }
        let full = self.front - self.base;
        if full >= FULL {
            self.words.drain(..full);
            self.base = self.front;
        }
    }

    /// Bytes of the words and of the window.
    pub(super) fn bytes(&self) -> usize {
        let window = |window: &Window| size_of::<Window>() + 4 * window.recent.capacity();
        8 * self.words.capacity() + self.window.as_deref().map_or(0, window)
    }
}

/// How the lines in direction (u, v) are numbered: the number of the line through (a, b) is a sum of something that a tells
/// and something that b tells.
///
/// With g = gcd(u, v) a step changes neither a·(v/g) − b·(u/g) nor a mod u, and two cells that agree in both are on one line:
/// from the first, their distance is a multiple of (u/g, v/g), from the second that multiple is one of g.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbering {
    u: usize,
    v: usize,
    gcd: usize,
    /// The largest coordinate.
    last: usize,
}

impl Numbering {
    pub(super) fn new([u, v]: [usize; 2], last: usize) -> Self {
        Numbering { u, v, gcd: grundy_core::number::gcd(u, v), last }
    }

    /// What the first coordinate adds.
    pub(super) fn by_row(&self, a: usize) -> usize {
        match (self.u, self.v) {
            (u, 0) => a % u,
            (0, v) => a * v,
            (u, v) => a * (v / self.gcd) * u + a % u,
        }
    }

    /// What the second adds.
    pub(super) fn by_column(&self, b: usize) -> usize {
        match (self.u, self.v) {
            (u, 0) => b * u,
            (0, v) => b % v,
            (u, _) => (self.last - b) * (u / self.gcd) * u,
        }
    }

    /// All lines through the cells of a tile are among these.
    pub(super) fn within(&self, rows: &Range<usize>, columns: &Range<usize>) -> Range<usize> {
        match (self.u, self.v) {
            (u, 0) => columns.start * u..columns.end * u,
            (0, v) => rows.start * v..rows.end * v,
            (u, v) => {
                let across = |a: usize, b: usize| (a * (v / self.gcd) + (self.last - b) * (u / self.gcd)) * u;
                across(rows.start, columns.end - 1)..across(rows.end - 1, columns.start) + u
            }
        }
    }

    /// How many numbers there are in a table of these sides; `None`: more than the machine counts.
    pub(super) fn count(&self, height: usize, width: usize) -> Option<usize> {
        match (self.u, self.v) {
            (u, 0) => width.checked_mul(u),
            (0, v) => height.checked_mul(v),
            (u, v) => {
                let across =
                    (height - 1).checked_mul(v / self.gcd)?.checked_add(self.last.checked_mul(u / self.gcd)?)?;
                across.checked_add(1)?.checked_mul(u)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn two_cells_have_one_number_where_steps_lead_from_one_to_the_other() {
        for (u, v) in [(1, 0), (0, 1), (3, 0), (0, 2), (1, 1), (2, 1), (1, 3), (2, 2), (4, 6), (3, 3)] {
            let (height, width) = (17, 23);
            let numbering = Numbering::new([u, v], 22);
            let count = numbering.count(height, width).unwrap();
            let mut starts: HashMap<usize, (usize, usize)> = HashMap::new();
            let mut seen = HashSet::new();
            for a in 0..height {
                for b in 0..width {
                    let number = numbering.by_row(a) + numbering.by_column(b);
                    assert!(number < count, "({u}, {v}): line {number} of {count}");
                    assert!(numbering.within(&(a..a + 1), &(b..b + 1)).contains(&number));
                    let tile = |c: usize, end: usize| c / 5 * 5..end.min(c / 5 * 5 + 5);
                    assert!(numbering.within(&tile(a, height), &tile(b, width)).contains(&number));
                    let back = [(a, u), (b, v)].iter().filter(|(_, s)| *s > 0).map(|(c, s)| c / s).min().unwrap();
                    let start = (a - back * u, b - back * v);
                    assert_eq!(*starts.entry(number).or_insert(start), start, "({u}, {v}) at ({a}, {b})");
                    seen.insert(start);
                }
            }
            assert_eq!(seen.len(), starts.len(), "({u}, {v})");
        }
    }

    #[test]
    fn a_line_drops_what_is_full() {
        let mut line = Line::default();
        line.pad(40);
        (0..64 * FULL as u32).for_each(|value| line.see(value));
        line.see(1000);
        assert_eq!((line.front(), line.end()), (FULL, 40));
        line.trim();
        assert_eq!((line.front(), line.end(), line.words_from(FULL).len()), (FULL, 40, 40 - FULL));
        // it is seen already
        line.see(3);
        assert_eq!(line.words_from(1000 / 64)[0], 1 << (1000 % 64));
    }
}
