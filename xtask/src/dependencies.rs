//! What the packages depend on: licences that we accept, and edges that point one way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::licence::satisfiable;
use crate::report::Report;
use crate::run::{FEATURES, cargo, root};

/// Which of our packages may depend on which others of ours; who is not named here may depend on none.
const ALLOWED: &[(&str, &[&str])] = &[
    ("grundy-core", &[]),
    ("grundy-verify", &[]),
    ("grundy-automata", &["grundy-core"]),
    ("grundy-graph", &["grundy-core"]),
    ("grundy-search", &["grundy-core"]),
    ("grundy-nimber", &[]),
    ("grundy-sequence", &["grundy-core"]),
    ("grundy-notation", &["grundy-core", "grundy-automata", "grundy-sequence"]),
    // the search is what its tests compare tables with
    ("grundy-rules", &["grundy-core", "grundy-automata", "grundy-notation", "grundy-search", "grundy-sequence"]),
    (
        "grundy",
        &[
            "grundy-core", "grundy-automata", "grundy-graph", "grundy-nimber", "grundy-notation", "grundy-rules",
            "grundy-search", "grundy-sequence",
        ],
    ),
    ("grundy-form", &["grundy", "grundy-nimber", "grundy-verify"]),
    (
        "grundy-cli",
        &["grundy", "grundy-cluster", "grundy-form", "grundy-graph", "grundy-nimber", "grundy-verify", "grundy-web"],
    ),
    ("grundy-web", &["grundy", "grundy-form"]),
    ("grundy-cluster", &["grundy", "grundy-form", "grundy-graph", "grundy-sequence"]),
    ("grundy-py", &["grundy", "grundy-cluster", "grundy-form", "grundy-nimber", "grundy-search", "grundy-verify"]),
    ("grundy-fuzz", &["grundy", "grundy-cluster", "grundy-graph"]),
];

/// What cargo tells of the workspace and all it uses.
fn metadata(more: &[&str]) -> Result<Value> {
    let output = cargo(&[&["metadata", "--format-version", "1"], more].concat())
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cargo metadata could not be started")?;
    serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")
}

/// The packages as cargo sees them: the workspace and all it uses.
fn packages() -> Result<Vec<Value>> {
    match metadata(&[])?["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Ok(Vec::new()),
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// What the archive of each published package must hold.
pub(crate) const WANTED: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Every package, ours and others', must have a licence that we accept; those that we publish hold its text.
pub(crate) fn licences() -> Result<Report> {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for package in packages()? {
        let name = format!("{} {}", text(&package, "name"), text(&package, "version"));
        let licence = text(&package, "license").to_owned();
        if seen.insert(name.clone()) && !satisfiable(&licence) {
            wrong.push(format!("{name}: {}", if licence.is_empty() { "no licence stated" } else { &licence }));
        }
    }
    if !wrong.is_empty() {
        return Ok(Report::wrong(format!("not under an accepted licence:\n{}", wrong.join("\n"))));
    }
    for package in packages()?.iter().filter(|package| package["source"].is_null() && package["publish"].is_null()) {
        let folder = Path::new(text(package, "manifest_path")).parent().unwrap_or(Path::new(""));
        if let Some(missing) = WANTED.iter().find(|wanted| !folder.join(wanted).is_file()) {
            return Ok(Report::wrong(format!("{} has no {missing}", text(package, "name"))));
        }
    }
    Ok(Report::fine(format!("{} packages", seen.len())))
}

/// The packages of ours that are published, each with those of ours that it needs.
pub(crate) fn published() -> Result<Vec<(String, Vec<String>)>> {
    let all = packages()?;
    // `publish = false` is an empty list of registries
    let ours = all.iter().filter(|package| package["source"].is_null() && package["publish"].is_null());
    let needs = |package: &Value| {
        let all = package["dependencies"].as_array().into_iter().flatten();
        all.filter(|other| other["path"].is_string()).map(|other| text(other, "name").to_owned()).collect()
    };
    Ok(ours.map(|package| (text(package, "name").to_owned(), needs(package))).collect())
}

/// Our packages depend on each other only as the architecture says.
pub(crate) fn direction() -> Result<Report> {
    let all = packages()?;
    // packages of ours have no registry as their source
    let ours: Vec<&Value> = all.iter().filter(|package| package["source"].is_null()).collect();
    let names: BTreeSet<&str> = ours.iter().map(|package| text(package, "name")).collect();
    let mut wrong = Vec::new();
    for package in &ours {
        let name = text(package, "name");
        let allowed = ALLOWED.iter().find(|rule| rule.0 == name).map_or(&[][..], |rule| rule.1);
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let other = text(dependency, "name");
            // tests let the verifier judge; of the rest only the front ends and what prints its report know it
            let judges = other == "grundy-verify" && text(dependency, "kind") == "dev";
            if names.contains(other) && !allowed.contains(&other) && !judges {
                wrong.push(format!("{name} must not depend on {other}"));
            }
        }
    }
    if wrong.is_empty() {
        return Ok(Report::fine(format!("{} packages of ours", names.len())));
    }
    Ok(Report::wrong(wrong.join("\n")))
}

/// What the library and its tests are built on is optimised in builds for tests.
///
/// At `s` instances of generic functions are shared between packages: the library would call those of `Vec` that another
/// package has, and were these not optimised, its tests would take three times as long.
pub(crate) fn optimised() -> Result<Report> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml")?;
    let slow: BTreeSet<&str> = manifest.lines().filter_map(|line| line.strip_suffix(".opt-level = 0")).collect();
    let all = metadata(&["--features", FEATURES])?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&all["packages"]).into_iter().map(|package| (text(&package, "id").to_owned(), package)).collect();
    let is_macro = |package: &Value| {
        let targets = list(&package["targets"]);
        targets.iter().any(|target| list(&target["kind"]).contains(&"proc-macro".into()))
    };
    let uses: BTreeMap<String, Vec<String>> = list(&all["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let linked = |edge: &&Value| list(&edge["dep_kinds"]).iter().any(|kind| kind["kind"] != "build");
            let edges = list(&node["deps"]);
            let used = edges.iter().filter(linked).map(|edge| text(edge, "pkg").to_owned());
            (text(node, "id").to_owned(), used.collect())
        })
        .collect();
    let roots = ["grundy", "grundy-cluster", "grundy-form"];
    let is_root = |package: &Value| package["source"].is_null() && roots.contains(&text(package, "name"));
    let mut open: Vec<&String> = packages.iter().filter(|(_, package)| is_root(package)).map(|(id, _)| id).collect();
    let (mut seen, mut wrong) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        let package = &packages[id];
        if is_macro(package) || !seen.insert(id) {
            continue;
        }
        if slow.contains(text(package, "name")) {
            wrong.insert(text(package, "name"));
        }
        open.extend(uses.get(id).into_iter().flatten());
    }
    if wrong.is_empty() {
        return Ok(Report::fine(format!("{} packages below the library", seen.len())));
    }
    let names = wrong.into_iter().collect::<Vec<_>>().join(", ");
    Ok(Report::wrong(format!("the library is built on {names}, which `[profile.dev.package]` does not optimise")))
}
