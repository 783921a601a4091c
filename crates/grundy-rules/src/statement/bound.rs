//! How large can a quantified variable be? `exists k: a = 3*k and b = 5*k` bounds k by a // 3.
//!
//! Bounds are found by propagation: each linear comparison among those that must hold bounds each of its variables by the
//! bounds of the others, again and again. What is rounded down, `floor(phi*k)` or `k // 2`, is a hidden variable between
//! two linear bounds. What is left out only loosens a bound.

use grundy_core::Int;
use grundy_notation::ast::{Operator, Relation};
use smallvec::SmallVec;

use super::Statement;
use crate::rule::arithmetic::{Number, expression};
use crate::rule::ir::{Cond, Expr, Function, Item};
use crate::rule::trouble::{Step, Trouble};

/// How large a variable can be.
#[derive(Debug, PartialEq)]
pub(super) enum Most<N> {
    Nothing,
    At(N),
    Unbounded,
}

/// Σ coefficient · variable + constant ≤ 0.
struct Constraint<N> {
    terms: Vec<(usize, N)>,
    constant: N,
}

/// The largest value of variable number `values.len()` for which this can hold; all variables from there on are unknown.
pub(super) fn largest<N: Number>(statement: &Statement, values: &[N]) -> Step<Most<N>> {
    if composed_negation(statement) {
        // `not` of something composed is brought inside first
        return largest(&inside(statement), values);
    }
    let mut said = Said { values, named: 0, constraints: Vec::new() };
    let mut choices = Vec::new();
    said.open(statement, Scope::new(), &mut |any, scope| choices.push((any, scope)))?;
    let found = propagate(&said.constraints, values.len())?;
    if found != Most::Unbounded {
        return Ok(found);
    }
    // one of the branches must hold
    let direct = said.constraints.len();
    for (any, scope) in choices {
        let mut most = Most::Nothing;
        for branch in any {
            // a choice among choices: only what is said directly
            said.open(branch, scope.clone(), &mut |_, _| {})?;
            let one = propagate(&said.constraints, values.len())?;
            said.constraints.truncate(direct);
            most = match (most, one) {
                (Most::Unbounded, _) | (_, Most::Unbounded) => Most::Unbounded,
                (Most::Nothing, other) | (other, Most::Nothing) => other,
                (Most::At(a), Most::At(b)) => Most::At(a.max(b)),
            };
        }
        if most != Most::Unbounded {
            return Ok(most);
        }
    }
    Ok(Most::Unbounded)
}

/// The numbers in constraints of the quantified variables around a statement, from the outermost one on.
///
/// In a statement a variable is known by how many stand around it, so `(exists k: …) and (exists l: …)` give both the same
/// number, and what is said of one is not said of the other.
type Scope = SmallVec<[usize; 4]>;

/// What must hold, as constraints.
struct Said<'v, N> {
    values: &'v [N],
    /// How many quantified variables have a number of their own.
    named: usize,
    constraints: Vec<Constraint<N>>,
}

impl<N: Number> Said<'_, N> {
    /// Adds the constraints of what the statement says directly, and tells its choices.
    fn open<'s>(
        &mut self,
        statement: &'s Statement,
        mut scope: Scope,
        choice: &mut dyn FnMut(&'s [Statement], Scope),
    ) -> Step<()> {
        match statement {
            Statement::All(all) => all.iter().try_for_each(|s| self.open(s, scope.clone(), choice)),
            Statement::Any(any) => {
                choice(any, scope);
                Ok(())
            }
            Statement::Exists(_, _, inner) => {
                self.named += 1;
                scope.push(self.values.len() + self.named);
                self.open(inner, scope, choice)
            }
            Statement::Is(cond) => self.constrain(cond, false, &scope),
            Statement::Not(inner) => match &**inner {
                Statement::Is(cond) => self.constrain(cond, true, &scope),
                _ => Ok(()),
            },
            Statement::ForAll(..) => Ok(()),
        }
    }

    fn constrain(&mut self, cond: &Cond, negated: bool, scope: &Scope) -> Step<()> {
        let before = self.constraints.len();
        constrain(cond, negated, self.values, &mut self.constraints)?;
        let first = self.values.len() + 1;
        for (variable, _) in self.constraints[before..].iter_mut().flat_map(|constraint| &mut constraint.terms) {
            if let Some(number) = variable.checked_sub(first).and_then(|depth| scope.get(depth)) {
                *variable = *number;
            }
        }
        Ok(())
    }
}

fn composed_negation(statement: &Statement) -> bool {
    match statement {
        Statement::Not(inner) => !matches!(**inner, Statement::Is(_)),
        Statement::All(all) | Statement::Any(all) => all.iter().any(composed_negation),
        Statement::Exists(_, _, inner) => composed_negation(inner),
        Statement::Is(_) | Statement::ForAll(..) => false,
    }
}

