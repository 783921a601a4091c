//! Proof-number search on couples (G, n): the next component to be opened is where least is left to be shown.
//!
//! Two numbers stand at every couple: an estimate of how many open couples are left to decide before it is shown that it is won for
//! the player to move (*proof*), or that it is lost, so that G has the value n (*disproof*). They only choose what is opened
//! next; what is decided does not rest on them:
//!
//! ```text
//! (G, n)            proof = least disproof of   (option, n) and (G, m), m < n     disproof = sum of their proofs
//! (C1 + … + Cr, n)  the couples (C1, 0), (C1, 1), … until C1 has its value, then C2, …; the last one makes (Cr, n ⊕ values)
//! ```
//!
//! From the question one goes down to the option with the least disproof, opens what was not opened, and counts anew on the
//! way back. A couple that is reached in several ways is one. What was not opened counts by its size, for a large component has
//! many options to decide: were all alike, each of hundreds would be opened once before one of them is looked into.
//!
//! Games with very different numbers of replies gain most, such as Sprouts: a depth-first search that has chosen a poor move
//! must see it through, this one does not.
//!
//! Cost: a tick for each option generated, and one for 64 numbers counted anew; memory for every couple met, while the question
//! lasts. Sprouts, couples opened by what an unopened one counts as disproof; the time is least for 2 · size:
//!
//! ```text
//! spots           11       12       13       14        15       16
//! size         8 672    9 738   17 939   39 489    80 870   32 322
//! 2 · size     9 977    9 827   24 587   54 864    83 588   28 901
//! 3 · size    11 509   11 184   22 945   61 656   118 507   44 781
//! ```
//!
//! Reference: L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*, 1994; T. Čížek, M. Balko, M. Schmid,
//! *Massively parallel proof-number search for impartial games and beyond*, 2025, for couples and sums.

use std::collections::VecDeque;
use std::hash::Hash;
use std::ops::ControlFlow;

use grundy_core::{Context, NormalPlay};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::counted::Counted;
use super::couples::{Ended, Tables};
use super::table::{VALUES, hash};

type Answer<T> = Result<T, Ended>;

/// Cannot be shown.
const NEVER: u32 = u32::MAX;

/// A component and what is known of it.
#[derive(Debug)]
struct Part<P> {
    position: P,
    size: u32,
    value: Option<u8>,
    excluded: u64,
    /// Once they were generated, until the value is known.
    options: Option<Options>,
    /// Its couples.
    couples: SmallVec<[u32; 2]>,
    /// The sums that it is in.
    sums: SmallVec<[u32; 2]>,
}

/// Components by number, the smallest first.
type Parts = SmallVec<[u32; 4]>;

/// The options of a component, one behind the other: the numbers of the components of each, and [`END`] behind them.
type Options = Box<[u32]>;

/// Ends an option.
const END: u32 = u32::MAX;

#[derive(Debug)]
enum Kind {
    Couple(u32, u8),
    Sum(Parts, u8),
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    opened: bool,
    /// It waits to be counted anew.
    waits: bool,
    children: Vec<u32>,
    parents: SmallVec<[u32; 2]>,
}

/// How many open couples must at least be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    /// 0: won for the player to move.
    proof: u32,
    /// 0: lost.
    disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { proof: 0, disproof: NEVER };
    const LOST: Numbers = Numbers { proof: NEVER, disproof: 0 };

    /// Has the component the value that is asked for? Then the couple is lost.
    fn decided(is_value: bool) -> Numbers {
        if is_value { Numbers::LOST } else { Numbers::WON }
    }

    /// Of a couple that was not opened.
    fn unopened(size: u32) -> Numbers {
        Numbers { proof: 1, disproof: size.saturating_mul(2).clamp(1, NEVER / 2) }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Longer plays go to the walker: each step goes down from the question.
const DEPTH: u32 = 600;
/// Couples counted anew, with what stands below, for one tick: it is quick beside an option generated.
const UPDATES: u64 = 64;
/// So often the couples are counted anew on average after one was opened, and so many times more where there are few: beyond that the
/// numbers go round in a circle, and so does the play.
const ROUNDS: u64 = 256;
const FEW: u64 = 4096;
/// Bytes of a component that is met, of a node, and of a way to a node, roughly.
const BYTES: [u64; 3] = [200, 200, 8];

/// One question.
pub(super) struct Proof<'a, R: NormalPlay> {
    rules: &'a R,
    tables: &'a mut Tables<R::Position>,
    cx: &'a Context,
    numbers: FxHashMap<R::Position, u32>,
    parts: Vec<Part<R::Position>>,
    couples: FxHashMap<(u32, u8), u32>,
    sums: FxHashMap<(Parts, u8), u32>,
    nodes: Vec<Node>,
    /// Of each node: they are read far more often than the rest.
    counts: Vec<Numbers>,
    /// Bytes that were reserved.
    held: u64,
}

