//! Reading the predecessors of vertices, from the file or from memory.

use grundy::{Context, Error};

use super::group::{GROUP, Group, List, Marks};
use super::held::Held;
use super::{Compressed, damaged, leb128};

/// Predecessors that are handed over at once, or up to twice as many: what a vertex knows is a cache miss each, which
/// whoever gets them can wait for together; with more of them the first would have left the nearest cache again.
const HANDFUL: usize = 64;
/// Lists in memory that are waited for together.
const BLOCK: usize = 16;
/// Gaps in the file that are read over rather than jumped over.
const NEAR: u64 = 1 << 12;

/// The predecessors of some vertices, list by list.
#[derive(Debug)]
pub(in crate::label) struct Lists {
    /// Vertices, and where their lists end.
    heads: [(u32, u32); HANDFUL],
    lists: usize,
    sources: [u32; 2 * HANDFUL],
    filled: usize,
}

impl Lists {
    /// Each vertex with its predecessors, or a piece of them.
    pub(in crate::label) fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut from = 0;
        self.heads.iter().take(self.lists).map(move |&(v, end)| {
            let list = self.sources.get(from..end as usize).unwrap_or_default();
            from = end as usize;
            (v, list)
        })
    }

    /// The predecessors of all these vertices, one list after the other.
    pub(in crate::label) fn all(&self) -> &[u32] {
        self.sources.get(..self.filled).unwrap_or_default()
    }
}

impl Compressed {
    /// Reads the predecessors of some vertices, which must ascend unless all lists are held, and hands them over some lists at a time; a long list
    /// comes in several pieces, an empty one perhaps not at all.
    ///
    /// The file is read forwards, each group at most once. A vertex and an arc are a node of work each.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; what `visit` returns; the budget.
    pub(in crate::label) fn visit(
        &self,
        vertices: &[u32],
        cx: &Context,
        visit: impl FnMut(&Lists) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let lists = Lists { heads: [(0, 0); HANDFUL], lists: 0, sources: [0; 2 * HANDFUL], filled: 0 };
        let mut hands = Hands { graph: self, cx, visit, lists };
        match &self.held {
            Some(held) => self.visit_held(held, vertices, &mut hands)?,
            None => self.visit_file(vertices, cx, &mut hands)?,
        }
        hands.over()
    }

    fn visit_held<F: FnMut(&Lists) -> Result<(), Error>>(
        &self,
        held: &Held,
        vertices: &[u32],
        hands: &mut Hands<'_, F>,
    ) -> Result<(), Error> {
        for vertices in vertices.chunks(BLOCK) {
            held.fetch(self, vertices);
            for &v in vertices {
                let g = v as usize / GROUP;
                let (Some(group), Some(marks)) = (held.group(self, g), held.marks(g)) else { continue };
                hands.take(v, group.list(v as usize % GROUP, marks))?;
            }
        }
        Ok(())
    }

    fn visit_file<F: FnMut(&Lists) -> Result<(), Error>>(
        &self,
        vertices: &[u32],
        cx: &Context,
        hands: &mut Hands<'_, F>,
    ) -> Result<(), Error> {
        let (mut bytes, mut start, mut read, mut beyond) = (Vec::<u8>::new(), 0u64, 0u64, 0u64);
        // the group that was checked last, and where its blocks begin
        let (mut known, mut marks) = (usize::MAX, Marks::default());
        for (i, &v) in vertices.iter().enumerate() {
            let g = v as usize / GROUP;
            let (Some(&from), Some(&to)) = (self.groups.get(g), self.groups.get(g + 1)) else { continue };
            if from < start || to > start + read {
                let end = self.reach(from, to, vertices.get(i..).unwrap_or_default());
                let length = (end - from) as usize;
                if bytes.len() < length + leb128::BEHIND {
                    // a group is longer than the buffer that was asked for
                    let needed = length.saturating_sub(self.buffer) as u64;
                    cx.reserve(needed.saturating_sub(beyond))?;
                    beyond = beyond.max(needed);
                    bytes.resize(length + leb128::BEHIND, 0);
                }
                (start, read) = (from, length as u64);
                self.read_at(bytes.get_mut(..length).unwrap_or_default(), from)?;
            }
            let group = bytes.get((from - start) as usize..);
            let group = group.and_then(|bytes| Group::new((g * GROUP) as u32, bytes, (to - from) as usize));
            let wrong = || damaged(&self.path, "a checksum is wrong");
            let group = group.ok_or_else(wrong)?;
            if known != g {
                if !group.is_whole() {
                    return Err(wrong().into());
                }
                marks = group.marks().ok_or_else(|| self.cut_short())?;
                known = g;
            }
            hands.take(v, group.list(v as usize % GROUP, &marks))?;
        }
        cx.release(beyond);
        Ok(())
    }

    /// How far to read on from a group, so that what is close by comes along.
    fn reach(&self, from: u64, to: u64, vertices: &[u32]) -> u64 {
        let mut end = to;
        for &v in vertices {
            let g = v as usize / GROUP;
            let (Some(&begin), Some(&next)) = (self.groups.get(g), self.groups.get(g + 1)) else { break };
            if begin > end + NEAR || next - from > self.buffer as u64 {
                break;
            }
            end = end.max(next);
        }
        end
    }
}

/// Gathers lists, and hands them over.
struct Hands<'a, F> {
    graph: &'a Compressed,
    cx: &'a Context,
    visit: F,
    lists: Lists,
}

impl<F: FnMut(&Lists) -> Result<(), Error>> Hands<'_, F> {
    /// Takes the list of a vertex.
    #[inline(always)]
    fn take(&mut self, v: u32, list: Option<List<'_>>) -> Result<(), Error> {
        let broken = || self.graph.cut_short();
        let mut list = list.ok_or_else(broken)?;
        self.cx.tick(1 + u64::from(list.left()))?;
        while list.left() > 0 {
            let Lists { heads, lists, sources, filled } = &mut self.lists;
            // never full: what fills half of it is handed over
            let room = sources.get_mut(*filled..*filled + HANDFUL).unwrap_or_default();
            *filled += list.take(self.graph.vertices as u32, room).ok_or_else(broken)?;
            if let Some(head) = heads.get_mut(*lists) {
                *head = (v, *filled as u32);
            }
            *lists += 1;
            if *filled >= HANDFUL {
                self.over()?;
            }
        }
        Ok(())
    }

    fn over(&mut self) -> Result<(), Error> {
        if self.lists.filled > 0 {
            (self.visit)(&self.lists)?;
            (self.lists.lists, self.lists.filled) = (0, 0);
        }
        Ok(())
    }
}
