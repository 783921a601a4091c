//! How much text the reader accepts.

/// Bounds on what is read, so that no text can exhaust the machine. Only the command line changes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest text, in bytes. Powers such as `10^18` in places count, all together, at most as many digits.
    pub text: usize,
    /// Deepest nesting of brackets, signs and operators, and the largest number of names bound at once.
    ///
    /// The syntax tree is at most about twice as deep, so recursion over it is safe. Values far above the default
    /// need a larger stack.
    pub nesting: usize,
    /// Largest number of `let` definitions in force.
    pub definitions: usize,
    /// Most decimal digits of one number.
    pub digits: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { text: 1 << 20, nesting: 200, definitions: 1000, digits: 10_000 }
    }
}
