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
use crate::run::{capture, cargo, command, root};

const LINES: usize = 1_000_000;
const STARTS: usize = 51;

/// Runs everything for some minutes and prints the table.
pub(crate) fn all() -> Result<bool> {
    for arguments in [
        &["build", "--release", "-p", "grundy-cli"][..],
        &["build", "--release", "--examples", "-p", "grundy"],
        &["bench", "-p", "grundy", "--benches", "--", "--warm-up-time", "1", "--measurement-time", "3"],
    ] {
        eprintln!("cargo {}", arguments.join(" "));
        let output = capture(cargo(arguments))?;
        ensure!(output.success, "{}", output.text);
    }
    let medians = medians(&root().join("target/criterion"))?;
    println!("| task | measured | aim |\n|---|---|---|");
    for (name, what) in [("grundy", "Grundy's game in braces, n ≤ 3000"), ("wythoff", "Wythoff in braces, 400×400")]
    {
        let engine = median(&medians, &format!("rule/{name}/engine"))?;
        let by_hand = median(&medians, &format!("rule/{name}/by hand"))?;
        let ratio = engine / by_hand;
        println!(
            "| {what}, against a loop by hand | {ratio:.2}× ({:.2} ms, {:.2} ms) | ≤ 4× |",
            engine / 1e6,
            by_hand / 1e6
        );
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
    let (seconds, answered) = lines()?;
    println!("| `solve -`, {answered} different lines | {:.0} lines a second | ≥ 300 000 |", answered as f64 / seconds);
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

/// Seconds for a million lines through the program, and how many lines it printed.
fn lines() -> Result<(f64, usize)> {
    let path = root().join("target/xtask/lines.txt");
    let mut file = BufWriter::new(File::create(&path)?);
    for line in Lines::new(1).take(LINES) {
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    let start = Instant::now();
    let output = command(root().join("target/release/grundy"), &["solve", "-"])
        .stdin(File::open(&path)?)
        .stderr(Stdio::null())
        .output()?;
    let seconds = start.elapsed().as_secs_f64();
    let answered = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
    ensure!(answered == LINES, "{answered} answers to {LINES} lines");
    Ok((seconds, answered))
}

/// The median of some starts, in seconds.
fn start_to_answer() -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let start = Instant::now();
        let output =
            command(root().join("target/release/grundy"), &["solve", "take[1,3,4](21, 17) + kayles(9)"]).output()?;
        times.push(start.elapsed().as_secs_f64());
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[STARTS / 2])
}

fn example_time(input: &str) -> Result<f64> {
    let name = input.trim_end_matches("_other");
    let start = Instant::now();
    let status = command(root().join("target/release/examples").join(name), &[])
        .stdin(File::open(root().join("examples/data").join(format!("{input}.in")))?)
        .stdout(Stdio::null())
        .status()?;
    ensure!(status.success(), "example {name} failed");
    Ok(start.elapsed().as_secs_f64())
}
