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

/// Pages that were read. One is checked when words of it are asked for, for the first time.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// The number of the first page.
    first: u64,
    /// The words that are here.
    begin: u64,
    end: u64,
    bytes: Vec<u8>,
    checked: Vec<bool>,
    words: Vec<u32>,
}

impl Window {
    /// Are these words here?
    #[inline]
    pub(super) fn holds(&self, from: u64, to: u64) -> bool {
        from >= self.begin && to <= self.end
    }

    /// The words `from` up to and without `to`. What has to be read is read up to `further`.
    ///
    /// # Errors
    /// The file cannot be read, or a checksum is wrong.
    pub(super) fn read(&mut self, graph: &External, from: u64, to: u64, further: u64) -> Result<&[u32], Diagnostic> {
        if !self.holds(from, to) {
            self.load(graph, from / PAGE, to.max(further).div_ceil(PAGE))?;
        }
        self.words.clear();
        let mut at = from;
        while at < to {
            let here = (at / PAGE - self.first) as usize;
            let page = self.bytes.chunks(BYTES as usize).nth(here).and_then(|page| page.split_last_chunk::<4>());
            let ((words, sum), Some(checked)) = (page.ok_or_else(|| graph.damaged())?, self.checked.get_mut(here))
            else {
                return Err(graph.damaged());
            };
            if !*checked && crc32fast::hash(words) != u32::from_le_bytes(*sum) {
                return Err(graph.damaged());
            }
            *checked = true;
            let end = to.min((at / PAGE + 1) * PAGE);
            let range = (at % PAGE) as usize..(at % PAGE + end - at) as usize;
            let words = words.as_chunks::<4>().0.get(range).ok_or_else(|| graph.damaged())?;
            self.words.extend(words.iter().map(|&word| u32::from_le_bytes(word)));
            at = end;
        }
        Ok(&self.words)
    }

    fn load(&mut self, graph: &External, page: u64, end: u64) -> Result<(), Diagnostic> {
        let (from, to) = (BYTES * page, (BYTES * end).min(bytes(graph.words())));
        (self.begin, self.end) = (0, 0);
        self.bytes.resize(to.saturating_sub(from) as usize, 0);
        graph.read_at(&mut self.bytes, from)?;
        (self.first, self.begin, self.end) = (page, PAGE * page, (PAGE * end).min(graph.words()));
        self.checked.clear();
        self.checked.resize(end.saturating_sub(page) as usize, false);
        Ok(())
    }
}
