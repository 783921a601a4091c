//! Claims that repeat, about values that repeat.
//!
//! The claim `P: n % 7 in {0,2}` repeats with period 7, the values of `take[1,3,4]` do, by a theorem: if both agree up
//! to the end of one common period, they agree for ever. That a claim repeats is read off its expression:
//!
//! - a *line* is a function f with f(n + p) = f(n) + s for all n ≥ from. Numbers and n are lines; so are sums,
//!   differences and multiples by a number, and quotients and remainders by a number; any function of lines with s = 0;
//! - of two lines the one that grows faster is the larger one in the end, from a place on that is computed. So a
//!   comparison repeats, and a choice between lines that grow alike is a line.
//!
//! Values with period q and saltus t from n₀ on are a line; with t > 0 no value is 0 from n₀ + q on. Two lines that grow
//! alike and agree below max(from, n₀) + lcm(p, q) are equal (induction). Anything else is not decided here.

use grundy_core::context::Context;
use grundy_core::number::{Int, gcd};
use grundy_core::period::Period;
use grundy_notation::ast::{Operator, Relation};

use super::{Claim, Statement};
use crate::rule::arithmetic::expression;
use crate::rule::ir::{Cond, Expr, Function, Item, Set};

/// Longer periods are not followed.
const LONGEST: u64 = 1 << 16;
/// Nor what settles later than this.
const LATEST: u64 = 1 << 20;

/// f(n + period) = f(n) + saltus for all n ≥ from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// From here on.
    pub from: u64,
    /// At least 1.
    pub period: u64,
    /// What a period adds.
    pub saltus: i64,
}

impl Line {
    /// A number, or what is always true.
    pub const CONSTANT: Line = Line { from: 0, period: 1, saltus: 0 };

    fn checked(self) -> Option<Line> {
        (self.period <= LONGEST && self.from <= LATEST && self.saltus.abs() < 1 << 40).then_some(self)
    }

    /// Both over one period.
    #[must_use]
    pub fn together(self, other: Line) -> Option<(Line, Line)> {
        let period = lcm(self.period, other.period)?;
        let from = self.from.max(other.from);
        let over = |l: Line| -> Option<Line> {
            let times = i64::try_from(period / l.period).ok()?;
            Line { from, period, saltus: l.saltus.checked_mul(times)? }.checked()
        };
        Some((over(self)?, over(other)?))
    }

    /// So many periods as one.
    fn times(self, k: u64) -> Option<Line> {
        let saltus = self.saltus.checked_mul(i64::try_from(k).ok()?)?;
        Line { period: self.period.checked_mul(k)?, saltus, ..self }.checked()
    }

    fn flat(self) -> bool {
        self.saltus == 0
    }
}

/// The least common multiple, if it is not too large.
#[must_use]
pub fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b).filter(|l| *l <= LONGEST)
}

/// How a claim about n repeats: its value, or its truth (with saltus 0).
#[must_use]
pub fn repetition(claim: &Claim) -> Option<Line> {
    match claim {
        Claim::Previous(statement) => truth(statement),
        Claim::Value(cases) => {
            let mut cases = cases.iter().rev();
            let (None, last) = cases.next()? else { return None };
            let mut rest = line(last)?;
            for (cond, expr) in cases {
                let cond = cond.as_ref()?;
                let holds = truth(cond)?;
                let (own, other) = line(expr)?.together(rest)?;
                rest = if own.saltus == other.saltus {
                    own.together(holds)?.0
                } else if holds.period == 1 {
                    // in the end it is always the same case
                    let from = own.from.max(holds.from);
                    let chosen = if holds_at(cond, from)? { own } else { other };
                    Line { from, ..chosen }
                } else {
                    return None;
                };
            }
            rest.checked()
        }
        Claim::Every(..) | Claim::Period { .. } => None,
    }
}