fn inside(statement: &Statement) -> Statement {
    match statement {
        Statement::Not(inner) if !matches!(**inner, Statement::Is(_)) => inside(&inner.negated()),
        Statement::All(all) => Statement::All(all.iter().map(inside).collect()),
        Statement::Any(any) => Statement::Any(any.iter().map(inside).collect()),
        Statement::Exists(v, name, inner) => Statement::Exists(*v, name.clone(), Box::new(inside(inner))),
        other => other.clone(),
    }
}

fn constrain<N: Number>(cond: &Cond, negated: bool, values: &[N], into: &mut Vec<Constraint<N>>) -> Step<()> {
    match (cond, negated) {
        (Cond::All(all), false) => {
            for c in all {
                constrain(c, false, values, into)?;
            }
        }
        (Cond::Compare(a, relation, b), _) => {
            let Some(relation) = (if negated { relation.opposite() } else { Some(*relation) }) else { return Ok(()) };
            let (Some(a), Some(b)) = (linear(a, values, into)?, linear(b, values, into)?) else { return Ok(()) };
            compare(a, relation, b, into)?;
        }
        (Cond::In(x, set), false) => {
            // a lone item bounds what lies in it
            if let ([item], Some(x)) = (&set.items[..], linear(x, values, into)?) {
                let (low, high) = match item {
                    Item::One(e) => (linear(e, values, into)?, linear(e, values, into)?),
                    Item::Range { from, to: Some(to), .. } => (linear(from, values, into)?, linear(to, values, into)?),
                    Item::Range { from, to: None, .. } => (linear(from, values, into)?, None),
                    _ => (None, None),
                };
                if let Some(low) = low {
                    compare(low, Relation::LessEqual, x.clone(), into)?;
                }
                if let Some(high) = high {
                    compare(x, Relation::LessEqual, high, into)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

type Linear<N> = (Vec<(usize, N)>, N);

fn compare<N: Number>(a: Linear<N>, relation: Relation, b: Linear<N>, into: &mut Vec<Constraint<N>>) -> Step<()> {
    let difference = |a: &Linear<N>, b: &Linear<N>, more: i64| -> Step<Constraint<N>> {
        let (terms, constant) = combine(a, &N::from_word(1), b, &N::from_word(-1))?;
        Ok(Constraint { terms, constant: constant.add(&N::from_word(more))? })
    };
    match relation {
        Relation::Less => into.push(difference(&a, &b, 1)?),
        Relation::LessEqual => into.push(difference(&a, &b, 0)?),
        Relation::Greater => into.push(difference(&b, &a, 1)?),
        Relation::GreaterEqual => into.push(difference(&b, &a, 0)?),
        Relation::Equal => {
            into.push(difference(&a, &b, 0)?);
            into.push(difference(&b, &a, 0)?);
        }
        // a divisor of a positive number is not larger
        Relation::Divides if b.0.is_empty() && b.1.polarity() > 0 => into.push(difference(&a, &b, 0)?),
        Relation::Divides | Relation::NotEqual => {}
    }
    Ok(())
}

fn combine<N: Number>(a: &Linear<N>, x: &N, b: &Linear<N>, y: &N) -> Step<Linear<N>> {
    let mut terms: Vec<(usize, N)> = Vec::new();
    for (linear, factor) in [(a, x), (b, y)] {
        for (variable, coefficient) in &linear.0 {
            let more = coefficient.multiply(factor)?;
            match terms.iter_mut().find(|t| t.0 == *variable) {
                Some(term) => term.1 = term.1.add(&more)?,
                None => terms.push((*variable, more)),
            }
        }
    }
    terms.retain(|t| !t.1.is_zero());
    Ok((terms, a.1.multiply(x)?.add(&b.1.multiply(y)?)?))
}

/// Numbers of hidden variables (the results of rounding down) start here, going up.
const HIDDEN: usize = usize::MAX / 2;

/// The expression as a linear form in the variables that have no value yet, if it is one. What is rounded down gets a
/// hidden variable, and the constraints that bound it.
fn linear<N: Number>(expr: &Expr, values: &[N], into: &mut Vec<Constraint<N>>) -> Step<Option<Linear<N>>> {
    let one = N::from_word(1);
    let nothing = || (Vec::new(), N::from_word(0));
    Ok(match expr {
        Expr::Constant(c) => Some((Vec::new(), N::from_int(c)?)),
        Expr::Variable(v) => Some(match values.get(*v) {
            Some(value) => (Vec::new(), value.clone()),
            None => (vec![(*v, one)], N::from_word(0)),
        }),
        Expr::Negative(e) => match linear(e, values, into)? {
            Some(l) => Some(combine(&l, &N::from_word(-1), &nothing(), &one)?),
            None => None,
        },
        Expr::Binary(operator, a, b) => {
            let (Some(a), Some(b)) = (linear(a, values, into)?, linear(b, values, into)?) else { return Ok(None) };
            match operator {
                Operator::Add => Some(combine(&a, &one, &b, &one)?),
                Operator::Subtract => Some(combine(&a, &one, &b, &N::from_word(-1))?),
                Operator::Multiply if a.0.is_empty() => Some(combine(&b, &a.1, &nothing(), &one)?),
                Operator::Multiply if b.0.is_empty() => Some(combine(&a, &b.1, &nothing(), &one)?),
                _ if a.0.is_empty() && b.0.is_empty() => known(expr, values)?,
                Operator::Divide if b.0.is_empty() && b.1.polarity() > 0 && is_natural(&a) => {
                    Some(rounded(&a, &a, &b.1, into)?)
                }
                _ => None,
            }
        }
        Expr::Call(function, arguments) => {
            let mut forms = Vec::with_capacity(arguments.len());
            for argument in arguments {
                let Some(form) = linear(argument, values, into)? else { return Ok(None) };
                forms.push(form);
            }
            if forms.iter().all(|l| l.0.is_empty()) {
                return known(expr, values);
            }
            match (function, &forms[..]) {
                // s ≤ √d < s + 1, so (a + s·b)/c bounds from below and (a + (s+1)·b)/c from above
                (Function::FloorSurd(d), [a, b, c]) if is_natural(a) && is_natural(b) && c.0.is_empty() => {
                    let root = N::from_int(&Int::from(d.isqrt()))?;
                    let low = combine(a, &one, b, &root)?;
                    let high = combine(a, &one, b, &root.add(&one)?)?;
                    Some(rounded(&low, &high, &c.1, into)?)
                }
                _ => None,
            }
        }
    })
}

fn known<N: Number>(expr: &Expr, values: &[N]) -> Step<Option<Linear<N>>> {
    // `abs(k-k)` does not depend on k, and yet mentions it
    if expr.holds_variable(&|v| v >= values.len()) {
        return Ok(None);
    }
    match expression(expr, values) {
        Ok(value) => Ok(Some((Vec::new(), value))),
        Err(Trouble::Fault(_)) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Never negative, since no variable is.
fn is_natural<N: Number>(form: &Linear<N>) -> bool {
    form.1.polarity() >= 0 && form.0.iter().all(|t| t.1.polarity() >= 0)
}

/// A hidden variable y with low − c + 1 ≤ c·y ≤ high.
fn rounded<N: Number>(low: &Linear<N>, high: &Linear<N>, by: &N, into: &mut Vec<Constraint<N>>) -> Step<Linear<N>> {
    let one = N::from_word(1);
    let hidden = HIDDEN + into.len();
    let y: Linear<N> = (vec![(hidden, one.clone())], N::from_word(0));
    let (terms, constant) = combine(low, &one, &y, &by.negate()?)?;
    into.push(Constraint { terms, constant: constant.subtract(by)?.add(&one)? });
    let (terms, constant) = combine(&y, by, high, &N::from_word(-1))?;
    into.push(Constraint { terms, constant });
    Ok(y)
}

/// Bounds of the variables that follow from the constraints and from being natural numbers.
fn propagate<N: Number>(constraints: &[Constraint<N>], wanted: usize) -> Step<Most<N>> {
    let mut variables: Vec<usize> = constraints.iter().flat_map(|c| c.terms.iter().map(|t| t.0)).collect();
    variables.push(wanted);
    variables.sort_unstable();
    variables.dedup();
    let mut bounds: Vec<(N, Option<N>)> = vec![(N::from_word(0), None); variables.len()];
    let at = |v: usize| variables.binary_search(&v).unwrap_or(0);
    for _ in 0..2 * variables.len() + 2 {
        for constraint in constraints {
            if constraint.terms.is_empty() && constraint.constant.polarity() > 0 {
                return Ok(Most::Nothing);
            }
            for (i, (variable, coefficient)) in constraint.terms.iter().enumerate() {
                // coefficient · variable ≤ −constant − (least value of the others)
                let mut room = constraint.constant.negate()?;
                let mut known = true;
                for (j, (other, c)) in constraint.terms.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let (low, high) = &bounds[at(*other)];
                    let extreme = if c.polarity() > 0 { Some(low) } else { high.as_ref() };
                    match extreme {
                        Some(extreme) => room = room.subtract(&c.multiply(extreme)?)?,
                        None => known = false,
                    }
                }
                if !known {
                    continue;
                }
                let (low, high) = &mut bounds[at(*variable)];
                if coefficient.polarity() > 0 {
                    let most = room.divide(coefficient)?;
                    if high.as_ref().is_none_or(|h| most < *h) {
                        *high = Some(most);
                    }
                } else {
                    // −room / −coefficient, rounded up
                    let least = room.divide(&coefficient.negate()?)?.negate()?;
                    if least > *low {
                        *low = least;
                    }
                }
                if high.as_ref().is_some_and(|h| *h < *low) {
                    return Ok(Most::Nothing);
                }
            }
        }
    }
    Ok(bounds[at(wanted)].1.clone().map_or(Most::Unbounded, Most::At))
}

#[cfg(test)]
mod tests;
