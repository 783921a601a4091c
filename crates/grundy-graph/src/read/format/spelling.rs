//! How the graph of a file was written.

use super::Format;
use crate::read::Counts;

/// How a graph was written: for people, who see from it whether their file was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spelling {
    /// The form of the file.
    pub format: Format,
    /// The first line named the columns and was skipped.
    pub header: bool,
    /// The first line says how many vertices and arcs there are, and was skipped.
    pub counts: Option<Counts>,
    /// The first line would be such a header if it counted the arcs right. It was read as an arc.
    pub miscounted: Option<Miscounted>,
    /// Some edge had no direction, and was read as an arc both ways.
    pub both_ways: bool,
    /// The two lines could be the rows of an adjacency matrix as well, which would be another graph.
    pub square: bool,
}

/// A first line that announces another number of arcs than there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Miscounted {
    /// So many vertices are announced: the numbers behind the line fit.
    pub vertices: u64,
    /// So many arcs are announced, which as a vertex would stand in no other arc.
    pub arcs: u64,
    /// So many arcs stand behind the line.
    pub found: u64,
}

impl Miscounted {
    /// What the first of these arcs would be as a header, if it is one that counts wrong.
    pub(in crate::read) fn of(mut arcs: impl Iterator<Item = (u64, u64)>) -> Option<Miscounted> {
        let (vertices, announced) = arcs.next().filter(|&(n, m)| m > n && n > 0)?;
        let (mut found, mut zero, mut last) = (0, false, false);
        for (u, v) in arcs {
            found += 1;
            zero |= u == 0 || v == 0;
            last |= u.max(v) == vertices;
            // nobody miscounts by more than that
            if u.max(v) > vertices || zero && last || found > 2 * announced + 8 {
                return None;
            }
        }
        let is_near = found != announced && 2 * found >= announced;
        is_near.then_some(Miscounted { vertices, arcs: announced, found })
    }
}

impl From<Format> for Spelling {
    fn from(format: Format) -> Spelling {
        Spelling { format, header: false, counts: None, miscounted: None, both_ways: false, square: false }
    }
}
