//! What one way to move takes, read from a rule: a number that does not depend on the heap.

use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};

use super::{HEAP, asks_the_heap, constant};
use crate::rule::ir::{Alternative, Cond, Expr, Guard, Item, Loop, Rule, Set};
use crate::rule::slope::never_negative;

/// The number that a way to move takes, with its loops and conditions.
#[derive(Debug)]
pub(super) struct Amount<'r> {
    pub(super) number: Expr,
    pub(super) loops: &'r [Loop],
    pub(super) guards: &'r [Guard],
}

/// From this heap on, all numbers up to the heap that any heap may take may be taken. The rule may fail at a heap, and
/// then fails at every larger one.
///
/// `{n -> n-k for k in 1.. if popcount(k) = 2; n-3 if n >= 10}`: from 10 on. `None`: what is taken depends on the heap in
/// another way.
#[must_use]
pub fn all_from(rule: &Rule) -> Option<u64> {
    if rule.arity != 1 || rule.loopy {
        return None;
    }
    let from = |alternative| Amount::of(alternative, is_about_the_number)?.complete_from();
    rule.alternatives.iter().map(from).try_fold(0, |most, from| Some(most.max(from?)))
}

/// May a loop of this move of one heap go on further than the heap without another move: is a number taken that is as large as
/// the variable of every loop without an end?
pub(crate) fn lists_what_it_takes(alternative: &Alternative) -> bool {
    Amount::of(alternative, is_about_the_number).is_some_and(|amount| amount.complete_from().is_some())
}

/// Is the heap not asked, but for being large enough?
fn is_about_the_number(guard: &Guard) -> bool {
    let mut asks = false;
    guard.cond.each_expr(&mut |expr| asks |= asks_the_heap(expr));
    !asks || large_heap(&guard.cond).is_some()
}

/// What must hold of the heap n in `n > c` and `n >= c`: the number c.
pub(super) fn large_heap(cond: &Cond) -> Option<&Int> {
    match cond {
        Cond::Compare(HEAP, Relation::Greater | Relation::GreaterEqual, Expr::Constant(bound)) => Some(bound),
        _ => None,
    }
}

impl<'r> Amount<'r> {
    /// `None`: the move is none that takes, or its conditions are others than those.
    pub(super) fn of(alternative: &'r Alternative, is_read: impl Fn(&Guard) -> bool) -> Option<Self> {
        let [part] = &alternative.parts[..] else { return None };
        let [coordinate] = &part.coordinates[..] else { return None };
        if part.game.is_some() || !alternative.guards.iter().all(is_read) || !alternative.loops.iter().all(grows) {
            return None;
        }
        Some(Amount { number: taken(coordinate)?, loops: &alternative.loops, guards: &alternative.guards })
    }

    /// All guards that ask the heap hold from here on; `None`: a loop ends at the heap before the number is as large.
    pub(super) fn complete_from(&self) -> Option<u64> {
        let mut from = 0;
        for bound in self.guards.iter().filter_map(|guard| large_heap(&guard.cond)) {
            // one that no machine word holds is reached by no table
            let bound = if *bound < Int::ZERO { 0 } else { u64::try_from(bound.clone()).ok()?.checked_add(1)? };
            from = from.max(bound);
        }
        let ends = |each: &Loop| {
            let finite = |item: &Item| match item {
                Item::One(_) => true,
                Item::Range { to, .. } => to.as_ref().is_some_and(|to| !asks_the_heap(to)),
                _ => false,
            };
            each.set.items.iter().all(finite)
        };
        let large = |(at, each)| ends(each) || self.is_at_least(&self.number, at + 1);
        self.loops.iter().enumerate().all(large).then_some(from)
    }

