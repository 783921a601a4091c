//! The functions that a language may lack, by name: `v2(n)` is the exponent of 2 in n.
//!
//! Each language prints its own where it has one; the others are written in the small language ([`super::routines`]).

/// A function of integers, in 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    Min,
    Max,
    Absolute,
    FloorQuotient,
    FloorRemainder,
    Gcd,
    Power,
    Root,
    Logarithm,
    Ones,
    TwoAdicOrder,
    BitLength,
    LowFibonacci,
    /// ⌊b·√d⌋ for b ≥ 0, exactly.
    TimesRoot,
    IsPrime,
    IsSquare,
    IsFibonacci,
    IsPower,
    Mark,
}

impl Helper {
    /// How it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Helper::Min => "min",
            Helper::Max => "max",
            Helper::Absolute => "abs",
            Helper::FloorQuotient => "floor_div",
            Helper::FloorRemainder => "floor_mod",
            Helper::Gcd => "gcd",
            Helper::Power => "power",
            Helper::Root => "isqrt",
            Helper::Logarithm => "log2_floor",
            Helper::Ones => "popcount",
            Helper::TwoAdicOrder => "v2",
            Helper::BitLength => "bit_length",
            Helper::LowFibonacci => "lowfib",
            Helper::TimesRoot => "times_root",
            Helper::IsPrime => "is_prime",
            Helper::IsSquare => "is_square",
            Helper::IsFibonacci => "is_fibonacci",
            Helper::IsPower => "is_power",
            Helper::Mark => "mark_value",
        }
    }

    /// What it computes, for its comment; empty where every language has its own.
    pub(super) fn words(self) -> &'static str {
        match self {
            Helper::Min | Helper::Max | Helper::Absolute | Helper::TimesRoot => "",
            Helper::FloorQuotient => "a / b, rounded down",
            Helper::FloorRemainder => "the remainder of a by b, never negative",
            Helper::Gcd => "the greatest common divisor",
            Helper::Power => "a to the power b",
            Helper::Root => "the square root of n, rounded down, exactly",
            Helper::Logarithm => "the number of times that n >= 1 can be halved before it is 1",
            Helper::Ones => "the number of ones among the binary digits of n",
            Helper::TwoAdicOrder => "the exponent of 2 in n (0 for n = 0)",
            Helper::BitLength => "the number of binary digits of n",
            Helper::LowFibonacci => "the smallest part of n as a sum of Fibonacci numbers that are not neighbours",
            Helper::IsPrime => "is n prime?",
            Helper::IsSquare => "is n one of 1, 4, 9, ...?",
            Helper::IsFibonacci => "is n one of 1, 2, 3, 5, 8, ...?",
            Helper::IsPower => "is n one of 1, b, b*b, ...?",
            Helper::Mark => "the value of n in the game of n - 1 and n / 2, in about log n steps",
        }
    }
}
