//! What one worker keeps of the graph: its vertices, and the arcs that leave them, by target.
//!
//! Worker u mod peers owns u. Its arcs are a reverse graph ([`Sources`]), with sources by their number among the worker's
//! own. Of its own vertices it also knows which other workers have predecessors: only those hear of a
//! label, once.
//!
//! 4 bytes for each own arc; 4 for each vertex of the graph or, where there are few own arcs, ¼ and 4 for each target of
//! one; 13 for each own vertex; 8 more for each own arc while it is loaded.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use grundy::{Context, Diagnostic, ErrorKind, Result};
use timely::worker::Worker;

use super::ENGINE;
use super::sources::Sources;
use crate::distributed::{Shared, Step, agree, scatter};
use grundy_graph::{EdgeFile, Listener, NONE, Rows, share};

/// A worker's part of the graph.
#[derive(Debug)]
pub(super) struct Part {
    /// The owner of u is u mod `peers`.
    pub(super) peers: u32,
    pub(super) index: u32,
    /// Vertices of the whole graph, numbers that are not mentioned among them.
    pub(super) vertices: usize,
    /// Own vertices that an arc or a line mentions.
    pub(super) mentioned: Vec<bool>,
    /// Arcs that leave each own vertex.
    pub(super) degrees: Vec<u32>,
    /// The order-independent sum of all arcs of the graph.
    pub(super) fingerprint: u64,
    /// Arcs of the whole graph.
    pub(super) arcs: u64,
    rows: Sources,
    /// For each own vertex some bytes: bit w mod 64 says that worker w has predecessors of it.
    audience: Vec<u8>,
    /// How many bytes: 1 to 8.
    width: usize,
}

impl Part {
    /// Reads this worker's share of the file, sends every arc to the owner of its source, and receives its own.
    pub(super) fn load(worker: &mut Worker, shared: &Arc<Shared>, edges: &EdgeFile) -> Step<Part> {
        let (index, peers) = (worker.index() as u64, worker.peers() as u64);
        let mut share = edges.share(index, peers).map_err(|fault| shared.fail(fault))?;
        let mut arcs = Vec::new();
        let teller = Arc::clone(shared);
        let lists = receive(
            worker,
            shared,
            move |out| {
                let more = share.next(&mut arcs).map_err(|fault| teller.fail(fault))?;
                teller.count(arcs.len() as u64);
                out.extend(arcs.iter().map(|&(u, v)| pack(u, v)));
                Ok(more)
            },
            |&arc| arc >> 32,
        )?;
        Part::build(worker, shared, lists, index as u32, peers as u32, None)
    }

    /// Moves the whole graph to the first worker; the others own nothing then.
    pub(super) fn gather(part: &Rc<Part>, worker: &mut Worker, shared: &Arc<Shared>) -> Step<Part> {
        let index = worker.index() as u32;
        let sum = (part.vertices, part.fingerprint, part.arcs);
        let mut lone = Some(part.lone());
        let reserved = part.bytes();
        let (mut v, part) = (0, Rc::clone(part));
        let lists = receive(
            worker,
            shared,
            move |out| {
                out.extend(lone.take().into_iter().flatten().map(|u| pack(u, NONE)));
                while (v as usize) < part.vertices && out.len() < 1 << 15 {
                    out.extend(part.predecessors(v).iter().map(|&p| pack(part.name(p), v)));
                    v += 1;
                }
                Ok((v as usize) < part.vertices)
            },
            |_| 0,
        )?;
        shared.release(reserved);
        let peers = if index == 0 { 1 } else { u32::MAX };
        Part::build(worker, shared, lists, index, peers, Some(sum))
    }

