//! Sets that repeat on stretches of the number line.
//!
//! `{1..3, 7, 10.. step 5}` is three pieces: all of 1..3, 7 alone, and from 10 on the numbers 0 mod 5. Unions and
//! differences of such sets are such sets again; the pieces of both are cut at each other's ends, and where two
//! overlap, their patterns are brought to the least common modulus.
//!
//! Cost of a union or difference: linear in the pieces, times the residues of overlapping patterns, of which at most
//! `PATTERN_LIMIT` are kept; beyond that the set is not worked out and stays a formula (see [`super::IntSet`]).

use std::fmt;

use grundy_core::number::{Nat, gcd, to_u64};

/// A pattern with more residues than this is not worked out.
pub(super) const PATTERN_LIMIT: u64 = 1 << 16;

/// The numbers from `from` to `to` whose remainders by `modulus` are among `residues`.
///
/// Both ends are members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The least member.
    pub from: Nat,
    /// The greatest member; `None`: it goes on for ever.
    pub to: Option<Nat>,
    /// At least 1.
    pub modulus: u64,
    /// Sorted, below `modulus`, not empty.
    pub residues: Vec<u64>,
}

impl Piece {
    /// One number.
    #[must_use]
    pub fn single(n: Nat) -> Self {
        Piece { to: Some(n.clone()), from: n, modulus: 1, residues: vec![0] }
    }

    /// The members of `from..=to` with these residues; `None` if there are none.
    #[must_use]
    pub fn clipped(from: &Nat, to: Option<&Nat>, modulus: u64, residues: &[u64]) -> Option<Self> {
        let first = at_least(from, modulus, residues)?;
        let last = match to {
            None => None,
            Some(to) => {
                if first > *to {
                    return None;
                }
                Some(at_most(to, modulus, residues)?)
            }
        };
        if last.as_ref() == Some(&first) {
            return Some(Piece::single(first));
        }
        Some(Piece { from: first, to: last, modulus, residues: residues.to_vec() })
    }

    /// Is it every number from the least to the greatest?
    #[must_use]
    pub fn is_interval(&self) -> bool {
        self.modulus == 1
    }

    /// The same as [`Pieces::widest_gap`], of one piece.
    fn widest_gap(&self) -> Nat {
        let (Some(first), Some(last)) = (self.residues.first(), self.residues.last()) else { return Nat::ZERO };
        if self.to.as_ref() == Some(&self.from) {
            return Nat::ZERO;
        }
        let around = self.modulus - last + first;
        self.residues.windows(2).map(|pair| pair[1] - pair[0]).fold(around, u64::max).into()
    }

    /// Is `n` one of them?
    #[must_use]
    pub fn contains(&self, n: &Nat) -> bool {
        *n >= self.from
            && self.to.as_ref().is_none_or(|to| n <= to)
            && self.residues.binary_search(&(n % self.modulus)).is_ok()
    }

    /// The number of members that are at most `bound`.
    #[must_use]
    pub fn count_up_to(&self, bound: &Nat) -> Nat {
        let to = match &self.to {
            Some(to) if to < bound => to,
            _ => bound,
        };
        if *to < self.from {
            return Nat::ZERO;
        }
        // members ≤ x of the whole pattern: full rounds and the residues of the last one
        let below = |x: &Nat| -> Nat {
            let rest = x % self.modulus;
            let full = x / self.modulus;
            full * Nat::from(self.residues.len()) + Nat::from(self.residues.partition_point(|&r| r <= rest))
        };
        let before = &self.from - Nat::ONE;
        below(to) - below(&before)
    }
}

/// The least number ≥ `n` with one of the residues.
fn at_least(n: &Nat, modulus: u64, residues: &[u64]) -> Option<Nat> {
    let rest = n % modulus;
    let at = residues.partition_point(|&r| r < rest);
    match residues.get(at) {
        Some(r) => Some(n + Nat::from(r - rest)),
        None => residues.first().map(|r| n + Nat::from(modulus - rest) + Nat::from(*r)),
    }
}

/// The greatest number ≤ `n` with one of the residues.
fn at_most(n: &Nat, modulus: u64, residues: &[u64]) -> Option<Nat> {
    let rest = n % modulus;
    let at = residues.partition_point(|&r| r <= rest);
    let back = match at.checked_sub(1) {
        Some(i) => rest - residues[i],
        None => rest + (modulus - residues.last()?),
    };
    let back = Nat::from(back);
    (*n >= back).then(|| n - back)
}

/// A set as pieces: sorted, one ends before the next begins, only the last may be infinite.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pieces(pub Vec<Piece>);

/// The pattern would have too many residues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooComplex;

impl fmt::Display for TooComplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the set repeats with too many residues")
    }
}

impl std::error::Error for TooComplex {}

