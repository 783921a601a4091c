//! Files that are written whole, and faults of files, said alike everywhere.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use grundy::{Diagnostic, ErrorKind};

/// A file that cannot be read or written.
pub(crate) fn cannot(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, format!("{} cannot be {what}: {error}", path.to_string_lossy()))
}

/// Writes a file beside its place, makes sure of it, and moves it there: nobody ever reads half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = OsString::from(path);
    beside.push(format!(".{}.new", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        let _ = fs::remove_file(&beside);
    }
    moved
}
