//! Published periods of octal and hexadecimal games, to compare an answer with: known, new, or in conflict.
//!
//! Preperiods here are heap numbers as everywhere in this crate: the smallest n₀ with G(n + p) = G(n) + saltus for all n ≥ n₀.
//! Tables in print often give the last exception, or count differently; every entry was converted, and found again by
//! computing.
//!
//! Of the codes whose period a thousand values show, the list of T. Czajka has the preperiod and the period, as we have them.
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
    /// What a period adds; 0 for octal games.
    pub saltus: u64,
    /// Who found it, or where it can be read.
    pub who: &'static str,
    /// The year of that publication.
    pub when: u16,
}

const GUY_SMITH: &str = "R. K. Guy, C. A. B. Smith, The G-values of various games";
const WINNING_WAYS: &str = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways";
const GANGOLLI_PLAMBECK: &str = "A. Gangolli, T. Plambeck, A note on periodicity in some octal games";

const fn entry(code: &'static str, period: u64, preperiod: u64, who: &'static str, when: u16) -> Published {
    Published { code, period, preperiod, saltus: 0, who, when }
}

/// A period that adds something.
const fn growing(code: &'static str, period: u64, saltus: u64, who: &'static str, when: u16) -> Published {
    Published { code, period, preperiod: 0, saltus, who, when }
}

const CZAJKA: &str = "T. Czajka, Trivial games, github.com/tczajka/octal-games";

static TABLE: [Published; 99] = [
    entry("0.07", 34, 53, GUY_SMITH, 1956),
    entry("0.77", 12, 71, GUY_SMITH, 1956),
    entry("0.137", 34, 52, GUY_SMITH, 1956),
    entry("0.45", 20, 498, WINNING_WAYS, 1982),
    entry("0.177", 20, 497, WINNING_WAYS, 1982),
    entry("0.1377", 24, 141, WINNING_WAYS, 1982),
    entry("0.11377", 32, 187, WINNING_WAYS, 1982),
    growing("0.3F", 6, 3, WINNING_WAYS, 1982),
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
    entry("4.0", 2, 1, CZAJKA, 2018),
    entry("0.1", 1, 2, CZAJKA, 2018),
    entry("0.4", 34, 54, CZAJKA, 2018),
    entry("0.02", 4, 1, CZAJKA, 2018),
    entry("0.11", 1, 3, CZAJKA, 2018),
    entry("0.12", 4, 1, CZAJKA, 2018),
    entry("0.15", 10, 1, CZAJKA, 2018),
    entry("0.17", 34, 33, CZAJKA, 2018),
    entry("0.22", 3, 1, CZAJKA, 2018),
    entry("0.26", 4, 1, CZAJKA, 2018),
    entry("0.31", 2, 3, CZAJKA, 2018),
    entry("0.32", 3, 1, CZAJKA, 2018),
    entry("0.34", 8, 7, CZAJKA, 2018),
    entry("0.35", 6, 1, CZAJKA, 2018),
    entry("0.44", 24, 143, CZAJKA, 2018),
    entry("0.51", 1, 1, CZAJKA, 2018),
    entry("0.52", 4, 4, CZAJKA, 2018),
    entry("0.53", 9, 11, CZAJKA, 2018),
    entry("0.54", 7, 3, CZAJKA, 2018),
    entry("0.57", 4, 1, CZAJKA, 2018),
    entry("0.71", 2, 3, CZAJKA, 2018),
    entry("0.72", 4, 1, CZAJKA, 2018),
    entry("0.75", 2, 1, CZAJKA, 2018),
    entry("4.3", 2, 2, CZAJKA, 2018),
    entry("0.002", 6, 1, CZAJKA, 2018),
    entry("0.017", 60, 15, CZAJKA, 2018),
    entry("0.022", 5, 1, CZAJKA, 2018),
    entry("0.044", 36, 214, CZAJKA, 2018),
    entry("0.045", 32, 189, CZAJKA, 2018),
    entry("0.051", 48, 48, CZAJKA, 2018),
    entry("0.055", 148, 259, CZAJKA, 2018),
    entry("0.101", 1, 4, CZAJKA, 2018),
    entry("0.102", 6, 1, CZAJKA, 2018),
    entry("0.111", 1, 4, CZAJKA, 2018),
    entry("0.112", 6, 1, CZAJKA, 2018),
    entry("0.115", 14, 1, CZAJKA, 2018),
    entry("0.116", 96, 139, CZAJKA, 2018),
    entry("0.121", 4, 4, CZAJKA, 2018),
    entry("0.122", 5, 1, CZAJKA, 2018),
    entry("0.123", 5, 5, CZAJKA, 2018),
    entry("0.124", 62, 122, CZAJKA, 2018),
    entry("0.131", 4, 4, CZAJKA, 2018),
    entry("0.132", 5, 1, CZAJKA, 2018),
    entry("0.134", 62, 60, CZAJKA, 2018),
    entry("0.141", 11, 14, CZAJKA, 2018),
    entry("0.144", 10, 4, CZAJKA, 2018),
    entry("0.145", 9, 3, CZAJKA, 2018),
    entry("0.147", 8, 3, CZAJKA, 2018),
    entry("0.152", 48, 2, CZAJKA, 2018),
    entry("0.153", 14, 16, CZAJKA, 2018),
    entry("0.154", 11, 4, CZAJKA, 2018),
    entry("0.157", 6, 1, CZAJKA, 2018),
    entry("0.171", 11, 12, CZAJKA, 2018),
    entry("0.173", 40, 21, CZAJKA, 2018),
    entry("0.176", 8, 24, CZAJKA, 2018),
    entry("0.226", 5, 21, CZAJKA, 2018),
    entry("0.312", 2, 5, CZAJKA, 2018),
    entry("0.316", 12, 4, CZAJKA, 2018),
    entry("0.331", 3, 4, CZAJKA, 2018),
    entry("0.332", 4, 1, CZAJKA, 2018),
    entry("0.351", 8, 1, CZAJKA, 2018),
    entry("0.353", 2, 4, CZAJKA, 2018),
    entry("0.373", 28, 2, CZAJKA, 2018),
    entry("0.375", 18, 37, CZAJKA, 2018),
    entry("0.512", 6, 3, CZAJKA, 2018),
    entry("0.524", 52, 1, CZAJKA, 2018),
    entry("0.532", 5, 7, CZAJKA, 2018),
    entry("0.536", 5, 1, CZAJKA, 2018),
    entry("0.772", 4, 8, CZAJKA, 2018),
    entry("4.12", 7, 6, CZAJKA, 2018),
    entry("4.72", 3, 1, CZAJKA, 2018),
    entry("4.005", 79, 31, CZAJKA, 2018),
    entry("4.024", 60, 2, CZAJKA, 2018),
    entry("4.102", 10, 8, CZAJKA, 2018),
    entry("4.122", 7, 6, CZAJKA, 2018),
    entry("4.304", 21, 25, CZAJKA, 2018),
    entry("4.323", 4, 4, CZAJKA, 2018),
    entry("4.444", 24, 143, CZAJKA, 2018),
    entry("4.722", 4, 4, CZAJKA, 2018),
    entry("4.726", 16, 5, CZAJKA, 2018),
    entry("4.766", 20, 19, CZAJKA, 2018),
];

