//! Numeric edge lists, read in shares: each reader takes the lines that begin in its part of the file.
//!
//! A line is `u v` or `u,v` for the arc u → v, or one vertex alone; `#` begins a comment, and a first line `u,v`,
//! `source,target` or `from,to` is a header. [`EdgeFile::entries`] and [`EdgeFile::is_header`] define that for all
//! readers, those of the program among them. Nothing but one block of the file is held in memory.
//!
//! Readers of shares do not know how many lines are before them: where a line is at fault the file is read again from
//! its beginning, so that the first fault is told with its line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::Arc;
use grundy_core::{Context, Diagnostic, Error, ErrorKind};

use crate::NONE;
use crate::cannot;

/// Bytes that are read at once.
const BLOCK: usize = 1 << 18;
/// The longest line, and so much of a file is searched for a header.
const LONGEST: usize = 4 << 20;
/// What the columns of a file with commas are called in its header, in any case.
const HEADERS: [(&str, &str); 3] = [("u", "v"), ("source", "target"), ("from", "to")];
const BOM: &[u8] = "\u{feff}".as_bytes();

/// An edge list that several readers share.
#[derive(Debug, Clone)]
pub struct EdgeFile {
    path: PathBuf,
    size: u64,
    /// Where the first line behind a byte order mark and a header begins.
    begin: u64,
    /// Whether the first entry is a name.
    words: bool,
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
    /// It cannot be read, is no ordinary file, or is a Parquet file.
    pub fn open(path: &Path) -> Result<EdgeFile, Diagnostic> {
        let meta = path.metadata().map_err(|e| cannot("read", path, &e))?;
        if !meta.is_file() {
            let fault = format!("{} is no ordinary file", path.to_string_lossy());
            return Err(Diagnostic::input(fault).suggest("readers that share a file must be able to seek in it"));
        }
        let file = File::open(path).map_err(|e| cannot("read", path, &e))?;
        let mut edges = EdgeFile { path: path.to_owned(), size: meta.len(), begin: 0, words: false };
        edges.look(BufReader::new(file)).map_err(|e| cannot("read", path, &e))??;
        Ok(edges)
    }

    /// Looks for a byte order mark, a header and the first entry.
    fn look(&mut self, file: BufReader<File>) -> io::Result<Result<(), Diagnostic>> {
        let mut file = file.take(LONGEST as u64);
        let (mut line, mut at, mut heading) = (Vec::new(), 0, true);
        while file.read_until(b'\n', &mut line)? > 0 {
            if at == 0 && line.starts_with(b"PAR1") {
                let fault = Diagnostic::input(format!("the file {:?} is a Parquet file", self.name()));
                return Ok(Err(fault.suggest("several workers and graphs beyond memory need it as text")));
            }
            if at == 0 && blank_mark(&mut line) {
                self.begin = BOM.len() as u64;
            }
            at += line.len() as u64;
            if at == LONGEST as u64 && line.last() != Some(&b'\n') {
                break;
            }
            if heading && EdgeFile::is_header(&line) {
                self.begin = at;
                heading = false;
            } else {
                heading &= EdgeFile::entries(&line).is_some_and(|(u, _)| u.is_empty());
                let first = first_entry(&line);
                if !heading && !first.is_empty() {
                    self.words = !is_number(first);
                    break;
                }
            }
            line.clear();
        }
        Ok(Ok(()))
    }

    fn name(&self) -> std::borrow::Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// Splits a line at blanks, or at one comma: (u, v), a lone entry and an empty one, or two empty ones where the line
    /// says nothing. A `#` at the beginning or after a blank or comma begins a comment. `None` if it has any other shape.
    #[must_use]
    pub fn entries(line: &[u8]) -> Option<(&[u8], &[u8])> {
        let comment =
            (0..line.len()).find(|&i| line[i] == b'#' && (i == 0 || matches!(line[i - 1], b' ' | b'\t' | b',')));
        let line = line[..comment.unwrap_or(line.len())].trim_ascii();
        let entry = |entry: &[u8]| !entry.is_empty() && !entry.iter().any(|b| matches!(b, b' ' | b'\t' | b'\r' | b','));
        if let Some(at) = line.iter().position(|&b| b == b',') {
            let (u, v) = (line[..at].trim_ascii(), line[at + 1..].trim_ascii());
            return (entry(u) && entry(v)).then_some((u, v));
        }
        match line.iter().position(u8::is_ascii_whitespace) {
            None => Some((line, &[])),
            Some(at) => {
                let (u, v) = (&line[..at], line[at..].trim_ascii());
                entry(v).then_some((u, v))
            }
        }
    }

