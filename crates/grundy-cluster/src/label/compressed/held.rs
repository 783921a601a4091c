//! All lists of a compressed graph in memory, still compressed.

use grundy::{Context, Error};

use super::group::{GROUP, Group, Marks};
use super::{Compressed, damaged, group, leb128};

/// The groups of a file, and marks in them: a quarter of a byte a vertex, so that less than eight lists are skipped to
/// come to one (more where a group is longer than a mark can tell). Every checksum is right.
#[derive(Debug)]
pub(super) struct Held {
    /// The groups, and [`leb128::BEHIND`] bytes.
    bytes: Vec<u8>,
    marks: Vec<Marks>,
}

impl Held {
    /// How much memory it takes.
    pub(super) fn bytes(graph: &Compressed) -> u64 {
        let marks = graph.vertices.div_ceil(GROUP) * size_of::<Marks>();
        graph.adjacency_bytes() + (marks + leb128::BEHIND) as u64
    }

    /// Reads and checks all groups.
    pub(super) fn read(graph: &Compressed, cx: &Context) -> Result<Held, Error> {
        cx.enter("lists of a graph on disk");
        let length = graph.adjacency_bytes() as usize;
        let mut held = Held { bytes: vec![0; length + leb128::BEHIND], marks: Vec::new() };
        let begin = graph.groups.first().copied().unwrap_or(0);
        for (i, block) in held.bytes[..length].chunks_mut(1 << 20).enumerate() {
            cx.check()?;
            graph.read_at(block, begin + ((i as u64) << 20))?;
        }
        let groups = graph.groups.len().saturating_sub(1);
        held.marks.reserve_exact(groups);
        for g in 0..groups {
            let group = held.group(graph, g).filter(Group::is_whole);
            let group = group.ok_or_else(|| damaged(&graph.path, "a checksum is wrong"))?;
            let marks = group.marks().ok_or_else(|| graph.cut_short())?;
            held.marks.push(marks);
        }
        Ok(held)
    }

    /// A group by its number.
    #[inline]
    pub(super) fn group(&self, graph: &Compressed, g: usize) -> Option<Group<'_>> {
        let (begin, from, to) = (graph.groups.first()?, graph.groups.get(g)?, graph.groups.get(g + 1)?);
        Group::new((g * GROUP) as u32, self.bytes.get((from - begin) as usize..)?, (to - from) as usize)
    }

    /// Looks at where the lists of these vertices are, or those before them: the cache misses are waited for together.
    #[inline]
    pub(super) fn fetch(&self, graph: &Compressed, vertices: &[u32]) {
        let begin = graph.groups.first().copied().unwrap_or(0);
        let mut sum = 0;
        for &v in vertices {
            let (g, i) = (v as usize / GROUP, v as usize % GROUP);
            let (Some(from), Some(marks)) = (graph.groups.get(g), self.marks.get(g)) else { continue };
            let place = group::near(i, marks);
            let at = (from - begin) as usize;
            let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(0);
            sum ^= byte(at) ^ byte(at + place) ^ byte(at + place + 64);
        }
        std::hint::black_box(sum);
    }

    /// The marks in a group.
    #[inline]
    pub(super) fn marks(&self, g: usize) -> Option<&Marks> {
        self.marks.get(g)
    }
}
