//! A labelled graph as a picture in layers: moves go down, ends lie at the bottom.
//!
//! The layer of a vertex is the length of the longest path from it, where arcs that close a cycle are left out (they are
//! drawn going up). Within a layer vertices stand near the mean place of their neighbours (K. Sugiyama, S. Tagawa,
//! M. Toda, *Methods for visual understanding of hierarchical system structures*, 1981, without the dummy vertices).
//! Outcomes show by colour, by letter and by the edge of the box; colours follow the scheme of the page.

use std::io::{self, Write};

use grundy::Outcome;
use grundy_form::markup::escape;

use super::dot::words;
use crate::graph::Rows;
use crate::graph::labels::Labels;
use crate::render::picture::short;

/// A graph of more vertices is not drawn.
pub(crate) const MOST: u64 = 500;
/// A graph of more arcs is not drawn.
pub(crate) const MOST_ARCS: usize = 20_000;

const HEIGHT: f64 = 38.0;
const GAP: f64 = 14.0;
const STEP: f64 = 96.0;
const MARGIN: f64 = 24.0;
const TOP: f64 = 66.0;
/// Longer names are cut; the whole name shows under the mouse.
const LETTERS: usize = 22;

const STYLE: &str = "<style>
svg{--paper:#fcfcfb;--ink:#222;--faint:#5f5f5f;--arc:#9a9a96;--win:#2a64a0;--n:#dbe9f8;--ne:#2a64a0;--p:#ffffff;--pe:#b34700;--d:#e4e4e1;--de:#6f6f6c}
@media (prefers-color-scheme:dark){svg{--paper:#1b1c1e;--ink:#ececea;--faint:#a9a9a6;--arc:#6d6d6a;--win:#8fc1f5;--n:#1f3a57;--ne:#8fc1f5;--p:#2b211b;--pe:#ffa666;--d:#3a3b3d;--de:#b0b0ad}}
text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink);text-anchor:middle;white-space:pre}
.t{font-size:17px;font-weight:600;text-anchor:start}.s{font-size:12px;text-anchor:start;fill:var(--faint)}
.v{font-size:12px}.l{font-size:12px;font-weight:700}
.N rect{fill:var(--n);stroke:var(--ne)}.P rect{fill:var(--p);stroke:var(--pe);stroke-width:2.5}
.D rect{fill:var(--d);stroke:var(--de);stroke-dasharray:4 3}
path{fill:none;stroke:var(--arc)}.w{stroke:var(--win);stroke-width:1.8}
marker path{fill:var(--arc);stroke:none}#aw path{fill:var(--win)}
</style>";

/// Where a vertex stands.
struct Placed {
    v: u32,
    layer: usize,
    x: f64,
    width: f64,
}

/// Draws the graph.
pub(crate) fn svg(out: &mut dyn Write, labels: &Labels, title: &str) -> io::Result<()> {
    let vertices: Vec<u32> = labels.vertices().collect();
    let place = |v: u32| vertices.binary_search(&v).unwrap_or(0);
    let mut followers = vec![Vec::new(); vertices.len()];
    for (i, &v) in vertices.iter().enumerate() {
        for &u in labels.graph.predecessors(v) {
            followers[place(u)].push(i);
        }
    }
    for list in &mut followers {
        list.sort_unstable();
        list.dedup();
    }
    let layers = layers(&followers);
    let mut boxes: Vec<Placed> = vertices
        .iter()
        .zip(&layers)
        .map(|(&v, &layer)| {
            let letters =
                labels.names.name(v).chars().count().min(LETTERS).max(words(&labels.label(v)).chars().count());
            Placed { v, layer, x: 0.0, width: (letters as f64 * 7.4 + 16.0).max(38.0) }
        })
        .collect();
    arrange(&mut boxes, &followers);
    let left = boxes.iter().map(|b| b.x - b.width / 2.0).fold(f64::INFINITY, f64::min);
    let left = if left.is_finite() { left } else { 0.0 };
    for b in &mut boxes {
        b.x += MARGIN - left;
    }
    let deepest = layers.iter().copied().max().unwrap_or(0);
    let right = boxes.iter().map(|b| b.x + b.width / 2.0).fold(0.0, f64::max);
    let width = (right + MARGIN + 30.0).max(460.0);
    let height = TOP + deepest as f64 * STEP + HEIGHT + MARGIN + 10.0;
    let y = |b: &Placed| TOP + (deepest - b.layer) as f64 * STEP;
    let (w, h) = (short(width), short(height));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>\n{STYLE}", escape(title))?;
    for id in ["a", "aw"] {
        writeln!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>"
        )?;
    }
    writeln!(out, "<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>")?;
    let cut = |text: &str, most: usize| match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    };
    writeln!(out, "<text class=\"t\" x=\"{MARGIN}\" y=\"28\">{}</text>", escape(&cut(title, (width / 10.0) as usize)))?;
    writeln!(
        out,
        "<text class=\"s\" x=\"{MARGIN}\" y=\"47\">N: the player to move wins, P: loses, D: draw; blue arrows win</text>"
    )?;
    // arcs first, the winning ones above the others
    for winning in [false, true] {
        let (class, id) = if winning { (" class=\"w\"", "aw") } else { ("", "a") };
        for (from, list) in boxes.iter().zip(&followers) {
            for to in list.iter().filter_map(|&j| boxes.get(j)) {
                if (labels.label(to.v).outcome == Outcome::Previous) == winning {
                    let path = curve(from, to, y(from), y(to));
                    writeln!(out, "<path{class} d=\"{path}\" marker-end=\"url(#{id})\"/>")?;
                }
            }
        }
    }
    for b in &boxes {
        let label = labels.label(b.v);
        let name = labels.names.name(b.v);
        let (x, top) = (b.x, y(b));
        let letter = label.outcome.letter();
        let words = words(&label);
        writeln!(
            out,
            "<g class=\"{letter}\"><title>{}: {}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{HEIGHT}\" \
             rx=\"6\"/><text class=\"v\" x=\"{x}\" y=\"{}\">{}</text><text class=\"l\" x=\"{x}\" y=\"{}\">{}</text></g>",
            escape(&name),
            escape(&words),
            short(x - b.width / 2.0),
            short(top),
            short(b.width),
            short(top + 16.0),
            escape(&cut(&name, LETTERS)),
            short(top + 32.0),
            escape(&cut(&words, LETTERS)),
            x = short(x),
        )?;
    }
    writeln!(out, "</svg>")
}

