//! Numeric edge lists, read in shares: each reader takes the lines that begin in its part of the file.
//!
//! A line is `u v` or `u,v` for the arc u → v, or one vertex alone; `#` begins a comment. Nothing but one block of the
//! file is held in memory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use grundy::engine::graph::Arc;
use grundy::{Context, Diagnostic, Error};

use super::NONE;
use crate::files::cannot;

/// Bytes that are read at once.
const BLOCK: usize = 1 << 18;
/// The longest line.
const LONGEST: usize = 1 << 16;

/// An edge list that several readers share.
#[derive(Debug, Clone)]
pub struct EdgeFile {
    path: PathBuf,
    size: u64,
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
    /// Looks at a file.
    ///
    /// # Errors
    /// It cannot be read, or is no ordinary file.
    pub fn open(path: &Path) -> Result<EdgeFile, Diagnostic> {
        let meta = path.metadata().map_err(|e| cannot("read", path, &e))?;
        if !meta.is_file() {
            let fault = format!("{} is no ordinary file", path.to_string_lossy());
            return Err(Diagnostic::input(fault).suggest("readers that share a file must be able to seek in it"));
        }
        Ok(EdgeFile { path: path.to_owned(), size: meta.len() })
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
    /// The file cannot be read.
    pub fn share(&self, i: u64, n: u64) -> Result<Share, Diagnostic> {
        let cut = |i: u64| (u128::from(self.size) * u128::from(i) / u128::from(n.max(1))) as u64;
        let mut file = File::open(&self.path).map_err(|e| cannot("read", &self.path, &e))?;
        let begin = cut(i);
        // a line that begins at the cut has its predecessor's end just before it
        let from = begin.saturating_sub(1);
        file.seek(SeekFrom::Start(from)).map_err(|e| cannot("read", &self.path, &e))?;
        let bytes = Vec::new();
        Ok(Share { path: self.path.clone(), file, bytes, at: from, end: cut(i + 1), cut: begin > 0, done: false })
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
    /// [`grundy::engine::graph::Reverse::followers`] has them. Reads the whole file once, a line a node of work; 4 bytes
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
    path: PathBuf,
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
    /// The file cannot be read; a line that is no arc of numbers below 2^32 − 1.
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
                Err(e) => return Err(cannot("read", &self.path, &e)),
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
                let first = self.at + from as u64 == 0;
                match line(&rest[..length], first) {
                    Ok(found) => arcs.extend(found),
                    Err(why) => return Err(self.fault(from, length, why)),
                }
            }
            from += length + 1;
        }
        self.done |= last_block;
        from = from.min(self.bytes.len());
        self.at += from as u64;
        self.bytes.drain(..from);
        if self.bytes.len() > LONGEST && !self.done {
            return Err(self.fault(0, 40, "a line is too long"));
        }
        Ok(true)
    }

    fn fault(&self, from: usize, length: usize, why: &str) -> Diagnostic {
        let text = String::from_utf8_lossy(&self.bytes[from..(from + length.min(40)).min(self.bytes.len())]);
        let place = self.at + from as u64;
        let message = format!("{}, at byte {place}: {why}: {:?}", self.path.to_string_lossy(), text.trim_end());
        Diagnostic::new(grundy::ErrorKind::Parse, message).suggest("`u v` a line, numbers below 2^32 - 1")
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
    Some((u32::try_from(n).ok().filter(|&n| small && n != NONE)?, at))
}

/// Any other line: blanks, comments, a vertex alone, a header.
fn line(line: &[u8], first: bool) -> Result<Option<Arc>, &'static str> {
    let Ok(mut text) = std::str::from_utf8(line) else { return Err("this is no text") };
    if first {
        text = text.trim_start_matches('\u{feff}');
    }
    let text = text.split('#').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let mut entries = text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|entry| !entry.is_empty());
    let entries = [entries.next(), entries.next(), entries.next()];
    if first && matches!(entries, [Some("u" | "source" | "from"), Some("v" | "target" | "to"), None]) {
        return Ok(None);
    }
    let number = |entry: &str| {
        let small = entry.parse().ok().filter(|&n: &u32| n != NONE);
        small.ok_or("several workers and graphs beyond memory need an edge list of numbers")
    };
    match entries {
        [Some(u), None, None] => Ok(Some((number(u)?, NONE))),
        [Some(u), Some(v), None] => Ok(Some((number(u)?, number(v)?))),
        _ => Err("a line has one or two numbers"),
    }
}
