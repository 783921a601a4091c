//! All heaps of which something holds, as one condition: `? % 7 in {0,2}`.
//!
//! Where the values of a one-heap game have a proved period without saltus, so has the set of heaps with a given value: from
//! the preperiod on the residues decide, and the heaps before it are told one by one. In misère sums the classes of the heaps
//! in a common quotient repeat.
//!
//! Cost: one value for each heap of preperiod and period; for `take[1..m]` none, since its value is n % (m+1).

use std::fmt::{self, Display, Formatter};

use grundy_core::{Context, Error, Evidence, Nat, Period, Result, number::to_u64};
use grundy_sequence::set::IntSet;

use super::quotient::{common, opened};
use crate::game::{Component, Game, Place, Shape};

/// Longer periods are not gone through.
const LONGEST: u64 = 100_000;
/// Behind the preperiod so many residues are told.
const TOLD: usize = 100;
/// The search for the period may cost so much.
const NODES: u64 = 1_000_000;
/// The period of a code is looked for among so many values.
const VALUES: u64 = 10_000;

/// A set of numbers that repeats from some point on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Residues {
    /// The members before the residues decide, ascending.
    before: Vec<u64>,
    /// From here on the residues decide.
    from: u64,
    modulus: Nat,
    /// Ascending; there is one.
    residues: Vec<Nat>,
}

impl Residues {
    /// The numbers of one class from the start on.
    pub(crate) fn pure(modulus: Nat, residue: Nat) -> Self {
        Residues { before: Vec::new(), from: 0, modulus, residues: vec![residue] }
    }

    /// The first members, ascending.
    pub(crate) fn first(&self, count: usize) -> Vec<Nat> {
        let from = Nat::from(self.from);
        let round = &from / &self.modulus * &self.modulus;
        let rounds = (0u64..).map(|i| &round + Nat::from(i) * &self.modulus);
        let repeated = rounds.flat_map(|start| self.residues.iter().map(move |r| &start + r).collect::<Vec<_>>());
        let before = self.before.iter().map(|&n| Nat::from(n));
        before.chain(repeated.skip_while(|n| *n < from)).take(count).collect()
    }
}

impl Heaps {
    /// How many of the heaps lie between two sizes, both inclusive.
    pub(crate) fn count(&self, min: u64, max: u64) -> Nat {
        let range = min..=max;
        match self {
            Heaps::Few(all) => Nat::from(all.iter().filter_map(to_u64).filter(|n| range.contains(n)).count()),
            Heaps::Endless(set) => {
                let before = set.before.iter().filter(|n| range.contains(n)).count();
                let up_to = |end: &Nat, residue: &Nat| match end < residue {
                    true => Nat::ZERO,
                    false => (end - residue) / &set.modulus + Nat::ONE,
                };
                let (first, last) = (min.max(set.from), Nat::from(max));
                let repeated = set.residues.iter().filter(|_| first <= max).map(|residue| {
                    up_to(&last, residue)
                        - first.checked_sub(1).map_or(Nat::ZERO, |end| up_to(&Nat::from(end), residue))
                });
                repeated.fold(Nat::from(before), |sum, count| sum + count)
            }
        }
    }
}

impl Display for Residues {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[String]| match numbers {
            [one] => format!("= {one}"),
            many => format!("in {{{}}}", many.join(",")),
        };
        if !self.before.is_empty() {
            let before: Vec<String> = self.before.iter().map(u64::to_string).collect();
            write!(f, "? {} or ", list(&before))?;
        }
        let all = self.modulus == Nat::ONE;
        if self.from > 0 || all {
            write!(f, "? >= {}", self.from)?;
            if all {
                return Ok(());
            }
            f.write_str(" and ")?;
        }
        let residues: Vec<String> = self.residues.iter().map(Nat::to_string).collect();
        write!(f, "? % {} {}", self.modulus, list(&residues))
    }
}

/// The heaps of which something holds.
#[derive(Debug)]
pub(crate) enum Heaps {
    /// These alone, ascending.
    Few(Vec<Nat>),
    /// Those of a set without end.
    Endless(Residues),
}

impl Game {
    /// Is this the size of a lone heap?
    pub(crate) fn is_one_heap(&self, place: &[Nat]) -> bool {
        place.len() == 1 && self.shape() == Shape::Heap && !self.is_loopy()
    }

