//! Outcomes with remoteness, level by level: the level is the remoteness, its parity the outcome, so a message is only
//! the vertex.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use grundy::{Convention, Diagnostic, Outcome};

use super::super::NONE;
use super::super::beyond::outcome;
use super::drive::{BLOCK, Labelling, message, opened};
use super::facts::Facts;
use super::part::Part;
use crate::distributed::{Shared, Step};

/// In a slot: the vertex is decided, and the other bits are its remoteness. Else the slot counts the followers not known
/// to be N.
const DECIDED: u32 = 1 << 31;

/// The outcomes of a worker's own vertices. 4 bytes each, so that the table stays long in the cache: an arc is a miss.
#[derive(Debug)]
pub(super) struct Outcomes {
    part: Rc<Part>,
    convention: Convention,
    shared: Arc<Shared>,
    facts: Option<Facts>,
    slots: Vec<u32>,
    /// Vertices of the next level.
    ready: Vec<u32>,
    /// What was known before, by level.
    known: BTreeMap<u32, Vec<u32>>,
    outbox: Vec<u64>,
    /// Arcs looked at.
    pub(super) arcs: u64,
    /// Messages sent.
    pub(super) messages: u64,
}

impl Outcomes {
    /// Nothing labelled but what is known: pairs of a vertex and its remoteness.
    pub(super) fn new(
        part: &Rc<Part>,
        convention: Convention,
        known: impl IntoIterator<Item = (u32, u32)>,
        facts: Option<Facts>,
        shared: &Arc<Shared>,
    ) -> Step<Outcomes> {
        shared.reserve(4 * part.owned() as u64)?;
        let mut outcomes = Outcomes {
            part: Rc::clone(part),
            convention,
            shared: Arc::clone(shared),
            facts,
            slots: part.degrees.clone(),
            ready: Vec::new(),
            known: BTreeMap::new(),
            outbox: Vec::new(),
            arcs: 0,
            messages: 0,
        };
        for (v, remoteness) in known {
            let Some(own) = part.own(v) else { continue };
            if let Some(slot) = outcomes.slots.get_mut(own as usize).filter(|slot| **slot < DECIDED) {
                *slot = DECIDED | remoteness;
                outcomes.known.entry(remoteness).or_default().push(own);
            }
        }
        for (own, &degree) in (0..).zip(&part.degrees) {
            if degree == 0 {
                outcomes.decide(own, 0);
            }
        }
        Ok(outcomes)
    }

    /// All labels so far as pairs.
    pub(super) fn found(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let all = (0..).zip(&self.slots).filter(|&(_, &slot)| slot >= DECIDED);
        all.map(|(own, slot)| (self.part.name(own), slot & !DECIDED))
    }

    /// Gives back the file of facts.
    pub(super) fn take_facts(&mut self) -> Option<Facts> {
        self.facts.take()
    }

    /// Takes everything out of this object, which dataflows may still hold.
    pub(super) fn leave(&mut self) -> Outcomes {
        let shared = Arc::clone(&self.shared);
        let empty = Outcomes {
            part: Rc::clone(&self.part),
            convention: self.convention,
            shared,
            facts: None,
            slots: Vec::new(),
            ready: Vec::new(),
            known: BTreeMap::new(),
            outbox: Vec::new(),
            arcs: 0,
            messages: 0,
        };
        std::mem::replace(self, empty)
    }

    /// The labels, in the order of the own vertices; nothing else is needed any more.
    pub(super) fn take_labels(&mut self) -> Vec<u32> {
        let mut labels = std::mem::take(&mut self.slots);
        for slot in &mut labels {
            *slot = if *slot >= DECIDED { *slot & !DECIDED } else { NONE };
        }
        labels
    }

    #[inline]
    fn decide(&mut self, own: u32, remoteness: u32) {
        if let Some(slot) = self.slots.get_mut(own as usize).filter(|slot| **slot < DECIDED) {
            *slot = DECIDED | remoteness;
            self.ready.push(own);
            if let Some(facts) = &mut self.facts {
                facts.add(self.part.name(own), remoteness);
            }
        }
    }

    /// Tells the own predecessors of a vertex of the graph.
    fn tell(&mut self, v: u32, remoteness: u32) {
        let part = Rc::clone(&self.part);
        let predecessors = part.predecessors(v);
        self.arcs += predecessors.len() as u64;
        if outcome(remoteness, self.convention) == Outcome::Previous {
            for &p in predecessors {
                self.decide(p, remoteness + 1);
            }
            return;
        }
        for &p in predecessors {
            let Some(slot) = self.slots.get_mut(p as usize).filter(|slot| **slot < DECIDED) else { continue };
            *slot -= 1;
            if *slot == 0 {
                self.decide(p, remoteness + 1);
            }
        }
    }
}

impl Labelling for Outcomes {
    fn receive(&mut self, messages: &[u64], level: u32) {
        for block in messages.chunks(BLOCK) {
            self.part.fetch(block.iter().map(|&m| opened(m).1));
            for &m in block {
                self.tell(opened(m).1, level.saturating_sub(1));
            }
        }
    }

    fn spread_level(&mut self, level: u32) {
        if level + 1 >= DECIDED {
            self.shared.fail(Diagnostic::unsupported("the play lasts 2^31 moves or more"));
            return;
        }
        let mut now = std::mem::take(&mut self.ready);
        now.extend(self.known.remove(&level).unwrap_or_default());
        let before = self.arcs;
        let part = Rc::clone(&self.part);
        for block in now.chunks(BLOCK) {
            part.fetch(block.iter().map(|&own| part.name(own)));
            for &own in block {
                let v = part.name(own);
                self.tell(v, level);
                if !part.is_alone() {
                    let sent = self.outbox.len();
                    self.outbox.extend(part.audience(own).map(|to| message(to, 0, v)));
                    self.messages += (self.outbox.len() - sent) as u64;
                }
            }
        }
        self.shared.count(self.arcs - before);
    }

    fn is_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    fn awaits(&self, from: u32) -> Option<u32> {
        self.known.range(from..).next().map(|(&level, _)| level)
    }

    fn outbox(&mut self) -> &mut Vec<u64> {
        &mut self.outbox
    }

    fn keep(&mut self) {
        if let Some(facts) = &mut self.facts {
            facts.flush();
        }
    }
}
