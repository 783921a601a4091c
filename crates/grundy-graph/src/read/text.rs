//! Edge lists as text: `u v` or `u,v` a line, numbers or names; `#` or `%` begins a comment; a lone entry is a vertex.
//!
//! The file is read in blocks of whole lines. Blocks of numbers are read by several threads: who is free takes the next
//! one from the shared file. Names are read by one thread, since they share a dictionary.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use grundy_core::{Context, locked};

use super::block::{Block, Id, Trouble, numbers};
use super::counts::{Judge, first_line};
use super::line::{BOM, LONGEST, Line, blank_mark, first_entry, is_number};
use super::words::Words;
use super::{EdgeList, Format, ReadError, Spelling, format};

/// Bytes of a block.
const BLOCK: usize = 4 << 20;

/// A file that is read block by block.
pub(super) struct Blocks<'f> {
    file: &'f mut (dyn Read + Send),
    /// What was read behind the last whole line.
    carry: Vec<u8>,
    /// How many blocks were taken.
    taken: usize,
    end: bool,
    /// Does the file begin with a bracket? Programs write such files as one line.
    bracketed: bool,
}

impl Blocks<'_> {
    /// Puts the first block back, before what is behind it.
    pub(super) fn put_back(&mut self, mut first: Vec<u8>) {
        first.append(&mut self.carry);
        self.carry = first;
        self.taken = 0;
    }

    /// The next block of whole lines into `block`, with its number; `None` at the end.
    pub(super) fn next(&mut self, block: &mut Vec<u8>) -> io::Result<Option<usize>> {
        block.clear();
        block.append(&mut self.carry);
        if self.end && block.is_empty() {
            return Ok(None);
        }
        while !self.end {
            let from = block.len();
            block.reserve(BLOCK);
            let read = (&mut *self.file).take(BLOCK as u64).read_to_end(block)?;
            if self.taken == 0 && from == 0 {
                let marks = |b: &&u8| !b.is_ascii_whitespace() && !BOM.contains(b);
                self.bracketed = block.iter().find(marks).is_some_and(|b| b"{[".contains(b));
            }
            self.end = read < BLOCK;
            if self.end {
                break;
            }
            if let Some(last) = block[from..].iter().rposition(|&b| b == b'\n') {
                self.carry.extend_from_slice(&block[from + last + 1..]);
                block.truncate(from + last + 1);
                break;
            }
            if block.len() > LONGEST && !self.bracketed {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 1 MiB"));
            }
        }
        if block.is_empty() {
            return Ok(None);
        }
        self.taken += 1;
        Ok(Some(self.taken - 1))
    }
}

/// Reads an edge list, without its header. `name` is the file's name for messages.
///
/// # Errors
/// A line that is no arc, names mixed with numbers, a number of 2^64 or more, with the number and the text of the line;
/// a file that cannot be read; the budget.
pub fn read(file: &mut (dyn Read + Send), name: &str, cx: &Context) -> Result<EdgeList, ReadError> {
    cx.enter("reading a graph");
    let (mut blocks, mut first) = open(file, name)?;
    let format = Format::of(&first, name)?;
    if format == Format::Edges {
        let square = format::may_be_square(&first);
        let header = blank_header(&mut first);
        let list = behind_header(blocks, first, header, name, cx)?;
        return Ok(EdgeList { spelling: Spelling { header, square, ..list.spelling }, ..list });
    }
    rest(&mut blocks, &mut first, name, cx)?;
    format.read(&first, name, cx)
}

/// Reads what is behind the first block, too.
fn rest(blocks: &mut Blocks<'_>, first: &mut Vec<u8>, name: &str, cx: &Context) -> Result<(), ReadError> {
    let mut block = Vec::new();
    while blocks.next(&mut block).map_err(|error| ReadError::unreadable(error, name))?.is_some() {
        cx.reserve(block.len() as u64)?;
        first.append(&mut block);
    }
    Ok(())
}

