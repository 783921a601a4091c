//! A graph of moves as a picture in layers: moves go down, ends lie at the bottom.
//!
//! ```text
//!  3          the layer of a vertex is the length of the longest path from it, where arcs that close a cycle are left out
//!  │╲         (they are drawn going up)
//!  │ 2
//!  │ │╲       3 → 1 passes the row of 2: it has a bend there, a place of its own as a box has, and runs beside the boxes
//!   ╲│ │
//!    1 │      all moves to one vertex that pass a row share their bend there, so that there are no more bends than rows
//!     ╲│      times vertices
//!      0
//! ```
//!
//! Within a row boxes and bends stand near the mean place of their neighbours (K. Sugiyama, S. Tagawa, M. Toda, *Methods
//! for visual understanding of hierarchical system structures*, 1981). Outcomes show by colour, by letter and by the edge
//! of the box. The styles are those of one class, so that the picture can stand inside of a page.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};

use grundy::Outcome;

use crate::markup::{escape, short};
use crate::sheet;

/// A graph of more vertices is not drawn.
pub const MOST: u64 = 500;
/// A graph of more arcs is not drawn.
pub const MOST_ARCS: usize = 20_000;

const HEIGHT: f64 = 38.0;
/// Room between two boxes, and between two bends.
const GAP: f64 = 14.0;
const BEND: f64 = 6.0;
/// Room beside a vertex with a move to itself.
const LOOP: f64 = 60.0;
const STEP: f64 = 96.0;
const MARGIN: f64 = 24.0;
const TOP: f64 = 66.0;
/// Longer names are cut; the whole name shows under the mouse.
const LETTERS: usize = 22;
/// Moves up start and end so far beside those down.
const BESIDE: f64 = 9.0;

