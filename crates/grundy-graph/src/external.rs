//! External memory: the arcs in a file, and only the state of the vertices in memory.
//!
//! ```text
//! group │ group │ … │ degrees           words of 4 bytes
//!
//! group of 64 vertices:  where 64 lists end │ their predecessors, ascending
//! page of 4096 bytes:    1023 words │ their CRC-32
//! ```
//!
//! [`Builder`] makes the file: 4 bytes an arc and 8 a vertex. [`External`] reads it; it is a temporary file that belongs
//! to one run, so where each group begins is kept in memory alone, one number for 64 vertices. Vertices are asked for in
//! ascending order, level by level, so the file is read forwards, and what lies close together is read in one go. Each
//! page that is read is checked. Deep graphs read little a level, and cost a seek for it.
//!
//! In memory: 4 bytes a vertex for outcomes, 8 for suspense, 12 for values, 20 for Smith's values without counters, and 4
//! for each vertex of the level at work and the next.
//!
//! Measured (`graphs_beside external`; thread CPU time in seconds for 10^7 arcs, the file in the system's cache; rows in
//! memory, rows in a file):
//!
//! | | mex | outcomes | Smith's values |
//! |---|---|---|---|
//! | acyclic | .115 .27 | .112 .24 | .125 .28 |
//! | any targets | .036 .064 | .074 .20 | .195 .40 |
//! | near targets, 20 000 levels | .050 .164 | .053 .145 | .051 .165 |
//!
//! Building takes .8 to 1.2 s, with parsing. Lists were once kept as gaps of few bits each, 1.2 to 2.9 bytes an arc: read
//! from the file that gave .265 .200 .259, .044 .170 .305 and .145 .100 .149 (in the order of the table). Building takes 8
//! bytes an arc for buckets whatever comes of it, so compression saved little room, and cost 1 400 lines of code.
//!
//! What counts, beside fewer misses of the cache than arcs: lists are handed over some at a time and what their vertices
//! know is fetched at once (a fifth to a half); pages are checked when words of them are asked for (a third).

mod build;
mod pages;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::path::PathBuf;

pub use build::Builder;
use grundy_core::{Context, Diagnostic, Result};

use crate::cannot;
use crate::kernel::{Listener, Rows};

use pages::Window;

/// Vertices that share a place in the index.
const GROUP: usize = 64;
/// More memory than this is of no use for reading.
const MOST: u64 = 1 << 23;
/// Predecessors that are handed over at once, or up to twice as many: what a vertex knows is a cache miss each, which
/// whoever gets them can wait for together; with more of them the first would have left the nearest cache again.
const HANDFUL: usize = 64;
/// Words that are read over rather than jumped over.
const NEAR: u64 = 1 << 10;

/// A graph in a file, by predecessors.
#[derive(Debug)]
pub struct External {
    path: PathBuf,
    file: File,
    vertices: usize,
    /// Arcs before each group, and all of them.
    starts: Vec<u64>,
    /// So many words are read at once.
    buffer: u64,
    /// Whether the file still has its name.
    named: bool,
}

impl External {
    /// Removes the file's name at once, where the system lets open files have none (Unix), so that a run that is killed
    /// leaves nothing behind. In any case the file goes with this object.
    #[must_use]
    pub fn temporary(mut self) -> External {
        self.named = !cfg!(unix) || fs::remove_file(&self.path).is_err();
        self
    }

