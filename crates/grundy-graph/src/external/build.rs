//! Making the file of a reverse graph with little memory: radix by target, then sort.
//!
//! ```text
//! arcs (u, v)  ─►  keys v·2^32 + u  ─►  bucket files by the upper bits  ─►  sort each in memory  ─►  groups
//!                                       (what is still too large is cut again)
//! ```
//!
//! Each arc is written to a bucket file and read again once, 8 bytes a time, unless targets are very uneven. In memory:
//! what was granted, and 4 bytes a vertex for the degrees.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use grundy_core::{Context, Diagnostic, Error};

use super::pages::Writer;
use super::{External, GROUP, MOST};
use crate::{Arc, EdgeFile, NONE, ReadError, cannot, too_many_followers};

/// Buckets of one cut.
const BUCKETS: usize = 32;
/// Less than this is never granted.
const LEAST: u64 = 1 << 16;

/// A graph on its way to a file.
#[derive(Debug)]
pub struct Builder<'c> {
    path: PathBuf,
    memory: u64,
    cx: &'c Context,
    degrees: Vec<u32>,
    /// One bit a vertex that stands alone on a line, or that an arc leads to.
    mentioned: Vec<u64>,
    pile: Pile,
    arcs: u64,
}

impl<'c> Builder<'c> {
    /// A graph of so many vertices that is to be written to `path`, with bucket files beside it. The arcs may take
    /// `memory` bytes of memory, at least 64 KiB; the context is asked for them and for 4 bytes a vertex.
    ///
    /// A file or link at `path` is replaced, not followed: it may be a place where others can write. On Unix bucket files
    /// have no names once they are open.
    ///
    /// # Errors
    /// 2^32 − 1 vertices or more; the budget.
    pub fn new(path: &Path, vertices: usize, memory: u64, cx: &'c Context) -> Result<Builder<'c>, Error> {
        cx.enter("game graph on disk");
        if vertices >= NONE as usize {
            let fault = format!("a graph of {vertices} vertices is too large");
            return Err(Diagnostic::unsupported(fault).suggest("fewer than 2^32 - 1 can be labelled").into());
        }
        let memory = memory.max(LEAST);
        cx.reserve(memory + 4 * vertices as u64 + vertices as u64 / 8)?;
        let shift = 64 - ((vertices as u64) << 32).max(1).leading_zeros();
        Ok(Builder {
            path: path.to_owned(),
            memory,
            cx,
            degrees: vec![0; vertices],
            mentioned: vec![0; vertices.div_ceil(64)],
            pile: Pile::new(path, "0", 0, shift, memory),
            arcs: 0,
        })
    }

    /// Reads an edge list twice, once to see how large it is, and writes its graph.
    ///
    /// # Errors
    /// As [`Builder::new`], [`Builder::add`], [`Builder::finish`]; what [`EdgeFile::survey`] says.
    pub fn from_file(edges: &EdgeFile, path: &Path, memory: u64, cx: &Context) -> Result<External, ReadError> {
        let survey = edges.survey(cx)?;
        let mut builder = Builder::new(path, survey.vertices, memory, cx)?;
        let mut share = edges.share(0, 1)?;
        let mut arcs = Vec::new();
        while share.next(&mut arcs)? {
            builder.add(&arcs)?;
            cx.progress(builder.arcs, Some(survey.arcs));
        }
        Ok(builder.finish()?)
    }

    /// Takes some arcs; (v, [`NONE`]) only says that there is a vertex v.
    ///
    /// # Errors
    /// An arc that leaves the graph; a bucket file that cannot be written; the budget.
    pub fn add(&mut self, arcs: &[Arc]) -> Result<(), Error> {
        self.cx.tick(arcs.len() as u64)?;
        let vertices = self.degrees.len();
        for &(u, v) in arcs {
            let there = v == NONE || (v as usize) < vertices;
            let Some(degree) = self.degrees.get_mut(u as usize).filter(|_| there) else {
                return Err(Diagnostic::input(format!("the arc {u} → {v} leaves the graph")).into());
            };
            if v == NONE {
                self.mentioned[u as usize / 64] |= 1 << (u % 64);
                continue;
            }
            *degree = degree.saturating_add(1);
            self.mentioned[v as usize / 64] |= 1 << (v % 64);
            self.arcs += 1;
            self.pile.add(u64::from(v) << 32 | u64::from(u))?;
        }
        Ok(())
    }

    /// Sorts, and writes the file. Of the memory for arcs as much is kept as reading takes, at most 8 MiB.
    ///
    /// # Errors
    /// 2^31 followers of a vertex; files that cannot be written, a full disk among the reasons; the budget.
    pub fn finish(self) -> Result<External, Error> {
        let file = fresh(&self.path).map_err(|e| cannot("written", &self.path, &e))?;
        self.finish_in(file)
    }

    pub(super) fn finish_in(self, file: File) -> Result<External, Error> {
        let Builder { path, memory, cx, degrees, mentioned, pile, .. } = self;
        if degrees.iter().any(|&degree| degree >= 1 << 31) {
            return Err(too_many_followers().into());
        }
        // bytes and words of what is read
        let buffer = (memory.min(MOST) / 8).max(1 << 10);
        // from here on the file goes with the object, whatever happens
        let (vertices, starts) = (degrees.len(), Vec::new());
        let mut graph = External { path, file, vertices, starts, buffer, named: true };
        graph.starts = write(&graph, memory, cx, &degrees, &mentioned, pile)?;
        cx.release(memory - memory.min(MOST) + 4 * degrees.len() as u64 + degrees.len() as u64 / 8);
        Ok(graph)
    }
}

/// A new file: one of an earlier run is replaced, and a link that somebody put in its place is not followed.
fn fresh(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::options().read(true).write(true).create_new(true).open(path),
    }
}

