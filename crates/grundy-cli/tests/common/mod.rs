//! What the tests of the program share: a folder that goes with its test, the program in it, and its answers.
//!
//! A test adds methods of its own to [`Folder`], such as the verb it runs.

pub(crate) mod schema;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// A new folder that is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let (test, process) = (env!("CARGO_CRATE_NAME"), std::process::id());
        let name = format!("{test}-{process}-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // a killed process of the same number may have left one
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a new folder");
        Folder(path)
    }

    /// The program in this folder.
    pub(crate) fn grundy(&self, arguments: &[&str]) -> Command {
        let mut command = grundy(arguments);
        command.current_dir(&self.0);
        command
    }

    /// The same, on a disk that has room for so many bytes of each file: a longer one cannot be written.
    #[cfg(unix)]
    pub(crate) fn limited(&self, bytes: u64, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        // the shell counts in blocks of 512 bytes; without the trap the process would be killed
        let script = format!("trap '' XFSZ; ulimit -f {} && exec \"$0\" \"$@\"", bytes.div_ceil(512));
        command.args(["-c", &script, env!("CARGO_BIN_EXE_grundy")]).args(arguments);
        command.env("NO_COLOR", "1").env_remove("COLUMNS").current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program with these arguments: it has nothing to read and no colours, and what it prints is kept.
pub(crate) fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).env("NO_COLOR", "1").env_remove("COLUMNS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program.
pub(crate) fn run(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

/// Runs the program with these arguments and this on its standard input. It may end before it has read all.
pub(crate) fn fed(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = grundy(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    output
}

/// The one JSON value that was printed.
pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| {
        let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        panic!("{e}: {out} {err}")
    })
}

/// The exit code (-1 if it was killed) and the JSON value that was printed.
pub(crate) fn told(output: &Output) -> (i32, Value) {
    (output.status.code().unwrap_or(-1), json(output))
}

/// Numbers by splitmix64 (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators*, 2014):
/// the same after the same seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number less than `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % n
    }
}
