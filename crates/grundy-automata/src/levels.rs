//! The positions of value 0, of value 1, … of a game of two numbers, an automaton each, as far as there are any.
//!
//! In Wythoff's game the relation of positions and values is out of reach, but single values are not: an automaton of 7
//! states holds the positions of value 0, one of 825 states those of value 1. They are learnt one after the other, where each row has
//! one cell of each value at most ([`Engine::learn_rows`]), with longer and longer continuations, and each is
//! proved by its level equation ([`Engine::prove_level`]), which asks for the sets below and for nothing else. The first value for which nothing is
//! proved ends the search. What was found is one relation: (v, g) for the values g below that, and (v, most) where the
//! value is `most` or larger ([`Question::Levels`](crate::search::Question::Levels)).
//!
//! Of Wythoff's game no set of value 2 is found: with continuations of 10 digits it shows more than 19 000 states.
//!
//! Cost for Wythoff's game: 0.2 s, of which a third is the proof; 3.5 million rows of the table.

use std::sync::Arc;

use grundy_core::Context;

use crate::dfa::Dfa;
use crate::engine::{Built, Engine, Obstacle};
use crate::equation::Verdict;
use crate::learn::Guess;
use crate::moves::Moves;
use crate::numeration::Numeration;
use crate::search::Law;

/// Cells of one value, at most one in each row.
pub trait Cells {
    /// The column of the cell of this value in a row; `None` where it is not known, `Some(None)` where there is none.
    fn column(&self, value: usize, row: u64) -> Option<Option<u64>>;

    /// Makes this row known for all values up to this one, if at most so many rows have to be held; `false` otherwise.
    ///
    /// # Errors
    /// A spent budget.
    fn extend(&mut self, value: usize, row: u64, rows: u64, cx: &Context) -> Built<bool>;
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
    /// So many rows may be held.
    pub rows: u64,
    /// So many values at most.
    pub values: u32,
    /// The cap on states of an automaton in a proof.
    pub cap: usize,
}

impl Default for Settings {
    /// Base 2, Zeckendorf, Ostrowski 2 (what fails in base 2 fails at once); continuations to 14 digits; 2000 states; 2^22 rows; 4 values.
    fn default() -> Self {
        Settings {
            systems: vec![Numeration::BINARY, Numeration::ZECKENDORF, Numeration::Ostrowski(2)],
            deepest: 14,
            states: 2000,
            rows: 1 << 22,
            values: 4,
            cap: 250_000,
        }
    }
}

/// A guess of fewer states than this is put to its equation at once; a larger one only when longer continuations show no
/// more states: the proof of a wrong guess may be long.
const SMALL: usize = 64;
/// The set of value 0 may have so many states before minimisation.
const FIRST: usize = 200;
/// The cap on states of an automaton in its proof.
const FIRST_CAP: usize = 5_000;

