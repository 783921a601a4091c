//! A rule at work on a worker's own vertices, and the messages between workers.
//!
//! A worker that labels a vertex handles its own predecessors in place and tells each other worker that has some, once:
//!
//! ```text
//! message   63 … 48   47 46   45 … 32            31 … 0
//!           to        kind    bits of a label    vertex
//! kind      0 the whole label   1 its lower bits   2 its upper bits   3 the vertex reverts
//! ```
//!
//! So there are at most vertices × (workers − 1) messages; labels from 2^14 on travel in two halves, which may arrive in any
//! order. Where labels go level by level the level is the label, and the message is only the vertex.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use grundy::Diagnostic;
use grundy_graph::{NONE, Rule, Turns, Values};
use rustc_hash::FxHashMap;

use super::ENGINE;
use super::checkpoint::{Checkpoint, Kind};
use super::part::Part;
use crate::distributed::{Shared, Step};

/// Bits of a label in one message.
const BITS: u32 = 14;
const WHOLE: u32 = 0;
const LOWER: u32 = 1;
const UPPER: u32 = 2;
const REVERTS: u32 = 3;
/// So many messages are taken at once, their rows fetched together.
const BLOCK: usize = 32;

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

/// A rule, and what a worker has still to do by it.
#[derive(Debug)]
pub(super) struct Labelling<R> {
    part: Rc<Part>,
    shared: Arc<Shared>,
    checkpoint: Option<Checkpoint>,
    pub(super) rule: R,
    pub(super) turns: Turns,
    taken: Vec<u32>,
    /// What was known before and is to be told again, by level; all of it in level 0 where labels do not go by levels.
    known: BTreeMap<u32, Vec<u32>>,
    /// Known to have got labels in stages, which come later.
    late: Vec<u32>,
    /// The halves that came first.
    halves: FxHashMap<u32, (u32, u32)>,
    pub(super) outbox: Vec<u64>,
    /// Arcs looked at.
    pub(super) arcs: u64,
    /// Of those, told to the budget.
    counted: u64,
    /// Messages sent.
    pub(super) messages: u64,
}

impl<R: Rule<Label = u32>> Labelling<R> {
    /// Nothing is known beforehand.
    pub(super) fn new(part: &Rc<Part>, rule: R, checkpoint: Option<Checkpoint>, shared: &Arc<Shared>) -> Labelling<R> {
        Labelling {
            part: Rc::clone(part),
            shared: Arc::clone(shared),
            checkpoint,
            rule,
            turns: Turns::default(),
            taken: Vec::new(),
            known: BTreeMap::new(),
            late: Vec::new(),
            halves: FxHashMap::default(),
            outbox: Vec::new(),
            arcs: 0,
            counted: 0,
            messages: 0,
        }
    }

    /// What is known: pairs of a vertex and its label. `know` tells the rule, and says whether that was new to it.
    pub(super) fn know(&mut self, labels: Vec<(u32, u32)>, know: impl Fn(&mut R, u32, u32) -> bool) {
        for (v, label) in labels {
            if let Some(own) = self.part.own(v)
                && know(&mut self.rule, own, label)
            {
                self.known.entry(if R::BY_LEVELS { label } else { 0 }).or_default().push(own);
            }
        }
    }

    /// All labels so far as pairs.
    pub(super) fn found(&self) -> Vec<(u32, u32)> {
        let all = (0..self.part.owned() as u32).map(|own| (own, self.rule.label(own)));
        all.filter(|&(_, label)| label != NONE).map(|(own, label)| (self.part.name(own), label)).collect()
    }

    /// Gives back the file of labels.
    pub(super) fn take_checkpoint(&mut self) -> Option<Checkpoint> {
        // these have their labels, but have not taken their turn
        if let Some(checkpoint) = &mut self.checkpoint {
            self.turns.ready.iter().for_each(|&own| checkpoint.add(self.part.name(own), self.rule.label(own)));
        }
        self.checkpoint.take()
    }

