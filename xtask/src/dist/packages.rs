//! The Python package as a wheel for all of Linux, and as its sources.

use std::fs;

use anyhow::Result;

use super::{Dist, must};
use crate::python::Environment;
use crate::report::Report;
use crate::run::{capture, command};

pub(super) fn build(dist: &Dist) -> Result<Report> {
    let environment = Environment::here();
    if let Some(missing) = environment.missing()? {
        return Ok(Report::skipped(format!("no wheel, for there is no {missing}")));
    }
    let folder = dist.folder.join("python").to_string_lossy().into_owned();
    // maturin looks at what the wheel needs of the system, and names the oldest system that has it
    for verb in [&["sdist"][..], &["build", "--release", "--auditwheel", "repair"]] {
        let rest = ["--manifest-path", "crates/grundy-py/Cargo.toml", "--out", &folder];
        if let Err(report) = must(capture(environment.inside("maturin", &[verb, &rest].concat()))?) {
            return Ok(report);
        }
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)?.flatten() {
        let path = entry.path().to_string_lossy().into_owned();
        let list = if path.ends_with(".whl") {
            command("python3", &["-m", "zipfile", "-l", &path])
        } else {
            command("tar", &["-tzf", &path])
        };
        let held = capture(list)?.text;
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            if !held.contains(licence) {
                return Ok(Report::wrong(format!("{path} holds no {licence}")));
            }
        }
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let Some(wheel) = names.iter().find(|name| name.ends_with(".whl")) else {
        return Ok(Report::wrong("maturin made no wheel"));
    };
    if cfg!(target_os = "linux") && !(wheel.contains("manylinux") && wheel.contains("abi3")) {
        return Ok(Report::wrong(format!("{wheel} is not for all of Linux and all versions of Python")));
    }
    Ok(Report::fine(names.join(", ")))
}
