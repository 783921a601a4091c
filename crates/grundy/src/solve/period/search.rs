//! The search for a period: for a proof, then for a repetition among the values that were computed.

use std::time::Duration;

use grundy_core::Stopped;
use grundy_core::period::{NatPeriod, Period};

use super::members::{among_members, of_members, repeated_from};
use crate::answer::{Answer, Outlook, PeriodFound, ProvedLaw};
use crate::context::{Budget, Context};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::game::learnt::{Learnt, Wish};
use crate::game::open_sum::OpenSum;
use crate::game::slice::MEMBERS;
use crate::game::{Game, Place};
use crate::guess::learn;
use crate::number::to_u64;
use crate::outcome::Convention;
use crate::period::certify::values_needed;
use crate::period::search::{Pace, Searched, is_dear, search as prove};
use crate::period::seen::{Doubt, Repetition, ranges, seen};
use crate::plan::period::Periods;
use crate::plan::unless_stopped;
use crate::words::Words;

/// The last heap that `period` looks at where nothing is said.
const USUAL_LAST: u64 = 1_000_000;
/// The last heap that is looked at in lists with one number left open.
const LISTS: u64 = 400;
/// Values of a set that are looked at, whose largest number needs so many: where nobody says how far, and else.
const LONGEST: u64 = 200_000_000;
const LONGEST_ASKED: u64 = 16_000_000;
/// Sets of more pieces cost more a heap.
const FEW_PIECES: usize = 16;
/// Values that are known not to repeat are worked out for so many nodes.
const SHOWN: u64 = 50_000_000;
/// A search that nobody limited ends after so long, and so does the look at its values.
const USUAL_TIME: Duration = Duration::from_secs(20);
/// Testing a repetition beyond the values at hand may cost so many nodes.
pub(in crate::solve) const TESTED: u64 = 20_000_000_000;

/// What larger searches cost is told of those that take no longer than so many seconds …
const PATIENCE: f64 = 60.0;
/// … up to this power of ten.
const FARTHEST: u32 = 12;

/// How far a search goes, and what it may count on.
struct Reach {
    /// So many values are asked for.
    asked: u64,
    /// Did the user say how many, or is it the usual number of members or lists?
    is_said: bool,
    /// Did nobody say how many?
    is_free: bool,
    /// A proof may go to this heap.
    end: u64,
    /// Has the engine a theorem that proves periods?
    proves: bool,
    /// Does the engine keep the values?
    keeps: bool,
    /// Do values cost the square of the heap each?
    dear: bool,
    /// The largest number that may be taken, if that is known.
    largest: Option<u64>,
}

impl Reach {
    fn of(game: &Game, to: Option<u64>) -> Result<Reach> {
        let is_free = to.is_none();
        // boards are dear, and so are lists that are searched one by one
        let to = to.or_else(|| game.is_family().then_some(MEMBERS));
        let to = to.or_else(|| game.open_sum().is_some_and(OpenSum::has_lists).then_some(LISTS));
        let asked = to.unwrap_or(USUAL_LAST).saturating_add(1);
        let periods = game.periods()?;
        // codes that go on without end have no theorem on their periods as a rule, and a long table
        let has_theorem = |p: &Periods<'_>| p.streams || p.certificate.is_some() || game.slice().is_some();
        // where only a window of values is kept, a proof costs little, wherever it ends
        let largest = game.largest_taken();
        let pieces = game.subtraction_set().and_then(|set| set.pieces()).map_or(usize::MAX, |pieces| pieces.0.len());
        let end = match (periods.as_ref().is_some_and(|p| p.streams), largest) {
            (false, _) => asked,
            (true, Some(largest)) if pieces <= FEW_PIECES => {
                asked.max(far_enough(largest, if to.is_none() { LONGEST } else { LONGEST_ASKED }))
            }
            (true, _) => asked.max(USUAL_LAST),
        };
        Ok(Reach {
            asked,
            is_said: to.is_some(),
            is_free,
            end,
            proves: periods.as_ref().is_some_and(has_theorem),
            keeps: periods.is_some(),
            dear: is_dear(game)?,
            largest,
        })
    }

