//! An append log: records with checksums behind a head that says whose they are.
//!
//! ```text
//! head │ record │ record │ record │ torn end
//!        └── head with its own checksum │ entries
//! ```
//! The head holds an *identity* in full: the elaborated rule of a game, the sum of a graph's arcs, the order of a sweep. Its
//! checksum is the seed of the records' checksums, so no record of another log fits. A record is some entries of the
//! same width, and knows how many entries stand before it: records that are missing, doubled or exchanged are found.
//!
//! **What a crash leaves.** A record is one write. A killed process or a full disk leaves whole records and perhaps half of one
//! at the end, which the next [`Log::open`] cuts off. After a failing machine what was written since the last
//! [`Log::sync`] may be missing as well. A record that does not match its checksum with sound ones behind it was damaged
//! later: it is named ([`Fault::Damaged`]) and nothing is touched.
//!
//! **Whose it is.** [`Log::open`] leaves it to its caller that nobody else writes, as a lock on the directory does;
//! [`Log::try_open`] locks the file itself, [`Log::create_new`] wants a name that nobody has. [`read`] and [`Reader`] need
//! no lock: what another process is just writing is a torn end.
//!
//! ```
//! use grundy_sequence::store::log::{Format, Log};
//!
//! /// Rows of text.
//! const ROWS: Format = Format { name: "rows", owner: "sweep", magic: *b"exampleR", version: 1, most: 1 << 20, widths: &[1], tags: 1 };
//!
//! # let path = std::env::temp_dir().join(format!("grundy-log-{}", std::process::id()));
//! let mut log = Log::try_open(&path, ROWS, "all codes of two digits", |_| Ok(()))?.expect("nobody else has it");
//! log.append(0, 1, b"0.77 has period 12")?;
//! drop(log);
//!
//! let mut rows = Vec::new();
//! let read = |record: grundy_sequence::store::log::Record<'_>| Ok(rows.push(record.bytes().to_vec()));
//! Log::try_open(&path, ROWS, "all codes of two digits", read)?.expect("nobody else has it");
//! assert_eq!(rows, [b"0.77 has period 12"]);
//! # drop(std::fs::remove_file(path));
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! Cost: 40 bytes and one write a record; checksums at about 2.5 GB/s.

mod head;
mod medium;
mod reading;
mod record;

use std::fs::{File, TryLockError};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy_core::error::{Diagnostic, Error, Result};

use super::lock::soon;
use super::{io_fault, shown, write_whole};

pub use reading::{Contents, Fault, Reader, read};
pub use record::Record;

pub(super) use head::{file_name, u32_at, u64_at};
pub(super) use medium::Medium;

/// What a kind of log holds: files of another kind or version are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// What is kept in it, for messages: `values`.
    pub name: &'static str,
    /// What the identity is that of, for messages: `game`.
    pub owner: &'static str,
    /// The first eight bytes of the file.
    pub magic: [u8; 8],
    /// The version of the format.
    pub version: u32,
    /// Entries a record at most.
    pub most: u32,
    /// The bytes that an entry may have.
    pub widths: &'static [u32],
    /// Tags of records are numbers less than this.
    pub tags: u32,
}

/// A file whose records are sound, but say what cannot be.
#[must_use]
pub fn wrong(path: &Path, why: &str) -> Error {
    Diagnostic::input(format!("the file {} is not to be believed: {why}", path.display()))
        .suggest("move it away to begin afresh; nothing was changed")
        .into()
}

/// What was written is made safe against a failing machine once in this time.
const SYNC: Duration = Duration::from_secs(1);

/// A log that is open for more.
///
/// Whatever ends the process, what [`append`](Log::append) wrote is read again; of a record that was not finished nothing
/// is used.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    format: Format,
    medium: Box<dyn Medium>,
    seed: u64,
    entries: u64,
    /// Bytes that hold them.
    length: u64,
    synced: Instant,
    /// Was anything written since?
    dirty: bool,
    cut: u64,
}

