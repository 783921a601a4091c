//! Codes that allow further moves and have the same values: `0.77` and `0.771`, `0.56` and `0.563`.
//!
//! Options that are added to a game change no value exactly if no heap gets an option with its own value: the mex of the
//! options stays the least number that is none of them, heap after heap. Where the values are known to repeat, and none
//! of the moves splits a heap, so many heaps decide: all up to the end of one period behind what is taken.

use grundy_core::Theorem;
use grundy_core::period::Period;

use super::CodeEngine;
use crate::code::{Code, Digit, Modifier};

/// What the comparison rests on.
pub static FURTHER_MOVES: Theorem = Theorem {
    id: "further-moves",
    statement: "options that are added to the heaps of a game change no value exactly if no heap gets an option with its own \
                value",
    chinese: "增加后继的定理：给一个游戏的堆增加后继，各堆的值都不变，当且仅当没有一堆得到与自身等值的后继",
    reference: "",
};

/// The moves that a code has and another has not.
struct Further {
    /// So many tokens may be taken if nothing is left.
    emptying: Vec<u64>,
    /// So many may be taken if one heap is left.
    lowering: Vec<u64>,
}

impl Further {
    /// `None`: a move is missing, or there are others that split a heap.
    fn of(fewer: &Code, more: &Code) -> Option<Further> {
        let endless = !fewer.repeating.is_empty() || !more.repeating.is_empty();
        if endless || fewer.zero != more.zero {
            return None;
        }
        let none = Digit::default();
        let (mut emptying, mut lowering) = (Vec::new(), Vec::new());
        for (taken, at) in (1..).zip(0..fewer.digits.len().max(more.digits.len())) {
            let [fewer, more] = [fewer, more].map(|code| code.digits.get(at).unwrap_or(&none));
            let added = |heaps: u32| match (fewer.allows(heaps), more.allows(heaps)) {
                (true, false) => None,
                (had, has) => Some(has && !had),
            };
            if splits(fewer) != splits(more) {
                return None;
            }
            emptying.extend(added(0)?.then_some(taken));
            lowering.extend(added(1)?.then_some(taken));
        }
        Some(Further { emptying, lowering })
    }

    /// The values that decide, where the values repeat so.
    fn reach(&self, period: Period) -> u64 {
        let most = self.emptying.iter().chain(&self.lowering).max().copied().unwrap_or(0);
        // a heap that is left is not empty
        period.preperiod.max(1).saturating_add(period.period).saturating_add(most)
    }
}

/// Which two parts or more may be left, and what is asked of them.
fn splits(digit: &Digit) -> Option<(Vec<u32>, Option<u32>, Modifier)> {
    let several = digit.counts.iter().copied().filter(|&heaps| heaps >= 2).collect();
    digit.splits().then_some((several, digit.from.map(|from| from.max(2)), digit.modifier))
}

/// How far the values stay what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// A heap gets an option with its own value.
    Not,
    /// No heap up to this one does.
    UpTo(u64),
    /// No heap does.
    Always,
}

impl CodeEngine {
    /// Has a code that allows the moves of this one, and further ones that split no heap, the same values? All that are known
    /// are looked at; if they are known to repeat with this period, they may decide. `None`: it is no such code, or hardly a
    /// value is known.
    #[must_use]
    pub fn kept_by(&self, more: &Code, period: Option<Period>) -> Option<Kept> {
        let further = Further::of(&self.code, more)?;
        let known = self.size();
        let decided = period.map(|period| further.reach(period)).filter(|&reach| reach <= known);
        let end = decided.unwrap_or(known);
        // a heap of what is taken is emptied
        let empties = |taken: u64| taken >= end || self.tabulated(taken) != Some(0);
        // one heap is left, and it is not empty
        let lowers = |taken: u64| (taken + 1..end).all(|n| self.tabulated(n) != self.tabulated(n - taken));
        let same =
            further.emptying.iter().all(|&taken| empties(taken)) && further.lowering.iter().all(|&taken| lowers(taken));
        match decided {
            _ if !same => Some(Kept::Not),
            Some(_) => Some(Kept::Always),
            None => known.checked_sub(1).map(Kept::UpTo),
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::Context;

    use super::super::Table;
    use super::*;

    /// All pairs of codes of three digits that split alike, against their tables.
    #[test]
    fn further_moves_change_values_exactly_if_they_are_said_to() {
        let cx = Context::default();
        let digits = |n: u32| [n >> 6, n >> 3 & 7, n & 7];
        let of = |n: u32| Code::octal(n % 2 * 4, digits(n));
        let values = |code: &Code| {
            let mut table = Table::new(code);
            table.extend(600, &cx).unwrap();
            table.values
        };
        let (mut kept, mut changed) = (0, 0);
        for n in 0..512 {
            let code = of(n);
            let mut engine = CodeEngine::new(code.clone());
            let Some((period, _)) = engine.period(Some(250), &cx).unwrap() else { continue };
            let fewer = values(&code);
            for more in (n + 1..512).filter(|more| more & n == n && (more ^ n) & 0o444 == 0 && (more ^ n) % 2 == 0) {
                let more = of(more);
                let said = engine.kept_by(&more, Some(period)).unwrap();
                let same = fewer == values(&more);
                assert_eq!(said, if same { Kept::Always } else { Kept::Not }, "{code} {more}");
                kept += u32::from(same);
                changed += u32::from(!same);
            }
        }
        assert!(kept > 50 && changed > 500, "{kept} {changed}");
    }

    #[test]
    fn other_moves_are_no_further_ones() {
        let cx = Context::default();
        let kayles = Code::octal(0, [7, 7]);
        let mut engine = CodeEngine::new(kayles.clone());
        let (period, _) = engine.period(None, &cx).unwrap().unwrap();
        for other in [
            Code::octal(4, [7, 7]),
            Code::octal(0, [7, 6]),
            Code::octal(0, [7, 7, 4]),
            kayles.clone().with_modifier(Modifier::Unequal),
            Code { repeating: vec![Digit::from_bits(1)], ..kayles.clone() },
        ] {
            assert_eq!(engine.kept_by(&other, Some(period)), None, "{other}");
        }
        assert_eq!(engine.kept_by(&Code::octal(0, [7, 7, 1]), Some(period)), Some(Kept::Always));
        let few = engine.kept_by(&Code::octal(0, [7, 7, 1]), None);
        assert!(matches!(few, Some(Kept::UpTo(n)) if (83..1000).contains(&n)), "{few:?}");
        assert_eq!(engine.kept_by(&Code::octal(0, [7, 7, 2]), None), Some(Kept::Not));
    }
}
