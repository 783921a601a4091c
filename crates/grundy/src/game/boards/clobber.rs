//! **Clobber**, played impartially: move a stone of either colour onto a neighbouring stone of the other colour and take it.
//!
//! ```text
//! xox   →   .xx      the first stone takes the second
//! ```
//!
//! Stones that are joined make a part; a part of one colour has no moves. Changing the colours over changes nothing.
//!
//! Cost: one state a part that can be left; some thousands for 4 × 4.
//!
//! Reference: M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, *An introduction to Clobber*, 2005.

use std::ops::ControlFlow;

use grundy_core::NormalPlay;

use crate::error::Diagnostic;
use crate::game::boards::board::{Board, drawing};
use crate::game::boards::{Written, made_with};
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Kept;
use crate::rules::{Rules, Visitor};

/// Clobber in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "clobber",
    english: "Clobber (impartial)",
    chinese: "吃子棋（无差别）",
    other_names: &["Impartial Clobber"],
    rule_english: "Move a stone of either colour onto a neighbouring stone of the other colour and take it.",
    rule_chinese: "把任一颜色的一枚棋子移到相邻的异色棋子上并吃掉它。",
    group: Group::Boards,
    signature: "clobber(\"BOARD\")",
    example: "clobber(\"xoxo|oxox\")",
    references: &["M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, 2005"],
    definition: Definition::Rules(|brackets| made_with("clobber", brackets, Clobber, Kept::new(Clobber))),
    ..Entry::USUAL
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Clobber;

impl Rules for Clobber {
    type Position = Board;

    fn options(&self, board: &Board, visit: &mut Visitor<'_, Board>) -> ControlFlow<()> {
        [(b'x', b'o'), (b'o', b'x')].into_iter().try_for_each(|(own, other)| {
            board.marked(own).try_for_each(|from| {
                board.beside(from).filter(|&(r, c)| board.get(r, c) == Some(other)).try_for_each(|to| {
                    let mut after = board.clone();
                    after.set(from.0, from.1, b'.');
                    after.set(to.0, to.1, own);
                    visit(&[after])
                })
            })
        })
    }

    fn canonical(&self, board: Board) -> Board {
        let (one, other) = (board.least_image(), board.swapped().least_image());
        if other.key() < one.key() { other } else { one }
    }

    fn split(&self, board: Board) -> Vec<Board> {
        let parts = board.pieces(|board, (row, column)| matches!(board.get(row, column), Some(b'x' | b'o')));
        let both = |part: &Board| part.marked(b'x').next().is_some() && part.marked(b'o').next().is_some();
        parts.into_iter().filter(both).collect()
    }
}

/// The stones of a board.
fn stones(board: &Board) -> usize {
    board.marked(b'x').count() + board.marked(b'o').count()
}

impl NormalPlay for Clobber {
    fn size(&self, board: &Board) -> u32 {
        stones(board) as u32
    }

    fn bound(&self, board: &Board) -> u64 {
        // each move takes a stone
        stones(board).saturating_sub(1) as u64
    }

    fn effort(&self, board: &Board) -> u64 {
        board.effort()
    }
}

impl Written for Clobber {
    fn read(&self, text: &str) -> Result<Board, Diagnostic> {
        Board::read(text, ".xo#")
    }

    /// The stone that moves is pressed, and the square that it goes to: the other way round is another move.
    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let board: &Board = asked.place().position()?;
        let mut drawn = drawing::draw(asked)?;
        for ((_, left), presses) in asked.moves.iter().zip(&mut drawn.presses) {
            let [one] = left else { continue };
            let (Some(after), [press]) = (one.place.position::<Board>(), presses.as_mut_slice()) else { continue };
            let squares = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
            let changed: Vec<_> = squares.filter(|&(r, c)| board.get(r, c) != after.get(r, c)).collect();
            let stays = |&&(r, c): &&(usize, usize)| after.get(r, c) != Some(b'.');
            if let (Some((r, c)), Some((to_r, to_c))) =
                (changed.iter().find(|at| !stays(at)), changed.iter().find(stays))
            {
                press.press = vec![format!("{r}.{c}.on"), format!("{to_r}.{to_c}")];
            }
        }
        Some(drawn)
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use crate::game::boards::testing::{Plain, random_board};

    #[test]
    fn boards_have_the_values_of_the_definition() {
        let mut random = Random::new(6);
        let mut plain = Plain::new(|board: &String| {
            let (width, marks) = (board.find('|').map_or(usize::MAX / 2, |at| at + 1), board.as_bytes());
            let mut after = Vec::new();
            for from in 0..marks.len() {
                for to in [from.wrapping_sub(1), from + 1, from.wrapping_sub(width), from + width] {
                    if matches!((marks[from], marks.get(to)), (b'x', Some(b'o')) | (b'o', Some(b'x'))) {
                        let mut next = marks.to_vec();
                        (next[from], next[to]) = (b'.', marks[from]);
                        after.push(String::from_utf8(next).unwrap());
                    }
                }
            }
            after
        });
        for _ in 0..150 {
            let (rows, columns) = (1 + random.index(3), 1 + random.index(4));
            let board = random_board(&mut random, rows, columns, "xxxooo.#");
            plain.agrees("clobber", [(board.clone(), board)]);
        }
    }
}
