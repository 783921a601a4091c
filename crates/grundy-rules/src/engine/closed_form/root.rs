//! Take at most ⌊√n⌋ of a heap of n: values and heaps of a given value in closed form.
//!
//! With m = ⌊√n⌋, r = (n − 1) mod (m + 1) and x = m − ⌊r/2⌋ the value is x if r is even, else ⌊x′/2⌋ where x′ is the odd part of
//! x; proved in [`super::at_most_slow`]. Cost: a root, and to look for a heap a few operations for each binary digit of it.

use dashu_int::ops::{BitTest, SquareRoot};
use grundy_core::Nat;

/// The value of n.
pub(super) fn value(n: &Nat) -> Nat {
    if n.is_zero() {
        return Nat::ZERO;
    }
    let m = n.sqrt();
    let r = (n - Nat::ONE) % (&m + Nat::ONE);
    let x = m - (&r >> 1usize);
    if r.bit(0) { odd_part(x) >> 1usize } else { x }
}

fn odd_part(x: Nat) -> Nat {
    let twos = x.trailing_zeros().unwrap_or(0);
    x >> twos
}

/// The heap of this value in `least..end`, where the options of `end` are: there is at most one.
pub(super) fn heap_between(least: &Nat, end: &Nat, target: &Nat) -> Option<Nat> {
    let m = end.sqrt();
    let before = (!m.is_zero()).then(|| &m - Nat::ONE);
    [Some(m), before].into_iter().flatten().flat_map(|m| with_root(&m, target)).find(|n| least <= n && n < end)
}

/// All heaps of this value whose root is m.
fn with_root(m: &Nat, target: &Nat) -> Vec<Nat> {
    let mut remainders = Vec::new();
    if target <= m {
        remainders.push((m - target) << 1usize);
    }
    let mut x = (target << 1usize) + Nat::ONE;
    while x <= *m {
        remainders.push(((m - &x) << 1usize) + Nat::ONE);
        x <<= 1usize;
    }
    let (square, step) = (m * m, m + Nat::ONE);
    let mut heaps = Vec::new();
    for r in remainders.into_iter().filter(|r| r <= m) {
        heaps.push(&square + &r);
        if r < *m {
            heaps.push(&square + r + &step);
        }
    }
    heaps
}
