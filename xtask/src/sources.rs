//! What must not stand in our sources.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::report::Report;
use crate::run::root;

/// The modules that may hold unsafe code, each of whose uses says why it is sound.
const ALLOWED: &[&str] = &[
    "crates/grundy-cli/src/allocator.rs",
    "crates/grundy-core/src/memory/counting.rs",
    "crates/grundy-nimber/src/simd.rs",
    "crates/grundy-sequence/src/heap/scan.rs",
    "crates/grundy-sequence/src/heap/simd/find.rs",
    "crates/grundy-sequence/src/heap/simd/free.rs",
    "crates/grundy-sequence/src/heap/simd/mark.rs",
    "crates/grundy-sequence/src/heap/simd/strike.rs",
];

/// What unsafe code looks like, and how a file would switch the lint off; written in pieces, so as not to find this.
const SIGNS: &[&str] = &[
    concat!("un", "safe {"),
    concat!("un", "safe fn"),
    concat!("un", "safe impl"),
    concat!("un", "safe extern"),
    concat!("un", "safe trait"),
    concat!("allow(un", "safe_code"),
    concat!("expect(un", "safe_code"),
];

/// No unsafe code outside the allowed places. The compiler's lint denies it too; this finds whoever relaxes the lint.
pub(crate) fn unsafe_code() -> Result<Report> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "examples", "benches", "fuzz"] {
        collect(&root().join(folder), &mut files)?;
    }
    let mut wrong = Vec::new();
    for path in &files {
        let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
        if ALLOWED.contains(&name.as_str()) {
            continue;
        }
        for (number, line) in fs::read_to_string(path)?.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if SIGNS.iter().any(|sign| code.contains(sign)) {
                wrong.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    if wrong.is_empty() {
        return Ok(Report::fine(format!("{} files", files.len())));
    }
    Ok(Report::wrong(format!("unsafe code outside its places:\n{}", wrong.join("\n"))))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                collect(&path, files)?;
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
