//! Callables as a game of the library ([`AnyGame`]): every question about positions goes through its planner.
//!
//! A place is the number of a position. Values come from the search of their own ([`super::search`]); what is listed and
//! found stays with the game, so that a callable is asked once for each position.

use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use grundy::evidence::SPRAGUE_GRUNDY;
use grundy::game::typed::PAIRING;
use grundy::game::{AnyGame, Component, Game, OptionVisitor, Place, Shape, Visited};
use grundy::locked;
use grundy::{Budget, Context, Error, Evidence, Method, Nat, Outcome, Spent, Theorem, Words};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::asking::Asking;
use super::calls::{Calls, DECLARED, Measure};
use super::lists::List;
use super::meter::{Allowed, ENGINE, Ended, Meter, Said};
use super::places::Heap;
use super::state::State;
use super::sums::Sum;
use crate::caller;
use crate::error;

/// Callables, and what is known of their game.
#[derive(Debug)]
pub(crate) struct Called {
    name: String,
    calls: Mutex<Option<Calls<Py<PyAny>>>>,
    state: Mutex<State>,
    /// The thread that is at work.
    owner: Mutex<Option<ThreadId>>,
    /// How positions print.
    texts: Mutex<FxHashMap<u32, String>>,
    /// Positions whose value a [trial](TRIAL) did not find.
    dear: Mutex<FxHashSet<u32>>,
}

/// A position that was met: its number. Heaps and pairs of them are ordered as numbers, all others by what they print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Met {
    pub(crate) number: u32,
    heap: Option<Heap>,
}

impl fmt::Display for Met {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.heap {
            Some(Heap::One(n)) => write!(f, "{n}"),
            Some(Heap::Two(a, b)) => write!(f, "({a}, {b})"),
            None => write!(f, "#{}", self.number),
        }
    }
}

/// Parts of one position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Parts(pub(crate) Vec<Met>);

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Where the rules declare who wins, the value is looked for unasked for so many nodes.
const TRIAL: u64 = 2_000;

/// How long another thread waits before it looks again.
const PAUSE: Duration = Duration::from_millis(1);

impl Called {
    pub(super) fn new(py: Python<'_>, name: &str, calls: Calls<Py<PyAny>>) -> Called {
        Called {
            name: name.to_owned(),
            calls: Mutex::new(Some(calls)),
            state: Mutex::new(State::new(py)),
            owner: Mutex::default(),
            texts: Mutex::default(),
            dear: Mutex::default(),
        }
    }

    /// Asks within the limits, once no other thread is at it.
    pub(super) fn ask<'py, T>(
        &self,
        py: Python<'py>,
        allowed: Allowed,
        method: Option<Method>,
        question: impl FnOnce(&mut Asking<'_, 'py>) -> Said<T>,
    ) -> Said<T> {
        let me = std::thread::current().id();
        // nobody waits for the lock with the interpreter in hand
        let mut guard = loop {
            match self.state.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if *locked(self.owner.lock()) == Some(me) => {
                    return Err(error::rule(py, "the rules ask the game while it asks them for options").into());
                }
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(PAUSE));
                    py.check_signals()?;
                }
            }
        };
        let calls = locked(self.calls.lock()).as_ref().map(|calls| calls.bind(py));
        let Some(calls) = calls else { return Err(error::internal("a game was cleared").into()) };
        *locked(self.owner.lock()) = Some(me);
        let meter = Meter::new(py, allowed, &guard);
        let result = question(&mut Asking { py, calls, state: &mut guard, meter, method });
        guard.tidy();
        *locked(self.owner.lock()) = None;
        result
    }

    pub(super) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Ok(calls) = self.calls.try_lock() {
            calls.iter().flat_map(Calls::each).try_for_each(|(_, callable)| visit.call(callable))?;
        }
        match self.state.try_lock() {
            Ok(state) => state.places.traverse(visit),
            Err(_) => Ok(()),
        }
    }

    pub(super) fn clear(&self) {
        let calls = locked(self.calls.lock()).take();
        drop(calls);
    }
}

/// What values rest on; `declared`: and who wins was declared.
fn reasons(declared: bool) -> Evidence {
    let mut reasons = if declared { Evidence::theorem(&PAIRING) } else { Evidence::trivial() };
    reasons.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
    reasons.add(&searched());
    reasons
}