    /// Is the number at least as large as the variable?
    pub(super) fn is_at_least(&self, e: &Expr, variable: usize) -> bool {
        match e {
            Expr::Variable(v) => *v == variable,
            Expr::Binary(Operator::Add, a, b) => self.is_at_least(a, variable) || self.is_at_least(b, variable),
            Expr::Binary(Operator::Multiply, a, b) => {
                self.is_at_least(a, variable) && self.least(b) >= 1
                    || self.is_at_least(b, variable) && self.least(a) >= 1
            }
            Expr::Binary(Operator::Power, base, exponent) => {
                let in_base = self.is_at_least(base, variable) && self.least(exponent) >= 1;
                in_base || self.is_at_least(exponent, variable) && self.least(base) >= 2
            }
            _ => false,
        }
    }

    /// The expression is never smaller.
    fn least(&self, e: &Expr) -> u64 {
        match e {
            Expr::Variable(v) => {
                v.checked_sub(1).and_then(|at| self.loops.get(at)).map_or(0, |each| least(&each.set, self.loops))
            }
            Expr::Binary(Operator::Add, a, b) => self.least(a).saturating_add(self.least(b)),
            Expr::Binary(Operator::Multiply, a, b) => self.least(a).saturating_mul(self.least(b)),
            Expr::Binary(Operator::Power, base, _) => self.least(base).min(1),
            _ => constant(e).unwrap_or(0),
        }
    }
}

/// e, where the coordinate is n − e with an e that is never negative, as loops begin at 0 or later: sums of what is taken.
fn taken(coordinate: &Expr) -> Option<Expr> {
    match coordinate {
        &HEAP => Some(Expr::Constant(Int::ZERO)),
        Expr::Binary(Operator::Subtract, from, e) if !asks_the_heap(e) && never_negative(e) => {
            Some(taken(from)? + (**e).clone())
        }
        _ => None,
    }
}

/// No member of the set is smaller than this.
pub(super) fn least(set: &Set, loops: &[Loop]) -> u64 {
    let item = |item: &Item| match item {
        Item::Range { from, .. } | Item::One(from) => match from {
            Expr::Variable(v) => {
                v.checked_sub(1).and_then(|of| loops.get(of)).map_or(0, |each| least(&each.set, loops))
            }
            _ => constant(from).unwrap_or(0),
        },
        Item::Primes | Item::Evens => 2,
        Item::Powers(_) | Item::Squares | Item::Fibonacci | Item::Odds => 1,
        Item::Divisors(_) | Item::Nested(_) => 0,
    };
    set.items.iter().map(item).min().unwrap_or(0)
}

/// The same members at every heap: numbers, ranges with both ends, and named sets.
pub(super) fn is_fixed(set: &Set) -> bool {
    let item = |item: &Item| match item {
        Item::One(Expr::Constant(_)) => true,
        Item::Range { from: Expr::Constant(_), to: Some(Expr::Constant(_)), step } => {
            constant(step).is_some_and(|s| s > 0)
        }
        Item::Powers(base) => constant(base).is_some_and(|base| base > 0),
        Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => true,
        Item::One(_) | Item::Range { .. } | Item::Divisors(_) | Item::Nested(_) => false,
    };
    set.except.is_empty() && set.items.iter().all(item)
}

/// No member is lost where the heap grows, none is negative, and each has a value.
fn grows(each: &Loop) -> bool {
    let end = |e: &Expr| constant(e).is_some() || matches!(e, Expr::Variable(v) if *v > 0);
    let item = |item: &Item| match item {
        Item::Range { from, to, step } => {
            end(from) && to.as_ref().is_none_or(|to| *to == HEAP || end(to)) && constant(step).is_some_and(|s| s > 0)
        }
        Item::One(e) => end(e),
        Item::Powers(base) => constant(base).is_some_and(|base| base > 0),
        Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => true,
        Item::Divisors(_) | Item::Nested(_) => false,
    };
    // an open range that is left out ends at the heap: it takes away more as the heap grows
    each.set.items.iter().all(item) && each.set.except.iter().all(is_fixed)
}
