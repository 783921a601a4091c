//! Counting and listing the numbers of a range that fall into given residue classes.
//!
//! The numbers ≡ 1 or 4 mod 6 from 3 to 10^18: how many, and the first ten? Cost: linear in the classes and in what
//! is listed, whatever the range.

use grundy_core::number::{Nat, gcd};

/// The numbers of `low..=high` whose remainder by `modulus` is among `classes` (distinct): how many, and the first
/// `limit`, ascending.
pub(crate) fn in_range(low: &Nat, high: &Nat, modulus: u64, classes: &[u64], limit: usize) -> (Nat, Vec<Nat>) {
    if low > high {
        return (Nat::ZERO, Vec::new());
    }
    let start = low % modulus;
    let mut offsets: Vec<u64> =
        classes.iter().map(|&c| if c >= start { c - start } else { modulus - start + c }).collect();
    offsets.sort_unstable();
    let width = high - low;
    let (rounds, rest) = (&width / modulus, &width % modulus);
    let last = offsets.partition_point(|&o| o <= rest);
    let count = rounds * Nat::from(offsets.len()) + Nat::from(last);
    let mut first = Vec::new();
    let mut base = low.clone();
    'rounds: while !offsets.is_empty() && base <= *high {
        for &o in &offsets {
            let x = &base + Nat::from(o);
            if first.len() >= limit || x > *high {
                break 'rounds;
            }
            first.push(x);
        }
        base += Nat::from(modulus);
    }
    (count, first)
}

/// The classes of x with x mod `p` in `ys` and x mod `d` in `zs`, and their modulus lcm(p, d).
///
/// `None` if the modulus is beyond 2^62 or there are more than `most` classes.
pub(crate) fn meet(p: u64, ys: &[u64], d: u64, zs: &[u64], most: usize) -> Option<(u64, Vec<u64>)> {
    let g = gcd(p, d);
    let modulus = u64::try_from(u128::from(p / g) * u128::from(d)).ok().filter(|&m| m < 1 << 62)?;
    let step = d / g;
    let inverse = inverse(p / g % step.max(1), step);
    let mut by_rest: Vec<(u64, u64)> = zs.iter().map(|&z| (z % g, z)).collect();
    by_rest.sort_unstable();
    let mut classes = Vec::new();
    for &y in ys {
        let from = by_rest.partition_point(|&(rest, _)| rest < y % g);
        for &(_, z) in by_rest[from..].iter().take_while(|&&(rest, _)| rest == y % g) {
            // x = y + p·t with t ≡ (z − y)/g · (p/g)⁻¹ mod d/g
            let difference = (i128::from(z) - i128::from(y)) / i128::from(g);
            let t = difference.rem_euclid(i128::from(step)) as u128 * u128::from(inverse) % u128::from(step);
            classes.push((u128::from(y) + u128::from(p) * t) as u64);
            if classes.len() > most {
                return None;
            }
        }
    }
    Some((modulus, classes))
}

/// The inverse of `a` modulo `m`, which have no common divisor.
fn inverse(a: u64, m: u64) -> u64 {
    let (mut r, mut next_r) = (i128::from(m), i128::from(a));
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    t.rem_euclid(i128::from(m)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_meet_and_are_counted_as_by_trying_all() {
        for (p, d) in [(1u64, 1u64), (4, 6), (5, 7), (6, 3), (12, 18), (1, 9)] {
            let ys: Vec<u64> = (0..p).filter(|y| y * 7 % 3 != 1).collect();
            let zs: Vec<u64> = (0..d).filter(|z| z * 5 % 4 != 2).collect();
            let (modulus, classes) = meet(p, &ys, d, &zs, 1000).unwrap();
            let fits = |x: u64| ys.contains(&(x % p)) && zs.contains(&(x % d));
            for (low, high) in [(0u64, 200u64), (13, 57), (9, 8), (5, 5)] {
                let all: Vec<Nat> = (low..=high).filter(|&x| fits(x)).map(Nat::from).collect();
                let (count, first) = in_range(&Nat::from(low), &Nat::from(high), modulus, &classes, 7);
                assert_eq!(count, Nat::from(all.len()));
                assert_eq!(first, all[..all.len().min(7)]);
            }
        }
    }
}
