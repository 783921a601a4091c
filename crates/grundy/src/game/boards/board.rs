//! Rectangular boards as text: `5x6` is an empty board of 5 rows and 6 columns, `..#|...` gives the rows from the top.
//!
//! `.` is a free square, `#` one that is blocked or used up; games may have further marks. A board that is free
//! everywhere prints as its size.

pub mod drawing;

use std::fmt;

use grundy_notation::Span;

use super::connected::connected;
use crate::error::Diagnostic;

/// A board has so many squares at most.
const MOST: usize = 10_000;

/// A board: a mark on every square.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    columns: usize,
    /// Row by row, from the top left.
    squares: Box<[u8]>,
}

impl Board {
    /// Reads a board with these marks, each one byte; capitals are read as the letters that they are.
    ///
    /// # Errors
    /// Another mark, rows of different lengths, no square, more than 10 000.
    pub fn read(text: &str, marks: &str) -> Result<Board, Diagnostic> {
        if let Some((rows, columns)) = text.split_once('x')
            && let (Ok(rows), Ok(columns)) = (rows.trim().parse(), columns.trim().parse())
        {
            return Board::free(rows, columns);
        }
        // judges write `X`
        let known = |mark: char| {
            let mut spelt = [mark, mark.to_ascii_lowercase()].into_iter();
            spelt.find(|mark| mark.is_ascii() && marks.contains(*mark)).map(|mark| mark as u8)
        };
        let mut squares = Vec::new();
        let (mut columns, mut length, mut start) = (None, 0, 0);
        for (at, mark) in text.char_indices().chain([(text.len(), '|')]) {
            let here = Span::new(at, at + mark.len_utf8());
            if mark == '|' {
                let columns = *columns.get_or_insert(length);
                if columns != length {
                    let fault = Diagnostic::input("the rows of the board have different lengths");
                    // the squares too many, or the end of a row with too few; each mark is one byte
                    let from = start + columns.min(length);
                    let place = if from < at { Span::new(from, at) } else { here };
                    return Err(fault.at(place).suggest("rows are split by `|`: \"..#|...\""));
                }
                (length, start) = (0, at + 1);
            } else if let Some(mark) = known(mark) {
                squares.push(mark);
                length += 1;
            } else {
                let known: Vec<String> = marks.chars().map(|mark| format!("`{mark}`")).collect();
                let fault = Diagnostic::input(format!("`{mark}` is not a square of this board"));
                return Err(fault
                    .at(here)
                    .suggest(format!("squares are {}; \"3x4\" is an empty board", known.join(", "))));
            }
        }
        Board::checked(squares.into(), columns.unwrap_or(0))
    }

    /// A board that is free everywhere.
    ///
    /// # Errors
    /// No square, or more than 10 000.
    pub fn free(rows: usize, columns: usize) -> Result<Board, Diagnostic> {
        let size = rows.checked_mul(columns).filter(|&size| size <= MOST).unwrap_or(MOST + 1);
        Board::checked(vec![b'.'; size].into(), columns)
    }

    fn checked(squares: Box<[u8]>, columns: usize) -> Result<Board, Diagnostic> {
        match squares.len() {
            0 => Err(Diagnostic::input("the board has no square").suggest("\"3x4\", or rows: \"..#|...\"")),
            size if size > MOST => Err(Diagnostic::input(format!("a board has {MOST} squares at most"))),
            _ => Ok(Board { columns, squares }),
        }
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    /// How many columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// For how many nodes an option of it counts: one up to 64 squares.
    #[must_use]
    pub fn effort(&self) -> u64 {
        (self.rows() as u64 * self.columns() as u64 / 64).max(1)
    }

    /// The mark on a square; `None` beyond the edge.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<u8> {
        if column < self.columns && row < self.rows() {
            self.squares.get(row * self.columns + column).copied()
        } else {
            None
        }
    }

    /// Puts a mark on a square of the board.
    pub fn set(&mut self, row: usize, column: usize, mark: u8) {
        if column < self.columns
            && let Some(square) = self.squares.get_mut(row * self.columns + column)
        {
            *square = mark;
        }
    }

