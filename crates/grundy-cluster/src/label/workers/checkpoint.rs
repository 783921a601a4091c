//! A checkpoint of labels: what a killed run has labelled needs no second look.
//!
//! Each worker has a [log](grundy_sequence::store::log) of its own, which belongs to the graph: its identity is the sum of
//! all arcs. An entry is a vertex and its label, of four bytes each; the tag of a record is the [`Kind`] of its labels.
//!
//! A record that does not fit its checksum (the torn end of a killed run) and what is behind it are dropped. No barrier
//! and no snapshot is needed: the closure by which labels follow from labels is monotone, so for any subset S of the
//! final labels F = cl(∅) we have cl(∅) ⊆ cl(S) ⊆ cl(F) = F. Any set of labels that were given is a valid beginning,
//! and the number of workers may change. A remoteness is told in its own level; a label of one of Smith's stages after
//! the finite plays: a vertex with a final label j > k sees k and reverts in stage k, so it never holds up another.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::{Diagnostic, Error};
use grundy_sequence::store::log::{self, Fault, Format, Log};
use serde::{Deserialize, Serialize};

use crate::distributed::Shared;
use crate::files::{cannot, tidy, write_whole};

/// What a label is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The remoteness in normal play.
    Normal = 0,
    /// The remoteness in misère play.
    Misere = 1,
    /// The value where every play is finite.
    Values = 2,
    /// The value from one of Smith's stages.
    Loopy = 3,
}

impl Kind {
    /// All, in the order of their numbers.
    pub(super) const ALL: [Kind; 4] = [Kind::Normal, Kind::Misere, Kind::Values, Kind::Loopy];
}

/// Labels of a record.
const MOST: usize = 1 << 13;
/// A label waits no longer than this for its block, as long as others follow.
const WAIT: Duration = Duration::from_millis(50);

const LABELS: Format = Format {
    name: "labels",
    owner: "graph",
    magic: *b"grundyL\n",
    version: 1,
    most: MOST as u32,
    widths: &[8],
    tags: Kind::ALL.len() as u32,
};

/// A worker's own file.
#[derive(Debug)]
pub(super) struct Checkpoint {
    log: Log,
    kind: Kind,
    labels: Vec<u8>,
    written: Instant,
    shared: Arc<Shared>,
}

impl Checkpoint {
    /// A new file for a worker in a run, or in a later one if that has begun meanwhile. `graph` is the sum of all arcs.
    pub(super) fn create(
        directory: &Path,
        run: u64,
        worker: usize,
        graph: u64,
        shared: &Arc<Shared>,
    ) -> Result<Checkpoint, Diagnostic> {
        let mut run = run;
        let log = loop {
            let path = directory.join(format!("labels-{run:05}-{worker:05}.log"));
            match Log::create_new(&path, LABELS, &format!("{graph:016x}"))? {
                Some(log) => break log,
                None => run += 1,
            }
        };
        let (kind, shared) = (Kind::Normal, Arc::clone(shared));
        Ok(Checkpoint { log, kind, labels: Vec::new(), written: Instant::now(), shared })
    }

    /// From here on labels of this kind.
    pub(super) fn turn(&mut self, kind: Kind) {
        self.flush();
        self.kind = kind;
    }

    /// A final label. It outlives the process when its block is full, or soon after.
    #[inline]
    pub(super) fn add(&mut self, vertex: u32, label: u32) {
        self.labels.extend(vertex.to_le_bytes());
        self.labels.extend(label.to_le_bytes());
        let held = self.labels.len() / 8;
        if held >= MOST || held.is_multiple_of(64) && self.written.elapsed() > WAIT {
            self.flush();
        }
    }

    /// Writes what waits. A failure ends the run.
    pub(super) fn flush(&mut self) {
        if self.labels.is_empty() {
            return;
        }
        if let Err(fault) = self.log.append(self.kind as u32, 8, &self.labels) {
            self.shared.fail(fault);
        }
        self.labels.clear();
        self.written = Instant::now();
    }
}

/// The files of labels in a directory in the order of their names, and the number of the next run.
pub(super) fn files(directory: &Path) -> Result<(Vec<PathBuf>, u64), Diagnostic> {
    let (mut files, mut next) = (Vec::new(), 1);
    for entry in fs::read_dir(directory).map_err(|e| cannot("read", directory, &e))? {
        let path = entry.map_err(|e| cannot("read", directory, &e))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let run = name.strip_prefix("labels-").and_then(|rest| rest.strip_suffix(".log"));
        if let Some((run, _)) = run.and_then(|run| run.split_once('-')) {
            next = next.max(run.parse().unwrap_or(0) + 1);
            files.push(path);
        }
    }
    files.sort();
    Ok((files, next))
}

/// The labels of a block: vertex, label.
pub(super) type Block = (Kind, Vec<(u32, u32)>);

/// Reads the whole records of a file.
#[derive(Debug)]
pub(super) struct Reader {
    path: PathBuf,
    /// `None`: the file was torn before it said anything.
    log: Option<log::Reader<'static>>,
}

