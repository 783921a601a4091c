//! Codes that allow further moves and have the same values: `0.77` and `0.771`, `0.56` and `0.563`.
//!
//! Options that are added to a game change no value exactly if no heap gets an option with its own value: the mex of the
//! options stays the least number that is none of them, heap after heap. Where the values are known to repeat, and none
//! of the moves splits a heap, so many heaps decide: all up to the end of one period behind what is taken.

use grundy_core::period::Period;
use grundy_core::{Evidence, Theorem, Words};

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

/// The moves that a code has and another has not, none of which splits a heap.
#[derive(Debug, Clone)]
pub struct Further {
    /// So many tokens may be taken if nothing is left.
    emptying: Vec<u64>,
    /// So many may be taken if one heap is left.
    lowering: Vec<u64>,
}

impl Further {
    /// The moves of `more` that `fewer` has not. `None`: a move is missing there, or there are others that split a heap.
    #[must_use]
    pub fn of(fewer: &Code, more: &Code) -> Option<Further> {
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// A heap gets an option with its own value.
    Not,
    /// No heap up to this one does.
    UpTo(u64, Evidence),
    /// No heap does.
    Always(Evidence),
}

impl CodeEngine {
    /// Do the values stay the same with these moves? All that are known are looked at; if they are known to repeat with this
    /// period, they may decide. The evidence is that of the comparison, and of values that were read from a store.
    #[must_use]
    pub fn kept_with(&self, further: &Further, period: Option<Period>) -> Kept {
        let known = self.size();
        let decided = period.map(|period| further.reach(period)).filter(|&reach| reach <= known);
        let end = decided.unwrap_or(known);
        // a heap of what is taken is emptied
        let empties = |taken: u64| taken >= end || self.tabulated(taken) != Some(0);
        // one heap is left, and it is not empty
        let lowers = |taken: u64| (taken + 1..end).all(|n| self.tabulated(n) != self.tabulated(n - taken));
        if !further.emptying.iter().all(|&taken| empties(taken)) || !further.lowering.iter().all(|&taken| lowers(taken))
        {
            return Kept::Not;
        }
        let theorem = self.with_what_was_read(Evidence::theorem(&FURTHER_MOVES));
        if decided.is_some() {
            return Kept::Always(theorem);
        }
        let how = Words::new(
            "no heap has its own value among its further options, one by one",
            "逐一检查：没有一堆的新增后继与自身等值",
        );
        let last = known.saturating_sub(1);
        Kept::UpTo(last, Evidence::checked(last, how).and(&theorem))
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
                let said = engine.kept_with(&Further::of(&code, &more).unwrap(), Some(period));
                let same = fewer == values(&more);
                assert!(
                    if same { matches!(said, Kept::Always(_)) } else { said == Kept::Not },
                    "{code} {more}: {said:?}"
                );
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
            assert!(Further::of(&kayles, &other).is_none(), "{other}");
        }
        let kept = |digit: u32, period: Option<Period>| {
            engine.kept_with(&Further::of(&kayles, &Code::octal(0, [7, 7, digit])).unwrap(), period)
        };
        assert!(matches!(kept(1, Some(period)), Kept::Always(evidence) if evidence.is_proved()));
        let few = kept(1, None);
        assert!(matches!(few, Kept::UpTo(n, _) if (83..1000).contains(&n)), "{few:?}");
        assert_eq!(kept(2, None), Kept::Not);
    }
}
