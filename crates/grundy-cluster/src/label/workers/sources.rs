//! The arcs of one worker by target, in memory that depends on its own arcs rather than on the whole graph.
//!
//! ```text
//! plain     offsets[v] … offsets[v + 1]                  4 bytes for each vertex of the graph
//! sparse    64 bits and how many ones came before them   ¼ byte for each vertex of the graph,
//!           number of v among the targets ─► offsets     4 bytes for each target of an own arc
//! ```
//!
//! With many workers each has arcs to few of the vertices: a tenth of 10^9 vertices takes 0.65 GB instead of 4. A look
//! into the bits costs little, for they stay in the cache; so the smaller form is taken.

use grundy_graph::Lists;

/// 64 vertices.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    /// Which of them are targets.
    bits: u64,
    /// Targets before them.
    before: u32,
}

/// Which row belongs to a vertex.
#[derive(Debug)]
enum Index {
    /// One for each vertex.
    Plain,
    /// One for each target.
    Sparse(Vec<Word>),
}

/// With fewer arcs than one for so many vertices the sparse form is taken.
const SPARSE: usize = 2;

impl Index {
    #[inline(always)]
    fn row(&self, v: u32) -> Option<usize> {
        match self {
            Index::Plain => Some(v as usize),
            Index::Sparse(words) => {
                let word = words.get(v as usize / 64)?;
                let below = word.bits & ((1 << (v % 64)) - 1);
                (word.bits >> (v % 64) & 1 == 1).then_some((word.before + below.count_ones()) as usize)
            }
        }
    }

    fn sparse<R: Copy>(vertices: usize, lists: &[Vec<R>], open: &impl Fn(R) -> Option<(u32, u32)>) -> Index {
        let mut words = vec![Word::default(); vertices.div_ceil(64)];
        for list in lists {
            for &record in list {
                if let Some((_, v)) = open(record)
                    && let Some(word) = words.get_mut(v as usize / 64)
                {
                    word.bits |= 1 << (v % 64);
                }
            }
        }
        let mut targets = 0;
        for word in &mut words {
            word.before = targets;
            targets += word.bits.count_ones();
        }
        Index::Sparse(words)
    }
}

/// For each vertex of the graph the own vertices among its predecessors.
#[derive(Debug)]
pub(super) struct Sources {
    index: Index,
    sources: Lists,
}

impl Sources {
    /// Sorts `number` arcs, fewer than 2^32. `open` gives the source of a record and its target, which is below
    /// `vertices`; or nothing, where the record is no arc. Each list is given back when its arcs have found their places.
    pub(super) fn build<R: Copy>(
        vertices: usize,
        number: usize,
        lists: Vec<Vec<R>>,
        open: impl Fn(R) -> Option<(u32, u32)>,
    ) -> Sources {
        let index = if number < vertices / SPARSE { Index::sparse(vertices, &lists, &open) } else { Index::Plain };
        let rows = match &index {
            Index::Plain => vertices,
            Index::Sparse(words) => words.last().map_or(0, |w| (w.before + w.bits.count_ones()) as usize),
        };
        let mut lengths = vec![0; rows + 1];
        for list in &lists {
            for &record in list {
                if let Some((_, v)) = open(record)
                    && let Some(count) = index.row(v).and_then(|row| lengths.get_mut(row + 1))
                {
                    *count += 1;
                }
            }
        }
        let mut sources = Lists::counted(lengths, number);
        for list in lists {
            sources.put(list.into_iter().filter_map(|record| {
                let (source, v) = open(record)?;
                Some((index.row(v)?, source))
            }));
        }
        Sources { index, sources }
    }

    /// No arcs.
    pub(super) fn none() -> Sources {
        Sources { index: Index::Sparse(Vec::new()), sources: Lists::default() }
    }

    /// At most so many bytes are taken for these numbers.
    pub(super) fn most_bytes(vertices: usize, arcs: u64) -> u64 {
        let (all, sparse) = (vertices as u64, arcs < (vertices / SPARSE) as u64);
        4 * arcs + 4 + if sparse { all / 4 + 16 + 4 * arcs } else { 4 * all }
    }

    /// How many arcs there are.
    pub(super) fn arcs(&self) -> u64 {
        self.sources.total() as u64
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        let words = if let Index::Sparse(words) = &self.index { words.len() } else { 0 };
        16 * words as u64 + self.sources.bytes()
    }

    /// Looks at the rows of vertices that are about to be asked for: see [`Lists::fetch`].
    #[inline]
    pub(super) fn fetch(&self, vertices: impl Iterator<Item = u32>) {
        self.sources.fetch(vertices.filter_map(|v| self.index.row(v)));
    }

    /// The own vertices among the predecessors of a vertex of the graph, by their own numbers.
    #[inline]
    pub(super) fn of(&self, v: u32) -> &[u32] {
        self.index.row(v).map_or(&[], |row| self.sources.of(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_graph::testing::Random;

    #[test]
    fn rows_hold_all_arcs() {
        let mut random = Random::new(3);
        let mut sparse = 0;
        for round in 0..60 {
            let vertices = 1 + random.below(500);
            let number = random.below(if round % 2 == 0 { 50 } else { 3000 });
            let arcs: Vec<(u32, u32)> = (0..number).map(|i| (i as u32, random.below(vertices) as u32)).collect();
            let rows = Sources::build(vertices as usize, arcs.len(), vec![arcs.clone()], Some);
            sparse += u32::from(matches!(rows.index, Index::Sparse(_)));
            for v in 0..vertices as u32 + 2 {
                let expected: Vec<u32> = arcs.iter().filter(|arc| arc.1 == v).map(|arc| arc.0).collect();
                assert_eq!(rows.of(v), expected, "round {round}: {v}");
            }
            assert!(rows.bytes() <= Sources::most_bytes(vertices as usize, number));
        }
        assert!((10..50).contains(&sparse), "{sparse}");
        assert_eq!(Sources::none().of(0), [0u32; 0]);
    }
}
