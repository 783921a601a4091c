//! Undirected graphs as text: named ones (`path:7`), lists of edges (`edges:0-1,1-2,3`), graph6 (`graph6:DqK`).
//!
//! | text | vertices |
//! |---|---|
//! | `path:5`, `cycle:7`, `complete:4` | 0, 1, … in order |
//! | `star:5` | the centre 0 and 5 leaves |
//! | `bipartite:3,4` | 0 to 2 on one side, 3 to 6 on the other |
//! | `grid:3x4`, `queens:6` | row by row |
//! | `petersen:5,2` | the outer circle 0 to 4, then the inner one, whose steps are of length 2 |
//! | `edges:0-1,1-2,3` | those that are named; a lone number is an isolated vertex |
//!
//! Results keep the numbers of the vertices and print as `edges:`; the empty graph is `edges:`.
//!
//! Reference for graph6: B. D. McKay, *graph6 and sparse6 graph formats*, in the manual of nauty.

pub mod drawing;
mod twins;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use grundy_notation::Span;
use rustc_hash::FxHashMap;

use super::connected::connected;
use crate::error::Diagnostic;

/// A graph has so many vertices at most.
const MOST: usize = 512;

/// A simple graph whose vertices have numbers.
#[derive(Debug, Clone)]
pub struct Simple {
    /// Ascending.
    vertices: Box<[u32]>,
    /// The smaller vertex first, ascending.
    edges: Box<[(u32, u32)]>,
    /// As it was written, if it was; plays no part in what is equal.
    written: Option<Arc<str>>,
    /// The columns of the grid of which it is what is left: vertices keep their numbers there, row by row. Plays no part in
    /// what is equal.
    grid: Option<u32>,
}

/// An item of a list of edges, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Item<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl<'t> Item<'t> {
    /// The items between commas; `at` is where the list stands.
    pub(crate) fn all(list: &'t str, at: usize) -> impl Iterator<Item = Item<'t>> {
        let mut next = at;
        list.split(',').filter(|_| !list.trim().is_empty()).map(move |text| {
            let item = Item { text, at: next };
            next += text.len() + 1;
            item.trimmed()
        })
    }

    fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        Item { text: self.text.trim(), at: self.at + start }
    }

    /// Both sides of the first such mark.
    pub(crate) fn cut(self, mark: char) -> Option<(Self, Self)> {
        let (a, b) = self.text.split_once(mark)?;
        let behind = Item { text: b, at: self.at + a.len() + mark.len_utf8() };
        Some((Item { text: a, at: self.at }.trimmed(), behind.trimmed()))
    }

    /// The vertex that stands here.
    pub(crate) fn vertex(self) -> Result<u32, Diagnostic> {
        self.text.parse().map_err(|_| {
            let what = if self.text.is_empty() {
                "a vertex is missing".to_owned()
            } else {
                format!("`{}` is not a vertex", self.text)
            };
            self.blame(Diagnostic::input(format!("{what}: vertices are numbers")).suggest("\"edges:0-1,1-2,3\""))
        })
    }

    /// The fault, at this place.
    pub(crate) fn blame(self, fault: Diagnostic) -> Diagnostic {
        fault.at(Span::new(self.at, self.at + self.text.len().max(1)))
    }
}

impl PartialEq for Simple {
    fn eq(&self, other: &Simple) -> bool {
        self.vertices == other.vertices && self.edges == other.edges
    }
}

impl Eq for Simple {}

impl Hash for Simple {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertices.hash(state);
        self.edges.hash(state);
    }
}

fn fault(text: &str) -> Diagnostic {
    let fault = Diagnostic::input(format!("`{text}` is not a graph"));
    let is_edge = |edge: &str| {
        let mut ends = edge.trim().split(['-', '>']);
        let is_vertex = |end: Option<&str>| end.is_some_and(|v| !v.is_empty() && v.bytes().all(|b| b.is_ascii_digit()));
        is_vertex(ends.next()) && is_vertex(ends.next()) && ends.next().is_none()
    };
    if text.split(',').all(is_edge) {
        return fault.suggest(format!("\"edges:{text}\""));
    }
    fault.suggest("\"path:5\", \"cycle:7\", \"grid:3x4\", \"edges:0-1,1-2,3\", \"graph6:DqK\"")
}

