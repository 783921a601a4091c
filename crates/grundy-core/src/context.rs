//! One object that everything that loops is handed: budget, cancel flag, progress.
//!
//! Engines call [`Context::tick`] for work and [`Context::reserve`] before a table grows. Both are cheap and end
//! with [`Stopped`] when the budget is spent or the user cancelled; nothing is lost but the work in hand.

mod hold;

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::memory;

pub use crate::stopped::{Spent, Stopped};
pub use hold::{ALLOCATION, Hold};

/// Limits on one question. `None` is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes that tables may take together.
    pub memory: Option<u64>,
    /// Positions or options looked at.
    pub nodes: Option<u64>,
}

/// No limit at all.
impl Default for Budget {
    fn default() -> Self {
        Budget::UNLIMITED
    }
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Budget = Budget { time: None, memory: None, nodes: None };
}

/// How far the engine at work is.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The engine.
    pub engine: &'a str,
    /// How much is done: what the engine counts, or nodes of the budget where it tells nothing.
    pub done: u64,
    /// How much there is to do, where that is known.
    pub of: Option<u64>,
    /// What is known or kept so far, in a few words; may be empty.
    pub detail: fmt::Arguments<'a>,
}

type Report = Box<dyn Fn(Progress<'_>) + Send>;

/// Budget counters, cancel flag and progress of one question.
pub struct Context {
    budget: Budget,
    /// What the asker allowed, of which `budget` is this part.
    asked: Budget,
    /// Nodes and bytes that were taken of it before this part.
    before: (u64, u64),
    deadline: Option<Instant>,
    cancel: Arc<AtomicBool>,
    engine: Cell<&'static str>,
    nodes: Cell<u64>,
    memory: Cell<u64>,
    unchecked: Cell<u64>,
    /// Clock and cancel flag are looked at once in so many nodes.
    stride: Cell<u64>,
    looked: Cell<Option<Instant>>,
    /// What the thread might hold before this question.
    allowed: Option<i64>,
    /// What the thread held when this question began.
    held: i64,
    progress: Option<Report>,
    /// Does the engine at work tell its progress itself?
    tells: Cell<bool>,
    threads: usize,
    method: Option<Method>,
    /// Has this a clock of its own? When its time is up, that of the question need not be.
    own_clock: bool,
}

/// How values of positions that fall apart are searched. Answers do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Couples (G, n): has the component G the value n? After Lemoine and Viennot.
    Couples,
    /// Pruning with aspiration sets, after Beling and Rogalski.
    Pruning,
    /// Proof-number search, depth first, after Allis and Nagai.
    Proof,
    /// The mex of all options.
    Mex,
}

/// The limits of a question, on their way to another thread: see [`Context::for_thread`].
#[derive(Debug)]
pub struct ForThread {
    budget: Budget,
    /// What was asked for, and what was spent of it before.
    asked: Budget,
    before: (u64, u64),
    method: Option<Method>,
    deadline: Option<Instant>,
    cancel: Arc<AtomicBool>,
    own_clock: bool,
}

