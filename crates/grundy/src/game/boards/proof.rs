//! The proof of a value as a text that `grundy-verify` checks with moves of its own.
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
//! Each line stands behind those that it rests on. Parts of boards stand for their eight images, and a part that mirroring
//! wins (see [`cells`](super::cells)) is a leaf; the checker tests both. The format stands in `grundy_verify::nimbers`.
//!
//! Cost: the moves of each part that is claimed, some microseconds each, and what the search is asked again.

mod ground;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

use grundy_core::{Context, Diagnostic, Error, Result};

pub(crate) use ground::{Connected, OfBoard, OfGraph};

/// A game in which proofs are made: parts, and the moves of each.
pub(crate) trait Play {
    type Part: Clone + Eq + Hash;
    /// How a move is told.
    type Move: Clone;

    /// All moves of a part, what they leave from small to large; equal parts cancel.
    ///
    /// # Errors
    /// A spent budget.
    fn moves(&self, part: &Self::Part, cx: &Context) -> Result<Vec<Left<Self>>>;

    /// How large a part is: small ones are shown first.
    fn size(&self, part: &Self::Part) -> usize;

    /// Does mirroring win it?
    fn is_mirrored(&self, _part: &Self::Part) -> bool {
        false
    }

    /// How a part is written.
    fn text(&self, part: &Self::Part) -> String;

    /// How a move of a part is written.
    fn reply(&self, part: &Self::Part, chosen: &Self::Move) -> String;

    /// Values are below this.
    fn values(&self) -> u64 {
        u64::MAX
    }

    /// The value of a part, if it is known without a search.
    ///
    /// # Errors
    /// A spent budget.
    fn known(&self, part: &Self::Part, cx: &Context) -> Result<Option<u64>>;

    /// Is the value of a part this number?
    ///
    /// # Errors
    /// A spent budget.
    fn is(&self, part: &Self::Part, number: u64, cx: &Context) -> Result<bool>;

    /// The value of a part.
    ///
    /// # Errors
    /// A spent budget.
    fn value(&self, part: &Self::Part, cx: &Context) -> Result<u64>;
}

/// What a move leaves, as it is written: parts joined by `&`, `-` for nothing.
pub(crate) fn sum<P>(parts: &[P], text: impl Fn(&P) -> String) -> String {
    let parts: Vec<String> = parts.iter().map(text).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join("&") }
}

/// Parts from small to large, where equal ones cancel.
pub(crate) fn cancelled<P: PartialEq>(parts: impl IntoIterator<Item = P>, size: impl Fn(&P) -> usize) -> Vec<P> {
    let mut left: Vec<P> = Vec::new();
    for part in parts {
        match left.iter().position(|other| *other == part) {
            Some(at) => _ = left.swap_remove(at),
            None => left.push(part),
        }
    }
    left.sort_by_key(size);
    left
}

/// A move, and the parts that it leaves.
pub(crate) struct Left<G: Play + ?Sized> {
    pub(crate) chosen: G::Move,
    pub(crate) parts: Vec<G::Part>,
}

/// What is to be shown.
enum Claim<G: Play> {
    Exact(G::Part),
    Not(G::Part, u64),
}

/// The value of a part, and moves to all smaller ones; none for a part that mirroring wins.
struct Exact<G: Play> {
    value: u64,
    replies: Vec<G::Move>,
    mirrored: bool,
}

/// A line, once all that it rests on is written.
struct Line<G: Play> {
    key: (G::Part, Option<u64>),
    text: String,
    needed: Vec<Claim<G>>,
}

/// A proof that is put together.
pub(crate) struct Proof<'a, G: Play> {
    play: &'a G,
    exact: HashMap<G::Part, Exact<G>>,
    nots: HashMap<(G::Part, u64), Left<G>>,
    open: Vec<Claim<G>>,
    cx: &'a Context,
}

impl<'a, G: Play> Proof<'a, G> {
    /// The proof of the value of some parts: the lines `head` tell the rule and the position.
    ///
    /// # Errors
    /// A spent budget; a value that is too large.
    pub(crate) fn text(play: &'a G, parts: &[G::Part], head: &str, comment: &str, cx: &'a Context) -> Result<String> {
        let mut proof = Proof { play, exact: HashMap::new(), nots: HashMap::new(), open: Vec::new(), cx };
        proof.open.extend(parts.iter().cloned().map(Claim::Exact));
        while let Some(claim) = proof.open.pop() {
            match claim {
                Claim::Exact(part) => proof.show_exact(part)?,
                Claim::Not(part, number) => proof.show_not(part, number)?,
            }
        }
        proof.written(parts, head, comment)
    }

