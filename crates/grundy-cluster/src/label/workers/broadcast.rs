//! A rule whose labels are heard outside: by workers that have predecessors of a vertex, and by the file of labels.
//!
//! ```text
//! message   63 … 48   47 46   45 … 32            31 … 0
//!           to        kind    bits of a label    vertex
//! kind      0 the whole label   1 its lower bits   2 its upper bits   3 the vertex reverts
//! ```
//!
//! A vertex that takes its turn is told to each other worker that has predecessors of it, once: at most vertices ×
//! (workers − 1) messages. Labels from 2^14 on travel in two halves, which may arrive in any order. Where labels go level by
//! level the level is the label, and the message is only the vertex.

use std::rc::Rc;
use std::sync::Arc;

use grundy::Diagnostic;
use grundy_graph::{Rule, Turns};
use rustc_hash::FxHashMap;

use super::ENGINE;
use super::checkpoint::Checkpoint;
use super::part::Part;
use crate::distributed::Shared;

/// Bits of a label in one message.
const BITS: u32 = 14;
const WHOLE: u32 = 0;
const LOWER: u32 = 1;
const UPPER: u32 = 2;
const REVERTS: u32 = 3;

/// A message.
#[inline]
fn message(to: u64, kind: u32, bits: u32, vertex: u32) -> u64 {
    to << 48 | u64::from(kind << BITS | bits) << 32 | u64::from(vertex)
}

/// The kind, the bits and the vertex of a message.
#[inline]
fn opened(message: u64) -> (u32, u32, u32) {
    let value = (message >> 32) as u32 & 0xffff;
    (value >> BITS, value & ((1 << BITS) - 1), message as u32)
}

/// The vertex that a message is about.
#[inline]
pub(super) fn vertex(message: u64) -> u32 {
    opened(message).2
}

/// What a message says of its vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    /// Its label; the level before this one, where labels go by levels.
    Label(u32),
    /// It reverts.
    Reverts,
}

/// Messages that arrived: halves of labels wait for each other.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// The halves that came first.
    halves: FxHashMap<u32, (u32, u32)>,
}

impl Inbox {
    /// What is heard by this message; nothing by the first half of a label.
    pub(super) fn open(&mut self, message: u64) -> Option<Heard> {
        match opened(message) {
            (WHOLE, label, _) => Some(Heard::Label(label)),
            (REVERTS, ..) => Some(Heard::Reverts),
            (kind, bits, v) => match self.halves.remove(&v) {
                Some((UPPER, upper)) => Some(Heard::Label(upper << BITS | bits)),
                Some((_, lower)) => Some(Heard::Label(bits << BITS | lower)),
                None => {
                    self.halves.insert(v, (kind, bits));
                    None
                }
            },
        }
    }
}

/// A rule, and who hears of it.
#[derive(Debug)]
pub(super) struct Broadcast<R> {
    pub(super) rule: R,
    part: Rc<Part>,
    shared: Arc<Shared>,
    /// The file of labels.
    pub(super) checkpoint: Option<Checkpoint>,
    /// What takes its turn now was known before, and is in the file.
    pub(super) again: bool,
    /// Messages to be sent.
    pub(super) outbox: Vec<u64>,
    /// How many there were.
    pub(super) messages: u64,
    /// Arcs looked at.
    pub(super) arcs: u64,
}

impl<R> Broadcast<R> {
    pub(super) fn new(rule: R, part: &Rc<Part>, shared: &Arc<Shared>, checkpoint: Option<Checkpoint>) -> Broadcast<R> {
        Broadcast {
            rule,
            part: Rc::clone(part),
            shared: Arc::clone(shared),
            checkpoint,
            again: false,
            outbox: Vec::new(),
            messages: 0,
            arcs: 0,
        }
    }

    #[inline]
    fn send(&mut self, own: u32, kind: u32, bits: u32) {
        let (v, sent) = (self.part.name(own), self.outbox.len());
        self.outbox.extend(self.part.audience(own).map(|to| message(to, kind, bits, v)));
        self.messages += (self.outbox.len() - sent) as u64;
    }
}

impl<R: Rule<Label = u32>> Rule for Broadcast<R> {
    type Label = u32;
    const BY_LEVELS: bool = R::BY_LEVELS;

    fn newest_first(&self) -> bool {
        self.rule.newest_first()
    }

    #[inline]
    fn begin(&mut self, own: u32) {
        self.rule.begin(own);
        let label = self.rule.label(own);
        if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| !self.again) {
            checkpoint.add(self.part.name(own), label);
        }
        if self.part.is_alone() {
            return;
        }
        let (lower, upper) = (label & ((1 << BITS) - 1), label >> BITS);
        if R::BY_LEVELS || upper == 0 {
            self.send(own, WHOLE, lower);
        } else if upper >> BITS == 0 {
            self.send(own, LOWER, lower);
            self.send(own, UPPER, upper);
        } else {
            let fault = format!("{ENGINE}: a label of 2^{} or more", 2 * BITS);
            self.shared.fail(Diagnostic::unsupported(fault).suggest("label the graph in one process, by one worker"));
        }
    }

    #[inline]
    fn begin_reverting(&mut self, own: u32) {
        self.rule.begin_reverting(own);
        self.send(own, REVERTS, 0);
    }

    #[inline]
    fn label(&self, own: u32) -> u32 {
        self.rule.label(own)
    }

    #[inline]
    fn tell(&mut self, predecessors: &[u32], label: u32, turns: &mut Turns) {
        self.arcs += predecessors.len() as u64;
        self.rule.tell(predecessors, label, turns);
        // asked for here, of all workers together, and not once more by the kernel
        let bytes = self.rule.charge();
        if bytes > 0 {
            // who is refused has told all others to stop
            let _ = self.shared.reserve(bytes);
        }
    }

    #[inline]
    fn revert(&mut self, predecessors: &[u32], turns: &mut Turns) {
        self.arcs += predecessors.len() as u64;
        self.rule.revert(predecessors, turns);
    }

    #[inline]
    fn fetch(&self, vertices: &[u32]) {
        self.rule.fetch(vertices);
    }
}