impl ForThread {
    /// The context of the thread that calls this: what it allocates from now on counts.
    #[must_use]
    pub fn begin(self) -> Context {
        let mut context = Context::new(self.budget).with_cancel(self.cancel);
        (context.deadline, context.own_clock) = (self.deadline, self.own_clock);
        (context.asked, context.before, context.method) = (self.asked, self.before, self.method);
        context
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if let Some(before) = self.allowed {
            memory::allow(before);
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("budget", &self.budget).field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Default for Context {
    fn default() -> Self {
        Context::new(Budget::UNLIMITED)
    }
}

/// Clock and cancel flag are looked at once in so many nodes at most; oftener where nodes take their time.
const STRIDE: u64 = 1 << 14;
/// The first look comes after so many, for nobody knows yet how long a node takes: one option of a graph of 400 vertices takes
/// as long as a thousand of a small board.
const FIRST: u64 = 1;
/// Nodes and bytes for a list of moves that is told when the budget is spent.
const LISTED: (u64, u64) = (200_000, 1 << 24);
/// Between two looks at the clock there should be less than this.
const GLANCE: Duration = Duration::from_millis(4);

impl Context {
    /// A context with this budget; the clock starts now. What this thread allocates from now on counts, if the program's
    /// allocator tells it ([`memory`]): one context of a thread is at work at a time.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        let most =
            |bytes: u64| memory::held().saturating_add(i64::try_from(bytes.max(memory::LEAST)).unwrap_or(i64::MAX));
        let allowed = budget.memory.map(|bytes| memory::allow(most(bytes)));
        let mut context = Context::unmetered(budget);
        context.allowed = allowed;
        context
    }

    fn unmetered(budget: Budget) -> Self {
        Context {
            budget,
            asked: budget,
            before: (0, 0),
            deadline: budget.time.and_then(|t| Instant::now().checked_add(t)),
            cancel: Arc::default(),
            engine: Cell::new("none"),
            nodes: Cell::new(0),
            memory: Cell::new(0),
            unchecked: Cell::new(0),
            stride: Cell::new(FIRST),
            looked: Cell::new(None),
            allowed: None,
            held: memory::held(),
            progress: None,
            tells: Cell::new(false),
            threads: 1,
            method: None,
            own_clock: false,
        }
    }

    /// A context for a part of the work: at most so many nodes of what is left; the same clock, memory limit and cancel
    /// flag. What it spends is not counted here: see [`Context::nodes`].
    #[must_use]
    pub fn part(&self, nodes: u64) -> Context {
        let nodes = self.nodes_left().map_or(nodes, |left| left.min(nodes));
        let memory = self.budget.memory.map(|m| m.saturating_sub(self.memory.get()));
        let budget = Budget { time: None, memory, nodes: Some(nodes) };
        let mut part = Context::unmetered(budget).with_cancel(Arc::clone(&self.cancel));
        (part.deadline, part.own_clock) = (self.deadline, self.own_clock);
        part.threads = self.threads;
        part.method = self.method;
        part.asked = self.asked;
        part.held = self.held;
        part.before = (self.before.0.saturating_add(self.nodes.get()), self.before.1 + self.memory.get());
        part
    }

    /// As [`Context::part`], and where no time was asked for, for so long at most: what nobody limited is to end in some
    /// seconds, and nodes of different games take very different times. The end of that time is told as that of the nodes.
    #[must_use]
    pub fn part_for(&self, nodes: Option<u64>, time: Duration) -> Context {
        let mut part = self.part(nodes.unwrap_or(u64::MAX));
        part.budget.nodes = part.budget.nodes.filter(|_| nodes.or(self.budget.nodes).is_some());
        if part.deadline.is_none() {
            (part.deadline, part.own_clock) = (Instant::now().checked_add(time), true);
        }
        part
    }

    /// As [`Context::trial`], of a [`Context::part_for`] so many nodes and so long.
    ///
    /// # Errors
    /// As [`Context::trial`].
    pub fn trial_for<T>(
        &self,
        nodes: u64,
        time: Duration,
        work: impl FnOnce(&Context) -> Result<T>,
    ) -> Result<Option<T>> {
        self.tried(self.part_for(Some(nodes), time), work)
    }

    /// Tries something for at most so many nodes of what is left. What was spent counts here. `None`: the trial was too
    /// short, which says nothing about the budget.
    ///
    /// # Errors
    /// What the work says; time that is spent, or a cancelled question, for these are not the trial's own.
    ///
    /// ```
    /// use grundy_core::context::{Budget, Context};
    /// let cx = Context::new(Budget { nodes: Some(100), ..Budget::UNLIMITED });
    /// let count = |n: u64| move |part: &Context| Ok(part.tick(n).map(|()| n)?);
    /// assert_eq!(cx.trial(10, count(7))?, Some(7));
    /// assert_eq!(cx.trial(10, count(11))?, None);
    /// assert!(cx.nodes() >= 17);
    /// # Ok::<(), grundy_core::error::Error>(())
    /// ```
    pub fn trial<T>(&self, nodes: u64, work: impl FnOnce(&Context) -> Result<T>) -> Result<Option<T>> {
        self.tried(self.part(nodes), work)
    }

    /// As [`Context::trial`], for half of the nodes and half of the time that are left: what comes next needs the rest.
    ///
    /// # Errors
    /// As [`Context::trial`].
    ///
    /// ```
    /// use grundy_core::context::{Budget, Context};
    /// let cx = Context::new(Budget { nodes: Some(100), ..Budget::UNLIMITED });
    /// let count = |n: u64| move |part: &Context| Ok(part.tick(n).map(|()| n)?);
    /// assert_eq!(cx.trial_of_half(count(60))?, None);
    /// assert_eq!(cx.trial_of_half(count(10))?, Some(10));
    /// # Ok::<(), grundy_core::error::Error>(())
    /// ```
    pub fn trial_of_half<T>(&self, work: impl FnOnce(&Context) -> Result<T>) -> Result<Option<T>> {
        let mut part = self.part(self.nodes_left().map_or(u64::MAX, |left| left / 2));
        if let Some(end) = self.deadline {
            let now = Instant::now();
            part.deadline = now.checked_add(end.saturating_duration_since(now) / 2);
            part.own_clock = true;
        }
        self.tried(part, work)
    }

    /// What was spent on the trial counts here.
    fn tried<T>(&self, part: Context, work: impl FnOnce(&Context) -> Result<T>) -> Result<Option<T>> {
        let found = work(&part);
        // the last step of a trial may go over its end, and is not charged to a budget that is just as short
        self.tick(part.nodes().min(self.nodes_left().unwrap_or(u64::MAX)))?;
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Error::Stopped(_)) => {
                self.check()?;
                Ok(None)
            }
            Err(bad) => Err(bad),
        }
    }

