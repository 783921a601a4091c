//! The moves of a compound, straight from its [`Turn`]: which components may be moved in together, and what is left.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Compound, Turn, sum};
use crate::context::{Context, Spent};
use crate::error::Result;
use crate::game::{Component, Game, OptionVisitor, Place, Visited};

/// Moves are listed one by one up to so many.
const LISTED: f64 = 5e7;

/// Bytes that one listed move takes with those who list it.
const BYTES: u64 = 100;

/// How many moves there are, if these are the numbers of options of the components; those without are over.
pub(super) fn count(turn: Turn, options: &[usize]) -> f64 {
    if turn.first_ends && options.contains(&0) {
        return 0.0;
    }
    let live = || options.iter().filter(|&&n| n > 0).map(|&n| n as f64);
    if turn.all {
        return if live().next().is_some() { live().product() } else { 0.0 };
    }
    if turn.most >= options.len() {
        return live().map(|n| n + 1.0).product::<f64>() - 1.0;
    }
    // ways to move in exactly j components
    let mut ways = vec![0.0; turn.most + 1];
    ways[0] = 1.0;
    for n in live() {
        for j in (1..ways.len()).rev() {
            ways[j] += ways[j - 1] * n;
        }
    }
    ways[1..].iter().sum()
}

/// Refuses lists of moves that are too long to be made.
fn afford(turn: Turn, options: &[usize], cx: &Context) -> Result<()> {
    if turn.cuts {
        return Ok(());
    }
    let moves = count(turn, options);
    let needed = || format!("a list of {moves:.0} moves");
    if moves > LISTED {
        return Err(cx.engine_limit(Spent::Nodes, needed()).into());
    }
    if cx.nodes_left().is_some_and(|left| moves > left as f64) {
        return Err(cx.stopped(Spent::Nodes, Some(needed())).into());
    }
    let bytes = moves as u64 * BYTES;
    cx.reserve(bytes).map_err(|stopped| stopped.needing(needed()))?;
    cx.release(bytes);
    Ok(())
}

/// Visits what each move makes of a row of components, every combination once, until the visitor stops.
pub(super) fn each(
    turn: Turn,
    row: &[u32],
    options: &[Arc<[u32]>],
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if turn.first_ends && options.iter().any(|o| o.is_empty()) {
        return ControlFlow::Continue(());
    }
    if turn.cuts {
        let mut left = row.to_vec();
        for at in (0..row.len()).rev() {
            left.truncate(at + 1);
            for &option in options[at].iter() {
                left[at] = option;
                visit(&left)?;
            }
            left[at] = row[at];
        }
        return ControlFlow::Continue(());
    }
    let mut left = row.to_vec();
    choose(turn, row, options, 0, 0, &mut left, visit)
}

/// Chooses for component `at` and those behind it; `moved` were moved in so far.
fn choose(
    turn: Turn,
    row: &[u32],
    options: &[Arc<[u32]>],
    at: usize,
    moved: usize,
    left: &mut Vec<u32>,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if at == row.len() {
        return if moved > 0 { visit(left) } else { ControlFlow::Continue(()) };
    }
    if moved < turn.most {
        for &option in options[at].iter() {
            left[at] = option;
            choose(turn, row, options, at + 1, moved + 1, left, visit)?;
        }
    }
    left[at] = row[at];
    if !turn.all || options[at].is_empty() {
        choose(turn, row, options, at + 1, moved, left, visit)?;
    }
    ControlFlow::Continue(())
}

impl Compound {
    /// The options of each component of a row. If one is over that ends the play, the others are not looked at.
    ///
    /// # Errors
    /// More moves than can be listed, or than the budget allows.
    pub(super) fn option_lists(&self, row: &[u32], cx: &Context) -> Result<Vec<Arc<[u32]>>> {
        let turn = self.turn();
        if turn.first_ends {
            for &number in row {
                if sum::is_over(&self.sum(number), cx)? {
                    return Ok(vec![Arc::from(Vec::new()); row.len()]);
                }
            }
        }
        // numbers of options that are known without a list may say that it is hopeless
        let least: Vec<usize> = row.iter().map(|&number| sum::count(&self.sum(number))).collect();
        afford(turn, &least, cx)?;
        let lists = row.iter().map(|&number| self.options(number, cx)).collect::<Result<Vec<_>>>()?;
        let lengths: Vec<usize> = lists.iter().map(|list| list.len()).collect();
        afford(turn, &lengths, cx)?;
        Ok(lists)
    }

    /// As [`AnyGame::each_option`](crate::game::AnyGame::each_option).
    pub(super) fn each_move(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let row = self.row(place);
        let lists = self.option_lists(&row, cx)?;
        let mut trouble = None;
        let flow = each(self.turn(), &row, &lists, &mut |left| {
            let met = cx.tick(1).and_then(|()| cx.reserve(super::BYTES));
            match met {
                Ok(()) => visit(&[Component { game: game.clone(), place: self.place(left) }]),
                Err(stopped) => {
                    trouble = Some(stopped);
                    ControlFlow::Break(())
                }
            }
        });
        trouble.map_or(Ok(flow), |stopped| Err(stopped.into()))
    }

    /// Is the play over?
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn is_over(&self, place: &Place, cx: &Context) -> Result<bool> {
        let first_ends = self.turn().first_ends;
        for sum in self.sums(place) {
            if sum::is_over(&sum, cx)? == first_ends {
                return Ok(first_ends);
            }
        }
        Ok(!first_ends)
    }
}