    /// Sorts the arcs that arrived. With `sum` the graph is known to be this one, and no other worker has a part.
    fn build(
        worker: &mut Worker,
        shared: &Arc<Shared>,
        lists: Vec<Vec<u64>>,
        index: u32,
        peers: u32,
        sum: Option<(usize, u64, u64)>,
    ) -> Step<Part> {
        let (mut own, mut largest, mut fingerprint) = (0u64, 0u64, 0u64);
        for &arc in lists.iter().flatten() {
            let (u, v) = unpack(arc);
            own += u64::from(v != NONE);
            largest = largest.max(u64::from(u) + 1).max(if v == NONE { 0 } else { u64::from(v) + 1 });
            fingerprint = fingerprint.wrapping_add(share(u, v));
        }
        let (vertices, fingerprint, arcs) = match sum {
            Some(sum) => sum,
            None => {
                let all = agree(worker, shared, &[largest, fingerprint, own])?;
                let total = |i: usize| all.iter().filter_map(|list| list.get(i)).fold(0u64, |a, &b| a.wrapping_add(b));
                let vertices = all.iter().filter_map(|list| list.first().copied()).max().unwrap_or(0);
                (vertices as usize, total(1), total(2))
            }
        };
        if own >= u64::from(NONE) {
            let fault = format!("{ENGINE}: {own} arcs are too many for one worker");
            return Err(shared.fail(Diagnostic::new(ErrorKind::Unsupported, fault).suggest("more workers")));
        }
        let elsewhere = sum.is_some() && index > 0;
        let owned = if elsewhere { 0 } else { vertices.saturating_sub(index as usize).div_ceil(peers as usize) };
        let width = worker.peers().div_ceil(8).min(8);
        let mut part = Part {
            peers,
            index,
            vertices,
            mentioned: vec![false; owned],
            degrees: vec![0; owned],
            fingerprint,
            arcs,
            rows: Sources::none(),
            // who is alone need not look
            audience: if sum.is_some() || worker.peers() == 1 { Vec::new() } else { vec![0; owned * width] },
            width,
        };
        let most = Sources::most_bytes(vertices, own);
        shared.reserve(most + 13 * owned as u64)?;
        let held = 8 * lists.iter().map(|list| list.len() as u64).sum::<u64>();
        part.place(lists, own as usize);
        shared.release(held + most - part.rows.bytes());
        // labels and counts of followers share a number
        if part.degrees.iter().any(|&degree| degree >= 1 << 31) {
            return Err(shared.fail(Diagnostic::unsupported("a vertex has 2^31 followers or more")));
        }
        if sum.is_none() && worker.peers() > 1 {
            part.meet(worker, shared)?;
        }
        Ok(part)
    }

    /// Counts what leaves the own vertices, and sorts the arcs; the lists are given back one by one.
    fn place(&mut self, lists: Vec<Vec<u64>>, arcs: usize) {
        for &arc in lists.iter().flatten() {
            let (u, v) = unpack(arc);
            let p = u / self.peers;
            if let Some(mentioned) = self.mentioned.get_mut(p as usize) {
                *mentioned = true;
            }
            if let Some(degree) = self.degrees.get_mut(p as usize) {
                *degree += u32::from(v != NONE);
            }
        }
        let peers = self.peers;
        self.rows = Sources::build(self.vertices, arcs, lists, |arc| {
            let (u, v) = unpack(arc);
            (v != NONE).then_some((u / peers, v))
        });
        for v in 0..self.vertices as u32 {
            if !self.predecessors(v).is_empty()
                && let Some(own) = self.own(v)
                && let Some(mentioned) = self.mentioned.get_mut(own as usize)
            {
                *mentioned = true;
            }
        }
    }

    /// Tells the owner of each target that there are predecessors here.
    fn meet(&mut self, worker: &mut Worker, shared: &Arc<Shared>) -> Step {
        let (index, peers) = (u64::from(self.index), self.peers);
        let targets: Vec<u32> =
            (0..self.vertices as u32).filter(|&v| self.own(v).is_none() && !self.predecessors(v).is_empty()).collect();
        let mut targets = targets.into_iter();
        let heard = receive(
            worker,
            shared,
            move |out| {
                out.extend(targets.by_ref().take(1 << 15).map(|v| index << 32 | u64::from(v)));
                Ok(targets.len() > 0)
            },
            move |&record| u64::from(record as u32 % peers),
        )?;
        let held = 8 * heard.iter().map(|list| list.len() as u64).sum::<u64>();
        for record in heard.into_iter().flatten() {
            let Some(own) = self.own(record as u32) else { continue };
            let bit = (record >> 32) as usize % 64;
            if let (Some(byte), Some(mentioned)) =
                (self.audience.get_mut(own as usize * self.width + bit / 8), self.mentioned.get_mut(own as usize))
            {
                *byte |= 1 << (bit % 8);
                *mentioned = true;
            }
        }
        shared.release(held);
        Ok(())
    }

