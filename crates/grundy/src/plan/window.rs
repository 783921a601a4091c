//! Periods of rules that look back no further than some number, at their own values and at those of games whose periods are
//! proved.
//!
//! `kayles[cycle]` is `{n -> kayles(n-1); kayles(n-2)}`: what it leaves repeats from heap 71 on, so its values do from heap 73
//! on, and those that were computed tell the rest. What a rule looks at is [`Window`].
//!
//! Cost: the periods of the other games; the values of the first heaps, looked at once.

use grundy_core::{Context, Evidence, Period, Result, Theorem};
use grundy_sequence::period::repetitions;

use crate::engine::stretches::returns;
use crate::game::knowledge::{Knowledge, Plan};
use crate::game::{Game, Shape};
use crate::rule::window::{Window, least_common};

/// Heaps up to this one are searched without a period.
pub(super) const FAR: u64 = 1 << 12;
/// A period is looked for among so many values, then among these; none of them is so far that it is asked of the period.
const SEARCHED: [u64; 3] = [1 << 8, 1 << 10, FAR];
/// Repetitions that are tried each time.
const TRIED: usize = 4;
/// The period of another game is looked for among so many values.
const OF_OTHERS: u64 = 10_000;

/// The state theorem for rules.
pub(crate) static WINDOW: Theorem = Theorem {
    id: "rule-window",
    statement: "if each value of a rule follows from the last m values, from remainders of the heap and from values of games that \
                repeat, and m consecutive values return after a common multiple of all these periods, they return for ever",
    chinese: "规则窗口定理：若规则的每个值只取决于前 m 个值、堆的余数以及其他周期游戏的值，且连续 m 个值在这些周期的一个公倍数之后重现，\
              则永远重现",
    reference: "",
};

impl Game {
    /// What the values of a heap follow from, where that is little.
    pub(super) fn window<'k>(&self, known: &'k Knowledge, cx: &Context) -> Option<Window<'k>> {
        let rule = known.rule.as_ref().filter(|_| self.shape() == Shape::Heap && matches!(known.plan, Plan::Rule))?;
        Window::of(rule.rule(), cx)
    }

    /// The period of the values of such a rule, proved from the first `limit` of them at most.
    ///
    /// # Errors
    /// A rule that fails at a heap; a spent budget.
    pub(super) fn period_by_window(&self, limit: u64, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        let Some(window) = self.window(self.knowledge()?, cx).filter(|window| window.from() < FAR) else {
            return Ok(None);
        };
        let Some(others) = periods_of_others(&window, cx)? else { return Ok(None) };
        let evidence = Evidence::theorem(&WINDOW).and(&others.evidence);
        let (from, modulus) = (window.from().max(others.from), others.modulus);
        for size in SEARCHED.map(|size| size.min(limit)) {
            let Some(values) = self.first_values(size, cx)? else { return Ok(None) };
            let wide: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
            for found in repetitions(&wide).take(TRIED).filter(|found| found.saltus == 0) {
                if returns(found, [from, window.reach, modulus], size) {
                    return Ok(Some((found.least(|n| wide[n as usize]), evidence)));
                }
            }
            if size == limit {
                break;
            }
        }
        Ok(None)
    }

    /// The period of another game, if it is one of heaps whose values do not grow.
    fn period_of_heaps(&self, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        if self.shape() != Shape::Heap || self.is_loopy() {
            return Ok(None);
        }
        let found = self.known_period(Some(OF_OTHERS), cx)?;
        Ok(found.and_then(|(period, why)| Some((period.small().filter(|p| p.saltus == 0)?, why))))
    }
}

/// How the other games of a rule repeat, as seen from its heaps.
pub(super) struct Others {
    /// From this heap of the rule on …
    pub(super) from: u64,
    /// … by this number, in which the remainders that the rule asks for return, too.
    pub(super) modulus: u64,
    /// Their periods.
    pub(super) evidence: Evidence,
}

