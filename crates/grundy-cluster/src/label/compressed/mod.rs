//! The reverse graph in a file: for each vertex its sorted predecessors, as gaps.
//!
//! ```text
//! "GRUNDYG2" │ group │ group │ … │ degrees │ lengths of the groups │ trailer
//!
//! group of 64 vertices:  CRC-32 │ head │ 64 numbers of predecessors, as many bits each │ 64 numbers of bits │ gaps
//! predecessors of v = 7: 3 5 5 900   as   zigzag(3 − 7) = 7, 2, 0, 895: 10 bits each
//! ```
//!
//! The first gap is taken from v (zigzag) or from 0, and gaps have the same number of bits within a list or are numbers in
//! LEB128, whichever makes the group shorter; the head tells, and
//! groups in LEB128 have no numbers of bits. Eight lists begin with a new byte. Only where groups begin
//! is kept in memory, one byte offset for 64 vertices. A graph of 10^7 arcs with random targets takes 2.3 to 2.9 bytes an
//! arc, one with near targets 1.2 (2.7 to 3.2 and 1.3, and half as much again to read, in LEB128 alone); the degrees take
//! a byte or two a vertex more on disk.
//!
//! Reading asks for vertices in ascending order, so the file is read forwards, and what lies close together is read in
//! one go. Each group that is read is checked. Where memory allows, all groups are [held](Compressed::hold) in it as they
//! are, checked once. (Gaps: P. Boldi, S. Vigna, *The WebGraph framework I*, 2004; so many bits each: J. Goldstein,
//! R. Ramakrishnan, U. Shaft, *Compressing relations and indexes*, 1998.)

mod bits;
mod encode;
mod group;
mod held;
mod leb128;
mod trailer;
mod visit;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use grundy::{Context, Diagnostic, Error};

pub(super) use encode::encode;
pub(super) use group::GROUP;
use held::Held;
pub(super) use leb128::put;
pub(super) use trailer::Trailer;

use crate::files::cannot;

pub(super) const MAGIC: &[u8; 8] = b"GRUNDYG2";
/// More memory than this is of no use for reading.
const MOST: u64 = 1 << 23;

/// A graph in a file, kept by predecessors.
#[derive(Debug)]
pub struct Compressed {
    path: PathBuf,
    file: File,
    vertices: usize,
    arcs: u64,
    /// Where each group begins, and where the last one ends.
    groups: Vec<u64>,
    /// Where the lengths of the groups begin, which is where the degrees end.
    lengths: u64,
    buffer: usize,
    held: Option<Held>,
    remove: bool,
}

impl Compressed {
    /// Opens a file that [`Builder`](super::Builder) wrote. `memory` is what reading may take beside the index of one
    /// byte for 8 vertices.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; the memory budget.
    pub fn open(path: &Path, memory: u64, cx: &Context) -> Result<Compressed, Error> {
        let unreadable = |e: io::Error| Error::from(cannot("read", path, &e));
        let torn = || Error::from(damaged(path, "its end is missing"));
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let begin = size.checked_sub(trailer::BYTES as u64).ok_or_else(torn)?;
        let (mut magic, mut trailer) = ([0; 8], [0; trailer::BYTES]);
        file.read_exact(&mut magic).map_err(unreadable)?;
        file.seek(SeekFrom::Start(begin)).map_err(unreadable)?;
        file.read_exact(&mut trailer).map_err(unreadable)?;
        if &magic != MAGIC {
            return Err(damaged(path, "it is no graph of this program").into());
        }
        let trailer = Trailer::read(&trailer).ok_or_else(torn)?;
        let (Ok(vertices), true) = (usize::try_from(trailer.vertices), trailer.vertices < u64::from(super::NONE))
        else {
            return Err(torn());
        };
        // a forged trailer asks for no more than a file of this size can need
        let room = trailer.lengths.checked_sub(trailer.degrees).is_some_and(|room| room >= trailer.vertices);
        let index = begin.checked_sub(trailer.lengths) == Some(8 * vertices.div_ceil(GROUP) as u64);
        if !room || !index || trailer.degrees < MAGIC.len() as u64 {
            return Err(torn());
        }
        cx.reserve(8 * vertices.div_ceil(GROUP) as u64 + memory.min(MOST))?;
        let mut at = MAGIC.len() as u64;
        let mut groups = Vec::with_capacity(vertices.div_ceil(GROUP) + 1);
        let mut sum = crc32fast::Hasher::new();
        file.seek(SeekFrom::Start(trailer.lengths)).map_err(unreadable)?;
        let mut reader = io::BufReader::new((&file).take(begin - trailer.lengths));
        for _ in 0..vertices.div_ceil(GROUP) {
            groups.push(at);
            let mut length = [0; 8];
            reader.read_exact(&mut length).map_err(|_| torn())?;
            sum.update(&length);
            at = at.saturating_add(u64::from_le_bytes(length));
            if at > trailer.degrees {
                return Err(damaged(path, "its index is wrong").into());
            }
        }
        groups.push(at);
        if sum.finalize() != trailer.lengths_sum || at != trailer.degrees {
            return Err(damaged(path, "its index is wrong").into());
        }
        let buffer = (memory.min(MOST) / 2).max(1 << 12) as usize;
        let path = path.to_owned();
        let (arcs, lengths) = (trailer.arcs, trailer.lengths);
        let graph = Compressed { path, file, vertices, arcs, groups, lengths, buffer, held: None, remove: false };
        graph.check_degrees(trailer.degrees_sum)?;
        Ok(graph)
    }

