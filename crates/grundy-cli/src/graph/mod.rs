//! Game graphs from files: edge lists as text and as Parquet.

mod block;
#[cfg(feature = "parquet")]
mod caught;
pub(crate) mod labels;
mod names;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
mod rows;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod twice;
mod words;

pub(crate) use names::Names;
pub(crate) use rows::Rows;

use grundy::{Context, Error};
use grundy_graph::{Arc, Reverse};

/// The arcs that were read, numbered, and the names of the vertices.
#[derive(Debug)]
pub(crate) struct EdgeList {
    /// What the vertices are called.
    pub(crate) names: Names,
    /// The arcs in the order of the file, in pieces.
    pub(crate) parts: Vec<Vec<Arc>>,
    /// The first line named the columns and was skipped.
    pub(crate) header: bool,
}

/// A graph from a file.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The graph.
    pub(crate) graph: Reverse,
    /// What its vertices are called.
    pub(crate) names: Names,
    /// The first line named the columns and was skipped.
    pub(crate) header: bool,
}

impl EdgeList {
    /// The graph of the arcs, which are given back.
    pub(crate) fn load(self, cx: &Context) -> Result<Loaded, Error> {
        let EdgeList { names, parts, header } = self;
        let arcs: usize = parts.iter().map(Vec::len).sum();
        let graph = Reverse::from_parts(names.len(), parts, cx)?;
        cx.release(8 * arcs as u64);
        Ok(Loaded { graph, names, header })
    }

    /// Numbers below 2^32 − 1 as they stand in the file. Where they lie far apart they are numbered anew.
    fn of_numbers(mut parts: Vec<Vec<Arc>>, lone: Vec<u32>, cx: &Context) -> Result<EdgeList, Error> {
        let arcs: usize = parts.iter().map(Vec::len).sum();
        let in_arcs = parts.iter().flatten().map(|&(u, v)| u.max(v)).max();
        let largest = in_arcs.max(lone.iter().copied().max());
        let vertices = largest.map_or(0, |n| n as usize + 1);
        if vertices <= ROOM + 8 * (arcs + lone.len()) {
            return Ok(EdgeList { names: Names::dense(vertices, lone), parts, header: false });
        }
        cx.reserve(12 * (2 * arcs + lone.len()) as u64)?;
        let all = parts.iter().flatten().flat_map(|&(u, v)| [u, v]).chain(lone).map(u64::from).collect();
        let names = Names::numbers(all);
        for (u, v) in parts.iter_mut().flatten() {
            *u = names.number(u64::from(*u)).unwrap_or(0);
            *v = names.number(u64::from(*v)).unwrap_or(0);
        }
        Ok(EdgeList { names, parts, header: false })
    }

    /// Numbers of any size below 2^64.
    fn of_wide(parts: Vec<Vec<(u64, u64)>>, lone: Vec<u64>, cx: &Context) -> Result<EdgeList, Error> {
        let arcs: usize = parts.iter().map(Vec::len).sum();
        cx.reserve(20 * (2 * arcs + lone.len()) as u64)?;
        let names = Names::numbers(parts.iter().flatten().flat_map(|&(u, v)| [u, v]).chain(lone).collect());
        let number = |n| names.number(n).unwrap_or(0);
        let parts = parts.into_iter().map(|part| part.into_iter().map(|(u, v)| (number(u), number(v))).collect());
        Ok(EdgeList { parts: parts.collect(), names, header: false })
    }
}

/// Unused numbers are borne up to here.
const ROOM: usize = 1 << 20;
