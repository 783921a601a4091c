//! The search for a period in constant memory, and the theorem that proves it.
//!
//! **Theorem** (ours). A code with at most two parts, k the largest number taken; a mask and, if all digits that split
//! have the same parity, perhaps the position bit (`space`). Let N = n₁ + p, R be the set of *all* rare heaps r with
//! 1 ≤ r < N, all of them at most ℓ, and let s ≥ 1 with
//!
//! 1. n₁ − s ≥ ℓ + k, n₁ − s ≥ k + 1 and n₁ > 2ℓ + k, p even if the position bit counts,
//! 2. G(x + p) = G(x) for s ≤ x < n₁ (the *window* before n₁ is that before N),
//! 3. for n₁ ≤ n < N every value below G(n) that is rare at n is excluded by a single heap n − i, or by a split (a, b)
//!    with a ≤ b and b ≥ s.
//!
//! Then G(x + p) = G(x) for all x ≥ s.
//!
//! *Proof.* Let m ≥ N and the equation hold for x with s ≤ x, x + p < m; it is to be shown for x = m − p. Put
//! m = n + j·p with n₁ ≤ n < N. All heaps from ℓ + 1 to m − 1 are common: those below N by the choice of R, and x + p is
//! common as x is (same value, same sign, as p is even where the sign changes with the heap). *Common values.* A split
//! of m excludes a common value only if exactly one part is rare. Two rare parts are impossible, m − k > 2ℓ; so the
//! rare part is some r ∈ R (parts are not empty) and the other m − t − r. As m − p ≥ n₁ ≥ s + ℓ + k, both it and
//! m − p − t − r are at least s, so they have the same value, and the two splits (r, m − t − r), (r, m − p − t − r) of
//! the two heaps exclude the same; the larger part is not the smaller, so `!` forbids neither. Single heaps m − i and
//! m − p − i: the same, as m − p − i ≥ n₁ − k ≥ s. (No heap is taken whole, m > k.) So the least common value that is
//! not excluded, c, is the same for m and for m − p; by induction it is G(m − p) = G(n). *Rare values below c* are those
//! below G(n), and each is excluded at n as in 3: by a split (a, b), and (a, b + j·p) is a split of m, its parts differ,
//! and G(b + j·p) = G(b) as b ≥ s; or by n − i ≥ s, and m − i = n − i + j·p. So G(m) = c. ∎
//!
//! What is 0 as a value of the empty heap is never a part, so it needs no class. For a value with a new highest bit see
//! `stream`; the mask at the end is the one of the theorem, and it changes the class of no value without that bit.
//!
//! In place of the 2·n₀ + 2p + k values of Guy and Smith only n₁ + p are needed, where n₁ is some window beyond n₀.
//! The search keeps to 3 by looking for witnesses with a ≤ A first, with a window of at least A + k codes: then b ≥ n − k − A
//! ≥ s. Where a heap n needs a witness (a, b) with a > A, windows with s > b and n₁ ≤ n are *bad* and forgotten; if most
//! are, A is enlarged. The first window that comes back gives p; then the smallest preperiod n₀ is looked for (`cursor`),
//! and the theorem is applied to the first good window that begins at n₀ or later. The period is the least: a smaller one, q, would have brought the window back at n₁ + q (checked for p/q prime); and an odd one
//! would make common heaps rare, so with the position bit there is none.

use grundy_core::{Context, Spent, Stopped, Theorem};

use super::marks::{CONTEXT, Marks};
use super::simd::{BLOCK, Lane};
use super::sparse::{Sparse, Step};
use super::stream::Streaming;

/// The theorem above.
pub static SPARSE_WINDOW: Theorem = Theorem {
    id: "sparse-window",
    statement: "a take-and-break game with at most two parts, whose rare heaps are all below a window of values, \
                repeats for ever once the window comes back, if until then every rare value below that of a heap is \
                excluded by a pair with a part behind the start of the window",
    chinese: "稀疏窗口定理：至多分成两部分的取分游戏，若稀有值的堆都在某个值窗口之前，且直到窗口重现为止，小于堆值的每个稀有值都被一个有一部分在窗口起点之前的分法排除，则窗口一旦重现，值便永远重复",
    reference: "",
};

/// A period that is proved by the theorem above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturningWindow {
    /// The least period p.
    pub period: u64,
    /// The smallest n₀ with G(n + p) = G(n) for all n ≥ n₀.
    pub preperiod: u64,
    /// s: the first heap of the window that came back.
    pub start: u64,
    /// n₁: the window is that of the heaps s … n₁ − 1.
    pub end: u64,
    /// The mask.
    pub mask: u64,
    /// Does the parity of the heap count?
    pub position: bool,
    /// All rare heaps but heap 0, ascending.
    pub rares: Vec<u64>,
    /// The largest value of the heaps below n₁ + p.
    pub largest: u64,
}

/// How a search went on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// The values were computed as far as was asked.
    Reached,
    /// A period is proved.
    Found(ReturningWindow),
    /// The value of this heap cannot be told from what is held: the whole sequence up to it decides.
    Undecided(u64),
}

