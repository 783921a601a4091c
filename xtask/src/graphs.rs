//! `cargo xtask bench --graphs`: labels of large graphs beside petgraph and networkx, by CPU time of the thread.
//!
//! petgraph is a dependency of one example; networkx is installed once into `target/peers/python`. Where it cannot be
//! installed (no network, no Python), its columns are empty and the table says so.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::bench::{children, machine};
use crate::revision::Tree;
use crate::run::{capture, cargo, command, root};

const NETWORKX: &str = "networkx==3.5";
/// Runs of each program, in turns.
const RUNS: usize = 3;
/// Arcs of the large graphs, and of those that networkx gets.
const ARCS: (u64, u64) = (10_000_000, 200_000);

/// Seconds by what they were spent on; `sum` is the sum of all values.
type Times = HashMap<String, f64>;

/// Prints the table; `quick`: a tenth of the arcs, one run each.
pub(crate) fn all(quick: bool) -> Result<bool> {
    let build = capture(cargo(&["build", "--release", "-p", "grundy-graph", "--example", "graphs_beside"]))?;
    ensure!(build.success, "{}", build.text);
    let build = capture(cargo(&["build", "--release", "-p", "grundy-cli"]))?;
    ensure!(build.success, "{}", build.text);
    let python = match install() {
        Ok(path) => Some(path),
        Err(error) => {
            eprintln!("{NETWORKX} is left out: {error:#}");
            None
        }
    };
    let (arcs, few) = if quick { (ARCS.0 / 10, ARCS.1) } else { ARCS };
    let runs = if quick { 1 } else { RUNS };
    println!("{}\n", machine());
    println!("Million arcs a second of CPU time, one thread, medians of {runs}, {arcs} arcs (networkx: {few}).\n");
    println!(
        "| graph | build | values | outcomes | Smith (passes) | parse MB/s | petgraph values | ratio (≥ 25) | end to end ratio (≥ 8) | networkx values | ratio (≥ 100) |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for kind in ["dag", "win", "loopy"] {
        println!("{}", line(kind, arcs, few, runs, python.as_ref())?);
    }
    Ok(true)
}

fn line(kind: &str, arcs: u64, few: u64, runs: usize, python: Option<&PathBuf>) -> Result<String> {
    let program = Tree::here().program("examples/graphs_beside");
    let program = program.to_string_lossy().into_owned();
    let large = draw(&program, kind, arcs)?;
    let small = draw(&program, kind, few)?;
    let (mut ours, mut petgraph, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    // on small graphs ours is faster as well, so like is set against like
    let (mut ours_small, mut networkx) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        ours.push(times(&program, &["grundy", &large])?);
        whole.push(end_to_end(&large)?);
        // the others need an order without cycles
        if kind != "loopy" {
            petgraph.push(times(&program, &["petgraph", &large])?);
            if let Some(python) = python {
                ours_small.push(times(&program, &["grundy", &small])?);
                networkx.push(times(
                    &python.to_string_lossy(),
                    &["crates/grundy-graph/benches/graphs_networkx.py", &small],
                )?);
            }
        }
    }
    let sum = |times: &[Times]| times.first().and_then(|times| times.get("sum")).copied();
    ensure!(petgraph.is_empty() || sum(&petgraph) == sum(&ours), "{kind}: petgraph finds other values");
    let rate = |times: &[Times], what: &str, arcs: u64| Some(arcs as f64 / 1e6 / median(times, what)?);
    let show = |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format!("{rate:.1}"));
    let values = rate(&ours, "labels", arcs);
    let theirs = rate(&petgraph, "labels", arcs);
    let python = rate(&networkx, "labels", few);
    let ratio = |ours: Option<f64>, other: Option<f64>| ours.zip(other).map(|(ours, other)| ours / other);
    let whole_ours = median(&whole, "all");
    let whole_theirs = ["parse", "build", "labels"].iter().map(|what| median(&petgraph, what)).sum::<Option<f64>>();
    let bytes = fs::metadata(&large)?.len() as f64 / 1e6;
    let parse = median(&whole, "parse").map(|seconds| bytes / seconds);
    let passes = ours.first().and_then(|times| times.get("passes")).copied().unwrap_or(0.0);
    Ok(format!(
        "| {kind} | {} | {} | {} | {} ({passes}) | {} | {} | {} | {} | {} | {} |",
        show(rate(&ours, "build", arcs)),
        show(values),
        show(rate(&ours, "outcomes", arcs)),
        show(rate(&ours, "Smith", arcs)),
        show(parse),
        show(theirs),
        show(ratio(values, theirs)),
        show(whole_theirs.zip(whole_ours).map(|(theirs, ours)| theirs / ours)),
        show(python),
        show(ratio(rate(&ours_small, "labels", few), python)),
    ))
}

/// The path of a graph, which is drawn once.
fn draw(program: &str, kind: &str, arcs: u64) -> Result<String> {
    let folder = root().join("target").join("graphs");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{kind}-{arcs}.txt")).to_string_lossy().into_owned();
    if !fs::exists(&path)? {
        let output = capture(command(program, &["draw", kind, &arcs.to_string(), &path]))?;
        ensure!(output.success, "{}", output.text);
    }
    Ok(path)
}

/// What a program printed: `SECONDS WHAT` a line.
fn times(program: &str, arguments: &[&str]) -> Result<Times> {
    let output = capture(command(program, arguments))?;
    ensure!(output.success, "{program} {}: {}", arguments.join(" "), output.text);
    let line = |line: &str| {
        let (number, what) = line.split_once(' ')?;
        Some((what.to_owned(), number.parse().ok()?))
    };
    Ok(output.text.lines().filter_map(line).collect())
}

/// CPU time of `grundy label FILE` from start to end, and of the part that reads the file: what is left when the file
/// ends in a fault.
fn end_to_end(path: &str) -> Result<Times> {
    let program = Tree::here().program("grundy");
    let run = |path: &str| -> Result<f64> {
        let before = children().context("this system does not tell the processor time of children")?;
        command(&program, &["label", path, "--threads", "1", "-q"]).output()?;
        let after = children().context("this system does not tell the processor time of children")?;
        Ok((after - before).max(0.01))
    };
    let faulty = format!("{path}.faulty");
    if !fs::exists(&faulty)? {
        let mut text = fs::read(path)?;
        text.extend_from_slice(b"a fault\n");
        fs::write(&faulty, text)?;
    }
    Ok(Times::from([("all".to_owned(), run(path)?), ("parse".to_owned(), run(&faulty)?)]))
}

fn median(times: &[Times], what: &str) -> Option<f64> {
    let mut times: Vec<f64> = times.iter().filter_map(|times| times.get(what).copied()).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// The Python that has networkx.
fn install() -> Result<PathBuf> {
    let folder = root().join("target").join("peers").join("python");
    let python = folder.join("bin").join("python");
    let stamp = folder.join(NETWORKX);
    if python.exists() && stamp.exists() {
        return Ok(python);
    }
    eprintln!("installing {NETWORKX} into target/peers/python");
    let place = folder.to_string_lossy().into_owned();
    let output = capture(command("python3", &["-m", "venv", &place]))?;
    ensure!(output.success, "python3 -m venv failed: {}", output.text);
    let output = capture(command(&python, &["-m", "pip", "install", "--quiet", NETWORKX]))?;
    ensure!(output.success, "pip install failed: {}", output.text);
    fs::write(stamp, "")?;
    Ok(python)
}
