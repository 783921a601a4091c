//! By how much an expression may change where one variable becomes larger by one.
//!
//! ```text
//! n//2           0 to 1
//! n - n//3       0 to 1
//! n - y^2        in n: 1;   in y: 0 or less
//! 3*isqrt(n)+1   0 to 3
//! ```
//!
//! The variables are not negative. Bounds are said, not the exact range; an expression that may be without a value
//! somewhere (a quotient by what may be 0, a power with a variable exponent, a bit of a negative number) has none.

use grundy_core::number::to_u64;
use grundy_core::number::{Int, Nat};
use grundy_notation::ast::Operator;

use super::ir::{Expr, Function};

/// Powers with larger exponents are not looked at: below 2^126 none of these is beyond the numbers of the language.
const LARGEST_EXPONENT: u64 = 30;

/// Bounds of e(v+1) − e(v); `None`: no bound is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slope {
    /// At least so much.
    least: Option<i64>,
    /// At most so much.
    most: Option<i64>,
}

impl Slope {
    const NONE: Slope = Slope { least: Some(0), most: Some(0) };
    const RISING: Slope = Slope { least: Some(0), most: None };

    /// The bounds for an expression all of whose variables are not negative; `None`: it may be without a value.
    #[must_use]
    pub fn of(expr: &Expr, variable: usize) -> Option<Slope> {
        match expr {
            Expr::Constant(_) => Some(Slope::NONE),
            Expr::Variable(other) if *other == variable => Some(Slope { least: Some(1), most: Some(1) }),
            Expr::Variable(_) => Some(Slope::NONE),
            Expr::Negative(x) => Some(Slope::of(x, variable)?.negated()),
            Expr::Binary(operator, a, b) => binary(*operator, a, b, variable),
            Expr::Call(function, arguments) => call(*function, arguments, variable),
        }
    }

    /// Does the expression never fall?
    pub(crate) fn never_falls(self) -> bool {
        self.least.is_some_and(|least| least >= 0)
    }

    /// Does the expression never rise by more than this?
    pub(crate) fn is_at_most(self, most: i64) -> bool {
        self.most.is_some_and(|own| own <= most)
    }

    /// Does the expression never rise?
    #[must_use]
    pub fn never_rises(self) -> bool {
        self.most.is_some_and(|most| most <= 0)
    }

    /// Is the expression the same for all values of the variable?
    pub(crate) fn is_level(self) -> bool {
        self.never_falls() && self.never_rises()
    }

    /// By how much it always changes, where that is known.
    #[must_use]
    pub fn exactly(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }

    fn negated(self) -> Slope {
        let minus = |bound: Option<i64>| bound.and_then(i64::checked_neg);
        Slope { least: minus(self.most), most: minus(self.least) }
    }

    fn plus(self, other: Slope) -> Slope {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Slope { least: sum(self.least, other.least), most: sum(self.most, other.most) }
    }

    fn times(self, factor: i64) -> Slope {
        if factor < 0 {
            return self.negated().times_never_negative(factor.checked_neg());
        }
        self.times_never_negative(Some(factor))
    }

    fn times_never_negative(self, factor: Option<i64>) -> Slope {
        let product = |bound: Option<i64>| bound?.checked_mul(factor?);
        Slope { least: product(self.least), most: product(self.most) }
    }

    /// Of a product with a factor that is not negative and does not depend on the variable.
    fn times_unknown(self) -> Slope {
        Slope { least: self.never_falls().then_some(0), most: self.never_rises().then_some(0) }
    }

    /// Of ⌊e/d⌋ for d ≥ 1: where e changes by x, ⌊x/d⌋ or ⌈x/d⌉.
    fn over(self, divisor: i64) -> Slope {
        Slope {
            least: self.least.map(|least| least.div_euclid(divisor)),
            most: self.most.map(|most| most.div_euclid(divisor) + i64::from(most.rem_euclid(divisor) > 0)),
        }
    }
}

fn constant(expr: &Expr) -> Option<&Int> {
    match expr {
        Expr::Constant(number) => Some(number),
        _ => None,
    }
}

fn binary(operator: Operator, a: &Expr, b: &Expr, variable: usize) -> Option<Slope> {
    let (left, right) = (Slope::of(a, variable)?, Slope::of(b, variable)?);
    match operator {
        Operator::Add => Some(left.plus(right)),
        Operator::Subtract => Some(left.plus(right.negated())),
        Operator::Multiply => Some(match (a.literal(), b.literal()) {
            (_, Some(factor)) => left.times(factor),
            (Some(factor), _) => right.times(factor),
            _ if left.is_level() && right.is_level() => Slope::NONE,
            _ if right.is_level() && never_negative(b) => left.times_unknown(),
            _ if left.is_level() && never_negative(a) => right.times_unknown(),
            _ if never_negative(a) && never_negative(b) && left.never_falls() && right.never_falls() => Slope::RISING,
            _ => Slope { least: None, most: None },
        }),
        Operator::Divide => Some(left.over(b.literal().filter(|&divisor| divisor > 0)?)),
        Operator::Remainder => {
            b.literal().filter(|&modulus| modulus > 0)?;
            Some(if left.is_level() { Slope::NONE } else { Slope { least: None, most: None } })
        }
        Operator::Power => {
            let exponent = constant(b).and_then(|exponent| Nat::try_from(exponent.clone()).ok());
            exponent.and_then(|exponent| to_u64(&exponent)).filter(|&exponent| exponent <= LARGEST_EXPONENT)?;
            Some(match left {
                level if level.is_level() => Slope::NONE,
                rising if rising.never_falls() && never_negative(a) => Slope::RISING,
                falling if falling.never_rises() && never_negative(a) => Slope { least: None, most: Some(0) },
                _ => Slope { least: None, most: None },
            })
        }
    }
}