    /// A context for telling what is known when the budget is spent: it allows so many nodes and no new tables, and has no
    /// clock; the second Ctrl-C ends the program.
    #[must_use]
    pub fn reading_out(&self, nodes: u64) -> Context {
        self.telling(Budget { time: None, memory: Some(0), nodes: Some(nodes) })
    }

    /// As [`Context::reading_out`], with room for a list of moves.
    #[must_use]
    pub fn listing_out(&self) -> Context {
        self.telling(Budget { time: None, memory: Some(LISTED.1), nodes: Some(LISTED.0) })
    }

    fn telling(&self, budget: Budget) -> Context {
        let mut rest = Context::unmetered(budget);
        rest.asked = self.asked;
        rest.held = self.held;
        rest.engine.set(self.engine.get());
        rest.method = self.method;
        rest
    }

    /// A context for a short look beyond the budget of the question, with a budget of its own; the same cancel flag.
    #[must_use]
    pub fn beyond(&self, budget: Budget) -> Context {
        let mut look = Context::new(budget).with_cancel(Arc::clone(&self.cancel));
        look.own_clock = true;
        look
    }

    /// What a thread that helps with this question needs for a context of its own: the nodes that are left, the same clock
    /// and cancel flag, and so many bytes.
    #[must_use]
    pub fn for_thread(&self, memory: Option<u64>) -> ForThread {
        ForThread {
            budget: Budget { time: None, memory, nodes: self.nodes_left() },
            asked: self.asked,
            before: (self.before.0.saturating_add(self.nodes.get()), self.before.1 + self.memory.get()),
            method: self.method,
            deadline: self.deadline,
            cancel: Arc::clone(&self.cancel),
            own_clock: self.own_clock,
        }
    }