    fn reserve(&self, part: &G::Part) -> Result<()> {
        let text = self.play.text(part).len() as u64;
        Ok(self.cx.reserve(160 + 4 * text)?)
    }

    fn known_part(&self, part: &G::Part) -> Result<Option<u64>> {
        match self.exact.get(part) {
            Some(exact) => Ok(Some(exact.value)),
            None => self.play.known(part, self.cx),
        }
    }

    /// The value of what each move leaves, where it is known.
    fn known(&self, moves: &[Left<G>]) -> Result<Vec<Option<u64>>> {
        let known = |left: &Left<G>| {
            let mut xor = Some(0);
            for part in &left.parts {
                xor = xor.zip(self.known_part(part)?).map(|(a, b)| a ^ b);
            }
            Ok(xor)
        };
        moves.iter().map(known).collect()
    }

    fn is(&self, parts: &[G::Part], number: u64) -> Result<bool> {
        let [smaller @ .., largest] = parts else { return Ok(number == 0) };
        let mut rest = number;
        for part in smaller {
            rest ^= self.play.value(part, self.cx)?;
        }
        self.play.is(largest, rest, self.cx)
    }

    /// So much more is to be shown where this move is chosen.
    fn missing(&self, left: &Left<G>) -> usize {
        let open = left.parts.iter().filter(|part| !self.exact.contains_key(*part));
        open.map(|part| if self.play.is_mirrored(part) { 1 } else { self.play.size(part).pow(2) }).sum()
    }