/// Looks for the sets of value 0, 1, … in each system, and gives the law of the first system that has two or more, with the
/// number of values below which it tells them apart.
///
/// # Errors
/// A spent budget.
pub fn levels(
    moves_in: &mut dyn FnMut(&mut Engine<'_>) -> Built<Moves>,
    cells: &mut dyn Cells,
    settings: &Settings,
    cx: &Context,
) -> Built<Option<(Law, u32)>> {
    cx.enter("automata");
    for &numeration in &settings.systems {
        let mut engine = Engine::new(numeration, cx).with_cap(settings.cap);
        let moves = match moves_in(&mut engine) {
            Ok(moves) if moves.arity == 2 && moves.single() => moves,
            Ok(_) => return Ok(None),
            Err(stopped @ Obstacle::Stopped(_)) => return Err(stopped),
            Err(_) => continue,
        };
        // proofs of wrong guesses are long, and the first set decides whether the system fits
        let mut first = Engine::new(numeration, cx).with_cap(settings.cap.min(FIRST_CAP));
        let Some((zero, mut s)) = level(&mut first, &moves, &[], cells, settings, cx)? else { continue };
        let mut sets = vec![zero];
        while sets.len() < settings.values as usize {
            match level(&mut engine, &moves, &sets, cells, settings, cx)? {
                Some((set, deepest)) => {
                    sets.push(set);
                    s = s.max(deepest);
                }
                None => break,
            }
        }
        if sets.len() > 1 {
            let set = Arc::new(engine.levels(&sets)?);
            return Ok(Some((Law { numeration, set, moves, s, sizes: engine.sizes() }, sets.len() as u32)));
        }
    }
    Ok(None)
}

/// The set of the next value, and the length of the continuations that showed it.
fn level(
    engine: &mut Engine<'_>,
    moves: &Moves,
    below: &[Arc<Dfa>],
    cells: &mut dyn Cells,
    settings: &Settings,
    cx: &Context,
) -> Built<Option<(Arc<Dfa>, usize)>> {
    let value = below.len();
    let mut before: Option<(Arc<Dfa>, usize)> = None;
    // the P-positions are the smallest set; where they are large the system does not fit
    let states = if value == 0 { settings.states.min(FIRST) } else { settings.states };
    for s in (2..=settings.deepest).step_by(2) {
        let guess = loop {
            let column = |row| cells.column(value, row);
            match engine.learn_rows(s, states, &column)? {
                Guess::OutOfData { needed } => {
                    let row = needed.first().copied().unwrap_or(0);
                    if !cells.extend(value, row, settings.rows, cx)? {
                        break None;
                    }
                }
                // longer continuations only show more
                Guess::TooManyStates => return Ok(None),
                Guess::Closed(set) => break Some(Arc::new(set)),
            }
        };
        let Some(set) = guess else { break };
        let seen = before.as_ref().is_some_and(|(known, _)| *known == set);
        if seen || set.states() < SMALL {
            match engine.prove_level(moves, below, &set)? {
                Verdict::Proved { .. } => return Ok(Some((set, s))),
                _ if seen => return Ok(None),
                _ => {}
            }
        }
        before = Some((set, s));
    }
    // the last guess may be right, too
    let Some((set, s)) = before else { return Ok(None) };
    Ok(engine.prove_level(moves, below, &set)?.is_proved().then_some((set, s)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Combination;
    use crate::search::Question;
    use crate::{Formula, Linear, Move, Relation};

    fn wythoff() -> Moves {
        let [a, b, u, v] = [0, 1, 2, 3].map(Linear::variable);
        let less = |x: &Linear, y: &Linear| Formula::compare(x, Relation::Less, y).unwrap();
        let same = |x: &Linear, y: &Linear| Formula::compare(x, Relation::Equal, y).unwrap();
        let diagonal = same(&a.plus(&v).unwrap(), &u.plus(&b).unwrap());
        let moves = [
            Formula::all([less(&u, &a), same(&v, &b)]),
            Formula::all([same(&u, &a), less(&v, &b)]),
            Formula::all([less(&u, &a), diagonal]),
        ];
        let one = |formula| Move { parts: 1, formula, text: String::new() };
        Moves { arity: 2, moves: moves.map(one).into(), next: 4 }
    }

    /// Cells of value 0 and 1 of Wythoff's game, row by row: the least column that is free, as is its diagonal.
    #[derive(Debug)]
    struct Rows([Vec<usize>; 2]);

    impl Rows {
        fn new(rows: usize) -> Rows {
            let mut found: [Vec<usize>; 2] = Default::default();
            for value in 0..2 {
                let mut of = vec![usize::MAX; 4 * rows];
                let mut taken = vec![false; 4 * rows];
                let (mut column, mut apart) = (0, 0);
                for x in 0..rows {
                    while of[column] != usize::MAX {
                        column += 1;
                    }
                    while taken[apart] {
                        apart += 1;
                    }
                    if of[x] == usize::MAX {
                        let lower = |y: usize| value == 1 && found[0][x] == y;
                        let fits = |y: &usize| of[*y] == usize::MAX && !taken[*y - x] && !lower(*y);
                        let y = (column.max(x + apart)..).find(fits).unwrap();
                        (of[x], of[y], taken[y - x]) = (y, x, true);
                    }
                }
                of.truncate(rows);
                found[value] = of;
            }
            Rows(found)
        }
    }

    impl Cells for Rows {
        fn column(&self, value: usize, row: u64) -> Option<Option<u64>> {
            self.0.get(value)?.get(row as usize).map(|&column| Some(column as u64))
        }

        fn extend(&mut self, _: usize, _: u64, _: u64, _: &Context) -> Built<bool> {
            Ok(false)
        }
    }

    #[test]
    fn wythoffs_cells_of_value_1_are_automatic() {
        let cx = Context::default();
        let settings = Settings::default();
        let mut rows = Rows::new(3_600_000);
        let (law, most) = levels(&mut |_| Ok(wythoff()), &mut rows, &settings, &cx).unwrap().unwrap();
        assert_eq!((most, law.set.states()), (2, 806));
        for x in 0..200u64 {
            for y in 0..400u64 {
                let is = |value: usize| rows.0[value][x as usize] as u64 == y;
                let value = if is(0) { 0 } else { 1 + u64::from(!is(1)) };
                assert!(law.set.contains(&[x, y, value]), "({x},{y}) {value}");
            }
        }
        let mut engine = Engine::new(law.numeration, &cx).with_cap(settings.cap);
        assert!(engine.prove_levels(&law.moves, 2, &law.set).unwrap().is_proved());
        let one =
            Formula::Member(Arc::clone(&law.set), vec![Linear::variable(0), Linear::variable(1), Linear::constant(1)]);
        assert_eq!(engine.compile(&one, &[0, 1]).unwrap().states(), 825);
        // of one cell too many, or one too few, nothing is proved
        let at = |x: i64, y: i64, g: i64| {
            let is = |v: usize, n: i64| {
                Formula::compare(&Linear::variable(v), Relation::Equal, &Linear::constant(n)).unwrap()
            };
            Formula::all([is(0, x), is(1, y), is(2, g)])
        };
        let [more, fewer] =
            [at(7, 100, 1), at(100, rows.0[1][100] as i64, 1)].map(|one| engine.compile(&one, &[0, 1, 2]).unwrap());
        let more = engine.combined(&law.set, &more, Combination::Or).unwrap();
        let fewer = engine.combined(&law.set, &fewer, Combination::Without).unwrap();
        for wrong in [more, fewer] {
            assert!(!engine.prove_levels(&law.moves, 2, &Arc::new(wrong)).unwrap().is_proved());
        }
    }

    /// Nim in two heaps, in base 2: the first four values, learnt from a few hundred rows.
    #[test]
    fn the_first_values_of_nim_are_proved() {
        #[derive(Debug)]
        struct Xor;
        impl Cells for Xor {
            fn column(&self, value: usize, row: u64) -> Option<Option<u64>> {
                Some(Some(row ^ value as u64))
            }
            fn extend(&mut self, _: usize, _: u64, _: u64, _: &Context) -> Built<bool> {
                Ok(true)
            }
        }
        let cx = Context::default();
        let settings = Settings { systems: vec![Numeration::BINARY], ..Settings::default() };
        let mut moves = wythoff();
        moves.moves.pop();
        let (law, most) = levels(&mut |_| Ok(moves.clone()), &mut Xor, &settings, &cx).unwrap().unwrap();
        assert_eq!(most, 4);
        for (x, y) in (0..40u64).flat_map(|x| (0..40u64).map(move |y| (x, y))) {
            assert!(law.set.contains(&[x, y, (x ^ y).min(4)]), "({x},{y})");
        }
        let mut engine = Engine::new(law.numeration, &cx);
        let sum = Linear::variable(0).plus(&Linear::variable(1)).unwrap();
        let question = Question::Levels(most);
        let text = crate::certificate::Certificate::new(&law, question, &[sum], &mut engine).unwrap().to_text("");
        assert!(text.contains("\ntheorem levels 4\n") && text.contains("\nshown tracks 3 "), "{text}");
        assert!(engine.targets(&law, question).unwrap().from(&[5u8.into(), 3u8.into(), 2u8.into()], 9).is_some());
    }
}
