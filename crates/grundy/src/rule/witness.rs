//! A plain evaluator for small numbers, to find one concrete move: the witness that a proof cannot exist.
//!
//! Evaluates in `i64`; whatever has no value (division by zero, overflow, work beyond the cap) makes the position
//! silent, never an error here: the engine that runs the rule for the user reports those.

use super::ir::{Alternative, Cond, Expr, Function, Item, Rule, Set};
use crate::notation::ast::{Operator, Relation};

/// A concrete move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The alternative.
    pub alternative: usize,
    /// Each part: handed over?, and its coordinates.
    pub parts: Vec<(bool, Vec<i64>)>,
}

/// All moves from a position; stops early (with what was found) when the work is spent or something has no value.
#[must_use]
pub fn moves(rule: &Rule, place: &[i64], work: &mut u32) -> Vec<Found> {
    let mut out = Vec::new();
    for (number, alternative) in rule.alternatives.iter().enumerate() {
        let mut values = place.to_vec();
        let mut runner = Runner { alternative, number, size: place.iter().sum(), work: &mut *work, out: &mut out };
        // Silent where an expression has no value.
        let _ = runner.enter(0, &mut values);
    }
    out
}

/// The value of an expression in the coordinates, where there is one.
#[must_use]
pub fn evaluate(e: &Expr, place: &[i64]) -> Option<i64> {
    value(e, place, 0)
}

struct Runner<'a> {
    alternative: &'a Alternative,
    number: usize,
    size: i64,
    work: &'a mut u32,
    out: &'a mut Vec<Found>,
}

const DEEPEST: usize = 256;

impl Runner<'_> {
    fn tick(&mut self) -> Option<()> {
        *self.work = self.work.checked_sub(1)?;
        Some(())
    }

    fn enter(&mut self, depth: usize, values: &mut Vec<i64>) -> Option<()> {
        self.tick()?;
        for guard in self.alternative.guards.iter().filter(|g| g.depth == depth) {
            if !self.holds(&guard.cond, values, 0)? {
                return Some(());
            }
        }
        let Some(entered) = self.alternative.loops.get(depth) else { return self.leave(values) };
        let mut members = Vec::new();
        self.members(&entered.set, values, &mut members, 0)?;
        members.sort_unstable();
        members.dedup();
        for k in members {
            values.push(k);
            let inner = self.enter(depth + 1, values);
            values.pop();
            inner?;
        }
        Some(())
    }

    fn leave(&mut self, values: &[i64]) -> Option<()> {
        let mut parts = Vec::new();
        for part in &self.alternative.parts {
            let coordinates: Option<Vec<i64>> = part.coordinates.iter().map(|e| value(e, values, 0)).collect();
            parts.push((part.game.is_some(), coordinates?));
        }
        if parts.iter().flat_map(|p| &p.1).all(|&x| x >= 0) {
            self.out.push(Found { alternative: self.number, parts });
        }
        Some(())
    }

    fn members(&mut self, set: &Set, values: &[i64], out: &mut Vec<i64>, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        let start = out.len();
        for item in &set.items {
            let mut upto = |this: &mut Self, keep: &dyn Fn(i64) -> bool| {
                for x in 1..=this.size {
                    this.tick()?;
                    if keep(x) {
                        out.push(x);
                    }
                }
                Some(())
            };
            match item {
                Item::One(e) => out.push(value(e, values, 0)?),
                Item::Range { from, to, step } => {
                    let from = value(from, values, 0)?;
                    let to = match to {
                        Some(to) => value(to, values, 0)?,
                        None => self.size,
                    };
                    let step = value(step, values, 0).filter(|&s| s >= 1)?;
                    let mut x = from;
                    while x <= to {
                        self.tick()?;
                        out.push(x);
                        x = x.checked_add(step)?;
                    }
                }
                Item::Divisors(e) => {
                    let n = value(e, values, 0)?;
                    for x in 1..=n {
                        self.tick()?;
                        if n % x == 0 {
                            out.push(x);
                        }
                    }
                }
                Item::Powers(base) => {
                    let base = value(base, values, 0).filter(|&b| b >= 2)?;
                    upto(self, &|x| power_of(base, x))?;
                }
                Item::Squares => upto(self, &|x| x.isqrt() * x.isqrt() == x)?,
                Item::Fibonacci => upto(self, &fibonacci)?,
                Item::Primes => upto(self, &prime)?,
                Item::Odds => upto(self, &|x| x % 2 == 1)?,
                Item::Evens => upto(self, &|x| x % 2 == 0)?,
                Item::Nested(inner) => self.members(inner, values, out, depth + 1)?,
            }
        }
        for except in &set.except {
            let mut kept = Vec::new();
            for x in out.split_off(start) {
                if !self.contains(except, x, values, Some(self.size), depth + 1)? {
                    kept.push(x);
                }
            }
            out.extend(kept);
        }
        Some(())
    }

    /// Open ranges end at `end`, if it is given.
    fn contains(&mut self, set: &Set, x: i64, values: &[i64], end: Option<i64>, depth: usize) -> Option<bool> {
        if depth > DEEPEST {
            return None;
        }
        self.tick()?;
        for except in &set.except {
            if self.contains(except, x, values, end, depth + 1)? {
                return Some(false);
            }
        }
        for item in &set.items {
            let found = match item {
                Item::One(e) => value(e, values, 0)? == x,
                Item::Range { from, to, step } => {
                    let from = value(from, values, 0)?;
                    let to = match to {
                        Some(to) => value(to, values, 0)?,
                        None => end.unwrap_or(x),
                    };
                    let step = value(step, values, 0).filter(|&s| s >= 1)?;
                    from <= x && x <= to && x.checked_sub(from)? % step == 0
                }
                Item::Divisors(e) => {
                    let n = value(e, values, 0)?;
                    x >= 1 && n >= 1 && n % x == 0
                }
                Item::Powers(base) => power_of(value(base, values, 0).filter(|&b| b >= 2)?, x),
                Item::Squares => x >= 1 && x.isqrt() * x.isqrt() == x,
                Item::Fibonacci => fibonacci(x),
                Item::Primes => prime(x),
                Item::Odds => x >= 1 && x % 2 == 1,
                Item::Evens => x >= 1 && x % 2 == 0,
                Item::Nested(inner) => self.contains(inner, x, values, end, depth + 1)?,
            };
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    fn holds(&mut self, cond: &Cond, values: &[i64], depth: usize) -> Option<bool> {
        if depth > DEEPEST {
            return None;
        }
        self.tick()?;
        Some(match cond {
            Cond::All(conds) => {
                for cond in conds {
                    if !self.holds(cond, values, depth + 1)? {
                        return Some(false);
                    }
                }
                true
            }
            Cond::Any(conds) => {
                for cond in conds {
                    if self.holds(cond, values, depth + 1)? {
                        return Some(true);
                    }
                }
                false
            }
            Cond::Not(inner) => !self.holds(inner, values, depth + 1)?,
            Cond::In(e, set) => {
                let x = value(e, values, 0)?;
                self.contains(set, x, values, None, 0)?
            }
            Cond::Compare(a, relation, b) => {
                let (a, b) = (value(a, values, 0)?, value(b, values, 0)?);
                match relation {
                    Relation::Equal => a == b,
                    Relation::NotEqual => a != b,
                    Relation::Less => a < b,
                    Relation::LessEqual => a <= b,
                    Relation::Greater => a > b,
                    Relation::GreaterEqual => a >= b,
                    Relation::Divides => b.checked_rem(a)? == 0,
                }
            }
        })
    }
}

fn value(e: &Expr, values: &[i64], depth: usize) -> Option<i64> {
    if depth > DEEPEST {
        return None;
    }
    match e {
        Expr::Constant(c) => i64::try_from(c).ok(),
        Expr::Variable(v) => values.get(*v).copied(),
        Expr::Negative(a) => value(a, values, depth + 1)?.checked_neg(),
        Expr::Binary(operator, a, b) => {
            let (a, b) = (value(a, values, depth + 1)?, value(b, values, depth + 1)?);
            match operator {
                Operator::Add => a.checked_add(b),
                Operator::Subtract => a.checked_sub(b),
                Operator::Multiply => a.checked_mul(b),
                Operator::Divide => floor_divide(a, b),
                Operator::Remainder => a.checked_rem_euclid(b),
                Operator::Power => a.checked_pow(u32::try_from(b).ok()?),
            }
        }
        Expr::Call(function, arguments) => {
            let mut all = Vec::with_capacity(arguments.len());
            for argument in arguments {
                all.push(value(argument, values, depth + 1)?);
            }
            call(*function, &all)
        }
    }
}

fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let q = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q })
}

