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
pub(super) struct Rows {
    index: Index,
    offsets: Vec<u32>,
    sources: Vec<u32>,
}

impl Rows {
    /// Sorts `number` arcs, fewer than 2^32. `open` gives the source of a record and its target, which is below
    /// `vertices`; or nothing, where the record is no arc. Each list is given back when its arcs have found their places.
    pub(super) fn build<R: Copy>(
        vertices: usize,
        number: usize,
        lists: Vec<Vec<R>>,
        open: impl Fn(R) -> Option<(u32, u32)>,
    ) -> Rows {
        let index = if number < vertices / SPARSE { Index::sparse(vertices, &lists, &open) } else { Index::Plain };
        let rows = match &index {
            Index::Plain => vertices,
            Index::Sparse(words) => words.last().map_or(0, |w| (w.before + w.bits.count_ones()) as usize),
        };
        let mut built = Rows { index, offsets: vec![0; rows + 1], sources: vec![0; number] };
        for list in &lists {
            for &record in list {
                if let Some((_, v)) = open(record)
                    && let Some(count) = built.row(v).and_then(|row| built.offsets.get_mut(row + 1))
                {
                    *count += 1;
                }
            }
        }
        let mut begin = 0;
        for place in built.offsets.iter_mut().skip(1) {
            begin += std::mem::replace(place, begin);
        }
        // at the end the place behind a row has moved to where the row ends
        for list in lists {
            for record in list {
                if let Some((source, v)) = open(record)
                    && let Some(place) = built.row(v).and_then(|row| built.offsets.get_mut(row + 1))
                    && let Some(slot) = built.sources.get_mut(*place as usize)
                {
                    *slot = source;
                    *place += 1;
                }
            }
        }
        built
    }

    /// No arcs.
    pub(super) fn none() -> Rows {
        Rows { index: Index::Sparse(Vec::new()), offsets: Vec::new(), sources: Vec::new() }
    }

    /// At most so many bytes are taken for these numbers.
    pub(super) fn most_bytes(vertices: usize, arcs: u64) -> u64 {
        let (all, sparse) = (vertices as u64, arcs < (vertices / SPARSE) as u64);
        4 * arcs + 4 + if sparse { all / 4 + 16 + 4 * arcs } else { 4 * all }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        let words = if let Index::Sparse(words) = &self.index { words.len() } else { 0 };
        16 * words as u64 + 4 * (self.offsets.len() + self.sources.len()) as u64
    }

    #[inline(always)]
    fn row(&self, v: u32) -> Option<usize> {
        match &self.index {
            Index::Plain => Some(v as usize),
            Index::Sparse(words) => {
                let word = words.get(v as usize / 64)?;
                let below = word.bits & ((1 << (v % 64)) - 1);
                (word.bits >> (v % 64) & 1 == 1).then_some((word.before + below.count_ones()) as usize)
            }
        }
    }

    /// Looks at the rows of vertices that are about to be asked for: together they are fetched into the cache in little
    /// more time than a single one.
    #[inline]
    pub(super) fn fetch(&self, vertices: impl Iterator<Item = u32>) {
        let mut sum = 0;
        for v in vertices {
            let first = self.row(v).and_then(|row| self.offsets.get(row)).and_then(|&at| self.sources.get(at as usize));
            sum ^= first.copied().unwrap_or(0);
        }
        std::hint::black_box(sum);
    }

    /// The own vertices among the predecessors of a vertex of the graph, by their own numbers.
    #[inline]
    pub(super) fn of(&self, v: u32) -> &[u32] {
        let Some(row) = self.row(v) else { return &[] };
        match (self.offsets.get(row), self.offsets.get(row + 1)) {
            (Some(&from), Some(&to)) => self.sources.get(from as usize..to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn rows_hold_all_arcs() {
        let mut random = Random::new(3);
        let mut sparse = 0;
        for round in 0..60 {
            let vertices = 1 + random.below(500);
            let number = random.below(if round % 2 == 0 { 50 } else { 3000 });
            let arcs: Vec<(u32, u32)> = (0..number).map(|i| (i as u32, random.below(vertices) as u32)).collect();
            let rows = Rows::build(vertices as usize, arcs.len(), vec![arcs.clone()], Some);
            sparse += u32::from(matches!(rows.index, Index::Sparse(_)));
            for v in 0..vertices as u32 + 2 {
                let expected: Vec<u32> = arcs.iter().filter(|arc| arc.1 == v).map(|arc| arc.0).collect();
                assert_eq!(rows.of(v), expected, "round {round}: {v}");
            }
            assert!(rows.bytes() <= Rows::most_bytes(vertices as usize, number));
        }
        assert!((10..50).contains(&sparse), "{sparse}");
        assert_eq!(Rows::none().of(0), [0u32; 0]);
    }
}
