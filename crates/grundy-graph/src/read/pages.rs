//! Pages of a Parquet file, looked at before they are decoded.
//!
//! The decoders make room for as many cells as a page says it has; a few damaged bytes would ask for gigabytes, and what
//! the system refuses ends the program. So what a page says is held against the bytes it has.

use parquet::basic::Encoding;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};

/// Reads pages that say nothing impossible.
pub(super) struct Pages {
    pages: Box<dyn PageReader>,
    column: Limits,
}

/// What a column has, by the rest of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Rows of its group.
    pub(super) rows: usize,
    /// Bytes of memory that are left.
    pub(super) memory: u64,
    /// May cells be empty?
    pub(super) optional: bool,
    /// Are cells written as what they add to the one before? They take more room than the file.
    pub(super) grows: bool,
}

impl Pages {
    pub(super) fn new(pages: Box<dyn PageReader>, column: Limits) -> Pages {
        Pages { pages, column }
    }

    fn is_possible(&self, page: &Page) -> bool {
        let Limits { rows, memory, optional, grows } = self.column;
        let bytes: &[u8] = page.buffer();
        if let Page::DictionaryPage { num_values, .. } = page {
            // an integer has four bytes at least, and so has the length of a text
            return *num_values as usize <= bytes.len() / 4;
        }
        let values = match page {
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                usize::try_from(levels).ok().and_then(|levels| bytes.get(levels..))
            }
            _ if optional => {
                bytes.split_first_chunk().and_then(|(length, rest)| rest.get(u32::from_le_bytes(*length) as usize..))
            }
            _ => Some(bytes),
        };
        let (Some(values), true) = (values, page.num_values() as usize <= rows) else { return false };
        // their decoder makes a list of the lengths
        let most = (rows as u64).min(memory / 4);
        match page.encoding() {
            Encoding::DELTA_BINARY_PACKED | Encoding::DELTA_LENGTH_BYTE_ARRAY => Deltas { bytes: values }.skip(most),
            Encoding::DELTA_BYTE_ARRAY => {
                let mut lengths = Deltas { bytes: values };
                grows && lengths.skip(most) && lengths.skip(most)
            }
            _ => true,
        }
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        if page.as_ref().is_some_and(|page| !self.is_possible(page)) {
            return Err(ParquetError::General("a page says that it has more cells than it can have".to_owned()));
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// Numbers as differences: how many there are, the first, and blocks of the others, each in smaller ones with as many
/// bits a number as they need.
struct Deltas<'a> {
    bytes: &'a [u8],
}

impl<'a> Deltas<'a> {
    /// Goes behind numbers, if they are there and no more than `most`.
    fn skip(&mut self, most: u64) -> bool {
        self.behind(most).is_some()
    }

    fn behind(&mut self, most: u64) -> Option<()> {
        let (block, parts, count, _first) = (self.number()?, self.number()?, self.number()?, self.number()?);
        if count > most || parts == 0 || !block.is_multiple_of(parts.checked_mul(8)?) {
            return None;
        }
        let part = block / parts;
        let mut left = count.saturating_sub(1);
        while left > 0 {
            self.number()?;
            let widths = self.take(parts)?;
            for &width in widths {
                if left == 0 {
                    break;
                }
                self.take(u64::from(width).checked_mul(part / 8)?)?;
                // a part without numbers would never end
                left = left.saturating_sub(part.max(1));
            }
        }
        Some(())
    }

    fn take(&mut self, bytes: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(usize::try_from(bytes).ok()?)?;
        self.bytes = rest;
        Some(taken)
    }

    /// Seven bits a byte, the lowest first.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_skipped_and_no_more_than_there_can_be() {
        // 3 numbers in a block of 128, four parts of 32, the first with 2 bits each; something behind
        let three = [&[128, 1, 4, 3, 10, 0, 2, 0, 0, 0][..], &[0b0110; 8], b"behind"].concat();
        let mut deltas = Deltas { bytes: &three };
        assert!(deltas.skip(3));
        assert_eq!(deltas.bytes, b"behind");
        assert!(!Deltas { bytes: &three }.skip(2));
        for cut in 0..18 {
            assert!(!Deltas { bytes: &three[..cut] }.skip(3), "{cut}");
        }
        // none at all, one alone, and 2^31 − 1 of them in nine bytes
        assert!(Deltas { bytes: &[128, 1, 4, 0, 0] }.skip(0));
        assert!(Deltas { bytes: &[128, 1, 4, 1, 0] }.skip(1));
        assert!(!Deltas { bytes: &[128, 1, 4, 0xff, 0xff, 0xff, 0xff, 7, 0] }.skip(1 << 20));
        assert!(!Deltas { bytes: &[128, 1, 4, 0xff, 0xff, 0xff, 0xff, 7, 0] }.skip(u64::MAX));
        // no parts, parts of no numbers, a number without an end
        for wrong in [&[128, 1, 0, 3, 0, 0][..], &[0, 4, 3, 0, 0], &[0xff; 20]] {
            assert!(!Deltas { bytes: wrong }.skip(3), "{wrong:?}");
        }
    }
}