fn call(function: Function, arguments: &[Expr], variable: usize) -> Option<Slope> {
    let slopes = arguments.iter().map(|argument| Slope::of(argument, variable)).collect::<Option<Vec<_>>>()?;
    let first = *slopes.first()?;
    match function {
        // where the largest changes, it is by what one of them does, or less
        Function::Min | Function::Max => Some(slopes.iter().fold(first, |all, slope| Slope {
            least: all.least.zip(slope.least).map(|(a, b)| a.min(b)),
            most: all.most.zip(slope.most).map(|(a, b)| a.max(b)),
        })),
        // √(x + 1) ≤ √x + 1, and so the whole parts
        Function::IntegerSquareRoot | Function::BitLength if never_negative(&arguments[0]) => Some(Slope {
            least: first.never_falls().then_some(0),
            most: first.most.filter(|_| first.never_falls()).or(first.never_rises().then_some(0)),
        }),
        _ => None,
    }
}

/// Is the expression never negative, its variables being so?
pub fn never_negative(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(number) => *number >= Int::ZERO,
        Expr::Variable(_) => true,
        Expr::Negative(_) => false,
        Expr::Binary(operator, a, b) => match operator {
            Operator::Add | Operator::Multiply => never_negative(a) && never_negative(b),
            Operator::Subtract => false,
            Operator::Divide => never_negative(a) && b.literal().is_some_and(|divisor| divisor > 0),
            Operator::Remainder => b.literal().is_some_and(|modulus| modulus > 0),
            Operator::Power => never_negative(a),
        },
        Expr::Call(Function::Min, arguments) => arguments.iter().all(never_negative),
        Expr::Call(Function::Max, arguments) => arguments.iter().any(never_negative),
        Expr::Call(Function::IntegerSquareRoot | Function::BitLength, _) => true,
        Expr::Call(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::rule::arithmetic::expression;
    use crate::rule::reading::rule;

    /// The expression of which a rule makes a heap, in n (0) and y (1).
    fn read(text: &str) -> Expr {
        let rule = rule(&format!("{{n -> {text} for y in 0..n}}"));
        rule.alternatives[0].parts[0].coordinates[0].clone()
    }

    #[test]
    fn bounds_of_expressions() {
        for (text, variable, least, most) in [
            ("n//2", 0, Some(0), Some(1)),
            ("n-n//3", 0, Some(0), Some(1)),
            ("n-y^2", 0, Some(1), Some(1)),
            ("n-y^2", 1, None, Some(0)),
            ("3*isqrt(n)+1", 0, Some(0), Some(3)),
            ("max(n//2,n-y)", 0, Some(0), Some(1)),
            ("(7-3*n)//2", 0, Some(-2), Some(-1)),
            ("y*n-n", 0, Some(-1), None),
            ("n%2", 0, None, None),
        ] {
            assert_eq!(Slope::of(&read(text), variable), Some(Slope { least, most }), "{text}");
        }
        for text in ["n//y", "2^n", "n^40", "log2(n)", "isqrt(n-y)", "n%y"] {
            assert_eq!(Slope::of(&read(text), 0), None, "{text}");
        }
    }

    fn random(random: &mut Random, depth: u32) -> String {
        let number = random.below(5);
        if depth == 0 {
            return ["n".to_owned(), "y".to_owned(), number.to_string()][random.below(3) as usize].clone();
        }
        let a = self::random(random, depth - 1);
        let b = self::random(random, depth - 1);
        match random.below(9) {
            0 => format!("({a}+{b})"),
            1 | 2 => format!("({a}-{b})"),
            3 => format!("({a}*{b})"),
            4 => format!("(({a})//{})", number + 1),
            5 => format!("max({a},{b})"),
            6 => format!("min({a},{b})"),
            7 => format!("isqrt({a})"),
            _ => format!("({a})^{}", number % 3),
        }
    }

    #[test]
    fn no_expression_changes_by_more_than_its_bounds() {
        let mut draw = Random::new(20261127);
        let mut bounded = [0; 2];
        for _ in 0..6000 {
            let depth = 1 + draw.below(3) as u32;
            let expr = read(&random(&mut draw, depth));
            for variable in 0..2 {
                let Some(slope) = Slope::of(&expr, variable) else { continue };
                bounded[0] += usize::from(slope.least.is_some());
                bounded[1] += usize::from(slope.most.is_some());
                for fixed in 0..6i64 {
                    let at = |moving: i64| {
                        let values = if variable == 0 { [moving, fixed] } else { [fixed, moving] };
                        expression(&expr, &values).unwrap()
                    };
                    for moving in 0..12 {
                        let change = at(moving + 1) - at(moving);
                        assert!(slope.least.is_none_or(|least| least <= change), "{expr:?} {slope:?} {change}");
                        assert!(slope.most.is_none_or(|most| most >= change), "{expr:?} {slope:?} {change}");
                    }
                }
            }
        }
        assert!(bounded.iter().all(|&count| count > 3000), "{bounded:?}");
    }
}
