//! The arithmetic of expressions, over machine words and over integers of any size.
//!
//! Every expression is evaluated over `i64` first, each step checked; [`Trouble::Large`] says that a step left the
//! range, and the caller starts again over [`Int`]. So `2^k > n` costs a few nanoseconds while it is small and is
//! still right when it is not. Results beyond 2^4096 are faults: a rule must not fill the memory with one power.
//!
//! Division rounds down, the remainder is never negative: `-7 // 2 = -4`, `-7 % 2 = 1`, `7 // -2 = -4`,
//! `7 % -2 = 1`. The bit functions read a negative number as two's complement without end.

use std::fmt;

use dashu_int::ops::{BitTest, DivEuclid, DivRemEuclid, Gcd, RemEuclid, SquareRoot, UnsignedAbs};
use grundy_core::number::gcd_of_words;
use grundy_core::{Int, Nat};
use grundy_notation::ast::Operator;

use super::ir::{Expr, Function};
use super::trouble::{Fault, Step, Trouble};
use super::{schwenk, surd};

/// Integers that expressions can be evaluated over.
///
/// Every operation may fail: there is no value ([`Trouble::Fault`]), or it is too large for this kind ([`Trouble::Large`]).
#[allow(clippy::missing_errors_doc)] // said once for all
pub trait Number: Clone + Ord + fmt::Debug {
    /// A small number.
    fn from_word(word: i64) -> Self;
    /// A number of any size, where this kind holds it.
    fn from_int(int: &Int) -> Step<Self>;
    /// The same number, of any size.
    fn to_int(&self) -> Int;
    /// `None` for negative numbers.
    fn to_nat(&self) -> Option<Nat>;
    /// The sum.
    fn add(&self, other: &Self) -> Step<Self>;
    /// The difference.
    fn subtract(&self, other: &Self) -> Step<Self>;
    /// The product.
    fn multiply(&self, other: &Self) -> Step<Self>;
    /// Rounds down.
    fn divide(&self, other: &Self) -> Step<Self>;
    /// In `0..|other|`.
    fn remainder(&self, other: &Self) -> Step<Self>;
    /// The power; a negative exponent is a fault.
    fn power(&self, exponent: &Self) -> Step<Self>;
    /// The value of a function.
    fn call(function: Function, arguments: &[Self]) -> Step<Self>;

    /// The number with the other sign.
    fn negate(&self) -> Step<Self> {
        Self::from_word(0).subtract(self)
    }
    /// −1, 0 or 1.
    fn polarity(&self) -> i32 {
        match self.cmp(&Self::from_word(0)) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        }
    }
    /// Is it 0?
    fn is_zero(&self) -> bool {
        self.polarity() == 0
    }

    /// What the operator makes of the two.
    fn operate(operator: Operator, a: &Self, b: &Self) -> Step<Self> {
        match operator {
            Operator::Add => a.add(b),
            Operator::Subtract => a.subtract(b),
            Operator::Multiply => a.multiply(b),
            Operator::Divide => a.divide(b),
            Operator::Remainder => a.remainder(b),
            Operator::Power => a.power(b),
        }
    }
}

/// The value of an expression.
///
/// # Errors
/// It has none, or it is too large for this kind of number.
pub fn expression<N: Number>(expr: &Expr, values: &[N]) -> Step<N> {
    match expr {
        Expr::Constant(c) => N::from_int(c),
        Expr::Variable(v) => Ok(values[*v].clone()),
        Expr::Negative(x) => expression(x, values)?.negate(),
        Expr::Binary(operator, a, b) => N::operate(*operator, &expression(a, values)?, &expression(b, values)?),
        // one or two arguments need no memory of their own
        Expr::Call(function, arguments) => match &arguments[..] {
            [a] => N::call(*function, &[expression(a, values)?]),
            [a, b] => N::call(*function, &[expression(a, values)?, expression(b, values)?]),
            _ => {
                let arguments = arguments.iter().map(|a| expression(a, values)).collect::<Step<Vec<N>>>()?;
                N::call(*function, &arguments)
            }
        },
    }
}

