//! Rules that take numbers which a condition picks out: the numbers are listed once, not tried again at every heap.
//!
//! ```text
//! {n -> n-k for k in 1..n if popcount(k) = 2}(20000)     105 numbers up to there
//! {n -> n-a*a-b*b for a in 1.. for b in 1..}(20000)      some 5 000 numbers, each tried for many a and b
//! ```
//! What may be taken from a heap may be taken from every larger one ([`all_from`]), so the options of one large heap tell
//! those of all. The table of the values goes over the numbers alone.
//!
//! Cost: the options of the heap, and the listed numbers up to each heap below it. Small heaps are answered by the tables.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::number::to_u64;
use grundy_core::{Context, Convention, Error, Evidence, Nat, Outcome, Result, locked};
use grundy_sequence::subtraction::Members;

use super::Found;
use super::strategy::{At, Stage, Strategy};
use crate::game::knowledge::Knowledge;
use crate::game::{Game, Place};
use crate::loopy::Value;
use crate::rule::measure::Termination;
use crate::rule::takings::all_from;
use crate::words::Words;

const NAME: &str = "listed numbers";

/// Tables are asked for smaller heaps.
const NEAR: u64 = 1 << 10;
/// A list has a mark for each heap: this is the largest.
const MOST: u64 = 1 << 28;
/// Listing and the table may cost so many nodes: some half a minute.
const STEPS: u64 = 20_000_000_000;
/// The same for what takes a moment.
const MOST_SOON: u64 = 1 << 22;
const STEPS_SOON: u64 = 200_000_000;

/// The numbers that a rule takes, and the values over them.
#[derive(Debug)]
pub(super) struct ListedNumbers {
    /// From this heap on, what may be taken is what any heap may take.
    from: u64,
    learnt: Mutex<Learnt>,
}

/// What is listed answers: before laws are looked for what takes a moment, and afterwards the rest.
#[derive(Debug)]
pub(super) struct ByListed {
    numbers: Arc<ListedNumbers>,
    /// The largest heap whose numbers are listed.
    most: u64,
    /// Listing and the table may cost so many nodes.
    steps: u64,
    /// From this heap on that was not enough.
    in_vain: AtomicU64,
}

#[derive(Debug, Default)]
struct Learnt {
    members: Members,
    normal: Vec<u32>,
    misere: Vec<u32>,
}

impl ListedNumbers {
    /// `None`: what is taken depends on the heap, or the play is known not to end.
    pub(super) fn of(known: &Knowledge) -> Option<Arc<ListedNumbers>> {
        let Some(Termination::Proved(_) | Termination::Running) = known.termination else { return None };
        let from = all_from(known.rule.as_ref()?.rule()).filter(|from| *from < NEAR)?;
        Some(Arc::new(ListedNumbers { from, learnt: Mutex::default() }))
    }

    fn learnt(&self) -> MutexGuard<'_, Learnt> {
        locked(self.learnt.lock())
    }

    /// The value of a heap, or in misère play its outcome; `None`: what is taken is not listed, or the budget ends before.
    fn at(&self, at: At<'_>, n: u64, convention: Convention, cx: &Context) -> Result<Option<u32>> {
        let mut learnt = self.learnt();
        // heaps that may not take all numbers yet, by the tables; they do not ask this strategy
        let mut first = Vec::new();
        for heap in learnt.table(convention).len() as u64..self.from {
            first.push(match convention {
                Convention::Normal => at.game.value_at(&Place::heap(heap), cx)?,
                Convention::Misere => match at.game.misere_alone(&Place::heap(heap), Stage::First, cx)? {
                    Some(outcome) => Nat::from(u8::from(outcome.what == Outcome::Next)),
                    None => return Ok(None),
                },
            });
        }
        for value in first {
            let Ok(value) = u32::try_from(value) else { return Ok(None) };
            learnt.table(convention).push(value);
        }
        let before = cx.enter(NAME);
        if n > learnt.members.up_to() && !learnt.list(at, n, cx)? {
            return Ok(None);
        }
        let Learnt { members, normal, misere } = &mut *learnt;
        let table = match convention {
            Convention::Normal => normal,
            Convention::Misere => misere,
        };
        let listed = members.listed();
        let reach = listed.partition_point(|&k| k <= n) as u64;
        if (n - table.len() as u64 + 1).saturating_mul(1 + reach) > cx.nodes_left().unwrap_or(u64::MAX) {
            return Ok(None);
        }
        members.tabulate(convention, table, n + 1, cx)?;
        cx.enter(before);
        Ok(Some(table[n as usize]))
    }
}

