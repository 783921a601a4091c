//! Graphs from files: edge lists as text and as Parquet (feature `parquet`), and the forms of other programs.
//!
//! ```text
//! text      blocks by several threads; numbers of any size below 2^64, or names        the whole list of arcs
//! two_pass  a file of numbers, twice: degrees, then rows                                never a list of arcs
//! EdgeFile  a file of numbers below 2^32 − 2, shared by readers, each its lines         a block of arcs at a time
//! format    GraphML, JSON, MatrixMarket, graph6, arcs with a sign, matrices, and more   the whole file
//! parquet   two columns of integers or text                                             the whole list of arcs
//! ```
//!
//! All of them understand a [`Line`] alike, and say what is wrong by a [`ReadError`].

mod block;
#[cfg(feature = "parquet")]
mod caught;
mod counts;
mod error;
pub mod format;
mod line;
mod names;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
pub mod parquet;
mod shared;
pub mod text;
pub mod two_pass;
mod words;

use std::fs::File;
use std::io::Seek;

use grundy_core::{Context, Error, Spent};

pub use counts::Counts;
pub use error::ReadError;
pub use format::{Format, Miscounted, Spelling};
pub use line::{Line, LineFault};
pub use names::Names;
pub use shared::{EdgeFile, Share, Survey};

use counts::Judge;

use crate::{Arc, Reverse};

/// The arcs that were read, numbered, and the names of the vertices.
#[derive(Debug)]
pub struct EdgeList {
    /// What the vertices are called.
    pub names: Names,
    /// The arcs in the order of the file, in pieces.
    pub parts: Vec<Vec<Arc>>,
    /// How it was written.
    pub spelling: Spelling,
}

/// Reads a text file: in one go, or twice where a list of its arcs does not fit into memory.
///
/// # Errors
/// As [`text::read`].
pub fn load(file: &mut File, name: &str, cx: &Context) -> Result<Loaded, ReadError> {
    let rewind = |file: &mut File| file.rewind().map_err(|error| ReadError::unreadable(error, name));
    if two_pass::pays(file, cx) {
        if let Some(loaded) = two_pass::read(file, name, cx)? {
            return Ok(loaded);
        }
        rewind(file)?;
        return Ok(text::read(file, name, cx)?.load(cx)?);
    }
    let before = cx.reserved();
    match text::read(file, name, cx).and_then(|list| Ok(list.load(cx)?)) {
        Err(ReadError::Other(Error::Stopped(stopped))) if stopped.spent == Spent::Memory => {
            cx.release(cx.reserved().saturating_sub(before));
            two_pass::read(file, name, cx)?.ok_or(ReadError::Other(Error::Stopped(stopped)))
        }
        // the form was told by the first lines, and this one is farther down
        Err(ReadError::Line { file: of, line, text, fault: LineFault::Shape }) if line > format::FIRST_LINES as u64 => {
            cx.release(cx.reserved().saturating_sub(before));
            rewind(file)?;
            match text::rows(file, name, cx)? {
                Some(list) => Ok(list.load(cx)?),
                None => Err(ReadError::Line { file: of, line, text, fault: LineFault::Shape }),
            }
        }
        loaded => loaded,
    }
}

/// A graph from a file.
#[derive(Debug)]
pub struct Loaded {
    /// The graph.
    pub graph: Reverse,
    /// What its vertices are called.
    pub names: Names,
    /// How it was written.
    pub spelling: Spelling,
}

impl EdgeList {
    /// Arcs between vertices of these names.
    #[must_use]
    pub fn new(names: Names, parts: Vec<Vec<Arc>>) -> EdgeList {
        EdgeList { names, parts, spelling: Format::Edges.into() }
    }

    /// The graph of the arcs, which are given back.
    ///
    /// # Errors
    /// As [`Reverse::from_parts`].
    pub fn load(self, cx: &Context) -> Result<Loaded, Error> {
        let EdgeList { names, parts, spelling } = self;
        let arcs: usize = parts.iter().map(Vec::len).sum();
        let graph = Reverse::from_parts(names.len(), parts, cx)?;
        cx.release(8 * arcs as u64);
        Ok(Loaded { graph, names, spelling })
    }

    /// Numbers as [`EdgeList::of_numbers`] takes them. `head`: the first line, if it may say how many there are.
    fn of_lines(
        mut parts: Vec<Vec<Arc>>,
        mut lone: Vec<u32>,
        head: Option<Judge>,
        cx: &Context,
    ) -> Result<EdgeList, Error> {
        let counts = head.and_then(|mut judge| {
            let (arcs, others) = if judge.looks_like_an_arc() { (1, 0) } else { (0, 1) };
            if lone.len() != others {
                return None;
            }
            judge.see(parts.iter().flatten().skip(arcs).map(|&(u, v)| (u64::from(u), u64::from(v))));
            judge.end()
        });
        let numbers = || parts.iter().flatten().map(|&(u, v)| (u64::from(u), u64::from(v)));
        let is_arc = head.is_some_and(|judge| judge.looks_like_an_arc()) && counts.is_none() && lone.is_empty();
        let miscounted = if is_arc { Miscounted::of(numbers()) } else { None };
        if let Some(counts) = counts {
            if counts.arcs.is_some()
                && let Some(first) = parts.iter_mut().find(|part| !part.is_empty())
            {
                first.remove(0);
            }
            cx.reserve(4 * u64::from(counts.vertices))?;
            lone = counts.numbers().collect();
        }
        let list = EdgeList::of_numbers(parts, lone, cx)?;
        Ok(EdgeList { spelling: Spelling { counts, miscounted, ..list.spelling }, ..list })
    }

    /// Numbers below 2^32 − 1 as they stand in the file. Where they lie far apart they are numbered anew.
    fn of_numbers(mut parts: Vec<Vec<Arc>>, lone: Vec<u32>, cx: &Context) -> Result<EdgeList, Error> {
        let arcs: usize = parts.iter().map(Vec::len).sum();
        let in_arcs = parts.iter().flatten().map(|&(u, v)| u.max(v)).max();
        let largest = in_arcs.max(lone.iter().copied().max());
        let vertices = largest.map_or(0, |n| n as usize + 1);
        if vertices <= ROOM + 8 * (arcs + lone.len()) {
            return Ok(EdgeList::new(Names::dense(vertices, lone), parts));
        }
        cx.reserve(12 * (2 * arcs + lone.len()) as u64)?;
        let all = parts.iter().flatten().flat_map(|&(u, v)| [u, v]).chain(lone).map(u64::from).collect();
        let names = Names::numbers(all);
        for (u, v) in parts.iter_mut().flatten() {
            *u = names.number(u64::from(*u)).unwrap_or(0);
            *v = names.number(u64::from(*v)).unwrap_or(0);
        }
        Ok(EdgeList::new(names, parts))
    }

    /// Numbers of any size below 2^64.
    fn of_wide(parts: Vec<Vec<(u64, u64)>>, lone: Vec<u64>, cx: &Context) -> Result<EdgeList, Error> {
        let arcs: usize = parts.iter().map(Vec::len).sum();
        cx.reserve(20 * (2 * arcs + lone.len()) as u64)?;
        let names = Names::numbers(parts.iter().flatten().flat_map(|&(u, v)| [u, v]).chain(lone).collect());
        let number = |n| names.number(n).unwrap_or(0);
        let parts = parts.into_iter().map(|part| part.into_iter().map(|(u, v)| (number(u), number(v))).collect());
        let parts = parts.collect();
        Ok(EdgeList::new(names, parts))
    }
}

/// Unused numbers are borne up to here.
const ROOM: usize = 1 << 20;