/// The least period of the values that a formula gives, from the first heap on from which it holds, where the formula
/// repeats. Exact: every period divides the one that is read off the expression, and two of those are looked at.
pub fn period_of(claim: &Claim, names: &[String], cx: &Context) -> Option<Period> {
    let Claim::Value(cases) = claim else { return None };
    let Line { from, period: whole, saltus } = repetition(claim)?;
    let saltus = u64::try_from(saltus).ok()?;
    let end = from.checked_add(2 * whole).filter(|end| *end <= LATEST)?;
    let value = |n: u64| u64::try_from(super::evaluate::value(cases, &[n], names, "a formula", cx).ok()?).ok();
    let values: Vec<u64> = (0..end).map(value).collect::<Option<_>>()?;
    let holds = |n: u64, p: u64, s: u64| values[(n + p) as usize].checked_sub(values[n as usize]) == Some(s);
    let (period, saltus) = (1..=whole)
        .filter(|p| whole.is_multiple_of(*p) && saltus.is_multiple_of(whole / p))
        .map(|p| (p, saltus / (whole / p)))
        .find(|&(p, s)| (from..from + whole).all(|n| holds(n, p, s)))?;
    let preperiod = (0..from).rev().find(|&n| !holds(n, period, saltus)).map_or(0, |n| n + 1);
    Some(Period { preperiod, period, saltus })
}

fn at(expr: &Expr, n: u64) -> Option<i64> {
    expression(expr, &[i64::try_from(n).ok()?]).ok()
}

fn line(expr: &Expr) -> Option<Line> {
    match expr {
        Expr::Constant(c) => i64::try_from(c).ok().map(|_| Line::CONSTANT),
        Expr::Variable(0) => Some(Line { saltus: 1, ..Line::CONSTANT }),
        Expr::Variable(_) => None,
        Expr::Negative(inner) => line(inner).map(|l| Line { saltus: -l.saltus, ..l }),
        Expr::Binary(operator, a, b) => {
            let (x, y) = line(a)?.together(line(b)?)?;
            match operator {
                Operator::Add => Line { saltus: x.saltus + y.saltus, ..x }.checked(),
                Operator::Subtract => Line { saltus: x.saltus - y.saltus, ..x }.checked(),
                _ if x.flat() && y.flat() => Some(x),
                Operator::Multiply => match (a.literal(), b.literal()) {
                    (Some(c), _) => Line { saltus: y.saltus.checked_mul(c)?, ..y }.checked(),
                    (_, Some(c)) => Line { saltus: x.saltus.checked_mul(c)?, ..x }.checked(),
                    _ => None,
                },
                Operator::Divide | Operator::Remainder => {
                    let c = b.literal().filter(|c| *c > 0)?;
                    if *operator == Operator::Remainder {
                        // the remainder returns when whole multiples of c were added
                        let l = whole(line(a)?, c)?;
                        return Some(Line { saltus: 0, ..l });
                    }
                    let l = whole(line(a)?, c)?;
                    Some(Line { saltus: l.saltus / c, ..l })
                }
                Operator::Power => None,
            }
        }
        Expr::Call(function, arguments) => call(*function, arguments),
    }
}

/// The line over so many periods that its saltus is a multiple of c.
fn whole(line: Line, c: i64) -> Option<Line> {
    let c = u64::try_from(c).ok()?;
    line.times(c / gcd(line.saltus.unsigned_abs(), c))
}

fn call(function: Function, arguments: &[Expr]) -> Option<Line> {
    let mut all = Line::CONSTANT;
    for argument in arguments {
        all = line(argument)?
            .together(all)
            .map(|(own, rest)| Line { saltus: i64::from(!own.flat() || !rest.flat()), ..own })?;
    }
    if all.flat() {
        return Some(all);
    }
    match (function, arguments) {
        (Function::Min | Function::Max, [a, b]) => {
            let (x, y) = line(a)?.together(line(b)?)?;
            if x.saltus == y.saltus {
                return Some(x);
            }
            let from = settled(a, b)?;
            let first = (x.saltus < y.saltus) == (function == Function::Min);
            Line { from, ..if first { x } else { y } }.checked()
        }
        (Function::Absolute, [a]) => {
            let l = line(a)?;
            let from = settled(a, &Expr::Constant(Int::ZERO))?;
            Line { from, saltus: l.saltus.abs(), ..l }.checked()
        }
        (Function::Xor | Function::BitAnd | Function::BitOr, [a, b]) => {
            // what is below a power of two does not see what is added above it
            let (l, c) = match (a.literal(), b.literal()) {
                (Some(c), _) => (line(b)?, c),
                (_, Some(c)) => (line(a)?, c),
                _ => return None,
            };
            let c = u64::try_from(c).ok().filter(|c| *c < LONGEST)?;
            let l = whole(l, i64::try_from((c + 1).next_power_of_two()).ok()?)?;
            // of a conjunction nothing above it is left
            Some(if function == Function::BitAnd { Line { saltus: 0, ..l } } else { l })
        }
        _ => None,
    }
}

