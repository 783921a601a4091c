//! Classes of which a rule takes all large numbers.
//!
//! ```text
//! {n -> n-a*b for a in 2.. for b in 2..}     with a = 2:  4, 6, 8, …
//! ```
//! One loop goes on without end, the others stay at their first member, and the number taken is linear in its variable.

use grundy_core::number::{Int, Nat};
use grundy_notation::ast::Operator;
use grundy_sequence::set::IntSet;

use super::{Amount, HEAP, Takings, constant, large_heap, to_u64};
use crate::rule::arithmetic::expression;
use crate::rule::ir::{Expr, Item, Set};

/// What is taken from every large heap.
#[derive(Debug)]
pub struct Whole {
    /// Numbers that may be taken from each heap of `from` or more that is not smaller than they are.
    pub set: IntSet,
    /// From this heap on every move that some heap has is there: what a heap may take are all numbers up to it that may be
    /// taken from any.
    pub from: u64,
}

impl Takings<'_> {
    /// `None`: a larger heap may have a move that takes less than a smaller heap holds.
    #[must_use]
    pub fn whole(&self) -> Option<Whole> {
        let (mut from, mut sets) = (0, Vec::new());
        for taking in &self.moves {
            from = from.max(taking.amount.complete_from()?);
            let loops = 0..taking.amount.loops.len();
            sets.extend(loops.filter_map(|runner| taking.amount.progression(runner)));
        }
        Some(Whole { set: IntSet::union(sets), from })
    }
}

impl Amount<'_> {
    /// What is taken while one loop goes on without end and the others stay at their first member.
    fn progression(&self, runner: usize) -> Option<IntSet> {
        if self.guards.iter().any(|guard| large_heap(&guard.cond).is_none()) {
            return None;
        }
        let [Item::Range { to, step, .. }] = &self.loops[runner].set.items[..] else { return None };
        if to.as_ref().is_some_and(|to| *to != HEAP) || !self.is_at_least(&self.number, runner + 1) {
            return None;
        }
        let linear = degree(&self.number, runner + 1)? == 1;
        if !linear || self.loops.iter().any(|each| !each.set.except.is_empty()) {
            return None;
        }
        let mut values = vec![Int::ZERO; 1 + self.loops.len()];
        for (at, each) in self.loops.iter().enumerate() {
            values[1 + at] = first_member(&each.set, &values[..=at], runner + 1)?;
        }
        let (first, step) = (to_u64(&Nat::try_from(values[1 + runner].clone()).ok()?)?, constant(step)?);
        let mut number = |value: u64| {
            values[1 + runner] = value.into();
            to_u64(&Nat::try_from(expression(&self.number, &values).ok()?).ok()?)
        };
        let (low, next) = (number(first)?, number(first.checked_add(step)?)?);
        Some(IntSet::progression(&low.into(), None, &next.checked_sub(low).filter(|step| *step > 0)?.into()))
    }
}

/// The first member of a loop that does not depend on the variable.
fn first_member(set: &Set, values: &[Int], variable: usize) -> Option<Int> {
    let fixed = |e: &Expr| {
        let value = (!e.holds_variable(&|v| v == variable)).then(|| expression(e, values).ok())?;
        value.filter(|value| *value >= Int::ZERO)
    };
    match set.items.first()? {
        Item::One(e) => fixed(e),
        Item::Range { from, to, .. } => {
            let from = fixed(from)?;
            let reached = to.as_ref().is_none_or(|to| *to == HEAP || fixed(to).is_some_and(|to| from <= to));
            reached.then_some(from)
        }
        Item::Powers(_) | Item::Squares | Item::Fibonacci | Item::Odds => Some(Int::ONE),
        Item::Primes | Item::Evens => Some(2.into()),
        Item::Divisors(_) | Item::Nested(_) => None,
    }
}

/// The degree in the variable of what is a polynomial in it.
fn degree(e: &Expr, variable: usize) -> Option<u32> {
    match e {
        Expr::Variable(v) => Some(u32::from(*v == variable)),
        Expr::Binary(Operator::Add, a, b) => Some(degree(a, variable)?.max(degree(b, variable)?)),
        Expr::Binary(Operator::Multiply, a, b) => degree(a, variable)?.checked_add(degree(b, variable)?),
        e => (!e.holds_variable(&|v| v == variable)).then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::{taken, tidied};

    fn whole(text: &str) -> Option<Whole> {
        Takings::of(&tidied(text))?.whole()
    }

    #[test]
    fn all_numbers_of_the_set_are_taken_and_no_move_comes_late() {
        for (text, some) in [
            ("{n -> n-a*b for a in 2.. for b in 2..}", true),
            ("{n -> n-a*b for a in 3.. for b in a..}", true),
            ("{n -> n-a*a-b for a in 1.. for b in 3.. step 4}", true),
            ("{n -> n-2*k-p for k in 1.. for p in primes; n-3}", true),
            ("{n -> n-k for k in 5..n step 3 if n > 9; n-2^k for k in 1..}", true),
            ("{n -> n-a*a-b*b for a in 1.. for b in 1..}", false),
            ("{n -> n-1; n-p^k for p in primes for k in 1..}", false),
            ("{n -> n-1; n-k for k in 1.. if k%3 = 1}", false),
        ] {
            let Whole { set, from } = whole(text).expect(text);
            assert_eq!(!set.is_empty(), some, "{text}");
            let (near, far) = (taken(&tidied(text), from.max(60)), taken(&tidied(text), 500));
            assert!(set.members_up_to(500).all(|k| far.contains(&k)), "{text}: {set}");
            let no_later: Vec<u64> = far.into_iter().filter(|&k| k <= from.max(60)).collect();
            assert_eq!(near, no_later, "{text}");
        }
        // more is taken from a heap that is larger
        for text in
            ["{n -> n-k//3-1 for k in 1..}", "{n -> n-1-k%5 for k in 1..}", "{n -> n-a*k-1 for a in 0..1 for k in 1..}"]
        {
            assert!(whole(text).is_none(), "{text}");
        }
    }
}
