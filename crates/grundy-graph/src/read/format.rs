//! Graphs as other programs write them. What a file is, is seen from how it begins, and from its extension where that leaves
//! two readings; what is none of the forms that are read is named.
//!
//! ```text
//! <graphml …               GraphML             {"directed": true, "nodes": …   node-link JSON, adjacency JSON
//! %%MatrixMarket …         MatrixMarket        >>digraph6<<&AO   &AO   DqK     graph6, digraph6, sparse6
//! 0 1 {'weight': 3}        edge list, with attributes, weights, a header
//! 0 1 2 3    0: 1 2 3      adjacency list: a vertex, then where its arcs lead
//! 0 2 / 1 {} / 2 {}        the same over several lines, as networkx writes it
//! a -> b, c                arcs as the notation of games writes them
//! [(0, 1), (1, 2)]         pairs in brackets, or lists of neighbours, as programs print them
//! 0 1 0 / 0 0 1 / 0 0 0    adjacency matrix: as many lines as columns, of 0 and 1
//! ```
//!
//! An edge without a direction is a move both ways. The whole file is held in memory. Edge lists of two columns do not come
//! here: they are read in blocks by [`text`](super::text).

mod adjacency;
mod arrows;
mod brackets;
mod columns;
mod gathered;
mod graph6;
mod graphml;
mod json;
mod matrix;
mod matrix_market;
pub(super) mod signs;
mod spelling;

use std::borrow::Cow;
use std::path::Path;

use grundy_core::Context;
use memchr::memchr_iter;

pub use spelling::{Miscounted, Spelling};

pub(super) use columns::FIRST_LINES;
use gathered::Gathered;
pub(super) use matrix::may_be_square;

use super::{EdgeList, ReadError};

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `u v` a line.
    Edges,
    /// The same with further columns, or a header without a comma.
    Columns,
    /// A vertex, then where its arcs lead.
    Adjacency,
    /// A vertex and how many arcs lead from it, then a line for each.
    MultilineAdjacency,
    /// `a -> b, c`, as in `graph{…}`.
    Arrows,
    /// Pairs in brackets, an arc each.
    Brackets,
    /// Lists in brackets, one for each vertex: where its arcs lead.
    Neighbours,
    /// A square of 0 and 1.
    Matrix,
    /// A sparse matrix of coordinates (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, 1996).
    MatrixMarket,
    /// Printable bits (McKay: Description of graph6, sparse6 and digraph6 encodings).
    Graph6,
    /// The same of a graph with directions.
    Digraph6,
    /// The same by the edges.
    Sparse6,
    /// XML (Brandes, Eiglsperger, Lerner: GraphML Primer).
    GraphMl,
    /// JSON as networkx and D3 write it.
    Json,
}

/// Why such a number is no vertex.
fn no_name(number: &str) -> String {
    format!("a vertex is a name or a whole number, found {number}: names may stand in quotation marks")
}

