//! A file of values that only grows.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::block::{self, Block};
use super::header;
use super::lock::Lock;
use super::medium::Medium;
use super::reading::{Contents, Fault, read_values};
use super::{io_fault, shown};
use grundy_core::error::{Diagnostic, Error, Result};

/// What was written is made safe against a failing machine once in this time.
const SYNC: Duration = Duration::from_secs(1);

/// The values of the heaps 0, 1, 2, … of one game, open for more.
///
/// Whatever ends the process, what [`append`](ValueFile::append) wrote is read again; of a block that was not finished
/// nothing is used.
#[derive(Debug)]
pub struct ValueFile {
    path: PathBuf,
    medium: Box<dyn Medium>,
    seed: u64,
    values: u64,
    /// So many of them were there when it was opened.
    read: u64,
    /// Bytes that hold them.
    length: u64,
    synced: Instant,
    /// Was anything written since?
    dirty: bool,
    /// Bytes of an unfinished block that were cut off on opening.
    cut: u64,
    /// Nobody else writes as long as this is open.
    lock: Option<Arc<Lock>>,
}

impl ValueFile {
    /// Opens the file of the game with this elaborated rule, or makes it. `visit` is handed what it holds.
    ///
    /// # Errors
    /// A file of another game or version, or a damaged one ([`Input`](grundy_core::ErrorKind::Input)): it is left as it is. A
    /// file that cannot be read or written ([`Io`](grundy_core::ErrorKind::Io)). Whatever `visit` returns.
    pub(super) fn open(
        path: &Path,
        rule: &str,
        lock: Arc<Lock>,
        visit: impl FnMut(Block<'_>) -> Result<()>,
    ) -> Result<Self> {
        let fault = |error: io::Error| io_fault("the store cannot read", path, &error);
        if !path.try_exists().map_err(fault)? {
            create(path, rule)?;
        }
        let mut file = File::options().read(true).append(true).open(path).map_err(fault)?;
        let other = |found: &str| same_rule(path, rule, found);
        let contents = read_values(&mut io::BufReader::with_capacity(1 << 18, &file), other, visit);
        let contents = contents.map_err(|fault| explained(path, fault))?;
        let cut = contents.length - contents.sound;
        if cut > 0 {
            file.cut(contents.sound).map_err(|error| io_fault("the store cannot write", path, &error))?;
        }
        let mut values = ValueFile::on(Box::new(file), path.to_owned(), &contents);
        values.lock = Some(lock);
        Ok(values)
    }

    pub(super) fn on(medium: Box<dyn Medium>, path: PathBuf, contents: &Contents) -> Self {
        ValueFile {
            path,
            medium,
            seed: contents.seed,
            values: contents.values,
            read: contents.values,
            length: contents.sound,
            synced: Instant::now(),
            dirty: false,
            cut: contents.length - contents.sound,
            lock: None,
        }
    }

    /// How many values it holds.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.values
    }

    /// How many values it held when it was opened.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of an unfinished block that were cut off when it was opened.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// Values a block at most.
    pub const BLOCK: usize = block::MOST as usize;

    /// Writes the values of the next heaps, and makes them safe if that was last done a second ago.
    ///
    /// # Errors
    /// [`Io`](grundy_core::ErrorKind::Io), as when the disk is full. Blocks that were finished stay, and it may be tried again.
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

    /// Writes one block, of at most [`BLOCK`](Self::BLOCK) values.
    ///
    /// # Errors
    /// As [`ValueFile::append`].
    pub fn append_block(&mut self, values: &[u64]) -> Result<(), Diagnostic> {
        let mut bytes = Vec::new();
        block::encode(self.seed, self.values, values, &mut bytes);
        if let Err(error) = self.medium.append(&bytes) {
            // half a block would be cut off by the next reader; better now, if the disk lets us
            let _ = self.medium.cut(self.length);
            return Err(self.fault(&error));
        }
        self.dirty = true;
        self.values += values.len() as u64;
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
            self.medium.sync().map_err(|error| self.fault(&error))?;
            self.dirty = false;
        }
        self.synced = Instant::now();
        Ok(())
    }

    fn fault(&self, error: &io::Error) -> Diagnostic {
        let fault = io_fault("the store cannot write", &self.path, error);
        fault.suggest(format!("{} values are stored and stay", self.values))
    }
}

