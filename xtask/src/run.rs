//! Runs a command and keeps what it prints.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context as _, Result};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Where cargo builds this tree.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// What a command printed, and whether it succeeded.
#[derive(Debug)]
pub(crate) struct Output {
    /// Standard output and standard error in the order in which they were written.
    pub(crate) text: String,
    /// Did it end with code 0?
    pub(crate) success: bool,
}

/// A command, started in the root of the workspace.
pub(crate) fn command(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command
}

/// Cargo, the one that runs us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments);
    // what cargo set for us would make the child's own packages look changed
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|n| n.starts_with("CARGO_PKG_") || n == "CARGO_MANIFEST_DIR") {
            cargo.env_remove(name);
        }
    }
    cargo.env("CARGO_TERM_COLOR", "never");
    cargo
}

/// Cargo for a whole run, which nobody edits in between.
///
/// An incremental build does not put functions of other modules where they are called: tests took up to twice the time. And a
/// package is translated in two parts for each processor: further ones copy what they call of each other (the library with its
/// tests on two processors: 480 s of processor time in 16 parts, 450 s in 4, 426 s in 2, but one of two ends a minute after the
/// other). An incremental build has 16, since all of a part is translated again where one line of it changes.
pub(crate) fn cargo_at_once(arguments: &[&str]) -> Command {
    let mut cargo = cargo(arguments);
    let parts = (2 * thread::available_parallelism().map_or(2, NonZero::get)).min(16);
    for (name, value) in [("CARGO_INCREMENTAL", 0), ("CARGO_PROFILE_DEV_CODEGEN_UNITS", parts)] {
        if std::env::var_os(name).is_none() {
            cargo.env(name, value.to_string());
        }
    }
    cargo
}

/// Runs it to its end; its two outputs go to one file, so that their order is kept and no pipe can fill up.
pub(crate) fn capture(mut command: Command) -> Result<Output> {
    let folder = root().join("target").join("xtask");
    fs::create_dir_all(&folder)?;
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("output-{}-{number}", std::process::id()));
    let file = File::create(&path)?;
    command.stdout(file.try_clone()?).stderr(file);
    let status = command.status().with_context(|| format!("{command:?} could not be started"))?;
    let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    fs::remove_file(&path)?;
    Ok(Output { text, success: status.success() })
}

/// Everything that can be built, and what tests ask of our packages: so one build is tested, in Rust, in Python, in a
/// browser and by the fuzz targets.
pub(crate) const FEATURES: &str = "grundy-cli/cluster,grundy-cli/parquet,grundy-cli/png,grundy-nimber/serde,\
                                   grundy-core/testing,grundy-graph/testing,grundy-notation/testing,grundy-rules/testing,\
                                   grundy-sequence/testing";

/// Builds parts of the workspace as its tests have built them; `None`, or what went wrong.
pub(crate) fn built(what: &[&str]) -> Result<Option<String>> {
    let output = capture(cargo_at_once(&[&["build", "--workspace", "--features", FEATURES], what].concat()))?;
    Ok((!output.success).then_some(output.text))
}