    /// Makes sure of the labels so far.
    pub(super) fn keep(&mut self) {
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.flush();
        }
    }

    /// Other workers have labelled vertices that have predecessors here, in the level before this one.
    pub(super) fn receive(&mut self, messages: &[u64], level: u32) {
        let part = Rc::clone(&self.part);
        for block in messages.chunks(BLOCK) {
            part.fetch(block.iter().map(|&m| opened(m).2));
            for &m in block {
                match opened(m) {
                    (_, _, v) if R::BY_LEVELS => self.tell(&part, v, level.saturating_sub(1)),
                    (WHOLE, label, v) => self.tell(&part, v, label),
                    (REVERTS, _, v) => self.revert(&part, v),
                    (kind, bits, v) => match self.halves.remove(&v) {
                        Some((other, upper)) if other == UPPER => self.tell(&part, v, upper << BITS | bits),
                        Some((_, lower)) => self.tell(&part, v, bits << BITS | lower),
                        None => drop(self.halves.insert(v, (kind, bits))),
                    },
                }
            }
        }
    }

    /// Takes some of the vertices that are ready, and tells their predecessors; were there any? Only for labels that do
    /// not wait for a level.
    pub(super) fn spread_some(&mut self) -> bool {
        let mut taken = std::mem::take(&mut self.taken);
        taken.clear();
        let before = self.known.first_entry().map(|mut known| {
            let list = known.get_mut();
            taken.extend(list.drain(list.len().saturating_sub(BLOCK)..));
            if list.is_empty() {
                known.remove();
            }
        });
        let (reverting, new) = match before {
            Some(()) => {
                taken.iter().for_each(|&own| self.rule.begin(own));
                (false, false)
            }
            None => (self.turns.take(&mut self.rule, &mut taken), true),
        };
        self.spread(&taken, reverting, new);
        let any = !taken.is_empty();
        if !any {
            self.shared.count(self.arcs - std::mem::replace(&mut self.counted, self.arcs));
        }
        self.taken = taken;
        any
    }

    /// Takes all vertices that are ready in this level, and tells their predecessors, which are ready in the next.
    pub(super) fn spread_level(&mut self, level: u32) {
        let ready = std::mem::take(&mut self.turns.ready);
        for (list, new) in [(ready, true), (self.known.remove(&level).unwrap_or_default(), false)] {
            for block in list.chunks(BLOCK) {
                block.iter().for_each(|&own| self.rule.begin(own));
                self.spread(block, false, new);
            }
        }
        self.shared.count(self.arcs - std::mem::replace(&mut self.counted, self.arcs));
    }

    /// Is anything ready for the next level?
    pub(super) fn is_ready(&self) -> bool {
        !self.turns.is_empty()
    }

    /// The least level from this one on in which something known is waiting.
    pub(super) fn awaits(&self, from: u32) -> Option<u32> {
        self.known.range(from..).next().map(|(&level, _)| level)
    }

    /// Tells predecessors, here and elsewhere.
    fn spread(&mut self, own: &[u32], reverting: bool, new: bool) {
        let part = Rc::clone(&self.part);
        part.fetch(own.iter().map(|&own| part.name(own)));
        for &own in own {
            let v = part.name(own);
            if reverting {
                self.revert(&part, v);
                self.send(&part, own, REVERTS, 0);
                continue;
            }
            let label = self.rule.label(own);
            if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| new) {
                checkpoint.add(v, label);
            }
            self.tell(&part, v, label);
            if part.is_alone() {
                continue;
            }
            let (lower, upper) = (label & ((1 << BITS) - 1), label >> BITS);
            if R::BY_LEVELS || upper == 0 {
                self.send(&part, own, WHOLE, lower);
            } else if upper >> BITS == 0 {
                self.send(&part, own, LOWER, lower);
                self.send(&part, own, UPPER, upper);
            } else {
                let fault = format!("{ENGINE}: a label of 2^{} or more", 2 * BITS);
                self.shared
                    .fail(Diagnostic::unsupported(fault).suggest("label the graph in one process, by one worker"));
            }
        }
    }

    /// Tells the own predecessors of a vertex of the graph its label.
    #[inline]
    fn tell(&mut self, part: &Part, v: u32, label: u32) {
        let predecessors = part.predecessors(v);
        self.arcs += predecessors.len() as u64;
        self.rule.tell(predecessors, label, &mut self.turns);
        let bytes = self.rule.charge();
        if bytes > 0 {
            // who is refused has told all others to stop
            let _ = self.shared.reserve(bytes);
        }
    }

    /// A vertex of the graph has a follower with the label of the stage: it no longer blocks its predecessors.
    fn revert(&mut self, part: &Part, v: u32) {
        let predecessors = part.predecessors(v);
        self.arcs += predecessors.len() as u64;
        self.rule.revert(predecessors, &mut self.turns);
    }

    #[inline]
    fn send(&mut self, part: &Part, own: u32, kind: u32, bits: u32) {
        let (v, sent) = (part.name(own), self.outbox.len());
        self.outbox.extend(part.audience(own).map(|to| message(to, kind, bits, v)));
        self.messages += (self.outbox.len() - sent) as u64;
    }
}

impl Labelling<Values> {
    /// What is known to have got labels in stages.
    pub(super) fn know_late(&mut self, labels: &[(u32, u32)]) {
        for &(v, label) in labels {
            if let Some(own) = self.part.own(v).filter(|&own| self.rule.know(own, label)) {
                self.late.push(own);
            }
        }
    }

    /// The finite plays are labelled; what an earlier run labelled in stages is to be told.
    pub(super) fn begin_stages(&mut self) -> Step {
        self.shared.reserve(8 * self.part.owned() as u64)?;
        self.rule.begin_stages();
        self.known.insert(0, std::mem::take(&mut self.late));
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.turn(Kind::Loopy);
        }
        Ok(())
    }

    /// Prepares stage k: see [`Values::begin_stage`].
    pub(super) fn begin_stage(&mut self, k: u32) -> (bool, bool) {
        self.rule.begin_stage(k, &mut self.turns)
    }
}
