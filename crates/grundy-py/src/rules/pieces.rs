//! Boards as sets of cells: connected pieces, each moved to the corner and turned to the smallest of its eight images.
//!
//! ```text
//!   ■ ■ · ■        ■ ■      ■
//!   ■ · · ■   →    ■   and  ■     (in whatever order, turned and mirrored as fits)
//! ```
//!
//! Pieces of a board on which a move touches adjacent cells only are independent, so the board is their sum; where
//! rows and columns play the same part, images have the same value.

use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyList};
use smallvec::SmallVec;

use super::places::write_pairs;
use crate::error;

/// Cells have coordinates within this bound.
const FAR: i64 = 1 << 30;

/// Splits a board into pieces and turns each to one of its images: what `canonical=grundy.pieces` does.
#[pyclass(frozen, module = "grundy")]
#[derive(Debug)]
pub(crate) struct Pieces {
    turns: bool,
    diagonal: bool,
}

type Cells = Vec<(i64, i64)>;

impl Pieces {
    /// The pieces of a board, each sorted.
    fn split(&self, board: &Bound<'_, PyAny>) -> PyResult<Vec<Cells>> {
        let mut cells: Cells = Vec::new();
        for cell in board.try_iter()? {
            let (r, c) = cell?.extract::<(i64, i64)>()?;
            if r.abs() > FAR || c.abs() > FAR {
                return Err(error::input(board.py(), "the coordinates of a cell are within ±2^30"));
            }
            cells.push((r, c));
        }
        cells.sort_unstable();
        cells.dedup();
        let mut left = vec![true; cells.len()];
        let mut pieces = Vec::new();
        let steps: &[(i64, i64)] = if self.diagonal {
            &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        } else {
            &[(0, 1), (1, 0), (0, -1), (-1, 0)]
        };
        for first in 0..cells.len() {
            if !std::mem::take(&mut left[first]) {
                continue;
            }
            let mut piece = vec![cells[first]];
            let mut at = 0;
            while let Some(&(r, c)) = piece.get(at) {
                at += 1;
                for (dr, dc) in steps {
                    if let Ok(next) = cells.binary_search(&(r + dr, c + dc))
                        && std::mem::take(&mut left[next])
                    {
                        piece.push(cells[next]);
                    }
                }
            }
            pieces.push(self.image(&piece));
        }
        Ok(pieces)
    }

    /// The smallest image.
    fn image(&self, piece: &[(i64, i64)]) -> Cells {
        let mut best: Option<Cells> = None;
        for turn in 0..if self.turns { 8 } else { 1 } {
            let turned = |&(r, c): &(i64, i64)| {
                let (r, c) = if turn & 1 == 0 { (r, c) } else { (c, r) };
                (if turn & 2 == 0 { r } else { -r }, if turn & 4 == 0 { c } else { -c })
            };
            let mut cells: SmallVec<[(i64, i64); 32]> = piece.iter().map(turned).collect();
            let (top, side) = cells.iter().fold((i64::MAX, i64::MAX), |(r, c), cell| (r.min(cell.0), c.min(cell.1)));
            cells.iter_mut().for_each(|cell| *cell = (cell.0 - top, cell.1 - side));
            cells.sort_unstable();
            if best.as_ref().is_none_or(|best| cells.as_slice() < best.as_slice()) {
                best = Some(cells.to_vec());
            }
        }
        best.unwrap_or_default()
    }

    /// Each piece as the bytes of a frozen set of pairs.
    pub(super) fn each(&self, board: &Bound<'_, PyAny>, mut visit: impl FnMut(&[u8])) -> PyResult<()> {
        let mut bytes = Vec::new();
        for piece in self.split(board)? {
            bytes.clear();
            write_pairs(&mut bytes, &piece);
            visit(&bytes);
        }
        Ok(())
    }
}

#[pymethods]
impl Pieces {
    #[new]
    #[pyo3(signature = (*, turns = true, diagonal = false))]
    fn new(turns: bool, diagonal: bool) -> Pieces {
        Pieces { turns, diagonal }
    }

    /// The pieces of a board, an iterable of pairs (row, column), as a list of frozen sets.
    fn __call__<'py>(&self, board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = board.py();
        let pieces = self.split(board)?;
        PyList::new(py, pieces.into_iter().map(|piece| PyFrozenSet::new(py, piece)).collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(&self) -> String {
        let word = |yes| if yes { "True" } else { "False" };
        format!("grundy.Pieces(turns={}, diagonal={})", word(self.turns), word(self.diagonal))
    }
}