/// Writes the file; says how many arcs are before each group.
fn write(
    graph: &External,
    memory: u64,
    cx: &Context,
    degrees: &[u32],
    mentioned: &[u64],
    pile: Pile,
) -> Result<Vec<u64>, Error> {
    let path = &graph.path;
    let full = |e: io::Error| Error::from(cannot("written", path, &e));
    let count = degrees.len().div_ceil(GROUP);
    cx.reserve(8 * count as u64)?;
    let mut starts = Vec::with_capacity(count + 1);
    starts.push(0);
    let out = Writer::new(&graph.file);
    let mut groups = Groups { path, out, starts, ends: [0; GROUP], sources: Vec::new(), reserved: 0, cx };
    pile.settle(memory, cx, &mut |key, times| groups.add(key, times))?;
    groups.fill(count)?;
    let Groups { mut out, starts, reserved, .. } = groups;
    cx.release(reserved);
    for (v, &degree) in degrees.iter().enumerate() {
        let there = mentioned.get(v / 64).is_some_and(|word| word >> (v % 64) & 1 == 1);
        out.put(degree << 1 | u32::from(there)).map_err(full)?;
    }
    out.finish().map_err(full)?;
    Ok(starts)
}

/// Groups being written, in ascending order.
struct Groups<'a> {
    path: &'a Path,
    out: Writer<'a>,
    starts: Vec<u64>,
    /// Where the lists of the group at work end.
    ends: [u32; GROUP],
    sources: Vec<u32>,
    reserved: u64,
    cx: &'a Context,
}

impl Groups<'_> {
    /// An arc, so many times. Keys ascend.
    fn add(&mut self, key: u64, times: u64) -> Result<(), Error> {
        let v = (key >> 32) as usize;
        self.fill(v / GROUP)?;
        // the lists of one group are held in memory
        let arcs = self.sources.len() as u64 + times;
        if arcs > u64::from(u32::MAX) {
            let fault = "64 vertices in a row have 2^32 predecessors or more";
            return Err(Diagnostic::unsupported(fault).into());
        }
        let needed = 4 * arcs;
        if needed > self.reserved + (1 << 16) {
            self.cx.reserve(needed - self.reserved)?;
            self.reserved = needed;
        }
        self.sources.extend((0..times).map(|_| key as u32));
        if let Some(end) = self.ends.get_mut(v % GROUP) {
            *end = self.sources.len() as u32;
        }
        Ok(())
    }

    /// Writes groups until there are so many.
    fn fill(&mut self, groups: usize) -> Result<(), Error> {
        while self.starts.len() <= groups {
            let mut before = 0;
            for end in &mut self.ends {
                // an empty list ends where the one before does
                *end = before.max(*end);
                before = *end;
            }
            for &word in self.ends.iter().chain(&self.sources) {
                self.out.put(word).map_err(|e| cannot("written", self.path, &e))?;
            }
            let arcs = self.starts.last().copied().unwrap_or(0);
            self.starts.push(arcs + self.sources.len() as u64);
            self.ends = [0; GROUP];
            self.sources.clear();
        }
        Ok(())
    }
}