impl Log {
    /// Opens the log of this identity, or makes it; `visit` is handed what it holds. Nobody else may write meanwhile.
    ///
    /// # Errors
    /// A file of another identity, format or version, or a damaged one ([`Input`](grundy_core::ErrorKind::Input)): it is left as it
    /// is. A file that cannot be read or written ([`Io`](grundy_core::ErrorKind::Io)). Whatever `visit` returns.
    pub fn open(
        path: &Path,
        format: Format,
        identity: &str,
        mut visit: impl FnMut(Record<'_>) -> Result<()>,
    ) -> Result<Log> {
        Log::in_file(Log::file(path, format, identity)?, path, format, identity, &mut visit)
    }

    fn file(path: &Path, format: Format, identity: &str) -> Result<File> {
        let fault = |error: io::Error| io_fault("cannot read", path, &error);
        if !path.try_exists().map_err(fault)? {
            // beside its place, then moved there, so that there is never half a head
            write_whole(path, &head_of(format, identity)?)?;
        }
        Ok(File::options().read(true).append(true).open(path).map_err(fault)?)
    }

    /// The same, and locks the file as long as the log is open. `None`: another process has it.
    ///
    /// # Errors
    /// As [`Log::open`]; a file system that has no locks.
    pub fn try_open(
        path: &Path,
        format: Format,
        identity: &str,
        mut visit: impl FnMut(Record<'_>) -> Result<()>,
    ) -> Result<Option<Log>> {
        match Log::locked_file(path, format, identity)? {
            Some(file) => Log::in_file(file, path, format, identity, &mut visit).map(Some),
            None => Ok(None),
        }
    }

    /// The same for a path that somebody chose: in a directory the file's name is made of the identity, with this ending.
    /// `visit` is told where the file is.
    ///
    /// # Errors
    /// As [`Log::try_open`]; another process has it ([`Input`](grundy_core::ErrorKind::Input)).
    pub fn open_at(
        path: &Path,
        ending: &str,
        format: Format,
        identity: &str,
        mut visit: impl FnMut(Record<'_>, &Path) -> Result<()>,
    ) -> Result<Log> {
        let path = if path.is_dir() { path.join(file_name(identity, ending)) } else { path.to_owned() };
        let log = soon(|| Log::try_open(&path, format, identity, |record| visit(record, &path)))?;
        log.ok_or_else(|| {
            Diagnostic::input(format!("another process works with the file {}", path.display()))
                .suggest("wait until it has ended, or take another file")
                .into()
        })
    }

    /// A new log; `None`: there is a file of this name.
    ///
    /// # Errors
    /// The file cannot be made or written.
    pub fn create_new(path: &Path, format: Format, identity: &str) -> Result<Option<Log>, Diagnostic> {
        let head = head_of(format, identity)?;
        let mut file = match File::options().append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(io_fault("cannot write", path, &error)),
        };
        file.append(&head).map_err(|error| io_fault("cannot write", path, &error))?;
        let length = head.len() as u64;
        let seed = u64_at(&head, head.len() - 8);
        let contents = Contents { identity: identity.to_owned(), entries: 0, sound: length, length, seed };
        Ok(Some(Log::on(Box::new(file), path.to_owned(), format, &contents)))
    }

    /// What is written from here on goes to this file instead, such as one that is always full.
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn divert(&mut self, file: File) {
        self.medium = Box::new(file);
    }

    fn locked_file(path: &Path, format: Format, identity: &str) -> Result<Option<File>> {
        let fault = |error: io::Error| io_fault("cannot write", path, &error);
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(fault(error).into()),
        }
        // a head that was not finished holds nothing yet
        let head = head_of(format, identity)?;
        let mut found = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(&file, head.len() as u64), &mut found).map_err(fault)?;
        if found.len() < head.len() && head.starts_with(&found) {
            file.cut(0).and_then(|()| file.append(&head)).map_err(fault)?;
        }
        Ok(Some(file))
    }

