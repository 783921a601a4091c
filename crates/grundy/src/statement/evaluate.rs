//! Is a statement true of these numbers?
//!
//! A quantifier is answered by trying numbers, so a bound must be seen: `exists k: a = 3*k and b = 5*k` bounds k by
//! a // 3. Bounds are found by propagation: each linear comparison among those that must hold bounds each of its
//! variables by the bounds of the others, again and again. What is rounded down, `floor(phi*k)` or `k // 2`, is a
//! hidden variable between two linear bounds.

use grundy_core::{Context, Diagnostic, Int, Nat, Result, number::to_u64};

use crate::notation::ast::{Operator, Relation};
use crate::rule::arithmetic::{Number, expression};
use crate::rule::eval::{condition, one_is};
use crate::rule::ir::{Cond, Expr, Function, Item};
use crate::rule::trouble::explain;
use crate::rule::trouble::{Step, Trouble};

use super::Statement;

/// Does the statement hold where the first variables have these values?
pub(crate) fn holds(statement: &Statement, values: &[u64], names: &[String], text: &str, cx: &Context) -> Result<bool> {
    if let Some(mut words) = words(values) {
        match truth(statement, &mut words, cx) {
            Err(Trouble::Large) => {}
            Err(trouble) => return Err(explain(trouble, names, &integers(values), text)),
            Ok(truth) => return Ok(truth),
        }
    }
    large_holds(statement, integers(values), names, text, cx)
}

/// The same for numbers of any size.
pub(crate) fn holds_for_any(
    statement: &Statement,
    values: &[Nat],
    names: &[String],
    text: &str,
    cx: &Context,
) -> Result<bool> {
    match small(values) {
        Some(values) => holds(statement, &values, names, text, cx),
        None => large_holds(statement, any(values), names, text, cx),
    }
}

fn large_holds(
    statement: &Statement,
    mut values: Vec<Int>,
    names: &[String],
    text: &str,
    cx: &Context,
) -> Result<bool> {
    let given = values.clone();
    truth(statement, &mut values, cx).map_err(|trouble| explain(trouble, names, &given, text))
}

/// The value that the cases give.
pub(crate) fn value(
    cases: &[(Option<Statement>, Expr)],
    values: &[u64],
    names: &[String],
    text: &str,
    cx: &Context,
) -> Result<Int> {
    let holds = |cond: &Statement| holds(cond, values, names, text, cx);
    let expr = chosen(cases, &holds)?;
    if let Some(words) = words(values) {
        match expression(expr, &words) {
            Err(Trouble::Large) => {}
            Err(trouble) => return Err(explain(trouble, names, &integers(values), text)),
            Ok(value) => return Ok(Int::from(value)),
        }
    }
    let large = integers(values);
    expression(expr, &large).map_err(|trouble| explain(trouble, names, &large, text))
}

/// The same for numbers of any size.
pub(crate) fn value_of_any(
    cases: &[(Option<Statement>, Expr)],
    values: &[Nat],
    names: &[String],
    text: &str,
    cx: &Context,
) -> Result<Int> {
    if let Some(values) = small(values) {
        return value(cases, &values, names, text, cx);
    }
    let large = any(values);
    let holds = |cond: &Statement| large_holds(cond, large.clone(), names, text, cx);
    expression(chosen(cases, &holds)?, &large).map_err(|trouble| explain(trouble, names, &large, text))
}

/// The expression of the first case whose condition holds.
fn chosen<'c>(cases: &'c [(Option<Statement>, Expr)], holds: &dyn Fn(&Statement) -> Result<bool>) -> Result<&'c Expr> {
    for (cond, expr) in cases {
        let chosen = match cond {
            Some(cond) => holds(cond)?,
            None => true,
        };
        if chosen {
            return Ok(expr);
        }
    }
    // the last case has no condition
    Err(Diagnostic::input("a value without a last case").into())
}

fn small(values: &[Nat]) -> Option<Vec<u64>> {
    values.iter().map(to_u64).collect()
}

fn any(values: &[Nat]) -> Vec<Int> {
    values.iter().map(|n| Int::from(n.clone())).collect()
}

fn words(values: &[u64]) -> Option<Vec<i64>> {
    let words: Vec<i64> = values.iter().map(|&v| i64::try_from(v).ok()).collect::<Option<_>>()?;
    words.iter().try_fold(0i64, |sum, v| sum.checked_add(*v))?;
    Some(words)
}

fn integers(values: &[u64]) -> Vec<Int> {
    values.iter().map(|&v| Int::from(v)).collect()
}

