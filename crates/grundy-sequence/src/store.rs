//! What was computed, kept in a directory: long runs can be stopped and killed at any moment and go on where they were.
//!
//! ```text
//! DIR/lock                         one writer at a time
//! DIR/0.106-91b3f0c85d6a7e24.values    the values of 0.106 from heap 0 on, in blocks
//! DIR/0.106-91b3f0c85d6a7e24.window    a state that is replaced as a whole
//! ```
//! One directory serves many games: the name of a file is made of the game's elaborated rule (`kayles` and `0.77` share
//! one), and its head holds that rule in full, so that a file with a wrong name is found.
//!
//! **What a crash leaves.** Values are appended to a [`log`] in blocks with checksums, one write a block, and what was
//! written is made safe (`fsync`) at most once a second; an unfinished block at the end is cut off by the next reader.
//!
//! **Cost.** Storing 10⁸ values of 0.106, the fastest game, takes a sixth to a fifth more processor time than computing
//! them alone (3.0 s against 3.4 to 3.6 s); reading them back and being ready to go on takes 0.6 s.
//!
//! **Trust.** Lengths are checked before memory is asked for, files are read and not mapped, and checksums find every
//! accident (`checksum`). They do not find a forger: values from a store are those of an earlier run, and evidence that
//! rests on them says so.

mod checksum;
mod directory;
mod lock;
pub mod log;
mod slices;
mod state_file;
mod stored_values;
mod value_file;

use std::fs::{self, File};
use std::io;
use std::path::Path;

use grundy_core::error::{Diagnostic, ErrorKind};

pub use directory::Store;
pub use log::{Contents, Fault};
pub use slices::Slices;
pub use state_file::{StateKind, decode_state, encode_state};
pub use stored_values::StoredValues;
pub use value_file::{Block, ValueFile, encode_values, read_values};

fn io_fault(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(ErrorKind::Io, format!("{what} {}: {error}", path.display()))
}

/// A rule, short enough for a message and without signs that move the cursor.
fn shown(rule: &str) -> String {
    let mut text: String = rule.chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if rule.chars().nth(80).is_some() {
        text.push('…');
    }
    text
}

/// Writes a file beside its place and then moves it there: nobody ever reads half of it.
/// The extension of files that are half written.
const PART: &str = "part";

fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let fault = |error: io::Error| io_fault("cannot write", path, &error);
    // the directory is locked, so the name is ours; what a killed process left there is overwritten
    let beside = path.with_extension(PART);
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

#[cfg(test)]
mod tests;
