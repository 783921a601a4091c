//! How a proved period is looked for, the cheapest proof first.
//!
//! Subtraction sets stream through a window of their own. Tables of codes and of rules grow step by step, and each step
//! asks for a proof by the values stored (`take_and_break`); once a code has a sparse space and its rares are quiet, the
//! search goes on with the last heaps only ([`grundy_sequence::heap::PeriodSearch`]).

use std::time::{Duration, Instant};

use grundy_core::{Context, Error, Result, Spent, Stopped};
use grundy_sequence::code::Code;
use grundy_sequence::heap::{PeriodSearch, Progress};
use grundy_sequence::period::{ProvedPeriod, repetition};
use grundy_sequence::store::StateKind;

use crate::game::{Game, Place};
use crate::number::to_u64;

use super::seen::tested_on;

/// A search begins with so many values.
const FIRST: u64 = 1 << 12;
/// Up to here tables double; beyond they grow by a quarter, and the search in constant memory is tried.
const SMALL: u64 = 1 << 16;
/// A repetition is clear on so many times the range on which one is tested; values are looked at in so many bytes each.
const CLEAR: u64 = 4;
const CLEAR_BYTES: u64 = 16;
/// A search that nobody asked to go so far ends before a round of more nodes.
const ROUND: u64 = 20_000_000_000;

/// How a search ended.
#[derive(Debug)]
pub(crate) struct Searched {
    pub(crate) proved: Option<ProvedPeriod>,
    /// So many values were computed …
    pub(crate) computed: u64,
    /// … and the first so many are stored.
    pub(crate) stored: u64,
    pub(crate) stopped: Option<Stopped>,
    /// How fast it was at last.
    pub(crate) pace: Option<Pace>,
}

/// How long the last stretch of a search took, by which it is told what going on would take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    from: u64,
    to: u64,
    took: Duration,
    /// Does each heap cost the same? In a table the last ones cost most: as much as there are heaps before them.
    even: bool,
}

impl Pace {
    /// The seconds from where the search ended to this heap.
    pub(crate) fn seconds_to(&self, last: u64) -> f64 {
        let [from, to, last] = [self.from, self.to, last].map(|heap| heap as f64);
        let power = if self.even { 1 } else { 2 };
        let work = |a: f64, b: f64| (b.powi(power) - a.powi(power)).max(1.0);
        self.took.as_secs_f64() * work(to, last) / work(from, to)
    }
}

/// Looks for a proof among the heaps below `end`. `unasked`: nobody named this end, and rounds that cost much are not
/// begun without a budget.
///
/// # Errors
/// Faults of the rule. A spent budget is no error.
pub(crate) fn search(game: &Game, end: u64, unasked: bool, cx: &Context) -> Result<Searched> {
    let periods = game.periods()?;
    let (at_once, code) = (periods.as_ref().is_some_and(|p| p.streams), periods.is_some_and(|p| !p.streams));
    let mut size = if at_once { end } else { end.min(FIRST) };
    let mut result = Searched { proved: None, computed: 0, stored: 0, stopped: None, pace: None };
    // after an undecided heap more is stored before the next try
    let mut not_before = SMALL;
    if code && let Some(search) = saved(game, cx)? {
        let read = search.len();
        match stream(game, search, read, end, &mut result, cx)? {
            Streamed::Ended => return Ok(result),
            Streamed::Undecided(heap) => not_before = heap.saturating_add(heap / 2),
            Streamed::NoRoom => not_before = u64::MAX,
        }
    }
    if at_once {
        result.proved = game.period_of_large_numbers(cx)?;
        if result.proved.is_some() {
            return Ok(result);
        }
    }
    loop {
        let (before, begun, from) = (cx.nodes(), Instant::now(), result.stored);
        match round(game, size, cx) {
            Ok(Some(proved)) => {
                result.proved = Some(proved);
                return Ok(result);
            }
            Ok(None) => {
                (result.computed, result.stored) = (result.computed.max(size), size);
                // with few rare heaps, and no new ones, each heap costs about the same
                let even = game.sparse_space().is_some_and(|space| space.last_rare < from);
                result.pace = Some(Pace { from, to: size, took: begun.elapsed(), even });
            }
            Err(Error::Stopped(stopped)) => {
                result.stopped = Some(stopped);
                if game.has_store() {
                    result.stored = result.stored.max(game.computed().min(end));
                    result.computed = result.computed.max(result.stored);
                }
                // where nobody set a limit, a plan that is too long only ends the search
                if unasked && cx.budget().nodes.is_none() && result.computed > 0 {
                    let by_plan = |s: &Stopped| s.spent == Spent::Nodes;
                    result.stopped =
                        result.stopped.take().filter(|s| !by_plan(s)).or_else(|| late(result.computed, cx));
                }
                return Ok(result);
            }
            Err(bad) => return Err(bad),
        }
        // without a proof more heaps of a code whose values are dear only show once more what repeats
        if size >= end || (unasked && code && is_dear(game)? && repeats_clearly(game, size, cx)?) {
            return Ok(result);
        }
        if code
            && size >= not_before
            && let Some(search) = game.period_search()
        {
            match stream(game, search, 0, end, &mut result, cx)? {
                Streamed::Ended => return Ok(result),
                Streamed::Undecided(heap) => not_before = heap.saturating_add(heap / 2),
                Streamed::NoRoom => not_before = u64::MAX,
            }
        }
        if unasked && cx.budget().nodes.is_none() && (cx.nodes() - before).saturating_mul(4) > ROUND {
            result.stopped = Some(beyond(size, cx));
            return Ok(result);
        }
        let more = if code && size >= SMALL { size / 4 } else { size };
        size = size.saturating_add(more).min(end);
    }
}

