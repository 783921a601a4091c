//! Files that are written whole, and faults of files, said alike everywhere.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use grundy::{Diagnostic, ErrorKind};

/// A file that cannot be read or written.
pub(crate) fn cannot(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, format!("{} cannot be {what}: {error}", path.to_string_lossy()))
}

/// Writes a file beside its place, makes sure of it, and moves it there: nobody ever reads half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = write_beside(path, bytes)?;
    fs::rename(&beside, path).inspect_err(|_| remove(&beside))
}

/// The same, unless something is in its place: of several that do so at once, one wins, where the disk knows hard links.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = write_beside(path, bytes)?;
    let linked = fs::hard_link(&beside, path);
    remove(&beside);
    match linked {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // systems say in many ways that they know no hard links
        Err(_) if path.exists() => Ok(()),
        Err(_) => write_whole(path, bytes),
    }
}

/// Writes a file under a name of its own and makes sure of it.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // processes on two machines that share a disk may have the same number
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut beside = OsString::from(path);
    beside.push(format!(".{}.{time}.{count}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    let mut file = File::create_new(&beside)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    written.inspect_err(|_| remove(&beside))?;
    Ok(beside)
}

fn remove(beside: &Path) {
    let _ = fs::remove_file(beside);
}
