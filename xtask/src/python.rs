//! The Python package: its own virtual environment, built into it, tested there. So are the README's queries of sweeps.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::SystemTime;

use anyhow::{Context as _, Result, anyhow};

use crate::report::Report;
use crate::revision::Tree;
use crate::run::{built, capture, command, target};

/// What tests and benchmarks need, besides the package itself.
const NEEDED: &[&str] = &[
    "maturin>=1.9,<2", "numpy", "pytest", "pytest-xdist", "hypothesis", "networkx", "mypy", "tqdm", "duckdb>=1",
    "polars>=1",
];
/// The peer of the benchmark.
const PEER: &str = "ogdoad==2.0.0";

/// The environment of this tree, while it is filled: mostly from the network, beside steps that ask the processors.
static FILLING: Mutex<Option<JoinHandle<Result<Option<String>>>>> = Mutex::new(None);

/// Begins to fill the environment of this tree.
pub(crate) fn begin() {
    let filling = thread::spawn(|| Environment::here().missing());
    *FILLING.lock().unwrap_or_else(PoisonError::into_inner) = Some(filling);
}

/// Waits until it is filled, where that has begun; `Some` of what is missing for the tests.
fn filled() -> Option<Result<Option<String>>> {
    let filling = FILLING.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    Some(filling.join().unwrap_or_else(|_| Err(anyhow!("the environment could not be filled"))))
}

/// Waits until nothing fills it: a run that ends early leaves no other program behind.
pub(crate) fn end() {
    if FILLING.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|filling| !filling.is_finished()) {
        println!("waiting until Python's packages are here");
    }
    let _ = filled();
}

/// A tree of sources and the virtual environment that its package is built into.
#[derive(Debug)]
pub(crate) struct Environment {
    sources: PathBuf,
    folder: PathBuf,
    target: PathBuf,
}

impl Environment {
    /// Of this tree: its own, in the target directory.
    pub(crate) fn here() -> Self {
        Environment::of(&Tree::here())
    }

    /// Of any tree.
    pub(crate) fn of(tree: &Tree) -> Self {
        Environment { sources: tree.folder.clone(), folder: tree.target.join("python"), target: tree.target.clone() }
    }

    /// A program in the environment, which it sees as the active one.
    pub(crate) fn inside(&self, program: &str, arguments: &[&str]) -> Command {
        let bin = if cfg!(windows) { "Scripts" } else { "bin" };
        let path = self.folder.join(bin).join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
        let mut command = command(path, arguments);
        command.env("VIRTUAL_ENV", &self.folder).env_remove("PYTHONPATH").env_remove("CONDA_PREFIX");
        command.current_dir(&self.sources).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// Why the package cannot be tested here; `None`: the environment is ready.
    pub(crate) fn missing(&self) -> Result<Option<String>> {
        let interpreter = capture(command("python3", &["-c", "import sys, tomllib, venv; print(sys.version)"]));
        if !interpreter.is_ok_and(|output| output.success) {
            return Ok(Some("python3 (3.11 or later, with venv)".to_owned()));
        }
        let stamp = self.folder.join("installed");
        let wanted = NEEDED.join(" ");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(None);
        }
        let folder = self.folder.to_string_lossy().into_owned();
        let made = capture(command("python3", &["-m", "venv", "--clear", &folder]))?;
        if !made.success {
            return Ok(Some(format!("the module venv of python3: {}", made.text.trim())));
        }
        let arguments = [&["-m", "pip", "install", "--quiet", "--disable-pip-version-check"], NEEDED].concat();
        let installed = capture(self.inside("python", &arguments))?;
        if !installed.success {
            let last = installed.text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            return Ok(Some(format!("{} from PyPI ({last})", NEEDED.join(", "))));
        }
        fs::write(stamp, wanted)?;
        Ok(None)
    }

    /// Builds the package for release; `None`, or what went wrong.
    pub(crate) fn built_for_release(&self) -> Result<Option<String>> {
        if self.is_fresh() {
            return Ok(None);
        }
        let fault = self.develop(&["--release"])?;
        if fault.is_none() {
            fs::write(self.stamp(), "")?;
        }
        Ok(fault)
    }

    fn stamp(&self) -> PathBuf {
        self.folder.join("release")
    }

    /// Is the package built for release, and newer than its sources?
    ///
    /// What is written in Python is read from its folder, so that it does not count.
    fn is_fresh(&self) -> bool {
        let crates = fs::read_dir(self.sources.join("crates")).into_iter().flatten().flatten();
        let changed = crates.filter_map(|entry| newest(&entry.path().join("src"))).max();
        let built = fs::metadata(self.stamp()).and_then(|data| data.modified()).ok();
        built.is_some() && built > changed
    }

