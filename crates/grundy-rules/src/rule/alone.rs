//! An expression or a condition by itself, outside a rule: `2*m+1` at m = 3.
//!
//! Evaluation is over machine words, and again over integers of any size where a step leaves their range.

use grundy_core::{Context, Error, Int, Nat, Result};
use smallvec::SmallVec;

use super::arithmetic::expression;
use super::depth;
use super::eval::condition;
use super::ir::{Cond, Expr};
use super::trouble::{Step, Trouble, explain};

/// The variables of an expression, for questions outside a rule.
#[derive(Debug, Clone)]
pub struct Env<'a> {
    names: &'a [String],
    values: Vec<Int>,
    text: &'a str,
}

impl<'a> Env<'a> {
    /// Variable number i has the i-th value. `text` is what is evaluated, for messages.
    #[must_use]
    pub fn new(names: &'a [String], values: Vec<Int>, text: &'a str) -> Self {
        Env { names, values, text }
    }

    fn explain(&self, trouble: Trouble) -> Error {
        explain(trouble, self.names, &self.values, self.text)
    }
}

/// The value of an expression.
///
/// # Errors
/// A [`Rule`](grundy_core::ErrorKind::Rule) diagnostic that names the values where it has none.
pub fn expr(expr: &Expr, env: &Env<'_>) -> Result<Int> {
    depth::of_expression(expr, env.values.len(), env.text)?;
    evaluated(expr, &env.values).map_err(|t| env.explain(t))
}

/// The value of an expression that is not nested too deeply.
pub(super) fn evaluated(expr: &Expr, values: &[Int]) -> Step<Int> {
    match words(values).map(|words| expression(expr, &words)) {
        None | Some(Err(Trouble::Large)) => expression(expr, values),
        Some(outcome) => outcome.map(Int::from),
    }
}

/// The values as machine words, if all fit.
fn words(values: &[Int]) -> Option<SmallVec<[i64; 4]>> {
    values.iter().map(|v| i64::try_from(v).ok()).collect()
}

/// An expression in one variable that is evaluated often: what could exhaust the stack is looked for once.
#[derive(Debug, Clone)]
pub struct Formula {
    expr: Expr,
}

impl Formula {
    /// `None` for an expression that is nested too deeply, or that has a second variable.
    #[must_use]
    pub fn new(expr: Expr) -> Option<Self> {
        depth::of_expression(&expr, 1, "").ok()?;
        Some(Formula { expr })
    }

    /// The value at n, if it has one.
    #[must_use]
    pub fn at(&self, n: &Nat) -> Option<Int> {
        evaluated(&self.expr, &[Int::from(n.clone())]).ok()
    }
}

/// Does a condition hold?
///
/// # Errors
/// As for [`expr`], or the budget is spent.
pub fn cond(cond: &Cond, env: &Env<'_>, cx: &Context) -> Result<bool> {
    depth::of_condition(cond, env.values.len(), env.text)?;
    holds(cond, &env.values, cx).map_err(|t| env.explain(t))
}

/// Does a condition hold that is not nested too deeply?
pub(super) fn holds(cond: &Cond, values: &[Int], cx: &Context) -> Step<bool> {
    match words(values).map(|words| condition(cond, &words, cx)) {
        None | Some(Err(Trouble::Large)) => condition(cond, values, cx),
        Some(outcome) => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::ir::{Item, Set};
    use crate::rule::testing::{number, over, variable};

    #[test]
    fn expressions_and_conditions_on_their_own() {
        let names = ["a".to_string()];
        let env = Env::new(&names, vec![Int::from(7)], "a//2");
        assert_eq!(expr(&over(variable(0), number(2)), &env), Ok(Int::from(3)));
        assert!(expr(&variable(1), &env).is_err());
        let in_primes = Cond::In(variable(0), Set { items: vec![Item::Primes], except: vec![] });
        assert_eq!(cond(&in_primes, &env, &Context::default()), Ok(true));
    }

    #[test]
    fn a_formula_is_the_same_expression() {
        let half = Formula::new(over(variable(0), number(2))).unwrap();
        for n in [0u64, 1, 7, u64::MAX] {
            assert_eq!(half.at(&Nat::from(n)), Some(Int::from(n / 2)));
        }
        assert_eq!(half.at(&(Nat::ONE << 5000usize)), None, "beyond 2^4096");
        assert!(Formula::new(variable(1)).is_none(), "a second variable");
    }
}
