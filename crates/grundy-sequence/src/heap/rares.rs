//! The rare heaps found so far, and the heaps that meet two of them.

/// Positions of rare heaps, as a list and as bits.
#[derive(Debug, Clone, Default)]
pub(super) struct Rares {
    pub(super) heaps: Vec<usize>,
    bits: Bits,
}

impl Rares {
    pub(super) fn add(&mut self, n: usize) {
        self.heaps.push(n);
        self.bits.set(n);
    }

    #[inline]
    pub(super) fn has(&self, n: usize) -> bool {
        self.bits.has(n)
    }

    pub(super) fn last(&self) -> usize {
        self.heaps.last().copied().unwrap_or(0)
    }
}

/// A set of heaps as bits.
#[derive(Debug, Clone, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn set(&mut self, n: usize) {
        if self.0.len() <= n / 64 {
            self.0.resize(n / 64 + 1, 0);
        }
        self.0[n / 64] |= 1 << (n % 64);
    }

    #[inline]
    pub(super) fn has(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|w| w >> (n % 64) & 1 == 1)
    }

    /// The 64 bits from `n` on.
    pub(super) fn word(&self, n: usize) -> u64 {
        let at = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let shift = n % 64;
        if shift == 0 { at(n / 64) } else { at(n / 64) >> shift | at(n / 64 + 1) << (64 - shift) }
    }
}