/// A whole file with these values, as bytes.
///
/// ```
/// use std::io::Cursor;
/// use grundy_sequence::store::{encode_values, read_values};
///
/// let file = encode_values("0.77", [0, 1, 2, 3, 1, 4]);
/// let mut sum = 0;
/// let add = |block: grundy_sequence::store::Block<'_>| { sum += block.values().sum::<u64>(); Ok(()) };
/// let contents = read_values(&mut Cursor::new(file), |rule| { assert_eq!(rule, "0.77"); Ok(()) }, add).unwrap();
/// assert_eq!((contents.values, sum), (6, 11));
/// ```
#[must_use]
pub fn encode_values(rule: &str, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let mut bytes = header::encode(rule, block::MOST);
    let seed = header::u64_at(&bytes, bytes.len() - 8);
    let (mut values, mut first, mut block) = (values.into_iter(), 0, Vec::new());
    loop {
        block.clear();
        block.extend(values.by_ref().take(block::MOST as usize));
        if block.is_empty() {
            return bytes;
        }
        block::encode(seed, first, &block, &mut bytes);
        first += block.len() as u64;
    }
}

/// Makes a file without values: beside its place, then moved there, so that there is never half a head.
fn create(path: &Path, rule: &str) -> Result<(), Diagnostic> {
    if rule.len() > header::MOST_RULE {
        return Err(Diagnostic::input("the rule is too long for a store"));
    }
    write_whole(path, &header::encode(rule, block::MOST))
}

/// Writes a file beside its place and then moves it there: nobody ever reads half of it.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let fault = |error: io::Error| io_fault("the store cannot write", path, &error);
    // the directory is locked, so the name is ours; what a killed process left there is overwritten
    let beside = path.with_extension("part");
    let written = File::create(&beside).and_then(|mut file| {
        io::Write::write_all(&mut file, bytes)?;
        file.sync_all()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&beside, path)) {
        let _ = fs::remove_file(&beside);
        return Err(fault(error));
    }
    // the name as well, where directories can be opened
    if let Some(directory) = path.parent()
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// A file is of the game it is opened for.
pub(super) fn same_rule(path: &Path, rule: &str, found: &str) -> Result<()> {
    if found == rule {
        return Ok(());
    }
    let message = format!(
        "the file {} was made by another game: it belongs to `{}`, not to `{}`",
        path.display(),
        shown(found),
        shown(rule)
    );
    Err(Diagnostic::input(message).suggest("take another directory, or give the file its name back").into())
}

/// A fault in words.
fn explained(path: &Path, fault: Fault) -> Error {
    let name = path.display();
    let diagnostic = match fault {
        Fault::Stopped(error) => return error,
        Fault::Io(error) => io_fault("the store cannot read", path, &error),
        Fault::Head(why) => Diagnostic::input(format!("the file {name} of the store is damaged: {why}"))
            .suggest("move it away to begin afresh; nothing was changed"),
        Fault::Version(version) => Diagnostic::input(format!(
            "the file {name} has version {version} of the format of stores, and this program reads version {}",
            header::VERSION
        ))
        .suggest("take another directory, or the program that wrote it"),
        Fault::Damaged { block, offset, values } => Diagnostic::input(format!(
            "the file {name} of the store is damaged: block {block} at byte {offset} does not match its checksum"
        ))
        .suggest(format!(
            "nothing was changed; cut to {offset} bytes the file keeps the {values} values before the damage"
        )),
    };
    diagnostic.into()
}