/// The way of an arrow: down from the lower edge to the upper one; up or along a layer round the right side.
fn curve(from: &Placed, to: &Placed, y: f64, z: f64) -> String {
    let s = short;
    if from.v == to.v {
        let (x, y) = (from.x + from.width / 2.0, y + HEIGHT / 2.0);
        return format!(
            "M{0} {1}C{2} {3} {2} {4} {5} {6}",
            s(x),
            s(y - 8.0),
            s(x + 30.0),
            s(y - 20.0),
            s(y + 20.0),
            s(x + 1.0),
            s(y + 8.0)
        );
    }
    if from.layer > to.layer {
        let (y, z) = (y + HEIGHT, z - 1.0);
        let bend = (z - y) * 0.45;
        let span = from.layer - to.layer;
        // round the boxes between two that stand one above the other
        let aside = if span > 1 && (from.x - to.x).abs() < 30.0 { (50.0 + 8.0 * span as f64).min(100.0) } else { 0.0 };
        return format!(
            "M{} {}C{} {} {} {} {} {}",
            s(from.x),
            s(y),
            s(from.x + aside),
            s(y + bend),
            s(to.x + aside),
            s(z - bend),
            s(to.x),
            s(z)
        );
    }
    if from.layer == to.layer {
        // above the boxes between them
        let lift = 24.0 + ((from.x - to.x).abs() * 0.08).min(24.0);
        return format!(
            "M{} {}C{} {} {} {} {} {}",
            s(from.x),
            s(y),
            s(from.x),
            s(y - lift),
            s(to.x),
            s(z - lift),
            s(to.x + 4.0),
            s(z - 1.0)
        );
    }
    let (x, w) = (from.x + from.width / 2.0, to.x + to.width / 2.0);
    let (y, z) = (y + HEIGHT / 2.0, z + HEIGHT / 2.0);
    let out = x.max(w) + 34.0;
    format!("M{} {}C{} {} {} {} {} {}", s(x), s(y), s(out), s(y), s(out), s(z), s(w + 1.0), s(z))
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

/// Places the boxes of each layer near their neighbours.
fn arrange(boxes: &mut [Placed], followers: &[Vec<usize>]) {
    let mut neighbours = followers.to_vec();
    for (u, list) in followers.iter().enumerate() {
        for &v in list.iter().filter(|&&v| v != u) {
            neighbours[v].push(u);
        }
    }
    let deepest = boxes.iter().map(|b| b.layer).max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); deepest + 1];
    for (i, b) in boxes.iter().enumerate() {
        rows[b.layer].push(i);
    }
    for row in &rows {
        let wanted: Vec<f64> = row.iter().map(|_| 0.0).collect();
        settle(boxes, row, &wanted);
    }
    for round in 0..24 {
        for k in 0..rows.len() {
            // once from the ends, once from the starts
            let row = &mut rows[if round % 2 == 0 { k } else { deepest - k }];
            let mean = |i: usize| {
                let near = neighbours[i].iter().filter(|&&j| j != i).map(|&j| boxes[j].x);
                let (sum, count) = near.fold((0.0, 0u32), |(sum, count), x| (sum + x, count + 1));
                if count == 0 { boxes[i].x } else { sum / f64::from(count) }
            };
            let mut order: Vec<(f64, usize)> = row.iter().map(|&i| (mean(i), i)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *row = order.iter().map(|&(_, i)| i).collect();
            let wanted: Vec<f64> = order.iter().map(|&(x, _)| x).collect();
            settle(boxes, row, &wanted);
        }
    }
}

/// Sets a row in its order as near to the wanted places as boxes that do not overlap can stand.
fn settle(boxes: &mut [Placed], row: &[usize], wanted: &[f64]) {
    let mut least = f64::NEG_INFINITY;
    let mut moved = 0.0;
    for (&i, &x) in row.iter().zip(wanted) {
        let half = boxes[i].width / 2.0;
        boxes[i].x = x.max(least + half);
        least = boxes[i].x + half + GAP;
        moved += boxes[i].x - x;
    }
    let shift = moved / row.len().max(1) as f64;
    for &i in row {
        boxes[i].x -= shift;
    }
}
