//! What is claimed of parts, line by line: each line rests on those above it.
//!
//! *Why it holds.* "This part is worth v" means here that the second player wins the part beside a heap of v, and "it is not
//! worth n" that the first player wins it beside a heap of n. Both are strategies, and a line rests on lines above it, so every
//! strategy ends, even if other plays of the game did not. **not** n: the move leaves parts whose values have the xor n, and the
//! heap of n beside them makes it 0. **exact** v, beside a heap of v: a move of the heap to m < v is answered by the move
//! to m; a move of the part leaves a sum that is worth another number than v, by its parts or by the one part that is not
//! worth what is missing, and whoever has the move wins that beside the heap of v. A sum of parts of which each is worth a
//! number is worth their xor (Sprague 1935, Grundy 1939: the answer to a move is in the part that moved or in the one
//! that has the highest 1 of the xor), and two equal parts cancel, for the second player does the same in the other one.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::{Position, wrong};
use crate::text::{Lined, number};
use crate::{Fault, Meter, Refusal};

/// Parts that stand side by side, ascending; equal ones cancelled.
pub(super) type Sum<P> = Vec<P>;

/// Rules under which positions fall apart.
pub(super) trait Play {
    /// A part in a form that stands for it.
    type Part: Clone + Ord + Hash + Debug;

    /// The parts of a position as it is written.
    ///
    /// # Errors
    /// What it should be instead.
    fn position(&self, word: &str) -> Result<Vec<Self::Part>, String>;

    /// What each move of a part leaves.
    ///
    /// # Errors
    /// A spent budget; a part whose moves cannot be told.
    fn moves(&self, part: &Self::Part, meter: &mut Meter<'_>) -> Result<Vec<Sum<Self::Part>>, Refusal>;
}

/// Puts parts into order; equal ones cancel.
pub(super) fn cancelled<P: Ord>(mut parts: Vec<P>) -> Sum<P> {
    parts.sort_unstable();
    let mut left: Vec<P> = Vec::with_capacity(parts.len());
    for part in parts {
        if left.last() == Some(&part) {
            left.pop();
        } else {
            left.push(part);
        }
    }
    left
}

/// What was shown so far.
#[derive(Debug)]
struct Shown<P> {
    exact: HashMap<P, u64>,
    not: HashSet<(P, u64)>,
}

impl<P: Ord + Hash + Clone> Shown<P> {
    /// The value of a sum whose parts have values.
    fn value(&self, parts: &[P]) -> Option<u64> {
        parts.iter().try_fold(0, |xor, part| Some(xor ^ self.exact.get(part)?))
    }

    /// Is it shown that a sum is not worth this number?
    fn differs(&self, parts: &[P], number: u64) -> bool {
        let (mut needed, mut open) = (number, None);
        for part in parts {
            match self.exact.get(part) {
                Some(value) => needed ^= value,
                None if open.is_none() => open = Some(part),
                None => return false,
            }
        }
        match open {
            None => needed != 0,
            Some(part) => self.not.contains(&(part.clone(), needed)),
        }
    }
}

/// `2&3`, or `-` for nothing.
fn sum<G: Play>(play: &G, word: &str) -> Result<Sum<G::Part>, String> {
    let mut parts = Vec::new();
    if word != "-" {
        for word in word.split('&') {
            parts.extend(play.position(word)?);
        }
    }
    Ok(cancelled(parts))
}

/// Reads and checks the lines `position`, `value`, and all claims.
pub(super) fn check<G: Play>(
    play: &G,
    at: &mut Lined<'_>,
    claim: &mut Position,
    meter: &mut Meter<'_>,
) -> Result<(), Fault> {
    let Some(word) = at.behind("position") else { return Ok(at.wrong("`position`")?) };
    let start = match play.position(word) {
        Ok(parts) => cancelled(parts),
        Err(expected) => return Ok(at.wrong(&expected)?),
    };
    claim.rule.push(at.line.to_owned());
    at.advance()?;
    let told;
    (claim.value, told) = at.number("value")?;
    let mut shown = Shown { exact: HashMap::new(), not: HashSet::new() };
    while at.behind("digest").is_none() {
        line(play, at, &mut shown, meter)?;
        at.advance()?;
    }
    if !at.rest.is_empty() {
        return Ok(at.wrong("nothing behind the digest")?);
    }
    (claim.exact, claim.excluded) = (shown.exact.len() as u64, shown.not.len() as u64);
    match shown.value(&start) {
        Some(value) if value == claim.value => Ok(()),
        Some(value) => wrong(told, format!("the parts make the value {value}")),
        None => wrong(told, "a part of the position has no line"),
    }
}

fn line<G: Play>(play: &G, at: &Lined<'_>, shown: &mut Shown<G::Part>, meter: &mut Meter<'_>) -> Result<(), Fault> {
    meter.reserve(200 + 8 * at.line.len() as u64)?;
    meter.spend(64 + 64 * at.line.len() as u64)?;
    let mut words = at.line.split(' ');
    let (kind, part, value) = (words.next(), words.next().map(|word| play.position(word)), words.next());
    let part = match part {
        Some(Ok(parts)) => parts,
        Some(Err(expected)) => return Ok(at.wrong(&expected)?),
        None => return Ok(at.wrong("`exact` or `not`, and a part")?),
    };
    let Ok([part]) = <[G::Part; 1]>::try_from(part) else { return Ok(at.wrong("one part")?) };
    let Some(value) = value.and_then(number) else { return Ok(at.wrong("a value")?) };
    let mut replies = Vec::new();
    for word in words {
        match sum(play, word) {
            Ok(parts) => replies.push(parts),
            Err(expected) => return Ok(at.wrong(&format!("what a move leaves: {expected}"))?),
        }
    }
    let moves = play.moves(&part, meter)?;
    let is_move = |reply: &Sum<G::Part>| moves.contains(reply);
    meter.spend((replies.len() as u64 + 1).saturating_mul(moves.len() as u64))?;
    match kind {
        Some("exact") if !shown.exact.contains_key(&part) && replies.len() as u64 == value => {
            for (smaller, reply) in (0..).zip(&replies) {
                if !is_move(reply) {
                    return wrong(at.number, format!("what leads to the value {smaller} is no move"));
                }
                if shown.value(reply) != Some(smaller) {
                    return wrong(at.number, format!("a move is not shown to lead to the value {smaller}"));
                }
            }
            if !moves.iter().all(|left| shown.differs(left, value)) {
                return wrong(at.number, format!("a move may lead to the value {value}"));
            }
            shown.exact.insert(part, value);
        }
        Some("not") if !shown.exact.contains_key(&part) => {
            let [reply] = replies.as_slice() else { return Ok(at.wrong("one move")?) };
            if !is_move(reply) {
                return wrong(at.number, "what it leads to is no move");
            }
            if shown.value(reply) != Some(value) {
                return wrong(at.number, format!("the move is not shown to lead to the value {value}"));
            }
            if !shown.not.insert((part, value)) {
                return Ok(at.wrong("a line that does not stand above already")?);
            }
        }
        _ => return Ok(at.wrong("`exact` with a move to each smaller value, or `not`; no part is told twice of")?),
    }
    Ok(())
}