const STYLE: &str = ".grundy-graph{--win:#2a64a0;--n:#dbe9f8;--ne:#2a64a0;--p:#ffffff;--pe:#b34700;--d:#e4e4e1;--de:#6f6f6c}
@media (prefers-color-scheme:dark){.grundy-graph{--win:#8fc1f5;--n:#1f3a57;--ne:#8fc1f5;--p:#2b211b;--pe:#ffa666;--d:#3a3b3d;--de:#b0b0ad}}
.grundy-graph text{white-space:pre}.grundy-graph .v,.grundy-graph .l{font-size:12px;text-anchor:middle}.grundy-graph .l{font-weight:700}
.grundy-graph .N rect{fill:var(--n);stroke:var(--ne)}.grundy-graph .P rect{fill:var(--p);stroke:var(--pe);stroke-width:2.5}
.grundy-graph .D rect{fill:var(--d);stroke:var(--de);stroke-dasharray:4 3}
.grundy-graph path{fill:none;stroke:var(--edge)}.grundy-graph .w{stroke:var(--win);stroke-width:1.8}
.grundy-graph marker path{fill:var(--edge);stroke:none}.grundy-graph #grundy-w path{fill:var(--win)}";

/// A vertex as it is drawn.
#[derive(Debug, Clone)]
pub struct Vertex {
    /// What it is called.
    pub name: String,
    /// Outcome and value: `N 3`, `P 0`, `D ∞{1}`.
    pub words: String,
    /// Who wins.
    pub outcome: Outcome,
}

/// What stands in a row: the box of a vertex, or the bend of moves that pass the row.
#[derive(Debug, Clone, Copy)]
struct Node {
    layer: usize,
    x: f64,
    width: f64,
    gap: f64,
}

/// A piece of a move: from a box or bend to one of the next row, or of its own.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: usize,
    to: usize,
    /// The vertex that the move leads to.
    target: usize,
}

/// Where everything stands: the boxes in the order of the vertices, then the bends.
#[derive(Debug)]
struct Layout {
    nodes: Vec<Node>,
    boxes: usize,
    pieces: Vec<Piece>,
    deepest: usize,
}

fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Draws the graph; `followers` has for each vertex the places of those that its moves lead to, each once.
///
/// # Errors
/// What writing to `out` failed with.
pub fn svg(out: &mut dyn Write, title: &str, vertices: &[Vertex], followers: &[Vec<usize>]) -> io::Result<()> {
    let layout = Layout::of(vertices, followers);
    let right = layout.nodes.iter().map(|n| n.x + n.width / 2.0).fold(0.0, f64::max);
    let width = (right + MARGIN + 30.0).max(460.0);
    let height = TOP + layout.deepest as f64 * STEP + HEIGHT + MARGIN + 10.0;
    sheet::open(out, "grundy-graph", [width, height], title, STYLE)?;
    for id in ["grundy-a", "grundy-w"] {
        sheet::arrow_head(out, id, 7, None)?;
    }
    let below = "N: the player to move wins, P: loses, D: draw; blue arrows win";
    sheet::heading(out, MARGIN, &cut(title, (width / 10.0) as usize), below)?;
    // moves first, the winning ones above the others
    for winning in [false, true] {
        let (class, id) = if winning { (" class=\"w\"", "grundy-w") } else { ("", "grundy-a") };
        for piece in &layout.pieces {
            if (vertices[piece.target].outcome == Outcome::Previous) == winning {
                let head = if piece.to == piece.target { format!(" marker-end=\"url(#{id})\"") } else { String::new() };
                writeln!(out, "<path{class} d=\"{}\"{head}/>", layout.path(piece))?;
            }
        }
    }
    for (vertex, node) in vertices.iter().zip(&layout.nodes) {
        let (x, top) = (node.x, layout.top(node));
        writeln!(
            out,
            "<g class=\"{}\"><title>{}: {}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{HEIGHT}\" \
             rx=\"6\"/><text class=\"v\" x=\"{x}\" y=\"{}\">{}</text><text class=\"l\" x=\"{x}\" y=\"{}\">{}</text></g>",
            vertex.outcome.letter(),
            escape(&vertex.name),
            escape(&vertex.words),
            short(x - node.width / 2.0),
            short(top),
            short(node.width),
            short(top + 16.0),
            escape(&cut(&vertex.name, LETTERS)),
            short(top + 32.0),
            escape(&cut(&vertex.words, LETTERS)),
            x = short(x),
        )?;
    }
    writeln!(out, "</svg>")
}

impl Layout {
    fn of(vertices: &[Vertex], followers: &[Vec<usize>]) -> Layout {
        let layers = layers(followers);
        let mut nodes: Vec<Node> = vertices
            .iter()
            .zip(&layers)
            .map(|(vertex, &layer)| {
                let letters = vertex.name.chars().count().min(LETTERS).max(vertex.words.chars().count());
                Node { layer, x: 0.0, width: (letters as f64 * 7.4 + 16.0).max(38.0), gap: GAP }
            })
            .collect();
        let mut pieces = Vec::new();
        // where the moves to a vertex, from above or from below, pass a row
        let mut bends = HashMap::new();
        for (from, list) in followers.iter().enumerate() {
            for &target in list {
                let (mut at, mut layer, end) = (from, layers[from], layers[target]);
                let down = layer > end;
                while layer.abs_diff(end) > 1 {
                    layer = if down { layer - 1 } else { layer + 1 };
                    match bends.entry((target, down, layer)) {
                        Entry::Occupied(known) => {
                            // from there on the way is drawn
                            pieces.push(Piece { from: at, to: *known.get(), target });
                            layer = end;
                            at = target;
                        }
                        Entry::Vacant(free) => {
                            let bend = *free.insert(nodes.len());
                            nodes.push(Node { layer, x: 0.0, width: 0.0, gap: BEND });
                            pieces.push(Piece { from: at, to: bend, target });
                            at = bend;
                        }
                    }
                }
                if from == target {
                    nodes[from].gap = LOOP;
                }
                if at != target || from == target {
                    pieces.push(Piece { from: at, to: target, target });
                }
            }
        }
        arrange(&mut nodes, &pieces);
        let left = nodes.iter().map(|n| n.x - n.width / 2.0).fold(f64::INFINITY, f64::min);
        for node in &mut nodes {
            node.x += MARGIN - left;
        }
        let deepest = layers.iter().copied().max().unwrap_or(0);
        Layout { nodes, boxes: vertices.len(), pieces, deepest }
    }

    fn top(&self, node: &Node) -> f64 {
        TOP + (self.deepest - node.layer) as f64 * STEP
    }

    /// The way of a piece: down from the lower edge to the upper one, up from the upper edge to the lower one, along a row
    /// above its boxes; through the row where it starts at a bend.
    fn path(&self, piece: &Piece) -> String {
        let s = short;
        let (from, to) = (&self.nodes[piece.from], &self.nodes[piece.to]);
        let (y, z) = (self.top(from), self.top(to));
        let (starts, ends) = (piece.from < self.boxes, piece.to < self.boxes);
        if piece.from == piece.to {
            let (x, y) = (from.x + from.width / 2.0, y + HEIGHT / 2.0);
            let (out, end) = (s(x + 30.0), s(x + 1.0));
            return format!(
                "M{} {}C{out} {} {out} {} {end} {}",
                s(x),
                s(y - 8.0),
                s(y - 20.0),
                s(y + 20.0),
                s(y + 8.0)
            );
        }
        if from.layer == to.layer {
            // above the boxes between them, and below the row above
            let lift = 24.0 + ((from.x - to.x).abs() * 0.08).min(24.0);
            let (x, w) = (s(from.x), s(to.x));
            return format!("M{x} {}C{x} {} {w} {} {} {}", s(y), s(y - lift), s(z - lift), s(to.x + 4.0), s(z - 1.0));
        }
        let down = from.layer > to.layer;
        let aside = |is_box: bool| if is_box && !down { BESIDE } else { 0.0 };
        let (x, w) = (from.x + aside(starts), to.x + aside(ends));
        let (enter, leave) = if down { (y, y + HEIGHT) } else { (y + HEIGHT, y) };
        let tip = f64::from(u8::from(ends));
        let end = if down { z - tip } else { z + HEIGHT + tip };
        let bend = (end - leave) * 0.45;
        let through = if starts { String::new() } else { format!("M{} {}V{}", s(x), s(enter), s(leave)) };
        let start = if starts { format!("M{} {}", s(x), s(leave)) } else { through };
        format!("{start}C{} {} {} {} {} {}", s(x), s(leave + bend), s(w), s(end - bend), s(w), s(end))
    }
}

/// The longest path from each vertex, without the arcs that close a cycle in a depth-first search.
fn layers(followers: &[Vec<usize>]) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        New,
        Open,
        Done,
    }
    let mut seen = vec![Seen::New; followers.len()];
    let mut layers = vec![0; followers.len()];
    for start in 0..followers.len() {
        if seen[start] != Seen::New {
            continue;
        }
        seen[start] = Seen::Open;
        let mut path = vec![(start, 0)];
        while let Some((v, next)) = path.last_mut() {
            let v = *v;
            if let Some(&w) = followers[v].get(*next) {
                *next += 1;
                match seen[w] {
                    Seen::New => {
                        seen[w] = Seen::Open;
                        path.push((w, 0));
                    }
                    Seen::Done => layers[v] = layers[v].max(layers[w] + 1),
                    // closes a cycle
                    Seen::Open => {}
                }
                continue;
            }
            seen[v] = Seen::Done;
            path.pop();
            if let Some(&mut (u, _)) = path.last_mut() {
                layers[u] = layers[u].max(layers[v] + 1);
            }
        }
    }
    layers
}