    /// The squares with this mark, row by row: row and column from 0.
    pub fn marked(&self, mark: u8) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.columns;
        let found = self.squares.iter().enumerate().filter(move |&(_, &square)| square == mark);
        found.map(move |(at, _)| (at / columns, at % columns))
    }

    /// The board without the last rows and columns that are blocked everywhere; one square is left at least.
    #[must_use]
    pub fn cropped(&self) -> Board {
        let (mut rows, mut columns) = (1, 1);
        for (at, _) in self.squares.iter().enumerate().filter(|&(_, &square)| square != b'#') {
            rows = rows.max(at / self.columns + 1);
            columns = columns.max(at % self.columns + 1);
        }
        let kept = self.squares.chunks(self.columns).take(rows).flat_map(|row| &row[..columns]);
        Board { columns, squares: kept.copied().collect() }
    }

    /// The pieces of the board, each cropped, without the blocked squares around it: squares that count, joined along
    /// their edges.
    #[must_use]
    pub fn pieces(&self, counts: impl Fn(&Board, (usize, usize)) -> bool) -> Vec<Board> {
        let square = |at: usize| (at / self.columns, at % self.columns);
        let counts = |at: &usize| counts(self, square(*at));
        let near = |at: usize| self.beside(square(at)).map(|(row, column)| row * self.columns + column).filter(counts);
        let mut pieces = Vec::new();
        for members in connected(self.squares.len(), (0..self.squares.len()).filter(counts), near) {
            let members: Vec<(usize, usize)> = members.into_iter().map(square).collect();
            let (mut top, mut left, mut bottom, mut right) = (usize::MAX, usize::MAX, 0, 0);
            for &(row, column) in &members {
                (top, left) = (top.min(row), left.min(column));
                (bottom, right) = (bottom.max(row), right.max(column));
            }
            let (rows, columns) = (bottom - top + 1, right - left + 1);
            let mut piece = Board { columns, squares: vec![b'#'; rows * columns].into() };
            for (row, column) in members {
                piece.set(row - top, column - left, self.squares[row * self.columns + column]);
            }
            pieces.push(piece);
        }
        pieces
    }

    /// The stones changed over: `x` for `o` and `o` for `x`.
    #[must_use]
    pub fn swapped(&self) -> Board {
        let swap = |&mark: &u8| match mark {
            b'x' => b'o',
            b'o' => b'x',
            other => other,
        };
        Board { columns: self.columns, squares: self.squares.iter().map(swap).collect() }
    }

    /// The squares next to one along an edge.
    pub fn beside(&self, (row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = (self.rows(), self.columns);
        let all = [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1)), (row, column + 1), (row + 1, column)];
        all.into_iter().filter(move |&(r, c)| r < rows && c < columns)
    }

    /// The least of the board and its images by reflections and rotations.
    #[must_use]
    pub fn least_image(&self) -> Board {
        let upside_down = |board: &Board| {
            let rows = board.squares.chunks(board.columns).rev();
            Board { columns: board.columns, squares: rows.flatten().copied().collect() }
        };
        let mut images = vec![self.clone()];
        // turning upside down and changing rows and columns over in turn makes all eight
        for step in 0..7 {
            let image = if step % 2 == 0 { upside_down(&images[step]) } else { images[step].transposed() };
            images.push(image);
        }
        images.into_iter().min_by(|a, b| a.key().cmp(&b.key())).unwrap_or_else(|| self.clone())
    }

    /// Rows and columns changed over.
    #[must_use]
    pub fn transposed(&self) -> Board {
        let rows = self.rows();
        let squares = (0..self.squares.len()).map(|at| self.squares[at % rows * self.columns + at / rows]);
        Board { columns: rows, squares: squares.collect() }
    }

    /// The size and the marks, to choose one of several boards.
    #[must_use]
    pub fn key(&self) -> (usize, &[u8]) {
        (self.columns, &self.squares)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.squares.iter().all(|&square| square == b'.') {
            return write!(f, "{}x{}", self.rows(), self.columns);
        }
        for (at, &square) in self.squares.iter().enumerate() {
            if at > 0 && at % self.columns == 0 {
                f.write_str("|")?;
            }
            write!(f, "{}", square as char)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_print_as_they_are_read() {
        for text in ["5x6", "1x1", "..#|...", "#", "x.o|...|##x"] {
            let board = Board::read(text, ".#xo").unwrap();
            assert_eq!(board.to_string(), text);
            assert_eq!(board.transposed().transposed(), board);
            assert_eq!(board.transposed().get(0, board.rows() - 1), board.get(board.rows() - 1, 0));
        }
        assert_eq!(Board::read("..|..", ".#").unwrap(), Board::free(2, 2).unwrap());
        assert_eq!(Board::read(".##|.##|###", ".#").unwrap().cropped().to_string(), "2x1");
        for (wrong, span) in
            [("..|.", Some(4)), ("..|...", Some(5)), ("..?", Some(2)), ("", None), ("0x3", None), ("1000x1000", None)]
        {
            let fault = Board::read(wrong, ".#").unwrap_err();
            assert_eq!(fault.span.map(|span| span.start), span, "{wrong}: {fault}");
        }
    }
}
