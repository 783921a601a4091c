//! The checksum of certificates and of blocks of values.
//!
//! h ← (h ⊕ value)·0x100000001b3, and the upper half of h is folded into the lower one, from the offset basis of FNV-1a
//! on. It finds damage, not forgery: a certificate that is edited and signed again still has to hold.

/// A checksum that is being made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// One value more.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let h = (self.0 ^ value).wrapping_mul(0x0100_0000_01b3);
        self.0 = h ^ (h >> 32);
    }

    /// The checksum of what was added.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The checksum of the bytes of a text: the last line of a certificate tells that of the lines before.
///
/// ```
/// assert_ne!(grundy_core::digest("period 12"), grundy_core::digest("period 21"));
/// ```
#[must_use]
pub fn digest(text: &str) -> u64 {
    let mut digest = Digest::default();
    text.bytes().for_each(|byte| digest.add(u64::from(byte)));
    digest.value()
}
