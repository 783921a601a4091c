//! A log of values: those of the heaps 0, 1, 2, … of one game.

use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy_core::error::{Diagnostic, Error, Result};

use super::directory::Store;
use super::io_fault;
use super::lock::Lock;
use super::log::{self, Contents, Fault, Format, Log, Record};

/// As many bytes a value as the largest one of a block needs.
pub(super) const FORMAT: Format = Format {
    name: "values",
    owner: "game",
    magic: *b"grundyV\n",
    version: 1,
    most: 1 << 16,
    widths: &[1, 2, 4, 8],
    tags: 1,
};

/// The values of the heaps 0, 1, 2, … of one game, open for more.
///
/// Whatever ends the process, what [`append`](ValueFile::append) wrote is read again; of a block that was not finished
/// nothing is used.
#[derive(Debug)]
pub struct ValueFile {
    log: Kept,
    /// So many values were there when it was opened.
    read: u64,
    /// Nobody else writes as long as this is open.
    lock: Option<Arc<Lock>>,
}

#[derive(Debug)]
enum Kept {
    Log(Log),
    /// Made with the first block.
    NotYet {
        path: PathBuf,
        rule: String,
        store: Store,
    },
}

impl Store {
    /// Opens the file of values of the game with this elaborated rule: `visit` is handed what it holds. One that is not
    /// there is made when the first values are kept.
    ///
    /// # Errors
    /// A file of another game or version, or a damaged one; what `visit` returns.
    pub fn open_values(&self, rule: &str, visit: impl FnMut(Block<'_>) -> Result<()>) -> Result<ValueFile> {
        ValueFile::open(&self.path(rule, "values"), rule, self, visit)
    }
}

impl ValueFile {
    /// Opens the file of the game with this elaborated rule. `visit` is handed what it holds; one that is not there is made
    /// with the first block.
    ///
    /// # Errors
    /// As [`Log::open`].
    pub(super) fn open(
        path: &Path,
        rule: &str,
        store: &Store,
        mut visit: impl FnMut(Block<'_>) -> Result<()>,
    ) -> Result<Self> {
        if !path.try_exists().map_err(|error| io_fault("cannot read", path, &error))? {
            let log = Kept::NotYet { path: path.to_owned(), rule: rule.to_owned(), store: store.clone() };
            return Ok(ValueFile { log, read: 0, lock: None });
        }
        let lock = store.lock()?;
        let log = Log::open(path, FORMAT, rule, |record| visit(Block(record)))?;
        Ok(ValueFile { lock: Some(lock), ..ValueFile::on(log) })
    }

    pub(super) fn on(log: Log) -> Self {
        ValueFile { read: log.entries(), log: Kept::Log(log), lock: None }
    }

    fn log(&self) -> Option<&Log> {
        if let Kept::Log(log) = &self.log { Some(log) } else { None }
    }

    /// How many values it holds.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.log().map_or(0, Log::entries)
    }

    /// How many values it held when it was opened.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        match &self.log {
            Kept::Log(log) => log.path(),
            Kept::NotYet { path, .. } => path,
        }
    }

    /// Bytes of an unfinished block that were cut off when it was opened.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.log().map_or(0, Log::cut)
    }

    /// Values a block at most.
    pub const BLOCK: usize = FORMAT.most as usize;

    /// Writes the values of the next heaps, and makes them safe if that was last done a second ago.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io), as when the disk is full. Blocks that were finished stay, and it may be tried
    /// again.
    pub fn append(&mut self, values: impl IntoIterator<Item = u64>) -> Result<(), Diagnostic> {
        let mut values = values.into_iter();
        let mut block = Vec::new();
        loop {
            block.clear();
            block.extend(values.by_ref().take(Self::BLOCK));
            if block.is_empty() {
                return self.sync_now_and_then();
            }
            self.append_block(&block)?;
        }
    }

    /// Writes one block, of at least one and at most [`BLOCK`](Self::BLOCK) values.
    ///
    /// # Errors
    /// As [`ValueFile::append`].
    pub fn append_block(&mut self, values: &[u64]) -> Result<(), Diagnostic> {
        let (width, bytes) = packed(values);
        let written = match &mut self.log {
            Kept::Log(log) => log.append(0, width, &bytes),
            Kept::NotYet { path, rule, store } => {
                let (lock, mut log) = make(path, rule, store)?;
                let written = log.append(0, width, &bytes);
                (self.lock, self.log) = (Some(lock), Kept::Log(log));
                written
            }
        };
        written.map_err(|fault| self.told(fault))
    }

    /// Makes what was written safe if that was last done a second ago.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io).
    pub fn sync_now_and_then(&mut self) -> Result<(), Diagnostic> {
        let Kept::Log(log) = &mut self.log else { return Ok(()) };
        let synced = log.sync_now_and_then();
        synced.map_err(|fault| self.told(fault))
    }

    /// Returns when everything is where a failing machine cannot lose it.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io).
    pub fn sync(&mut self) -> Result<(), Diagnostic> {
        let Kept::Log(log) = &mut self.log else { return Ok(()) };
        let synced = log.sync();
        synced.map_err(|fault| self.told(fault))
    }

    fn told(&self, fault: Diagnostic) -> Diagnostic {
        fault.suggest(format!("{} values are stored and stay", self.count()))
    }
}

