//! Sets of which only the members are known: squares, primes, powers, Fibonacci numbers, and mixtures with them.
//!
//! The values are a table over the members; the remainders that these leave may prove a period: `take[1,primes]` has the
//! values 0 1 2 3 0 1 2 3 …, as no prime is a multiple of 4. Values that grow are proved by the classes that the set holds
//! whole: `take[4.. except primes]` has the values n//4, as multiples of 4 may be taken. The theorems are those of
//! [`super::remainders`] and [`super::growing`].
//!
//! Cost: a heap costs the members up to it.

use grundy_core::mex::MexSet;
use grundy_core::period::Period;
use grundy_core::{Context, Convention, Stopped};

use super::Play;
use super::growing::Growing;
use super::remainders::Seen;
use crate::period::repetitions;
use crate::set::IntSet;

/// A period is looked for among so many values, then among more, and at last among these.
const SEARCHED: [u64; 4] = [1 << 8, 1 << 10, 1 << 12, 1 << 14];
/// Repetitions of the values that are tried each time.
const TRIED: usize = 4;

/// Among how many values a period is looked for, at most `limit`: the search takes a quarter of the budget at most.
pub(super) fn searched(set: &IntSet, limit: u64, cx: &Context) -> u64 {
    let most = cx.nodes_left().map_or(u64::MAX, |left| left / 4);
    let sizes = SEARCHED.iter().rev().map(|size| limit.min(*size));
    sizes.into_iter().find(|&size| set.members_up_to(size).count() as u64 * size <= most).unwrap_or(0)
}

/// The members of a set, as far as they were needed; they may come one after the other, from no [`IntSet`].
///
/// ```
/// use grundy_core::{Context, Convention};
/// use grundy_sequence::subtraction::Members;
/// let (mut squares, mut values) = (Members::default(), Vec::new());
/// squares.list([1, 4, 9], 15, &Context::default())?;
/// squares.tabulate(Convention::Normal, &mut values, 12, &Context::default())?;
/// assert_eq!(values, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]);
/// # Ok::<(), grundy_core::Stopped>(())
/// ```
#[derive(Debug, Default)]
pub struct Members {
    members: Vec<u64>,
    /// `members` is complete up to here.
    up_to: u64,
    seen: MexSet,
}

impl Members {
    /// About the steps that one more value takes.
    pub(super) fn cost(&self) -> u64 {
        2 + self.members.len() as u64
    }

    /// All members up to this number are listed.
    #[must_use]
    pub fn up_to(&self) -> u64 {
        self.up_to
    }

    /// The members that are listed, ascending.
    #[must_use]
    pub fn listed(&self) -> &[u64] {
        &self.members
    }

    /// Lists the members up to `to`: these follow, ascending; those that were listed before are passed over, and larger ones.
    ///
    /// # Errors
    /// A spent budget; then the list is as it was.
    pub fn list(&mut self, members: impl IntoIterator<Item = u64>, to: u64, cx: &Context) -> Result<(), Stopped> {
        let (before, from) = (self.members.len(), self.up_to);
        for k in members.into_iter().skip_while(|&k| k <= from).take_while(|&k| k <= to) {
            if let Err(stopped) = cx.tick(1).and_then(|()| cx.reserve(8)) {
                cx.release(8 * (self.members.len() - before) as u64);
                self.members.truncate(before);
                return Err(stopped);
            }
            self.members.push(k);
        }
        self.up_to = self.up_to.max(to);
        Ok(())
    }

    /// Grows a table of the values, or of the outcomes in misère play (0 for P, 1 for N), of the heaps from 0 on to `size`
    /// of them. The members below `size` must be listed. Cost: the members up to each heap.
    ///
    /// # Errors
    /// A spent budget; then the table holds less.
    ///
    /// # Panics
    /// If members below `size` are not listed.
    pub fn tabulate(
        &mut self,
        convention: Convention,
        table: &mut Vec<u32>,
        size: u64,
        cx: &Context,
    ) -> Result<(), Stopped> {
        assert!(
            size.checked_sub(1).is_none_or(|last| last <= self.up_to),
            "members up to {} are listed, {size} heaps are asked for",
            self.up_to
        );
        let least = self.members.first().copied().unwrap_or(u64::MAX);
        for n in table.len() as u64..size {
            let reach = self.members.partition_point(|&k| k <= n);
            cx.tick(1 + reach as u64)?;
            if n % 1024 == 0 {
                cx.reserve(4096)?;
                cx.progress(n, Some(size));
            }
            self.seen.clear();
            for &k in &self.members[..reach] {
                self.seen.insert(table[(n - k) as usize]);
            }
            table.push(match convention {
                Convention::Normal => self.seen.mex(),
                Convention::Misere if n < least => 1,
                Convention::Misere => self.seen.mex().min(1),
            });
        }
        Ok(())
    }