impl Reader {
    /// A file that was torn before it said anything holds nothing.
    pub(super) fn open(path: &Path, graph: u64) -> Result<Reader, Diagnostic> {
        let file = File::open(path).map_err(|e| cannot("read", path, &e))?;
        let fault = |why: &str| {
            let fault = format!("{} {why}", path.to_string_lossy());
            Diagnostic::input(fault).suggest("remove the file: what it held is computed again")
        };
        let log = match log::Reader::new(BufReader::new(file), LABELS) {
            Ok(log) if log.contents().identity == format!("{graph:016x}") => Some(log),
            Ok(_) => return Err(fault("holds labels of another graph")),
            Err(Fault::Short(_)) => None,
            Err(Fault::Io(error)) => return Err(cannot("read", path, &error)),
            Err(_) => return Err(fault("is damaged: it does not begin as a file of labels")),
        };
        Ok(Reader { path: path.to_owned(), log })
    }

    /// The labels of the next record; `None` at the end, or where the file is torn or damaged: labels that are not read
    /// are computed again.
    pub(super) fn next(&mut self) -> Result<Option<Block>, Diagnostic> {
        let Some(log) = &mut self.log else { return Ok(None) };
        let record = match log.next() {
            Ok(record) => record,
            Err(Fault::Io(error)) => return Err(cannot("read", &self.path, &error)),
            Err(_) => None,
        };
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
        Ok(record.and_then(|record| {
            let kind = *Kind::ALL.get(record.tag() as usize)?;
            let labels = record.bytes().chunks_exact(8).map(|pair| (number(&pair[..4]), number(&pair[4..])));
            Some((kind, labels.collect()))
        }))
    }
}

/// The graph that the labels of a directory belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Belongs {
    /// Of this file.
    pub(super) schema: u32,
    /// The sum of all arcs, in hexadecimal.
    pub(super) graph: String,
    /// Numbers up to the largest.
    pub(super) vertices: u64,
    /// Arcs.
    pub(super) arcs: u64,
}

impl Belongs {
    /// Lays it down, or makes sure that the directory holds the same. `first` alone writes.
    pub(super) fn settle(&self, directory: &Path, first: bool) -> Result<(), Error> {
        let path = directory.join("label.json");
        if first {
            tidy(directory);
        }
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && first => {
                let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
                text.push('\n');
                return write_whole(&path, text.as_bytes()).map_err(|e| cannot("written", &path, &e).into());
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let fault = format!("{} is not the directory of the first process", directory.to_string_lossy());
                return Err(Diagnostic::input(fault).suggest("all processes must share one directory").into());
            }
            Err(error) => return Err(cannot("read", &path, &error).into()),
        };
        match serde_json::from_str::<Belongs>(&text) {
            Ok(there) if there == *self => return Ok(()),
            Ok(there) if there.schema != self.schema => {
                let fault = format!("{} is of another version of this program", path.to_string_lossy());
                return Err(Diagnostic::input(fault).suggest("give a directory of its own").into());
            }
            Ok(_) => {}
            Err(error) => {
                let fault = format!("{} is damaged: {error}", path.to_string_lossy());
                return Err(Diagnostic::input(fault).suggest("remove the file: it is made again").into());
            }
        }
        let fault = format!("{} holds labels of another graph", directory.to_string_lossy());
        Err(Diagnostic::input(fault).suggest("give a directory of its own").into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use grundy::{Context, ErrorKind};

    use super::*;
    use crate::testing::Folder;

    #[test]
    fn labels_that_cannot_be_written_are_told_and_the_others_stay() {
        let folder = Folder::new();
        let shared = Shared::new(&Context::default(), &super::super::WORK);
        let mut checkpoint = Checkpoint::create(&folder.0, 1, 0, 77, &shared).unwrap();
        checkpoint.turn(Kind::Values);
        (0..5).for_each(|vertex| checkpoint.add(vertex, vertex + 1));
        checkpoint.flush();
        assert!(!shared.stopped());
        // the disk is full from here on
        checkpoint.log.divert(File::options().write(true).open("/dev/full").unwrap());
        (5..9).for_each(|vertex| checkpoint.add(vertex, vertex + 1));
        checkpoint.flush();
        let Some(Error::Bad(fault)) = shared.trouble() else { panic!("nobody was told") };
        assert_eq!(fault.kind, ErrorKind::Io);
        assert!(fault.message.contains("labels-00001-00000.log: No space left"), "{fault:?}");
        // a torn block, and a whole one behind it: as far as it goes, nothing wrong is read
        let path = checkpoint.log.path().to_owned();
        drop(checkpoint);
        let whole = fs::read(&path).unwrap();
        let head = whole.len() - 80;
        for torn in head..whole.len() {
            fs::write(&path, [&whole[..], &whole[head..torn], &whole[head..]].concat()).unwrap();
            let mut reader = Reader::open(&path, 77).unwrap();
            let expected = (Kind::Values, (0..5).map(|vertex| (vertex, vertex + 1)).collect::<Vec<_>>());
            assert_eq!(reader.next().unwrap(), Some(expected));
            // a record knows how many labels stand before it
            assert_eq!(reader.next().unwrap(), None, "torn at {torn}");
        }
    }
}