    /// All heaps of this value, where a proved period or a law tells them.
    ///
    /// # Errors
    /// A spent budget; a fault of the rule.
    pub(crate) fn heaps_of_value(&self, value: &Nat, cx: &Context) -> Result<Option<(Heaps, Evidence)>> {
        if let Some(law) = self.law_of_nim() {
            return Ok(Some((Heaps::Few(vec![value.clone()]), law.evidence())));
        }
        if let Some(most) = self.knowledge()?.set().and_then(IntSet::initial_interval)
            && let Some(law) = self.law()
        {
            // take[1..m]: the value of n is n % (m+1)
            let modulus = &most + Nat::ONE;
            let heaps = match *value < modulus {
                true => Heaps::Endless(Residues::pure(modulus, value.clone())),
                false => Heaps::Few(Vec::new()),
            };
            return Ok(Some((heaps, law.evidence())));
        }
        let found = cx.trial(NODES, |part| self.known_period(Some(VALUES), part))?.flatten();
        let Some((period, evidence)) = found.filter(|(period, _)| period.saltus.is_zero()) else { return Ok(None) };
        let Some(period) = period.small() else { return Ok(None) };
        let is = |n: u64| Ok(self.value_at(&Place::heap(n), cx)? == *value);
        Ok(where_it_holds(period, is, cx)?.map(|heaps| (heaps, evidence)))
    }
}

/// All heaps that lose in misère play beside these components, where the classes of the heaps repeat in a misère quotient of all.
///
/// # Errors
/// A spent budget; a fault of the rule.
pub(crate) fn heaps_that_complete(
    game: &Game,
    others: &[(Component, Nat)],
    cx: &Context,
) -> Result<Option<(Heaps, Evidence)>> {
    let is_heap = |game: &Game| game.shape() == Shape::Heap && !game.is_loopy();
    if !is_heap(game) || !others.iter().all(|(component, _)| is_heap(&component.game)) {
        return Ok(None);
    }
    let components: Vec<Component> = others.iter().map(|(component, _)| component.clone()).collect();
    let games: Vec<Game> = components.iter().map(|component| &component.game).chain([game]).cloned().collect();
    let Some(shared) = common(&games)? else { return Ok(None) };
    let mut joint = opened(&shared);
    let found = match cx.trial(NODES, |part| joint.repetition(game, &components, part)) {
        // heaps that the question does not reach may have faults of their own
        Err(Error::Bad(_)) => None,
        found => found?.flatten(),
    };
    let (Some(whole), Some(rest)) = (found, joint.class_of(others)) else { return Ok(None) };
    let Some((classes, _)) = joint.heaps(game) else { return Ok(None) };
    let monoid = joint.quotient().monoid();
    let loses = |n: u64| Ok(monoid.is_p(monoid.times(rest, classes[n as usize])));
    let heaps = where_it_holds(whole.into(), loses, cx)?;
    Ok(heaps.map(|heaps| (heaps, joint.whole())))
}

/// The heaps of which something holds that repeats like this.
pub(crate) fn where_it_holds(
    period: Period,
    mut is: impl FnMut(u64) -> Result<bool>,
    cx: &Context,
) -> Result<Option<Heaps>> {
    let Period { preperiod, period: length, .. } = period;
    let Some(end) = preperiod.checked_add(length).filter(|&end| end <= LONGEST) else { return Ok(None) };
    let mut all = Vec::new();
    for n in 0..end {
        cx.tick(1)?;
        all.push(is(n)?);
    }
    Ok(repeating(&all, preperiod))
}

