//! Moves of a position, listed in the stated order from the options of its distinct components.

use std::ops::ControlFlow;

use grundy_core::{Context, Nat, Outcome, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{Move, MoveList};
use crate::game::options::{Options, Parts};
use crate::game::{Component, Game, Place};
use crate::loopy::Value;
use crate::position::Position;

/// Options of each distinct component; `None` where they could not be established.
pub(super) type OptionsOf = FxHashMap<Component, Option<Options>>;

/// Of so many components the first options are all looked for at once.
const FEW: usize = 8;

/// How many options every component has, and the first ones of those components that the first `limit` moves are in.
pub(super) fn options_of(position: &Position, limit: usize, cx: &Context) -> Result<OptionsOf> {
    let mut table = OptionsOf::default();
    let is_over = position.is_over();
    let components: Vec<Component> =
        position.components().into_iter().filter(|(_, count)| is_over || *count > Nat::ZERO).map(|(c, _)| c).collect();
    let at_once = if components.len() <= FEW { limit } else { 0 };
    for component in components {
        let found = match is_over {
            true => Options::of(Vec::new(), limit),
            false => component.game.options(&component.place, at_once, cx)?,
        };
        table.insert(component, Some(found));
    }
    if at_once == limit || is_over {
        return Ok(table);
    }
    for component in first_moved(position, &table, limit) {
        let found = component.game.options(&component.place, limit, cx)?;
        table.insert(component, Some(found));
    }
    Ok(table)
}

/// The components that the first `limit` moves are in, as the options of each are counted.
fn first_moved(position: &Position, counted: &OptionsOf, limit: usize) -> Vec<Component> {
    let count = |component: &Component| counted.get(component).and_then(Option::as_ref).map(|options| &options.count);
    let of = |game: &Game, place: &Place| Component { game: game.clone(), place: place.clone() };
    let has_moves = |game: &Game, place: &Place| {
        count(&of(game, place)).is_some_and(|count| count.as_ref().is_none_or(|count| *count > Nat::ZERO))
    };
    let (mut first, mut listed) = (FxHashSet::default(), Nat::ZERO);
    position.occurrences(&has_moves, &mut |at| {
        let (game, place) = position.at(&at);
        let component = of(game, place);
        if let Some(Some(count)) = count(&component) {
            listed += count;
        }
        first.insert(component);
        match listed >= Nat::from(limit) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    first.into_iter().collect()
}

/// Says value and outcome of the whole position after a component became these parts.
pub(super) type Judgement<'a> = dyn FnMut(&Component, &Parts) -> (Option<Value>, Option<Outcome>) + 'a;

/// Positions longer than this …
const LONG: usize = 4096;
/// … are listed until they have so many bytes together: each is written out whole.
const TEXT: usize = 4 << 20;

/// Clock and memory are looked at once in so many moves.
const STRIDE: usize = 256;

/// Lists the first `limit` moves, fewer where the positions after them are very long or the budget is spent; `judge` gives
/// value and outcome of the position after a move.
pub(super) fn list(
    position: &Position,
    options: &OptionsOf,
    limit: usize,
    cx: &Context,
    judge: &mut Judgement<'_>,
) -> MoveList {
    let mut count = Some(Nat::ZERO);
    for (component, copies) in position.components().into_iter().filter(|(_, copies)| *copies > Nat::ZERO) {
        count = match (count, options.get(&component)) {
            (Some(sum), Some(Some(o))) => o.count.as_ref().map(|own| sum + copies * own),
            _ => None,
        };
    }
    let known = |game: &Game, place: &Place| {
        let key = Component { game: game.clone(), place: place.clone() };
        options.get(&key).and_then(Option::as_ref).filter(|o| !o.first.is_empty()).map(|o| (key, o))
    };
    let mut moves: Vec<Move> = Vec::new();
    let mut written = 0;
    if limit > 0 {
        position.occurrences(&|game, place| known(game, place).is_some(), &mut |at| {
            let (game, place) = position.at(&at);
            if let Some((component, options)) = known(game, place) {
                for parts in &options.first {
                    let (value, outcome) = judge(&component, parts);
                    moves.push(Move {
                        loopy: value.as_ref().and_then(Value::loopy).map(<[Nat]>::to_vec),
                        value: value.and_then(|value| value.finite().cloned()),
                        outcome,
                        ..position.move_of(&at, component.clone(), parts.clone())
                    });
                    let length = moves.last().map_or(0, |m| m.position.len());
                    written += if length > LONG { length } else { 0 };
                    let spent = moves.len().is_multiple_of(STRIDE) && cx.check().is_err();
                    if moves.len() >= limit || written >= TEXT || spent {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }
    MoveList { moves, count }
}
