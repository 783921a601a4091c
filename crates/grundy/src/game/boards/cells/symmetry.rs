//! Who wins a set of cells that is its own half turn: who answers every move by its image.
//!
//! The image of a move is another move and is still there, unless the move is at the centre. What the centre is decides:
//!
//! | centre | dominoes | a cell and its neighbours |
//! |---|---|---|
//! | where four cells meet | P | P: no cell is next to its image |
//! | between two cells that are there | N: take both, then answer by images | nobody knows: each is next to its image |
//! | a cell that is there | nobody knows: dominoes with it and their images share it | N: take it, then answer by images |
//! | a cell, or two, not there | P | P |

use grundy_core::Outcome;

use super::Taking;

/// Who wins these cells by symmetry; they stand row by row, and need not be connected.
pub(crate) fn told(taking: Taking, cells: &[(u32, u32)]) -> Option<Outcome> {
    assert!(!cfg!(test) || cells.is_sorted());
    // a half turn reverses the order of the rows and that in each row: the first cell and the last are images
    let (first, last) = (cells.first()?, cells.last()?);
    let twice = (first.0 + last.0, first.1 + last.1);
    let is_image = |(a, b): (&(u32, u32), &(u32, u32))| (a.0 + b.0, a.1 + b.1) == twice;
    if !cells.iter().zip(cells.iter().rev()).take(cells.len().div_ceil(2)).all(is_image) {
        return None;
    }
    // the cell at the centre, or just before it
    let centre = cells.binary_search(&(twice.0 / 2, twice.1 / 2)).is_ok();
    match (taking, twice.0 % 2, twice.1 % 2) {
        (_, 1, 1) => Some(Outcome::Previous),
        (Taking::Dominoes, 0, 0) | (Taking::Around, 0, 1) | (Taking::Around, 1, 0) if centre => None,
        (Taking::Dominoes, 0, 1) | (Taking::Dominoes, 1, 0) | (Taking::Around, 0, 0) if centre => Some(Outcome::Next),
        _ => Some(Outcome::Previous),
    }
}