/// Places the boxes and bends of each row near their neighbours.
fn arrange(nodes: &mut [Node], pieces: &[Piece]) {
    let mut neighbours = vec![Vec::new(); nodes.len()];
    for piece in pieces.iter().filter(|piece| piece.from != piece.to) {
        neighbours[piece.from].push(piece.to);
        neighbours[piece.to].push(piece.from);
    }
    let deepest = nodes.iter().map(|n| n.layer).max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); deepest + 1];
    for (i, node) in nodes.iter().enumerate() {
        rows[node.layer].push(i);
    }
    for row in &rows {
        settle(nodes, row, &vec![0.0; row.len()]);
    }
    for round in 0..24 {
        for k in 0..rows.len() {
            // once from the ends, once from the starts
            let row = &mut rows[if round % 2 == 0 { k } else { deepest - k }];
            let mean = |i: usize| match neighbours[i].len() {
                0 => nodes[i].x,
                count => neighbours[i].iter().map(|&j: &usize| nodes[j].x).sum::<f64>() / count as f64,
            };
            let mut order: Vec<(f64, usize)> = row.iter().map(|&i| (mean(i), i)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *row = order.iter().map(|&(_, i)| i).collect();
            let wanted: Vec<f64> = order.iter().map(|&(x, _)| x).collect();
            settle(nodes, row, &wanted);
        }
    }
}

