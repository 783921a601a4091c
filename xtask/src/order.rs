//! Imports point one way.
//!
//! In every crate of ours, sibling modules have no circle of imports, at any level. Those at the root of `grundy` moreover
//! have an order, which `ARCHITECTURE.md` lists: none imports a later one.

mod arrows;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::report::Report;
use crate::run::root;
use arrows::{Arrows, Imports};

/// The crate whose order is listed.
const LISTED: &str = "crates/grundy/src/lib.rs";
/// Where the order stands: the block of code that opens so.
const BLOCK: &str = "```modules";

/// The step of `cargo xtask test`.
pub(crate) fn check() -> Result<Report> {
    let mut wrong = Vec::new();
    let (order, listed) = (listed_order()?, Imports::of_crate(&root().join(LISTED))?);
    let none = Arrows::new();
    let top = listed.arrows.get(&[][..]).unwrap_or(&none);
    for ((a, b), place) in upward(&order, &listed.top, top)? {
        wrong.push(format!("{a} -> {b} runs against the order: {place}"));
    }
    let (mut crates, mut files) = (0, 0);
    for (name, file) in roots()? {
        let imports = Imports::of_crate(&file)?;
        (crates, files) = (crates + 1, files + imports.files);
        wrong.extend(imports.circles().into_iter().map(|circle| format!("{name}: {circle}")));
    }
    if wrong.is_empty() {
        let text = format!("{} modules in order; {files} files of {crates} crates, no circle", order.len());
        return Ok(Report { passed: 1 + crates, failed: 0, text });
    }
    Ok(Report::wrong(wrong.join("\n")))
}

/// As [`check`], told on the terminal.
pub(crate) fn all() -> Result<bool> {
    let report = check()?;
    println!("{}", report.text);
    Ok(report.failed == 0)
}

/// The first word of each line of the block in `ARCHITECTURE.md`.
fn listed_order() -> Result<Vec<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let block = text.lines().skip_while(|line| *line != BLOCK).skip(1).take_while(|line| *line != "```");
    let names: Vec<String> = block.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    if names.is_empty() {
        bail!("ARCHITECTURE.md: no block {BLOCK}");
    }
    Ok(names)
}

fn upward(order: &[String], real: &BTreeSet<String>, arrows: &Arrows) -> Result<Arrows> {
    let at: BTreeMap<&str, usize> = order.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let missing: Vec<&String> = real.iter().filter(|name| !at.contains_key(name.as_str())).collect();
    let gone: Vec<&&str> = at.keys().filter(|name| !real.contains(**name)).collect();
    if !missing.is_empty() || !gone.is_empty() || at.len() != order.len() {
        bail!("ARCHITECTURE.md, order of modules: not listed {missing:?}, listed without being there {gone:?}");
    }
    let runs_up = |(a, b): &(String, String)| at.get(a.as_str()) < at.get(b.as_str());
    Ok(arrows.iter().filter(|(arrow, _)| runs_up(arrow)).map(|(a, p)| (a.clone(), p.clone())).collect())
}

/// All crates of ours that have modules, by the names of their folders, with the files that are their roots.
fn roots() -> Result<Vec<(String, PathBuf)>> {
    let mut folders = vec![root().join("xtask"), root().join("fuzz")];
    for entry in fs::read_dir(root().join("crates"))? {
        folders.push(entry?.path());
    }
    let mut found = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files = ["lib.rs", "main.rs"].map(|file| folder.join("src").join(file));
        found.extend(files.into_iter().filter(|file| file.is_file()).map(|file| (name.clone(), file)));
    }
    found.sort();
    Ok(found)
}