/// From here on the difference a − b, which grows or falls, is not 0 and has one sign.
fn settled(a: &Expr, b: &Expr) -> Option<u64> {
    let (x, y) = line(a)?.together(line(b)?)?;
    let saltus = (x.saltus - y.saltus).unsigned_abs();
    if saltus == 0 {
        return None;
    }
    let mut periods = 0;
    for n in x.from..x.from + x.period {
        let difference = at(a, n)?.checked_sub(at(b, n)?)?.unsigned_abs();
        periods = periods.max(difference / saltus + 1);
    }
    let from = x.from.checked_add(x.period.checked_mul(periods)?)?;
    (from <= LATEST).then_some(from)
}

/// From where on, and how, the truth of a statement in one variable repeats.
#[must_use]
pub fn truth(statement: &Statement) -> Option<Line> {
    match statement {
        Statement::Is(cond) => of_cond(cond),
        Statement::All(all) | Statement::Any(all) => all.iter().try_fold(Line::CONSTANT, |l, s| joined(l, truth(s)?)),
        Statement::Not(inner) => truth(inner),
        Statement::Exists(..) | Statement::ForAll(..) => None,
    }
}

fn joined(a: Line, b: Line) -> Option<Line> {
    a.together(b).map(|(l, _)| l)
}

fn of_cond(cond: &Cond) -> Option<Line> {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().try_fold(Line::CONSTANT, |l, c| joined(l, of_cond(c)?)),
        Cond::Not(inner) => of_cond(inner),
        Cond::Compare(a, Relation::Divides, b) => {
            if let Some(c) = a.literal().filter(|c| *c > 0) {
                let l = whole(line(b)?, c)?;
                return Some(Line { saltus: 0, ..l });
            }
            let l = joined(line(a)?, line(b)?)?;
            (line(a)?.flat() && line(b)?.flat()).then_some(l)
        }
        Cond::Compare(a, _, b) => {
            let (x, y) = line(a)?.together(line(b)?)?;
            if x.saltus == y.saltus {
                return Some(Line { saltus: 0, ..x });
            }
            Some(Line { from: settled(a, b)?, ..Line::CONSTANT })
        }
        Cond::In(x, set) => {
            if !fixed(set) {
                return None;
            }
            let l = line(x)?;
            if l.flat() {
                return Some(l);
            }
            // what grows leaves a finite set
            let mut from = 0;
            for bound in bounds(set)? {
                from = from.max(settled(x, &Expr::Constant(Int::from(bound)))?);
            }
            Some(Line { from, ..Line::CONSTANT })
        }
    }
}

/// Is the set the same for all n?
fn fixed(set: &Set) -> bool {
    let constant = |e: &Expr| e.literal().is_some();
    set.except.iter().all(fixed)
        && set.items.iter().all(|item| match item {
            Item::One(e) | Item::Powers(e) | Item::Divisors(e) => constant(e),
            Item::Range { from, to, step } => constant(from) && constant(step) && to.as_ref().is_none_or(constant),
            Item::Nested(inner) => fixed(inner),
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => true,
        })
}

/// Numbers between which (and at which) all members lie; `None`: the set has no end, or is not read.
fn bounds(set: &Set) -> Option<Vec<i64>> {
    let mut all = Vec::new();
    for item in &set.items {
        match item {
            Item::One(e) => all.push(e.literal()?),
            Item::Range { from, to, .. } => {
                all.push(from.literal()?);
                all.push(to.as_ref()?.literal()?);
            }
            Item::Nested(inner) => all.extend(bounds(inner)?),
            _ => return None,
        }
    }
    Some(all)
}

fn holds_at(statement: &Statement, n: u64) -> Option<bool> {
    let cx = Context::default();
    super::evaluate::holds(statement, &[n], &["n".to_owned()], "a claim", &cx).ok()
}