    /// Builds the package into the environment by maturin; `None`, or what went wrong.
    fn develop(&self, rest: &[&str]) -> Result<Option<String>> {
        let arguments = ["develop", "--quiet", "--manifest-path", "crates/grundy-py/Cargo.toml"];
        let output = capture(self.inside("maturin", &[&arguments, rest].concat()))?;
        Ok((!output.success).then_some(output.text))
    }

    /// Builds the package with checks of overflow, which a release build leaves out; `None`, or what went wrong.
    ///
    /// On Linux the library comes from the build that all tests share: maturin would build every package once more.
    fn build_for_tests(&self) -> Result<Option<String>> {
        let _ = fs::remove_file(self.stamp());
        if !cfg!(target_os = "linux") {
            return self.develop(&[]);
        }
        if let Some(fault) = built(&["--lib"])? {
            return Ok(Some(fault));
        }
        let sources = self.sources.join("crates/grundy-py/python");
        let library = sources.join("grundy/_grundy.abi3.so");
        // a library that a process has open is not written into
        let _ = fs::remove_file(&library);
        fs::copy(self.target.join("debug/lib_grundy.so"), library).context("the library of the package")?;
        let folder = capture(self.inside("python", &["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]))?;
        fs::write(Path::new(folder.text.trim()).join("grundy.pth"), format!("{}\n", sources.display()))?;
        Ok(None)
    }
}

/// The newest change of a file under the folder.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    entries
        .filter_map(|entry| {
            let path = entry.path();
            if path.is_dir() { newest(&path) } else { entry.metadata().ok()?.modified().ok() }
        })
        .max()
}

/// All tests of the package, and of queries of the program's rows, on all processors.
pub(crate) fn test(long: bool) -> Result<Report> {
    let environment = Environment::here();
    if let Some(missing) = filled().unwrap_or_else(|| environment.missing())? {
        return Ok(Report::skipped(format!("no {missing} for the Python package")));
    }
    if let Some(fault) = environment.build_for_tests()? {
        return Ok(Report::wrong(fault));
    }
    // answers are compared with those of the program
    if let Some(fault) = built(&["--bin", "grundy"])? {
        return Ok(Report::wrong(fault));
    }
    let name = format!("grundy{}", std::env::consts::EXE_SUFFIX);
    let workers = thread::available_parallelism().map_or(1, NonZero::get).to_string();
    let mut arguments = vec!["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", &workers];
    arguments.extend(["crates/grundy-py/tests", "crates/grundy-cli/tests/query"]);
    let mut tests = environment.inside("python", &arguments);
    tests.env("GRUNDY", target().join("debug").join(name));
    if long {
        tests.env("GRUNDY_LONG_TESTS", "1");
    }
    let output = capture(tests)?;
    let last = output.text.lines().rev().find(|line| line.contains(" passed") || line.contains(" failed"));
    let counted = |what: &str| -> u64 {
        let mut before = 0;
        for word in last.unwrap_or_default().split([' ', ',']).filter(|word| !word.is_empty()) {
            if word == what {
                return before;
            }
            before = word.parse().unwrap_or(0);
        }
        0
    };
    let (passed, failed) = (counted("passed"), counted("failed") + counted("errors") + counted("error"));
    if output.success {
        return Ok(Report { passed, failed: 0, text: format!("{passed} tests") });
    }
    Ok(Report { passed, failed: failed.max(1), text: output.text })
}

/// The benchmark of the package beside the library, plain Python and the peer, where that can be installed.
pub(crate) fn bench() -> Result<bool> {
    let environment = Environment::here();
    if let Some(missing) = environment.missing()? {
        eprintln!("there is no {missing}");
        return Ok(false);
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEER];
    if !capture(environment.inside("python", &pip))?.success {
        eprintln!("{PEER} is left out: it cannot be installed");
    }
    if let Some(fault) = environment.built_for_release()? {
        eprintln!("{fault}");
        return Ok(false);
    }
    let library = capture(crate::run::cargo(&["build", "--release", "-p", "grundy", "--example", "values"]))?;
    if !library.success {
        eprintln!("{}", library.text);
        return Ok(false);
    }
    println!("{}\n", crate::bench::machine());
    let library = target().join("release/examples/values").to_string_lossy().into_owned();
    let status = environment
        .inside("python", &["benches/python.py", &library])
        .status()
        .context("the benchmark could not be started")?;
    Ok(status.success())
}
