//! Linear forms with integer coefficients, exact: what does not fit 64 bits is `None`.
//!
//! Systems of them, and proofs that a system has no solution, are in `system`.

use grundy_core::number::gcd;
use smallvec::SmallVec;

mod system;
#[cfg(test)]
mod tests;

pub use system::{Shadow, System, Work};

/// `c₀·x₀ + c₁·x₁ + … + constant`
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Linear {
    /// No trailing zero.
    coefficients: SmallVec<[i64; 8]>,
    constant: i64,
}

impl Linear {
    /// A number.
    #[must_use]
    pub fn constant(value: i64) -> Self {
        Linear { coefficients: SmallVec::new(), constant: value }
    }

    /// A variable alone.
    #[must_use]
    pub fn variable(variable: usize) -> Self {
        let mut coefficients = SmallVec::from_elem(0, variable);
        coefficients.push(1);
        Linear { coefficients, constant: 0 }
    }

    /// The coefficient of a variable.
    #[must_use]
    pub fn coefficient(&self, variable: usize) -> i64 {
        self.coefficients.get(variable).copied().unwrap_or(0)
    }

    /// The number that is added.
    #[must_use]
    pub fn constant_term(&self) -> i64 {
        self.constant
    }

    /// The value, if no variable occurs.
    #[must_use]
    pub fn value(&self) -> Option<i64> {
        self.coefficients.is_empty().then_some(self.constant)
    }

    /// The variables that occur, with their coefficients.
    #[must_use]
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (usize, i64)> + '_ {
        self.coefficients.iter().copied().enumerate().filter(|&(_, c)| c != 0)
    }

    /// Does the variable occur?
    #[must_use]
    pub fn has(&self, variable: usize) -> bool {
        self.coefficient(variable) != 0
    }

    /// `s·self + t·other`, or `None` beyond 64 bits.
    #[must_use]
    pub fn combine(&self, s: i64, other: &Linear, t: i64) -> Option<Linear> {
        self.wide(s, other, t).narrow()
    }

    fn wide(&self, s: i64, other: &Linear, t: i64) -> Wide {
        let length = self.coefficients.len().max(other.coefficients.len());
        let both = |a: i64, b: i64| i128::from(a) * i128::from(s) + i128::from(b) * i128::from(t);
        Wide {
            coefficients: (0..length).map(|i| both(self.coefficient(i), other.coefficient(i))).collect(),
            constant: both(self.constant, other.constant),
        }
    }

    /// `self + other`
    #[must_use]
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        self.combine(1, other, 1)
    }

    /// `self − other`
    #[must_use]
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.combine(1, other, -1)
    }

    /// `factor·self`
    #[must_use]
    pub fn scaled(&self, factor: i64) -> Option<Linear> {
        self.combine(factor, &Linear::default(), 0)
    }

    /// `self + number`
    #[must_use]
    pub fn shifted(&self, number: i64) -> Option<Linear> {
        let mut out = self.clone();
        out.constant = out.constant.checked_add(number)?;
        Some(out)
    }

    /// The same with `by` for a variable; `by` may contain the variable.
    #[must_use]
    pub fn substituted(&self, variable: usize, by: &Linear) -> Option<Linear> {
        let c = self.coefficient(variable);
        if c == 0 {
            return Some(self.clone());
        }
        let mut rest = self.clone();
        rest.clear(variable);
        rest.combine(1, by, c)
    }

    /// The same with other numbers for the variables; `None` from `name` is not allowed for variables that occur.
    #[must_use]
    pub fn renamed(&self, name: &dyn Fn(usize) -> Option<usize>) -> Option<Linear> {
        let mut out = Linear::constant(self.constant);
        for (v, c) in self.terms() {
            out = out.combine(1, &Linear::variable(name(v)?), c)?;
        }
        Some(out)
    }

    fn clear(&mut self, variable: usize) {
        if let Some(c) = self.coefficients.get_mut(variable) {
            *c = 0;
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.coefficients.last() == Some(&0) {
            self.coefficients.pop();
        }
    }

    /// Never negative, whatever natural numbers the variables stand for?
    #[must_use]
    pub fn is_natural(&self) -> bool {
        self.constant >= 0 && self.coefficients.iter().all(|&c| c >= 0)
    }

    /// The greatest common divisor of the coefficients; 0 if there are none.
    #[must_use]
    pub fn content(&self) -> u64 {
        self.coefficients.iter().fold(0, |g, c| gcd(g, c.unsigned_abs()))
    }

    /// Divides `self ≥ 0` by the common divisor of the coefficients, rounding the constant down.
    fn tightened(mut self) -> Linear {
        let g = self.content();
        if let Ok(g) = i64::try_from(g)
            && g > 1
        {
            self.coefficients.iter_mut().for_each(|c| *c /= g);
            self.constant = self.constant.div_euclid(g);
        }
        self
    }
}

/// A form on the way to be shortened by its common divisor.
struct Wide {
    coefficients: SmallVec<[i128; 8]>,
    constant: i128,
}

impl Wide {
    fn narrow(self) -> Option<Linear> {
        let mut out = Linear {
            coefficients: self.coefficients.into_iter().map(i64::try_from).collect::<Result<_, _>>().ok()?,
            constant: i64::try_from(self.constant).ok()?,
        };
        out.trim();
        Some(out)
    }

    /// As a constraint `≥ 0`, tightened.
    fn narrow_tight(mut self) -> Option<Linear> {
        let g = self.coefficients.iter().fold(0u128, |g, c| gcd(g, c.unsigned_abs()));
        if let Ok(g) = i128::try_from(g)
            && g > 1
        {
            self.coefficients.iter_mut().for_each(|c| *c /= g);
            self.constant = self.constant.div_euclid(g);
        }
        self.narrow()
    }
}

/// The form with coefficients and constant made small modulo `modulus`.
#[must_use]
pub fn reduced(form: &Linear, modulus: i64) -> Option<Linear> {
    if modulus < 1 {
        return None;
    }
    let small = |c: i64| {
        let r = c.rem_euclid(modulus);
        if r > modulus / 2 { r - modulus } else { r }
    };
    let mut out = Linear {
        coefficients: form.coefficients.iter().map(|&c| small(c)).collect(),
        constant: form.constant.rem_euclid(modulus),
    };
    out.trim();
    Some(out)
}