    /// Computes values until a period is proved. Where it is `decided` that there is none, the first ones are shown as far as
    /// they cost little.
    fn prove(&self, game: &Game, decided: bool, cx: &Context) -> Result<Searched> {
        let short = match decided {
            true => Some(cx.part(SHOWN)),
            false => of_members(&[game], cx).or_else(|| self.usual(cx)),
        };
        let searched = prove(game, self.end, !self.is_said, short.as_ref().unwrap_or(cx))?;
        // sets without a window, such as the primes, go as far as was asked
        let came_nowhere = searched.computed == 0 && searched.stopped.is_some();
        if self.end > self.asked && came_nowhere && cx.budget().nodes.is_none() {
            return prove(game, self.asked, !self.is_said, cx);
        }
        Ok(searched)
    }

    /// A clock where nobody set a limit.
    fn usual(&self, cx: &Context) -> Option<Context> {
        (self.is_free && !cx.is_limited()).then(|| cx.part_for(None, USUAL_TIME))
    }

    /// Looks for a repetition among the values that were computed.
    fn look(&self, game: &Game, searched: &Searched, cx: &Context) -> Result<Looked> {
        let mut looked = Looked {
            found: None,
            computed: searched.computed.min(self.asked),
            // what is seen among the values stored need not hold for those that were computed without being stored
            whole: searched.computed == searched.stored,
            early: false,
            ended: true,
            stopped: searched.stopped.clone(),
        };
        // the largest number does nothing yet
        looked.early = self.largest.is_some_and(|largest| largest >= looked.computed);
        if !looked.whole || looked.early {
            return Ok(looked);
        }
        let size = searched.stored.min(self.asked);
        let short = self.usual(cx);
        let mut seen = repeats(game, size, short.as_ref().unwrap_or(cx));
        if let Err(Error::Stopped(stopped)) = seen {
            looked.stopped.get_or_insert(stopped);
            // where the values are kept, a short look at them tells what they show
            seen = if self.keeps { repeats(game, size, &cx.beyond(LOOK)) } else { Ok(Seen::TooDear) };
        }
        match seen {
            Ok(Seen::Repetition(found)) => looked.found = Some(found),
            Ok(Seen::Nothing) => {}
            Ok(Seen::Unread(heap)) => (looked.computed, looked.ended) = (heap, false),
            Ok(Seen::TooDear) | Err(Error::Stopped(_)) => looked.ended = false,
            Err(bad) => return Err(bad),
        }
        Ok(looked)
    }
}

/// What the values that were computed show.
struct Looked {
    /// They repeat so.
    found: Option<Repetition>,
    /// So many values are told.
    computed: u64,
    /// Were all of them at hand?
    whole: bool,
    /// Is the largest number that may be taken larger than all these heaps?
    early: bool,
    /// Was looked to the end?
    ended: bool,
    stopped: Option<Stopped>,
}

impl Looked {
    /// What was looked at, in words.
    fn words(&self, game: &Game) -> Words {
        match &self.found {
            Some(found) => repeated(found, self.computed),
            None if self.early => Words::new(
                "the largest number that may be taken is larger than the heaps that were computed",
                "可取的最大的数大于已算出的堆",
            ),
            None if !self.whole => {
                Words::new("no window of values came back among the values computed", "在已算出的值中没有一段窗口重现")
            }
            None if !self.ended => {
                Words::new("whether these values repeat was not looked for to the end", "这些值是否重复没有查完")
            }
            None => unrepeated(game),
        }
    }
}

