//! Guess, prove, mend: from a rule to a law of its P-positions or values.
//!
//! In rounds, each with twice the data in every coordinate: for s = 1, 2, … and for each numeration system, an automaton is
//! learnt from the labels ([`learn`](super::learn)); a guess that disagrees with other labels is dropped; the rest are put
//! to the equation ([`equation`](super::equation)). What is refuted is not tried again; a larger s or more data make a
//! better guess. The first guess that is proved is the law.
//!
//! Precondition as for all equations: every play ends.

use std::sync::Arc;

use grundy_core::{Context, Convention, Nat};

use crate::dfa::Dfa;
use crate::engine::{Built, Engine, Obstacle, Sizes};
use crate::equation::Verdict;
use crate::learn::Guess;
use crate::moves::Moves;
use crate::numeration::Numeration;

/// A set of tuples of which a part is known.
pub trait Labels {
    /// The number of coordinates.
    fn tracks(&self) -> usize;

    /// Is the tuple in the set? `None` where it is not known.
    fn label(&self, tuple: &[u64]) -> Option<bool>;

    /// Makes the label of this tuple known, if at most so many cells (positions) have to be held; `false` otherwise.
    ///
    /// # Errors
    /// A spent budget.
    fn extend(&mut self, tuple: &[u64], cells: u64, cx: &Context) -> Built<bool>;
}

/// The side of a box that holds the place: twice the old one, or what is needed, or what may be held in so many cells.
/// `None` if the place is inside already or the box would be too large.
#[must_use]
pub fn larger_box(side: u64, place: &[u64], cells: u64) -> Option<u64> {
    let needed = place.iter().max()?.checked_add(1)?;
    let fits = |side: u64| side.checked_pow(place.len() as u32).is_some_and(|c| c <= cells);
    if !fits(needed) || needed <= side {
        return None;
    }
    let generous = (2 * side).max(needed).max(16);
    Some(if fits(generous) { generous } else { needed })
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// The P-positions of normal play.
    Kernel,
    /// The P-positions of misère play.
    Misere,
    /// The relation of positions and values.
    Values,
    /// The same of the values below this number; where the value is larger, this number stands for it.
    Levels(u32),
}

impl Question {
    /// The convention that the question is asked under.
    #[must_use]
    pub fn convention(self) -> Convention {
        match self {
            Question::Kernel | Question::Values | Question::Levels(_) => Convention::Normal,
            Question::Misere => Convention::Misere,
        }
    }

    /// Has the law a track for the value behind those of the position?
    #[must_use]
    pub fn has_values(self) -> bool {
        matches!(self, Question::Values | Question::Levels(_))
    }

    /// The number that stands for all larger values, too.
    #[must_use]
    pub fn most(self) -> Option<u32> {
        match self {
            Question::Levels(most) => Some(most),
            _ => None,
        }
    }
}

/// How far to look.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The systems, in order.
    pub systems: Vec<Numeration>,
    /// The longest continuations by which prefixes are told apart.
    pub deepest: usize,
    /// A guess may have so many states before minimisation.
    pub states: usize,
    /// Labels may take so many cells.
    pub cells: u64,
    /// The cap on states of an automaton in a proof.
    pub cap: usize,
}

impl Default for Settings {
    /// Base 2 and 3, Zeckendorf, Ostrowski 2 and 3; continuations to 5 digits; 4000 states; 2^22 cells.
    fn default() -> Self {
        Settings {
            systems: vec![
                Numeration::BINARY,
                Numeration::Base(3),
                Numeration::ZECKENDORF,
                Numeration::Ostrowski(2),
                Numeration::Ostrowski(3),
            ],
            deepest: 5,
            states: 4000,
            cells: 1 << 22,
            cap: 50_000,
        }
    }
}

/// A law that is proved for all positions, provided that every play ends.
#[derive(Debug, Clone)]
pub struct Law {
    /// The numeration system.
    pub numeration: Numeration,
    /// The set of P-positions, or of tuples (position, value).
    pub set: Arc<Dfa>,
    /// The moves in this system.
    pub moves: Moves,
    /// The length of the continuations that told the states apart.
    pub s: usize,
    /// The automata met in the proof.
    pub sizes: Sizes,
}

/// A guess that was not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The numeration system.
    pub numeration: Numeration,
    /// The length of continuations.
    pub s: usize,
    /// What happened.
    pub why: Why,
}

/// Why a guess was dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It disagrees with the data at this tuple.
    Data(Vec<u64>),
    /// Its equation fails at this tuple.
    Refuted(Vec<Nat>),
    /// The proof met an obstacle.
    Obstacle(Obstacle),
}

/// The result of a search.
#[derive(Debug, Clone)]
pub enum Found {
    /// A law, and the guesses before it.
    Law(Box<Law>, Vec<Failure>),
    /// Nothing; the guesses that failed.
    Nothing(Vec<Failure>),
}

impl Found {
    /// The law, if there is one.
    #[must_use]
    pub fn law(&self) -> Option<&Law> {
        match self {
            Found::Law(law, _) => Some(law),
            Found::Nothing(_) => None,
        }
    }
}

/// Tuples on which a guess is compared with the labels.
const SAMPLE: u64 = 1 << 14;

/// A label may be looked at so often in one attempt, on average.
const LOOKS: u64 = 1;