/// Reads rows of neighbours, of which the first lines look like arcs: all lines tell what the file is. `None`: another form.
///
/// # Errors
/// As [`read`].
pub(super) fn rows(file: &mut (dyn Read + Send), name: &str, cx: &Context) -> Result<Option<EdgeList>, ReadError> {
    let (mut blocks, mut bytes) = open(file, name)?;
    rest(&mut blocks, &mut bytes, name, cx)?;
    if !format::are_rows(&bytes, name, cx)? {
        return Ok(None);
    }
    Format::Adjacency.read(&bytes, name, cx).map(Some)
}

/// The first block of a file, without a byte order mark.
fn open<'f>(file: &'f mut (dyn Read + Send), name: &str) -> Result<(Blocks<'f>, Vec<u8>), ReadError> {
    let mut blocks = Blocks { file, carry: Vec::new(), taken: 0, end: false, bracketed: false };
    let mut first = Vec::new();
    blocks.next(&mut first).map_err(|error| ReadError::unreadable(error, name))?;
    blank_mark(&mut first);
    if first.starts_with(b"PAR1") {
        return Err(ReadError::Parquet(name.to_owned()));
    }
    Ok((blocks, first))
}

/// Makes a header blank, and tells whether there was one. The end of the line stays, so that lines are counted right.
fn blank_header(first: &mut [u8]) -> bool {
    let header = header(first);
    if let Some(header) = header.clone() {
        first[header].fill(b' ');
    }
    header.is_some()
}

/// Opens an edge list of two columns: its first block, in which a header was made blank, and whether there was one.
/// `counts`: the first line says how many vertices and arcs there are.
pub(super) fn begin<'f>(
    file: &'f mut (dyn Read + Send),
    name: &str,
    counts: bool,
) -> Result<(Blocks<'f>, Vec<u8>, bool), ReadError> {
    let (blocks, mut first) = open(file, name)?;
    match Format::of(&first, name)? {
        Format::Edges => {}
        other => return Err(ReadError::Form { file: name.to_owned(), form: other.name() }),
    }
    let header = blank_header(&mut first);
    if let Some(line) = first_line(&first).filter(|_| counts) {
        first[line].fill(b' ');
    }
    Ok((blocks, first, header))
}

/// Reads the `first` block and what comes behind it. Behind a header no line says how many arcs there are.
fn behind_header(
    mut blocks: Blocks<'_>,
    first: Vec<u8>,
    header: bool,
    name: &str,
    cx: &Context,
) -> Result<EdgeList, ReadError> {
    let unreadable = |error: io::Error| ReadError::unreadable(error, name);
    if names_are_words(&first) {
        let mut reader = Words::default();
        let mut block = first;
        loop {
            cx.tick(block.len() as u64 / 8 + 1)?;
            cx.reserve(block.len() as u64 * 2)?;
            if let Err((fault, text)) = reader.read(&block) {
                return Err(ReadError::at_line(fault, text, reader.lines(), name));
            }
            if blocks.next(&mut block).map_err(unreadable)?.is_none() {
                return Ok(reader.finish());
            }
        }
    }
    let head = first_line(&first).filter(|_| !header).and_then(|line| Judge::of(&first[line]));
    blocks.put_back(first);
    let shared = Shared::new(blocks);
    match all::<u32>(&shared, cx, name, &unreadable) {
        Ok(read) => {
            let lone = read.iter().flat_map(|block| block.lone.iter().copied()).collect();
            Ok(EdgeList::of_lines(read.into_iter().map(|block| block.arcs).collect(), lone, head, cx)?)
        }
        Err(Ended::Error(error)) => Err(error),
        Err(Ended::Wide(read, again)) => {
            // read on with wide numbers from the first block that has one
            let widen = |(u, v): (u32, u32)| (u64::from(u), u64::from(v));
            let mut parts: Vec<Vec<(u64, u64)>> = Vec::new();
            let mut lone: Vec<u64> = Vec::new();
            let lines = read.iter().map(|(number, block)| (*number, block.lines)).collect();
            for (_, block) in read {
                parts.push(block.arcs.into_iter().map(widen).collect());
                lone.extend(block.lone.into_iter().map(u64::from));
            }
            let mut rest = Shared::new(shared.into_blocks());
            rest.lines = lines;
            rest.waiting(again);
            match all::<u64>(&rest, cx, name, &unreadable) {
                Ok(read) => {
                    for block in read {
                        parts.push(block.arcs);
                        lone.extend(block.lone);
                    }
                    Ok(EdgeList::of_wide(parts, lone, cx)?)
                }
                Err(Ended::Error(error)) => Err(error),
                Err(Ended::Wide(..)) => Err(ReadError::Changed(name.to_owned())),
            }
        }
    }
}

