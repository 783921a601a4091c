//! A directory with what was computed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use grundy_core::{Context, Diagnostic, Result, locked};

use super::lock::Lock;
use super::log::file_name;
use super::state_file::{self, StateKind};
use super::{PART, io_fault};

/// A directory of stored results, locked against other processes as long as it or a file in it is open.
///
/// ```
/// use grundy_sequence::store::Store;
///
/// # let directory = std::env::temp_dir().join(format!("grundy-doc-{}", std::process::id()));
/// let store = Store::open(&directory)?;
/// let mut file = store.open_values("0.77", |_| Ok(()))?;
/// file.append([0, 1, 2, 3])?;
/// assert_eq!((file.read(), file.count()), (0, 4));
/// drop(file);
/// assert_eq!(store.open_values("0.77", |_| Ok(()))?.read(), 4);
/// # drop(std::fs::remove_dir_all(directory));
/// # Ok::<(), grundy_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Store {
    directory: PathBuf,
    /// Nothing is made before something is kept.
    lock: Arc<Mutex<Option<Arc<Lock>>>>,
}

impl Store {
    /// Opens the directory and locks it; one that is not there is made and locked when something is kept.
    ///
    /// # Errors
    /// Another process holds it, which is named ([`Input`](grundy_core::ErrorKind::Input)); a directory that cannot be made or
    /// locked ([`Io`](grundy_core::ErrorKind::Io)).
    pub fn open(directory: &Path) -> Result<Self, Diagnostic> {
        let store = Store { directory: directory.to_owned(), lock: Arc::default() };
        // what is there already is told at once: a file in the way, the lock of another process
        match directory.ancestors().find_map(|there| Some((there, there.metadata().ok()?))) {
            Some((there, _)) if there == directory => drop(store.lock()?),
            Some((there, meta)) if !meta.is_dir() => {
                let error = io::ErrorKind::NotADirectory.into();
                return Err(io_fault("the store cannot be made below", there, &error));
            }
            _ => {}
        }
        Ok(store)
    }

    /// Makes the directory if need be, and holds its lock.
    pub(super) fn lock(&self) -> Result<Arc<Lock>, Diagnostic> {
        let mut held = locked(self.lock.lock());
        if let Some(lock) = &*held {
            return Ok(Arc::clone(lock));
        }
        let directory = &self.directory;
        fs::create_dir_all(directory).map_err(|error| io_fault("the store cannot make", directory, &error))?;
        let lock = Arc::new(Lock::take(directory)?);
        self.tidy();
        *held = Some(Arc::clone(&lock));
        Ok(lock)
    }

    /// Removes what killed processes left half written: the directory is locked, so nobody is at it.
    fn tidy(&self) {
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == PART) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Where a file of another kind lies that belongs to this rule; the directory is made and locked.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn place(&self, rule: &str, kind: &str) -> Result<PathBuf, Diagnostic> {
        self.lock()?;
        Ok(self.path(rule, kind))
    }

    pub(super) fn path(&self, rule: &str, kind: &str) -> PathBuf {
        self.directory.join(file_name(rule, kind))
    }

    /// Replaces a state of a game at once: whatever happens, there is the old one or the new one.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io).
    pub fn save_state(&self, rule: &str, kind: StateKind, payload: &[u8]) -> Result<(), Diagnostic> {
        let _lock = self.lock()?;
        state_file::save(&self.path(rule, kind.name), kind, rule, payload)
    }

    /// The state that was saved last. `None`: there is none.
    ///
    /// # Errors
    /// A state of another game or version, or a damaged one; a file that cannot be read; a spent memory budget.
    pub fn load_state(&self, rule: &str, kind: StateKind, cx: &Context) -> Result<Option<Vec<u8>>> {
        state_file::load(&self.path(rule, kind.name), kind, rule, cx)
    }
}
