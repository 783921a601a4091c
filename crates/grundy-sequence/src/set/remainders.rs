//! Which remainders the members of a set leave.
//!
//! ```text
//! primes by 4:   2 (of 2 alone), 1, 3       powers(3) by 5:   1, 3, 4, 2       squares by 3:   0, 1
//! ```
//!
//! More may be said, none is left out: a prime is coprime to the modulus or divides it, powers and Fibonacci numbers are
//! walked until they come back, and of a stretch without end that repeats by m the remainders by gcd(m, modulus) count.
//!
//! Cost: a few steps a remainder.

use grundy_core::number::{Nat, gcd};
use grundy_core::prime::prime_divisors;

use super::{Formula, IntSet, Named, Piece, Pieces};

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
            self.formula.mark(&mut left, &|_| false);
        }
        left
    }
}

/// The members of a set, apart from those that are left out, mark their remainders.
type LeftOut<'a> = &'a dyn Fn(&Nat) -> bool;

impl Formula {
    fn mark(&self, left: &mut [bool], out: LeftOut<'_>) {
        match self {
            Formula::Pieces(pieces) => pieces.0.iter().for_each(|piece| mark_piece(piece, left, out)),
            Formula::Named(named) => named.mark(left, out),
            Formula::Union(all) => all.iter().for_each(|formula| formula.mark(left, out)),
            Formula::Minus(base, except) => base.mark(left, &|n| except.contains(n) || out(n)),
        }
    }
}

fn mark_piece(piece: &Piece, left: &mut [bool], out: LeftOut<'_>) {
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
    fn mark(&self, left: &mut [bool], out: LeftOut<'_>) {
        let modulus = left.len() as u64;
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
        match self {
            Named::Powers(base) => {
                let base = base % modulus;
                let mut walked = vec![false; left.len()];
                let mut power = 1 % modulus;
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
            Named::Progression { from, to, step } => {
                let alone = to.as_ref().is_some_and(|to| *to < from + step);
                let divisor = if alone { modulus } else { gcd(step % modulus, modulus) };
                mark_class(from % modulus, divisor, left);
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
