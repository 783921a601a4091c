//! `cargo xtask count [REV]`: lines of Rust without tests, comments and blank lines, of each package; beside those of
//! another revision, counted by this same code.
//!
//! A line counts if a token stands on it that is no part of a test: of an item under `#[cfg(test)]`, of a module that is
//! only declared under it, or of a file under `tests/`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::code::{Token, modules, tokens, without_tests};
use crate::revision::Tree;
use crate::run::root;

/// Prints the table.
pub(crate) fn all(revision: Option<&str>) -> Result<bool> {
    let new = packages(&root())?;
    let Some(revision) = revision else {
        println!("{:24} {:>8}", "lines of code", "here");
        for (name, lines) in &new {
            println!("{name:24} {lines:8}");
        }
        println!("{:24} {:8}", "crates/ together", crates(&new));
        return Ok(true);
    };
    let old = packages(&Tree::of(revision)?.folder)?;
    let row = |name: &str, old: usize, new: usize| {
        println!("{name:24} {old:8} {new:8} {:+8}", new as i64 - old as i64);
    };
    println!("{:24} {revision:>8.8} {:>8} {:>8}", "lines of code", "here", "");
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        row(name, old.get(name).copied().unwrap_or(0), new.get(name).copied().unwrap_or(0));
    }
    row("crates/ together", crates(&old), crates(&new));
    Ok(true)
}

fn crates(packages: &BTreeMap<String, usize>) -> usize {
    packages.iter().filter(|(name, _)| name.starts_with("crates/")).map(|(_, lines)| lines).sum()
}

/// Lines of each package and of each folder of loose files.
fn packages(root: &Path) -> Result<BTreeMap<String, usize>> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = entries(&root.join("crates"));
    folders.extend(["xtask", "fuzz"].map(|name| root.join(name)));
    for folder in &folders {
        let mut roots = vec![folder.join("src/lib.rs"), folder.join("src/main.rs")];
        roots.extend(entries(&folder.join("src/bin")));
        let mut lines = 0;
        for file in roots.iter().filter(|file| file.is_file()) {
            lines += modules(file)?.iter().map(|module| coded(&module.tokens)).sum::<usize>();
        }
        found.insert(name(root, folder), lines);
    }
    // loose files, wherever they stand: a benchmark that moves to its crate is no line more
    for kind in ["benches", "examples"] {
        let folders = folders.iter().map(|folder| folder.join(kind)).chain([root.join(kind)]);
        let mut lines = 0;
        for file in folders.flat_map(|folder| entries(&folder)).filter(|f| f.extension().is_some_and(|e| e == "rs")) {
            lines += coded(&without_tests(&tokens(&fs::read_to_string(file)?)));
        }
        found.insert(kind.to_owned(), lines);
    }
    Ok(found)
}

fn name(root: &Path, folder: &Path) -> String {
    folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().into_owned()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Lines with a token; a string of several lines is all of them.
fn coded(tokens: &[Token]) -> usize {
    let (mut count, mut last) = (0, 0);
    for token in tokens {
        let end = token.line + token.text.matches('\n').count();
        count += (end + 1).saturating_sub(token.line.max(last + 1));
        last = last.max(end);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::coded;
    use crate::code::tokens;

    #[test]
    fn lines_with_code() {
        assert_eq!(coded(&tokens("a b\n\n// c\nd \"e\nf\" g\n/* h\n */ i\n")), 4);
    }
}
