//! An expression or a condition by itself, outside a rule: `2*m+1` at m = 3.
//!
//! Evaluation is over machine words, and again over integers of any size where a step leaves their range.

use grundy_core::{Context, Error, Int, Nat, Result};

use super::arithmetic::expression;
use super::depth;
use super::eval::condition;
use super::ir::{Cond, Expr};
use super::trouble::{Trouble, explain};

/// The variables of an expression, for questions outside a rule.
#[derive(Debug, Clone)]
pub(crate) struct Env<'a> {
    names: &'a [String],
    values: Vec<Int>,
    text: &'a str,
}

impl<'a> Env<'a> {
    /// Variable number i has the i-th value. `text` is what is evaluated, for messages.
    pub(crate) fn new(names: &'a [String], values: Vec<Int>, text: &'a str) -> Self {
        Env { names, values, text }
    }

    fn words(&self) -> Option<Vec<i64>> {
        self.values.iter().map(|v| i64::try_from(v).ok()).collect()
    }

    fn explain(&self, trouble: Trouble) -> Error {
        explain(trouble, self.names, &self.values, self.text)
    }
}

/// The value of an expression.
///
/// # Errors
/// A [`Rule`](crate::ErrorKind::Rule) diagnostic that names the values where it has none.
pub(crate) fn expr(expr: &Expr, env: &Env<'_>) -> Result<Int> {
    depth::of_expression(expr, env.values.len(), env.text)?;
    if let Some(words) = env.words() {
        match expression(expr, &words) {
            Err(Trouble::Large) => {}
            outcome => return outcome.map(Int::from).map_err(|t| env.explain(t)),
        }
    }
    expression(expr, &env.values).map_err(|t| env.explain(t))
}

/// An expression in one variable that is evaluated often: what could exhaust the stack is looked for once.
#[derive(Debug, Clone)]
pub(crate) struct Formula {
    expr: Expr,
}

impl Formula {
    /// `None` for an expression that is nested too deeply, or that has a second variable.
    pub(crate) fn new(expr: Expr) -> Option<Self> {
        depth::of_expression(&expr, 1, "").ok()?;
        Some(Formula { expr })
    }

    /// The value at n, if it has one.
    pub(crate) fn at(&self, n: &Nat) -> Option<Int> {
        if let Ok(word) = i64::try_from(n) {
            match expression(&self.expr, &[word]) {
                Err(Trouble::Large) => {}
                outcome => return outcome.ok().map(Int::from),
            }
        }
        expression(&self.expr, &[Int::from(n.clone())]).ok()
    }
}

/// Does a condition hold?
///
/// # Errors
/// As for [`expr`], or the budget is spent.
pub(crate) fn cond(cond: &Cond, env: &Env<'_>, cx: &Context) -> Result<bool> {
    depth::of_condition(cond, env.values.len(), env.text)?;
    if let Some(words) = env.words() {
        match condition(cond, &words, cx) {
            Err(Trouble::Large) => {}
            outcome => return outcome.map_err(|t| env.explain(t)),
        }
    }
    condition(cond, &env.values, cx).map_err(|t| env.explain(t))
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
