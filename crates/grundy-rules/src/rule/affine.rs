//! What is linear in the innermost loop variable, and the window of values that it leaves.
//!
//! In `{n -> a & n-a for a in 1.. if a < n-a}` everything has the form *base + slope·a*: the part `n-a` is n + (−1)·a,
//! the guard is n − 2a − 1 ≥ 0. So at n = 10 only the window a ≤ 4 is entered, although `1..` goes on to 10, and
//! `{n -> n-k for k in 1..10^9}` stops after n steps. Base and slope are expressions in the variables outside, worked
//! out once a row (`a-k*b` has the slope −b).
//!
//! A window may only leave out what cannot be a move. When a base has no value (`n//0`), there is no window and every
//! member is tried in the order of the rule, so that a fault shows exactly where the rule has one.

use grundy_core::number::Int;
use grundy_notation::ast::{Operator, Relation};
use smallvec::SmallVec;

use super::arithmetic::{Number, expression};
use super::falling::Falling;
use super::ir::{Cond, Expr, Function};
use super::trouble::{Step, Trouble};

/// An expression, linear with small coefficients where possible.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// `constant + Σ coefficient · variable`
    Linear { constant: i64, terms: SmallVec<[(usize, i64); 3]> },
    /// Anything else.
    Tree(Expr),
}

impl Form {
    pub fn constant(constant: i64) -> Self {
        Form::Linear { constant, terms: SmallVec::new() }
    }

    /// The linear form of an expression, if it has one.
    pub fn of(expr: &Expr) -> Self {
        // no variable has this number, so the slope is nothing
        Affine::of(expr, usize::MAX).map_or_else(|| Form::Tree(expr.clone()), |a| a.base)
    }

    pub(crate) fn as_constant(&self) -> Option<i64> {
        match self {
            Form::Linear { constant, terms } if terms.is_empty() => Some(*constant),
            _ => None,
        }
    }

    #[inline]
    pub fn eval<N: Number>(&self, values: &[N]) -> Step<N> {
        match self {
            Form::Linear { constant, terms } => {
                let mut sum = N::from_word(*constant);
                for (variable, coefficient) in terms {
                    let value = &values[*variable];
                    sum = match coefficient {
                        1 => sum.add(value)?,
                        -1 => sum.subtract(value)?,
                        c => sum.add(&value.multiply(&N::from_word(*c))?)?,
                    };
                }
                Ok(sum)
            }
            Form::Tree(expr) => expression(expr, values),
        }
    }

    fn into_expr(self) -> Expr {
        match self {
            Form::Tree(expr) => expr,
            Form::Linear { constant, terms } => {
                terms.into_iter().fold(Expr::Constant(Int::from(constant)), |sum, (variable, coefficient)| {
                    let scaled = Expr::binary(
                        Operator::Multiply,
                        Expr::Constant(Int::from(coefficient)),
                        Expr::Variable(variable),
                    );
                    Expr::binary(Operator::Add, sum, scaled)
                })
            }
        }
    }

    fn add(self, other: Form) -> Form {
        if let (Form::Linear { constant: a, terms: s }, Form::Linear { constant: b, terms: t }) = (&self, &other) {
            let sum = a.checked_add(*b).and_then(|constant| {
                let mut terms = s.clone();
                for &(variable, coefficient) in t {
                    match terms.iter_mut().find(|term| term.0 == variable) {
                        Some(term) => term.1 = term.1.checked_add(coefficient)?,
                        None => terms.push((variable, coefficient)),
                    }
                }
                terms.retain(|term| term.1 != 0);
                Some(Form::Linear { constant, terms })
            });
            if let Some(sum) = sum {
                return sum;
            }
        }
        match (self.as_constant(), other.as_constant()) {
            (Some(0), _) => other,
            (_, Some(0)) => self,
            _ => Form::Tree(Expr::binary(Operator::Add, self.into_expr(), other.into_expr())),
        }
    }

    fn multiply(self, other: Form) -> Form {
        let (factor, form) = match (self.as_constant(), other.as_constant()) {
            (Some(factor), _) => (Some(factor), &other),
            (_, factor) => (factor, &self),
        };
        if let (Some(factor), Form::Linear { constant, terms }) = (factor, form) {
            let scaled = constant.checked_mul(factor).and_then(|constant| {
                let mut scaled = SmallVec::new();
                for &(variable, coefficient) in terms {
                    scaled.push((variable, coefficient.checked_mul(factor)?));
                }
                scaled.retain(|term: &mut (usize, i64)| term.1 != 0);
                Some(Form::Linear { constant, terms: scaled })
            });
            if let Some(scaled) = scaled {
                return scaled;
            }
        }
        if factor == Some(1) {
            return form.clone();
        }
        // 0·x stays as it is: x may have no value
        Form::Tree(Expr::binary(Operator::Multiply, self.into_expr(), other.into_expr()))
    }
}