impl Format {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Edges => "an edge list",
            Format::Columns => "an edge list with a header or further columns",
            Format::Adjacency => "an adjacency list",
            Format::MultilineAdjacency => "an adjacency list over several lines",
            Format::Arrows => "arcs `a -> b, c`",
            Format::Brackets => "pairs in brackets",
            Format::Neighbours => "lists of neighbours in brackets",
            Format::Matrix => "an adjacency matrix",
            Format::MatrixMarket => "MatrixMarket",
            Format::Graph6 => "graph6",
            Format::Digraph6 => "digraph6",
            Format::Sparse6 => "sparse6",
            Format::GraphMl => "GraphML",
            Format::Json => "JSON",
        }
    }

    /// Recognises a file by its first bytes and its name.
    ///
    /// # Errors
    /// A form that is known and not read; an edge list with weights that may as well be an adjacency list; a sign that
    /// no form has.
    pub fn of(begin: &[u8], name: &str) -> Result<Format, ReadError> {
        let extension = Path::new(name).extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let text = begin.trim_ascii_start();
        // in GraphML and JSON they are blanks
        if memchr_iter(b'\r', text).any(|at| text.get(at + 1).is_some_and(|&next| next != b'\n'))
            && !text.starts_with(b"<")
            && !matches!(text[0], b'{' | b'[')
        {
            return Err(ReadError::Returns(name.to_owned()));
        }
        match extension.as_str() {
            "adjlist" => return Ok(Format::Adjacency),
            "matrix" => return Ok(Format::Matrix),
            "g6" | "d6" | "s6" => return Ok(graph6::kind(text)),
            // most files: the questions below look at a megabyte, and none is answered with yes
            _ if columns::are_plain(text) => return Ok(Format::Edges),
            _ => {}
        }
        let read = match std::str::from_utf8(text) {
            Ok(read) => Cow::Borrowed(read),
            Err(_) => String::from_utf8_lossy(text),
        };
        let named = |form| Err(ReadError::Form { file: name.to_owned(), form });
        let starts =
            |begin: &str| text.get(..begin.len()).is_some_and(|head| head.eq_ignore_ascii_case(begin.as_bytes()));
        let word = |word: &str| {
            starts(word) && text.get(word.len()).is_some_and(|&b| b.is_ascii_whitespace() || b == b'{' || b == b'[')
        };
        if matches!(extension.as_str(), "edgelist" | "weighted") && columns::is_wider(&read) {
            return Ok(Format::Columns);
        }
        if starts("%%MatrixMarket") {
            Ok(Format::MatrixMarket)
        } else if text.starts_with(b"<") {
            Ok(Format::GraphMl)
        } else if graph6::is_one(text) {
            Ok(graph6::kind(text))
        } else if brackets::are_there(&read) {
            Ok(Format::Brackets)
        } else if text.starts_with(b"{") || text.starts_with(b"[") {
            Ok(Format::Json)
        } else if (word("graph") || word("digraph") || word("strict")) && text.contains(&b'{') {
            named("a graph in the DOT language")
        } else if (word("graph") || word("creator")) && text.contains(&b'[') {
            named("GML")
        } else if starts("*vertices") || starts("*network") {
            named("a Pajek network")
        } else if starts("p edge") || starts("p sp ") || starts("p col") || starts("p max ") {
            named("a DIMACS graph")
        } else if text.starts_with(b"\x1f\x8b") || text.starts_with(b"PK\x03\x04") {
            named("compressed")
        } else if matrix::is_one(text) {
            Ok(Format::Matrix)
        } else if arrows::are_there(&read) {
            Ok(Format::Arrows)
        } else if adjacency::has_colons(&read) {
            Ok(Format::Adjacency)
        } else if adjacency::is_multiline(&read) {
            Ok(Format::MultilineAdjacency)
        } else if columns::by_semicolons(&read) {
            Ok(Format::Columns)
        } else {
            signs::refuse(begin, name)?;
            if columns::is_wider(&read) { columns::or_adjacency(&read, name) } else { Ok(Format::Edges) }
        }
    }

    /// Reads a whole file of this form.
    ///
    /// # Errors
    /// What is no such graph, with its line and place; the budget.
    pub(super) fn read(self, bytes: &[u8], name: &str, cx: &Context) -> Result<EdgeList, ReadError> {
        // names and arcs take several times what is written
        cx.reserve(bytes.len() as u64 * 4)?;
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            Wrong::new(at, "these bytes are not UTF-8 text").at_line(self, bytes, name)
        })?;
        let mut into = Gathered::default();
        match self {
            Format::Edges | Format::Columns => columns::read(text, &mut into, cx),
            Format::Adjacency => adjacency::read(text, &mut into, cx),
            Format::MultilineAdjacency => adjacency::read_multiline(text, &mut into, cx),
            Format::Arrows => arrows::read(text, &mut into, cx),
            Format::Brackets | Format::Neighbours => brackets::read(text, &mut into, cx),
            Format::Matrix => matrix::read(text, &mut into, cx),
            Format::MatrixMarket => matrix_market::read(text, &mut into, cx),
            Format::Graph6 | Format::Digraph6 | Format::Sparse6 => graph6::read(text, &mut into, cx),
            Format::GraphMl => graphml::read(text, &mut into, cx),
            Format::Json => json::read(text, &mut into, cx),
        }
        .map_err(|fault| match fault {
            Fault::Wrong(wrong) => wrong.at_line(self, bytes, name),
            Fault::Other(error) => error,
        })?;
        into.finish(self, cx)
    }
}

/// Bytes that an entry takes while [`are_rows`] compares it with the others, for each byte of the file.
const COMPARED: u64 = 32;

/// Do all lines together say that they are rows of neighbours?
///
/// # Errors
/// The budget.
pub(super) fn are_rows(bytes: &[u8], name: &str, cx: &Context) -> Result<bool, ReadError> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(false) };
    let needed = bytes.len() as u64 * COMPARED;
    cx.reserve(needed)?;
    cx.tick(bytes.len() as u64 / 8)?;
    let form = columns::or_adjacency(text, name);
    cx.release(needed);
    Ok(matches!(form, Ok(Format::Adjacency)))
}

/// What is wrong, and the byte where it is.
#[derive(Debug)]
struct Wrong {
    at: usize,
    why: String,
}

impl Wrong {
    fn new(at: usize, why: impl Into<String>) -> Wrong {
        Wrong { at, why: why.into() }
    }

    fn at_line(self, format: Format, bytes: &[u8], name: &str) -> ReadError {
        let before = &bytes[..self.at.min(bytes.len())];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count() as u64;
        let begin = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let column = 1 + String::from_utf8_lossy(&before[begin..]).chars().count() as u64;
        ReadError::Place { file: name.to_owned(), form: format.name(), line, column, why: self.why }
    }
}

/// Why a file is not read.
#[derive(Debug)]
enum Fault {
    Wrong(Wrong),
    Other(ReadError),
}

impl From<Wrong> for Fault {
    fn from(wrong: Wrong) -> Fault {
        Fault::Wrong(wrong)
    }
}

impl<E: Into<ReadError>> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault::Other(error.into())
    }
}

type Read = Result<(), Fault>;

#[cfg(test)]
mod tests;
