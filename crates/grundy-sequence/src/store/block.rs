//! One block of a file of values.
//!
//! ```text
//!  0  "blk1"            a block begins
//!  4  u32               how many values
//!  8  u64               the heap of the first value
//! 16  u32               bytes a value: 1, 2, 4 or 8, the fewest that hold the largest value of the block
//! 20  u32               0
//! 24  u64               checksum of the values
//! 32  u64               checksum of these 32 bytes
//! 40  values, the lowest byte first
//! ```
//! The head has a checksum of its own, so that a length is never believed before it was checked: whether a block was
//! not finished, or a finished one was damaged, can then be told apart.

use super::checksum::checksum;
use super::header::{u32_at, u64_at};

/// A block begins.
pub(super) const MARK: [u8; 4] = *b"blk1";
/// Bytes before the values.
pub(super) const HEAD: usize = 40;
/// Values a block at most.
pub(super) const MOST: u32 = 1 << 16;

/// The head of a block, checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) first: u64,
    pub(super) count: u32,
    pub(super) width: u32,
    sum: u64,
}

impl Head {
    /// The head in these bytes of a file whose blocks have this seed. `None`: it is none, or was changed.
    pub(super) fn decode(seed: u64, bytes: &[u8]) -> Option<Head> {
        let bytes = bytes.get(..HEAD).filter(|b| b.starts_with(&MARK))?;
        if u64_at(bytes, 32) != checksum(seed, &bytes[..32]) || u32_at(bytes, 20) != 0 {
            return None;
        }
        let head =
            Head { count: u32_at(bytes, 4), first: u64_at(bytes, 8), width: u32_at(bytes, 16), sum: u64_at(bytes, 24) };
        let sound = (1..=MOST).contains(&head.count)
            && [1, 2, 4, 8].contains(&head.width)
            && head.first.checked_add(u64::from(head.count)).is_some();
        sound.then_some(head)
    }

    /// Bytes of the values.
    pub(super) fn bytes(&self) -> usize {
        self.count as usize * self.width as usize
    }

    /// Are these the values that were written?
    pub(super) fn fits(&self, seed: u64, values: &[u8]) -> bool {
        checksum(seed ^ self.first, values) == self.sum
    }
}

/// Writes a block of at most [`MOST`] values behind `out`.
pub(super) fn encode(seed: u64, first: u64, values: &[u64], out: &mut Vec<u8>) {
    let top = values.iter().copied().max().unwrap_or(0);
    let width: u32 = match top {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 4,
        _ => 8,
    };
    let head = out.len();
    out.extend(MARK);
    out.extend((values.len() as u32).to_le_bytes());
    out.extend(first.to_le_bytes());
    out.extend(width.to_le_bytes());
    out.extend([0; 20]);
    let start = out.len();
    match width {
        1 => out.extend(values.iter().map(|&v| v as u8)),
        2 => values.iter().for_each(|&v| out.extend((v as u16).to_le_bytes())),
        4 => values.iter().for_each(|&v| out.extend((v as u32).to_le_bytes())),
        _ => values.iter().for_each(|&v| out.extend(v.to_le_bytes())),
    }
    let sum = checksum(seed ^ first, &out[start..]);
    out[head + 24..head + 32].copy_from_slice(&sum.to_le_bytes());
    let own = checksum(seed, &out[head..head + 32]);
    out[head + 32..head + 40].copy_from_slice(&own.to_le_bytes());
}

/// Values in a row, as they were read.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    pub(super) first: u64,
    pub(super) width: u32,
    pub(super) bytes: &'a [u8],
}

impl<'a> Block<'a> {
    /// The heap of the first value.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// How many values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / self.width as usize
    }

    /// Always false: a block holds a value at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The values.
    pub fn values(self) -> impl Iterator<Item = u64> + 'a {
        self.bytes.chunks_exact(self.width as usize).map(|bytes| match *bytes {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_le_bytes([a, b])),
            _ => bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)),
        })
    }
}