/// Searches for a proof, then for a repetition; fills the answer.
pub(super) fn search(game: &Game, to: Option<u64>, answer: &mut Answer<PeriodFound>, cx: &Context) -> Result<()> {
    let reach = Reach::of(game, to)?;
    if (!reach.proves || reach.dear) && by_law(game, answer, cx)? {
        return Ok(());
    }
    let never = if reach.proves { None } else { unless_stopped(game.learnt().no_repetition(cx))? };
    let mut searched = reach.prove(game, never.is_some(), cx)?;
    if let Some(proved) = searched.proved.take() {
        answer.computed_to = values_needed(game, &proved).map(|values| values.saturating_sub(1));
        answer.period = Some(proved.period.into());
        answer.evidence = proved.evidence;
        return Ok(());
    }
    if reach.proves && !reach.dear && by_law(game, answer, cx)? {
        return Ok(());
    }
    if game.knowledge()?.code().is_some() {
        answer.further = searched.pace.as_ref().and_then(|pace| outlook(pace, searched.computed));
    }
    let mut looked = reach.look(game, &searched, cx)?;
    // what is proved never to repeat does not, whatever its first values show
    looked.found = looked.found.filter(|_| never.is_none());
    answer.stopped = looked.stopped.clone();
    answer.computed_to = looked.computed.checked_sub(1);
    let period = looked.found.as_ref().map(|found| found.period);
    let evidence = match period {
        Some(period) => unless_stopped(game.learnt().repetition(period, cx))?,
        None if reach.proves => unless_stopped(game.learnt().no_repetition(cx))?,
        None => never,
    };
    match evidence {
        Some(evidence) => {
            answer.further = None;
            settle(game, period, evidence, answer);
        }
        None => {
            answer.further = answer.further.filter(|_| period.is_none());
            answer.sparse = period.is_none().then(|| game.sparse_space()).flatten();
            let words = || looked.words(game);
            answer.evidence = answer.computed_to.map_or_else(Evidence::nothing, |to| Evidence::checked(to, words()));
            answer.period = period.map(NatPeriod::from);
        }
    }
    Ok(())
}

/// How far the search would come in a minute at this pace, in powers of ten; the next one, where that takes longer.
fn outlook(pace: &Pace, computed: u64) -> Option<Outlook> {
    let behind = (1..=FARTHEST).map(|power| 10u64.pow(power)).filter(|to| *to / 2 > computed);
    let all: Vec<Outlook> = behind.map(|to| Outlook { to, seconds: pace.seconds_to(to) }).collect();
    all.iter().rfind(|one| one.seconds <= PATIENCE).or(all.first()).copied()
}

/// The same of a family of boards or graphs that begins at 0, member by member: dear ones, and the upper end of the family, end the
/// search where they stand.
pub(super) fn family(game: &Game, to: Option<u64>, answer: &mut Answer<PeriodFound>, cx: &Context) -> Result<()> {
    if by_law(game, answer, cx)? {
        return Ok(());
    }
    among_members(game, 0, to, answer, cx)
}

/// So many values show what a number this large does, if they are no more than that.
fn far_enough(last: u64, longest: u64) -> u64 {
    let needed = last.saturating_mul(4).max(USUAL_LAST);
    if needed <= longest { needed } else { USUAL_LAST }
}

/// Values that repeat, of which so many were computed for the search.
fn repeated(found: &Repetition, computed: u64) -> Words {
    match &found.doubt {
        Some(Doubt::Fails(heap)) => Words::new(
            format!("the values repeat as far as they were computed, but not for ever: heap {heap} has another value"),
            format!("在已算出的范围内值是重复的，但并非永远如此：堆 {heap} 的值不同"),
        ),
        Some(Doubt::Below(number)) => Words::new(
            format!(
                "the values repeat as far as they were computed, below the number {number} of the rule, where they may \
                 change; not proved"
            ),
            format!("在已算出的范围内值是重复的，但未到规则中的数 {number}，在那里可能改变；未证明"),
        ),
        None if found.tested <= computed => repeated_from(0),
        None => {
            let last = found.tested - 1;
            Words::new(
                format!("the values repeat as far as they were computed, and so do those up to {last}; not proved"),
                format!("在已算出的范围内值是重复的，直到 {last} 也是；未证明"),
            )
        }
    }
}

/// Values that do not repeat where they were looked at.
fn unrepeated(game: &Game) -> Words {
    let times = ranges(game);
    let far = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
    Words::new(
        format!("no period repeats four times at the end of these values and still holds {far} as far"),
        format!("没有周期在这些值的末尾重复四次，并且到 {times} 倍范围仍然成立"),
    )
}

