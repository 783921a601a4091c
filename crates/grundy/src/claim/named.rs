//! The numbers that a claim names, and the places that they make: `n != 999999` names 999999.
//!
//! A claim is compared with the smallest positions; an exception far behind them is met only by going there. So each number
//! in a condition is taken, with its neighbours. Cost: one place for each, or for each pair of them.

use grundy_core::Int;
use grundy_core::number::to_u64;

use crate::rule::arithmetic::expression;
use crate::rule::ir::Expr;
use crate::statement::Claim;

/// So many numbers of a claim are taken, with two coordinates so many.
const MOST: [usize; 2] = [32, 8];

/// The places that the numbers in the conditions of a claim make, the smallest first; those of several coordinates have each of
/// the numbers in each place, or 0.
pub(super) fn places(claim: &Claim, arity: usize) -> Vec<Vec<u64>> {
    let mut numbers = Vec::new();
    let mut named = |x: &Expr| of_expr(x, &mut numbers);
    match claim {
        Claim::Previous(statement) | Claim::Every(_, statement) => statement.each_expr(&mut named),
        Claim::Value(cases) => cases.iter().filter_map(|(cond, _)| cond.as_ref()).for_each(|c| c.each_expr(&mut named)),
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
