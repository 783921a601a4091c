//! Values of a code that are kept on disk as they are computed.

use grundy_core::{Context, Diagnostic, Result};

use super::CodeEngine;
use crate::code::Code;
use crate::heap::HeapSequence;
use crate::store::{Block, Slices, ValueFile};

impl CodeEngine {
    /// Can stored values of this code be gone on from?
    #[must_use]
    pub fn takes_values_over(code: &Code) -> bool {
        HeapSequence::new(code).is_some()
    }

    /// Takes over the values that `open` hands to its visitor, and keeps those that are computed from now on in the file
    /// it returns. For codes that [take values over](CodeEngine::takes_values_over).
    ///
    /// # Errors
    /// What `open` returns; a spent budget.
    pub fn keep(
        &mut self,
        cx: &Context,
        open: impl FnOnce(&mut dyn FnMut(Block<'_>) -> Result<()>) -> Result<ValueFile>,
    ) -> Result<&ValueFile> {
        let mut heaps = HeapSequence::new(&self.code);
        let mut journal = open(&mut |block| {
            cx.tick(block.len() as u64)?;
            cx.progress(block.first(), None);
            heaps.as_mut().map_or(Ok(()), |heaps| heaps.preload(block.values(), cx)).map_err(Into::into)
        })?;
        self.read = journal.count();
        match (&self.heaps, heaps) {
            // a session may have computed more before
            (Some(known), _) if known.len() > journal.count() => {
                self.read = 0;
                write(known, &mut journal)?;
            }
            (_, heaps) => self.heaps = heaps,
        }
        Ok(self.journal.insert(journal))
    }

    /// How many values were read from the file that keeps them.
    #[must_use]
    pub fn values_read(&self) -> u64 {
        self.read
    }

    /// How many values there are at hand, without a period.
    #[must_use]
    pub fn computed(&self) -> u64 {
        self.size()
    }

    /// See [`ValueFile::sync`]: how many values are stored.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn sync(&mut self) -> Result<u64, Diagnostic> {
        let Some(journal) = &mut self.journal else { return Ok(0) };
        journal.sync()?;
        Ok(journal.count())
    }
}

/// Computes slice by slice, and stores each; also what a budget or a cancel left of the last one.
pub(super) fn grow_and_keep(
    heaps: &mut HeapSequence,
    journal: &mut ValueFile,
    size: u64,
    goal: u64,
    cx: &Context,
) -> Result<()> {
    let mut slices = Slices::begin();
    while heaps.len() < size {
        let end = slices.next(heaps.len(), size);
        let worked = heaps.extend_toward(end, goal, cx);
        write(heaps, journal)?;
        worked?;
        slices.done();
        cx.progress(heaps.len(), Some(goal));
    }
    Ok(())
}

/// Stores what is not stored yet.
fn write(heaps: &HeapSequence, journal: &mut ValueFile) -> Result<(), Diagnostic> {
    let mut block = Vec::new();
    loop {
        block.clear();
        heaps.copy(journal.count(), ValueFile::BLOCK, &mut block);
        if block.is_empty() {
            return journal.sync_now_and_then();
        }
        journal.append_block(&block)?;
    }
}
