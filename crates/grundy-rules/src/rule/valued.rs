//! May an expression be without a value: a quotient by what may be 0, a logarithm, a power?
//!
//! What is not seen to have one always counts as if it had none somewhere.

use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};

use super::ir::{Alternative, Cond, Expr, Function, Item, Rule, Set};

/// May something in the rule be without a value at some position?
pub fn rule_may_fail(rule: &Rule) -> bool {
    rule.alternatives.iter().any(alternative_may_fail)
}

fn alternative_may_fail(alternative: &Alternative) -> bool {
    alternative.loops.iter().any(|each| set_may_fail(&each.set))
        || alternative.guards.iter().any(|guard| cond_may_fail(&guard.cond))
        || alternative.parts.iter().flat_map(|part| &part.coordinates).any(may_fail)
}

fn set_may_fail(set: &Set) -> bool {
    let item_may_fail = |item: &Item| match item {
        Item::One(x) => may_fail(x),
        Item::Range { from, to, step } => {
            may_fail(from)
                || to.as_ref().is_some_and(may_fail)
                || !matches!(step, Expr::Constant(step) if *step >= Int::ONE)
        }
        Item::Powers(base) => !matches!(base, Expr::Constant(base) if *base >= Int::ZERO),
        Item::Divisors(_) => true,
        Item::Nested(inner) => set_may_fail(inner),
        Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => false,
    };
    set.items.iter().any(item_may_fail) || set.except.iter().any(set_may_fail)
}

/// May it be without a value?
pub fn may_fail(e: &Expr) -> bool {
    match e {
        Expr::Constant(_) | Expr::Variable(_) => false,
        Expr::Negative(x) => may_fail(x),
        Expr::Binary(Operator::Divide | Operator::Remainder, a, b) => {
            may_fail(a) || !matches!(&**b, Expr::Constant(c) if *c != Int::ZERO)
        }
        Expr::Binary(Operator::Power, ..) => true,
        Expr::Binary(_, a, b) => may_fail(a) || may_fail(b),
        Expr::Call(Function::Min | Function::Max | Function::Gcd | Function::Absolute, arguments) => {
            arguments.iter().any(may_fail)
        }
        Expr::Call(..) => true,
    }
}

/// May one of its expressions be without a value?
pub(super) fn cond_may_fail(cond: &Cond) -> bool {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().any(cond_may_fail),
        Cond::Not(cond) => cond_may_fail(cond),
        Cond::Compare(a, Relation::Divides, b) => may_fail(a) || may_fail(b) || !matches!(a, Expr::Constant(_)),
        Cond::Compare(a, _, b) => may_fail(a) || may_fail(b),
        Cond::In(..) => true,
    }
}
