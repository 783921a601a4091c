//! Values of a rule that no family covers: dense table or sparse memo?
//!
//! A small box is filled densely, and so is one all of which is reached, as by a rook. For another the sparse memo goes
//! first, for so many options: rules that divide reach few places from a huge number. If that was not enough, and the measure was proved, the dense table takes
//! over; it computes each place once, in order, at a few nanoseconds an option. An expression that has no value at
//! some place concerns only those who can reach it: then the memo has the last word.

use std::cell::RefCell;
use std::sync::Arc;

use grundy_core::{Context, Convention, Diagnostic, Error, Nat, Result, Spent, number::to_u64};
use rustc_hash::FxHashMap;

use super::sparse::{Reach, Sparse};
use crate::engine::dense::{DenseTable, Order};
use crate::game::knowledge::{Knowledge, volume};
use crate::game::{Game, Place};
use crate::rule::column::Foreign;
use crate::rule::ir::OtherGame;
use crate::rule::measure::{Measure, Termination};

/// Boxes of so many places are filled densely at once.
const SMALL: u64 = 20_000;
/// The sparse memo looks at so many options before a dense table is tried.
const TRIAL: u64 = 400_000;
/// The sparse memo looks at so many options where no table fits and the budget sets no limit.
const ALONE: u64 = 2_000_000;
/// A dense table has so many places at most.
const LARGE: u64 = 1 << 36;

/// Tables of one rule.
#[derive(Debug, Default)]
pub(crate) struct RuleTables {
    dense: Option<DenseTable>,
    /// The dense table met an expression without value, or a box that is not closed.
    unfit: bool,
    sparse: Sparse,
    others: Others,
}

impl RuleTables {
    /// Does the dense table hold this place?
    pub(crate) fn is_dense_at(&self, place: &Place) -> bool {
        self.dense_value(place).is_some()
    }

    /// The values between two corners, if the dense table holds them.
    pub(crate) fn block(&self, from: &[u64], to: &Place) -> Option<Vec<Vec<Nat>>> {
        let to: Vec<u64> = to.iter().map(to_u64).collect::<Option<_>>()?;
        let rows = self.dense.as_ref()?.block(from, &to)?;
        Some(rows.map(|row| row.iter().map(|&value| Nat::from(value)).collect()).collect())
    }

    fn dense_value(&self, place: &Place) -> Option<Nat> {
        let table = self.dense.as_ref()?;
        let value = match place.as_slice() {
            [n] => table.value(&[to_u64(n)?]),
            [a, b] => table.value(&[to_u64(a)?, to_u64(b)?]),
            more => table.value(&more.iter().map(to_u64).collect::<Option<Vec<u64>>>()?),
        };
        value.map(Nat::from)
    }

    /// The Grundy value of a place.
    ///
    /// # Errors
    /// As [`Game::value_at`].
    pub(crate) fn value(&mut self, game: &Game, known: &Knowledge, place: &Place, cx: &Context) -> Result<Nat> {
        if let Some(value) = self.dense_value(place) {
            return Ok(value);
        }
        if let Some(value) = self.sparse.get(place) {
            return Ok(value.clone());
        }
        let order = match &known.termination {
            Some(Termination::Proved(Measure::Sum)) => Some(Order::Sum),
            Some(Termination::Proved(Measure::Lexicographic)) => Some(Order::Lexicographic),
            _ => None,
        };
        let room = volume(place).filter(|&v| v <= LARGE);
        let (Some(order), Some(room), false) = (order, room, self.unfit) else {
            return self.sparse_alone(game, known, place, cx);
        };
        let dense = self.dense(known)?;
        let few = !dense.is_some_and(|table| table.reaches_all()) && (room > SMALL || !known.shrinks);
        if few && let Some(value) = self.sparse_value(game, known, place, Reach::Options(TRIAL), cx)? {
            return Ok(value);
        }
        match self.fill(known, place, order, cx) {
            Ok(()) => {
                if let Some(value) = self.dense_value(place) {
                    return Ok(value);
                }
            }
            Err(Error::Bad(_)) => self.unfit = true,
            Err(stopped) => return Err(stopped),
        }
        self.sparse_alone(game, known, place, cx)
    }

