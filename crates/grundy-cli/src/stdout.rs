//! Standard output: whether answers go there or give way to data, whether one is being written, and the way past its lock.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// Is standard output a file that the question writes (`-o -`, `--format csv`)?
static ASIDE: AtomicBool = AtomicBool::new(false);

/// From now on answers go to standard error, or again to standard output.
pub(crate) fn stand_aside(aside: bool) {
    ASIDE.store(aside, Ordering::Relaxed);
}

/// Do answers go to standard error?
pub(crate) fn stands_aside() -> bool {
    ASIDE.load(Ordering::Relaxed)
}

static WRITING: AtomicBool = AtomicBool::new(false);

/// While this lives an answer is being written to standard output: Ctrl-C ends the program in the middle of it.
pub(crate) struct Writing(());

impl Writing {
    pub(crate) fn begin() -> Writing {
        WRITING.store(true, Ordering::SeqCst);
        Writing(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITING.store(false, Ordering::SeqCst);
    }
}

/// Is an answer being written to standard output?
pub(crate) fn is_writing() -> bool {
    WRITING.load(Ordering::SeqCst)
}

/// Writes past the lock of standard output, which a thread that was cut off may hold.
#[cfg(unix)]
pub(crate) fn write_past_lock(bytes: &[u8]) -> io::Result<()> {
    use std::os::fd::AsFd as _;
    std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
pub(crate) fn write_past_lock(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes).and_then(|()| io::stdout().flush())
}
