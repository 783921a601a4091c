//! A sum over labels that does not depend on their order.

use crate::NONE;

/// The share of one label (a value, a remoteness) of a vertex. The shares of all vertices are added, wrapping; vertices
/// without a label (draws, infinite values) have none.
///
/// The share is the splitmix64 mixture of both numbers (Steele, Lea, Flood, *Fast splittable pseudorandom number
/// generators*, 2014), a bijection, so no single change goes unseen.
#[inline]
#[must_use]
pub fn share(vertex: u32, label: u32) -> u64 {
    let mut z = (u64::from(label) << 32 | u64::from(vertex)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The sum over labels in the order of the vertices; [`NONE`] is no label.
///
/// ```
/// use grundy_graph::checksum;
/// assert_ne!(checksum([0, 1]), checksum([1, 0]));
/// ```
pub fn checksum(labels: impl IntoIterator<Item = u32>) -> u64 {
    let labelled = (0..).zip(labels).filter(|&(_, label)| label != NONE);
    labelled.fold(0, |sum: u64, (v, label)| sum.wrapping_add(share(v, label)))
}
