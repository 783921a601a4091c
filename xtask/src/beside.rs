//! `cargo xtask bench --beside`: long sequences beside the peer `ogsolve`, both timed from outside by the processor
//! time that the system counts for the child, run in turns, medians.
//!
//! The peer is installed once into `target/peers`, in a pinned version; nothing depends on it. Where it cannot be
//! installed (no network), its columns are empty and the table says so.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};

use crate::bench::{children, machine};
use crate::revision::Tree;
use crate::run::{capture, cargo, command, root};

const PEER: &str = "ogsolve";
const VERSION: &str = "0.0.7";
/// Runs of each program, in turns.
const RUNS: usize = 5;

/// A sequence: what it is called, its code and how many values; the peer's best method and how many values it gets; what
/// is to be reached, in values a second.
struct Sequence {
    name: &'static str,
    code: &'static str,
    size: u64,
    peer: Option<(&'static str, u64)>,
    aim: Aim,
}

/// What is to be reached.
enum Aim {
    /// So many values a second.
    Values(f64),
    /// So many times the plain loop over all pairs.
    Plain(f64),
}

const SEQUENCES: [Sequence; 5] = [
    Sequence {
        name: "0.6 Officers",
        code: "0.6",
        size: 10_000_000,
        peer: Some(("rc", 1_000_000)),
        aim: Aim::Values(2.5e6),
    },
    Sequence { name: "4!.0 Grundy's game", code: "4!.0", size: 10_000_000, peer: None, aim: Aim::Values(2.5e6) },
    Sequence { name: "0.16", code: "0.16", size: 20_000_000, peer: Some(("rc", 2_000_000)), aim: Aim::Values(25e6) },
    Sequence { name: "0.106", code: "0.106", size: 40_000_000, peer: Some(("rc2", 5_000_000)), aim: Aim::Values(60e6) },
    Sequence {
        name: "0.007, no sparse space",
        code: "0.007",
        size: 100_000,
        peer: Some(("naive", 100_000)),
        aim: Aim::Plain(5.0),
    },
];

/// Code, values that suffice, seconds aimed at, runs.
const PERIODS: [(&str, u64, f64, usize); 11] = [
    ("0.77", 10_000, 0.005, 11),
    ("0.07", 10_000, 0.005, 11),
    ("0.137", 10_000, 0.005, 11),
    ("0.16", 1_000_000, 0.1, 5),
    ("0.56", 1_000_000, 0.5, 5),
    ("0.127", 1_000_000, 0.5, 5),
    ("0.354", 25_000_000, 2.0, 3),
    ("0.376", 6_000_000, 5.0, 3),
    ("0.104", 500_000_000, 10.0, 1),
    ("0.054", 500_000_000, 20.0, 1),
    ("0.454", 500_000_000, 25.0, 1),
];

/// Smallest element, values a second aimed at.
const SETS: [(u64, f64); 2] = [(1, 4e8), (32, 1e9)];
const SETS_DRAWN: usize = 100;
const SET_VALUES: u64 = 50_000_000;

/// Prints the tables; `quick`: one run each, and the certified periods of some seconds left out.
pub(crate) fn all(quick: bool) -> Result<bool> {
    let build = capture(cargo(&["build", "--release", "-p", "grundy", "--example", "beside"]))?;
    ensure!(build.success, "{}", build.text);
    let peer = match install() {
        Ok(path) => Some(path),
        Err(error) => {
            eprintln!("{PEER} {VERSION} is left out: {error:#}");
            None
        }
    };
    println!("{}\n", machine());
    if peer.is_none() {
        println!("{PEER} {VERSION} could not be installed, so its column is empty.\n");
    }
    println!("Values a second of processor time, one thread, medians of runs in turns; ✗ where grundy loses.\n");
    println!("| game | grundy | {PEER} {VERSION} | ratio | aim |\n|---|---|---|---|---|");
    let runs = if quick { 1 } else { RUNS };
    for sequence in &SEQUENCES {
        println!("{}", line(sequence, peer.as_ref(), runs)?);
    }
    println!("\nSeconds of processor time to a proved period.\n");
    println!("| game | period | grundy | aim |\n|---|---|---|---|");
    for (code, size, aim, runs) in PERIODS.into_iter().filter(|p| !quick || p.2 < 2.0) {
        println!("{}", period(code, size, aim, if quick { 1 } else { runs })?);
    }
    let size = if quick { SET_VALUES / 10 } else { SET_VALUES };
    println!(
        "\nFinite subtraction sets, elements up to 64, at most 7 of them, every value computed from the rule, {size} \
         values each, hashed.\n"
    );
    println!("| {SETS_DRAWN} random sets | median | least | aim |\n|---|---|---|---|");
    for (least, aim) in SETS {
        let what = if least == 1 { "any smallest element" } else { "smallest element ≥ 32" };
        let task = ["sets", &SETS_DRAWN.to_string(), &least.to_string(), &size.to_string()];
        println!("{}", sets(what, &task, aim, size)?);
    }
    println!("{}", sets("outcomes alone", &["outcomes", &SETS_DRAWN.to_string(), &size.to_string()], 1e9, size)?);
    Ok(true)
}

/// The path of the installed peer.
fn install() -> Result<PathBuf> {
    let folder = root().join("target").join("peers");
    fs::create_dir_all(&folder)?;
    let program = folder.join("bin").join(format!("{PEER}{}", std::env::consts::EXE_SUFFIX));
    // the name of the version stands beside it, so that another pin installs anew
    let stamp = folder.join(format!("{PEER}-{VERSION}"));
    if program.exists() && stamp.exists() {
        return Ok(program);
    }
    eprintln!("installing {PEER} {VERSION} into target/peers");
    let target = folder.to_string_lossy().into_owned();
    let version = format!("={VERSION}");
    let mut install = cargo(&["install", PEER, "--version", &version, "--root", &target, "--force"]);
    install.env("RUSTFLAGS", "-C target-cpu=native").env("CARGO_TARGET_DIR", folder.join("build"));
    // outside of this workspace, whose settings are not the peer's
    install.current_dir(&folder);
    let output = capture(install)?;
    let last = output.text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    ensure!(output.success && program.exists(), "cargo install failed: {last}");
    fs::write(stamp, "")?;
    Ok(program)
}

/// Seconds of processor time of one run, and what it printed.
fn timed(program: &PathBuf, arguments: &[&str]) -> Result<(f64, String)> {
    let before = children().context("this system does not tell the processor time of children")?;
    let output = command(program, arguments).stderr(Stdio::null()).output()?;
    let after = children().context("this system does not tell the processor time of children")?;
    ensure!(output.status.success(), "{} {} failed", program.display(), arguments.join(" "));
    // the clock of the system goes in hundredths
    Ok(((after - before).max(0.01), String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn ours(arguments: &[&str]) -> Result<(f64, String)> {
    timed(&Tree::here().program("examples/beside"), arguments)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Three digits that matter, with a unit.
fn rate(values: f64) -> String {
    match values {
        v if v >= 1e9 => format!("{:.2}·10⁹", v / 1e9),
        v if v >= 1e7 => format!("{:.1} million", v / 1e6),
        v if v >= 1e6 => format!("{:.2} million", v / 1e6),
        v => format!("{:.0} thousand", v / 1e3),
    }
}

/// Seconds, or milliseconds.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 0.01 => format!("{s:.3} s"),
        s => format!("{:.3} ms", s * 1e3),
    }
}

/// Reached or not.
fn mark(reached: bool) -> &'static str {
    if reached { "✓" } else { "missed" }
}

fn line(sequence: &Sequence, peer: Option<&PathBuf>, runs: usize) -> Result<String> {
    let Sequence { name, code, size, .. } = sequence;
    let (mut grundy, mut other, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    let beside = peer.zip(sequence.peer);
    for _ in 0..runs {
        grundy.push(*size as f64 / ours(&["values", code, &size.to_string()])?.0);
        if let Some((program, (method, size))) = beside {
            let text = size.to_string();
            other.push(size as f64 / timed(program, &[code, "-m", method, "-n", &text])?.0);
        }
        if matches!(sequence.aim, Aim::Plain(_)) {
            plain.push(*size as f64 / ours(&["plain", code, &size.to_string()])?.0);
        }
    }
    let grundy = median(&mut grundy);
    let (aim, reached) = match sequence.aim {
        Aim::Values(values) => (format!("≥ {}", rate(values)), grundy >= values),
        Aim::Plain(times) => {
            let loop_rate = median(&mut plain);
            let aim = format!("≥ {times}× the plain loop ({}; {:.1}×)", rate(loop_rate), grundy / loop_rate);
            (aim, grundy >= times * loop_rate)
        }
    };
    let (theirs, ratio) = match (beside, sequence.peer) {
        (Some((_, (method, size))), _) => {
            let theirs = median(&mut other);
            let loses = if grundy < theirs { " ✗" } else { "" };
            (format!("{} (`-m {method}`, to {})", rate(theirs), power(size)), format!("{:.1}×{loses}", grundy / theirs))
        }
        (None, Some(_)) => ("not installed".to_owned(), "–".to_owned()),
        (None, None) => ("not supported".to_owned(), "–".to_owned()),
    };
    Ok(format!("| {name} to {} | {} | {theirs} | {ratio} | {aim} {} |", power(*size), rate(grundy), mark(reached)))
}

/// 10^7 and 2·10^7 as people write them.
fn power(n: u64) -> String {
    let zeros = n.checked_ilog10().unwrap_or(0);
    match n / 10u64.pow(zeros) {
        1 => format!("10^{zeros}"),
        first => format!("{first}·10^{zeros}"),
    }
}

fn period(code: &str, size: u64, aim: f64, runs: usize) -> Result<String> {
    let (mut times, mut found) = (Vec::new(), "none found".to_owned());
    for _ in 0..runs {
        // what takes milliseconds is timed by the program itself: the clock of the system is too coarse
        let Ok((_, printed)) = ours(&["period", code, &size.to_string()]) else { break };
        let mut words = printed.split_whitespace();
        times.push(words.next().and_then(|w| w.parse().ok()).context("no time was printed")?);
        found = words.skip(2).collect::<Vec<_>>().join(" ");
    }
    if times.is_empty() {
        return Ok(format!("| {code} | {found} | – | ≤ {aim} s missed |"));
    }
    let time = median(&mut times);
    Ok(format!("| {code} | {found} | {} | ≤ {aim} s {} |", duration(time), mark(time <= aim)))
}

fn sets(what: &str, task: &[&str], aim: f64, size: u64) -> Result<String> {
    let (_, printed) = ours(task)?;
    let mut rates = Vec::new();
    for line in printed.lines() {
        let time: f64 = line.split_whitespace().next().and_then(|w| w.parse().ok()).context("no time was printed")?;
        rates.push(size as f64 / time);
    }
    ensure!(rates.len() == SETS_DRAWN, "{} of {SETS_DRAWN} sets", rates.len());
    let median = median(&mut rates);
    let slowest = rates.first().copied().unwrap_or(f64::NAN);
    let aim_text = format!("≥ {}", rate(aim));
    Ok(format!("| {what} | {} | {} | {aim_text} {} |", rate(median), rate(slowest), mark(median >= aim)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([power(10_000_000), power(20_000_000), power(100_000)], ["10^7", "2·10^7", "10^5"]);
        assert_eq!(
            [rate(2.5e6), rate(4.5e7), rate(1.11e9), rate(4e4)].join(" "),
            "2.50 million 45.0 million 1.11·10⁹ 40 thousand"
        );
        assert_eq!([duration(12.5), duration(0.0216), duration(0.000_123)], ["12.50 s", "0.022 s", "0.123 ms"]);
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
    }
}