fn call(function: Function, all: &[i64]) -> Option<i64> {
    let first = all.first().copied();
    let natural = || first.filter(|&x| x >= 0);
    let positive = || first.filter(|&x| x >= 1);
    let fold =
        |step: fn(i64, i64) -> i64| all.iter().all(|&x| x >= 0).then(|| all.iter().copied().reduce(step)).flatten();
    match function {
        Function::Min => all.iter().copied().min(),
        Function::Max => all.iter().copied().max(),
        Function::Gcd => {
            let g = all.iter().fold(0, |g, x| grundy_core::number::gcd(g, x.unsigned_abs()));
            i64::try_from(g).ok()
        }
        Function::Xor => fold(|a, b| a ^ b),
        Function::BitAnd => fold(|a, b| a & b),
        Function::BitOr => fold(|a, b| a | b),
        Function::IntegerSquareRoot => natural().map(i64::isqrt),
        Function::Log2 => positive().map(|x| i64::from(x.ilog2())),
        Function::PopCount => natural().map(|x| i64::from(x.count_ones())),
        Function::Absolute => first?.checked_abs(),
        Function::LowBit => positive().map(|x| 1 << x.trailing_zeros()),
        Function::TwoAdicOrder => positive().map(|x| i64::from(x.trailing_zeros())),
        Function::BitLength => natural().map(|x| i64::from(i64::BITS - x.leading_zeros())),
        Function::Mex => (0..=i64::try_from(all.len()).ok()?).find(|x| !all.contains(x)),
        // of claims only
        Function::FloorSurd(_) | Function::LowFib => None,
    }
}

fn power_of(base: i64, mut x: i64) -> bool {
    if x < 1 {
        return false;
    }
    while x % base == 0 {
        x /= base;
    }
    x == 1
}

fn fibonacci(x: i64) -> bool {
    let (mut a, mut b) = (1i64, 2i64);
    while a < x {
        (a, b) = (b, a.saturating_add(b));
    }
    x >= 1 && a == x
}

fn prime(x: i64) -> bool {
    x >= 2 && (2..=x.isqrt()).all(|d| x % d != 0)
}