    /// Uses a flag that another thread may set.
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = flag;
        self
    }

    /// The question began so long ago, before this context was made: its clock runs since then.
    #[must_use]
    pub fn begun(mut self, ago: Duration) -> Self {
        self.deadline = self.deadline.map(|end| end.checked_sub(ago).unwrap_or_else(Instant::now));
        self
    }

    /// Allows engines that can to work with so many threads. Answers do not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Has searches for values go by this method, instead of the one that suits.
    #[must_use]
    pub fn with_method(mut self, method: Option<Method>) -> Self {
        self.method = method;
        self
    }

    /// The method that searches for values are to go by, if any was said.
    #[must_use]
    pub fn method(&self) -> Option<Method> {
        self.method
    }

    /// With how many threads an engine may work; 1 unless said.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Calls `report` from time to time, whatever engine is at work.
    #[must_use]
    pub fn with_progress(mut self, report: impl Fn(Progress<'_>) + Send + 'static) -> Self {
        self.progress = Some(Box::new(report));
        self
    }

    /// The limits.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Nodes spent so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Nodes left, if there is a limit.
    #[must_use]
    pub fn nodes_left(&self) -> Option<u64> {
        self.budget.nodes.map(|n| n.saturating_sub(self.nodes.get()))
    }

    /// Time left, if there is a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Names the engine at work, for messages. Returns the name before.
    pub fn enter(&self, engine: &'static str) -> &'static str {
        self.tells.set(false);
        self.engine.replace(engine)
    }

    /// The budget is spent, in the engine at work, or does not suffice for what is needed.
    #[must_use]
    pub fn stopped(&self, spent: Spent, needed: Option<String>) -> Stopped {
        let stopped = Stopped { needed, ..Stopped::new(spent, self.engine.get()) };
        match spent {
            Spent::Nodes => stopped.of(self.asked.nodes, Some(self.before.0.saturating_add(self.nodes.get()))),
            Spent::Memory => {
                // asked for, or really held, whichever is more
                let held = u64::try_from(memory::held() - self.held).unwrap_or(0);
                stopped.of(self.asked.memory, Some(held.max(self.before.1 + self.memory.get())))
            }
            Spent::Time => {
                let began = self.asked.time.zip(self.deadline).and_then(|(time, end)| end.checked_sub(time));
                stopped.of_time(self.asked.time, began.map(|began| began.elapsed()))
            }
            Spent::Cancelled => stopped,
        }
    }

    /// The engine at work cannot go that far, whatever the budget allows.
    #[must_use]
    pub fn engine_limit(&self, spent: Spent, needed: impl Into<String>) -> Stopped {
        Stopped::new(spent, self.engine.get()).needing(needed)
    }

    /// Is there a budget of nodes or time, so that a search ends?
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.budget.nodes.is_some() || self.budget.time.is_some()
    }

    /// Is the time of the budget over?
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts `n` nodes of work.
    ///
    /// # Errors
    /// When nodes or time are spent, or the work was cancelled.
    #[inline]
    pub fn tick(&self, n: u64) -> Result<(), Stopped> {
        let nodes = self.nodes.get().saturating_add(n);
        self.nodes.set(nodes);
        if let Some(limit) = self.budget.nodes
            && nodes > limit
        {
            return Err(self.stopped(Spent::Nodes, None));
        }
        let unchecked = self.unchecked.get().saturating_add(n);
        if unchecked < self.stride.get() && !memory::is_over() {
            self.unchecked.set(unchecked);
            return Ok(());
        }
        self.check()
    }

    /// Looks at clock, cancel flag and the memory that is really held, now.
    ///
    /// # Errors
    /// When time or memory are spent, or the work was cancelled.
    pub fn check(&self) -> Result<(), Stopped> {
        self.unchecked.set(0);
        if self.cancel.load(Ordering::Relaxed) {
            return Err(self.ended(Spent::Cancelled));
        }
        if self.budget.memory.is_some_and(|bytes| bytes > 0) && memory::is_over() && memory::look_again() {
            return Err(self.stopped(Spent::Memory, None));
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            let nobody_asked = self.own_clock && self.asked.time.is_none();
            return Err(self.ended(if nobody_asked { Spent::Nodes } else { Spent::Time }));
        }
        // nodes of this kind take so long: the next look should not come too late, at the clock or at the flag
        let stride = self.stride.get();
        let slow = self.looked.replace(Some(now)).is_some_and(|before| now - before > GLANCE);
        self.stride.set(if slow { (stride / 4).max(1) } else { (stride * 2).min(STRIDE) });
        if !self.tells.get() {
            self.report(self.nodes.get(), None, format_args!(""));
        }
        Ok(())
    }

    /// There is no way on: each further tick looks at once, for somebody may go through many things that each begin anew.
    fn ended(&self, spent: Spent) -> Stopped {
        self.stride.set(0);
        if !self.own_clock {
            memory::time_is_up();
        }
        self.stopped(spent, None)
    }

    /// Refuses a plan before it starts, if its predicted cost exceeds what is left.
    ///
    /// # Errors
    /// When `nodes` steps are more than the budget still allows.
    pub fn afford(&self, nodes: u64) -> Result<(), Stopped> {
        match self.nodes_left() {
            Some(left) if nodes > left => Err(self.stopped(Spent::Nodes, Some(format!("about {nodes} nodes")))),
            _ => Ok(()),
        }
    }

    /// Asks for `bytes` of table space, before the table grows.
    ///
    /// # Errors
    /// When the memory budget does not allow it.
    pub fn reserve(&self, bytes: u64) -> Result<(), Stopped> {
        let memory = self.memory.get().saturating_add(bytes);
        if self.budget.memory.is_some_and(|limit| memory > limit) {
            return Err(self.stopped(Spent::Memory, Some(format!("{memory} bytes"))));
        }
        self.memory.set(memory);
        Ok(())
    }

    /// Bytes that were asked for and not given back.
    #[must_use]
    pub fn reserved(&self) -> u64 {
        self.memory.get()
    }

    /// Gives table space back.
    pub fn release(&self, bytes: u64) {
        self.memory.set(self.memory.get().saturating_sub(bytes));
    }

    /// Tells how far the engine at work is, in a unit of its own.
    pub fn progress(&self, done: u64, of: Option<u64>) {
        self.progress_with(done, of, format_args!(""));
    }

    /// The same, with a few words on what is known or kept so far.
    pub fn progress_with(&self, done: u64, of: Option<u64>, detail: fmt::Arguments<'_>) {
        self.tells.set(true);
        self.report(done, of, detail);
    }

    fn report(&self, done: u64, of: Option<u64>, detail: fmt::Arguments<'_>) {
        if let Some(report) = &self.progress {
            report(Progress { engine: self.engine.get(), done, of, detail });
        }
    }
}

#[cfg(test)]
mod tests;
