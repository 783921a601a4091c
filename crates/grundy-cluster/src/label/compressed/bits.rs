//! Numbers of so many bits each, one after the other, the lowest bit first.

use super::leb128::BEHIND;

/// More bits than this has no number here: with the seven before it, it fits into a word.
pub(super) const MOST: u32 = 40;

/// The number of so many bits, at most [`MOST`], that begins at a bit. As for [`leb128`](super::leb128), nothing where the
/// bytes end.
#[inline]
pub(super) fn number(bytes: &[u8], bit: usize, bits: u32) -> Option<u64> {
    let word = u64::from_le_bytes(*bytes.get(bit / 8..)?.first_chunk::<BEHIND>()?);
    Some(word >> (bit % 8) & low(bits))
}

/// So many bits, all set.
#[inline]
pub(super) fn low(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

/// The bits that a number takes.
pub(super) fn of(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Writes numbers behind some bytes.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    word: u64,
    held: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> Writer<'a> {
        Writer { out, word: 0, held: 0 }
    }

    /// A number of at most [`MOST`] bits.
    pub(super) fn put(&mut self, number: u64, bits: u32) {
        self.word |= number << self.held;
        self.held += bits;
        while self.held >= 8 {
            self.out.push(self.word as u8);
            self.word >>= 8;
            self.held -= 8;
        }
    }

    /// Fills the last byte.
    pub(super) fn align(&mut self) {
        if self.held > 0 {
            self.put(0, 8 - self.held);
        }
    }
}

/// 64 numbers of so many bits each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    /// The byte where they begin.
    pub(super) at: usize,
    pub(super) bits: u32,
}

impl Field {
    /// Where they end.
    #[inline]
    pub(super) fn end(self) -> usize {
        self.at + 8 * self.bits as usize
    }

    /// One of them; 0 where the bytes end.
    #[inline]
    pub(super) fn get(self, bytes: &[u8], i: usize) -> u64 {
        number(bytes, 8 * self.at + i * self.bits as usize, self.bits).unwrap_or(0)
    }

    /// Eight of them in one word, if they take a byte each or less: they are so many bytes as one has bits.
    #[inline]
    pub(super) fn eight(self, bytes: &[u8], block: usize) -> Option<u64> {
        let at = self.at + block * self.bits as usize;
        let word = bytes.get(at..).and_then(<[u8]>::first_chunk).filter(|_| self.bits <= 8)?;
        Some(u64::from_le_bytes(*word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn numbers_come_back() {
        let mut random = Random(4);
        for bits in 0..=MOST {
            let numbers: Vec<u64> = (0..64).map(|_| random.below(1 << bits)).collect();
            let mut bytes = vec![1, 2, 3];
            let mut writer = Writer::new(&mut bytes);
            numbers.iter().for_each(|&n| writer.put(n, bits));
            writer.align();
            let field = Field { at: 3, bits };
            assert_eq!(field.end(), bytes.len());
            bytes.extend([0xff; BEHIND]);
            for (i, &n) in numbers.iter().enumerate() {
                assert_eq!(field.get(&bytes, i), n);
                assert!(of(n) <= bits);
            }
            for (block, eight) in numbers.chunks(8).enumerate() {
                let word = field.eight(&bytes, block);
                assert_eq!(word.is_some(), bits <= 8);
                for (i, &n) in eight.iter().enumerate().filter(|_| bits <= 8) {
                    assert_eq!(word.unwrap() >> (i as u32 * bits) & low(bits), n);
                }
            }
        }
    }
}
