//! Everything that must hold: steps one after the other, the first failure ends the run and shows its output.

use std::io::{self, Write as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};

use crate::report::{Report, SKIPPED};
use crate::run::{FEATURES, built, capture, cargo, cargo_at_once, command, target};
use crate::{budgets, dependencies, examples, order, page, python, sources};

/// What a step is called, and what it does.
pub(crate) type Step = (&'static str, Box<dyn Fn() -> Result<Report>>);

/// The program without features, which says what it lacks.
fn slim() -> Result<Report> {
    let tests = ["label_at_scale::", "sweep::", "drawings::"];
    let what = [&["test", "-p", "grundy-cli", "--test", "all", "--no-fail-fast", "--"], &tests[..]].concat();
    capture(cargo_at_once(&what)).map(Report::of)
}

/// What clippy is told, as its driver takes it from the environment.
const CLIPPY_ARGUMENTS: &str = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

/// The documentation of every package, without a warning. With an example, the features of the other steps, and our packages checked
/// by the driver of clippy: then all that is documented has been checked by the step before, which saves a minute. What clippy does not
/// like is a fault here too, where this step runs alone.
fn documentation() -> Result<Report> {
    let mut what = vec!["doc", "--workspace", "--features", FEATURES, "--no-deps", "--lib", "--example", "values"];
    what.extend(TARGETS.iter().flat_map(|(_, program)| ["--bin", program]));
    let mut cargo = cargo_at_once(&what);
    cargo.env("RUSTDOCFLAGS", "-D warnings");
    let toolchain = capture(command("rustc", &["--print", "sysroot"])).map(|output| output.text).unwrap_or_default();
    let driver = Path::new(toolchain.trim()).join("bin").join(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX));
    if driver.exists() {
        cargo.env("RUSTC_WORKSPACE_WRAPPER", driver).env("CLIPPY_ARGS", CLIPPY_ARGUMENTS);
    }
    capture(cargo).map(Report::of)
}

/// The book, by mdBook.
fn book() -> Result<Report> {
    match capture(command("mdbook", &["build", "docs"])) {
        Ok(output) => Ok(Report::of(output)),
        Err(_) => Ok(Report::skipped("no mdbook for the book (`cargo install mdbook`)")),
    }
}

/// The packages are checked by the least version of Rust that they state.
fn minimum() -> Result<Report> {
    let least = env!("CARGO_PKG_RUST_VERSION");
    let toolchains = capture(command("rustup", &["toolchain", "list"])).map(|output| output.text).unwrap_or_default();
    let Some(toolchain) = toolchains
        .split_whitespace()
        .find(|name| name.starts_with(&format!("{least}.")) || name.starts_with(&format!("{least}-")))
    else {
        return Ok(Report::skipped(format!(
            "no Rust {least} for the stated minimum (`rustup toolchain install {least}`)"
        )));
    };
    let mut check =
        command("rustup", &["run", toolchain, "cargo", "check", "--workspace", "--exclude", "xtask", "--locked"]);
    check.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env("CARGO_TARGET_DIR", target().join("minimum"));
    capture(check).map(Report::of)
}

/// What the documents and the emitted programs are tried with, where it is here.
fn tools() -> Result<Report> {
    let wanted = [("g++", "C++"), ("gcc", "C"), ("javac", "Java"), ("python3", "Python")];
    let missing: Vec<&str> = wanted
        .iter()
        .filter(|(program, _)| capture(command(program, &["--version"])).is_err())
        .map(|(_, name)| *name)
        .collect();
    Ok(if missing.is_empty() {
        Report::fine("")
    } else {
        Report::skipped(format!(
            "no compiler of {} for emitted programs (a package of your system)",
            missing.join(", ")
        ))
    })
}

/// All steps, or those whose names hold one of these words; `false` if one failed.
pub(crate) fn all(only: &[String], long: bool, strict: bool, fuzz_seconds: Option<u64>, seed: u64) -> Result<bool> {
    let seconds = fuzz_seconds.unwrap_or(if long { 3600 } else { 10 });
    let tests = move || {
        let mut cargo = cargo_at_once(&["test", "--workspace", "--features", FEATURES, "--no-fail-fast"]);
        if long {
            cargo.env("PROPTEST_CASES", "20000").env("GRUNDY_LONG_TESTS", "1");
        }
        capture(cargo).map(Report::of)
    };
    let mut steps: Vec<Step> = vec![
        ("format", Box::new(|| capture(cargo(&["fmt", "--all", "--check"])).map(Report::of))),
        (
            "format of the fuzz targets by coverage",
            Box::new(|| {
                capture(cargo(&["fmt", "--manifest-path", "fuzz/coverage/Cargo.toml", "--check"])).map(Report::of)
            }),
        ),
        ("dependencies point one way", Box::new(dependencies::direction)),
        ("the library's packages are optimised for tests", Box::new(dependencies::optimised)),
        ("imports point one way", Box::new(order::check)),
        ("licences", Box::new(dependencies::licences)),
        ("no unsafe code", Box::new(sources::unsafe_code)),
        (
            "clippy without warnings",
            Box::new(|| {
                let what = ["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--", "-D", "warnings"];
                capture(cargo_at_once(&what)).map(Report::of)
            }),
        ),
        ("documentation without warnings", Box::new(documentation)),
        ("the book", Box::new(book)),
        ("the least version of Rust", Box::new(minimum)),
        ("tools for programs in other languages", Box::new(tools)),
        ("facts against a brute force", Box::new(facts)),
        ("unit, doc, corpus, property, snapshot and README tests", Box::new(tests)),
        ("examples against their judges' output", Box::new(examples::all)),
        (PYTHON, Box::new(move || python::test(long))),
        ("the page in a browser", Box::new(page::test)),
    ];
    if long {
        let what = ["test", "--workspace", "--release", "--features", FEATURES, "--", "--ignored"];
        let ignored = move || capture(cargo(&what)).map(Report::of);
        steps.push(("the program without features", Box::new(slim)));
        steps.push(("long tests", Box::new(ignored)));
    }
    // the build of the tests; for hours of work one that is fast
    steps.push((FUZZ, Box::new(move || fuzz(long, seconds, seed))));
    // as long as two of them, since each question takes its time
    steps.push(("fuzz: budgets of memory and time", Box::new(move || budgets::step(long, 2 * seconds, seed))));
    if !only.is_empty() {
        let names = steps.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n");
        steps.retain(|(name, _)| only.iter().any(|word| name.to_lowercase().contains(&word.to_lowercase())));
        ensure!(!steps.is_empty(), "no step has a name with {}; they are\n{names}", only.join(", "));
    }
    if steps.iter().any(|(name, _)| *name == PYTHON) {
        python::begin();
    }
    let passed = Run { strict }.all(&steps);
    python::end();
    passed
}

