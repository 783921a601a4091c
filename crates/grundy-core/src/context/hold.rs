//! Table space that is held for a while.

use super::{Context, Stopped};

/// Table space that is given back when this is dropped: for lists that live while one position is looked at.
#[derive(Debug)]
pub struct Hold<'a> {
    cx: &'a Context,
    bytes: u64,
}

impl<'a> Hold<'a> {
    /// Holds nothing yet.
    #[must_use]
    pub fn new(cx: &'a Context) -> Self {
        Hold { cx, bytes: 0 }
    }

    /// Asks for `bytes` more, before the list grows.
    ///
    /// # Errors
    /// When the memory budget does not allow it; what is held stays held.
    pub fn more(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.cx.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Asks for the room of one more entry in a list that is full, and makes it, so that the list grows by a half.
    ///
    /// # Errors
    /// When the memory budget does not allow it.
    pub fn room<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stopped> {
        if list.len() == list.capacity() {
            let more = (list.len() / 2).max(64);
            self.more((more * size_of::<T>()) as u64)?;
            list.reserve_exact(more);
        }
        Ok(())
    }

    /// Gives a part back.
    pub fn less(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.cx.release(bytes);
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.cx.release(self.bytes);
    }
}

/// Bytes that the allocator takes beside what it gives out.
pub const ALLOCATION: u64 = 16;