/// `base + slope · v`, where neither mentions the variable v.
#[derive(Debug, Clone, PartialEq)]
pub struct Affine {
    pub base: Form,
    pub slope: Form,
}

impl Affine {
    fn free(base: Form) -> Self {
        Affine { base, slope: Form::constant(0) }
    }

    fn is_free(&self) -> bool {
        self.slope.as_constant() == Some(0)
    }

    /// The expression as a linear one in `variable`, if it is.
    pub fn of(expr: &Expr, variable: usize) -> Option<Affine> {
        Some(match expr {
            Expr::Constant(c) => {
                Affine::free(i64::try_from(c).map_or_else(|_| Form::Tree(expr.clone()), Form::constant))
            }
            Expr::Variable(v) if *v == variable => Affine { base: Form::constant(0), slope: Form::constant(1) },
            Expr::Variable(v) => Affine::free(Form::Linear { constant: 0, terms: SmallVec::from_iter([(*v, 1)]) }),
            Expr::Negative(x) => Affine::of(x, variable)?.scale(Form::constant(-1)),
            Expr::Binary(operator, a, b) => {
                let (a, b) = (Affine::of(a, variable)?, Affine::of(b, variable)?);
                match operator {
                    Operator::Add => a.add(b),
                    Operator::Subtract => a.add(b.scale(Form::constant(-1))),
                    Operator::Multiply if b.is_free() => a.scale(b.base),
                    Operator::Multiply if a.is_free() => b.scale(a.base),
                    _ if a.is_free() && b.is_free() => {
                        Affine::free(Form::Tree(Expr::binary(*operator, a.base.into_expr(), b.base.into_expr())))
                    }
                    _ => return None,
                }
            }
            Expr::Call(function, arguments) => {
                let mut free = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    let argument = Affine::of(argument, variable)?;
                    if !argument.is_free() {
                        return None;
                    }
                    free.push(argument.base.into_expr());
                }
                Affine::free(Form::Tree(Expr::Call(*function, free)))
            }
        })
    }

    fn add(self, other: Affine) -> Affine {
        Affine { base: self.base.add(other.base), slope: self.slope.add(other.slope) }
    }

    fn scale(self, factor: Form) -> Affine {
        let slope = if self.is_free() { self.slope } else { self.slope.multiply(factor.clone()) };
        Affine { base: self.base.multiply(factor), slope }
    }

    fn subtract(self, other: Affine) -> Affine {
        self.add(other.scale(Form::constant(-1)))
    }
}

/// What must hold of a linear expression.
#[derive(Debug, Clone)]
pub enum Bound {
    NotNegative(Affine),
    Zero(Affine),
    NotZero(Affine),
    /// A coordinate that falls, but not as a line.
    Falls(Falling),
    /// The variable must divide this; the condition that says so is tested all the same.
    Divides(Form),
}

impl Bound {
    /// The bound that a comparison is, if both sides are linear in the variable.
    pub fn of(cond: &Cond, variable: usize) -> Option<Bound> {
        let Cond::Compare(left, relation, right) = cond else { return None };
        let (left, right) = (Affine::of(left, variable)?, Affine::of(right, variable)?);
        let above = |a: Affine, b: Affine| Bound::NotNegative(a.subtract(b));
        let one = || Affine::free(Form::constant(1));
        Some(match relation {
            Relation::Equal => Bound::Zero(left.subtract(right)),
            Relation::NotEqual => Bound::NotZero(left.subtract(right)),
            Relation::Less => above(right.subtract(one()), left),
            Relation::LessEqual => above(right, left),
            Relation::Greater => above(left.subtract(one()), right),
            Relation::GreaterEqual => above(left, right),
            Relation::Divides => return None,
        })
    }

    /// `d divides n` and `n % d = 0`, where n is free of the variable d: most members need no look.
    pub fn divisors(cond: &Cond, variable: usize) -> Option<Bound> {
        let (divisor, number) = match cond {
            Cond::Compare(divisor, Relation::Divides, number) => (divisor, number),
            Cond::Compare(Expr::Binary(Operator::Remainder, number, divisor), Relation::Equal, zero) => {
                (zero == &Expr::from(0)).then_some((&**divisor, &**number))?
            }
            _ => return None,
        };
        if *divisor != Expr::Variable(variable) {
            return None;
        }
        // what is a multiple of d may go: d divides n + c·d if it divides n
        Some(Bound::Divides(Affine::of(number, variable)?.base))
    }
}

/// The values that the innermost variable may take.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Window<N> {
    pub low: Option<N>,
    pub high: Option<N>,
    /// Single values that are left out, in no order.
    pub holes: SmallVec<[N; 2]>,
    /// Values that do not divide this number, which is at least 1, are left out; but 0 is not.
    pub multiple: Option<N>,
    /// Nothing is left.
    pub empty: bool,
    /// Do all bounds hold inside? Then they need no test for each member.
    pub exact: bool,
}

