//! `cargo xtask fuzz --coverage`: the targets of `fuzz/coverage`, which libFuzzer drives by what code an input reaches.
//!
//! No nightly compiler and no cargo-fuzz: LLVM's counters are asked for by `-C passes`, which stable Rust takes, and the
//! crate libfuzzer-sys brings libFuzzer's sources, which a C++ compiler builds. Inputs that reach something new are kept
//! in `target/fuzz-coverage/corpus`, inputs that fail in `target/fuzz-coverage/found`.

use std::fs;

use anyhow::{Result, bail};

use crate::report::Report;
use crate::run::{capture, cargo, command, root};
use crate::test::{Step, run};

/// What a target is, its name, the longest input.
const TARGETS: [(&str, &str, u32); 5] = [
    ("coverage: any text", "parser", 512),
    ("coverage: random rules against brute force", "solve", 256),
    ("coverage: stored files that were damaged", "store", 512),
    ("coverage: certificates", "certificate", 8192),
    ("coverage: edge lists", "edges", 512),
];

const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";
const FOLDER: &str = "target/fuzz-coverage";

/// Builds all targets and runs each for so many seconds.
pub(crate) fn all(seconds: u64) -> Result<bool> {
    let host = host()?;
    let mut steps: Vec<Step> = vec![("coverage: build", {
        let host = host.clone();
        Box::new(move || build(&host))
    })];
    for (title, name, longest) in TARGETS {
        let host = host.clone();
        steps.push((title, Box::new(move || target(&host, name, longest, seconds))));
    }
    run(&steps)
}

/// The name of this machine. Naming the target keeps the counters out of build scripts and macros.
fn host() -> Result<String> {
    let version = capture(command("rustc", &["-vV"]))?;
    match version.text.lines().find_map(|line| line.strip_prefix("host: ")) {
        Some(host) => Ok(host.to_owned()),
        None => bail!("rustc -vV names no host"),
    }
}

fn build(host: &str) -> Result<Report> {
    if !capture(command("c++", &["--version"])).is_ok_and(|output| output.success) {
        return Ok(Report::wrong("there is no C++ compiler to build libFuzzer with"));
    }
    let what = ["build", "--release", "--manifest-path", "fuzz/coverage/Cargo.toml", "--target-dir", FOLDER];
    let mut cargo = cargo(&[&what[..], &["--target", host]].concat());
    cargo.env("RUSTFLAGS", FLAGS);
    let output = capture(cargo)?;
    Ok(if output.success { Report::fine("") } else { Report::wrong(output.text) })
}

fn target(host: &str, name: &str, longest: u32, seconds: u64) -> Result<Report> {
    let folder = root().join(FOLDER);
    let (corpus, found) = (folder.join("corpus").join(name), folder.join("found"));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&found)?;
    let mut arguments = vec![
        format!("-max_total_time={seconds}"),
        format!("-max_len={longest}"),
        format!("-artifact_prefix={}/{name}-", found.display()),
        "-timeout=20".to_owned(),
        "-rss_limit_mb=2048".to_owned(),
        "-print_final_stats=1".to_owned(),
        corpus.display().to_string(),
    ];
    let seeds = root().join("fuzz/coverage/seeds").join(name);
    if seeds.is_dir() {
        arguments.push(seeds.display().to_string());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = capture(command(folder.join(host).join("release").join(name), &arguments))?;
    if !output.success {
        let last: Vec<&str> = output.text.lines().rev().take(60).collect();
        return Ok(Report::wrong(last.into_iter().rev().collect::<Vec<_>>().join("\n")));
    }
    let word = |line: &str, after: &str| line.split_once(after)?.1.split_whitespace().next().map(str::to_owned);
    let last = |after: &str| output.text.lines().rev().find_map(|line| word(line, after)).unwrap_or_default();
    let kept = fs::read_dir(&corpus)?.count();
    let runs = last("stat::number_of_executed_units:");
    Ok(Report::fine(format!("{runs} runs, {} places of code reached, {kept} inputs kept", last(" cov: "))))
}
