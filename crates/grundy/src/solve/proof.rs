//! The proof of a value under a rule in braces, as a text that `grundy-verify` checks with a reader of rules of its own.
//!
//! The values come from whatever answers fastest, be it a table, a search or a theorem; the proof rests on none of them. It tells
//! what [`game::boards::proof`](crate::game::boards::proof) tells of boards: of each place that is needed its value with a
//! move to each smaller one, or a move to a value that it does not have.
//!
//! Cost: the moves of each place that is told of.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};
use crate::game::boards::proof::{Left, Play, Proof, cancelled, sum};
use crate::game::{Game, Place};
use crate::number::{Nat, to_u64};
use crate::rule::eval::Prepared;
use crate::rule::written::written;

/// A place with more moves has no proof.
const MOVES: usize = 1 << 20;

/// The certificate of the value of a place; `None`: the game is no rule, or its moves lead into other games.
pub(super) fn certificate(game: &Game, place: &Place, comment: &str, cx: &Context) -> Result<Option<String>> {
    let Some(rule) = game.rule_of_laws()?.filter(|rule| rule.arity == place.len()) else { return Ok(None) };
    let Some(text) = written(&rule) else { return Ok(None) };
    let start = numbers(place)?;
    if !text.is_ascii() || text.len() > LONGEST {
        return Ok(None);
    }
    let play = Places { game, rule: Prepared::new(&rule)?, known: RefCell::default() };
    let head = format!("rule {text}\nposition {}\n", play.text(&start));
    Proof::text(&play, &[start], &head, comment, cx).map(Some)
}

/// Bytes of a rule that is checked.
const LONGEST: usize = 1 << 20;

fn numbers(place: &[Nat]) -> Result<Vec<u64>> {
    let numbers: Option<Vec<u64>> = place.iter().map(|n| to_u64(n).filter(|n| *n < 1 << 63)).collect();
    numbers.ok_or_else(|| Diagnostic::unsupported("places of 2^63 and more have no certificate of a value").into())
}

/// Places of one game.
struct Places<'a> {
    game: &'a Game,
    rule: Prepared,
    known: RefCell<HashMap<Vec<u64>, u64>>,
}

impl Play for Places<'_> {
    type Part = Vec<u64>;
    /// What is left, as it is written.
    type Move = String;

    fn moves(&self, place: &Vec<u64>, cx: &Context) -> Result<Vec<Left<Self>>> {
        let from: Place = place.iter().map(|&n| Nat::from(n)).collect();
        let (mut all, mut trouble): (Vec<Vec<Vec<u64>>>, Option<Error>) = (Vec::new(), None);
        let _ = self.rule.options(&from, cx, &mut |_, parts| {
            // nothing but a heap of Nim without stones is another game here
            let own = parts.iter().filter(|(game, _)| game.is_none());
            let parts: Result<Vec<Vec<u64>>> = own.map(|(_, place)| numbers(place)).collect();
            match parts {
                Ok(parts) if all.len() < MOVES => all.push(cancelled(parts, |place| size(place))),
                Ok(_) => {
                    let why = format!("{} has more than {MOVES} moves", self.game.show(std::slice::from_ref(&from)));
                    trouble = Some(Diagnostic::unsupported(format!("there is no certificate: {why}")).into());
                }
                Err(error) => trouble = Some(error),
            }
            if trouble.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        all.sort_unstable();
        all.dedup();
        Ok(all.into_iter().map(|parts| Left { chosen: sum(&parts, |place| text(place)), parts }).collect())
    }

    fn size(&self, place: &Vec<u64>) -> usize {
        size(place)
    }

    fn text(&self, place: &Vec<u64>) -> String {
        text(place)
    }

    fn reply(&self, _: &Vec<u64>, chosen: &String) -> String {
        chosen.clone()
    }

    fn known(&self, place: &Vec<u64>, cx: &Context) -> Result<Option<u64>> {
        self.value(place, cx).map(Some)
    }

    fn is(&self, place: &Vec<u64>, number: u64, cx: &Context) -> Result<bool> {
        Ok(self.value(place, cx)? == number)
    }

    fn value(&self, place: &Vec<u64>, cx: &Context) -> Result<u64> {
        if let Some(&value) = self.known.borrow().get(place) {
            return Ok(value);
        }
        cx.reserve(64 + 8 * place.len() as u64)?;
        let value = self.game.value_at(&place.iter().map(|&n| Nat::from(n)).collect(), cx)?;
        let large = || Diagnostic::unsupported("a value of 2^63 or more has no certificate");
        let value = to_u64(&value).filter(|value| *value < 1 << 63).ok_or_else(large)?;
        self.known.borrow_mut().insert(place.clone(), value);
        Ok(value)
    }
}

fn size(place: &[u64]) -> usize {
    place.iter().fold(0usize, |sum, &n| sum.saturating_add(n as usize)).min(1 << 30)
}

/// `4,7`
fn text(place: &[u64]) -> String {
    let numbers: Vec<String> = place.iter().map(u64::to_string).collect();
    numbers.join(",")
}

#[cfg(test)]
mod tests;
