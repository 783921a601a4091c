//! Words of 64 and 128 bits, and what the search asks of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word of bits.
pub(crate) trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;
    fn low(self) -> usize;
    fn count(self) -> u32;
    fn but_first(self) -> Self;
    fn first(self) -> u32;
    fn length(self) -> u32;
    fn backwards(self) -> Self;
}

macro_rules! word {
    ($($type:ty),*) => {
        $(impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn low(self) -> usize {
                self as usize
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn but_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn length(self) -> u32 {
                <$type>::BITS - self.leading_zeros()
            }

            #[inline]
            fn backwards(self) -> Self {
                self.reverse_bits()
            }
        })*
    };
}

word!(u64, u128);
