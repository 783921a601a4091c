//! Why an evaluation ends without a value: `n//0` has none, `n^200` leaves the machine words.

use std::fmt;

use grundy_core::{Error, Stopped};

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Division,
    Logarithm,
    SquareRoot,
    TwoAdicOrder,
    NegativeBits,
    NegativePower,
    NegativeBase,
    Step,
    TooLarge,
    NoArgument,
    LowFib,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Division => "division by zero",
            Fault::Logarithm => "log2 of a number below 1",
            Fault::SquareRoot => "isqrt of a negative number",
            Fault::TwoAdicOrder => "v2 of zero",
            Fault::NegativeBits => "bits of a negative number",
            Fault::NegativePower => "a negative exponent",
            Fault::NegativeBase => "powers of a negative number",
            Fault::Step => "a step below 1",
            Fault::TooLarge => "a result beyond 2^4096",
            Fault::NoArgument => "a function without arguments",
            Fault::LowFib => "lowfib of a number below 1",
        })
    }
}

/// What ends an evaluation early.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// A step left the range of machine words: start again over integers of any size.
    Large,
    /// The expression has no value.
    Fault(Fault),
    /// A part that does not come earlier in the order of evaluation.
    NotSmaller(Box<[i64]>),
    /// A part that comes earlier but lies outside the table.
    Outside(Box<[i64]>),
    /// The budget is spent, or another game has no answer.
    Other(Box<Error>),
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Self {
        Trouble::Other(Box::new(stopped.into()))
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Other(Box::new(error))
    }
}

/// The result of one step.
pub(crate) type Step<T> = Result<T, Trouble>;