/// Codes between two cuts.
const RUN: usize = 1 << 17;
/// So many heaps that make windows bad are remembered.
const MOST_BAD: usize = 1 << 12;
/// New codes are looked at so many at a time.
const SCAN: usize = 1 << 12;

/// What is held.
#[derive(Debug, Clone)]
pub(super) struct Search<L> {
    pub(super) sparse: Sparse<L>,
    /// Heaps that were cut out: an even number.
    pub(super) cut: u64,
    /// Indices below were looked at by the marks.
    pub(super) scanned: usize,
    pub(super) marks: Marks<L>,
    /// Windows before the heaps from … to … begin behind a witness that a heap behind them needs: they prove nothing.
    pub(super) bad: Vec<(u64, u64)>,
    /// The same holds for all windows up to here, as far as is known.
    pub(super) forgotten: u64,
    /// The heaps when windows had this size first, and how many have been bad since.
    pub(super) enlarged: u64,
    pub(super) lost: u64,
    /// Codes of the heaps before the search began.
    pub(super) head: Vec<L>,
    /// The largest codes of even and of odd heaps, not counting those of `head`.
    pub(super) top: [usize; 2],
    reserved: u64,
}

impl<L: Lane> Search<L> {
    pub(super) fn new(mut sparse: Sparse<L>, near: usize) -> Option<Self> {
        let v = sparse.codes.len();
        // windows reach to the last rare heap anyway
        let near = near.min(v / 8).max(sparse.rares.last().min(v / 2));
        let size = Self::window_size(&sparse, near);
        let kept = v.checked_sub(size)?;
        // both parts of the code must do without heaps that meet two rares
        if kept < sparse.rares.last().max(near) + sparse.shape.last + 2 * BLOCK || near < BLOCK {
            return None;
        }
        let splits = sparse.shape.splits.len();
        sparse.witnesses.streaming = Some(Box::new(Streaming::new(&sparse.codes, kept, near, splits)));
        let marks = Marks::new(size, (v as u64 / 8).min(4096));
        let head = sparse.codes.clone();
        let mut search = Search::of(sparse, head, marks);
        search.scanned = v;
        search.choose().then_some(())?;
        search.marks.snapshot(&search.sparse.codes, v, v as u64);
        Some(search)
    }

    pub(super) fn of(sparse: Sparse<L>, head: Vec<L>, marks: Marks<L>) -> Self {
        let enlarged = head.len() as u64;
        Search {
            sparse,
            cut: 0,
            scanned: 0,
            marks,
            bad: Vec::new(),
            forgotten: 0,
            enlarged,
            lost: 0,
            head,
            top: [0; 2],
            reserved: 0,
        }
    }

    /// Codes of a window: those that decide the next, and one more for the parity of a cut.
    fn window_size(sparse: &Sparse<L>, near: usize) -> usize {
        Self::reach(sparse, sparse.rares.last(), near)
    }

    /// The same where the last rare heap is this.
    pub(super) fn reach(sparse: &Sparse<L>, last: usize, near: usize) -> usize {
        let single = sparse.shape.singles.last().copied().unwrap_or(0);
        (last.max(near) + sparse.shape.last).max(single).max(2 * CONTEXT) + 2
    }

    /// Chooses the lists afresh; `false` if they reach too far all the same.
    pub(super) fn choose(&mut self) -> bool {
        let near = self.sparse.witnesses.streaming.as_deref().map_or(0, |s| s.near);
        if L::LIMIT == 256 {
            self.sparse.choose();
        }
        self.sparse.witnesses.within(near);
        self.sparse.witnesses.reach() <= near
    }

    pub(super) fn heaps(&self) -> u64 {
        self.cut + self.sparse.codes.len() as u64
    }

    pub(super) fn kept(&self) -> usize {
        self.sparse.witnesses.streaming.as_deref().map_or(0, |s| s.kept)
    }

    pub(super) fn memory(&self) -> u64 {
        let held = 2 * self.kept() + self.marks.size + RUN + 2 * SCAN;
        // the codes, their mirror, and those of two cursors
        ((4 * held + self.head.len()) * size_of::<L>()) as u64 + Marks::<L>::bytes(self.marks.size)
    }

    pub(super) fn advance(&mut self, size: u64, goal: u64, cx: &Context) -> Result<Progress, Stopped> {
        let memory = self.memory();
        if memory > self.reserved {
            cx.reserve(memory - self.reserved)?;
            self.reserved = memory;
        }
        loop {
            if let Some((old, new)) = self.look() {
                return self.found(old, new, cx).map(Progress::Found);
            }
            let heaps = self.heaps();
            if heaps >= size {
                return Ok(Progress::Reached);
            }
            if !self.tidy() {
                return Ok(Progress::Undecided(heaps));
            }
            cx.progress(heaps, Some(goal));
            let until = self.sparse.codes.len() + (size - heaps).min(SCAN as u64) as usize;
            if self.run(until, cx)? != Step::Common {
                return Ok(Progress::Undecided(self.heaps()));
            }
        }
    }