    /// Grows the table of a set to `size` values.
    pub(super) fn extend(
        &mut self,
        set: &IntSet,
        play: Play,
        table: &mut Vec<u32>,
        size: u64,
        cx: &Context,
    ) -> Result<(), Stopped> {
        if self.up_to < size.saturating_sub(1) {
            self.list(set.members_up_to(size), size, cx)?;
        }
        self.tabulate(play.convention(), table, size, cx)
    }

    /// A period that the remainders of the members prove, looked for among the first `limit` values at most.
    pub(super) fn period(
        &mut self,
        set: &IntSet,
        play: Play,
        table: &mut Vec<u32>,
        limit: u64,
        cx: &Context,
    ) -> Result<Option<Period>, Stopped> {
        for size in SEARCHED {
            let size = size.min(limit);
            self.extend(set, play, table, size, cx)?;
            let table = &table[..size as usize];
            let values: Vec<u64> = table.iter().map(|&value| u64::from(value)).collect();
            for found in repetitions(&values).take(TRIED) {
                let seen = Seen { values: table, found, remainders: &set.remainders(found.period) };
                let members = &self.members[..self.members.partition_point(|&s| s < size)];
                let classes = |q, from| vec![set.whole_classes(q, from), set.nearly_whole_classes(q, from)];
                let growing = Growing { values: table, found, members, classes: &classes };
                let grows = play == Play::Normal && found.saltus > 0;
                if !grows && seen.lasts(play, &self.members, cx)? || grows && growing.lasts_for_ever(cx)? {
                    return Ok(Some(found.least(|n| values[n as usize])));
                }
            }
            if size == limit {
                break;
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::SubtractionEngine;
    use super::*;
    use crate::Listed;
    use crate::set::Named;
    use grundy_core::Nat;
    use grundy_core::testing::{Random, cases};

    /// Of a list that goes on only what was asked for is taken, and a finite list may be whole.
    #[test]
    fn members_are_listed_up_to_a_number() {
        let (cx, mut squares) = (Context::default(), Members::default());
        squares.list([1, 4, 9], 5, &cx).unwrap();
        assert_eq!((squares.listed(), squares.up_to()), (&[1, 4][..], 5));
        squares.list([1, 4, 9, 16], 9, &cx).unwrap();
        assert_eq!(squares.listed(), [1, 4, 9]);
        let (mut whole, mut values) = (Members::default(), Vec::new());
        whole.list([1, 4, 9], u64::MAX, &cx).unwrap();
        whole.tabulate(Convention::Normal, &mut values, 6, &cx).unwrap();
        assert_eq!(values, [0, 1, 0, 1, 2, 0]);
    }

    fn numbers(list: &[u64]) -> IntSet {
        list.iter().copied().collect()
    }

    fn powers(base: u8) -> IntSet {
        IntSet::powers(Nat::from(base))
    }

    fn periods(set: IntSet) -> [Option<(u64, u64)>; 2] {
        found(set).map(|found| found.map(|period| (period.preperiod, period.period)))
    }

    fn found(set: IntSet) -> [Option<Period>; 2] {
        let mut engine = SubtractionEngine::new(set);
        let cx = Context::default();
        let normal = engine.period(Some(1 << 12), &cx).unwrap();
        let misere = engine.misere_period(Some(1 << 12), &cx).unwrap();
        [normal, misere].map(|found| found.map(|(period, _)| period))
    }

    #[test]
    fn remainders_prove_periods() {
        let with = |set: IntSet, list: &[u64]| IntSet::union([set, numbers(list)]);
        let primes = || IntSet::from(Named::Primes);
        assert_eq!(periods(with(primes(), &[1])), [Some((0, 4)), Some((0, 4))]);
        assert_eq!(periods(IntSet::union([powers(2), powers(3)])), [Some((0, 5)), Some((0, 5))]);
        assert_eq!(periods(powers(2)), [Some((0, 3)), Some((0, 3))]);
        assert_eq!(periods(powers(7)), [Some((0, 2)), Some((0, 2))]);
        // the least number whose multiples are not among these is 6
        assert_eq!(periods(with(primes(), &[1, 4])), [Some((0, 6)), Some((0, 6))]);
        // every modulus has a multiple among these
        for set in [primes(), IntSet::from(Named::Squares), IntSet::from(Named::Fibonacci)] {
            assert_eq!(periods(set.clone())[0], None, "{set}");
        }
    }

    #[test]
    fn whole_classes_prove_values_that_grow() {
        let all_but = |least: u8, out: IntSet| IntSet::progression(&Nat::from(least), None, &Nat::ONE).except(out);
        let grows = |preperiod, period, saltus| Some(Period { preperiod, period, saltus });
        for (set, expected) in [
            (all_but(4, IntSet::from(Named::Primes)), grows(0, 4, 1)),
            (all_but(1, IntSet::from(Named::Primes)), grows(2, 10, 3)),
            (all_but(1, IntSet::from(Named::Squares)), grows(0, 2, 1)),
            (all_but(1, IntSet::from(Named::Fibonacci)), grows(0, 4, 1)),
            (all_but(1, IntSet::union([powers(2), powers(3)])), grows(0, 5, 1)),
        ] {
            assert_eq!(found(set.clone())[0], expected, "{set}");
        }
    }

    /// Of options too many to count some are listed, and that there is none is known.
    #[test]
    fn some_of_too_many_options_are_listed() {
        let mut engine = SubtractionEngine::new(IntSet::union([IntSet::from(Named::Primes), numbers(&[1])]));
        let (n, cx) = (Nat::from(10u8).pow(18) + Nat::from(3u8), Context::default());
        for value in 0..3u8 {
            let listed = engine.options_with_value(&n, &Nat::from(value), 5, &cx).unwrap();
            let Listed::Some(heaps) = listed else { panic!("{listed:?}") };
            // of value 1 only 2 leaves it, the one even prime
            assert_eq!(heaps.len(), if value == 1 { 1 } else { 5 });
            for heap in heaps {
                assert!(engine.set().contains(&(&n - &heap)) && &heap % 4u8 == value, "{heap}");
            }
        }
        for value in [3u8, 4] {
            let listed = engine.options_with_value(&n, &Nat::from(value), 5, &cx).unwrap();
            assert_eq!(listed, Listed::All(crate::Listing::default()), "{value}");
        }
    }

    /// Where the values grow, few heaps have one of them, however many numbers may be taken.
    #[test]
    fn all_options_are_listed_where_values_grow() {
        let set = IntSet::all().except(IntSet::from(Named::Primes));
        let mut engine = SubtractionEngine::new(set.clone());
        let cx = Context::default();
        assert!(engine.period(None, &cx).unwrap().is_some());
        let mut listed = |n: &Nat, value: u64| match engine.options_with_value(n, &Nat::from(value), 9, &cx).unwrap() {
            Listed::All(listing) => listing.first.into_iter().flatten().collect::<Vec<Nat>>(),
            Listed::Some(some) => panic!("{n}: {some:?}"),
        };
        for value in [0, 1, 2, 7, 200] {
            let near = listed(&Nat::from(3000u32), value);
            let table: Vec<Nat> = {
                let (mut table, mut members) = (Vec::new(), Members::default());
                members.extend(&set, Play::Normal, &mut table, 3000, &Context::default()).unwrap();
                let heaps = (0..3000u64).filter(|&heap| u64::from(table[heap as usize]) == value);
                heaps.map(Nat::from).filter(|heap| set.contains(&(Nat::from(3000u32) - heap))).collect()
            };
            assert_eq!(near, table, "{value}");
        }
        let far = Nat::from(10u8).pow(18);
        assert_eq!(listed(&far, 0), [0u8, 2, 5, 7].map(Nat::from));
    }

    /// What is proved holds far behind what it was proved from.
    #[test]
    fn proved_periods_agree_with_the_definition() {
        let mut random = Random::new(0x2545_F491_4F6C_DD1D);
        let (mut proved, mut grow) = ([0, 0], 0);
        let rounds = cases(80, 250);
        for _ in 0..rounds {
            let mut parts = vec![powers(2 + random.below(9) as u8)];
            if random.below(2) == 0 {
                parts.push(powers(2 + random.below(9) as u8));
            }
            if random.below(3) == 0 {
                parts.push(IntSet::from(Named::Primes));
            }
            parts.push((0..random.below(4)).map(|_| 1 + random.below(12)).collect());
            let left_out: IntSet = (0..random.below(3)).map(|_| 1 + random.below(9)).collect();
            let set = IntSet::union(parts).except(left_out);
            let set = if random.below(3) == 0 {
                IntSet::progression(&Nat::from(1 + random.below(6)), None, &Nat::ONE).except(set)
            } else {
                set
            };
            let found = found(set.clone());
            for (i, play) in [Play::Normal, Play::Misere].into_iter().enumerate() {
                let Some(Period { preperiod: from, period, saltus }) = found[i] else { continue };
                proved[i] += 1;
                grow += usize::from(saltus > 0);
                let mut table = Vec::new();
                Members::default().extend(&set, play, &mut table, 6000, &Context::default()).unwrap();
                let ([from, period], saltus) = ([from, period].map(|n| n as usize), saltus as u32);
                for n in from..table.len() - period {
                    assert_eq!(table[n] + saltus, table[n + period], "{set} {play:?} at {n}");
                }
                assert!(from == 0 || table[from - 1] + saltus != table[from - 1 + period], "{set} {play:?}: preperiod");
            }
        }
        assert!(proved.iter().all(|count| *count > rounds / 10) && grow > rounds / 15, "{proved:?}, {grow} grow");
    }
}
