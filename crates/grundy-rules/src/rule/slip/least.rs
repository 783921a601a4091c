//! The least conditions that keep the moves of a rule from staying where they are.
//!
//! ```text
//! {n -> (n+1)//2; n//3}            {n -> (n+1)//2 if n > 1; n//3 if n > 0}
//! {n -> n-k for k in n//2..n}      {n -> n-k for k in n//2..n if k > 0}
//! ```
//!
//! A condition is tried on the small places: it must leave no move that stays, and of the other moves as many as it can.

use std::ops::ControlFlow;

use grundy_core::number::Nat;
use grundy_notation::ast::Simple;
use grundy_notation::names::Games;
use grundy_notation::{Limits, Reader};

use super::super::eval;
use super::super::ir::{Alternative, Rule};
use super::super::lower;
use super::super::measure::{Termination, termination};
use super::{COORDINATES, apart, brief, guarded as with_condition};
use crate::place::Place;

/// The largest number of a place that is tried, by how many coordinates there are.
const LARGEST: [u64; 5] = [0, 16, 5, 3, 2];
/// The largest number that a condition compares with.
const BOUND: u64 = 3;
/// So many moves may need a condition.
const MOVES: usize = 8;

/// The rule with a condition on every move that stays where it is; its plays end, as far as that can be told. `None`: there is
/// no such rule, or it cannot be read alone, as one that leads into other games.
pub(super) fn guarded(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let mut changed = false;
    for _ in 0..MOVES {
        let rule = read(&text)?;
        let Some(staying) = look(&rule).staying else {
            return (changed && may_end(&text)).then_some(text);
        };
        text = best(&text, &rule, &staying)?;
        changed = true;
    }
    None
}

/// Is no small place known from which play need not end?
pub(super) fn may_end(text: &str) -> bool {
    read(text).is_none_or(|rule| !matches!(termination(&rule), Termination::Refuted { .. }))
}

/// The rule of a text, if no move leads into another game.
fn read(text: &str) -> Option<Rule> {
    let read = Reader::new(Limits::default(), Games::NONE).game(text).ok()?;
    let [Simple::Rule(rule)] = &read.game.alternatives[..] else { return None };
    let none = || grundy_core::Diagnostic::rule("a part of another game");
    lower::as_written(rule, &mut |_| Err(none())).ok()
}

/// What the moves from the small places do.
struct Look {
    /// The first move that stays where it is, as it is written.
    staying: Option<String>,
    /// All that do.
    all_staying: Vec<String>,
    /// How many moves do not.
    others: usize,
}

fn look(rule: &Rule) -> Look {
    let mut found = Look { staying: None, all_staying: Vec::new(), others: 0 };
    for place in places(rule.arity) {
        // what has no value at this place has a message of its own
        let _ = eval::options(rule, &place, &brief(), &mut |alternative, parts| {
            if !parts.iter().any(|(other, part)| other.is_none() && *part == place) {
                found.others += 1;
            } else if !found.all_staying.contains(&alternative.text) {
                found.all_staying.push(alternative.text.clone());
            }
            ControlFlow::Continue(())
        });
    }
    found.staying = found.all_staying.first().cloned();
    found
}

fn places(arity: usize) -> Vec<Place> {
    let Some(&largest) = LARGEST.get(arity).filter(|_| arity <= COORDINATES) else { return Vec::new() };
    let base = largest + 1;
    (0..base.pow(arity as u32))
        .map(|code| (0..arity as u32).map(|at| Nat::from(code / base.pow(at) % base)).collect())
        .collect()
}

/// The text with the condition on this move that leaves the most of the others.
fn best(text: &str, rule: &Rule, staying: &str) -> Option<String> {
    let before = look(rule).others;
    let alternative = rule.alternatives.iter().find(|alternative| alternative.text == staying)?;
    let mut best: Option<(usize, String)> = None;
    for condition in conditions(rule, alternative) {
        let whole = [Some(text.to_owned()), apart(text).filter(|apart| apart != text)];
        for text in whole.into_iter().flatten() {
            let Some(candidate) = with_condition(&text, staying, &condition) else { continue };
            let Some(read) = read(&candidate) else { continue };
            let now = look(&read);
            if now.all_staying.iter().any(|text| text == staying) {
                continue;
            }
            if now.others == before {
                return Some(candidate);
            }
            if best.as_ref().is_none_or(|(others, _)| *others < now.others) {
                best = Some((now.others, candidate));
            }
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// What may be asked of the place or of a number that is chosen, the simplest first; at last, that the heap gets smaller.
fn conditions(rule: &Rule, alternative: &Alternative) -> Vec<String> {
    let mut all = vec![format!("{} > 0", rule.names.join("+"))];
    let names = || rule.names.iter().chain(alternative.loops.iter().map(|each| &each.name));
    for bound in 0..=BOUND {
        all.extend(names().map(|name| format!("{name} > {bound}")));
    }
    if let ([name], [_]) = (&rule.names[..], &alternative.parts[..]) {
        all.push(format!("{} < {name}", alternative.text));
    }
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_leave_every_move_that_gets_smaller() {
        for (rule, mended) in [
            ("{n -> n//2}", "{n -> n//2 if n > 0}"),
            ("{n -> (n+1)//2; n//3}", "{n -> (n+1)//2 if n > 1; n//3 if n > 0}"),
            ("{n -> (n+1)//2; n//3 if n > 1}", "{n -> (n+1)//2 if n > 1; n//3 if n > 1}"),
            ("{n -> (n+1)//2 | n-1}", "{n -> (n+1)//2 if n > 1; n-1}"),
            ("{n -> n-k for k in n//2..n}", "{n -> n-k for k in n//2..n if k > 0}"),
            ("{n -> n-k for k in 0..2}", "{n -> n-k for k in 0..2 if k > 0}"),
            ("{n -> n//d for d in 1..6}", "{n -> n//d for d in 1..6 if n//d < n}"),
            ("{(a,b) -> (a//2,b); (a,b-1)}", "{(a,b) -> (a//2,b) if a > 0; (a,b-1)}"),
            ("{(a,b) -> (a//2,b//2)}", "{(a,b) -> (a//2,b//2) if a+b > 0}"),
        ] {
            assert_eq!(guarded(rule).as_deref(), Some(mended), "{rule}");
        }
        for rule in ["{n -> n+1}", "{(a,b) -> (b,a)}", "{n -> n-1}", "{n -> kayles(n)}"] {
            assert_eq!(guarded(rule), None, "{rule}");
        }
    }
}
