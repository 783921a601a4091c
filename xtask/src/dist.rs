//! `cargo xtask dist`: everything that is published, made in `target/dist`, and tried from an empty home.
//!
//! ```text
//! target/dist/grundy-cli-TARGET-vVERSION.tgz   the program, its man page, completions, licences: for cargo-binstall
//!             crates/NAME-VERSION.crate        with `ORDER`, the order in which they can be published
//!             python/                          a wheel for Linux (abi3) and the source package
//!             SHA256SUMS
//! ```

mod crates;
mod home;
mod packages;
mod program;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::report::Report;
use crate::run::{Output, capture, command, target};
use crate::test::{Run, Step};

/// Where everything is put, and what the names of the files say.
#[derive(Debug, Clone)]
struct Dist {
    folder: PathBuf,
    version: String,
    /// What Rust calls this kind of machine.
    machine: String,
}

impl Dist {
    fn new() -> Result<Self> {
        let folder = target().join("dist");
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
        }
        fs::create_dir_all(&folder)?;
        let rustc = command("rustc", &["-vV"]).output().context("rustc could not be started")?;
        let text = String::from_utf8_lossy(&rustc.stdout).into_owned();
        let machine = text.lines().find_map(|line| line.strip_prefix("host: "));
        let machine = machine.context("rustc does not say for which machine it builds")?.to_owned();
        // all packages have the version of the workspace, which is ours
        Ok(Dist { folder, version: env!("CARGO_PKG_VERSION").to_owned(), machine })
    }

    /// The archive of the program, without its ending.
    fn archive(&self) -> String {
        format!("grundy-cli-{}-v{}", self.machine, self.version)
    }

    /// The crates, unpacked into a workspace of their own.
    fn packed(&self) -> PathBuf {
        self.folder.join("packed")
    }
}

/// A command that must end well; else the step fails with what was printed.
fn must(output: Output) -> Result<(), Report> {
    if output.success { Ok(()) } else { Err(Report::wrong(output.text)) }
}

/// The sizes and sums of everything that is to be published.
fn checksums(dist: &Dist) -> Result<Report> {
    let mut files = Vec::new();
    for folder in ["", "crates", "python"] {
        let entries = fs::read_dir(dist.folder.join(folder)).into_iter().flatten().flatten();
        let published = |name: &str| [".tgz", ".crate", ".whl", ".tar.gz"].iter().any(|end| name.ends_with(end));
        let names =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| published(name));
        files.extend(names.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }));
    }
    files.sort();
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut sums = command("sha256sum", &names);
    sums.current_dir(&dist.folder);
    let Ok(output) = capture(sums) else {
        return Ok(Report::skipped("no sha256sum (GNU coreutils) for the checksums"));
    };
    if !output.success {
        return Ok(Report::wrong(output.text));
    }
    fs::write(dist.folder.join("SHA256SUMS"), &output.text)?;
    Ok(Report::fine(format!("{} files", files.len())))
}

/// Makes everything and tries it; `false` if something does not hold. `quick`: without the tests of the packed crates.
pub(crate) fn all(quick: bool, strict: bool) -> Result<bool> {
    let dist = Dist::new()?;
    let step = |name: &'static str, work: fn(&Dist) -> Result<Report>| -> Step {
        let dist = dist.clone();
        (name, Box::new(move || work(&dist)))
    };
    let mut steps = vec![
        step("the program, its man page and completions", program::build),
        step("the crates", crates::pack),
        step("the wheel and the source package for Python", packages::build),
        step("checksums", checksums),
        step("the program in an empty home", home::program),
        step("the program from its crate in an empty home", home::crates),
        step("the wheel in an empty environment", home::wheel),
        step("the source package in an empty environment", home::source_package),
    ];
    if !quick {
        steps.push(step("the tests of each crate, from its archive", crates::test));
    }
    Run { strict }.all(&steps)
}
