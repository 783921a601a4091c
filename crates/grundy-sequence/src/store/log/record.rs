//! One record of a log.
//!
//! ```text
//!  0  "blk1"            a record begins
//!  4  u32               how many entries
//!  8  u64               how many entries stand before it
//! 16  u32               bytes an entry
//! 20  u32               tag: what kind of entries
//! 24  u64               checksum of the entries
//! 32  u64               checksum of these 32 bytes
//! 40  the entries
//! ```
//! The head has a checksum of its own, so that a length is never believed before it was checked: whether a record was
//! not finished, or a finished one was damaged, can then be told apart.

use super::Format;
use super::head::{u32_at, u64_at};
use crate::store::checksum::checksum;

/// A record begins.
pub(super) const MARK: [u8; 4] = *b"blk1";
/// Bytes before the entries.
pub(super) const HEAD: usize = 40;

/// The head of a record, checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) first: u64,
    pub(super) count: u32,
    pub(super) width: u32,
    pub(super) tag: u32,
    sum: u64,
}

impl Head {
    /// The head in these bytes of a log whose records have this seed. `None`: it is none, or was changed.
    pub(super) fn decode(format: Format, seed: u64, bytes: &[u8]) -> Option<Head> {
        let bytes = bytes.get(..HEAD).filter(|b| b.starts_with(&MARK))?;
        if u64_at(bytes, 32) != checksum(seed, &bytes[..32]) {
            return None;
        }
        let head = Head {
            count: u32_at(bytes, 4),
            first: u64_at(bytes, 8),
            width: u32_at(bytes, 16),
            tag: u32_at(bytes, 20),
            sum: u64_at(bytes, 24),
        };
        let sound = (1..=format.most).contains(&head.count)
            && format.widths.contains(&head.width)
            && head.tag < format.tags
            && head.first.checked_add(u64::from(head.count)).is_some();
        sound.then_some(head)
    }

    /// Bytes of the entries.
    pub(super) fn bytes(&self) -> usize {
        self.count as usize * self.width as usize
    }

    /// Are these the entries that were written?
    pub(super) fn fits(&self, seed: u64, entries: &[u8]) -> bool {
        checksum(seed ^ self.first, entries) == self.sum
    }
}

/// Writes a record behind `out`: how many entries it has.
pub(super) fn encode(
    format: Format,
    seed: u64,
    first: u64,
    (tag, width): (u32, u32),
    entries: &[u8],
    out: &mut Vec<u8>,
) -> u32 {
    let count = u32::try_from(entries.len() / width.max(1) as usize).unwrap_or(u32::MAX);
    assert!(
        (1..=format.most).contains(&count)
            && entries.len() == count as usize * width as usize
            && format.widths.contains(&width)
            && tag < format.tags,
        "no record of this format: {} bytes, {width} an entry, tag {tag}",
        entries.len()
    );
    let head = out.len();
    out.extend(MARK);
    out.extend(count.to_le_bytes());
    out.extend(first.to_le_bytes());
    out.extend(width.to_le_bytes());
    out.extend(tag.to_le_bytes());
    out.extend(checksum(seed ^ first, entries).to_le_bytes());
    out.extend(checksum(seed, &out[head..]).to_le_bytes());
    out.extend(entries);
    count
}

/// A record, as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    pub(super) head: Head,
    pub(super) bytes: &'a [u8],
}

impl<'a> Record<'a> {
    /// How many entries stand before it.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.head.first
    }

    /// Its tag.
    #[must_use]
    pub fn tag(&self) -> u32 {
        self.head.tag
    }

    /// Bytes an entry.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.head.width
    }

    /// The entries.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
