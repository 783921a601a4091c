//! The rows of a part that is being worked on, so that a killed worker loses no finished row.
//!
//! A journal is a [log](grundy_sequence::store::log) whose records are rows as JSON. It belongs to one plan, and is locked
//! while a worker has it; another worker then leaves the part alone.

use std::fs;
use std::io;
use std::path::Path;

use grundy::{Diagnostic, Error};
use grundy_sequence::store::log::{Format, Log};

use super::{Plan, Row, cannot, damaged};

/// Bytes of JSON; one row is far shorter.
const ROWS: Format =
    Format { name: "rows", owner: "sweep", magic: *b"grundyR\n", version: 1, most: 1 << 24, widths: &[1], tags: 1 };

/// An open journal; the lock goes with it.
#[derive(Debug)]
pub struct Journal {
    log: Log,
    rows: Vec<Row>,
}

impl Journal {
    /// Opens the journal of a part and reads what an earlier run finished; `None`: another worker has it.
    ///
    /// # Errors
    /// The file cannot be made, locked, read or cut, is that of another plan, or was damaged.
    pub fn open(plan: &Plan, directory: &Path, part: u64) -> Result<Option<Journal>, Error> {
        let (path, mut rows) = (plan.journal(directory, part), Vec::new());
        let log = Log::try_open(&path, ROWS, &plan.identity(), |record| {
            rows.push(serde_json::from_slice(record.bytes()).map_err(|why| damaged(&path, &why.to_string()))?);
            Ok(())
        })?;
        Ok(log.map(|log| Journal { log, rows }))
    }

    /// The rows so far, in the order in which they were finished.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds a finished row. It survives the death of the process at once, that of the machine when the part is whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, row: Row) -> Result<(), Diagnostic> {
        let json = serde_json::to_vec(&row).map_err(|why| damaged(self.log.path(), &why.to_string()))?;
        self.log.append(0, 1, &json)?;
        self.rows.push(row);
        Ok(())
    }

    /// Removes the journal of a part that is whole now.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn finish(self) -> Result<(), Diagnostic> {
        match fs::remove_file(self.log.path()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot("removed", self.log.path(), &error)),
            _ => Ok(()),
        }
    }
}
