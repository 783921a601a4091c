//! A state that is replaced as a whole.
//!
//! ```text
//!  0  "grundyS\n"       what the file is
//!  8  u32               version of this format
//! 12  u32               version of the payload's format, as its owner counts
//! 16  u32               length of the kind, in bytes
//! 20  u32               length of the rule
//! 24  u64               length of the payload
//! 32  kind, rule, payload
//!     u64               checksum of all before
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use grundy_core::{Context, Diagnostic, Result};

use super::checksum::checksum;
use super::log::{same_identity, u32_at, u64_at};
use super::{io_fault, write_whole};

const MAGIC: [u8; 8] = *b"grundyS\n";
const VERSION: u32 = 1;
const FIXED: usize = 32;
const SEED: u64 = 0x6772_756e_6479_5331;

/// What a payload is: files of another kind or version are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateKind {
    /// A short word of letters, digits and `-`: it is part of the file's name.
    pub name: &'static str,
    /// The version of the payload's format.
    pub version: u32,
}

/// The whole file.
#[must_use]
pub fn encode_state(kind: StateKind, rule: &str, payload: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(kind.version.to_le_bytes());
    bytes.extend((kind.name.len() as u32).to_le_bytes());
    bytes.extend((rule.len() as u32).to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(kind.name.as_bytes());
    bytes.extend(rule.as_bytes());
    bytes.extend(payload);
    bytes.extend(checksum(SEED, &bytes).to_le_bytes());
    bytes
}

/// The payload of a file.
///
/// # Errors
/// A file that was cut or changed, of another kind, game or version. `path` is named in messages only.
pub fn decode_state(kind: StateKind, rule: &str, mut bytes: Vec<u8>, path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let damaged = |why: &str| {
        Diagnostic::input(format!("the file {name} is damaged: {why}"))
            .suggest("move it away to begin afresh; nothing was changed")
    };
    if bytes.len() < FIXED + 8 || !bytes.starts_with(&MAGIC) {
        return Err(damaged("it is not a stored state").into());
    }
    let version = |what: &str, found: u32, known: u32| {
        Diagnostic::input(format!(
            "the file {name} has version {found} of {what}, and this program reads version {known}"
        ))
        .suggest("take another directory, or the program that wrote it")
    };
    if u32_at(&bytes, 8) != VERSION {
        return Err(version("the format of states", u32_at(&bytes, 8), VERSION).into());
    }
    let body = bytes.len() - 8;
    if checksum(SEED, &bytes[..body]) != u64_at(&bytes, body) {
        return Err(damaged("it does not match its checksum").into());
    }
    let kind_end = (FIXED as u64).saturating_add(u64::from(u32_at(&bytes, 16)));
    let rule_end = kind_end.saturating_add(u64::from(u32_at(&bytes, 20)));
    if rule_end.checked_add(u64_at(&bytes, 24)) != Some(body as u64) {
        return Err(damaged("its lengths do not add up").into());
    }
    let (kind_end, rule_end) = (kind_end as usize, rule_end as usize);
    if bytes[FIXED..kind_end] != *kind.name.as_bytes() {
        return Err(damaged(&format!("it holds no `{}`", kind.name)).into());
    }
    if u32_at(&bytes, 12) != kind.version {
        return Err(version(&format!("`{}`", kind.name), u32_at(&bytes, 12), kind.version).into());
    }
    same_identity(path, "game", rule, &String::from_utf8_lossy(&bytes[kind_end..rule_end]))?;
    bytes.truncate(body);
    Ok(bytes.split_off(rule_end))
}

/// Replaces the state at once: there is always the old one or the new one.
pub(super) fn save(path: &Path, kind: StateKind, rule: &str, payload: &[u8]) -> Result<(), Diagnostic> {
    write_whole(path, &encode_state(kind, rule, payload))
}

/// The state that was saved last; `None`: there is none.
pub(super) fn load(path: &Path, kind: StateKind, rule: &str, cx: &Context) -> Result<Option<Vec<u8>>> {
    let fault = |error: io::Error| io_fault("the store cannot read", path, &error);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(error).into()),
    };
    let length = file.metadata().map_err(fault)?.len();
    cx.reserve(length)?;
    let mut bytes = Vec::new();
    let read = file.take(length).read_to_end(&mut bytes).map_err(fault);
    cx.release(length);
    read?;
    decode_state(kind, rule, bytes, path).map(Some)
}
