//! The benchmark table of the README: criterion's medians, and whole programs timed from outside.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::lines::Lines;
use crate::revision::Tree;
use crate::run::{capture, cargo, command, root};

const LINES: usize = 1_000_000;
const STARTS: usize = 51;

/// Labels by workers and from disk beside the plain engines: some minutes, as they are measured.
pub(crate) fn workers() -> Result<bool> {
    println!("{}", machine());
    let build = ["test", "--release", "-p", "grundy-cluster", "--features", "timely", "--lib"];
    let which = ["--", "label::workers::tests::speed", "--ignored", "--nocapture"];
    Ok(cargo(&[&build[..], &which[..]].concat()).status()?.success())
}

/// Runs everything for some minutes and prints the table.
pub(crate) fn all() -> Result<bool> {
    for arguments in [
        &["build", "--release", "-p", "grundy-cli"][..],
        &["build", "--release", "--examples", "-p", "grundy"],
        // one by one: `--benches` would take the library's own tests along, which know no such options
        &[
            "bench", "-p", "grundy", "-p", "grundy-rules", "-p", "grundy-sequence", "--bench", "rules", "--bench",
            "subtraction", "--bench", "solve", "--", "--warm-up-time", "1", "--measurement-time", "3",
        ],
    ] {
        eprintln!("cargo {}", arguments.join(" "));
        let output = capture(cargo(arguments))?;
        ensure!(output.success, "{}", output.text);
    }
    let medians = medians(&Tree::here().target.join("criterion"))?;
    println!("{}\n", machine());
    println!("| task | measured | aim |\n|---|---|---|");
    for (name, what, other, aim) in [
        ("grundy", "Grundy's game in braces, n ≤ 3000", "a loop by hand", "≤ 4×"),
        ("wythoff", "Wythoff in braces, 400×400", "a loop by hand", "≤ 4×"),
        ("rays", "Wythoff in braces, 2001×2001", "bit sets of its lines by hand", "≤ 1.5×"),
    ] {
        let engine = median(&medians, &format!("rule/{name}/engine"))?;
        let by_hand = median(&medians, &format!("rule/{name}/by hand"))?;
        let ratio = engine / by_hand;
        println!("| {what}, against {other} | {ratio:.2}× ({:.2} ms, {:.2} ms) | {aim} |", engine / 1e6, by_hand / 1e6);
    }
    for (name, nanoseconds) in medians.iter().filter(|entry| entry.0.starts_with("subtraction/")) {
        let set = name.trim_start_matches("subtraction/");
        println!(
            "| `{set}`, each value from the rule | {:.0} million values a second | ≥ 200 |",
            5e6 / nanoseconds * 1e3
        );
    }
    let question = median(&medians, "solve/one question")?;
    println!("| one question inside a process | {:.0} µs | – |", question / 1e3);
    for threads in [1, 2] {
        let Timed { seconds, processor } = lines(threads)?;
        let speed = LINES as f64 / seconds / 1e6;
        let processor = processor.map_or_else(String::new, |p| format!(" ({p:.2} s of processor time)"));
        let plural = if threads == 1 { "" } else { "s" };
        println!(
            "| `solve -`, {LINES} different lines, {threads} thread{plural} | {speed:.2} million lines a second{processor} | ≥ 0.3 million |"
        );
    }
    println!("| start to answer of one small `solve` | {:.1} ms | < 10 ms |", start_to_answer()? * 1e3);
    for (example, what) in [("hyper_knights", "LightOJ 1315, full board"), ("strips_other", "strips, p = 1000")] {
        println!("| {what} | {:.3} s | < 1 s |", example_time(example)?);
    }
    Ok(true)
}

fn median(medians: &BTreeMap<String, f64>, name: &str) -> Result<f64> {
    medians.get(name).copied().with_context(|| format!("no measurement called {name}"))
}

/// Reads `…/new/benchmark.json` (the name) and `…/new/estimates.json` (the median, nanoseconds) under the folder.
fn medians(folder: &Path) -> Result<BTreeMap<String, f64>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if !path.is_dir() {
            continue;
        }
        if path.file_name().is_some_and(|name| name == "new") {
            let read = |name| -> Result<Value> { Ok(serde_json::from_slice(&fs::read(path.join(name))?)?) };
            let name = read("benchmark.json")?["full_id"].as_str().unwrap_or_default().to_owned();
            let estimates = read("estimates.json")?;
            found.extend(estimates["median"]["point_estimate"].as_f64().map(|median| (name, median)));
        } else {
            found.extend(medians(&path)?);
        }
    }
    Ok(found)
}

/// How long something took.
struct Timed {
    /// By the clock on the wall.
    seconds: f64,
    /// Processor time of the program, where the system tells.
    processor: Option<f64>,
}

/// A million lines through the program.
fn lines(threads: usize) -> Result<Timed> {
    let path = root().join("target/xtask/lines.txt");
    fs::create_dir_all(root().join("target/xtask"))?;
    let mut file = BufWriter::new(File::create(&path)?);
    for line in Lines::new(1).take(LINES) {
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    let before = children();
    let start = Instant::now();
    let output = command(Tree::here().program("grundy"), &["solve", "-", "--threads", &threads.to_string()])
        .stdin(File::open(&path)?)
        .stderr(Stdio::null())
        .output()?;
    let seconds = start.elapsed().as_secs_f64();
    let processor = before.zip(children()).map(|(before, after)| after - before);
    let answered = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
    ensure!(answered == LINES, "{answered} answers to {LINES} lines");
    Ok(Timed { seconds, processor })
}

/// Processor time of the programs this one has waited for, in seconds; Linux only, in steps of 1/100 s.
pub(crate) fn children() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

/// What it was measured on, and how busy that was.
pub(crate) fn machine() -> String {
    let first = |path: &str, key: &str| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.trim_start_matches(key).trim_start_matches([' ', '\t', ':']).to_owned())
    };
    let processor = first("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let load = first("/proc/loadavg", "").map_or_else(String::new, |load| format!(", load averages {load}"));
    let rust = capture(command("rustc", &["--version"])).map_or_else(|_| String::new(), |rust| rust.text);
    format!("{processor}, {cores} cores{load}; {}", rust.trim())
}

/// The median of some starts, in seconds.
fn start_to_answer() -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let start = Instant::now();
        let output = command(Tree::here().program("grundy"), &["solve", "take[1,3,4](21, 17) + kayles(9)"]).output()?;
        times.push(start.elapsed().as_secs_f64());
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[STARTS / 2])
}

fn example_time(input: &str) -> Result<f64> {
    let name = input.trim_end_matches("_other");
    let start = Instant::now();
    let status = command(Tree::here().program(&format!("examples/{name}")), &[])
        .stdin(File::open(root().join("examples/data").join(format!("{input}.in")))?)
        .stdout(Stdio::null())
        .status()?;
    ensure!(status.success(), "example {name} failed");
    Ok(start.elapsed().as_secs_f64())
}