/// The log of a game whose values nobody has stored yet.
fn make(path: &Path, rule: &str, store: &Store) -> Result<(Arc<Lock>, Log), Diagnostic> {
    let lock = store.lock()?;
    let taken = || Diagnostic::input(format!("another process has stored values in {} meanwhile", path.display()));
    let log = Log::open(path, FORMAT, rule, |_| Err(taken().into())).map_err(|error| match error {
        Error::Bad(fault) => *fault,
        Error::Stopped(_) => taken(),
    })?;
    Ok((lock, log))
}

/// The values of a block with the fewest bytes each that hold the largest.
fn packed(values: &[u64]) -> (u32, Vec<u8>) {
    let width = match values.iter().copied().max().unwrap_or(0) {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 4,
        _ => 8,
    };
    let bytes = match width {
        1 => values.iter().map(|&v| v as u8).collect(),
        _ => values.iter().flat_map(|v| v.to_le_bytes().into_iter().take(width)).collect(),
    };
    (width as u32, bytes)
}

/// Values in a row, as they were read.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a>(Record<'a>);

impl<'a> Block<'a> {
    /// The heap of the first value.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.0.first()
    }

    /// How many values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.bytes().len() / self.0.width() as usize
    }

    /// Always false: a block holds a value at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.bytes().is_empty()
    }

    /// The values.
    pub fn values(self) -> impl Iterator<Item = u64> + 'a {
        self.0.bytes().chunks_exact(self.0.width() as usize).map(|bytes| match *bytes {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_le_bytes([a, b])),
            _ => bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)),
        })
    }
}

/// Reads a whole file of values: `check` is asked about the rule, then `visit` is handed the blocks in order.
///
/// # Errors
/// As [`log::read`].
pub fn read_values(
    input: &mut (impl Read + Seek),
    check: impl FnOnce(&str) -> Result<()>,
    mut visit: impl FnMut(Block<'_>) -> Result<()>,
) -> Result<Contents, Fault> {
    log::read(input, FORMAT, check, |record| visit(Block(record)))
}

/// A whole file with these values, as bytes.
///
/// ```
/// use std::io::Cursor;
/// use grundy_sequence::store::{encode_values, read_values};
///
/// let file = encode_values("0.77", [0, 1, 2, 3, 1, 4])?;
/// let mut sum = 0;
/// let add = |block: grundy_sequence::store::Block<'_>| { sum += block.values().sum::<u64>(); Ok(()) };
/// let contents = read_values(&mut Cursor::new(file), |rule| { assert_eq!(rule, "0.77"); Ok(()) }, add).unwrap();
/// assert_eq!((contents.entries, sum), (6, 11));
/// # Ok::<(), grundy_core::Error>(())
/// ```
///
/// # Errors
/// A rule of more than 2^24 bytes.
pub fn encode_values(rule: &str, values: impl IntoIterator<Item = u64>) -> Result<Vec<u8>, Diagnostic> {
    let values: Vec<u64> = values.into_iter().collect();
    let blocks: Vec<(u32, Vec<u8>)> = values.chunks(ValueFile::BLOCK).map(packed).collect();
    log::encode(FORMAT, rule, blocks.iter().map(|(width, bytes)| (0, *width, bytes.as_slice())))
}
