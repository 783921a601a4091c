//! Nimbers of a fixed width: 8, 16, 32 and 64 bits.

use std::fmt;
use std::iter::{Product, Sum};
use std::num::ParseIntError;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Sub};
use std::str::FromStr;

use crate::group::NoLog;
use crate::product::product_64;
use crate::{Nimber, table};

macro_rules! nimber {
    ($name:ident, $number:ty, $width:literal, $a:ident * $b:ident = $product:expr) => {
        #[doc = concat!("A nimber below 2^", $width, ": an element of the field of so many.")]
        ///
        /// Its operations are those of [`Nimber`], and stay within the field.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
        pub struct $name(pub $number);

        impl $name {
            /// The zero of the field.
            pub const ZERO: $name = $name(0);
            /// The one of the field.
            pub const ONE: $name = $name(1);
            /// The field has 2 to the power of this many elements.
            pub const WIDTH: u32 = $width;

            fn within(number: Nimber) -> $name {
                $name(number.0 as $number)
            }

            /// The number times itself.
            #[must_use]
            pub fn square(self) -> $name {
                self * self
            }

            /// See [`Nimber::square_root`].
            #[must_use]
            pub fn square_root(self) -> $name {
                $name::within(Nimber::from(self).square_root())
            }

            /// See [`Nimber::inverse`].
            #[must_use]
            pub fn inverse(self) -> Option<$name> {
                Nimber::from(self).inverse().map($name::within)
            }

            /// See [`Nimber::power`].
            #[must_use]
            pub fn power(self, exponent: i128) -> Option<$name> {
                Nimber::from(self).power(exponent).map($name::within)
            }

            /// See [`Nimber::order`].
            #[must_use]
            pub fn order(self) -> Option<u128> {
                Nimber::from(self).order()
            }

            /// See [`Nimber::log`].
            ///
            /// # Errors
            /// The number is no power of the base, or one of them is 0.
            pub fn log(self, base: $name) -> Result<u128, NoLog> {
                Nimber::from(self).log(base.into())
            }

            /// The trace of the field: the sum of a, a², a⁴, …, which is 0 or 1.
            #[must_use]
            pub fn trace(self) -> bool {
                self.0 >> ($width - 1) == 1
            }
        }

        impl From<$name> for Nimber {
            fn from(number: $name) -> Nimber {
                Nimber(number.0.into())
            }
        }

        impl Add for $name {
            type Output = $name;

            #[expect(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is xor")]
            fn add(self, other: $name) -> $name {
                $name(self.0 ^ other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        /// Every number is its own negative.
        impl Sub for $name {
            type Output = $name;

            #[expect(clippy::suspicious_arithmetic_impl, reason = "every nimber is its own negative")]
            fn sub(self, other: $name) -> $name {
                self + other
            }
        }

        impl Mul for $name {
            type Output = $name;

            #[inline]
            fn mul(self, other: $name) -> $name {
                let ($a, $b) = (self.0, other.0);
                $name($product)
            }
        }

        impl MulAssign for $name {
            fn mul_assign(&mut self, other: $name) {
                *self = *self * other;
            }
        }

        /// `None` where the divisor is 0.
        impl Div for $name {
            type Output = Option<$name>;

            #[expect(clippy::suspicious_arithmetic_impl, reason = "a quotient is a product with the inverse")]
            fn div(self, other: $name) -> Option<$name> {
                Some(self * other.inverse()?)
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(numbers: I) -> $name {
                numbers.fold($name::ZERO, Add::add)
            }
        }

        impl Product for $name {
            fn product<I: Iterator<Item = $name>>(numbers: I) -> $name {
                numbers.fold($name::ONE, Mul::mul)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        /// From decimal digits.
        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(digits: &str) -> Result<$name, ParseIntError> {
                digits.parse().map($name)
            }
        }
    };
}

nimber!(Nimber8, u8, 8, a * b = table::product(a.into(), b.into()) as u8);
nimber!(Nimber16, u16, 16, a * b = table::product(a, b));
nimber!(Nimber32, u32, 32, a * b = product_64(a.into(), b.into()) as u32);
nimber!(Nimber64, u64, 64, a * b = product_64(a, b));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    /// The axioms and the functions, on random numbers of one width.
    macro_rules! check {
        ($name:ident, $state:ident) => {
            for _ in 0..500 {
                let mut draw = || $name(random(&mut $state) as _);
                let (a, b, c) = (draw(), draw(), draw());
                assert_eq!(a * b, b * a);
                assert_eq!(a * (b * c), a * b * c);
                assert_eq!(a * (b + c), a * b + a * c);
                assert_eq!((a * $name::ONE, a * $name::ZERO, a - a), (a, $name::ZERO, $name::ZERO));
                assert_eq!(Nimber::from(a) * Nimber::from(b), (a * b).into());
                assert_eq!((a * b) / b, (b != $name::ZERO).then_some(a));
                assert_eq!(a.square_root().square(), a);
                assert_eq!(a.to_string().parse(), Ok(a));
                let conjugates = std::iter::successors(Some(a), |a| Some(a.square())).take($name::WIDTH as usize);
                assert_eq!(conjugates.sum::<$name>(), $name(a.trace().into()));
            }
        };
    }

    #[cfg(feature = "serde")]
    #[test]
    fn numbers_are_stored_as_numbers() {
        use crate::Wide;
        let number = Nimber(u128::MAX - 4);
        let text = serde_json::to_string(&(Nimber8(7), number, Wide::from(number))).unwrap();
        assert_eq!(text, "[7,340282366920938463463374607431768211451,[18446744073709551611,18446744073709551615]]");
        assert_eq!(
            serde_json::from_str::<(Nimber8, Nimber, Wide)>(&text).unwrap(),
            (Nimber8(7), number, number.into())
        );
    }

    #[test]
    fn each_width_is_a_field() {
        let mut state = 3;
        check!(Nimber8, state);
        check!(Nimber16, state);
        check!(Nimber32, state);
        check!(Nimber64, state);
        assert_eq!("256".parse::<Nimber8>().ok(), None);
    }
}
