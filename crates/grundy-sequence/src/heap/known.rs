//! What a search for a witness goes by: the rule, the rare heaps, and which vector instructions there are.

use super::rares::Rares;
use super::shape::Shape;
use super::simd::Path;

/// What a search needs besides the codes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) shape: &'a Shape,
    pub(super) rares: &'a Rares,
    pub(super) path: Path,
}
