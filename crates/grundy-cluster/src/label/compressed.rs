//! The reverse graph in a file: for each vertex its sorted predecessors, as gaps.
//!
//! ```text
//! "GRUNDYG1" │ group │ group │ … │ degrees │ lengths of the groups │ trailer
//!
//! group of 64 vertices:  CRC-32 │ width │ 64 numbers of predecessors, `width` bits each │ gaps, LEB128
//! predecessors of v = 7: 3 5 5 900   as   zigzag(3 − 7) = 7, 2, 0, 895
//! ```
//!
//! The first gap is taken from v (zigzag) or from 0, whichever makes the group shorter; the upper bit of `width` tells.
//! Only where groups begin is kept in memory, one byte offset for 64 vertices. A graph of 10^7 arcs with random targets
//! takes 2.6 to 3.2 bytes an arc, one with near targets 1.3: all counted.
//!
//! Reading asks for vertices in ascending order, so the file is read forwards, and what lies close together is read in
//! one go. Each group that is read is checked. (Gaps: P. Boldi, S. Vigna, *The WebGraph framework I*, 2004.)

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use grundy::{Context, Diagnostic, Error};

use crate::files::cannot;

/// Vertices of a group.
pub(super) const GROUP: usize = 64;
pub(super) const MAGIC: &[u8; 8] = b"GRUNDYG1";
/// Bytes of the trailer.
pub(super) const TRAILER: usize = 44;
/// Set in `width`: first gaps are taken from 0.
const FROM_ZERO: u8 = 0x80;
/// Predecessors that are handed over at once.
const HANDFUL: usize = 1 << 12;
/// Gaps in the file that are read over rather than jumped over.
const NEAR: u64 = 1 << 12;

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
    remove: bool,
}

/// What stands at the end of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trailer {
    pub(super) vertices: u64,
    pub(super) arcs: u64,
    /// Where the degrees begin.
    pub(super) degrees: u64,
    /// Where the lengths of groups begin.
    pub(super) lengths: u64,
    /// The CRC-32 of the degrees.
    pub(super) degrees_sum: u32,
    /// The CRC-32 of the lengths.
    pub(super) lengths_sum: u32,
}