/// What is kept of two sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// What is in either.
    Union,
    /// What is in the first alone.
    Difference,
    /// What is in exactly one.
    Symmetric,
}

impl Combine {
    fn keeps(self, a: bool, b: bool) -> bool {
        match self {
            Combine::Union => a || b,
            Combine::Difference => a && !b,
            Combine::Symmetric => a != b,
        }
    }
}

impl Pieces {
    /// Is there no member?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The piece that goes on for ever.
    #[must_use]
    pub fn infinite(&self) -> Option<&Piece> {
        self.0.last().filter(|p| p.to.is_none())
    }

    /// Is `n` a member? Logarithmic in the number of pieces.
    #[must_use]
    pub fn contains(&self, n: &Nat) -> bool {
        let at = self.0.partition_point(|p| p.from <= *n);
        at.checked_sub(1).is_some_and(|i| self.0[i].contains(n))
    }

    /// The number of members that are at most `bound`.
    #[must_use]
    pub fn count_up_to(&self, bound: &Nat) -> Nat {
        self.0.iter().take_while(|p| p.from <= *bound).map(|p| p.count_up_to(bound)).fold(Nat::ZERO, |a, b| a + b)
    }

    /// A number that no two neighbouring members lie farther apart than; 0 where there are not two.
    #[must_use]
    pub fn widest_gap(&self) -> Nat {
        let inside = self.0.iter().map(Piece::widest_gap);
        let between = self.0.windows(2).filter_map(|pair| Some(&pair[1].from - pair[0].to.as_ref()?));
        inside.chain(between).max().unwrap_or_default()
    }

