//! The proof of a value that was searched, as a text that `grundy-verify` checks with moves of its own.
//!
//! Everything that a search left out must be shown: it rests on no reduction, no table and no order of moves. What is claimed
//! of a part is one of two things, and each leads to claims on smaller parts:
//!
//! ```text
//! exact G = v    for each m < v a move to m; of what every other move leaves:  all its parts exact, or all but one,
//!                which does not have the value that would make v
//! not G = n      a move to n, all of whose parts are exact;  or  exact G = m < n
//! ```
//! So it is as long as what couples must know, not as the tree of all parts. Which moves lead to a value the search has
//! mostly learnt ([`Nimbers::known`](grundy_search::Nimbers::known)); where it has not, it is asked again.
//!
//! Parts of boards stand for their eight images, and a part that mirroring wins (see [`cells`](super::cells)) is a leaf; the
//! checker tests both. The format stands in `grundy_verify::nimbers`.
//!
//! Cost: the moves of each part that is claimed, some microseconds each, and what the search is asked again.

mod ground;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::hash::Hash;

use grundy_core::{Context, Diagnostic, Error, Result};

pub(crate) use ground::{OfBoard, OfGraph};

/// Values that can be excluded are below this.
const VALUES: u64 = 64;

/// Where a play takes place: vertices, of which a move takes an edge, or a vertex with its neighbours.
pub(crate) trait Ground {
    type Vertex: Copy + Ord + Hash;

    /// Does a move choose an edge?
    fn takes_edges(&self) -> bool;

    /// The vertices beside this one.
    fn near(&self, vertex: Self::Vertex) -> Vec<Self::Vertex>;

    /// The part that stands for this connected one.
    fn named(&self, part: Vec<Self::Vertex>) -> Vec<Self::Vertex>;

    /// Does mirroring win it?
    fn is_mirrored(&self, part: &[Self::Vertex]) -> bool;

    /// How a part is written.
    fn text(&self, part: &[Self::Vertex]) -> String;

    /// How a vertex of a part is written.
    fn vertex(&self, part: &[Self::Vertex], vertex: Self::Vertex) -> String;

    /// The value of a part, if the search has learnt it.
    fn known(&self, part: &[Self::Vertex]) -> Option<u64>;

    /// Is the value of a part this number?
    fn is(&self, part: &[Self::Vertex], number: u64, cx: &Context) -> Result<bool>;

    /// The value of a part.
    fn value(&self, part: &[Self::Vertex], cx: &Context) -> Result<u64>;
}

type Part<G> = Vec<<G as Ground>::Vertex>;
/// An edge, or a vertex twice.
type Move<G> = (<G as Ground>::Vertex, <G as Ground>::Vertex);

/// A move, and the parts that it leaves.
struct Left<G: Ground> {
    chosen: Move<G>,
    parts: Vec<Part<G>>,
}

/// What is to be shown.
enum Claim<G: Ground> {
    Exact(Part<G>),
    Not(Part<G>, u64),
}

/// The value of a part, and moves to all smaller ones; none for a part that mirroring wins.
struct Exact<G: Ground> {
    value: u64,
    replies: Vec<Move<G>>,
    mirrored: bool,
}

/// A proof that is put together.
pub(crate) struct Proof<'a, G: Ground> {
    ground: &'a G,
    exact: HashMap<Part<G>, Exact<G>>,
    nots: HashMap<(Part<G>, u64), Move<G>>,
    open: Vec<Claim<G>>,
    cx: &'a Context,
}

impl<'a, G: Ground> Proof<'a, G> {
    /// The proof of the value of some vertices: `rule`, `board` or `graph` are the lines `head`.
    ///
    /// # Errors
    /// A spent budget; a value of 64 or more.
    pub(crate) fn text(
        ground: &'a G,
        start: Vec<G::Vertex>,
        head: &str,
        comment: &str,
        cx: &'a Context,
    ) -> Result<String> {
        let mut proof = Proof { ground, exact: HashMap::new(), nots: HashMap::new(), open: Vec::new(), cx };
        let parts = proof.parts(start);
        proof.open.extend(parts.iter().cloned().map(Claim::Exact));
        while let Some(claim) = proof.open.pop() {
            match claim {
                Claim::Exact(part) => proof.show_exact(part)?,
                Claim::Not(part, number) => proof.show_not(part, number)?,
            }
        }
        proof.written(&parts, head, comment)
    }

