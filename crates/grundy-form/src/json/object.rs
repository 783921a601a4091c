//! One JSON object that is written field by field.

use std::io::{self, Write};

use grundy::Stopped;
use grundy::answer::{Answer, CellRows, Reading};
use serde::Serialize;
use serde_json::Value;

use super::{budget, cost, reading_of};

/// An object that is being written, field by field.
pub struct Object<'w> {
    out: &'w mut dyn Write,
    first: bool,
}

impl<'w> Object<'w> {
    /// Opens an object with its schema.
    ///
    /// # Errors
    /// The writer fails.
    pub fn open(out: &'w mut dyn Write) -> io::Result<Object<'w>> {
        out.write_all(b"{")?;
        let mut object = Object { out, first: true };
        object.field("schema", 1)?;
        Ok(object)
    }

    /// Opens the object of an answer: the question under the key that its verb uses, convention, and whether everything
    /// that was asked was established.
    ///
    /// # Errors
    /// The writer fails.
    pub fn of<T>(out: &'w mut dyn Write, key: &str, answer: &Answer<T>) -> io::Result<Object<'w>> {
        let mut object = Object::open(out)?;
        object.field(key, answer.query.as_str())?;
        object.field("convention", answer.convention.name())?;
        object.field("complete", answer.is_complete())?;
        object.read(&answer.reading)?;
        Ok(object)
    }

    /// How each game of the question was read.
    ///
    /// # Errors
    /// The writer fails.
    pub fn read(&mut self, reading: &[Reading]) -> io::Result<()> {
        self.list("read", reading.iter().filter(|read| !read.game.is_empty()).map(reading_of))
    }

    /// The fields that end every answer, and the end of the object.
    ///
    /// # Errors
    /// The writer fails.
    pub fn end<T>(mut self, answer: &Answer<T>) -> io::Result<()> {
        self.field("cost", cost(answer.cost))?;
        self.finish(&answer.stopped)
    }

    /// Why the answer is not complete, if it is not, and the end of the object.
    ///
    /// # Errors
    /// The writer fails.
    pub fn finish<'s>(mut self, stopped: impl Into<Option<&'s Stopped>>) -> io::Result<()> {
        if let Some(stopped) = stopped.into() {
            self.field("budget", budget(stopped))?;
        }
        self.close()
    }

    fn key(&mut self, key: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.first) {
            self.out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *self.out, key)?;
        self.out.write_all(b":")
    }

    /// One field.
    ///
    /// # Errors
    /// The writer fails.
    pub fn field(&mut self, key: &str, value: impl Into<Value>) -> io::Result<()> {
        self.key(key)?;
        Ok(serde_json::to_writer(&mut *self.out, &value.into())?)
    }

    /// A field that is a list, an entry at a time.
    ///
    /// # Errors
    /// The writer fails.
    pub fn list(&mut self, key: &str, entries: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
        self.key(key)?;
        list(self.out, entries)
    }

    /// A field that is a list of lists.
    pub(super) fn rows<T: Clone, C: Serialize>(
        &mut self,
        key: &str,
        rows: &dyn CellRows<T>,
        cell: impl Fn(&T) -> C,
    ) -> io::Result<()> {
        self.key(key)?;
        self.out.write_all(b"[")?;
        for row in 0..rows.height() {
            if row > 0 {
                self.out.write_all(b",")?;
            }
            list(self.out, rows.row(row).map(|told| cell(&told)))?;
        }
        self.out.write_all(b"]")
    }

    /// A field that is a list of objects, each written as it comes.
    pub(super) fn objects<T>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Object<'_>, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.key(key)?;
        self.out.write_all(b"[")?;
        for (at, entry) in entries.into_iter().enumerate() {
            self.out.write_all(if at > 0 { &b",{"[..] } else { b"{" })?;
            write(&mut Object { out: &mut *self.out, first: true }, entry)?;
            self.out.write_all(b"}")?;
        }
        self.out.write_all(b"]")
    }

    /// The end of the object and of the line.
    ///
    /// # Errors
    /// The writer fails.
    pub fn close(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

impl std::fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Object").finish_non_exhaustive()
    }
}

fn list(out: &mut dyn Write, entries: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
    out.write_all(b"[")?;
    for (at, entry) in entries.into_iter().enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &entry)?;
    }
    out.write_all(b"]")
}
