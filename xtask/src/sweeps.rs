//! `cargo xtask bench --sweep`: one sweep by one worker and by two threads, by CPU time of the workers.
//!
//! The rows must be the same. Wall time is shown beside, but on a shared machine it tells little.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::bench::machine;
use crate::revision::Tree;
use crate::run::{capture, cargo, command, root};

/// All codes 0.d1d2d3d4.
const FAMILY: &str = "octal codes of up to 4 digits";
const TO: &str = "1600";
/// Runs of each kind, in turns.
const RUNS: usize = 3;

/// Name and threads.
const WAYS: [(&str, &str); 2] = [("1 worker", "1"), ("2 threads", "2")];

/// What one run took.
struct Run {
    /// CPU seconds of each worker, and seconds by the clock on the wall.
    cpu: Vec<f64>,
    wall: f64,
    /// Of the rows.
    hash: u64,
}

impl Run {
    fn longest(&self) -> f64 {
        self.cpu.iter().copied().fold(0.0, f64::max)
    }
}

/// Prints the table; `quick`: one run each, of fewer codes.
pub(crate) fn all(quick: bool) -> Result<bool> {
    let build = capture(cargo(&["build", "--release", "-p", "grundy-cli"]))?;
    ensure!(build.success, "{}", build.text);
    let (family, runs) = if quick { ("octal codes of up to 3 digits", 1) } else { (FAMILY, RUNS) };
    println!("{}\n", machine());
    println!("{family}, --to {TO}; the least of {runs} runs.\n");
    // where others use the machine, the same work costs more or less from run to run: what the workers of one run had is
    // compared as well
    println!(
        "| | largest CPU of a worker, s | ratio (two: ≥ 1.7) | CPU of all | all to largest (≥ 1.7) | wall | rows |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut best: Vec<Option<Run>> = WAYS.iter().map(|_| None).collect();
    for _ in 0..runs {
        for (best, way) in best.iter_mut().zip(WAYS) {
            let run = sweep(family, way)?;
            if let Some(earlier) = best.as_ref() {
                ensure!(earlier.hash == run.hash, "{}: other rows than before", way.0);
            }
            if best.as_ref().is_none_or(|best| run.longest() < best.longest()) {
                *best = Some(run);
            }
        }
    }
    let (mut alone, mut good) = (None, true);
    for (run, (name, _)) in best.iter().flatten().zip(WAYS) {
        let (first, hash) = *alone.get_or_insert((run.longest(), run.hash));
        let ratio = first / run.longest();
        let (sum, same) = (run.cpu.iter().sum::<f64>(), run.hash == hash);
        let shares = sum / run.longest();
        let longest = run.longest();
        println!(
            "| {name} | {longest:.2} | {ratio:.2} | {sum:.2} | {shares:.2} | {:.1} | {:016x} |",
            run.wall, run.hash
        );
        good &= same && (run.cpu.len() != 2 || ratio.min(shares) >= 1.7);
    }
    Ok(good)
}

fn sweep(family: &str, (name, workers): (&str, &str)) -> Result<Run> {
    let place = root().join("target").join("sweeps");
    let _ = fs::remove_dir_all(&place);
    let rows = place.to_string_lossy();
    let arguments = ["sweep", family, "-o", &rows, "--to", TO, "--workers", workers, "--json", "-q"];
    let began = Instant::now();
    let output = command(Tree::here().program("grundy"), &arguments).output()?;
    let wall = began.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{name}: {text}");
    let told: Value = serde_json::from_str(&text)?;
    let cpu = told["cpu"].as_array().context("no CPU times")?.iter().filter_map(Value::as_f64).collect();
    let hash = hash(&place)?;
    fs::remove_dir_all(&place)?;
    Ok(Run { cpu, wall, hash })
}

/// FNV-1a of all part files in order.
fn hash(folder: &Path) -> Result<u64> {
    let mut parts: Vec<_> = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    parts.retain(|path| path.extension().is_some_and(|e| e == "csv"));
    parts.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?.concat() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    Ok(hash)
}
