//! Moves from a heap to all heaps of an interval whose ends never fall.
//!
//! ```text
//! {n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}     from ⌈n^(1/4)⌉ to ⌊√n⌋
//! {n -> n-k for k in n//2+1..n; n//3 if n > 0}          from 0 to n - n//2 - 1; from n//3 to n//3
//! ```
//!
//! A move leaves one heap of the rule's own game. Its size is told by the heap alone, or is a loop variable that runs in steps of
//! 1, plus or minus what does not depend on it. A condition on that size z may only cut off the interval above or below:
//! its two sides differ by what never falls (or never rises) with z, and moves the other way with n, so that the bound does
//! not fall. A condition on the heap alone must hold from some heap on, or up to some heap. How expressions move is read off
//! them ([`super::slope`]).

use std::ops::Range;
use std::sync::Arc;

use grundy_core::number::Int;
use grundy_core::{Context, Nat};
use grundy_notation::ast::Relation;
use grundy_sequence::set::Pieces;

use super::affine::Form;
use super::ir::{Alternative, Cond, Expr, Item, Rule};
use super::slope::{Slope, never_negative};
use super::trouble::Step;
use super::{alone, depth};

/// The variable of the heap, and that of the size that is left.
const N: usize = 0;
const Z: usize = 1;

/// Larger heaps are not looked at.
pub const LARGEST: i128 = 1 << 120;

/// The heaps that a kind of move leaves.
#[derive(Debug, Clone)]
pub struct Sliding {
    /// The least is at least this.
    from: Expr,
    /// The largest is at most this.
    to: Expr,
    /// What must hold of z: true from some z on.
    above: Vec<Cond>,
    /// What must hold of z: true up to some z.
    below: Vec<Cond>,
    /// What must hold of n: true from some n on.
    begins: Vec<Cond>,
    /// What must hold of n: true up to some n.
    ends: Vec<Cond>,
    /// Once some heap is left, some heap is left of every larger one.
    stays_open: bool,
}

/// The moves of a rule, where all are of this kind; they must be known to leave smaller heaps. `None` also where each of
/// them leaves one heap: what is reached by a few such moves is soon searched.
pub fn moves(rule: &Rule) -> Option<Arc<[Sliding]>> {
    if rule.arity != 1 || rule.loopy || rule.alternatives.iter().all(|alternative| alternative.loops.is_empty()) {
        return None;
    }
    rule.alternatives.iter().map(Sliding::of).collect()
}

/// A set of more intervals is not looked at.
const MOST_INTERVALS: usize = 64;

/// The moves of who may take a number of these; `None`: they are not a few intervals.
#[must_use]
pub fn of_set(pieces: &Pieces) -> Option<Arc<[Sliding]>> {
    let mut intervals: Vec<(Nat, Option<Nat>)> = Vec::new();
    for piece in &pieces.0 {
        match piece.is_interval() {
            true => intervals.push((piece.from.clone(), piece.to.clone())),
            false => {
                let numbers = Pieces(vec![piece.clone()]).small_list(MOST_INTERVALS as u64)?;
                intervals.extend(numbers.into_iter().map(|k| (Nat::from(k), Some(Nat::from(k)))));
            }
        }
    }
    (intervals.len() <= MOST_INTERVALS).then(|| intervals.iter().map(Sliding::taking).collect())
}

impl Sliding {
    /// At least and at most so many are taken.
    fn taking((least, most): &(Nat, Option<Nat>)) -> Sliding {
        let number = |k: &Nat| Expr::Constant(Int::from(k.clone()));
        let begins = Cond::Compare(Expr::Variable(N), Relation::GreaterEqual, number(least));
        Sliding {
            from: most.as_ref().map_or(Expr::from(0), |most| Expr::Variable(N) - number(most)),
            to: Expr::Variable(N) - number(least),
            above: vec![],
            below: vec![],
            begins: vec![begins],
            ends: vec![],
            stays_open: true,
        }
    }