impl Learnt {
    fn table(&mut self, convention: Convention) -> &mut Vec<u32> {
        match convention {
            Convention::Normal => &mut self.normal,
            Convention::Misere => &mut self.misere,
        }
    }

    /// Lists the numbers up to the heap, and as a rule further, so that the next heaps ask for no list; `false`: 0 is among
    /// them, so that a move stays where it is.
    fn list(&mut self, at: At<'_>, n: u64, cx: &Context) -> Result<bool> {
        let further = (2 * self.members.up_to()).min(MOST);
        if further > n {
            match self.list_to(at.game, further, cx) {
                // the rule may fail at a heap that nobody asks about
                Err(Error::Bad(_)) => {}
                done => return done,
            }
        }
        self.list_to(at.game, n, cx)
    }

    fn list_to(&mut self, game: &Game, heap: u64, cx: &Context) -> Result<bool> {
        let words = heap / 64 + 1;
        cx.reserve(8 * words)?;
        let mut marks = vec![0u64; words as usize];
        let listed = game.try_each_option(&Place::heap(heap), cx, |parts| {
            let left = parts.first().and_then(|part| to_u64(&part.place[0]));
            if let Some(taken) = left.and_then(|left| heap.checked_sub(left)) {
                marks[(taken / 64) as usize] |= 1 << (taken % 64);
            }
            Ok(())
        });
        let members = (1..=heap).filter(|k| marks[(k / 64) as usize] >> (k % 64) & 1 == 1);
        let falls = marks[0] & 1 == 0;
        let listed = listed.and_then(|()| if falls { Ok(self.members.list(members, heap, cx)?) } else { Ok(()) });
        cx.release(8 * words);
        listed.map(|()| falls)
    }
}

impl ByListed {
    /// Before laws are looked for.
    pub(super) fn soon(numbers: Arc<ListedNumbers>) -> Self {
        ByListed { numbers, most: MOST_SOON, steps: STEPS_SOON, in_vain: AtomicU64::new(u64::MAX) }
    }

    /// Where no law was found.
    pub(super) fn at_last(numbers: Arc<ListedNumbers>) -> Self {
        ByListed { numbers, most: MOST, steps: STEPS, in_vain: AtomicU64::new(u64::MAX) }
    }

    /// The value of a far heap, or in misère play its outcome; `None`: a table does as well, or it is too far.
    fn at(&self, at: At<'_>, convention: Convention, cx: &Context) -> Result<Option<u32>> {
        let Some(n) = far(at) else { return Ok(None) };
        if let Some(&known) = self.numbers.learnt().table(convention).get(n as usize) {
            return Ok(Some(known));
        }
        if n > self.most || n >= self.in_vain.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let whole = cx.nodes_left().is_none_or(|left| left >= self.steps);
        let found = cx.trial(self.steps, |part| self.numbers.at(at, n, convention, part))?.flatten();
        if found.is_none() && whole {
            self.in_vain.fetch_min(n, Ordering::Relaxed);
        }
        Ok(found)
    }
}

/// The size of the heap, if a list is asked for.
fn far(at: At<'_>) -> Option<u64> {
    let [n] = at.place.as_slice() else { return None };
    to_u64(n).filter(|n| (NEAR..MOST).contains(n))
}

fn evidence() -> Evidence {
    Evidence::computed(Words::new(
        "a table of all values up to this place, over the numbers that the rule takes, listed from it",
        "先由规则列出可取的数，再算出到此局面为止的全部值的表",
    ))
}

impl Strategy for ByListed {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        far(at).filter(|n| *n <= self.most).map(|_| NAME.into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        let known = |n| (self.numbers.learnt().normal.len() as u64) > n;
        far(at).map(|n| if known(n) { 0 } else { n })
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        let value = self.at(at, Convention::Normal, cx)?;
        Ok(value.map(|value| Found::new(Value::Finite(value.into()), evidence(), NAME)))
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        Ok(self.at(at, Convention::Normal, cx)?.map(Nat::from))
    }

