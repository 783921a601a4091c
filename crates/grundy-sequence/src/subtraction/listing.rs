//! Which numbers may be taken to reach a given value: counted exactly, the first listed.
//!
//! From heap n the heap x is reached if n − x ∈ S. Below the preperiod the heaps are tried one by one; above, for
//! saltus 0, the heaps with the value wanted are residue classes mod p, those that may be reached are residue classes
//! mod d, and what is common are classes mod lcm(p, d), counted without listing. With a saltus, each class mod p
//! holds one heap with the value at most.

use dashu_int::ops::BitTest;
use grundy_core::period::Period;
use grundy_core::{Context, Nat, Stopped, number::to_u64};

use crate::listing::{Listed, Listing};
use crate::progressions::{in_range, meet};
use crate::set::{IntSet, Piece, Pieces};

/// More classes or members than this are not listed.
const MOST: usize = 1 << 22;
/// Where they cannot be counted, so many members are tried.
const NEAR: usize = 1 << 12;
/// Whether a number of so many bits is prime is decided.
const DECIDED_BITS: usize = 81;

/// Values below some heap, or of all heaps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    /// The values of the first heaps: of all below the one asked, or of preperiod and one period.
    pub(super) table: &'a [u32],
    /// The period, if the table does not reach.
    pub(super) period: Option<Period>,
}

impl Known<'_> {
    /// Does no heap have this value, by the period?
    fn never(&self, wanted: &Nat) -> bool {
        let Some(period) = self.period.filter(|period| period.saltus == 0) else { return false };
        let all = usize::try_from(period.preperiod + period.period).ok().and_then(|size| self.table.get(..size));
        all.is_some_and(|all| all.iter().all(|value| Nat::from(*value) != *wanted))
    }

    /// All heaps with this value, where the values grow.
    fn heaps_of(&self, wanted: &Nat) -> Option<Vec<Nat>> {
        let period = self.period.filter(|period| period.saltus > 0)?;
        let round = self.table.get(..usize::try_from(period.preperiod + period.period).ok()?)?;
        Some(period.indices_of(wanted, round.iter().map(|&value| Nat::from(value))))
    }

    fn is(&self, x: &Nat, wanted: &Nat) -> bool {
        let (small, more) = match &self.period {
            Some(p) => p.reduce(x),
            None => (to_u64(x).unwrap_or(u64::MAX), Nat::ZERO),
        };
        usize::try_from(small).ok().and_then(|i| self.table.get(i)).is_some_and(|&v| Nat::from(v) + more == *wanted)
    }
}

/// Parts of the listing, which come ascending and apart.
#[derive(Default)]
struct Collected {
    count: Nat,
    first: Vec<Nat>,
}

impl Collected {
    fn add(&mut self, (count, first): (Nat, Vec<Nat>), limit: usize) {
        self.count += count;
        self.first.extend(first.into_iter().take(limit - self.first.len().min(limit)));
    }

    fn listing(self) -> Listing {
        Listing { count: self.count, first: self.first.into_iter().map(|heap| vec![heap]).collect() }
    }
}

/// The heaps below `n` from which the piece leads here, as a range.
fn reached(piece: &Piece, n: &Nat) -> Option<(Nat, Nat)> {
    if piece.from > *n {
        return None;
    }
    let low = match &piece.to {
        Some(to) if to < n => n - to,
        _ => Nat::ZERO,
    };
    Some((low, n - &piece.from))
}

/// The remainders of the heaps that the piece reaches from `n`, sorted.
fn classes(piece: &Piece, n: &Nat) -> Vec<u64> {
    let rest = n % piece.modulus;
    let m = piece.modulus;
    let mut classes: Vec<u64> =
        piece.residues.iter().map(|&r| if rest >= r { rest - r } else { m - r + rest }).collect();
    classes.sort_unstable();
    classes
}

impl Pieces {
    /// The heaps from `low` to `high` that are left of `n` when a member is taken, the smallest first.
    #[must_use]
    pub fn left_of(&self, n: &Nat, low: &Nat, high: &Nat, limit: usize) -> Listing {
        let mut collected = Collected::default();
        for piece in self.0.iter().rev() {
            let Some((least, greatest)) = reached(piece, n) else { continue };
            let (low, high) = (low.max(&least), high.min(&greatest));
            let limit_here = limit - collected.first.len();
            collected.add(in_range(low, high, piece.modulus, &classes(piece, n), limit_here), limit);
        }
        collected.listing()
    }
}

/// All options, the smallest heap first; `None` where they cannot be counted.
pub(super) fn all(set: &IntSet, n: &Nat, limit: usize, cx: &Context) -> Result<Option<Listing>, Stopped> {
    if let Some(pieces) = set.pieces() {
        cx.tick(pieces.0.iter().map(|piece| piece.residues.len() as u64).sum())?;
        return Ok(Some(pieces.left_of(n, &Nat::ZERO, n, limit)));
    }
    let Some(taken) = listed_members(set, n, cx)? else { return Ok(None) };
    let first = taken.iter().rev().take(limit).map(|&k| n - Nat::from(k)).collect();
    let mut collected = Collected::default();
    collected.add((Nat::from(taken.len()), first), limit);
    Ok(Some(collected.listing()))
}

