//! Rules whose moves take numbers that do not depend on the heap, and the remainders of these numbers.
//!
//! ```text
//! {n -> n-1; n-p^k for p in primes for k in 1..}     taken: 1 and the powers of primes
//!                                       by 6:        1; 2, 4; 3; 1, 5, never 0
//! ```
//! What may be taken from a heap may be taken from every larger one: loops and guards do not ask how large the heap is, or
//! ask that it is large enough. The number taken is a sum or product of constants and loop variables, or a power of one
//! variable; it is never negative, so a move that does not get smaller takes 0, and 0 is among the remainders. Nothing in the
//! rule may fail at some heap: no divisor is 0, and no loop goes on to powers beyond all numbers of the language.
//!
//! An expression is worked out modulo M, the modulus times every number by which it divides: its loop variables need be
//! known modulo M only, and so many members stand for all. An exponent is an exact number; powers modulo M return within M
//! steps after their first few. More remainders may be said than there are, none is left out.
//!
//! Cost: the members modulo M of all loops, multiplied.

mod amount;
mod whole;

pub use amount::all_from;
pub(crate) use amount::lists_what_it_takes;
use amount::{Amount, is_fixed, large_heap, least};
use grundy_core::number::{Nat, gcd, to_u64};
use grundy_notation::ast::{Operator, Relation};
pub use whole::Whole;

use super::ir::{Alternative, Cond, Expr, Function, Guard, Item, Rule, Set};
use super::outer;
use super::set::int_set;
use super::slope::never_negative;

/// M is at most this.
const MOST_MODULUS: u64 = 1 << 14;
/// Loops have so many members together, multiplied.
const MOST_ASSIGNMENTS: u64 = 1 << 20;
/// Powers modulo M return after so many steps and M more.
const FIRST_POWERS: u64 = 64;

/// A rule that takes.
#[derive(Debug)]
pub struct Takings<'r> {
    moves: Vec<Taking<'r>>,
}

/// The numbers that one way to move takes, and what their remainders depend on.
#[derive(Debug)]
struct Taking<'r> {
    amount: Amount<'r>,
    /// Of each loop: does its variable stand in exponents?
    exact: Vec<bool>,
    /// The product of the numbers by which the expression divides.
    divisors: u64,
}

impl<'r> Takings<'r> {
    /// Reads a rule; `None`: it has other moves.
    pub fn of(rule: &'r Rule) -> Option<Self> {
        if rule.arity != 1 || rule.loopy {
            return None;
        }
        let moves = rule.alternatives.iter().map(Taking::of).collect::<Option<Vec<_>>>()?;
        Some(Takings { moves })
    }

    /// For each number below the modulus: may it be the remainder of a number that is taken? `None`: there are too many to
    /// look at.
    #[must_use]
    pub fn remainders(&self, modulus: u64) -> Option<Vec<bool>> {
        let mut left = vec![false; usize::try_from(modulus).ok()?];
        for taking in &self.moves {
            taking.mark(modulus, &mut left)?;
        }
        Some(left)
    }
}

const HEAP: Expr = Expr::Variable(0);

fn asks_the_heap(expr: &Expr) -> bool {
    expr.holds_variable(&|v| v == 0)
}

impl<'r> Taking<'r> {
    fn of(alternative: &'r Alternative) -> Option<Self> {
        let amount = Amount::of(alternative, stays_open)?;
        let Amount { number, loops, .. } = &amount;
        let least: Vec<u64> = loops.iter().map(|each| least(&each.set, loops)).collect();
        let variables = 1..=loops.len();
        let in_powers = variables.clone().filter(|&v| stands_in_powers(number, v));
        if !is_large(number, &least) || in_powers.into_iter().any(|v| outer::bounds(1, alternative, v - 1).is_empty()) {
            return None;
        }
        let exact = variables.map(|v| stands_in_exponents(number, v)).collect::<Option<_>>()?;
        let divisors = divisors(number)?;
        Some(Taking { amount, exact, divisors })
    }

    fn mark(&self, modulus: u64, left: &mut [bool]) -> Option<()> {
        let m = modulus.checked_mul(self.divisors).filter(|m| (1..=MOST_MODULUS).contains(m))?;
        let members = self.amount.loops.iter().zip(&self.exact).map(|(each, exact)| match exact {
            true => exponents(&each.set, m),
            false => remainders(&each.set, m),
        });
        let members: Vec<Vec<u64>> = members.collect::<Option<_>>()?;
        let assignments = members.iter().try_fold(1u64, |all, some| all.checked_mul(some.len() as u64))?;
        if assignments > MOST_ASSIGNMENTS {
            return None;
        }
        let mut values = vec![0; 1 + members.len()];
        for mut at in 0..assignments {
            for (value, some) in values[1..].iter_mut().zip(&members) {
                *value = some[(at % some.len() as u64) as usize];
                at /= some.len() as u64;
            }
            left[(modulo(&self.amount.number, &values, m)? % modulus) as usize] = true;
        }
        Some(())
    }
}

