//! Proof-number search on misère sums: the next sum to be opened is where least is left to be shown.
//!
//! Two numbers stand at every sum: how much has at least to be opened to show that it is won for the player to move
//! (*proof*), or that it is lost (*disproof*). A sum that was not opened begins with its size as disproof: all its options have to
//! be won. From the question one goes down to the option with the least disproof, opens what was not opened, and counts anew
//! on the way back. A sum that is reached in several ways is one.
//!
//! Cost: a node for each sum opened and each of its options; memory for every sum met, while the question lasts. What was decided is kept.
//!
//! Reference: L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*, 1994.

use grundy_core::context::Hold;
use grundy_core::{Context, Result};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{MisereSearch, Sum};
use crate::component::{BYTES, Component};
use crate::walk::Mark;

/// Cannot be shown.
const NEVER: u32 = u32::MAX;
/// Bytes of a sum that is looked at, and of a way to it, roughly.
const NODE: [u64; 2] = [160, 8];

#[derive(Debug)]
struct Node {
    sum: Sum,
    opened: bool,
    /// 0: won for the player to move.
    proof: u32,
    /// 0: lost.
    disproof: u32,
    children: Vec<u32>,
    parents: SmallVec<[u32; 2]>,
}

impl Node {
    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// One question.
struct Proof<'a, C> {
    search: &'a mut MisereSearch<C>,
    cx: &'a Context,
    room: Hold<'a>,
    numbers: FxHashMap<Sum, u32>,
    nodes: Vec<Node>,
}

/// Works out who wins a sum. `false`: a sum may be met below itself, where the walker has to tell.
///
/// # Errors
/// A spent budget, or a fault of the rules: what was decided is kept.
pub(super) fn search<C: Component>(search: &mut MisereSearch<C>, sum: &Sum, cx: &Context) -> Result<bool> {
    let (room, numbers) = (Hold::new(cx), FxHashMap::default());
    Proof { search, cx, room, numbers, nodes: Vec::new() }.decide(sum)
}

impl<C: Component> Proof<'_, C> {
    fn decide(&mut self, sum: &Sum) -> Result<bool> {
        let root = self.node(sum)?;
        while !self.nodes[root as usize].is_decided() {
            let (mut at, mut depth) = (root, 0);
            while self.nodes[at as usize].opened {
                depth += 1;
                if depth > self.nodes.len() {
                    return Ok(false);
                }
                let children = &self.nodes[at as usize].children;
                let easiest = children.iter().min_by_key(|&&child| self.nodes[child as usize].disproof);
                // what is not decided has children that are not
                let Some(&easiest) = easiest else { return Ok(false) };
                at = easiest;
            }
            if !self.open(at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn node(&mut self, sum: &Sum) -> Result<u32> {
        if let Some(&number) = self.numbers.get(sum) {
            return Ok(number);
        }
        let [proof, disproof] = match self.search.lost(sum) {
            Some(true) => [NEVER, 0],
            Some(false) => [0, NEVER],
            None => [1, 1 + self.search.parts.size_of(sum).min(1 << 16)],
        };
        self.room.more(NODE[0] + 8 * sum.len() as u64)?;
        let number = self.nodes.len() as u32;
        self.numbers.insert(sum.clone(), number);
        let (children, parents) = (Vec::new(), SmallVec::new());
        self.nodes.push(Node { sum: sum.clone(), opened: false, proof, disproof, children, parents });
        Ok(number)
    }

    /// Lists the options of a sum.
    fn open(&mut self, at: u32) -> Result<bool> {
        self.cx.tick(1)?;
        let sum = self.nodes[at as usize].sum.clone();
        let options = self.search.options(&sum, self.cx)?;
        let mut children = Vec::with_capacity(options.options.all().len());
        for option in options.options.all() {
            let child = self.node(option)?;
            let Node { proof, disproof, .. } = self.nodes[child as usize];
            if disproof == 0 {
                children = vec![child];
                break;
            }
            if proof > 0 {
                children.push(child);
            }
        }
        self.room.more(NODE[1] * children.len() as u64)?;
        for &child in &children {
            self.nodes[child as usize].parents.push(at);
        }
        let node = &mut self.nodes[at as usize];
        (node.opened, node.children) = (true, children);
        self.update(at)
    }

    /// Counts anew from here up to the question. `false`: it seems to go round in circles.
    fn update(&mut self, at: u32) -> Result<bool> {
        let (mut changed, mut counted_anew) = (vec![at], 0);
        while let Some(at) = changed.pop() {
            counted_anew += 1;
            if counted_anew > 1000 + 16 * self.nodes.len() {
                return Ok(false);
            }
            let node = &self.nodes[at as usize];
            if node.is_decided() {
                continue;
            }
            let (mut proof, mut disproof) = (NEVER, 0u32);
            for &child in &node.children {
                let child = &self.nodes[child as usize];
                proof = proof.min(child.disproof);
                disproof = disproof.saturating_add(child.proof);
            }
            // numbers that are too large are no proof
            let counted = match [proof, disproof] {
                [0, _] => [0, NEVER],
                [_, 0] => [NEVER, 0],
                numbers => numbers.map(|number| number.min(NEVER - 1)),
            };
            let node = &mut self.nodes[at as usize];
            if [node.proof, node.disproof] == counted {
                continue;
            }
            [node.proof, node.disproof] = counted;
            changed.extend_from_slice(&node.parents);
            if node.is_decided() {
                node.children = Vec::new();
                let (sum, lost) = (node.sum.clone(), node.disproof == 0);
                self.cx.reserve(BYTES + 4 * sum.len() as u64)?;
                self.search.outcomes.insert(sum, Mark::Done(lost));
                self.cx.progress(self.search.outcomes.len() as u64, None);
            }
        }
        Ok(true)
    }
}