    fn of(alternative: &Alternative) -> Option<Sliding> {
        let [part] = &alternative.parts[..] else { return None };
        let ([left], None) = (&part.coordinates[..], &part.game) else { return None };
        let (from, to, member) = match &alternative.loops[..] {
            [] => (left.clone(), left.clone(), None),
            [only] => {
                let ([Item::Range { from, to, step }], []) = (&only.set.items[..], &only.set.except[..]) else {
                    return None;
                };
                if *step != Expr::from(1) {
                    return None;
                }
                // how an expression moves is read off where its variables are not negative
                if left.any(&|x| matches!(x, Expr::Call(..))) && !never_negative(from) {
                    return None;
                }
                let to = to.clone().unwrap_or(Expr::Variable(N));
                let mut rest = left.clone();
                rest.replace(&Expr::Variable(Z), &Expr::from(0));
                match Slope::of(left, Z)?.exactly()? {
                    // most often the size is the variable itself, which is then known not to be negative
                    1 if Form::of(&rest).as_constant() == Some(0) => (from.clone(), to, Some(Expr::Variable(Z))),
                    1 => {
                        let member = Expr::Variable(Z) - rest.clone();
                        (from.clone() + rest.clone(), to + rest, Some(member))
                    }
                    -1 => {
                        let member = rest.clone() - Expr::Variable(Z);
                        (rest.clone() - to, rest - from.clone(), Some(member))
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let rises = |expr: &Expr| Slope::of(expr, N).is_some_and(Slope::never_falls);
        depth::of_expression(&from, 2, "").ok()?;
        depth::of_expression(&to, 2, "").ok()?;
        if !rises(&from) || !rises(&to) {
            return None;
        }
        let stays_open = stays_open(&from, &to);
        let mut sliding = Sliding { from, to, above: vec![], below: vec![], begins: vec![], ends: vec![], stays_open };
        let smaller = [
            Cond::Compare(left.clone(), Relation::Less, Expr::Variable(N)),
            Cond::Compare(Expr::Variable(N), Relation::Greater, left.clone()),
        ];
        // that a smaller heap is left holds of every move
        for guard in alternative.guards.iter().filter(|guard| !smaller.contains(&guard.cond)) {
            sliding.sort(&guard.cond, member.as_ref())?;
        }
        Some(sliding)
    }

    /// Puts a condition where it belongs, the loop variable told by the size that is left.
    fn sort(&mut self, cond: &Cond, member: Option<&Expr>) -> Option<()> {
        match cond {
            Cond::All(all) => all.iter().try_for_each(|cond| self.sort(cond, member)),
            Cond::Compare(a, relation, b) => {
                let (mut large, mut small) = match relation {
                    Relation::Greater | Relation::GreaterEqual => (a.clone(), b.clone()),
                    Relation::Less | Relation::LessEqual => (b.clone(), a.clone()),
                    _ => return None,
                };
                if let Some(member) = member {
                    large.replace(&Expr::Variable(Z), member);
                    small.replace(&Expr::Variable(Z), member);
                }
                let strict = matches!(relation, Relation::Greater | Relation::Less);
                let relation = if strict { Relation::Greater } else { Relation::GreaterEqual };
                let difference = large.clone() - small.clone();
                depth::of_expression(&difference, 2, "").ok()?;
                let (by_size, by_heap) = (Slope::of(&difference, Z)?, Slope::of(&difference, N)?);
                let cond = Cond::Compare(large, relation, small);
                if by_size.is_level() {
                    let kept = if by_heap.never_falls() {
                        &mut self.begins
                    } else if by_heap.never_rises() {
                        &mut self.ends
                    } else {
                        return None;
                    };
                    kept.push(cond);
                } else if by_size.never_falls() && by_heap.never_rises() {
                    self.above.push(cond);
                } else if by_size.never_rises() && by_heap.never_falls() {
                    self.below.push(cond);
                } else {
                    return None;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Is some heap left of every larger heap, where some heap is left of one? `false` where that is not known.
    pub(crate) fn stays_open(&self) -> bool {
        self.stays_open && self.above.is_empty() && self.below.is_empty()
    }

    /// The first heaps that it begins and ends with, up to a heap: it is a move from those between, unless the interval is
    /// empty.
    ///
    /// # Errors
    /// An expression without a value.
    pub fn heaps(&self, up_to: i128, cx: &Context) -> Step<Range<i128>> {
        let mut range = 0..up_to + 1;
        for cond in &self.begins {
            let first = first(0, up_to, |n| holds(cond, n, 0, cx))?;
            range.start = range.start.max(first);
        }
        for cond in &self.ends {
            let first = first(0, up_to, |n| Ok(!holds(cond, n, 0, cx)?))?;
            range.end = range.end.min(first);
        }
        Ok(range)
    }

    /// Is it a move from this heap, unless the interval is empty?
    ///
    /// # Errors
    /// An expression without a value.
    pub(crate) fn is_made(&self, n: i128, cx: &Context) -> Step<bool> {
        for cond in self.begins.iter().chain(&self.ends) {
            if !holds(cond, n, 0, cx)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The least and the largest heap that are left of n, each never below that of a smaller n. Where the first is larger than
    /// the second, no heap is left.
    ///
    /// # Errors
    /// An expression without a value.
    pub fn interval(&self, n: i128, cx: &Context) -> Step<(i128, i128)> {
        // every move leaves a smaller heap
        let (from, to) = (value(&self.from, n)?.max(0), value(&self.to, n)?.min(n - 1));
        if to < 0 {
            return Ok((from, -1));
        }
        let (mut least, mut largest) = (from, to);
        for cond in &self.above {
            // z may be without a value where a condition is never looked at: the last one is looked at first
            holds(cond, n, to, cx)?;
            least = least.max(first(0, to, |z| holds(cond, n, z, cx))?);
        }
        for cond in &self.below {
            holds(cond, n, to, cx)?;
            largest = largest.min(first(0, to, |z| Ok(!holds(cond, n, z, cx)?))? - 1);
        }
        Ok((least, largest))
    }
}

/// Does b − a never fall while n grows, and n − a neither? The lower end may stand in the upper one, as in n//2..n//2+3: it
/// is taken for a variable that never falls.
fn stays_open(from: &Expr, to: &Expr) -> bool {
    const FROM: usize = 2;
    let never_falls = |expr: &Expr, variable| Slope::of(expr, variable).is_some_and(Slope::never_falls);
    if !never_falls(&(Expr::Variable(N) - from.clone()), N) {
        return false;
    }
    if from == to || never_falls(&(to.clone() - from.clone()), N) {
        return true;
    }
    let mut apart = to.clone();
    apart.replace(from, &Expr::Variable(FROM));
    let apart = apart - Expr::Variable(FROM);
    never_negative(from) && never_falls(&apart, N) && never_falls(&apart, FROM)
}

/// The first of `from..=to` for which a test holds that holds for all later ones; `to + 1`: none.
fn first(from: i128, to: i128, mut test: impl FnMut(i128) -> Step<bool>) -> Step<i128> {
    let (mut low, mut high) = (from, to + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if test(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}

fn holds(cond: &Cond, n: i128, z: i128, cx: &Context) -> Step<bool> {
    alone::holds(cond, &[n, z].map(Int::from), cx)
}

fn value(expr: &Expr, n: i128) -> Step<i128> {
    let told = alone::evaluated(expr, &[n, 0].map(Int::from))?;
    // beyond 2^127 an end is as good as without end
    Ok(i128::try_from(&told).unwrap_or(if told > Int::ZERO { LARGEST } else { -1 }))
}