/// Is the first entry a word?
pub(super) fn names_are_words(block: &[u8]) -> bool {
    let mut entries = block.split(|&b| b == b'\n').map(first_entry).filter(|entry| !entry.is_empty());
    entries.next().is_some_and(|entry| !is_number(entry))
}

/// Where the header stands, without the end of its line: the first line that says something, if it is one.
///
/// Two such words with a blank between them may be vertices too: then they stand on other lines.
fn header(block: &[u8]) -> Option<Range<usize>> {
    let line = first_line(block)?;
    let (first, rest) = (&block[line.clone()], &block[line.end..]);
    let names_nothing = |words: [&[u8]; 2]| {
        let mut entries = rest.split(|b| b.is_ascii_whitespace() || *b == b',');
        rest.iter().any(|b| !b.is_ascii_whitespace()) && !entries.any(|entry| words.contains(&entry))
    };
    (Line::is_header(first) || Line::words_of_header(first).is_some_and(names_nothing)).then_some(line)
}

/// What the threads share.
struct Shared<'f> {
    blocks: Mutex<Blocks<'f>>,
    /// Blocks that were taken and have to be read again, the last one first.
    again: Mutex<Vec<(usize, Vec<u8>)>>,
    stop: AtomicBool,
    bytes: AtomicU64,
    /// Blocks that were read before, and their lines.
    lines: Vec<(usize, u64)>,
}

/// What can be done where a number is too wide.
trait Width: Id {
    fn too_wide(read: Vec<(usize, Block<Self>)>, again: Vec<(usize, Vec<u8>)>) -> Ended;
}

impl Width for u32 {
    fn too_wide(read: Vec<(usize, Block<u32>)>, again: Vec<(usize, Vec<u8>)>) -> Ended {
        Ended::Wide(read, again)
    }
}

impl Width for u64 {
    fn too_wide(_: Vec<(usize, Block<u64>)>, _: Vec<(usize, Vec<u8>)>) -> Ended {
        // 64 bits hold all numbers that a line may have
        Ended::Wide(Vec::new(), Vec::new())
    }
}

/// Why not all was read.
enum Ended {
    Error(ReadError),
    /// Blocks that were read, and the bytes of those in which a number is too wide.
    Wide(Vec<(usize, Block<u32>)>, Vec<(usize, Vec<u8>)>),
}

/// A block and what came of it; its bytes are kept where they have to be read again.
type Done<T> = (usize, Block<T>, Option<(Trouble, String)>, Vec<u8>);

impl<'f> Shared<'f> {
    fn new(blocks: Blocks<'f>) -> Shared<'f> {
        Shared {
            blocks: Mutex::new(blocks),
            again: Mutex::default(),
            stop: AtomicBool::new(false),
            bytes: AtomicU64::new(0),
            lines: Vec::new(),
        }
    }

    fn into_blocks(self) -> Blocks<'f> {
        locked(self.blocks.into_inner())
    }

