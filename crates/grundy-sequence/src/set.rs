//! Sets of positive numbers that one may take.
//!
//! `take[1..3]`, `take[odds]`, `take[1.. except 2..4]`, `take[fibs]`: an [`IntSet`] says which numbers of tokens may
//! be taken from a heap. Whatever is built of numbers, ranges, steps, `odds` and `evens` is brought to [`Pieces`],
//! stretches that repeat, so `1..10^9` is one piece and never a list; two such sets are equal exactly if they have
//! the same members. Powers, squares, Fibonacci numbers and primes, and mixtures with them, stay a formula with a
//! membership test and lazy ascending members.
//!
//! ```
//! use grundy_sequence::set::{IntSet, Named};
//!
//! let squares = IntSet::from(Named::Squares).except(IntSet::from_iter([4]));
//! let set = IntSet::union([squares, IntSet::from_iter([3])]);
//! assert_eq!(set.members_up_to(30).collect::<Vec<_>>(), [1, 3, 9, 16, 25]);
//! assert_eq!(IntSet::all().except(IntSet::from_iter([2, 3])).to_string(), "1,4..");
//! ```

mod display;
mod named;
mod pieces;
mod remainders;

pub use named::Named;
pub use pieces::{Combine, Piece, Pieces};
pub use remainders::WholeClasses;

use grundy_core::number::{Nat, to_u64};

/// A constant set of positive integers, finite or infinite.
#[derive(Debug, Clone)]
pub struct IntSet {
    formula: Formula,
}

/// What a set is made of.
#[derive(Debug, Clone, PartialEq)]
enum Formula {
    Pieces(Pieces),
    Named(Named),
    Union(Vec<Formula>),
    Minus(Box<Formula>, Box<Formula>),
}

/// A set that repeats from some number on: `1.. except 2..4` has start 5, period 1 and 1 below the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventuallyPeriodic {
    /// The members below `start`.
    pub below: Pieces,
    /// The least number, at least 1, from which on membership depends on the remainder alone.
    pub start: Nat,
    /// The smallest modulus of that.
    pub period: u64,
    /// Remainders of the members from `start` on, sorted.
    pub residues: Vec<u64>,
}

/// A finite set that differs from an infinite one is listed up to so many members.
const LIST_LIMIT: usize = 1 << 16;

impl Eq for IntSet {}

impl PartialEq for IntSet {
    /// The same members, for sets made of numbers and ranges; the same formula, for others.
    fn eq(&self, other: &IntSet) -> bool {
        match (self.pieces(), other.pieces()) {
            (Some(a), Some(b)) => a == b || a.combine(b, Combine::Symmetric).is_ok_and(|d| d.is_empty()),
            (None, None) => self.formula == other.formula,
            _ => false,
        }
    }
}

impl From<Pieces> for IntSet {
    fn from(pieces: Pieces) -> Self {
        IntSet { formula: Formula::Pieces(pieces) }
    }
}

impl From<Named> for IntSet {
    fn from(named: Named) -> Self {
        IntSet { formula: Formula::Named(named) }
    }
}

impl From<Nat> for IntSet {
    /// The set of this number alone; empty for 0.
    fn from(n: Nat) -> Self {
        Pieces(if n.is_zero() { Vec::new() } else { vec![Piece::single(n)] }).into()
    }
}

impl Default for IntSet {
    /// The empty set.
    fn default() -> Self {
        Pieces::default().into()
    }
}

impl FromIterator<u64> for IntSet {
    /// The set of these numbers; zeros are left out.
    fn from_iter<T: IntoIterator<Item = u64>>(numbers: T) -> Self {
        let mut numbers: Vec<u64> = numbers.into_iter().filter(|&n| n > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut pieces = Pieces::default();
        for n in numbers {
            pieces.push(Piece::single(Nat::from(n)));
        }
        pieces.into()
    }
}

impl IntSet {
    /// All positive integers.
    #[must_use]
    pub fn all() -> IntSet {
        Pieces(Piece::clipped(&Nat::ONE, None, 1, &[0]).into_iter().collect()).into()
    }

    /// The numbers `from`, `from + step`, … up to `to`, or without end; 0 is left out, and a step of 0 stands for 1.
    #[must_use]
    pub fn progression(from: &Nat, to: Option<&Nat>, step: &Nat) -> IntSet {
        let one = Nat::ONE;
        let step = step.max(&one);
        let from = if from.is_zero() { step } else { from };
        if to.is_some_and(|to| from > to) {
            return IntSet::default();
        }
        match to_u64(step) {
            Some(modulus) => Pieces(Piece::clipped(from, to, modulus, &[from % modulus]).into_iter().collect()).into(),
            None => Named::Progression { from: from.clone(), to: to.cloned(), step: step.clone() }.into(),
        }
    }

