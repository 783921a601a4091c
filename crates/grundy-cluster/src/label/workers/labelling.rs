//! A rule at work on a worker's own vertices: what is ready here, what was known before, what other workers say.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use grundy::Context;
use grundy_graph::{NONE, Rule, Turns, Values, turn};

use super::broadcast::{Broadcast, Heard, Inbox, vertex};
use super::checkpoint::{Checkpoint, Kind};
use super::part::Part;
use crate::distributed::{Shared, Step};

/// So many messages are taken at once, their rows fetched together.
const BLOCK: usize = 32;
/// So many known vertices take their turn at once.
const SOME_KNOWN: usize = BLOCK;

/// A rule, and what a worker has still to do by it.
#[derive(Debug)]
pub(super) struct Labelling<R> {
    part: Rc<Part>,
    shared: Arc<Shared>,
    cx: Context,
    pub(super) rule: Broadcast<R>,
    pub(super) turns: Turns,
    taken: Vec<u32>,
    /// What was known before and is to be told again, by level; all of it in level 0 where labels do not go by levels.
    known: BTreeMap<u32, Vec<u32>>,
    /// Known to have got labels in stages, which come later.
    late: Vec<u32>,
    inbox: Inbox,
    /// Arcs of which the budget knows.
    counted: u64,
}

impl<R: Rule<Label = u32>> Labelling<R> {
    /// Nothing is known beforehand.
    pub(super) fn new(part: &Rc<Part>, rule: R, checkpoint: Option<Checkpoint>, shared: &Arc<Shared>) -> Labelling<R> {
        Labelling {
            part: Rc::clone(part),
            shared: Arc::clone(shared),
            cx: shared.context(),
            rule: Broadcast::new(rule, part, shared, checkpoint),
            turns: Turns::default(),
            taken: Vec::new(),
            known: BTreeMap::new(),
            late: Vec::new(),
            inbox: Inbox::default(),
            counted: 0,
        }
    }

    /// What is known: pairs of a vertex and its label. `know` tells the rule, and says whether that was new to it.
    pub(super) fn know(&mut self, labels: Vec<(u32, u32)>, know: impl Fn(&mut R, u32, u32) -> bool) {
        for (v, label) in labels {
            if let Some(own) = self.part.own(v)
                && know(&mut self.rule.rule, own, label)
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
        let mut checkpoint = self.rule.checkpoint.take();
        // these have their labels, but have not taken their turn
        if let Some(checkpoint) = &mut checkpoint {
            self.turns.ready.iter().for_each(|&own| checkpoint.add(self.part.name(own), self.rule.label(own)));
        }
        checkpoint
    }

    /// Makes sure of the labels so far.
    pub(super) fn keep(&mut self) {
        if let Some(checkpoint) = &mut self.rule.checkpoint {
            checkpoint.flush();
        }
    }

    /// Other workers have labelled vertices that have predecessors here, in the level before this one.
    pub(super) fn receive(&mut self, messages: &[u64], level: u32) {
        let part = Rc::clone(&self.part);
        for block in messages.chunks(BLOCK) {
            part.fetch(block.iter().map(|&message| vertex(message)));
            for &message in block {
                let predecessors = part.predecessors(vertex(message));
                match self.inbox.open(message) {
                    Some(Heard::Label(_)) if R::BY_LEVELS => {
                        self.rule.tell(predecessors, level.saturating_sub(1), &mut self.turns);
                    }
                    Some(Heard::Label(label)) => self.rule.tell(predecessors, label, &mut self.turns),
                    Some(Heard::Reverts) => self.rule.revert(predecessors, &mut self.turns),
                    None => {}
                }
            }
        }
    }

    /// Some of the vertices that are ready take their turn; were there any? Only for labels that do not wait for a level.
    pub(super) fn spread_some(&mut self) -> Step<bool> {
        if let Some(mut known) = self.known.first_entry() {
            let some = known.get().len().saturating_sub(SOME_KNOWN);
            let some = known.get_mut().split_off(some);
            if known.get().is_empty() {
                known.remove();
            }
            self.spread_again(&some)?;
            return Ok(true);
        }
        let mut taken = std::mem::take(&mut self.taken);
        let reverting = self.turns.take(&mut self.rule, &mut taken);
        self.spread(&taken, reverting)?;
        let any = !taken.is_empty();
        if !any {
            self.count();
        }
        self.taken = taken;
        Ok(any)
    }

    /// All vertices that are ready in this level take their turn; those whom they tell are ready in the next.
    pub(super) fn spread_level(&mut self, level: u32) -> Step {
        let mut taken = std::mem::take(&mut self.taken);
        let reverting = self.turns.take_all(&mut self.rule, &mut taken, false);
        self.spread(&taken, reverting)?;
        self.taken = taken;
        if let Some(known) = self.known.remove(&level) {
            self.spread_again(&known)?;
        }
        self.count();
        Ok(())
    }

    /// Is anything ready for the next level?
    pub(super) fn is_ready(&self) -> bool {
        !self.turns.is_empty()
    }

    /// The least level from this one on in which something known is waiting.
    pub(super) fn awaits(&self, from: u32) -> Option<u32> {
        self.known.range(from..).next().map(|(&level, _)| level)
    }

    /// Tells the budget what was looked at.
    fn count(&mut self) {
        self.shared.count(self.rule.arcs - std::mem::replace(&mut self.counted, self.rule.arcs));
    }

    /// What was known before takes its turn again.
    fn spread_again(&mut self, known: &[u32]) -> Step {
        self.rule.again = true;
        known.iter().for_each(|&own| self.rule.begin(own));
        self.rule.again = false;
        self.spread(known, false)
    }

    /// Tells predecessors, here and elsewhere.
    fn spread(&mut self, own: &[u32], reverting: bool) -> Step {
        turn(&*self.part, &mut self.rule, &mut self.turns, (own, reverting), &self.cx)
            .map_err(|error| self.shared.fail(error))
    }
}

impl Labelling<Values> {
    /// What is known to have got labels in stages.
    pub(super) fn know_late(&mut self, labels: &[(u32, u32)]) {
        for &(v, label) in labels {
            if let Some(own) = self.part.own(v).filter(|&own| self.rule.rule.know(own, label)) {
                self.late.push(own);
            }
        }
    }

    /// The finite plays are labelled; what an earlier run labelled in stages is to be told.
    pub(super) fn begin_stages(&mut self) -> Step {
        self.shared.reserve(8 * self.part.owned() as u64)?;
        self.rule.rule.begin_stages();
        self.known.insert(0, std::mem::take(&mut self.late));
        if let Some(checkpoint) = &mut self.rule.checkpoint {
            checkpoint.turn(Kind::Loopy);
        }
        Ok(())
    }

    /// Prepares stage k: see [`Values::begin_stage`].
    pub(super) fn begin_stage(&mut self, k: u32) -> (bool, bool) {
        self.rule.rule.begin_stage(k, &mut self.turns)
    }
}
