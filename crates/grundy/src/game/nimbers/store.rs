//! Values that searches on boards find, kept in a file: a later run begins with what earlier ones have learnt.
//!
//! The file is an append [log](grundy_sequence::store::log) whose identity is the game. An entry is a position in full, never
//! a hash, and its value; entries of one kind that were found one after the other stand in one record:
//!
//! ```text
//! head: cram │ cells  2x3 ███ █.. = 1,  3x3 … = 0, … │ texts  "..#|...…" = 2 │ …
//! ```
//! *Cells* are pieces of boards in as many rows and columns as they have, so that what was found on a board of 4 × 9 serves
//! a board of 5 × 8; *texts* are positions as they print.
//!
//! **What a crash leaves.** What was found is written ten times a second. A killed run loses what it found since, and a record
//! that was not finished is cut off when the file is opened the next time.
//!
//! **Trust.** Checksums find every accident, not a forger: an answer that rests on a store says so ([`Evidence::stored`]), and
//! is never called proved.
//!
//! Cost: about ten bytes a value; reading takes about a microsecond a value.

use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use grundy_core::{Context, Diagnostic, Evidence, NormalPlay, Result, locked};
use grundy_search::Nimbers;
use grundy_search::nimbers::Journal;
use grundy_sequence::store::log::{self, Format, Log, Record, wrong};

const NIMBERS: Format =
    Format { name: "nimbers", owner: "game", magic: *b"grundyN\n", version: 1, most: 1 << 24, widths: &[1], tags: 2 };

/// How positions are written: the tags of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Rows, columns, and a bit a cell.
    Cells,
    /// As they print.
    Texts,
}

/// So many bytes are written at once.
const FULL: usize = 1 << 16;
/// What was found is written after this time.
const SOON: Duration = Duration::from_millis(100);

/// Writes a position.
pub(crate) type Writer<P> = Box<dyn Fn(&P, &mut Vec<u8>) + Send>;

/// Rules whose positions can be kept.
pub(crate) trait Keyed: NormalPlay<Position: Send + 'static> {
    /// How they are written.
    const KIND: Kind;

    /// Writes positions in full.
    fn writer(&self) -> Writer<Self::Position>;

    /// The component that was written, as searches ask for it; `None`: it is one of a larger board.
    ///
    /// # Errors
    /// It is no position.
    fn component(&self, written: &[u8]) -> Result<Option<Self::Position>, Diagnostic>;
}

/// A file with the values of one game's positions, locked as long as it is open: as long as a session, a position or an answer
/// lives that knows the game. Texts that are parsed without a session share one, which lives on.
///
/// ```
/// use grundy::{Context, Session, SolveOptions};
/// # let path = std::env::temp_dir().join(format!("grundy-doc-{}.nimbers", std::process::id()));
/// # let _ = std::fs::remove_file(&path);
/// let value = |text: &str| -> grundy::Result<(Option<grundy::Nat>, u64)> {
///     let (position, cx) = (Session::new().position(text)?, Context::default());
///     let stores = position.keep_values(&path, &cx)?;
///     let answer = position.solve_with(&SolveOptions::default().with_value(true).with_moves(false), &cx)?;
///     stores.iter().try_for_each(|store| store.sync())?;
///     Ok((answer.value.clone(), cx.nodes()))
/// };
/// let (first, second) = (value("cram(\"3x7\")")?, value("cram(\"3x7\")")?);
/// assert_eq!(first.0, second.0);
/// assert!(second.1 * 10 < first.1);
/// # drop(std::fs::remove_file(path));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct NimberStore {
    path: PathBuf,
    read: u64,
    cut: u64,
    /// Has a search begun with values that were read?
    used: AtomicBool,
    file: Mutex<Growing>,
}

/// The log, and what is not written yet.
#[derive(Debug)]
struct Growing {
    log: Log,
    cells: Vec<u8>,
    texts: Vec<u8>,
    /// Since when anything waits.
    written: Instant,
    found: u64,
}

/// Seven bits a byte, the lowest first; the last byte is below 128.
fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0u64, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 127);
        if shift > 63 || bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Visits the entries of a record; `None`: they do not end where it does.
