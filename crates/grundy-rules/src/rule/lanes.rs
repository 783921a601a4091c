//! Expressions and conditions for many values of one variable at a time.
//!
//! In `{n -> n%k for k in 1..n}` at n = 1000 the same expression is worked out for 1000 values of k. Here each of its
//! operations runs over a block of them: what the expression looks like is asked once a block, and each operation is a loop
//! without calls.
//!
//! Whatever is out of the ordinary in a block, a number beyond machine words or an expression without a value, gives `None`
//! for the whole block. The values are then looked at one by one, by [`expression`](super::arithmetic::expression) and
//! [`condition`](super::eval::condition), which find the fault where the rule has it.

use grundy_core::Context;
use grundy_core::number::gcd_of_words;
use grundy_notation::ast::{Operator, Relation};
use smallvec::SmallVec;

use super::arithmetic::Number;
use super::ir::{Cond, Expr, Function, Set};
use super::members::contains;
use super::trouble::Step;

/// The values of an expression, one for each value of the variable.
#[derive(Debug, Clone)]
pub(super) enum Lanes {
    /// The variable does not occur.
    Same(i64),
    /// In the order of the block.
    Each(Vec<i64>),
}

impl Lanes {
    #[inline]
    pub(super) fn at(&self, lane: usize) -> i64 {
        match self {
            Lanes::Same(value) => *value,
            Lanes::Each(values) => values[lane],
        }
    }

    pub(crate) fn all_below(&self, end: i64) -> bool {
        match self {
            Lanes::Same(value) => *value < end,
            Lanes::Each(values) => values.iter().all(|&value| value < end),
        }
    }

    /// `None` if `f` has no value in one of the lanes.
    fn map(mut self, mut f: impl FnMut(i64) -> Option<i64>) -> Option<Lanes> {
        match &mut self {
            Lanes::Same(a) => *a = f(*a)?,
            Lanes::Each(values) => values.iter_mut().try_for_each(|a| f(*a).map(|value| *a = value))?,
        }
        Some(self)
    }

    /// What overflows makes all of it void; there is no branch for it inside of the loop.
    #[inline]
    fn wrapping(self, other: Lanes, f: impl Fn(i64, i64) -> (i64, bool)) -> Option<Lanes> {
        let mut beyond = false;
        let mut checked = |a, b| {
            let (value, large) = f(a, b);
            beyond |= large;
            value
        };
        let lanes = match (self, other) {
            (Lanes::Same(a), Lanes::Same(b)) => Lanes::Same(checked(a, b)),
            (Lanes::Each(mut left), Lanes::Same(b)) => {
                left.iter_mut().for_each(|a| *a = checked(*a, b));
                Lanes::Each(left)
            }
            (Lanes::Same(a), Lanes::Each(mut right)) => {
                right.iter_mut().for_each(|b| *b = checked(a, *b));
                Lanes::Each(right)
            }
            (Lanes::Each(mut left), Lanes::Each(right)) => {
                left.iter_mut().zip(&right).for_each(|(a, b)| *a = checked(*a, *b));
                Lanes::Each(left)
            }
        };
        (!beyond).then_some(lanes)
    }

    /// A division: natural numbers by the machine, others by what is right for them.
    #[inline]
    fn divided(
        self,
        other: Lanes,
        natural: impl Fn(u64, u64) -> u64,
        whole: impl Fn(&i64, &i64) -> Step<i64>,
    ) -> Option<Lanes> {
        self.wrapping(other, |a, b| match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b @ 1..)) => (natural(a, b) as i64, false),
            _ => whole(&a, &b).map_or((0, true), |value| (value, false)),
        })
    }
}

/// A function of two numbers, of all of these; `None` of none.
fn folded(lanes: SmallVec<[Lanes; 2]>, f: impl Fn(i64, i64) -> (i64, bool) + Copy) -> Option<Lanes> {
    let mut lanes = lanes.into_iter();
    let first = lanes.next()?;
    lanes.try_fold(first, |a, b| a.wrapping(b, f))
}

/// The values of all variables; one of them has many.
pub(super) struct Block<'a> {
    /// The number of that variable.
    pub slot: usize,
    /// Its values.
    pub members: &'a [i64],
    /// The values of the others.
    pub values: &'a [i64],
}

