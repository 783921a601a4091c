//! Another revision of the sources, unpacked beside this one under `target/revisions`.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};

use crate::run::{capture, command, root};

/// The folder with the sources of a revision; unpacked once, for a commit never changes.
pub(crate) fn unpacked(revision: &str) -> Result<PathBuf> {
    let commit = commit(revision)?;
    let folder = root().join("target/revisions").join(&commit);
    if folder.join("Cargo.toml").is_file() {
        return Ok(folder);
    }
    fs::create_dir_all(&folder)?;
    let mut archive = command("git", &["archive", &commit]).stdout(Stdio::piped()).spawn().context("git archive")?;
    let pipe = archive.stdout.take().context("git archive has no output")?;
    let unpack = command("tar", &["-x", "-C", &folder.to_string_lossy()]).stdin(pipe).status().context("tar")?;
    ensure!(archive.wait()?.success() && unpack.success(), "{revision} could not be unpacked");
    Ok(folder)
}

/// The first twelve digits of a commit.
fn commit(revision: &str) -> Result<String> {
    let output = capture(command("git", &["rev-parse", "--short=12", &format!("{revision}^{{commit}}")]))?;
    ensure!(output.success, "{revision}: {}", output.text.trim());
    Ok(output.text.trim().to_owned())
}