fn entries(record: Record<'_>, visit: &mut dyn FnMut(&[u8], u64) -> Result<()>) -> Option<Result<()>> {
    let mut bytes = record.bytes();
    while !bytes.is_empty() {
        let length = usize::try_from(take(&mut bytes)?).ok()?;
        let (written, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        let value = take(&mut bytes)?;
        if let Err(error) = visit(written, value) {
            return Some(Err(error));
        }
    }
    Some(Ok(()))
}

impl NimberStore {
    /// Opens the file of the game of this name, or makes it. In a directory the file's name is made of the game.
    pub(crate) fn open(path: &Path, game: &str) -> Result<NimberStore> {
        let mut read = 0;
        let log = Log::open_at(path, "nimbers", NIMBERS, game, |record, path| {
            let mut count = |_: &[u8], _| {
                read += 1;
                Ok(())
            };
            entries(record, &mut count).unwrap_or_else(|| Err(wrong(path, "a record holds no positions")))
        })?;
        let (path, cut) = (log.path().to_owned(), log.cut());
        let (cells, texts) = (Vec::new(), Vec::new());
        let file = Mutex::new(Growing { log, cells, texts, written: Instant::now(), found: 0 });
        Ok(NimberStore { path, read, cut, used: AtomicBool::new(false), file })
    }

    fn file(&self) -> MutexGuard<'_, Growing> {
        locked(self.file.lock())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many values earlier runs left in it; one that was found twice counts twice.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    /// How many values it holds with those that were found since.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.read + self.file().found
    }

    /// So many bytes of a record that was not finished were cut off.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// What answers rest on whose searches began with this store.
    pub(crate) fn evidence(&self) -> Evidence {
        if self.used.load(Ordering::Relaxed) { Evidence::stored(self.read) } else { Evidence::trivial() }
    }

    /// Returns when all that was found is safe.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io), as when the disk is full: what was written before stays.
    pub fn sync(&self) -> Result<(), Diagnostic> {
        let mut file = self.file();
        file.write()?;
        file.log.sync()
    }

    /// A search over these rules begins with what is here, and what it finds is kept.
    pub(crate) fn serve<R: Keyed>(self: &Arc<Self>, nimbers: &mut Nimbers<R>, cx: &Context) -> Result<()> {
        self.file().write()?;
        let mut input = BufReader::with_capacity(
            1 << 18,
            File::open(&self.path).map_err(|error| {
                Diagnostic::new(crate::ErrorKind::Io, format!("cannot read {}: {error}", self.path.display()))
            })?,
        );
        let mut count = 0u64;
        let read = log::read(
            &mut input,
            NIMBERS,
            |_| Ok(()),
            |record| {
                if record.tag() != R::KIND as u32 {
                    return Ok(());
                }
                let mut learn = |written: &[u8], value| {
                    count += 1;
                    if count.is_multiple_of(1 << 12) {
                        cx.check()?;
                    }
                    let component =
                        nimbers.rules().component(written).map_err(|fault| wrong(&self.path, &fault.message))?;
                    let Some(component) = component else { return Ok(()) };
                    let rules = nimbers.rules();
                    if value > rules.bound(&component)
                        || rules.is_zero(&component).is_some_and(|zero| zero != (value == 0))
                    {
                        return Err(wrong(&self.path, &format!("{component:?} does not have the value {value}")));
                    }
                    nimbers.learn(component, value, cx);
                    self.used.store(true, Ordering::Relaxed);
                    Ok(())
                };
                entries(record, &mut learn).unwrap_or_else(|| Err(wrong(&self.path, "a record holds no positions")))
            },
        );
        read.map_err(|fault| fault.explained(&self.path, NIMBERS))?;
        nimbers.keep(Box::new(Noted { store: Arc::clone(self), kind: R::KIND, writer: nimbers.rules().writer() }));
        Ok(())
    }
}

impl Growing {
    fn waiting(&mut self, kind: Kind) -> &mut Vec<u8> {
        match kind {
            Kind::Cells => &mut self.cells,
            Kind::Texts => &mut self.texts,
        }
    }

    fn write(&mut self) -> Result<(), Diagnostic> {
        self.written = Instant::now();
        for kind in [Kind::Cells, Kind::Texts] {
            let waiting = std::mem::take(self.waiting(kind));
            if waiting.is_empty() {
                continue;
            }
            let appended = self.log.append(kind as u32, 1, &waiting);
            *self.waiting(kind) = waiting;
            appended?;
            self.waiting(kind).clear();
        }
        self.log.sync_now_and_then()
    }
}

impl Drop for NimberStore {
    /// Writes what waits. Whoever wants to know that it is safe asks [`NimberStore::sync`] before.
    fn drop(&mut self) {
        let _ = self.sync();
    }
}

/// Keeps what one search finds.
struct Noted<P> {
    store: Arc<NimberStore>,
    kind: Kind,
    writer: Writer<P>,
}

impl<P> fmt::Debug for Noted<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Noted").field("path", &self.store.path).finish_non_exhaustive()
    }
}

impl<P> Journal<P> for Noted<P> {
    fn found(&mut self, position: &P, value: u64) -> Result<(), Diagnostic> {
        let mut written = Vec::new();
        (self.writer)(position, &mut written);
        if written.len() > NIMBERS.most as usize / 2 {
            return Ok(());
        }
        let mut file = self.store.file();
        let waiting = file.waiting(self.kind);
        put(written.len() as u64, waiting);
        waiting.extend(written);
        put(value, waiting);
        let is_full = waiting.len() >= FULL;
        file.found += 1;
        if is_full || file.written.elapsed() >= SOON { file.write() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
