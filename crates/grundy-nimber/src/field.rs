//! The arithmetic of the field.

use std::fmt;
use std::iter::{Product, Sum};
use std::num::ParseIntError;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub};
use std::str::FromStr;

use crate::product::product_128;

/// A nimber below 2^128, under nim addition and multiplication.
///
/// ```
/// use grundy_nimber::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert_eq!(Nimber(3) * Nimber(5), Nimber(15));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Nimber(pub u128);

impl Nimber {
    /// The zero of the field.
    pub const ZERO: Nimber = Nimber(0);
    /// The one of the field.
    pub const ONE: Nimber = Nimber(1);

    /// The least power of two w with the number below 2^w: the number lies in the field of 2^w elements.
    #[must_use]
    pub fn width(self) -> u32 {
        (128 - self.0.leading_zeros()).next_power_of_two().max(1)
    }

    /// The number times itself; nim squares are sums of squares of the bits.
    #[must_use]
    pub fn square(self) -> Nimber {
        self * self
    }

    /// The only number whose square is this.
    ///
    /// Down the tower of fields: the square of b₁F + b₀ is b₁²F + b₁²(F/2) + b₀².
    #[must_use]
    pub fn square_root(self) -> Nimber {
        if self.0 < 2 {
            return self;
        }
        let (half, high, low) = self.halves();
        let below = (low + high * Nimber(1 << (half - 1))).square_root();
        Nimber(high.square_root().0 << half) + below
    }

    /// With F = 2^w and the number a₁F + a₀ of twice that width: w, a₁ and a₀.
    fn halves(self) -> (u32, Nimber, Nimber) {
        let half = self.width() / 2;
        (half, Nimber(self.0 >> half), Nimber(self.0 & ((1 << half) - 1)))
    }

    /// 1 divided by the number; 0 has no inverse.
    ///
    /// Down the tower of fields: with F = 2^(w/2), a = a₁F + a₀ and the norm N = a₀² + a₀a₁ + a₁²(F/2), which lies in the
    /// smaller field, 1/a = (a₁F + a₀ + a₁)/N.
    #[must_use]
    pub fn inverse(self) -> Option<Nimber> {
        match self.0 {
            0 => return None,
            1 => return Some(self),
            _ => {}
        }
        let (half, high, low) = self.halves();
        let norm = low.square() + low * high + high.square() * Nimber(1 << (half - 1));
        let conjugate = Nimber(high.0 << half) + low + high;
        Some(conjugate * norm.inverse()?)
    }

    /// The number to the power of an ordinary integer; 0 has no negative powers, and 0^0 is 1.
    #[must_use]
    pub fn power(self, exponent: i128) -> Option<Nimber> {
        let mut base = if exponent < 0 { self.inverse()? } else { self };
        let mut left = exponent.unsigned_abs();
        let mut power = Nimber::ONE;
        while left > 0 {
            if left & 1 == 1 {
                power *= base;
            }
            base = base.square();
            left >>= 1;
        }
        Some(power)
    }
}

impl Add for Nimber {
    type Output = Nimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is xor")]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

/// Every number is its own negative.
impl Sub for Nimber {
    type Output = Nimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "every nimber is its own negative")]
    fn sub(self, other: Nimber) -> Nimber {
        self + other
    }
}

impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(product_128(self.0, other.0))
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Nimber) {
        *self = *self * other;
    }
}

/// `None` where the divisor is 0.
impl Div for Nimber {
    type Output = Option<Nimber>;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "a quotient is a product with the inverse")]
    fn div(self, other: Nimber) -> Option<Nimber> {
        Some(self * other.inverse()?)
    }
}

/// Every number is its own negative.
impl Neg for Nimber {
    type Output = Nimber;

    fn neg(self) -> Nimber {
        self
    }
}

macro_rules! from_numbers {
    ($($number:ty)*) => {
        $(impl From<$number> for Nimber {
            fn from(number: $number) -> Nimber {
                Nimber(number.into())
            }
        })*
    };
}

from_numbers!(u8 u16 u32 u64 u128);

impl From<Nimber> for u128 {
    fn from(nimber: Nimber) -> u128 {
        nimber.0
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(numbers: I) -> Nimber {
        numbers.fold(Nimber::ZERO, Add::add)
    }
}

impl Product for Nimber {
    fn product<I: Iterator<Item = Nimber>>(numbers: I) -> Nimber {
        numbers.fold(Nimber::ONE, Mul::mul)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// From decimal digits.
impl FromStr for Nimber {
    type Err = ParseIntError;

    fn from_str(digits: &str) -> Result<Nimber, ParseIntError> {
        digits.parse().map(Nimber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    #[test]
    fn small_products_are_those_of_the_definition() {
        const SIDE: usize = 40;
        let mut products = vec![[0u128; SIDE]; SIDE];
        for a in 0..SIDE {
            for b in 0..SIDE {
                let mut seen = Vec::new();
                for x in 0..a {
                    for y in 0..b {
                        seen.push(products[x][b] ^ products[a][y] ^ products[x][y]);
                    }
                }
                products[a][b] = (0..).find(|v| !seen.contains(v)).unwrap();
                assert_eq!(Nimber(a as u128) * Nimber(b as u128), Nimber(products[a][b]), "{a} {b}");
            }
        }
    }

    #[test]
    fn each_width_is_a_field() {
        let mut state = 1;
        for round in 0..4000 {
            let width = [1u32, 2, 4, 8, 16, 32, 64, 128][round % 8];
            let mut draw = || {
                let whole = u128::from(random(&mut state)) << 64 | u128::from(random(&mut state));
                Nimber(whole >> (128 - width))
            };
            let (a, b, c) = (draw(), draw(), draw());
            assert!((a * b).width() <= width.max(1), "{a} {b}");
            assert_eq!(a * b, b * a);
            assert_eq!(a * (b * c), a * b * c);
            assert_eq!(a * (b + c), a * b + a * c);
            assert_eq!(a * Nimber::ONE, a);
            assert_eq!(a.square_root().square(), a);
            assert_eq!(a.inverse().map(|inverse| a * inverse), (a != Nimber::ZERO).then_some(Nimber::ONE));
            assert_eq!(a.power(5), Some(a * a * a * a * a));
            assert_eq!(b / a, a.inverse().map(|inverse| inverse * b));
        }
        // against another program, whose numbers have no limit
        for _ in 0..40 {
            let (a, b) = (random(&mut state), random(&mut state));
            let other = nimber::FiniteNimber::from(a) * nimber::FiniteNimber::from(b);
            let ours = Nimber(a.into()) * Nimber(b.into());
            assert_eq!(other, nimber::FiniteNimber::from(ours.0 as u64));
        }
        // F times F is F and a half
        for half in [1u32, 2, 4, 8, 16, 32, 64] {
            let f = Nimber(1 << half);
            assert_eq!(f * f, f + Nimber(1 << (half - 1)));
        }
    }
}
