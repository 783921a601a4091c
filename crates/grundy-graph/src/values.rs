//! Values: by mex where every play is finite, and Smith's labels on and behind cycles.
//!
//! **Mex**, in the order of A. B. Kahn (*Topological sorting of large networks*, Comm. ACM 5, 1962): a vertex is ready when
//! the last of its followers has its value.
//!
//! ```text
//! ready := vertices without followers
//! take v:  for each predecessor p:  mask[p] |= 1 << value(v);  count[p] −= 1;  at 0: value(p) = mex(mask[p]), p is ready
//! ```
//!
//! What is never taken can reach a cycle, and has no value by mex.
//!
//! **Smith's labels**: a vertex u gets the label k when k = mex of the labels among its followers and every follower v
//! without a label *reverts*: v has a follower labelled k already. Labels are given out for k = 0, 1, 2, …; what gets none
//! is ∞(K), K the labels among its followers. (Smith 1966; Fraenkel–Perl 1975; Fraenkel–Yesha 1986.)
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

use grundy_core::{Context, Result};

use crate::NONE;
use crate::high::{High, IN_MASK};
use crate::kernel::{Rows, Rule, Turns, spread};

/// In a count: the vertex has its label, and nothing else is needed of it any more.
const LABELLED: u32 = 1 << 31;

/// What a vertex waits for: 12 bytes, so that one arc is one cache miss. Records of 16 aligned bytes were about 10 %
/// slower: the smaller table stays longer in the cache.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// The followers' values below 64, the lower half first; with a label: the label.
    mask: [u32; 2],
    /// Followers without a label, or [`LABELLED`].
    count: u32,
}

impl Record {
    #[inline]
    fn mask(self) -> u64 {
        u64::from(self.mask[0]) | u64::from(self.mask[1]) << 32
    }

    #[inline]
    fn label(self) -> u32 {
        if self.count == LABELLED { self.mask[0] } else { NONE }
    }
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Mex, in Kahn's order.
    Finite,
    /// Telling labels that an earlier run gave in stages.
    Known,
    /// Smith's stage k.
    Smith(u32),
}

/// For each vertex its label or, until it has one, the set of its followers' labels. 12 bytes, 24 during Smith's stages.
#[derive(Debug, Clone)]
pub struct Values {
    records: Vec<Record>,
    high: High,
    stage: Stage,
    /// Whether some labels were known beforehand.
    known: bool,
    /// In a stage: followers without a label that do not revert; for who cannot get the label, a number that never falls
    /// to 0.
    blocked: Vec<u32>,
    /// Without a label when the stage began.
    rest: Vec<u32>,
    /// When each label was given, if that is asked for.
    counters: Vec<u32>,
    /// How many labels were told.
    time: u32,
}

impl Values {
    /// Room for so many vertices, none of which is there yet.
    #[must_use]
    pub fn with_capacity(vertices: usize) -> Values {
        Values {
            records: Vec::with_capacity(vertices),
            high: High::default(),
            stage: Stage::Finite,
            known: false,
            blocked: Vec::new(),
            rest: Vec::new(),
            counters: Vec::new(),
            time: 0,
        }
    }

    /// The values of a graph, by mex: 12 bytes a vertex.
    pub(crate) fn finite(graph: &impl Rows, cx: &Context) -> Result<Values> {
        let mut values = Values::new(graph, cx)?;
        let mut turns = Turns::default();
        values.terminals(&mut turns);
        spread(graph, &mut values, &mut turns, cx)?;
        Ok(values)
    }

    /// The records of a graph.
    pub(crate) fn new(graph: &impl Rows, cx: &Context) -> Result<Values> {
        cx.enter("values of a graph");
        cx.reserve(12 * graph.vertices() as u64)?;
        let mut values = Values::with_capacity(graph.vertices());
        let mut many = false;
        graph.degrees(|_, degree, _| {
            many |= degree >= LABELLED;
            values.add(degree);
        })?;
        if many { Err(crate::too_many_followers().into()) } else { Ok(values) }
    }

    /// Counts when labels are given from here on: 4 bytes a vertex.
    pub(crate) fn count(&mut self) {
        self.counters = vec![NONE; self.records.len()];
    }

    /// When the label of `v` was given; [`NONE`] if it has none.
    #[inline]
    pub(crate) fn counter(&self, v: u32) -> u32 {
        self.counters.get(v as usize).copied().unwrap_or(NONE)
    }

    /// How many labels were told so far.
    #[must_use]
    pub fn told(&self) -> u32 {
        self.time
    }

    /// The next vertex: no label, and so many followers without one, fewer than 2^31.
    #[inline]
    pub fn add(&mut self, degree: u32) {
        self.records.push(Record { mask: [0, 0], count: degree });
    }