/// Keys in bucket files by their upper bits.
#[derive(Debug)]
struct Pile {
    path: PathBuf,
    low: u64,
    /// Bits of a key within a bucket.
    shift: u32,
    buckets: Vec<Bucket>,
    /// Keys that a bucket holds in memory.
    room: usize,
}

#[derive(Debug)]
struct Bucket {
    path: PathBuf,
    file: Option<File>,
    /// Whether the file still has its name.
    named: bool,
    waiting: Vec<u64>,
    written: u64,
}

impl Pile {
    /// Buckets for keys from `low` on of `bits` bits more; a quarter of the memory holds keys that wait.
    fn new(path: &Path, name: &str, low: u64, bits: u32, memory: u64) -> Pile {
        let buckets = (0..BUCKETS).map(|i| {
            let mut path = path.as_os_str().to_owned();
            path.push(format!(".{name}-{i}.{}.bucket", std::process::id()));
            Bucket { path: path.into(), file: None, named: false, waiting: Vec::new(), written: 0 }
        });
        let room = (memory / 4 / 8 / BUCKETS as u64).clamp(32, 1 << 15) as usize;
        let shift = bits.saturating_sub(BUCKETS.ilog2());
        Pile { path: path.to_owned(), low, shift, buckets: buckets.collect(), room }
    }

    fn add(&mut self, key: u64) -> Result<(), Error> {
        let i = ((key - self.low) >> self.shift) as usize;
        if let Some(bucket) = self.buckets.get_mut(i) {
            bucket.waiting.push(key);
            if bucket.waiting.len() >= self.room {
                bucket.flush().map_err(|e| cannot("written", &bucket.path, &e))?;
            }
        }
        Ok(())
    }

    /// Hands over all keys in ascending order, each with how often it occurs.
    fn settle(
        mut self,
        memory: u64,
        cx: &Context,
        visit: &mut dyn FnMut(u64, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for i in 0..self.buckets.len() {
            let Some(bucket) = self.buckets.get_mut(i) else { continue };
            let mut keys = std::mem::take(&mut bucket.waiting);
            let (low, all) = (self.low + ((i as u64) << self.shift), bucket.written + keys.len() as u64);
            cx.check()?;
            if self.shift == 0 && all > 0 {
                visit(low, all)?;
            } else if 8 * all <= memory / 2 {
                keys.reserve_exact(bucket.written as usize);
                bucket.read(|block| keys.extend(block))?;
                keys.sort_unstable();
                for same in keys.chunk_by(|a, b| a == b) {
                    visit(same[0], same.len() as u64)?;
                }
            } else {
                let mut pile = Pile::new(&self.path, &format!("{}", self.shift), low, self.shift, memory / 2);
                let mut added = keys.drain(..).try_for_each(|key| pile.add(key));
                bucket.read(|block| {
                    for key in block {
                        added = std::mem::replace(&mut added, Ok(())).and_then(|()| pile.add(key));
                    }
                })?;
                added?;
                bucket.remove();
                pile.settle(memory, cx, visit)?;
            }
            if let Some(bucket) = self.buckets.get_mut(i) {
                bucket.remove();
            }
        }
        Ok(())
    }
}

impl Bucket {
    fn flush(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            let file = fresh(&self.path)?;
            // nobody else opens it, and a run that is killed leaves nothing behind
            self.named = !cfg!(unix) || fs::remove_file(&self.path).is_err();
            self.file = Some(file);
        }
        if let Some(file) = &mut self.file {
            let bytes: Vec<u8> = self.waiting.iter().flat_map(|key| key.to_le_bytes()).collect();
            file.write_all(&bytes)?;
            self.written += self.waiting.len() as u64;
            self.waiting.clear();
        }
        Ok(())
    }

    /// Reads what was written, from the beginning.
    fn read(&mut self, mut visit: impl FnMut(&mut dyn Iterator<Item = u64>)) -> Result<(), Diagnostic> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let fault = |e: io::Error| cannot("read", &self.path, &e);
        io::Seek::rewind(file).map_err(fault)?;
        let mut block = vec![0; 1 << 13];
        let mut left = 8 * self.written;
        while left > 0 {
            let length = left.min(block.len() as u64) as usize;
            let part = &mut block[..length];
            file.read_exact(part).map_err(fault)?;
            left -= length as u64;
            visit(&mut part.as_chunks::<8>().0.iter().map(|key| u64::from_le_bytes(*key)));
        }
        Ok(())
    }

    fn remove(&mut self) {
        if self.file.take().is_some() && self.named {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.remove();
    }
}
