//! The programs under `examples/`, run on the inputs beside them.

use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};

use crate::report::Report;
use crate::run::{FEATURES, capture, cargo_at_once, command, root, target};

/// Compares the output of each `NAME.in` or `NAME_….in` with the `.out` beside it. The examples are those that cargo
/// builds with the tests.
pub(crate) fn all() -> Result<Report> {
    let built = capture(cargo_at_once(&["test", "--workspace", "--features", FEATURES, "--no-run"]))?;
    if !built.success {
        return Ok(Report::wrong(built.text));
    }
    let mut names: Vec<String> = stems(&root().join("examples"), "rs")?;
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut inputs = stems(&root().join("examples/data"), "in")?;
    inputs.sort();
    let mut report = Report::default();
    let mut wrong = Vec::new();
    let mut slowest = (0.0, String::new());
    for input in inputs {
        let name = names.iter().find(|name| {
            input.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        });
        let name = name.with_context(|| format!("{input}.in belongs to no example"))?;
        let data = root().join("examples/data");
        let program = target().join(format!("debug/examples/{name}{}", std::env::consts::EXE_SUFFIX));
        let start = Instant::now();
        let output = command(program, &[])
            .stdin(File::open(data.join(format!("{input}.in")))?)
            .output()
            .with_context(|| format!("example {name} could not be started"))?;
        let seconds = start.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, input.clone());
        }
        if output.status.success() && output.stdout == fs::read(data.join(format!("{input}.out")))? {
            report.passed += 1;
        } else {
            report.failed += 1;
            let errors = String::from_utf8_lossy(&output.stderr);
            wrong.push(format!("example {name}, input {input}.in: the output differs {}", errors.trim()));
        }
    }
    wrong.push(format!(
        "{} inputs, the slowest is {} with {:.3} s",
        report.passed + report.failed,
        slowest.1,
        slowest.0
    ));
    report.text = wrong.join("\n");
    Ok(report)
}

fn stems(folder: &Path, extension: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == extension) {
            found.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    Ok(found)
}
