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
    let (_lock, beside) = write_beside(path, bytes)?;
    fs::rename(&beside, path).inspect_err(|_| remove(&beside))
}

/// The same, unless something is in its place: of several that do so at once, one wins, where the disk knows hard links.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (_lock, beside) = write_beside(path, bytes)?;
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

/// Writes a file under a name of its own and makes sure of it. As long as it is open nobody takes it for one that was left
/// behind.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        // processes on two machines that share a disk may have the same number
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut beside = OsString::from(path);
        beside.push(format!(".{}.{time}.{count}{BESIDE}", std::process::id()));
        let beside = PathBuf::from(beside);
        let mut file = File::create_new(&beside)?;
        let _ = file.try_lock();
        // somebody tidied it away before it was locked
        if !beside.exists() {
            continue;
        }
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        return written.map(|()| (file, beside.clone())).inspect_err(|_| remove(&beside));
    }
}

/// How the names of files end that are not yet whole.
const BESIDE: &str = ".new";

/// Removes what killed processes left half written in a directory: what looks like it, and nobody holds the lock of.
pub(crate) fn tidy(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let numbers = name.to_str().and_then(|name| name.strip_suffix(BESIDE)).map(|name| name.rsplitn(4, '.'));
        let ours = numbers.is_some_and(|numbers| {
            let parts: Vec<&str> = numbers.collect();
            parts.len() == 4
                && parts[..3].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        });
        if ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            remove(&entry.path());
        }
    }
}

fn remove(beside: &Path) {
    let _ = fs::remove_file(beside);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn what_was_left_behind_goes_and_nothing_else() {
        let folder = Folder::new();
        let at = |name: &str| folder.0.join(name);
        let kept = ["plan.json", "a.new", "part-1.csv.12.new", "x.1.2.3.new.csv", "x.1.2.y.new"];
        let left = ["plan.json.12.1700000000000000000.0.new", "equal.csv.1.2.3.new"];
        for name in kept.iter().chain(&left) {
            fs::write(at(name), "half").unwrap();
        }
        let at_work = File::create_new(at("part.csv.7.8.9.new")).unwrap();
        at_work.lock().unwrap();
        tidy(&folder.0);
        assert!(kept.iter().all(|name| at(name).exists()) && at("part.csv.7.8.9.new").exists());
        assert!(!left.iter().any(|name| at(name).exists()));
        write_whole(&at("plan.json"), b"whole").unwrap();
        assert_eq!(fs::read(at("plan.json")).unwrap(), b"whole");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), kept.len() + 1);
    }
}