    /// 1, b, b², …; of a base below 2 the number 1 alone.
    #[must_use]
    pub fn powers(base: Nat) -> IntSet {
        if base <= Nat::ONE { IntSet::from_iter([1]) } else { Named::Powers(base).into() }
    }

    /// The divisors of a number, itself included; none of 0.
    #[must_use]
    pub fn divisors(n: Nat) -> IntSet {
        if n.is_zero() {
            return IntSet::default();
        }
        match named::divisors(&n) {
            Some(list) => IntSet { formula: listed(list) },
            None => Named::Divisors(n).into(),
        }
    }

    /// The members of any of these sets.
    #[must_use]
    pub fn union(sets: impl IntoIterator<Item = IntSet>) -> IntSet {
        IntSet { formula: Formula::union(sets.into_iter().map(|set| set.formula).collect()) }
    }

    /// The members that are not in the other set.
    #[must_use]
    pub fn except(self, other: IntSet) -> IntSet {
        IntSet { formula: Formula::minus(self.formula, other.formula) }
    }

    /// The stretches, unless named sets without a period are involved or the common period is too large.
    #[must_use]
    pub fn pieces(&self) -> Option<&Pieces> {
        match &self.formula {
            Formula::Pieces(pieces) => Some(pieces),
            _ => None,
        }
    }

    /// m, where the set is 1..m.
    #[must_use]
    pub fn initial_interval(&self) -> Option<Nat> {
        let [piece] = self.pieces()?.0.as_slice() else { return None };
        piece.to.clone().filter(|_| piece.is_interval() && piece.from == Nat::ONE)
    }

    /// The base, if the set is that of all powers of a number.
    #[must_use]
    pub fn powers_base(&self) -> Option<Nat> {
        match &self.formula {
            Formula::Named(Named::Powers(base)) => Some(base.clone()),
            _ => None,
        }
    }

    /// Is `n` a member?
    #[must_use]
    pub fn contains(&self, n: &Nat) -> bool {
        self.formula.contains(n)
    }

    /// The members that are at most `bound`, ascending and lazily.
    #[must_use]
    pub fn members_up_to(&self, bound: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        self.formula.members_up_to(bound)
    }

    /// Is it seen to be finite? Exact for sets of numbers and ranges; of mixtures with named sets, those that are
    /// bounded piece by piece.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.formula.bound().is_some()
    }

    /// The greatest member, of a finite set of numbers and ranges; `None` for the empty set.
    #[must_use]
    pub fn max(&self) -> Option<Nat> {
        self.pieces()?.0.last()?.to.clone()
    }

    /// The least member.
    #[must_use]
    pub fn min(&self) -> Option<Nat> {
        match &self.formula {
            Formula::Pieces(pieces) => pieces.0.first().map(|p| p.from.clone()),
            // a mixture may hold nothing at all, so the search must end
            other => other.members_up_to(1 << 20).next().map(Nat::from),
        }
    }

    /// Is it seen to have no member? Exact for sets of numbers and ranges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces().is_some_and(Pieces::is_empty)
    }

    /// All members, if the set is finite and has at most `limit`, all below 2^64.
    #[must_use]
    pub fn small_list(&self, limit: u64) -> Option<Vec<u64>> {
        self.pieces()?.small_list(limit)
    }

    /// The normal form of an infinite set of numbers and ranges.
    #[must_use]
    pub fn eventually_periodic(&self) -> Option<EventuallyPeriodic> {
        let pieces = self.pieces()?;
        let tail = pieces.infinite()?;
        let pattern = Pieces(vec![Piece::clipped(&Nat::ONE, None, tail.modulus, &tail.residues)?]);
        let differs = pieces.combine(&pattern, Combine::Symmetric).ok()?;
        let start = match differs.0.last() {
            None => Nat::ONE,
            Some(p) => p.to.as_ref()? + Nat::ONE,
        };
        let from = Pieces(vec![Piece::clipped(&start, None, 1, &[0])?]);
        let below = pieces.combine(&from, Combine::Difference).ok()?;
        Some(EventuallyPeriodic { below, start, period: tail.modulus, residues: tail.residues.clone() })
    }
}

