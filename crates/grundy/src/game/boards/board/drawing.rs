//! A board drawn as its squares. A move presses the squares that it changes, or one that stands for them where they are many.

use super::Board;
use crate::game::drawing::cells::Blocking;
use crate::game::drawing::{Asked, Drawn, cells};

/// Draws a [`Board`]. A move that blocks two neighbours lays a domino on them; other squares that are blocked go away.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    squares(asked, Blocking::Covers)
}

fn squares(asked: &Asked<'_>, blocking: Blocking) -> Option<Drawn> {
    let board: &Board = asked.place().position()?;
    let after = |i: usize| match asked.moves[i].1 {
        [one] => one.place.position::<Board>(),
        _ => None,
    };
    let before = |at: [usize; 2]| board.get(at[0], at[1]).unwrap_or(b'#');
    let left = |i: usize| {
        let after = after(i)?;
        Some(Box::new(move |at: [usize; 2]| after.get(at[0], at[1]).unwrap_or(b'#')) as Box<_>)
    };
    cells::squares(asked, [board.rows(), board.columns()], &before, &left, blocking)
}

/// Draws a board where the square that a move chooses is its top left one, whatever goes with it; all that is blocked goes
/// away.
#[must_use]
pub fn draw_by_corner(asked: &Asked<'_>) -> Option<Drawn> {
    let mut drawn = squares(asked, Blocking::Removes)?;
    for press in drawn.presses.iter_mut().flatten() {
        press.press.truncate(1);
    }
    Some(drawn)
}
