//! `cargo xtask bench --against REV`: this tree and another revision, built and run in turns.
//!
//! What one thread does is counted in instructions, by callgrind: the same on a busy machine and on an idle one. Starts
//! are timed by the clock, in pairs, medians; so are the lines of Python, with `--python`. With `--build`, a cold release
//! build of the program of both, by processor time. The tasks are those of the README's tables, smaller, and are put to
//! programs from outside, so that no name of the library that has changed stands between the two.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};

use crate::bench::{children, machine};
use crate::lines::Lines;
use crate::python::Environment;
use crate::random::Random;
use crate::revision::Tree;
use crate::run::{capture, command, root, target};

/// A line gets slower if it takes more than this many times what it took.
const SLOWER: f64 = 1.05;
/// A cold build may take at most this share of what it took.
const BUILD: f64 = 0.8;
/// Pairs of starts, and of runs of Python.
const STARTS: usize = 51;
const RUNS: usize = 5;
/// Lines for `solve -`, and arcs of a graph.
const LINES: usize = 20_000;
const ARCS: usize = 200_000;

/// A row of the README's tables: its name, the program and its arguments.
type Row = (&'static str, &'static str, &'static [&'static str]);

const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";

/// `LINES`, `GRAPH` and `LOOPY` stand for files; `<` gives the next argument as standard input.
const ROWS: &[Row] = &[
    ("start and answer of one small `solve`", "grundy", &["solve", "take[1,3,4](21, 17) + kayles(9)"]),
    ("`solve -`, 20 000 lines", "grundy", &["solve", "-", "<", "LINES"]),
    (
        "splits in braces, no family, n ≤ 2000",
        "grundy",
        &["table", "{n -> a & n-a for a in 2.. if a < n-a}", "--to", "2000", "--format", "csv"],
    ),
    ("Wythoff in braces, 150×150", "grundy", &["table", WYTHOFF, "--to", "150", "--format", "csv"]),
    ("law of Wythoff proved", "grundy", &["prove", WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b))"]),
    ("20 subtraction sets", "examples/beside", &["sets", "20", "1", "1000000"]),
    ("20 subtraction sets, smallest element ≥ 32", "examples/beside", &["sets", "20", "32", "1000000"]),
    ("20 subtraction sets, outcomes", "examples/beside", &["outcomes", "20", "5000000"]),
    ("0.6 to 10^5", "examples/beside", &["values", "0.6", "100000"]),
    ("4!.0 to 10^5", "examples/beside", &["values", "4!.0", "100000"]),
    ("0.16 to 10^6", "examples/beside", &["values", "0.16", "1000000"]),
    ("0.106 to 2·10^6", "examples/beside", &["values", "0.106", "2000000"]),
    ("0.007 to 10^4", "examples/beside", &["values", "0.007", "10000"]),
    ("period of 0.77", "grundy", &["period", "0.77"]),
    ("period of 0.16", "grundy", &["period", "0.16"]),
    ("period of 0.56", "grundy", &["period", "0.56"]),
    ("period of 0.127", "grundy", &["period", "0.127"]),
    ("graph without cycles, 2·10^5 arcs, file to labels", "grundy", &["label", "GRAPH"]),
    ("graph with cycles, 2·10^5 arcs, file to labels", "grundy", &["label", "LOOPY"]),
    ("LightOJ 1315, full board", "examples/hyper_knights", &["<", "examples/data/hyper_knights.in"]),
    ("strips, p = 1000", "examples/strips", &["<", "examples/data/strips_other.in"]),
];

/// The Python package's own rules and tables: what `benches/python.py --measure` is asked.
const PYTHON: &[&[&str]] = &[
    &["own", "Kayles, one heap of 1000"],
    &["own", "take a square, one heap of 100 000"],
    &["own", "Wythoff, (120, 120)"],
    &["own", "Cram on 4 × 5"],
    &["table", "kayles", "9999999"],
];

/// What is measured beside the instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Cold builds.
    pub(crate) build: bool,
    /// The Python package.
    pub(crate) python: bool,
}

/// Both trees; `false` if a row is slower.
pub(crate) fn all(revision: &str, wanted: Wanted) -> Result<bool> {
    let trees = [Tree::of(revision)?, Tree::here()];
    println!("{}\n", machine());
    println!("| task | {revision} | here | ratio |\n|---|---|---|---|");
    let mut good = instructions(&trees)?;
    good &= starts(&trees)?;
    if wanted.python {
        good &= python(&trees)?;
    }
    if wanted.build {
        good &= builds(&trees)?;
    }
    Ok(good)
}

/// Prints a row; `false` if it is slower than allowed.
fn row(name: &str, [old, new]: [f64; 2], unit: &str, allowed: f64) -> bool {
    let ratio = new / old;
    let good = ratio <= allowed;
    let mark = if good { "" } else { " ✗" };
    println!("| {name} | {old:.2} {unit} | {new:.2} {unit} | {ratio:.3}{mark} |");
    good
}

fn instructions(trees: &[Tree; 2]) -> Result<bool> {
    // in one go, so that the library is built once; by the whole workspace, for an example may have moved
    let what = ["--workspace", "--bin", "grundy", "--example", "beside", "--example", "hyper_knights"];
    for tree in trees {
        tree.build(&[&what[..], &["--example", "strips"]].concat())?;
    }
    if !capture(command("valgrind", &["--version"])).is_ok_and(|output| output.success) {
        bail!("there is no valgrind to count instructions with");
    }
    let files = Files::written()?;
    let mut good = true;
    for (name, program, arguments) in ROWS {
        let mut counts = [0.0; 2];
        for (count, tree) in counts.iter_mut().zip(trees) {
            *count = counted(files.command(&tree.program(program), arguments)?).with_context(|| (*name).to_owned())?;
        }
        good &= row(name, counts.map(|c| c / 1e6), "M instructions", SLOWER);
    }
    Ok(good)
}