    /// The file is removed with this object: on Unix its name at once, so that a run that is killed leaves nothing
    /// behind.
    #[must_use]
    pub fn temporary(mut self) -> Compressed {
        self.remove = !cfg!(unix) || std::fs::remove_file(&self.path).is_err();
        self
    }

    /// Keeps all lists in memory too, still compressed, if the budget then leaves `spare` bytes.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; cancelled.
    pub fn hold(mut self, spare: u64, cx: &Context) -> Result<Compressed, Error> {
        let bytes = Held::bytes(&self);
        let left = cx.budget().memory.map_or(u64::MAX, |memory| memory.saturating_sub(cx.reserved()));
        if left.checked_sub(bytes).is_some_and(|left| left >= spare) && usize::try_from(bytes).is_ok() {
            cx.reserve(bytes)?;
            self.held = Some(Held::read(&self, cx)?);
        }
        Ok(self)
    }

    /// Are all lists in memory?
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// How many vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// How many arcs, repeated ones counted each time.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        self.arcs
    }

    /// Bytes of the file that hold arcs: numbers of predecessors, gaps and checksums.
    #[must_use]
    pub fn adjacency_bytes(&self) -> u64 {
        self.groups.last().copied().unwrap_or(0) - MAGIC.len() as u64
    }

    fn check_degrees(&self, expected: u32) -> Result<(), Error> {
        let mut sum = crc32fast::Hasher::new();
        self.read_degrees(|bytes| sum.update(bytes))?;
        if sum.finalize() == expected { Ok(()) } else { Err(damaged(&self.path, "its degrees are wrong").into()) }
    }

    fn read_degrees(&self, mut visit: impl FnMut(&[u8])) -> Result<(), Diagnostic> {
        let (mut at, end) = (self.groups.last().copied().unwrap_or(0), self.lengths);
        let mut block = vec![0; self.buffer];
        while at < end {
            let length = usize::try_from(end - at).unwrap_or(usize::MAX).min(block.len());
            self.read_at(&mut block[..length], at)?;
            visit(&block[..length]);
            at += length as u64;
        }
        Ok(())
    }

    /// How many arcs leave each number, in order, and whether it is a vertex: some line mentions it.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn degrees(&self, mut visit: impl FnMut(u32, u32, bool)) -> Result<(), Diagnostic> {
        let (mut v, mut number, mut shift) = (0u32, 0u64, 0);
        let mut more = false;
        self.read_degrees(|bytes| {
            for &byte in bytes {
                if v as usize == self.vertices {
                    more = true;
                    break;
                }
                number |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    visit(v, (number >> 1) as u32, number != 0);
                    (number, shift) = (0, 0);
                    v += 1;
                }
                shift = shift.min(63);
            }
        })?;
        if v as usize == self.vertices && !more { Ok(()) } else { Err(damaged(&self.path, "its degrees are wrong")) }
    }

    fn cut_short(&self) -> Diagnostic {
        damaged(&self.path, "a list of predecessors is cut short")
    }

    /// One system call on Unix, where a place in the file needs no other.
    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), Diagnostic> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at);
        #[cfg(not(unix))]
        let read = (&self.file).seek(SeekFrom::Start(at)).and_then(|_| (&self.file).read_exact(bytes));
        read.map_err(|e| cannot("read", &self.path, &e))
    }
}