/// Do values of the game cost the square of the heap each? Those of codes that may leave three heaps or more do.
///
/// # Errors
/// A rule that is not a game.
pub(crate) fn is_dear(game: &Game) -> Result<bool> {
    Ok(game.knowledge()?.code().is_some_and(Code::splits_in_three))
}

/// Do the first values, which are stored, repeat on many times the range in which that shows?
fn repeats_clearly(game: &Game, size: u64, cx: &Context) -> Result<bool> {
    let bytes = size.saturating_mul(CLEAR_BYTES);
    cx.tick(size)?;
    cx.reserve(bytes)?;
    let value = |n: u64| to_u64(&game.value_at(&Place::heap(n), cx).ok()?);
    let values: Option<Vec<u64>> = (0..size).map(value).collect();
    let found = values.and_then(|values| repetition(&values));
    cx.release(bytes);
    Ok(found.is_some_and(|found| CLEAR * tested_on(found) <= size))
}

/// A clock that nobody asked for has ended the search.
fn late(computed: u64, cx: &Context) -> Option<Stopped> {
    cx.is_late().then(|| beyond(computed, cx))
}

fn beyond(computed: u64, cx: &Context) -> Stopped {
    let needed = format!("the values of more than {computed} heaps; `to` searches further");
    cx.stopped(Spent::Nodes, Some(needed))
}

/// How the search in constant memory ended.
enum Streamed {
    /// The result holds all.
    Ended,
    /// Stored values must decide this heap.
    Undecided(u64),
    /// Its windows need more memory than there is.
    NoRoom,
}

/// The search of an earlier run, saved in the store.
const SAVED: StateKind = StateKind { name: "search", version: 1 };
/// So many heaps between two looks at the clock, if the search is saved.
const SLICE: u64 = 1 << 21;
/// A search is saved at most so often, and less often where that takes long.
const PAUSE: Duration = Duration::from_millis(500);
/// Saving may take such a part of the time.
const SAVING: u32 = 20;

fn saved(game: &Game, cx: &Context) -> Result<Option<PeriodSearch>> {
    let Some(bytes) = game.load_state(SAVED, cx)? else { return Ok(None) };
    Ok(game.saved_period_search(&bytes)?)
}

/// Goes on in constant memory; with a store the search is saved now and then, and when it is stopped. An earlier run did the
/// first `read` heaps.
fn stream(
    game: &Game,
    mut search: PeriodSearch,
    read: u64,
    end: u64,
    result: &mut Searched,
    cx: &Context,
) -> Result<Streamed> {
    let begun = search.len();
    cx.enter("heap sequence");
    let kept = game.has_store();
    let start = Instant::now();
    let (mut at, mut pause) = (start, PAUSE);
    loop {
        let goal = if kept { end.min(search.len().saturating_add(SLICE)) } else { end };
        let progress = search.advance_toward(goal, end, cx);
        result.computed = result.computed.max(search.len());
        if search.len() > begun {
            result.pace = Some(Pace { from: begun, to: search.len(), took: start.elapsed(), even: true });
        }
        match progress {
            Ok(Progress::Found(found)) => {
                result.proved = game.remember_return(found, read);
                return Ok(Streamed::Ended);
            }
            Ok(Progress::Reached) if goal < end => {
                if at.elapsed() >= pause {
                    let before = Instant::now();
                    game.save_state(SAVED, &search.to_bytes())?;
                    (at, pause) = (Instant::now(), PAUSE.max(before.elapsed() * SAVING));
                }
            }
            Ok(Progress::Reached) => {
                if kept {
                    game.save_state(SAVED, &search.to_bytes())?;
                }
                return Ok(Streamed::Ended);
            }
            Ok(Progress::Undecided(heap)) => return Ok(Streamed::Undecided(heap)),
            // no room for its windows: what there is may do for the sequence itself
            Err(stopped) if stopped.spent == Spent::Memory && search.len() == begun => return Ok(Streamed::NoRoom),
            Err(stopped) => {
                result.stopped = Some(stopped);
                if kept {
                    game.save_state(SAVED, &search.to_bytes())?;
                }
                return Ok(Streamed::Ended);
            }
        }
    }
}

/// A period proved from so many values, or the values at hand.
fn round(game: &Game, size: u64, cx: &Context) -> Result<Option<ProvedPeriod>> {
    if let Some(proved) = game.proved_period(Some(size), cx)? {
        return Ok(Some(proved));
    }
    game.keep_to(size, cx)?;
    game.value_at(&Place::heap(size - 1), cx)?;
    Ok(None)
}
