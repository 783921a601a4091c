//! A repetition that is seen among the first values, tested on twice its range or more before it is called one.
//!
//! The values of `{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}` repeat with period 2^k for long, and then with another
//! one. And a short repetition may be an accident of the last values that were looked at: then a longer one is tested.
//! Where moves divide by d, what happens at m is seen again at d·m: there the range is taken d + 1 times. Where single heaps far
//! away cost little, as in rules that take roots, these are asked as well. Where the rule holds a number that is larger than all
//! heaps that were looked at, as in `{n -> n-1; n-30000 if n > 10^20}`, nothing is said.
//! Cost: the values of so many ranges, each once.

use grundy_core::{Int, Nat, Period};
use grundy_notation::ast::Operator;
use grundy_sequence::code::Modifier;
use grundy_sequence::period::repetitions;

use crate::context::Context;
use crate::error::Result;
use crate::game::{Game, Kind, Place, Shape};
use crate::number::to_u64;
use crate::outcome::Convention;
use crate::rule::ir::Expr;
use crate::rule::measure::constant;

/// Large coordinates, where laws are held against each other.
pub(crate) const AFAR: [u64; 10] = [
    4095,
    65_536,
    1_000_003,
    1 << 24,
    99_999_999,
    1_000_000_007,
    1_000_000_000_039,
    (1 << 40) - 1,
    3_000_000_000_000_000_037,
    (1 << 62) + 5,
];
/// The value of one of them may cost so many nodes.
pub(crate) const AFAR_NODES: u64 = 10_000;
/// Runs of equal values are worked out up to here …
const FARTHEST: u64 = 1_000_000_000_000_000_000;
/// … for so many nodes …
const RUNS_NODES: u64 = 200_000;
/// … and so many are looked at.
const MOST_RUNS: usize = 64;

/// A repetition of the first values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Repetition {
    pub(crate) period: Period,
    /// On so many values it was tested.
    pub(crate) tested: u64,
    /// Why nobody may think that it goes on so.
    pub(crate) doubt: Option<Doubt>,
}

/// What stands against a repetition of values that were computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// This heap has another value.
    Fails(u64),
    /// What this number of the rule does, nobody has seen who has not come to it.
    Below(Int),
}

/// The repetition of the values from the heap `first` on that lasts on twice the range in which it shows, or on more where moves
/// divide, and how many values it was tested on, if nothing stands against it: values of games that divide look as if they had a
/// period of 2^k for long, and then another one.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(crate) fn candidate(game: &Game, first: u64, values: &[u64], cx: &Context) -> Result<Option<(Period, u64)>> {
    let found = seen(game, first, values, cx)?.filter(|found| found.doubt.is_none());
    Ok(found.map(|found| (found.period, found.tested)))
}

/// The same with what stands against it, where there is none against which nothing does.
///
/// # Errors
/// A spent budget; faults of the rule.
pub(crate) fn seen(game: &Game, first: u64, values: &[u64], cx: &Context) -> Result<Option<Repetition>> {
    let times = ranges(game);
    let largest = largest_written(game);
    let mut doubtful = None;
    for found in repetitions(values).take(TRIED) {
        if let Some(end) = lasts(game, [first, times], found, values.len() as u64, cx)? {
            let found = Period { preperiod: first + found.preperiod, ..found };
            let tested = first + end;
            let below = || largest.clone().filter(|largest| *largest >= Int::from(tested)).map(Doubt::Below);
            let doubt = fails_afar(game, found, tested, cx)?.map(Doubt::Fails).or_else(below);
            let found = Repetition { period: found, tested, doubt };
            match found.doubt {
                None => return Ok(Some(found)),
                Some(Doubt::Below(_)) => return Ok(doubtful.or(Some(found))),
                Some(Doubt::Fails(_)) => doubtful = doubtful.or(Some(found)),
            }
        }
    }
    Ok(doubtful)
}