impl Simple {
    /// Reads one of the text forms.
    ///
    /// # Errors
    /// Another text, a loop, an edge with a direction, more than 512 vertices.
    pub fn read(text: &str) -> Result<Simple, Diagnostic> {
        let Some((form, of)) = text.split_once(':') else { return Err(fault(text)) };
        let at = form.len() + 1;
        let graph = match form.trim() {
            "edges" => Simple::of_list(of, at),
            "graph6" => of_graph6(of, at),
            form => named(form, of).unwrap_or_else(|| Err(fault(text))),
        }?;
        let columns = || of.split_once('x').filter(|_| form.trim() == "grid").and_then(|(_, c)| c.trim().parse().ok());
        Ok(Simple { written: (form != "edges").then(|| text.into()), grid: columns(), ..graph })
    }

    /// The columns of the grid of which this is what is left.
    #[must_use]
    pub fn grid(&self) -> Option<u32> {
        self.grid
    }

    /// A graph with these vertices and edges, in any order and with repetitions.
    ///
    /// # Errors
    /// A loop; more than 512 vertices.
    pub fn new(
        vertices: impl IntoIterator<Item = u32>,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Simple, Diagnostic> {
        let mut edges: Vec<(u32, u32)> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        if let Some((v, _)) = edges.iter().find(|(a, b)| a == b) {
            return Err(Diagnostic::input(format!("the edge {v}-{v} is a loop, and this graph has none")));
        }
        let mut vertices: Vec<u32> = vertices.into_iter().chain(edges.iter().flat_map(|&(a, b)| [a, b])).collect();
        vertices.sort_unstable();
        vertices.dedup();
        if vertices.len() > MOST {
            return Err(Diagnostic::input(format!("a graph has {MOST} vertices at most")));
        }
        Ok(Simple { vertices: vertices.into(), edges: edges.into(), written: None, grid: None })
    }

    fn of_list(list: &str, at: usize) -> Result<Simple, Diagnostic> {
        let (mut vertices, mut edges) = (Vec::new(), Vec::new());
        for item in Item::all(list, at) {
            match item.cut('-') {
                None => vertices.push(item.vertex()?),
                Some((a, b)) => match (a.vertex()?, b.vertex()?) {
                    (a, b) if a == b => {
                        let what = format!("the edge {a}-{b} is a loop, and this graph has none");
                        return Err(item.blame(Diagnostic::input(what)));
                    }
                    edge => edges.push(edge),
                },
            }
        }
        Simple::new(vertices, edges)
    }

    /// The vertices, ascending.
    #[must_use]
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// The edges, the smaller vertex first, ascending.
    #[must_use]
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The graph without these vertices.
    #[must_use]
    pub fn without(&self, gone: impl Fn(u32) -> bool) -> Simple {
        Simple {
            vertices: self.vertices.iter().copied().filter(|&v| !gone(v)).collect(),
            edges: self.edges.iter().copied().filter(|&(a, b)| !gone(a) && !gone(b)).collect(),
            written: None,
            grid: self.grid,
        }
    }

    /// The neighbours of each vertex, by their places among the vertices.
    pub(crate) fn neighbours(&self) -> Vec<Vec<usize>> {
        let at = |v: u32| self.vertices.partition_point(|&w| w < v);
        let mut lists = vec![Vec::new(); self.vertices.len()];
        for &(a, b) in &self.edges {
            lists[at(a)].push(at(b));
            lists[at(b)].push(at(a));
        }
        lists
    }

    /// By the places of the vertices: the first that has the same neighbours, joined to it or not. The two change places in
    /// a symmetry of the graph.
    pub(crate) fn twins(&self) -> Vec<usize> {
        twins::first_twins(&self.neighbours())
    }

    /// How much work it is to take vertices away and to number the rest anew, beside that for a graph of ten vertices.
    pub(crate) fn weight(&self) -> u64 {
        1 + (self.vertices.len() + self.edges.len()) as u64 / 32
    }

    /// Is it one cycle through an even number of vertices?
    pub(crate) fn is_even_cycle(&self) -> bool {
        let even = self.vertices.len() == self.edges.len() && self.vertices.len().is_multiple_of(2);
        even && !self.edges.is_empty()
            && self.neighbours().iter().all(|list| list.len() == 2)
            && self.components().len() == 1
    }

    /// The connected components.
    #[must_use]
    pub fn components(&self) -> Vec<Simple> {
        let lists = self.neighbours();
        let parts = connected(lists.len(), 0..lists.len(), |v| lists[v].iter().copied());
        if parts.len() == 1 {
            return vec![self.clone()];
        }
        let mut of = vec![0; lists.len()];
        for (component, part) in parts.iter().enumerate() {
            part.iter().for_each(|&v| of[v] = component);
        }
        let at = |v: u32| of[self.vertices.partition_point(|&w| w < v)];
        (0..parts.len()).map(|component| self.without(|v| at(v) != component)).collect()
    }

    /// A connected graph with its vertices numbered anew: breadth first from each vertex of the rarest kind, and the least
    /// list of edges of these. Graphs with one result are isomorphic; paths, cycles and most small graphs that are
    /// isomorphic have one.
    #[must_use]
    pub fn renumbered(&self) -> Simple {
        let lists = self.neighbours();
        // the kind of a vertex: its degree and those of its neighbours
        let kind = |v: usize| {
            let mut degrees: Vec<usize> = lists[v].iter().map(|&w| lists[w].len()).collect();
            degrees.sort_unstable();
            (lists[v].len(), degrees)
        };
        let kinds: Vec<_> = (0..lists.len()).map(kind).collect();
        let mut alike: FxHashMap<_, usize> = FxHashMap::default();
        kinds.iter().for_each(|kind| *alike.entry(kind).or_default() += 1);
        let Some(rarest) = (0..lists.len()).min_by_key(|&v| (alike[&kinds[v]], &kinds[v])) else { return self.clone() };
        // of twins one is enough
        let twins = twins::first_twins(&lists);
        let starts = (0..lists.len()).filter(|&v| kinds[v] == kinds[rarest] && twins[v] == v);
        let edges = starts.map(|start| {
            let mut number = vec![u32::MAX; lists.len()];
            let mut order = vec![start];
            number[start] = 0;
            let mut next = 0;
            while let Some(&v) = order.get(next) {
                next += 1;
                let mut new: Vec<usize> = lists[v].iter().copied().filter(|&w| number[w] == u32::MAX).collect();
                // told apart by what was numbered already
                let seen = |w: usize| {
                    let mut seen: Vec<u32> = lists[w].iter().map(|&x| number[x]).filter(|&n| n != u32::MAX).collect();
                    seen.sort_unstable();
                    seen
                };
                new.sort_by_cached_key(|&w| (seen(w), kinds[w].clone()));
                for w in new {
                    number[w] = order.len() as u32;
                    order.push(w);
                }
            }
            let ends = (0..lists.len()).flat_map(|v| lists[v].iter().map(move |&w| (v, w)));
            let mut edges: Vec<(u32, u32)> = ends.map(|(v, w)| (number[v], number[w])).filter(|(a, b)| a < b).collect();
            edges.sort_unstable();
            edges
        });
        let edges = edges.min().unwrap_or_default();
        Simple { vertices: (0..lists.len() as u32).collect(), edges: edges.into(), written: None, grid: None }
    }
}

/// A graph with a name and numbers; `None`: no such name, or other numbers.
fn named(form: &str, of: &str) -> Option<Result<Simple, Diagnostic>> {
    let numbers: Vec<u32> = of.split([',', 'x']).map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    let volume = numbers.iter().try_fold(1u64, |volume, &n| volume.checked_mul(u64::from(n).max(1)));
    if numbers.iter().any(|&n| n as usize > MOST) || volume.is_none_or(|volume| volume > 1 << 20) {
        return Some(Err(Diagnostic::input(format!("a graph has {MOST} vertices at most"))));
    }
    let (vertices, edges): (u32, Vec<(u32, u32)>) = match (form, numbers.as_slice()) {
        ("path", &[n]) => (n, (1..n).map(|v| (v - 1, v)).collect()),
        ("cycle", &[n]) if n >= 3 => (n, (0..n).map(|v| (v, (v + 1) % n)).collect()),
        ("star", &[n]) => (n + 1, (1..=n).map(|v| (0, v)).collect()),
        ("complete", &[n]) => (n, (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect()),
        ("bipartite", &[m, n]) => (m + n, (0..m).flat_map(|a| (m..m + n).map(move |b| (a, b))).collect()),
        ("grid", &[rows, columns]) => {
            let down = (columns..rows * columns).map(|v| (v - columns, v));
            let along = (0..rows * columns).filter(|v| v % columns > 0).map(|v| (v - 1, v));
            (rows * columns, down.chain(along).collect())
        }
        ("queens", &[n]) => {
            let sees = |a: u32, b: u32| {
                let (row, column) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
                row == 0 || column == 0 || row == column
            };
            (n * n, (0..n * n).flat_map(|a| (0..a).filter(move |&b| sees(a, b)).map(move |b| (a, b))).collect())
        }
        ("petersen", &[n, k]) if n >= 3 && k >= 1 && 2 * k < n => {
            let of = |v: u32| [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + k) % n)];
            (2 * n, (0..n).flat_map(of).collect())
        }
        _ => return None,
    };
    Some(Simple::new(0..vertices, edges))
}

