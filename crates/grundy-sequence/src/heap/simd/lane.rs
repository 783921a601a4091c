//! How a code or value is stored: one byte or two.

use super::{Path, find_u8, find_u16};

/// A stored number.
pub(in crate::heap) trait Lane: Copy + Ord + Default + Send + Sync + std::fmt::Debug {
    /// Numbers are below this.
    const LIMIT: usize;

    fn of(n: usize) -> Self;
    fn get(self) -> usize;
    /// As often as it fits into 32 bits.
    fn repeated(self) -> u32;
    /// See [`find_u8`].
    fn find(path: Path, x: &[Self], y: &[Self], code: Self) -> Option<usize>;
    /// The same slice, if these are bytes.
    fn bytes(all: &[Self]) -> Option<&[u8]>;
}

impl Lane for u8 {
    const LIMIT: usize = 1 << 8;

    #[inline]
    fn of(n: usize) -> Self {
        n as u8
    }

    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }

    fn repeated(self) -> u32 {
        u32::from(self) * 0x0101_0101
    }

    fn find(path: Path, x: &[Self], y: &[Self], code: Self) -> Option<usize> {
        find_u8(path, x, y, code)
    }

    fn bytes(all: &[Self]) -> Option<&[u8]> {
        Some(all)
    }
}

impl Lane for u16 {
    const LIMIT: usize = 1 << 16;

    #[inline]
    fn of(n: usize) -> Self {
        n as u16
    }

    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }

    fn repeated(self) -> u32 {
        u32::from(self) * 0x0001_0001
    }

    fn find(path: Path, x: &[Self], y: &[Self], code: Self) -> Option<usize> {
        find_u16(path, x, y, code)
    }

    fn bytes(_: &[Self]) -> Option<&[u8]> {
        None
    }
}
