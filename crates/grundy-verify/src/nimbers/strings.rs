//! Nimstring: a move cuts a string; a coin without a string is captured, and then the same player moves again; who cannot
//! move loses.
//!
//! A position is written by its strings: `0-1.0-g.1-g`, coins by number and the ground as `g`; repeated strings are different
//! strings. A position is *loony* if the player to move wins it beside anything. Everything else is worth a number: where some
//! moves capture, the value k of what all of them leave, if no other move leads to k (else the position is loony); where
//! none does, the least number that no move leads to, loony positions left out (Berlekamp, Conway and Guy 1982, chapter 12).
//!
//! **Captures.** Let the coin b hang on one string, to u. (1) u is the ground or a coin on one string: b and its string are
//! a part worth 0, for its only move captures and leaves nothing. (2) u is on two strings, and the other one leads to c, the ground or
//! a coin on two or more: loony. Let R be what is left without b and u. Cutting u–c captures nothing and leaves R beside a part worth
//! 0. Capturing b and then u leaves R, and the turn. If R is worth k, what the capture of b leaves is worth k or loony, for one of
//! its captures leads to R; so a capture leads to a loony position, or captures to k and another move to k. If R
//! is loony, so is what the capture of b leaves, and then the position. (3) u is on two strings, and the other one leads to a coin on one
//! string: a part of three coins in which every move captures and leaves a part worth 0, so it is worth 0. (4) u is on three
//! strings or more: the position S is worth what S′ = S without b is worth, and loony if that is. For let S′ be worth k. A
//! player who is to move in S beside k and captures b has lost. Another move keeps the turn in S exactly if it does in S′. If it does
//! not, the opponent captures b and has won, as in S′. If it does, it captured a coin that is not b, and what is left has
//! fewer strings: where u is still on two strings or more other than to b the same holds there, by induction; where u is on b and
//! one more, that coin hung on u, so S′ was as in (2), and loony, or all of it is b, u and two more coins in a star, S′ is
//! the part of (3), and what the capture of either leaf leaves is the same.
//!
//! So captures are made at once, and a position without coins on one string has moves that capture nothing. Of these those to loony
//! positions are no good to anybody.
//!
//! *Parts* are what strings between coins join; their coins are numbered anew in the order of their numbers.

use super::claims::{Play, Sum, cancelled};
use crate::text::number;
use crate::{Meter, Refusal};

/// The ground.
const GROUND: u32 = u32::MAX;
/// So many strings at most.
const MOST: usize = 4096;

/// The rules.
#[derive(Debug)]
pub(super) struct Nimstring;

/// Two ends, the smaller one first.
type Strings = Vec<(u32, u32)>;

/// Makes all captures; `None`: the position is loony.
fn settled(mut strings: Strings) -> Option<Strings> {
    let on = |strings: &Strings, coin: u32| strings.iter().filter(|&&(a, b)| a == coin || b == coin).count();
    let is_lone = |strings: &Strings, end: u32| end != GROUND && on(strings, end) == 1;
    while let Some(at) = strings.iter().position(|&(a, b)| is_lone(&strings, a) || is_lone(&strings, b)) {
        let (a, b) = strings[at];
        let next = if is_lone(&strings, a) { b } else { a };
        if next != GROUND && on(&strings, next) == 2 {
            let other = strings.iter().enumerate().find(|&(i, &(a, b))| i != at && (a == next || b == next));
            let end = other.map(|(_, &(a, b))| if a == next { b } else { a });
            if end.is_some_and(|end| !is_lone(&strings, end)) {
                return None;
            }
        }
        strings.remove(at);
    }
    Some(strings)
}

/// The parts, each with its coins numbered anew.
fn parts(strings: &Strings) -> Vec<Strings> {
    let mut open: Vec<(u32, u32)> = strings.clone();
    let mut parts = Vec::new();
    while let Some(first) = open.pop() {
        let (mut part, mut coins) = (vec![first], vec![first.0, first.1]);
        let joins = |coins: &[u32], end: u32| end != GROUND && coins.contains(&end);
        while let Some(at) = open.iter().position(|&(a, b)| joins(&coins, a) || joins(&coins, b)) {
            let string = open.remove(at);
            part.push(string);
            coins.extend([string.0, string.1]);
        }
        coins.retain(|&coin| coin != GROUND);
        coins.sort_unstable();
        coins.dedup();
        let new = |end: u32| if end == GROUND { GROUND } else { coins.partition_point(|&coin| coin < end) as u32 };
        part.iter_mut().for_each(|(a, b)| (*a, *b) = (new(*a), new(*b)));
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

fn read(word: &str) -> Option<Strings> {
    let end = |word: &str| match word {
        "g" => Some(GROUND),
        coin => number(coin).filter(|&coin| coin < u64::from(GROUND)).map(|coin| coin as u32),
    };
    let mut strings = Vec::new();
    for string in word.split('.').filter(|_| word != "-") {
        let (a, b) = string.split_once('-')?;
        let (a, b) = (end(a)?, end(b)?);
        if a == b || strings.len() == MOST {
            return None;
        }
        strings.push((a.min(b), a.max(b)));
    }
    strings.sort_unstable();
    Some(strings)
}

impl Play for Nimstring {
    type Part = Strings;

    fn position(&self, word: &str) -> Result<Vec<Strings>, String> {
        let Some(strings) = read(word) else { return Err("strings, as `0-1.0-g`".to_owned()) };
        match settled(strings) {
            Some(strings) => Ok(parts(&strings)),
            None => Err("strings that are not loony: who moves there wins, and they have no value".to_owned()),
        }
    }

    fn moves(&self, part: &Strings, meter: &mut Meter<'_>) -> Result<Vec<Sum<Strings>>, Refusal> {
        let mut found = Vec::new();
        for at in (0..part.len()).filter(|&at| at == 0 || part[at - 1] != part[at]) {
            meter.spend((part.len() * part.len()) as u64)?;
            let mut left = part.clone();
            left.remove(at);
            found.extend(settled(left).map(|left| cancelled(parts(&left))));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
