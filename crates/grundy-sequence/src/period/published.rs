//! Published periods of octal games, to compare an answer with: known, new, or in conflict.
//!
//! Preperiods here are heap numbers as everywhere in this crate: the smallest n₀ with G(n + p) = G(n) for all n ≥ n₀.
//! Tables in print often give the last exception, or count differently; every entry was converted, and found again by
//! computing.
//!
//! Who was first is taken from the list of solved games of T. Czajka (github.com/tczajka/octal-games) and from OEIS
//! A071434, A071435, A071452, A071464 and A071509. OEIS A071436 has 326 637 as the last exception of `0.56`; ours and
//! Czajka's is 326 639.

use grundy_core::{Nat, NatPeriod};

/// A published result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// The code in canonical spelling.
    pub code: &'static str,
    /// The period.
    pub period: u64,
    /// The preperiod.
    pub preperiod: u64,
    /// Who found it, or where it can be read.
    pub who: &'static str,
    /// The year of that publication.
    pub when: u16,
}

const GUY_SMITH: &str = "R. K. Guy, C. A. B. Smith, The G-values of various games";
const WINNING_WAYS: &str = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways";
const GANGOLLI_PLAMBECK: &str = "A. Gangolli, T. Plambeck, A note on periodicity in some octal games";

const fn entry(code: &'static str, period: u64, preperiod: u64, who: &'static str, when: u16) -> Published {
    Published { code, period, preperiod, who, when }
}

static TABLE: [Published; 17] = [
    entry("0.07", 34, 53, GUY_SMITH, 1956),
    entry("0.77", 12, 71, GUY_SMITH, 1956),
    entry("0.137", 34, 52, GUY_SMITH, 1956),
    entry("0.45", 20, 498, WINNING_WAYS, 1982),
    entry("0.177", 20, 497, WINNING_WAYS, 1982),
    entry("0.1377", 24, 141, WINNING_WAYS, 1982),
    entry("0.11377", 32, 187, WINNING_WAYS, 1982),
    entry("0.156", 349, 3479, "J. Kenyon", 1967),
    entry("0.165", 1550, 5181, "R. Austin", 1976),
    entry("0.356", 142, 7315, "R. Austin", 1976),
    entry("0.644", 442, 3256, "R. Austin", 1976),
    entry("0.16", 149_459, 105_351, GANGOLLI_PLAMBECK, 1989),
    entry("0.56", 144, 326_640, GANGOLLI_PLAMBECK, 1989),
    entry("0.127", 4, 46_578, GANGOLLI_PLAMBECK, 1989),
    entry("0.376", 4, 2_268_248, GANGOLLI_PLAMBECK, 1989),
    entry("0.354", 1180, 10_061_916, "A. Flammenkamp, Octal games", 2002),
    entry("0.454", 60_620_715, 160_949_019, "A. Flammenkamp, cited in OEIS A071509", 2017),
];

/// All published results that are known here.
#[must_use]
pub fn all() -> &'static [Published] {
    &TABLE
}

/// How a proved period of a code stands to the published ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The same was published.
    Known(&'static Published),
    /// The table here does not have the game.
    New,
    /// Something else was published.
    Conflict(&'static Published),
}

/// Compares a proved period.
#[must_use]
pub fn compare(code: &str, found: &NatPeriod) -> Comparison {
    let Some(published) = TABLE.iter().find(|entry| entry.code == code) else { return Comparison::New };
    let same = found.period == Nat::from(published.period)
        && found.preperiod == Nat::from(published.preperiod)
        && found.saltus.is_zero();
    if same { Comparison::Known(published) } else { Comparison::Conflict(published) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take_and_break::CodeEngine;
    use grundy_core::Context;

    use crate::code::Code;

    #[test]
    fn short_ones_are_found_again() {
        let mut tried = 0;
        for published in all().iter().filter(|p| p.preperiod + p.period < 6000) {
            let digits = published.code.strip_prefix("0.").unwrap();
            let code = Code::octal(0, digits.chars().map(|c| c.to_digit(8).unwrap()));
            assert_eq!(code.to_string(), published.code);
            let (period, _) = CodeEngine::new(code).period(None, &Context::default()).unwrap().unwrap();
            assert_eq!(compare(published.code, &period.into()), Comparison::Known(published));
            tried += 1;
        }
        assert!(tried >= 5);
        let other = NatPeriod::pure(Nat::from(12u8), Nat::ZERO);
        assert!(matches!(compare("0.77", &other), Comparison::Conflict(_)));
        assert_eq!(compare("0.7", &other), Comparison::New);
    }
}
