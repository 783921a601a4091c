//! The programs of `cargo xtask bench --graphs`: the same graphs labelled by this library and by petgraph.
//!
//! ```text
//! graphs_beside draw KIND ARCS FILE     writes a graph as text, `dag`, `win` or `loopy`
//! graphs_beside grundy FILE             reverse graph, values, outcomes, Smith's values
//! graphs_beside external FILE           the same with the rows in a file
//! graphs_beside petgraph FILE           petgraph's graph, its topological order, mex by a hash set
//! ```
//!
//! Each line of output: seconds of CPU time of this thread, and of what. The last line is the sum of all values, by
//! which the two are compared.

#![allow(clippy::print_stdout, reason = "a program")]

use std::collections::HashSet;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

use grundy_core::{Context, Convention};
use grundy_graph::{Builder, EdgeFile, GrundyValues, Outcomes, Reverse, Rows, SmithValues};
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;

#[allow(dead_code, reason = "the benchmark uses the rest")]
mod graphs;

/// Seconds of CPU time of this thread; by the clock on the wall where the system does not tell.
fn seconds(start: Instant) -> f64 {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Prints the time since the last line.
struct Watch {
    start: Instant,
    last: f64,
}

impl Watch {
    fn new() -> Watch {
        let start = Instant::now();
        Watch { start, last: seconds(start) }
    }

    fn tell(&mut self, what: &str) {
        self.tell_mean(what, 1);
    }

    /// The time of one of several rounds: the clock of a thread goes in steps of some milliseconds.
    fn tell_mean(&mut self, what: &str, rounds: usize) {
        let now = seconds(self.start);
        println!("{:.6} {what}", (now - self.last) / rounds as f64);
        self.last = seconds(self.start);
    }
}

/// The reader that everybody writes first.
fn read(path: &str) -> io::Result<Vec<(u32, u32)>> {
    let text = fs::read_to_string(path)?;
    let arc = |line: &str| {
        let (u, v) = line.split_once(' ')?;
        Some((u.parse().ok()?, v.parse().ok()?))
    };
    text.lines().map(|line| arc(line).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))).collect()
}

fn ours(path: &str) -> grundy_core::Result<()> {
    let arcs = read(path).map_err(|e| grundy_core::Diagnostic::new(grundy_core::ErrorKind::Io, e.to_string()))?;
    let vertices = arcs.iter().map(|&(u, v)| u.max(v) as usize + 1).max().unwrap_or(0);
    let cx = Context::default();
    let rounds = (10_000_000 / arcs.len().max(1)).clamp(1, 1000);
    let mut watch = Watch::new();
    for _ in 1..rounds {
        black_box(Reverse::from_arcs(vertices, &arcs, &cx)?);
    }
    let graph = Reverse::from_arcs(vertices, &arcs, &cx)?;
    watch.tell_mean("build", rounds);
    for _ in 1..rounds {
        black_box(GrundyValues::of(&graph, &cx)?);
    }
    let values = GrundyValues::of(&graph, &cx)?;
    watch.tell_mean("labels", rounds);
    for _ in 0..rounds {
        black_box(Outcomes::of(&graph, Convention::Normal, &cx)?);
    }
    watch.tell_mean("outcomes", rounds);
    for _ in 1..rounds {
        black_box(SmithValues::of(&graph, &cx)?);
    }
    let smith = SmithValues::of(&graph, &cx)?;
    watch.tell_mean("Smith", rounds);
    println!("{} passes", smith.passes());
    println!("{} sum", values.iter().flatten().map(u64::from).sum::<u64>());
    Ok(())
}

fn external(path: &str) -> grundy_core::Result<()> {
    let (cx, place) = (Context::default(), format!("{path}.rows"));
    let mut watch = Watch::new();
    let edges = EdgeFile::open(path.as_ref())?;
    let graph = Builder::from_file(&edges, place.as_ref(), 1 << 24, &cx)?.temporary();
    watch.tell("parse and build");
    let values = GrundyValues::of(&graph, &cx)?;
    watch.tell("labels");
    black_box(Outcomes::of(&graph, Convention::Normal, &cx)?);
    watch.tell("outcomes");
    let smith = SmithValues::of(&graph, &cx)?;
    watch.tell("Smith");
    println!("{} passes", smith.passes());
    println!("{:.2} bytes an arc", graph.bytes() as f64 / graph.arcs() as f64);
    println!("{} sum", values.iter().flatten().map(u64::from).sum::<u64>());
    Ok(())
}

fn theirs(path: &str) -> io::Result<()> {
    let mut watch = Watch::new();
    let arcs = read(path)?;
    watch.tell("parse");
    let graph = DiGraph::<(), ()>::from_edges(&arcs);
    drop(arcs);
    watch.tell("build");
    let order = toposort(&graph, None).map_err(|_| io::Error::other("the graph has a cycle"))?;
    let mut values = vec![0u32; graph.node_count()];
    for &v in order.iter().rev() {
        let seen: HashSet<u32> = graph.neighbors(v).map(|w| values[w.index()]).collect();
        values[v.index()] = (0..).find(|k| !seen.contains(k)).unwrap_or(0);
    }
    watch.tell("labels");
    println!("{} sum", values.iter().map(|&v| u64::from(v)).sum::<u64>());
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["draw", kind, arcs, path] => {
            let kind = graphs::Kind::ALL.into_iter().find(|k| k.name() == *kind).ok_or("dag, win or loopy")?;
            let mut out = BufWriter::new(File::create(path)?);
            for (u, v) in graphs::arcs(kind, arcs.parse()?) {
                writeln!(out, "{u} {v}")?;
            }
            out.flush()?;
        }
        ["grundy", path] => ours(path)?,
        ["external", path] => external(path)?,
        ["petgraph", path] => theirs(path)?,
        _ => return Err("draw KIND ARCS FILE, or grundy, external or petgraph FILE".into()),
    }
    Ok(())
}
