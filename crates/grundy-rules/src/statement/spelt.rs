//! Claims as they are spelt, with what they are about told apart from what they say of it.
//!
//! `P: a = b` is about the P-positions and says `a = b`; `g = n+1 if n % 4 = 3 else n` is about the values and says `n+1`
//! in one case and `n` in the other. Who writes a claim says which it is; nobody reads that off the text again.

use std::fmt::{self, Display, Formatter};

use grundy_core::{Nat, NatPeriod};
use grundy_notation::claim::Claim;
use grundy_notation::renamed;

/// A claim in the notation. Its `Display` is what `prove` reads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spelt {
    /// `g = n % 4`: the Grundy values.
    Values(Cases),
    /// `P: a = b`: the condition that holds at the P-positions and nowhere else.
    PPositions(String),
    /// `P => a = b`, `g <= 9`: this holds of every position.
    Every(String),
    /// `period 7 from 0`: the values repeat.
    Period {
        /// At least 1.
        period: Nat,
        /// From here on.
        from: Nat,
        /// Growth in a period.
        saltus: Nat,
    },
}

/// A formula by cases: `n+1 if n % 4 = 3 else n`.
///
/// ```
/// use grundy_rules::statement::{Cases, Spelt};
/// let lasker = Cases::new("n").but("n-1", "n % 4 = 0 and n > 0").but("n+1", "n % 4 = 3");
/// let claim = Spelt::Values(lasker).to_string();
/// assert_eq!(claim, "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cases {
    /// Values, each with the condition under which it holds where none before it does.
    before: Vec<(String, String)>,
    /// The value everywhere else.
    rest: String,
}

impl Spelt {
    /// The values, by one expression.
    pub fn values(formula: impl Into<String>) -> Spelt {
        Spelt::Values(Cases::new(formula))
    }

    /// The P-positions, by a condition.
    pub fn p_positions(condition: impl Into<String>) -> Spelt {
        Spelt::PPositions(condition.into())
    }

    /// A claim that was read, in canonical spelling.
    #[must_use]
    pub fn of(claim: &Claim) -> Spelt {
        match claim {
            Claim::Previous(condition) => Spelt::PPositions(condition.to_string()),
            Claim::Value(value) => {
                let mut before = Vec::new();
                let mut last = value;
                while let Some((condition, next)) = &last.otherwise {
                    before.push((last.expr.to_string(), condition.to_string()));
                    last = next;
                }
                Spelt::Values(Cases { before, rest: last.expr.to_string() })
            }
            Claim::Every(_) => Spelt::Every(claim.to_string()),
            Claim::Period { period, from, saltus } => Spelt::Period {
                period: period.clone(),
                from: from.clone(),
                saltus: saltus.clone().unwrap_or(Nat::ZERO),
            },
        }
    }

    /// What it says, without what it is about.
    #[must_use]
    pub fn body(&self) -> String {
        match self {
            Spelt::Values(cases) => cases.to_string(),
            Spelt::PPositions(text) | Spelt::Every(text) => text.clone(),
            Spelt::Period { .. } => self.to_string(),
        }
    }

    /// The same with other texts for these names.
    #[must_use]
    pub fn renamed(&self, names: &[String], texts: &[String]) -> Spelt {
        let other = |name: &str| names.iter().zip(texts).find(|(own, _)| *own == name).map(|(_, text)| text.clone());
        self.map(&|text| renamed(text, &other))
    }

    /// Every expression and every condition with another text in its place.
    pub fn map(&self, with: &dyn Fn(&str) -> String) -> Spelt {
        match self {
            Spelt::Values(Cases { before, rest }) => Spelt::Values(Cases {
                before: before.iter().map(|(value, condition)| (with(value), with(condition))).collect(),
                rest: with(rest),
            }),
            Spelt::PPositions(condition) => Spelt::PPositions(with(condition)),
            Spelt::Every(text) => Spelt::Every(with(text)),
            Spelt::Period { .. } => self.clone(),
        }
    }
}

impl Cases {
    /// One expression for all places.
    pub fn new(formula: impl Into<String>) -> Cases {
        Cases { before: Vec::new(), rest: formula.into() }
    }

    /// The values with their conditions, and the value everywhere else.
    #[must_use]
    pub fn of(before: Vec<(String, String)>, rest: String) -> Cases {
        Cases { before, rest }
    }

    /// Where this condition holds, the value is another one.
    #[must_use]
    pub fn but(mut self, value: impl Into<String>, condition: impl Into<String>) -> Cases {
        self.before.insert(0, (value.into(), condition.into()));
        self
    }

    /// The expression, where it is one for all places.
    #[must_use]
    pub fn single(&self) -> Option<&str> {
        self.before.is_empty().then_some(&self.rest)
    }

    /// What [`Cases::of`] is made of.
    #[must_use]
    pub fn parts(&self) -> (&[(String, String)], &str) {
        (&self.before, &self.rest)
    }
}

impl From<&NatPeriod> for Spelt {
    fn from(found: &NatPeriod) -> Spelt {
        let NatPeriod { preperiod, period, saltus } = found.clone();
        Spelt::Period { period, from: preperiod, saltus }
    }
}

impl Display for Spelt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Spelt::Values(cases) => write!(f, "g = {cases}"),
            Spelt::PPositions(condition) => write!(f, "P: {condition}"),
            Spelt::Every(text) => f.write_str(text),
            Spelt::Period { period, from, saltus } => {
                write!(f, "period {period} from {from}")?;
                if *saltus == Nat::ZERO { Ok(()) } else { write!(f, " saltus {saltus}") }
            }
        }
    }
}

impl Display for Cases {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (value, condition) in &self.before {
            write!(f, "{value} if {condition} else ")?;
        }
        f.write_str(&self.rest)
    }
}

#[cfg(test)]
mod tests {
    use grundy_notation::names::Games;
    use grundy_notation::{Limits, Reader};

    use super::{Cases, Spelt};

    fn read(text: &str) -> Spelt {
        let names = ["n", "q", "x"].map(str::to_owned);
        let claim = Reader::new(Limits::default(), Games::NONE).claim(text, &names);
        Spelt::of(&claim.unwrap_or_else(|fault| panic!("{text}: {fault}")))
    }

    #[test]
    fn what_is_read_is_spelt_again() {
        for text in [
            "g = n%4",
            "g = n+1 if n%4 = 3 else n-1 if n%4 = 0 and n > 0 else n",
            "P: n = 0 or lowbit(n) > q",
            "P: exists k: n = 2*k",
            "period 12 from 71",
            "period 4 from 0 saltus 4",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        let lasker = Cases::new("n").but("n-1", "n%4 = 0 and n > 0").but("n+1", "n%4 = 3");
        assert_eq!(read("g = n+1 if n%4 = 3 else n-1 if n%4 = 0 and n > 0 else n"), Spelt::Values(lasker));
    }

    #[test]
    fn names_are_replaced_and_functions_are_not() {
        let [own, other] = [["n", "q"].map(str::to_owned), ["?", "5"].map(str::to_owned)];
        let renamed = |claim: Spelt| claim.renamed(&own, &other).to_string();
        assert_eq!(renamed(Spelt::values("n//2^v2(n)")), "g = ?//2^v2(?)");
        assert_eq!(renamed(Spelt::p_positions("n % 3 = 0 and lowfib(n) > q")), "P: ? % 3 = 0 and lowfib(?) > 5");
        assert_eq!(renamed(Spelt::Values(Cases::new("n").but("q", "n in fibs"))), "g = 5 if ? in fibs else ?");
        let period = read("period 7 from 0");
        assert_eq!(period.renamed(&own, &other), period);
    }
}