    fn misere(&self, at: At<'_>, _stage: Stage, cx: &Context) -> Result<Option<Found<Outcome>>> {
        let outcome = self.at(at, Convention::Misere, cx)?;
        Ok(outcome.map(|outcome| Found::new(Outcome::lost_if(outcome == 0), evidence(), NAME)))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::mex::mex;

    use super::*;
    use crate::session::Session;

    /// The values of the heaps up to the last from the options that the rule visits.
    fn by_definition(text: &str, convention: Convention, last: u64) -> Vec<u64> {
        let game = Session::new().game(text).unwrap().game;
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=last {
            let mut after = Vec::new();
            game.try_each_option(&Place::heap(n), &Context::default(), |parts| {
                after.push(values[to_u64(&parts[0].place[0]).unwrap() as usize]);
                Ok(())
            })
            .unwrap();
            values.push(match convention {
                Convention::Normal => mex(after),
                Convention::Misere => u64::from(after.is_empty() || after.contains(&0)),
            });
        }
        values
    }

    const LISTED: [&str; 8] = [
        "{n -> n-k for k in 1..n if popcount(k) = 2}",
        "{n -> n-k for k in 1.. if isqrt(k)^2 = k or k%7 = 3 and k > 9}",
        "{n -> n-a*a-b*b for a in 1.. for b in 1..}",
        "{n -> n-k-j for k in 1..n for j in 0..2 if (k^2+j)%5 = 1; n-7}",
        "{n -> n-k for k in 2..n if popcount(k) = bits(k); n-3 if n >= 40; n-5 if n > 77}",
        "{n -> n-p for p in primes if p%4 = 1}",
        "{n -> n-3*k for k in 1.. step 2 if gcd(k, 10) = 1}",
        "{n -> n-k for k in fibs if bits(k) < 9}",
    ];

    #[test]
    fn listed_numbers_give_the_values_of_the_definition() {
        let cx = Context::default();
        for text in LISTED {
            let normal = by_definition(text, Convention::Normal, 1300);
            let misere = by_definition(text, Convention::Misere, 1300);
            let game = Session::new().game(text).unwrap().game;
            let by = ByListed::soon(ListedNumbers::of(game.knowledge().unwrap()).expect(text));
            // forwards, and from a list that was made longer
            for n in [NEAR, 1100, 1111, 1300, 1101] {
                let place = Place::heap(n);
                let at = At { game: &game, known: game.knowledge().unwrap(), place: &place };
                assert_eq!(by.number(at, &cx).unwrap(), Some(Nat::from(normal[n as usize])), "{text} {n}");
                let outcome = by.misere(at, Stage::First, &cx).unwrap().unwrap();
                assert_eq!(outcome.what == Outcome::Previous, misere[n as usize] == 0, "{text} {n}");
                assert!(outcome.evidence.is_proved());
            }
        }
    }

    #[test]
    fn rules_that_ask_the_heap_are_not_listed() {
        for text in [
            "{n -> n-k for k in 1..n if popcount(k) = popcount(n)}",
            "{n -> n-k for k in 1.. if popcount(n-k) = 2}",
            "{n -> n-k for k in 1..n//2 if popcount(k) = 2}",
            "{n -> n-1; n-2 if n < 2000}",
            "{n -> n-k//3 for k in 3..n if popcount(k) = 2}",
            "{n -> n-1; n-2 if n > 2000}",
            "{n -> n-k & k for k in 1..n if popcount(k) = 2}",
            "{n -> n-k for k in divisors(n) if popcount(k) = 2}",
            "{n -> n-k for k in 0.. if popcount(k) = 2 or k = 0}",
        ] {
            let game = Session::new().game(text).unwrap().game;
            let Ok(known) = game.knowledge() else { continue };
            assert!(ListedNumbers::of(known).is_none(), "{text}");
        }
    }

    /// At 1700 a condition has no value; a list that was to reach further ends before.
    #[test]
    fn a_rule_that_fails_further_on_answers_before() {
        let text = "{n -> n-k for k in 1..n if 10^6//(1700-k) > 700 or k = 1}";
        let game = Session::new().game(text).unwrap().game;
        let known = game.knowledge().unwrap();
        let by = ByListed::at_last(ListedNumbers::of(known).unwrap());
        let expected = by_definition(text, Convention::Normal, 1250);
        for n in [1030u64, 1250] {
            let place = Place::heap(n);
            let found = by.number(At { game: &game, known, place: &place }, &Context::default()).unwrap();
            assert_eq!(found, Some(Nat::from(expected[n as usize])));
        }
        let place = Place::heap(1800u64);
        assert!(by.number(At { game: &game, known, place: &place }, &Context::default()).is_err());
    }
}