fn fault<T>(fault: Fault) -> Step<T> {
    Err(Trouble::Fault(fault))
}

impl Number for i64 {
    #[inline]
    fn from_word(word: i64) -> Self {
        word
    }
    fn from_int(int: &Int) -> Step<Self> {
        i64::try_from(int).map_err(|_| Trouble::Large)
    }
    fn to_int(&self) -> Int {
        Int::from(*self)
    }
    #[inline]
    fn to_nat(&self) -> Option<Nat> {
        u64::try_from(*self).ok().map(Nat::from)
    }
    #[inline]
    fn add(&self, other: &Self) -> Step<Self> {
        self.checked_add(*other).ok_or(Trouble::Large)
    }
    #[inline]
    fn subtract(&self, other: &Self) -> Step<Self> {
        self.checked_sub(*other).ok_or(Trouble::Large)
    }
    #[inline]
    fn multiply(&self, other: &Self) -> Step<Self> {
        self.checked_mul(*other).ok_or(Trouble::Large)
    }
    fn divide(&self, other: &Self) -> Step<Self> {
        if *other == 0 {
            return fault(Fault::Division);
        }
        let quotient = self.checked_div_euclid(*other).ok_or(Trouble::Large)?;
        // Euclid's quotient rounds up for a negative divisor
        let exact = *other > 0 || self.rem_euclid(*other) == 0;
        Ok(if exact { quotient } else { quotient - 1 })
    }
    fn remainder(&self, other: &Self) -> Step<Self> {
        if *other == 0 {
            return fault(Fault::Division);
        }
        self.checked_rem_euclid(*other).ok_or(Trouble::Large)
    }
    fn power(&self, exponent: &Self) -> Step<Self> {
        if *exponent < 0 {
            return fault(Fault::NegativePower);
        }
        match *self {
            0 | 1 if *exponent > 0 => Ok(*self),
            -1 => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
            _ => u32::try_from(*exponent).ok().and_then(|e| self.checked_pow(e)).ok_or(Trouble::Large),
        }
    }
    fn call(function: Function, arguments: &[Self]) -> Step<Self> {
        let Some((&x, rest)) = arguments.split_first() else {
            return if function == Function::Mex { Ok(0) } else { fault(Fault::NoArgument) };
        };
        let natural = || u64::try_from(x).map_err(|_| Trouble::Fault(Fault::NegativeBits));
        Ok(match function {
            Function::Min => rest.iter().fold(x, |a, &b| a.min(b)),
            Function::Max => rest.iter().fold(x, |a, &b| a.max(b)),
            Function::Gcd => {
                let divisor = rest.iter().fold(x.unsigned_abs(), |a, b| gcd_of_words(a, b.unsigned_abs()));
                i64::try_from(divisor).map_err(|_| Trouble::Large)?
            }
            Function::Xor => rest.iter().fold(x, |a, b| a ^ b),
            Function::BitAnd => rest.iter().fold(x, |a, b| a & b),
            Function::BitOr => rest.iter().fold(x, |a, b| a | b),
            Function::IntegerSquareRoot => x.checked_isqrt().ok_or(Trouble::Fault(Fault::SquareRoot))?,
            Function::Log2 => i64::from(x.checked_ilog2().ok_or(Trouble::Fault(Fault::Logarithm))?),
            Function::PopCount => i64::from(natural()?.count_ones()),
            Function::Absolute => x.checked_abs().ok_or(Trouble::Large)?,
            Function::LowBit => x & x.checked_neg().ok_or(Trouble::Large)?,
            Function::TwoAdicOrder if x == 0 => return fault(Fault::TwoAdicOrder),
            Function::TwoAdicOrder => i64::from(x.trailing_zeros()),
            Function::BitLength => i64::from(u64::BITS - natural()?.leading_zeros()),
            Function::Mex => grundy_core::mex::mex(arguments.iter().filter_map(|&v| u64::try_from(v).ok())) as i64,
            Function::FloorSurd(d) => match *rest {
                [b, c, ..] => surd::floor_words(d, x, b, c)?,
                _ => return fault(Fault::NoArgument),
            },
            Function::SmallestPart(c) => schwenk::smallest_part(c, u64::try_from(x).unwrap_or(0))
                .map(i64::from_word)
                .ok_or(Trouble::Fault(Fault::SmallestPart))?,
        })
    }
    #[inline]
    fn polarity(&self) -> i32 {
        self.signum() as i32
    }
}

