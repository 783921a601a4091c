//! A part in a worker's hands, from its first row to its file.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::{Diagnostic, Error, Family};

use super::journal::Journal;
use super::{Format, Plan, Row, cannot, damaged, write_whole};

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
    pub(super) fn encode(&self, format: Format) -> Result<Vec<u8>, Diagnostic> {
        let mut rows = self.journal.rows().to_vec();
        rows.sort_by_key(|row| row.number);
        format.encode(&rows).map_err(|why| damaged(self.journal.path(), &why.to_string()))
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

/// Writes the file of a part, its checksum first: where the file is, its checksum is.
pub(super) fn write(plan: &Plan, directory: &Path, number: u64, bytes: &[u8]) -> Result<(), Diagnostic> {
    let (sum, path) = (plan.sum(directory, number), plan.part(directory, number));
    write_whole(&sum, sum_of(bytes).as_bytes()).map_err(|e| cannot("written", &sum, &e))?;
    write_whole(&path, bytes).map_err(|e| cannot("written", &path, &e))
}

/// The file of a part and the rows in it, once its checksum is found to fit.
pub(super) fn read(
    plan: &Plan,
    directory: &Path,
    number: u64,
    format: Format,
) -> Result<(Vec<u8>, Vec<Row>), Diagnostic> {
    let (sum, path) = (plan.sum(directory, number), plan.part(directory, number));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let again = format!("remove {}: its rows are computed again", name(&path));
    let bytes = fs::read(&path).map_err(|e| cannot("read", &path, &e))?;
    match fs::read(&sum) {
        Ok(there) if there == sum_of(&bytes).as_bytes() => {}
        Ok(_) => {
            let message = format!("{} is damaged: it does not fit its checksum", path.to_string_lossy());
            return Err(Diagnostic::input(format!("{message} in {}", name(&sum))).suggest(again));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let message = format!("{} has lost its checksum {}", path.to_string_lossy(), name(&sum));
            return Err(Diagnostic::input(message).suggest(format!("copy {} along, or {again}", name(&sum))));
        }
        Err(error) => return Err(cannot("read", &sum, &error)),
    }
    let rows = format.decode(&bytes).map_err(|why| damaged(&path, &why))?;
    if !rows.iter().map(|row| row.number).eq(plan.rows_of(number)) {
        return Err(damaged(&path, "it does not hold the rows of this part"));
    }
    Ok((bytes, rows))
}

/// The line that belongs to a file: its CRC-32 in eight hexadecimal digits, a blank, and its length in bytes.
pub(super) fn sum_of(bytes: &[u8]) -> String {
    format!("{:08x} {}\n", crc32fast::hash(bytes), bytes.len())
}
