//! What is really allocated, counted where a program's allocator tells it.
//!
//! A program that wants its budgets kept has a global allocator that calls [`allocated`] and [`freed`]; then each
//! [`Context`](crate::context::Context) with a memory budget sees at its ticks what its thread has allocated since it was
//! made, beside what engines estimate before they begin. Without such an allocator nothing is counted, and the estimates
//! stand alone.
//!
//! ```text
//! thread 1: held ──┬── 64 KiB steps ──► total of the process ── above the ceiling ──► breach
//! thread 2: held ──┘
//! ```
//!
//! A thread counts for itself and passes on what it holds in steps of 64 KiB, so that one allocation costs an addition
//! and a comparison. What one thread allocates and another frees stays with both: a question counts from its beginning,
//! so that this evens out. The ceiling is for the whole process, and for what no tick hears of: a list that doubles, a
//! text that is built in one go.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

/// A thread passes on what it holds when it has changed by so much.
const STEP: i64 = 64 << 10;

/// A budget below this speaks of tables alone: buffers and the program's own lists are not measured against it.
pub const LEAST: u64 = 32 << 20;

struct Meter {
    /// Allocated by this thread, less what it freed.
    held: Cell<i64>,
    /// Above or below these, `settle` looks what is to be done.
    high: Cell<i64>,
    low: Cell<i64>,
    /// What the process has been told.
    told: Cell<i64>,
    /// The question at work may hold so much.
    most: Cell<i64>,
    over: Cell<bool>,
    /// Does this thread tell of a breach? Then it may allocate what it needs for that.
    tells: Cell<bool>,
}

thread_local! {
    static METER: Meter = const {
        Meter {
            held: Cell::new(0),
            high: Cell::new(STEP),
            low: Cell::new(-STEP),
            told: Cell::new(0),
            most: Cell::new(i64::MAX),
            over: Cell::new(false),
            tells: Cell::new(false),
        }
    };
}

static TOTAL: AtomicI64 = AtomicI64::new(0);
static CEILING: AtomicI64 = AtomicI64::new(i64::MAX);
static BREACH: OnceLock<fn(bool)> = OnceLock::new();

/// This thread is about to get so many bytes. Called by the allocator, before it asks the system.
#[inline]
pub fn allocated(bytes: usize) {
    METER.with(|meter| {
        let held = meter.held.get().wrapping_add(bytes as i64);
        meter.held.set(held);
        if held > meter.high.get() {
            meter.settle();
        }
    });
}

/// This thread gives so many bytes back. Called by the allocator.
#[inline]
pub fn freed(bytes: usize) {
    METER.with(|meter| {
        let held = meter.held.get().wrapping_sub(bytes as i64);
        meter.held.set(held);
        if held < meter.low.get() {
            meter.settle();
        }
    });
}

/// Does this thread hold more than the question at work may?
#[inline]
pub(crate) fn is_over() -> bool {
    METER.with(|meter| meter.over.get())
}

/// Bytes that this thread allocated, less those that it freed.
pub(crate) fn held() -> i64 {
    METER.with(|meter| meter.held.get())
}

/// From now on the question at work may hold no more than this; gives back what was allowed before.
pub(crate) fn allow(most: i64) -> i64 {
    METER.with(|meter| {
        let before = meter.most.replace(most);
        meter.over.set(meter.held.get() > most);
        meter.mark();
        before
    })
}

/// Looks again whether this thread holds too much: what was too much may have been given back.
pub(crate) fn look_again() -> bool {
    METER.with(|meter| {
        meter.over.set(meter.held.get() > meter.most.get());
        meter.mark();
        meter.over.get()
    })
}

/// Bytes that all threads of the process hold, as far as they have told: exact to 64 KiB a thread.
#[must_use]
pub fn total() -> u64 {
    TOTAL.load(Ordering::Relaxed).max(0) as u64
}

/// What to do when the process is about to hold more than `ceiling` bytes: `breach` is called by the thread that asks for
/// them, and told whether the question of this thread holds more than its budget. While it runs, its thread may allocate;
/// if it returns it is called again some 64 KiB later. The first `breach` stays; a later call sets the
/// ceiling.
pub fn guard(ceiling: u64, breach: fn(bool)) {
    let _ = BREACH.set(breach);
    raise(ceiling);
}

/// From now on `breach` is called above this.
pub fn raise(ceiling: u64) {
    CEILING.store(i64::try_from(ceiling).unwrap_or(i64::MAX), Ordering::Relaxed);
}

impl Meter {
    /// Tells the process what this thread holds, and looks whether that is too much.
    #[cold]
    #[inline(never)]
    fn settle(&self) {
        let held = self.held.get();
        let more = held - self.told.replace(held);
        let total = TOTAL.fetch_add(more, Ordering::Relaxed) + more;
        if held > self.most.get() {
            self.over.set(true);
        }
        self.mark();
        if more > 0 && total > CEILING.load(Ordering::Relaxed) && !self.tells.replace(true) {
            if let Some(breach) = BREACH.get() {
                breach(self.over.get());
            }
            self.tells.set(false);
        }
    }

    /// Sets the marks at which `settle` is called next.
    fn mark(&self) {
        let (told, most) = (self.told.get(), self.most.get());
        let high = told.saturating_add(STEP);
        self.high.set(if self.over.get() { high } else { high.min(most) });
        self.low.set(told.saturating_sub(STEP));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_hears_when_it_holds_too_much() {
        let start = held();
        let before = allow(start + 1000);
        allocated(1000);
        assert!(!is_over());
        allocated(1);
        assert!(is_over());
        freed(1001);
        assert_eq!(held(), start);
        // what is given back is noticed when somebody looks
        assert!(is_over() && !look_again() && !is_over());
        allow(before);
    }

    #[test]
    fn the_process_is_told_in_steps() {
        let before = total();
        allocated(10 << 20);
        assert!(total() + STEP as u64 >= before + (10 << 20));
        freed(10 << 20);
    }
}
