//! Where records are written to: a file, or in tests something that fails when it is told to.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Write};

/// Something that grows at its end.
pub(in crate::store) trait Medium: Debug + Send {
    /// Writes all of it behind the end.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Forgets what lies behind the first `length` bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Returns when everything is where a failing machine cannot lose it.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that was opened to append.
impl Medium for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}