const PYTHON: &str = "the Python package, queries of sweeps";
const FUZZ: &str = "fuzz: texts, random rules, damaged files, graphs on disk";

/// The fuzz targets, each with what it is called.
const TARGETS: [(&str, &str); 4] = [
    ("any text", "parser"),
    ("random rules against brute force", "solve"),
    ("stored files that were damaged", "store"),
    ("edge lists, graphs and labels on disk", "disk"),
];

/// So many fuzz targets run at a time: each has one thread.
const AT_A_TIME: usize = 2;

/// Only the fuzz targets.
pub(crate) fn fuzz_alone(seconds: u64, seed: u64) -> Result<bool> {
    run(&[(FUZZ, Box::new(move || fuzz(true, seconds, seed)))])
}

/// One step after the other, until one fails.
pub(crate) fn run(steps: &[Step]) -> Result<bool> {
    Run::default().all(steps)
}

/// How steps are run.
#[derive(Debug, Default)]
pub(crate) struct Run {
    /// What cannot be done here is a failure.
    pub(crate) strict: bool,
}

impl Run {
    /// One step after the other, until one fails. What was skipped is said again at the end.
    pub(crate) fn all(&self, steps: &[Step]) -> Result<bool> {
        let start = Instant::now();
        let (mut passed, mut failed) = (0, 0);
        let mut skipped = Vec::new();
        for (number, (name, step)) in steps.iter().enumerate() {
            print!("[{}/{}] {name} … ", number + 1, steps.len());
            io::stdout().flush()?;
            let began = Instant::now();
            // a step that cannot even start is a failure like any other
            let report = step().unwrap_or_else(|error| Report::wrong(format!("{error:#}")));
            passed += report.passed;
            failed += report.failed;
            let time = seconds(began.elapsed());
            if report.failed > 0 {
                println!("FAILED after {time}\n{}", report.text.trim_end());
                println!("\nstopped at “{name}” after {}", seconds(start.elapsed()));
                break;
            }
            let detail = report.text.trim();
            if detail.starts_with(SKIPPED) {
                println!("{detail}");
                skipped.push(detail.to_owned());
                continue;
            }
            let detail = if detail.is_empty() { String::new() } else { format!(", {detail}") };
            println!("ok, {time}{detail}");
        }
        if failed == 0 {
            println!("\nall {} steps in {}", steps.len(), seconds(start.elapsed()));
        }
        for line in &skipped {
            println!("{line}");
        }
        if self.strict {
            failed += skipped.len() as u64;
        }
        println!("{passed} passed, {failed} failed");
        Ok(failed == 0)
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The corpus recomputed by a program that shares no code with us.
fn facts() -> Result<Report> {
    let has_python = capture(command("python3", &["-c", "import tomllib"])).is_ok_and(|output| output.success);
    if !has_python {
        return Ok(Report::skipped("no python3 with tomllib (3.11) for the facts"));
    }
    let output = capture(command("python3", &["-B", "corpus/check.py"]))?;
    Ok(if output.success { Report::fine(output.text) } else { Report::wrong(output.text) })
}

/// All fuzz targets; the last lines of each tell what it did.
fn fuzz(fast: bool, seconds: u64, seed: u64) -> Result<Report> {
    let build = if fast {
        let output = capture(cargo(&["build", "--profile", "fuzz", "-p", "grundy-fuzz"]))?;
        (!output.success).then_some(output.text)
    } else {
        built(&TARGETS.map(|(_, program)| ["--bin", program]).concat())?
    };
    if let Some(fault) = build {
        return Ok(Report::wrong(fault));
    }
    let programs = target().join(if fast { "fuzz" } else { "debug" });
    let (seconds, seed) = (seconds.to_string(), seed.to_string());
    let one = |&(name, program): &(&str, &str)| -> Result<Report> {
        let output = capture(command(programs.join(program), &["--seconds", &seconds, "--seed", &seed]))?;
        let text = format!("\n    {name}: {}", output.text.trim());
        Ok(if output.success { Report::fine(text) } else { Report::wrong(text) })
    };
    let mut all = Report::default();
    for some in TARGETS.chunks(AT_A_TIME) {
        let reports = thread::scope(|scope| -> Result<Vec<Report>> {
            let started: Vec<_> = some.iter().map(|target| scope.spawn(|| one(target))).collect();
            started.into_iter().map(|run| run.join().map_err(|_| anyhow!("a fuzz target could not be run"))?).collect()
        })?;
        for report in reports {
            all.passed += report.passed;
            all.failed += report.failed;
            all.text += &report.text;
        }
    }
    Ok(all)
}
