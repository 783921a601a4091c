//! A board drawn as its squares. A move presses the squares that it changes, or one that stands for them where they are many.

use super::Board;
use crate::game::drawing::{Asked, Drawn, cells};

/// Draws a [`Board`].
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let board: &Board = asked.place().position()?;
    let after = |i: usize| match asked.moves[i].1 {
        [one] => one.place.position::<Board>(),
        _ => None,
    };
    cells::marks(asked, [board.rows(), board.columns()], &|at| board.get(at[0], at[1]).unwrap_or(b'#'), &|i| {
        let after = after(i)?;
        Some(Box::new(move |at| after.get(at[0], at[1]).unwrap_or(b'#')))
    })
}

/// Draws a board where the square that a move chooses is its top left one, whatever goes with it.
#[must_use]
pub fn draw_by_corner(asked: &Asked<'_>) -> Option<Drawn> {
    let mut drawn = draw(asked)?;
    for press in drawn.presses.iter_mut().flatten() {
        press.press.truncate(1);
    }
    Some(drawn)
}
