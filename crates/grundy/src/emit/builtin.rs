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
    /// How it is called, and what it computes, for its comment; nothing where every language has its own.
    fn told(self) -> (&'static str, &'static str) {
        match self {
            Builtin::Min => ("min", ""),
            Builtin::Max => ("max", ""),
            Builtin::Absolute => ("abs", ""),
            Builtin::FloorQuotient => ("floor_div", "a / b, rounded down"),
            Builtin::FloorRemainder => ("floor_mod", "the remainder of a by b, never negative"),
            Builtin::Gcd => ("gcd", "the greatest common divisor"),
            Builtin::Power => ("power", "a to the power b"),
            Builtin::Root => ("isqrt", "the square root of n, rounded down, exactly"),
            Builtin::Logarithm => ("log2_floor", "the number of times that n >= 1 can be halved before it is 1"),
            Builtin::Ones => ("popcount", "the number of ones among the binary digits of n"),
            Builtin::TwoAdicOrder => ("v2", "the exponent of 2 in n (0 for n = 0)"),
            Builtin::BitLength => ("bit_length", "the number of binary digits of n"),
            Builtin::LowFibonacci => {
                ("lowfib", "the smallest part of n as a sum of Fibonacci numbers that are not neighbours")
            }
            Builtin::LowSchwenk => ("lowschwenk", "the smallest part of n as a sum of Schwenk's numbers for c"),
            Builtin::TimesRoot => ("times_root", ""),
            Builtin::IsPrime => ("is_prime", "is n prime?"),
            Builtin::IsSquare => ("is_square", "is n one of 1, 4, 9, ...?"),
            Builtin::IsFibonacci => ("is_fibonacci", "is n one of 1, 2, 3, 5, 8, ...?"),
            Builtin::IsPower => ("is_power", "is n one of 1, b, b*b, ...?"),
            Builtin::Mark => ("mark_value", "the value of n in the game of n - 1 and n / 2, in about log n steps"),
            Builtin::NimProduct => ("nim_product", "the nim product"),
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.told().0
    }

    pub(super) fn words(self) -> &'static str {
        self.told().1
    }
}
