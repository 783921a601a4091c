//! One of the threads that search a question together: what it tells the others and hears from them.
//!
//! A thread marks the couple that it works at (a [`Claim`]), and sends what it finds (a [`Fact`]) to the mailbox of every
//! other thread. A fact may decide a couple that another thread works at: that work ends.

use std::fmt;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::{Context, Stopped, locked};

use super::table::{VALUES, hash};

/// Places for marks of couples.
const CLAIMS: usize = 1 << 12;
/// What other threads opened is counted in such steps.
const STEP: u64 = 1 << 10;

/// What a thread has found of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    Value(u8),
    /// Numbers that it does not have, as bits.
    Not(u64),
}

impl Fact {
    /// Is the value this number, as far as this tells?
    fn decides(self, number: u64) -> Option<bool> {
        match self {
            Fact::Value(value) => Some(u64::from(value) == number),
            Fact::Not(excluded) => (number < VALUES && excluded >> number & 1 == 1).then_some(false),
        }
    }
}

/// Whose work a couple is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// This thread's, which has marked it here.
    Marked(usize),
    /// This thread's: nobody is to know, or the mark of another couple stands in its place.
    Unmarked,
    /// Another thread is at it.
    Taken,
}

/// What one thread is told by the others.
struct Mailbox<P> {
    is_full: AtomicBool,
    /// Does its thread still work?
    is_read: AtomicBool,
    facts: Mutex<Vec<(P, Fact)>>,
}

impl<P> Mailbox<P> {
    fn facts(&self) -> MutexGuard<'_, Vec<(P, Fact)>> {
        locked(self.facts.lock())
    }
}

/// What all threads of a question see.
pub(super) struct Shared<P> {
    mailboxes: Vec<Mailbox<P>>,
    claims: Vec<AtomicU64>,
    /// The answer is found, or given up.
    is_over: AtomicBool,
    /// Options that helpers generated, for the budget of the asker.
    nodes: AtomicU64,
}

impl<P> Shared<P> {
    /// For so many threads.
    pub(super) fn new(threads: usize) -> Arc<Self> {
        let mailbox =
            || Mailbox { is_full: AtomicBool::new(false), is_read: AtomicBool::new(true), facts: Mutex::default() };
        Arc::new(Shared {
            mailboxes: (0..threads).map(|_| mailbox()).collect(),
            claims: (0..CLAIMS).map(|_| AtomicU64::new(0)).collect(),
            is_over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        })
    }

    /// The thread of this number, which divides components `from` this size on. 0 is the asker.
    pub(super) fn member(self: &Arc<Self>, number: usize, from: u32) -> Member<P> {
        Member { shared: Arc::clone(self), number, from, frames: Vec::new(), decided: None, counted: 0 }
    }

    /// The thread of this number has ended: nobody tells it anything more.
    pub(super) fn leave(&self, number: usize) {
        self.mailboxes[number].is_read.store(false, Ordering::Relaxed);
    }

    /// The asker has ended: nobody need go on.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// A couple that is worked at, from the question down.
struct Frame<P> {
    position: P,
    number: u64,
}

/// One of the threads of a question.
pub(super) struct Member<P> {
    shared: Arc<Shared<P>>,
    number: usize,
    /// Components of this size or more are divided.
    from: u32,
    frames: Vec<Frame<P>>,
    /// The frame that another thread has decided, and how.
    decided: Option<(usize, bool)>,
    /// Nodes of this thread that were counted.
    counted: u64,
}

impl<P> fmt::Debug for Member<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("number", &self.number).finish_non_exhaustive()
    }
}

/// The mark of a couple; none of them is 0.
fn mark(hash: u64, number: u64) -> u64 {
    (hash ^ (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
}

impl<P: Clone + Eq + Hash> Member<P> {
    /// Is a component of this size divided among the threads?
    pub(super) fn divides(&self, size: u32) -> bool {
        size >= self.from
    }

    /// Marks a couple as worked at.
    pub(super) fn claim(&self, position: &P, number: u64) -> Claim {
        let mark = mark(hash(position), number);
        let at = (mark >> 20) as usize % CLAIMS;
        match self.shared.claims[at].compare_exchange(0, mark, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Claim::Marked(at),
            Err(other) if other == mark => Claim::Taken,
            Err(_) => Claim::Unmarked,
        }
    }

    /// The work at a couple has ended.
    pub(super) fn release(&self, claim: Claim) {
        if let Claim::Marked(at) = claim {
            self.shared.claims[at].store(0, Ordering::Relaxed);
        }
    }

    /// Tells the others.
    pub(super) fn tell(&self, position: &P, fact: Fact) {
        for (number, mailbox) in self.shared.mailboxes.iter().enumerate() {
            if number != self.number && mailbox.is_read.load(Ordering::Relaxed) {
                mailbox.facts().push((position.clone(), fact));
                mailbox.is_full.store(true, Ordering::Release);
            }
        }
    }

    /// A couple is worked at from here on.
    pub(super) fn enter(&mut self, position: &P, number: u64) {
        self.frames.push(Frame { position: position.clone(), number });
    }

    /// The work at a couple has ended; says how, if another thread has decided it.
    pub(super) fn leave(&mut self) -> Option<bool> {
        self.frames.pop();
        self.decided.take_if(|(at, _)| *at == self.frames.len()).map(|(_, answer)| answer)
    }

    /// Must the work at hand end?
    pub(super) fn is_over(&self) -> bool {
        self.decided.is_some() || self.number > 0 && self.shared.is_over.load(Ordering::Relaxed)
    }

    /// Takes what others have told out of the mailbox.
    pub(super) fn news(&mut self) -> Vec<(P, Fact)> {
        let mailbox = &self.shared.mailboxes[self.number];
        if !mailbox.is_full.load(Ordering::Relaxed) || !mailbox.is_full.swap(false, Ordering::Acquire) {
            return Vec::new();
        }
        let facts = std::mem::take(&mut *mailbox.facts());
        for (position, fact) in &facts {
            let decides = |frame: &Frame<P>| frame.position == *position && fact.decides(frame.number).is_some();
            if let Some(at) = self.frames.iter().position(decides)
                && self.decided.is_none_or(|(before, _)| at < before)
            {
                self.decided = fact.decides(self.frames[at].number).map(|answer| (at, answer));
            }
        }
        facts
    }

    /// Counts the work of all threads with the asker.
    pub(super) fn count(&mut self, cx: &Context) -> Result<(), Stopped> {
        if self.number == 0 {
            let nodes = self.shared.nodes.load(Ordering::Relaxed);
            let new = nodes - std::mem::replace(&mut self.counted, nodes);
            return if new > 0 { cx.tick(new) } else { Ok(()) };
        }
        let nodes = cx.nodes();
        if nodes >= self.counted + STEP {
            self.shared.nodes.fetch_add(nodes - self.counted, Ordering::Relaxed);
            self.counted = nodes;
        }
        Ok(())
    }
}
