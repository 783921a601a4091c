//! Which remainders the members of a set leave.
//!
//! ```text
//! primes by 4:   2 (of 2 alone), 1, 3       powers(3) by 5:   1, 3, 4, 2       squares by 3:   0, 1
//! ```
//!
//! More may be said, none is left out: a prime is coprime to the modulus or divides it, powers and Fibonacci numbers are
//! walked until they come back, and of a stretch without end that repeats by m the remainders by gcd(m, modulus) count.
//!
//! The other way round, all large numbers of a class may be members: those of stretches without end, of which a set that is
//! left out may leave no remainder.
//!
//! ```text
//! all but primes by 6:   0, 2, 3, 4          all but squares by 4:   2, 3
//! ```
//!
//! Cost: a few steps a remainder.

use grundy_core::number::{Nat, gcd, to_u64};
use grundy_core::prime::prime_divisors;

use super::{Formula, IntSet, Named, Piece, Pieces};

/// So many numbers are looked at, whether a class is whole.
const MOST_NUMBERS: u64 = 1 << 16;

impl IntSet {
    /// For each number below the modulus: may a member leave it as its remainder? All `false` for a modulus of 0.
    ///
    /// ```
    /// use grundy_sequence::set::{IntSet, Named};
    /// let primes_and_one = IntSet::union([IntSet::from(Named::Primes), IntSet::from_iter([1])]);
    /// assert_eq!(primes_and_one.remainders(4), [false, true, true, true]);
    /// assert_eq!(primes_and_one.except(IntSet::from_iter([2])).remainders(4), [false, true, false, true]);
    /// ```
    #[must_use]
    pub fn remainders(&self, modulus: u64) -> Vec<bool> {
        let mut left = vec![false; usize::try_from(modulus).unwrap_or(0)];
        if !left.is_empty() {
            self.formula.mark(&mut left, &Nat::ZERO, &|_| false);
        }
        left
    }

    /// The classes of the modulus of which all numbers of `from` or more are members. Only those that are, perhaps not all.
    ///
    /// ```
    /// use grundy_sequence::set::{IntSet, Named};
    /// let no_prime = IntSet::all().except(IntSet::from(Named::Primes));
    /// assert_eq!(no_prime.whole_classes(6, 4).classes, [true, false, true, true, true, false]);
    /// ```
    #[must_use]
    pub fn whole_classes(&self, modulus: u64, from: u64) -> WholeClasses {
        let mut gaps = Vec::new();
        let classes = self.formula.whole_classes(modulus, &Nat::from(from), false, &mut gaps);
        WholeClasses { classes, missing: 0, within: u64::MAX }
    }

    /// The same, where powers, squares and Fibonacci numbers that are left out are told by how far apart they are.
    ///
    /// ```
    /// use grundy_sequence::set::{IntSet, Named};
    /// let no_square = IntSet::all().except(IntSet::from(Named::Squares)).nearly_whole_classes(4, 100);
    /// assert_eq!((no_square.classes, no_square.missing, no_square.within), (vec![true; 4], 1, 21));
    /// ```
    #[must_use]
    pub fn nearly_whole_classes(&self, modulus: u64, from: u64) -> WholeClasses {
        let mut gaps = Vec::new();
        let classes = self.formula.whole_classes(modulus, &Nat::from(from), true, &mut gaps);
        WholeClasses { classes, missing: gaps.len(), within: gaps.into_iter().min().unwrap_or(u64::MAX) }
    }
}

/// Classes of a modulus of which all large numbers are members of a set, but for a few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeClasses {
    /// For each number below the modulus.
    pub classes: Vec<bool>,
    /// So many large numbers of the classes are not, at most, among
    pub missing: usize,
    /// so many numbers that follow each other.
    pub within: u64,
}

/// The members of a set, apart from those that are left out, mark their remainders.
type LeftOut<'a> = &'a dyn Fn(&Nat) -> bool;

impl Formula {
    /// Marks what members of `from` or more leave.
    fn mark(&self, left: &mut [bool], from: &Nat, out: LeftOut<'_>) {
        match self {
            Formula::Pieces(pieces) => pieces.0.iter().for_each(|piece| mark_piece(piece, left, from, out)),
            Formula::Named(named) => named.mark(left, from, out),
            Formula::Union(all) => all.iter().for_each(|formula| formula.mark(left, from, out)),
            Formula::Minus(base, except) => base.mark(left, from, &|n| except.contains(n) || out(n)),
        }
    }

