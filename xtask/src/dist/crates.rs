//! The crates as they are published, in an order in which each finds what it depends on.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result};

use super::{Dist, must};
use crate::dependencies::{self, WANTED};
use crate::report::Report;
use crate::run::{capture, cargo, command, root, target};

/// The packages that are published, those that others need first.
fn order() -> Result<Vec<String>> {
    let mut waiting: BTreeMap<String, Vec<String>> = dependencies::published()?.into_iter().collect();
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let free = waiting.iter().find(|(_, needs)| !needs.iter().any(|other| waiting.contains_key(other)));
        let (name, _) = free.context("the packages depend on each other in a circle")?;
        let name = name.clone();
        waiting.remove(&name);
        order.push(name);
    }
    Ok(order)
}

/// Packs the crates and unpacks them into a workspace of their own, where each finds the others.
pub(super) fn pack(dist: &Dist) -> Result<Report> {
    let order = order()?;
    let mut arguments = vec!["package", "--no-verify"];
    for name in &order {
        arguments.extend(["-p", name]);
    }
    if let Err(report) = must(capture(cargo(&arguments))?) {
        return Ok(report);
    }
    let (folder, packed) = (dist.folder.join("crates"), dist.packed());
    fs::create_dir_all(&folder)?;
    fs::create_dir_all(&packed)?;
    let mut manifest =
        "[workspace]\nmembers = [\"*\"]\nexclude = [\"target\"]\nresolver = \"3\"\n\n[patch.crates-io]\n".to_owned();
    for name in &order {
        let unpacked = format!("{name}-{}", dist.version);
        let file = format!("{unpacked}.crate");
        fs::copy(target().join("package").join(&file), folder.join(&file))?;
        // with the time of now: in an archive all files are of the same old time, and what was built before would count
        let mut tar = command("tar", &["-xmzf", &folder.join(&file).to_string_lossy()]);
        tar.current_dir(&packed);
        if let Err(report) = must(capture(tar)?) {
            return Ok(report);
        }
        if let Some(missing) = WANTED.iter().find(|wanted| !packed.join(&unpacked).join(wanted).is_file()) {
            return Ok(Report::wrong(format!("{file} has no {missing}")));
        }
        manifest.push_str(&format!("{name} = {{ path = \"{unpacked}\" }}\n"));
    }
    fs::write(folder.join("ORDER"), order.join("\n") + "\n")?;
    // built as in the repository, with the same versions of what others wrote
    let own = fs::read_to_string(root().join("Cargo.toml"))?;
    let profiles = own.find("[profile.").map_or("", |at| &own[at..]);
    fs::write(packed.join("Cargo.toml"), format!("{manifest}\n{profiles}"))?;
    fs::copy(root().join("Cargo.lock"), packed.join("Cargo.lock"))?;
    Ok(Report::fine(format!("{} crates, {} first", order.len(), order[0])))
}

/// The tests of every crate, with nothing but what its archive holds.
pub(super) fn test(dist: &Dist) -> Result<Report> {
    let mut cargo = cargo(&["test", "--workspace", "--no-fail-fast"]);
    cargo.current_dir(dist.packed()).env("CARGO_TARGET_DIR", target());
    capture(cargo).map(Report::of)
}
