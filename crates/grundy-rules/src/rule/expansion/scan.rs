//! What can be seen of sets and expressions without a position: constant members, and where a variable stands.

use grundy_notation::ast::{Operator, Relation};

use super::DEEPEST;
use crate::rule::ir::{Alternative, Cond, Expr, Function, Item, Set};

/// Loops over more points are not unrolled.
const MOST_UNROLLED: usize = 256;

/// The constant numbers and ranges of a set as disjoint sorted runs, and the other items.
pub(super) fn constant_runs(items: &[Item]) -> (Vec<(i64, i64)>, Vec<&Item>) {
    let mut runs = Vec::new();
    let mut others = Vec::new();
    for item in items {
        let run = match item {
            Item::One(e) => e.literal().map(|c| (c, c)),
            Item::Range { from, to: Some(to), step } if step.literal() == Some(1) => from.literal().zip(to.literal()),
            _ => None,
        };
        match run {
            Some((low, high)) if low <= high => runs.push((low, high)),
            Some(_) => {}
            None => others.push(item),
        }
    }
    runs.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (low, high) in runs {
        match merged.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    (merged, others)
}

/// All members of a small constant set.
pub(super) fn constant_points(set: &Set, depth: usize) -> Option<Vec<i64>> {
    if depth > 16 {
        return None;
    }
    let mut points = Vec::new();
    for item in &set.items {
        match item {
            Item::One(e) => points.push(e.literal()?),
            Item::Range { from, to, step } => {
                let (from, to, step) = (from.literal()?, to.as_ref()?.literal()?, step.literal()?);
                let step = usize::try_from(step).ok().filter(|&s| s >= 1)?;
                if from <= to && to.checked_sub(from)? / i64::try_from(step).ok()? > MOST_UNROLLED as i64 {
                    return None;
                }
                points.extend((from..=to).step_by(step));
            }
            Item::Nested(inner) => points.extend(constant_points(inner, depth + 1)?),
            _ => return None,
        }
        if points.len() > MOST_UNROLLED {
            return None;
        }
    }
    for except in &set.except {
        let without = constant_points(except, depth + 1)?;
        points.retain(|p| !without.contains(p));
    }
    points.sort_unstable();
    points.dedup();
    Some(points)
}

/// Does the variable stand where only a constant is linear?
pub(super) fn used_nonlinearly(variable: usize, alternative: &Alternative) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| found |= nonlinear(e, variable, false, 0);
    alternative.parts.iter().flat_map(|p| &p.coordinates).for_each(&mut look);
    for guard in &alternative.guards {
        in_cond(&guard.cond, &mut look, 0);
    }
    for entered in &alternative.loops {
        in_set(&entered.set, &mut look, 0);
    }
    found
}

fn nonlinear(e: &Expr, variable: usize, inside: bool, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let constant = |e: &Expr| matches!(e, Expr::Constant(_));
    match e {
        Expr::Constant(_) => false,
        Expr::Variable(v) => inside && *v == variable,
        Expr::Negative(a) => nonlinear(a, variable, inside, depth + 1),
        Expr::Binary(operator, a, b) => {
            let (left, right) = match operator {
                Operator::Add | Operator::Subtract => (inside, inside),
                Operator::Multiply => (inside || !constant(b), inside || !constant(a)),
                Operator::Divide | Operator::Remainder => (inside, true),
                Operator::Power => (true, true),
            };
            nonlinear(a, variable, left, depth + 1) || nonlinear(b, variable, right, depth + 1)
        }
        Expr::Call(function, arguments) => {
            let inside = inside || !matches!(function, Function::Min | Function::Max | Function::Absolute);
            arguments.iter().any(|a| nonlinear(a, variable, inside, depth + 1))
        }
    }
}

fn in_cond(cond: &Cond, look: &mut dyn FnMut(&Expr), depth: usize) {
    if depth > DEEPEST {
        return;
    }
    match cond {
        Cond::All(conds) | Cond::Any(conds) => conds.iter().for_each(|c| in_cond(c, look, depth + 1)),
        Cond::Not(inner) => in_cond(inner, look, depth + 1),
        Cond::Compare(a, Relation::Divides, b) => {
            look(&Expr::Call(Function::Gcd, vec![a.clone()]));
            look(b);
        }
        Cond::Compare(a, _, b) => {
            look(a);
            look(b);
        }
        Cond::In(e, set) => {
            look(e);
            in_set(set, look, depth + 1);
        }
    }
}

fn in_set(set: &Set, look: &mut dyn FnMut(&Expr), depth: usize) {
    if depth > DEEPEST {
        return;
    }
    for item in &set.items {
        match item {
            Item::One(e) => look(e),
            Item::Range { from, to, step } => {
                look(from);
                to.iter().for_each(&mut *look);
                look(&Expr::Call(Function::Gcd, vec![step.clone()]));
            }
            Item::Powers(e) | Item::Divisors(e) => look(&Expr::Call(Function::Gcd, vec![e.clone()])),
            Item::Nested(inner) => in_set(inner, look, depth + 1),
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => {}
        }
    }
    set.except.iter().for_each(|s| in_set(s, look, depth + 1));
}