impl<'a, R: NormalPlay> Proof<'a, R>
where
    R::Position: Clone + Eq + Hash,
{
    pub(super) fn new(rules: &'a R, tables: &'a mut Tables<R::Position>, cx: &'a Context) -> Self {
        Proof {
            rules,
            tables,
            cx,
            numbers: FxHashMap::default(),
            parts: Vec::new(),
            couples: FxHashMap::default(),
            sums: FxHashMap::default(),
            nodes: Vec::new(),
            counts: Vec::new(),
            held: 0,
        }
    }

    fn reserve(&mut self, bytes: u64) -> Answer<()> {
        self.cx.reserve(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// The value of a component.
    pub(super) fn value(&mut self, g: &R::Position) -> Answer<u64> {
        let found = self.search(g);
        self.cx.release(self.held);
        found
    }

    /// Is the value of a component this number?
    pub(super) fn is(&mut self, g: &R::Position, number: u64) -> Answer<bool> {
        let part = self.part(g);
        let decided = u8::try_from(number).map_err(|_| Ended::Unfit).and_then(|n| self.decide(part, n));
        self.cx.release(self.held);
        decided?;
        Ok(self.parts[part as usize].value.is_some_and(|value| u64::from(value) == number))
    }

    fn search(&mut self, g: &R::Position) -> Answer<u64> {
        let part = self.part(g);
        loop {
            let known = &self.parts[part as usize];
            if let Some(value) = known.value {
                return Ok(value.into());
            }
            let n = u64::from(known.excluded.trailing_ones());
            if n >= VALUES {
                return Err(Ended::Unfit);
            }
            self.decide(part, n as u8)?;
        }
    }

    /// Decides a couple: afterwards its number is the value of the component, or is excluded.
    fn decide(&mut self, part: u32, n: u8) -> Answer<()> {
        let root = self.couple(part, n)?;
        while !self.counts[root as usize].is_decided() {
            let (mut at, mut depth) = (root, 0);
            while self.nodes[at as usize].opened {
                depth += 1;
                if depth > DEPTH {
                    return Err(Ended::Unfit);
                }
                let children = &self.nodes[at as usize].children;
                let easiest = children.iter().min_by_key(|&&child| self.counts[child as usize].disproof);
                // what is not decided has children that are not
                at = *easiest.ok_or(Ended::Unfit)?;
            }
            self.open(at)?;
        }
        Ok(())
    }

    fn part(&mut self, position: &R::Position) -> u32 {
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = self.parts.len() as u32;
        let known = self.rules.known_value(position).and_then(|value| u8::try_from(value).ok());
        let value = known.or_else(|| self.tables.exact.get(hash(position), position));
        let (position, size) = (position.clone(), self.rules.size(position));
        self.numbers.insert(position.clone(), number);
        let (couples, sums) = (SmallVec::new(), SmallVec::new());
        self.parts.push(Part { position, size, value, excluded: 0, options: None, couples, sums });
        number
    }

    fn node(&mut self, kind: Kind, counts: Numbers) -> Answer<u32> {
        self.reserve(BYTES[1])?;
        let number = self.nodes.len() as u32;
        let opened = matches!(kind, Kind::Sum(..));
        let (children, parents) = (Vec::new(), SmallVec::new());
        self.nodes.push(Node { kind, opened, waits: false, children, parents });
        self.counts.push(counts);
        Ok(number)
    }

    fn couple(&mut self, part: u32, n: u8) -> Answer<u32> {
        if let Some(&number) = self.couples.get(&(part, n)) {
            return Ok(number);
        }
        let known = &self.parts[part as usize];
        let counts = match known.value {
            Some(value) => Numbers::decided(value == n),
            None if u64::from(n) >= VALUES => return Err(Ended::Unfit),
            None if known.excluded >> n & 1 == 1 || u64::from(n) > self.rules.bound(&known.position) => Numbers::WON,
            None => Numbers::unopened(known.size),
        };
        let number = self.node(Kind::Couple(part, n), counts)?;
        self.couples.insert((part, n), number);
        self.parts[part as usize].couples.push(number);
        Ok(number)
    }

    /// The couple of components whose values are not known.
    fn sum(&mut self, parts: Parts, n: u8) -> Answer<u32> {
        if let [part] = parts.as_slice() {
            return self.couple(*part, n);
        }
        if let Some(&number) = self.sums.get(&(parts.clone(), n)) {
            return Ok(number);
        }
        let number = self.node(Kind::Sum(parts.clone(), n), Numbers { proof: 1, disproof: 1 })?;
        parts.iter().for_each(|&part| self.parts[part as usize].sums.push(number));
        self.sums.insert((parts, n), number);
        self.counts[number as usize] = self.counted(number)?;
        Ok(number)
    }

    /// Lists what a couple depends on.
    fn open(&mut self, at: u32) -> Answer<()> {
        let Kind::Couple(part, n) = self.nodes[at as usize].kind else { return Ok(()) };
        self.tables.expansions += 1;
        self.nodes[at as usize].opened = true;
        let options = match self.parts[part as usize].options.take() {
            None => self.options(part, n)?,
            known => known,
        };
        if let Some(options) = options {
            let children = self.children(part, n, &options)?;
            self.reserve(BYTES[2] * children.len() as u64)?;
            for &child in &children {
                self.nodes[child as usize].parents.push(at);
            }
            self.nodes[at as usize].children = children;
            self.parts[part as usize].options = Some(options);
        }
        self.update(at)
    }

    /// Generates the options of a component, up to one that is known to have this value: then `None`, and it is excluded.
    fn options(&mut self, part: u32, n: u8) -> Answer<Option<Options>> {
        let (rules, g, met) = (self.rules, self.parts[part as usize].position.clone(), self.parts.len());
        let mut counted = Counted::new(self.cx, rules.effort(&g));
        let mut options = Vec::<Parts>::new();
        let flow = rules.reduced_options(&g, &mut |left| {
            counted.one()?;
            let mut parts = Parts::new();
            for position in left {
                let number = self.part(position);
                match parts.iter().position(|&other| other == number) {
                    Some(same) => _ = parts.remove(same),
                    None => parts.push(number),
                }
            }
            let mut values = parts.iter().map(|&part| self.parts[part as usize].value);
            if values.try_fold(0, |sum, value| Some(sum ^ value?)) == Some(n) {
                return ControlFlow::Break(());
            }
            parts.sort_unstable_by_key(|&part| (self.parts[part as usize].size, part));
            options.push(parts);
            ControlFlow::Continue(())
        });
        counted.end()?;
        self.reserve(BYTES[0] * (self.parts.len() - met) as u64)?;
        if flow.is_break() {
            self.parts[part as usize].excluded |= 1 << n;
            return Ok(None);
        }
        options.sort_unstable();
        options.dedup();
        let flat: Options = options.iter().flat_map(|parts| parts.iter().copied().chain([END])).collect();
        self.reserve(4 * flat.len() as u64)?;
        Ok(Some(flat))
    }

    /// The couples below: the options, and the component with smaller numbers. None if an option has this value.
    fn children(&mut self, part: u32, n: u8, options: &[u32]) -> Answer<Vec<u32>> {
        let (mut left, mut seen) = (Vec::<(Parts, u8)>::new(), 0u64);
        for option in options.split_inclusive(|&part| part == END) {
            let (mut xor, mut open) = (0, Parts::new());
            for &part in &option[..option.len() - 1] {
                match self.parts[part as usize].value {
                    Some(value) => xor ^= value,
                    None => open.push(part),
                }
            }
            if open.is_empty() {
                seen |= 1u64.checked_shl(xor.into()).unwrap_or_default();
            } else {
                left.push((open, n ^ xor));
            }
        }
        self.parts[part as usize].excluded |= seen;
        if seen >> n & 1 == 1 {
            return Ok(Vec::new());
        }
        left.sort_unstable();
        left.dedup();
        let mut children = Vec::with_capacity(left.len() + usize::from(n));
        for (parts, n) in left {
            children.push(self.sum(parts, n)?);
        }
        for m in (0..n).filter(|m| seen >> m & 1 == 0) {
            children.push(self.couple(part, m)?);
        }
        Ok(children)
    }

    /// Proof and disproof from what stands below.
    fn counted(&mut self, at: u32) -> Answer<Numbers> {
        match &self.nodes[at as usize].kind {
            Kind::Couple(part, n) => {
                let known = &self.parts[*part as usize];
                if let Some(value) = known.value {
                    return Ok(Numbers::decided(value == *n));
                }
                if known.excluded >> n & 1 == 1 {
                    return Ok(Numbers::WON);
                }
                let (mut proof, mut disproof) = (NEVER, 0u32);
                for &child in &self.nodes[at as usize].children {
                    let child = self.counts[child as usize];
                    proof = proof.min(child.disproof);
                    disproof = disproof.saturating_add(child.proof);
                }
                // numbers that are too large are no proof
                Ok(match (proof, disproof) {
                    (0, _) => Numbers::WON,
                    (_, 0) => Numbers::LOST,
                    _ => Numbers { proof: proof.min(NEVER - 1), disproof: disproof.min(NEVER - 1) },
                })
            }
            Kind::Sum(parts, n) => {
                let (mut n, mut open) = (*n, SmallVec::<[u32; 4]>::new());
                for &part in parts {
                    match self.parts[part as usize].value {
                        Some(value) => n ^= value,
                        None => open.push(part),
                    }
                }
                let Some(&first) = open.first() else {
                    return Ok(Numbers::decided(n == 0));
                };
                let asked = if open.len() == 1 { n } else { self.parts[first as usize].excluded.trailing_ones() as u8 };
                let child = self.couple(first, asked)?;
                if self.nodes[at as usize].children.first() != Some(&child) {
                    self.nodes[at as usize].children = vec![child];
                    self.nodes[child as usize].parents.push(at);
                }
                let below = self.counts[child as usize];
                if open.len() == 1 {
                    return Ok(below);
                }
                // the value is missing; each of the others takes one couple at least
                let missing = below.proof.min(below.disproof).clamp(1, NEVER / 2) + open.len() as u32 - 1;
                Ok(Numbers { proof: missing, disproof: missing })
            }
        }
    }

    /// Counts anew from here up to the question. What waits longest comes first: a couple that many ways lead up to is then
    /// counted after most of them.
    fn update(&mut self, at: u32) -> Answer<()> {
        let mut waiting = VecDeque::from([at]);
        let (mut work, mut counted) = (0, 0);
        while let Some(at) = waiting.pop_front() {
            let most = ROUNDS * self.nodes.len() as u64 + FEW;
            let node = &mut self.nodes[at as usize];
            node.waits = false;
            if self.counts[at as usize].is_decided() {
                continue;
            }
            work += 1 + node.children.len() as u64;
            if work >= UPDATES {
                self.cx.tick(work / UPDATES)?;
                work %= UPDATES;
            }
            counted += 1;
            if counted > most {
                return Err(Ended::Unfit);
            }
            let counts = self.counted(at)?;
            if std::mem::replace(&mut self.counts[at as usize], counts) == counts {
                continue;
            }
            let node = &mut self.nodes[at as usize];
            let mut changed = node.parents.clone();
            if counts.is_decided() {
                node.children = Vec::new();
                if let Kind::Couple(part, n) = node.kind {
                    let known = &mut self.parts[part as usize];
                    if counts == Numbers::LOST {
                        known.value = Some(n);
                        known.options = None;
                        self.tables.exact.insert(&known.position, n, self.cx)?;
                        changed.extend_from_slice(&known.couples);
                    } else {
                        known.excluded |= 1 << n;
                    }
                    changed.extend_from_slice(&known.sums);
                }
            }
            for at in changed {
                let node = &mut self.nodes[at as usize];
                if !std::mem::replace(&mut node.waits, true) {
                    waiting.push_back(at);
                }
            }
        }
        Ok(())
    }
}