    /// Bytes of the file that hold arcs: predecessors, where lists end, and checksums.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        pages::bytes(self.degrees_begin())
    }

    /// The word where a group begins.
    fn begin(&self, group: usize) -> u64 {
        (GROUP * group) as u64 + self.starts.get(group).copied().unwrap_or(0)
    }

    /// The word where the degrees begin.
    fn degrees_begin(&self) -> u64 {
        self.begin(self.starts.len().saturating_sub(1))
    }

    /// All words of the file.
    fn words(&self) -> u64 {
        self.degrees_begin() + self.vertices as u64
    }

    /// How far to read on from a word, so that what is close by comes along.
    fn reach(&self, from: u64, vertices: &[u32]) -> u64 {
        let mut end = from;
        for &v in vertices {
            let g = v as usize / GROUP;
            let (begin, next) = (self.begin(g), self.begin(g + 1));
            if begin > end + NEAR || next - from > self.buffer {
                break;
            }
            end = end.max(next);
        }
        end
    }

    /// One system call on Unix, where a place in the file needs no other.
    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), Diagnostic> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at);
        #[cfg(not(unix))]
        let read = {
            use std::io::{Read, Seek, SeekFrom};
            (&self.file).seek(SeekFrom::Start(at)).and_then(|_| (&self.file).read_exact(bytes))
        };
        read.map_err(|e| cannot("read", &self.path, &e))
    }

    fn damaged(&self) -> Diagnostic {
        let fault = format!("{} is damaged: a checksum is wrong", self.path.to_string_lossy());
        Diagnostic::input(fault).suggest("make it again from the graph")
    }
}

impl Rows for External {
    const SORTED: bool = true;

    fn vertices(&self) -> usize {
        self.vertices
    }

    fn arcs(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    fn degrees(&self, mut visit: impl FnMut(u32, u32, bool)) -> Result<()> {
        let (mut at, end, mut v) = (self.degrees_begin(), self.words(), 0);
        let mut window = Window::default();
        while at < end {
            let to = end.min(at + self.buffer);
            for &number in window.read(self, at, to, to)? {
                visit(v, number >> 1, number != 0);
                v += 1;
            }
            at = to;
        }
        Ok(())
    }

    fn visit(&self, vertices: &[u32], cx: &Context, listener: &mut impl Listener) -> Result<()> {
        let mut window = Window::default();
        let mut hands = Hands { listener, lists: Vec::new(), sources: Vec::with_capacity(2 * HANDFUL) };
        for (i, &v) in vertices.iter().enumerate() {
            let (g, place) = (v as usize / GROUP, v as usize % GROUP);
            let begin = self.begin(g);
            let behind = begin + GROUP as u64;
            // where the list before ends, and this one
            let (ends, last) = (begin + place.saturating_sub(1) as u64, begin + place as u64 + 1);
            let further =
                if window.holds(ends, last) { last } else { self.reach(begin, vertices.get(i..).unwrap_or_default()) };
            let (from, to) = match (place, window.read(self, ends, last, further)?) {
                (0, [to]) => (0, u64::from(*to)),
                (_, [from, to]) => (u64::from(*from), u64::from(*to)),
                _ => return Err(self.damaged().into()),
            };
            if from > to || behind + to > self.begin(g + 1) {
                return Err(self.damaged().into());
            }
            cx.tick(1 + to - from)?;
            let mut at = behind + from;
            while at < behind + to {
                let next = (behind + to).min(at + self.buffer);
                hands.take(v, window.read(self, at, next, next)?)?;
                at = next;
            }
        }
        hands.over()
    }
}

/// Gathers lists, and hands them over.
struct Hands<'a, L> {
    listener: &'a mut L,
    /// Vertices, and where their lists end.
    lists: Vec<(u32, usize)>,
    sources: Vec<u32>,
}

impl<L: Listener> Hands<'_, L> {
    /// Takes the list of a vertex.
    #[inline]
    fn take(&mut self, v: u32, list: &[u32]) -> Result<()> {
        for piece in list.chunks(HANDFUL) {
            self.sources.extend_from_slice(piece);
            self.lists.push((v, self.sources.len()));
            if self.sources.len() >= HANDFUL {
                self.over()?;
            }
        }
        Ok(())
    }

    fn over(&mut self) -> Result<()> {
        self.listener.fetch(&self.sources);
        let mut from = 0;
        for &(v, to) in &self.lists {
            self.listener.list(v, self.sources.get(from..to).unwrap_or_default())?;
            from = to;
        }
        self.lists.clear();
        self.sources.clear();
        Ok(())
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if self.named {
            let _ = fs::remove_file(&self.path);
        }
    }
}