/// The number of vertices and the upper half of the matrix, column by column, six bits a character.
fn of_graph6(text: &str, at: usize) -> Result<Simple, Diagnostic> {
    let code = text.trim();
    let at = at + text.len() - text.trim_start().len();
    let wrong = |from: usize, to: usize, what: &str| {
        Diagnostic::input(format!("this is not a graph in the format graph6: {what}"))
            .at(Span::new(at + from, at + to.max(from + 1)))
            .suggest("\"graph6:DqK\" is a cycle of 5")
    };
    let mut bytes = Vec::with_capacity(code.len());
    for (i, mark) in code.char_indices() {
        match u32::from(mark).checked_sub(63).filter(|&b| b < 64) {
            Some(b) => bytes.push(b),
            None => return Err(wrong(i, i + mark.len_utf8(), "its characters are `?` to `~`")),
        }
    }
    let (n, bits) = match bytes.as_slice() {
        [63, a, b, c, bits @ ..] if *a < 63 => (a << 12 | b << 6 | c, bits),
        [n, bits @ ..] if *n < 63 => (*n, bits),
        _ => return Err(wrong(0, code.len(), "the number of vertices is missing or too large")),
    };
    if n as usize > MOST {
        return Err(Diagnostic::input(format!("a graph has {MOST} vertices at most")).at(Span::new(at, at + 1)));
    }
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let start = code.len() - bits.len();
    let wanted = pairs.len().div_ceil(6);
    if bits.len() != wanted {
        let (from, to) = if bits.len() < wanted { (code.len(), code.len()) } else { (start + wanted, code.len()) };
        let what = format!("{n} vertices need {wanted} characters behind their number, and {} are given", bits.len());
        return Err(wrong(from, to, &what));
    }
    let is_set = |at: usize| bits[at / 6] >> (5 - at % 6) & 1 == 1;
    if (pairs.len()..bits.len() * 6).any(is_set) {
        return Err(wrong(code.len() - 1, code.len(), "bits are set beyond the last pair of vertices"));
    }
    Simple::new(0..n, pairs.iter().enumerate().filter(|&(at, _)| is_set(at)).map(|(_, &pair)| pair))
}

impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(written) = &self.written {
            return f.write_str(written);
        }
        f.write_str("edges:")?;
        let mut joined: Vec<u32> = self.edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        joined.sort_unstable();
        let alone = self.vertices.iter().filter(|v| joined.binary_search(v).is_err()).map(|&v| (v, None));
        let mut items: Vec<(u32, Option<u32>)> = self.edges.iter().map(|&(a, b)| (a, Some(b))).chain(alone).collect();
        items.sort_unstable();
        for (i, (a, b)) in items.into_iter().enumerate() {
            f.write_str(if i > 0 { "," } else { "" })?;
            write!(f, "{a}")?;
            if let Some(b) = b {
                write!(f, "-{b}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