    /// Connected parts as they are named; equal ones cancel, and those without a move are worth nothing.
    fn parts(&self, mut cells: Vec<G::Vertex>) -> Vec<Part<G>> {
        cells.sort_unstable();
        let mut seen = vec![false; cells.len()];
        let mut parts: Vec<Part<G>> = Vec::new();
        for start in 0..cells.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![cells[start]];
            let mut next = 0;
            while let Some(&vertex) = part.get(next) {
                next += 1;
                for other in self.ground.near(vertex) {
                    if let Ok(at) = cells.binary_search(&other)
                        && !std::mem::replace(&mut seen[at], true)
                    {
                        part.push(other);
                    }
                }
            }
            if self.ground.takes_edges() && part.len() == 1 {
                continue;
            }
            part.sort_unstable();
            let part = self.ground.named(part);
            match parts.iter().position(|other| *other == part) {
                Some(at) => _ = parts.remove(at),
                None => parts.push(part),
            }
        }
        parts.sort_by_key(Vec::len);
        parts
    }

    /// All moves of a part.
    fn moves(&self, part: &Part<G>) -> Result<Vec<Left<G>>> {
        let ground = self.ground;
        let mut moves = Vec::new();
        for &first in part {
            let near = ground.near(first);
            if ground.takes_edges() {
                for &second in near.iter().filter(|second| **second > first && part.binary_search(second).is_ok()) {
                    let left = part.iter().copied().filter(|v| *v != first && *v != second).collect();
                    moves.push(Left { chosen: (first, second), parts: self.parts(left) });
                }
            } else {
                let left = part.iter().copied().filter(|v| *v != first && !near.contains(v)).collect();
                moves.push(Left { chosen: (first, first), parts: self.parts(left) });
            }
        }
        self.cx.tick(moves.len() as u64)?;
        Ok(moves)
    }

    fn reserve(&self, part: &Part<G>) -> Result<()> {
        Ok(self.cx.reserve(120 + 2 * size_of_val(part.as_slice()) as u64)?)
    }

    /// The value of a sum, if it is known.
    fn known(&self, parts: &[Part<G>]) -> Option<u64> {
        let of = |part: &Part<G>| match self.exact.get(part) {
            Some(exact) => Some(exact.value),
            None => self.ground.known(part),
        };
        parts.iter().try_fold(0, |xor, part| Some(xor ^ of(part)?))
    }

    fn is(&self, parts: &[Part<G>], number: u64) -> Result<bool> {
        let [smaller @ .., largest] = parts else { return Ok(number == 0) };
        let mut rest = number;
        for part in smaller {
            rest ^= self.ground.value(part, self.cx)?;
        }
        self.ground.is(largest, rest, self.cx)
    }

    /// A move to this value: at best one whose parts are claimed already, else one that the search knows.
    fn known_move<'m>(&self, moves: &'m [Left<G>], value: u64) -> Option<&'m Left<G>> {
        let known = moves.iter().filter(|left| self.known(&left.parts) == Some(value));
        let new = |left: &&Left<G>| -> usize {
            let open = left.parts.iter().filter(|part| !self.exact.contains_key(*part));
            open.map(|part| if self.ground.is_mirrored(part) { 1 } else { part.len() * part.len() }).sum()
        };
        known.min_by_key(new)
    }

    /// The same; where none is known, each is searched.
    fn move_to<'m>(&self, moves: &'m [Left<G>], value: u64) -> Result<Option<&'m Left<G>>> {
        if let Some(left) = self.known_move(moves, value) {
            return Ok(Some(left));
        }
        for left in moves {
            if self.is(&left.parts, value)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    fn show_exact(&mut self, part: Part<G>) -> Result<()> {
        if self.exact.contains_key(&part) {
            return Ok(());
        }
        self.reserve(&part)?;
        if self.ground.is_mirrored(&part) {
            self.exact.insert(part, Exact { value: 0, replies: Vec::new(), mirrored: true });
            return Ok(());
        }
        let value = self.ground.value(&part, self.cx)?;
        if value >= VALUES {
            return Err(Diagnostic::unsupported("a value of 64 or more has no certificate").into());
        }
        let (moves, mut replies) = (self.moves(&part)?, Vec::new());
        for smaller in 0..value {
            let Some(left) = self.move_to(&moves, smaller)? else { return Err(contradiction()) };
            replies.push(left.chosen);
            self.open.extend(left.parts.iter().cloned().map(Claim::Exact));
        }
        self.exact.insert(part, Exact { value, replies, mirrored: false });
        for left in moves {
            self.differs(left.parts, value)?;
        }
        Ok(())
    }

    /// Claims what shows that a sum does not have this value: of the parts that are not claimed yet the largest does not have
    /// the value that is missing.
    fn differs(&mut self, parts: Vec<Part<G>>, value: u64) -> Result<()> {
        let Some(last) = parts.iter().rposition(|part| !self.exact.contains_key(part)) else { return Ok(()) };
        let mut needed = value;
        for (at, part) in parts.iter().enumerate().filter(|(at, _)| *at != last) {
            needed ^= match self.exact.get(part) {
                Some(exact) => exact.value,
                None => self.ground.value(part, self.cx)?,
            };
            self.open.push(Claim::Exact(parts[at].clone()));
        }
        let part = parts[last].clone();
        self.open.push(if needed < VALUES { Claim::Not(part, needed) } else { Claim::Exact(part) });
        Ok(())
    }

    fn show_not(&mut self, part: Part<G>, number: u64) -> Result<()> {
        if self.exact.contains_key(&part) || self.nots.contains_key(&(part.clone(), number)) {
            return Ok(());
        }
        let smaller = |known: Option<u64>| known.is_some_and(|value| value < number);
        if self.ground.is_mirrored(&part) || smaller(self.ground.known(&part)) {
            return self.show_exact(part);
        }
        let moves = self.moves(&part)?;
        let mut found = self.known_move(&moves, number);
        if found.is_none() {
            // the search finds such a move, or that the value is smaller
            if self.ground.is(&part, number, self.cx)? {
                return Err(contradiction());
            }
            if smaller(self.ground.known(&part)) {
                return self.show_exact(part);
            }
            found = self.move_to(&moves, number)?;
        }
        let Some(left) = found else { return self.show_exact(part) };
        self.reserve(&part)?;
        self.open.extend(left.parts.iter().cloned().map(Claim::Exact));
        let chosen = left.chosen;
        self.nots.insert((part, number), chosen);
        Ok(())
    }

    /// What a move leaves.
    fn left(&self, part: &Part<G>, (first, second): Move<G>) -> Vec<Part<G>> {
        let near = self.ground.near(first);
        let gone = |v: G::Vertex| v == first || v == second || !self.ground.takes_edges() && near.contains(&v);
        self.parts(part.iter().copied().filter(|v| !gone(*v)).collect())
    }

    fn reply(&self, part: &Part<G>, (first, second): Move<G>) -> String {
        let name = |vertex| self.ground.vertex(part, vertex);
        if self.ground.takes_edges() { format!("{}-{}", name(first), name(second)) } else { name(first) }
    }

    /// The lines, of which each is needed by another one or by the claim, the smallest parts first.
    fn written(&self, parts: &[Part<G>], head: &str, comment: &str) -> Result<String> {
        let mut lines: BTreeMap<(usize, String, Option<u64>), String> = BTreeMap::new();
        let mut needed: Vec<Claim<G>> = parts.iter().cloned().map(Claim::Exact).collect();
        while let Some(claim) = needed.pop() {
            let (part, number) = match claim {
                Claim::Exact(part) => (part, None),
                Claim::Not(part, _) if self.exact.contains_key(&part) => (part, None),
                Claim::Not(part, number) => (part, Some(number)),
            };
            let name = self.ground.text(&part);
            let key = (part.len(), name.clone(), number);
            if lines.contains_key(&key) {
                continue;
            }
            let line = match number {
                Some(number) => {
                    let Some(&reply) = self.nots.get(&(part.clone(), number)) else { return Err(contradiction()) };
                    needed.extend(self.left(&part, reply).into_iter().map(Claim::Exact));
                    format!("not {name} {number} {}", self.reply(&part, reply))
                }
                None => {
                    let Some(exact) = self.exact.get(&part) else { return Err(contradiction()) };
                    if !exact.mirrored {
                        for left in self.moves(&part)? {
                            self.need(left, exact, &mut needed);
                        }
                    }
                    let mut line =
                        if exact.mirrored { format!("mirror {name}") } else { format!("exact {name} {}", exact.value) };
                    exact.replies.iter().for_each(|&reply| _ = write!(line, " {}", self.reply(&part, reply)));
                    line
                }
            };
            lines.insert(key, line);
        }
        let value = parts.iter().filter_map(|part| self.exact.get(part)).fold(0, |xor, exact| xor ^ exact.value);
        let comment: String = comment.chars().map(|c| if c.is_control() { ' ' } else { c }).take(1000).collect();
        let mut text = format!("grundy nimbers certificate 1\n# {comment}\nconvention normal\n{head}value {value}\n");
        for line in lines.values() {
            text.push_str(line);
            text.push('\n');
        }
        let digest = grundy_core::digest(&text);
        let _ = writeln!(text, "digest {digest:016x}");
        Ok(text)
    }

    /// What a move of a part with this value needs.
    fn need(&self, left: Left<G>, exact: &Exact<G>, needed: &mut Vec<Claim<G>>) {
        let (mut number, mut last) = (exact.value, None);
        for part in left.parts {
            match self.exact.get(&part) {
                Some(told) => {
                    number ^= told.value;
                    needed.push(Claim::Exact(part));
                }
                None => last = Some(part),
            }
        }
        needed.extend(last.map(|part| Claim::Not(part, number)));
    }
}

/// The search said two things that cannot both be: nothing is written.
fn contradiction() -> Error {
    Diagnostic::unsupported("the search contradicts itself; please report this position").into()
}

#[cfg(test)]
mod tests;
