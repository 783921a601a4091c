//! Files that a verb writes beside its answer: certificates, pictures.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;

use grundy::{Diagnostic, ErrorKind};

use crate::exit::Failure;

/// A file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let name = path.to_string_lossy();
    Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the file {name:?} cannot be written: {error}")))
}

/// Is there a place for this file? Long work asks before it begins.
pub(crate) fn has_place(path: &Path) -> Result<(), Failure> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let fault = match directory.map(fs::metadata) {
        Some(Err(error)) => error,
        Some(Ok(there)) if !there.is_dir() => io::ErrorKind::NotADirectory.into(),
        _ if path.is_dir() => io::ErrorKind::IsADirectory.into(),
        _ => return Ok(()),
    };
    Err(cannot_write(path, &fault))
}

/// Writes a file beside its place and then moves it there: nobody ever reads half of it. A link is followed; a pipe or a
/// device is written to and stays what it is.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_through(path, |out| out.write_all(bytes))
}

/// The same for what is written piece by piece. If `write` fails, nothing is left.
pub(crate) fn write_through(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let buffered = |file: File| {
        let mut out = BufWriter::with_capacity(1 << 18, file);
        write(&mut out)?;
        out.into_inner().map_err(IntoInnerError::into_error)
    };
    let place = fs::canonicalize(path);
    let path = place.as_deref().unwrap_or(path);
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => return File::options().write(true).open(path).and_then(buffered).map(drop),
        _ => {}
    }
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = File::create_new(&beside).and_then(buffered).and_then(|file| file.sync_all());
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        let _ = fs::remove_file(&beside);
    }
    moved
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_and_devices_stay() {
        let folder = std::env::temp_dir().join(format!("grundy-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (target, link) = (folder.join("target"), folder.join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        write_whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(write_whole(&folder, b"x").is_err());
        assert!(write_whole(&folder.join("no").join("such"), b"x").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
