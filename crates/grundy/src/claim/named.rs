//! The numbers that a claim names, and the places that they make: `n != 999999` names 999999.
//!
//! A claim is compared with the smallest positions; an exception far behind them is met only by going there. So each number
//! in a condition is taken, with its neighbours. Cost: one place for each, or for each pair of them.

use grundy_core::{Context, Convention, Error, Evidence, Int, Nat, Result};

use super::test::{compare, from_the_rules};
use super::{Claim, ClaimQuestion, Counterexample};
use crate::game::Shape;
use crate::period::seen::run_starts;
use crate::plan::misere::Judge;
use crate::plan::sums::Sum;
use crate::rule::arithmetic::expression;
use crate::rule::ir::Expr;

/// So many numbers of a claim are taken, with two coordinates so many.
const MOST: [usize; 2] = [32, 8];

/// Claims about more coordinates name too many places.
const MOST_COORDINATES: usize = 2;

/// Larger numbers are passed over.
const MOST_BITS: usize = 4096;

/// The first disagreement at a place that the claim names, or where a run begins, from this sum of coordinates on; and what the
/// value there rests on. `largest`: no position has a larger sum.
///
/// # Errors
/// A spent budget.
pub(super) fn disagreement(
    question: &ClaimQuestion,
    from: u64,
    largest: Option<u64>,
    cx: &Context,
) -> Result<Option<(Counterexample, Evidence)>> {
    let subject = &question.subject;
    let arity = subject.variables.len();
    if !(1..=MOST_COORDINATES).contains(&arity) {
        return Ok(None);
    }
    let weights = subject.weights();
    let mut places = places(&question.claim, arity);
    if let ([summand], 1) = (&subject.summands[..], arity)
        && summand.game.shape() == Shape::Heap
    {
        let starts = run_starts(&summand.game, subject.convention, from, cx);
        places.extend(starts.into_iter().map(|n| vec![Nat::from(n)]));
    }
    for place in places {
        let weighted = weights.iter().zip(&place).map(|(weight, n)| n * Nat::from(*weight));
        let sum = weighted.fold(Nat::ZERO, |sum, n| sum + n);
        if sum < Nat::from(from) || largest.is_some_and(|largest| sum > Nat::from(largest)) {
            continue;
        }
        let mut judge = Judge::new();
        match compare(question, &place, &mut judge, cx) {
            // what has no value there is met on the way, or is too far away
            Ok(None) | Err(Error::Bad(_)) => {}
            Ok(Some(found)) => return Ok(Some((found, reasons_at(question, &place, &judge, cx)?))),
            Err(stopped) => return Err(stopped),
        }
    }
    Ok(None)
}

/// What the value or the outcome of a place that was judged rests on.
fn reasons_at(question: &ClaimQuestion, place: &[Nat], judge: &Judge, cx: &Context) -> Result<Evidence> {
    let subject = &question.subject;
    match (subject.convention, subject.components_of_any(place)) {
        (Convention::Misere, _) => Ok(judge.evidence()),
        (Convention::Normal, Some(components)) => Ok(Sum::of_components(components, cx)?.0.evidence()),
        (Convention::Normal, None) => Ok(from_the_rules()),
    }
}

/// The places that the numbers in the conditions of a claim make, the smallest first; those of several coordinates have each of
/// the numbers in each place, or 0.
fn places(claim: &Claim, arity: usize) -> Vec<Vec<Nat>> {
    let mut numbers: Vec<Nat> = Vec::new();
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
    let around = |n: Nat| [&n - &n.clone().min(Nat::ONE), n.clone(), n + Nat::ONE];
    let mut near: Vec<Nat> = named.flat_map(around).collect();
    if arity > 1 {
        near.push(Nat::ZERO);
    }
    near.sort_unstable();
    near.dedup();
    let mut places = vec![Vec::new()];
    for _ in 0..arity {
        let longer = |place: &Vec<Nat>| {
            near.iter().map(|n| [place.as_slice(), std::slice::from_ref(n)].concat()).collect::<Vec<_>>()
        };
        places = places.iter().flat_map(longer).collect();
    }
    places
}

/// The number that the expression is, or those in it: of `2^20-1` the whole.
fn of_expr(expr: &Expr, numbers: &mut Vec<Nat>) {
    let natural = |n: Int| (n >= Int::ZERO).then(|| n.into_parts().1);
    let whole = match expr {
        Expr::Constant(n) => natural(n.clone()),
        _ if expr.holds_variable(&|_| true) => None,
        _ => expression::<Int>(expr, &[]).ok().and_then(natural),
    };
    // larger ones are asked of no law at a small cost
    let whole = whole.filter(|n| *n < Nat::ONE << MOST_BITS);
    match (whole, expr) {
        (Some(n), _) => numbers.push(n),
        (None, Expr::Negative(x)) => of_expr(x, numbers),
        (None, Expr::Binary(_, a, b)) => [a, b].into_iter().for_each(|x| of_expr(x, numbers)),
        (None, Expr::Call(_, arguments)) => arguments.iter().for_each(|x| of_expr(x, numbers)),
        (None, Expr::Constant(_) | Expr::Variable(_)) => {}
    }
}
