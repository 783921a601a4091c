//! **Notakto**: put a cross on a free square; a board with three crosses in a row, in a column or slanting is dead. Who makes
//! the last line loses: that is misère play, `misere notakto("3x3")`. In normal play who makes the last line wins.
//!
//! ```text
//! x..       x..
//! .x.   →   .x.     the board is dead: nobody moves on it
//! ...       ..x
//! ```
//!
//! Cost: 2^squares boards, an eighth of them by symmetry.
//!
//! Reference: T. E. Plambeck, G. Whitehead, *The secrets of Notakto: Winning at X-only Tic-Tac-Toe*, 2013.

use std::ops::ControlFlow;

use grundy_core::NormalPlay;

use crate::error::Diagnostic;
use crate::game::boards::board::Board;
use crate::game::boards::{Written, made_with};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Kept;
use crate::rules::{Rules, Visitor};

/// Notakto in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "notakto",
    english: "Notakto",
    chinese: "单叉井字棋",
    other_names: &["X-only tic-tac-toe"],
    rule_english: "Put a cross on a free square; a board with three in a row is dead. In misère play, as usual, who makes the last line loses.",
    rule_chinese: "在空格中画叉；出现三连的棋盘作废。通常按反规则（misere）玩：画出最后一条三连者输。",
    group: Group::Boards,
    signature: "notakto(\"BOARD\")",
    example: "notakto(\"3x3\")",
    references: &["T. E. Plambeck, G. Whitehead, The secrets of Notakto: Winning at X-only Tic-Tac-Toe, 2013"],
    definition: Definition::Rules(|brackets| made_with("notakto", brackets, Notakto, Kept::new(Notakto))),
    is_usually_misere: true,
    ..Entry::USUAL
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Notakto;

/// Are three crosses in line?
fn is_dead(board: &Board) -> bool {
    let cross = |row: usize, column: usize| board.get(row, column) == Some(b'x');
    board.marked(b'x').any(|(r, c)| {
        let down_left = |k: usize| c.checked_sub(k).is_some_and(|column| cross(r + k, column));
        (1..3).all(|k| cross(r, c + k))
            || (1..3).all(|k| cross(r + k, c))
            || (1..3).all(|k| cross(r + k, c + k))
            || (1..3).all(down_left)
    })
}

impl Rules for Notakto {
    type Position = Board;

    fn options(&self, board: &Board, visit: &mut Visitor<'_, Board>) -> ControlFlow<()> {
        if is_dead(board) {
            return ControlFlow::Continue(());
        }
        board.marked(b'.').try_for_each(|(row, column)| {
            let mut after = board.clone();
            after.set(row, column, b'x');
            visit(&[after])
        })
    }

    fn canonical(&self, board: Board) -> Board {
        board.least_image()
    }

    fn split(&self, board: Board) -> Vec<Board> {
        if is_dead(&board) { Vec::new() } else { vec![board] }
    }
}

impl NormalPlay for Notakto {
    fn size(&self, board: &Board) -> u32 {
        board.marked(b'.').count() as u32
    }

    fn bound(&self, board: &Board) -> u64 {
        board.marked(b'.').count() as u64
    }
}

impl Written for Notakto {
    fn read(&self, text: &str) -> Result<Board, Diagnostic> {
        Board::read(text, ".x#")
    }

    fn numbers(&self) -> Option<usize> {
        Some(2)
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use crate::game::boards::testing::{Plain, random_board};
    use crate::{Outcome, game};

    #[test]
    fn boards_have_the_values_of_the_definition() {
        let mut random = Random::new(10);
        let mut plain = Plain::new(|board: &String| {
            let rows: Vec<&[u8]> = board.split('|').map(str::as_bytes).collect();
            let at = |r: i32, c: i32| rows.get(r as usize).and_then(|row| row.get(c as usize)).copied();
            let line = |r, c, (dr, dc): (i32, i32)| (0..3).all(|k| at(r + k * dr, c + k * dc) == Some(b'x'));
            let (high, wide) = (rows.len() as i32, rows[0].len() as i32);
            let mut starts = (0..high).flat_map(|r| (0..wide).map(move |c| (r, c)));
            if starts.any(|(r, c)| [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&step| line(r, c, step))) {
                return Vec::new();
            }
            let free = board.bytes().enumerate().filter(|&(_, mark)| mark == b'.');
            free.map(|(at, _)| [&board[..at], "x", &board[at + 1..]].concat()).collect()
        });
        for _ in 0..60 {
            let (rows, columns) = (1 + random.index(3), 1 + random.index(4));
            let board = random_board(&mut random, rows, columns, "..x#");
            plain.agrees("notakto", [(board.clone(), board)]);
        }
        // the first player wins one board, in the middle, and loses two
        let outcome = |text: &str| game("notakto").unwrap().at_text(text).misere().outcome();
        assert_eq!((outcome("3x3"), outcome("...|.x.|...")), (Ok(Outcome::Next), Ok(Outcome::Previous)));
    }
}
