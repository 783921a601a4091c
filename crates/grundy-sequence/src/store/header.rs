//! The head of a file of values.
//!
//! ```text
//!  0  "grundyV\n"       what the file is
//!  8  u32               version of the format
//! 12  u32               length L of the rule, in bytes
//! 16  u32               values a block at most
//! 20  u32               0
//! 24  u64               fingerprint: the checksum of the rule
//! 32  L bytes           the elaborated rule, in canonical spelling
//! 32 + L  u64           checksum of all before
//! ```
//! Numbers are stored with the lowest byte first.

use super::checksum::checksum;

/// What the file is.
pub(super) const MAGIC: [u8; 8] = *b"grundyV\n";
/// The version of the format that is written and read.
pub(super) const VERSION: u32 = 1;
/// Bytes before the rule.
pub(super) const FIXED: usize = 32;
/// A rule is not longer.
pub(super) const MOST_RULE: usize = 1 << 24;
/// Seed of the head's checksum.
const SEED: u64 = 0x6772_756e_6479_5631;

/// A fingerprint of a rule, for the names of files and the head.
pub(super) fn fingerprint(rule: &str) -> u64 {
    checksum(SEED ^ 1, rule.as_bytes())
}

/// The checksum that closes the head; it is also the seed of the blocks, so that no block of another file fits.
pub(super) fn closing(head: &[u8]) -> u64 {
    checksum(SEED, head)
}

/// The whole head.
pub(super) fn encode(rule: &str, block: u32) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((rule.len() as u32).to_le_bytes());
    head.extend(block.to_le_bytes());
    head.extend([0; 4]);
    head.extend(fingerprint(rule).to_le_bytes());
    head.extend(rule.as_bytes());
    head.extend(closing(&head).to_le_bytes());
    head
}

/// Four bytes as a number.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0, |b| u32::from_le_bytes(*b))
}

/// Eight bytes as a number.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|b| b.first_chunk()).map_or(0, |b| u64::from_le_bytes(*b))
}
