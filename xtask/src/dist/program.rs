//! The program without symbols, and what goes with it, in one archive.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::{Dist, must};
use crate::report::Report;
use crate::run::{capture, cargo, command, root, target};

/// The shells that completions are made for, and what each calls the file.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "grundy.bash"),
    ("zsh", "_grundy"),
    ("fish", "grundy.fish"),
    ("powershell", "_grundy.ps1"),
    ("elvish", "grundy.elv"),
];

pub(super) fn build(dist: &Dist) -> Result<Report> {
    // only the program itself is linked anew: what it uses is shared with other builds
    let build = ["rustc", "--release", "-p", "grundy-cli", "--bin", "grundy", "--", "-C", "strip=symbols"];
    if let Err(report) = must(capture(cargo(&build))?) {
        return Ok(report);
    }
    let name = format!("grundy{}", std::env::consts::EXE_SUFFIX);
    let folder = dist.folder.join(dist.archive());
    fs::create_dir_all(folder.join("completions"))?;
    let program = folder.join(&name);
    fs::copy(target().join("release").join(&name), &program)?;
    let print = |arguments: &[&str], file: &Path| -> Result<()> {
        fs::write(file, command(&program, arguments).output()?.stdout)?;
        Ok(())
    };
    print(&["man"], &folder.join("grundy.1"))?;
    for (shell, file) in COMPLETIONS {
        print(&["completions", shell], &folder.join("completions").join(file))?;
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    let archive = dist.archive();
    let mut tar = command("tar", &["-czf", &format!("{archive}.tgz"), &archive]);
    tar.current_dir(&dist.folder);
    if let Err(report) = must(capture(tar)?) {
        return Ok(report);
    }
    let megabytes = |path: &Path| fs::metadata(path).map(|data| data.len() as f64 / 1e6);
    let (size, packed) = (megabytes(&program)?, megabytes(&dist.folder.join(format!("{archive}.tgz")))?);
    Ok(Report::fine(format!("{size:.1} MB, {packed:.1} MB packed")))
}
