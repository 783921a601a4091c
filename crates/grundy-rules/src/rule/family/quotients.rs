//! Rules that divide by any number: `{n -> n//k for k in 2..}`, `{n -> (n+k-1)//k for k in 3..n-1}`.
//!
//! A quotient by a variable is in no linear system, so the rule is read as it is written.

use grundy_automata::linear::Linear;
use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};

use super::Family;
use crate::rule::ir::{Cond, Expr, Item, Rule};
use crate::rule::measure::linear_form;

/// The family, where the rule is one way to divide by a loop that runs from a number to n or a little less.
pub(super) fn recognise(rule: &Rule) -> Option<Family> {
    let ([alternative], 1, false) = (&rule.alternatives[..], rule.arity, rule.loopy) else { return None };
    let ([entered], [part]) = (&alternative.loops[..], &alternative.parts[..]) else { return None };
    let ([item], [], [quotient], None) =
        (&entered.set.items[..], &entered.set.except[..], &part.coordinates[..], &part.game)
    else {
        return None;
    };
    let Item::Range { from: Expr::Constant(least), to, step } = item else { return None };
    if *step != Expr::Constant(Int::ONE) {
        return None;
    }
    let least = i64::try_from(least).ok().filter(|&least| least >= 2)?;
    let less = match to {
        None => 0,
        Some(to) => Linear::variable(0).minus(&linear_form(to, 1, 0)?)?.value().filter(|&less| less >= 0)?,
    };
    // the least heap with a move: conditions that hold from there on say nothing
    let first = least.checked_add(less)?;
    alternative.guards.iter().all(|guard| holds_from(first, &guard.cond)).then_some(())?;
    let up = rounds_up(quotient)?;
    Some(Family::Quotients { least: u64::try_from(least).ok()?, less: u64::try_from(less).ok()?, up })
}

/// Does a condition on n hold of all n from this one on?
fn holds_from(first: i64, cond: &Cond) -> bool {
    match cond {
        Cond::All(all) => all.iter().all(|cond| holds_from(first, cond)),
        Cond::Compare(Expr::Variable(0), relation, Expr::Constant(c)) => match relation {
            Relation::Greater | Relation::NotEqual => *c < Int::from(first),
            Relation::GreaterEqual => *c <= Int::from(first),
            _ => false,
        },
        _ => false,
    }
}

/// Is this ⌊n/k⌋, or ⌈n/k⌉?
fn rounds_up(quotient: &Expr) -> Option<bool> {
    let over = |e: &Expr| match e {
        Expr::Binary(Operator::Divide, whole, by) if **by == Expr::Variable(1) => linear_form(whole, 2, 0),
        _ => None,
    };
    let n = Linear::variable(0);
    let before = n.shifted(-1)?;
    if let Some(whole) = over(quotient) {
        return match whole {
            whole if whole == n => Some(false),
            // ⌊(n + k − 1)/k⌋
            whole if whole == before.plus(&Linear::variable(1))? => Some(true),
            _ => None,
        };
    }
    // ⌊(n − 1)/k⌋ + 1
    let Expr::Binary(Operator::Add, a, b) = quotient else { return None };
    let one = Expr::Constant(Int::ONE);
    let rest = if **b == one { over(a)? } else { over(b).filter(|_| **a == one)? };
    (rest == before).then_some(true)
}
