//! Coordinates that fall as the loop goes on, faster than a line: `n - k^2`, `n - 2^k`, `n - k*(k+1)//2`.
//!
//! Such a loop is over at its first negative result, which is found by doubling and bisection: at n = 5000 the loop
//! `n - 2^k for k in 0..` ends at k = 12, and 2^4096 is never formed.
//!
//! **What falls.** x − f(k), where x does not mention k and f does not fall from some k₀ on. That is read off the
//! expression: sums and products of what rises and is not negative rise; so do powers with a fixed exponent, powers of a
//! fixed base of at least 1, k^k, quotients by a positive number, and `k - c` from c on. Members below k₀ are tried one
//! by one. What is added to f without k changes nothing, as in `n - (2^k-1)`. What is fixed may be any expression without
//! k, as in `n - p^k` for a prime p: whether it is large enough is looked at when the loop is entered.

use grundy_core::number::Int;
use grundy_notation::ast::Operator;
use smallvec::SmallVec;

use super::arithmetic::{Number, expression};
use super::ir::{Expr, Function};
use super::trouble::Step;

/// A coordinate that falls with a loop variable.
#[derive(Debug, Clone)]
pub struct Falling {
    coordinate: Expr,
    variable: usize,
    /// It falls from here on …
    from: i64,
    /// … where each of these is at least the number behind it.
    fixed: Fixed,
}

/// Loops are not followed further than this.
const FAR: i64 = 1 << 40;

impl Falling {
    /// The coordinate, if it falls with the variable.
    pub fn of(coordinate: &Expr, variable: usize) -> Option<Falling> {
        let mut fixed = Fixed::new();
        let from = falls(coordinate, variable, &mut fixed)?;
        Some(Falling { coordinate: coordinate.clone(), variable, from, fixed })
    }

    /// The last member that leaves the coordinate on the board; those below where it falls are not judged. `None`: no end
    /// was found.
    pub fn last<N: Number>(&self, values: &[N]) -> Step<Option<N>> {
        for (expr, least) in &self.fixed {
            if expression(expr, values)?.subtract(&N::from_word(*least))?.polarity() < 0 {
                return Ok(None);
            }
        }
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

/// Expressions without the variable, and how large each must be.
type Fixed = Vec<(Expr, i64)>;

/// From where on the expression falls, if it mentions the variable and does.
pub(super) fn falls(expr: &Expr, variable: usize, fixed: &mut Fixed) -> Option<i64> {
    match expr {
        Expr::Binary(Operator::Subtract, a, b) => match (mentions(a, variable), mentions(b, variable)) {
            (false, true) => climbs(b, variable, fixed),
            (true, false) => falls(a, variable, fixed),
            (true, true) => Some(falls(a, variable, fixed)?.max(climbs(b, variable, fixed)?)),
            (false, false) => None,
        },
        Expr::Binary(Operator::Add, a, b) => match (mentions(a, variable), mentions(b, variable)) {
            (true, false) => falls(a, variable, fixed),
            (false, true) => falls(b, variable, fixed),
            _ => None,
        },
        _ => None,
    }
}

/// From where on the expression rises or stays: what rises, less or more something without the variable, as `2^k-1`.
fn climbs(expr: &Expr, variable: usize, fixed: &mut Fixed) -> Option<i64> {
    match expr {
        Expr::Binary(Operator::Subtract | Operator::Add, a, b) if !mentions(b, variable) => climbs(a, variable, fixed),
        Expr::Binary(Operator::Add, a, b) if !mentions(a, variable) => climbs(b, variable, fixed),
        _ if mentions(expr, variable) => rises(expr, variable, fixed),
        _ => None,
    }
}

/// From where on the expression rises or stays, and is not negative.
fn rises(expr: &Expr, variable: usize, fixed: &mut Fixed) -> Option<i64> {
    if !mentions(expr, variable) {
        return at_least(0, expr, fixed);
    }
    let is_variable = |expr: &Expr| *expr == Expr::Variable(variable);
    match expr {
        Expr::Constant(_) | Expr::Negative(_) => None,
        Expr::Variable(_) => Some(0),
        Expr::Binary(operator, a, b) => match operator {
            Operator::Add | Operator::Multiply => Some(rises(a, variable, fixed)?.max(rises(b, variable, fixed)?)),
            Operator::Subtract if is_variable(a) => match &**b {
                Expr::Constant(c) => i64::try_from(c).ok().filter(|c| (0..FAR).contains(c)),
                _ => None,
            },
            Operator::Power if is_variable(a) && is_variable(b) => Some(0),
            Operator::Divide if !mentions(b, variable) => {
                at_least(1, b, fixed)?;
                rises(a, variable, fixed)
            }
            Operator::Power if !mentions(b, variable) => {
                at_least(0, b, fixed)?;
                rises(a, variable, fixed)
            }
            Operator::Power if !mentions(a, variable) => {
                at_least(1, a, fixed)?;
                rises(b, variable, fixed)
            }
            _ => None,
        },
        Expr::Call(Function::Min | Function::Max, arguments) => {
            arguments.iter().try_fold(0, |from, x| Some(rises(x, variable, fixed)?.max(from)))
        }
        Expr::Call(..) => None,
    }
}

/// What does not mention the variable stays, from 0 on, if it is so large.
fn at_least(least: i64, expr: &Expr, fixed: &mut Fixed) -> Option<i64> {
    match expr {
        Expr::Constant(c) => (*c >= Int::from(least)).then_some(0),
        _ => {
            fixed.push((expr.clone(), least));
            Some(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::rule;

    #[test]
    fn the_last_member_is_the_last_that_stays_on_the_board() {
        for text in [
            "n-k^2", "n-2^k", "n-(2^k-1)", "n-(3+k^2-9)", "n-k*(k+1)//2", "n-3-k^k", "n-k*(k-3)", "n-min(k^2,2^k)-k",
            "5+n-k^3",
        ] {
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
        for text in ["n-2^(0-k)", "n-(1-k)", "n-(n-k)", "n-k%3", "n+k^2", "n*k", "k^2-n", "n-0^k"] {
            let rule = rule(&format!("{{n -> {text} for k in 1..}}"));
            assert!(Falling::of(&rule.alternatives[0].parts[0].coordinates[0], 1).is_none(), "{text}");
        }
    }

    #[test]
    fn fixed_expressions_are_looked_at_when_the_loop_is_entered() {
        for text in ["n-j^k", "n-k^j", "n-j*k^2", "n-(j+1)^k//j"] {
            let rule = rule(&format!("{{n -> {text} for j in 0.. for k in 1..}}"));
            let coordinate = &rule.alternatives[0].parts[0].coordinates[0];
            let falling = Falling::of(coordinate, 2).unwrap_or_else(|| panic!("{text}"));
            for (n, j) in (0..60i64).flat_map(|n| (-3..7i64).map(move |j| (n, j))) {
                let at = |k: i64| expression(coordinate, &[n, j, k]).ok().map(|x: i64| x >= 0);
                let Ok(Some(last)) = falling.last(&[n, j, 0]) else { continue };
                assert!(j >= 0, "{text} {n} {j}");
                assert!(last < 1 || at(last) != Some(false), "{text} {n} {j}");
                assert!((last + 1..20).all(|k| at(k) != Some(true)), "{text} {n} {j} {last}");
            }
            assert!(matches!(falling.last(&[50, 2, 0]), Ok(Some(1..=50))), "{text}");
        }
    }
}
