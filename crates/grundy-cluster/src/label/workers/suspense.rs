//! Suspense as it comes: see [`grundy::engine::graph::Suspense`]. It is asked for with the table only, and is not kept
//! among the labels of a run: a run that goes on finds it again.
//!
//! A message has 16 bits for a number, so greater ones travel in two halves, which may arrive in any order:
//!
//! ```text
//! value   15 14    13 … 0
//!         kind     bits of the number: 0 all of it, 1 the lower half, 2 the upper half
//! ```

use std::rc::Rc;
use std::sync::Arc;

use grundy::{Convention, Diagnostic};
use rustc_hash::FxHashMap;

use super::super::delays::Delays;
use super::ENGINE;
use super::drive::{Labelling, message, opened};
use super::part::Part;
use crate::distributed::{Shared, Step};

/// Bits of a number in one message.
const BITS: u32 = 14;
const LOWER: u32 = 1;
const UPPER: u32 = 2;

/// The suspense of a worker's own vertices. 8 bytes each.
#[derive(Debug)]
pub(super) struct Suspense {
    part: Rc<Part>,
    shared: Arc<Shared>,
    delays: Delays,
    /// Known, and predecessors not told.
    ready: Vec<u32>,
    /// The halves that came first.
    halves: FxHashMap<u32, u32>,
    outbox: Vec<u64>,
    arcs: u64,
    /// Of those, told to the budget.
    counted: u64,
    /// Messages sent.
    pub(super) messages: u64,
}

impl Suspense {
    /// Nothing known but the terminal vertices.
    pub(super) fn new(part: &Rc<Part>, convention: Convention, shared: &Arc<Shared>) -> Step<Suspense> {
        shared.reserve(8 * part.owned() as u64)?;
        let terminal = (0..).zip(&part.degrees).filter(|&(_, &degree)| degree == 0);
        Ok(Suspense {
            part: Rc::clone(part),
            shared: Arc::clone(shared),
            delays: Delays::new(part.degrees.iter().copied(), convention),
            ready: terminal.map(|(own, _)| own).collect(),
            halves: FxHashMap::default(),
            outbox: Vec::new(),
            arcs: 0,
            counted: 0,
            messages: 0,
        })
    }

    /// The numbers in the order of the own vertices.
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.delays.all()
    }

    /// Tells the own predecessors of a vertex of the graph its number.
    fn tell(&mut self, v: u32, suspense: u32) {
        let predecessors = self.part.predecessors(v);
        self.arcs += predecessors.len() as u64;
        for &p in predecessors {
            if self.delays.tell(p, suspense) {
                self.ready.push(p);
            }
        }
    }

    fn send(&mut self, own: u32, suspense: u32) {
        if suspense >> (2 * BITS) > 0 {
            let fault = format!("{ENGINE}: a play that can be drawn out to 2^{} moves or more", 2 * BITS);
            self.shared.fail(Diagnostic::unsupported(fault).suggest("label the graph without --workers"));
            return;
        }
        let (v, sent) = (self.part.name(own), self.outbox.len());
        let (lower, upper) = (suspense & ((1 << BITS) - 1), suspense >> BITS);
        for to in self.part.audience(own) {
            if upper == 0 {
                self.outbox.push(message(to, lower, v));
            } else {
                self.outbox.push(message(to, LOWER << BITS | lower, v));
                self.outbox.push(message(to, UPPER << BITS | upper, v));
            }
        }
        self.messages += (self.outbox.len() - sent) as u64;
    }
}

impl Suspense {
    fn hear(&mut self, message: u64) {
        let (value, v) = opened(message);
        if value >> BITS == 0 {
            return self.tell(v, value);
        }
        match self.halves.remove(&v) {
            None => drop(self.halves.insert(v, value)),
            Some(other) => {
                let (lower, upper) = if value >> BITS == LOWER { (value, other) } else { (other, value) };
                let bits = (1 << BITS) - 1;
                self.tell(v, (upper & bits) << BITS | lower & bits);
            }
        }
    }
}

impl Labelling for Suspense {
    fn receive(&mut self, messages: &[u64], _: u32) {
        for &m in messages {
            self.hear(m);
        }
    }

    fn spread_some(&mut self) -> bool {
        let Some(own) = self.ready.pop() else {
            self.shared.count(self.arcs - std::mem::replace(&mut self.counted, self.arcs));
            return false;
        };
        let suspense = self.delays.get(own);
        self.tell(self.part.name(own), suspense);
        self.send(own, suspense);
        true
    }

    fn spread_level(&mut self, _: u32) {
        while self.spread_some() {}
    }

    fn is_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    fn outbox(&mut self) -> &mut Vec<u64> {
        &mut self.outbox
    }
}
