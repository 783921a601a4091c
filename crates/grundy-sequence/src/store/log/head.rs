//! The head of a log.
//!
//! ```text
//!  0  8 bytes           what the file is: "grundyV\n" for values
//!  8  u32               version of the format
//! 12  u32               length L of the identity, in bytes
//! 16  u32               entries a record at most
//! 20  u32               0
//! 24  u64               fingerprint: the checksum of the identity
//! 32  L bytes           the identity: of values, the elaborated rule in canonical spelling
//! 32 + L  u64           checksum of all before
//! ```
//! Numbers are stored with the lowest byte first.

use super::Format;
use crate::store::checksum::checksum;

/// Bytes before the identity.
pub(super) const FIXED: usize = 32;
/// An identity is not longer.
pub(super) const MOST_IDENTITY: usize = 1 << 24;
/// Seed of the head's checksum.
const SEED: u64 = 0x6772_756e_6479_5631;

/// A fingerprint of an identity, for the names of files and the head.
pub(super) fn fingerprint(identity: &str) -> u64 {
    checksum(SEED ^ 1, identity.as_bytes())
}

/// So many letters of the rule stand in the names of files.
const NAMED: usize = 32;

/// The name of the file of a kind that belongs to this rule: `0.106-91b3f0c85d6a7e24.values`.
pub(in crate::store) fn file_name(rule: &str, kind: &str) -> String {
    let mut name = String::new();
    for c in rule.chars().take(NAMED) {
        let plain = c.is_ascii_alphanumeric() || c == '.';
        if plain || !(name.is_empty() || name.ends_with('-')) {
            name.push(if plain { c } else { '-' });
        }
    }
    format!("{}-{:016x}.{kind}", name.trim_end_matches('-'), fingerprint(rule))
}

/// The checksum that closes the head; it is also the seed of the records, so that no record of another file fits.
pub(super) fn closing(head: &[u8]) -> u64 {
    checksum(SEED, head)
}

/// The whole head.
pub(super) fn encode(format: Format, identity: &str) -> Vec<u8> {
    let mut head = format.magic.to_vec();
    head.extend(format.version.to_le_bytes());
    head.extend((identity.len() as u32).to_le_bytes());
    head.extend(format.most.to_le_bytes());
    head.extend([0; 4]);
    head.extend(fingerprint(identity).to_le_bytes());
    head.extend(identity.as_bytes());
    head.extend(closing(&head).to_le_bytes());
    head
}

/// Four bytes as a number.
pub(in crate::store) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0, |b| u32::from_le_bytes(*b))
}

/// Eight bytes as a number.
pub(in crate::store) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0, |b| u64::from_le_bytes(*b))
}
