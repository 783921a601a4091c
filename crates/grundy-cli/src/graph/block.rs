//! Lines of numbers: the loop that has to be fast.
//!
//! Almost every line is `digits separator digits newline`. Such a line is read in one sweep; everything else (comments,
//! lone vertices, blanks, CR LF, large numbers, faults) goes through [`Line::read`].

use grundy_graph::EdgeFile;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// Not one or two entries.
    Shape,
    /// A word among numbers.
    Word(String),
    /// A number among words.
    Number(String),
    /// A number of 2^64 or more.
    Large(String),
    /// Not UTF-8.
    Encoding,
}

/// An id of a vertex: 32 bits where all numbers are small, else 64.
pub(super) trait Id: Copy + Send {
    fn of(n: u64) -> Option<Self>;
}

impl Id for u32 {
    fn of(n: u64) -> Option<u32> {
        u32::try_from(n).ok().filter(|&n| n < u32::MAX - 1)
    }
}

impl Id for u64 {
    fn of(n: u64) -> Option<u64> {
        Some(n)
    }
}

/// The entries of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Blank, or a comment.
    Nothing,
    /// A vertex alone.
    Lone(&'a [u8]),
    /// An arc.
    Arc(&'a [u8], &'a [u8]),
}

impl Line<'_> {
    /// Splits a line without quotation marks, as [`EdgeFile::entries`] says.
    pub(super) fn read(line: &[u8]) -> Result<Line<'_>, Fault> {
        Ok(match EdgeFile::entries(line).ok_or(Fault::Shape)? {
            ([], _) => Line::Nothing,
            (v, []) => Line::Lone(v),
            (u, v) => Line::Arc(u, v),
        })
    }
}

/// Is this entry a number?
pub(super) fn is_number(entry: &[u8]) -> bool {
    !entry.is_empty() && entry.iter().all(u8::is_ascii_digit)
}

/// A number below 2^64.
fn number(entry: &[u8]) -> Result<u64, Fault> {
    let text = || String::from_utf8_lossy(entry).into_owned();
    if !is_number(entry) {
        return Err(Fault::Word(text()));
    }
    let add = |n: u64, digit: &u8| n.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
    entry.iter().try_fold(0, add).ok_or_else(|| Fault::Large(text()))
}

/// What a block of lines held.
#[derive(Debug)]
pub(super) struct Block<T> {
    pub(super) arcs: Vec<(T, T)>,
    pub(super) lone: Vec<T>,
    /// How many lines were read; with a fault, the number of the line at fault counted from 1.
    pub(super) lines: u64,
}

/// Why a block was not read to its end.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A number that the type of the ids cannot hold.
    TooWide,
    /// A fault in a line, which is quoted.
    Fault(Fault, String),
}

/// Reads whole lines; the last one may lack its end.
pub(super) fn numbers<T: Id>(bytes: &[u8]) -> (Block<T>, Option<Trouble>) {
    let mut block = Block { arcs: Vec::with_capacity(bytes.len() / 12 + 4), lone: Vec::new(), lines: 0 };
    let mut rest = bytes;
    while !rest.is_empty() {
        block.lines += 1;
        if let Some((u, v, length)) = fast(rest)
            && let (Some(u), Some(v)) = (T::of(u), T::of(v))
        {
            block.arcs.push((u, v));
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = &rest[..end];
        if let Err(trouble) = slow(line, &mut block) {
            return (block, Some(trouble));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    (block, None)
}

fn slow<T: Id>(line: &[u8], block: &mut Block<T>) -> Result<(), Trouble> {
    let fault = |fault| Trouble::Fault(fault, quote(line));
    let id = |entry| T::of(number(entry).map_err(fault)?).ok_or(Trouble::TooWide);
    match Line::read(line).map_err(fault)? {
        Line::Nothing => {}
        Line::Lone(v) => block.lone.push(id(v)?),
        Line::Arc(u, v) => block.arcs.push((id(u)?, id(v)?)),
    }
    Ok(())
}

/// The beginning of a line, for a message.
pub(super) fn quote(line: &[u8]) -> String {
    EdgeFile::quote(line)
}

/// `digits separator digits newline` at the beginning: both numbers of at most ten digits, and the length of the line.
#[inline]
fn fast(bytes: &[u8]) -> Option<(u64, u64, usize)> {
    let (u, at) = digits(bytes, 0)?;
    if !matches!(bytes.get(at), Some(b' ' | b'\t' | b',')) {
        return None;
    }
    let (v, at) = digits(bytes, at + 1)?;
    match bytes.get(at) {
        Some(b'\n') => Some((u, v, at + 1)),
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => Some((u, v, at + 2)),
        _ => None,
    }
}

#[inline]
fn digits(bytes: &[u8], from: usize) -> Option<(u64, usize)> {
    let mut n = 0u64;
    let mut at = from;
    while let Some(digit) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        n = n.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (1..=10).contains(&(at - from)).then_some((n, at))
}
