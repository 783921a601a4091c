//! The reverse graph in compressed rows: for each vertex its predecessors, one after the other.
//!
//! ```text
//! arcs 2→0 1→0 2→1      offsets 0   2   3 3
//!                                |   |   |
//!                       sources  2 1 2           out-degrees 0 1 2
//! ```

use grundy_core::{Context, Diagnostic, ErrorKind, Result};

use crate::NONE;
use crate::lists::Lists;

/// An arc u → v: from a vertex to one that a move leads to.
pub type Arc = (u32, u32);

/// A finite directed graph, kept by predecessors, with the out-degrees. Vertices are 0 … n−1; an arc may occur twice
/// (labels do not depend on it, counts of arcs do), and a vertex may follow itself.
#[derive(Debug, Clone)]
pub struct Reverse {
    predecessors: Lists,
    out_degrees: Vec<u32>,
}

impl Reverse {
    /// The graph with these arcs.
    ///
    /// Counting sort: two passes over the arcs; 4 bytes an arc and 8 a vertex.
    ///
    /// # Errors
    /// An arc that names a vertex ≥ `vertices`; 2^32 − 1 vertices or arcs or more; the memory budget, the clock.
    pub fn from_arcs(vertices: usize, arcs: &[Arc], cx: &Context) -> Result<Reverse> {
        let mut counts = Counts::new(vertices, arcs.len(), cx)?;
        counts.count(arcs, cx)?;
        let mut graph = counts.graph();
        graph.place(arcs, cx)?;
        Ok(graph)
    }

    /// The same from several lists of arcs, each of which is given back to the system when it has been placed.
    ///
    /// # Errors
    /// As [`Reverse::from_arcs`].
    pub fn from_parts(vertices: usize, parts: Vec<Vec<Arc>>, cx: &Context) -> Result<Reverse> {
        let mut counts = Counts::new(vertices, parts.iter().map(Vec::len).sum(), cx)?;
        for part in &parts {
            counts.count(part, cx)?;
        }
        let mut graph = counts.graph();
        for part in parts {
            graph.place(&part, cx)?;
        }
        Ok(graph)
    }

    /// How many vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.out_degrees.len()
    }

    /// How many arcs, repeated ones counted each time.
    #[must_use]
    pub fn arcs(&self) -> usize {
        self.predecessors.total()
    }

    /// The vertices from which a move leads to `v`; empty for a vertex that is not there.
    #[must_use]
    #[inline]
    pub fn predecessors(&self, v: u32) -> &[u32] {
        self.predecessors.of(v as usize)
    }

    /// Looks at the lists of vertices that are about to be asked for: see [`Lists::fetch`].
    #[inline]
    pub(crate) fn fetch(&self, vertices: &[u32]) {
        self.predecessors.fetch(vertices.iter().map(|&v| v as usize));
    }

    /// How many arcs leave each vertex.
    #[must_use]
    pub fn out_degrees(&self) -> &[u32] {
        &self.out_degrees
    }

    /// The followers of some vertices, each list sorted and without repetition. One pass over all arcs, however many
    /// vertices are asked for.
    #[must_use]
    pub fn followers(&self, of: &[u32]) -> Vec<Vec<u32>> {
        let mut places = rustc_hash::FxHashMap::<u32, Vec<usize>>::default();
        for (i, &u) in of.iter().enumerate() {
            places.entry(u).or_default().push(i);
        }
        let mut found = vec![Vec::new(); of.len()];
        // a filter of one bit a vertex keeps the pass from looking every source up
        let mut asked = vec![0u64; self.vertices().div_ceil(64)];
        for &u in of {
            if let Some(word) = asked.get_mut(u as usize / 64) {
                *word |= 1 << (u % 64);
            }
        }
        for v in 0..self.vertices() as u32 {
            for &u in self.predecessors(v) {
                if asked.get(u as usize / 64).is_some_and(|word| word >> (u % 64) & 1 == 1) {
                    for &i in places.get(&u).into_iter().flatten() {
                        found[i].push(v);
                    }
                }
            }
        }
        found.iter_mut().for_each(Vec::dedup);
        found
    }

    /// Puts the arcs in their places.
    pub(crate) fn place(&mut self, arcs: &[Arc], cx: &Context) -> Result<()> {
        for block in arcs.chunks(BLOCK) {
            cx.check()?;
            self.predecessors.put(block.iter().map(|&(u, v)| (v as usize, u)));
        }
        Ok(())
    }
}

/// So many arcs between two looks at the clock.
const BLOCK: usize = 1 << 16;

/// Can a graph have so many?
pub(crate) fn fits(vertices: usize, arcs: usize) -> Result<()> {
    if vertices >= NONE as usize || arcs >= NONE as usize {
        let message = format!("a graph of {vertices} vertices and {arcs} arcs is too large");
        let limit = "fewer than 2^32 - 1 of each can be labelled";
        return Err(Diagnostic::new(ErrorKind::Unsupported, message).suggest(limit).into());
    }
    Ok(())
}

/// A graph whose arcs are counted and not yet placed.
#[derive(Debug)]
pub(crate) struct Counts {
    /// What arrives at v is counted at v + 1.
    pub(crate) arrivals: Vec<u32>,
    pub(crate) out_degrees: Vec<u32>,
    pub(crate) arcs: usize,
}

impl Counts {
    fn new(vertices: usize, arcs: usize, cx: &Context) -> Result<Counts> {
        cx.enter("game graph");
        fits(vertices, arcs)?;
        cx.reserve(4 * arcs as u64 + 8 * vertices as u64 + 4)?;
        Ok(Counts { arrivals: vec![0; vertices + 1], out_degrees: vec![0; vertices], arcs })
    }

    fn count(&mut self, arcs: &[Arc], cx: &Context) -> Result<()> {
        let arrivals = self.arrivals.get_mut(1..).unwrap_or_default();
        for block in arcs.chunks(BLOCK) {
            cx.tick(block.len() as u64)?;
            for &(u, v) in block {
                match (self.out_degrees.get_mut(u as usize), arrivals.get_mut(v as usize)) {
                    (Some(leaves), Some(arrives)) => {
                        *leaves += 1;
                        *arrives += 1;
                    }
                    _ => return Err(Diagnostic::input(format!("the arc {u} → {v} leaves the graph")).into()),
                }
            }
        }
        Ok(())
    }

    /// The graph, its arcs to be placed.
    pub(crate) fn graph(self) -> Reverse {
        Reverse { predecessors: Lists::counted(self.arrivals, self.arcs), out_degrees: self.out_degrees }
    }
}
