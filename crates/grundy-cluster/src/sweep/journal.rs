//! The rows of a part that is being worked on, one line each, so that a killed worker loses no finished row.
//!
//! A line is the CRC-32 of the row in eight hexadecimal digits, a blank, and the row as JSON. A line that does not
//! fit its checksum (the torn end of a killed run) and all behind it are dropped. The file is locked while a worker
//! has it; another worker then leaves the part alone.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Row;

/// An open journal; the lock goes with it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    rows: Vec<Row>,
}

impl Journal {
    /// Opens the journal of a part and reads what an earlier run finished; `None`: another worker has it.
    ///
    /// # Errors
    /// The file cannot be made, locked, read or cut.
    pub fn open(path: &Path) -> io::Result<Option<Journal>> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let (mut rows, mut good) = (Vec::new(), 0u64);
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            let Some(row) = read(&line) else { break };
            rows.push(row);
            good += length as u64;
        }
        file.set_len(good)?;
        file.seek(SeekFrom::Start(good))?;
        Ok(Some(Journal { path: path.to_owned(), file, rows }))
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
    pub fn add(&mut self, row: Row) -> io::Result<()> {
        let json = serde_json::to_string(&row)?;
        self.file.write_all(format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())).as_bytes())?;
        self.rows.push(row);
        Ok(())
    }

    /// Removes the journal of a part that is whole now.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn finish(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// A whole line that fits its checksum.
fn read(line: &[u8]) -> Option<Row> {
    let text = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, json) = text.split_at_checked(8)?;
    let json = json.strip_prefix(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    if sum != crc32fast::hash(json.as_bytes()) {
        return None;
    }
    serde_json::from_str(json).ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::sweep::Limits;
    use crate::testing::Folder;

    #[test]
    fn a_row_that_cannot_be_written_is_told_and_the_others_stay() {
        let folder = Folder::new();
        let path = folder.0.join("part-000000.rows");
        let limits = Limits { to: 10, nodes: None, memory: 1 << 20 };
        let row = |number| Row::compute(number, "0.7", &limits, &Arc::new(AtomicBool::new(false))).unwrap();
        let mut journal = Journal::open(&path).unwrap().unwrap();
        journal.add(row(0)).unwrap();
        // the disk is full from here on
        let kept = std::mem::replace(&mut journal.file, File::options().write(true).open("/dev/full").unwrap());
        assert_eq!(journal.add(row(1)).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(journal.rows(), [row(0)]);
        drop((journal, kept));
        // a torn line, as a disk leaves it that was filled in the middle
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(b"12345678 {\"num").unwrap();
        drop(file);
        let mut journal = Journal::open(&path).unwrap().unwrap();
        assert_eq!(journal.rows(), [row(0)]);
        journal.add(row(1)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path).unwrap().unwrap().rows(), [row(0), row(1)]);
    }
}
