//! **NoGo**, played impartially: put a stone of either colour on a free point so that every group of both colours keeps a
//! free point next to it.
//!
//! ```text
//! x..o   →   xx.o      the group xx keeps its free point; xo.o would take the last one from x
//! ```
//!
//! Blocked points part a board. Changing the colours over changes nothing, for either player may use both.
//!
//! Cost: about 4^points positions; 1 × 14 and 4 × 4 are within reach.
//!
//! Reference: C.-W. Chou, O. Teytaud, S.-J. Yen, *Revisiting Monte-Carlo tree search on a normal form game: NoGo*, 2011.

use std::ops::ControlFlow;

use grundy_core::NormalPlay;

use crate::error::Diagnostic;
use crate::game::boards::board::Board;
use crate::game::boards::{Written, made_with};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Kept;
use crate::rules::{Rules, Visitor};

/// NoGo in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "nogo",
    english: "NoGo (impartial)",
    chinese: "不围棋（无差别）",
    other_names: &["Anti-atari Go", "不围棋"],
    rule_english: "Place a stone of either colour on a free point so that every group of both colours keeps a free neighbour.",
    rule_chinese: "在空点放一枚任一颜色的棋子，使双方每块棋都仍有气。",
    group: Group::Boards,
    signature: "nogo(\"BOARD\")",
    example: "nogo(\"x..o\")",
    references: &[
        "C.-W. Chou, O. Teytaud, S.-J. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo, 2011",
    ],
    definition: Definition::Rules(|brackets| made_with("nogo", brackets, NoGo, Kept::new(NoGo))),
    ..Entry::USUAL
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct NoGo;

/// Has every group a free point next to it?
fn all_live(board: &Board) -> bool {
    let mut lives = vec![false; board.rows() * board.columns()];
    let index = |(row, column): (usize, usize)| row * board.columns() + column;
    let mark = |(row, column): (usize, usize)| board.get(row, column);
    // life spreads from the stones next to a free point along their groups
    let mut ready: Vec<(usize, usize)> = board.marked(b'.').flat_map(|free| board.beside(free)).collect();
    while let Some(stone) = ready.pop() {
        if !matches!(mark(stone), Some(b'x' | b'o')) || std::mem::replace(&mut lives[index(stone)], true) {
            continue;
        }
        ready.extend(board.beside(stone).filter(|&next| mark(next) == mark(stone)));
    }
    [b'x', b'o'].into_iter().all(|colour| board.marked(colour).all(|stone| lives[index(stone)]))
}

impl Rules for NoGo {
    type Position = Board;

    fn options(&self, board: &Board, visit: &mut Visitor<'_, Board>) -> ControlFlow<()> {
        board.marked(b'.').try_for_each(|(row, column)| {
            [b'x', b'o'].into_iter().try_for_each(|colour| {
                let mut after = board.clone();
                after.set(row, column, colour);
                if all_live(&after) { visit(&[after]) } else { ControlFlow::Continue(()) }
            })
        })
    }

    fn canonical(&self, board: Board) -> Board {
        let (one, other) = (board.least_image(), board.swapped().least_image());
        if other.key() < one.key() { other } else { one }
    }

    fn split(&self, board: Board) -> Vec<Board> {
        let pieces = board.pieces(|board, (row, column)| board.get(row, column) != Some(b'#'));
        pieces.into_iter().filter(|piece| piece.marked(b'.').next().is_some()).collect()
    }
}

impl NormalPlay for NoGo {
    fn size(&self, board: &Board) -> u32 {
        board.marked(b'.').count() as u32
    }

    fn bound(&self, board: &Board) -> u64 {
        board.marked(b'.').count() as u64
    }

    fn effort(&self, board: &Board) -> u64 {
        board.effort()
    }
}

impl Written for NoGo {
    fn read(&self, text: &str) -> Result<Board, Diagnostic> {
        let board = Board::read(text, ".xo#")?;
        if !all_live(&board) {
            return Err(Diagnostic::input("a group of this board has no free point next to it").suggest("\"x..o\""));
        }
        Ok(board)
    }

    fn numbers(&self) -> Option<usize> {
        Some(2)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use grundy_core::testing::Random;

    use crate::game::boards::testing::{Plain, random_board};
    use crate::{Nat, game};

    /// Every group by flooding each stone anew.
    fn is_legal(rows: &[Vec<u8>]) -> bool {
        let at = |r: i32, c: i32| rows.get(r as usize).and_then(|row| row.get(c as usize)).copied();
        for r in 0..rows.len() as i32 {
            for c in 0..rows[0].len() as i32 {
                let Some(colour @ (b'x' | b'o')) = at(r, c) else { continue };
                let (mut group, mut ready, mut free) = (HashSet::from([(r, c)]), vec![(r, c)], false);
                while let Some((y, x)) = ready.pop() {
                    for (y, x) in [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)] {
                        free |= at(y, x) == Some(b'.');
                        if at(y, x) == Some(colour) && group.insert((y, x)) {
                            ready.push((y, x));
                        }
                    }
                }
                if !free {
                    return false;
                }
            }
        }
        true
    }

    fn rows(text: &str) -> Vec<Vec<u8>> {
        text.split('|').map(|row| row.as_bytes().to_vec()).collect()
    }

    #[test]
    fn boards_have_the_values_of_the_definition() {
        let (mut random, mut plain) = (
            Random::new(5),
            Plain::new(|board: &Vec<Vec<u8>>| {
                let mut after = Vec::new();
                for r in 0..board.len() {
                    for c in (0..board[0].len()).filter(|&c| board[r][c] == b'.') {
                        for colour in [b'x', b'o'] {
                            let mut next = board.clone();
                            next[r][c] = colour;
                            if is_legal(&next) {
                                after.push(next);
                            }
                        }
                    }
                }
                after
            }),
        );
        let boards: Vec<String> = (0..80).map(|_| random_board(&mut random, 2, 4, ".....xo#")).collect();
        plain.agrees(
            "nogo",
            boards.into_iter().map(|text| (text.clone(), rows(&text))).filter(|(_, rows)| is_legal(rows)),
        );
        assert_eq!(game("nogo").unwrap().at_text("x..o").value(), Ok(Nat::ONE));
    }
}
