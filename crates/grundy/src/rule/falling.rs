//! Coordinates that fall as the loop goes on, faster than a line: `n - k^2`, `n - 2^k`, `n - k*(k+1)//2`.
//!
//! Such a loop is over at its first negative result, which is found by doubling and bisection: at n = 5000 the loop
//! `n - 2^k for k in 0..` ends at k = 12, and 2^4096 is never formed.
//!
//! **What falls.** x − f(k), where x does not mention k and f does not fall from some k₀ on. That is read off the
//! expression: sums and products of what rises and is not negative rise; so do powers with a fixed exponent, powers of a
//! fixed base of at least 1, k^k, quotients by a positive number, and `k - c` from c on. Members below k₀ are tried one
//! by one.

use smallvec::SmallVec;

use super::arithmetic::{Number, expression};
use super::ir::{Expr, Function};
use super::trouble::Step;
use crate::notation::ast::Operator;
use crate::number::Int;

/// A coordinate that falls with a loop variable.
#[derive(Debug, Clone)]
pub(crate) struct Falling {
    coordinate: Expr,
    variable: usize,
    /// It falls from here on.
    from: i64,
}

/// Loops are not followed further than this.
const FAR: i64 = 1 << 40;

impl Falling {
    /// The coordinate, if it falls with the variable.
    pub(crate) fn of(coordinate: &Expr, variable: usize) -> Option<Falling> {
        let from = falls(coordinate, variable)?;
        Some(Falling { coordinate: coordinate.clone(), variable, from })
    }

    /// The last member that leaves the coordinate on the board; those below where it falls are not judged. `None`: no end
    /// was found.
    pub(crate) fn last<N: Number>(&self, values: &[N]) -> Step<Option<N>> {
        let mut values: SmallVec<[N; 8]> = SmallVec::from(values);
        let mut stays = |k: i64| -> Step<bool> {
            values[self.variable] = N::from_word(k);
            Ok(expression(&self.coordinate, &values)?.polarity() >= 0)
        };
        if !stays(self.from)? {
            return Ok(Some(N::from_word(self.from - 1)));
        }
        let (mut low, mut step) = (self.from, 1);
        while stays(low + step)? {
            low += step;
            step *= 2;
            if low > FAR {
                return Ok(None);
            }
        }
        let mut high = low + step;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if stays(middle)? { low = middle } else { high = middle }
        }
        Ok(Some(N::from_word(low)))
    }
}

/// Is this a coordinate less the expression, and perhaps less a number?
pub(super) fn is_lowered_by(coordinate: &Expr, lost: &Expr) -> bool {
    match coordinate {
        Expr::Binary(Operator::Subtract, a, b) => {
            let loses_more = matches!(&**b, Expr::Constant(c) if *c >= Int::ZERO);
            (**b == *lost && is_less(a)) || (loses_more && is_lowered_by(a, lost))
        }
        _ => false,
    }
}

/// A coordinate, less a number.
fn is_less(expr: &Expr) -> bool {
    match expr {
        Expr::Variable(_) => true,
        Expr::Binary(Operator::Subtract, a, b) => is_less(a) && matches!(&**b, Expr::Constant(c) if *c >= Int::ZERO),
        _ => false,
    }
}

fn mentions(expr: &Expr, variable: usize) -> bool {
    expr.holds_variable(&|v| v == variable)
}

/// From where on the expression falls, if it mentions the variable and does.
fn falls(expr: &Expr, variable: usize) -> Option<i64> {
    match expr {
        Expr::Binary(Operator::Subtract, a, b) => match (mentions(a, variable), mentions(b, variable)) {
            (false, true) => rises(b, variable),
            (true, false) => falls(a, variable),
            (true, true) => Some(falls(a, variable)?.max(rises(b, variable)?)),
            (false, false) => None,
        },
        Expr::Binary(Operator::Add, a, b) => match (mentions(a, variable), mentions(b, variable)) {
            (true, false) => falls(a, variable),
            (false, true) => falls(b, variable),
            _ => None,
        },
        _ => None,
    }
}

/// From where on the expression, in which no other variable occurs, rises or stays, and is not negative.
fn rises(expr: &Expr, variable: usize) -> Option<i64> {
    let constant = |expr: &Expr, least: i64| matches!(expr, Expr::Constant(c) if *c >= Int::from(least));
    let is_variable = |expr: &Expr| *expr == Expr::Variable(variable);
    match expr {
        Expr::Constant(_) => constant(expr, 0).then_some(0),
        Expr::Variable(v) => (*v == variable).then_some(0),
        Expr::Negative(_) => None,
        Expr::Binary(operator, a, b) => match operator {
            Operator::Add | Operator::Multiply => Some(rises(a, variable)?.max(rises(b, variable)?)),
            Operator::Subtract if is_variable(a) => match &**b {
                Expr::Constant(c) => i64::try_from(c).ok().filter(|c| (0..FAR).contains(c)),
                _ => None,
            },
            Operator::Divide if constant(b, 1) => rises(a, variable),
            Operator::Power if constant(b, 0) => rises(a, variable),
            Operator::Power if constant(a, 1) => rises(b, variable),
            Operator::Power if is_variable(a) && is_variable(b) => Some(0),
            _ => None,
        },
        Expr::Call(Function::Min | Function::Max, arguments) => {
            arguments.iter().try_fold(0, |from, x| Some(rises(x, variable)?.max(from)))
        }
        Expr::Call(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    #[test]
    fn the_last_member_is_the_last_that_stays_on_the_board() {
        for text in ["n-k^2", "n-2^k", "n-k*(k+1)//2", "n-3-k^k", "n-k*(k-3)", "n-min(k^2,2^k)-k", "5+n-k^3"] {
            let rule = rule(&format!("{{n -> {text} for k in 1..}}"));
            let coordinate = &rule.alternatives[0].parts[0].coordinates[0];
            let falling = Falling::of(coordinate, 1).unwrap_or_else(|| panic!("{text}"));
            for n in 0..300i64 {
                let at = |k: i64| expression(coordinate, &[n, k]).unwrap();
                let last = falling.last(&[n, 0]).unwrap().unwrap();
                assert!(last < falling.from || at(last) >= 0, "{text} {n}");
                assert!((last + 1..20).all(|k| k < falling.from || k > 12 || at(k) < 0), "{text} {n} {last}");
            }
            // the power of so large a k has no value, so that one is cut elsewhere
            let far = Int::from(10).pow(40);
            assert_eq!(falling.last(&[far, Int::ZERO]).is_ok(), !text.contains("min"), "{text}");
        }
        for text in ["n-2^(0-k)", "n-k%3", "n+k^2", "n*k", "n-n^k", "k^2-n"] {
            let rule = rule(&format!("{{n -> {text} for k in 1..}}"));
            assert!(Falling::of(&rule.alternatives[0].parts[0].coordinates[0], 1).is_none(), "{text}");
        }
    }
}