const LARGEST_BITS: usize = 4096;

/// The number, if it is not beyond ±2^4096.
fn bounded(n: Int) -> Step<Int> {
    if n.bit_len() <= LARGEST_BITS {
        return Ok(n);
    }
    let magnitude = n.clone().unsigned_abs();
    if magnitude <= Nat::ONE << LARGEST_BITS { Ok(n) } else { fault(Fault::TooLarge) }
}

impl Number for Int {
    fn from_word(word: i64) -> Self {
        Int::from(word)
    }
    fn from_int(int: &Int) -> Step<Self> {
        Ok(int.clone())
    }
    fn to_int(&self) -> Int {
        self.clone()
    }
    fn to_nat(&self) -> Option<Nat> {
        Nat::try_from(self.clone()).ok()
    }
    fn add(&self, other: &Self) -> Step<Self> {
        bounded(self + other)
    }
    fn subtract(&self, other: &Self) -> Step<Self> {
        bounded(self - other)
    }
    fn multiply(&self, other: &Self) -> Step<Self> {
        bounded(self * other)
    }
    fn divide(&self, other: &Self) -> Step<Self> {
        match other.polarity() {
            0 => fault(Fault::Division),
            1 => bounded(self.div_euclid(other)),
            _ => {
                let (quotient, remainder) = self.div_rem_euclid(other);
                bounded(if remainder == Nat::ZERO { quotient } else { quotient - Int::ONE })
            }
        }
    }
    fn remainder(&self, other: &Self) -> Step<Self> {
        if other.is_zero() { fault(Fault::Division) } else { bounded(Int::from(self.rem_euclid(other))) }
    }
    fn power(&self, exponent: &Self) -> Step<Self> {
        if exponent.polarity() < 0 {
            return fault(Fault::NegativePower);
        }
        if exponent.is_zero() {
            return Ok(Int::ONE);
        }
        let magnitude_bits = self.clone().unsigned_abs().bit_len();
        if magnitude_bits <= 1 {
            let odd = exponent.bit(0);
            return Ok(if odd || self.is_zero() { self.clone() } else { Int::ONE });
        }
        match usize::try_from(exponent) {
            Ok(e) if e <= LARGEST_BITS && (magnitude_bits - 1) * e <= LARGEST_BITS => bounded(self.pow(e)),
            _ => fault(Fault::TooLarge),
        }
    }
    fn call(function: Function, arguments: &[Self]) -> Step<Self> {
        let Some((x, rest)) = arguments.split_first() else {
            return if function == Function::Mex { Ok(Int::ZERO) } else { fault(Fault::NoArgument) };
        };
        let natural = || Nat::try_from(x.clone()).map_err(|_| Trouble::Fault(Fault::NegativeBits));
        bounded(match function {
            Function::Min => rest.iter().fold(x, |a, b| a.min(b)).clone(),
            Function::Max => rest.iter().fold(x, |a, b| a.max(b)).clone(),
            Function::Gcd => {
                let mut divisor = x.clone().unsigned_abs();
                for y in rest {
                    let y = y.clone().unsigned_abs();
                    // the gcd of two zeros is zero here, the crate refuses it
                    divisor = match (divisor == Nat::ZERO, y == Nat::ZERO) {
                        (true, _) => y,
                        (_, true) => divisor,
                        _ => divisor.gcd(y),
                    };
                }
                Int::from(divisor)
            }
            Function::Xor => rest.iter().fold(x.clone(), |a, b| a ^ b),
            Function::BitAnd => rest.iter().fold(x.clone(), |a, b| a & b),
            Function::BitOr => rest.iter().fold(x.clone(), |a, b| a | b),
            Function::IntegerSquareRoot => {
                Int::from(Nat::try_from(x.clone()).map_err(|_| Trouble::Fault(Fault::SquareRoot))?.sqrt())
            }
            Function::Log2 if x.polarity() < 1 => return fault(Fault::Logarithm),
            Function::Log2 => Int::from(x.bit_len() - 1),
            Function::PopCount => Int::from(natural()?.count_ones()),
            Function::Absolute => Int::from(x.clone().unsigned_abs()),
            Function::LowBit => match x.clone().unsigned_abs().trailing_zeros() {
                Some(zeros) => Int::ONE << zeros,
                None => Int::ZERO,
            },
            Function::TwoAdicOrder => match x.clone().unsigned_abs().trailing_zeros() {
                Some(zeros) => Int::from(zeros),
                None => return fault(Fault::TwoAdicOrder),
            },
            Function::BitLength => Int::from(natural()?.bit_len()),
            Function::FloorSurd(d) => match rest {
                [b, c, ..] => surd::floor(d, x, b, c)?,
                _ => return fault(Fault::NoArgument),
            },
            Function::SmallestPart(c) => schwenk::smallest_part_of(c, x).ok_or(Trouble::Fault(Fault::SmallestPart))?,
            Function::Mex => {
                Int::from(grundy_core::mex::mex_nat(&arguments.iter().filter_map(Number::to_nat).collect::<Vec<_>>()))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(operator: Operator, a: i64, b: i64) -> (Option<Int>, Option<Int>) {
        let small = i64::operate(operator, &a, &b).ok().map(Int::from);
        (small, Int::operate(operator, &Int::from(a), &Int::from(b)).ok())
    }

    #[test]
    fn words_and_large_integers_agree() {
        use Operator::{Add, Divide, Multiply, Power, Remainder, Subtract};
        for a in -20..=20 {
            for b in -9..=9 {
                for operator in [Add, Subtract, Multiply, Divide, Remainder, Power] {
                    let (small, large) = both(operator, a, b);
                    assert_eq!(small, large, "{a} {operator:?} {b}");
                }
                if b != 0 {
                    let quotient = (a as f64 / b as f64).floor() as i64;
                    assert_eq!(i64::operate(Divide, &a, &b).unwrap(), quotient);
                }
                use Function as F;
                for function in [F::Min, F::Max, F::Gcd, F::Xor, F::BitAnd, F::BitOr, F::Mex] {
                    let large = Int::call(function, &[Int::from(a), Int::from(b)]).unwrap();
                    assert_eq!(Int::from(i64::call(function, &[a, b]).unwrap()), large, "{function:?} {a} {b}");
                }
            }
            use Function as F;
            for function in
                [F::IntegerSquareRoot, F::Log2, F::PopCount, F::Absolute, F::LowBit, F::TwoAdicOrder, F::BitLength]
            {
                let small = i64::call(function, &[a]).ok().map(Int::from);
                assert_eq!(small, Int::call(function, &[Int::from(a)]).ok(), "{function:?} {a}");
            }
        }
        assert_eq!((-7_i64).divide(&2).unwrap(), -4);
        assert_eq!(7_i64.divide(&-2).unwrap(), -4);
        assert_eq!((-7_i64).remainder(&-2).unwrap(), 1);
    }

    #[test]
    fn powers_end_at_two_to_the_4096() {
        let two = Int::from(2);
        assert!(two.power(&Int::from(4096)).is_ok());
        assert!(matches!(two.power(&Int::from(4097)), Err(Trouble::Fault(Fault::TooLarge))));
        assert!(matches!(2_i64.power(&63), Err(Trouble::Large)));
        assert!(matches!(Int::from(-1).power(&(Int::ONE << 5000)), Ok(n) if n == Int::ONE));
    }
}