/// Everything that decides was opened.
fn searched() -> Evidence {
    Evidence::computed(Words::new(
        "a search over the rule; everything that decides was computed",
        "按规则搜索；起决定作用的都已算出",
    ))
}

impl State {
    /// The position of this number as a place.
    pub(super) fn met(&self, number: u32) -> Met {
        Met { number, heap: self.places.heap(number) }
    }
}

/// Callables that positions and questions share.
#[derive(Debug, Clone)]
pub(crate) struct Shared(pub(crate) Arc<Called>);

/// What a call found, the options that it asked for, and the bytes that it took.
type Metered<T> = (Said<T>, u64, u64);

impl Shared {
    /// The callables of a game of the library, if it has such.
    pub(crate) fn of(game: &Game) -> Option<&Shared> {
        let rules: &dyn std::any::Any = game.any()?;
        rules.downcast_ref()
    }

    /// Asks on the thread of the question within this budget; `None`: the question is over.
    fn metered<T: Send + 'static>(
        &self,
        budget: Budget,
        method: Option<Method>,
        question: impl FnOnce(&mut Asking<'_, '_>) -> Said<T> + Send + 'static,
    ) -> Option<Metered<T>> {
        let called = Arc::clone(&self.0);
        caller::call(move |py, caller| {
            let (start, time) = caller.map_or_else(|| (Instant::now(), None), |caller| (caller.start, caller.time));
            let allowed = Allowed { budget: Budget { time, ..budget }, start, progress: None };
            let (mut nodes, mut bytes) = (0, 0);
            let found = called.ask(py, allowed, method, |asking| {
                let found = question(asking);
                (nodes, bytes) = (asking.meter.nodes(), asking.meter.grown(asking.state, 0));
                found
            });
            if let (Err(Ended::Raised(raised)), Some(caller)) = (&found, caller) {
                caller.raise(raised.clone_ref(py));
            }
            (found, nodes, bytes)
        })
    }

    /// Asks within what the context has left.
    fn ask<T: Send + 'static>(
        &self,
        cx: &Context,
        question: impl FnOnce(&mut Asking<'_, '_>) -> Said<T> + Send + 'static,
    ) -> grundy::Result<T> {
        cx.check()?;
        let before = cx.enter(ENGINE);
        let memory = cx.budget().memory.map(|most| most.saturating_sub(cx.reserved()));
        let budget = Budget { nodes: cx.nodes_left(), time: None, memory };
        let (found, nodes, bytes) =
            self.metered(budget, cx.method(), question).ok_or_else(|| cx.stopped(Spent::Cancelled, None))?;
        let charged = cx.reserve(bytes).and_then(|()| cx.tick(nodes));
        let found = match found {
            Ok(found) => Ok(found),
            Err(Ended::Stopped(why)) => Err(cx.stopped(why.spent, why.needed).into()),
            // the exception is raised by the caller
            Err(Ended::Raised(_)) => Err(Error::from(cx.stopped(Spent::Cancelled, None))),
        };
        cx.enter(before);
        charged?;
        found
    }

    /// What the values that are known rest on.
    pub(super) fn evidence(&self) -> Evidence {
        let is_declared = |(&(measure, _), &told): (&(Measure, u32), &u64)| measure == Measure::Pairing && told > 0;
        let declared = self.known(|state| state.told.iter().any(is_declared).then_some(()));
        reasons(declared.is_some())
    }

    /// What is known already, without a call; `None` where another thread is at work.
    fn known<T>(&self, look: impl FnOnce(&State) -> Option<T>) -> Option<T> {
        look(&*self.0.state.try_lock().ok()?)
    }

    /// The options of a position, and whether they were listed before.
    fn listed(&self, number: u32, cx: &Context) -> grundy::Result<(Vec<Vec<Met>>, bool)> {
        let all = |list: &List, state: &State| -> Vec<Vec<Met>> {
            list.each().map(|parts| parts.iter().map(|&part| state.met(part)).collect()).collect()
        };
        if let Some(list) = self.known(|state| Some(all(state.lists.get(number)?, state))) {
            return Ok((list, true));
        }
        let list = self.ask(cx, move |asking| {
            let list = asking.listed(number)?;
            Ok(all(&list, asking.state))
        })?;
        Ok((list, false))
    }
}

