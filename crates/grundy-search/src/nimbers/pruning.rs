//! Pruning with aspiration sets: what alpha–beta is to minimax, for the mex.
//!
//! A component is asked for its value *if that lies in a set*. With u options unused the mex is among the u + 1 least
//! numbers that are still possible, so an option without a value among these makes the greatest of them drop out:
//!
//! ```text
//! search(G, wanted)     possible := {0 … number of options}
//!     for each option:  nothing wanted is possible any more → none of them
//!                       its value, if among the possible but the greatest and not above max(wanted)
//!                         found → drop it      else → drop the greatest
//!     the one that is left is the value
//! ```
//!
//! Called with {0}, {1}, … until the value is found (aspiration), which is essential: without it the search is many times
//! larger.
//!
//! Cost: as for couples; the same values are kept.
//!
//! Reference: P. Beling, M. Rogalski, *On pruning search trees of impartial games*, Artificial Intelligence 283, 2020.

use std::ops::ControlFlow;

use grundy_core::{Context, NormalPlay};

use super::counted::Counted;
use super::couples::Ended;
use super::smallest_first;
use super::table::{Exact, VALUES, hash};

/// The stack is the machine's.
const DEPTH: u32 = 600;

/// One question.
pub(super) struct Pruning<'a, R: NormalPlay> {
    pub(super) rules: &'a R,
    pub(super) exact: &'a mut Exact<R::Position>,
    pub(super) cx: &'a Context,
}

/// An option: what is known of its components as one number, and the others, the largest last.
type Sum<P> = (u64, Vec<P>);

impl<R: NormalPlay> Pruning<'_, R> {
    /// The value of a component.
    pub(super) fn value(&mut self, g: &R::Position, depth: u32) -> Result<u64, Ended> {
        for n in 0..VALUES {
            if let Some(value) = self.search(g, 1 << n, depth)? {
                return Ok(value);
            }
        }
        Err(Ended::Unfit)
    }

    fn look(&self, g: &R::Position) -> Option<u64> {
        self.rules.known_value(g).or_else(|| self.exact.get(hash(g), g).map(u64::from))
    }

    /// The value, if it is wanted; it may come as well if it is not.
    fn search(&mut self, g: &R::Position, wanted: u64, depth: u32) -> Result<Option<u64>, Ended> {
        if let Some(value) = self.look(g) {
            return Ok(Some(value));
        }
        if depth > DEPTH {
            return Err(Ended::Unfit);
        }
        let mut sums: Vec<Sum<R::Position>> = Vec::new();
        let (mut seen, mut counted) = (0u64, Counted::new(self.cx, self.rules.effort(g)));
        let _ = self.rules.reduced_options(g, &mut |parts| {
            counted.one()?;
            let (mut xor, mut open) = (0, Vec::new());
            for part in parts {
                match self.look(part) {
                    Some(value) => xor ^= value,
                    None => open.push(part.clone()),
                }
            }
            smallest_first(&mut open, |part| self.rules.size(part));
            if !open.is_empty() {
                sums.push((xor, open));
            } else if xor < VALUES {
                seen |= 1 << xor;
            }
            ControlFlow::Continue(())
        });
        counted.end()?;
        let reach = self.rules.bound(g).min(VALUES - 1);
        // known options: the mex is one of the numbers that they do not have, one for each other option and one more
        let mut possible = !seen & up_to(reach);
        while possible.count_ones() as usize > sums.len() + 1 {
            possible &= !greatest(possible);
        }
        sums.sort_by_cached_key(|(_, open)| {
            open.iter().map(|part| u64::from(self.rules.size(part)).pow(2)).sum::<u64>()
        });
        let below = up_to(u64::from(63 - wanted.leading_zeros()));
        let mut exact = true;
        for (used, (xor, open)) in sums.iter().enumerate() {
            if possible & wanted == 0 {
                return Ok(None);
            }
            let left = sums.len() - used;
            let last = greatest(possible);
            let asked = if possible.count_ones() as usize > left { possible & !last } else { possible } & below;
            let value = self.sum(*xor, open, asked, depth + 1)?;
            exact &= value.is_some();
            match value {
                Some(value) if value < VALUES && possible >> value & 1 == 1 => possible &= !(1 << value),
                _ if possible.count_ones() as usize > left => possible &= !last,
                _ => {}
            }
        }
        // what is left up to the greatest that was wanted is certain; above it only if every option was told
        let value = u64::from(possible.trailing_zeros());
        match possible {
            0 => Err(Ended::Unfit),
            _ if exact || possible & below != 0 => {
                self.exact.insert(g, value as u8, self.cx)?;
                Ok(Some(value))
            }
            _ => Ok(None),
        }
    }

    /// The value of a sum, if it is one of these.
    fn sum(&mut self, xor: u64, open: &[R::Position], asked: u64, depth: u32) -> Result<Option<u64>, Ended> {
        let [smaller @ .., largest] = open else { return Ok(Some(xor)) };
        let mut xor = xor;
        for part in smaller {
            xor ^= self.value(part, depth)?;
        }
        let (mut request, mut rest) = (0u64, asked);
        while rest > 0 {
            let shifted = u64::from(rest.trailing_zeros()) ^ xor;
            if shifted < VALUES {
                request |= 1 << shifted;
            } else if shifted <= self.rules.bound(largest) {
                return Err(Ended::Unfit);
            }
            rest &= rest - 1;
        }
        if request == 0 {
            return Ok(None);
        }
        Ok(self.search(largest, request, depth)?.map(|value| value ^ xor))
    }
}

fn up_to(n: u64) -> u64 {
    u64::MAX >> (63 - n.min(63))
}

fn greatest(set: u64) -> u64 {
    if set == 0 { 0 } else { 1 << (63 - set.leading_zeros()) }
}
