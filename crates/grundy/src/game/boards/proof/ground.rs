//! Boards and graphs as what proofs are made on.

use std::hash::Hash;

use grundy_core::{Context, Diagnostic, NormalPlay, Result};

use super::{Left, Play};
use crate::game::boards::cells::Cells;
use crate::game::boards::connected::connected;
use crate::game::boards::graph::Simple;
use crate::game::nimbers::Kept;

/// Values that can be excluded are below this.
const VALUES: u64 = 64;
/// A board has at most so many columns in a proof.
const COLUMNS: u32 = 64;

/// Where a play takes place: vertices, of which a move takes an edge, or a vertex with its neighbours.
pub(crate) trait Ground {
    type Vertex: Copy + Ord + Hash;

    /// Does a move choose an edge?
    fn takes_edges(&self) -> bool;

    /// The vertices beside this one.
    fn near(&self, vertex: Self::Vertex) -> Vec<Self::Vertex>;

    /// The part that stands for this connected one.
    fn named(&self, part: Vec<Self::Vertex>) -> Vec<Self::Vertex>;

    /// Does mirroring win it?
    fn is_mirrored(&self, part: &[Self::Vertex]) -> bool;

    /// How a part is written.
    fn text(&self, part: &[Self::Vertex]) -> String;

    /// How a vertex of a part is written.
    fn vertex(&self, part: &[Self::Vertex], vertex: Self::Vertex) -> String;

    /// The value of a part, if the search has learnt it.
    fn known(&self, part: &[Self::Vertex]) -> Option<u64>;

    /// Is the value of a part this number?
    fn is(&self, part: &[Self::Vertex], number: u64, cx: &Context) -> Result<bool>;

    /// The value of a part.
    fn value(&self, part: &[Self::Vertex], cx: &Context) -> Result<u64>;
}

/// The game of taking vertices.
pub(crate) struct Connected<G>(pub(crate) G);

impl<G: Ground> Connected<G> {
    /// Connected parts as they are named; equal ones cancel, and those without a move are worth nothing.
    pub(crate) fn parts(&self, mut cells: Vec<G::Vertex>) -> Vec<Vec<G::Vertex>> {
        cells.sort_unstable();
        let near = |at: usize| {
            let near = self.0.near(cells[at]).into_iter();
            near.filter_map(|other| cells.binary_search(&other).ok())
        };
        let mut parts: Vec<Vec<G::Vertex>> = Vec::new();
        for part in connected(cells.len(), 0..cells.len(), near) {
            if self.0.takes_edges() && part.len() == 1 {
                continue;
            }
            let part = self.0.named(part.into_iter().map(|at| cells[at]).collect());
            match parts.iter().position(|other| *other == part) {
                Some(at) => _ = parts.remove(at),
                None => parts.push(part),
            }
        }
        parts.sort_by_key(Vec::len);
        parts
    }
}

impl<G: Ground> Play for Connected<G> {
    type Part = Vec<G::Vertex>;
    /// An edge, or a vertex twice.
    type Move = (G::Vertex, G::Vertex);

    fn moves(&self, part: &Vec<G::Vertex>, cx: &Context) -> Result<Vec<Left<Self>>> {
        let ground = &self.0;
        let mut moves = Vec::new();
        for &first in part {
            let near = ground.near(first);
            if ground.takes_edges() {
                for &second in near.iter().filter(|second| **second > first && part.binary_search(second).is_ok()) {
                    let left = part.iter().copied().filter(|v| *v != first && *v != second).collect();
                    moves.push(Left { chosen: (first, second), parts: self.parts(left) });
                }
            } else {
                let left = part.iter().copied().filter(|v| *v != first && !near.contains(v)).collect();
                moves.push(Left { chosen: (first, first), parts: self.parts(left) });
            }
        }
        cx.tick(moves.len() as u64)?;
        Ok(moves)
    }

    fn size(&self, part: &Vec<G::Vertex>) -> usize {
        part.len()
    }

    fn is_mirrored(&self, part: &Vec<G::Vertex>) -> bool {
        self.0.is_mirrored(part)
    }