/// All published results that are known here.
#[must_use]
pub fn all() -> &'static [Published] {
    &TABLE
}

/// A game that others have computed without finding a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsolved {
    /// The code in canonical spelling.
    pub code: &'static str,
    /// So many values show none, where the source says how many.
    pub values: Option<u64>,
    /// Who says so.
    pub who: &'static str,
    /// The year of that publication.
    pub when: u16,
}

const fn unsolved(code: &'static str) -> Unsolved {
    Unsolved { code, values: None, who: "T. Czajka, Unsolved games, github.com/tczajka/octal-games", when: 2025 }
}

/// Where others found no period. Of the list of T. Czajka those are left out whose period A. Flammenkamp published before:
/// 0.054, 0.104, 0.106 and 0.454.
static UNSOLVED: [Unsolved; 79] = [
    Unsolved {
        code: "0.6",
        values: Some(140_000_000_000_000),
        who: "J. P. Grossman, Searching for periodicity in Officers",
        when: 2025,
    },
    unsolved("4!.0"),
    unsolved("0.04"),
    unsolved("0.06"),
    unsolved("0.14"),
    unsolved("0.36"),
    unsolved("0.64"),
    unsolved("0.74"),
    unsolved("0.76"),
    unsolved("0.004"),
    unsolved("0.005"),
    unsolved("0.006"),
    unsolved("0.014"),
    unsolved("0.015"),
    unsolved("0.016"),
    unsolved("0.024"),
    unsolved("0.026"),
    unsolved("0.034"),
    unsolved("0.064"),
    unsolved("0.114"),
    unsolved("0.125"),
    unsolved("0.126"),
    unsolved("0.135"),
    unsolved("0.136"),
    unsolved("0.142"),
    unsolved("0.143"),
    unsolved("0.146"),
    unsolved("0.161"),
    unsolved("0.162"),
    unsolved("0.163"),
    unsolved("0.164"),
    unsolved("0.166"),
    unsolved("0.167"),
    unsolved("0.172"),
    unsolved("0.174"),
    unsolved("0.204"),
    unsolved("0.205"),
    unsolved("0.206"),
    unsolved("0.207"),
    unsolved("0.224"),
    unsolved("0.244"),
    unsolved("0.245"),
    unsolved("0.264"),
    unsolved("0.314"),
    unsolved("0.324"),
    unsolved("0.334"),
    unsolved("0.336"),
    unsolved("0.342"),
    unsolved("0.344"),
    unsolved("0.346"),
    unsolved("0.362"),
    unsolved("0.364"),
    unsolved("0.366"),
    unsolved("0.371"),
    unsolved("0.374"),
    unsolved("0.404"),
    unsolved("0.414"),
    unsolved("0.416"),
    unsolved("0.444"),
    unsolved("0.564"),
    unsolved("0.604"),
    unsolved("0.606"),
    unsolved("0.744"),
    unsolved("0.764"),
    unsolved("0.774"),
    unsolved("0.776"),
    unsolved("4.004"),
    unsolved("4.007"),
    unsolved("4.026"),
    unsolved("4.044"),
    unsolved("4.045"),
    unsolved("4.064"),
    unsolved("4.324"),
    unsolved("4.327"),
    unsolved("4.344"),
    unsolved("4.364"),
    unsolved("4.367"),
    unsolved("4.404"),
    unsolved("4.406"),
];

