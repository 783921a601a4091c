//! What can be reached, as a graph of numbered vertices.
//!
//! Vertices are found breadth-first from the starts and numbered as they are found; the followers of vertex 0 are
//! gathered first, then those of vertex 1, so the arcs lie in compressed rows (CSR) from the beginning:
//!
//! ```text
//! vertices  a b c d
//! offsets   0 2 3 3 …        followers of b: targets[2..3]
//! targets   1 2 3 …
//! ```
//!
//! Growing again from another start keeps everything that was found before. Cost: the options of every vertex once,
//! a hash of each arc's end; per vertex its own size and about 90 bytes, per arc 4 bytes; while the options of one
//! vertex are gathered, their list, which is charged option by option: one vertex may have more than memory holds.

use std::hash::Hash;
use std::sync::Arc;

use grundy_core::{
    Context, Result, Spent, Stopped,
    context::{ALLOCATION, Hold},
};
use rustc_hash::FxHashMap;

/// Appends the followers of a vertex, each with the bytes that it keeps on the heap.
pub(crate) type Options<'a, V> = dyn FnMut(&V, &mut Found<'_, V>) -> Result<()> + 'a;

/// The followers of one vertex while they are gathered, charged to the budget as they come.
#[derive(Debug)]
pub(crate) struct Found<'a, V> {
    list: Vec<(V, u64)>,
    hold: Hold<'a>,
}

impl<'a, V> Found<'a, V> {
    fn new(cx: &'a Context) -> Self {
        Found { list: Vec::new(), hold: Hold::new(cx) }
    }

    /// Appends a follower that keeps so many bytes on the heap.
    ///
    /// # Errors
    /// A spent budget of memory.
    pub(crate) fn push(&mut self, vertex: V, bytes: u64) -> Result<(), Stopped> {
        self.hold.room(&mut self.list)?;
        self.hold.more(bytes + ALLOCATION)?;
        self.list.push((vertex, bytes));
        Ok(())
    }
}

/// The vertices and arcs found so far.
#[derive(Debug)]
pub(crate) struct Expansion<V> {
    numbers: FxHashMap<Arc<V>, u32>,
    vertices: Vec<Arc<V>>,
    offsets: Vec<usize>,
    targets: Vec<u32>,
    /// What was charged for the vertices.
    charged: u64,
}

impl<V> Default for Expansion<V> {
    fn default() -> Self {
        Expansion {
            numbers: FxHashMap::default(),
            vertices: Vec::new(),
            offsets: vec![0],
            targets: Vec::new(),
            charged: 0,
        }
    }
}

/// Bytes that a vertex takes beside its own data.
const BYTES: u64 = 90;

impl<V: Eq + Hash> Expansion<V> {
    /// The number of a vertex that was met.
    pub(crate) fn number(&self, vertex: &V) -> Option<u32> {
        self.numbers.get(vertex).copied()
    }

    /// The number of a vertex, which gets one if it is new. `bytes` is what it keeps on the heap.
    ///
    /// # Errors
    /// A spent budget of memory, or 2^32 vertices.
    pub(crate) fn add(&mut self, vertex: V, bytes: u64, cx: &Context) -> Result<u32> {
        if let Some(number) = self.number(&vertex) {
            return Ok(number);
        }
        let number = u32::try_from(self.vertices.len())
            .ok()
            .filter(|&n| n < u32::MAX)
            .ok_or_else(|| cx.engine_limit(Spent::Memory, "more than 2^32 vertices"))?;
        let bytes = BYTES + size_of::<V>() as u64 + bytes + ALLOCATION;
        cx.reserve(bytes)?;
        self.charged += bytes;
        let vertex = Arc::new(vertex);
        self.vertices.push(Arc::clone(&vertex));
        self.numbers.insert(vertex, number);
        Ok(number)
    }

    /// Gathers the followers of everything that was met until nothing is new. `options` appends the followers of a
    /// vertex, each with the bytes that it keeps on the heap, once or more often.
    ///
    /// # Errors
    /// Those of `options`, or a spent budget. What was gathered is kept, and growing can go on.
    pub(crate) fn grow(&mut self, cx: &Context, options: &mut Options<'_, V>) -> Result<()> {
        let mut found = Found::new(cx);
        let mut row = Vec::new();
        while !self.is_closed() {
            let vertex = Arc::clone(&self.vertices[self.expanded()]);
            row.clear();
            cx.tick(1)?;
            options(&vertex, &mut found)?;
            for (vertex, bytes) in found.list.drain(..) {
                found.hold.less(bytes + ALLOCATION);
                row.push(self.add(vertex, bytes, cx)?);
            }
            row.sort_unstable();
            row.dedup();
            cx.reserve(4 * row.len() as u64 + 8)?;
            self.targets.extend_from_slice(&row);
            self.offsets.push(self.targets.len());
            if self.expanded().is_multiple_of(4096) {
                cx.progress(self.expanded() as u64, None);
            }
        }
        Ok(())
    }

    /// So many vertices have their followers gathered: those with the smallest numbers.
    pub(crate) fn expanded(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Are the followers of all vertices known?
    pub(crate) fn is_closed(&self) -> bool {
        self.expanded() == self.vertices.len()
    }

    /// The vertices in the order in which they were met.
    pub(crate) fn vertices(&self) -> &[Arc<V>] {
        &self.vertices
    }

    /// Where the followers of each expanded vertex begin, and where those of the last one end.
    pub(crate) fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The followers of all expanded vertices, row by row, each row ascending.
    pub(crate) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// The arcs alone: offsets and targets. What the vertices took is given back.
    pub(crate) fn into_rows(self, cx: &Context) -> (Vec<usize>, Vec<u32>) {
        cx.release(self.charged);
        (self.offsets, self.targets)
    }
}
