//! Claims with other expressions in them: `n % 4` with 21 for n, `n % (m+1)` with 3 for m.

use std::cell::Cell;
use std::fmt;

use grundy_core::number::Int;

use super::{Claim, Statement};
use crate::rule::ir::{Cond, Expr, Item, Set};

/// Puts expressions in the place of others, from the outside in: what `with` gives is not looked into again.
pub struct Map<'a> {
    /// What stands in the place of this expression, if not itself.
    pub with: &'a dyn Fn(&Expr) -> Option<Expr>,
    /// The number of a quantified variable.
    pub quantified: &'a dyn Fn(usize) -> usize,
}

/// Under this map every variable has another number.
pub fn numbered<T>(number: &dyn Fn(usize) -> usize, at: impl FnOnce(&Map<'_>) -> T) -> T {
    let with = |e: &Expr| match e {
        Expr::Variable(v) => Some(Expr::Variable(number(*v))),
        _ => None,
    };
    at(&Map { with: &with, quantified: number })
}

/// With numbers in the place of the variables from `first` on; those behind them move up.
pub fn with_numbers<T>(first: usize, numbers: &[u64], at: impl FnOnce(&Map<'_>) -> T) -> T {
    let behind = |v: usize| if v >= first + numbers.len() { v - numbers.len() } else { v };
    let with = |e: &Expr| match e {
        Expr::Variable(v) => Some(match v.checked_sub(first).and_then(|i| numbers.get(i)) {
            Some(number) => Expr::Constant(Int::from(*number)),
            None => Expr::Variable(behind(*v)),
        }),
        _ => None,
    };
    at(&Map { with: &with, quantified: &behind })
}

/// Shows every expression, the outer ones first; `seen` says whether to pass over what is inside.
pub fn look(at: impl FnOnce(&Map<'_>), seen: &dyn Fn(&Expr) -> bool) {
    at(&Map { with: &|e| seen(e).then(|| e.clone()), quantified: &|v| v });
}

/// Does such a variable occur?
pub fn speaks_of(at: impl FnOnce(&Map<'_>), is: &dyn Fn(usize) -> bool) -> bool {
    let found = Cell::new(false);
    look(at, &|e| {
        found.set(found.get() || matches!(e, Expr::Variable(v) if is(*v)));
        false
    });
    found.get()
}

impl fmt::Debug for Map<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Map").finish_non_exhaustive()
    }
}

impl Map<'_> {
    /// The claim under the map.
    #[must_use]
    pub fn claim(&self, claim: &Claim) -> Claim {
        match claim {
            Claim::Previous(statement) => Claim::Previous(self.statement(statement)),
            Claim::Value(cases) => {
                Claim::Value(cases.iter().map(|(c, e)| (c.as_ref().map(|c| self.statement(c)), self.expr(e))).collect())
            }
            Claim::Every(facet, statement) => Claim::Every(*facet, self.statement(statement)),
            Claim::Period { .. } => claim.clone(),
        }
    }

    /// The statement under the map.
    #[must_use]
    pub fn statement(&self, statement: &Statement) -> Statement {
        let list = |all: &[Statement]| all.iter().map(|s| self.statement(s)).collect();
        let of = |v: usize| (self.quantified)(v);
        match statement {
            Statement::Is(cond) => Statement::Is(self.cond(cond)),
            Statement::All(all) => Statement::All(list(all)),
            Statement::Any(all) => Statement::Any(list(all)),
            Statement::Not(inner) => Statement::Not(Box::new(self.statement(inner))),
            Statement::Exists(v, name, inner) => {
                Statement::Exists(of(*v), name.clone(), Box::new(self.statement(inner)))
            }
            Statement::ForAll(v, name, inner) => {
                Statement::ForAll(of(*v), name.clone(), Box::new(self.statement(inner)))
            }
        }
    }

    /// The expression under the map.
    #[must_use]
    pub fn expr(&self, e: &Expr) -> Expr {
        (self.with)(e).unwrap_or_else(|| e.with_children(&|x| self.expr(x)))
    }

    /// The condition under the map.
    #[must_use]
    pub fn cond(&self, cond: &Cond) -> Cond {
        let list = |all: &[Cond]| all.iter().map(|c| self.cond(c)).collect();
        match cond {
            Cond::All(all) => Cond::All(list(all)),
            Cond::Any(all) => Cond::Any(list(all)),
            Cond::Not(inner) => Cond::Not(Box::new(self.cond(inner))),
            Cond::Compare(a, relation, b) => Cond::Compare(self.expr(a), *relation, self.expr(b)),
            Cond::In(e, set) => Cond::In(self.expr(e), self.set(set, None)),
        }
    }

    /// Open ranges end at `end`, if it is given.
    #[must_use]
    pub fn set(&self, set: &Set, end: Option<&Expr>) -> Set {
        let item = |item: &Item| match item {
            Item::One(e) => Item::One(self.expr(e)),
            Item::Range { from, to, step } => Item::Range {
                from: self.expr(from),
                to: to.as_ref().map(|to| self.expr(to)).or_else(|| end.cloned()),
                step: self.expr(step),
            },
            Item::Powers(e) => Item::Powers(self.expr(e)),
            Item::Divisors(e) => Item::Divisors(self.expr(e)),
            Item::Nested(inner) => Item::Nested(Box::new(self.set(inner, end))),
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => item.clone(),
        };
        let except = set.except.iter().map(|s| self.set(s, end)).collect();
        Set { items: set.items.iter().map(item).collect(), except }
    }
}
