//! Values and P-positions that a small automaton reads off the digits, most significant first.
//!
//! Two prefixes are taken for the same state if every short rest leads to the same answer (B. A. Trakhtenbrot, Y. M.
//! Barzdin, *Finite automata: behaviour and synthesis*, 1973). The states are found among the short prefixes; if the
//! longer ones bring no new state, the automaton is run over the whole sample, and told if it never errs. What it says
//! beyond the sample is not proved here: [`super::proved`] proves what can
//! be proved, and this serves games without a rule.

use grundy_core::{Context, Result};
use rustc_hash::FxHashMap;

use super::digits::checked;
use super::sample::Sample;
use super::{Finding, Kind};
use crate::words::{Sentence, Words};

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numeration {
    Base(u64),
    Zeckendorf,
}

impl Numeration {
    /// The weights of the digits, least first, below a bound.
    fn weights(self, below: u64) -> Vec<u64> {
        let mut weights = vec![1u64];
        loop {
            let n = weights.len();
            let next = match self {
                Numeration::Base(b) => weights[n - 1] * b,
                Numeration::Zeckendorf if n == 1 => 2,
                Numeration::Zeckendorf => weights[n - 1] + weights[n - 2],
            };
            if next >= below {
                return weights;
            }
            weights.push(next);
        }
    }

    fn digits(self) -> u64 {
        match self {
            Numeration::Base(b) => b,
            Numeration::Zeckendorf => 2,
        }
    }

    /// May this digit follow that one?
    fn follows(self, before: u64, digit: u64) -> bool {
        self != Numeration::Zeckendorf || before + digit < 2
    }

    fn name(self) -> Words {
        match self {
            Numeration::Base(b) => Words::new(format!("base {b}"), format!(" {b} 进制")),
            Numeration::Zeckendorf => {
                Words::new("the Zeckendorf numeration (sums of Fibonacci numbers)", "齐肯多夫记数法（斐波那契数之和）")
            }
        }
    }
}

/// The most states that are told, for one coordinate and for two.
const STATES: [usize; 2] = [12, 14];
/// Rests of up to this length tell prefixes apart.
const REST: usize = 3;

/// A learnt automaton.
#[derive(Debug)]
struct Automaton {
    states: usize,
    /// From (state, symbol) to the next state.
    steps: FxHashMap<(usize, Vec<u64>), usize>,
    output: Vec<u64>,
}

/// The automaton of the values, or of the P-positions where no condition says which these are (`law`).
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, law: bool, cx: &Context) -> Result<Option<Finding>> {
    let arity = sample.names().len();
    if !(1..=2).contains(&arity) {
        return Ok(None);
    }
    let flags: Vec<u64> = sample.previous.iter().map(|&p| u64::from(p)).collect();
    let small = sample.values.as_ref().filter(|v| arity == 1 && v.iter().all(|v| *v < 8));
    let losing = (!law).then(|| (&flags, Words::new("P-positions", "P 局面")));
    let all = [small.map(|v| (v, Words::new("values", "值"))), losing];
    for (labels, what) in all.into_iter().flatten() {
        // a few places are no pattern
        let usual = labels.iter().filter(|l| **l == labels[labels.len() - 1]).count();
        if usual < 16 || labels.len() - usual < 16 {
            continue;
        }
        let numerations: &[Numeration] = if arity == 1 {
            &[Numeration::Zeckendorf]
        } else {
            &[Numeration::Base(2), Numeration::Zeckendorf, Numeration::Base(3)]
        };
        for &numeration in numerations {
            cx.tick(labels.len() as u64 * 8)?;
            let Some(learnt) = learn(sample, labels, numeration) else { continue };
            let (system, count) = (numeration.name(), learnt.states);
            let states = crate::automatic::states_in_words(count);
            let words = Sentence::new(
                "guess-automaton",
                [what.english, what.chinese, system.english, system.chinese, states, count.to_string()],
            );
            let evidence = checked(sample, ["the automaton's answers", "自动机的回答"]);
            let weight = 12 + 2 * learnt.states as u32;
            return Ok(Some(Finding::new(Kind::Digits, words.into(), evidence, weight)));
        }
    }
    Ok(None)
}

