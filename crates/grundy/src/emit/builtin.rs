//! The functions that a language may lack, by name: `v2(n)` is the exponent of 2 in n.
//!
//! Each language prints its own where it has one; the others are written in the small language ([`super::routines`]).

/// A function of integers, in 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Builtin {
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
    LowSchwenk,
    /// ⌊b·√d⌋ for b ≥ 0, exactly.
    TimesRoot,
    IsPrime,
    IsSquare,
    IsFibonacci,
    IsPower,
    Mark,
    NimProduct,
}

impl Builtin {
    /// How it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Builtin::Min => "min",
            Builtin::Max => "max",
            Builtin::Absolute => "abs",
            Builtin::FloorQuotient => "floor_div",
            Builtin::FloorRemainder => "floor_mod",
            Builtin::Gcd => "gcd",
            Builtin::Power => "power",
            Builtin::Root => "isqrt",
            Builtin::Logarithm => "log2_floor",
            Builtin::Ones => "popcount",
            Builtin::TwoAdicOrder => "v2",
            Builtin::BitLength => "bit_length",
            Builtin::LowFibonacci => "lowfib",
            Builtin::LowSchwenk => "lowschwenk",
            Builtin::TimesRoot => "times_root",
            Builtin::IsPrime => "is_prime",
            Builtin::IsSquare => "is_square",
            Builtin::IsFibonacci => "is_fibonacci",
            Builtin::IsPower => "is_power",
            Builtin::Mark => "mark_value",
            Builtin::NimProduct => "nim_product",
        }
    }

    /// What it computes, for its comment; empty where every language has its own.
    pub(super) fn words(self) -> &'static str {
        match self {
            Builtin::Min | Builtin::Max | Builtin::Absolute | Builtin::TimesRoot => "",
            Builtin::FloorQuotient => "a / b, rounded down",
            Builtin::FloorRemainder => "the remainder of a by b, never negative",
            Builtin::Gcd => "the greatest common divisor",
            Builtin::Power => "a to the power b",
            Builtin::Root => "the square root of n, rounded down, exactly",
            Builtin::Logarithm => "the number of times that n >= 1 can be halved before it is 1",
            Builtin::Ones => "the number of ones among the binary digits of n",
            Builtin::TwoAdicOrder => "the exponent of 2 in n (0 for n = 0)",
            Builtin::BitLength => "the number of binary digits of n",
            Builtin::LowFibonacci => "the smallest part of n as a sum of Fibonacci numbers that are not neighbours",
            Builtin::LowSchwenk => "the smallest part of n as a sum of Schwenk's numbers for c",
            Builtin::IsPrime => "is n prime?",
            Builtin::IsSquare => "is n one of 1, 4, 9, ...?",
            Builtin::IsFibonacci => "is n one of 1, 2, 3, 5, 8, ...?",
            Builtin::IsPower => "is n one of 1, b, b*b, ...?",
            Builtin::Mark => "the value of n in the game of n - 1 and n / 2, in about log n steps",
            Builtin::NimProduct => "the nim product",
        }
    }
}
