//! Numeric edge lists, read in shares: each reader takes the lines that begin in its part of the file. Nothing but one
//! block of the file is held in memory.
//!
//! Readers of shares do not know how many lines are before them: where a line is at fault the file is read again from
//! its beginning, so that the first fault is told with its line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use grundy_core::Context;

use super::block::{Trouble, lines, slow};
use super::line::{BOM, LONGEST, Line, LineFault, blank_mark, first_entry, is_number, quote};
use super::{Counts, Format, ReadError, Spelling};
use crate::{Arc, NONE};

/// Bytes that are read at once.
const BLOCK: usize = 1 << 18;
/// So many vertices are handed over at once.
const SAID: usize = 1 << 14;
/// So much of a file is searched for a header.
const SEARCHED: u64 = 4 << 20;
/// And so much for what it is.
const RECOGNISED: u64 = 1 << 16;

/// An edge list that several readers share.
#[derive(Debug, Clone)]
pub struct EdgeFile {
    path: PathBuf,
    size: u64,
    /// Where the first line behind a byte order mark and a header begins.
    begin: u64,
    /// Whether the first entry is a name.
    words: bool,
    /// What its first line is.
    spelling: Spelling,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey {
    /// One more than the largest number.
    pub vertices: usize,
    /// Lines with an arc.
    pub arcs: u64,
}

impl EdgeFile {
    /// Looks at a file: its size, and whether it has a header.
    ///
    /// # Errors
    /// It cannot be read, is not an ordinary file, or is a Parquet file.
    pub fn open(path: &Path) -> Result<EdgeFile, ReadError> {
        let name = path.to_string_lossy().into_owned();
        let meta = path.metadata().map_err(|e| ReadError::unreadable(e, &name))?;
        if !meta.is_file() {
            return Err(ReadError::NotOrdinary(name));
        }
        let file = File::open(path).map_err(|e| ReadError::unreadable(e, &name))?;
        let mut begin = Vec::new();
        (&file).take(RECOGNISED).read_to_end(&mut begin).map_err(|e| ReadError::unreadable(e, &name))?;
        if begin.len() as u64 == RECOGNISED {
            // a line that goes on says nothing yet
            begin.truncate(begin.iter().rposition(|&b| b == b'\n').map_or(0, |last| last + 1));
        }
        blank_mark(&mut begin);
        match Format::of(&begin, &name)? {
            Format::Edges => {}
            other => return Err(ReadError::Form { file: name, form: other.name() }),
        }
        (&file).rewind().map_err(|e| ReadError::unreadable(e, &name))?;
        let mut edges = EdgeFile {
            path: path.to_owned(),
            size: meta.len(),
            begin: 0,
            words: false,
            spelling: Format::Edges.into(),
        };
        edges.spelling.header = edges.look(BufReader::new(&file)).map_err(|e| ReadError::unreadable(e, &name))??;
        if !edges.spelling.header && !edges.words {
            (&file).rewind().map_err(|e| ReadError::unreadable(e, &name))?;
            if let Some((counts, end)) = Counts::of_file(&file).map_err(|e| ReadError::unreadable(e, &name))? {
                (edges.spelling.counts, edges.begin) = (Some(counts), end);
            }
        }
        Ok(edges)
    }

    /// How it is written: whether its first line is a header, and of which kind.
    #[must_use]
    pub fn spelling(&self) -> Spelling {
        self.spelling
    }

    /// Looks for a byte order mark, a header and the first entry, and tells whether there is a header.
    fn look(&mut self, file: BufReader<&File>) -> io::Result<Result<bool, ReadError>> {
        let mut file = file.take(SEARCHED);
        let (mut line, mut at, mut heading, mut headed) = (Vec::new(), 0, true, false);
        while file.read_until(b'\n', &mut line)? > 0 {
            if at == 0 && line.starts_with(b"PAR1") {
                return Ok(Err(ReadError::Parquet(self.name())));
            }
            if at == 0 && blank_mark(&mut line) {
                self.begin = BOM.len() as u64;
            }
            at += line.len() as u64;
            if at == SEARCHED && line.last() != Some(&b'\n') {
                break;
            }
            if heading && Line::is_header(&line) {
                self.begin = at;
                (heading, headed) = (false, true);
            } else {
                heading &= Line::read(&line) == Some(Line::Nothing);
                let first = first_entry(&line);
                if !heading && !first.is_empty() {
                    self.words = !is_number(first);
                    break;
                }
            }
            line.clear();
        }
        Ok(Ok(headed))
    }

    fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    fn unreadable(&self, error: io::Error) -> ReadError {
        ReadError::unreadable(error, &self.name())
    }

    /// The first line that is no arc of numbers, however large they are, in a file of numbers. Reads the whole file.
    ///
    /// # Errors
    /// The file cannot be read; the budget.
    pub fn malformed(&self, cx: &Context) -> Result<Option<ReadError>, ReadError> {
        if self.words {
            return Ok(None);
        }
        Ok(self.scan(u64::MAX, || Ok(cx.check()?))?.0)
    }

    /// The first line at fault, and the first one with a number that is too large here, among those that begin before
    /// byte `end`.
    fn scan(
        &self,
        end: u64,
        mut watch: impl FnMut() -> Result<(), ReadError>,
    ) -> Result<(Option<ReadError>, Option<ReadError>), ReadError> {
        let file = File::open(&self.path).map_err(|e| self.unreadable(e))?;
        let mut file = BufReader::with_capacity(BLOCK, file);
        let (mut line, mut at, mut number, mut wide) = (Vec::new(), 0u64, 0u64, None);
        let mut room: Vec<Arc> = Vec::new();
        while at < end {
            line.clear();
            room.clear();
            let longest = LONGEST as u64 + 1;
            let read = file.by_ref().take(longest).read_until(b'\n', &mut line).map_err(|e| self.unreadable(e))?;
            if read == 0 {
                break;
            }
            if line.len() as u64 == longest {
                return Ok((Some(ReadError::TooLong(self.name())), wide));
            }
            if at == 0 {
                blank_mark(&mut line);
            }
            at += line.len() as u64;
            number += 1;
            if number.is_multiple_of(1 << 14) {
                watch()?;
            }
            // a header, and what is before it
            if at <= self.begin {
                continue;
            }
            let told = |fault| ReadError::at_line(fault, quote(&line), number, &self.name());
            match slow(&line, &mut room) {
                Ok(()) => {}
                Err(Trouble::TooWide(n)) => wide = wide.or_else(|| Some(told(LineFault::Wide(n)))),
                Err(Trouble::Fault(fault)) => return Ok((Some(told(fault)), wide)),
            }
        }
        Ok((None, wide))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The lines that begin in part `i` of `n` equal parts of the file.
    ///
    /// # Errors
    /// The file cannot be read; its vertices have names.
    pub fn share(&self, i: u64, n: u64) -> Result<Share, ReadError> {
        if self.words {
            return Err(ReadError::Names(self.name()));
        }
        let cut = |i: u64| (u128::from(self.size) * u128::from(i) / u128::from(n.max(1))) as u64;
        let mut file = File::open(&self.path).map_err(|e| self.unreadable(e))?;
        let begin = cut(i).max(self.begin);
        // a line that begins at the cut has its predecessor's end just before it
        let cuts = begin > self.begin;
        let at = begin - u64::from(cuts);
        file.seek(SeekFrom::Start(at)).map_err(|e| self.unreadable(e))?;
        let end = cut(i + 1).max(self.begin);
        let said = self.spelling.counts.filter(|_| i == 0).map_or(0..0, |counts| counts.numbers());
        Ok(Share { edges: self.clone(), file, said, bytes: Vec::new(), at, end, cut: cuts, done: false })
    }

    /// Reads the whole file once: how many vertices and arcs. A line a node of work.
    ///
    /// # Errors
    /// The file cannot be read; a line that is no arc of numbers; the budget.
    pub fn survey(&self, cx: &Context) -> Result<Survey, ReadError> {
        cx.enter("reading a graph");
        let mut survey = Survey { vertices: 0, arcs: 0 };
        let mut share = self.share(0, 1)?;
        let mut arcs = Vec::new();
        while share.next(&mut arcs)? {
            cx.tick(arcs.len() as u64)?;
            for &(u, v) in &arcs {
                let largest = if v == NONE { u } else { u.max(v) };
                survey.vertices = survey.vertices.max(largest as usize + 1);
                survey.arcs += u64::from(v != NONE);
            }
        }
        Ok(survey)
    }

    /// The followers of some vertices, each list ascending and without repetition, as
    /// [`crate::Reverse::followers`] has them. Reads the whole file once, a line a node of work; 4 bytes
    /// an arc that is found.
    ///
    /// # Errors
    /// The file cannot be read; a line that is no arc of numbers; the budget.
    pub fn followers(&self, of: &[u32], cx: &Context) -> Result<Vec<Vec<u32>>, ReadError> {
        cx.enter("followers in a graph");
        let mut asked: Vec<(u32, usize)> = of.iter().copied().zip(0..).collect();
        asked.sort_unstable();
        let mut found = vec![Vec::new(); of.len()];
        let mut share = self.share(0, 1)?;
        let mut arcs = Vec::new();
        while share.next(&mut arcs)? {
            cx.tick(arcs.len() as u64)?;
            for &(u, v) in arcs.iter().filter(|&&(_, v)| v != NONE) {
                let first = asked.partition_point(|&(token, _)| token < u);
                for &(_, i) in asked.iter().skip(first).take_while(|&&(token, _)| token == u) {
                    cx.reserve(4)?;
                    if let Some(list) = found.get_mut(i) {
                        list.push(v);
                    }
                }
            }
        }
        for list in &mut found {
            list.sort_unstable();
            list.dedup();
        }
        Ok(found)
    }
}

/// A reader of a part.
#[derive(Debug)]
pub struct Share {
    edges: EdgeFile,
    file: File,
    /// Vertices that the first line speaks of, and that were not yet handed over.
    said: Range<u32>,
    /// What was read and not yet taken; it begins at byte `at` of the file.
    bytes: Vec<u8>,
    at: u64,
    end: u64,
    /// Whether the line at the beginning belongs to the part before.
    cut: bool,
    done: bool,
}

impl Share {
    /// Reads some arcs in place of those in the list; `false` at the end. A vertex v alone on its line is the arc
    /// (v, [`NONE`]).
    ///
    /// # Errors
    /// The file cannot be read; a line that is no arc of numbers below 2^32 − 2.
    pub fn next(&mut self, arcs: &mut Vec<Arc>) -> Result<bool, ReadError> {
        arcs.clear();
        if !self.said.is_empty() {
            arcs.extend(self.said.by_ref().take(SAID).map(|v| (v, NONE)));
            return Ok(true);
        }
        if self.done {
            return Ok(false);
        }
        self.bytes.reserve(BLOCK);
        let read = self.file.by_ref().take(BLOCK as u64).read_to_end(&mut self.bytes);
        let last_block = read.map_err(|error| self.edges.unreadable(error))? < BLOCK;
        let mut from = 0;
        if self.cut {
            // the line at the beginning belongs to the part before
            match self.bytes.iter().position(|&b| b == b'\n') {
                Some(end) => (from, self.cut) = (end + 1, false),
                None if last_block => from = self.bytes.len(),
                None => {}
            }
        }
        if !self.cut {
            let rest = self.bytes.get(from..).unwrap_or_default();
            // lines that begin before the end of the part
            let own = usize::try_from(self.end.saturating_sub(self.at + from as u64)).unwrap_or(usize::MAX);
            let whole = if own == 0 {
                Some(0)
            } else if own <= rest.len() {
                let more = rest.get(own - 1..).unwrap_or_default();
                more.iter().position(|&b| b == b'\n').map(|more| own + more)
            } else {
                None
            };
            self.done |= whole.is_some();
            let length = whole.unwrap_or_else(|| {
                if last_block { rest.len() } else { rest.iter().rposition(|&b| b == b'\n').map_or(0, |last| last + 1) }
            });
            let text = rest.get(..length).unwrap_or_default();
            if let (_, Some((_, rest))) = lines(text, arcs) {
                return Err(self.fault(self.at + (from + text.len() - rest.len()) as u64));
            }
            from += length;
        }
        self.done |= last_block;
        self.at += from as u64;
        self.bytes.drain(..from);
        if self.bytes.len() > LONGEST && !self.done {
            return Err(ReadError::TooLong(self.edges.name()));
        }
        Ok(true)
    }

    /// What is wrong with a line that begins at this byte, or with one before it.
    #[cold]
    fn fault(&self, at: u64) -> ReadError {
        match self.edges.scan(at + 1, || Ok(())) {
            Ok((fault, wide)) => fault.or(wide).unwrap_or_else(|| ReadError::Changed(self.edges.name())),
            Err(unreadable) => unreadable,
        }
    }
}