    /// The memo where no table fits: as far as the budget goes, or a default where it sets no limit.
    fn sparse_alone(&mut self, game: &Game, known: &Knowledge, place: &Place, cx: &Context) -> Result<Nat> {
        let most = cx.nodes_left().unwrap_or(ALONE);
        match self.sparse_value(game, known, place, Reach::Options(most), cx)? {
            Some(value) => Ok(value),
            None => {
                cx.enter("sparse memo");
                let places = volume(place).map_or_else(|| "more than 2^64".to_owned(), |v| v.to_string());
                let needed = format!("a search of more than {most} options, or a table of {places} places");
                Err(cx.stopped(Spent::Nodes, Some(needed)).into())
            }
        }
    }

    fn sparse_value(
        &mut self,
        game: &Game,
        known: &Knowledge,
        place: &Place,
        reach: Reach,
        cx: &Context,
    ) -> Result<Option<Nat>> {
        let before = cx.enter("sparse memo");
        known.running.begin();
        let result = self.sparse.value(game, place, reach, cx, &mut |part| part.game.value_at(&part.place, cx));
        cx.enter(before);
        result
    }

    /// The dense table, made when it is first asked for; `None` if there is no rule.
    fn dense(&mut self, known: &Knowledge) -> Result<Option<&mut DenseTable>> {
        if let (None, Some(rule)) = (&self.dense, &known.rule) {
            self.dense = Some(DenseTable::new(rule.rule(), Convention::Normal)?);
        }
        Ok(self.dense.as_mut())
    }

    fn fill(&mut self, known: &Knowledge, place: &Place, order: Order, cx: &Context) -> Result<()> {
        cx.enter("dense table");
        self.dense(known)?;
        let wished: Option<Vec<u64>> = place.iter().map(to_u64).collect();
        let Some(mut wished) = wished else { return Err(lost(cx)) };
        let Some(table) = &mut self.dense else { return Err(Diagnostic::rule("there is no rule").into()) };
        if wished.len() > 1 {
            // one box for all that was asked so far, so that a table of rows is not filled again and again
            for (w, have) in wished.iter_mut().zip(table.extents()) {
                *w = (*w).max(have.saturating_sub(1));
            }
        }
        table.cover(&wished, order, &self.others, cx)
    }
}

fn lost(cx: &Context) -> Error {
    cx.stopped(Spent::Nodes, None).into()
}

/// Values of other games that parts are handed to, as slices.
#[derive(Debug, Default)]
struct Others {
    heaps: RefCell<FxHashMap<u32, Arc<[u32]>>>,
}

impl Foreign for Others {
    fn heap(&self, game: &OtherGame, upto: u64, cx: &Context) -> Result<Arc<[u32]>> {
        let known = self.heaps.borrow().get(&game.id()).cloned();
        let known: Arc<[u32]> = known.unwrap_or_default();
        if known.len() as u64 > upto {
            return Ok(known);
        }
        let wished = upto.max(2 * known.len() as u64).max(64);
        let mut values = known.to_vec();
        for n in known.len() as u64..=wished {
            match self.value(game, &[n], cx) {
                Ok(value) => values.push(value),
                // more was wished than asked for
                Err(_) if n > upto => break,
                Err(e) => return Err(e),
            }
        }
        let values: Arc<[u32]> = values.into();
        self.heaps.borrow_mut().insert(game.id(), Arc::clone(&values));
        Ok(values)
    }

    fn value(&self, game: &OtherGame, place: &[u64], cx: &Context) -> Result<u32> {
        let value = Game::other(game).value_at(&place.iter().map(|&n| Nat::from(n)).collect(), cx)?;
        u32::try_from(&value).map_err(|_| {
            Diagnostic::unsupported(format!("a value of {} is above 2^32 and fits no table", game.text())).into()
        })
    }
}