impl Block<'_> {
    /// The value for each member.
    pub(super) fn expression(&self, expr: &Expr) -> Option<Lanes> {
        Some(match expr {
            Expr::Constant(c) => Lanes::Same(i64::try_from(c).ok()?),
            Expr::Variable(v) if *v == self.slot => Lanes::Each(self.members.to_vec()),
            Expr::Variable(v) => Lanes::Same(self.values[*v]),
            Expr::Negative(x) => self.expression(x)?.map(i64::checked_neg)?,
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.expression(a)?, self.expression(b)?);
                match operator {
                    Operator::Add => a.wrapping(b, i64::overflowing_add)?,
                    Operator::Subtract => a.wrapping(b, i64::overflowing_sub)?,
                    Operator::Multiply => a.wrapping(b, i64::overflowing_mul)?,
                    Operator::Divide => a.divided(b, |a, b| a / b, i64::divide)?,
                    Operator::Remainder => a.divided(b, |a, b| a % b, i64::remainder)?,
                    Operator::Power => self.each(&[a, b], |pair| pair[0].power(&pair[1]).ok())?,
                }
            }
            Expr::Call(function, arguments) => {
                let mut lanes: SmallVec<[Lanes; 2]> = SmallVec::new();
                for argument in arguments {
                    lanes.push(self.expression(argument)?);
                }
                self.call(*function, lanes)?
            }
        })
    }

    fn call(&self, function: Function, arguments: SmallVec<[Lanes; 2]>) -> Option<Lanes> {
        match function {
            Function::Min => folded(arguments, |a, b| (a.min(b), false)),
            Function::Max => folded(arguments, |a, b| (a.max(b), false)),
            Function::Xor => folded(arguments, |a, b| (a ^ b, false)),
            Function::BitAnd => folded(arguments, |a, b| (a & b, false)),
            Function::BitOr => folded(arguments, |a, b| (a | b, false)),
            Function::Gcd if arguments.len() > 1 => folded(arguments, |a, b| {
                // only 2^63 is beyond
                let divisor = gcd_of_words(a.unsigned_abs(), b.unsigned_abs());
                (divisor as i64, i64::try_from(divisor).is_err())
            }),
            _ => self.each(&arguments, |values| i64::call(function, values).ok()),
        }
    }

    /// A function of one value from each of these, lane by lane.
    fn each(&self, lanes: &[Lanes], f: impl Fn(&[i64]) -> Option<i64>) -> Option<Lanes> {
        let mut values: SmallVec<[i64; 4]> = SmallVec::from_elem(0, lanes.len());
        let mut at = |lane| {
            values.iter_mut().zip(lanes).for_each(|(value, lanes)| *value = lanes.at(lane));
            f(&values)
        };
        if lanes.iter().all(|lanes| matches!(lanes, Lanes::Same(_))) {
            return at(0).map(Lanes::Same);
        }
        (0..self.members.len()).map(at).collect::<Option<Vec<i64>>>().map(Lanes::Each)
    }

    /// Does the condition hold, for each member?
    pub(super) fn condition(&self, cond: &Cond, cx: &Context) -> Option<Vec<bool>> {
        match cond {
            Cond::All(conds) => self.joined(conds, true, cx),
            Cond::Any(conds) => self.joined(conds, false, cx),
            Cond::Not(cond) => {
                let mut holds = self.condition(cond, cx)?;
                holds.iter_mut().for_each(|holds| *holds = !*holds);
                Some(holds)
            }
            Cond::Compare(a, relation, b) => {
                let (a, b) = (self.expression(a)?, self.expression(b)?);
                Some(match relation {
                    Relation::Equal => self.compare(&a, &b, |a, b| a == b),
                    Relation::NotEqual => self.compare(&a, &b, |a, b| a != b),
                    Relation::Less => self.compare(&a, &b, |a, b| a < b),
                    Relation::LessEqual => self.compare(&a, &b, |a, b| a <= b),
                    Relation::Greater => self.compare(&a, &b, |a, b| a > b),
                    Relation::GreaterEqual => self.compare(&a, &b, |a, b| a >= b),
                    // 0 divides 0 alone
                    Relation::Divides => {
                        self.compare(&a, &b, |a, b| if a == 0 { b == 0 } else { b.wrapping_rem(a) == 0 })
                    }
                })
            }
            Cond::In(x, set) => self.contained(&self.expression(x)?, set, cx),
        }
    }

    /// `and` if `all`, else `or`.
    fn joined(&self, conds: &[Cond], all: bool, cx: &Context) -> Option<Vec<bool>> {
        let mut joined = vec![all; self.members.len()];
        for cond in conds {
            let holds = self.condition(cond, cx)?;
            joined
                .iter_mut()
                .zip(holds)
                .for_each(|(joined, holds)| *joined = if all { *joined & holds } else { *joined | holds });
        }
        Some(joined)
    }

    #[inline]
    fn compare(&self, a: &Lanes, b: &Lanes, f: impl Fn(i64, i64) -> bool) -> Vec<bool> {
        match (a, b) {
            (Lanes::Same(a), Lanes::Same(b)) => vec![f(*a, *b); self.members.len()],
            (Lanes::Each(left), Lanes::Same(b)) => left.iter().map(|a| f(*a, *b)).collect(),
            (Lanes::Same(a), Lanes::Each(right)) => right.iter().map(|b| f(*a, *b)).collect(),
            (Lanes::Each(left), Lanes::Each(right)) => left.iter().zip(right).map(|(a, b)| f(*a, *b)).collect(),
        }
    }

    /// The set may use the variable too.
    fn contained(&self, x: &Lanes, set: &Set, cx: &Context) -> Option<Vec<bool>> {
        let mut values: SmallVec<[i64; 8]> = self.values.into();
        let mut of = |(lane, &member): (usize, &i64)| {
            values[self.slot] = member;
            contains(set, &x.at(lane), &values, cx).ok()
        };
        self.members.iter().enumerate().map(&mut of).collect()
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::rule::arithmetic::expression;
    use crate::rule::eval::condition;
    use crate::rule::testing::{random_cond, random_expr};
    use crate::rule::trouble::Trouble;

    /// Values around 0, and now and then one near the ends of the words.
    fn drawn(random: &mut Random) -> i64 {
        match random.below(12) {
            0 => i64::MAX - random.below(3) as i64,
            1 => i64::MIN + random.below(3) as i64,
            _ => random.below(41) as i64 - 10,
        }
    }

    #[test]
    fn a_block_has_the_values_that_its_members_have_one_by_one() {
        let mut random = Random::new(1131);
        let cx = Context::default();
        let (mut whole, mut void) = (0, 0);
        for _ in 0..20_000 {
            let mut values = [drawn(&mut random), drawn(&mut random), 0];
            let members: Vec<i64> = (0..1 + random.below(5)).map(|_| drawn(&mut random)).collect();
            let block = Block { slot: 2, members: &members, values: &values.clone() };
            let (expr, cond) = (random_expr(&mut random, 3, 3), random_cond(&mut random, 3, 2));
            let (numbers, holds) = (block.expression(&expr), block.condition(&cond, &cx));
            for known in [numbers.is_some(), holds.is_some()] {
                *if known { &mut whole } else { &mut void } += 1;
            }
            let mut failed = [false; 2];
            for (lane, &member) in members.iter().enumerate() {
                values[2] = member;
                let (number, truth) = (expression(&expr, &values), condition(&cond, &values, &cx));
                if let (Ok(number), Some(numbers)) = (&number, &numbers) {
                    assert_eq!(numbers.at(lane), *number, "{expr:?} at {values:?}");
                }
                if let (Ok(truth), Some(holds)) = (&truth, &holds) {
                    assert_eq!(holds[lane], *truth, "{cond:?} at {values:?}");
                }
                failed[0] |= number.is_err();
                failed[1] |= matches!(truth, Err(Trouble::Fault(_)));
            }
            assert_eq!(failed[0], numbers.is_none(), "{expr:?} of {members:?} at {values:?}");
            assert!(!failed[1] || holds.is_none(), "{cond:?} of {members:?} at {values:?}");
        }
        assert!(whole > 10_000 && void > 1_000, "{whole} {void}");
    }
}