    /// The vertices without followers get the value 0; the least is taken first.
    pub fn terminals(&mut self, turns: &mut Turns) {
        for (v, record) in self.records.iter_mut().enumerate().rev().filter(|(_, record)| record.count == 0) {
            *record = Record { mask: [0, 0], count: LABELLED };
            turns.ready.push(v as u32);
        }
    }

    /// All labels in the order of the vertices; [`NONE`] where there is none.
    #[must_use]
    pub fn labels(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.records.iter().map(|record| record.label())
    }

    /// The labels alone.
    pub(crate) fn into_labels(self) -> Vec<u32> {
        let mut labels: Vec<u32> = self.records.into_iter().map(Record::label).collect();
        labels.shrink_to_fit();
        labels
    }

    /// The label of `p` is known before its followers have told theirs, unless it has one; was that new?
    pub fn know(&mut self, p: u32, label: u32) -> bool {
        self.known = true;
        self.put(p, label)
    }

    /// Labels `p`, unless it has a label.
    #[inline]
    fn put(&mut self, p: u32, label: u32) -> bool {
        match self.records.get_mut(p as usize) {
            Some(record) if record.count != LABELLED => {
                *record = Record { mask: [label, 0], count: LABELLED };
                self.high.forget(p);
                true
            }
            _ => false,
        }
    }

    /// The labels among the followers of a vertex without a label, ascending: K.
    #[must_use]
    pub fn set(&self, p: u32) -> Vec<u32> {
        let record = self.records.get(p as usize).filter(|record| record.count != LABELLED);
        let mask = record.map_or(0, |record| record.mask());
        let low = (0..IN_MASK).filter(|k| mask >> k & 1 == 1);
        low.chain(self.high.list(p)).collect()
    }

    /// The finite plays are labelled. What an earlier run labelled in stages is told now, before the first stage. 8 bytes
    /// a vertex.
    pub fn begin_stages(&mut self) {
        self.stage = Stage::Known;
        self.blocked = vec![NONE; self.records.len()];
        self.rest = (0..).zip(self.labels()).filter(|&(_, label)| label == NONE).map(|(v, _)| v).collect();
    }

    /// Prepares stage k. Is any vertex eligible for a label from k on, and can any get k? If not, nobody has a turn.
    pub fn begin_stage(&mut self, k: u32, turns: &mut Turns) -> (bool, bool) {
        self.stage = Stage::Smith(k);
        let (mut eligible, mut candidates) = (false, false);
        let mut rest = std::mem::take(&mut self.rest);
        let (records, blocked) = (self.records.as_slice(), self.blocked.as_mut_slice());
        rest.retain(|&v| records.get(v as usize).is_some_and(|record| record.count != LABELLED));
        for &v in &rest {
            let (Some(record), Some(blocked)) = (records.get(v as usize), blocked.get_mut(v as usize)) else {
                continue;
            };
            let mask = record.mask();
            let mex = match mask.trailing_ones() {
                IN_MASK => self.high.mex(v),
                mex => mex,
            };
            let sees = if k < IN_MASK { mask >> k & 1 == 1 } else { self.high.contains(v, k) };
            let can = mex >= k && !sees;
            eligible |= mex >= k;
            candidates |= can;
            *blocked = if can { record.count } else { NONE };
            // some see k among the vertices that Kahn's order has labelled
            if sees {
                turns.reverting.push(v);
            }
            if *blocked == 0 {
                turns.ready.push(v);
            }
        }
        self.rest = rest;
        (eligible, candidates)
    }

    /// Gives back what only stages need.
    pub(crate) fn end_stages(&mut self) {
        (self.blocked, self.rest) = (Vec::new(), Vec::new());
    }

    /// A follower of all these vertices got a value; who has no other follower without one is labelled by mex. `KNOWN`:
    /// some of them may have a label already, which costs a look at each.
    #[inline]
    fn settle<const KNOWN: bool>(&mut self, predecessors: &[u32], value: u32, turns: &mut Turns) {
        if value >= IN_MASK {
            // such values leave the mask alone
            for &p in predecessors {
                self.high.insert(p, value);
            }
        }
        let bits = if value < IN_MASK { 1u64 << value } else { 0 };
        let (low, up) = (bits as u32, (bits >> 32) as u32);
        let (records, high) = (self.records.as_mut_slice(), &mut self.high);
        let large = !high.is_empty();
        for &p in predecessors {
            let Some(record) = records.get_mut(p as usize) else { continue };
            if KNOWN && record.count == LABELLED {
                continue;
            }
            record.mask[0] |= low;
            record.mask[1] |= up;
            record.count = record.count.wrapping_sub(1);
            if record.count == 0 {
                let mut mex = record.mask().trailing_ones();
                if large {
                    mex = high.settle(p, mex);
                }
                *record = Record { mask: [mex, 0], count: LABELLED };
                turns.ready.push(p);
            }
        }
    }
}

