//! One request at work: its parts, its budget, and what it tells the reader who waits.
//!
//! Each part is tried by a thread of the small lane, for a moment ([`MOMENT`]). What is not done by then goes to the heavy
//! lane with the part in hand, and has the budget of the request there.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grundy::{Budget, Context, Session, locked};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::answer::{self, Fault, Object};
use crate::ask::Ask;
use crate::question::{Question, Verb};
use crate::seat::Seat;

/// How long a part may take in the small lane.
const MOMENT: Duration = Duration::from_millis(40);
/// What it may hold there.
const ROOM: u64 = 64 << 20;

/// What a task tells.
#[derive(Debug)]
pub(crate) enum Event {
    /// An object, with the name of its event.
    Object(&'static str, Vec<u8>),
    /// The text is at fault.
    Fault(Fault),
    /// There is no room for heavy work.
    Busy(Busy),
    /// A fault of the program.
    Broken,
}

/// Why there is no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Busy {
    /// This reader has enough at work.
    Reader,
    /// All have.
    Everybody,
}

/// How far heavy work is.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) engine: String,
    pub(crate) done: u64,
    pub(crate) of: Option<u64>,
    /// When it began.
    pub(crate) began: Option<Instant>,
}

/// The reader's end of a task. When it is dropped, the work is cancelled.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) events: UnboundedReceiver<Event>,
    pub(crate) news: Arc<Mutex<News>>,
    cancel: Arc<AtomicBool>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// A request at work.
#[derive(Debug)]
pub(crate) struct Task {
    question: Question,
    session: Session,
    ask: Option<Ask>,
    events: UnboundedSender<Event>,
    news: Arc<Mutex<News>>,
    cancel: Arc<AtomicBool>,
    /// Who asks.
    pub(crate) reader: IpAddr,
    began: Option<Instant>,
    /// Its place in the heavy lane.
    seat: Option<Seat>,
}

impl Task {
    /// A task, and the end at which its reader waits.
    pub(crate) fn new(question: Question, reader: IpAddr) -> (Box<Task>, Waiting) {
        let (events, receiver) = unbounded_channel();
        let (news, cancel) = (Arc::<Mutex<News>>::default(), Arc::<AtomicBool>::default());
        let waiting = Waiting { events: receiver, news: Arc::clone(&news), cancel: Arc::clone(&cancel) };
        let ask = (question.verb == Verb::Ask).then(Ask::new);
        let task =
            Task { question, session: answer::session(), ask, events, news, cancel, reader, began: None, seat: None };
        (Box::new(task), waiting)
    }

    /// Gives it a place in the heavy lane.
    pub(crate) fn sit(&mut self, seat: Seat) {
        self.seat = Some(seat);
    }

    /// Has the reader gone away?
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Tells the reader; one who went away misses nothing.
    pub(crate) fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Where a fault of the program is told.
    pub(crate) fn voice(&self) -> UnboundedSender<Event> {
        self.events.clone()
    }

    /// Works for a moment on each part; `true`: the part in hand takes longer.
    pub(crate) fn try_at_once(&mut self) -> bool {
        let asked = self.question.budget;
        let least = |a: Option<Duration>| Some(a.map_or(MOMENT, |a| a.min(MOMENT)));
        let budget = Budget {
            time: least(asked.time),
            memory: Some(asked.memory.map_or(ROOM, |memory| memory.min(ROOM))),
            nodes: asked.nodes,
        };
        // who allows no more than this has his answer
        let whole = asked.time.is_some_and(|time| time <= MOMENT);
        self.go(|_| budget, whole)
    }

    /// Works with the budget of the request, which all parts share; a part has its moment also where nothing is left, for
    /// a board can be drawn whose value is not known.
    pub(crate) fn work(&mut self) {
        let began = *self.began.get_or_insert_with(Instant::now);
        locked(self.news.lock()).began = Some(began);
        let asked = self.question.budget;
        let budget = move |part: Option<Duration>| {
            let left = asked.time.map(|time| time.saturating_sub(began.elapsed()).max(MOMENT.min(time)));
            let time = match (left, part) {
                (Some(left), Some(part)) => Some(left.min(part)),
                (left, part) => left.or(part),
            };
            Budget { time, ..asked }
        };
        self.go(budget, true);
    }

    /// Works on the parts; `true`: one of them is not done, and is not told unless this is the whole budget.
    fn go(&mut self, budget: impl Fn(Option<Duration>) -> Budget, whole: bool) -> bool {
        loop {
            if self.is_cancelled() {
                return false;
            }
            let part = self.ask.as_ref().map(|ask| ask.parts.front().copied());
            let (name, time) = match part {
                None => ("answer", None),
                Some(None) => return false,
                Some(Some(part)) => (part.name(), part.time()),
            };
            let cx = self.context(budget(time));
            let told = match (&mut self.ask, part.flatten()) {
                (Some(ask), Some(part)) => ask.work(part, &self.question, &mut self.session, &cx),
                _ => answer::answer(&self.question, &mut self.session, &cx).map(Some),
            };
            // an answer that came late may lack what is told only where it is quick, such as the numbers of the moves
            let late = cx.is_late();
            drop(cx);
            match told {
                Ok(Some(Object { complete, .. })) if !whole && (late || !complete) => return true,
                Ok(told) => {
                    let complete = told.as_ref().is_none_or(|object| object.complete);
                    if let Some(object) = told.filter(|object| !object.json.is_empty()) {
                        self.tell(Event::Object(name, object.json));
                    }
                    match &mut self.ask {
                        Some(ask) => ask.told(complete),
                        None => return false,
                    }
                }
                Err(fault) => {
                    self.tell(Event::Fault(fault));
                    return false;
                }
            }
        }
    }

    fn context(&self, budget: Budget) -> Context {
        let news = Arc::clone(&self.news);
        Context::new(budget).with_cancel(Arc::clone(&self.cancel)).with_progress(move |now| {
            // the work never waits for the picture
            if let Ok(mut news) = news.try_lock() {
                if news.engine != now.engine {
                    now.engine.clone_into(&mut news.engine);
                }
                news.done = now.done;
                news.of = now.of;
            }
        })
    }
}
