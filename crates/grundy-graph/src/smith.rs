//! Smith's values: a Grundy function for graphs with cycles.
//!
//! A vertex u gets the label k when k = mex of the labels among its followers and every follower v without a label
//! *reverts*: v has a follower labelled k already. Labels are given out for k = 0, 1, 2, …; what gets none is ∞(K), K the
//! labels among its followers. (Smith 1966; Fraenkel–Perl 1975; Fraenkel–Yesha 1986.)
//!
//! ```text
//! first      Kahn's order labels all vertices from which every play is finite: mex is Smith's label there
//! for k = 0, 1, 2, …   over the vertices that have no label yet
//!     eligible: the labels 0 … k−1 occur among the followers
//!     p *reverts* as soon as one follower has label k (then it cannot get label k itself)
//!     an eligible vertex that does not revert gets label k when all its followers without a label < k revert
//! until nobody is eligible
//! ```
//!
//! The first step only saves time. A vertex that has the final label j > k has a follower labelled k and would revert in
//! stage k, one with label j < k would have it before: so it never holds up another vertex, and only its label counts,
//! which stands in the masks.
//! A label k needs labels 0 … k−1 below it, so with L the largest there are at most L + 2 stages.
//!
//! A vertex that is ready never sees the label of its stage before it gets it: suppose that x, with the label, is the first
//! follower that tells a ready w. When w became ready x reverted, so x saw the label before it got it, and was told while
//! ready itself, earlier than w; and so on for ever. So no order among ready and reverting vertices matters.
//!
//! The **counter** is the time at which a label was given. If u has label m, a follower of u with a greater label or
//! none has a follower labelled m whose counter is smaller than that of u: that is the reply which ends the play.

use grundy_core::Context;
use grundy_core::Convention;
use grundy_core::Loopy;
use grundy_core::Result;
use grundy_core::Theorem;

use crate::grundy::{Record, peel};
use crate::high::{High, IN_MASK};
use crate::outcome::Outcomes;
use crate::{BLOCK, NONE, Reverse};

/// Smith's labelling, and the sums of its values.
pub static SMITH: Theorem = Theorem {
    id: "smith-labelling",
    statement: "Smith's labelling of everything reachable: the value is the least number m that no option has, if every option without a smaller number can be answered by a move back to an m found before, and else ∞(K), K the numbers that can be moved to; a + b = a ⊕ b, a + ∞(K) = ∞({a ⊕ k}), ∞(K) + ∞(L) = ∞(∅)",
    reference: "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1, 1966; A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles, Colloq. Math. Soc. János Bolyai 10, 1975",
};

/// The value of a vertex: finite, or infinite with the set K of finite values among the followers.
///
/// ```
/// use grundy_core::Outcome;
/// use grundy_graph::LoopyValue;
///
/// let sum = &LoopyValue::Finite(3) + &LoopyValue::Infinite(vec![1, 3]);
/// assert_eq!(sum, LoopyValue::Infinite(vec![0, 2]));
/// assert_eq!(sum.outcome(), Outcome::Next);
/// assert_eq!(sum.to_string(), "∞{0,2}");
/// ```
pub type LoopyValue = Loopy<u32>;

/// The loopy value of each vertex, and the counters for winning play.
#[derive(Debug, Clone)]
pub struct SmithValues {
    values: Vec<u32>,
    counters: Vec<u32>,
    records: Vec<Record>,
    high: High,
    infinite: usize,
    /// So many vertices were labelled in Kahn's order: theirs are the smallest counters.
    finite_plays: u32,
    passes: u32,
}

impl SmithValues {
    /// Labels the graph: one pass in Kahn's order, then at most (largest value + 2) passes over the vertices on and
    /// behind cycles. 24 bytes a vertex and 12 for each on or behind a cycle, 20 of them stay.
    ///
    /// # Errors
    /// The budget; cancelled.
    pub fn of(graph: &Reverse, cx: &Context) -> Result<SmithValues> {
        SmithValues::peeled(graph, &mut [], cx)
    }

