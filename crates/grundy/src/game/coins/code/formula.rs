//! The values of single coins that have a formula: in numbers, in words, in the notation and in programs.

use grundy_notation::ast::Operator;

use crate::rule::ir::{Expr, Function};
use crate::statement::{Cases, Spelt};

/// What the value of coin n alone is, where that has a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Formula {
    /// 1.
    One,
    /// n + 1.
    Next,
    /// n.
    Same,
    /// Of 2n and 2n + 1 the one with an odd number of ones.
    Odd,
    /// The same of n − 2; 0 before.
    OddFromTwo,
    /// The theorem of Turnips.
    Turnips,
    /// The largest power of 2 that divides n + 1.
    Power,
}

impl Formula {
    pub(super) fn value(self, n: u64) -> u128 {
        match self {
            Formula::One => 1,
            Formula::Next => u128::from(n) + 1,
            Formula::Same => n.into(),
            Formula::Odd => mock_turtles(n),
            Formula::OddFromTwo => n.checked_sub(2).map_or(0, mock_turtles),
            Formula::Turnips => turnips(n),
            Formula::Power => 1 << (u128::from(n) + 1).trailing_zeros(),
        }
    }

    /// In English and Chinese.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Formula::One => ["value 1", "1"],
            Formula::Next => ["value n + 1", "n + 1"],
            Formula::Same => ["value n", "n"],
            Formula::Odd => ["of 2n and 2n + 1 the one with an odd number of ones", "2n 与 2n + 1 中含奇数个 1 的那个"],
            Formula::OddFromTwo => [
                "for m = n - 2 of 2m and 2m + 1 the one with an odd number of ones, 0 before",
                "令 m = n - 2，是 2m 与 2m + 1 中含奇数个 1 的那个，之前为 0",
            ],
            Formula::Turnips => [
                "for k, the place of the lowest digit 2 of n in base 3 (units are place 0), of 2k and 2k + 1 the one \
                 with an odd number of ones; 0 without a digit 2",
                "设 k 是 n 的三进制中最低的数字 2 所在的位（个位是第 0 位），是 2k 与 2k + 1 中含奇数个 1 的那个；\
                 没有数字 2 时为 0",
            ],
            Formula::Power => ["the largest power of 2 that divides n + 1", "整除 n + 1 的 2 的最大幂"],
        }
    }

    /// Preperiod, period and saltus; the others have none.
    pub(super) fn period(self) -> Option<[u64; 3]> {
        match self {
            Formula::One => Some([0, 1, 0]),
            Formula::Next | Formula::Same => Some([0, 1, 1]),
            Formula::Odd | Formula::OddFromTwo | Formula::Turnips | Formula::Power => None,
        }
    }

    /// What is said of coin n in the notation.
    pub(super) fn claims(self) -> Vec<Spelt> {
        let values = |formula: &str| vec![Spelt::values(formula)];
        match self {
            Formula::One => values("1"),
            Formula::Next => values("n+1"),
            Formula::Same => values("n"),
            Formula::Odd => values("2*n + (popcount(n)+1)%2"),
            Formula::OddFromTwo => vec![Spelt::Values(Cases::new("2*(n-2) + (popcount(n-2)+1)%2").but("0", "n < 2"))],
            Formula::Power => values("lowbit(n+1)"),
            // digits in base 3
            Formula::Turnips => Vec::new(),
        }
    }

    /// Of variable 0; `None` where it is no expression, or asks for no n at all.
    pub(super) fn term(self) -> Option<Expr> {
        let n = || Expr::Variable(0);
        let two = || Expr::from(2);
        let odd = |m: Expr| {
            let ones = Expr::Call(Function::PopCount, vec![m.clone()]) + Expr::from(1);
            two() * m + Expr::Binary(Operator::Remainder, Box::new(ones), Box::new(two()))
        };
        Some(match self {
            Formula::Next => n() + Expr::from(1),
            Formula::Same => n(),
            Formula::Odd => odd(n()),
            Formula::OddFromTwo => {
                let half = Expr::Binary(Operator::Divide, Box::new(n()), Box::new(two()));
                let there = Expr::Call(Function::Min, vec![half, Expr::from(1)]);
                there * odd(Expr::Call(Function::Max, vec![n() - two(), Expr::from(0)]))
            }
            Formula::Power => Expr::Call(Function::LowBit, vec![n() + Expr::from(1)]),
            Formula::One | Formula::Turnips => return None,
        })
    }
}

/// Of 2n and 2n + 1 the one with an odd number of ones.
fn mock_turtles(n: u64) -> u128 {
    2 * u128::from(n) + u128::from(n.count_ones().is_multiple_of(2))
}

/// Mock Turtles of the place of the lowest digit 2 in base 3.
fn turnips(mut n: u64) -> u128 {
    let mut place = 0;
    while n > 0 && n % 3 != 2 {
        (n, place) = (n / 3, place + 1);
    }
    if n == 0 { 0 } else { mock_turtles(place) }
}
