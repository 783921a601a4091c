//! Is a statement true of these numbers?
//!
//! A quantifier is answered by trying numbers up to a bound (`bound`).

use grundy_core::{Context, Diagnostic, Int, Nat, Result, number::to_u64};

use crate::rule::arithmetic::{Number, expression};
use crate::rule::eval::{condition, one_is};
use crate::rule::ir::Expr;
use crate::rule::trouble::{Step, Trouble, explain};

use super::Statement;
use super::bound::{Most, largest};

/// Does the statement hold where the first variables have these values?
///
/// # Errors
/// An expression has no value there, as the text's fault; or the budget is spent.
pub fn holds(statement: &Statement, values: &[u64], names: &[String], text: &str, cx: &Context) -> Result<bool> {
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
///
/// # Errors
/// As [`holds`].
pub fn holds_for_any(
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
///
/// # Errors
/// As [`holds`]; no case fits.
pub fn value(
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
///
/// # Errors
/// As [`value`].
pub fn value_of_any(
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
    let last = match largest(inner, values)? {
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
