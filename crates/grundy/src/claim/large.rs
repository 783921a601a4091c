//! Claims with numbers that are too large for automata: `n % (10^9+3) < 3 => P` of `take[3..10^9]`.
//!
//! A letter stands in the place of each such number, in the claim and in what the law of the game says. Of the letters is said that
//! they are large, in which order they are, and how far apart where that is little. What follows from the law for all such
//! letters ([`follows`]) follows for these numbers.

use std::cell::RefCell;
use std::collections::BTreeSet;

use grundy_core::{Context, Evidence, Int, Result};
use grundy_notation::ast::Relation;

use super::law::stated;
use super::{Claim, ClaimQuestion, follows};
use crate::rule::ir::{Cond, Expr};
use crate::rule::measure::constant;
use crate::statement::map::{Map, look, numbered};

/// Numbers from here on are letters.
const LARGE: i64 = 1 << 20;
/// With more of them no automaton is built.
const MOST: usize = 3;

/// Whether a claim follows is asked for so many nodes.
const NODES: u64 = 20_000_000;

/// The law of the game, if the claim has large numbers and follows from it. Whether the claim is known to be wrong is asked before the
/// automata are built.
///
/// # Errors
/// A rule that is not a game; a spent budget.
pub(super) fn by_law(
    question: &ClaimQuestion,
    is_wrong: &mut dyn FnMut() -> Result<bool>,
    cx: &Context,
) -> Result<Option<Evidence>> {
    let Some((evidence, claims)) = stated(&question.subject)? else { return Ok(None) };
    for law in &claims {
        let numbers = large_numbers(&question.claim, law);
        if numbers.is_empty() || numbers.len() > MOST {
            continue;
        }
        if is_wrong()? {
            return Ok(None);
        }
        let names = &question.subject.variables;
        let why = cx.trial(NODES, |part| follows_by_letters(&question.claim, law, names, &numbers, part))?.flatten();
        if let Some(why) = why {
            return Ok(Some(evidence.and(&why)));
        }
    }
    Ok(None)
}

/// The large numbers of both, ascending.
fn large_numbers(claim: &Claim, law: &Claim) -> Vec<Int> {
    let found = RefCell::new(BTreeSet::new());
    let note = |e: &Expr| {
        let number = constant(e);
        found.borrow_mut().extend(number.clone().filter(|c| *c >= Int::from(LARGE)));
        number.is_some()
    };
    for one in [claim, law] {
        look(|map| _ = map.claim(one), &note);
    }
    found.into_inner().into_iter().collect()
}

/// The evidence that the claim follows from the law, both about natural numbers with these names, for all such large numbers; `None`
/// where that is not seen.
fn follows_by_letters(
    claim: &Claim,
    law: &Claim,
    names: &[String],
    numbers: &[Int],
    cx: &Context,
) -> Result<Option<Evidence>> {
    let letter = |i: usize| Expr::Variable(names.len() + i);
    let lettered = |claim: &Claim| {
        let moved = numbered(&|v| if v < names.len() { v } else { v + numbers.len() }, |map| map.claim(claim));
        let with = |e: &Expr| constant(e).map(|c| numbers.binary_search(&c).map_or_else(|_| e.clone(), letter));
        Map { with: &with, quantified: &|v| v }.claim(&moved)
    };
    let apart = numbers.windows(2).enumerate().map(|(i, pair)| {
        let distance = &pair[1] - &pair[0];
        let (relation, least) = if distance < Int::from(LARGE) {
            (Relation::Equal, distance)
        } else {
            (Relation::GreaterEqual, Int::from(LARGE))
        };
        Cond::Compare(letter(i + 1), relation, letter(i) + Expr::Constant(least))
    });
    let conditions: Vec<Cond> = apart.collect();
    let letters = (0..numbers.len()).map(|i| format!("a large number {}", i + 1));
    let all: Vec<String> = names.iter().cloned().chain(letters).collect();
    let low: Vec<i64> = (0..all.len()).map(|v| if v < names.len() { 0 } else { LARGE }).collect();
    follows(&lettered(claim), &lettered(law), &all, &low, &conditions, cx)
}