    /// Computes codes up to this index.
    pub(super) fn run(&mut self, until: usize, cx: &Context) -> Result<Step, Stopped> {
        let each = 1 + self.sparse.rares.heaps.len() as u64 / 4;
        while self.sparse.codes.len() < until {
            let v = self.sparse.codes.len();
            let step = if L::LIMIT == 256 { self.sparse.block(until) } else { self.sparse.step() };
            cx.tick((self.sparse.codes.len() - v) as u64 * each)?;
            if let Some(stream) = self.sparse.witnesses.streaming.as_deref_mut()
                && !stream.far.is_empty()
            {
                // no window before `to` that begins behind b; `from` is the first heap that such a window stands before
                let (size, cut) = (self.marks.size as u64 - 1, self.cut);
                let bad = stream.far.drain(..).map(|(n, b)| (cut + b as u64 + size + 1, cut + n as u64));
                self.bad.extend(bad.filter(|(from, to)| from <= to));
            }
            if step != Step::Common {
                return Ok(step);
            }
        }
        Ok(Step::Common)
    }

    /// Looks at the new codes.
    fn look(&mut self) -> Option<(u64, u64)> {
        let heap = self.cut + self.scanned as u64;
        largest(&self.sparse.codes[self.scanned..], heap, &mut self.top);
        let position = self.sparse.space.position;
        let new = self.bad.partition_point(|&(_, to)| to < heap);
        let bad = &self.bad[new..];
        let is_bad = |at: u64| bad.iter().any(|&(from, to)| from <= at && at <= to);
        // windows that were bad before are gone
        let admits = |old: u64, new: u64| !is_bad(old) && (!position || (new - old).is_multiple_of(2));
        let found = self.marks.scan(&self.sparse.codes, self.scanned, heap, admits);
        if found.is_none() && !bad.is_empty() {
            self.marks.purge(is_bad);
            self.lost += bad.iter().map(|&(from, to)| (to + 1).saturating_sub(from)).max().unwrap_or(0);
        }
        if self.bad.len() > MOST_BAD {
            let to = self.bad[self.bad.len() - MOST_BAD / 2].1;
            self.forgotten = to;
            self.bad.retain(|b| b.1 > to);
        }
        self.scanned = self.sparse.codes.len();
        found
    }

    /// May the window before this heap prove something?
    pub(super) fn is_good(&self, at: u64) -> bool {
        at > self.forgotten
            && at >= self.head.len() as u64
            && !self.bad.iter().any(|&(from, to)| from <= at && at <= to)
    }

    /// Cuts, chooses lists, enlarges windows when it is time; `false`: not enough is kept for larger windows.
    fn tidy(&mut self) -> bool {
        let (v, heaps) = (self.sparse.codes.len(), self.heaps());
        let kept = self.kept();
        // most windows of this size prove nothing
        let since = heaps - self.enlarged;
        if since > 1 << 16 && self.lost > since / 2 {
            let most = kept - self.sparse.shape.last - 2 * BLOCK;
            let Some(stream) = self.sparse.witnesses.streaming.as_deref_mut() else { return false };
            let near = (4 * stream.near).min(most);
            if near <= stream.near {
                return false;
            }
            let size = Self::window_size(&self.sparse, near);
            // a few codes more first
            if v > kept + size {
                if let Some(stream) = self.sparse.witnesses.streaming.as_deref_mut() {
                    stream.near = near;
                }
                (self.enlarged, self.lost) = (heaps, 0);
                self.bad.clear();
                self.forgotten = heaps;
                self.marks.restart(size);
                self.marks.snapshot(&self.sparse.codes, v, self.cut + v as u64);
            }
            return true;
        }
        // so much that every heap in front of the cut has partners behind it
        let tail = self.marks.size.max(kept + self.sparse.shape.last + 2);
        if v < kept + tail + RUN {
            return true;
        }
        let out = (v - kept - tail) & !1;
        self.sparse.codes.copy_within(kept + out.., kept);
        self.sparse.codes.truncate(v - out);
        self.cut += out as u64;
        self.scanned -= out;
        self.sparse.lists.crossed == 0 || self.choose()
    }
}

/// Takes the largest codes of even and of odd heaps into account.
fn largest<L: Lane>(codes: &[L], first: u64, top: &mut [usize; 2]) {
    let mut most = [L::default(); 32];
    let (groups, rest) = codes.as_chunks::<32>();
    for group in groups {
        for (most, &code) in most.iter_mut().zip(group) {
            *most = (*most).max(code);
        }
    }
    for (i, &code) in most.iter().enumerate().chain(rest.iter().enumerate()) {
        let parity = (first + i as u64) as usize & 1;
        top[parity] = top[parity].max(code.get());
    }
}

/// The error of a search whose undecided heap is beyond what can be stored.
pub(super) fn undecided(heap: u64, cx: &Context) -> Stopped {
    cx.engine_limit(Spent::Memory, format!("the values of {heap} heaps at once, to decide the next"))
}