fn learn(sample: &Sample, labels: &[u64], numeration: Numeration) -> Option<Automaton> {
    let arity = sample.names().len();
    let side = if arity == 1 { sample.reach + 1 } else { sample.reach / 2 + 1 };
    let weights = numeration.weights(side);
    let known: FxHashMap<&[u64], u64> = sample.places.iter().map(Vec::as_slice).zip(labels.iter().copied()).collect();
    // words of all weights stay inside the sample
    let longest = weights.len() - usize::from(arity == 2 && numeration != Numeration::Zeckendorf);
    let longest = if arity == 1 { longest - 1 } else { longest };
    if longest < REST + 2 {
        return None;
    }
    let value = |word: &[u64]| -> u64 { word.iter().rev().zip(&weights).map(|(d, w)| d * w).sum() };
    let label = |words: &[Vec<u64>]| -> Option<u64> {
        let place: Vec<u64> = words.iter().map(|w| value(w)).collect();
        known.get(place.as_slice()).copied()
    };
    let symbols: Vec<Vec<u64>> = {
        let digits = numeration.digits();
        (0..digits.pow(arity as u32)).map(|s| (0..arity as u32).map(|i| s / digits.pow(i) % digits).collect()).collect()
    };
    let extend = |words: &[Vec<u64>], symbol: &[u64]| -> Option<Vec<Vec<u64>>> {
        let fine = words.iter().zip(symbol).all(|(w, d)| numeration.follows(w.last().copied().unwrap_or(0), *d));
        fine.then(|| words.iter().zip(symbol).map(|(w, d)| w.iter().copied().chain([*d]).collect()).collect())
    };
    // the answers after all rests of up to so many symbols
    let rests = if arity == 1 { REST } else { 2 };
    let signature = |words: &[Vec<u64>]| -> Option<Vec<u64>> {
        let mut answers = Vec::new();
        let mut level: Vec<Option<Vec<Vec<u64>>>> = vec![Some(words.to_vec())];
        for _ in 0..=rests {
            let mut next = Vec::new();
            for words in &level {
                match words {
                    None => answers.push(u64::MAX),
                    Some(words) => {
                        answers.push(label(words)?);
                        next.extend(symbols.iter().map(|s| extend(words, s)));
                    }
                }
            }
            level = next;
        }
        Some(answers)
    };
    let most = STATES[arity - 1];
    // a word of digits for each coordinate
    let start: Vec<Vec<u64>> = vec![Vec::new(); arity];
    let mut index: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    index.insert(signature(&start)?, 0);
    let mut open = vec![start];
    let mut steps = FxHashMap::default();
    let mut at = 0;
    while at < open.len() {
        let words = open[at].clone();
        // a state that is found only near the end of the data is none
        if words[0].len() + 1 + rests > longest {
            return None;
        }
        for symbol in &symbols {
            let Some(next) = extend(&words, symbol) else { continue };
            let signature = signature(&next)?;
            let fresh = index.len();
            let to = *index.entry(signature).or_insert(fresh);
            if to == fresh {
                if fresh + 1 > most {
                    return None;
                }
                open.push(next);
            }
            steps.insert((at, symbol.clone()), to);
        }
        at += 1;
    }
    let output: Option<Vec<u64>> = open.iter().map(|words| label(words)).collect();
    let learnt = Automaton { states: open.len(), steps, output: output? };
    let agrees = sample.places.iter().zip(labels).all(|(place, label)| learnt.read(place, numeration) == Some(*label));
    // one state says that all answers are alike
    (agrees && learnt.states > 1).then_some(learnt)
}

impl Automaton {
    fn read(&self, place: &[u64], numeration: Numeration) -> Option<u64> {
        let weights = numeration.weights(place.iter().max()? + 1);
        let mut rest = place.to_vec();
        let mut state = 0;
        for weight in weights.iter().rev() {
            let symbol: Vec<u64> = rest
                .iter_mut()
                .map(|n| {
                    let digit = *n / weight;
                    *n %= weight;
                    digit
                })
                .collect();
            state = *self.steps.get(&(state, symbol))?;
        }
        self.output.get(state).copied()
    }
}