/// The first heap behind `end`, of those far away that cost little, at which the repetition does not hold.
fn fails_afar(game: &Game, found: Period, end: u64, cx: &Context) -> Result<Option<u64>> {
    let mut near = near_at_hand(game, end, cx);
    near.sort_unstable();
    for (n, value) in near {
        let (near, more) = found.reduce(&n.into());
        if value != game.value_at(&Place::heap(near), cx)? + more {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

/// Heaps of [`far_heaps`] whose values are to be had for little, with these.
pub(crate) fn near_at_hand(game: &Game, end: u64, cx: &Context) -> Vec<(u64, Nat)> {
    let cheap = |n: u64| Some((n, game.value_at(&Place::heap(n), &cx.part(AFAR_NODES)).ok()?));
    far_heaps(game, Convention::Normal, end, cx).into_iter().filter_map(cheap).collect()
}

/// Large heaps of a rule behind `end` where laws are tried: some, and where runs of equal values begin, or in misère play of
/// outcomes; none of games whose values are all in one table.
pub(crate) fn far_heaps(game: &Game, convention: Convention, end: u64, cx: &Context) -> Vec<u64> {
    if game.is_family() || !matches!(game.kind(), Kind::Rule(_)) || game.shape() != Shape::Heap {
        return Vec::new();
    }
    AFAR.into_iter().filter(|n| *n > end).chain(run_starts(game, convention, end, cx)).collect()
}

/// So many heaps from a change of the rule on.
const BEHIND: u64 = 16;

/// Heaps behind `end` where the rule changes, or where runs of equal values begin, or in misère play of outcomes: what fits the
/// heaps before may fall there.
pub(crate) fn run_starts(game: &Game, convention: Convention, end: u64, cx: &Context) -> Vec<u64> {
    let runs = game.runs(convention, FARTHEST, RUNS_NODES, cx).ok().flatten();
    let starts = runs.into_iter().flat_map(|(runs, _)| runs).filter_map(|run| u64::try_from(run.start).ok());
    // what was allowed a while ago may differ some heaps behind
    let behind = game
        .starts_of_stretches(convention, cx)
        .into_iter()
        .flat_map(|start| (0..BEHIND).filter_map(move |more| start.checked_add(more)));
    behind.chain(starts).filter(|n| *n > end).take(MOST_RUNS).collect()
}

/// Repetitions that are tested.
const TRIED: usize = 64;

/// Twice the range in which a repetition shows: it must last on so many values before it is told.
pub(crate) fn tested_on(found: Period) -> u64 {
    TWICE * (found.preperiod + 4 * found.period)
}

const TWICE: u64 = 2;

/// On how many ranges a repetition is tested: two, and one more than the largest number by which a move divides.
pub(crate) fn ranges(game: &Game) -> u64 {
    let divisor = match game.kind() {
        Kind::Code(code) => {
            let digits = std::iter::once(&code.zero).chain(&code.digits).chain(&code.repeating);
            digits.filter(|digit| digit.modifier == Modifier::Equal).map(|digit| u64::from(digit.most())).max()
        }
        Kind::Rule(rule) => {
            let parts = rule.alternatives.iter().flat_map(|alternative| &alternative.parts);
            parts.flat_map(|part| &part.coordinates).filter_map(divisor).max()
        }
        Kind::Take(..) | Kind::Other(_) | Kind::Refused(_) => None,
    };
    divisor.map_or(TWICE, |d| TWICE.max(d.saturating_add(1)))
}

/// The largest number by which the expression divides; one that is not fixed is taken for 2.
fn divisor(whole: &Expr) -> Option<u64> {
    let mut largest = None;
    whole.each(&mut |x| {
        let Expr::Binary(Operator::Divide, _, by) = x else { return };
        let by = match &**by {
            Expr::Constant(d) if *d > Int::ZERO => to_u64(&d.clone().into_parts().1).unwrap_or(u64::MAX),
            _ => 2,
        };
        largest = largest.max(Some(by));
    });
    largest
}

/// The largest number that stands in a rule, or may be taken.
fn largest_written(game: &Game) -> Option<Int> {
    let Kind::Rule(rule) = game.kind() else {
        let set = game.subtraction_set().filter(|set| set.is_finite());
        return set.map_or_else(|| game.largest_taken().map(Int::from), |set| set.max().map(Int::from));
    };
    let mut largest = None;
    let mut look = |x: &Expr| {
        // 10^19 is written as a power
        if let Some(n) = constant(x) {
            largest = largest.take().max(Some(n));
        }
    };
    rule.alternatives.iter().for_each(|alternative| alternative.each_expr(&mut |whole| whole.each(&mut look)));
    largest
}

/// On how many values the repetition of the values from the heap `first` on was tested, if it lasts on so many ranges.
fn lasts(game: &Game, [first, times]: [u64; 2], found: Period, known: u64, cx: &Context) -> Result<Option<u64>> {
    let Period { period, saltus, .. } = found;
    let end = (tested_on(found) / TWICE).saturating_mul(times).max(known);
    if end > known {
        // the far end first, so that tables are laid out once
        game.value_at(&Place::heap(first + end - 1), cx)?;
    }
    for n in known..end {
        cx.tick(1)?;
        let before = game.value_at(&Place::heap(first + n - period), cx)?;
        if game.value_at(&Place::heap(first + n), cx)? != before + saltus {
            return Ok(None);
        }
    }
    Ok(Some(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    /// What a number does is not seen before the heaps come to it.
    #[test]
    fn nothing_is_said_below_the_numbers_of_a_rule() {
        let cx = Context::default();
        for (text, said) in [
            ("{n -> n-1; n-3 if n > 100000000}", false),
            ("{n -> n-1; n-18446744073709551616}", false),
            ("{n -> n-1; n-3 if n > 10^19}", false),
            ("{n -> n-1; n-n//2 if n > 10^9}", false),
            ("{n -> n-1; n-3 if n > 100}", true),
        ] {
            let game = &Session::new().game(text).unwrap().game;
            let values: Vec<u64> = (0..1000u64).map(|n| n % 2).collect();
            assert_eq!(candidate(game, 0, &values, &cx).unwrap().is_some(), said, "{text}");
        }
    }

    /// The values of these games repeat with period 2 for three times or five times as long as it takes to see it.
    #[test]
    fn what_divides_is_tested_as_far_as_it_divides() {
        for (text, times) in [
            ("{n -> n//3 times 3 if n%3=0 and n>0; n-1}", 4),
            ("{n -> n-1; n//5 & n//5 & n//5 if n%5=0 and n>0}", 6),
            ("{n -> n-1; (n+1)//2 if n > 9}", 3),
            ("take[1,3,4]", 2),
            ("kayles", 2),
        ] {
            let game = &Session::new().game(text).unwrap().game;
            assert_eq!(ranges(game), times, "{text}");
        }
        let game = &Session::new().game("{n -> n//3 times 3 if n%3=0 and n>0; n-1}").unwrap().game;
        let cx = Context::default();
        let value = |n: u64| to_u64(&game.value_at(&Place::heap(n), &cx).unwrap()).unwrap();
        for size in [600u64, 2048, 5400] {
            let values: Vec<u64> = (0..size).map(value).collect();
            assert!(repetitions(&values).next().is_some(), "{size}");
            assert_eq!(candidate(game, 0, &values, &cx).unwrap().map(|(period, _)| period), None, "{size}");
        }
    }

    /// What repeats on all values that were computed is told with what stands against it.
    #[test]
    fn what_stands_against_a_repetition_is_told() {
        let cx = Context::default();
        for (text, doubt) in [
            ("{n -> n-k for k in 1..2 if n != 3000001 or n*n < 3}", Some(Doubt::Below(3_000_001.into()))),
            ("{n -> n-1; n-2 if n > 10^12}", Some(Doubt::Fails(1_000_000_000_001))),
            ("{n -> n-1; n-2 if n*n > 9}", None),
        ] {
            let game = &Session::new().game(text).unwrap().game;
            let value = |n: u64| to_u64(&game.value_at(&Place::heap(n), &cx).unwrap()).unwrap();
            let values: Vec<u64> = (0..1000).map(value).collect();
            let found = seen(game, 0, &values, &cx).unwrap().unwrap();
            assert_eq!(
                (&found.doubt, candidate(game, 0, &values, &cx).unwrap().is_some()),
                (&doubt, doubt.is_none()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_repetition_by_accident_of_the_last_values_hides_no_other() {
        let text = "{n -> n-k for k in 1..71 step 7 if n*n >= 0}";
        let game = &Session::new().game(text).unwrap().game;
        let cx = Context::default();
        for size in [500u64, 2000, 2018, 5003] {
            let values: Vec<u64> =
                (0..size).map(|n| u64::try_from(&game.value_at(&Place::heap(n), &cx).unwrap()).unwrap()).collect();
            let found = candidate(game, 0, &values, &cx).unwrap().map(|(period, _)| (period.preperiod, period.period));
            assert_eq!(found, Some((0, 72)), "{size}");
        }
    }
}
