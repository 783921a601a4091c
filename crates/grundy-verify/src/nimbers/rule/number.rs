//! Arithmetic of rules, between −2^127 and 2^127: rounded down, remainders never negative, negative numbers as two's
//! complement without end.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Divides,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Min,
    Max,
    Gcd,
    Xor,
    And,
    Or,
    Root,
    Logarithm,
    Ones,
    Absolute,
    LowBit,
    Twos,
    Bits,
    Mex,
}

/// How functions are written.
pub(super) const FUNCTIONS: [(&str, Function); 14] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("gcd", Function::Gcd),
    ("xor", Function::Xor),
    ("band", Function::And),
    ("bor", Function::Or),
    ("isqrt", Function::Root),
    ("log2", Function::Logarithm),
    ("popcount", Function::Ones),
    ("abs", Function::Absolute),
    ("lowbit", Function::LowBit),
    ("v2", Function::Twos),
    ("bits", Function::Bits),
    ("mex", Function::Mex),
];

impl Function {
    /// Does it take exactly one number?
    pub(super) fn takes_one(self) -> bool {
        use Function::{Absolute, Bits, Logarithm, LowBit, Ones, Root, Twos};
        matches!(self, Root | Logarithm | Ones | Absolute | LowBit | Twos | Bits)
    }
}

/// `None`: there is no such number, or it is too large.
pub(super) fn operate(operator: Operator, a: i128, b: i128) -> Option<i128> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => {
            let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
            Some(if rest != 0 && (rest < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Operator::Remainder => a.checked_rem_euclid(b),
        Operator::Power => a.checked_pow(u32::try_from(b).ok()?),
    }
}

pub(super) fn relate(relation: Relation, a: i128, b: i128) -> bool {
    match relation {
        Relation::Equal => a == b,
        Relation::Different => a != b,
        Relation::Less => a < b,
        Relation::AtMost => a <= b,
        Relation::Greater => a > b,
        Relation::AtLeast => a >= b,
        Relation::Divides => b == 0 || a != 0 && b.wrapping_rem(a) == 0,
    }
}

/// The square root of a number that is not negative, rounded down.
pub(super) fn root(n: i128) -> i128 {
    n.isqrt()
}

/// As [`operate`].
pub(super) fn call(function: Function, numbers: &[i128]) -> Option<i128> {
    if function == Function::Mex {
        return (0..).find(|n| !numbers.contains(n));
    }
    let (&x, rest) = numbers.split_first()?;
    Some(match function {
        Function::Min => rest.iter().fold(x, |a, &b| a.min(b)),
        Function::Max => rest.iter().fold(x, |a, &b| a.max(b)),
        Function::Gcd => {
            let mut divisor = x.checked_abs()?;
            for &y in rest {
                let (mut a, mut b) = (divisor, y.checked_abs()?);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                divisor = a;
            }
            divisor
        }
        Function::Xor => rest.iter().fold(x, |a, b| a ^ b),
        Function::And => rest.iter().fold(x, |a, b| a & b),
        Function::Or => rest.iter().fold(x, |a, b| a | b),
        Function::Root => x.checked_isqrt()?,
        Function::Logarithm => i128::from(x.checked_ilog2()?),
        Function::Absolute => x.checked_abs()?,
        Function::LowBit => x & x.checked_neg()?,
        Function::Twos if x == 0 => return None,
        Function::Twos => i128::from(x.trailing_zeros()),
        Function::Ones | Function::Bits if x < 0 => return None,
        Function::Ones => i128::from(x.count_ones()),
        Function::Bits => i128::from(128 - x.leading_zeros()),
        Function::Mex => return None,
    })
}
