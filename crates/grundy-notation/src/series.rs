//! Kinds of numbers that have a name: primes, cubes, triangular numbers. The one list of them, for brackets, conditions, loops and
//! sentences in either language.
//!
//! ```text
//! a prime number, primes, 质数     primes
//! a perfect cube, cubes, 立方数    {n -> n-k^3 for k in 1..}
//! ```

/// A kind of numbers.
#[derive(Debug)]
pub(super) struct Kind {
    /// What they are called, the words for one of them first; `number` and `numbers` may stand behind it.
    pub(super) names: &'static [&'static str],
    /// The names that need a noun: `take an odd` says nothing.
    pub(super) adjectives: &'static [&'static str],
    /// May `perfect` stand in front?
    pub(super) perfect: bool,
    /// What they are called in Chinese, the longest name first.
    pub(super) chinese: &'static [&'static str],
    /// What they are in the notation.
    pub(super) numbers: Numbers,
}

/// Numbers as the notation says them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// A named set, which may be one of several in a list.
    Set(&'static str),
    /// A set that stands alone: behind `except` nothing else can follow.
    Alone(&'static str),
    /// No set. The k-th of them, and the rule by which one of them is taken.
    Formula(&'static str, &'static str),
}

/// All of them; a longer name stands before one that it begins with.
#[rustfmt::skip]
pub(super) const KINDS: &[Kind] = &[
    Kind { names: &["odd prime", "odd primes"], adjectives: &[], perfect: false, chinese: &["奇质数", "奇素数"], numbers: Numbers::Alone("primes except 2") },
    Kind { names: &["prime", "primes"], adjectives: &[], perfect: false, chinese: &["质数", "素数"], numbers: Numbers::Set("primes") },
    Kind { names: &["square", "squares"], adjectives: &[], perfect: true, chinese: &["完全平方数", "平方数"], numbers: Numbers::Set("squares") },
    Kind { names: &["odd", "odds"], adjectives: &["odd"], perfect: false, chinese: &["奇数"], numbers: Numbers::Set("odds") },
    Kind { names: &["even", "evens"], adjectives: &["even"], perfect: false, chinese: &["偶数"], numbers: Numbers::Set("evens") },
    Kind { names: &["fibonacci", "fibs"], adjectives: &["fibonacci"], perfect: false, chinese: &["斐波那契数"], numbers: Numbers::Set("fibs") },
    Kind { names: &["composite", "composites"], adjectives: &["composite"], perfect: false, chinese: &["合数"], numbers: Numbers::Alone("4.. except primes") },
    Kind { names: &["cube", "cubes"], adjectives: &[], perfect: true, chinese: &["完全立方数", "立方数"], numbers: Numbers::Formula("k^3", "{n -> n-k^3 for k in 1..}") },
    Kind { names: &["fourth power", "fourth powers"], adjectives: &[], perfect: true, chinese: &["四次方数"], numbers: Numbers::Formula("k^4", "{n -> n-k^4 for k in 1..}") },
    Kind { names: &["triangular", "triangle"], adjectives: &["triangular", "triangle"], perfect: false, chinese: &["三角形数", "三角数"], numbers: Numbers::Formula("k*(k+1)//2", "{n -> n-k*(k+1)//2 for k in 1..}") },
    Kind { names: &["oblong", "pronic"], adjectives: &["oblong", "pronic"], perfect: false, chinese: &["普洛尼克数"], numbers: Numbers::Formula("k*(k+1)", "{n -> n-k*(k+1) for k in 1..}") },
];

/// The set of this kind, by the word for one of them: `odds` of `odd`.
pub(super) fn set_of(one: &str) -> Option<&'static str> {
    KINDS.iter().find_map(|kind| match kind.numbers {
        Numbers::Set(set) if kind.names[0] == one => Some(set),
        _ => None,
    })
}

/// The rule by which a number is taken of the kind with this word in its name, if there is no set of them.
pub(super) fn rule_of(word: &str) -> Option<&'static str> {
    KINDS.iter().find_map(|kind| match kind.numbers {
        Numbers::Formula(_, rule) if kind.names.contains(&word) => Some(rule),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_takes_what_its_formula_says() {
        for kind in KINDS {
            if let Numbers::Formula(number, rule) = kind.numbers {
                assert_eq!(rule, format!("{{n -> n-{number} for k in 1..}}"));
            }
            assert!(kind.adjectives.iter().all(|adjective| kind.names.contains(adjective)), "{kind:?}");
        }
    }
}
