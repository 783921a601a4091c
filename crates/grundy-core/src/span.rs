//! Places in a text.

use std::hash::{Hash, Hasher};

/// A half-open range of bytes in the text that was read.
///
/// A span says where a thing was written, not what it is: all spans compare equal, so that two syntax trees are
/// equal when they mean the same.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl Hash for Span {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Span {
    /// From the first byte to one past the last.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The least span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The same place counted in Unicode characters of `text`.
    #[must_use]
    pub fn in_characters(self, text: &str) -> (usize, usize) {
        let upto = |byte: usize| text.char_indices().take_while(|&(at, _)| at < byte).count();
        (upto(self.start), upto(self.end))
    }
}