    fn whole_classes(&self, modulus: u64, from: &Nat, by_gaps: bool, gaps: &mut Vec<u64>) -> Vec<bool> {
        let none = || vec![false; usize::try_from(modulus).unwrap_or(0)];
        match self {
            Formula::Pieces(pieces) => match pieces.infinite() {
                Some(tail) if *from >= tail.from => {
                    let in_tail = |r: u64| tail.residues.binary_search(&(r % tail.modulus)).is_ok();
                    let rounds = tail.modulus / gcd(tail.modulus, modulus.max(1));
                    if modulus.saturating_mul(rounds) > MOST_NUMBERS {
                        return none();
                    }
                    (0..modulus).map(|class| (0..rounds).all(|k| in_tail(class + k * modulus))).collect()
                }
                _ => none(),
            },
            // no class belongs to powers, squares, Fibonacci numbers or primes alone
            Formula::Named(_) => none(),
            Formula::Union(all) => all.iter().fold(none(), |mut whole, formula| {
                let others = formula.whole_classes(modulus, from, by_gaps, gaps);
                whole.iter_mut().zip(others).for_each(|(whole, other)| *whole |= other);
                whole
            }),
            Formula::Minus(base, except) => {
                let whole = base.whole_classes(modulus, from, by_gaps, gaps);
                let mut left_out = none();
                if !left_out.is_empty() {
                    except.mark_or_gap(&mut left_out, from, by_gaps, gaps);
                }
                whole.into_iter().zip(left_out).map(|(whole, out)| whole && !out).collect()
            }
        }
    }

    /// Marks what members leave, but for sets whose members are far apart: of these the least distance is noted.
    fn mark_or_gap(&self, left: &mut [bool], from: &Nat, by_gaps: bool, gaps: &mut Vec<u64>) {
        match self {
            Formula::Union(all) => all.iter().for_each(|formula| formula.mark_or_gap(left, from, by_gaps, gaps)),
            Formula::Named(named) if by_gaps && let Some(gap) = named.gap(from) => gaps.push(gap),
            _ => self.mark(left, from, &|_| false),
        }
    }
}

fn mark_piece(piece: &Piece, left: &mut [bool], from: &Nat, out: LeftOut<'_>) {
    let out = |n: &Nat| n < from || out(n);
    if piece.to.as_ref().is_some_and(|to| to < from) {
        return;
    }
    let modulus = left.len() as u64;
    if piece.to.as_ref() == Some(&piece.from) {
        left[(&piece.from % modulus) as usize] |= !out(&piece.from);
        return;
    }
    // few numbers are looked at one by one
    if let Some(list) = Pieces(vec![piece.clone()]).small_list(modulus) {
        for n in list.into_iter().filter(|n| !out(&Nat::from(*n))) {
            left[(n % modulus) as usize] = true;
        }
        return;
    }
    for &residue in &piece.residues {
        mark_class(residue, gcd(piece.modulus, modulus), left);
    }
}

/// Marks what is `residue` modulo a divisor of the modulus.
fn mark_class(residue: u64, divisor: u64, left: &mut [bool]) {
    let step = usize::try_from(divisor).unwrap_or(usize::MAX).max(1);
    left.iter_mut().skip((residue % divisor.max(1)) as usize).step_by(step).for_each(|mark| *mark = true);
}

impl Named {
    /// Two members of `from` or more are so far apart, where the distances grow.
    fn gap(&self, from: &Nat) -> Option<u64> {
        let from = to_u64(from).filter(|from| *from > 0 && *from < 1 << 32)?;
        match self {
            // b^(k+1) − b^k ≥ b^k
            Named::Powers(_) => Some(from),
            // (k + 1)² − k² = 2k + 1
            Named::Squares => Some(2 * from.isqrt() + 1),
            // the one before, which is at least half as large
            Named::Fibonacci => Some(from / 2),
            Named::Primes | Named::Divisors(_) | Named::Progression { .. } => None,
        }
    }