/// A follower of `p` got this label: is it the first with this one? No, if `p` has its own already.
#[inline]
fn hear(records: &mut [Record], high: &mut High, p: u32, label: u32) -> bool {
    let Some(record) = records.get_mut(p as usize).filter(|record| record.count != LABELLED) else {
        return false;
    };
    // a file with forged degrees gives wrong labels, but no fault
    record.count = record.count.wrapping_sub(1);
    if label >= IN_MASK {
        return high.insert(p, label);
    }
    let (bits, before) = (1u64 << label, record.mask());
    record.mask = [record.mask[0] | bits as u32, record.mask[1] | (bits >> 32) as u32];
    before & bits == 0
}

impl Rule for Values {
    type Label = u32;

    fn newest_first(&self) -> bool {
        self.stage == Stage::Finite
    }

    #[inline]
    fn begin(&mut self, v: u32) {
        if let Stage::Smith(k) = self.stage {
            self.put(v, k);
            if let Some(blocked) = self.blocked.get_mut(v as usize) {
                *blocked = NONE;
            }
        }
        if let Some(counter) = self.counters.get_mut(v as usize) {
            *counter = self.time;
        }
        self.time += 1;
    }

    #[inline]
    fn label(&self, v: u32) -> u32 {
        self.records.get(v as usize).map_or(NONE, |record| record.label())
    }

    #[inline]
    fn tell(&mut self, predecessors: &[u32], label: u32, turns: &mut Turns) {
        match self.stage {
            Stage::Finite if self.known => self.settle::<true>(predecessors, label, turns),
            Stage::Finite => self.settle::<false>(predecessors, label, turns),
            Stage::Known => {
                for &p in predecessors {
                    hear(&mut self.records, &mut self.high, p, label);
                }
            }
            Stage::Smith(_) => {
                let Values { records, high, blocked, .. } = self;
                let (records, blocked) = (records.as_mut_slice(), blocked.as_mut_slice());
                for &p in predecessors {
                    if hear(records, high, p, label) {
                        if let Some(blocked) = blocked.get_mut(p as usize) {
                            *blocked = NONE;
                        }
                        turns.reverting.push(p);
                    }
                }
            }
        }
    }

    /// They are no longer held up by a vertex that reverts.
    #[inline]
    fn revert(&mut self, predecessors: &[u32], turns: &mut Turns) {
        let (blocked, records) = (self.blocked.as_mut_slice(), self.records.as_slice());
        for &q in predecessors {
            if let Some(count) = blocked.get_mut(q as usize) {
                *count = count.wrapping_sub(1);
                if *count == 0 && records.get(q as usize).is_some_and(|record| record.count != LABELLED) {
                    turns.ready.push(q);
                }
            }
        }
    }

    #[inline]
    fn fetch(&self, vertices: &[u32]) {
        // both ends: one record in eight is on two lines of the cache
        let ends = |v: u32| self.records.get(v as usize).map_or(0, |record| record.mask[0] ^ record.count);
        std::hint::black_box(vertices.iter().fold(0, |sum, &v| sum ^ ends(v)));
    }

    #[inline]
    fn charge(&mut self) -> u64 {
        self.high.charge()
    }
}

/// The Grundy value of each vertex from which every play is finite.
#[derive(Debug, Clone)]
pub struct GrundyValues {
    values: Vec<u32>,
    labelled: usize,
}

impl GrundyValues {
    /// Labels the graph. 12 bytes a vertex, 4 of them stay.
    ///
    /// # Errors
    /// Rows that cannot be read; the budget.
    pub fn of(graph: &impl Rows, cx: &Context) -> Result<GrundyValues> {
        let values = Values::finite(graph, cx)?;
        let labelled = values.told() as usize;
        cx.release(8 * graph.vertices() as u64);
        Ok(GrundyValues { values: values.into_labels(), labelled })
    }

    /// The value of `v`; none if a play from it may go on for ever, or if it is no vertex.
    #[must_use]
    pub fn get(&self, v: u32) -> Option<u32> {
        self.values.get(v as usize).copied().filter(|&value| value != NONE)
    }

    /// Whether every vertex has a value: the graph has no cycle.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.labelled == self.values.len()
    }

    /// How many vertices have a value.
    #[must_use]
    pub fn labelled(&self) -> usize {
        self.labelled
    }

    /// All values in the order of the vertices.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.values.iter().map(|&value| (value != NONE).then_some(value))
    }
}
