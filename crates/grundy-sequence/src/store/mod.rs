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
//! **What a crash leaves.** Values are appended in blocks with checksums, one write a block, and what was written is made
//! safe (`fsync`) at most once a second. A killed process or a full disk leaves whole blocks and perhaps half of one at
//! the end, which the next reader cuts off. After a failing machine the last second may be missing as well. A block that
//! does not match its checksum with sound ones behind it was damaged later: it is named and nothing is touched.
//!
//! **Cost.** Storing 10⁸ values of 0.106, the fastest game, takes a sixth to a fifth more processor time than computing
//! them alone (3.0 s against 3.4 to 3.6 s); reading them back and being ready to go on takes 0.6 s.
//!
//! **Trust.** Lengths are checked before memory is asked for, files are read and not mapped, and checksums find every
//! accident (`checksum`). They do not find a forger: values from a store are those of an earlier run, and evidence that
//! rests on them says so.

mod block;
mod checksum;
mod directory;
mod header;
mod lock;
mod medium;
mod reading;
mod slices;
mod state_file;
mod stored_values;
mod value_file;

use std::io;
use std::path::Path;

use grundy_core::error::{Diagnostic, ErrorKind};

pub use block::Block;
pub use directory::Store;
pub use reading::{Contents, Fault, read_values};
pub use slices::Slices;
pub use state_file::{StateKind, decode_state, encode_state};
pub use stored_values::StoredValues;
pub use value_file::{ValueFile, encode_values};

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

#[cfg(test)]
mod tests;