    fn mark(&self, left: &mut [bool], from: &Nat, out: LeftOut<'_>) {
        let out = |n: &Nat| n < from || out(n);
        let modulus = left.len() as u64;
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
        match self {
            Named::Powers(base) => {
                let first =
                    std::iter::successors(Some(Nat::ONE), |power| Some(power * base)).find(|power| power >= from);
                let base = base % modulus;
                let mut walked = vec![false; left.len()];
                let mut power = first.map_or(1, |power| &power % modulus) % modulus;
                while !std::mem::replace(&mut walked[power as usize], true) {
                    left[power as usize] = true;
                    power = times(power, base);
                }
            }
            Named::Squares => (0..modulus).for_each(|k| left[times(k, k) as usize] = true),
            Named::Fibonacci => {
                // two remainders one after the other come back within 6 times the modulus
                let first = (1 % modulus, 2 % modulus);
                let (mut a, mut b) = first;
                loop {
                    left[a as usize] = true;
                    (a, b) = (b, (a + b) % modulus);
                    if (a, b) == first {
                        break;
                    }
                }
            }
            Named::Primes => {
                (0..modulus).filter(|&r| gcd(r, modulus) == 1).for_each(|r| left[r as usize] = true);
                for p in prime_divisors(modulus).into_iter().filter(|p| !out(&Nat::from(*p))) {
                    left[(p % modulus) as usize] = true;
                }
            }
            Named::Divisors(_) => left.fill(true),
            Named::Progression { from: first, to, step } => {
                let alone = to.as_ref().is_some_and(|to| *to < first + step);
                let divisor = if alone { modulus } else { gcd(step % modulus, modulus) };
                mark_class(first % modulus, divisor, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> Vec<IntSet> {
        let named = |named: Named| IntSet::from(named);
        let huge = Nat::from(10u8).pow(20) + Nat::from(3u8);
        let progression = |to| Named::Progression { from: Nat::from(7u8), to, step: huge.clone() };
        let list = |numbers: &[u64]| numbers.iter().copied().collect::<IntSet>();
        let mut sets = vec![
            named(Named::Squares),
            named(Named::Fibonacci),
            named(Named::Primes),
            named(progression(None)),
            named(progression(Some(Nat::from(9u8)))),
            named(Named::Primes).except(list(&[2, 3, 7])),
            IntSet::union([IntSet::powers(Nat::from(2u8)), IntSet::powers(Nat::from(3u8))]),
            IntSet::union([named(Named::Primes), list(&[1, 4, 100])]),
            IntSet::progression(&Nat::from(3u8), None, &Nat::from(10u8)).except(named(Named::Primes)),
            IntSet::progression(&Nat::from(5u8), Some(&Nat::from(90_000u32)), &Nat::from(6u8)),
            IntSet::all(),
            IntSet::default(),
        ];
        sets.extend((2..13u8).map(|base| IntSet::powers(Nat::from(base))));
        sets
    }

    #[test]
    fn no_remainder_of_a_member_is_left_out() {
        for set in sets() {
            assert!(set.remainders(0).is_empty());
            for modulus in 1..60 {
                let left = set.remainders(modulus);
                for member in set.members_up_to(100_000) {
                    assert!(left[(member % modulus) as usize], "{member} of {set} by {modulus}");
                }
            }
        }
    }

    #[test]
    fn the_large_numbers_of_a_whole_class_are_members() {
        let mut some = 0;
        for out in sets() {
            let odds = IntSet::progression(&Nat::ONE, None, &Nat::from(2u8));
            for base in [IntSet::all(), odds.clone(), IntSet::union([odds, IntSet::from(Named::Primes)])] {
                let set = base.except(out.clone());
                for (modulus, from) in (1..40).flat_map(|modulus| [(modulus, 3), (modulus, 50)]) {
                    for WholeClasses { classes, missing, within } in
                        [set.whole_classes(modulus, from), set.nearly_whole_classes(modulus, from)]
                    {
                        some += classes.iter().filter(|whole| **whole).count();
                        let numbers = (from..2000).filter(|n| classes[(n % modulus) as usize]);
                        let out: Vec<u64> = numbers.filter(|n| !set.contains(&Nat::from(*n))).collect();
                        let too_many = out.windows(missing + 1).find(|out| out[missing] - out[0] < within);
                        assert_eq!(too_many, None, "{set} by {modulus}");
                    }
                }
            }
        }
        assert!(some > 20_000, "{some}");
    }

    /// Each remainder that is named is that of a member, where members are many.
    #[test]
    fn no_remainder_is_named_in_vain() {
        for set in [Named::Squares, Named::Fibonacci, Named::Primes, Named::Powers(Nat::from(6u8))].map(IntSet::from) {
            for modulus in 1..40 {
                let mut seen = vec![false; modulus as usize];
                for member in set.members_up_to(u64::MAX).take(2000) {
                    seen[(member % modulus) as usize] = true;
                }
                // powers leave the range of numbers of 64 bits early
                let mut power = 1 % modulus;
                for _ in 0..modulus {
                    seen[power as usize] |= set.powers_base().is_some();
                    power = power * 6 % modulus;
                }
                assert_eq!(set.remainders(modulus), seen, "{set} by {modulus}");
            }
        }
        let wide = IntSet::from(Named::Progression { from: Nat::from(7u8), to: None, step: Nat::from(10u8).pow(30) });
        let left: Vec<usize> = (0..24).filter(|&r| wide.remainders(24)[r]).collect();
        assert_eq!(left, [7, 15, 23]);
    }
}
