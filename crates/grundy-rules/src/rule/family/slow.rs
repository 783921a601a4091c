//! Rules that take at most a slow bound: `{n -> n-k for k in 1..isqrt(n)}`, `{n -> n-k for k in 1..log2(n) if n > 0}`,
//! `{n -> n-k for k in 1.. if k*k <= n}`.
//!
//! So are n−⌊√n⌋ and the like. Roots and logarithms are in no linear system, so the rule is read as it is written: one loop from 1, and conditions that bound
//! its variable. Of the least of the bounds it is read off the expressions ([`crate::rule::slope`]) that it changes by 0 or 1
//! where n ≥ 1 grows by 1; so does the least of it and n, which is h(n).

use grundy_core::{Int, Nat};
use grundy_notation::ast::{Operator, Relation};

use super::Family;
use super::spelling::{int, var};
use crate::rule::alone::Formula;
use crate::rule::ir::{Cond, Expr, Function, Item, Rule};
use crate::rule::measure::linear_form;
use crate::rule::slope::{Slope, never_negative};

/// The heap, and the loop variable.
const N: usize = 0;
const K: usize = 1;

/// A bound that does not grow between these powers of two counts as bounded; the values of such rules repeat, and other engines
/// prove that.
const FAR: [usize; 2] = [1000, 2000];

/// The bounds of k that are read so far.
#[derive(Default)]
struct Bounds {
    /// k is at most the least of these.
    most: Vec<Expr>,
    /// What is computed at every heap that has moves.
    computed: Vec<Expr>,
    /// Only n ≥ 1 has moves, as a condition says.
    from_one: bool,
}

/// The family, where h is of this kind.
pub(super) fn recognise(rule: &Rule) -> Option<Family> {
    let ([alternative], 1, false) = (&rule.alternatives[..], rule.arity, rule.loopy) else { return None };
    let ([entered], [part]) = (&alternative.loops[..], &alternative.parts[..]) else { return None };
    let ([Item::Range { from, to, step }], [], [left], None) =
        (&entered.set.items[..], &entered.set.except[..], &part.coordinates[..], &part.game)
    else {
        return None;
    };
    if *step != int(1) {
        return None;
    }
    let mut bounds = Bounds::default();
    if *left == var(N) - var(K) && *from == int(1) {
        if let Some(to) = to {
            bounds.add(to.clone(), to);
        }
    } else {
        // what is left is named, from n - h(n) to n - 1
        let (Expr::Binary(Operator::Subtract, n, most), []) = (from, &alternative.guards[..]) else { return None };
        if *left != var(K) || **n != var(N) || *to != Some(var(N) - int(1)) {
            return None;
        }
        bounds.add((**most).clone(), most);
    }
    alternative.guards.iter().try_for_each(|guard| bounds.read(&guard.cond, guard.depth == 0))?;
    bounds.slowest().map(Family::AtMostSlow)
}

impl Bounds {
    fn add(&mut self, most: Expr, computed: &Expr) {
        // no heap has more than n to take
        if most != var(N) && !self.most.contains(&most) {
            self.most.push(most);
        }
        self.computed.push(computed.clone());
    }

    /// Reads a condition that bounds k, or that only 0 does not fulfil; `early`: it is tested before the loop is entered.
    fn read(&mut self, cond: &Cond, early: bool) -> Option<()> {
        let (small, relation, large) = match cond {
            Cond::All(all) => return all.iter().try_for_each(|cond| self.read(cond, early)),
            Cond::Compare(a, relation @ (Relation::Less | Relation::LessEqual), b) => (a, relation, b),
            Cond::Compare(a, Relation::Greater, b) => (b, &Relation::Less, a),
            Cond::Compare(a, Relation::GreaterEqual, b) => (b, &Relation::LessEqual, a),
            Cond::Compare(Expr::Variable(N), Relation::NotEqual, zero) if *zero == int(0) => {
                self.from_one |= early;
                return Some(());
            }
            _ => return None,
        };
        let strict = *relation == Relation::Less;
        if *large == var(N) && *small == int(if strict { 0 } else { 1 }) {
            self.from_one |= early;
            return Some(());
        }
        if has(large, K) {
            return None;
        }
        let least = if strict { large.clone() - int(1) } else { large.clone() };
        let most = match small {
            Expr::Variable(K) => least,
            Expr::Binary(Operator::Multiply, a, b) if **a == var(K) && **b == var(K) => root(least),
            Expr::Binary(Operator::Power, a, b) if **a == var(K) && **b == int(2) => root(least),
            _ => return None,
        };
        self.add(most, large);
        Some(())
    }

    /// The least bound, if it grows slowly and without end.
    fn slowest(self) -> Option<Expr> {
        let at_zero = |expr: &Expr| Formula::new(expr.clone())?.at(&Nat::ZERO);
        if !self.from_one && !self.computed.iter().all(|expr| at_zero(expr).is_some()) {
            return None;
        }
        let after: Option<Vec<Expr>> = self.computed.iter().map(one_more).collect();
        if !after?.iter().all(|expr| Slope::of(expr, N).is_some()) {
            return None;
        }
        let h = match <[Expr; 1]>::try_from(self.most) {
            Ok([only]) => only,
            Err(several) if several.is_empty() => return None,
            Err(several) => Expr::Call(Function::Min, several),
        };
        let slope = Slope::of(&one_more(&h)?, N)?;
        let formula = Formula::new(h.clone())?;
        let [near, far] = FAR.map(|bits| formula.at(&(Nat::ONE << bits)));
        if !(slope.never_falls() && slope.is_at_most(1) && near? < far?) {
            return None;
        }
        let is_below = formula.at(&Nat::ONE)? <= Int::ONE;
        Some(if is_below { h } else { Expr::Call(Function::Min, vec![var(N), h]) })
    }
}

/// Is it the square root of n?
#[must_use]
pub fn is_root(h: &Expr) -> bool {
    *h == root(var(N))
}

fn root(of: Expr) -> Expr {
    Expr::Call(Function::IntegerSquareRoot, vec![of])
}

fn has(expr: &Expr, variable: usize) -> bool {
    expr.holds_variable(&|v| v == variable)
}

/// The expression at n + 1, in which logarithms of n are told by its length in binary: n + 1 is not 0. Linear parts are put in
/// order, so that it is seen that they are not negative. `None`: a logarithm of something else.
fn one_more(expr: &Expr) -> Option<Expr> {
    if let Some(form) = linear_form(expr, 1, 0) {
        let form = form.shifted(form.coefficient(N))?;
        let number = int(form.constant_term());
        return Some(match form.coefficient(N) {
            0 => number,
            1 if form.constant_term() == 0 => var(N),
            1 => var(N) + number,
            times => Expr::binary(Operator::Multiply, int(times), var(N)) + number,
        });
    }
    Some(match expr {
        Expr::Constant(_) | Expr::Variable(_) => expr.clone(),
        Expr::Negative(x) => Expr::Negative(Box::new(one_more(x)?)),
        Expr::Binary(operator, a, b) => Expr::binary(*operator, one_more(a)?, one_more(b)?),
        Expr::Call(Function::Log2, arguments) => {
            let positive = one_more(&(arguments.first()?.clone() - int(1)))?;
            if !never_negative(&positive) {
                return None;
            }
            Expr::Call(Function::BitLength, vec![one_more(&arguments[0])?]) - int(1)
        }
        Expr::Call(function, arguments) => {
            Expr::Call(*function, arguments.iter().map(one_more).collect::<Option<_>>()?)
        }
    })
}
