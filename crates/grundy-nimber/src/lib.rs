//! Nim arithmetic: the nimbers below 2^128 as a field.
//!
//! The nim-sum is xor. The nim-product of a and b is the mex of all a'b + ab' + a'b' with a' < a and b' < b (in nim
//! arithmetic): with it the numbers below 2^(2^j) are a field for every j, and sums of products of coin-turning games
//! have the products of their values.
//!
//! ```
//! use grundy_nimber::{Nimber, value};
//!
//! assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
//! assert_eq!(Nimber(9).square_root(), Nimber(15));
//! assert_eq!(Nimber(6).order(), Some(15));
//! assert_eq!(value("3*5 + 7^-1").unwrap().to_string(), "4");
//! ```
//!
//! **Where to look.** [`Nimber`] holds the arithmetic ([`field`](Nimber#impl-Nimber)), [`log`](Nimber::log) logarithms,
//! [`quadratic`] equations, [`value`] reads expressions.
//!
//! Reference: J. H. Conway, *On Numbers and Games*, 1976, chapter 6.

mod expression;
mod field;
mod group;
mod solve;
mod table;

pub use expression::{Fault, Value, value};
pub use field::Nimber;
pub use group::NoLog;
pub use solve::quadratic;