    fn lone(&self) -> Vec<u32> {
        let own = 0..self.degrees.len() as u32;
        own.filter(|&p| self.mentioned[p as usize] && self.degrees[p as usize] == 0).map(|p| self.name(p)).collect()
    }

    fn bytes(&self) -> u64 {
        self.rows.bytes() + 13 * self.degrees.len() as u64
    }

    /// The own vertices among the predecessors of a vertex of the graph, by their own numbers.
    #[inline]
    pub(super) fn predecessors(&self, v: u32) -> &[u32] {
        self.rows.of(v)
    }

    /// Vertices of the graph whose predecessors are about to be asked for.
    #[inline]
    pub(super) fn fetch(&self, vertices: impl Iterator<Item = u32>) {
        self.rows.fetch(vertices);
    }

    /// How many vertices this worker owns.
    pub(super) fn owned(&self) -> usize {
        self.degrees.len()
    }

    /// The own number of a vertex.
    #[inline]
    pub(super) fn own(&self, v: u32) -> Option<u32> {
        let own = v / self.peers;
        (v % self.peers == self.index && (own as usize) < self.owned()).then_some(own)
    }

    /// The number in the graph of an own vertex.
    #[inline]
    pub(super) fn name(&self, own: u32) -> u32 {
        own * self.peers + self.index
    }

    /// Is there no other worker to be told?
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.audience.is_empty()
    }

    /// The other workers that have predecessors of an own vertex.
    #[inline]
    pub(super) fn audience(&self, own: u32) -> impl Iterator<Item = u64> + use<> {
        let bytes = self.audience.get(own as usize * self.width..(own as usize + 1) * self.width).unwrap_or(&[]);
        let mut bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        let (peers, index) = (u64::from(self.peers), u64::from(self.index));
        let words = std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| u64::from(bits.trailing_zeros()))?;
            bits &= bits - 1;
            Some(bit)
        });
        words.flat_map(move |bit| (bit..peers).step_by(64)).filter(move |&peer| peer != index)
    }
}

/// So many vertices are taken at once, their rows fetched together.
const BLOCK: usize = 32;

/// Who precedes an own vertex among the own ones.
impl Rows for Part {
    const SORTED: bool = false;

    fn vertices(&self) -> usize {
        self.owned()
    }

    fn arcs(&self) -> u64 {
        self.rows.arcs()
    }

    fn degrees(&self, mut visit: impl FnMut(u32, u32, bool)) -> Result<()> {
        for (own, (&degree, &mentioned)) in (0..).zip(self.degrees.iter().zip(&self.mentioned)) {
            visit(own, degree, mentioned);
        }
        Ok(())
    }

    #[inline]
    fn visit(&self, vertices: &[u32], cx: &Context, listener: &mut impl Listener) -> Result<()> {
        for block in vertices.chunks(BLOCK) {
            self.fetch(block.iter().map(|&own| self.name(own)));
            let mut work = block.len() as u64;
            for &own in block {
                let predecessors = self.predecessors(self.name(own));
                work += predecessors.len() as u64;
                listener.list(own, predecessors)?;
            }
            cx.tick(work)?;
        }
        Ok(())
    }
}

#[inline]
fn pack(u: u32, v: u32) -> u64 {
    u64::from(u) << 32 | u64::from(v)
}

#[inline]
fn unpack(arc: u64) -> (u32, u32) {
    ((arc >> 32) as u32, arc as u32)
}

/// Sends packed pairs, and keeps what arrives. 8 bytes each are asked for, as they come.
pub(super) fn receive(
    worker: &mut Worker,
    shared: &Arc<Shared>,
    produce: impl FnMut(&mut Vec<u64>) -> Step<bool> + 'static,
    route: impl Fn(&u64) -> u64 + 'static,
) -> Step<Vec<Vec<u64>>> {
    let lists: Rc<RefCell<Vec<Vec<u64>>>> = Rc::default();
    let (arrive, asks) = (Rc::clone(&lists), Arc::clone(shared));
    scatter(worker, shared, produce, route, move |data| {
        // who is refused has told all others to stop
        if asks.reserve(8 * data.len() as u64).is_ok() {
            arrive.borrow_mut().push(std::mem::take(data));
        }
    })?;
    Ok(lists.take())
}