/// The other games that a rule looks at; `None`: the values of one of them do not repeat, or repeat late.
pub(super) fn periods_of_others(window: &Window<'_>, cx: &Context) -> Result<Option<Others>> {
    let mut all = Others { from: 0, modulus: window.modulus, evidence: Evidence::trivial() };
    let mut met: Vec<(&Game, Period)> = Vec::new();
    for &(other, back) in &window.others {
        let other = Game::other(other);
        let period = match met.iter().find(|(game, _)| *game == other) {
            Some((_, period)) => *period,
            None => {
                let Some((period, why)) = other.period_of_heaps(cx)? else { return Ok(None) };
                all.evidence = all.evidence.and(&why);
                met.push((other, period));
                period
            }
        };
        let Some(both) = least_common(all.modulus, period.period) else { return Ok(None) };
        all.modulus = both;
        all.from = all.from.max(period.preperiod.saturating_add_signed(back));
    }
    Ok(Some(all))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use grundy_core::testing::Random;
    use grundy_core::{Nat, mex};

    use super::*;
    use crate::Session;
    use crate::game::Place;
    use crate::testing::cases;

    fn period(text: &str) -> Option<(u64, u64)> {
        let game = Session::new().game(text).unwrap().game;
        let found = game.period_by_window(u64::MAX, &Context::default()).unwrap();
        found.map(|(period, _)| (period.preperiod, period.period))
    }

    #[test]
    fn rules_that_look_back_a_little_have_periods() {
        for (text, expected) in [
            // every value of Kayles but that of 0 is above 0
            ("kayles[cycle]", Some((3, 1))),
            ("let p = 0.137; {n -> p(n-3)}", Some((38, 34))),
            ("{n -> n-1; n-2 if n%5 = 0}", Some((5, 5))),
            ("{n -> n-k for k in 1..3 if k divides n; n-7 if n > 20 and n%3 = 1}", Some((6, 4))),
            // a game that grows, a number of moves that grows, a comparison with half of the heap
            ("let p = nim; {n -> p(n-1)}", None),
            ("{n -> n-k for k in 1..n}", None),
            ("{n -> n-1; n-3 if n%4 > n//2}", None),
            ("{n -> n-k*k for k in 1..}", None),
        ] {
            assert_eq!(period(text), expected, "{text}");
        }
    }

    /// A move of a rule that is drawn: what the heap must be, what is left of it, and of the other game.
    struct Move {
        modulus: u64,
        remainder: u64,
        least: u64,
        own: Option<u64>,
        other: Option<u64>,
    }

    /// What is proved holds far behind what it was proved from, by the definition.
    #[test]
    fn proved_periods_are_those_of_the_definition() {
        let (mut random, mut proved) = (Random::new(77), 0);
        let rounds = cases(40, 120);
        for _ in 0..rounds {
            let other = ["take[1,2]", "kayles", "0.07", "take[1,3,4]", "0.137", "take[2,5]"][random.below(6) as usize];
            let moves: Vec<Move> = (0..1 + random.below(4))
                .map(|_| {
                    let modulus = 1 + random.below(4);
                    let which = random.below(3);
                    Move {
                        modulus,
                        remainder: random.below(modulus),
                        least: random.below(15),
                        own: (which != 0).then(|| 1 + random.below(6)),
                        other: (which != 1).then(|| random.below(6)),
                    }
                })
                .collect();
            let mut text = format!("let p = {other}; {{n -> ");
            for (at, Move { modulus, remainder, least, own, other }) in moves.iter().enumerate() {
                let own = own.map(|back| format!("n-{back}"));
                let other = other.map(|back| format!("p(n-{back})"));
                let parts: Vec<String> = own.into_iter().chain(other).collect();
                let before = if at > 0 { "; " } else { "" };
                write!(text, "{before}{} if n%{modulus} = {remainder} and n >= {least}", parts.join(" & ")).unwrap();
            }
            text.push('}');
            let Some((preperiod, length)) = period(&text) else { continue };
            proved += 1;
            let other = Session::new().game(other).unwrap().game;
            let of_other =
                |n: u64| u64::try_from(other.value_at(&Place::heap(n), &Context::default()).unwrap()).unwrap();
            let mut values: Vec<u64> = Vec::new();
            for n in 0..3000u64 {
                let options = moves.iter().filter(|m| n % m.modulus == m.remainder && n >= m.least).filter_map(|m| {
                    let own = m.own.map_or(Some(0), |back| Some(values[n.checked_sub(back)? as usize]))?;
                    let other = m.other.map_or(Some(0), |back| Some(of_other(n.checked_sub(back)?)))?;
                    Some(own ^ other)
                });
                values.push(mex(options.collect::<Vec<_>>()));
            }
            let [from, length] = [preperiod, length].map(|n| n as usize);
            let fails = (from..values.len() - length).find(|&n| values[n] != values[n + length]);
            assert_eq!(fails, None, "{text}: period {length} from {from}");
            assert!(from == 0 || values[from - 1] != values[from - 1 + length], "{text}: preperiod {from}");
            // and it is what is answered of far heaps
            let far = Session::new().position(&text.replace('}', "}(1000000)")).unwrap().solve().unwrap();
            let near = from + (1_000_000 - from) % length;
            assert_eq!(far.value, Some(Nat::from(values[near])), "{text}");
        }
        assert!(proved > rounds / 2, "{proved} of {rounds}");
    }
}
