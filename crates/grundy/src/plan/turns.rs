//! Misère sums in which a move may keep the turn or end the play: `misere nimstring("1x2") + nim(2)`.
//!
//! Neither Grundy values nor loony ones say anything in misère play, so whole sums are searched. A player who cannot move wins. A
//! move that keeps the turn wins where whoever moves wins what is left, any other where they lose. Where a move ends the
//! play, as three crosses in a row do, it loses: in normal play it wins.
//!
//! ```text
//! misere nimstring("edges:0-g")    the cut frees the coin, and who has to move again cannot:   N
//! misere treblecross("xx.")        the only move makes three:                                  P
//! ```
//!
//! Cost: a tick a move; the outcome of every sum that was met is kept. Keys are the sorted numbers of the components, those
//! without moves left out, never a hash alone.

use std::rc::Rc;

use grundy_core::{Context, Error, Outcome, Result, Turn};
use grundy_search::walk::{Mark, Opened, Step, Walk, walk};
use rustc_hash::FxHashMap;

use super::sparse::cycle;
use crate::game::Component;
use crate::game::each::independent;

/// A sum: the numbers of its components, sorted.
type Sum = Box<[u32]>;

/// The moves of a component: whose turn it is afterwards, and what they leave.
type Moves = Rc<[(Turn, Vec<u32>)]>;

/// What is known of components and sums.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    numbers: FxHashMap<Component, u32>,
    components: Vec<Component>,
    moves: FxHashMap<u32, Moves>,
    /// Does whoever moves win?
    won: FxHashMap<Sum, Mark<bool>>,
}

/// Bytes for one remembered sum or component, roughly.
const BYTES: u64 = 128;

impl Turns {
    /// So many sums were judged.
    pub(super) fn len(&self) -> usize {
        self.won.len()
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// A component that need not end; a spent budget; faults of a rule.
    pub(crate) fn outcome(&mut self, sum: &[Component], cx: &Context) -> Result<Outcome> {
        cx.enter("misère search");
        for component in sum {
            component.game.must_end("moves that keep the turn beside it")?;
        }
        let numbers: Vec<u32> = sum.iter().map(|component| self.number(component)).collect();
        let sum = self.live(numbers, cx)?;
        walk(&mut Search { turns: self, cx }, sum.clone())?;
        let won = self.won.get(&sum).and_then(Mark::value) == Some(&true);
        Ok(Outcome::won_if(won))
    }

    fn number(&mut self, component: &Component) -> u32 {
        if let Some(&number) = self.numbers.get(component) {
            return number;
        }
        let number = self.components.len() as u32;
        self.components.push(component.clone());
        self.numbers.insert(component.clone(), number);
        number
    }

    /// The moves of a component.
    fn moves(&mut self, number: u32, cx: &Context) -> Result<Moves> {
        if let Some(known) = self.moves.get(&number) {
            return Ok(Rc::clone(known));
        }
        let component = self.components[number as usize].clone();
        let (mut moves, mut room) = (Vec::new(), Vec::new());
        component.game.try_each_move(&component.place, cx, |parts| {
            cx.reserve(BYTES)?;
            let turn = component.turn_after(parts);
            moves.push((turn, independent(parts, &mut room).iter().map(|part| self.number(part)).collect()));
            Ok(())
        })?;
        let moves: Moves = moves.into();
        self.moves.insert(number, Rc::clone(&moves));
        Ok(moves)
    }

    /// The sum of those that have moves.
    fn live(&mut self, numbers: Vec<u32>, cx: &Context) -> Result<Sum> {
        let mut live = Vec::with_capacity(numbers.len());
        for number in numbers {
            if !self.moves(number, cx)?.is_empty() {
                live.push(number);
            }
        }
        live.sort_unstable();
        Ok(live.into())
    }
}

struct Search<'a> {
    turns: &'a mut Turns,
    cx: &'a Context,
}

impl Walk for Search<'_> {
    type Position = Sum;
    type Value = bool;
    type Table = FxHashMap<Sum, Mark<bool>>;
    /// What the moves leave, and whose turn it is then; the last is looked at first.
    type Frame = Vec<(Turn, Sum)>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.turns.won
    }

    fn open(&mut self, sum: &Sum, _: usize) -> Result<Opened<Self::Frame, bool>> {
        self.cx.reserve(BYTES + 4 * sum.len() as u64)?;
        if sum.is_empty() {
            return Ok(Opened::Value(true));
        }
        let mut left = Vec::new();
        for (at, &number) in sum.iter().enumerate().filter(|&(at, number)| at == 0 || sum[at - 1] != *number) {
            for (turn, parts) in self.turns.moves(number, self.cx)?.iter() {
                self.cx.tick(1)?;
                let others = sum[..at].iter().chain(&sum[at + 1..]);
                left.push((*turn, self.turns.live(others.chain(parts).copied().collect(), self.cx)?));
            }
        }
        Ok(Opened::Frame(left))
    }

    fn step(&mut self, _: &Sum, left: &mut Self::Frame) -> Result<Step<Sum, bool>> {
        while let Some((turn, sum)) = left.last() {
            // whoever would move next has won where the play is over
            let next = *turn == Turn::Ends
                || match self.turns.won.get(sum).and_then(Mark::value) {
                    Some(&won) => won,
                    None => return Ok(Step::Needs(sum.clone())),
                };
            if turn.wins(Outcome::won_if(next)) {
                return Ok(Step::Done(true));
            }
            left.pop();
        }
        Ok(Step::Done(false))
    }

    fn cycle(&mut self, path: &[Sum]) -> Error {
        let Component { game, place } = &self.turns.components[path[0][0] as usize];
        cycle(game, place).into()
    }
}
