//! One writer a directory: a file `lock`, locked as long as the process lives, with the number of the process in it.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use grundy_core::error::Diagnostic;

use super::io_fault;

/// The right to write into a directory; it ends with the value, or with the process however that ends.
#[derive(Debug)]
pub(super) struct Lock {
    /// The lock belongs to the open file.
    _file: File,
}

impl Lock {
    /// Locks the directory.
    ///
    /// # Errors
    /// Another process holds it; a file system that has no locks.
    pub(super) fn take(directory: &Path) -> Result<Self, Diagnostic> {
        let path = directory.join("lock");
        let fault = |error| io_fault("the store cannot be locked with", &path, &error);
        let options = &mut File::options();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(fault)?;
        let locked = soon(|| match file.try_lock() {
            Ok(()) => Ok(Some(())),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(fault(error)),
        });
        if locked?.is_none() {
            return Err(held(directory, &mut file));
        }
        // told to those who come later; the lock holds without it, also where the disk is full
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(Lock { _file: file })
    }
}

/// Milliseconds between attempts.
const PAUSES: [u64; 3] = [2, 10, 40];

/// What an attempt gives, now or a moment later. A process that was just started has the locks of the one that starts it until
/// it becomes its program, so a file may be locked for a moment though nobody works with it.
pub(super) fn soon<T, E>(mut attempt: impl FnMut() -> Result<Option<T>, E>) -> Result<Option<T>, E> {
    for pause in PAUSES {
        if let Some(done) = attempt()? {
            return Ok(Some(done));
        }
        thread::sleep(Duration::from_millis(pause));
    }
    attempt()
}

fn held(directory: &Path, file: &mut File) -> Diagnostic {
    let mut text = String::new();
    let read = file.take(20).read_to_string(&mut text);
    let who = match (read, text.trim().parse::<u32>()) {
        (Ok(_), Ok(process)) => format!("process {process}"),
        _ => "another process".to_owned(),
    };
    Diagnostic::input(format!("the store {} is in use by {who}", directory.display()))
        .suggest("wait for it or stop it, or take another directory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_free_a_moment_later_is_taken() {
        let mut attempts = 0;
        let taken: Result<_, ()> = soon(|| {
            attempts += 1;
            Ok((attempts > 2).then_some(attempts))
        });
        assert_eq!(taken, Ok(Some(3)));
        let mut attempts = 0;
        let refused: Result<Option<()>, ()> = soon(|| {
            attempts += 1;
            Ok(None)
        });
        assert_eq!((refused, attempts), (Ok(None), PAUSES.len() + 1));
        assert_eq!(soon(|| Err::<Option<()>, _>("no locks")), Err("no locks"));
    }
}