    /// The same, and the outcomes of normal play; on a graph without cycles both come from one pass.
    ///
    /// # Errors
    /// The budget; cancelled.
    pub fn with_outcomes(graph: &Reverse, cx: &Context) -> Result<(SmithValues, Outcomes)> {
        let bytes = 4 * graph.vertices() as u64;
        cx.reserve(bytes)?;
        let mut remoteness = vec![0; graph.vertices()];
        let values = SmithValues::peeled(graph, &mut remoteness, cx)?;
        if values.is_acyclic() {
            return Ok((values, Outcomes::known(remoteness)));
        }
        drop(remoteness);
        cx.release(bytes);
        let outcomes = Outcomes::of(graph, Convention::Normal, cx)?;
        Ok((values, outcomes))
    }

    fn peeled(graph: &Reverse, remoteness: &mut [u32], cx: &Context) -> Result<SmithValues> {
        let vertices = graph.vertices();
        cx.enter("Smith's values of a graph");
        cx.reserve(8 * vertices as u64)?;
        let mut values = vec![NONE; vertices];
        let mut counters = vec![NONE; vertices];
        let mut time = 0;
        let (records, high) = peel(graph, true, remoteness, cx, |v, value| {
            values[v as usize] = value;
            counters[v as usize] = time;
            time += 1;
        })?;
        let mut smith = SmithValues {
            values,
            counters,
            records,
            high,
            infinite: vertices - time as usize,
            finite_plays: time,
            passes: 0,
        };
        if smith.infinite > 0 {
            cx.enter("Smith's values of a graph");
            smith.loopy_part(graph, time, cx)?;
        }
        Ok(smith)
    }

    /// The value of `v`; ∞(∅) for what is no vertex.
    #[must_use]
    pub fn get(&self, v: u32) -> LoopyValue {
        self.finite(v).map_or_else(|| LoopyValue::Infinite(self.set(v)), LoopyValue::Finite)
    }

    /// The value of `v` if it is a number.
    #[must_use]
    #[inline]
    pub fn finite(&self, v: u32) -> Option<u32> {
        self.values.get(v as usize).copied().filter(|&value| value != NONE)
    }

    /// When the label of `v` was given, if it is finite: see the [module](self).
    #[must_use]
    pub fn counter(&self, v: u32) -> Option<u32> {
        self.counters.get(v as usize).copied().filter(|&counter| counter != NONE)
    }

    /// Whether every play from `v` is finite; if not, `v` lies on or behind a cycle.
    #[must_use]
    pub fn is_well_founded(&self, v: u32) -> bool {
        self.counter(v).is_some_and(|counter| counter < self.finite_plays)
    }