impl Drop for Compressed {
    fn drop(&mut self) {
        if self.remove {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn damaged(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::input(format!("{} is damaged: {why}", path.to_string_lossy())).suggest("make it again from the graph")
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::*;
    use crate::testing::{Folder, Random};

    /// A graph as [`Builder`](super::super::Builder) wrote it, its trailer forged, its checksums right.
    #[test]
    fn forged_files_are_refused() {
        let (folder, cx, mut random) = (Folder::new(), Context::default(), Random(5));
        let path = folder.0.join("graph");
        let mut builder = Builder::new(&path, 1000, 0, &cx).unwrap();
        builder.add(&random.graph(1, 1000, 4000)).unwrap();
        drop(builder.finish().unwrap());
        let whole = std::fs::read(&path).unwrap();
        let (body, end) = whole.split_last_chunk::<{ trailer::BYTES }>().unwrap();
        let right = Trailer::read(end).unwrap();
        // memory for twice the index, and nothing more
        let read = |bytes: &[u8]| -> Result<(), Error> {
            std::fs::write(&path, bytes).unwrap();
            let budget = grundy::Budget { memory: Some(1 << 13), ..grundy::Budget::UNLIMITED };
            let cx = Context::new(budget);
            let graph = Compressed::open(&path, 1 << 12, &cx)?;
            let mut seen = 0;
            graph.degrees(|v, _, _| {
                assert!((v as usize) < graph.vertices());
                seen += 1;
            })?;
            assert_eq!(seen, graph.vertices());
            let all: Vec<u32> = (0..graph.vertices() as u32).collect();
            graph.visit(&all, &cx, |_| Ok(()))
        };
        let bad = |bytes: &[u8]| matches!(read(bytes), Err(Error::Bad(_)));
        read(&whole).unwrap();
        let forge = |trailer: Trailer| [body, &trailer.bytes()].concat();
        let size = body.len() as u64;
        for n in [0, 1, 7, 64, 960, 961, 1001, 1024, 1025, size, size + 1, 1 << 31, 0xffff_fffe, u64::MAX / 8, u64::MAX]
        {
            assert!(bad(&forge(Trailer { vertices: n, ..right })), "{n} vertices");
            assert!(bad(&forge(Trailer { degrees: n, ..right })), "degrees at {n}");
            assert!(bad(&forge(Trailer { lengths: n, ..right })), "lengths at {n}");
            assert!(bad(&forge(Trailer { vertices: n, degrees: 8, lengths: size, ..right })), "{n} vertices of none");
        }
        // a group whose last list goes on behind it, with a right checksum
        let mut bytes = whole.clone();
        let long = right.degrees as usize;
        let last = read_lengths(body, &right).pop().unwrap() as usize;
        let group = &mut bytes[long - last..long];
        assert_eq!(group[4] & group::PACKED, group::PACKED);
        group[5] += 1;
        let sum = crc32fast::hash(&group[4..]).to_le_bytes();
        group[..4].copy_from_slice(&sum);
        assert!(bad(&bytes));
        // fewer degrees than vertices; more were 961 vertices above
        let mut bytes = body.to_vec();
        let degrees = right.degrees as usize..right.lengths as usize;
        bytes[degrees.start] |= 0x80;
        let degrees_sum = crc32fast::hash(&bytes[degrees]);
        assert!(bad(&[&bytes[..], &Trailer { degrees_sum, ..right }.bytes()].concat()));
        for round in 0..300 {
            let mut bytes = MAGIC.to_vec();
            bytes.extend((0..random.below(400)).map(|_| random.below(256) as u8));
            if round % 2 == 0 {
                let mut number = || {
                    let bits = 1 + random.below(40);
                    random.below(1 << bits)
                };
                let trailer = Trailer {
                    vertices: number(),
                    arcs: number(),
                    degrees: number(),
                    lengths: number(),
                    degrees_sum: 0,
                    lengths_sum: 0,
                };
                bytes.extend(trailer.bytes());
            }
            assert!(bad(&bytes), "round {round}");
        }
        // groups of any bytes, with right checksums
        for _ in 0..300 {
            let mut bytes = body.to_vec();
            let mut at = MAGIC.len();
            for length in read_lengths(body, &right) {
                let group = &mut bytes[at..at + length as usize];
                for _ in 0..random.below(6) {
                    let place = 4 + random.below(length - 4) as usize;
                    group[place] = random.below(256) as u8;
                }
                let sum = crc32fast::hash(&group[4..]).to_le_bytes();
                group[..4].copy_from_slice(&sum);
                at += length as usize;
            }
            bytes.extend(right.bytes());
            // an error or other labels, but no panic
            let _ = read(&bytes);
        }
    }

    /// Degrees that are not those of the lists, with a right checksum: other labels, but an end and no panic.
    #[test]
    fn forged_degrees_do_no_harm() {
        use crate::label::beyond::label;
        use grundy::Convention;

        let (folder, cx, mut random) = (Folder::new(), Context::default(), Random(6));
        let path = folder.0.join("graph");
        for round in 0..60 {
            let mut builder = Builder::new(&path, 60, 0, &cx).unwrap();
            builder.add(&random.graph(round, 60, 150)).unwrap();
            drop(builder.finish().unwrap());
            let whole = std::fs::read(&path).unwrap();
            let (body, end) = whole.split_last_chunk::<{ trailer::BYTES }>().unwrap();
            let right = Trailer::read(end).unwrap();
            let mut bytes = body.to_vec();
            let degrees = right.degrees as usize..right.lengths as usize;
            for _ in 0..1 + random.below(20) {
                bytes[degrees.start + random.below(degrees.len() as u64) as usize] = random.below(12) as u8;
            }
            let degrees_sum = crc32fast::hash(&bytes[degrees]);
            std::fs::write(&path, [&bytes[..], &Trailer { degrees_sum, ..right }.bytes()].concat()).unwrap();
            let graph = Compressed::open(&path, 0, &cx).unwrap();
            for convention in [Convention::Normal, Convention::Misere] {
                label(&graph, convention, true, &cx).unwrap();
            }
        }
    }

    fn read_lengths(body: &[u8], trailer: &Trailer) -> Vec<u64> {
        body[trailer.lengths as usize..].as_chunks::<8>().0.iter().map(|l| u64::from_le_bytes(*l)).collect()
    }

    #[cfg(unix)]
    #[test]
    fn temporary_files_have_no_names_and_links_are_not_followed() {
        let (folder, cx) = (Folder::new(), Context::default());
        let (path, other) = (folder.0.join("graph"), folder.0.join("other"));
        std::fs::write(&other, "mine").unwrap();
        std::os::unix::fs::symlink(&other, &path).unwrap();
        let mut builder = Builder::new(&path, 3000, 0, &cx).unwrap();
        builder.add(&Random(1).graph(1, 3000, 90_000)).unwrap();
        let names = || std::fs::read_dir(&folder.0).unwrap().count();
        // the link and the file: the buckets have no names
        assert_eq!(names(), 2);
        let graph = builder.finish().unwrap();
        assert_eq!(std::fs::read(&other).unwrap(), b"mine");
        assert!(path.symlink_metadata().unwrap().is_file());
        let graph = graph.temporary();
        assert_eq!(names(), 1);
        let mut arcs = 0;
        graph.degrees(|_, degree, _| arcs += u64::from(degree)).unwrap();
        assert_eq!(arcs, 90_000);
    }
}