    /// Union, difference or symmetric difference.
    ///
    /// # Errors
    /// If a pattern would have more than `PATTERN_LIMIT` residues and its stretch more members than that.
    pub fn combine(&self, other: &Pieces, how: Combine) -> Result<Pieces, TooComplex> {
        let mut cuts: Vec<Nat> = Vec::with_capacity(2 * (self.0.len() + other.0.len()));
        for p in self.0.iter().chain(&other.0) {
            cuts.push(p.from.clone());
            if let Some(to) = &p.to {
                cuts.push(to + Nat::ONE);
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut result = Pieces::default();
        let (mut a, mut b) = (0, 0);
        for (i, from) in cuts.iter().enumerate() {
            let to = cuts.get(i + 1).map(|next| next - Nat::ONE);
            let active = |pieces: &[Piece], at: &mut usize| {
                while pieces.get(*at).is_some_and(|p| p.to.as_ref().is_some_and(|to| to < from)) {
                    *at += 1;
                }
                pieces.get(*at).is_some_and(|p| p.from <= *from)
            };
            let (in_a, in_b) = (active(&self.0, &mut a), active(&other.0, &mut b));
            match (in_a, in_b) {
                (false, false) => {}
                (true, false) => {
                    if how.keeps(true, false) {
                        result.push_clip(from, to.as_ref(), self.0[a].modulus, &self.0[a].residues);
                    }
                }
                (false, true) => {
                    if how.keeps(false, true) {
                        result.push_clip(from, to.as_ref(), other.0[b].modulus, &other.0[b].residues);
                    }
                }
                (true, true) => result.push_both(from, to.as_ref(), &self.0[a], &other.0[b], how)?,
            }
        }
        Ok(result)
    }

    fn push_both(
        &mut self,
        from: &Nat,
        to: Option<&Nat>,
        a: &Piece,
        b: &Piece,
        how: Combine,
    ) -> Result<(), TooComplex> {
        match (how, a.modulus == 1, b.modulus == 1) {
            (Combine::Union, true, _) | (Combine::Union, _, true) => {
                self.push_clip(from, to, 1, &[0]);
                return Ok(());
            }
            (Combine::Difference, _, true) => return Ok(()),
            _ => {}
        }
        let width = |p: &Piece| p.residues.len() as u128;
        let lcm = u128::from(a.modulus / gcd(a.modulus, b.modulus)) * u128::from(b.modulus);
        let lifted = lcm / u128::from(a.modulus) * width(a) + lcm / u128::from(b.modulus) * width(b);
        if lifted <= u128::from(PATTERN_LIMIT) && lcm <= u128::from(u64::MAX / 2) {
            let lcm = lcm as u64;
            let lift = |p: &Piece| {
                let (m, residues) = (p.modulus, p.residues.clone());
                (0..lcm / m).flat_map(move |i| residues.clone().into_iter().map(move |r| r + i * m)).collect::<Vec<_>>()
            };
            let mut all = lift(a);
            all.extend(lift(b));
            all.sort_unstable();
            all.dedup();
            let has = |p: &Piece, r: u64| p.residues.binary_search(&(r % p.modulus)).is_ok();
            all.retain(|&r| how.keeps(has(a, r), has(b, r)));
            if !all.is_empty() {
                let (modulus, residues) = least_modulus(lcm, all);
                self.push_clip(from, to, modulus, &residues);
            }
            return Ok(());
        }
        let to = to.ok_or(TooComplex)?;
        let part = |p: &Piece| Piece::clipped(from, Some(to), p.modulus, &p.residues);
        let (a, b) = (part(a), part(b));
        let mut members = Vec::new();
        for p in a.iter().chain(&b) {
            if p.count_up_to(to) > Nat::from(PATTERN_LIMIT) {
                return Err(TooComplex);
            }
            members.extend(Pieces(vec![p.clone()]).members());
        }
        members.sort_unstable();
        members.dedup();
        for n in members {
            let has = |p: &Option<Piece>| p.as_ref().is_some_and(|p| p.contains(&n));
            if how.keeps(has(&a), has(&b)) {
                self.push(Piece::single(n));
            }
        }
        Ok(())
    }

    /// All members, ascending. Endless for an infinite set.
    pub fn members(&self) -> impl Iterator<Item = Nat> + '_ {
        self.0.iter().flat_map(|p| {
            let base = &p.from - Nat::from(&p.from % p.modulus);
            let rounds = (0u64..).flat_map(move |i| {
                let base = &base + Nat::from(i) * Nat::from(p.modulus);
                p.residues.iter().map(move |&r| &base + Nat::from(r))
            });
            rounds.skip_while(|n| *n < p.from).take_while(|n| p.to.as_ref().is_none_or(|to| n <= to))
        })
    }

    fn push_clip(&mut self, from: &Nat, to: Option<&Nat>, modulus: u64, residues: &[u64]) {
        if let Some(p) = Piece::clipped(from, to, modulus, residues) {
            self.push(p);
        }
    }

    /// Adds a piece behind all others, glued to the last one where both continue one pattern.
    pub fn push(&mut self, piece: Piece) {
        if let Some(last) = self.0.last_mut()
            && let Some(end) = &last.to
        {
            let next = end + Nat::ONE;
            let continues = |m: u64, r: &[u64]| at_least(&next, m, r).as_ref() == Some(&piece.from);
            let same = last.modulus == piece.modulus && last.residues == piece.residues;
            if same && continues(piece.modulus, &piece.residues) {
                last.to = piece.to;
                return;
            }
            // a single number before or behind a pattern that it continues
            let one = |p: &Piece| p.to.as_ref() == Some(&p.from);
            if one(last)
                && piece.residues.contains(&(&last.from % piece.modulus))
                && continues(piece.modulus, &piece.residues)
            {
                let from = last.from.clone();
                *last = Piece { from, ..piece };
                return;
            }
            if one(&piece) && continues(last.modulus, &last.residues) {
                last.to = piece.to;
                return;
            }
        }
        self.0.push(piece);
    }

    /// The union of many sets, halving, so that `n` single numbers cost about n·log n.
    ///
    /// # Errors
    /// As [`Pieces::combine`].
    pub fn union_all(mut sets: Vec<Pieces>) -> Result<Pieces, TooComplex> {
        while sets.len() > 1 {
            let mut halved = Vec::with_capacity(sets.len().div_ceil(2));
            let mut pairs = sets.into_iter();
            while let Some(a) = pairs.next() {
                halved.push(match pairs.next() {
                    Some(b) => a.combine(&b, Combine::Union)?,
                    None => a,
                });
            }
            sets = halved;
        }
        Ok(sets.pop().unwrap_or_default())
    }

    /// All members as `u64`, if there are at most `limit` and all fit.
    #[must_use]
    pub fn small_list(&self, limit: u64) -> Option<Vec<u64>> {
        let to = match self.0.last() {
            None => return Some(Vec::new()),
            Some(p) => p.to.as_ref()?,
        };
        to_u64(to)?;
        if self.count_up_to(to) > Nat::from(limit) {
            return None;
        }
        self.members().map(|n| to_u64(&n)).collect()
    }
}

/// The same pattern with the smallest modulus.
fn least_modulus(mut modulus: u64, mut residues: Vec<u64>) -> (u64, Vec<u64>) {
    if residues.len() as u64 == modulus {
        return (1, vec![0]);
    }
    // a shift that keeps the pattern keeps the number of residues, so only primes dividing both can go
    let mut prime = 2;
    while prime <= gcd(residues.len() as u64, modulus) {
        let smaller = modulus / prime;
        let common = gcd(residues.len() as u64, modulus);
        if common.is_multiple_of(prime)
            && residues.iter().all(|&r| residues.binary_search(&((r + smaller) % modulus)).is_ok())
        {
            residues.retain(|&r| r < smaller);
            modulus = smaller;
        } else {
            prime += 1;
        }
    }
    (modulus, residues)
}
