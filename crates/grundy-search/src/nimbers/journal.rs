//! What is told of each value that a search finds, so that somebody can keep it.
//!
//! A journal that is read again with [`learn`](super::Nimbers::learn) lets a later search begin where an earlier one ended.

use std::fmt::Debug;

use grundy_core::Diagnostic;

/// Is told the value of each component when it is found, once, while the search goes on.
pub trait Journal<P>: Debug + Send {
    /// This component has this value.
    ///
    /// # Errors
    /// It cannot be kept, as when a disk is full: the search ends with this fault, and knows what it has found.
    fn found(&mut self, position: &P, value: u64) -> Result<(), Diagnostic>;
}

/// Tells the journal, if there is one.
pub(super) fn tell<P>(journal: &mut Option<Box<dyn Journal<P>>>, position: &P, value: u64) -> Result<(), Diagnostic> {
    journal.as_mut().map_or(Ok(()), |journal| journal.found(position, value))
}
