//! Grundy values in Kahn's order as they come, then Smith's stages: see [`grundy::engine::graph::SmithValues`].

use std::rc::Rc;
use std::sync::Arc;

use grundy::Diagnostic;

use super::super::NONE;
use super::super::seen::Seen;
use super::ENGINE;
use super::drive::{BLOCK, Labelling, MARK, message, opened};
use super::facts::{Facts, Kind};
use super::part::Part;
use crate::distributed::{Shared, Step};

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Vertices from which every play is finite.
    Finite,
    /// Telling labels that an earlier run gave in stages.
    Known,
    /// Smith's stage k.
    Smith(u32),
}

/// The values of a worker's own vertices. 12 bytes each, 20 with Smith's stages.
#[derive(Debug)]
pub(super) struct Values {
    part: Rc<Part>,
    shared: Arc<Shared>,
    facts: Option<Facts>,
    stage: Stage,
    pub(super) seen: Seen,
    /// Labelled, and its predecessors not told; in a stage, to be labelled.
    ready: Vec<u32>,
    /// Known to have got labels in stages.
    late: Vec<u32>,
    /// In a stage: sees its label, and its predecessors not told.
    reverting: Vec<u32>,
    /// In a stage: followers without a label that do not revert; for who cannot get the label, a number that never falls
    /// to 0.
    blocked: Vec<u32>,
    /// Without a label when the stage began.
    rest: Vec<u32>,
    outbox: Vec<u64>,
    /// From how many own vertices every play is finite.
    pub(super) finite: u64,
    /// Arcs looked at.
    pub(super) arcs: u64,
    /// Of those, told to the budget.
    counted: u64,
    /// Messages sent.
    pub(super) messages: u64,
}

impl Values {
    /// Nothing labelled but what is known: pairs of a vertex and its value, from finite plays and from stages.
    pub(super) fn new(
        part: &Rc<Part>,
        known: impl IntoIterator<Item = (u32, u32)>,
        late: impl IntoIterator<Item = (u32, u32)>,
        facts: Option<Facts>,
        shared: &Arc<Shared>,
    ) -> Step<Values> {
        shared.reserve(12 * part.owned() as u64)?;
        let mut seen = Seen::with_capacity(part.owned());
        part.degrees.iter().for_each(|&degree| seen.add(degree));
        let mut values = Values {
            part: Rc::clone(part),
            shared: Arc::clone(shared),
            facts,
            stage: Stage::Finite,
            seen,
            ready: Vec::new(),
            late: Vec::new(),
            reverting: Vec::new(),
            blocked: Vec::new(),
            rest: Vec::new(),
            outbox: Vec::new(),
            finite: 0,
            arcs: 0,
            counted: 0,
            messages: 0,
        };
        let known = known.into_iter().map(|fact| (fact, true));
        for ((v, value), early) in known.chain(late.into_iter().map(|fact| (fact, false))) {
            let Some(own) = part.own(v) else { continue };
            if value >= MARK {
                too_large(shared);
                break;
            }
            if values.seen.set(own, value) {
                if early {
                    values.ready.push(own);
                } else {
                    values.late.push(own);
                }
                values.finite += u64::from(early);
            }
        }
        for (own, &degree) in (0..).zip(&part.degrees) {
            if degree == 0 && values.seen.label(own) == NONE {
                values.finite += 1;
                values.label(own, 0);
            }
        }
        Ok(values)
    }

    /// All labels so far as pairs.
    pub(super) fn found(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let all = (0..).zip(self.seen.labels()).filter(|&(_, label)| label != NONE);
        all.map(|(own, label)| (self.part.name(own), label))
    }

    /// Gives back the file of facts.
    pub(super) fn take_facts(&mut self) -> Option<Facts> {
        self.facts.take()
    }

    /// The finite plays are labelled; what an earlier run labelled in stages is to be told.
    pub(super) fn begin_stages(&mut self) -> Step {
        self.shared.reserve(8 * self.part.owned() as u64)?;
        self.stage = Stage::Known;
        self.ready = std::mem::take(&mut self.late);
        self.blocked = vec![NONE; self.part.owned()];
        self.rest = (0..self.part.owned() as u32).filter(|&p| self.seen.label(p) == NONE).collect();
        if let Some(facts) = &mut self.facts {
            facts.turn(Kind::Loopy);
        }
        Ok(())
    }

    /// Prepares stage k. Is any own vertex eligible for a label from k on, and can any get k?
    pub(super) fn begin_stage(&mut self, k: u32) -> (bool, bool) {
        self.stage = Stage::Smith(k);
        let (mut eligible, mut candidates) = (false, false);
        self.rest.retain(|&v| self.seen.label(v) == NONE);
        for &v in &self.rest {
            let (reached, sees) = (self.seen.mex(v) >= k, self.seen.contains(v, k));
            let can = reached && !sees;
            eligible |= reached;
            candidates |= can;
            let count = if can { self.seen.count(v) } else { NONE };
            if let Some(blocked) = self.blocked.get_mut(v as usize) {
                *blocked = count;
            }
            if sees {
                self.reverting.push(v);
            }
            if count == 0 {
                self.ready.push(v);
            }
        }
        (eligible, candidates)
    }