/// Does the variable stand in a power?
fn stands_in_powers(e: &Expr, variable: usize) -> bool {
    let mut stands = false;
    e.each(&mut |x| {
        stands |= matches!(x, Expr::Binary(Operator::Power, ..)) && x.holds_variable(&|v| v == variable);
    });
    stands
}

/// Does a power stand in it?
fn powers(e: &Expr) -> bool {
    e.any(&|x| matches!(x, Expr::Binary(Operator::Power, ..)))
}

/// Is a power as large as it looks, so that the bounds of its loops end them before one is formed that is no number of the
/// language? It is at least 2 to the exponent where that goes on, and no factor beside it is 0.
fn is_large(e: &Expr, least: &[u64]) -> bool {
    let at_least = |e: &Expr| match e {
        Expr::Variable(v) => v.checked_sub(1).and_then(|of| least.get(of)).copied().unwrap_or(0),
        Expr::Binary(Operator::Power, ..) => 1,
        _ => constant(e).unwrap_or(0),
    };
    match e {
        Expr::Binary(Operator::Power, base, exponent) => match **exponent {
            Expr::Variable(_) => !powers(base) && at_least(base) >= 2,
            _ => !powers(base),
        },
        Expr::Binary(Operator::Multiply, a, b) => {
            is_large(a, least)
                && is_large(b, least)
                && (!powers(a) || at_least(b) >= 1)
                && (!powers(b) || at_least(a) >= 1)
        }
        Expr::Binary(_, a, b) => is_large(a, least) && is_large(b, least),
        Expr::Constant(_) | Expr::Variable(_) => true,
        Expr::Negative(_) | Expr::Call(..) => false,
    }
}

/// Once it holds at a heap, it holds at every larger one; and it has a value at each.
fn stays_open(guard: &Guard) -> bool {
    large_heap(&guard.cond).is_some() || has_a_value(&guard.cond)
}

/// Without the heap, and with nothing that may fail or be too large.
fn has_a_value(cond: &Cond) -> bool {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().all(has_a_value),
        Cond::Not(inner) => has_a_value(inner),
        Cond::Compare(a, relation, b) => *relation != Relation::Divides && is_plain(a) && is_plain(b),
        Cond::In(x, set) => is_plain(x) && is_fixed(set),
    }
}

/// Sums and multiples of loop variables, their quotients and remainders by positive numbers, their bits and roots.
fn is_plain(e: &Expr) -> bool {
    match e {
        Expr::Constant(_) => true,
        Expr::Variable(v) => *v > 0,
        Expr::Negative(x) => is_plain(x),
        Expr::Binary(operator, a, b) => match operator {
            Operator::Add | Operator::Subtract => is_plain(a) && is_plain(b),
            Operator::Multiply => {
                let is_number = |e: &Expr| matches!(e, Expr::Constant(_));
                is_plain(a) && is_plain(b) && (is_number(a) || is_number(b))
            }
            Operator::Divide | Operator::Remainder => is_plain(a) && constant(b).is_some_and(|b| b > 0),
            Operator::Power => false,
        },
        Expr::Call(Function::PopCount | Function::IntegerSquareRoot | Function::BitLength, of) => {
            of.iter().all(|x| is_plain(x) && never_negative(x))
        }
        Expr::Call(..) => false,
    }
}

/// Does the variable stand in exponents, and nowhere else? `None`: in both, or in what is not read.
fn stands_in_exponents(number: &Expr, variable: usize) -> Option<bool> {
    let (mut above, mut below) = (false, false);
    places(number, &mut |v, exponent| {
        if v == variable {
            *(if exponent { &mut above } else { &mut below }) = true;
        }
    })?;
    (!(above && below)).then_some(above)
}