    /// Whether the graph has no cycle.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.finite_plays as usize == self.values.len()
    }

    /// How many vertices have an infinite value.
    #[must_use]
    pub fn infinite(&self) -> usize {
        self.infinite
    }

    /// How many passes were made over the part with cycles.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The set K of a vertex without a label.
    fn set(&self, v: u32) -> Vec<u32> {
        let mask = self.records.get(v as usize).map_or(0, Record::mask);
        let low = (0..IN_MASK).filter(|k| mask >> k & 1 == 1);
        low.chain(self.high.list(v).iter().copied()).collect()
    }

    /// Whether a follower of `v` has the label `k`.
    #[inline]
    fn sees(&self, v: u32, k: u32) -> bool {
        if k < IN_MASK {
            self.records.get(v as usize).is_some_and(|r| r.mask() >> k & 1 == 1)
        } else {
            self.high.contains(v, k)
        }
    }

    /// Whether all labels below `k` occur among the followers of `v`.
    fn eligible(&self, v: u32, k: u32) -> bool {
        let labels = self.records.get(v as usize).map_or(0, |r| r.mask().trailing_ones());
        labels >= k || labels == IN_MASK && self.high.mex(v) >= k
    }

    /// A follower of `p`, which has no label, got the label `k`; is it the first with this one?
    #[inline]
    fn tell(&mut self, p: u32, k: u32, cx: &Context) -> Result<bool> {
        let record = &mut self.records[p as usize];
        record.count -= 1;
        if k < IN_MASK {
            let word = &mut record.mask[(k / 32) as usize];
            let bit = 1 << (k % 32);
            let first = *word & bit == 0;
            *word |= bit;
            return Ok(first);
        }
        let first = !self.high.contains(p, k);
        self.high.insert(p, k, cx)?;
        Ok(first)
    }

    fn loopy_part(&mut self, graph: &Reverse, mut time: u32, cx: &Context) -> Result<()> {
        let vertices = self.values.len();
        let reserved = 4 * vertices as u64 + 12 * self.infinite as u64;
        cx.reserve(reserved)?;
        let mut rest: Vec<u32> = (0..vertices as u32).filter(|&v| self.finite(v).is_none()).collect();
        // followers without a label that do not revert; for who cannot get the label, a number that never falls to 0
        let mut blocked = vec![NONE; vertices];
        // to be labelled; see the label of this stage, and their predecessors are not told
        let (mut ready, mut reverting) = (Vec::new(), Vec::new());
        let mut room = [0; BLOCK];
        for k in 0.. {
            let (mut eligible, mut candidates) = (false, false);
            for &v in &rest {
                let reached = self.eligible(v, k);
                let can = reached && !self.sees(v, k);
                eligible |= reached;
                candidates |= can;
                blocked[v as usize] = if can { self.records[v as usize].count } else { NONE };
            }
            if !eligible {
                break;
            }
            if !candidates {
                continue;
            }
            self.passes += 1;
            cx.progress((vertices - rest.len()) as u64, Some(vertices as u64));
            // who sees k among the vertices that Kahn's order has labelled
            reverting.extend(rest.iter().filter(|&&v| self.sees(v, k)));
            ready.extend(rest.iter().filter(|&&v| blocked[v as usize] == 0));
            loop {
                let block = take_last(&mut reverting, &mut room);
                if !block.is_empty() {
                    graph.fetch(block);
                    for &mut p in block {
                        let predecessors = graph.predecessors(p);
                        cx.tick(predecessors.len() as u64)?;
                        // p no longer blocks them
                        for &q in predecessors {
                            let count = &mut blocked[q as usize];
                            *count = count.wrapping_sub(1);
                            if *count == 0 && self.values[q as usize] == NONE {
                                ready.push(q);
                            }
                        }
                    }
                    continue;
                }
                let block = take_last(&mut ready, &mut room);
                if block.is_empty() {
                    break;
                }
                graph.fetch(block);
                for &mut v in block {
                    self.values[v as usize] = k;
                    self.counters[v as usize] = time;
                    time += 1;
                    blocked[v as usize] = NONE;
                    let predecessors = graph.predecessors(v);
                    cx.tick(1 + predecessors.len() as u64)?;
                    for &p in predecessors {
                        if self.values[p as usize] == NONE && self.tell(p, k, cx)? {
                            blocked[p as usize] = NONE;
                            reverting.push(p);
                        }
                    }
                }
            }
            rest.retain(|&v| self.values[v as usize] == NONE);
            self.infinite = rest.len();
        }
        cx.release(reserved);
        Ok(())
    }
}

/// Takes the last few vertices of a list.
fn take_last<'r>(list: &mut Vec<u32>, room: &'r mut [u32; BLOCK]) -> &'r mut [u32] {
    let left = list.len().saturating_sub(BLOCK);
    let last = list.get(left..).unwrap_or_default();
    let block = room.get_mut(..last.len()).unwrap_or_default();
    block.copy_from_slice(last);
    list.truncate(left);
    block
}