impl AnyGame for Shared {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn has_own_search(&self) -> bool {
        true
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let Some(met) = place.position::<Met>() else { return Ok(ControlFlow::Continue(())) };
        let (list, again) = self.listed(met.number, cx)?;
        for parts in list {
            if again {
                cx.tick(1)?;
            }
            let parts: Vec<Component> =
                parts.into_iter().map(|part| Component { game: game.clone(), place: Place::of(part) }).collect();
            if visit(&parts).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn accept(&self, position: &Place) -> Option<Vec<Place>> {
        Some(position.position::<Parts>()?.0.iter().map(|&part| Place::of(part)).collect())
    }

    fn show(&self, place: &Place) -> String {
        let Some(&Met { number, heap: None }) = place.position::<Met>() else {
            return format!("{}({place})", self.0.name);
        };
        if let Some(text) = locked(self.0.texts.lock()).get(&number) {
            return text.clone();
        }
        let shown = self.metered(Budget::UNLIMITED, None, move |asking| {
            Ok(asking.state.places.position(asking.py, number)?.repr()?.to_string())
        });
        match shown {
            Some((Ok(position), ..)) => {
                let text = format!("{}({position})", self.0.name);
                locked(self.0.texts.lock()).insert(number, text.clone());
                text
            }
            _ => format!("{}(?)", self.0.name),
        }
    }

    fn is_bare(&self) -> bool {
        true
    }

    fn valued(&self, place: &Place, cx: &Context) -> Option<grundy::Result<(Nat, Evidence)>> {
        let number = place.position::<Met>()?.number;
        let value = match self.known(|state| state.known(number)) {
            Some(value) => Ok(value),
            None => self.ask(cx, move |asking| asking.value(number)),
        };
        Some(value.map(|value| (Nat::from(value), reasons(self.told(place).is_some()))))
    }

    fn is_worth(&self, place: &Place, number: u64, cx: &Context) -> Option<grundy::Result<bool>> {
        let part = place.position::<Met>()?.number;
        let Ok(number) = u32::try_from(number) else { return Some(Ok(false)) };
        Some(match self.known(|state| state.known(part)) {
            Some(value) => Ok(value == number),
            None => self.ask(cx, move |asking| asking.is_worth([part].as_slice().into(), number)),
        })
    }

    fn told(&self, place: &Place) -> Option<(Outcome, &'static Theorem)> {
        let number = place.position::<Met>()?.number;
        locked(self.0.calls.lock()).as_ref()?.pairing.as_ref()?;
        let known = |state: &State| state.told.get(&(Measure::Pairing, number)).map(|&at| DECLARED[at as usize]);
        let told = self.known(known).or_else(|| {
            let (told, ..) = self.metered(Budget::UNLIMITED, None, move |asking| asking.pairing(number))?;
            told.ok()
        });
        Some((told.flatten()?, &PAIRING))
    }

    fn judged_misere(&self, place: &Place, cx: &Context) -> Option<grundy::Result<(Outcome, Evidence)>> {
        let number = place.position::<Met>()?.number;
        let sum = Sum::from_slice(&[number]);
        let wins = match self.known(|state| state.sums.wins(&sum)) {
            Some(wins) => Ok(wins),
            None => self.ask(cx, move |asking| asking.wins_misere(sum)),
        };
        let outcome = |wins| Outcome::won_if(wins);
        Some(wins.map(|wins| (outcome(wins), searched())))
    }

    /// Where the rules declare who wins, a short trial tells whether the value is dear.
    fn search_cost(&self, place: &Place) -> Option<u64> {
        let number = place.position::<Met>()?.number;
        self.told(place)?;
        if self.known(|state| state.known(number)).is_some() {
            return Some(0);
        }
        if locked(self.0.dear.lock()).contains(&number) {
            return None;
        }
        let budget = Budget { nodes: Some(TRIAL), ..Budget::UNLIMITED };
        match self.metered(budget, None, move |asking| asking.value(number))? {
            (Ok(_), nodes, _) => Some(nodes),
            (Err(_), ..) => {
                locked(self.0.dear.lock()).insert(number);
                None
            }
        }
    }

    fn words(&self) -> Option<String> {
        Some("rules written in Python.".to_owned())
    }

    fn compare(&self, a: &Place, b: &Place) -> Ordering {
        let heap = |place: &Place| place.position::<Met>().and_then(|met| met.heap);
        match (heap(a), heap(b)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.show(a).cmp(&self.show(b)),
        }
    }
}
