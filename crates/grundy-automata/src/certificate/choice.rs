//! Winning moves read off a strategy.

use grundy_core::Nat;

use super::Certificate;
use crate::dfa::{DEAD, Dfa};

/// A move of a strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Which kind of move.
    pub kind: usize,
    /// The coordinates of each part that is left.
    pub parts: Vec<Vec<Nat>>,
}

impl Certificate {
    /// A move from the place into the law: to a P-position. `None` for the places from which there is none, and for laws of
    /// values. Cost: the number of digits times the size of the strategies.
    #[must_use]
    pub fn winning_move(&self, place: &[Nat]) -> Option<Choice> {
        if self.question.has_values() || place.len() != self.arity {
            return None;
        }
        self.choice(place, place)
    }

    /// For a law of values: a move from the place to the value.
    #[must_use]
    pub fn move_to_value(&self, place: &[Nat], value: &Nat) -> Option<Choice> {
        if !self.question.has_values() || place.len() != self.arity {
            return None;
        }
        self.choice(place, &[place, std::slice::from_ref(value)].concat())
    }

    fn choice(&self, place: &[Nat], tuple: &[Nat]) -> Option<Choice> {
        let words = self.numeration.encode_big(tuple);
        self.strategies.iter().zip(&self.kinds).enumerate().find_map(|(number, (strategy, kind))| {
            let chosen = chosen(strategy, &words)?;
            let value = |v: u32| -> Option<Nat> {
                let v = v as usize;
                place.get(v).or_else(|| chosen.get(v - self.arity)).cloned()
            };
            let parts = kind.parts.iter().map(|part| part.iter().map(|&v| value(v)).collect::<Option<Vec<_>>>());
            Some(Choice { kind: number, parts: parts.collect::<Option<_>>()? })
        })
    }
}

/// Numbers on the other tracks with which the automaton accepts the tuple of words.
fn chosen(strategy: &Dfa, words: &[Vec<u8>]) -> Option<Vec<Nat>> {
    let digits = strategy.numeration().digits();
    let others = strategy.tracks().checked_sub(words.len())?;
    let choices = digits.checked_pow(others as u32)?;
    let length = words.first().map_or(0, Vec::len);
    // for each column read: by which state and choice each state was reached first
    type Step = Vec<Option<(u32, usize)>>;
    let nothing = || -> Step { vec![None; strategy.states()] };
    // a choice may have more digits than the tuple
    let mut lead = nothing();
    let mut reached = vec![0u32];
    let mut seen = vec![false; strategy.states()];
    seen[0] = true;
    let mut at = 0;
    while at < reached.len() {
        for (choice, &to) in strategy.row(reached[at]).iter().take(choices).enumerate() {
            if to != DEAD && !std::mem::replace(&mut seen[to as usize], true) {
                lead[to as usize] = Some((reached[at], choice));
                reached.push(to);
            }
        }
        at += 1;
    }
    let mut steps: Vec<Step> = Vec::with_capacity(length);
    for column in 0..length {
        let symbol = words.iter().fold(0, |sum, w| sum * digits + usize::from(w[column]));
        let mut step = nothing();
        let mut next = Vec::new();
        for &state in &reached {
            for (choice, &to) in strategy.row(state)[symbol * choices..][..choices].iter().enumerate() {
                if to != DEAD && step[to as usize].is_none() {
                    step[to as usize] = Some((state, choice));
                    next.push(to);
                }
            }
        }
        steps.push(step);
        reached = next;
    }
    let mut state = *reached.iter().find(|&&s| strategy.accepts_at(s))?;
    let mut columns = Vec::new();
    for step in steps.iter().rev() {
        let (before, choice) = step[state as usize]?;
        columns.push(choice);
        state = before;
    }
    while let Some((before, choice)) = lead[state as usize] {
        columns.push(choice);
        state = before;
    }
    columns.reverse();
    let number = |track: usize| {
        let weight = digits.pow((others - 1 - track) as u32);
        let word: Vec<u8> = columns.iter().map(|c| (c / weight % digits) as u8).collect();
        strategy.numeration().decode(&word)
    };
    Some((0..others).map(number).collect())
}