    fn waiting(&self, mut again: Vec<(usize, Vec<u8>)>) {
        again.sort_by_key(|block| std::cmp::Reverse(block.0));
        *locked(self.again.lock()) = again;
    }

    /// The next block: one that waits, or from the file.
    fn next(&self, block: &mut Vec<u8>) -> io::Result<Option<usize>> {
        if let Some((number, bytes)) = locked(self.again.lock()).pop() {
            *block = bytes;
            return Ok(Some(number));
        }
        locked(self.blocks.lock()).next(block)
    }

    /// Reads blocks until the end or until somebody says stop. `watch` is asked after each block.
    fn work<T: Id>(&self, mut watch: impl FnMut() -> bool) -> io::Result<Vec<Done<T>>> {
        let mut done = Vec::new();
        let mut bytes = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let next = self.next(&mut bytes).inspect_err(|_| self.stop.store(true, Ordering::Relaxed))?;
            let Some(number) = next else { break };
            let (mut block, trouble) = numbers::<T>(&bytes);
            block.arcs.shrink_to_fit();
            self.bytes.fetch_add(size_of_val(block.arcs.as_slice()) as u64, Ordering::Relaxed);
            if trouble.is_some() {
                self.stop.store(true, Ordering::Relaxed);
                done.push((number, block, trouble, std::mem::take(&mut bytes)));
            } else {
                done.push((number, block, None, Vec::new()));
            }
            if !watch() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(done)
    }
}

/// Reads all blocks with the threads of the context.
fn all<T: Width>(
    shared: &Shared<'_>,
    cx: &Context,
    name: &str,
    unreadable: &dyn Fn(io::Error) -> ReadError,
) -> Result<Vec<Block<T>>, Ended> {
    let mut reserved = 0;
    let mut stopped = None;
    let read = thread::scope(|scope| {
        let others: Vec<_> = (1..cx.threads().min(8)).map(|_| scope.spawn(|| shared.work::<T>(|| true))).collect();
        // this thread holds the budget
        let own = shared.work::<T>(|| {
            let bytes = shared.bytes.load(Ordering::Relaxed);
            let asked = cx.reserve(bytes - reserved).and_then(|()| cx.tick((bytes - reserved) / 8));
            reserved = bytes;
            cx.progress(bytes / 8, None);
            stopped = asked.err();
            stopped.is_none()
        });
        let mut read = vec![own];
        read.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))));
        read
    });
    if let Some(stopped) = stopped {
        return Err(Ended::Error(stopped.into()));
    }
    let mut done: Vec<Done<T>> = Vec::new();
    for read in read {
        done.extend(read.map_err(|error| Ended::Error(unreadable(error)))?);
    }
    // threads give back what they held in any order
    cx.release(reserved);
    cx.reserve(shared.bytes.load(Ordering::Relaxed)).map_err(|stopped| Ended::Error(stopped.into()))?;
    done.sort_by_key(|block| block.0);
    let mut read: Vec<(usize, Block<T>)> = Vec::with_capacity(done.len());
    let mut again = Vec::new();
    for (number, block, trouble, bytes) in done {
        match trouble {
            None => read.push((number, block)),
            Some((Trouble::TooWide(_), _)) => again.push((number, bytes)),
            // a block before this one may still hold the first fault
            Some((Trouble::Fault(fault), text)) if again.is_empty() => {
                let known = shared.lines.iter().copied().chain(read.iter().map(|(n, block)| (*n, block.lines)));
                let before: u64 = known.filter(|(n, _)| *n < number).map(|(_, lines)| lines).sum();
                return Err(Ended::Error(ReadError::at_line(fault, text, before + block.lines, name)));
            }
            Some((Trouble::Fault(_), _)) => again.push((number, bytes)),
        }
    }
    if again.is_empty() {
        return Ok(read.into_iter().map(|(_, block)| block).collect());
    }
    Err(T::too_wide(read, again))
}
