//! `cargo xtask bench --sweep`: one sweep by one worker, two threads and two processes, by CPU time of the workers.
//!
//! The rows must be the same. Wall time is shown beside, but on a shared machine it tells little.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::bench::machine;
use crate::run::{capture, cargo, command, root};

/// All codes 0.d1d2d3d4.
const FAMILY: &str = "octal codes of up to 4 digits";
const TO: &str = "1600";
/// Runs of each kind, in turns.
const RUNS: usize = 3;

/// Name, processes, threads of each.
const WAYS: [(&str, usize, &str); 4] =
    [("1 worker", 1, "1"), ("2 threads", 1, "2"), ("2 processes", 2, "1"), ("2 processes of 2 threads", 2, "2")];

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
    let build = capture(cargo(&["build", "--release", "-p", "grundy-cli", "--features", "cluster"]))?;
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
    for (run, (name, ..)) in best.iter().flatten().zip(WAYS) {
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

fn sweep(family: &str, (name, processes, workers): (&str, usize, &str)) -> Result<Run> {
    let place = root().join("target").join("sweeps");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place)?;
    let hosts = place.join("hosts").to_string_lossy().into_owned();
    let free: Vec<TcpListener> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    let lines: Vec<String> = free.iter().map(|l| l.local_addr().map(|a| format!("{a}\n"))).collect::<Result<_, _>>()?;
    fs::write(&hosts, lines.concat())?;
    drop(free);
    let program = root().join("target/release/grundy");
    let began = Instant::now();
    let all: Vec<Child> = (0..processes)
        .map(|process| {
            let (number, rows) = (process.to_string(), place.join(process.to_string()).to_string_lossy().into_owned());
            let mut arguments = vec!["sweep", family, "-o", &rows, "--to", TO, "--workers", workers, "--json", "-q"];
            if processes > 1 {
                arguments.extend(["--hosts", &hosts, "--process", &number]);
            }
            command(&program, &arguments).stdout(Stdio::piped()).spawn().context("the program cannot be started")
        })
        .collect::<Result<_>>()?;
    let mut first = None;
    for child in all {
        let output = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success(), "{name}: {text}");
        first.get_or_insert(text);
    }
    let wall = began.elapsed().as_secs_f64();
    let told: Value = serde_json::from_str(&first.unwrap_or_default())?;
    let cpu = told["cpu"].as_array().context("no CPU times")?.iter().filter_map(Value::as_f64).collect();
    let hash = hash(&place.join("0"))?;
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