/// Visits the variables, each with whether it is an exponent. `None` where an expression is not read: a power under a
/// division could be larger than any number that is worked out.
fn places(e: &Expr, visit: &mut dyn FnMut(usize, bool)) -> Option<()> {
    match e {
        Expr::Constant(_) => {}
        Expr::Variable(v) => visit(*v, false),
        Expr::Binary(Operator::Power, base, exponent) => {
            places(base, visit)?;
            match **exponent {
                Expr::Variable(v) => visit(v, true),
                Expr::Constant(_) => {}
                _ => return None,
            }
        }
        Expr::Binary(Operator::Divide | Operator::Remainder, a, b) => {
            if powers(a) || !matches!(**b, Expr::Constant(_)) {
                return None;
            }
            places(a, visit)?;
        }
        Expr::Binary(_, a, b) => {
            places(a, visit)?;
            places(b, visit)?;
        }
        Expr::Negative(_) | Expr::Call(..) => return None,
    }
    Some(())
}

fn divisors(e: &Expr) -> Option<u64> {
    let mut product = Some(1u64);
    e.each(&mut |x| {
        if let Expr::Binary(Operator::Divide | Operator::Remainder, _, by) = x {
            let by = constant(by).filter(|by| *by > 0);
            product = product.zip(by).and_then(|(product, by)| product.checked_mul(by));
        }
    });
    product
}

fn constant(e: &Expr) -> Option<u64> {
    match e {
        Expr::Constant(n) => to_u64(&Nat::try_from(n.clone()).ok()?),
        _ => None,
    }
}

/// The value modulo m of an expression whose variables are known modulo m.
fn modulo(e: &Expr, values: &[u64], m: u64) -> Option<u64> {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(m)) as u64;
    Some(match e {
        Expr::Constant(n) => (Nat::try_from(n.clone()).ok()?) % m,
        Expr::Variable(v) => values[*v] % m,
        Expr::Binary(Operator::Power, base, exponent) => {
            let mut exponent = match **exponent {
                Expr::Variable(v) => values[v],
                _ => constant(exponent)?,
            };
            let (mut square, mut power) = (modulo(base, values, m)?, 1 % m);
            while exponent > 0 {
                if exponent % 2 == 1 {
                    power = times(power, square);
                }
                square = times(square, square);
                exponent /= 2;
            }
            power
        }
        Expr::Binary(operator, a, b) => {
            let (left, right) = (modulo(a, values, m)?, modulo(b, values, m)?);
            match operator {
                Operator::Add => (left + right) % m,
                Operator::Multiply => times(left, right),
                Operator::Divide => left / constant(b)?,
                Operator::Remainder => left % constant(b)?,
                Operator::Subtract | Operator::Power => return None,
            }
        }
        Expr::Negative(_) | Expr::Call(..) => return None,
    })
}

/// The remainders of the members of a loop, which may go on without end.
fn remainders(set: &Set, m: u64) -> Option<Vec<u64>> {
    let ascending = |left: Vec<bool>| (0..m).filter(|&r| left[r as usize]).collect();
    if let Ok(set) = int_set(set) {
        return Some(ascending(set.remainders(m)));
    }
    // with 0 or a variable: item by item, nothing left out
    let mut left = vec![false; m as usize];
    for item in &set.items {
        if let Item::Range { from, to, step } = item {
            let (from, step) = (constant(from), constant(step).filter(|step| *step > 0));
            let (first, divisor) = from.zip(step).map_or((0, 1), |(from, step)| (from, gcd(step % m, m)));
            let last = to.as_ref().and_then(constant).zip(step);
            // few are taken one by one
            match (last, from) {
                (Some((to, step)), Some(from)) if to.saturating_sub(from) / step < m => {
                    (from..=to).step_by(step as usize).for_each(|n| left[(n % m) as usize] = true);
                }
                _ => (first % divisor..m).step_by(divisor as usize).for_each(|r| left[r as usize] = true),
            }
        } else {
            let alone = Set { items: vec![item.clone()], except: Vec::new() };
            match int_set(&alone) {
                Ok(set) => set.remainders(m).into_iter().zip(&mut left).for_each(|(marked, mark)| *mark |= marked),
                // with a variable, or 0
                Err(_) => left.fill(true),
            }
        }
    }
    Some(ascending(left))
}

/// So many of the exponents in a loop that powers modulo m have returned.
fn exponents(set: &Set, m: u64) -> Option<Vec<u64>> {
    let [Item::Range { from, to, step }] = &set.items[..] else { return None };
    let (from, step) = (constant(from)?, constant(step).filter(|step| *step == 1)?);
    let to = to.as_ref().and_then(constant).unwrap_or(u64::MAX).min(from.checked_add(FIRST_POWERS + m)?);
    Some((from..=to).step_by(step as usize).collect())
}

#[cfg(test)]
mod tests;