impl Trailer {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(TRAILER);
        for number in [self.vertices, self.arcs, self.degrees, self.lengths] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.degrees_sum.to_le_bytes());
        bytes.extend(self.lengths_sum.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8; TRAILER]) -> Option<Trailer> {
        let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let short = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        if short(TRAILER - 4)? != crc32fast::hash(bytes.get(..TRAILER - 4)?) {
            return None;
        }
        Some(Trailer {
            vertices: long(0)?,
            arcs: long(8)?,
            degrees: long(16)?,
            lengths: long(24)?,
            degrees_sum: short(32)?,
            lengths_sum: short(36)?,
        })
    }
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
        let begin = size.checked_sub(TRAILER as u64).ok_or_else(torn)?;
        let (mut magic, mut trailer) = ([0; 8], [0; TRAILER]);
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
        cx.reserve(8 * vertices.div_ceil(GROUP) as u64 + memory)?;
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
        let buffer = usize::try_from(memory / 2).unwrap_or(usize::MAX).clamp(1 << 12, 1 << 22);
        let path = path.to_owned();
        let (arcs, lengths) = (trailer.arcs, trailer.lengths);
        let graph = Compressed { path, file, vertices, arcs, groups, lengths, buffer, remove: false };
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

    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), Diagnostic> {
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes));
        read.map_err(|e| cannot("read", &self.path, &e))
    }

    /// Reads the predecessors of some vertices, which must ascend. Each list comes in one or several handfuls, an empty
    /// one not at all.
    ///
    /// The file is read forwards, each group at most once. A vertex and an arc are a node of work each.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; what `visit` returns; the budget.
    pub fn visit(
        &self,
        vertices: &[u32],
        cx: &Context,
        mut visit: impl FnMut(u32, &[u32]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut bytes, mut start) = (Vec::new(), 0u64);
        let mut handful = Vec::with_capacity(HANDFUL);
        let mut group: Option<(usize, Cursor)> = None;
        for (i, &v) in vertices.iter().enumerate() {
            let g = v as usize / GROUP;
            let (Some(&from), Some(&to)) = (self.groups.get(g), self.groups.get(g + 1)) else { continue };
            if group.as_ref().is_none_or(|(at, _)| *at != g) {
                if from < start || to > start + bytes.len() as u64 {
                    let end = self.reach(from, to, vertices.get(i..).unwrap_or_default());
                    let length = (end - from) as usize;
                    if length > self.buffer {
                        cx.reserve((length - self.buffer) as u64)?;
                    }
                    bytes.resize(length, 0);
                    start = from;
                    self.read_at(&mut bytes, from)?;
                    if length > self.buffer {
                        cx.release((length - self.buffer) as u64);
                    }
                }
                let place = (from - start) as usize;
                let cursor = bytes.get(place..place + (to - from) as usize).and_then(Cursor::open);
                let cursor = cursor.ok_or_else(|| damaged(&self.path, "a checksum is wrong"))?;
                group = Some((g, Cursor { at: cursor.at + place, end: place + (to - from) as usize, ..cursor }));
            }
            let Some((_, cursor)) = &mut group else { continue };
            let broken = || damaged(&self.path, "a list of predecessors is cut short");
            let mut left = cursor.skip_to(v as usize % GROUP, &bytes).ok_or_else(broken)?;
            cx.tick(1 + u64::from(left))?;
            let mut last = if cursor.from_zero { 0 } else { v };
            let mut first = true;
            while left > 0 {
                handful.clear();
                for _ in 0..left.min(HANDFUL as u32) {
                    let gap = cursor.number(&bytes).ok_or_else(broken)?;
                    last = if first && !cursor.from_zero { unzigzag(last, gap) } else { last.wrapping_add(gap as u32) };
                    first = false;
                    if last as usize >= self.vertices {
                        return Err(broken().into());
                    }
                    handful.push(last);
                }
                left -= handful.len() as u32;
                visit(v, &handful)?;
            }
        }
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

impl Drop for Compressed {
    fn drop(&mut self) {
        if self.remove {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The bit that tells whether a byte of LEB128 is followed by another, in each byte.
const ENDS: u64 = 0x8080_8080_8080_8080;

/// A place in a group.
struct Cursor {
    counts: [u32; GROUP],
    from_zero: bool,
    /// The vertex of the group whose list begins at byte `at`.
    vertex: usize,
    at: usize,
    end: usize,
}

impl Cursor {
    /// Checks a group and reads how long its lists are.
    fn open(group: &[u8]) -> Option<Cursor> {
        let (sum, body) = group.split_first_chunk::<4>()?;
        if u32::from_le_bytes(*sum) != crc32fast::hash(body) {
            return None;
        }
        let (&head, body) = body.split_first()?;
        let width = usize::from(head & !FROM_ZERO);
        let packed = body.get(..GROUP / 8 * width).filter(|_| width <= 32)?;
        let mut counts = [0; GROUP];
        let (mut word, mut held, mut bytes) = (0u64, 0, packed.iter());
        for count in &mut counts {
            while held < width {
                word |= u64::from(*bytes.next()?) << held;
                held += 8;
            }
            *count = (word & ((1 << width) - 1)) as u32;
            word >>= width;
            held -= width;
        }
        Some(Cursor { counts, from_zero: head & FROM_ZERO != 0, vertex: 0, at: 5 + packed.len(), end: group.len() })
    }

    /// Goes to the list of a vertex of the group, and tells its length. Vertices ascend.
    fn skip_to(&mut self, vertex: usize, bytes: &[u8]) -> Option<u32> {
        let mut skip: u64 = self.counts.get(self.vertex..vertex)?.iter().map(|&count| u64::from(count)).sum();
        let rest = bytes.get(self.at..self.end)?;
        let mut jump = 0;
        // 64 or 8 bytes at a time, as long as the last number to be skipped does not end among them
        while let Some(bytes) = rest.get(jump..).and_then(<[u8]>::first_chunk::<64>) {
            let ends = u64::from(bytes.iter().fold(0u8, |ends, &byte| ends + u8::from(byte < 0x80)));
            if ends >= skip {
                break;
            }
            skip -= ends;
            jump += 64;
        }
        while let Some(word) = rest.get(jump..).and_then(<[u8]>::first_chunk) {
            let ends = u64::from((!u64::from_le_bytes(*word) & ENDS).count_ones());
            if ends >= skip {
                break;
            }
            skip -= ends;
            jump += 8;
        }
        while skip > 0 {
            skip -= u64::from(*rest.get(jump)? < 0x80);
            jump += 1;
        }
        self.at += jump;
        self.vertex = vertex + 1;
        self.counts.get(vertex).copied()
    }

    /// The next number.
    #[inline]
    fn number(&mut self, bytes: &[u8]) -> Option<u64> {
        let bytes = bytes.get(..self.end)?;
        let Some(word) = bytes.get(self.at..).and_then(<[u8]>::first_chunk) else { return self.last_number(bytes) };
        // no branch on the length, which nobody could foretell
        let word = u64::from_le_bytes(*word);
        let last = (!word & ENDS).trailing_zeros();
        if last > 39 {
            return None;
        }
        self.at += (last as usize + 1) / 8;
        let word = word & (u64::MAX >> (63 - last));
        let sevens = [word & 0x7f, word >> 1 & 0x3f80, word >> 2 & 0x1f_c000, word >> 3 & 0xfe0_0000];
        Some(sevens.iter().sum::<u64>() + (word >> 4 & 0x7_f000_0000))
    }

    /// The next number, near the end of the bytes.
    #[cold]
    fn last_number(&mut self, bytes: &[u8]) -> Option<u64> {
        let byte = *bytes.get(self.at)?;
        self.at += 1;
        if byte < 0x80 {
            return Some(u64::from(byte));
        }
        let mut number = u64::from(byte & 0x7f);
        for shift in [7, 14, 21, 28] {
            let byte = *bytes.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

/// Writes a group: how many predecessors each vertex has, and all of them one list after the other, each sorted.
pub(super) fn encode(first: u32, counts: &[u32; GROUP], sources: &[u32], out: &mut Vec<u8>) {
    let begins = |v: u32, from_zero: bool, source: u32| if from_zero { u64::from(source) } else { zigzag(v, source) };
    let cost = |from_zero: bool| {
        let mut at = 0;
        let mut cost = 0;
        for (v, &count) in (first..).zip(counts) {
            cost += sources.get(at).filter(|_| count > 0).map_or(0, |&s| length(begins(v, from_zero, s)));
            at += count as usize;
        }
        cost
    };
    let from_zero = cost(true) < cost(false);
    let width = counts.iter().max().map_or(0, |count| 32 - count.leading_zeros());
    let begin = out.len();
    out.extend([0; 4]);
    out.push(width as u8 | if from_zero { FROM_ZERO } else { 0 });
    let (mut word, mut held) = (0u64, 0);
    for &count in counts {
        word |= u64::from(count) << held;
        held += width;
        while held >= 8 {
            out.push(word as u8);
            word >>= 8;
            held -= 8;
        }
    }
    let mut rest = sources;
    for (v, &count) in (first..).zip(counts) {
        let (list, behind) = rest.split_at_checked(count as usize).unwrap_or((rest, &[]));
        rest = behind;
        let mut before = None;
        for &source in list {
            let gap = before.map_or_else(|| begins(v, from_zero, source), |b: u32| u64::from(source.wrapping_sub(b)));
            put(gap, out);
            before = Some(source);
        }
    }
    let sum = crc32fast::hash(out.get(begin + 4..).unwrap_or_default()).to_le_bytes();
    if let Some(place) = out.get_mut(begin..begin + 4) {
        place.copy_from_slice(&sum);
    }
}

/// A number in LEB128: seven bits a byte, the lowest first, the upper bit where more follow.
pub(super) fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Bytes of a number in LEB128.
fn length(number: u64) -> u32 {
    (64 - (number | 1).leading_zeros()).div_ceil(7)
}

/// The way from v to a source, small in both directions: 0, −1, 1, −2, …  ↦  0, 1, 2, 3, …
fn zigzag(v: u32, source: u32) -> u64 {
    let way = i64::from(source) - i64::from(v);
    (way << 1 ^ way >> 63) as u64
}

fn unzigzag(v: u32, number: u64) -> u32 {
    let way = (number >> 1) as i64 ^ -((number & 1) as i64);
    (i64::from(v) + way) as u32
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
        let (body, end) = whole.split_last_chunk::<TRAILER>().unwrap();
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
            graph.visit(&all, &cx, |_, _| Ok(()))
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
        *group.last_mut().unwrap() |= 0x80;
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

    #[test]
    fn numbers_come_back() {
        for n in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX) << 1] {
            let mut bytes = Vec::new();
            put(n, &mut bytes);
            assert_eq!(bytes.len(), length(n) as usize);
            let end = bytes.len();
            for behind in [&[][..], &[0; 8], &[0x80; 8], &[0xff; 9]] {
                bytes.truncate(end);
                bytes.extend(behind);
                let mut cursor = Cursor { counts: [0; GROUP], from_zero: false, vertex: 0, at: 0, end: bytes.len() };
                assert_eq!((cursor.number(&bytes), cursor.at), (Some(n), end));
            }
        }
        // six bytes and more are no number of ours
        for wrong in [&[0x80; 3][..], &[0xff, 0xff, 0xff, 0xff, 0xff, 1], &[0x80; 12]] {
            let mut cursor = Cursor { counts: [0; GROUP], from_zero: false, vertex: 0, at: 0, end: wrong.len() };
            assert_eq!(cursor.number(wrong), None);
        }
        for (v, source) in [(0, 0), (7, 3), (3, 7), (u32::MAX - 1, 0), (0, u32::MAX - 1)] {
            assert_eq!(unzigzag(v, zigzag(v, source)), source);
        }
    }
}