    /// Is this line a header, if it is the first that says something? `u,v`, `source,target` or `from,to` with a comma,
    /// in any case, each in quotation marks or not.
    #[must_use]
    pub fn is_header(line: &[u8]) -> bool {
        let bare = |cell: &[u8]| {
            let inner = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\""));
            inner.unwrap_or(cell).to_ascii_lowercase()
        };
        let Some((u, v)) = EdgeFile::entries(line).filter(|(_, v)| !v.is_empty() && line.contains(&b',')) else {
            return false;
        };
        let (u, v) = (bare(u), bare(v));
        HEADERS.iter().any(|(a, b)| u == a.as_bytes() && v == b.as_bytes())
    }

    /// The beginning of a line, for a message.
    #[must_use]
    pub fn quote(line: &[u8]) -> String {
        let line = line.trim_ascii_end();
        let mut text = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        if text.chars().count() > 60 {
            text = text.chars().take(60).chain(['…']).collect();
        }
        text
    }

    /// The first line that is no arc of numbers, however large they are, in a file of numbers. Reads the whole file.
    ///
    /// # Errors
    /// The file cannot be read; the budget.
    pub fn malformed(&self, cx: &Context) -> Result<Option<Diagnostic>, Error> {
        if self.words {
            return Ok(None);
        }
        Ok(self.scan(u64::MAX, || cx.check().map_err(Error::from))?.0)
    }

    /// The first line at fault, and the first one with a number that is too large here, among those that begin before
    /// byte `end`.
    fn scan<E: From<Diagnostic>>(
        &self,
        end: u64,
        mut watch: impl FnMut() -> Result<(), E>,
    ) -> Result<(Option<Diagnostic>, Option<Diagnostic>), E> {
        let unreadable = |e: io::Error| E::from(cannot("read", &self.path, &e));
        let mut file = BufReader::with_capacity(BLOCK, File::open(&self.path).map_err(unreadable)?);
        let (mut line, mut at, mut number, mut wide) = (Vec::new(), 0u64, 0u64, None);
        while at < end {
            line.clear();
            let longest = LONGEST as u64 + 1;
            if file.by_ref().take(longest).read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                break;
            }
            if line.len() as u64 == longest {
                return Ok((Some(self.too_long()), wide));
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
            if at <= self.begin || plain(&line).is_some() {
                continue;
            }
            match read(&line) {
                Ok(_) => {}
                Err(Fault::Wide(n)) => wide = wide.or_else(|| Some(self.told(&Fault::Wide(n), &line, number))),
                Err(fault) => return Ok((Some(self.told(&fault, &line, number)), wide)),
            }
        }
        Ok((None, wide))
    }

    /// A fault in words, as the reader of the program says it.
    fn told(&self, fault: &Fault<'_>, line: &[u8], number: u64) -> Diagnostic {
        let place = format!("line {number} of {:?}", self.name());
        let text = EdgeFile::quote(line);
        let parse = |message: String| Diagnostic::new(ErrorKind::Parse, message);
        let entry = |entry: &[u8]| String::from_utf8_lossy(entry).into_owned();
        match fault {
            Fault::Shape => parse(format!("{place} is no arc: {text:?}"))
                .suggest("write two vertices `u v` or `u,v`, or one alone; `#` begins a comment"),
            Fault::Word(word) => parse(format!("{place} has the name {:?} among numbers: {text:?}", entry(word)))
                .suggest("the vertices of a graph are all numbers or all names"),
            Fault::Large(number) => {
                parse(format!("{place} has a number that is too large: {}", entry(number))).suggest("at most 2^64 - 1")
            }
            Fault::Wide(number) => {
                let who = "several workers and graphs beyond memory";
                parse(format!("{place} has a number that is too large for {who}: {number}"))
                    .suggest("numbers below 2^32 - 2, or label it in memory")
            }
        }
    }

    fn too_long(&self) -> Diagnostic {
        let fault = format!("the file {:?} cannot be read: a line is longer than 1 MiB", self.name());
        Diagnostic::new(ErrorKind::Parse, fault)
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
    pub fn share(&self, i: u64, n: u64) -> Result<Share, Diagnostic> {
        if self.words {
            let fault = format!("the vertices in the file {:?} have names", self.name());
            let suggestion = "several workers and graphs beyond memory need an edge list of numbers";
            return Err(Diagnostic::new(ErrorKind::Parse, fault).suggest(suggestion));
        }
        let cut = |i: u64| (u128::from(self.size) * u128::from(i) / u128::from(n.max(1))) as u64;
        let mut file = File::open(&self.path).map_err(|e| cannot("read", &self.path, &e))?;
        let begin = cut(i).max(self.begin);
        // a line that begins at the cut has its predecessor's end just before it
        let cuts = begin > self.begin;
        let at = begin - u64::from(cuts);
        file.seek(SeekFrom::Start(at)).map_err(|e| cannot("read", &self.path, &e))?;
        let end = cut(i + 1).max(self.begin);
        Ok(Share { edges: self.clone(), file, bytes: Vec::new(), at, end, cut: cuts, done: false })
    }

    /// Reads the whole file once: how many vertices and arcs. A line a node of work.
    ///
    /// # Errors
    /// The file cannot be read; a line that is no arc of numbers; the budget.
    pub fn survey(&self, cx: &Context) -> Result<Survey, Error> {
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
    pub fn followers(&self, of: &[u32], cx: &Context) -> Result<Vec<Vec<u32>>, Error> {
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
    pub fn next(&mut self, arcs: &mut Vec<Arc>) -> Result<bool, Diagnostic> {
        arcs.clear();
        if self.done {
            return Ok(false);
        }
        let before = self.bytes.len();
        self.bytes.resize(before + BLOCK, 0);
        let mut filled = before;
        while filled < self.bytes.len() {
            match self.file.read(&mut self.bytes[filled..]) {
                Ok(0) => break,
                Ok(n) => filled += n,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(cannot("read", &self.edges.path, &e)),
            }
        }
        let last_block = filled < self.bytes.len();
        self.bytes.truncate(filled);
        let mut from = 0;
        while from < self.bytes.len() {
            let rest = &self.bytes[from..];
            if !self.cut && self.at + from as u64 >= self.end {
                self.done = true;
                break;
            }
            if !self.cut
                && let Some((arc, length)) = plain(rest)
            {
                arcs.push(arc);
                from += length;
                continue;
            }
            let length = match rest.iter().position(|&b| b == b'\n') {
                Some(length) => length,
                None if last_block => rest.len(),
                None => break,
            };
            if !std::mem::take(&mut self.cut) {
                match read(&rest[..length]) {
                    Ok(found) => arcs.extend(found),
                    Err(_) => return Err(self.fault(self.at + from as u64)),
                }
            }
            from += length + 1;
        }
        self.done |= last_block;
        from = from.min(self.bytes.len());
        self.at += from as u64;
        self.bytes.drain(..from);
        if self.bytes.len() > LONGEST && !self.done {
            return Err(self.edges.too_long());
        }
        Ok(true)
    }

    /// What is wrong with a line that begins at this byte, or with one before it.
    #[cold]
    fn fault(&self, at: u64) -> Diagnostic {
        match self.edges.scan(at + 1, || Ok(())) {
            Ok((fault, wide)) => fault.or(wide).unwrap_or_else(|| {
                let fault = format!("the file {:?} changed while it was read", self.edges.name());
                Diagnostic::new(ErrorKind::Io, fault)
            }),
            Err(unreadable) => unreadable,
        }
    }
}

/// `digits separator digits newline` at the beginning, and its length.
#[inline]
fn plain(bytes: &[u8]) -> Option<(Arc, usize)> {
    let (u, at) = digits(bytes, 0)?;
    if !matches!(bytes.get(at), Some(b' ' | b'\t' | b',')) {
        return None;
    }
    let (v, at) = digits(bytes, at + 1)?;
    (bytes.get(at) == Some(&b'\n')).then_some(((u, v), at + 1))
}

#[inline]
fn digits(bytes: &[u8], from: usize) -> Option<(u32, usize)> {
    let mut n = 0u64;
    let mut at = from;
    while let Some(digit) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        n = n.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    let small = (1..=10).contains(&(at - from));
    Some((u32::try_from(n).ok().filter(|&n| small && n < NONE - 1)?, at))
}

/// What is wrong with a line.
#[derive(Debug, PartialEq, Eq)]
enum Fault<'a> {
    /// Not one or two entries.
    Shape,
    /// A word among numbers.
    Word(&'a [u8]),
    /// A number of 2^64 or more.
    Large(&'a [u8]),
    /// A number of 2^32 − 2 or more, which is right in memory.
    Wide(u64),
}

/// Any other line: blanks, comments, a vertex alone.
fn read(line: &[u8]) -> Result<Option<Arc>, Fault<'_>> {
    let (u, v) = EdgeFile::entries(line).ok_or(Fault::Shape)?;
    if u.is_empty() {
        return Ok(None);
    }
    let u = number(u)?;
    let v = if v.is_empty() { None } else { Some(number(v)?) };
    let narrow = |n: u64| u32::try_from(n).ok().filter(|&n| n < NONE - 1).ok_or(Fault::Wide(n));
    Ok(Some((narrow(u)?, v.map_or(Ok(NONE), narrow)?)))
}

fn is_number(entry: &[u8]) -> bool {
    !entry.is_empty() && entry.iter().all(u8::is_ascii_digit)
}

fn number(entry: &[u8]) -> Result<u64, Fault<'_>> {
    if !is_number(entry) {
        return Err(Fault::Word(entry));
    }
    let add = |n: u64, digit: &u8| n.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
    entry.iter().try_fold(0, add).ok_or(Fault::Large(entry))
}

/// The first entry of a line, also of one of another shape; empty if it has none.
fn first_entry(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    if line.starts_with(b"#") {
        return &[];
    }
    let end = line.iter().position(|b| b.is_ascii_whitespace() || *b == b',').unwrap_or(line.len());
    &line[..end]
}

/// Blanks in place of a byte order mark, if there is one.
fn blank_mark(line: &mut [u8]) -> bool {
    let marked = line.starts_with(BOM);
    if marked {
        line[..BOM.len()].fill(b' ');
    }
    marked
}
