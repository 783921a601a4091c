//! Lines of numbers: the loop that has to be fast.
//!
//! Almost every line is `digits separator digits newline`. Such a line is read in one sweep; everything else (comments,
//! lone vertices, blanks, CR LF, large numbers, faults) goes through [`Line::read`].

use super::line::{Line, LineFault, number, quote};
use crate::{Arc, NONE};

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

/// Who takes what lines hold.
pub(super) trait Sink {
    type Id: Id;

    fn arc(&mut self, u: Self::Id, v: Self::Id);

    fn lone(&mut self, v: Self::Id);
}

/// What a block of lines held.
#[derive(Debug)]
pub(super) struct Block<T> {
    pub(super) arcs: Vec<(T, T)>,
    pub(super) lone: Vec<T>,
    /// How many lines were read; with a fault, the number of the line at fault counted from 1.
    pub(super) lines: u64,
}

impl<T: Id> Sink for Block<T> {
    type Id = T;

    #[inline]
    fn arc(&mut self, u: T, v: T) {
        self.arcs.push((u, v));
    }

    fn lone(&mut self, v: T) {
        self.lone.push(v);
    }
}

/// A vertex v alone is the arc (v, [`NONE`]).
impl Sink for Vec<Arc> {
    type Id = u32;

    #[inline]
    fn arc(&mut self, u: u32, v: u32) {
        self.push((u, v));
    }

    fn lone(&mut self, v: u32) {
        self.push((v, NONE));
    }
}

/// Why a block was not read to its end.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A number that the type of the ids cannot hold.
    TooWide(u64),
    /// Another fault.
    Fault(LineFault),
}

/// What came of a block; with a fault, the text of its line.
pub(super) type Parsed<T> = (Block<T>, Option<(Trouble, String)>);

/// Reads whole lines; the last one may lack its end.
pub(super) fn numbers<T: Id>(bytes: &[u8]) -> Parsed<T> {
    let mut block = Block { arcs: Vec::with_capacity(bytes.len() / 12 + 4), lone: Vec::new(), lines: 0 };
    let (lines, trouble) = lines(bytes, &mut block);
    block.lines = lines;
    let line = |rest: &[u8]| quote(rest.split(|&b| b == b'\n').next().unwrap_or_default());
    (block, trouble.map(|(trouble, rest)| (trouble, line(rest))))
}

/// Hands over what whole lines hold. Says how many they are and, if the last of them is at fault, why, with what is left
/// from it on.
pub(super) fn lines<'b, S: Sink>(bytes: &'b [u8], sink: &mut S) -> (u64, Option<(Trouble, &'b [u8])>) {
    let (mut rest, mut lines) = (bytes, 0);
    while !rest.is_empty() {
        lines += 1;
        if let Some((u, v, length)) = fast(rest)
            && let (Some(u), Some(v)) = (S::Id::of(u), S::Id::of(v))
        {
            sink.arc(u, v);
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = &rest[..end];
        if let Err(trouble) = slow(line, sink) {
            return (lines, Some((trouble, rest)));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    (lines, None)
}

/// Any line.
pub(super) fn slow<S: Sink>(line: &[u8], sink: &mut S) -> Result<(), Trouble> {
    // a large number, or a word, says more than a number that is merely too wide
    let number = |entry| number(entry).map_err(Trouble::Fault);
    let id = |n| S::Id::of(n).ok_or(Trouble::TooWide(n));
    match Line::read(line).ok_or(Trouble::Fault(LineFault::Shape))? {
        Line::Nothing => {}
        Line::Lone(v) => sink.lone(id(number(v)?)?),
        Line::Arc(u, v) => {
            let (u, v) = (number(u)?, number(v)?);
            sink.arc(id(u)?, id(v)?);
        }
    }
    Ok(())
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