/// The members ≤ `n`, if they can be listed.
fn listed_members(set: &IntSet, n: &Nat, cx: &Context) -> Result<Option<Vec<u64>>, Stopped> {
    let Some(bound) = to_u64(n) else { return Ok(None) };
    let mut members = Vec::new();
    for k in set.members_up_to(bound) {
        cx.tick(1)?;
        members.push(k);
        if members.len() > MOST {
            return Ok(None);
        }
    }
    Ok(Some(members))
}

/// The options with the value wanted, the smallest heap first; where they cannot be counted, those that take the smallest of
/// [`NEAR`] members.
pub(super) fn with_value(
    set: &IntSet,
    known: Known<'_>,
    n: &Nat,
    wanted: &Nat,
    limit: usize,
    cx: &Context,
) -> Result<Listed, Stopped> {
    let mut collected = Collected::default();
    let Some(pieces) = set.pieces() else {
        // no heap has the value, or this one, which has no option of its own value
        if known.never(wanted) || known.period.is_some() && known.is(n, wanted) {
            return Ok(Listed::All(Listing::default()));
        }
        if n.bit_len() <= DECIDED_BITS
            && let Some(heaps) = known.heaps_of(wanted)
        {
            cx.tick(1 + heaps.len() as u64)?;
            let heaps: Vec<Nat> = heaps.into_iter().filter(|heap| heap < n && set.contains(&(n - heap))).collect();
            collected.add((Nat::from(heaps.len()), heaps.into_iter().take(limit).collect()), limit);
            return Ok(Listed::All(collected.listing()));
        }
        let Some(taken) = listed_members(set, n, cx)? else {
            cx.tick(NEAR as u64)?;
            let near = set.members_up_to(to_u64(n).unwrap_or(u64::MAX)).take(NEAR).map(|k| n - Nat::from(k));
            return Ok(Listed::Some(near.filter(|heap| known.is(heap, wanted)).take(limit.max(1)).collect()));
        };
        let heaps: Vec<Nat> = taken.iter().rev().map(|&k| n - Nat::from(k)).filter(|x| known.is(x, wanted)).collect();
        collected.add((Nat::from(heaps.len()), heaps.into_iter().take(limit).collect()), limit);
        return Ok(Listed::All(collected.listing()));
    };
    for piece in pieces.0.iter().rev() {
        let Some((low, high)) = reached(piece, n) else { continue };
        if piece.from == *n || low == high {
            // one heap
            cx.tick(1)?;
            let hit = piece.contains(&(n - &low)) && known.is(&low, wanted);
            if hit {
                collected.add((Nat::ONE, vec![low]), limit);
            }
            continue;
        }
        let classes = classes(piece, n);
        let may = |x: &Nat| classes.binary_search(&(x % piece.modulus)).is_ok();
        // heaps tried one by one: below the preperiod, or all of a short range
        let periodic_from = match &known.period {
            Some(_) if &high - &low < Nat::from(4096u32) => &high + Nat::ONE,
            Some(p) => Nat::from(p.preperiod),
            None => &high + Nat::ONE,
        };
        let mut x = low.clone();
        while x < periodic_from && x <= high {
            cx.tick(1)?;
            if known.is(&x, wanted) && may(&x) {
                collected.add((Nat::ONE, vec![x.clone()]), limit);
            }
            x += Nat::ONE;
        }
        let Some(p) = known.period else { continue };
        if x > high {
            continue;
        }
        let first = p.preperiod as usize;
        let Some(values) = known.table.get(first..first + p.period as usize) else {
            return Ok(Listed::Some(Vec::new()));
        };
        cx.tick(p.period)?;
        if p.saltus > 0 {
            let mut heaps = Vec::new();
            for (i, &v) in values.iter().enumerate() {
                if Nat::from(v) > *wanted {
                    continue;
                }
                let beyond = wanted - Nat::from(v);
                if &beyond % p.saltus != 0 {
                    continue;
                }
                let heap = Nat::from(p.preperiod + i as u64) + beyond / p.saltus * Nat::from(p.period);
                if heap >= x && heap <= high && may(&heap) {
                    heaps.push(heap);
                }
            }
            heaps.sort_unstable();
            collected.add((Nat::from(heaps.len()), heaps), limit);
        } else {
            let hits = values.iter().enumerate().filter(|(_, v)| Nat::from(**v) == *wanted);
            let ys: Vec<u64> = hits.map(|(i, _)| (p.preperiod + i as u64) % p.period).collect();
            let Some((modulus, both)) = meet(p.period, &ys, piece.modulus, &classes, MOST) else {
                return Ok(Listed::Some(Vec::new()));
            };
            cx.tick(both.len() as u64)?;
            let limit_here = limit - collected.first.len();
            collected.add(in_range(&x, &high, modulus, &both, limit_here), limit);
        }
    }
    Ok(Listed::All(collected.listing()))
}