    fn text(&self, part: &Vec<G::Vertex>) -> String {
        self.0.text(part)
    }

    fn reply(&self, part: &Vec<G::Vertex>, &(first, second): &Self::Move) -> String {
        let name = |vertex| self.0.vertex(part, vertex);
        if self.0.takes_edges() { format!("{}-{}", name(first), name(second)) } else { name(first) }
    }

    fn values(&self) -> u64 {
        VALUES
    }

    fn known(&self, part: &Vec<G::Vertex>, _: &Context) -> Result<Option<u64>> {
        Ok(self.0.known(part))
    }

    fn is(&self, part: &Vec<G::Vertex>, number: u64, cx: &Context) -> Result<bool> {
        self.0.is(part, number, cx)
    }

    fn value(&self, part: &Vec<G::Vertex>, cx: &Context) -> Result<u64> {
        self.0.value(part, cx)
    }
}

/// Squares by row and column. Of the eight images of a part the one with the fewest rows, and then with the least rows as
/// numbers, stands for all.
pub(crate) struct OfBoard<'a> {
    pub(crate) cells: &'a Cells,
    pub(crate) takes_edges: bool,
}

type Square = (u32, u32);

fn rows_of(part: &[Square]) -> Vec<u64> {
    let rows = part.iter().map(|(row, _)| row + 1).max().unwrap_or_default();
    let mut words = vec![0; rows as usize];
    part.iter().for_each(|&(row, column)| words[row as usize] |= 1 << column);
    words
}

/// The rows in hexadecimal digits, with points between.
fn written(rows: impl IntoIterator<Item = u64>) -> String {
    let rows: Vec<String> = rows.into_iter().map(|row| format!("{row:x}")).collect();
    rows.join(".")
}

fn columns_of(part: &[Square]) -> u32 {
    part.iter().map(|(_, column)| column + 1).max().unwrap_or_default()
}

fn too_large() -> Diagnostic {
    Diagnostic::unsupported("a part of the board is too large for the search")
}

impl OfBoard<'_> {
    /// The line of a board; `None`: it has too many columns.
    pub(crate) fn head(&self, squares: &[Square]) -> Option<String> {
        let rule = if self.takes_edges { "edges" } else { "vertices" };
        let fits = columns_of(squares) <= COLUMNS && !squares.is_empty();
        fits.then(|| format!("rule {rule}\nboard {}\n", written(rows_of(squares))))
    }
}

impl Ground for OfBoard<'_> {
    type Vertex = Square;

    fn takes_edges(&self) -> bool {
        self.takes_edges
    }

    fn near(&self, (row, column): Square) -> Vec<Square> {
        let before = row.checked_sub(1).map(|row| (row, column)).into_iter();
        let left = column.checked_sub(1).map(|column| (row, column));
        before.chain(left).chain([(row, column + 1), (row + 1, column)]).collect()
    }

    fn named(&self, part: Vec<Square>) -> Vec<Square> {
        let top = part.iter().map(|(row, _)| *row).min().unwrap_or_default();
        let left = part.iter().map(|(_, column)| *column).min().unwrap_or_default();
        let moved: Vec<Square> = part.iter().map(|(row, column)| (row - top, column - left)).collect();
        let (last_row, last_column) = moved.iter().fold((0, 0), |(h, w), &(r, c)| (h.max(r), w.max(c)));
        let image = |turn: u32| -> Vec<Square> {
            let turned = |&(r, c): &Square| {
                let r = if turn & 1 == 1 { last_row - r } else { r };
                let c = if turn & 2 == 2 { last_column - c } else { c };
                if turn & 4 == 4 { (c, r) } else { (r, c) }
            };
            moved.iter().map(turned).collect()
        };
        // on its side it has more rows or too many columns
        let images = (0..8).filter(|turn| turn & 4 == 0 || last_row < COLUMNS).map(image);
        let mut least = images.min_by_key(|image| (rows_of(image).len(), rows_of(image))).unwrap_or_default();
        least.sort_unstable();
        least
    }

    fn is_mirrored(&self, part: &[Square]) -> bool {
        let (last_row, last_column) = part.iter().fold((0, 0), |(h, w), &(r, c)| (h.max(r), w.max(c)));
        part.iter().all(|&(r, c)| {
            let image = (last_row - r, last_column - c);
            let apart = r.abs_diff(image.0) + c.abs_diff(image.1);
            apart > 1 && part.binary_search(&image).is_ok()
        })
    }

    fn text(&self, part: &[Square]) -> String {
        written(rows_of(part))
    }

    fn vertex(&self, part: &[Square], (row, column): Square) -> String {
        (row * columns_of(part) + column).to_string()
    }

    fn known(&self, part: &[Square]) -> Option<u64> {
        self.cells.known(part.to_vec())
    }

    fn is(&self, part: &[Square], number: u64, cx: &Context) -> Result<bool> {
        self.cells.is(part.to_vec(), number, cx).unwrap_or_else(|| Err(too_large().into()))
    }

    fn value(&self, part: &[Square], cx: &Context) -> Result<u64> {
        self.cells.value(part.to_vec(), cx).unwrap_or_else(|| Err(too_large().into()))
    }
}

