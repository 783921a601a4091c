//! Bounds of outer loops: what the least members of the loops within leave of a coordinate.
//!
//! ```text
//! {n -> n-2^a*3^b for a in 0.. for b in 0..}     b = 0 leaves n-2^a: a ends where that is negative
//! {n -> a & b & n-a-b for a in 1.. for b in a..}     b = a leaves n-2*a
//! ```
//! The inner variable must make the coordinate fall from its least member on, whatever the others are; then no member of the
//! inner loop gives a move where the least one gives none, and 2^4096 is never formed.
//!
//! Cost: worked out once a rule; a bound costs its evaluation each time that its loop is entered.

use grundy_core::number::Int;
use grundy_notation::ast::Operator;

use super::affine::{Affine, Bound};
use super::falling::{Falling, falls};
use super::ir::{Alternative, Expr, Item, Set};

/// The bounds of the loop with this number, from 0.
pub(super) fn bounds(arity: usize, alternative: &Alternative, depth: usize) -> Vec<Bound> {
    let variable = arity + depth;
    let outer = Outer { arity, alternative };
    let coordinates = alternative.parts.iter().flat_map(|part| &part.coordinates);
    let highest = coordinates.filter_map(|coordinate| outer.highest(coordinate, depth));
    let bound = |highest: Expr| match Affine::of(&highest, variable) {
        Some(affine) => Some(Bound::NotNegative(affine)),
        None => Falling::of(&highest, variable).map(Bound::Falls),
    };
    highest.filter(|highest| highest.holds_variable(&|v| v == variable)).filter_map(bound).collect()
}

struct Outer<'a> {
    arity: usize,
    alternative: &'a Alternative,
}

impl Outer<'_> {
    /// The coordinate with the least members of all loops within this one; `None`: it need not be the highest there.
    fn highest(&self, coordinate: &Expr, depth: usize) -> Option<Expr> {
        let mut highest = coordinate.clone();
        // the last loop may begin at the variable of one before it
        for inner in (depth + 1..self.alternative.loops.len()).rev() {
            let variable = self.arity + inner;
            if !highest.holds_variable(&|v| v == variable) {
                continue;
            }
            let least = least(&self.alternative.loops[inner].set)?;
            let mut fixed = Vec::new();
            let from = falls(&highest, variable, &mut fixed)?;
            if !self.is_at_least(from, &least) || !fixed.iter().all(|(expr, least)| self.is_at_least(*least, expr)) {
                return None;
            }
            highest.replace(&Expr::Variable(variable), &least);
        }
        Some(highest)
    }

    /// Is the expression at least so large, at any position and for all members of the loops?
    fn is_at_least(&self, number: i64, expr: &Expr) -> bool {
        if number < 0 {
            return false;
        }
        match expr {
            Expr::Constant(c) => *c >= Int::from(number),
            Expr::Variable(v) => match v.checked_sub(self.arity) {
                // a coordinate
                None => number == 0,
                Some(of) => self.alternative.loops.get(of).is_some_and(|each| {
                    least(&each.set).is_some_and(|least| least != *expr && self.is_at_least(number, &least))
                }),
            },
            Expr::Binary(operator, a, b) => match operator {
                Operator::Add => {
                    (self.is_at_least(number, a) && self.is_at_least(0, b))
                        || (self.is_at_least(0, a) && self.is_at_least(number, b))
                }
                Operator::Multiply => number <= 1 && self.is_at_least(number, a) && self.is_at_least(number, b),
                Operator::Power => number <= 1 && self.is_at_least(number, a) && self.is_at_least(0, b),
                Operator::Divide => number == 0 && self.is_at_least(0, a) && self.is_at_least(0, b),
                Operator::Remainder => number == 0,
                Operator::Subtract => false,
            },
            Expr::Negative(_) | Expr::Call(..) => false,
        }
    }
}

/// The least member of a set, or an expression that no member is below; `None`: there may be smaller ones than are seen.
fn least(set: &Set) -> Option<Expr> {
    if let [Item::Range { from, .. }] = &set.items[..] {
        return Some(from.clone());
    }
    let number = |item: &Item| match item {
        Item::One(Expr::Constant(n)) | Item::Range { from: Expr::Constant(n), .. } => Some(n.clone()),
        Item::Powers(_) | Item::Squares | Item::Fibonacci | Item::Odds | Item::Divisors(_) => Some(Int::ONE),
        Item::Primes | Item::Evens => Some(Int::from(2)),
        Item::One(_) | Item::Range { .. } | Item::Nested(_) => None,
    };
    let numbers = set.items.iter().map(number).collect::<Option<Vec<Int>>>()?;
    numbers.into_iter().min().map(Expr::Constant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::arithmetic::expression;
    use crate::rule::reading::rule;

    fn told(text: &str) -> Vec<Option<Expr>> {
        let rule = rule(text);
        let alternative = &rule.alternatives[0];
        let outer = Outer { arity: rule.arity, alternative };
        alternative.parts.iter().flat_map(|part| &part.coordinates).map(|c| outer.highest(c, 0)).collect()
    }

    #[test]
    fn the_least_members_leave_the_most() {
        for (text, n) in [
            ("{n -> n-2^a*3^b for a in 0.. for b in 0..}", 40),
            ("{n -> n-a*b for a in 2.. for b in 2..}", 40),
            ("{n -> n-a-b for a in 1.. for b in a..}", 40),
            ("{n -> n-(a+1)*(b-3)^2 for a in 0.. for b in 4..}", 60),
            ("{n -> n-a^b for a in 2.. for b in 1..}", 60),
            ("{n -> n-a*s for a in 1.. for s in squares}", 60),
            ("{n -> n-a*b//2-a for a in 1.. for b in {3,5}}", 60),
        ] {
            let rule = rule(text);
            let coordinate = &rule.alternatives[0].parts[0].coordinates[0];
            let highest = told(text)[0].clone().unwrap_or_else(|| panic!("{text}"));
            for a in 0..n {
                let most: i64 = expression(&highest, &[n, a, 0]).unwrap_or(i64::MIN);
                let set = &rule.alternatives[0].loops[1].set;
                for b in 0..n {
                    let from: i64 = least(set).map_or(0, |from| expression(&from, &[n, a, b]).unwrap());
                    if b >= from
                        && let Ok(value) = expression::<i64>(coordinate, &[n, a, b])
                    {
                        assert!(value <= most, "{text} at {a}, {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_need_not_fall_is_left_alone() {
        for text in [
            "{n -> n-a*b for a in 1.. for b in -2..3}",
            "{n -> n-(a-2)*b for a in 1.. for b in 1..}",
            "{n -> n-a*(b-3) for a in 1.. for b in 1..}",
            "{n -> n-a+b for a in 1.. for b in 1..3}",
            "{n -> n-a-b%3 for a in 1.. for b in 1..}",
            "{n -> n-a-b for a in 1.. for b in n-a..n}",
        ] {
            assert_eq!(told(text), [None], "{text}");
        }
    }
}