    /// The stage is not needed.
    pub(super) fn skip_stage(&mut self) {
        self.reverting.clear();
        self.ready.clear();
    }

    fn label(&mut self, own: u32, value: u32) {
        if value >= MARK {
            return too_large(&self.shared);
        }
        if self.seen.set(own, value) {
            if let Some(facts) = &mut self.facts {
                facts.add(self.part.name(own), value);
            }
            if self.stage == Stage::Finite {
                self.ready.push(own);
            }
        }
    }

    /// Tells the own predecessors of a vertex of the graph its value.
    fn tell(&mut self, v: u32, value: u32) {
        let part = Rc::clone(&self.part);
        let predecessors = part.predecessors(v);
        self.arcs += predecessors.len() as u64;
        match self.stage {
            Stage::Finite => {
                let Values { seen, ready, finite, facts, shared, .. } = self;
                seen.settle(predecessors, value, |p, mex| {
                    *finite += 1;
                    if mex >= MARK {
                        return too_large(shared);
                    }
                    ready.push(p);
                    if let Some(facts) = facts {
                        facts.add(part.name(p), mex);
                    }
                });
            }
            Stage::Known => {
                for &p in predecessors {
                    self.seen.tell(p, value);
                }
            }
            Stage::Smith(_) => {
                for &p in predecessors {
                    if self.seen.tell(p, value) == Some(true) {
                        if let Some(blocked) = self.blocked.get_mut(p as usize) {
                            *blocked = NONE;
                        }
                        self.reverting.push(p);
                    }
                }
            }
        }
        let bytes = self.seen.charge();
        if bytes > 0 {
            // who is refused has told all others to stop
            let _ = self.shared.reserve(bytes);
        }
    }

    /// A vertex of the graph has a follower with the label of the stage: it no longer blocks its predecessors.
    fn revert(&mut self, v: u32) {
        let part = Rc::clone(&self.part);
        let predecessors = part.predecessors(v);
        self.arcs += predecessors.len() as u64;
        for &q in predecessors {
            if let Some(blocked) = self.blocked.get_mut(q as usize) {
                *blocked = blocked.wrapping_sub(1);
                if *blocked == 0 && self.seen.label(q) == NONE {
                    self.ready.push(q);
                }
            }
        }
    }

    #[inline]
    fn send(&mut self, own: u32, value: u32) {
        if self.part.is_alone() {
            return;
        }
        let (v, sent) = (self.part.name(own), self.outbox.len());
        self.outbox.extend(self.part.audience(own).map(|to| message(to, value, v)));
        self.messages += (self.outbox.len() - sent) as u64;
    }

    fn spread(&mut self, own: u32) {
        if let Stage::Smith(k) = self.stage {
            self.label(own, k);
            if let Some(blocked) = self.blocked.get_mut(own as usize) {
                *blocked = NONE;
            }
        }
        let value = self.seen.label(own);
        if value == NONE {
            return;
        }
        self.tell(self.part.name(own), value);
        self.send(own, value);
    }
}

/// Takes the last few entries of a list.
fn take_last<'r>(list: &mut Vec<u32>, room: &'r mut [u32; BLOCK]) -> &'r [u32] {
    let left = list.len().saturating_sub(BLOCK);
    let last = list.get(left..).unwrap_or_default();
    let block = room.get_mut(..last.len()).unwrap_or_default();
    block.copy_from_slice(last);
    list.truncate(left);
    block
}

/// No message can say this value.
#[cold]
fn too_large(shared: &Shared) {
    let fault = format!("{ENGINE}: a value of {MARK} or more");
    shared.fail(Diagnostic::unsupported(fault).suggest("label the graph without --workers"));
}

impl Labelling for Values {
    fn receive(&mut self, messages: &[u64], _: u32) {
        for block in messages.chunks(BLOCK) {
            self.part.fetch(block.iter().map(|&m| opened(m).1));
            for &m in block {
                match opened(m) {
                    (MARK, v) => self.revert(v),
                    (value, v) => self.tell(v, value),
                }
            }
        }
    }

    fn spread_some(&mut self) -> bool {
        let part = Rc::clone(&self.part);
        let mut room = [0; BLOCK];
        let block = take_last(&mut self.reverting, &mut room);
        part.fetch(block.iter().map(|&own| part.name(own)));
        for &own in block {
            self.revert(part.name(own));
            self.send(own, MARK);
        }
        if !block.is_empty() {
            return true;
        }
        let block = take_last(&mut self.ready, &mut room);
        part.fetch(block.iter().map(|&own| part.name(own)));
        for &own in block {
            self.spread(own);
        }
        if block.is_empty() {
            self.shared.count(self.arcs - std::mem::replace(&mut self.counted, self.arcs));
        }
        !block.is_empty()
    }

    fn spread_level(&mut self, _: u32) {
        let part = Rc::clone(&self.part);
        for block in std::mem::take(&mut self.ready).chunks(BLOCK) {
            part.fetch(block.iter().map(|&own| part.name(own)));
            for &own in block {
                self.spread(own);
            }
        }
    }

    fn is_ready(&self) -> bool {
        !self.ready.is_empty()
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
