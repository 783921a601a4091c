//! One writer a directory: a file `lock`, locked as long as the process lives, with the number of the process in it.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

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
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(held(directory, &mut file)),
            Err(TryLockError::Error(error)) => return Err(fault(error)),
        }
        // told to those who come later; the lock holds without it, also where the disk is full
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(Lock { _file: file })
    }
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
