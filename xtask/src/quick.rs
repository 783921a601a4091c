//! `cargo xtask test --quick`: the tests of the packages whose files changed since the trunk.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::dependencies;
use crate::order;
use crate::report::Report;
use crate::run::{capture, cargo, command};
use crate::sources;
use crate::test::{Run, Step};

/// What a changed file asks for.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touched {
    /// The tests of a package.
    Package(String),
    /// The tests of the documents.
    Documents,
    /// The facts, asked through the library.
    Corpus,
}

fn touched(file: &str) -> Option<Touched> {
    let parts: Vec<&str> = file.split('/').collect();
    match parts[..] {
        // its tests need an interpreter: `cargo xtask test python`
        ["crates", "grundy-py", ..] => None,
        ["crates", package, .., _] => Some(Touched::Package(package.to_owned())),
        ["xtask", ..] => Some(Touched::Package("xtask".to_owned())),
        ["fuzz", "coverage", ..] => None,
        ["fuzz", ..] => Some(Touched::Package("grundy-fuzz".to_owned())),
        ["corpus", ..] => Some(Touched::Corpus),
        ["docs", ..] => Some(Touched::Documents),
        _ if file.ends_with(".md") => Some(Touched::Documents),
        _ => None,
    }
}

/// Files that differ from the trunk, or from the last commit on the trunk itself; new ones among them.
fn changed() -> Result<Vec<String>> {
    let git = |arguments: &[&str]| -> Result<Vec<String>> {
        let output = capture(command("git", arguments))?;
        Ok(if output.success { output.text.lines().map(str::to_owned).collect() } else { Vec::new() })
    };
    let base = git(&["merge-base", "HEAD", "main"])?.pop().unwrap_or_else(|| "HEAD".to_owned());
    let mut files = git(&["diff", "--name-only", &base])?;
    files.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    Ok(files)
}

/// The quick steps; `false` if one failed.
pub(crate) fn all(strict: bool) -> Result<bool> {
    let touched: BTreeSet<Touched> = changed()?.iter().filter_map(|file| touched(file)).collect();
    let mut steps: Vec<Step> = vec![
        ("format", Box::new(|| capture(cargo(&["fmt", "--all", "--check"])).map(Report::of))),
        ("dependencies point one way", Box::new(dependencies::direction)),
        ("imports point one way", Box::new(order::check)),
        ("no unsafe code", Box::new(sources::unsafe_code)),
    ];
    let packages: Vec<String> =
        touched.iter().filter_map(|t| if let Touched::Package(name) = t { Some(name.clone()) } else { None }).collect();
    if !packages.is_empty() {
        let on = |verb: &'static str, rest: &'static [&'static str]| {
            let packages = packages.clone();
            move || {
                let named = packages.iter().flat_map(|name| ["-p", name.as_str()]);
                let words: Vec<&str> = [verb].into_iter().chain(named).chain(rest.iter().copied()).collect();
                capture(cargo(&words)).map(Report::of)
            }
        };
        steps.push(("clippy of what changed", Box::new(on("clippy", &["--all-targets", "--", "-D", "warnings"]))));
        steps.push(("tests of what changed", Box::new(on("test", &["--no-fail-fast"]))));
    }
    let library = ["test", "-p", "grundy", "--test", "all", "corpus"];
    if touched.contains(&Touched::Corpus) && !packages.iter().any(|name| name == "grundy") {
        steps.push(("facts", Box::new(move || capture(cargo(&library)).map(Report::of))));
    }
    let documents = ["test", "-p", "grundy-cli", "--test", "all", "documents"];
    if touched.contains(&Touched::Documents) && !packages.iter().any(|name| name == "grundy-cli") {
        steps.push(("documents", Box::new(move || capture(cargo(&documents)).map(Report::of))));
    }
    Run { strict }.all(&steps)
}

#[test]
fn files_belong_to_packages() {
    let package = |name: &str| Some(Touched::Package(name.to_owned()));
    assert_eq!(touched("crates/grundy/src/lib.rs"), package("grundy"));
    assert_eq!(touched("xtask/src/main.rs"), package("xtask"));
    assert_eq!((touched("fuzz/src/brute.rs"), touched("fuzz/coverage/Cargo.toml")), (package("grundy-fuzz"), None));
    assert_eq!(
        (touched("docs/zh/notation.md"), touched("README.md")),
        (Some(Touched::Documents), Some(Touched::Documents))
    );
    assert_eq!((touched("corpus/nim.toml"), touched("Cargo.lock")), (Some(Touched::Corpus), None));
}
