//! The program in its own place once more: what breaks through every tick of the library is left behind, threads, memory
//! and all, and the rest of the work goes on.
//!
//! ```text
//! grundy ── state ──► a file in memory ──exec──► grundy, the same process: the same input, output and arguments
//! ```
//!
//! The state is text and bytes: what it means is for the verb that wrote it. On systems other than Linux there is no such
//! file, and the verb is told so.

/// What a verb leaves for itself: a text about where it stands, and input that was read and not used.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// Where it stands.
    pub(crate) head: String,
    /// Input.
    pub(crate) rest: Vec<u8>,
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io::{self, Read as _, Write as _};
    use std::os::fd::{AsRawFd as _, OwnedFd};
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    use rustix::fs::{MemfdFlags, memfd_create};

    use super::State;

    /// The environment's name for the number of this process, which starting again does not change, and the descriptor of
    /// the file: a child is not to take it for its own.
    const NAME: &str = "GRUNDY_STATE";
    /// What the file begins with, so that no other is taken for one; then the length of the head.
    const MAGIC: &[u8; 8] = b"grundyS\n";

    /// The file that an earlier start left, open for this process.
    fn left() -> Option<File> {
        let named = std::env::var(NAME).ok()?;
        let (process, number) = named.split_once(':')?;
        if process != std::process::id().to_string() {
            return None;
        }
        let number: u32 = number.parse().ok()?;
        File::options().read(true).write(true).open(format!("/proc/self/fd/{number}")).ok()
    }

    /// Starts the program again. Comes back only where that is impossible.
    pub(crate) fn start(state: &State) -> io::Error {
        begin(state).err().unwrap_or_else(|| io::ErrorKind::Other.into())
    }

    fn begin(state: &State) -> io::Result<()> {
        let mut made: Option<OwnedFd> = None;
        let mut file = match left() {
            Some(file) => file,
            None => File::from(made.insert(memfd_create("grundy", MemfdFlags::empty())?).try_clone()?),
        };
        file.set_len(0)?;
        file.write_all(MAGIC)?;
        file.write_all(&(state.head.len() as u64).to_le_bytes())?;
        file.write_all(state.head.as_bytes())?;
        file.write_all(&state.rest)?;
        let mut arguments = std::env::args_os();
        // the file of this program, wherever it is by now
        let mut command = Command::new("/proc/self/exe");
        if let Some(name) = arguments.next() {
            command.arg0(name);
        }
        if let Some(made) = &made {
            command.env(NAME, format!("{}:{}", std::process::id(), made.as_raw_fd()));
        }
        Err(command.args(arguments).exec())
    }

    /// What an earlier start of this process left.
    pub(crate) fn state() -> Option<State> {
        let mut file = left()?;
        let (mut magic, mut length) = ([0; 8], [0; 8]);
        file.read_exact(&mut magic).ok()?;
        if &magic != MAGIC {
            return None;
        }
        file.read_exact(&mut length).ok()?;
        let (mut head, mut rest) = (String::new(), Vec::new());
        (&file).take(u64::from_le_bytes(length)).read_to_string(&mut head).ok()?;
        file.read_to_end(&mut rest).ok()?;
        // its pages go back now
        file.set_len(0).ok()?;
        Some(State { head, rest })
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::{start, state};

/// Here the program cannot start itself again.
#[cfg(not(target_os = "linux"))]
pub(crate) fn start(_: &State) -> std::io::Error {
    std::io::ErrorKind::Unsupported.into()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn state() -> Option<State> {
    None
}
