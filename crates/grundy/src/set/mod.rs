//! Sets of positive numbers that one may take.
//!
//! `take[1..3]`, `take[odds]`, `take[1.. except 2..4]`, `take[fibs]`: an [`IntSet`] says which numbers of tokens may
//! be taken from a heap. Whatever is built of numbers, ranges, steps, `odds` and `evens` is brought to [`Pieces`],
//! stretches that repeat, so `1..10^9` is one piece and never a list; two such sets are equal exactly if they have
//! the same members. Powers, squares, Fibonacci numbers and primes, and mixtures with them, stay a formula with a
//! membership test and lazy ascending members.

mod display;
mod named;
mod pieces;

pub use named::Named;
pub use pieces::{Combine, Piece, Pieces};

use crate::error::{Diagnostic, ErrorKind};
use crate::notation::ast::Operator;
use crate::number::{Int, Nat, to_u64};
use crate::rule::ir;

pub(crate) use pieces::gcd;

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
    /// Builds the set of a rule without variables.
    ///
    /// # Errors
    /// An [`ErrorKind::Input`] diagnostic for numbers below 1, steps below 1, bases below 2, or an expression that
    /// has no constant value.
    pub fn from_set(set: &ir::Set) -> Result<IntSet, Diagnostic> {
        Ok(IntSet { formula: Formula::from_set(set)? })
    }

    /// All positive integers.
    #[must_use]
    pub fn all() -> IntSet {
        Pieces(Piece::clipped(&Nat::ONE, None, 1, &[0]).into_iter().collect()).into()
    }

    /// The stretches, unless named sets without a period are involved or the common period is too large.
    #[must_use]
    pub fn pieces(&self) -> Option<&Pieces> {
        match &self.formula {
            Formula::Pieces(pieces) => Some(pieces),
            _ => None,
        }
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
    fn from_set(set: &ir::Set) -> Result<Formula, Diagnostic> {
        let items = set.items.iter().map(Formula::from_item).collect::<Result<Vec<_>, _>>()?;
        let base = Formula::union(items);
        if set.except.is_empty() {
            return Ok(base);
        }
        let except = set.except.iter().map(Formula::from_set).collect::<Result<Vec<_>, _>>()?;
        Ok(Formula::minus(base, Formula::union(except)))
    }

    fn from_item(item: &ir::Item) -> Result<Formula, Diagnostic> {
        let whole = |modulus: u64, residue: u64| {
            Formula::Pieces(Pieces(Piece::clipped(&Nat::ONE, None, modulus, &[residue]).into_iter().collect()))
        };
        Ok(match item {
            ir::Item::One(e) => Formula::Pieces(Pieces(vec![Piece::single(positive(e)?)])),
            ir::Item::Range { from, to, step } => range(from, to.as_ref(), step)?,
            ir::Item::Powers(b) => {
                let b = positive(b)?;
                if b == Nat::ONE {
                    return Ok(Formula::Pieces(Pieces(vec![Piece::single(b)])));
                }
                Formula::Named(Named::Powers(b))
            }
            ir::Item::Squares => Formula::Named(Named::Squares),
            ir::Item::Fibonacci => Formula::Named(Named::Fibonacci),
            ir::Item::Primes => Formula::Named(Named::Primes),
            ir::Item::Odds => whole(2, 1),
            ir::Item::Evens => whole(2, 0),
            ir::Item::Divisors(e) => {
                let n = constant(e)?;
                match Nat::try_from(n) {
                    Ok(n) if n.is_zero() => Formula::Pieces(Pieces::default()),
                    Ok(n) => match named::divisors(&n) {
                        Some(list) => listed(list),
                        None => Formula::Named(Named::Divisors(n)),
                    },
                    Err(_) => return Err(Diagnostic::input("a negative number has no divisors here")),
                }
            }
            ir::Item::Nested(set) => Formula::from_set(set)?,
        })
    }

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

fn range(from: &ir::Expr, to: Option<&ir::Expr>, step: &ir::Expr) -> Result<Formula, Diagnostic> {
    let step = constant(step)?;
    if step < Int::ONE {
        return Err(Diagnostic::input("a step must be at least 1"));
    }
    if let Some(to) = to
        && constant(from)? > constant(to)?
    {
        return Ok(Formula::Pieces(Pieces::default()));
    }
    let from = positive(from)?;
    let to = to.map(positive).transpose()?;
    let step = Nat::try_from(step).unwrap_or(Nat::ONE);
    let Some(modulus) = to_u64(&step) else {
        return Ok(Formula::Named(Named::Progression { from, to, step }));
    };
    let residue = &from % modulus;
    Ok(Formula::Pieces(Pieces(Piece::clipped(&from, to.as_ref(), modulus, &[residue]).into_iter().collect())))
}

fn positive(e: &ir::Expr) -> Result<Nat, Diagnostic> {
    match Nat::try_from(constant(e)?) {
        Ok(n) if !n.is_zero() => Ok(n),
        _ => Err(Diagnostic::input("take needs numbers of at least 1").suggest("leave the smaller numbers out")),
    }
}

/// The value of an expression without variables.
fn constant(e: &ir::Expr) -> Result<Int, Diagnostic> {
    let none = |why: &str| Diagnostic::new(ErrorKind::Input, why);
    Ok(match e {
        ir::Expr::Constant(n) => n.clone(),
        ir::Expr::Negative(e) => -constant(e)?,
        ir::Expr::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            let value = match op {
                Operator::Add => a + b,
                Operator::Subtract => a - b,
                Operator::Multiply => a * b,
                Operator::Divide | Operator::Remainder if b.is_zero() => return Err(none("a division by zero")),
                Operator::Divide | Operator::Remainder => {
                    // `%` is never negative, and `//` rounds down
                    let size = if b < Int::ZERO { -&b } else { b.clone() };
                    let mut rest = &a % &size;
                    if rest < Int::ZERO {
                        rest += &size;
                    }
                    if *op == Operator::Remainder {
                        rest
                    } else if b < Int::ZERO && !rest.is_zero() {
                        (a - rest) / b - Int::ONE
                    } else {
                        (a - rest) / b
                    }
                }
                Operator::Power => {
                    let exponent = usize::try_from(&b).ok().filter(|&b| b <= 4096);
                    let exponent = exponent.ok_or_else(|| none("an exponent must be from 0 to 4096"))?;
                    let bits = dashu_int::ops::BitTest::bit_len(&a);
                    if bits.saturating_mul(exponent) > 1 << 15 {
                        return Err(none("a number beyond 2^4096"));
                    }
                    a.pow(exponent)
                }
            };
            if dashu_int::ops::BitTest::bit_len(&value) > 1 << 15 {
                return Err(none("a number beyond 2^4096"));
            }
            value
        }
        ir::Expr::Variable(_) | ir::Expr::Call(..) => return Err(none("a number was expected here")),
    })
}

#[cfg(test)]
mod tests;
