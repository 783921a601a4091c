//! Grundy values where every play is finite: the value is the mex of the followers' values.
//!
//! A. B. Kahn's order (*Topological sorting of large networks*, Comm. ACM 5, 1962): a vertex is ready when the last of
//! its followers has its value.
//!
//! ```text
//! stack := vertices without followers
//! pop v:  for each predecessor p:  mask[p] |= 1 << value(v);  count[p] −= 1;  at 0: value(p) = mex(mask[p]), push p
//! ```
//!
//! Every arc is looked at once. What is never popped can reach a cycle, and has no value by mex.

use grundy_core::Result;
use grundy_core::{Context, Stopped};

use crate::high::{High, IN_MASK};
use crate::{BLOCK, NONE, Reverse};

/// What a vertex waits for: 12 bytes, so that one arc is one cache miss.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Record {
    /// Before: the followers' values below 64, the lower half first. After: the value, and the next ready vertex.
    pub(crate) mask: [u32; 2],
    /// Followers without a value; 0 exactly for those that have one.
    pub(crate) count: u32,
}

impl Record {
    /// The followers' values below 64.
    pub(crate) fn mask(&self) -> u64 {
        u64::from(self.mask[0]) | u64::from(self.mask[1]) << 32
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
    /// The budget; cancelled.
    pub fn of(graph: &Reverse, cx: &Context) -> Result<GrundyValues> {
        let vertices = graph.vertices();
        let mut labelled = 0;
        let (records, _) = peel(graph, false, &mut [], cx, |_, _| labelled += 1)?;
        let mut values: Vec<u32> = records.into_iter().map(|r| if r.count == 0 { r.mask[0] } else { NONE }).collect();
        values.shrink_to_fit();
        cx.release(8 * vertices as u64);
        Ok(GrundyValues { values, labelled })
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
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.values.iter().map(|&value| (value != NONE).then_some(value))
    }
}

/// Peels the graph and calls `visit(vertex, value)` in an order in which followers come first. Returns what the other
/// vertices know of their followers.
///
/// Without `all`, values above the out-degree of a vertex are not kept for it: they change no mex. `remoteness`, if not
/// empty, is full of zeros and gets the remoteness in normal play of each vertex that is visited: one pass then does the
/// work of two, a third faster than they are.
pub(crate) fn peel(
    graph: &Reverse,
    all: bool,
    remoteness: &mut [u32],
    cx: &Context,
    mut visit: impl FnMut(u32, u32),
) -> Result<(Vec<Record>, High), Stopped> {
    cx.enter("values of a graph");
    cx.reserve(12 * graph.vertices() as u64)?;
    let mut high = High::default();
    let mut records: Vec<Record> = graph.out_degrees().iter().map(|&count| Record { mask: [0, 0], count }).collect();
    let mut ready = NONE;
    for (v, record) in records.iter_mut().enumerate().rev() {
        if record.count == 0 {
            record.mask = [0, ready];
            ready = v as u32;
        }
    }
    let (mut done, mut block) = (0u64, [0; BLOCK]);
    loop {
        let mut taken = 0;
        while let (Some(record), Some(place)) = (records.get(ready as usize), block.get_mut(taken)) {
            *place = ready;
            ready = record.mask[1];
            taken += 1;
        }
        let block = block.get(..taken).unwrap_or_default();
        if block.is_empty() {
            break;
        }
        graph.fetch(block);
        for &v in block {
            let value = records.get(v as usize).map_or(0, |record| record.mask[0]);
            visit(v, value);
            let predecessors = graph.predecessors(v);
            cx.tick(1 + predecessors.len() as u64)?;
            done += 1;
            if done.is_multiple_of(1 << 20) {
                cx.progress(done, Some(records.len() as u64));
            }
            if let Some(&lasts) = remoteness.get(v as usize) {
                if lasts % 2 == 0 {
                    // v is P: its predecessors win, and hurry
                    for &p in predecessors {
                        if let Some(known) = remoteness.get_mut(p as usize) {
                            *known = if *known % 2 == 1 { (lasts + 1).min(*known) } else { lasts + 1 };
                        }
                    }
                } else {
                    for &p in predecessors {
                        if let Some(known) = remoteness.get_mut(p as usize) {
                            *known = if *known % 2 == 1 { *known } else { (lasts + 1).max(*known) };
                        }
                    }
                }
            }
            // values from 64 on leave the mask alone
            let bits = if value < IN_MASK { 1u64 << value } else { 0 };
            let (low, up) = (bits as u32, (bits >> 32) as u32);
            for &p in predecessors {
                if bits == 0 {
                    let useful = graph.out_degrees().get(p as usize).is_some_and(|&degree| value <= degree);
                    if all || useful {
                        high.insert(p, value, cx)?;
                    }
                }
                let Some(record) = records.get_mut(p as usize) else { continue };
                record.mask[0] |= low;
                record.mask[1] |= up;
                record.count -= 1;
                if record.count == 0 {
                    let mut mex = record.mask().trailing_ones();
                    if mex == IN_MASK {
                        mex = high.mex(p);
                    }
                    if value >= IN_MASK || mex >= IN_MASK {
                        high.forget(p, cx);
                    }
                    record.mask = [mex, ready];
                    ready = p;
                }
            }
        }
    }
    Ok((records, high))
}