fn truth<N: Number>(statement: &Statement, values: &mut Vec<N>, cx: &Context) -> Step<bool> {
    Ok(match statement {
        Statement::Is(cond) => condition(cond, values, cx)?,
        Statement::All(all) => !one_is(false, all, |s| truth(s, values, cx))?,
        Statement::Any(any) => one_is(true, any, |s| truth(s, values, cx))?,
        Statement::Not(inner) => !truth(inner, values, cx)?,
        Statement::Exists(_, name, inner) => exists(name, inner, values, cx)?,
        Statement::ForAll(_, name, inner) => !exists(name, &inner.negated(), values, cx)?,
    })
}

fn exists<N: Number>(name: &str, inner: &Statement, values: &mut Vec<N>, cx: &Context) -> Step<bool> {
    let variable = values.len();
    let last = match largest(&mut vec![inner], variable, values)? {
        Most::Nothing => return Ok(false),
        Most::At(last) => last,
        Most::Unbounded => {
            let fault = Diagnostic::input(format!("no bound is seen for `{name}`, so it cannot be tried"))
                .suggest(format!("say how large it may be: exists {name}: {name} <= 100 and …"));
            return Err(Trouble::Other(Box::new(fault.into())));
        }
    };
    let mut k = N::from_word(0);
    let one = N::from_word(1);
    while k <= last {
        cx.tick(1)?;
        values.push(k.clone());
        let found = truth(inner, values, cx);
        values.truncate(variable);
        if found? {
            return Ok(true);
        }
        k = k.add(&one)?;
    }
    Ok(false)
}

/// How large a variable can be.
#[derive(Debug, PartialEq)]
enum Most<N> {
    Nothing,
    At(N),
    Unbounded,
}

/// Σ coefficient · variable + constant ≤ 0.
struct Constraint<N> {
    terms: Vec<(usize, N)>,
    constant: N,
}

/// The largest value of a variable for which all of these can hold; all variables from there on are unknown.
fn largest<N: Number>(all: &mut Vec<&Statement>, variable: usize, values: &[N]) -> Step<Most<N>> {
    let mut constraints = Vec::new();
    let mut choices: Vec<&Vec<Statement>> = Vec::new();
    let mut open = all.clone();
    let negations: Vec<Statement>;
    // `not` of something composed is brought inside first
    if open.iter().any(|s| composed_negation(s)) {
        negations = open.iter().map(|s| inside(s)).collect();
        return largest(&mut negations.iter().collect(), variable, values);
    }
    while let Some(statement) = open.pop() {
        match statement {
            Statement::All(all) => open.extend(all),
            Statement::Any(any) => choices.push(any),
            Statement::Exists(_, _, inner) => open.push(inner),
            Statement::ForAll(..) => {}
            Statement::Is(cond) => constrain(cond, false, values, &mut constraints)?,
            Statement::Not(inner) => {
                if let Statement::Is(cond) = &**inner {
                    constrain(cond, true, values, &mut constraints)?;
                }
            }
        }
    }
    let found = propagate(&constraints, variable)?;
    if found != Most::Unbounded {
        return Ok(found);
    }
    // one of the branches must hold
    for any in choices {
        let mut most = Most::Nothing;
        for branch in any {
            all.push(branch);
            let one = match branch {
                // a choice among choices: only what is said directly
                Statement::Any(_) => Most::Unbounded,
                _ => largest(&mut only_direct(all), variable, values)?,
            };
            all.pop();
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

/// The statements without those that only offer choices, but with the last one whole.
fn only_direct<'s>(all: &[&'s Statement]) -> Vec<&'s Statement> {
    let mut direct: Vec<&Statement> = Vec::new();
    let mut open = all.to_vec();
    while let Some(statement) = open.pop() {
        match statement {
            Statement::All(inner) => open.extend(inner),
            Statement::Exists(_, _, inner) => open.push(inner),
            Statement::Any(_) => {}
            other => direct.push(other),
        }
    }
    direct
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
            let relation = match (negated, relation) {
                (false, r) => *r,
                (true, Relation::NotEqual) => Relation::Equal,
                (true, Relation::Less) => Relation::GreaterEqual,
                (true, Relation::LessEqual) => Relation::Greater,
                (true, Relation::Greater) => Relation::LessEqual,
                (true, Relation::GreaterEqual) => Relation::Less,
                (true, Relation::Equal | Relation::Divides) => return Ok(()),
            };
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
    if mentions(expr, values.len()) {
        return Ok(None);
    }
    match expression(expr, values) {
        Ok(value) => Ok(Some((Vec::new(), value))),
        Err(Trouble::Fault(_)) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Does a variable from this number on occur?
fn mentions(expr: &Expr, unknown: usize) -> bool {
    match expr {
        Expr::Constant(_) => false,
        Expr::Variable(v) => *v >= unknown,
        Expr::Negative(e) => mentions(e, unknown),
        Expr::Binary(_, a, b) => mentions(a, unknown) || mentions(b, unknown),
        Expr::Call(_, all) => all.iter().any(|e| mentions(e, unknown)),
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