    fn in_file(
        mut file: File,
        path: &Path,
        format: Format,
        identity: &str,
        visit: &mut dyn FnMut(Record<'_>) -> Result<()>,
    ) -> Result<Log> {
        let same = |found: &str| same_identity(path, format.owner, identity, found);
        let mut input = BufReader::with_capacity(1 << 18, &file);
        let contents = reading::read(&mut input, format, same, visit);
        let contents = contents.map_err(|fault| fault.explained(path, format))?;
        if contents.length > contents.sound {
            file.cut(contents.sound).map_err(|error| io_fault("cannot write", path, &error))?;
        }
        Ok(Log::on(Box::new(file), path.to_owned(), format, &contents))
    }

    pub(super) fn on(medium: Box<dyn Medium>, path: PathBuf, format: Format, contents: &Contents) -> Log {
        Log {
            path,
            format,
            medium,
            seed: contents.seed,
            entries: contents.entries,
            length: contents.sound,
            synced: Instant::now(),
            dirty: false,
            cut: contents.length - contents.sound,
        }
    }

    /// How many entries it holds.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of an unfinished record that were cut off when it was opened.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// Writes a record of these entries, each of `width` bytes.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io), as when the disk is full: what was written before stays, and it may be tried again.
    ///
    /// # Panics
    /// Entries or a tag that the format does not allow.
    pub fn append(&mut self, tag: u32, width: u32, entries: &[u8]) -> Result<(), Diagnostic> {
        let mut bytes = Vec::with_capacity(record::HEAD + entries.len());
        let count = record::encode(self.format, self.seed, self.entries, (tag, width), entries, &mut bytes);
        if let Err(error) = self.medium.append(&bytes) {
            // half a record would be cut off by the next reader; better now, if the disk lets us
            let _ = self.medium.cut(self.length);
            return Err(io_fault("cannot write", &self.path, &error));
        }
        self.dirty = true;
        self.entries += u64::from(count);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Makes what was written safe if that was last done a second ago.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io).
    pub fn sync_now_and_then(&mut self) -> Result<(), Diagnostic> {
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Returns when everything is where a failing machine cannot lose it.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io).
    pub fn sync(&mut self) -> Result<(), Diagnostic> {
        if self.dirty {
            self.medium.sync().map_err(|error| io_fault("cannot write", &self.path, &error))?;
            self.dirty = false;
        }
        self.synced = Instant::now();
        Ok(())
    }
}

/// A log of these records, each of a tag, a width and entries, as bytes.
///
/// # Errors
/// An identity of more than 2^24 bytes.
///
/// # Panics
/// As [`Log::append`].
pub fn encode<'a>(
    format: Format,
    identity: &str,
    records: impl IntoIterator<Item = (u32, u32, &'a [u8])>,
) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = head_of(format, identity)?;
    let seed = u64_at(&bytes, bytes.len() - 8);
    let mut before = 0;
    for (tag, width, entries) in records {
        before += u64::from(record::encode(format, seed, before, (tag, width), entries, &mut bytes));
    }
    Ok(bytes)
}

fn head_of(format: Format, identity: &str) -> Result<Vec<u8>, Diagnostic> {
    if identity.len() > head::MOST_IDENTITY {
        return Err(Diagnostic::input("what the log belongs to is too long for its head"));
    }
    Ok(head::encode(format, identity))
}

/// A file belongs to what it is opened for.
pub(super) fn same_identity(path: &Path, owner: &str, wanted: &str, found: &str) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    let message = format!(
        "the file {} was made by another {owner}: it belongs to `{}`, not to `{}`",
        path.display(),
        shown(found),
        shown(wanted)
    );
    Err(Diagnostic::input(message).suggest("take another file or directory, or give the file its name back").into())
}

impl Fault {
    /// The fault in words that name the file.
    #[must_use]
    pub fn explained(self, path: &Path, format: Format) -> Error {
        let name = path.display();
        let diagnostic = match self {
            Fault::Stopped(error) => return error,
            Fault::Io(error) => io_fault("cannot read", path, &error),
            Fault::Short(length) => {
                return Fault::Head(format!("its {length} bytes are not even a head")).explained(path, format);
            }
            Fault::Head(why) => Diagnostic::input(format!("the file {name} of {} is damaged: {why}", format.name))
                .suggest("move it away to begin afresh; nothing was changed"),
            Fault::Version(version) => Diagnostic::input(format!(
                "the file {name} has version {version} of the format of {}, and this program reads version {}",
                format.name, format.version
            ))
            .suggest("take another directory, or the program that wrote it"),
            Fault::Damaged { record, offset, entries } => Diagnostic::input(format!(
                "the file {name} of {} is damaged: block {record} at byte {offset} does not match its checksum",
                format.name
            ))
            .suggest(format!(
                "nothing was changed; cut to {offset} bytes the file keeps the {entries} entries before the damage"
            )),
        };
        diagnostic.into()
    }
}