    /// A move to this value: at best one whose parts are claimed already, else one that the search knows; where none is
    /// known, each is searched.
    fn move_to<'m>(&self, moves: &'m [Left<G>], known: &[Option<u64>], value: u64) -> Result<Option<&'m Left<G>>> {
        let leads = moves.iter().zip(known).filter(|(_, known)| **known == Some(value));
        if let Some((left, _)) = leads.min_by_key(|(left, _)| self.missing(left)) {
            return Ok(Some(left));
        }
        for (left, _) in moves.iter().zip(known).filter(|(_, known)| known.is_none()) {
            if self.is(&left.parts, value)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    fn show_exact(&mut self, part: G::Part) -> Result<()> {
        if self.exact.contains_key(&part) {
            return Ok(());
        }
        self.reserve(&part)?;
        if self.play.is_mirrored(&part) {
            self.exact.insert(part, Exact { value: 0, replies: Vec::new(), mirrored: true });
            return Ok(());
        }
        let value = self.play.value(&part, self.cx)?;
        if value >= self.play.values() {
            let most = self.play.values();
            return Err(Diagnostic::unsupported(format!("a value of {most} or more has no certificate")).into());
        }
        let moves = self.play.moves(&part, self.cx)?;
        let known = self.known(&moves)?;
        // the easiest move to each smaller value, where it is known
        let mut easiest: HashMap<u64, (usize, usize)> = HashMap::new();
        for (at, left) in moves.iter().enumerate() {
            if let Some(smaller) = known[at].filter(|smaller| *smaller < value) {
                let new = (self.missing(left), at);
                easiest.entry(smaller).and_modify(|best| *best = new.min(*best)).or_insert(new);
            }
        }
        let mut replies = Vec::new();
        for smaller in 0..value {
            self.cx.tick(1)?;
            let left = match easiest.get(&smaller) {
                Some(&(_, at)) => Some(&moves[at]),
                None => self.move_to(&moves, &known, smaller)?,
            };
            let Some(left) = left else { return Err(contradiction()) };
            replies.push(left.chosen.clone());
            self.open.extend(left.parts.iter().cloned().map(Claim::Exact));
        }
        self.cx.reserve(16 * value)?;
        self.exact.insert(part, Exact { value, replies, mirrored: false });
        for left in moves {
            self.differs(left.parts, value)?;
        }
        Ok(())
    }

    /// Claims what shows that a sum does not have this value: of the parts that are not claimed yet the largest does not have
    /// the value that is missing.
    fn differs(&mut self, parts: Vec<G::Part>, value: u64) -> Result<()> {
        let Some(last) = parts.iter().rposition(|part| !self.exact.contains_key(part)) else { return Ok(()) };
        let mut needed = value;
        for (at, part) in parts.iter().enumerate().filter(|(at, _)| *at != last) {
            needed ^= match self.exact.get(part) {
                Some(exact) => exact.value,
                None => self.play.value(part, self.cx)?,
            };
            self.open.push(Claim::Exact(parts[at].clone()));
        }
        let part = parts[last].clone();
        self.open.push(if needed < self.play.values() { Claim::Not(part, needed) } else { Claim::Exact(part) });
        Ok(())
    }

    fn show_not(&mut self, part: G::Part, number: u64) -> Result<()> {
        if self.exact.contains_key(&part) || self.nots.contains_key(&(part.clone(), number)) {
            return Ok(());
        }
        let smaller = |known: Option<u64>| known.is_some_and(|value| value < number);
        if self.play.is_mirrored(&part) || smaller(self.play.known(&part, self.cx)?) {
            return self.show_exact(part);
        }
        let mut moves = self.play.moves(&part, self.cx)?;
        let known = self.known(&moves)?;
        let mut found = None;
        if !known.contains(&Some(number)) {
            // the search finds such a move, or that the value is smaller
            if self.play.is(&part, number, self.cx)? {
                return Err(contradiction());
            }
            if smaller(self.play.known(&part, self.cx)?) {
                return self.show_exact(part);
            }
            // the search has learnt more
            let known = self.known(&moves)?;
            found = self.move_to(&moves, &known, number)?;
        } else if let Some(left) = self.move_to(&moves, &known, number)? {
            found = Some(left);
        }
        let Some(left) = found else { return self.show_exact(part) };
        let at = moves.iter().position(|other| std::ptr::eq(other, left)).unwrap_or_default();
        self.reserve(&part)?;
        let left = moves.swap_remove(at);
        self.open.extend(left.parts.iter().cloned().map(Claim::Exact));
        self.nots.insert((part, number), left);
        Ok(())
    }

    /// The lines, each behind those that it rests on, and of those that were shown only what is needed.
    fn written(&self, parts: &[G::Part], head: &str, comment: &str) -> Result<String> {
        let value = parts.iter().filter_map(|part| self.exact.get(part)).fold(0, |xor, exact| xor ^ exact.value);
        let comment: String = comment.chars().map(|c| if c.is_control() { ' ' } else { c }).take(1000).collect();
        let mut text = format!("grundy nimbers certificate 1\n# {comment}\nconvention normal\n{head}value {value}\n");
        // is it written?
        let mut lines: HashMap<(G::Part, Option<u64>), bool> = HashMap::new();
        for part in parts {
            let mut path = vec![Line { key: (part.clone(), None), text: String::new(), needed: Vec::new() }];
            path[0].needed.push(Claim::Exact(part.clone()));
            while let Some(line) = path.last_mut() {
                let Some(claim) = line.needed.pop() else {
                    let Some(line) = path.pop().filter(|_| !path.is_empty()) else { break };
                    self.cx.reserve(line.text.len() as u64)?;
                    text.push_str(&line.text);
                    lines.insert(line.key, true);
                    continue;
                };
                let key = match claim {
                    Claim::Not(part, number) if !self.exact.contains_key(&part) => (part, Some(number)),
                    Claim::Exact(part) | Claim::Not(part, _) => (part, None),
                };
                match lines.get(&key) {
                    Some(true) => {}
                    Some(false) => return Err(contradiction()),
                    None => {
                        lines.insert(key.clone(), false);
                        path.push(self.line(key)?);
                    }
                }
            }
        }
        let digest = grundy_core::digest(&text);
        let _ = writeln!(text, "digest {digest:016x}");
        Ok(text)
    }

    /// A line, and what it rests on, the small parts last.
    fn line(&self, key: (G::Part, Option<u64>)) -> Result<Line<G>> {
        let (part, number) = &key;
        let name = self.play.text(part);
        let mut needed = Vec::new();
        let mut text;
        match number {
            Some(number) => {
                let Some(left) = self.nots.get(&(part.clone(), *number)) else { return Err(contradiction()) };
                needed.extend(left.parts.iter().cloned().map(Claim::Exact));
                text = format!("not {name} {number} {}", self.play.reply(part, &left.chosen));
            }
            None => {
                let Some(exact) = self.exact.get(part) else { return Err(contradiction()) };
                if !exact.mirrored {
                    for left in self.play.moves(part, self.cx)? {
                        self.need(left, exact, &mut needed);
                    }
                }
                text = if exact.mirrored { format!("mirror {name}") } else { format!("exact {name} {}", exact.value) };
                exact.replies.iter().for_each(|reply| _ = write!(text, " {}", self.play.reply(part, reply)));
            }
        }
        text.push('\n');
        needed.sort_by_key(|claim| match claim {
            Claim::Exact(part) | Claim::Not(part, _) => std::cmp::Reverse(self.play.size(part)),
        });
        Ok(Line { key, text, needed })
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
