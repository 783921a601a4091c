//! What was made is installed where nothing else is, and answers the README's first question.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::{Dist, must};
use crate::report::Report;
use crate::run::{capture, cargo, command, root, target};

/// The first question of the README, and what its answer must hold.
fn question() -> Result<(String, &'static str)> {
    let readme = fs::read_to_string(root().join("README.md"))?;
    let line = readme.lines().find_map(|line| line.strip_prefix("cargo run --release -- solve '")?.strip_suffix('\''));
    Ok((line.context("the README asks no question")?.to_owned(), "kayles(9) → kayles(2, 6)"))
}

/// A folder with nothing in it.
fn empty(dist: &Dist, name: &str) -> Result<PathBuf> {
    let home = dist.folder.join("homes").join(name);
    fs::create_dir_all(&home)?;
    Ok(home)
}

/// Sees a home and the programs of the system, nothing else.
fn alone(mut command: Command, home: &Path) -> Command {
    command.env_clear().env("HOME", home).env("PATH", "/usr/bin:/bin").current_dir(home);
    command
}

fn answered(asked: Command) -> Result<Report> {
    let output = capture(asked)?;
    let (question, wanted) = question()?;
    Ok(if output.success && output.text.contains(wanted) {
        Report::fine("")
    } else {
        Report::wrong(format!("{question}\n{}", output.text))
    })
}

/// The archive is unpacked, and the program in it is asked.
pub(super) fn program(dist: &Dist) -> Result<Report> {
    let home = empty(dist, "program")?;
    let archive = dist.folder.join(format!("{}.tgz", dist.archive()));
    let mut tar = command("tar", &["-xzf", &archive.to_string_lossy()]);
    tar.current_dir(&home);
    if let Err(report) = must(capture(tar)?) {
        return Ok(report);
    }
    let program = home.join(dist.archive()).join("grundy");
    answered(alone(command(program, &["solve", &question()?.0]), &home))
}

/// The program is installed from the packed crates; unoptimised, for the tests of these crates use the same build.
pub(super) fn crates(dist: &Dist) -> Result<Report> {
    let home = empty(dist, "crates")?;
    let package = dist.packed().join(format!("grundy-cli-{}", dist.version));
    let places = [package.to_string_lossy(), home.to_string_lossy()];
    let mut install = cargo(&["install", "--quiet", "--debug", "--path", &places[0], "--root", &places[1]]);
    install.env("CARGO_TARGET_DIR", target());
    if let Err(report) = must(capture(install)?) {
        return Ok(report);
    }
    answered(alone(command(home.join("bin/grundy"), &["solve", &question()?.0]), &home))
}

/// The file of the Python package with this ending is installed into an environment of its own.
fn python(dist: &Dist, name: &str, ending: &str) -> Result<Report> {
    let files = fs::read_dir(dist.folder.join("python")).into_iter().flatten().flatten().map(|entry| entry.path());
    let Some(file) = files.into_iter().find(|path| path.to_string_lossy().ends_with(ending)) else {
        return Ok(Report::skipped(format!("there is no {ending} to install")));
    };
    let home = empty(dist, name)?;
    let folder = home.join("environment");
    let made = capture(command("python3", &["-m", "venv", &folder.to_string_lossy()]))?;
    if let Err(report) = must(made) {
        return Ok(report);
    }
    let interpreter = folder.join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", &file.to_string_lossy()];
    let mut install = command(&interpreter, &pip);
    // sources are built, unoptimised, and share what others wrote with our other builds
    install.env("CARGO_TARGET_DIR", target()).env("MATURIN_PEP517_ARGS", "--profile dev").env_remove("PYTHONPATH");
    if let Err(report) = must(capture(install)?) {
        return Ok(report);
    }
    let code = "import sys, grundy; print(*grundy.solve(sys.argv[1]).moves, sep='\\n')";
    answered(alone(command(interpreter, &["-c", code, &question()?.0]), &home))
}

pub(super) fn wheel(dist: &Dist) -> Result<Report> {
    python(dist, "wheel", ".whl")
}

pub(super) fn source_package(dist: &Dist) -> Result<Report> {
    python(dist, "sources", ".tar.gz")
}