/// The period that follows from a proved formula of the values, if there is one; of any other law of the values it is
/// told that it is proved.
fn by_law(game: &Game, answer: &mut Answer<PeriodFound>, cx: &Context) -> Result<bool> {
    let law = match learn(game, Convention::Normal, 1, Wish::Values, cx) {
        Ok(law) => law,
        // the search for a period tells how far it comes
        Err(Error::Stopped(_)) => return Ok(false),
        Err(bad) => return Err(bad),
    };
    if let Some(told) = game.told_period(cx)? {
        (answer.period, answer.evidence) = (Some(told.0), told.1);
        return Ok(true);
    }
    answer.law = law.map(|law| ProvedLaw {
        text: law.words.english.clone(),
        chinese: law.words.chinese.clone(),
        claim: law.claim.as_ref().map(ToString::to_string),
        evidence: law.evidence.clone(),
    });
    Ok(false)
}

/// What was seen of the values, or that nothing was, is proved by the law that gives them.
fn settle(game: &Game, seen: Option<Period>, evidence: Evidence, answer: &mut Answer<PeriodFound>) {
    if let Some(found) = seen {
        // a smaller one, or one that begins earlier, would have been seen
        game.learnt().keep(Learnt::period(found.into(), evidence.clone()));
        answer.law = None;
        answer.period = Some(found.into());
    }
    answer.stopped = None;
    answer.evidence = evidence;
}

/// What the first values show.
enum Seen {
    /// They repeat so.
    Repetition(Repetition),
    /// They do not.
    Nothing,
    /// This heap has a value beyond 64 bits, or makes no position.
    Unread(u64),
    /// The test took too long.
    TooDear,
}

/// How long values that are known are looked at when the budget is spent.
const LOOK: Budget = Budget { time: Some(Duration::from_millis(200)), memory: Some(1 << 24), nodes: Some(1 << 20) };

/// Do the first values repeat?
fn repeats(game: &Game, size: u64, cx: &Context) -> Result<Seen> {
    let bytes = size.saturating_mul(16);
    cx.reserve(bytes)?;
    let mut values = Vec::new();
    for n in 0..size {
        cx.tick(1)?;
        let value = match game.place(Place::heap(n)) {
            Ok(place) => to_u64(&game.value_at(&place, cx)?),
            Err(_) => None,
        };
        let Some(value) = value else {
            cx.release(bytes);
            return Ok(Seen::Unread(n));
        };
        values.push(value);
    }
    let found = cx.trial(TESTED, |part| seen(game, 0, &values, part))?;
    cx.release(bytes);
    Ok(match found {
        Some(Some(found)) => Seen::Repetition(found),
        Some(None) => Seen::Nothing,
        None => Seen::TooDear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Session};

    /// A pace is that of the last stretch: even, or growing with the heaps before.
    #[test]
    fn what_a_larger_search_costs_is_told_of_codes() {
        let ask = |text: &str, to| {
            let question = Session::new().game(text).unwrap();
            let options = super::super::PeriodOptions::default().with_to(to);
            question.period_with(&options, &Context::default()).unwrap().result.further
        };
        for text in ["0.104", "0.454", "0.06"] {
            let further = ask(text, Some(20_000)).unwrap_or_else(|| panic!("{text}"));
            assert!(further.to >= 100_000 && further.to.to_string().trim_end_matches('0') == "1", "{text}");
            assert!(further.seconds > 0.0, "{text}");
        }
        assert!(ask("0.77", None).is_none() && ask("take[squares]", Some(2000)).is_none());
    }

    /// Lists are searched one by one, four hundred of them where nobody said how many.
    #[test]
    fn a_search_that_nobody_limited_has_a_clock() {
        let free = Context::default();
        let asked = Context::new(Budget { nodes: Some(1000), ..Budget::UNLIMITED });
        for text in ["endnim(n,5,7)", "0.0703"] {
            let question = Session::new().game(text).unwrap();
            let reach = |to| Reach::of(&question.game, to).unwrap();
            assert!(reach(None).usual(&free).is_some_and(|part| part.time_left().is_some()), "{text}");
            assert!(reach(None).usual(&asked).is_none() && reach(Some(50)).usual(&free).is_none(), "{text}");
        }
    }
}
