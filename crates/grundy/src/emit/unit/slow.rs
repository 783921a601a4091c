//! Tables that take long, though they have few entries: those of greatest common divisors.

use grundy_core::{Nat, Result};

use super::super::builtin::Builtin;
use super::super::program::builtins;
use super::Units;
use crate::rule::ir::Rule;

/// A table may work out so many greatest common divisors where nothing is said: a second.
const DIVISORS: u64 = 40_000_000;

impl Units<'_> {
    /// Does the table up to this number work out so many greatest common divisors that it takes more than a second?
    pub(super) fn is_slow(&mut self, rule: &Rule, max: u64) -> Result<bool> {
        let before = self.before();
        let half = self.loops(rule, max / 2);
        self.take_back(&before);
        let (loops, _) = half?;
        let mut divisors = Nat::ZERO;
        builtins(&loops.body, &mut |builtin| {
            if builtin == Builtin::Gcd {
                divisors += &loops.marks;
            }
        });
        Ok(divisors * Nat::from(max.saturating_add(1)).pow(rule.arity - self.parameters) > Nat::from(DIVISORS))
    }
}
