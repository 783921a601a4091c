//! The numbers that a claim names, and the places that they make: `n != 999999` names 999999.
//!
//! A claim is compared with the smallest positions; an exception far behind them is met only by going there. So each number
//! in a condition is taken, with its neighbours. Cost: one place for each, or for each pair of them.

use grundy_core::Int;
use grundy_core::number::to_u64;

use crate::rule::arithmetic::expression;
use crate::rule::ir::{Cond, Expr, Item, Set};
use crate::statement::{Claim, Statement};

/// So many numbers of a claim are taken, with two coordinates so many.
const MOST: [usize; 2] = [32, 8];

/// The places that the numbers in the conditions of a claim make, the smallest first; those of several coordinates have each of
/// the numbers in each place, or 0.
pub(super) fn places(claim: &Claim, arity: usize) -> Vec<Vec<u64>> {
    let mut numbers = Vec::new();
    match claim {
        Claim::Previous(statement) => of_statement(statement, &mut numbers),
        Claim::Value(cases) => {
            cases.iter().filter_map(|(cond, _)| cond.as_ref()).for_each(|c| of_statement(c, &mut numbers));
        }
        Claim::Period { .. } => {}
    }
    let most = MOST.get(arity.wrapping_sub(1)).copied().unwrap_or(0);
    numbers.sort_unstable();
    numbers.dedup();
    // what is small is compared anyway
    let named = numbers.into_iter().rev().take(most);
    let mut near: Vec<u64> = named.flat_map(|n| [n.saturating_sub(1), n, n.saturating_add(1)]).collect();
    if arity > 1 {
        near.push(0);
    }
    near.sort_unstable();
    near.dedup();
    let mut places = vec![Vec::new()];
    for _ in 0..arity {
        let longer = |place: &Vec<u64>| near.iter().map(|n| [place.as_slice(), &[*n]].concat()).collect::<Vec<_>>();
        places = places.iter().flat_map(longer).collect();
    }
    places
}

fn of_statement(statement: &Statement, numbers: &mut Vec<u64>) {
    match statement {
        Statement::Is(cond) => of_cond(cond, numbers),
        Statement::All(all) | Statement::Any(all) => all.iter().for_each(|one| of_statement(one, numbers)),
        Statement::Not(inner) | Statement::Exists(_, _, inner) | Statement::ForAll(_, _, inner) => {
            of_statement(inner, numbers);
        }
    }
}

fn of_cond(cond: &Cond, numbers: &mut Vec<u64>) {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().for_each(|one| of_cond(one, numbers)),
        Cond::Not(inner) => of_cond(inner, numbers),
        Cond::Compare(left, _, right) => [left, right].into_iter().for_each(|side| of_expr(side, numbers)),
        Cond::In(what, set) => {
            of_expr(what, numbers);
            of_set(set, numbers);
        }
    }
}

fn of_set(set: &Set, numbers: &mut Vec<u64>) {
    for item in &set.items {
        match item {
            Item::One(x) => of_expr(x, numbers),
            Item::Range { from, to, .. } => std::iter::once(from).chain(to).for_each(|x| of_expr(x, numbers)),
            Item::Nested(inner) => of_set(inner, numbers),
            _ => {}
        }
    }
    set.except.iter().for_each(|set| of_set(set, numbers));
}

/// The number that the expression is, or those in it: of `2^20-1` the whole.
fn of_expr(expr: &Expr, numbers: &mut Vec<u64>) {
    let whole = match expr {
        Expr::Constant(n) if *n >= Int::ZERO => to_u64(&n.clone().into_parts().1),
        _ if expr.holds_variable(&|_| true) => None,
        _ => expression::<i64>(expr, &[]).ok().and_then(|n| u64::try_from(n).ok()),
    };
    match (whole, expr) {
        (Some(n), _) => numbers.push(n),
        (None, Expr::Negative(x)) => of_expr(x, numbers),
        (None, Expr::Binary(_, a, b)) => [a, b].into_iter().for_each(|x| of_expr(x, numbers)),
        (None, Expr::Call(_, arguments)) => arguments.iter().for_each(|x| of_expr(x, numbers)),
        (None, Expr::Constant(_) | Expr::Variable(_)) => {}
    }
}