/// Looks for a law. `moves_in` gives the moves in a numeration system; what is not automatic there is passed over.
///
/// # Errors
/// A spent budget.
pub fn search(
    question: Question,
    moves_in: &mut dyn FnMut(&mut Engine<'_>) -> Built<Moves>,
    labels: &mut dyn Labels,
    settings: &Settings,
    cx: &Context,
) -> Built<Found> {
    cx.enter("automata");
    let mut failures = Vec::new();
    let mut systems: Vec<(Numeration, Moves)> = Vec::new();
    for &numeration in &settings.systems {
        let mut engine = Engine::new(numeration, cx).with_cap(settings.cap);
        match moves_in(&mut engine) {
            Ok(moves) => systems.push((numeration, moves)),
            Err(stopped @ Obstacle::Stopped(_)) => return Err(stopped),
            Err(why) => failures.push(Failure { numeration, s: 0, why: Why::Obstacle(why) }),
        }
    }
    if question.has_values() && systems.iter().any(|(_, m)| !m.single()) {
        // moves to several components need the xor of values
        systems.retain(|(numeration, _)| *numeration == Numeration::BINARY);
    }
    let mut done: Vec<(Numeration, usize)> = Vec::new();
    let mut refuted: Vec<Arc<Dfa>> = Vec::new();
    let mut cells = 1u64 << 10;
    for round in 0.. {
        cells = cells.saturating_mul(4).min(settings.cells.max(1));
        let states = settings.states.min(64 << round.min(20));
        // wrong guesses may have huge proofs: a guess that needs more waits for a later round
        let cap = settings.cap.min(4000 << (2 * round).min(20));
        let last = cells >= settings.cells && states >= settings.states && cap >= settings.cap;
        for s in 1..=settings.deepest {
            for (numeration, moves) in &systems {
                if done.contains(&(*numeration, s)) {
                    continue;
                }
                let mut engine = Engine::new(*numeration, cx).with_cap(cap);
                let Some(guess) = learn(&mut engine, s, states, labels, cells, cx)? else { continue };
                let mut fail = |why| failures.push(Failure { numeration: *numeration, s, why });
                let set = Arc::new(guess);
                if refuted.contains(&set) {
                    done.push((*numeration, s));
                    continue;
                }
                if let Some(tuple) = disagreement(&set, labels, cells, cx)? {
                    done.push((*numeration, s));
                    fail(Why::Data(tuple));
                    continue;
                }
                let verdict = match question {
                    Question::Kernel => engine.prove_kernel(moves, &set)?,
                    Question::Misere => engine.prove_misere(moves, &set)?,
                    Question::Values => engine.prove_values(moves, &set)?,
                    Question::Levels(most) => engine.prove_levels(moves, most, &set)?,
                };
                match verdict {
                    Verdict::Proved { sizes } => {
                        let law = Law { numeration: *numeration, set, moves: moves.clone(), s, sizes };
                        return Ok(Found::Law(Box::new(law), failures));
                    }
                    Verdict::Refuted { at, .. } => fail(Why::Refuted(at)),
                    Verdict::Unknown { .. } if !last => continue,
                    Verdict::Unknown { why, .. } => fail(Why::Obstacle(why)),
                }
                done.push((*numeration, s));
                refuted.push(set);
            }
        }
        if last {
            break;
        }
    }
    Ok(Found::Nothing(failures))
}

/// A closed guess, with as many labels as it needs; `None` if more are needed, or more states, than this round allows.
fn learn(
    engine: &mut Engine<'_>,
    s: usize,
    states: usize,
    labels: &mut dyn Labels,
    cells: u64,
    cx: &Context,
) -> Built<Option<Dfa>> {
    // as many labels may be looked at as there are cells: long continuations wait for a later round
    let looks = engine.looks(labels.tracks(), s)?;
    let states = states.min((LOOKS * cells / looks.max(1)) as usize);
    if states < 4 {
        return Ok(None);
    }
    loop {
        let guess = match engine.learn(labels.tracks(), s, states, &|t| labels.label(t)) {
            Err(Obstacle::TooLarge { .. }) => return Ok(None),
            other => other?,
        };
        match guess {
            Guess::Closed(set) => return Ok(Some(set)),
            Guess::TooManyStates => return Ok(None),
            Guess::OutOfData { needed } => {
                if !labels.extend(&needed, cells, cx)? {
                    return Ok(None);
                }
            }
        }
    }
}

/// A tuple whose label is another one: in a small cube, and in a box that is long in the first coordinate (values are small).
fn disagreement(set: &Dfa, labels: &mut dyn Labels, cells: u64, cx: &Context) -> Built<Option<Vec<u64>>> {
    let tracks = labels.tracks();
    let side = |count: u64, tracks: usize| (1u64..).take_while(|s| s.pow(tracks as u32) <= count).last().unwrap_or(1);
    let mut long = vec![side(16, tracks.saturating_sub(1).max(1)); tracks];
    long[0] = SAMPLE / 16;
    for sides in [vec![side(SAMPLE, tracks); tracks], long] {
        let corner: Vec<u64> = sides.iter().map(|s| s - 1).collect();
        labels.extend(&corner, cells.max(SAMPLE), cx)?;
        let mut tuple = vec![0u64; tracks];
        loop {
            if labels.label(&tuple).is_some_and(|label| label != set.contains(&tuple)) {
                return Ok(Some(tuple));
            }
            let Some(track) = (0..tracks).rev().find(|&t| tuple[t] + 1 < sides[t]) else { break };
            tuple[track] += 1;
            tuple[track + 1..].fill(0);
        }
        cx.tick(SAMPLE)?;
    }
    Ok(None)
}