impl Unsolved {
    /// Of the code in canonical spelling.
    #[must_use]
    pub fn of(code: &str) -> Option<&'static Unsolved> {
        UNSOLVED.iter().find(|entry| entry.code == code)
    }
}

/// How what was found of the period of a code stands to the published ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The same was published.
    Known(&'static Published),
    /// The table here does not have the game.
    New,
    /// Something else was published.
    Conflict(&'static Published),
    /// None was found, and this one was published.
    Beyond(&'static Published),
    /// None was found, and others say that they found none.
    Unsolved(&'static Unsolved),
}

impl Published {
    /// Of the code in canonical spelling.
    #[must_use]
    pub fn of(code: &str) -> Option<&'static Published> {
        TABLE.iter().find(|entry| entry.code == code)
    }

    /// So many heaps are enough to prove it: the values behind all sums of two heaps of the preperiod and the first period, with
    /// what a move of the code may take.
    #[must_use]
    pub fn heaps_needed(&self) -> u64 {
        2 * (self.preperiod + self.period) + self.code.len() as u64
    }
}

/// What was published, where no period was found.
#[must_use]
pub fn of_unfound(code: &str) -> Option<Comparison> {
    let period = Published::of(code).map(Comparison::Beyond);
    period.or_else(|| Unsolved::of(code).map(Comparison::Unsolved))
}

/// Compares a proved period.
#[must_use]
pub fn compare(code: &str, found: &NatPeriod) -> Comparison {
    let Some(published) = Published::of(code) else { return Comparison::New };
    let same = found.period == Nat::from(published.period)
        && found.preperiod == Nat::from(published.preperiod)
        && found.saltus == Nat::from(published.saltus);
    if same { Comparison::Known(published) } else { Comparison::Conflict(published) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take_and_break::CodeEngine;
    use grundy_core::Context;

    use crate::code::{Code, Digit};

    /// A code from its canonical spelling.
    fn written(text: &str) -> Code {
        let digit = |c: char| {
            let number = c.to_digit(16).unwrap();
            Digit { counts: (0..4).filter(|bit| number >> bit & 1 == 1).collect(), ..Digit::default() }
        };
        let (zero, digits) = text.split_once('.').unwrap();
        Code { zero: digit(zero.parse().unwrap()), digits: digits.chars().map(digit).collect(), repeating: Vec::new() }
    }

    #[test]
    fn short_ones_are_found_again() {
        let mut tried = 0;
        for published in all().iter().filter(|p| p.preperiod + p.period < 6000) {
            let code = written(published.code);
            assert_eq!(code.to_string(), published.code);
            let (period, _) = CodeEngine::new(code).period(None, &Context::default()).unwrap().unwrap();
            assert_eq!(compare(published.code, &period.into()), Comparison::Known(published));
            tried += 1;
        }
        assert!(tried >= 80);
        // what is published as a period is not unsolved
        assert!(UNSOLVED.iter().all(|open| Published::of(open.code).is_none()));
        let other = NatPeriod::pure(Nat::from(12u8), Nat::ZERO);
        assert!(matches!(compare("0.77", &other), Comparison::Conflict(_)));
        assert_eq!(compare("0.7", &other), Comparison::New);
        assert!(all().iter().all(|p| all().iter().filter(|q| q.code == p.code).count() == 1));
    }
}
