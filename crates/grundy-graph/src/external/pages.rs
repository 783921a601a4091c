//! Words in pages that are checked: 1023 of them and their CRC-32, the last page shorter.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use grundy_core::{Diagnostic, Result};

use super::External;

/// Words of a page.
const PAGE: u64 = 1023;
/// Bytes of a page.
const BYTES: u64 = 4 * PAGE + 4;

/// So many bytes are taken by these words.
pub(super) fn bytes(words: u64) -> u64 {
    4 * (words + words.div_ceil(PAGE))
}

/// Words on their way to a file.
pub(super) struct Writer<'f> {
    out: BufWriter<&'f File>,
    page: Vec<u8>,
}

impl<'f> Writer<'f> {
    pub(super) fn new(file: &'f File) -> Writer<'f> {
        Writer { out: BufWriter::with_capacity(1 << 16, file), page: Vec::with_capacity(BYTES as usize) }
    }

    #[inline]
    pub(super) fn put(&mut self, word: u32) -> io::Result<()> {
        self.page.extend(word.to_le_bytes());
        if self.page.len() as u64 == 4 * PAGE { self.turn() } else { Ok(()) }
    }

    fn turn(&mut self) -> io::Result<()> {
        self.page.extend(crc32fast::hash(&self.page).to_le_bytes());
        self.out.write_all(&self.page)?;
        self.page.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.page.is_empty() {
            self.turn()?;
        }
        self.out.flush()
    }
}

/// Words that were read, whole pages of them.
#[derive(Debug, Default)]
pub(super) struct Window {
    first: u64,
    words: Vec<u32>,
    bytes: Vec<u8>,
}

impl Window {
    /// Are these words here?
    #[inline]
    pub(super) fn holds(&self, from: u64, to: u64) -> bool {
        from >= self.first && to <= self.first + self.words.len() as u64
    }

    /// The words `from` up to and without `to`. What has to be read is read up to `further`.
    ///
    /// # Errors
    /// The file cannot be read, or a checksum is wrong.
    #[inline]
    pub(super) fn read(&mut self, graph: &External, from: u64, to: u64, further: u64) -> Result<&[u32], Diagnostic> {
        if !self.holds(from, to) {
            self.load(graph, from / PAGE, to.max(further).div_ceil(PAGE))?;
        }
        let words = self.words.get((from - self.first) as usize..(to - self.first) as usize);
        words.ok_or_else(|| graph.damaged())
    }

    fn load(&mut self, graph: &External, page: u64, end: u64) -> Result<(), Diagnostic> {
        let (from, to) = (BYTES * page, (BYTES * end).min(bytes(graph.words())));
        self.words.clear();
        self.bytes.resize(to.saturating_sub(from) as usize, 0);
        graph.read_at(&mut self.bytes, from)?;
        self.first = PAGE * page;
        for page in self.bytes.chunks(BYTES as usize) {
            let (words, sum) = page.split_last_chunk::<4>().ok_or_else(|| graph.damaged())?;
            if crc32fast::hash(words) != u32::from_le_bytes(*sum) {
                return Err(graph.damaged());
            }
            self.words.extend(words.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)));
        }
        Ok(())
    }
}