/// Vertices of a graph by their places in its list. A part stands for itself.
pub(crate) struct OfGraph<'a, R: NormalPlay<Position = Simple> + Sync> {
    graph: &'a Simple,
    neighbours: Vec<Vec<u32>>,
    kept: &'a Kept<R>,
    takes_edges: bool,
}

impl<'a, R: NormalPlay<Position = Simple> + Sync> OfGraph<'a, R> {
    pub(crate) fn new(graph: &'a Simple, kept: &'a Kept<R>, takes_edges: bool) -> Self {
        let lists = graph.neighbours();
        let neighbours = lists.iter().map(|list| list.iter().map(|&v| v as u32).collect()).collect();
        OfGraph { graph, neighbours, kept, takes_edges }
    }

    /// The lines of the graph.
    pub(crate) fn head(&self) -> String {
        let rule = if self.takes_edges { "edges" } else { "vertices" };
        let mut joined: Vec<(usize, u32)> = Vec::new();
        for (v, list) in self.neighbours.iter().enumerate() {
            joined.extend(list.iter().filter(|&&w| w as usize > v).map(|&w| (v, w)));
        }
        joined.sort_unstable();
        let edges: String = joined.iter().map(|(v, w)| format!(" {v}-{w}")).collect();
        let edges = if edges.is_empty() { edges } else { format!("joined{edges}\n") };
        format!("rule {rule}\ngraph {}\n{edges}", self.neighbours.len())
    }

    /// All vertices.
    pub(crate) fn all(&self) -> Vec<u32> {
        (0..self.neighbours.len() as u32).collect()
    }

    fn induced(&self, part: &[u32]) -> Simple {
        let vertices = self.graph.vertices();
        self.graph.without(|v| part.binary_search(&(vertices.partition_point(|&w| w < v) as u32)).is_err())
    }
}

impl<R: NormalPlay<Position = Simple> + Sync> Ground for OfGraph<'_, R> {
    type Vertex = u32;

    fn takes_edges(&self) -> bool {
        self.takes_edges
    }

    fn near(&self, vertex: u32) -> Vec<u32> {
        self.neighbours[vertex as usize].clone()
    }

    fn named(&self, part: Vec<u32>) -> Vec<u32> {
        part
    }

    fn is_mirrored(&self, _part: &[u32]) -> bool {
        false
    }

    fn text(&self, part: &[u32]) -> String {
        let names: Vec<String> = part.iter().map(u32::to_string).collect();
        names.join(".")
    }

    fn vertex(&self, _part: &[u32], vertex: u32) -> String {
        vertex.to_string()
    }

    fn known(&self, part: &[u32]) -> Option<u64> {
        self.kept.known_of(&self.induced(part))
    }

    fn is(&self, part: &[u32], number: u64, cx: &Context) -> Result<bool> {
        self.kept.is_of(&self.induced(part), number, cx)
    }

    fn value(&self, part: &[u32], cx: &Context) -> Result<u64> {
        self.kept.value_of(&self.induced(part), cx)
    }
}