impl<N: Number> Window<N> {
    /// Everything.
    pub(crate) fn open() -> Self {
        Window { low: None, high: None, holes: SmallVec::new(), multiple: None, empty: false, exact: false }
    }

    /// What the bounds leave; everything if one of them has no value here.
    pub(crate) fn of(bounds: &[Bound], values: &[N]) -> Step<Self> {
        let mut window = Window { exact: true, ..Window::open() };
        for bound in bounds {
            match window.narrow(bound, values) {
                Ok(()) => {}
                Err(Trouble::Fault(_)) => return Ok(Window::open()),
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(window)
    }

    #[inline]
    fn narrow(&mut self, bound: &Bound, values: &[N]) -> Step<()> {
        let affine = match bound {
            Bound::NotNegative(affine) | Bound::Zero(affine) | Bound::NotZero(affine) => affine,
            Bound::Falls(falling) => {
                if let Some(last) = falling.last(values)? {
                    self.at_most(last);
                }
                return Ok(());
            }
            Bound::Divides(number) => {
                // what divides two numbers divides their greatest common divisor; every number divides 0
                let known = self.multiple.take().unwrap_or_else(|| N::from_word(0));
                let number = N::call(Function::Gcd, &[known, number.eval(values)?])?;
                self.multiple = Some(number).filter(|number| !number.is_zero());
                return Ok(());
            }
        };
        let (base, slope) = (affine.base.eval(values)?, affine.slope.eval(values)?);
        match (bound, slope.polarity()) {
            (Bound::NotNegative(_), 0) => self.empty |= base.polarity() < 0,
            (Bound::Zero(_), 0) => self.empty |= !base.is_zero(),
            (Bound::NotZero(_), 0) => self.empty |= base.is_zero(),
            (Bound::NotNegative(_), 1) => {
                // v ≥ ⌈−base/slope⌉ = −⌊base/slope⌋
                self.at_least(base.divide(&slope)?.negate()?);
            }
            (Bound::NotNegative(_), _) => self.at_most(base.divide(&slope.negate()?)?),
            (Bound::Zero(_), _) => {
                if base.remainder(&slope)?.is_zero() {
                    let root = base.divide(&slope)?.negate()?;
                    self.at_least(root.clone());
                    self.at_most(root);
                } else {
                    self.empty = true;
                }
            }
            (Bound::NotZero(_), _) => {
                if base.remainder(&slope)?.is_zero() {
                    self.holes.push(base.divide(&slope)?.negate()?);
                }
            }
            (Bound::Falls(_) | Bound::Divides(_), _) => {}
        }
        Ok(())
    }

    fn at_least(&mut self, low: N) {
        if self.low.as_ref().is_none_or(|l| *l < low) {
            self.low = Some(low);
        }
    }

    fn at_most(&mut self, high: N) {
        if self.high.as_ref().is_none_or(|h| *h > high) {
            self.high = Some(high);
        }
    }

    pub(crate) fn admits(&self, value: &N) -> bool {
        !self.empty
            && self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
            && !self.holes.contains(value)
            && self
                .multiple
                .as_ref()
                .is_none_or(|number| value.is_zero() || number.remainder(value).map_or(true, |rest| rest.is_zero()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minus(a: Expr, b: Expr) -> Expr {
        Expr::binary(Operator::Subtract, a, b)
    }

    #[test]
    fn the_slope_may_be_a_coordinate() {
        // a - k*b, in k = variable 2
        let product = Expr::binary(Operator::Multiply, Expr::Variable(2), Expr::Variable(1));
        let affine = Affine::of(&minus(Expr::Variable(0), product), 2).unwrap();
        assert_eq!(affine.base.eval(&[25_i64, 7, 0]).unwrap(), 25);
        assert_eq!(affine.slope.eval(&[25_i64, 7, 0]).unwrap(), -7);
        let window = Window::of(&[Bound::NotNegative(affine)], &[25_i64, 7, 0]).unwrap();
        assert_eq!(window.high, Some(3));
        let square = Expr::binary(Operator::Multiply, Expr::Variable(2), Expr::Variable(2));
        assert_eq!(Affine::of(&square, 2), None);
    }

    #[test]
    fn comparisons_become_bounds() {
        // a < n - a in a = variable 1 at n = 10
        let right = minus(Expr::Variable(0), Expr::Variable(1));
        let less = Cond::Compare(Expr::Variable(1), Relation::Less, right.clone());
        let window = Window::of(&[Bound::of(&less, 1).unwrap()], &[10_i64, 0]).unwrap();
        assert_eq!((window.low, window.high), (None, Some(4)));
        let unequal = Cond::Compare(Expr::Variable(1), Relation::NotEqual, right);
        let window = Window::of(&[Bound::of(&unequal, 1).unwrap()], &[10_i64, 0]).unwrap();
        assert!(window.admits(&4) && !window.admits(&5));
    }
}