/// The heaps n with `is[n]`, which repeats from the preperiod on with all that is behind it.
fn repeating(is: &[bool], preperiod: u64) -> Option<Heaps> {
    let end = is.len() as u64;
    let members = |range: std::ops::Range<u64>| -> Vec<u64> { range.filter(|&n| is[n as usize]).collect() };
    let repeated = members(preperiod..end);
    if repeated.is_empty() {
        return Some(Heaps::Few(members(0..preperiod).into_iter().map(Nat::from).collect()));
    }
    // the least period of these heaps divides that of the values
    let whole = (end - preperiod) as usize;
    let tail = &is[preperiod as usize..];
    let least = (1..=whole).find(|&p| whole.is_multiple_of(p) && (p..whole).all(|i| tail[i] == tail[i - p]))? as u64;
    // and they may repeat before the values do
    let again = |n: u64| is[(preperiod + (n + least * preperiod - preperiod) % least) as usize];
    let from = (0..preperiod).rev().find(|&n| is[n as usize] != again(n)).map_or(0, |last| last + 1);
    let mut residues: Vec<u64> = members(preperiod..preperiod + least).into_iter().map(|n| n % least).collect();
    residues.sort_unstable();
    (residues.len() <= TOLD).then(|| {
        Heaps::Endless(Residues {
            before: members(0..from),
            from,
            modulus: Nat::from(least),
            residues: residues.into_iter().map(Nat::from).collect(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use crate::session::Session;

    #[test]
    fn the_set_holds_exactly_the_heaps_of_the_value() {
        let cx = Context::default();
        let mut tested = 0;
        for text in [
            "take[1,3,4]", "take[1..2]", "take[1..100]", "take[2,3,5,6,7,9,12]", "take[3]", "take[{}]", "take[odds]",
            "take[2,4]", "kayles", "0.07", "take[1,8,11]", "0.137", "take[4..7]",
        ] {
            let game = Session::new().game(text).unwrap().game;
            for value in 0..5u8 {
                let value = Nat::from(value);
                let Some((heaps, why)) = game.heaps_of_value(&value, &cx).unwrap() else { continue };
                assert!(why.is_proved());
                tested += 1;
                let to = 600u64;
                let expected: Vec<Nat> = (0..=to)
                    .map(Nat::from)
                    .filter(|n| game.value_at(&Place::heap(n.clone()), &cx).unwrap() == value)
                    .collect();
                let told: Vec<Nat> = match &heaps {
                    Heaps::Few(all) => all.clone(),
                    Heaps::Endless(set) => set.first(700).into_iter().filter(|n| *n <= Nat::from(to)).collect(),
                };
                assert_eq!(told, expected, "{text} {value} {heaps:?}");
            }
        }
        assert!(tested > 50, "{tested}");
    }

    #[test]
    fn members_between_two_sizes_are_counted() {
        let numbers = |all: &[u64]| all.iter().map(|&n| Nat::from(n)).collect::<Vec<_>>();
        let few = Heaps::Few(numbers(&[1, 4, 9]));
        let endless = Heaps::Endless(Residues {
            before: vec![0, 3],
            from: 6,
            modulus: Nat::from(5u8),
            residues: numbers(&[1, 2]),
        });
        for (heaps, all) in [(few, vec![1u64, 4, 9]), (endless, vec![0, 3, 6, 7, 11, 12, 16, 17, 21])] {
            for max in 0..22 {
                for min in 0..=max {
                    let expected = all.iter().filter(|&&n| min <= n && n <= max).count();
                    assert_eq!(heaps.count(min, max), Nat::from(expected), "{min} {max}");
                }
            }
        }
    }

    #[test]
    fn misere_sums_are_completed_through_their_quotient() {
        let cx = Context::default();
        let mut search = grundy_search::MisereSearch::new();
        for (text, others, wanted) in [
            ("kayles", "misere kayles(0)", "[1, 4, 9, 12, 20]"),
            ("kayles", "misere kayles(5) + 0.75(3)", ""),
            ("0.75", "misere 0.75(2, 2)", ""),
            ("0.123", "misere nim(1) + 2*0.123(7)", ""),
            ("take[1..2]", "misere take[1..2](4, 5)", ""),
        ] {
            let game = Session::new().game(text).unwrap().game;
            let others = others.parse::<crate::Position>().unwrap().components();
            let (heaps, why) = heaps_that_complete(&game, &others, &cx).unwrap().unwrap();
            assert!(why.is_proved());
            if !wanted.is_empty() {
                assert!(matches!(&heaps, Heaps::Few(all) if format!("{all:?}") == wanted), "{text} {heaps:?}");
            }
            let told = match heaps {
                Heaps::Few(all) => all,
                Heaps::Endless(set) => set.first(60),
            };
            for n in (0..14u8).map(Nat::from) {
                let component = Component { game: game.clone(), place: Place::heap(n.clone()) };
                let copies = |(c, count): &(Component, Nat)| vec![c.clone(); to_u64(count).unwrap() as usize];
                let sum: Vec<Component> = others.iter().flat_map(copies).chain([component]).collect();
                let lost = search.outcome(&sum, &cx).unwrap() == Outcome::Previous;
                assert_eq!(lost, told.contains(&n), "{text} {n}");
            }
        }
    }

    #[test]
    fn sets_are_short_conditions() {
        let cx = Context::default();
        let told = |text: &str, value: u8| {
            let game = Session::new().game(text).unwrap().game;
            match game.heaps_of_value(&Nat::from(value), &cx).unwrap().unwrap().0 {
                Heaps::Few(all) => format!("{all:?}"),
                Heaps::Endless(set) => set.to_string(),
            }
        };
        assert_eq!(told("take[1,3,4]", 0), "? % 7 in {0,2}");
        assert_eq!(told("take[1..2]", 0), "? % 3 = 0");
        assert_eq!(told("take[1..10^30]", 5), format!("? % {} = 5", Nat::from(10u8).pow(30) + Nat::ONE));
        assert_eq!(told("take[1..2]", 3), "[]");
        assert_eq!(told("kayles", 0), "[0]");
        assert_eq!(told("take[{}]", 0), "? >= 0");
    }
}