/// Sets a row in its order as near to the wanted places as boxes that do not overlap can stand.
fn settle(nodes: &mut [Node], row: &[usize], wanted: &[f64]) {
    let mut least = f64::NEG_INFINITY;
    let mut moved = 0.0;
    for (&i, &x) in row.iter().zip(wanted) {
        let half = (nodes[i].width + nodes[i].gap) / 2.0;
        nodes[i].x = x.max(least + half);
        least = nodes[i].x + half;
        moved += nodes[i].x - x;
    }
    let shift = moved / row.len().max(1) as f64;
    for &i in row {
        nodes[i].x -= shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(followers: &[Vec<usize>]) -> Layout {
        let vertex = |v: usize| Vertex { name: v.to_string(), words: "N 1".to_owned(), outcome: Outcome::Next };
        let vertices: Vec<Vertex> = (0..followers.len()).map(vertex).collect();
        Layout::of(&vertices, followers)
    }

    #[test]
    fn no_move_runs_behind_a_box() {
        // one heap of Nim: each vertex leads to all below
        let nim: Vec<Vec<usize>> = (0..12).map(|n| (0..n).collect()).collect();
        let loopy = vec![vec![1, 3], vec![2, 0], vec![3, 0, 2], vec![0], vec![0, 1, 2, 3]];
        for followers in [nim, loopy] {
            let layout = drawn(&followers);
            for piece in &layout.pieces {
                let (from, to) = (&layout.nodes[piece.from], &layout.nodes[piece.to]);
                assert!(from.layer.abs_diff(to.layer) <= 1);
            }
            for (i, a) in layout.nodes.iter().enumerate() {
                for b in layout.nodes[..i].iter().filter(|b| b.layer == a.layer) {
                    assert!((a.x - b.x).abs() + 1e-6 >= (a.width + b.width) / 2.0, "{a:?} {b:?}");
                }
            }
            // every move can be followed from its vertex to where it leads
            for (from, list) in followers.iter().enumerate() {
                for &target in list {
                    let mut at = from;
                    loop {
                        let next = layout.pieces.iter().find(|p| p.from == at && p.target == target);
                        at = next.expect("a way").to;
                        if at == target {
                            break;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_breaks_out() {
        let vertices = [Vertex { name: "<b>&".to_owned(), words: "P 0".to_owned(), outcome: Outcome::Previous }];
        let mut out = Vec::new();
        svg(&mut out, "<script>", &vertices, &[vec![0]]).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.contains("<script>") && !text.contains("<b>") && text.contains("&lt;b&gt;&amp;"));
    }
}