/// What the arguments of the rows stand for.
#[derive(Debug)]
struct Files {
    folder: PathBuf,
}

impl Files {
    fn written() -> Result<Files> {
        let folder = root().join("target/xtask/against");
        fs::create_dir_all(&folder)?;
        let lines: Vec<String> = Lines::new(1).take(LINES).collect();
        fs::write(folder.join("LINES"), lines.join("\n") + "\n")?;
        for (name, cycles) in [("GRAPH", false), ("LOOPY", true)] {
            let mut random = Random::new(1);
            let mut text = String::new();
            for _ in 0..ARCS {
                let vertices = ARCS / 4;
                let (a, b) = (random.index(vertices), random.index(vertices));
                let (a, b) = if cycles { (a, b) } else { (a.max(b) + 1, a.min(b)) };
                text.push_str(&format!("{a} {b}\n"));
            }
            fs::write(folder.join(name), text)?;
        }
        Ok(Files { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        let file = self.folder.join(name);
        if file.is_file() { file } else { root().join(name) }
    }

    /// The program under callgrind, of which only the last line matters.
    fn command(&self, program: &Path, arguments: &[&str]) -> Result<Command> {
        let mut command = command("valgrind", &["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        command.arg(program);
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            match argument {
                "<" => command.stdin(File::open(self.path(rest.next().context("no file behind <")?))?),
                "GRAPH" | "LOOPY" => command.arg(self.path(argument)),
                other => command.arg(other),
            };
        }
        if program.ends_with("grundy") {
            command.args(["--threads", "1", "--quiet"]);
        }
        Ok(command)
    }
}

/// Instructions of a run under callgrind, which tells them on standard error: `==7== I   refs:  3,593,856`.
fn counted(mut command: Command) -> Result<f64> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let told = text.lines().rev().find_map(|line| line.split_once("refs:"));
    // some of the lines for `solve -` are malformed, so that it ends with 2 after it has answered the others
    let answered = matches!(output.status.code(), Some(0 | 2)) && !output.stdout.is_empty();
    ensure!(answered, "{command:?}: {text}");
    let number = told.map(|(_, number)| number.trim().replace(',', "")).context("callgrind told no number")?;
    Ok(number.parse()?)
}

/// Starts in pairs, by the clock: of copies, for how the system holds a file in memory depends on who wrote it and when, and
/// makes up a tenth of a start.
fn starts(trees: &[Tree; 2]) -> Result<bool> {
    let folder = target().join("starts");
    fs::create_dir_all(&folder)?;
    let mut copies = Vec::new();
    for (name, tree) in ["there", "here"].iter().zip(trees) {
        let copy = folder.join(name);
        fs::copy(tree.program("grundy"), &copy)?;
        copies.push(copy);
    }
    let seconds = paired(STARTS, |which| {
        let start = Instant::now();
        let mut program = command(&copies[which], &["solve", "take[1,3,4](21, 17) + kayles(9)"]);
        ensure!(program.output()?.status.success(), "the program does not start");
        Ok(start.elapsed().as_secs_f64())
    })?;
    Ok(row("start to answer, median of pairs", seconds.map(|s| s * 1e3), "ms", SLOWER))
}

/// Runs both in turns, so that what else the machine does hits both; the medians.
fn paired(runs: usize, mut run: impl FnMut(usize) -> Result<f64>) -> Result<[f64; 2]> {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..runs {
        for (which, times) in times.iter_mut().enumerate() {
            times.push(run(which)?);
        }
    }
    Ok(times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }))
}

fn python(trees: &[Tree; 2]) -> Result<bool> {
    let mut environments = Vec::new();
    for tree in trees {
        let environment = Environment::of(tree);
        if let Some(missing) = environment.missing()? {
            println!("\nThe lines of Python are left out: there is no {missing}.");
            return Ok(true);
        }
        if let Some(fault) = environment.built_for_release()? {
            bail!("the package does not build: {fault}");
        }
        environments.push(environment);
    }
    let mut good = true;
    for what in PYTHON {
        let seconds = paired(RUNS, |which| {
            // the script is ours for both
            let script = root().join("benches/python.py").to_string_lossy().into_owned();
            let arguments = [&[script.as_str(), "--measure"], *what].concat();
            let output = capture(environments[which].inside("python", &arguments))?;
            let told: serde_json::Value =
                serde_json::from_str(output.text.trim()).with_context(|| output.text.clone())?;
            told[1].as_f64().context("no seconds")
        })?;
        good &= row(&format!("Python, {}", what.join(" ")), seconds.map(|s| s * 1e3), "ms", SLOWER);
    }
    Ok(good)
}

/// A build of the program from nothing, profile unchanged.
fn builds(trees: &[Tree; 2]) -> Result<bool> {
    let mut seconds = [0.0; 2];
    for (seconds, tree) in seconds.iter_mut().zip(trees) {
        let cold = Tree { target: root().join("target/revisions/cold"), ..tree.clone() };
        if cold.target.exists() {
            fs::remove_dir_all(&cold.target)?;
        }
        let before = children().context("this system does not tell the processor time of children")?;
        cold.build(&["-p", "grundy-cli"])?;
        *seconds = children().context("no processor time")? - before;
        fs::remove_dir_all(&cold.target)?;
    }
    Ok(row("cold release build, processor time", seconds, "s", BUILD))
}
