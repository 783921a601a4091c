//! A part in a worker's hands, from its first row to its file.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::{Diagnostic, Error, Family};

use super::journal::Journal;
use super::{Format, Plan, Row, cannot, damaged};

/// The rows so far are in a journal, which no other worker can open.
#[derive(Debug)]
pub(super) struct Part {
    journal: Journal,
    rest: Range<u64>,
}

impl Part {
    /// Takes a part up where its journal in a directory ends; `None`: another process has it.
    pub(super) fn begin(plan: &Plan, directory: &Path, number: u64) -> Result<Option<Part>, Diagnostic> {
        let path = plan.journal(directory, number);
        let journal = Journal::open(&path).map_err(|e| cannot("written", &path, &e))?;
        Ok(journal.map(|journal| Part { journal, rest: plan.rows_of(number) }))
    }

    /// Computes the next row unless it is known, and keeps it; `false`: all rows are there.
    pub(super) fn row(&mut self, plan: &Plan, family: &Family, cancel: &Arc<AtomicBool>) -> Result<bool, Error> {
        let Some(number) = self.rest.next() else { return Ok(false) };
        if self.journal.rows().iter().all(|row| row.number != number) {
            let row = Row::compute(number, &family.member(number)?, &plan.limits, cancel)?;
            self.journal.add(row).map_err(|e| cannot("written", self.journal.path(), &e))?;
        }
        Ok(true)
    }

    /// All rows as a file.
    pub(super) fn encode(&self, format: &dyn Format) -> Result<Vec<u8>, Diagnostic> {
        let mut rows = self.journal.rows().to_vec();
        rows.sort_by_key(|row| row.number);
        format.encode(&rows).map_err(|why| damaged(self.journal.path(), &why))
    }

    /// The part is written: its journal goes.
    pub(super) fn finish(self) -> Result<(), Diagnostic> {
        let path = self.journal.path().to_owned();
        self.journal.finish().or_else(|error| {
            let gone = error.kind() == io::ErrorKind::NotFound;
            if gone { Ok(()) } else { Err(cannot("removed", &path, &error)) }
        })
    }
}

/// The rows of the file of a part.
pub(super) fn decode(
    plan: &Plan,
    path: &Path,
    number: u64,
    bytes: &[u8],
    format: &dyn Format,
) -> Result<Vec<Row>, Diagnostic> {
    let rows = format.decode(bytes).map_err(|why| damaged(path, &why))?;
    if !rows.iter().map(|row| row.number).eq(plan.rows_of(number)) {
        return Err(damaged(path, "it does not hold the rows of this part"));
    }
    Ok(rows)
}