impl Formula {
    fn union(all: Vec<Formula>) -> Formula {
        let mut pieces = Vec::new();
        let mut others: Vec<Formula> = Vec::new();
        for f in all {
            match f {
                Formula::Pieces(p) => pieces.push(p),
                Formula::Union(inner) => others.extend(inner),
                other => others.push(other),
            }
        }
        // unions inside may bring pieces again
        others.retain_mut(|f| match f {
            Formula::Pieces(p) => {
                pieces.push(std::mem::take(p));
                false
            }
            _ => true,
        });
        let mut distinct: Vec<Formula> = Vec::new();
        for f in others {
            // repeats do no harm, so a monster of names is not compared pair by pair
            if distinct.len() > 256 || !distinct.contains(&f) {
                distinct.push(f);
            }
        }
        match Pieces::union_all(pieces.clone()) {
            Ok(p) if distinct.is_empty() => return Formula::Pieces(p),
            Ok(p) if p.is_empty() => {}
            Ok(p) => distinct.push(Formula::Pieces(p)),
            Err(_) => distinct.extend(pieces.into_iter().map(Formula::Pieces)),
        }
        match (distinct.len(), distinct.pop()) {
            (1, Some(only)) => only,
            (_, Some(last)) => {
                distinct.push(last);
                Formula::Union(distinct)
            }
            (_, None) => Formula::Pieces(Pieces::default()),
        }
    }

    fn minus(base: Formula, except: Formula) -> Formula {
        let base = match base {
            // of `{primes,8,24} except primes` the numbers are left
            Formula::Union(mut all) if all.contains(&except) => {
                all.retain(|f| *f != except);
                Formula::union(all)
            }
            base => base,
        };
        if let (Formula::Pieces(a), Formula::Pieces(b)) = (&base, &except)
            && let Ok(p) = a.combine(b, Combine::Difference)
        {
            return Formula::Pieces(p);
        }
        let cofinite = match &except {
            Formula::Pieces(b) => b.infinite().filter(|p| p.modulus == 1).map(|p| p.from.clone()),
            _ => None,
        };
        let formula = Formula::Minus(Box::new(base), Box::new(except));
        // what is left of `primes except 100..`, or of `1..100 except primes`, is listed
        let bound = formula.bound().or(cofinite).and_then(|b| to_u64(&b)).filter(|&b| b <= 1 << 20);
        if let Some(bound) = bound {
            let members: Vec<u64> = formula.members_up_to(bound).take(LIST_LIMIT + 1).collect();
            if members.len() <= LIST_LIMIT {
                return listed(members.into_iter().map(Nat::from));
            }
        }
        formula
    }

    fn contains(&self, n: &Nat) -> bool {
        match self {
            Formula::Pieces(p) => p.contains(n),
            Formula::Named(named) => named.contains(n),
            Formula::Union(all) => all.iter().any(|f| f.contains(n)),
            Formula::Minus(base, except) => base.contains(n) && !except.contains(n),
        }
    }

    /// A number that no member exceeds.
    fn bound(&self) -> Option<Nat> {
        match self {
            Formula::Pieces(p) => match p.0.last() {
                None => Some(Nat::ZERO),
                Some(last) => last.to.clone(),
            },
            Formula::Named(named) => named.bound(),
            Formula::Union(all) => all.iter().map(Formula::bound).try_fold(Nat::ZERO, |most, b| b.map(|b| most.max(b))),
            Formula::Minus(base, _) => base.bound(),
        }
    }

    fn members_up_to(&self, bound: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Formula::Pieces(p) => {
                let limit = Nat::from(bound);
                Box::new(p.members().take_while(move |n| *n <= limit).filter_map(|n| to_u64(&n)))
            }
            Formula::Named(named) => named.members_up_to(bound),
            Formula::Union(all) => {
                let mut streams: Vec<_> = all.iter().map(|f| f.members_up_to(bound).peekable()).collect();
                Box::new(std::iter::from_fn(move || {
                    let next = streams.iter_mut().filter_map(|s| s.peek().copied()).min()?;
                    for s in &mut streams {
                        s.next_if_eq(&next);
                    }
                    Some(next)
                }))
            }
            Formula::Minus(base, except) => {
                // the other set may be far denser, so its members are not walked through
                Box::new(base.members_up_to(bound).filter(|&n| !except.contains(&Nat::from(n))))
            }
        }
    }
}

/// Sorted numbers as pieces.
fn listed(numbers: impl IntoIterator<Item = Nat>) -> Formula {
    let mut pieces = Pieces::default();
    for n in numbers {
        pieces.push(Piece::single(n));
    }
    Formula::Pieces(pieces)
}

#[cfg(test)]
mod tests;
