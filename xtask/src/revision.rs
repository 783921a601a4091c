//! A tree of sources that can be built: this one, or another revision, unpacked under `target/revisions`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::run::{capture, cargo, command, root, target};

/// Sources, and where they are built.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    /// The root of the workspace.
    pub(crate) folder: PathBuf,
    /// What cargo calls the target directory.
    pub(crate) target: PathBuf,
}

impl Tree {
    /// This one.
    pub(crate) fn here() -> Tree {
        Tree { folder: root(), target: target() }
    }

    /// A revision; unpacked once, for a commit never changes.
    pub(crate) fn of(revision: &str) -> Result<Tree> {
        let commit = commit(revision)?;
        let folder = root().join("target/revisions").join(&commit);
        let tree = Tree { target: folder.join("target"), folder };
        // written last, so that an archive that broke off is unpacked again
        let stamp = tree.folder.join("unpacked");
        if stamp.is_file() {
            return Ok(tree);
        }
        fs::create_dir_all(&tree.folder)?;
        let mut archive =
            command("git", &["archive", &commit]).stdout(Stdio::piped()).spawn().context("git archive")?;
        let pipe = archive.stdout.take().context("git archive has no output")?;
        let into = tree.folder.to_string_lossy().into_owned();
        let unpack = command("tar", &["-x", "-C", &into]).stdin(pipe).status().context("tar")?;
        ensure!(archive.wait()?.success() && unpack.success(), "{revision} could not be unpacked");
        fs::write(stamp, "")?;
        Ok(tree)
    }

    /// Cargo in these sources.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = cargo(arguments);
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target);
        cargo
    }

    /// Builds for release.
    pub(crate) fn build(&self, arguments: &[&str]) -> Result<()> {
        eprintln!("building {} in {}", arguments.join(" "), self.folder.display());
        let output = capture(self.cargo(&[&["build", "--release"], arguments].concat()))?;
        ensure!(output.success, "{} does not build:\n{}", self.folder.display(), output.text);
        Ok(())
    }

    /// A program, built for release; an example as `examples/NAME`.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }
}

/// The first twelve digits of a commit.
fn commit(revision: &str) -> Result<String> {
    let output = capture(command("git", &["rev-parse", "--short=12", &format!("{revision}^{{commit}}")]))?;
    ensure!(output.success, "{revision}: {}", output.text.trim());
    Ok(output.text.trim().to_owned())
}
